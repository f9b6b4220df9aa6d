//! Curves of rows: one for each detector and series, along the rows' own axis.

use crate::format::UnitScale;
use crate::{PaperCurve, Plot};
use records::{Row, Rows, Selection, Unit};

/// The rows of one quantity, one detector and one series, from left to right. Never empty.
#[derive(Clone, Debug)]
pub(crate) struct Line<'a> {
    /// Detector with its options.
    pub(crate) detector: &'a str,
    /// Series, possibly empty.
    pub(crate) series: &'a str,
    /// Rows that have numbers, one for each x.
    pub(crate) rows: Vec<&'a Row>,
}

impl<'a> Line<'a> {
    /// Returns the row at `x`.
    pub(crate) fn at(&self, x: f64) -> Option<&'a Row> {
        self.rows.iter().copied().find(|row| row.key.x == x)
    }

    /// Returns the row with the largest x.
    pub(crate) fn last(&self) -> &'a Row {
        self.rows.last().expect("a line has rows")
    }

    /// Returns x and median of each row, from left to right.
    pub(crate) fn points(&self) -> Vec<(f64, f64)> {
        points(&self.rows)
    }

    /// Returns true if the paper's curve is compared with this one.
    pub(crate) fn is_beside(&self, paper: &PaperCurve) -> bool {
        self.detector == paper.detector && self.series == paper.series
    }
}

/// Returns x and median of each row that has numbers.
pub(crate) fn points(rows: &[&Row]) -> Vec<(f64, f64)> {
    let point = |row: &&Row| Some((row.key.x, row.median()?));
    rows.iter().filter_map(point).collect()
}

/// Returns the curves of `quantity` in an experiment, sorted by series, then by detector.
pub(crate) fn lines<'a>(rows: &'a Rows, experiment: &str, quantity: &str) -> Vec<Line<'a>> {
    let selection = Selection {
        quantity: Some(quantity),
        ..Selection::of(experiment)
    };
    let mut lines: Vec<Line<'a>> = Vec::new();
    let rows = rows.select(&selection).into_iter();
    for row in rows.filter(|row| row.median().is_some()) {
        let key = &row.key;
        match lines.last_mut() {
            Some(line) if line.detector == key.detector && line.series == key.series => {
                if line.last().key.x < key.x {
                    line.rows.push(row);
                }
            }
            _ => lines.push(Line {
                detector: &key.detector,
                series: &key.series,
                rows: vec![row],
            }),
        }
    }
    lines
}

/// Returns the curves of `quantity` for the detectors and series that `plot` draws.
pub(crate) fn lines_of_plot<'a>(
    rows: &'a Rows,
    experiment: &str,
    plot: &Plot,
    quantity: &str,
) -> Vec<Line<'a>> {
    let wanted = |list: &[String], name: &str| list.is_empty() || list.iter().any(|l| l == name);
    let mut lines = lines(rows, experiment, quantity);
    // Over another quantity, the series were chosen before and have no names.
    let series = |l: &Line<'_>| plot.against.is_some() || plot.draws_series(l.series);
    lines.retain(|l| wanted(&plot.detectors, l.detector) && series(l));
    lines
}

/// Returns the number of samples per point of `plot`, if a point is the worst of a group. A group
/// is at its last sample, counted from 1. `None` if each sample is a point.
pub(crate) fn group(plot: &Plot, lines: &[Line<'_>]) -> Option<f64> {
    let first = lines.first()?.rows[0].key.x;
    Some(first).filter(|first| *first > 1.0 && !plot.worst_of.is_empty())
}

/// Returns the distinct values in order of first occurrence.
pub(crate) fn distinct<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}

/// Returns names that distinguish the curves of one picture or table: by detector, series, or both.
pub(crate) fn names(lines: &[Line<'_>]) -> Vec<String> {
    let one_detector = distinct(lines.iter().map(|l| l.detector)).len() == 1;
    let one_series = distinct(lines.iter().map(|l| l.series)).len() == 1;
    let name = |line: &Line<'_>| {
        let series = crate::format::series(line.series);
        match (one_detector, one_series) {
            (true, false) => series,
            (_, true) => crate::names::name(line.detector),
            (false, false) => format!("{}, {series}", crate::names::name(line.detector)),
        }
    };
    lines.iter().map(name).collect()
}

/// Returns one unit for all numbers of a plot's table: percent if it asks for it, else that of
/// their geometric mean.
pub(crate) fn table_scale(plot: &Plot, lines: &[Line<'_>]) -> UnitScale {
    let unit = lines[0].rows[0].unit;
    if plot.percent && unit == Unit::Ratio {
        return UnitScale::PERCENT;
    }
    let values = lines.iter().flat_map(Line::points).map(|(_, y)| y);
    UnitScale::common(values, unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::time;

    fn rows() -> Rows {
        let mut rows: Rows = [
            time("e", "a", "faces=528", 2.0, &[0.2]),
            time("e", "a", "faces=528", 1.0, &[0.1]),
            time("e", "b", "faces=528", 1.0, &[0.3]),
            time("e", "a", "faces=3968", 1.0, &[0.9]),
        ]
        .into_iter()
        .collect();
        let failed = &time("e", "b", "faces=528", 2.0, &[0.1]).key;
        rows.push(Row::failure(
            failed,
            "time",
            records::Unit::Seconds,
            "gave up",
        ));
        rows
    }

    #[test]
    fn rows_become_curves_and_failures_leave_gaps() {
        let rows = rows();
        let lines = lines(&rows, "e", "time");
        let seen: Vec<_> = lines
            .iter()
            .map(|l| (l.detector, l.series, l.points()))
            .collect();
        assert_eq!(
            seen,
            [
                ("a", "faces=528", vec![(1.0, 0.1), (2.0, 0.2)]),
                ("b", "faces=528", vec![(1.0, 0.3)]),
                ("a", "faces=3968", vec![(1.0, 0.9)]),
            ]
        );
        assert_eq!(
            names(&lines),
            ["a, 528 faces", "b, 528 faces", "a, 3968 faces"]
        );
        assert!(super::lines(&rows, "e", "voxels").is_empty());
    }

    #[test]
    fn a_plot_picks_detectors_and_series() {
        let rows = rows();
        let only_a = Plot {
            detectors: vec!["a".into()],
            ..Plot::default()
        };
        let lines = lines_of_plot(&rows, "e", &only_a, "time");
        assert_eq!(names(&lines), ["528 faces", "3968 faces"]);
        let one_series = Plot {
            series: vec!["faces=528".into()],
            ..Plot::default()
        };
        assert_eq!(
            names(&lines_of_plot(&rows, "e", &one_series, "time")),
            ["a", "b"]
        );
    }
}
