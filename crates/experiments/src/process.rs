//! Processes that measure an experiment one after another.

use anyhow::{Context, Result, ensure};
use scenes::random::SceneRng;
use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

/// One of the processes that measure an experiment. As text, `2/5`.
///
/// Each takes its share of the repeats, in an order of its own: of the points of a sweep, and of
/// the detectors in each repeat. So neither the place of code in memory nor what was measured
/// before is the same in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    /// Counted from 0.
    index: usize,
    count: NonZeroUsize,
}

impl Process {
    /// The only process.
    pub const ONLY: Process = Process {
        index: 0,
        count: NonZeroUsize::MIN,
    };

    /// Returns the processes of an experiment, in order.
    pub fn all(count: NonZeroUsize) -> impl Iterator<Item = Process> {
        (0..count.get()).map(move |index| Process { index, count })
    }

    /// Returns its number, counted from 1.
    pub const fn number(self) -> usize {
        self.index + 1
    }

    /// Returns the number of all processes.
    pub const fn count(self) -> NonZeroUsize {
        self.count
    }

    /// Returns true for the process that checks the answers against the ground truth. The work
    /// counts of the others have to be the same.
    pub const fn is_first(self) -> bool {
        self.index == 0
    }

    /// Returns its share of these repeats, at least one.
    pub fn repeats(self, all: NonZeroUsize) -> usize {
        let (all, count) = (all.get(), self.count.get());
        let more = usize::from(self.index < all % count);
        (all / count + more).max(1)
    }

    /// Returns its entry of a list, which begins again after the last.
    ///
    /// # Panics
    /// Panics if the list is empty.
    pub(crate) fn entry<T>(self, list: &[T]) -> &T {
        &list[self.index % list.len()]
    }

    /// Returns the entries of a list that some process of the run has.
    ///
    /// # Panics
    /// Panics if the list is empty.
    pub(crate) fn entries<T>(self, list: &[T]) -> &[T] {
        &list[..self.count.get().min(list.len())]
    }

    /// Returns the stream of its random choices in an experiment.
    pub(crate) fn random(self, experiment: &str) -> SceneRng {
        SceneRng::new(records::seed(&[experiment], self.index as u32))
    }
}

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number(), self.count)
    }
}

impl FromStr for Process {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Process> {
        let parts = text.split_once('/');
        let (number, count) = parts.context("give a process as `2/5`")?;
        let (number, count) = (number.parse::<NonZeroUsize>()?, count.parse()?);
        ensure!(number <= count, "there is no process {number} of {count}");
        let index = number.get() - 1;
        Ok(Process { index, count })
    }
}

/// Puts a list into a random order.
pub(crate) fn shuffle<T>(list: &mut [T], random: &mut SceneRng) {
    for i in (1..list.len()).rev() {
        // Uniform up to a rounding of 2^-53.
        let other = random.between(0.0, (i + 1) as f64) as usize;
        list.swap(i, other.min(i));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Process {
        text.parse().unwrap()
    }

    #[test]
    fn repeats_are_shared_out_and_each_process_has_one() {
        for (all, count) in [(41, 5), (15, 5), (7, 3), (3, 5), (1, 1)] {
            let (all, count) = (
                NonZeroUsize::new(all).unwrap(),
                NonZeroUsize::new(count).unwrap(),
            );
            let shares: Vec<usize> = Process::all(count).map(|p| p.repeats(all)).collect();
            assert!(shares.iter().all(|n| *n >= 1));
            assert_eq!(shares.iter().sum::<usize>(), all.max(count).get());
            assert!(shares[0] - shares[shares.len() - 1] <= 1);
        }
    }

    #[test]
    fn processes_take_the_entries_of_a_list_in_turns() {
        let five = Process::all(NonZeroUsize::new(5).unwrap());
        let entries: Vec<char> = five.map(|p| *p.entry(&['a', 'b', 'c'])).collect();
        assert_eq!(entries, ['a', 'b', 'c', 'a', 'b']);
        assert_eq!(Process::ONLY.entry(&[7, 8]), &7);
    }

    #[test]
    fn a_process_is_read_as_it_is_written() {
        assert_eq!(of("1/1"), Process::ONLY);
        assert_eq!(
            (of("2/5").to_string(), of("2/5").number()),
            ("2/5".to_owned(), 2)
        );
        for bad in ["", "2", "0/5", "6/5", "a/b", "1/0"] {
            assert!(bad.parse::<Process>().is_err(), "{bad}");
        }
    }

    #[test]
    fn processes_and_experiments_have_orders_of_their_own() {
        let order = |process: Process, name: &str| {
            let mut list: Vec<u32> = (0..20).collect();
            shuffle(&mut list, &mut process.random(name));
            let mut sorted = list.clone();
            sorted.sort();
            assert_eq!(sorted, (0..20).collect::<Vec<_>>());
            list
        };
        assert_eq!(order(of("2/5"), "a"), order(of("2/5"), "a"));
        assert_ne!(order(of("2/5"), "a"), order(of("3/5"), "a"));
        assert_ne!(order(of("2/5"), "a"), order(of("2/5"), "b"));
    }
}
