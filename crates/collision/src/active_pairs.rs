//! Active pairs of a detector: those of its broad phase, each with a cache.

use crate::workers::Team;
use crate::{BodyPair, PairChanges};
use std::slice;

/// Pairs of a broad phase, each with its cache. Memory grows with the number of active pairs, not
/// with the square of the number of bodies.
///
/// A pair may settle ([`crate::PairOutput::settle`]). [`crate::PairThreads`] leaves it out for as
/// long as both bodies rest, so that the work of a frame follows the pairs of a body that moves,
/// and those with findings. One pass over the list, of some 24 bytes a pair, finds them.
#[derive(Debug, Default)]
pub struct ActivePairs<C> {
    entries: Vec<ActivePair<C>>,
    /// Buffer for merging.
    merged: Vec<ActivePair<C>>,
    /// Caches without a pair, for pairs that begin. There is room for those of all pairs.
    spare: Vec<Box<C>>,
    /// True for each body that rests: it has not moved since all pairs were tested last.
    rests: Vec<bool>,
}

/// Active pair.
#[derive(Debug)]
pub(crate) struct ActivePair<C> {
    pub(crate) pair: BodyPair,
    /// True if its last test found nothing that the next one would, while both bodies rest.
    pub(crate) is_settled: bool,
    /// In a box, so that lists of pairs are short to pass over and to merge.
    pub(crate) cache: Box<C>,
}

impl<C> ActivePair<C> {
    /// Returns true if the pair needs no test, for bodies of which these rest.
    pub(crate) fn is_left_out(&self, rests: &[bool]) -> bool {
        self.is_settled && rests[self.pair.a.index()] && rests[self.pair.b.index()]
    }
}

/// Neighboring pairs, sorted, each with its cache.
#[derive(Debug)]
pub struct ActivePairsMut<'a, C>(slice::IterMut<'a, ActivePair<C>>);

impl<'a, C> Iterator for ActivePairsMut<'a, C> {
    type Item = (BodyPair, &'a mut C);

    fn next(&mut self) -> Option<(BodyPair, &'a mut C)> {
        let active = self.0.next()?;
        Some((active.pair, &mut *active.cache))
    }
}

impl<C: Default + Send> ActivePairs<C> {
    /// Runs `task` on runs of about `at_once` neighboring pairs, with the rank of the first, on the
    /// threads of a team. Joins the results of neighbors, the lower first.
    pub fn fold_mut<R: Send>(
        &mut self,
        team: Team,
        at_once: usize,
        task: &(impl Fn(usize, ActivePairsMut<'_, C>) -> R + Sync),
        merge: &(impl Fn(R, R) -> R + Sync),
    ) -> R {
        let on_run = |first: usize, pairs: &mut [ActivePair<C>]| {
            task(first, ActivePairsMut(pairs.iter_mut()))
        };
        team.fold_mut(&mut self.entries, at_once, &on_run, merge)
    }
}

impl<C: Default> ActivePairs<C> {
    /// Returns the pairs, sorted, each with its cache, settled ones included.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (BodyPair, &mut C)> {
        let entries = self.entries.iter_mut();
        entries.map(|active| (active.pair, &mut *active.cache))
    }

    /// Returns the pairs, sorted, and which bodies rest.
    pub(crate) fn with_rests(&mut self) -> (&mut [ActivePair<C>], &[bool]) {
        (&mut self.entries, &self.rests)
    }

    /// Returns the pairs, sorted.
    pub fn pairs(&self) -> impl Iterator<Item = BodyPair> {
        self.entries.iter().map(|active| active.pair)
    }

    /// Returns the number of pairs.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there is no pair.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the list of the bodies that rest, to be filled for a frame.
    pub(crate) fn rests_mut(&mut self) -> &mut Vec<bool> {
        &mut self.rests
    }

    /// Removes the pairs that ended, passes their caches to `end`, and adds those that began.
    ///
    /// Cost: one pass over the list if pairs changed, or two if more began than there are spare
    /// caches. Allocates nothing once there were as many pairs.
    pub(crate) fn apply(&mut self, PairChanges { began, ended }: &PairChanges, end: impl FnMut(C)) {
        if began.len() <= self.spare.len() || ended.is_empty() {
            return self.merge(began, ended, end);
        }
        // Pairs that begin take the caches of those that ended, also of those after them.
        self.merge(&[], ended, end);
        self.merge(began, &[], |_| {});
    }

    /// Does that in one pass, in which a pair takes a spare cache or that of a pair before it.
    fn merge(&mut self, began: &[BodyPair], ended: &[BodyPair], mut end: impl FnMut(C)) {
        if began.is_empty() && ended.is_empty() {
            return;
        }
        self.merged.clear();
        let spare = &mut self.spare;
        let new = |pair: &BodyPair, spare: &mut Vec<Box<C>>| ActivePair {
            pair: *pair,
            is_settled: false,
            cache: spare.pop().unwrap_or_default(),
        };
        let (mut ended, mut began) = (ended.iter().peekable(), began.iter().peekable());
        let first_of = |ended: Option<&&BodyPair>, began: Option<&&BodyPair>| {
            let pairs = ended.into_iter().chain(began);
            pairs.map(|pair| **pair).min()
        };
        let mut changed = first_of(ended.peek(), began.peek());
        for mut active in self.entries.drain(..) {
            // Bodies move little, so most pairs stay.
            if changed.is_none_or(|changed| active.pair < changed) {
                self.merged.push(active);
                continue;
            }
            while let Some(pair) = began.next_if(|pair| **pair < active.pair) {
                self.merged.push(new(pair, spare));
            }
            if ended.next_if(|old| **old == active.pair).is_some() {
                end(std::mem::take(&mut *active.cache));
                spare.push(active.cache);
            } else {
                self.merged.push(active);
            }
            changed = first_of(ended.peek(), began.peek());
        }
        self.merged.extend(began.map(|pair| new(pair, spare)));
        self.end_merge();
        self.spare.reserve(self.entries.len());
    }

    /// Makes the merged pairs the active ones.
    fn end_merge(&mut self) {
        std::mem::swap(&mut self.entries, &mut self.merged);
        // The other buffer grows along, so that the next frames allocate nothing.
        self.merged.reserve_exact(self.entries.capacity());
    }

    /// Replaces the pairs by `now`, which is sorted. Pairs in both keep their caches, those of the
    /// others go to `end`.
    pub(crate) fn set(
        &mut self,
        now: &[BodyPair],
        scratch: &mut CandidateScratch,
        end: impl FnMut(C),
    ) {
        scratch.before.clear();
        scratch.before.extend(self.pairs());
        scratch.changes.set_between(&scratch.before, now);
        self.apply(&scratch.changes, end);
    }
}

/// Buffers for candidate pairs of a query.
#[derive(Debug, Default)]
pub(crate) struct CandidateScratch {
    before: Vec<BodyPair>,
    pub(crate) now: Vec<BodyPair>,
    changes: PairChanges,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyId;

