//! All pairs of bodies, with and without a box test.

use crate::presence::{check, is_present};
use collision::{BodyId, BodyPair, BroadPhase, Counter, PairChanges, RecomputedPairs, Work};
use geometry::Aabb;

/// Broad phase that compares the boxes of all pairs of bodies [Smith95 §3.3].
///
/// # Cost
/// `n (n − 1) / 2` box tests; "extremely fast" for some tens of bodies [Smith95 §2.2.4].
#[derive(Clone, Debug, Default)]
pub struct AllPairs {
    pairs: RecomputedPairs,
}

impl BroadPhase for AllPairs {
    fn update(&mut self, boxes: &[Aabb], work: &mut Work) {
        check(boxes);
        self.pairs.update(|pairs| {
            for (i, a) in boxes.iter().enumerate().filter(|(_, a)| is_present(a)) {
                for (j, b) in boxes.iter().enumerate().skip(i + 1) {
                    // An infinite box would overlap the empty one.
                    if a.overlaps(b) && is_present(b) {
                        pairs.push(BodyPair {
                            a: BodyId(i as u32),
                            b: BodyId(j as u32),
                        });
                    }
                }
            }
        });
        let n = boxes.len() as u64;
        work.add(Counter::BODY_BOX_TESTS, n * n.saturating_sub(1) / 2);
    }

    fn pairs(&self) -> &[BodyPair] {
        self.pairs.pairs()
    }

    fn changes(&self) -> &PairChanges {
        self.pairs.changes()
    }

    fn clear(&mut self) {
        *self = AllPairs::default();
    }
}

/// Broad phase that reports all pairs of bodies without a box test, for methods published without a
/// broad phase [Smith95 §4.3.1]. A removed body, whose box is empty, is in no pair.
///
/// # Cost
/// No test. Memory for all `n (n − 1) / 2` pairs, which are rebuilt only if a body is added or
/// removed.
#[derive(Clone, Debug, Default)]
pub struct NoCulling {
    present: Vec<bool>,
    pairs: RecomputedPairs,
}

impl BroadPhase for NoCulling {
    fn update(&mut self, boxes: &[Aabb], _: &mut Work) {
        check(boxes);
        let same = self.present.iter().copied();
        if same.eq(boxes.iter().map(is_present)) {
            return self.pairs.keep();
        }
        self.present.clear();
        self.present.extend(boxes.iter().map(is_present));
        let bodies = (0..boxes.len() as u32).filter(|i| self.present[*i as usize]);
        self.pairs.update(|pairs| {
            for a in bodies.clone() {
                let later = bodies.clone().filter(|b| *b > a);
                pairs.extend(later.map(|b| BodyPair::new(BodyId(a), BodyId(b))));
            }
        });
    }

    fn pairs(&self) -> &[BodyPair] {
        self.pairs.pairs()
    }

    fn changes(&self) -> &PairChanges {
        self.pairs.changes()
    }

    fn clear(&mut self) {
        *self = NoCulling::default();
    }
}
