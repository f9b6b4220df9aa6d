//! Time that is left of a comparison, from the times that experiments took before.

use crate::terminal;
use records::Recording;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// Estimate of the time that is left.
pub(super) struct Remaining {
    /// Experiments to be measured: processes that are left, and the seconds of one.
    left: BTreeMap<String, Left>,
    /// Number of experiments.
    count: usize,
}

#[derive(Clone, Copy, Default)]
struct Left {
    processes: usize,
    /// As far as it is known.
    seconds: Option<f64>,
}

impl Remaining {
    /// Starts with the processes that each experiment has left, and the most that it can have.
    /// Earlier recordings have the time that all of them take, the newest of the same extent first.
    pub(super) fn new(
        left: impl IntoIterator<Item = (String, usize, NonZeroUsize)>,
        quick: bool,
        earlier: &[Recording],
    ) -> Remaining {
        let seconds = |name: &str, most: NonZeroUsize| {
            let same = earlier.iter().rev().filter(|r| r.run.quick == quick);
            let known = |r: &Recording| {
                let seconds = *r.run.experiments.get(name)?;
                // Some have fewer than the run, such as those that measure nothing twice.
                let processes = r.run.processes.min(most);
                (seconds > 0.0 && r.rows_file(name).is_file())
                    .then(|| seconds / processes.get() as f64)
            };
            same.filter_map(known).next()
        };
        let left: BTreeMap<String, Left> = left
            .into_iter()
            .map(|(name, processes, most)| {
                let seconds = seconds(&name, most);
                (name, Left { processes, seconds })
            })
            .collect();
        Remaining {
            count: left.len(),
            left,
        }
    }

    /// Counts a process of an experiment.
    pub(super) fn took(&mut self, name: &str, seconds: f64) {
        if let Some(left) = self.left.get_mut(name) {
            left.processes = left.processes.saturating_sub(1);
            left.seconds = Some(seconds);
        }
    }

    /// Returns the time that is left in words, or nothing if no time is known.
    pub(super) fn words(&self) -> Option<String> {
        let known: Vec<f64> = self.left.values().filter_map(|left| left.seconds).collect();
        if known.is_empty() {
            return None;
        }
        let mean = known.iter().sum::<f64>() / known.len() as f64;
        let of = |left: &Left| left.processes as f64 * left.seconds.unwrap_or(mean);
        let seconds: f64 = self.left.values().map(of).sum();
        Some(match seconds {
            s if s < 90.0 => format!("about {s:.0} s left"),
            s => format!("about {:.0} min left", s / 60.0),
        })
    }

    /// Says on standard error that a round begins.
    pub(super) fn announce(&self, round: usize, rounds: usize) {
        if rounds > 1 {
            let left = self.words().map(|left| format!("; {left}"));
            let line = format!("round {round} of {rounds}{}\n", left.unwrap_or_default());
            // A comparison of an hour does not end for a line that nothing shows.
            _ = terminal::print_aside(&line);
        }
    }

    /// Returns the state of the comparison, for the progress of a process.
    pub(super) fn status(&self, number: usize, round: usize, rounds: usize) -> String {
        let round = match rounds {
            1 => String::new(),
            _ => format!("round {round}/{rounds}, "),
        };
        let left = self.words().map(|left| format!(", {left}"));
        format!(
            "{round}{number}/{}{}: ",
            self.count,
            left.unwrap_or_default()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_experiments_take_the_mean_of_the_others() {
        let most = NonZeroUsize::MIN.saturating_add(4);
        let left = [("a", 2), ("b", 3)].map(|(name, n)| (name.to_owned(), n, most));
        let mut remaining = Remaining::new(left, false, &[]);
        assert_eq!(remaining.words(), None);
        assert_eq!(remaining.status(1, 1, 5), "round 1/5, 1/2: ");
        remaining.took("a", 30.0);
        // One process of a and three of b.
        assert_eq!(remaining.words().as_deref(), Some("about 2 min left"));
        remaining.took("b", 10.0);
        assert_eq!(remaining.words().as_deref(), Some("about 50 s left"));
        assert_eq!(remaining.status(2, 1, 1), "2/2, about 50 s left: ");
    }

    #[test]
    fn an_experiment_of_one_process_takes_all_its_seconds_in_it() {
        let out = tempfile::tempdir().unwrap();
        let mut run = experiments::circumstances(out.path(), "cargo xtask compare", false);
        run.processes = NonZeroUsize::MIN.saturating_add(4);
        run.experiments = [("a".to_owned(), 60.0), ("b".to_owned(), 60.0)].into();
        let recording = Recording::create(out.path(), run).unwrap();
        for name in ["a", "b"] {
            std::fs::write(recording.rows_file(name), "").unwrap();
        }
        let of = |name: &str, left, most| {
            let most = NonZeroUsize::new(most).unwrap();
            let left = [(name.to_owned(), left, most)];
            Remaining::new(left, false, std::slice::from_ref(&recording)).words()
        };
        assert_eq!(of("a", 5, 7).as_deref(), Some("about 60 s left"));
        assert_eq!(of("b", 1, 1).as_deref(), Some("about 60 s left"));
    }
}
