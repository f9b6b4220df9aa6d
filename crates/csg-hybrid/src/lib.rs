//! Bounding volumes of the hybrid CSG and B-rep detector [Su07 §2.3, §2.4, §3].
//!
//! Su attaches a list of bounding volumes to each branch node of a CSG tree, and chooses one for
//! each pair of nodes: small enough to separate them, simple enough to be tested fast. This crate
//! has the lists, the choice and the tests of overlap. They take plain points and triangles.
//!
//! Good for nodes of any shape that rigid bodies move: some hundred operations per test, or a few
//! hundred for each step of a search, with no allocation. Poor where a list is built often: that
//! costs a convex hull and some thousand passes over its vertices.
//! 1. Build the list of each node: the smallest box, sphere, cylinder, cone, wedge and convex hull.
//! 2. For each pair of nodes, choose the volumes with the least `S = c f1 f2`.
//! 3. Test if the volumes are apart, in the relative pose of the bodies.
//!
//! | step | module |
//! |---|---|
//! | 1 "BV Candidates Generation" [Su07 §2.3] | [`volumes`], `geometry::covariance`, `geometry::hull` |
//! | 1 "BV List Attached to a CSG Tree" [Su07 §2.4] | [`bv_list`] |
//! | 2 "Adaptive BV Selection" [Su07 §3] | [`selection`] |
//! | 2 relative complexity `c` [Su07 §3] | [`costs`] |
//! | 3 "Distance-Based Interference Test for Bounding Objects" [Su07 §3] | [`overlap`] |
//!
//! ```
//! use csg_hybrid::{BvList, SeparatingDirection, VolumeWork, Volumes, surely_apart};
//! use geometry::{Pose, PosedExtent, RelativePose, Vec3};
//!
//! let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
//! let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
//! let list = BvList::new(&corners, &faces).expect("points");
//! // Ascending by volume: the hull is the smallest.
//! assert!((list.nodes()[0].fitness - 1.0 / 6.0).abs() < 1e-15);
//!
//! let [i, j] = Volumes::Adaptive.choose([&list, &list]);
//! let volumes = [&list.nodes()[i].volume, &list.nodes()[j].volume];
//! let (mut cached, mut work) = (SeparatingDirection::default(), VolumeWork::default());
//! for (x, apart) in [(2.5, true), (0.5, false)] {
//!     let extent = |pose: Pose| PosedExtent::new(pose.world_map(), 1.0);
//!     let (a, b) = (extent(Pose::IDENTITY), extent(Pose::at(Vec3::X * x)));
//!     let b_in_a = RelativePose::new(&a, &b).unit_sized();
//!     let found = surely_apart(volumes[0], volumes[1], &b_in_a, &mut cached, &mut work);
//!     assert_eq!(found, apart);
//! }
//! ```
//!
//! # Departures
//! - D1 (exact fits). The paper minimizes `c f1 f2`, which is 0 for any partner of a volume that
//!   fits exactly. Ours adds 0.01 to each `f`, and takes the least `c` of equal products.
//! - D2 (proof instead of distance). The paper compares a distance with zero. A rounded distance
//!   may be positive for volumes that touch. Ours calls volumes apart only if the gap along a
//!   direction exceeds a bound on all rounding, in volumes that provably contain their points.
//! - D3 (curved shapes). The paper tests pairs without a sphere by I-COLLIDE on "the polyhedral
//!   representation of each primitive". A polyhedron inside a cylinder misses contacts. Ours walks
//!   by GJK on the shapes themselves.
//! - D4 (wedges). The paper shows a wedge and defines none. Ours is half of the box of the
//!   principal axes below one of its twelve diagonal planes. The plane slides outward until it is
//!   above all points, with its slope as it is.
//! - D5 (costs). The paper gives no values of `c`. [`costs`] states where ours come from.

pub mod bv_list;
pub mod costs;
mod counters;
pub mod overlap;
pub mod selection;
pub mod volumes;

#[cfg(test)]
mod exact;

pub use bv_list::{BvList, BvNode};
pub use costs::{CostSample, relative_cost};
pub use counters::VolumeWork;
pub use overlap::{SeparatingDirection, surely_apart};
pub use selection::Volumes;
pub use volumes::{BoundingVolume, VolumeKind};

/// Names of the work counts that this crate declares.
pub const COUNTERS: &[&str] = VolumeWork::NAMES;
