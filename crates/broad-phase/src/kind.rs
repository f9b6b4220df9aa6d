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

    /// Returns its name, as options and the command line have it.
    pub fn name(self) -> &'static str {
        match self {
            BroadPhaseKind::NoCulling => "no-culling",
            BroadPhaseKind::AllPairs => "all-pairs",
            BroadPhaseKind::SortAndSweep => "sort-and-sweep",
            BroadPhaseKind::SweepAndPrune => "sweep-and-prune",
            BroadPhaseKind::IntervalTree => "interval-tree",
            BroadPhaseKind::AabbTree => "aabb-tree",
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::value::{Error, StrDeserializer};
    use serde::de::{Deserialize, IntoDeserializer};

    #[test]
    fn each_kind_is_listed_once_and_read_by_its_name() {
        for (i, kind) in BroadPhaseKind::ALL.iter().enumerate() {
            let name: StrDeserializer<'_, Error> = kind.name().into_deserializer();
            assert_eq!(BroadPhaseKind::deserialize(name), Ok(*kind));
            assert!(!BroadPhaseKind::ALL[..i].contains(kind));
            assert!(kind.build().pairs().is_empty());
        }
        let other: StrDeserializer<'_, Error> = "grid".into_deserializer();
        let refused = BroadPhaseKind::deserialize(other).unwrap_err().to_string();
        let all = BroadPhaseKind::ALL.iter().map(|kind| kind.name());
        assert!(
            all.map(|name| format!("`{name}`"))
                .all(|name| refused.contains(&name))
        );
    }
}
