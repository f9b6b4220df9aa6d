//! How much a box grows that is put around a turned cube: a measurement without detectors
//! [Hubbard96 §3].

use crate::experiment::{Measurement, Session};
use crate::run::Results;
use anyhow::{Result, ensure};
use geometry::{Mat3, Quat};
use records::{Key, Row, Unit};
use scenes::random::SceneRng;
use serde::Deserialize;

/// Boxes around turned cubes.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Cubes {
    /// How many rotations.
    pub rotations: u32,
    /// The seed.
    pub seed: u64,
    /// What a quick run does less.
    pub quick: QuickCubes,
}

/// What a quick run does less.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuickCubes {
    /// How many rotations.
    pub rotations: u32,
}

impl Measurement for Cubes {
    fn check(&self) -> Result<()> {
        ensure!(
            self.rotations > 0 && self.quick.rotations > 0,
            "`rotations` is 0: at least 1"
        );
        Ok(())
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let count = if session.quick {
            self.quick.rotations
        } else {
            self.rotations
        };
        let mut rng = SceneRng::new(self.seed);
        let growths: Vec<f64> = (0..count).map(|_| growth(rng.rotation())).collect();
        let key = session.key(&format!("cubes seed={}", self.seed), "rotations");
        let key = Key {
            detector: "axis-aligned box".to_owned(),
            x: f64::from(count),
            ..key
        };
        let mut results = Results::default();
        let all = Row::distribution(&key, "volume", Unit::Ratio, &growths);
        results.rows.extend([all]);
        results.rows.extend(mean_and_worst(&key, &growths));
        Ok(results)
    }
}

/// The two numbers that the paper states, as two series of one quantity.
fn mean_and_worst(key: &Key, growths: &[f64]) -> [Row; 2] {
    let mean = growths.iter().sum::<f64>() / growths.len() as f64;
    let worst = growths.iter().copied().fold(0.0, f64::max);
    [("mean", mean), ("worst", worst)].map(|(series, value)| {
        let key = Key {
            series: series.to_owned(),
            x_name: String::new(),
            x: 0.0,
            ..key.clone()
        };
        Row::exact(&key, "growth", Unit::Ratio, value)
    })
}

/// The volume of the axis-aligned box around a unit cube that is turned.
fn growth(rotation: Quat) -> f64 {
    let turned = Mat3::from_quat(rotation);
    let size = turned.x_axis.abs() + turned.y_axis.abs() + turned.z_axis.abs();
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
    fn both_numbers_of_the_paper_have_a_row() {
        let rows = mean_and_worst(&Key::default(), &[1.0, 2.0, 6.0]);
        let told = rows.map(|row| (row.key.series.clone(), row.median()));
        let expected = [("mean", 3.0), ("worst", 6.0)];
        assert_eq!(told, expected.map(|(s, v)| (s.to_owned(), Some(v))));
    }

    #[test]
    fn no_random_rotation_exceeds_the_half_turn_about_a_diagonal() {
        let mut rng = SceneRng::new(1);
        let growths: Vec<f64> = (0..20_000).map(|_| growth(rng.rotation())).collect();
        let worst = growths.iter().copied().fold(0.0, f64::max);
        assert!(4.4 < worst && worst <= 125.0 / 27.0 + 1e-12, "{worst}");
        assert!(growths.iter().all(|g| *g >= 1.0));
    }
}
