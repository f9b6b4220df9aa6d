//! Sort and sweep along one axis.

use collision::{BodyId, BodyPair, BroadPhase, Counter, PairChanges, RecomputedPairs, Work};
use geometry::{Aabb, sweep};
use std::ops::ControlFlow;

/// Broad phase that sorts boxes by their lower x and compares each with the boxes that begin before
/// it ends: the "bounding box check with better complexity" of Smith95 §2.2.4 and §6.
///
/// Insertion sort keeps the order between frames and costs little while bodies move little. The
/// pairs do not depend on the kept order.
///
/// # Cost
/// `n` plus the pairs that overlap in x if bodies moved little, `n²` at worst.
#[derive(Clone, Debug, Default)]
pub struct SortAndSweep {
    order: Vec<u32>,
    pairs: RecomputedPairs,
}

impl BroadPhase for SortAndSweep {
    fn update(&mut self, boxes: &[Aabb], work: &mut Work) {
        sort(&mut self.order, boxes);
        let mut tests = 0;
        self.pairs.update(|pairs| {
            let every_pair = |a: &u32, b: &u32| {
                tests += 1;
                if boxes[*a as usize].overlaps(&boxes[*b as usize]) {
                    pairs.push(BodyPair::new(BodyId(*a), BodyId(*b)));
                }
                ControlFlow::Continue(())
            };
            let _ = sweep::within(&self.order, |body| boxes[*body as usize], every_pair);
        });
        work.add(Counter::BODY_BOX_TESTS, tests);
    }

    fn pairs(&self) -> &[BodyPair] {
        self.pairs.pairs()
    }

    fn changes(&self) -> &PairChanges {
        self.pairs.changes()
    }

    fn clear(&mut self) {
        *self = SortAndSweep::default();
    }
}

/// Updates `order` by insertion sort. Starts again if the number of boxes changes.
fn sort(order: &mut Vec<u32>, boxes: &[Aabb]) {
    let begin = |i: u32| boxes[i as usize].min.x;
    if order.len() != boxes.len() {
        order.clear();
        order.extend(0..boxes.len() as u32);
        order.sort_by(|i, j| begin(*i).total_cmp(&begin(*j)));
        return;
    }
    for i in 1..order.len() {
        let moving = order[i];
        let mut slot = i;
        while slot > 0 && begin(order[slot - 1]) > begin(moving) {
            order[slot] = order[slot - 1];
            slot -= 1;
        }
        order[slot] = moving;
    }
}
