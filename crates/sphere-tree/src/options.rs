//! Options of the two detectors, as definitions, the command line and the catalog name them.

use crate::build::BuildOptions;
use crate::build::merging::BoundingBallKind;
use crate::detector::{TimeCritical, TreeBuilder};
use crate::search::LastLevel;
use crate::search::frontier::Start;
use crate::search::schedule::Schedule;
use crate::tree::Coverage;
use broad_phase::BroadPhaseKind;
use collision::{BroadPhase, Pairwise};
use serde::{Deserialize, Serialize};

/// Use of a part of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Switch {
    /// In use.
    #[default]
    On,
    /// Left out.
    Off,
}

impl Switch {
    fn is_on(self) -> bool {
        self == Switch::On
    }
}

/// Options of the detector whose trees come from the medial axis. Default: [`BuildOptions::tuned`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct SphereTreeOptions {
    /// Ball around forming points [§8].
    pub balls: BoundingBallKind,
    /// Policy of coverage [§9.1].
    pub coverage: Coverage,
    /// Points on the surface, before gaps and necks get more [§7].
    pub samples: usize,
    /// Order in which body pairs are refined [§4.2].
    pub schedule: Schedule,
    /// Start of the search in each frame [§12].
    pub start: Start,
    /// Level at which a search ends.
    pub last_level: LastLevel,
    /// Proof of interference by balls inside the bodies (D18), which the paper does not have.
    pub inner: Switch,
    /// Broad phase over the boxes of bounding spheres. Default: sort and sweep.
    pub broad_phase: BroadPhaseKind,
}

impl Default for SphereTreeOptions {
    fn default() -> SphereTreeOptions {
        let tuned = BuildOptions::tuned();
        SphereTreeOptions {
            balls: tuned.around,
            coverage: tuned.coverage,
            samples: tuned.samples,
            schedule: Schedule::default(),
            start: Start::default(),
            last_level: LastLevel::default(),
            inner: Switch::On,
            broad_phase: BroadPhaseKind::SortAndSweep,
        }
    }
}

impl SphereTreeOptions {
    /// Name of the detector.
    pub const NAME: &str = "sphere-tree";

    /// Returns the options of its trees.
    pub fn build_options(&self) -> BuildOptions {
        BuildOptions {
            around: self.balls,
            coverage: self.coverage,
            samples: self.samples,
            ..BuildOptions::tuned()
        }
    }

    /// Returns the detector. It builds its trees when it is prepared.
    pub fn detector(&self) -> Pairwise<Box<dyn BroadPhase>, TimeCritical> {
        self.with_trees(self.build_options())
    }

    /// Returns the detector with trees of `builder`, for example a cache of
    /// [`SphereTreeOptions::build_options`].
    pub fn with_trees(
        &self,
        builder: impl TreeBuilder + 'static,
    ) -> Pairwise<Box<dyn BroadPhase>, TimeCritical> {
        let detector = TimeCritical::new(Self::NAME, builder)
            .with_schedule(self.schedule)
            .with_start(self.start)
            .with_last_level(self.last_level)
            .with_inner_balls(self.inner.is_on());
        detector.with_broad_phase(self.broad_phase.build())
    }
}

/// Options of the detector whose trees come from octants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct SphereTreeOctreeOptions {
    /// Order in which body pairs are refined [§4.2].
    pub schedule: Schedule,
    /// Start of the search in each frame [§12].
    pub start: Start,
    /// Level at which a search ends.
    pub last_level: LastLevel,
    /// Proof of interference by balls inside the bodies (D18), which the paper does not have.
    pub inner: Switch,
    /// Broad phase over the boxes of bounding spheres. Default: sort and sweep.
    pub broad_phase: BroadPhaseKind,
}

impl Default for SphereTreeOctreeOptions {
    fn default() -> SphereTreeOctreeOptions {
        SphereTreeOctreeOptions {
            schedule: Schedule::default(),
            start: Start::default(),
            last_level: LastLevel::default(),
            inner: Switch::On,
            broad_phase: BroadPhaseKind::SortAndSweep,
        }
    }
}

impl SphereTreeOctreeOptions {
    /// Name of the detector.
    pub const NAME: &str = "sphere-tree-octree";

    /// Returns the options of its trees.
    pub fn build_options(&self) -> BuildOptions {
        BuildOptions::octree()
    }

    /// Returns the detector. It builds its trees when it is prepared.
    pub fn detector(&self) -> Pairwise<Box<dyn BroadPhase>, TimeCritical> {
        self.with_trees(self.build_options())
    }

    /// Returns the detector with trees of `builder`, for example a cache of
    /// [`SphereTreeOctreeOptions::build_options`].
    pub fn with_trees(
        &self,
        builder: impl TreeBuilder + 'static,
    ) -> Pairwise<Box<dyn BroadPhase>, TimeCritical> {
        let detector = TimeCritical::new(Self::NAME, builder)
            .with_schedule(self.schedule)
            .with_start(self.start)
            .with_last_level(self.last_level)
            .with_inner_balls(self.inner.is_on());
        detector.with_broad_phase(self.broad_phase.build())
    }
}
