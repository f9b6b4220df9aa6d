//! Options: the mode, and what of the paper is left out or added.

use crate::selection::VolumeChoice;
use broad_phase::BroadPhaseKind;
use serde::{Deserialize, Serialize};

/// Options of the detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct CsgHybridOptions {
    /// Use of the decision tables.
    pub mode: HybridMode,
    /// Bounding volumes to test.
    pub volumes: VolumeChoice,
    /// Sub-tree freezing by operators.
    pub freezing: Freezing,
    /// Descent into the CSG trees.
    pub localization: Localization,
    /// Tests that the paper does not have.
    pub shortcuts: Shortcuts,
    /// Check of each row of the tables that answers yes.
    pub rows: TableRows,
    /// Broad phase before it (D18). Default: sort and sweep.
    pub broad_phase: BroadPhaseKind,
}

impl Default for CsgHybridOptions {
    fn default() -> CsgHybridOptions {
        CsgHybridOptions {
            mode: HybridMode::default(),
            volumes: VolumeChoice::default(),
            freezing: Freezing::default(),
            localization: Localization::default(),
            shortcuts: Shortcuts::default(),
            rows: TableRows::default(),
            broad_phase: BroadPhaseKind::SortAndSweep,
        }
    }
}

/// Use of the decision tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HybridMode {
    /// Tables 1 and 2 to the letter. Reports colliding bodies, some of them wrongly (D6).
    Published,
    /// The tables localize, the faces of the remaining pairs of leaves decide. Exact.
    #[default]
    Verified,
}

/// Sub-tree freezing [Su07 §3]. No effect in [`HybridMode::Published`], whose tables always freeze,
/// and without [`Localization::On`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Freezing {
    /// By the operators.
    #[default]
    On,
    /// Each child is tested on its own, as below a union.
    Off,
}

/// Descent into the CSG trees. No effect in [`HybridMode::Published`], which always descends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Localization {
    /// Down both trees, by bounding volumes.
    #[default]
    On,
    /// Only the volumes of the roots are tested, then all pairs of leaves.
    Off,
    /// By S-bounds (Cameron 1991), computed again in each frame, instead of bounding volumes. The
    /// options `volumes` and `freezing` have no effect.
    SBounds,
}

/// Tests of two nodes that the paper does not have. They change no finding. No effect in
/// [`HybridMode::Published`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shortcuts {
    /// Boxes of nodes come before their volumes (D15), a search that found nothing is not repeated
    /// in the next frames (D16), and boxes of faces are compared eight at once, on six axes of
    /// fifteen (D11).
    #[default]
    On,
    /// Each test is of the chosen volumes, as in the paper.
    Off,
}

/// Check of each row of Tables 1 and 2 that answers yes. It changes no finding. No effect in
/// [`HybridMode::Verified`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableRows {
    /// The tables answer alone.
    #[default]
    Unchecked,
    /// Work counts say for each row how often its yes is wrong, by the exact faces of both nodes.
    /// Takes many times as long.
    Checked,
}
