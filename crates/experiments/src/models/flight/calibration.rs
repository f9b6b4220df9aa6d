//! Seconds of a definition on a machine of another speed.
//!
//! The claims of [Hubbard96 §11.3] are about a machine on which exact detection took 58 times the
//! frame. A faster machine leaves no frame to miss. So the frame and the share of detection are
//! scaled by one factor: an exact detector, flown before all others, takes as many frames here as
//! it took there.

use crate::model::positive;
use crate::participant::Participant;
use anyhow::{Result, ensure};
use scenes::bodies::BodyModel;
use serde::Deserialize;

/// Flight of an exact detector, untimed in rows, that scales the times of a definition.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Calibration {
    /// The user's ship.
    pub user: BodyModel,
    /// The other ships.
    pub drone: BodyModel,
    /// The detector. It decides how ships bounce.
    pub detector: Participant,
    /// Mean seconds of detection in a frame that the definition's times refer to.
    #[serde(deserialize_with = "positive")]
    pub mean: f64,
}

/// Seconds of a rendered frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FrameTimes {
    /// The whole frame.
    pub(super) frame: f64,
    /// Share of detection and response.
    pub(super) budget: f64,
}

impl FrameTimes {
    /// Returns the seconds of a rendered frame whose detection took `used` seconds: the rest of the
    /// frame takes as long as it is allowed, and if detection ends early, the frame waits for the
    /// "slack" time [Hubbard96 §4.2].
    pub(super) fn length(&self, used: f64) -> f64 {
        self.frame - self.budget + used.max(self.budget)
    }
}

impl Calibration {
    /// Checks that no budget stops the detector.
    pub(super) fn check(&self) -> Result<()> {
        let Calibration { detector, .. } = self;
        ensure!(
            !detector.supports_budgets,
            "`calibration` needs a detector that ignores budgets, and {} does not",
            detector.label
        );
        Ok(())
    }

    /// Returns the times of a definition, scaled by the mean of the measured seconds of detection.
    pub(super) fn scaled(&self, stated: FrameTimes, measured: &[f64]) -> FrameTimes {
        let scale = measured.iter().sum::<f64>() / measured.len() as f64 / self.mean;
        FrameTimes {
            frame: stated.frame * scale,
            budget: stated.budget * scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_as_many_means_here_as_it_was_there() {
        let read = |name: &str| {
            let text = format!(
                "user = \"lamp\"\ndrone = \"chair\"\nmean = 8\ndetector = {{ name = \"{name}\" }}"
            );
            toml::from_str::<Calibration>(&text).unwrap()
        };
        let (frame, budget) = (2.0, 0.5);
        let scaled = read("bsp-tree").scaled(FrameTimes { frame, budget }, &[1.0, 3.0]);
        let (frame, budget) = (0.5, 0.125);
        assert_eq!(scaled, FrameTimes { frame, budget });
        let length = |used| scaled.length(used);
        assert_eq!([0.0, 0.125, 0.25].map(length), [0.5, 0.5, 0.625]);
        assert!(read("bsp-tree").check().is_ok());
        let error = read("sphere-tree-octree").check().unwrap_err().to_string();
        assert!(error.contains("ignores budgets"), "{error}");
    }
}
