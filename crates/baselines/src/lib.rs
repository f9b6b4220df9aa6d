//! Baselines: the detectors that every other one is compared with.
//!
//! | module | contents | source |
//! |---|---|---|
//! | `brute_force` | [`BruteForce`]: all face pairs, exactly | Boyse 1979; Smith95 §1 |
//! | [`obb_tree`] | [`ObbTree`]: oriented boxes, exact test of leaves | Gottschalk 1996 |
//! | [`k_dop_tree`] | [`KDopTree`]: k-DOPs, exact test of leaves | Klosowski 1998 |
//! | `parry` | `Parry3d`: BVHs of parry3d, exact test of leaves | parry3d-f64 0.31 |
//! | `parry::convex` | `Parry3dGjk`: convex bodies, GJK of parry3d decides | parry3d-f64 0.31 |
//! | `parry::trimesh` | `Parry3dTriMesh`: the query of parry3d on two meshes | parry3d, parry3d-f64 0.31 |
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
//! The hierarchies accept rigid bodies:
//! ```
//! use baselines::{DopSides, KDopTreeOptions, ObbTree};
//! use collision::{Body, Detector, Findings, Frame, Query};
//! use geometry::{Pose, Vec3};
//!
//! let sphere = std::sync::Arc::new(scenes::bodies::sphere(528)?);
//! let bodies = [Body::rigid("a", sphere.clone()), Body::rigid("b", sphere)];
//! let poses = [Pose::IDENTITY, Pose::at(Vec3::new(1.95, 0.0, 0.1))];
//! let k_dops = KDopTreeOptions {
//!     k: DopSides::TwentySix,
//!     ..KDopTreeOptions::default()
//! };
//! let detectors: [Box<dyn Detector>; 2] = [Box::new(ObbTree::new()), k_dops.detector()];
//! for mut detector in detectors {
//!     detector.prepare(&bodies)?; // builds one tree, as both bodies share a mesh
//!     let mut found = Findings::default();
//!     detector.detect(&Frame::new(&poses)?, &Query::default(), &mut found)?;
//!     assert!(found.contacts.len() > 2);
//!     assert!(found.work.count("node-tests") < 4000, "of 1055 nodes each");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Gottschalk 1996 is S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree: A hierarchical structure for
//! rapid interference detection", SIGGRAPH 1996. Its program is RAPID. Klosowski 1998 is J. T.
//! Klosowski, M. Held, J. S. B. Mitchell, H. Sowizral, K. Zikan, "Efficient collision detection
//! using bounding volume hierarchies of k-DOPs", IEEE Transactions on Visualization and Computer
//! Graphics 4(1), 1998. Its program is QuickCD. Su07 names both as its best competitors.
//!
//! # Departures
//! Those of the trees of oriented boxes are in `geometry::obb`. The body with fewer faces is the
//! moving one there.
//! - D1 (interference of faces, `brute_force`). Boyse intersects the edges of each body with the
//!   faces of the other. We test two faces, which also finds overlaps within one plane.
//! - D2 (exact leaves, `parry`). parry3d has no test of all face pairs. Its bounding volume
//!   hierarchies give the candidates, and the exact test decides, as in every other detector here.
//! - D3 (expanded boxes, `parry`). Boxes are compared in a local frame, expanded by a bound on all
//!   rounding, because parry3d's own arithmetic would lose touching faces.
//! - D4 (rounded answers, `parry::convex`, `parry::trimesh`). These detectors measure what a user
//!   of parry3d gets, so its GJK decides, in floating point. Pairs that touch or nearly touch may
//!   come out either way, and so may pairs of tiny bodies, as its tolerance is absolute. The claim
//!   says so.
//! - D5 (exact leaves, `face_hierarchy`). Both programs test the faces of two leaves in floating
//!   point. As in every other detector here, the boxes of the faces in world space are compared,
//!   then the exact test decides.
//! - D6 (broad phase, [`obb_tree`], [`k_dop_tree`]). Both papers test one pair of bodies. Here any
//!   broad phase gives the pairs.
//! - D7 (polytopes by duality, [`k_dop_tree`]). QuickCD moves the vertices of a node's polytope,
//!   up to 48, and takes their extremes. Intersecting planes rounds, and vertices take twenty times
//!   the operations. Ours bounds each direction by three planes of the polytope. Around a ball that
//!   is the bound of the vertices; around random points it is one or two percent wider.
//! - D8 (root, [`k_dop_tree`]). QuickCD bounds the root by climbing on its convex hull. Ours is
//!   bounded as all other nodes are: a tighter root spares some pairs a few tests, and costs every
//!   pair the climb.
//! - D9 (volumes, [`k_dop_tree`]). The least sum of volumes needs the volume of a polytope. Ours
//!   is an estimate that counts what two planes both cut off twice. Only the choice of one of three
//!   axes depends on it. Between flat faces, without a volume, the longest side decides.
//! - D10 (environment, [`k_dop_tree`]). In the paper one body flies through an environment at rest.
//!   Here all bodies move. Of a pair, the environment is the body with more faces, the lower id if
//!   both are equal.
//! - D11 (no front, [`k_dop_tree`]). The paper also starts a search where that of the last frame
//!   ended, and gains little. Findings here depend on one frame only.

mod brute_force;
mod face_hierarchy;

pub mod k_dop_tree;
pub mod obb_tree;
#[cfg(feature = "parry")]
pub mod parry;

pub use brute_force::BruteForce;
pub use face_hierarchy::{HIERARCHY_COUNTERS, PosedFaces};
pub use k_dop_tree::{DopSides, KDopModel, KDopTree, KDopTreeOptions};
pub use obb_tree::{ObbModel, ObbTree, ObbTreeOptions};
#[cfg(feature = "parry")]
pub use parry::convex::Parry3dGjk;
#[cfg(feature = "parry")]
pub use parry::trimesh::{Parry3dTriMesh, Parry3dTriMeshOptions, Precision};
#[cfg(feature = "parry")]
pub use parry::{Parry3d, Parry3dOptions, Update};
