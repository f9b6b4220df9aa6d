//! Rows that failed, and checks of answers, in words.

use crate::Page;
use crate::curves::distinct;
use crate::escape;
use crate::format;
use crate::page::Checked;
use records::{Row, Rows, Selection};

/// Returns the rows that failed or took no part, with the reason. Detectors with the same reason
/// are together.
pub(crate) fn failures(rows: &Rows, page: &Page) -> Vec<String> {
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    for row in rows.select(&Selection::of(&page.id)) {
        let Some(error) = row.error() else { continue };
        let position = format::position(&row.key.series, row);
        let reason = format!("{position}: {}", escape::error(error));
        let detector = row.key.detector.as_str();
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, detectors)) => detectors.push(detector),
            None => reasons.push((reason, vec![detector])),
        }
    }
    let failure = |(reason, detectors): (String, Vec<&str>)| {
        let detectors = distinct(detectors.into_iter())
            .into_iter()
            .map(crate::names::name);
        format!("{}, {reason}", detectors.collect::<Vec<_>>().join("; "))
    };
    reasons.into_iter().map(failure).collect()
}

/// Returns a sentence on the checks: number, ground truth and stage, which depends on the model of
/// measuring. Empty if no row records a check.
pub(crate) fn verified(rows: &Rows, page: &Page) -> String {
    let picked = rows.select(&Selection::of(&page.id));
    fn truth<'a>(row: &&'a Row) -> Option<&'a str> {
        row.quantity.strip_prefix("frames-verified/")
    }
    let sum = |name: &str| {
        let same = picked.iter().filter(|row| truth(row) == Some(name));
        let frames: f64 = same.filter_map(|row| row.median()).sum();
        format!("{} against {name}", format::number(frames))
    };
    let truths = distinct(picked.iter().filter_map(truth)).into_iter();
    let checked: Vec<String> = truths.map(sum).collect();
    if checked.is_empty() {
        return String::new();
    }
    let checked = checked.join(", ");
    match page.checked {
        Checked::BeforeTiming => {
            format!(
                "Answers checked before anything was timed: {checked} (every detector and frame)."
            )
        }
        Checked::SomeFrames => format!(
            "Answers checked apart from what was timed: {checked} (some of the frames, every detector \
             under every budget)."
        ),
        Checked::SomeInstants => format!(
            "Answers checked on the way, while the clock stood: {checked} (some of the instants with \
             a response, every detector)."
        ),
        Checked::InPassing => format!("Answers checked: {checked}."),
    }
}
