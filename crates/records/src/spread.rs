//! Spread between the processes of a recording: was the machine disturbed?

use crate::statistics::{median, quantile};
use crate::{Row, Samples, Value};

/// Spread of times between the processes that measured them.
///
/// The spread of one row is the median of its slowest process over that of its fastest. Processes
/// run the same code on the same data, so it shows what the machine did, and how wide the intervals
/// of a recording are. A loop that is timed beside may miss it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProcessSpread {
    /// Number of rows of times that several processes measured.
    pub rows: usize,
    /// Median of their spreads. At least 1.
    pub median: f64,
    /// Nine of ten rows have at most this spread.
    pub ninth_decile: f64,
    /// Share of the rows with a spread above [`ProcessSpread::WIDE`], from 0 to 1.
    pub wide: f64,
}

impl ProcessSpread {
    /// Median spread above which a recording is called disturbed.
    ///
    /// Full recordings of quiet machines have 1.04 to 1.10. One of a machine that was slow most of
    /// the time, as other work would make it, has 1.54.
    pub const DISTURBED: f64 = 1.25;

    /// Spread above which a row counts as wide.
    pub const WIDE: f64 = 1.3;

    /// Returns the spread of the rows of `time` that several processes measured. `None` if there
    /// are none.
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Option<ProcessSpread> {
        let is_time =
            |row: &&Row| row.quantity == "time" && matches!(row.outcome, Ok(Value::Samples(_)));
        let times = rows.into_iter().filter(is_time);
        let spreads: Vec<f64> = times.filter_map(|row| spread(&row.samples)).collect();
        let wide = spreads.iter().filter(|spread| **spread > Self::WIDE);
        Some(ProcessSpread {
            rows: spreads.len(),
            median: median(&spreads)?,
            ninth_decile: quantile(&spreads, 0.9)?,
            wide: wide.count() as f64 / spreads.len() as f64,
        })
    }

    /// Returns true if the median row differs more than [`ProcessSpread::DISTURBED`]: intervals are
    /// wide then, and few comparisons are decided.
    pub fn is_disturbed(&self) -> bool {
        self.median > Self::DISTURBED
    }
}

/// Returns the median of the slowest process over that of the fastest. `None` with one process.
fn spread(samples: &Samples) -> Option<f64> {
    let medians: Vec<f64> = samples
        .processes()
        .iter()
        .filter_map(|p| median(p))
        .collect();
    let slowest = medians.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let fastest = medians.iter().copied().fold(f64::INFINITY, f64::min);
    (medians.len() > 1 && fastest > 0.0).then_some(slowest / fastest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Key, Unit};

    /// A row of processes with these medians, each with an outlier that the median ignores.
    fn row(quantity: &str, medians: &[f64]) -> Row {
        let process = |m: &f64| vec![*m, *m, 9.0 * m];
        let samples = Samples::of_processes(medians.iter().map(process).collect::<Vec<_>>());
        Row::from_samples(&Key::default(), quantity, Unit::Seconds, samples)
    }

    #[test]
    fn the_spread_is_that_of_medians_of_processes() {
        let rows = [
            row("time", &[2.0, 3.0, 2.5]),
            row("time", &[1.0, 1.1]),
            row("time", &[1.0, 1.2]),
            // No spread is known, or it is another one.
            row("time", &[1.0]),
            row("cold-time", &[1.0, 8.0]),
            Row::failure(&Key::default(), "time", Unit::Seconds, "none"),
        ];
        let spread = ProcessSpread::of(&rows).unwrap();
        assert_eq!((spread.rows, spread.median), (3, 1.2));
        assert!((spread.ninth_decile - 1.44).abs() < 1e-12, "{spread:?}");
        assert_eq!(spread.wide, 1.0 / 3.0);
        assert!(!spread.is_disturbed());
        assert_eq!(ProcessSpread::of(&rows[3..]), None);
    }

    #[test]
    fn a_recording_is_disturbed_by_its_median_row() {
        let disturbed = |spreads: &[f64]| {
            let rows: Vec<Row> = spreads.iter().map(|s| row("time", &[1.0, *s])).collect();
            ProcessSpread::of(&rows).unwrap().is_disturbed()
        };
        assert!(disturbed(&[1.0, 1.5, 1.6]));
        assert!(!disturbed(&[1.1, 1.1, 3.0]));
    }
}
