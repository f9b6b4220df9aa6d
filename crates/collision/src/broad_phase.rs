//! The broad phase: pairs of overlapping boxes, and their changes from frame to frame.

use crate::workers::Team;
use crate::{BodyPair, Work};
use geometry::Aabb;

/// Pairs that are too few to be sorted by several threads: about 100 µs of work.
const SORTED_AT_ONCE: usize = 8192;

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
    /// threads of a team. The default uses the caller's thread alone.
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
}

impl RecomputedPairs {
    /// Replaces the pairs by those that `find` adds, in any order, without repetitions.
    pub fn update(&mut self, find: impl FnOnce(&mut Vec<BodyPair>)) {
        self.update_on(Team::ALONE, find);
    }

    /// Does the same, and sorts the pairs on the threads of a team.
    pub fn update_on(&mut self, team: Team, find: impl FnOnce(&mut Vec<BodyPair>)) {
        std::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
        find(&mut self.now);
        team.sort_by_key(&mut self.now, SORTED_AT_ONCE, |pair| *pair);
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

    /// Removes all pairs.
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
