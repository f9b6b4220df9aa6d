//! `diff`: two recordings side by side.

mod difference;
mod steadiness;

use crate::result::OutputForm;
use crate::selection::matches;
use crate::{paths, redraw, terminal};
use anyhow::{Result, bail, ensure};
use difference::{
    Calibrated, Changed, Counts, DiffResult, Differing, IntervalCounts, Moved, TimeCounts, Verdicts,
};
use experiments::Experiment;
use indicatif::ProgressBar;
use records::statistics::{median, median_interval};
use records::{CALIBRATION, Key, Recording, Row, Rows, Run, Samples, Selection, Unit, Value};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use steadiness::{Steadiness, Steady};

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
pub(crate) fn run(arguments: &Arguments, form: &OutputForm) -> Result<()> {
    let [before, after] = [&arguments.before, &arguments.after].map(|path| find(path));
    let (before, after) = (before?, after?);
    let progress = terminal::progress(READING);
    let rows = [before.rows()?, after.rows()?].map(|rows| selected(rows, arguments));
    let compared = ComparedRows::of(&rows);
    let is_selected = |(row, _): &MeasuredPair<'_>| row.quantity != CALIBRATION;
    ensure!(
        compared
            .times
            .iter()
            .chain(&compared.counts)
            .any(is_selected),
        "the two recordings have no measurement in common that the arguments select"
    );
    let verdicts = |progress: &ProgressBar| match arguments.detectors {
        None => verdicts(&rows, progress).map(Some),
        Some(_) => Ok(None),
    };
    let times = compared.moved_times(&progress);
    let difference = DiffResult {
        before: name(&before),
        after: name(&after),
        circumstances: circumstances(&before, &after),
        intervals: compared.disjoint_intervals(&times),
        steadiness: compared.steadiness(&rows),
        times,
        counts: compared.differing_counts(),
        kinds: compared.of_other_kinds(),
        failed: compared.failed(),
        only_before: compared.only[0],
        only_after: compared.only[1],
        verdicts: verdicts(&progress)?,
    };
    progress.finish_and_clear();
    form.print(|| difference.text(arguments.top), || &difference)
}

/// First activity, which takes about a second.
const READING: &str = "reading rows";

