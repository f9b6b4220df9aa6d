//! Curves over another quantity of the same rows: time against contacts, over all jobs of a race.

use crate::curves::{Line, lines};
use records::{Row, Rows, Unit};
use std::collections::BTreeMap;

/// Returns the rows of `quantity` in an experiment, with the value of the quantity `against` of the
/// same detector, series and position as their `x`, and without a series.
///
/// `wanted` chooses the series. Times are in microseconds there, the unit of budgets. A row without
/// a positive value of that quantity is left out: such work is on no logarithmic axis. Where
/// several series have the same value, the next ones are moved to the right by one unit in the last
/// place, since a curve has one row for each `x`.
pub(crate) fn against(
    rows: &Rows,
    experiment: &str,
    quantity: &str,
    against: &str,
    wanted: impl Fn(&str) -> bool,
) -> Rows {
    let positions = lines(rows, experiment, against);
    let mut curves: BTreeMap<&str, Vec<(f64, Row)>> = BTreeMap::new();
    let all = lines(rows, experiment, quantity);
    for line in all.iter().filter(|line| wanted(line.series)) {
        let is_same = |l: &&Line<'_>| l.detector == line.detector && l.series == line.series;
        let Some(position) = positions.iter().find(is_same) else {
            continue;
        };
        for row in &line.rows {
            let x = position.at(row.key.x).and_then(position_of);
            if let Some(x) = x.filter(|x| *x > 0.0) {
                let moved = (x, Row::clone(row));
                curves.entry(line.detector).or_default().push(moved);
            }
        }
    }
    let in_order = |mut curve: Vec<(f64, Row)>| {
        curve.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut last = 0.0_f64;
        curve.into_iter().map(move |(x, mut row)| {
            last = if x > last { x } else { last.next_up() };
            row.key.x = last;
            row.key.x_name = against.to_owned();
            row.key.series.clear();
            row
        })
    };
    curves.into_values().flat_map(in_order).collect()
}

/// Returns the value of a row as a position on an axis.
fn position_of(row: &Row) -> Option<f64> {
    let scale = if row.unit == Unit::Seconds { 1e6 } else { 1.0 };
    Some(scale * row.median()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{key, time};

    #[test]
    fn rows_stand_at_the_work_of_their_series() {
        let count = |detector: &str, series: &str, n: f64| {
            let key = key("e", detector, series, 1.0);
            Row::exact(&key, "contacts", Unit::Count, n)
        };
        let rows: Rows = [
            time("e", "a", "many", 1.0, &[0.3]),
            time("e", "a", "few", 1.0, &[0.1]),
            time("e", "a", "as few", 1.0, &[0.2]),
            time("e", "a", "none", 1.0, &[0.1]),
            time("e", "b", "many", 1.0, &[0.4]),
            time("e", "c", "many", 1.0, &[0.4]),
            time("e", "a", "left out", 1.0, &[0.4]),
            count("a", "many", 90.0),
            count("a", "few", 2.0),
            count("a", "as few", 2.0),
            count("a", "none", 0.0),
            count("a", "left out", 7.0),
            count("b", "many", 90.0),
        ]
        .into_iter()
        .collect();
        let moved = against(&rows, "e", "time", "contacts", |series| {
            series != "left out"
        });
        let curves = lines(&moved, "e", "time");
        let curve = |l: &Line<'_>| (l.detector.to_owned(), l.series.to_owned(), l.points());
        let seen: Vec<_> = curves.iter().map(curve).collect();
        let as_few = 2.0_f64.next_up();
        let of_a = vec![(2.0, 0.2), (as_few, 0.1), (90.0, 0.3)];
        let curve = |detector: &str, points| (detector.to_owned(), String::new(), points);
        assert_eq!(seen, [curve("a", of_a), curve("b", vec![(90.0, 0.4)])]);
        assert!(moved.iter().all(|row| row.key.x_name == "contacts"));
        let over_time = against(&rows, "e", "contacts", "time", |series| series == "few");
        let x: Vec<f64> = over_time.iter().map(|row| row.key.x).collect();
        assert_eq!(x, [0.1 * 1e6]);
    }
}
