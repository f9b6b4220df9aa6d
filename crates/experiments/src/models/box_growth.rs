//! Growth of the box around a rotated cube, a measurement without detectors [Hubbard96 §3].

use crate::model::{Model, Results, Session};
use crate::recorder::Recorder;
use anyhow::Result;
use geometry::{Mat3, Quat};
use records::{Row, Unit};
use scenes::random::SceneRng;
use serde::Deserialize;
use std::num::NonZeroU32;

/// Axis-aligned boxes around rotated cubes.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BoxGrowth {
    /// Number of rotations.
    pub rotations: NonZeroU32,
    /// Seed of the rotations.
    pub seed: u64,
}

impl Model for BoxGrowth {
    fn steps(&self) -> usize {
        self.rotations.get() as usize
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut random = SceneRng::new(self.seed);
        let mut recorder = Recorder::default();
        for _ in 0..self.steps() {
            recorder.push("volume", Unit::Ratio, growth(random.rotation()));
            session.advance();
        }
        let scene = format!("cubes seed={}", self.seed);
        let key = session.key(&scene, "axis-aligned box", "");
        let of_all = key.at("rotations", self.rotations.get().into());
        let mut results = Results::default();
        results.rows.extend(recorder.rows(&of_all));
        // The paper states two numbers. They are two series of one quantity.
        let growths = recorder.cases("volume");
        let mean = growths.iter().sum::<f64>() / growths.len() as f64;
        let worst = growths.iter().copied().fold(0.0, f64::max);
        for (series, growth) in [("mean", mean), ("worst", worst)] {
            let key = key.in_series(series.to_owned());
            let row = Row::exact(&key, "growth", Unit::Ratio, growth);
            results.rows.push(row);
        }
        Ok(results)
    }
}

/// Returns the volume of the axis-aligned box around a rotated unit cube.
fn growth(rotation: Quat) -> f64 {
    let rotated = Mat3::from_quat(rotation);
    let size = rotated.x_axis.abs() + rotated.y_axis.abs() + rotated.z_axis.abs();
    size.x * size.y * size.z
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Vec3;

    #[test]
    fn a_cube_at_rest_fills_its_box_and_one_on_its_corner_does_not() {
        assert_eq!(growth(Quat::IDENTITY), 1.0);
        // Half a turn about a diagonal: every row has entries 2/3, 2/3 and -1/3.
        let diagonal = Vec3::ONE.normalize();
        let half_turn = Quat::from_xyzw(diagonal.x, diagonal.y, diagonal.z, 0.0);
        assert!((growth(half_turn) - 125.0 / 27.0).abs() < 1e-12);
    }

    #[test]
    fn no_random_rotation_exceeds_the_half_turn_about_a_diagonal() {
        let mut random = SceneRng::new(1);
        let growths: Vec<f64> = (0..20_000).map(|_| growth(random.rotation())).collect();
        let worst = growths.iter().copied().fold(0.0, f64::max);
        assert!(4.4 < worst && worst <= 125.0 / 27.0 + 1e-12, "{worst}");
        assert!(growths.iter().all(|g| *g >= 1.0));
    }
}
