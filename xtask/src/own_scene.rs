//! The page of a race on somebody's own scene.

use experiments::SceneResults;
use experiments::race::{Measured, Outcome};
use records::statistics::median;
use records::{Columns, TextTable};
use scenes::Scene;
use std::fmt::Write;

/// The page: what was raced, who judged, and a table.
pub fn page(scene: &Scene, argument: &str, results: &SceneResults) -> String {
    let race = &results.race;
    let mut text = format!("# {}\n\n", scene.name);
    let (bodies, faces, frames) = (scene.bodies.len(), scene.face_count(), scene.frames.len());
    _ = writeln!(text, "{bodies} bodies, {faces} faces, {frames} frames.");
    _ = writeln!(
        text,
        "Every answer was verified before anything was timed; judge: {}.",
        race.judge.name()
    );
    _ = writeln!(
        text,
        "Times in milliseconds, medians; the ratio is to the fastest cycle.\n"
    );
    let fastest = race
        .outcomes
        .iter()
        .filter_map(|o| measured(o).map(Times::of));
    let fastest = fastest.map(|t| t.cycle).fold(f64::INFINITY, f64::min);
    let head = [
        "detector",
        "prepare",
        "first",
        "cycle",
        "slowest cycle",
        "ratio",
    ];
    let mut table = TextTable::new(head);
    let mut others = String::new();
    for (label, outcome) in results.labels.iter().zip(&race.outcomes) {
        match outcome {
            Outcome::Measured(measured) => table.push(line(label, &Times::of(measured), fastest)),
            Outcome::Refused(why) => _ = writeln!(others, "- {label} does not take part: {why}"),
            Outcome::Failed(why) => _ = writeln!(others, "- {label} FAILED: {why}"),
        }
    }
    // Indented by four: a block of code in Markdown, a table on a terminal.
    for line in table.text(Columns::Numbers).lines() {
        _ = writeln!(text, "    {line}");
    }
    if !others.is_empty() {
        _ = write!(text, "\n{others}");
    }
    _ = writeln!(text, "\nAgain: `cargo xtask compare --scene {argument}`");
    text
}

fn measured(outcome: &Outcome) -> Option<&Measured> {
    match outcome {
        Outcome::Measured(measured) => Some(measured),
        Outcome::Refused(_) | Outcome::Failed(_) => None,
    }
}

/// Medians in seconds.
struct Times {
    prepare: f64,
    first: f64,
    cycle: f64,
    slowest: f64,
}

impl Times {
    fn of(measured: &Measured) -> Times {
        let cycles: Vec<f64> = measured.frames.iter().map(|f| middle(&f.time)).collect();
        Times {
            prepare: middle(&measured.prepare),
            first: middle(&measured.cold),
            cycle: middle(&cycles),
            slowest: cycles.iter().copied().fold(0.0, f64::max),
        }
    }
}

fn middle(samples: &[f64]) -> f64 {
    median(samples).unwrap_or(f64::NAN)
}

fn line(label: &str, times: &Times, fastest: f64) -> Vec<String> {
    let milliseconds = |seconds: f64| format!("{:.4}", seconds * 1e3);
    vec![
        label.to_owned(),
        milliseconds(times.prepare),
        milliseconds(times.first),
        milliseconds(times.cycle),
        milliseconds(times.slowest),
        format!("{:.2}", times.cycle / fastest),
    ]
}
