//! The face octree of Smith, Kitamura, Takemura and Kishino (VRAIS 1995), the method it was
//! compared with, and what one would do today.
//!
//! Bodies are polyhedra of triangles, convex or not, rigid or not, in any motion. Nothing is
//! prepared: at each frame the faces near each other are found afresh, by boxes, by overlap regions,
//! and by a subdivision of space that is never stored.
//!
//! # The paper, step by step
//! | step | section | module |
//! |---|---|---|
//! | bodies whose boxes overlap, and their overlap regions | §3.3 | `overlap_regions` |
//! | faces that meet overlap regions: the face check lists | §3.4 | `face_checklist` |
//! | face octree down to voxels: the face pair checklist | §3.5 | `subdivision` |
//! | exact check of each face pair | §3.6 | `face_pair_check` |
//! | triangle against box, used by the steps above | §3.7 | [`geometry::triangle_box`] |
//! | the same with precomputed octrees: octree update | §4.3.2, \[28\] | `octree_update`, `local_octree` |
//! | the same steps with today's means | | `tuned` |
//!
//! [`FaceOctree`] joins the steps as published; [`OctreeUpdate`] replaces faces by black nodes of
//! octrees that were built before; [`TunedFaceOctree`] keeps the four steps and the promise, and
//! changes how each is done.
//!
//! # Departures
//! - D1. [§3.7] Comparisons closer than rounding are decided by exact separating axes
//!   ([`geometry::triangle_box::intersects_by_clipping`]); the steps are the paper's.
//! - D2. [§3.5] The paper leaves open how a pair "previously put there" is known: pairs are collected
//!   with repetitions, which sorting drops (`pair_list`).
//! - D3. [§3.6] Signs are exact, so that no pair flips on rounding; faces of zero area, which have no
//!   face plane, are compared as segments or points; an interfering pair is also found to touch, to
//!   cross or to overlap ([`geometry::interference()`]).
//! - D4. [§3.1] A body that leaves the world cube is not missed: that frame's cube grows.
//! - D5. [§4.3.2] The paper's precomputed octrees have six levels: "In all experiments described in this
//!   section, face octrees were built to resolution level 6" (§4). Our default is four, which has
//!   about a sixteenth of the black nodes; `local_level: 6` is the paper's
//!   ([`OctreeUpdateOptions`]).
//! - D6. [§4.3.2] "All unique pairs of faces" are found by sorting, as in D2. Tests of transformed
//!   nodes are loosened by a bound on rounding, so that they only ever err towards more pairs.
//! - D7. [§3.6] The boxes of two faces, the first of the paper's pair tests, are compared when the pair is
//!   met in a voxel, before it enters the checklist. The same pairs go on to the planes. A fixed level
//!   can put whole bodies into one voxel (a bunny beside something forty times as large), and the
//!   checklist of all their pairs would not fit in memory.
//! - D8. [§4.3.2] All pairs of nodes that share a voxel are listed. Where a voxel contains whole bodies,
//!   or rounding exceeds the nodes as it does far from the origin, that list exceeds memory. Cubes
//!   of at most twice the bound on rounding are not split; and a list of more than 2²⁰ pairs of
//!   nodes is given up for the pairs of faces whose boxes overlap, which contain the same contacts
//!   (`octree_update`).
//! - D9. [§3.5] The paper splits a cube although all its pairs are in the checklist. Two sides in one plane
//!   then meet in a million voxels of level 10. After 2¹⁶ voxels in one frame, a cube of a few faces
//!   whose pairs are all listed is not split; the list stays the same (`subdivision`).
//!
//! ```
//! use collision::{Body, Detector, Findings, Frame, Query};
//! use face_octree::FaceOctree;
//! use geometry::{Mesh, Pose, Vec3};
//! use std::sync::Arc;
//!
//! let leaf = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
//! let leaf = Arc::new(leaf);
//! let bodies = [Body::rigid("still", leaf.clone()), Body::rigid("moving", leaf)];
//! let mut octree = FaceOctree::published();
//! octree.prepare(&bodies)?;
//! let mut found = Findings::default();
//! let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.5, 0.5, 0.0))];
//! octree.detect(&Frame::new(&poses)?, &Query::default(), &mut found)?;
//! assert_eq!(found.contacts.len(), 1, "they touch in one point");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counters;
mod detector;
mod face_checklist;
mod face_pair_check;
mod first_contact;
mod local_octree;
mod octree_update;
mod overlap_regions;
mod pair_list;
mod subdivision;
mod tuned;
mod world_cube;

/// Bound on what underflow takes away from a sum of some products, each at most half a unit of the
/// smallest number: 128 of them. Added where a bound on rounding is a part of a length or of a
/// product of lengths, which itself underflows to zero for small bodies.
const UNDERFLOW: f64 = f64::from_bits(64);

pub use crate::detector::{FaceOctree, FaceOctreeOptions, FaceTest};
pub use local_octree::LocalOctree;
pub use octree_update::{OctreeUpdate, OctreeUpdateOptions};
pub use subdivision::MAX_LEVEL;
pub use tuned::TunedFaceOctree;

/// The names of the work counts that this crate declares.
pub const COUNTERS: &[&str] = counters::OctreeWork::NAMES;
