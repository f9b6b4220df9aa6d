//! Face pair checklist: pairs without repetitions [Smith95 §3.5].

use crate::workers::Team;

/// Length below which repetitions stay until the end. Sorting a million keys costs less than the
/// tests of their pairs.
const FIRST_COMPACTION: usize = 1 << 20;

/// Number of pairs from which on threads share sorting them: about 50 µs of work.
const SHARED_FROM_PAIRS: usize = 1 << 11;

/// List that accepts repeated pairs and yields each once, in order (D2).
///
/// The paper puts a pair into the checklist "if it was not previously put there". Here sorting
/// drops repetitions, at the end and each time the list has doubled. Memory therefore stays within
/// twice the number of different pairs.
#[derive(Clone, Debug)]
pub(crate) struct PairList<T> {
    pairs: Vec<T>,
    compact_at: usize,
    /// Length of the sorted prefix without repetitions.
    sorted: usize,
}

impl<T> Default for PairList<T> {
    fn default() -> Self {
        PairList {
            pairs: Vec::new(),
            compact_at: FIRST_COMPACTION,
            sorted: 0,
        }
    }
}

impl<T: Ord + Copy> PairList<T> {
    /// Clears the list and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.pairs.clear();
        self.compact_at = FIRST_COMPACTION;
        self.sorted = 0;
    }

    /// Adds a pair, which may have been added before.
    #[inline]
    pub(crate) fn push(&mut self, pair: T) {
        self.pairs.push(pair);
        if self.pairs.len() >= self.compact_at {
            self.compact();
            self.compact_at = FIRST_COMPACTION.max(2 * self.pairs.len());
        }
    }

    /// Sorts and drops repetitions.
    pub(crate) fn compact(&mut self) {
        self.pairs.sort_unstable();
        self.pairs.dedup();
        self.sorted = self.pairs.len();
    }

    /// Returns true if the sorted prefix contains the pair.
    ///
    /// May miss a recently added pair. The list is sorted only after it has grown by an eighth, so
    /// frequent calls stay cheap.
    pub(crate) fn knows(&mut self, pair: &T) -> bool {
        if self.pairs.len() > self.sorted + self.sorted / 8 {
            self.compact();
        }
        self.pairs[..self.sorted].binary_search(pair).is_ok()
    }

    /// Replaces the list by the pairs of `lists`, sorted, each once. Threads share the sort. Needs
    /// room for all these pairs once more.
    pub(crate) fn gather<'a>(&mut self, team: Team, lists: impl Iterator<Item = &'a [T]>)
    where
        T: Send + Sync + 'a,
    {
        self.clear();
        lists.for_each(|list| self.pairs.extend_from_slice(list));
        team.sort_by_key(&mut self.pairs, SHARED_FROM_PAIRS, &|pair: &T| *pair);
        self.pairs.dedup();
        self.sorted = self.pairs.len();
    }

    /// Returns the number of pairs, repetitions included.
    pub(crate) fn count(&self) -> usize {
        self.pairs.len()
    }

    /// Returns the pairs. Each appears once and in order after [`PairList::compact`].
    pub(crate) fn pairs(&self) -> &[T] {
        &self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_take_no_memory() {
        let mut list = PairList::default();
        for _ in 0..40 {
            (0..100_000u32).rev().for_each(|pair| list.push(pair));
        }
        list.compact();
        assert!(list.pairs().iter().copied().eq(0..100_000));
        assert!(list.pairs.capacity() < 4 * FIRST_COMPACTION);
        list.clear();
        assert!(list.pairs().is_empty());
    }

    #[test]
    fn a_list_knows_what_was_in_it_when_it_was_sorted_last() {
        let mut list = PairList::default();
        [3, 1, 3].into_iter().for_each(|pair| list.push(pair));
        assert!(list.knows(&3) && list.knows(&1) && !list.knows(&2));
        assert_eq!(list.count(), 2);
        (10..30).for_each(|pair| list.push(pair));
        assert!(list.knows(&29), "grown by more than an eighth");
        list.clear();
        assert!(!list.knows(&3));
    }
}
