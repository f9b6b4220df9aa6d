//! What differs between two recordings, as a result for programs and as text.

use super::{Pair, position, ratio};
use crate::terminal::WIDTH;
use records::statistics::{Pairing, ratio_interval};
use records::{Columns, Row, TextTable};
use serde::Serialize;

/// Result of `diff`.
#[derive(Serialize)]
pub(super) struct Difference {
    pub(super) before: String,
    pub(super) after: String,
    /// Machine, compiler and similar, if they differ.
    pub(super) circumstances: Vec<Changed>,
    pub(super) times: Times,
    pub(super) counts: Counts,
    /// Number of measurements with samples in one of both, and one number in the other.
    pub(super) kinds: usize,
    /// Measurements that failed in one of both, or in another way.
    pub(super) failed: Vec<Differing>,
    /// Numbers of measurements that only one of them has.
    pub(super) only_before: usize,
    pub(super) only_after: usize,
    /// Absent if detectors are selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) verdicts: Option<Verdicts>,
}

/// Text of both recordings.
#[derive(Serialize)]
pub(super) struct Changed {
    pub(super) what: String,
    pub(super) before: String,
    pub(super) after: String,
}

/// Times, and those whose intervals do not overlap.
#[derive(Serialize)]
pub(super) struct Times {
    pub(super) compared: usize,
    pub(super) moved: usize,
    /// In units of a fixed loop in the same process. Absent if the loop was not timed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) calibrated: Option<Calibrated>,
    /// Those that moved, in units of the loop if there is one, the most moved first.
    pub(super) list: Vec<Moved>,
}

#[derive(Serialize)]
pub(super) struct Calibrated {
    /// Time of the loop, after divided by before.
    pub(super) loop_ratio: f64,
    pub(super) compared: usize,
    pub(super) moved: usize,
}

/// Time that moved.
#[derive(Serialize)]
pub(super) struct Moved {
    experiment: String,
    detector: String,
    measurement: String,
    /// Median after divided by median before.
    ratio: f64,
    /// Interval of the ratio. Absent if there are too few samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<[f64; 2]>,
}

impl Moved {
    pub(super) fn of(pair: &Pair<'_>) -> Moved {
        let (before, after) = pair;
        let interval = ratio_interval(&after.samples, &before.samples, Pairing::Apart);
        Moved {
            experiment: before.key.experiment.clone(),
            detector: before.key.detector.clone(),
            measurement: position(before),
            ratio: interval
                .as_ref()
                .map_or_else(|| ratio(pair), |(e, _)| e.value),
            interval: interval.map(|(e, _)| [e.low, e.high]),
        }
    }
}

/// Numbers without samples, and those that differ.
#[derive(Serialize)]
pub(super) struct Counts {
    pub(super) compared: usize,
    pub(super) list: Vec<Differing>,
}

/// Measurement whose texts differ.
#[derive(Serialize)]
pub(super) struct Differing {
    experiment: String,
    detector: String,
    measurement: String,
    before: String,
    after: String,
}

impl Differing {
    pub(super) fn of(pair: &Pair<'_>, text: impl Fn(&Row) -> String) -> Differing {
        let (before, after) = pair;
        Differing {
            experiment: before.key.experiment.clone(),
            detector: before.key.detector.clone(),
            measurement: position(before),
            before: text(before),
            after: text(after),
        }
    }
}

/// Claims that both can be asked about, and those whose verdicts changed.
#[derive(Serialize)]
pub(super) struct Verdicts {
    pub(super) compared: usize,
    pub(super) list: Vec<Changed>,
}

impl Difference {
    /// Returns the text for people, with `top` lines of each list.
    pub(super) fn text(&self, top: usize) -> String {
        let mut text = format!("before  {}\nafter   {}\n", self.before, self.after);
        for Changed {
            what,
            before,
            after,
        } in &self.circumstances
        {
            text += &format!("{what}: {before} before, {after} after\n");
        }
        text.push('\n');
        text += &self.times.text(top);
        let (differing, compared) = (self.counts.list.len(), self.counts.compared);
        text += &format!("\n{compared} numbers without samples: {differing} differ\n");
        text += &table(&self.counts.list, top);
        if self.kinds > 0 {
            text += &format!(
                "\n{} measurements have samples in one of both, and one number in the other\n",
                self.kinds
            );
        }
        if !self.failed.is_empty() {
            text += &format!(
                "\n{} measurements failed in one of both, or in another way:\n",
                self.failed.len()
            );
            text += &table(&self.failed, top);
        }
        if self.only_before + self.only_after > 0 {
            text += &format!(
                "\nonly before: {} measurements; only after: {}\n",
                self.only_before, self.only_after
            );
        }
        if let Some(verdicts) = &self.verdicts {
            text += &verdicts.text();
        }
        text
    }
}

impl Times {
    fn text(&self, top: usize) -> String {
        let mut text = format!(
            "{} times: the intervals of {} do not overlap\n",
            self.compared,
            share(self.moved, self.compared)
        );
        if let Some(calibrated) = &self.calibrated {
            let all = calibrated.compared;
            text += &format!(
                "a fixed loop takes {:.2} times as long; in units of the loop of their process,\n\
                 the intervals of {} of {all} times do not overlap\n",
                calibrated.loop_ratio,
                share(calibrated.moved, all),
            );
        }
        let mut table = TextTable::new(["experiment", "detector", "measurement", "after/before"]);
        for moved in self.list.iter().take(top) {
            let ratio = match moved.interval {
                Some([low, high]) => format!("{:.2} [{low:.2}, {high:.2}]", moved.ratio),
                None => format!("{:.2}", moved.ratio),
            };
            table.push([
                &moved.experiment,
                &moved.detector,
                &moved.measurement,
                &ratio,
            ]);
        }
        if !self.list.is_empty() {
            text += &table.text_within(Columns::Texts(&[]), WIDTH);
        }
        text
    }
}

impl Verdicts {
    fn text(&self) -> String {
        let mut text = format!(
            "\n{} claims: the verdicts of {} changed\n",
            self.compared,
            self.list.len()
        );
        let mut table = TextTable::new(["claim", "before", "after"]);
        for changed in &self.list {
            table.push([&changed.what, &changed.before, &changed.after]);
        }
        if !self.list.is_empty() {
            text += &table.text_within(Columns::Texts(&[]), WIDTH);
        }
        text
    }
}

fn table(list: &[Differing], top: usize) -> String {
    let mut table = TextTable::new(["experiment", "detector", "measurement", "before", "after"]);
    for row in list.iter().take(top) {
        table.push([
            &row.experiment,
            &row.detector,
            &row.measurement,
            &row.before,
            &row.after,
        ]);
    }
    if list.is_empty() {
        String::new()
    } else {
        table.text_within(Columns::Texts(&[]), WIDTH)
    }
}

/// Returns a count with its percentage.
fn share(count: usize, all: usize) -> String {
    let percent = 100.0 * count as f64 / all.max(1) as f64;
    format!("{count} ({percent:.1} %)")
}
