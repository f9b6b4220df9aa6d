//! Baselines: the detectors that every other one is compared with.
//!
//! | module | contents | source |
//! |---|---|---|
//! | [`brute_force`] | [`BruteForce`]: all face pairs, exactly | Boyse 1979; Smith95 §1 |
//! | `parry` | `Parry3d`: BVHs of parry3d, exact test of leaves | parry3d-f64 0.31 |
//! | `parry::convex` | `Parry3dGjk`: convex bodies, GJK of parry3d decides | parry3d-f64 0.31 |
//! | `parry::gjk` | `GJK32`, `GJK64`: triangle tests of parry3d | parry3d, parry3d-f64 0.31 |
//!
//! [`BruteForce`] is the ground truth of `oracle`. Only this crate uses parry3d, and only with the
//! feature `parry`. Without the feature `rayon`, brute force runs on the caller's thread.
//!
//! ```
//! use baselines::BruteForce;
//! use collision::{Body, Detector, Findings, Frame, Query};
//! use geometry::{Pose, Vec3};
//!
//! let cube = std::sync::Arc::new(scenes::bodies::cube(1.0));
//! let mut detector = BruteForce::new();
//! detector.prepare(&[Body::rigid("a", cube.clone()), Body::rigid("b", cube)])?;
//!
//! let poses = [Pose::IDENTITY, Pose::at(Vec3::X)]; // two sides touch
//! let mut found = Findings::default();
//! detector.detect(&Frame::new(&poses)?, &Query::default(), &mut found)?;
//! assert_eq!(found.bodies.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Departures
//! - D1 (interference of faces, [`brute_force`]). Boyse intersects the edges of each body with the
//!   faces of the other. We test two faces, which also finds overlaps within one plane.
//! - D2 (exact leaves, `parry`). parry3d has no test of all face pairs. Its bounding volume
//!   hierarchies give the candidates, and the exact test decides, as in every other detector here.
//! - D3 (expanded boxes, `parry`). Boxes are compared in a local frame, expanded by a bound on all
//!   rounding, because parry3d's own arithmetic would lose touching faces.
//! - D4 (rounded answers, `parry::convex`). This detector measures what a user of parry3d gets, so
//!   its GJK decides, in floating point. Pairs that touch or nearly touch may come out either way,
//!   and so may pairs of tiny bodies, as its tolerance is absolute. The claim says so.

pub mod brute_force;
#[cfg(feature = "parry")]
pub mod parry;

pub use brute_force::BruteForce;
#[cfg(feature = "parry")]
pub use parry::convex::Parry3dGjk;
#[cfg(feature = "parry")]
pub use parry::{Parry3d, Parry3dOptions, Update};
