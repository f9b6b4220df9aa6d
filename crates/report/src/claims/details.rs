//! Values of a claim position by position, where they are too many for a cell.

use super::evaluate::{Measured, SourcePoint};
use super::words::{LONGEST, position_words};
use super::{Claim, Kind, Measure};
use crate::curves::distinct;
use crate::format::{self, NOTHING, UnitScale, join};
use crate::names;
use records::{TextTable, Unit};

/// Most rows of a table. A longer one would repeat that of the plot.
const MOST_ROWS: usize = 60;

/// Returns a table for each measure of the claim with more values than a cell has. Empty without
/// any.
pub(super) fn tables(claim: &Claim, measured: &[Option<Measured<'_>>]) -> String {
    let both = claim.measures.iter().zip(measured);
    let tables = both.filter_map(|(measure, measured)| table(measure, measured.as_ref()?));
    let tables: Vec<String> = tables.map(|table| table.markdown()).collect();
    tables.join("\n")
}

fn table(measure: &Measure, measured: &Measured<'_>) -> Option<TextTable> {
    let Measured { values, of, by } = measured;
    let fits = (LONGEST + 1..=MOST_ROWS).contains(&values.len());
    if !fits || values.len() != of.len() {
        return None;
    }
    let compared = by.len() == of.len();
    let is_value = matches!(measure.measure, Kind::Value | Kind::Slope);
    let [scale, scale_by] = if compared {
        scales(of, by)
    } else {
        [scale(of); 2]
    };
    let mut table = TextTable::new([format::or(&measure.name, "position").to_owned()]);
    let column = |name: &str, scale| join(&[name.to_owned(), unit(scale)], ", in ");
    table.head.push(column("ours", scale));
    if compared {
        table.head.push(column("compared with", scale_by));
    }
    if !is_value {
        table.head.push("value".to_owned());
    }
    let stated = values.iter().any(|value| value.paper.is_some());
    table.head.extend(stated.then(|| "the paper".to_owned()));
    for (i, value) in values.iter().enumerate() {
        let mut row = vec![name(of, i), estimate(&of[i], scale)];
        row.extend(
            by.get(i)
                .filter(|_| compared)
                .map(|p| estimate(p, scale_by)),
        );
        if !is_value {
            row.push(format::estimate(&value.ours));
        }
        if stated {
            let paper = value.paper.map(format::number);
            row.push(paper.unwrap_or_else(|| NOTHING.to_owned()));
        }
        table.push(row);
    }
    Some(table)
}

/// Returns the units of both columns. Values of one kind share the smaller of the two units that
/// fit their largest values, so that they can be compared at a glance.
fn scales(of: &[SourcePoint<'_>], by: &[SourcePoint<'_>]) -> [UnitScale; 2] {
    let [ours, theirs] = [of, by].map(scale);
    let kind = |points: &[SourcePoint<'_>]| points.first().map(|p| p.unit);
    if kind(of) != kind(by) {
        [ours, theirs]
    } else if ours.factor > theirs.factor {
        [ours; 2]
    } else {
        [theirs; 2]
    }
}

/// Returns one unit for a column: the one that fits its largest value.
fn scale(points: &[SourcePoint<'_>]) -> UnitScale {
    let largest = points.iter().map(|p| p.value.value).fold(0.0, f64::max);
    let unit = points.first().map_or(Unit::Ratio, |p| p.unit);
    UnitScale::of(largest, unit)
}

fn unit(scale: UnitScale) -> String {
    scale.symbol.to_owned()
}

fn estimate(point: &SourcePoint<'_>, scale: UnitScale) -> String {
    scale.number(point.value.value)
}

/// Returns the name of a point: its detector, if there are several, and its position.
fn name(points: &[SourcePoint<'_>], i: usize) -> String {
    let detectors = distinct(points.iter().map(|p| p.detector));
    let detector = Some(names::name(points[i].detector)).filter(|_| detectors.len() > 1);
    join(
        &[detector.unwrap_or_default(), position_words(points, i)],
        ", ",
    )
}
