//! Detectors for convex bodies: separating planes, kept from frame to frame.
//!
//! [Smith95 §4.3.1] runs the face octree against this method, its first rival. It compares convex,
//! rigid bodies pair by pair and says whether they collide, not which faces do. The paper gives it
//! one paragraph and refers to a published program for the rest: R. Rabbitz, "Fast Collision
//! Detection of Moving Convex Polyhedra", Graphics Gems IV, 1994; with closest points after
//! Gilbert, Johnson and Keerthi 1988.
//!
//! # The paper on a page
//! Two convex bodies are apart when a plane separates them. Between two frames little changes, so
//! the plane that separated a pair last, carried along by one of the two bodies, most often does
//! so still, and testing it costs one product of vectors for each vertex of the other body. When
//! it fails, the closest points of the two bodies give a new plane, starting from where the
//! search of the last frame ended; when there is none, they collide. All `n (n − 1) / 2` pairs are
//! treated so, without a box test.
//!
//! | step | module |
//! |---|---|
//! | 0 once per scene: is each body closed and convex? | `convexity` |
//! | 1 each frame, each pair: test the cached plane | `cached_plane` |
//! | 2 when it fails: search for closest points, cache the plane between them | `gjk`, `simplex` |
//! | 3 (D3) what rounding leaves open: exact arithmetic on faces | `thin_band` |
//! | the loop over pairs | `separating_plane`; `placed` holds the bodies' placements |
//!
//! ```
//! use convex::SeparatingPlane;
//! use collision::{Body, Detector, Findings, Frame, Query};
//! use geometry::{Mesh, Pose, Vec3};
//! use std::sync::Arc;
//!
//! let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
//! let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
//! let tetrahedron = Arc::new(Mesh::new(corners, faces)?);
//! let bodies = [Body::rigid("left", tetrahedron.clone()), Body::rigid("right", tetrahedron)];
//!
//! let mut detector = SeparatingPlane::published();
//! detector.prepare(&bodies)?;
//! let mut found = Findings::default();
//! // Near, nearer, touching.
//! for (x, collide) in [(1.5, false), (1.25, false), (1.0, true)] {
//!     let poses = [Pose::IDENTITY, Pose::at(Vec3::X * x)];
//!     detector.detect(&Frame::new(&poses)?, &Query::default(), &mut found)?;
//!     assert_eq!(!found.bodies.is_empty(), collide);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Departures
//! - D1. The paper speaks of the two closest *vertices*; we search for the closest *points*, as the
//!   program does. Planes between closest vertices need not separate bodies that are apart.
//! - D2. The program moves bodies by translation only; ours turn as well. The plane is carried to
//!   the other body's local space by both bodies' matrices, and is kept as its normal and the
//!   first body's reach along it rather than as two points: so the reach can include what
//!   rounding, and quaternions that are not quite of unit length, may add.
//! - D3. The program calls it a collision when the distance is below 1e-5. Here a pair is apart
//!   when the gap along the normal exceeds a bound on all rounding; it collides when the hulls
//!   overlap by more than rounding and dents can explain ([`placed::Placed::slack`]); whatever
//!   lies between is decided by exact arithmetic on the world faces, and containment. Each pair
//!   so decided adds one to `exact_fallbacks`, and so does each sign that needed more than
//!   floating point. Reason: the verdict is to be that of the stored coordinates, touching
//!   included. The program's collisions that rest on symmetry, where the origin lies on the
//!   border of the simplex, are decided so, too.
//! - D4. The program ends a search when an absolute difference of squared lengths falls below
//!   1e-5, has no cap, and ends the process when its sub-distance fails. Ours ends on a relative
//!   gap, or when a step comes no nearer; a cap of
//!   `gjk::ITERATION_CAP` iterations ends it otherwise. A search that gave up decides nothing:
//!   unless its slab shows a gap, the pair goes to exact arithmetic, so no pair stays undecided.
//!   The sub-distance looks at all sides, edges and corners of the simplex and needs no tolerance.
//! - D5. The program takes a concave body for its hull; we refuse it with a witness edge
//!   (`convexity::check`). Dents within 1e-6 of the size are tolerated, measured, and allowed for
//!   in D3.
//! - D6. Vertices that no face uses are left out, equal vertices are merged.
//! - D7. When the frame asks for swallowed bodies, each colliding pair is searched for one,
//!   exactly. The verdict on the pair itself holds for solids, asked or not.

mod cached_plane;
mod convexity;
mod counters;
mod gjk;
mod placed;
mod separating_plane;
mod simplex;
mod thin_band;

#[cfg(test)]
mod testing;

pub use convexity::Polytope;
pub use placed::Placed;
pub use separating_plane::{PlaneCache, SeparatingPlane};

/// The names of the work counts that this crate declares.
pub const COUNTERS: &[&str] = counters::ConvexWork::NAMES;
