//! Pairs of a broad phase that finds all of them in each update, and what changed.
//!
//! Good for few pairs of each body. See [`RecomputedPairs::update`] for the cost. The essence:
//! 1. Group the pairs by their first bodies, by counting.
//! 2. Sort the pairs of each body, and compare them with those before. Threads share out bodies.

use crate::workers::Team;
use crate::{BodyPair, PairChanges};

/// Pairs that are sorted by comparisons: for fewer, counting takes longer.
const COUNTED_FROM: usize = 64;

/// Bodies for each pair up to which pairs are sorted by counting.
const BODIES_OF_A_PAIR: usize = 4;

/// Pairs that a thread sorts and compares at once: about 10 µs of work.
const PAIRS_AT_ONCE: usize = 512;

/// Pairs of a broad phase that finds all of them in each update. Derives the changes.
#[derive(Clone, Debug, Default)]
pub struct RecomputedPairs {
    now: Vec<BodyPair>,
    before: Vec<BodyPair>,
    changes: PairChanges,
    grouping: Grouping,
}

impl RecomputedPairs {
    /// Replaces the pairs by those that `find` adds, in any order, without repetitions. If `find`
    /// panics, the pairs are lost, and the changes of the next update are not valid.
    ///
    /// # Cost
    /// The pairs and the bodies. `n log n` for few pairs, or few beside the bodies.
    pub fn update(&mut self, find: impl FnOnce(&mut Vec<BodyPair>)) {
        self.update_on(Team::ALONE, find);
    }

    /// Replaces the pairs like [`RecomputedPairs::update`]. `find` runs on the caller's thread. The
    /// team sorts the pairs and finds the changes, in lists that are allocated.
    pub fn update_on(&mut self, team: Team, find: impl FnOnce(&mut Vec<BodyPair>)) {
        std::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
        find(&mut self.now);
        let ends = self.grouping.group(&mut self.now);
        self.before
            .reserve(self.now.len().saturating_sub(self.before.len()));
        let groups = Groups {
            first: 0,
            begin: 0,
            ends,
            pairs: &mut self.now,
            before: &self.before,
        };
        if team
            .for_size(groups.pairs.len(), 2 * PAIRS_AT_ONCE)
            .shares()
        {
            let PairChanges { began, ended } = groups.sort_and_compare_on(team);
            // Copied, so that both lists keep the room that frames of one thread gave them.
            self.changes.began.clear();
            self.changes.ended.clear();
            self.changes.began.extend(began);
            self.changes.ended.extend(ended);
        } else {
            groups.sort_and_compare(&mut self.changes);
        }
    }

    /// Keeps the pairs of the last frame.
    pub fn keep(&mut self) {
        self.changes.began.clear();
        self.changes.ended.clear();
    }

    /// Returns all pairs, sorted.
    pub fn pairs(&self) -> &[BodyPair] {
        &self.now
    }

    /// Returns the changes of the last update.
    pub fn changes(&self) -> &PairChanges {
        &self.changes
    }

    /// Removes all pairs and the changes. The next update reports all pairs as begun.
    pub fn clear(&mut self) {
        *self = RecomputedPairs::default();
    }
}

/// Buffers to group pairs.
#[derive(Clone, Debug, Default)]
struct Grouping {
    grouped: Vec<BodyPair>,
    ends: Vec<usize>,
}

