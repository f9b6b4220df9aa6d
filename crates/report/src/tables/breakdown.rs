//! Breakdowns: times of steps and work counts at one position, with shares and growth.

use super::{cell_in, corner};
use crate::Page;
use crate::curves::{distinct, points};
use crate::format::{NOTHING, UnitScale, position};
use records::statistics::growth_exponent;
use records::{CALIBRATION, Row, Rows, Selection, TextTable, Unit};

/// Models whose rows have pages or tables of their own: the last position would stand for all.
const SHOWN_ELSEWHERE: [&str; 4] = ["audit", "playback", "scene-features", "scene-pictures"];

/// Returns the breakdown of one series, `None` if only the time itself was measured.
pub(super) fn breakdown(rows: &Rows, page: &Page, series: &str) -> Option<(String, String)> {
    let selection = Selection {
        series: Some(series),
        ..Selection::of(&page.id)
    };
    let mut picked = rows.select(&selection);
    picked.retain(|row| row.error().is_none());
    let times = picked.iter().filter(|row| row.quantity == "time");
    let last = times.max_by(|a, b| a.key.x.total_cmp(&b.key.x))?;
    let tables = quantities_at(last.key.x, &picked);
    let lines: usize = tables.iter().map(|table| table.rows.len()).sum();
    (lines > 1).then(|| (position(series, last), markdown(&tables)))
}

/// Returns all quantities of an experiment that has neither times nor plots, at its last position.
/// Else empty.
pub(crate) fn numbers(rows: &Rows, page: &Page) -> String {
    let mut picked = rows.select(&Selection::of(&page.id));
    picked.retain(|row| row.error().is_none());
    let has_times = picked.iter().any(|row| row.quantity == "time");
    let shown = has_times || !page.plots.is_empty() || SHOWN_ELSEWHERE.contains(&page.model());
    let last = picked.iter().map(|row| row.key.x).max_by(f64::total_cmp);
    match last.filter(|_| !shown) {
        Some(x) => markdown(&quantities_at(x, &picked)),
        None => String::new(),
    }
}

fn markdown(tables: &[TextTable]) -> String {
    let tables: Vec<String> = tables.iter().map(TextTable::markdown).collect();
    tables.join("\n")
}

/// Returns tables of quantities against detectors: one for times, for counts, for bytes, and for
/// bytes a face, so that no column mixes units.
fn quantities_at(x: f64, picked: &[&Row]) -> Vec<TextTable> {
    // The calibration belongs to no detector.
    let of_detectors = picked.iter().filter(|row| row.quantity != CALIBRATION);
    let picked = &of_detectors.copied().collect::<Vec<&Row>>()[..];
    let units: [&[Unit]; 3] = [
        &[Unit::Seconds],
        &[Unit::Count, Unit::Ratio],
        &[Unit::Bytes],
    ];
    let is_per_face = |row: &&&Row| row.quantity.ends_with("/per-face");
    let (per_face, whole): (Vec<&Row>, Vec<&Row>) = picked.iter().partition(is_per_face);
    let tables = units.iter().map(|units| table_of(units, x, &whole));
    let tables = tables.chain([table_of(&[Unit::Bytes], x, &per_face)]);
    tables.filter(|table| !table.rows.is_empty()).collect()
}

/// Returns the table of the quantities in some units, which has no rows without any.
fn table_of(units: &[Unit], x: f64, picked: &[&Row]) -> TextTable {
    let of_units = picked.iter().filter(|row| units.contains(&row.unit));
    let of_units: Vec<&Row> = of_units.copied().collect();
    let detectors = distinct(picked.iter().map(|row| row.key.detector.as_str()));
    let cell = |quantity: &str, detector: &str| {
        let same = |r: &&&Row| r.key.detector == detector && r.quantity == quantity;
        let line: Vec<&Row> = of_units.iter().filter(same).copied().collect();
        at_position(&line, x).map(|row| (row, line))
    };
    let cells = quantities(&of_units).into_iter().map(|quantity| {
        let cells = detectors.iter().map(|detector| cell(quantity, detector));
        (quantity, cells.collect::<Vec<_>>())
    });
    let lines: Vec<_> = cells
        .filter(|(_, cells)| cells.iter().any(Option::is_some))
        .collect();
    let shown = lines.iter().flat_map(|(_, cells)| cells.iter().flatten());
    let scale = common_scale(shown.map(|(row, _)| *row), units[0]);
    let mut table = TextTable::new([corner("", scale)]);
    let names = detectors.iter().map(|d| crate::names::name(d));
    table.head.extend(names);
    for (quantity, cells) in &lines {
        let name = match *quantity {
            "cold-time" => "cold-time, after preparation".to_owned(),
            "warm-time" => "warm-time, of the same frame".to_owned(),
            quantity => quantity.replace('/', ": "),
        };
        let text = |cell: &Option<(&Row, Vec<&Row>)>| match cell {
            Some((row, line)) => broken_down(row, line, &of_units, scale),
            None => NOTHING.to_owned(),
        };
        table.push([name].into_iter().chain(cells.iter().map(text)));
    }
    table
}

/// Returns one unit for some numbers: that of the geometric mean of those that are positive.
fn common_scale<'a>(rows: impl Iterator<Item = &'a Row>, unit: Unit) -> UnitScale {
    UnitScale::common(rows.filter_map(Row::median), unit)
}

/// Returns quantities in the order of a breakdown: time, steps, preparation, counts.
fn quantities<'a>(rows: &[&'a Row]) -> Vec<&'a str> {
    let rank = |quantity: &str| match quantity {
        "time" => 0,
        q if q.starts_with("step-time/") => 1,
        "cold-time" | "warm-time" => 2,
        "prepare-time" => 3,
        "contacts" | "colliding-bodies" => 4,
        _ => 5,
    };
    let mut all = distinct(rows.iter().map(|row| row.quantity.as_str()));
    all.retain(|q| !q.starts_with("frames-verified/"));
    all.sort_by(|a, b| rank(a).cmp(&rank(b)).then(a.cmp(b)));
    all
}

/// Returns the row of a quantity of one detector at a position.
fn at_position<'a>(line: &[&'a Row], x: f64) -> Option<&'a Row> {
    // The frame after preparation may be another one than the last.
    let is_cold = |row: &Row| ["cold-time", "warm-time"].contains(&row.quantity.as_str());
    let at = |row: &&&Row| row.key.x == x || is_cold(row);
    line.iter().rev().find(at).copied()
}

/// Returns one cell of a breakdown. Steps include their share of all steps, counts of a sweep over
/// faces or bodies their growth. `line` is one quantity of one detector, and `row` its position.
fn broken_down(row: &Row, line: &[&Row], all: &[&Row], scale: UnitScale) -> String {
    if row.quantity.starts_with("step-time/") {
        let of_same = |r: &&&Row| r.key == row.key && r.quantity.starts_with("step-time/");
        let sum: f64 = all.iter().filter(of_same).filter_map(|r| r.median()).sum();
        let time = row.median().unwrap_or(0.0);
        let share = 100.0 * time / sum;
        return format!("{} ({share:.0} %)", scale.number(time));
    }
    let text = cell_in(Some(row), scale);
    let counted = row.unit == Unit::Count && ["faces", "bodies"].contains(&row.key.x_name.as_str());
    let points = points(line);
    match growth_exponent(&points).filter(|_| counted && points.len() > 2) {
        // Zero is added, so that no zero is negative.
        Some(growth) => {
            let exponent = (100.0 * growth.value).round() / 100.0 + 0.0;
            format!("{text} (~{}^{exponent:.2})", row.key.x_name)
        }
        None => text,
    }
}
