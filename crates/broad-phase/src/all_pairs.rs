//! All pairs of bodies, with and without a box test.

use crate::presence::{check, is_present};
use collision::{BodyId, BodyPair, BroadPhase, Counter, PairChanges, RecomputedPairs, Work};
use geometry::Aabb;
use geometry::lanes::{Dispatch, Instructions, Lanes, Register, WIDTH, dispatch, set_bits};

/// Broad phase that compares the boxes of all pairs of bodies [Smith95 §3.3].
///
/// Each box is compared with those behind it, eight at a time, in single precision. Rounding is
/// monotone, so it separates no boxes that overlap, and what it leaves is compared exactly.
///
/// # Cost
/// `n (n − 1) / 2` box tests; "extremely fast" for some tens of bodies [Smith95 §2.2.4].
#[derive(Clone, Debug, Default)]
pub struct AllPairs {
    blocks: Vec<BoundsBlock>,
    pairs: RecomputedPairs,
}

/// Bounds of [`WIDTH`] boxes, each rounded to the nearest single: the lower and the upper one on
/// each axis. Free lanes overlap nothing but infinite boxes.
type BoundsBlock = [Lanes; 6];

const FREE: BoundsBlock = {
    let [lower, upper] = [[f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]];
    [lower, upper, lower, upper, lower, upper]
};

/// A bit for each lane.
const ALL_LANES: u32 = (1 << WIDTH) - 1;

/// Comparison of all boxes, with the instructions of the processor.
struct Overlaps<'a, F> {
    boxes: &'a [Aabb],
    blocks: &'a [BoundsBlock],
    report: F,
}

impl<F: FnMut(u32, u32)> Dispatch for Overlaps<'_, F> {
    #[inline(always)]
    fn run(mut self, on: impl Instructions) {
        for (i, own) in self.boxes.iter().enumerate().filter(|(_, a)| is_present(a)) {
            let bounds = &self.blocks[i / WIDTH];
            let bounds = [0, 1, 2, 3, 4, 5].map(|k: usize| on.splat(bounds[k][i % WIDTH]));
            // Boxes up to `i` have been compared with it.
            let mut open = ALL_LANES & !((2 << (i % WIDTH)) - 1);
            for (block, lanes) in self.blocks.iter().enumerate().skip(i / WIDTH) {
                let lanes = lanes.each_ref().map(|lanes| on.load(lanes));
                let apart = |axis: usize| {
                    let [lower, upper] = [2 * axis, 2 * axis + 1];
                    bounds[lower].above(lanes[upper]) | lanes[lower].above(bounds[upper])
                };
                let near = !(apart(0) | apart(1) | apart(2)) & open;
                open = ALL_LANES;
                for lane in set_bits(u64::from(near)) {
                    let other = block * WIDTH + lane;
                    // Infinite boxes overlap free lanes, and would overlap an empty box.
                    let bounds = self.boxes.get(other).filter(|b| is_present(b));
                    if bounds.is_some_and(|bounds| own.overlaps(bounds)) {
                        (self.report)(i as u32, other as u32);
                    }
                }
            }
        }
    }
}

impl AllPairs {
    /// Rounds the boxes into blocks.
    fn pack(&mut self, boxes: &[Aabb]) {
        self.blocks.clear();
        for eight in boxes.chunks(WIDTH) {
            let mut block = FREE;
            for (lane, Aabb { min, max }) in eight.iter().enumerate() {
                let bounds = [min.x, max.x, min.y, max.y, min.z, max.z];
                for (lanes, bound) in block.iter_mut().zip(bounds) {
                    lanes[lane] = bound as f32;
                }
            }
            self.blocks.push(block);
        }
    }
}

impl BroadPhase for AllPairs {
    fn update(&mut self, boxes: &[Aabb], work: &mut Work) {
        check(boxes);
        self.pack(boxes);
        let blocks = &self.blocks;
        self.pairs.update(|pairs| {
            let report = |a, b| pairs.push(BodyPair::new(BodyId(a), BodyId(b)));
            dispatch(Overlaps {
                boxes,
                blocks,
                report,
            });
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
