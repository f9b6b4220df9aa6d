//! Broad phase: which pairs of bodies have overlapping boxes, or bounding spheres. Knows no faces.
//!
//! | part | how | source |
//! |---|---|---|
//! | [`AllPairs`] | compares the boxes of all pairs | Smith95 §3.3 |
//! | [`SortedAxis`] | sorts along one axis, compares neighbours | Smith95 §2.2.4 asks for it |
//!
//! | [`SpaceTimeBounds`] | predicts which bounding spheres may meet, and when ([`space_time`]) | Hubbard96 §3 |
//!
//! The first two fit wherever a [`BroadPhase`] is asked for: they give equal pairs in equal order and
//! differ in work only. The third needs to know how bodies move, so an application runs it and hands its
//! pairs to a detector ([`collision::Frame::candidates`]).
//!
//! ```
//! use broad_phase::{AllPairs, BroadPhase};
//! use collision::Work;
//! use geometry::{Aabb, Vec3};
//!
//! let unit = |x: f64| Aabb::new(Vec3::new(x, 0.0, 0.0), Vec3::new(x + 1.0, 1.0, 1.0));
//! let mut pairs = Vec::new();
//! AllPairs.pairs(&[unit(0.0), unit(5.0), unit(1.0)], &mut pairs, &mut Work::default());
//! assert_eq!(pairs.len(), 1, "the first and the third share a side");
//! assert_eq!((pairs[0].a.0, pairs[0].b.0), (0, 2));
//! ```

mod all_pairs;
mod sorted_axis;
pub mod space_time;

pub use all_pairs::AllPairs;
pub use sorted_axis::SortedAxis;
pub use space_time::{Motion, SpaceTimeBound, SpaceTimeBounds, SpaceTimeOptions};

use collision::{BodyPair, Work};
use geometry::Aabb;

/// Finds the pairs of bodies whose closed boxes overlap.
pub trait BroadPhase: Send {
    /// Replaces `pairs` by every pair of `boxes` that shares a point, sorted. `boxes[i]` is the
    /// world box of body `i`. Counts comparisons in [`Work::body_box_tests`]; allocates nothing
    /// once its buffers have grown.
    fn pairs(&mut self, boxes: &[Aabb], pairs: &mut Vec<BodyPair>, work: &mut Work);
}
