//! Curves divided by the curve of one detector, or over another quantity.

use crate::Plot;
use crate::against::against;
use crate::claims::ratio;
use crate::curves::{Line, lines};
use records::{Row, Rows, Unit};
use std::borrow::Cow;

/// Returns the rows that `plot` draws: those of the experiment, or for a plot with
/// [`Plot::divided_by`] their quotients under the same names, without the divisor itself, and for
/// one with [`Plot::against`] those rows over that quantity.
///
/// A quotient is that of two medians at the same position of the same series. Its interval comes
/// from samples of the same repeats, if they were kept. Positions without a divisor are left out.
pub(crate) fn drawn<'a>(rows: &'a Rows, experiment: &str, plot: &Plot) -> Cow<'a, Rows> {
    if let Some(work) = &plot.against {
        let wanted = |series: &str| plot.draws_series(series);
        return Cow::Owned(against(rows, experiment, plot.quantity(), work, wanted));
    }
    let Some(divisor) = &plot.divided_by else {
        return Cow::Borrowed(rows);
    };
    let all = lines(rows, experiment, plot.quantity());
    let quotients = all.iter().filter(|line| line.detector != divisor);
    let quotients = quotients.flat_map(|line| {
        let mut same_series = all.iter().filter(|l| l.series == line.series);
        let below = same_series.find(|l| l.detector == divisor);
        line.rows
            .iter()
            .filter_map(move |row| quotient(row, below?))
    });
    Cow::Owned(quotients.collect())
}

fn quotient(above: &Row, below: &Line<'_>) -> Option<Row> {
    let e = ratio(above, below.at(above.key.x)?).ok()?;
    let (key, ends) = (&above.key, [e.low, e.high]);
    let row = Row::enclosure(key, &above.quantity, Unit::Ratio, e.value, ends);
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::time;

    #[test]
    fn curves_are_divided_position_by_position_within_their_series() {
        let rows: Rows = [
            time("e", "a", "s=1", 1.0, &[2.0, 4.0, 3.0]),
            time("e", "a", "s=1", 2.0, &[5.0, 5.0, 5.0]),
            time("e", "a", "s=2", 1.0, &[1.0, 1.0, 1.0]),
            time("e", "b", "s=1", 1.0, &[4.0, 8.0, 6.0]),
            time("e", "b", "s=1", 3.0, &[4.0, 8.0, 6.0]),
            time("e", "b", "s=2", 1.0, &[3.0, 3.0, 3.0]),
            time("other", "b", "s=2", 1.0, &[3.0, 3.0, 3.0]),
        ]
        .into_iter()
        .collect();
        let by_a = Plot {
            divided_by: Some("a".into()),
            ..Plot::default()
        };
        let quotients = drawn(&rows, "e", &by_a);
        let seen: Vec<_> = quotients
            .iter()
            .map(|row| {
                (
                    &*row.key.detector,
                    &*row.key.series,
                    row.key.x,
                    row.outcome.clone(),
                )
            })
            .map(|(detector, series, x, value)| (detector, series, x, value.unwrap().estimate()))
            .map(|(detector, series, x, e)| (detector, series, x, [e.value, e.low, e.high]))
            .collect();
        // Twice in every repeat, although the times of the repeats differ.
        let expected = [("b", "s=1", 1.0, [2.0; 3]), ("b", "s=2", 1.0, [3.0; 3])];
        assert_eq!(seen, expected);
        assert!(quotients.iter().all(|row| row.unit == Unit::Ratio));
        assert_eq!(drawn(&rows, "e", &Plot::default()).len(), rows.len());
    }
}