/// Returns the recording in a folder, or the one in the reports whose name ends so.
fn find(path: &Path) -> Result<Recording> {
    if path.join(Run::FILE).is_file() {
        return Ok(Recording::read(path)?);
    }
    ensure!(
        !path.is_dir(),
        "{} is no recording: it has no {}; name a folder of rows below record/",
        path.display(),
        Run::FILE
    );
    let all = Recording::read_all(&paths::reports())?;
    let ending = path.to_string_lossy();
    let ends = |r: &&Recording| r.folder.to_string_lossy().ends_with(&*ending);
    let found: Vec<&Recording> = all.iter().filter(ends).collect();
    let names = |recordings: &[&Recording]| {
        let names = recordings.iter().map(|recording| name(recording));
        names.collect::<Vec<_>>().join(", ")
    };
    match found[..] {
        [only] => Ok(only.clone()),
        [] => {
            let all: Vec<&Recording> = all.iter().collect();
            bail!(
                "{ending} is no recording; the recordings are {}",
                names(&all)
            )
        }
        _ => bail!("several recordings are named {ending}: {}", names(&found)),
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

/// Returns what differs between two recordings beside the revision of the sources.
fn circumstances(before: &Recording, after: &Recording) -> Vec<Changed> {
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
    let changed = differing.map(|((what, before), (_, after))| Changed {
        what: what.to_owned(),
        before,
        after,
    });
    changed.collect()
}

fn selected(rows: Rows, arguments: &Arguments) -> Rows {
    // Times of all detectors are compared in units of the calibration.
    let keep = |row: &Row| {
        matches(&arguments.filter, &row.key.experiment)
            && (row.quantity == CALIBRATION || matches(&arguments.detectors, &row.key.detector))
    };
    rows.into_iter().filter(keep).collect()
}

/// One measurement before and after.
type MeasuredPair<'a> = (&'a Row, &'a Row);

/// Measurements of both recordings.
struct ComparedRows<'a> {
    /// Times with intervals: before and after.
    times: Vec<MeasuredPair<'a>>,
    /// Numbers without spread, or with proved bounds.
    counts: Vec<MeasuredPair<'a>>,
    /// Measurements of which one failed, or is of another kind: samples in one, a number in the
    /// other.
    others: Vec<MeasuredPair<'a>>,
    /// Numbers of measurements that only one of them has.
    only: [usize; 2],
}

impl<'a> ComparedRows<'a> {
    fn of(rows: &'a [Rows; 2]) -> ComparedRows<'a> {
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
        let mut compared = ComparedRows {
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

    /// Returns how many intervals are disjoint, as they are and in units of the calibration of
    /// their process: without the change of the machine's speed. Lists those times, of the latter
    /// if there is a calibration, the most moved first.
    fn moved_times(&self, progress: &ProgressBar) -> TimeCounts {
        let is_time = |(row, _): &&MeasuredPair<'_>| row.unit == Unit::Seconds;
        let seconds = self.times.iter().filter(is_time).copied();
        let (calibrations, seconds): (Vec<MeasuredPair<'_>>, Vec<MeasuredPair<'_>>) =
            seconds.partition(|(row, _)| row.quantity == CALIBRATION);
        let moved = seconds.iter().filter(|pair| are_disjoint(pair)).copied();
        let mut moved: Vec<MeasuredPair<'_>> = moved.collect();
        let mut times = TimeCounts {
            compared: seconds.len(),
            moved: moved.len(),
            calibrated: None,
            list: Vec::new(),
        };
        let changes: Vec<f64> = calibrations.iter().map(ratio).collect();
        if let Some(change) = median(&changes) {
            let calibrations = by_experiment(&calibrations);
            progress.set_message("comparing times in units of the loop");
            progress.set_length(seconds.len() as u64);
            let scaled = seconds.iter().filter_map(|pair| {
                progress.inc(1);
                let of_experiment = calibrations.get(&*pair.0.key.experiment)?;
                let is_disjoint =
                    are_disjoint_in_units(pair, calibration_of(pair, of_experiment)?)?;
                Some((*pair, is_disjoint))
            });
            let scaled: Vec<(MeasuredPair<'_>, bool)> = scaled.collect();
            let compared = scaled.len();
            let disjoint = scaled.into_iter().filter(|(_, is_disjoint)| *is_disjoint);
            moved = disjoint.map(|(pair, _)| pair).collect();
            times.calibrated = Some(Calibrated {
                loop_ratio: change,
                compared,
                moved: moved.len(),
            });
        }
        let distance = |pair: &MeasuredPair<'_>| ratio(pair).ln().abs();
        moved.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
        times.list = moved.iter().map(Moved::of).collect();
        times
    }

    /// Returns how many of all rows with an interval have disjoint ones: times, and ratios and
    /// counts that have a spread. A time counts in units of the loop, if there is one.
    fn disjoint_intervals(&self, times: &TimeCounts) -> IntervalCounts {
        let (of_time, others): (Vec<&MeasuredPair<'_>>, Vec<&MeasuredPair<'_>>) =
            (self.times.iter()).partition(|(row, _)| row.unit == Unit::Seconds);
        let calibrations = of_time.len() - times.compared;
        let moved = others.iter().filter(|pair| are_disjoint(pair)).count();
        let in_units = times.calibrated.as_ref().map(|c| (c.compared, c.moved));
        let (of_loop, moved_of_loop) = in_units.unwrap_or((times.compared, times.moved));
        IntervalCounts {
            compared: self.times.len() - calibrations,
            disjoint: times.moved + moved,
            compared_in_units: of_loop + others.len(),
            disjoint_in_units: moved_of_loop + moved,
        }
    }

    /// Returns how wide intervals are, and how far processes differ.
    fn steadiness(&self, [before, after]: &[Rows; 2]) -> Steadiness {
        let compared = || {
            self.times
                .iter()
                .filter(|(row, _)| row.quantity != CALIBRATION)
        };
        Steadiness {
            before: Steady::of(compared().map(|pair| pair.0), before.iter()),
            after: Steady::of(compared().map(|pair| pair.1), after.iter()),
        }
    }

    /// Returns the numbers without samples that differ.
    fn differing_counts(&self) -> Counts {
        let estimate = |row: &Row| row.outcome.as_ref().ok().map(Value::estimate);
        let differ = |pair: &&MeasuredPair<'_>| estimate(pair.0) != estimate(pair.1);
        let number = |row: &Row| match estimate(row) {
            Some(e) if e.low < e.high => format!("{} in {} to {}", e.value, e.low, e.high),
            Some(e) => e.value.to_string(),
            None => String::new(),
        };
        let differing = self.counts.iter().filter(differ);
        Counts {
            compared: self.counts.len(),
            list: differing.map(|pair| Differing::of(pair, number)).collect(),
        }
    }

    /// Returns the measurements that failed in one of both, or in another way.
    fn failed(&self) -> Vec<Differing> {
        let state = |row: &Row| row.error().unwrap_or("measured").to_owned();
        let failed = self.others.iter().filter(|(a, b)| a.error() != b.error());
        failed.map(|pair| Differing::of(pair, state)).collect()
    }

    /// Returns the number of measurements with samples in one of both, and one number in the other.
    fn of_other_kinds(&self) -> usize {
        let same = |(a, b): &&MeasuredPair<'_>| a.error() == b.error();
        self.others.iter().filter(same).count()
    }
}

/// Returns the pairs of each experiment, in their order.
fn by_experiment<'r>(pairs: &[MeasuredPair<'r>]) -> BTreeMap<&'r str, Vec<MeasuredPair<'r>>> {
    let mut all: BTreeMap<&str, Vec<MeasuredPair<'_>>> = BTreeMap::new();
    for pair in pairs {
        all.entry(&pair.0.key.experiment).or_default().push(*pair);
    }
    all
}

/// Returns the calibration in the repeats of a time, else that of its scene, else that of the
/// experiment. `all` has those of its experiment.
fn calibration_of<'a, 'b>(
    pair: &MeasuredPair<'_>,
    all: &'b [MeasuredPair<'a>],
) -> Option<&'b MeasuredPair<'a>> {
    let time = &pair.0.key;
    let find = |fits: &dyn Fn(&Key) -> bool| all.iter().find(|(row, _)| fits(&row.key));
    find(&|key| key.is_measured_with(time))
        .or_else(|| find(&|key| key.scene == time.scene && key.series == time.series))
        .or_else(|| find(&|key| key.scene.is_empty()))
}

fn are_disjoint((a, b): &MeasuredPair<'_>) -> bool {
    let estimate = |row: &Row| row.outcome.as_ref().ok().map(Value::estimate);
    let (Some(a), Some(b)) = (estimate(a), estimate(b)) else {
        return false;
    };
    a.high < b.low || b.high < a.low
}

fn ratio((a, b): &MeasuredPair<'_>) -> f64 {
    let [a, b] = [a, b].map(|row| row.median().unwrap_or(f64::NAN));
    b / a
}

/// Returns true if the intervals in units of the calibration are disjoint, `None` without samples.
fn are_disjoint_in_units(
    (a, b): &MeasuredPair<'_>,
    (before, after): &MeasuredPair<'_>,
) -> Option<bool> {
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

/// Returns the verdicts that changed.
fn verdicts(rows: &[Rows; 2], progress: &ProgressBar) -> Result<Verdicts> {
    progress.set_length(2);
    progress.set_position(0);
    let papers = redraw::papers()?;
    let definitions = Experiment::read_folder(&paths::definitions())?;
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
    let mut verdicts = Verdicts::default();
    for (before, after) in before.into_iter().zip(after) {
        if both.contains(&before.experiment) {
            verdicts.compare(&before, &after);
        }
    }
    Ok(verdicts)
}
