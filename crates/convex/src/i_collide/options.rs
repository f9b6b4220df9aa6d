//! Options of [`ICollide`](super::ICollide).

use crate::posed_compound::Boxes;
use broad_phase::BroadPhaseKind;
use serde::{Deserialize, Serialize};

/// Options of [`ICollide`](super::ICollide).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ICollideOptions {
    /// Box of each body.
    pub boxes: Boxes,
    /// Walk to the closest features.
    pub features: FeatureWalk,
    /// Broad phase over these boxes. Default: sweep and prune, as in the paper [Cohen95 §4.2].
    pub broad_phase: BroadPhaseKind,
}

impl Default for ICollideOptions {
    fn default() -> ICollideOptions {
        ICollideOptions {
            boxes: Boxes::Fixed,
            features: FeatureWalk::Robust,
            broad_phase: BroadPhaseKind::SweepAndPrune,
        }
    }
}

/// Walk from feature to feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureWalk {
    /// As published, with tolerances. It may cycle: exact arithmetic then decides.
    LinCanny,
    /// After V-Clip [Mirtich 1998], without tolerances.
    #[default]
    Robust,
}
