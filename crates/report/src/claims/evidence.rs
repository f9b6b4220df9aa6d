//! Questions that claims ask of rows.

use crate::curves::{Line, distinct, lines};
use records::statistics::{Estimate, growth_exponent, ratio_interval};
use records::{Query, Row, Rows, Value};

/// Why a claim cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Missing(pub(crate) String);

/// The rows, with questions that name what is missing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence<'a> {
    rows: &'a Rows,
}

impl<'a> Evidence<'a> {
    /// The evidence of `rows`.
    pub(crate) fn of(rows: &'a Rows) -> Evidence<'a> {
        Evidence { rows }
    }

    /// The curve of `quantity`, along the experiment's own axis.
    pub(crate) fn curve(
        &self,
        experiment: &str,
        quantity: &str,
        detector: &str,
        series: &str,
    ) -> Result<Line<'a>, Missing> {
        let all = lines(self.rows, experiment, quantity);
        let found = all
            .into_iter()
            .find(|l| l.detector == detector && l.series == series);
        found.ok_or_else(|| self.why_missing(experiment, quantity, detector, series))
    }

    /// Everybody of whom `quantity` was measured.
    pub(crate) fn detectors(
        &self,
        experiment: &str,
        quantity: &str,
    ) -> Result<Vec<&'a str>, Missing> {
        let all = lines(self.rows, experiment, quantity);
        match distinct(all.iter().map(|line| line.detector)) {
            none if none.is_empty() => Err(Missing(format!(
                "{experiment}: {quantity} was not measured"
            ))),
            detectors => Ok(detectors),
        }
    }

    /// The curve of times.
    pub(crate) fn times(
        &self,
        experiment: &str,
        detector: &str,
        series: &str,
    ) -> Result<Line<'a>, Missing> {
        self.curve(experiment, "time", detector, series)
    }

    /// The time at `x`.
    pub(crate) fn time_at(
        &self,
        experiment: &str,
        detector: &str,
        series: &str,
        x: f64,
    ) -> Result<&'a Row, Missing> {
        let line = self.times(experiment, detector, series)?;
        line.at(x)
            .ok_or_else(|| Missing(format!("{experiment}: no time of {detector} at {x}")))
    }

    /// Why a curve is not there: the error of a row that failed, or that nobody measured it.
    fn why_missing(
        &self,
        experiment: &str,
        quantity: &str,
        detector: &str,
        series: &str,
    ) -> Missing {
        let query = Query {
            detector: Some(detector),
            series: Some(series),
            ..Query::of(experiment)
        };
        let failed = self.rows.select(&query).into_iter().find_map(Row::error);
        let of = match series {
            "" => format!("{quantity} of {detector}"),
            series => format!(
                "{quantity} of {detector}, {}",
                crate::format::series(series)
            ),
        };
        Missing(match failed {
            Some(error) => format!("{experiment}: {of} failed: {error}"),
            None => format!("{experiment}: {of} was not measured"),
        })
    }
}

/// The median of a row that has numbers.
pub(crate) fn median(row: &Row) -> f64 {
    row.median().expect("lines hold rows with numbers")
}

/// The ratio of two medians. Its interval comes from samples taken in the same repeats, where
/// they were kept; else from the ends of both intervals, which is wider.
pub(crate) fn ratio(above: &Row, below: &Row) -> Result<Estimate, Missing> {
    if above.samples.len() > 1
        && let Some(paired) = ratio_interval(&above.samples, &below.samples)
    {
        return Ok(paired);
    }
    let estimate = |row: &Row| row.outcome.as_ref().ok().map(Value::estimate);
    match (estimate(above), estimate(below)) {
        (Some(a), Some(b)) if b.low > 0.0 => Ok(Estimate {
            value: a.value / b.value,
            low: a.low / b.high,
            high: a.high / b.low,
        }),
        _ => Err(Missing(format!(
            "{}: a time of nought",
            above.key.experiment
        ))),
    }
}