impl Grouping {
    /// Groups the pairs by their first bodies. Returns where the pairs of each body end. If the
    /// pairs are few, sorts them, and returns an empty list.
    fn group(&mut self, pairs: &mut Vec<BodyPair>) -> &[usize] {
        let bodies = pairs.iter().map(|pair| pair.a.index() + 1).max();
        let bodies = bodies.unwrap_or_default();
        let Grouping { grouped, ends } = self;
        // Room for the most pairs there ever were: these may be sorted in place, and take turns
        // with the lists that are compared.
        grouped.clear();
        grouped.reserve(pairs.len());
        ends.clear();
        if pairs.len() < COUNTED_FROM || bodies > BODIES_OF_A_PAIR * pairs.len() {
            pairs.sort_unstable();
            return ends;
        }
        ends.resize(bodies, 0);
        for pair in &*pairs {
            ends[pair.a.index()] += 1;
        }
        let mut sum = 0;
        for end in &mut *ends {
            // The begin, which moves to the end with the pairs.
            sum += std::mem::replace(end, sum);
        }
        grouped.extend_from_slice(pairs);
        for pair in &*pairs {
            let end = &mut ends[pair.a.index()];
            grouped[*end] = *pair;
            *end += 1;
        }
        std::mem::swap(grouped, pairs);
        ends
    }
}

/// Pairs of some bodies, grouped by their first ones, and those of the same bodies before, sorted.
struct Groups<'a> {
    /// First of the bodies.
    first: usize,
    /// Index of the first pair among all pairs.
    begin: usize,
    /// Where the pairs of each body end among all pairs. Empty if the pairs are sorted already.
    ends: &'a [usize],
    pairs: &'a mut [BodyPair],
    before: &'a [BodyPair],
}

impl<'a> Groups<'a> {
    /// Sorts the pairs, and replaces the changes by those from the pairs before.
    fn sort_and_compare(self, changes: &mut PairChanges) {
        let mut begin = 0;
        for end in self.ends {
            let end = end - self.begin;
            self.pairs[begin..end].sort_unstable();
            begin = end;
        }
        changes.set_between(self.before, self.pairs);
    }

    /// Does the same on the threads of a team. Returns the changes.
    fn sort_and_compare_on(self, team: Team) -> PairChanges {
        if self.pairs.len() <= PAIRS_AT_ONCE || self.ends.len() < 2 {
            let mut changes = PairChanges::default();
            self.sort_and_compare(&mut changes);
            return changes;
        }
        let (low, high) = self.halve();
        let (mut low, mut high) = team.join(
            || low.sort_and_compare_on(team),
            || high.sort_and_compare_on(team),
        );
        low.began.append(&mut high.began);
        low.ended.append(&mut high.ended);
        low
    }

