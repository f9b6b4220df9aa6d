//! Widths of intervals and spread between processes: what a share of disjoint intervals shows.

use records::statistics::quantile;
use records::{ProcessSpread, Row};
use serde::Serialize;

/// Steadiness of both recordings.
#[derive(Serialize)]
pub(super) struct Steadiness {
    pub(super) before: Steady,
    pub(super) after: Steady,
}

/// Steadiness of a recording. Wide intervals overlap whatever changed.
#[derive(Default, Serialize)]
pub(super) struct Steady {
    /// Upper end of an interval over its lower end, of the rows that both recordings have: median
    /// and ninth decile. Absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) width: Option<[f64; 2]>,
    /// Median of the slowest process over that of the fastest, of all rows of times: median.
    /// Absent if none has several processes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) spread: Option<f64>,
    /// True if the spread is above [`ProcessSpread::DISTURBED`].
    pub(super) disturbed: bool,
}

impl Steady {
    /// `compared` are the rows with an interval that both recordings have, `all` those of one.
    pub(super) fn of<'a>(
        compared: impl Iterator<Item = &'a Row>,
        all: impl IntoIterator<Item = &'a Row>,
    ) -> Steady {
        let widths: Vec<f64> = compared.filter_map(width).collect();
        let spread = ProcessSpread::of(all);
        Steady {
            width: quantile(&widths, 0.5)
                .zip(quantile(&widths, 0.9))
                .map(|(m, d)| [m, d]),
            spread: spread.map(|spread| spread.median),
            disturbed: spread.is_some_and(|spread| spread.is_disturbed()),
        }
    }

    /// Returns a line on intervals, and one on processes below it.
    fn text(&self) -> String {
        let disturbed = if self.disturbed {
            format!("; disturbed (above {})", ProcessSpread::DISTURBED)
        } else {
            String::new()
        };
        let width = self
            .width
            .map(|[median, decile]| format!("{median:.2} in the median, 90 % at most {decile:.2}"));
        let spread = self
            .spread
            .map(|spread| format!("slowest process over fastest {spread:.2}{disturbed}"));
        let lines: Vec<String> = width.into_iter().chain(spread).collect();
        lines.join(";\n          ")
    }
}

impl Steadiness {
    /// Returns the lines for people; none if nothing has an interval.
    pub(super) fn text(&self) -> String {
        if self.before.width.is_none() {
            return String::new();
        }
        format!(
            "width of intervals (upper end over lower)\n  before: {}\n  after:  {}\n",
            self.before.text(),
            self.after.text()
        )
    }

    /// Returns the recordings that are disturbed, in words. `None` if neither is.
    pub(super) fn disturbed(&self) -> Option<&'static str> {
        match [self.before.disturbed, self.after.disturbed] {
            [false, false] => None,
            [true, false] => Some("the recording before is"),
            [false, true] => Some("the recording after is"),
            [true, true] => Some("both recordings are"),
        }
    }
}

/// Returns the width of a row's interval. `None` if it has none above zero.
fn width(row: &Row) -> Option<f64> {
    let estimate = row.outcome.as_ref().ok()?.estimate();
    (estimate.low > 0.0).then_some(estimate.high / estimate.low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::{Key, Samples, Unit};

    #[test]
    fn the_width_of_intervals_and_the_spread_of_processes_are_stated() {
        let row = |slower: f64| {
            let processes = Samples::of_processes([vec![1e-3; 5], vec![slower * 1e-3; 5]]);
            Row::from_samples(&Key::default(), "time", Unit::Seconds, processes)
        };
        let steady = |slower| {
            let rows = [row(slower), row(slower)];
            Steady::of(rows.iter(), &rows)
        };
        let both = Steadiness {
            before: steady(1.1),
            after: steady(1.5),
        };
        let text = both.text();
        // Two processes: a draw may have one of them twice.
        for line in [
            "  before: 1.10 in the median, 90 % at most 1.10;\n          slowest process over \
             fastest 1.10\n",
            "  after:  1.50 in the median, 90 % at most 1.50;\n          slowest process over \
             fastest 1.50; disturbed (above 1.25)\n",
        ] {
            assert!(text.contains(line), "{text}");
        }
        assert_eq!(both.disturbed(), Some("the recording after is"));
    }

    #[test]
    fn without_intervals_nothing_is_stated() {
        let [before, after] = [Steady::default(), Steady::default()];
        let none = Steadiness { before, after };
        assert_eq!((none.text(), none.disturbed()), (String::new(), None));
    }
}
