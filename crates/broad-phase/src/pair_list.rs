//! Sorted pairs of a broad phase that finds only their changes.

use collision::{BodyPair, PairChanges};

/// Pairs that persist from update to update.
#[derive(Clone, Debug, Default)]
pub(crate) struct PersistentPairs {
    pairs: Vec<BodyPair>,
    changes: PairChanges,
    scratch: Vec<BodyPair>,
}

impl PersistentPairs {
    /// Forgets the changes of the last update.
    pub(crate) fn begin_update(&mut self) {
        self.changes.began.clear();
        self.changes.ended.clear();
    }

    /// Notes a pair that begins, in any order.
    pub(crate) fn begin(&mut self, pair: BodyPair) {
        self.changes.began.push(pair);
    }

    /// Notes a pair that ends, in any order.
    pub(crate) fn end(&mut self, pair: BodyPair) {
        self.changes.ended.push(pair);
    }

    /// Notes that all pairs for which `ends` is true end.
    pub(crate) fn end_where(&mut self, ends: impl Fn(&BodyPair) -> bool) {
        let ended = self.pairs.iter().filter(|pair| ends(pair));
        self.changes.ended.extend(ended);
    }

    /// Changes the pairs as noted. Cost: one pass over them, or nothing if nothing was noted.
    pub(crate) fn apply_changes(&mut self) {
        let PairChanges { began, ended, .. } = &mut self.changes;
        began.sort_unstable();
        ended.sort_unstable();
        if !ended.is_empty() {
            let mut next = ended.iter().peekable();
            self.pairs.retain(|pair| next.next_if_eq(&pair).is_none());
            debug_assert!(next.next().is_none(), "a pair that was not there ended");
        }
        // Merges from the back, where the list grows.
        let mut old = self.pairs.len();
        self.pairs.extend_from_slice(began);
        let mut slot = self.pairs.len();
        for new in began.iter().rev() {
            while old > 0 && self.pairs[old - 1] > *new {
                slot -= 1;
                old -= 1;
                self.pairs[slot] = self.pairs[old];
            }
            slot -= 1;
            self.pairs[slot] = *new;
        }
        debug_assert!(self.pairs.is_sorted_by(|a, b| a < b), "a pair began twice");
    }

    /// Replaces the pairs by those that `find` adds, in any order, without repetitions. Replaces
    /// what was noted by the difference. Returns the answer of `find`.
    pub(crate) fn replace<T>(&mut self, find: impl FnOnce(&mut Vec<BodyPair>) -> T) -> T {
        std::mem::swap(&mut self.pairs, &mut self.scratch);
        self.pairs.clear();
        let answer = find(&mut self.pairs);
        self.pairs.sort_unstable();
        // The other buffer grows along, so that the next updates allocate nothing.
        let missing = self.pairs.len().saturating_sub(self.scratch.len());
        self.scratch.reserve(missing);
        self.changes.set_between(&self.scratch, &self.pairs);
        answer
    }

    /// Returns all pairs, sorted.
    pub(crate) fn pairs(&self) -> &[BodyPair] {
        &self.pairs
    }

    /// Returns the changes of the last update, sorted.
    pub(crate) fn changes(&self) -> &PairChanges {
        &self.changes
    }

    /// Returns the bytes of its buffers.
    pub(crate) fn bytes(&self) -> usize {
        let PairChanges { began, ended, .. } = &self.changes;
        let lists = [&self.pairs, began, ended, &self.scratch];
        lists.map(Vec::capacity).iter().sum::<usize>() * size_of::<BodyPair>()
    }
}