    /// Divides two bodies or more, where half of the pairs are on either side.
    fn halve(self) -> (Groups<'a>, Groups<'a>) {
        let half = self.begin + self.pairs.len() / 2;
        // At least one body is on either side: the last end is not before `half`.
        let bodies = self.ends.partition_point(|end| *end < half).max(1);
        let (ends_low, ends_high) = self.ends.split_at(bodies);
        let midpoint = ends_low[bodies - 1];
        let (low, high) = self.pairs.split_at_mut(midpoint - self.begin);
        let first_high = self.first + bodies;
        let before = self
            .before
            .partition_point(|pair| pair.a.index() < first_high);
        let (before_low, before_high) = self.before.split_at(before);
        let low = Groups {
            ends: ends_low,
            pairs: low,
            before: before_low,
            ..self
        };
        let high = Groups {
            first: first_high,
            begin: midpoint,
            ends: ends_high,
            pairs: high,
            before: before_high,
        };
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyId;
    use crate::workers::Workers;

    fn pair(a: u32, b: u32) -> BodyPair {
        BodyPair::new(BodyId(a), BodyId(b))
    }

    /// Returns pairs of bodies that look random, without repetitions.
    fn pairs_of(count: u32, bodies: u32, seed: u32) -> Vec<BodyPair> {
        let number = |k: u32| (k ^ seed).wrapping_mul(0x9e37_79b9).rotate_left(9) % bodies;
        (0..count)
            // 7919 is prime, so no second body comes twice.
            .map(|k| pair(number(k), bodies + k * 7919 % count))
            .collect()
    }

    #[test]
    fn pairs_are_sorted_whether_they_are_few_or_many() {
        for (count, bodies) in [(0, 1), (1, 9), (63, 20), (64, 20), (900, 40), (900, 4000)] {
            let pairs = pairs_of(count, bodies, 0);
            let mut list = RecomputedPairs::default();
            list.update(|now| now.extend(&pairs));
            let mut expected = pairs;
            expected.sort_unstable();
            assert_eq!(list.pairs(), expected, "{count} pairs of {bodies} bodies");
        }
    }

    /// Of many bodies, of few, of one that has all pairs or most of them, and none.
    #[test]
    fn threads_find_the_pairs_and_changes_of_one() {
        let first = pairs_of(5000, 900, 0);
        let kept = (0..).zip(&first).filter(|(k, _)| k % 7 != 0);
        let thinned: Vec<BodyPair> = kept.map(|(_, pair)| *pair).collect();
        let of_one: Vec<BodyPair> = (1..3000).rev().map(|b| pair(0, b)).collect();
        // Half of the pairs are within those of the first body.
        let mut most_of_first = of_one.clone();
        most_of_first.extend([pair(1, 2), pair(4, 9)]);
        let of_last: Vec<BodyPair> = (1..3000).rev().map(|b| pair(2999, 2999 + b)).collect();
        let lists = [
            first.clone(),
            thinned,
            first,
            pairs_of(5000, 900, 1),
            pairs_of(3000, 3, 2),
            of_one,
            most_of_first,
            of_last,
            Vec::new(),
            pairs_of(1025, 300, 3),
        ];
        let mut alone = RecomputedPairs::default();
        let mut shared = [2, 3, 8].map(|count| (count, RecomputedPairs::default()));
        let mut before = Vec::new();
        for (k, pairs) in lists.iter().chain(&lists[..1]).enumerate() {
            alone.update(|now| now.extend(pairs));
            let mut expected = pairs.clone();
            expected.sort_unstable();
            let mut changes = PairChanges::default();
            changes.set_between(&before, &expected);
            assert!(alone.pairs() == expected && *alone.changes() == changes);
            for (count, shared) in &mut shared {
                Workers::default().run(*count, true, |team| {
                    shared.update_on(team, |now| now.extend(pairs));
                });
                let (pairs, changed) = (shared.pairs(), shared.changes());
                assert_eq!(pairs, expected, "list {k}, {count} threads");
                assert_eq!(*changed, changes, "list {k}, {count} threads");
            }
            before = expected;
        }
    }

    /// Lists that are sorted in place and by counting take turns.
    #[test]
    fn lists_that_come_again_need_no_memory() {
        let mut list = RecomputedPairs::default();
        let mut frame = |count: u32, first: u32| {
            let pair = |k: u32| pair(first * (k + 1) % 501, 501 + k);
            list.update(|pairs| pairs.extend((0..count).map(pair)));
            let mut rooms = [&list.now, &list.before, &list.grouping.grouped].map(Vec::capacity);
            rooms.sort_unstable();
            rooms
        };
        frame(100, 500);
        let rooms = frame(80, 1);
        assert!(rooms[0] >= 100, "{rooms:?}");
        for _ in 0..3 {
            assert_eq!([frame(100, 500), frame(80, 1)], [rooms; 2]);
        }
    }

    #[test]
    fn changes_are_what_one_list_has_and_the_other_has_not() {
        let mut list = RecomputedPairs::default();
        list.update(|pairs| pairs.extend([pair(2, 3), pair(0, 1), pair(0, 4)]));
        assert_eq!(list.pairs(), [pair(0, 1), pair(0, 4), pair(2, 3)]);
        assert_eq!(list.changes().began, list.pairs());
        list.update(|pairs| pairs.extend([pair(0, 4), pair(3, 4), pair(0, 2)]));
        assert_eq!(list.changes().began, [pair(0, 2), pair(3, 4)]);
        assert_eq!(list.changes().ended, [pair(0, 1), pair(2, 3)]);
        list.update(|_| {});
        assert_eq!(list.changes().began, []);
        assert_eq!(list.changes().ended.len(), 3);
    }
}
