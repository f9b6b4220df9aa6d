//! `diff`: two recordings side by side.

use crate::{places, redraw, terminal};
use anyhow::{Result, bail, ensure};
use experiments::Experiment;
use indicatif::ProgressBar;
use records::statistics::{Pairing, median, median_interval, ratio_interval};
use records::{
    CALIBRATION, Columns, Key, Recording, Row, Rows, Run, Samples, Selection, TextTable, Unit,
    Value,
};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Arguments of `diff`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Recording before: its folder, or the end of its name in `reports/record`.
    before: PathBuf,
    /// Recording after.
    after: PathBuf,
    /// Only experiments whose name matches.
    #[arg(short, long, value_name = "REGEX")]
    filter: Option<Regex>,
    /// Only detectors whose name in rows matches.
    #[arg(short = 'e', long, value_name = "REGEX")]
    detectors: Option<Regex>,
    /// Number of times to list, the most moved first.
    #[arg(long, value_name = "N", default_value = "20")]
    top: usize,
}

/// Prints how times moved, which counts differ and which verdicts changed.
///
/// # Errors
/// A folder that is no recording, rows or definitions that cannot be read.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let [before, after] = [&arguments.before, &arguments.after].map(|path| find(path));
    let (before, after) = (before?, after?);
    let progress = terminal::progress(READING);
    let rows = [before.rows()?, after.rows()?].map(|rows| selected(rows, arguments));
    let mut text = format!("before  {}\nafter   {}\n", name(&before), name(&after));
    text += &circumstances(&before, &after);
    text.push('\n');
    let compared = Compared::of(&rows);
    let is_selected = |(row, _): &Pair<'_>| row.quantity != CALIBRATION;
    ensure!(
        compared
            .times
            .iter()
            .chain(&compared.counts)
            .any(is_selected),
        "the two recordings have no measurement in common that the arguments select"
    );
    compared.describe(arguments.top, &progress, &mut text)?;
    if arguments.detectors.is_none() {
        verdicts(&rows, &progress, &mut text)?;
    }
    progress.finish_and_clear();
    terminal::print(&text)
}

/// First activity, which takes about a second.
const READING: &str = "reading rows";

/// Returns the recording in a folder, or the one in the reports whose name ends so.
fn find(path: &Path) -> Result<Recording> {
    if path.join(records::Run::FILE).is_file() {
        return Ok(Recording::read(path)?);
    }
    let all = Recording::read_all(&places::reports())?;
    let ending = path.to_string_lossy();
    let ends = |r: &&Recording| r.folder.to_string_lossy().ends_with(&*ending);
    let found: Vec<&Recording> = all.iter().filter(ends).collect();
    let names = || all.iter().map(name).collect::<Vec<_>>().join(", ");
    match found[..] {
        [only] => Ok(only.clone()),
        [] => bail!("{ending} is no recording; the recordings are {}", names()),
        _ => bail!("several recordings are named {ending}: {}", names()),
    }
}

/// Returns the last two parts of a recording's path: machine and run.
fn name(recording: &Recording) -> String {
    let parts = recording.folder.components().rev().take(2);
    let parts: Vec<_> = parts
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.into_iter().rev().collect::<Vec<_>>().join("/")
}

/// Returns what differs between two recordings beside the revision of the sources: a line for each.
fn circumstances(before: &Recording, after: &Recording) -> String {
    let both = [before, after];
    let [a, b] = both.map(|recording| {
        let Run {
            machine,
            dirty,
            profile,
            quick,
            workers,
            processes,
            detectors,
            ..
        } = &recording.run;
        let extent = if *quick { "quick" } else { "full" };
        let sources = if *dirty {
            "with changes"
        } else {
            "as committed"
        };
        let missing = recording.run.experiments.len() - recording.measured().count();
        let selected = detectors.as_deref().unwrap_or("all");
        [
            ("machine", machine.name()),
            ("compiler", machine.rustc.clone()),
            ("profile", profile.clone()),
            ("sources", sources.to_owned()),
            ("extent", extent.to_owned()),
            ("threads", workers.to_string()),
            ("processes", processes.to_string()),
            ("detectors", selected.to_owned()),
            ("experiments without rows", missing.to_string()),
        ]
    });
    let differing = a.into_iter().zip(b).filter(|(a, b)| a != b);
    let lines = differing.map(|((what, a), (_, b))| format!("{what}: {a} before, {b} after\n"));
    lines.collect()
}

