//! Bounding volume hierarchies prepared in local space, of eight boxes a node.
//!
//! Good for rigid bodies of any size that move: only vertices of faces in doubt move to world
//! space, and most tests compare eight boxes or faces at once. Poor for many faces that nearly
//! coincide: of `n` faces with one box and `m` with another that overlaps it, all `n m` pairs are
//! compared, with exact signs if they touch, unless they are copies with the same corners, of which
//! one stands for all. Poor for bodies that deform in every frame, too: their boxes are fitted, and
//! the hierarchy is built again once it has become poor. Preparation makes three passes over the
//! faces for each level of splits. A frame costs the pairs of nodes that overlap. The essence:
//! 1. Before motion, build a hierarchy for each distinct mesh in its local space: boxes of eight
//!    children side by side, rounded outward to `f32`, and up to eight faces in a leaf.
//! 2. Compare the balls of two bodies, and their boxes along the axes of both. Round the pose of
//!    one in the space of the other to `f32`, with one bound on all rounding.
//! 3. Leave out the children of one node that are outside the box of the other node. Compare the
//!    rest with the other's children, all with all, along the axes of both bodies, and go down: for
//!    a first contact, where they overlap most.
//! 4. Compare the faces of two leaves with the slabs about each other's planes.
//! 5. Compare what is left along the axes of edges, eight pairs at once. The same products prove
//!    that most of the faces that meet cross.
//! 6. Decide the rest exactly, in world space.
//! 7. Of bodies that have no contact and move little, prove that their faces are farther apart than
//!    they go in some frames. Until they have gone that far, compare nothing.
//!
//! | step | module |
//! |---|---|
//! | 1 | `hierarchy`, `rounded_vertices`, `build`, `copies`; for bodies that deform `refit` |
//! | 2 | `pair_frame`: pose and bound |
//! | 3 | `hierarchy_pair`, `walk`; `world_walk` for nodes that rounding hides |
//! | 4 | `cluster_pair` |
//! | 5 | [`geometry::edge_axes`] |
//! | 6 | `pair_test`: also the contact of the last frame, tested first |
//! | 7 | `odometer`: distance that bodies go; `rest`: reach of a pair, and when one is tried |
//!
//! `posed` has the bodies, `shared` the walks on several threads, and `detector` all of it behind
//! the trait.
//!
//! No published algorithm is reproduced. Building follows I. Wald, "On fast construction of
//! SAH-based bounding volume hierarchies", 2007; wide nodes follow I. Wald, C. Benthin, S. Boulos,
//! "Getting rid of packets", 2008; the axes of two boxes are the first six of S. Gottschalk,
//! M. C. Lin, D. Manocha, "OBBTree", 1996.
//!
//! ```
//! use bvh::PreparedBvh;
//! use collision::{Body, Detector, Findings, Frame, Query};
//! use geometry::{Mesh, Pose, Vec3};
//! use std::sync::Arc;
//!
//! let leaf = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
//! let leaf = Arc::new(leaf);
//! let bodies = [Body::rigid("still", leaf.clone()), Body::rigid("moving", leaf)];
//! let mut detector = PreparedBvh::new();
//! detector.prepare(&bodies)?;
//! let mut found = Findings::default();
//! let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.5, 0.5, 0.0))];
//! detector.detect(&Frame::new(&poses)?, &Query::default(), &mut found)?;
//! assert_eq!(found.contacts.len(), 1, "they touch in one point");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod cluster_pair;
mod copies;
mod counters;
mod detector;
mod hierarchy;
mod hierarchy_pair;
mod odometer;
mod pair_frame;
mod pair_test;
mod posed;
mod refit;
mod rest;
mod rounded_vertices;
mod rounding;
mod shared;
mod walk;
mod world_walk;

pub use counters::BVH_COUNTERS;
pub use detector::{PreparedBvh, PreparedBvhOptions};
pub use hierarchy::WideHierarchy;
pub use pair_test::BvhPairCache;
pub use posed::{BvhModel, PosedBvh};
