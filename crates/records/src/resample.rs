//! Resampled rows: samples drawn again, with replacement, from those that were measured.

use crate::statistics::resampled_summary;
use crate::{Key, Row, Samples, Value};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

impl Row {
    /// Returns this row with samples drawn from its own, with replacement: processes, and repeats
    /// of each. A distribution that is only summarized draws its median from the interval, which is
    /// taken for that of a normal distribution. A row without either is returned as it is.
    ///
    /// Rows of one experiment draw the same processes, and rows that were measured together the
    /// same repeats. The result keeps no samples, and its interval has no width. One `draw` gives
    /// the same row on every machine.
    #[must_use]
    pub fn resampled(&self, draw: u32) -> Row {
        let processes = self.samples.processes();
        let key = &self.key;
        let stream = |texts: &[&str]| Pcg32::seed_from_u64(seed(texts, draw));
        if processes.is_empty() {
            let random = stream(&[&key.experiment, &key.detector, &key.series, &self.quantity]);
            return self.shifted(random);
        }
        let mut of_experiment = stream(&[&key.experiment]);
        let point = point(key);
        let mut of_point = stream(&[&key.experiment, &key.scene, &key.series, &point]);
        let mut drawn = Vec::with_capacity(self.samples.len());
        for _ in 0..processes.len() {
            let process =
                &processes[of_experiment.random_range(0..processes.len() as u32) as usize];
            let n = process.len() as u32;
            drawn.extend((0..n).map(|_| process[of_point.random_range(0..n) as usize]));
        }
        let outcome = self.outcome.clone().map(|value| match value {
            Value::Samples(_) => resampled_summary(&drawn).map_or(value, Value::Samples),
            Value::Distribution(_) => resampled_summary(&drawn).map_or(value, Value::Distribution),
            Value::Enclosure { .. } | Value::Exact(_) => value,
        });
        // Not from a clone, which would copy the samples.
        Row {
            key: key.clone(),
            quantity: self.quantity.clone(),
            unit: self.unit,
            outcome,
            samples: Samples::default(),
        }
    }
}

impl Row {
    /// Returns true if [`Row::resampled`] gives other numbers.
    pub fn varies(&self) -> bool {
        !self.samples.is_empty() || matches!(self.outcome, Ok(Value::Distribution(_)))
    }

    /// Returns this row with the summary of a distribution moved within the interval of its median.
    fn shifted(&self, mut random: Pcg32) -> Row {
        let mut row = self.clone();
        if let Ok(Value::Distribution(summary)) = &mut row.outcome {
            // The sum of twelve uniform numbers is close to normal, and needs no library.
            let normal = (0..12).map(|_| random.random_range(0.0..1.0)).sum::<f64>() - 6.0;
            let width = if normal < 0.0 {
                summary.median - summary.ci_low
            } else {
                summary.ci_high - summary.median
            };
            // 1.96 standard deviations.
            summary.median += normal * width / 1.96;
            (summary.ci_low, summary.ci_high) = (summary.median, summary.median);
        }
        row
    }
}

/// Returns the name of the point of a sweep whose rows are measured together. Frames of a scene
/// share their repeats, so they have one name.
fn point(key: &Key) -> String {
    match key.frame {
        Some(frame) if key.x == f64::from(frame) => String::new(),
        _ => key.x.to_string(),
    }
}

/// Returns the seed of a random stream for these texts and this number: the same on every platform
/// and in every release.
pub fn seed(texts: &[&str], number: u32) -> u64 {
    // FNV-1a. No text has the byte 0xff.
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xff]));
    let bytes = bytes.chain(number.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unit;

    fn row(detector: &str, x: f64, factor: f64) -> Row {
        let key = Key {
            experiment: "fig6".into(),
            detector: detector.into(),
            x,
            ..Key::default()
        };
        let process = |level: f64| (0..7).map(|i| factor * (level + f64::from(i))).collect();
        let processes: Vec<Vec<f64>> = [10.0, 20.0, 30.0].map(process).to_vec();
        Row::from_samples(
            &key,
            "time",
            Unit::Seconds,
            Samples::of_processes(processes),
        )
    }

    #[test]
    fn rows_measured_together_are_drawn_together() {
        let mut apart = 0;
        let mut medians = Vec::new();
        for draw in 0..100 {
            let number = |row: Row| row.resampled(draw).median().unwrap();
            let [one, other] = [number(row("a", 1.0, 1.0)), number(row("b", 1.0, 2.0))];
            assert_eq!(other, 2.0 * one);
            // Another point has repeats of its own.
            apart += u32::from(number(row("a", 2.0, 1.0)) != one);
            medians.push(one);
        }
        assert!(apart > 50, "{apart}");
        let (least, most) = medians
            .iter()
            .fold((f64::MAX, 0.0), |(a, b): (f64, f64), m| {
                (a.min(*m), b.max(*m))
            });
        assert!(least < 17.0 && most > 29.0, "{least} to {most}");
        assert_eq!(
            row("a", 1.0, 1.0).resampled(3),
            row("a", 1.0, 1.0).resampled(3)
        );
    }

    #[test]
    fn numbers_without_samples_stay() {
        let count = Row::count(&Key::default(), "voxels", 7);
        assert_eq!(count.resampled(1), count);
    }
}