fn selected(rows: Rows, arguments: &Arguments) -> Rows {
    let matches =
        |regex: &Option<Regex>, name: &str| regex.as_ref().is_none_or(|r| r.is_match(name));
    // Times of all detectors are compared in units of the calibration.
    let keep = |row: &Row| {
        matches(&arguments.filter, &row.key.experiment)
            && (row.quantity == CALIBRATION || matches(&arguments.detectors, &row.key.detector))
    };
    rows.into_iter().filter(keep).collect()
}

/// One measurement before and after.
type Pair<'a> = (&'a Row, &'a Row);

/// Measurements of both recordings.
struct Compared<'a> {
    /// Times with intervals: before and after.
    times: Vec<Pair<'a>>,
    /// Numbers without spread, or with proved bounds.
    counts: Vec<Pair<'a>>,
    /// Measurements of which one failed, or is of another kind: samples in one, a number in the other.
    others: Vec<Pair<'a>>,
    /// Numbers of measurements that only one of them has.
    only: [usize; 2],
}

impl<'a> Compared<'a> {
    fn of(rows: &'a [Rows; 2]) -> Compared<'a> {
        let [before, after] = rows
            .each_ref()
            .map(|rows| rows.select(&Selection::default()));
        // Revisions differ, everything else of a key is compared.
        let place = |row: &Row| {
            let key = &row.key;
            let texts = [
                &key.experiment,
                &key.series,
                &key.detector,
                &key.scene,
                &key.x_name,
            ];
            let texts = texts.map(|text| text.clone());
            (texts, key.x.to_bits(), key.frame, row.quantity.clone())
        };
        let mut sorted: Vec<_> = after.iter().map(|row| (place(row), *row)).collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        let mut compared = Compared {
            times: Vec::new(),
            counts: Vec::new(),
            others: Vec::new(),
            only: [0, after.len()],
        };
        for row in before {
            let place = place(row);
            let Ok(i) = sorted.binary_search_by(|(other, _)| other.cmp(&place)) else {
                compared.only[0] += 1;
                continue;
            };
            compared.only[1] -= 1;
            let other = sorted[i].1;
            match (&row.outcome, &other.outcome) {
                (Ok(a), Ok(b)) => match [a, b].map(|value| value.summary().is_some()) {
                    [true, true] => compared.times.push((row, other)),
                    [false, false] => compared.counts.push((row, other)),
                    _ => compared.others.push((row, other)),
                },
                (Err(a), Err(b)) if a == b => {}
                _ => compared.others.push((row, other)),
            }
        }
        compared
    }

    fn describe(&self, top: usize, progress: &ProgressBar, text: &mut String) -> Result<()> {
        let moved = self.describe_times(progress, text)?;
        list_moved(&moved, top, text);
        self.describe_counts(top, text)?;
        self.describe_others(top, text)?;
        let [before, after] = self.only;
        if before + after > 0 {
            writeln!(
                text,
                "\nonly before: {before} measurements; only after: {after}"
            )?;
        }
        Ok(())
    }

    /// Adds how many intervals are disjoint, as they are and in units of the calibration of their
    /// process: without the change of the machine's speed. Returns those times, of the latter if
    /// there is a calibration.
    fn describe_times(&self, progress: &ProgressBar, text: &mut String) -> Result<Vec<Pair<'a>>> {
        let is_time = |(row, _): &&Pair<'_>| row.unit == Unit::Seconds;
        let seconds = self.times.iter().filter(is_time).copied();
        let (calibrations, seconds): (Vec<Pair<'_>>, Vec<Pair<'_>>) =
            seconds.partition(|(row, _)| row.quantity == CALIBRATION);
        let moved = seconds.iter().filter(|pair| are_disjoint(pair)).copied();
        let moved: Vec<Pair<'_>> = moved.collect();
        writeln!(
            text,
            "{} times: the intervals of {} do not overlap",
            seconds.len(),
            share(moved.len(), seconds.len())
        )?;
        let changes: Vec<f64> = calibrations.iter().map(ratio).collect();
        let Some(change) = median(&changes) else {
            return Ok(moved);
        };
        let calibrations = by_experiment(&calibrations);
        progress.set_message("comparing times in units of the loop");
        progress.set_length(seconds.len() as u64);
        let scaled = seconds.iter().filter_map(|pair| {
            progress.inc(1);
            let of_experiment = calibrations.get(&*pair.0.key.experiment)?;
            let is_disjoint = are_disjoint_in_units(pair, calibration_of(pair, of_experiment)?)?;
            Some((*pair, is_disjoint))
        });
        let scaled: Vec<(Pair<'_>, bool)> = scaled.collect();
        let all = scaled.len();
        let moved = scaled.into_iter().filter(|(_, is_disjoint)| *is_disjoint);
        let moved: Vec<Pair<'_>> = moved.map(|(pair, _)| pair).collect();
        writeln!(
            text,
            "a fixed loop takes {change:.2} times as long; in units of the loop of their process,\n\
             the intervals of {} of {all} times do not overlap",
            share(moved.len(), all),
        )?;
        Ok(moved)
    }

    /// Adds the measurements that cannot be compared.
    fn describe_others(&self, top: usize, text: &mut String) -> Result<()> {
        let failed = |pair: &&&Pair<'_>| pair.0.error() != pair.1.error();
        let (failed, kinds): (Vec<_>, Vec<_>) = self.others.iter().partition(|p| failed(&p));
        if !kinds.is_empty() {
            let count = kinds.len();
            writeln!(
                text,
                "\n{count} measurements have samples in one of both, and one number in the other"
            )?;
        }
        if failed.is_empty() {
            return Ok(());
        }
        writeln!(
            text,
            "\n{} measurements failed in one of both, or in another way:",
            failed.len()
        )?;
        let mut table =
            TextTable::new(["experiment", "detector", "measurement", "before", "after"]);
        for (a, b) in failed.into_iter().take(top) {
            let state = |row: &Row| row.error().unwrap_or("measured").to_owned();
            table.push([
                a.key.experiment.clone(),
                a.key.detector.clone(),
                position(a),
                state(a),
                state(b),
            ]);
        }
        text.push_str(&table.text(Columns::Texts(&[26, 30, 30, 30])));
        Ok(())
    }

    fn describe_counts(&self, top: usize, text: &mut String) -> Result<()> {
        let estimate = |row: &Row| row.outcome.as_ref().ok().map(Value::estimate);
        let differ = |pair: &&Pair<'_>| estimate(pair.0) != estimate(pair.1);
        let differing: Vec<_> = self.counts.iter().filter(differ).collect();
        let (count, all) = (differing.len(), self.counts.len());
        writeln!(text, "\n{all} numbers without samples: {count} differ")?;
        let mut table =
            TextTable::new(["experiment", "detector", "measurement", "before", "after"]);
        for (a, b) in differing.into_iter().take(top) {
            let number = |row: &Row| match estimate(row) {
                Some(e) if e.low < e.high => format!("{} in {} to {}", e.value, e.low, e.high),
                Some(e) => e.value.to_string(),
                None => String::new(),
            };
            table.push([
                a.key.experiment.clone(),
                a.key.detector.clone(),
                position(a),
                number(a),
                number(b),
            ]);
        }
        if count > 0 {
            text.push_str(&table.text(Columns::Texts(&[26, 40, 40])));
        }
        Ok(())
    }
}

/// Adds a table of times, those that moved most first.
fn list_moved(moved: &[Pair<'_>], top: usize, text: &mut String) {
    let mut moved: Vec<&Pair<'_>> = moved.iter().collect();
    let distance = |pair: &Pair<'_>| ratio(pair).ln().abs();
    moved.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
    let mut table = TextTable::new(["experiment", "detector", "measurement", "after/before"]);
    for pair in moved.iter().take(top) {
        let row = pair.0;
        table.push([
            row.key.experiment.clone(),
            row.key.detector.clone(),
            position(row),
            moved_by(pair),
        ]);
    }
    if !moved.is_empty() {
        text.push_str(&table.text(Columns::Texts(&[26, 40, 40])));
    }
}

/// Returns the pairs of each experiment, in their order.
fn by_experiment<'r>(pairs: &[Pair<'r>]) -> BTreeMap<&'r str, Vec<Pair<'r>>> {
    let mut all: BTreeMap<&str, Vec<Pair<'_>>> = BTreeMap::new();
    for pair in pairs {
        all.entry(&pair.0.key.experiment).or_default().push(*pair);
    }
    all
}

