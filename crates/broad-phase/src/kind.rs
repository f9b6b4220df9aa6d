//! Broad phases by name.

use crate::{AabbTree, AllPairs, IntervalTree, NoCulling, SortAndSweep, SweepAndPrune};
use collision::BroadPhase;
use serde::{Deserialize, Serialize};

/// Broad phase of a pairwise detector, as options and the command line name it.
///
/// Its choice changes the work, and with [`BroadPhaseKind::NoCulling`] the pairs that the narrow
/// phase tests, but no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum BroadPhaseKind {
    /// [`NoCulling`]: all pairs, without a test.
    NoCulling,
    /// [`AllPairs`]: a box test for each pair.
    AllPairs,
    /// [`SortAndSweep`]: sorted along one axis.
    SortAndSweep,
    /// [`SweepAndPrune`]: endpoints sorted along three axes [Cohen95 §4.2].
    SweepAndPrune,
    /// [`IntervalTree`]: rectangles in a plane [Cohen95 §4.3].
    IntervalTree,
    /// [`AabbTree`]: dynamic tree of fat boxes.
    AabbTree,
}

impl BroadPhaseKind {
    /// All kinds, in the order of their declaration.
    pub const ALL: &[BroadPhaseKind] = &[
        BroadPhaseKind::NoCulling,
        BroadPhaseKind::AllPairs,
        BroadPhaseKind::SortAndSweep,
        BroadPhaseKind::SweepAndPrune,
        BroadPhaseKind::IntervalTree,
        BroadPhaseKind::AabbTree,
    ];

    /// Returns a broad phase of this kind, without bodies.
    pub fn build(self) -> Box<dyn BroadPhase> {
        match self {
            BroadPhaseKind::NoCulling => Box::<NoCulling>::default(),
            BroadPhaseKind::AllPairs => Box::<AllPairs>::default(),
            BroadPhaseKind::SortAndSweep => Box::<SortAndSweep>::default(),
            BroadPhaseKind::SweepAndPrune => Box::<SweepAndPrune>::default(),
            BroadPhaseKind::IntervalTree => Box::<IntervalTree>::default(),
            BroadPhaseKind::AabbTree => Box::<AabbTree>::default(),
        }
    }
}
