//! Exact geometry of triangles, shared by every detector and by the ground truth.
//!
//! Coordinates are `f64` in scene units. All sets are closed, so touching is interference. No
//! verdict depends on a tolerance: it is a combination of signs of determinants, and each sign is
//! that of the *exact* determinant of the stored coordinates ([`predicates`]).
//!
//! | module | contents | source |
//! |---|---|---|
//! | [`aabb`] | closed axis-aligned boxes | Smith95 §3.3 |
//! | [`bvh`] | bounding volume hierarchy: walks, nearest item, pairs of two, refit | Smits 1998 |
//! | [`angle`] | sines and angles that are the same bits on every platform | |
//! | [`covariance`] | principal axes of a surface | Su07 §2.3; Gottschalk 1996 |
//! | [`edge_axes`] | eight pairs of triangles along the axes of their edges, with proved bounds | |
//! | [`face_tree`] | binary tree with one face in each leaf | |
//! | [`obb`] | tree of oriented boxes over faces, pairs of two | Gottschalk 1996 |
//! | [`ball`] | closed balls: Ritter's and the smallest of points | Ritter 1990, Gärtner 1999 |
//! | [`triangle_bvh`] | BVH of a mesh: nearest face, winding number, faces near a ball | |
//! | [`soa`] | boxes and points as structures of arrays, tested several at a time | |
//! | [`lanes`] | eight numbers at a time, with the instructions of the processor at hand | |
//! | [`pose`] | rigid pose, local → world: the only map of vertices | |
//! | [`relative_pose`] | pose of one body in the space of another, with a bound on all rounding | |
//! | [`unit_scale`](mod@unit_scale) | powers of two, that which brings a body to unit size | |
//! | [`mesh`] | vertices and triangles, checked at construction | |
//! | [`topology`] | report of open, non-manifold, duplicate and flat parts of a mesh | |
//! | [`predicates`] | exact signs of orientation determinants | Shewchuk 1997 |
//! | [`interference`](mod@interference) | relation of two triangles | Guigue and Devillers 2003 |
//! | [`triangle_box`] | triangle against box: clipping, and separating axes | Smith95 §3.7 |
//! | [`hull`] | convex hull of points, with adjacency of its features | Cohen95 §3.2, Barber 1996 |
//! | [`csg`] | solids as Boolean formulas of convex primitives, and their boundaries | Su07 §2 |
//! | [`gjk`], [`simplex`] | GJK for any convex sets, its sub-distance step | Gilbert 1988 |
//! | [`hull_separation`] | GJK on few points: proved direction | Gilbert 1988 |
//! | [`swept`] | faces in motion: hulls of two instants, time of first contact | Kitamura95 §3.5 |
//! | [`solid`] | point in a closed mesh | |
//! | [`interior`] | point in a closed mesh, precomputed for many points | |
//! | [`sweep`] | pairs of sorted boxes that overlap along x | |
//! | [`VisitedSet`], [`Csr`], [`Ordered`] | sets with constant-time clear; jagged arrays; keys | |
//!
//! Only this crate uses the math library `glam`.
//!
//! ```
//! use geometry::{Interference, Triangle, Vec3, interference};
//!
//! let floor = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
//! let needle = Triangle::new(
//!     Vec3::new(0.25, 0.25, -1.0),
//!     Vec3::new(0.25, 0.25, 1.0),
//!     Vec3::new(3.0, 3.0, 1.0),
//! );
//! assert_eq!(interference(&floor, &needle), Interference::Crossing);
//! ```

pub mod aabb;
pub mod angle;
pub mod ball;
pub mod bvh;
pub mod covariance;
pub mod csg;
pub mod edge_axes;
pub mod face_tree;
pub mod gjk;
pub mod hull;
pub mod hull_separation;
pub mod interference;
pub mod interior;
pub mod lanes;
pub mod mesh;
pub mod obb;
pub mod pose;
pub mod predicates;
pub mod relative_pose;
pub mod simplex;
pub mod soa;
pub mod solid;
pub mod sweep;
pub mod swept;
pub mod topology;
pub mod triangle;
pub mod triangle_box;
pub mod triangle_bvh;
pub mod unit_scale;

mod big;
mod csr;
mod ordered;
#[cfg(test)]
mod testing;
mod visited;

pub use aabb::Aabb;
pub use ball::Ball;
pub use bvh::Bvh;
pub use csr::Csr;
pub use hull::{ConvexHull, NoHull};
pub use interference::{Interference, interference, interference_counted, interference_with_plane};
pub use interior::SolidInterior;
pub use mesh::{MAX_COORDINATE, Mesh, MeshError};
pub use ordered::Ordered;
pub use pose::{Pose, WorldMap};
pub use predicates::{Sign, orient2d, orient3d};
pub use relative_pose::{PosedExtent, RelativePose};
pub use swept::SweptTriangle;
pub use triangle::{MeasuredTriangle, Triangle};
pub use triangle_bvh::TriangleBvh;
pub use unit_scale::{power_of_two, unit_scale};
pub use visited::VisitedSet;

/// Point or vector, in scene units.
pub type Vec3 = glam::DVec3;
/// Rotation as stored. Never normalized.
pub type Quat = glam::DQuat;
/// Matrix of a rotation, in columns.
pub type Mat3 = glam::DMat3;
