//! The broad phase: pairs of overlapping boxes, and their changes from frame to frame.

use crate::workers::Team;
use crate::{BodyPair, Work};
use geometry::Aabb;

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
        let (mut before, mut now) = (before, now);
        loop {
            // Bodies move little, so most pairs stay.
            let pairs = before.iter().zip(now);
            let same = pairs.take_while(|(old, new)| old == new).count();
            (before, now) = (&before[same..], &now[same..]);
            match (before.first(), now.first()) {
                (Some(old), new) if new.is_none_or(|new| old < new) => {
                    self.ended.push(*old);
                    before = &before[1..];
                }
                (_, Some(new)) => {
                    self.began.push(*new);
                    now = &now[1..];
                }
                _ => return,
            }
        }
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
