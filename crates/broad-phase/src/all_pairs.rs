//! Every pair of boxes compared.

use crate::BroadPhase;
use collision::{BodyId, BodyPair, Work};
use geometry::Aabb;

/// Compares the boxes of all pairs of bodies [Smith95 §3.3]. Remembers nothing.
///
/// # Cost
/// `n (n − 1) / 2` box tests; "extremely fast" for some tens of bodies [Smith95 §2.2.4].
#[derive(Clone, Copy, Debug, Default)]
pub struct AllPairs;

impl BroadPhase for AllPairs {
    fn pairs(&mut self, boxes: &[Aabb], pairs: &mut Vec<BodyPair>, work: &mut Work) {
        pairs.clear();
        for (i, a) in boxes.iter().enumerate() {
            for (j, b) in boxes.iter().enumerate().skip(i + 1) {
                if a.overlaps(b) {
                    pairs.push(BodyPair {
                        a: BodyId(i as u32),
                        b: BodyId(j as u32),
                    });
                }
            }
        }
        let n = boxes.len() as u64;
        work.body_box_tests += n * n.saturating_sub(1) / 2;
    }
}
