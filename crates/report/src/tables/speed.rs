//! Speed of the machine while it measured, from the calibration in the rows.

use crate::Page;
use crate::format;
use records::statistics::quantile;
use records::{CALIBRATION, Machine, Newest, NewestOf, ProcessSpread, Row, Rows, Selection, Unit};

/// Time of the fixed loop over that of the fastest tenth, above which it counts as slow.
const SLOW: f64 = 1.1;

/// Share of slow repeats above which a section states them.
const NOTEWORTHY: f64 = 0.05;

/// Returns the speed of the pages' machine in the repeats of all experiments, in words; empty
/// without calibration.
pub(crate) fn speed(newest: &Newest) -> String {
    Speed::of(newest, None).map_or_else(String::new, |speed| speed.words())
}

/// Returns the number of slow repeats of an experiment, as [`Speed::slow_repeats`].
pub(crate) fn slow_repeats(newest: &Newest, page: &Page) -> String {
    let machine = newest.other_machine(&page.id);
    let speed = Speed::of(newest, machine);
    speed.map_or_else(String::new, |s| s.slow_repeats(&newest.rows, page))
}

/// Returns true if the processes of a recording differ much.
pub(crate) fn is_disturbed(newest: &Newest, recording: &NewestOf) -> bool {
    spread_of(newest, recording).is_some_and(|spread| spread.is_disturbed())
}

fn spread_of(newest: &Newest, recording: &NewestOf) -> Option<ProcessSpread> {
    let is_of = |row: &&Row| recording.experiments.contains(&row.key.experiment);
    ProcessSpread::of(newest.rows.iter().filter(is_of))
}

/// Returns the spread between the processes of a recording, in words; empty if no time has several.
pub(crate) fn process_spread(newest: &Newest, recording: &NewestOf) -> String {
    spread_of(newest, recording).map_or_else(String::new, |spread| {
        let disturbed = if spread.is_disturbed() {
            "**disturbed**: "
        } else {
            ""
        };
        format!(
            "{disturbed}{:.2} in the median of {} times, 90 % at most {:.2}, {:.0} % above {}",
            spread.median,
            spread.rows,
            spread.ninth_decile,
            100.0 * spread.wide,
            ProcessSpread::WIDE
        )
    })
}

/// Speed of one machine in all experiments.
struct Speed {
    /// Times of the fixed loop, in seconds.
    times: Vec<f64>,
    /// Time at the end of the fastest tenth.
    fast: f64,
}

impl Speed {
    /// Returns the speed of the pages' machine, or of another one, in all experiments with rows of
    /// it. `None` without calibration.
    fn of(newest: &Newest, other: Option<&Machine>) -> Option<Speed> {
        // The load and the compiler of another recording are no matter of the machine.
        let machine = |row: &Row| newest.other_machine(&row.key.experiment).map(Machine::name);
        let other = other.map(Machine::name);
        let is_of_machine = |row: &&Row| machine(row) == other;
        let calibrations = newest.rows.iter().filter(|row| row.quantity == CALIBRATION);
        let calibrations = calibrations.filter(is_of_machine);
        let times: Vec<f64> = calibrations.flat_map(|row| row.samples.pooled()).collect();
        let fast = quantile(&times, 0.1)?;
        Some(Speed { times, fast })
    }

    /// Returns the times of the fixed loop, in words.
    fn words(&self) -> String {
        let (slow, all) = (self.slow(&self.times), self.times.len());
        let share = 100.0 * slow as f64 / all as f64;
        let median = quantile(&self.times, 0.5).unwrap_or(f64::NAN);
        let largest = self.times.iter().copied().fold(0.0, f64::max);
        format!(
            "a fixed loop takes {} in the median repeat; it takes more than {SLOW} times that of the \
             fastest tenth in {share:.1} % of {all} repeats, and at most {:.2} times",
            format::value(median, Unit::Seconds),
            largest / self.fast
        )
    }

    fn slow(&self, times: &[f64]) -> usize {
        times
            .iter()
            .filter(|time| **time > SLOW * self.fast)
            .count()
    }