/// Returns the calibration in the repeats of a time, else that of its scene, else that of the
/// experiment. `all` has those of its experiment.
fn calibration_of<'a, 'b>(pair: &Pair<'_>, all: &'b [Pair<'a>]) -> Option<&'b Pair<'a>> {
    let time = &pair.0.key;
    let find = |fits: &dyn Fn(&Key) -> bool| all.iter().find(|(row, _)| fits(&row.key));
    find(&|key| key.is_measured_with(time))
        .or_else(|| find(&|key| key.scene == time.scene && key.series == time.series))
        .or_else(|| find(&|key| key.scene.is_empty()))
}

/// Returns a count with its percentage.
fn share(count: usize, all: usize) -> String {
    let percent = 100.0 * count as f64 / all.max(1) as f64;
    format!("{count} ({percent:.1} %)")
}

fn are_disjoint((a, b): &Pair<'_>) -> bool {
    let estimate = |row: &Row| row.outcome.as_ref().ok().map(Value::estimate);
    let (Some(a), Some(b)) = (estimate(a), estimate(b)) else {
        return false;
    };
    a.high < b.low || b.high < a.low
}

fn ratio((a, b): &Pair<'_>) -> f64 {
    let [a, b] = [a, b].map(|row| row.median().unwrap_or(f64::NAN));
    b / a
}

/// Returns true if the intervals in units of the calibration are disjoint, `None` without samples.
fn are_disjoint_in_units((a, b): &Pair<'_>, (before, after): &Pair<'_>) -> Option<bool> {
    let (a, b) = (in_units(a, before)?, in_units(b, after)?);
    // An interval lies within the range of its samples, and resampling takes most of the time.
    let ([least_a, most_a], [least_b, most_b]) = (range(&a), range(&b));
    if most_a < least_b || most_b < least_a {
        return Some(true);
    }
    let (a, b) = (median_interval(&a)?, median_interval(&b)?);
    Some(a.high < b.low || b.high < a.low)
}

/// Returns the least and the largest sample.
fn range(samples: &Samples) -> [f64; 2] {
    let all = || samples.processes().iter().flatten().copied();
    [
        all().fold(f64::INFINITY, f64::min),
        all().fold(f64::NEG_INFINITY, f64::max),
    ]
}

/// Returns the samples of a row, each process in units of the median of its calibration.
fn in_units(row: &Row, calibration: &Row) -> Option<Samples> {
    let [times, units] = [row, calibration].map(|row| row.samples.processes());
    let pairs = times.iter().zip(units);
    let scaled = pairs.map(|(times, unit)| {
        let unit = median(unit)?;
        Some(times.iter().map(|time| time / unit).collect())
    });
    let same = times.len() == units.len() && !times.is_empty();
    let scaled: Option<Vec<Vec<f64>>> = scaled.collect();
    scaled.filter(|_| same).map(Samples::of_processes)
}

/// Returns the ratio of the two medians with its interval.
fn moved_by(pair: &Pair<'_>) -> String {
    let (before, after) = pair;
    match ratio_interval(&after.samples, &before.samples, Pairing::Apart) {
        Some((e, _)) => format!("{:.2} [{:.2}, {:.2}]", e.value, e.low, e.high),
        None => format!("{:.2}", ratio(pair)),
    }
}

/// Returns the quantity of a row, and where it was measured.
fn position(row: &Row) -> String {
    let key = &row.key;
    let frame = key.frame.map(|frame| format!("frame {frame}"));
    let axis = format!("{} {}", key.x_name, key.x);
    let place = frame.filter(|_| key.x_name == "cycle").unwrap_or(axis);
    [&row.quantity, &key.series, &place]
        .into_iter()
        .filter(|part| !part.trim().is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(", ")
}

/// Adds the verdicts that changed.
fn verdicts(rows: &[Rows; 2], progress: &ProgressBar, text: &mut String) -> Result<()> {
    progress.set_length(2);
    progress.set_position(0);
    let papers = redraw::papers()?;
    let definitions = Experiment::read_folder(&places::definitions())?;
    let pages = redraw::pages(&definitions, &papers)?;
    // Claims that both can be asked about.
    let names = |rows: &Rows| -> BTreeSet<String> {
        rows.iter().map(|row| row.key.experiment.clone()).collect()
    };
    let of = |rows: &Rows, which: &str| {
        progress.set_message(format!("assessing claims {which}"));
        let verdicts = report::verdicts(rows, &papers, &pages);
        progress.inc(1);
        verdicts
    };
    let (before, after) = (of(&rows[0], "before"), of(&rows[1], "after"));
    let both: BTreeSet<String> = names(&rows[0])
        .intersection(&names(&rows[1]))
        .cloned()
        .collect();
    let mut changed = TextTable::new(["claim", "before", "after"]);
    let mut count = 0;
    for (before, after) in before.iter().zip(&after) {
        if !both.contains(&before.experiment) {
            continue;
        }
        count += 1;
        if before.verdict != after.verdict {
            let name = format!("{} {}", before.paper, before.claim);
            changed.push([name, before.verdict.clone(), after.verdict.clone()]);
        }
    }
    writeln!(
        text,
        "\n{count} claims: the verdicts of {} changed",
        changed.rows.len()
    )?;
    if !changed.rows.is_empty() {
        text.push_str(&changed.text(Columns::Texts(&[40, 24])));
    }
    Ok(())
}
