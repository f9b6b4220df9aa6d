//! Breakdowns: times of steps and work counts at one position, with shares and growth.

use super::{cell, position};
use crate::Page;
use crate::curves::{distinct, points};
use crate::format::{self, NOTHING};
use records::statistics::growth_exponent;
use records::{CALIBRATION, Row, Rows, Selection, TextTable, Unit};

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
    let table = quantities_at(last.key.x, &picked);
    (table.rows.len() > 1).then(|| (position(series, last), table.markdown()))
}

/// Returns all quantities of an experiment that has neither times nor plots, at its last position.
/// Else empty.
pub(crate) fn numbers(rows: &Rows, page: &Page) -> String {
    let mut picked = rows.select(&Selection::of(&page.id));
    picked.retain(|row| row.error().is_none());
    let has_times = picked.iter().any(|row| row.quantity == "time");
    let last = picked.iter().map(|row| row.key.x).max_by(f64::total_cmp);
    match last.filter(|_| !has_times && page.plots.is_empty()) {
        Some(x) => quantities_at(x, &picked).markdown(),
        None => String::new(),
    }
}

/// Returns a table of quantities against detectors.
fn quantities_at(x: f64, picked: &[&Row]) -> TextTable {
    // The calibration belongs to no detector.
    let of_detectors = picked.iter().filter(|row| row.quantity != CALIBRATION);
    let picked = &of_detectors.copied().collect::<Vec<&Row>>()[..];
    let detectors = distinct(picked.iter().map(|row| row.key.detector.as_str()));
    let mut table = TextTable::new([""]);
    table
        .head
        .extend(detectors.iter().map(|d| crate::names::name(d)));
    for quantity in quantities(picked) {
        let of = |detector: &&str| {
            let same = |r: &&&Row| r.key.detector == **detector && r.quantity == quantity;
            let line: Vec<&Row> = picked.iter().filter(same).copied().collect();
            broken_down(&line, picked, x)
        };
        let mut row = vec![match quantity {
            "cold-time" => "cold-time, after preparation".to_owned(),
            "warm-time" => "warm-time, of the same frame".to_owned(),
            quantity => quantity.replace('/', ": "),
        }];
        row.extend(detectors.iter().map(of));
        if row[1..].iter().any(|cell| cell != NOTHING) {
            table.rows.push(row);
        }
    }
    table
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

/// Returns one cell of a breakdown. Steps include their share of all steps, counts of a sweep over
/// faces or bodies their growth. `line` is one quantity of one detector.
fn broken_down(line: &[&Row], all: &[&Row], x: f64) -> String {
    // The frame after preparation may be another one than the last.
    let is_cold = |row: &Row| ["cold-time", "warm-time"].contains(&row.quantity.as_str());
    let at = |row: &&&Row| row.key.x == x || is_cold(row);
    let Some(row) = line.iter().rev().find(at) else {
        return NOTHING.to_owned();
    };
    let text = cell(Some(row));
    if row.quantity.starts_with("step-time/") {
        let of_same = |r: &&&Row| r.key == row.key && r.quantity.starts_with("step-time/");
        let sum: f64 = all.iter().filter(of_same).filter_map(|r| r.median()).sum();
        let time = row.median().unwrap_or(0.0);
        let share = 100.0 * time / sum;
        return format!("{} ({share:.0} %)", format::value(time, row.unit));
    }
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