    fn pair(a: u32, b: u32) -> BodyPair {
        BodyPair::new(BodyId(a), BodyId(b))
    }

    #[test]
    fn caches_live_as_long_as_their_pairs() {
        let mut active = ActivePairs::<u32>::default();
        let mut scratch = CandidateScratch::default();
        let mut ended = Vec::new();
        let first = [pair(0, 1), pair(0, 3), pair(1, 2)];
        active.set(&first, &mut scratch, |cache| ended.push(cache));
        for (i, (_, cache)) in active.iter_mut().enumerate() {
            *cache = 10 + i as u32;
        }
        let second = [pair(0, 2), pair(0, 3), pair(2, 3)];
        active.set(&second, &mut scratch, |cache| ended.push(cache));
        let now: Vec<_> = active
            .iter_mut()
            .map(|(pair, cache)| (pair, *cache))
            .collect();
        assert_eq!(now, [(pair(0, 2), 0), (pair(0, 3), 11), (pair(2, 3), 0)]);
        let third = [pair(0, 1), pair(0, 3)];
        active.set(&third, &mut scratch, |cache| ended.push(cache));
        let now: Vec<_> = active
            .iter_mut()
            .map(|(pair, cache)| (pair, *cache))
            .collect();
        assert_eq!(now, [(pair(0, 1), 0), (pair(0, 3), 11)]);
        assert_eq!((active.len(), active.is_empty()), (2, false));
        assert_eq!(ended, [10, 12, 0, 0], "each cache that ended");
    }

    /// Also if it comes before the one that ends.
    #[test]
    fn a_pair_that_begins_takes_the_cache_of_one_that_ends() {
        let mut active = ActivePairs::<u32>::default();
        let mut scratch = CandidateScratch::default();
        for now in [[pair(1, 2)], [pair(0, 1)], [pair(0, 3)]] {
            active.set(&now, &mut scratch, |_| {});
            assert!(active.pairs().eq(now));
            assert_eq!(active.spare.len(), 0);
        }
    }

    #[test]
    fn pairs_begin_and_end_in_one_pass_if_there_are_spare_caches() {
        let mut active = ActivePairs::<u32>::default();
        let mut scratch = CandidateScratch::default();
        active.set(&[pair(0, 4), pair(1, 2), pair(1, 3)], &mut scratch, |_| {});
        active.set(&[pair(1, 2), pair(1, 3)], &mut scratch, |_| {});
        assert_eq!(active.spare.len(), 1);
        for (i, (_, cache)) in active.iter_mut().enumerate() {
            *cache = 10 + i as u32;
        }
        let now = [pair(0, 1), pair(1, 2)];
        active.set(&now, &mut scratch, |cache| assert_eq!(cache, 11));
        let caches: Vec<_> = active.iter_mut().map(|(_, cache)| *cache).collect();
        assert!(active.pairs().eq(now) && caches == [0, 10], "{caches:?}");
    }

    #[test]
    fn a_settled_pair_is_left_out_while_both_bodies_rest() {
        let mut active = ActivePair {
            pair: pair(0, 2),
            is_settled: false,
            cache: Box::new(()),
        };
        assert!(!active.is_left_out(&[true; 3]));
        active.is_settled = true;
        assert!(active.is_left_out(&[true; 3]));
        assert!(active.is_left_out(&[true, false, true]));
        assert!(!active.is_left_out(&[false, true, true]));
        assert!(!active.is_left_out(&[true, true, false]));
    }
}
