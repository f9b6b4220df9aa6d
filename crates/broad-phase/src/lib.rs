//! Broad phases: pairs of bodies with overlapping boxes or bounding spheres. Independent of faces.
//!
//! | type | method | source |
//! |---|---|---|
//! | [`AllPairs`] | compares the boxes of all pairs | Smith95 §3.3 |
//! | [`NoCulling`] | reports all pairs | Smith95 §4.3.1 |
//! | [`SortAndSweep`] | sorts along one axis, compares neighbors | Smith95 §2.2.4 asks for it |
//! | [`SweepAndPrune`] | keeps endpoints sorted along three axes ([`sweep_and_prune`]) | Cohen95 §4.2, §5.1 |
//! | [`IntervalTree`] | sweeps a plane over an interval tree ([`interval_tree`]) | Cohen95 §4.3 |
//! | [`AabbTree`] | keeps a dynamic tree of fat boxes ([`aabb_tree`]) | physics libraries of today |
//! | [`SpaceTimeBounds`] | predicts meetings of bounding spheres ([`space_time`]) | Hubbard96 §3 |
//!
//! All but the last implement [`collision::BroadPhase`] and fit every pairwise detector, by type or
//! by name ([`BroadPhaseKind`]). They report the same pairs ([`NoCulling`] reports more) and differ
//! only in work. The last needs the motion of the bodies, so an application runs it and passes its
//! pairs to a detector ([`collision::Query::candidates`]).
//!
//! Boxes are closed, so boxes that touch are a pair, and -0.0 equals 0.0. A box may be infinite. A
//! box with a NaN is an error of the caller: the update panics and changes nothing.
//!
//! | bodies | good choice |
//! |---|---|
//! | some tens | [`AllPairs`], [`SortAndSweep`] |
//! | many, all of which move a little | [`SweepAndPrune`], [`SortAndSweep`] |
//! | many, few of which move | [`AabbTree`], [`SweepAndPrune`] |
//! | many, clustered on each single axis, or far from where they were | [`IntervalTree`], [`AabbTree`] |
//!
//! The table follows from costs of the methods, as their pages state them, and not from times.
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
