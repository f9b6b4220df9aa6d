//! The broad phase: pairs of overlapping boxes, and their changes from frame to frame.

use crate::workers::Team;
use crate::{BodyPair, Work};
use geometry::Aabb;

/// Pairs that are sorted by comparisons: for fewer, counting takes longer.
const COUNTED_FROM: usize = 64;

/// Bodies for each pair up to which pairs are sorted by counting.
const BODIES_OF_A_PAIR: usize = 4;

/// Finds overlapping closed boxes and keeps state between calls.
///
/// Every broad phase fits every pairwise detector ([`crate::Pairwise`]). They give equal pairs and
/// differ in work only.
pub trait BroadPhase: std::fmt::Debug + Send + Sync {
    /// Updates the pairs. `boxes[i]` is the world box of body `i`. An empty box ([`Aabb::EMPTY`])
    /// overlaps nothing, which removes its body. The number of boxes may change. Counts comparisons
    /// in [`crate::Counter::BODY_BOX_TESTS`]. Allocates nothing once its buffers have grown.
    fn update(&mut self, boxes: &[Aabb], work: &mut Work);

    /// Updates the pairs like [`BroadPhase::update`], with the same pairs, changes and work, on the
    /// threads of a team, whose lists are allocated. The default uses the caller's thread alone.
    fn update_on(&mut self, _: Team, boxes: &[Aabb], work: &mut Work) {
        self.update(boxes, work);
    }

    /// Returns all pairs of boxes that share a point, sorted.
    fn pairs(&self) -> &[BodyPair];

    /// Returns the pairs that began and ended with the last update.
    fn changes(&self) -> &PairChanges;

    /// Removes all boxes.
    fn clear(&mut self);
}

/// Pairs whose overlap began or ended from one update to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PairChanges {
    /// Pairs that overlap now and did not before, sorted.
    pub began: Vec<BodyPair>,
    /// Pairs that overlapped before and do not now, sorted.
    pub ended: Vec<BodyPair>,
}

impl PairChanges {
    /// Replaces the changes by those from `before` to `now`, two sorted lists without repetitions.
    /// Cost: one pass over both.
    pub fn set_between(&mut self, before: &[BodyPair], now: &[BodyPair]) {
        self.began.clear();
        self.ended.clear();
        // So that nothing is allocated later, whichever of them change.
        self.began.reserve(now.len());
        self.ended.reserve(before.len().max(now.len()));
        // Bodies move little, so most updates change nothing.
        if before == now {
            return;
        }
        let (mut old, mut new) = (before.iter().peekable(), now.iter().peekable());
        loop {
            match (old.peek(), new.peek()) {
                (Some(a), Some(b)) if a == b => {
                    old.next();
                    new.next();
                }
                (Some(a), Some(b)) if a < b => self.ended.extend(old.next()),
                (Some(_), None) => self.ended.extend(old.next()),
                (_, Some(_)) => self.began.extend(new.next()),
                (None, None) => return,
            }
        }
    }
}

/// Pairs of a broad phase that finds all of them in each update. Derives the changes.
#[derive(Clone, Debug, Default)]
pub struct RecomputedPairs {
    now: Vec<BodyPair>,
    before: Vec<BodyPair>,
    changes: PairChanges,
    sort: PairSort,
}

/// Buffers to sort pairs.
#[derive(Clone, Debug, Default)]
struct PairSort {
    sorted: Vec<BodyPair>,
    /// Where the pairs of each first body end.
    ends: Vec<usize>,
}

impl PairSort {
    /// Sorts the pairs: by counting those of each first body, as each has few.
    ///
    /// # Cost
    /// The pairs and the bodies. `n log n` for few pairs, or few beside the bodies.
    fn sort(&mut self, pairs: &mut Vec<BodyPair>) {
        let bodies = pairs.iter().map(|pair| pair.a.index() + 1).max();
        let bodies = bodies.unwrap_or_default();
        let PairSort { sorted, ends } = self;
        // Room for the most pairs there ever were: these may be sorted in place, and take turns
        // with the lists that are compared.
        sorted.clear();
        sorted.reserve(pairs.len());
        if pairs.len() < COUNTED_FROM || bodies > BODIES_OF_A_PAIR * pairs.len() {
            return pairs.sort_unstable();
        }
        ends.clear();
        ends.resize(bodies, 0);
        for pair in &*pairs {
            ends[pair.a.index()] += 1;
        }
        let mut sum = 0;
        for end in &mut *ends {
            // The begin, which moves to the end with the pairs.
            sum += std::mem::replace(end, sum);
        }
        sorted.extend_from_slice(pairs);
        for pair in &*pairs {
            let end = &mut ends[pair.a.index()];
            sorted[*end] = *pair;
            *end += 1;
        }
        let mut begin = 0;
        for end in ends {
            sorted[begin..*end].sort_unstable();
            begin = *end;
        }
        std::mem::swap(sorted, pairs);
    }
}

impl RecomputedPairs {
    /// Replaces the pairs by those that `find` adds, in any order, without repetitions.
    pub fn update(&mut self, find: impl FnOnce(&mut Vec<BodyPair>)) {
        std::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
        find(&mut self.now);
        self.sort.sort(&mut self.now);
        self.before
            .reserve(self.now.len().saturating_sub(self.before.len()));
        self.changes.set_between(&self.before, &self.now);
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

impl<B: BroadPhase + ?Sized> BroadPhase for Box<B> {
    fn update(&mut self, boxes: &[Aabb], work: &mut Work) {
        (**self).update(boxes, work);
    }

    fn update_on(&mut self, team: Team, boxes: &[Aabb], work: &mut Work) {
        (**self).update_on(team, boxes, work);
    }

    fn pairs(&self) -> &[BodyPair] {
        (**self).pairs()
    }

    fn changes(&self) -> &PairChanges {
        (**self).changes()
    }

    fn clear(&mut self) {
        (**self).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyId;

    #[test]
    fn pairs_are_sorted_whether_they_are_few_or_many() {
        let mut sort = PairSort::default();
        for (count, bodies) in [(0, 1), (1, 9), (63, 20), (64, 20), (900, 40), (900, 4000)] {
            let number = |k: u32| k.wrapping_mul(0x9e37_79b9).rotate_left(9) % bodies;
            let pair = |k: u32| BodyPair {
                a: BodyId(number(k)),
                b: BodyId(bodies + number(k + 7919) + 3 * k),
            };
            let mut pairs: Vec<BodyPair> = (0..count).map(pair).collect();
            let mut expected = pairs.clone();
            expected.sort_unstable();
            sort.sort(&mut pairs);
            assert_eq!(pairs, expected, "{count} pairs of {bodies} bodies");
        }
    }

    /// Lists that are sorted in place and by counting take turns.
    #[test]
    fn lists_that_come_again_need_no_memory() {
        let mut list = RecomputedPairs::default();
        let mut frame = |count: u32, first: u32| {
            let pair = |k: u32| BodyPair::new(BodyId(first * (k + 1) % 501), BodyId(501 + k));
            list.update(|pairs| pairs.extend((0..count).map(pair)));
            let mut rooms = [&list.now, &list.before, &list.sort.sorted].map(Vec::capacity);
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
        let pair = |a, b| BodyPair::new(BodyId(a), BodyId(b));
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
