//! Broad phases: pairs of bodies with overlapping boxes or bounding spheres. Independent of faces.
//!
//! | type | method | source |
//! |---|---|---|
//! | [`AllPairs`] | compares the boxes of all pairs | Smith95 §3.3 |
//! | [`NoCulling`] | reports all pairs | Smith95 §4.3.1 |
//! | [`SortAndSweep`] | sorts along one axis, compares neighbors | Smith95 §2.2.4 asks for it |
//! | [`SpaceTimeBounds`] | predicts meetings of bounding spheres ([`space_time`]) | Hubbard96 §3 |
//!
//! The first three implement [`collision::BroadPhase`] and fit every pairwise detector. They report
//! the same pairs (the second reports more) and differ only in work. The last needs the motion of
//! the bodies, so an application runs it and passes its pairs to a detector
//! ([`collision::Query::candidates`]).
//!
//! ```
//! use broad_phase::AllPairs;
//! use collision::{BroadPhase, Work};
//! use geometry::{Aabb, Vec3};
//!
//! let unit = |x: f64| Aabb::new(Vec3::new(x, 0.0, 0.0), Vec3::new(x + 1.0, 1.0, 1.0));
//! let mut broad_phase = AllPairs::default();
//! broad_phase.update(&[unit(0.0), unit(5.0), unit(1.0)], &mut Work::default());
//! let pairs = broad_phase.pairs();
//! assert_eq!(pairs.len(), 1, "the first and the third share a side");
//! assert_eq!((pairs[0].a.0, pairs[0].b.0), (0, 2));
//! assert_eq!(broad_phase.changes().began, pairs);
//! ```

pub mod aabb_tree;
mod all_pairs;
mod counters;
mod endpoints;
pub mod interval_tree;
mod kind;
mod pair_list;
mod presence;
mod pruning;
mod sort_and_sweep;
pub mod space_time;
pub mod sweep_and_prune;

pub use aabb_tree::AabbTree;
pub use all_pairs::{AllPairs, NoCulling};
pub use interval_tree::IntervalTree;
pub use kind::BroadPhaseKind;
pub use sort_and_sweep::SortAndSweep;
pub use space_time::{Motion, SpaceTimeBound, SpaceTimeBounds, SpaceTimeOptions};
pub use sweep_and_prune::SweepAndPrune;

/// Names of the work counts that broad phases of this crate add to those of a detector.
pub const COUNTERS: &[&str] = counters::BroadPhaseWork::NAMES;
