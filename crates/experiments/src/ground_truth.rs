//! Exact answers, against which every detector is checked before it is timed.

use oracle::Truth;
use scenes::Scene;

/// Source of the exact answers of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundTruth {
    /// Brute force: every pair of faces by exact arithmetic.
    BruteForce,
    /// parry3d's hierarchy of boxes with the exact test at its leaves.
    ///
    /// It replaces brute force where that takes minutes.
    Parry3d,
}

impl GroundTruth {
    /// Maximum number of face pairs, over all frames, for brute force: a few seconds.
    pub(crate) const MAX_FACE_PAIRS: u64 = 4_000_000_000;

    /// Returns the source that `frames` frames of `scene` allow.
    pub fn for_scene(scene: &Scene, frames: usize) -> GroundTruth {
        if face_pairs(scene, frames) <= GroundTruth::MAX_FACE_PAIRS {
            GroundTruth::BruteForce
        } else {
            GroundTruth::Parry3d
        }
    }

    /// Returns the name in rows and messages.
    pub const fn name(self) -> &'static str {
        match self {
            GroundTruth::BruteForce => "brute-force",
            GroundTruth::Parry3d => "parry3d",
        }
    }

    /// Returns the exact answer of each frame.
    ///
    /// # Panics
    /// Panics if `frames` is out of range.
    pub fn compute(self, scene: &Scene, frames: impl IntoIterator<Item = usize>) -> Vec<Truth> {
        let detector = catalog::build(self.name(), &catalog::Options::none());
        let mut detector = detector.expect("both sources are in the catalog");
        detector
            .prepare(&scene.bodies)
            .expect("both sources accept any body");
        Truth::by_frame(detector.as_mut(), scene, frames)
    }
}

/// Returns the number of pairs of faces of different bodies, over `frames` frames.
pub(crate) fn face_pairs(scene: &Scene, frames: usize) -> u64 {
    let faces = scene.bodies.iter().map(|b| b.mesh().face_count() as u64);
    let all: u64 = faces.clone().sum();
    let squares: u64 = faces.map(|n| n * n).sum();
    ((all * all - squares) / 2).saturating_mul(frames as u64)
}
