//! Who says what is right before anything is timed.

use oracle::Truth;
use scenes::Scene;
use std::ops::Range;

/// The judge of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// Brute force: every pair of faces by exact arithmetic.
    BruteForce,
    /// parry3d's hierarchy of boxes with the exact test at its leaves: an independent witness,
    /// where brute force would take minutes. All detectors that agree with it agree with each
    /// other.
    Parry3d,
}

impl Judge {
    /// Up to so many pairs of faces over all frames, brute force judges: a few seconds.
    const MOST_FACE_PAIRS: u64 = 4_000_000_000;

    /// The judge that `frames` frames of `scene` allow.
    pub fn of(scene: &Scene, frames: usize) -> Judge {
        if face_pairs(scene).saturating_mul(frames as u64) <= Judge::MOST_FACE_PAIRS {
            Judge::BruteForce
        } else {
            Judge::Parry3d
        }
    }

    /// The judge's name in rows and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Judge::BruteForce => "brute-force",
            Judge::Parry3d => "parry3d",
        }
    }

    /// What is right, frame by frame.
    ///
    /// # Panics
    /// When a range of frames that the scene does not have is asked for.
    pub fn truths(self, scene: &Scene, frames: Range<usize>) -> Vec<Truth> {
        let judge = catalog::build(self.name(), &catalog::Options::none());
        let mut judge = judge.expect("both judges are in the catalog");
        judge
            .prepare(&scene.bodies)
            .expect("both judges take any body");
        frames
            .map(|i| Truth::by(judge.as_mut(), scene, i))
            .collect()
    }
}

/// How many pairs of faces of different bodies a scene has.
pub(crate) fn face_pairs(scene: &Scene) -> u64 {
    let faces: Vec<u64> = scene
        .bodies
        .iter()
        .map(|b| b.mesh.face_count() as u64)
        .collect();
    let all: u64 = faces.iter().sum();
    let squares: u64 = faces.iter().map(|n| n * n).sum();
    (all * all - squares) / 2
}