/// The growth exponent of a curve between two places on its axis.
pub(crate) fn exponent(line: &Line<'_>, from: f64, to: f64) -> Result<Estimate, Missing> {
    let mut points = line.points();
    points.retain(|(x, _)| (from..=to).contains(x));
    let experiment = &line.last().key.experiment;
    if points.len() < 3 {
        let measured = format!("{experiment}: fewer than three points of {}", line.detector);
        return Err(Missing(format!("{measured} between {from} and {to}")));
    }
    growth_exponent(&points).ok_or_else(|| Missing(format!("{experiment}: a time of nought")))
}

/// Where a curve reaches `height`: between the two points around it as a power law; beyond its
/// end along its last two points.
pub(crate) fn reaches(points: &[(f64, f64)], height: f64) -> Option<f64> {
    let around = points
        .windows(2)
        .find(|w| w[0].1 <= height && height <= w[1].1);
    let [(x0, y0), (x1, y1)] = *around.or(points.windows(2).last())? else {
        return None;
    };
    let rises = y1 > y0 && y0 > 0.0 && x0 > 0.0;
    rises.then(|| x0 * (x1 / x0).powf((height / y0).ln() / (y1 / y0).ln()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{around, time};

    #[test]
    fn what_is_missing_is_named() {
        let mut rows: Rows = [time("e", "a", "", 1.0, &[0.1])].into_iter().collect();
        let key = &time("e", "b", "", 1.0, &[0.1]).key;
        rows.push(Row::failure(
            key,
            "time",
            records::Unit::Seconds,
            "body 3 is concave",
        ));
        let evidence = Evidence::of(&rows);
        assert!(evidence.time_at("e", "a", "", 1.0).is_ok());
        let why = |missing: Result<&Row, Missing>| missing.unwrap_err().0;
        assert_eq!(
            why(evidence.time_at("e", "a", "", 2.0)),
            "e: no time of a at 2"
        );
        let failed = why(evidence.time_at("e", "b", "", 1.0));
        assert_eq!(failed, "e: time of b failed: body 3 is concave");
        let absent = why(evidence.time_at("e", "c", "faces=8", 1.0));
        assert_eq!(absent, "e: time of c, 8 faces was not measured");
    }

    #[test]
    fn ratios_pair_samples_and_fall_back_on_intervals() {
        let (a, b) = (
            time("e", "a", "", 1.0, &around(6.0)),
            time("e", "b", "", 1.0, &around(3.0)),
        );
        let paired = ratio(&a, &b).unwrap();
        assert!(
            (paired.value - 2.0).abs() < 1e-9 && paired.high - paired.low < 1e-9,
            "{paired:?}"
        );
        let wide = ratio(&a.without_samples(), &b).unwrap();
        assert!(
            (wide.value - 2.0).abs() < 1e-9 && wide.high - wide.low > 0.01,
            "{wide:?}"
        );
        assert!(ratio(&b, &time("e", "c", "", 1.0, &[0.0])).is_err());
    }

    #[test]
    fn a_height_is_found_between_points_and_beyond_them() {
        let quadratic = [(1.0, 1.0), (10.0, 100.0), (100.0, 10_000.0)];
        assert!((reaches(&quadratic, 400.0).unwrap() - 20.0).abs() < 1e-9);
        assert!((reaches(&quadratic, 40_000.0).unwrap() - 200.0).abs() < 1e-9);
        assert_eq!(reaches(&quadratic[..1], 400.0), None);
        assert_eq!(reaches(&[(1.0, 2.0), (2.0, 1.0)], 4.0), None);
    }

    #[test]
    fn exponents_need_three_points_in_range() {
        let rows: Rows = [1.0, 2.0, 4.0, 8.0]
            .map(|x| time("e", "a", "", x, &[x * x]))
            .into_iter()
            .collect();
        let line = Evidence::of(&rows).times("e", "a", "").unwrap();
        assert!((exponent(&line, 1.0, 8.0).unwrap().value - 2.0).abs() < 1e-9);
        assert!(
            exponent(&line, 4.0, 8.0)
                .unwrap_err()
                .0
                .contains("fewer than three")
        );
    }
}
