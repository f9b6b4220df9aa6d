//! Boxes sorted along one axis.

use crate::BroadPhase;
use collision::{BodyId, BodyPair, Work};
use geometry::Aabb;

/// Sorts the boxes by where they begin in x, and compares each with those that begin before it
/// ends: the "bounding box check with better complexity" that Smith95 §2.2.4 and §6 ask for.
///
/// The order is kept from frame to frame, so that sorting by insertion is nearly free while bodies
/// move little; the findings do not depend on it.
///
/// # Cost
/// `n` plus the pairs that overlap in x, for bodies that moved little; the square of `n` at worst.
#[derive(Clone, Debug, Default)]
pub struct SortedAxis {
    order: Vec<u32>,
}

impl BroadPhase for SortedAxis {
    fn pairs(&mut self, boxes: &[Aabb], pairs: &mut Vec<BodyPair>, work: &mut Work) {
        pairs.clear();
        self.sort(boxes);
        for (i, a) in self.order.iter().enumerate() {
            let first = &boxes[*a as usize];
            for b in &self.order[i + 1..] {
                let second = &boxes[*b as usize];
                if second.min.x > first.max.x {
                    break;
                }
                work.body_box_tests += 1;
                if first.overlaps(second) {
                    pairs.push(BodyPair::new(BodyId(*a), BodyId(*b)));
                }
            }
        }
        pairs.sort_unstable();
    }
}

impl SortedAxis {
    /// Brings `order` up to date by insertion; starts afresh when the number of boxes changes.
    fn sort(&mut self, boxes: &[Aabb]) {
        let begin = |i: u32| boxes[i as usize].min.x;
        if self.order.len() != boxes.len() {
            self.order.clear();
            self.order.extend(0..boxes.len() as u32);
            self.order.sort_by(|i, j| begin(*i).total_cmp(&begin(*j)));
            return;
        }
        for i in 1..self.order.len() {
            let moving = self.order[i];
            let mut slot = i;
            while slot > 0 && begin(self.order[slot - 1]) > begin(moving) {
                self.order[slot] = self.order[slot - 1];
                slot -= 1;
            }
            self.order[slot] = moving;
        }
    }
}
