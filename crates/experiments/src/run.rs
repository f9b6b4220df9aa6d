//! Runs a race: scene by scene, verified, timed, turned into rows.

use crate::definition::{Definition, Expect, Named, Point, Record};
use crate::progress::Progress;
use crate::race::{Outcome, Plan, Race, race};
use crate::rows::{Naming, rows};
use anyhow::{Context, Result, bail};
use collision::Meaning;
use records::{Key, Rows};
use scenes::{Generator, Scene};
use std::fmt::Write;

/// What running an experiment gave.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The measurements; a failed detector is a row with its error.
    pub rows: Rows,
    /// Pictures that were rendered.
    pub pictures: Vec<PictureFile>,
    /// Every contender that refused a body, gave a wrong answer or panicked: scene, detector, why.
    pub failures: Vec<String>,
}

/// A picture that an experiment renders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureFile {
    /// The name of the file, with its ending.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Runs a race.
///
/// # Errors
/// A scene that cannot be generated, or does not show what the definition expects of it. A
/// detector that fails is no error, but an entry of [`Results::failures`] and a row.
pub fn run(definition: &Definition, quick: bool, revision: &str) -> Result<Results> {
    let points = definition.points(quick)?;
    let progress = Progress::new(&definition.id, points.len());
    let mut results = Results::default();
    for point in &points {
        let of = || format!("{}, {}", definition.id, describe(&point.scene));
        run_point(definition, point, quick, revision, &progress, &mut results).with_context(of)?;
        progress.advance();
    }
    progress.finish();
    Ok(results)
}

/// `generator key=value key=value`, for messages.
pub(crate) fn describe(scene: &toml::Table) -> String {
    let word = |value: &toml::Value| match value {
        toml::Value::String(s) => s.clone(),
        other => other.to_string(),
    };
    let mut text = scene.get("generator").map_or_else(String::new, word);
    for (key, value) in scene.iter().filter(|(key, _)| *key != "generator") {
        write!(text, " {key}={}", word(value)).expect("text grows");
    }
    text
}

fn run_point(
    definition: &Definition,
    point: &Point,
    quick: bool,
    revision: &str,
    progress: &Progress,
    results: &mut Results,
) -> Result<()> {
    progress.say(format!("generating {}", describe(&point.scene)));
    let generator: Generator = point.scene.clone().try_into()?;
    let scene = generator.generate()?;
    let wants = |quantity: &str| definition.measure.iter().any(|name| name == quantity);
    let last = scene.frames.len();
    let plan = Plan {
        frames: last.saturating_sub(definition.replay(quick).unwrap_or(last))..last,
        repeats: definition.repeats(quick),
        steps: wants("step-time"),
        prepare: wants("prepare-time") || wants("cold-time"),
    };
    let entrants: Vec<_> = point.contenders.iter().map(Named::entrant).collect();
    let race = race(&scene, &entrants, &plan, progress);
    meets(&definition.expect, &race)?;
    let naming = Naming {
        key: Key {
            experiment: definition.id.clone(),
            scene: scene.name.clone(),
            series: point.series.clone(),
            x_name: x_name(definition, point),
            revision: revision.to_owned(),
            ..Key::default()
        },
        x: point.x,
        record: definition.record,
        measure: &definition.measure,
        first_frame: plan.frames.start,
    };
    let labels: Vec<&str> = point.contenders.iter().map(|c| c.label.as_str()).collect();
    results.rows.extend(rows(&naming, &race, &labels));
    results.failures.extend(failures(&scene, &labels, &race));
    Ok(())
}

fn x_name(definition: &Definition, point: &Point) -> String {
    let swept = definition.sweep.keys().next().filter(|_| point.x.is_some());
    match (swept, definition.record) {
        (Some(key), _) => key.clone(),
        (None, Record::Every | Record::Last) => "cycle".to_owned(),
        (None, Record::Mean) => "cycles".to_owned(),
    }
}

/// Whether the truth is what the definition expects.
fn meets(expect: &Expect, race: &Race) -> Result<()> {
    let counts: Vec<usize> = race
        .truth
        .iter()
        .map(|t| t.bodies(Meaning::Solids).count())
        .collect();
    let (last, before) = counts.split_last().expect("a scene has a frame");
    if let Some(expected) = expect
        .colliding_body_pairs_in_last_frame
        .filter(|n| n != last)
    {
        bail!("expected {expected} colliding body pairs in the last frame, and there are {last}");
    }
    if let Some(expected) = expect.colliding_body_pairs_before
        && let Some(other) = before.iter().find(|n| **n != expected)
    {
        bail!(
            "expected {expected} colliding body pairs before the last frame, and there are {other}"
        );
    }
    let all: usize = counts.iter().sum();
    if let Some(expected) = expect.colliding_body_pairs_at_least.filter(|n| *n > all) {
        bail!(
            "expected at least {expected} colliding body pairs in all frames, and there are {all}"
        );
    }
    Ok(())
}

/// What went wrong, contender by contender.
fn failures(scene: &Scene, labels: &[&str], race: &Race) -> Vec<String> {
    let failure = |(label, outcome): (&&str, &Outcome)| match outcome {
        Outcome::Measured(_) => None,
        Outcome::Refused(why) | Outcome::Failed(why) => Some(format!(
            "{label} on {}: {why} (judge: {})",
            scene.name,
            race.judge.name()
        )),
    };
    labels
        .iter()
        .zip(&race.outcomes)
        .filter_map(failure)
        .collect()
}
