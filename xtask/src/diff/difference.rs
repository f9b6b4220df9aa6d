//! Differences of two recordings, as a result for programs and as text.

use super::steadiness::Steadiness;
use super::{MeasuredPair, position, ratio};
use crate::terminal::WIDTH;
use records::statistics::{Pairing, ratio_interval};
use records::{Columns, Row, TextTable};
use report::ClaimVerdict;
use serde::Serialize;

/// Result of `diff`.
#[derive(Serialize)]
pub(super) struct DiffResult {
    pub(super) before: String,
    pub(super) after: String,
    /// Machine, compiler and similar, if they differ.
    pub(super) circumstances: Vec<Changed>,
    pub(super) intervals: IntervalCounts,
    pub(super) steadiness: Steadiness,
    pub(super) times: TimeCounts,
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
#[derive(Clone, Serialize)]
pub(super) struct Changed {
    pub(super) what: String,
    pub(super) before: String,
    pub(super) after: String,
}

/// All rows with an interval, and those whose intervals do not overlap. Without the calibration.
#[derive(Serialize)]
pub(super) struct IntervalCounts {
    pub(super) compared: usize,
    pub(super) disjoint: usize,
    /// The same with times in units of the fixed loop: rows that lack it are left out.
    pub(super) compared_in_units: usize,
    pub(super) disjoint_in_units: usize,
}

/// Times, and those whose intervals do not overlap.
#[derive(Serialize)]
pub(super) struct TimeCounts {
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
    pub(super) fn of(pair: &MeasuredPair<'_>) -> Moved {
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
    pub(super) fn of(pair: &MeasuredPair<'_>, text: impl Fn(&Row) -> String) -> Differing {
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
#[derive(Default, Serialize)]
pub(super) struct Verdicts {
    pub(super) compared: usize,
    /// Number of claims with a verdict that both runs print as stable: decided by its rule, and by
    /// at least nine of ten draws.
    pub(super) stable: usize,
    /// Claims with another stable verdict in each run.
    pub(super) flipped: Vec<Changed>,
    /// All claims whose verdicts differ, those that flipped among them.
    pub(super) list: Vec<Changed>,
}

impl Verdicts {
    /// Adds a claim with its verdicts in both runs.
    pub(super) fn compare(&mut self, before: &ClaimVerdict, after: &ClaimVerdict) {
        let is_stable = |of: &ClaimVerdict| !UNSTABLE.contains(&&*of.verdict);
        let are_stable = is_stable(before) && is_stable(after);
        self.compared += 1;
        self.stable += usize::from(are_stable);
        if before.verdict == after.verdict {
            return;
        }
        let changed = Changed {
            what: format!("{} {}", before.paper, before.claim),
            before: before.verdict.clone(),
            after: after.verdict.clone(),
        };
        if are_stable {
            self.flipped.push(changed.clone());
        }
        self.list.push(changed);
    }
}

/// Verdicts that state nothing. A verdict on which draws differ is printed as undecided.
const UNSTABLE: [&str; 2] = ["undecided", "not testable here"];

/// Share of the rows whose intervals may be disjoint if nothing but the time of day differs.
const MAX_DISJOINT: f64 = 0.05;

impl DiffResult {
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
        text += &self.intervals.text();
        text += &self.steadiness.text();
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
        text += &format!("\n{}\n", self.agreement());
        text
    }

    /// Returns a sentence: do both runs agree as two runs of one revision should? That needs rows
    /// with intervals, verdicts of all detectors, and no measurement that failed in one run alone.
    fn agreement(&self) -> String {
        let IntervalCounts {
            compared_in_units: all,
            disjoint_in_units: disjoint,
            ..
        } = self.intervals;
        let percent = 100.0 * MAX_DISJOINT;
        let rule = format!(
            "Two runs agree if at most {percent} % of the rows have disjoint intervals, no stable \
             verdict\nflips, nothing fails in one of them alone, and neither is disturbed"
        );
        let Some(verdicts) = self.verdicts.as_ref().filter(|_| all > 0) else {
            return format!("{rule}: not compared in full.");
        };
        let (flipped, failed) = (verdicts.flipped.len(), self.failed.len());
        let agree = disjoint as f64 <= MAX_DISJOINT * all as f64 && flipped + failed == 0;
        let share = share(disjoint, all);
        let here = format!("{rule}\n(here {share}, {flipped} and {failed})");
        match self.steadiness.disturbed().filter(|_| agree) {
            Some(disturbed) => format!(
                "{here}: undecided, since {disturbed} disturbed: wide\nintervals overlap whatever \
                 changed."
            ),
            None if agree => format!("{here}: they do."),
            None => format!("{here}: they do not."),
        }
    }
}

impl IntervalCounts {
    fn text(&self) -> String {
        format!(
            "{} rows with intervals: those of {} do not overlap;\nwith times in units of a fixed \
             loop, {} of {}\n",
            self.compared,
            share(self.disjoint, self.compared),
            share(self.disjoint_in_units, self.compared_in_units),
            self.compared_in_units,
        )
    }
}

impl TimeCounts {
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
            "\n{} claims: the verdicts of {} changed;\nof {} that are stable in both, {} flipped\n",
            self.compared,
            self.list.len(),
            self.stable,
            self.flipped.len()
        );
        let mut table = TextTable::new(["claim", "before", "after", ""]);
        let is_flipped = |what: &str| self.flipped.iter().any(|changed| changed.what == what);
        for changed in &self.list {
            let note = if is_flipped(&changed.what) {
                "flipped"
            } else {
                ""
            };
            table.push([&*changed.what, &changed.before, &changed.after, note]);
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

#[cfg(test)]
mod tests {
    use super::super::steadiness::Steady;
    use super::*;

    /// Compares claims with these verdicts before and after.
    fn compared(pairs: &[[&str; 2]]) -> Verdicts {
        let mut verdicts = Verdicts::default();
        for (i, pair) in pairs.iter().enumerate() {
            let [before, after] = pair.map(|verdict| ClaimVerdict {
                paper: "smith95".into(),
                claim: format!("claim-{i}"),
                experiment: "smith95-fig10".into(),
                verdict: verdict.into(),
            });
            verdicts.compare(&before, &after);
        }
        verdicts
    }

    #[test]
    fn a_verdict_flips_only_if_both_runs_print_one() {
        let verdicts = compared(&[
            ["reproduced", "reproduced"],
            ["reproduced", "contradicted"],
            ["reproduced", "undecided"],
            ["undecided", "failed"],
            ["not testable here", "reproduced"],
            ["held", "failed"],
        ]);
        assert_eq!((verdicts.compared, verdicts.stable), (6, 3));
        let flipped: Vec<&str> = verdicts.flipped.iter().map(|c| &*c.what).collect();
        assert_eq!(flipped, ["smith95 claim-1", "smith95 claim-5"]);
        assert_eq!(verdicts.list.len(), 5);
        let text = verdicts.text();
        assert!(
            text.contains("of 3 that are stable in both, 2 flipped"),
            "{text}"
        );
        assert_eq!(text.matches("flipped").count(), 3, "{text}");
    }

    /// Names are as long as those of the recordings, and verdicts as long as any.
    #[test]
    fn tables_fit_eighty_columns() {
        let detector = "i-collide boxes=dynamic broad-phase=sort-and-sweep features=lin-canny";
        let measurement = "step-time/overlap-regions, faces=39600 rotation=45, bodies 20000";
        let moved = || Moved {
            experiment: "hubbard96-fig17-scaled".into(),
            detector: detector.into(),
            measurement: measurement.into(),
            ratio: 12.345,
            interval: Some([11.111, 13.579]),
        };
        let times = TimeCounts {
            compared: 12_345,
            moved: 2,
            calibrated: Some(Calibrated {
                loop_ratio: 1.0,
                compared: 12_345,
                moved: 1234,
            }),
            list: vec![moved(), moved()],
        };
        let differing = Differing {
            experiment: "hubbard96-fig17-scaled".into(),
            detector: detector.into(),
            measurement: measurement.into(),
            before: "123456789 in 123456700 to 123456800".into(),
            after: "measured".into(),
        };
        let words = "depends on how the faces lie to each other (100 %, 12 of 12 runs)";
        let verdicts = compared(&[["contradicted (97 %, 11 of 12 runs)", words]; 123]);
        for text in [times.text(20), table(&[differing], 20), verdicts.text()] {
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert!(widest.is_some_and(|widest| widest <= WIDTH), "{text}");
        }
    }

    /// The last sentence on two runs with this number of disjoint intervals of a hundred, and these
    /// verdicts.
    fn agreement(disjoint: usize, pairs: &[[&str; 2]]) -> String {
        agreement_after(disjoint, pairs, false)
    }

    /// The same, after a second run that may be disturbed.
    fn agreement_after(disjoint: usize, pairs: &[[&str; 2]], disturbed: bool) -> String {
        let after = Steady {
            disturbed,
            ..Steady::default()
        };
        let difference = DiffResult {
            before: String::new(),
            after: String::new(),
            circumstances: Vec::new(),
            intervals: IntervalCounts {
                compared: 100,
                disjoint: 60,
                compared_in_units: 100,
                disjoint_in_units: disjoint,
            },
            steadiness: Steadiness {
                before: Steady::default(),
                after,
            },
            times: TimeCounts {
                compared: 0,
                moved: 0,
                calibrated: None,
                list: Vec::new(),
            },
            counts: Counts {
                compared: 0,
                list: Vec::new(),
            },
            kinds: 0,
            failed: Vec::new(),
            only_before: 0,
            only_after: 0,
            verdicts: Some(compared(pairs)),
        };
        difference.agreement()
    }

    /// Wide intervals overlap: the share of disjoint ones alone would pass.
    #[test]
    fn a_disturbed_run_agrees_with_nothing() {
        let held = &[["held", "held"]];
        let sentence = agreement_after(0, held, true);
        assert!(
            sentence.contains("undecided, since the recording after is disturbed"),
            "{sentence}"
        );
        assert!(agreement_after(6, held, true).ends_with(": they do not."));
    }

    #[test]
    fn two_runs_agree_up_to_five_percent_of_the_rows_and_without_a_flip() {
        assert!(agreement(5, &[["held", "held"]]).ends_with(": they do."));
        assert!(agreement(6, &[["held", "held"]]).ends_with(": they do not."));
        assert!(agreement(5, &[["held", "failed"]]).ends_with(": they do not."));
        assert!(agreement(0, &[["held", "undecided"]]).contains("5 % of the rows"));
    }
}
