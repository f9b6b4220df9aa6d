//! Options of a build, and the values that the paper gives them.

use super::merging::BoundingBallKind;
use crate::tree::Coverage;
use serde::{Deserialize, Serialize};

/// Source of the spheres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Builder {
    /// Merged spheres of the medial axis [§7, §8].
    Medial,
    /// Circumscribed octants [§6.1].
    Octree,
}

/// Options of a build. [`Builder::Octree`] ignores `samples`, `branching`, `around`, `gaps` and
/// `seed`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BuildOptions {
    /// Source of the spheres.
    pub builder: Builder,
    /// Number of samples before gaps and necks get more [§7]. The paper leaves it to the user.
    pub samples: usize,
    /// Deepest level [§11.1: 4].
    pub depth: u8,
    /// Maximum number of children of a node [§8: 8].
    pub branching: usize,
    /// Bounding ball of forming points [§8: Ritter's].
    pub around: BoundingBallKind,
    /// Policy of coverage [§9.1].
    pub coverage: Coverage,
    /// Adds samples at gaps and necks [§7].
    pub gaps: bool,
    /// Removes redundant spheres [§12]. Coverage by regions then fits the remaining spheres again,
    /// so spheres of octants no longer circumscribe their octants.
    pub remove_redundant: bool,
    /// Seed of the samples.
    pub seed: u64,
    /// Departures to build with: all, except to measure what one buys.
    #[serde(default, skip_serializing_if = "Departures::are_all")]
    pub departures: Departures,
}

/// Departures of the medial axis and of merging that came from looking at bodies. Each can be left
/// out, to measure what it buys. Every tree keeps its coverage and its bounds without them.
/// [`Builder::Octree`] ignores them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Departures {
    /// Components of the medial axis become adjacent before merging (D1, stage a). Without it they
    /// merge to one sphere each before any two of them are compared.
    pub joined_components: bool,
    /// Vertices far from all samples become samples (D4).
    pub isolated_vertices: bool,
    /// Adjacency by Voronoi edges, not faces (`medial_axis`, D3).
    pub edge_adjacency: bool,
    /// Slivers are left out (`medial_axis`, D4).
    pub drops_slivers: bool,
}

impl Departures {
    /// All departures.
    pub const ALL: Departures = Departures {
        joined_components: true,
        isolated_vertices: true,
        edge_adjacency: true,
        drops_slivers: true,
    };

    /// None of them: as far as they go, the paper's text alone.
    pub const NONE: Departures = Departures {
        joined_components: false,
        isolated_vertices: false,
        edge_adjacency: false,
        drops_slivers: false,
    };

    /// Returns true if no departure is left out.
    fn are_all(&self) -> bool {
        *self == Departures::ALL
    }
}

impl Default for Departures {
    fn default() -> Departures {
        Departures::ALL
    }
}

impl BuildOptions {
    /// Returns the paper's options as far as it states them: Ritter's balls, eight children, four
    /// levels, every level covers the body.
    pub fn published() -> BuildOptions {
        BuildOptions {
            builder: Builder::Medial,
            samples: 3000,
            depth: 4,
            branching: 8,
            around: BoundingBallKind::Ritter,
            coverage: Coverage::Level,
            gaps: true,
            remove_redundant: false,
            seed: 1996,
            departures: Departures::ALL,
        }
    }

    /// Returns the options of the paper's octree.
    pub fn octree() -> BuildOptions {
        BuildOptions {
            builder: Builder::Octree,
            coverage: Coverage::Regions,
            ..BuildOptions::published()
        }
    }

    /// Returns our improved options: smallest balls, and coverage by regions (D6), so that a search
    /// from the root misses nothing.
    pub fn tuned() -> BuildOptions {
        BuildOptions {
            around: BoundingBallKind::Minimal,
            coverage: Coverage::Regions,
            ..BuildOptions::published()
        }
    }
}