    /// Returns the number of slow repeats of an experiment, in words: "3 of 40 repeats were slow".
    /// Empty if they are at most one in twenty.
    ///
    /// The loop is compared with its fastest tenth in all experiments: one that was measured on a
    /// slow machine from beginning to end has no fast repeat of its own.
    fn slow_repeats(&self, rows: &Rows, page: &Page) -> String {
        let calibrations = rows.select(&Selection {
            quantity: Some(CALIBRATION),
            ..Selection::of(&page.id)
        });
        let times: Vec<f64> = calibrations
            .iter()
            .flat_map(|row| row.samples.pooled())
            .collect();
        let (slow, all) = (self.slow(&times), times.len());
        if slow as f64 <= NOTEWORTHY * all as f64 {
            return String::new();
        }
        // Models without repeats of a scene have one calibration, before and after they measure.
        let in_repeats = |row: &&Row| !row.key.scene.is_empty();
        let (what, when) = if calibrations.iter().any(in_repeats) {
            ("repeats", "At their beginning")
        } else {
            ("calibrations", "Before and after measuring")
        };
        let were = if slow == 1 { "was" } else { "were" };
        format!(
            "{slow} of {all} {what} {were} slow. {when} a fixed loop took more than {SLOW} times \
             that of the fastest tenth in all experiments."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{key, newest};
    use records::Samples;

    fn calibration(experiment: &str, scene: &str, slow: usize, all: usize) -> Row {
        let mut key = key(experiment, CALIBRATION, "", 8.0);
        key.scene = scene.to_owned();
        let times = (0..all).map(|i| if i < slow { 1.2e-4 } else { 1.05e-4 });
        let times: Vec<f64> = times.collect();
        Row::from_samples(&key, CALIBRATION, Unit::Seconds, times)
    }

    fn slow_repeats(newest: &Newest, id: &str) -> String {
        let page = Page {
            id: id.into(),
            ..Page::default()
        };
        super::slow_repeats(newest, &page)
    }

    #[test]
    fn more_than_one_slow_repeat_in_twenty_is_stated() {
        let fast = Row::from_samples(
            &key("other", CALIBRATION, "", 8.0),
            CALIBRATION,
            Unit::Seconds,
            &[1e-4; 50],
        );
        let rows: Rows = [
            fast,
            calibration("one", "swarm", 1, 20),
            calibration("two", "swarm", 1, 10),
            calibration("two", "shuttles", 1, 10),
            calibration("flight", "", 3, 42),
            calibration("all", "swarm", 4, 4),
        ]
        .into_iter()
        .collect();
        let rows = newest(&rows);
        assert_eq!(slow_repeats(&rows, "one"), "");
        assert_eq!(slow_repeats(&rows, "none"), "");
        let two = slow_repeats(&rows, "two");
        assert!(
            two.starts_with("2 of 20 repeats were slow. At their beginning"),
            "{two}"
        );
        let flight = slow_repeats(&rows, "flight");
        assert!(
            flight.starts_with("3 of 42 calibrations were slow. Before and"),
            "{flight}"
        );
        let all = slow_repeats(&rows, "all");
        assert!(
            all.starts_with("4 of 4 repeats"),
            "slow from beginning to end: {all}"
        );
        assert!(
            speed(&rows).contains("in 7.4 % of 136 repeats"),
            "{}",
            speed(&rows)
        );
    }

    /// A recording of times of two processes, the second of which takes `slower` times as long.
    fn of_two_processes(slower: f64) -> Newest {
        let rows = ["one", "two"].map(|experiment| {
            let samples = Samples::of_processes([vec![1e-3; 3], vec![slower * 1e-3; 3]]);
            let key = key(experiment, "bvh", "", 8.0);
            Row::from_samples(&key, "time", Unit::Seconds, samples)
        });
        newest(&rows.into_iter().collect())
    }

    #[test]
    fn a_recording_whose_processes_differ_is_called_disturbed() {
        let words = |slower| {
            let mut newest = of_two_processes(slower);
            newest.recordings[0].experiments = vec!["one".into()];
            process_spread(&newest, &newest.recordings[0])
        };
        let quiet = words(1.24);
        assert_eq!(
            quiet,
            "1.24 in the median of 1 times, 90 % at most 1.24, 0 % above 1.3"
        );
        let disturbed = words(1.5);
        assert!(
            disturbed.starts_with("**disturbed**: 1.50 in"),
            "{disturbed}"
        );
        assert!(disturbed.ends_with("100 % above 1.3"), "{disturbed}");
    }

    #[test]
    fn an_experiment_of_another_machine_is_compared_with_that_machine() {
        let mut rows = newest(&[calibration("here", "swarm", 0, 20)].into_iter().collect());
        let slower = calibration("there", "swarm", 1, 20).samples.pooled();
        let slower: Vec<f64> = slower.iter().map(|time| 2.0 * time).collect();
        let there = key("there", CALIBRATION, "", 8.0);
        rows.rows.push(Row::from_samples(
            &there,
            CALIBRATION,
            Unit::Seconds,
            slower,
        ));
        let mut other = rows.recordings[0].clone();
        other.run.machine.cores = 64;
        other.experiments = vec!["there".into()];
        rows.elsewhere.push(other);
        assert_eq!(slow_repeats(&rows, "there"), "");
        assert!(speed(&rows).contains("of 20 repeats"), "{}", speed(&rows));
    }
}
