//! Pairs of boxes that are sorted along one axis, in structure of arrays.
//!
//! Good for boxes that are short along the axis. Each box is compared with those behind it in order
//! that begin before it ends: one run of neighbors, so each pair comes once, with the box that
//! begins first. With `k` pairs that overlap on the axis: `k` comparisons on both other axes, eight
//! at a time, in single precision. Rounding is monotone, so it separates no boxes that overlap, and
//! what it leaves is compared exactly.

use geometry::lanes::{Dispatch, Instructions, Lanes, Register, WIDTH, dispatch, set_bits};
use geometry::{Aabb, Vec3};
use std::ops::Range;

/// Number of boxes that are compared at a time.
const LANES: usize = WIDTH;

/// Number of blocks that are compared before their pairs are looked at: comparisons have no branch
/// then, and what was found is in few words.
const BLOCKS: usize = 64;

// A block is a byte of a word.
const _: () = assert!(LANES == 8);

/// Bounds of [`LANES`] boxes on two axes. Each is rounded to the nearest single: rounding keeps
/// order, so boxes that overlap do so after it. Free lanes overlap nothing.
#[derive(Clone, Copy, Debug)]
struct LaneBounds {
    /// Lower and upper bounds on one axis, then on the other.
    bounds: [Lanes; 4],
}

impl LaneBounds {
    /// Each lower bound is above each upper one.
    const FREE: LaneBounds = {
        let [lower, upper] = [[f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]];
        LaneBounds {
            bounds: [lower, upper, lower, upper],
        }
    };

    /// Returns a bit for each lane that overlaps `own` on both axes.
    #[inline(always)]
    fn overlapping<I: Instructions>(&self, own: &[I::Register; 4], on: I) -> u32 {
        let [a, b, c, d] = self.bounds.each_ref().map(|lanes| on.load(lanes));
        let first = own[0].above(b) | a.above(own[1]);
        let second = own[2].above(d) | c.above(own[3]);
        !(first | second) & ((1 << LANES) - 1)
    }
}

/// Boxes in the order of their lower bounds on one axis, packed so that a scan reads contiguous
/// numbers only.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackedBoxes {
    bodies: Vec<u32>,
    /// Lower bounds on the axis, in blocks of [`LANES`]. Free lanes have NaN, which is no bound.
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// Bounds on the two other axes.
    others: Vec<LaneBounds>,
}

impl PackedBoxes {
    /// Replaces the boxes by those of `bodies`, which are sorted by their lower bound on `axis`.
    pub(crate) fn fill(&mut self, bodies: impl Iterator<Item = u32>, boxes: &[Aabb], axis: usize) {
        self.clear();
        // The axes are chosen here, not in the loop.
        match axis {
            0 => self.fill_by(bodies, boxes, |v| [v.x, v.y, v.z]),
            1 => self.fill_by(bodies, boxes, |v| [v.y, v.z, v.x]),
            _ => self.fill_by(bodies, boxes, |v| [v.z, v.x, v.y]),
        }
    }

    /// Adds boxes. `split` returns a coordinate on the axis first, then those on both others.
    fn fill_by(
        &mut self,
        bodies: impl Iterator<Item = u32>,
        boxes: &[Aabb],
        split: impl Fn(Vec3) -> [f64; 3],
    ) {
        for (rank, body) in bodies.enumerate() {
            let Aabb { min, max } = boxes[body as usize];
            let (min, max) = (split(min), split(max));
            self.bodies.push(body);
            self.upper.push(max[0]);
            let lane = rank % LANES;
            if lane == 0 {
                self.lower.extend([f64::NAN; LANES]);
                self.others.push(LaneBounds::FREE);
            }
            self.lower[rank] = min[0];
            let lanes = &mut self.others[rank / LANES].bounds;
            for (lanes, bound) in lanes.iter_mut().zip([min[1], max[1], min[2], max[2]]) {
                lanes[lane] = bound as f32;
            }
        }
    }

    fn clear(&mut self) {
        self.bodies.clear();
        self.lower.clear();
        self.upper.clear();
        self.others.clear();
    }

    /// Returns the number of boxes.
    pub(crate) fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Reports every pair of overlapping boxes, which `boxes` has by body, of which the first in
    /// order is in `range`. Returns the number of pairs that overlap on the axis: each of them is
    /// compared on both others, without branches.
    pub(crate) fn pairs(
        &self,
        range: Range<usize>,
        boxes: &[Aabb],
        report: impl FnMut(u32, u32),
    ) -> u64 {
        let mut tests = 0;
        dispatch(Pairs {
            packed: self,
            range,
            boxes,
            report,
            tests: &mut tests,
        });
        tests
    }

    /// Returns the number of boxes of a block that begin at `upper` or before. They are its first
    /// ones.
    // All of them are compared: where a run ends follows no pattern that a branch could learn.
    #[inline(always)]
    fn begun(&self, block: usize, upper: f64) -> usize {
        let lower = &self.lower[block * LANES..][..LANES];
        // Not greater or equal, because boxes are closed.
        lower.iter().map(|lower| usize::from(*lower <= upper)).sum()
    }

    /// Returns the end of the run of boxes that begin at `upper` or before, of which one is in
    /// block `first`.
    ///
    /// Looks forward or backward from a guess, the block in which the run before ended: boxes side
    /// by side end at about the same place.
    #[inline(always)]
    fn run_end(&self, first: usize, guess: usize, upper: f64) -> usize {
        let mut block = guess.clamp(first, self.others.len() - 1);
        let mut begun = self.begun(block, upper);
        while begun == LANES && block + 1 < self.others.len() {
            block += 1;
            begun = self.begun(block, upper);
        }
        // The box itself has begun, so this ends in its block at the latest.
        while begun == 0 && block > first {
            block -= 1;
            begun = self.begun(block, upper);
        }
        block * LANES + begun
    }

    /// Returns the bytes of its buffers.
    pub(crate) fn bytes(&self) -> usize {
        let numbers = self.lower.capacity() + self.upper.capacity();
        let others = self.others.capacity() * size_of::<LaneBounds>();
        4 * self.bodies.capacity() + 8 * numbers + others
    }
}

/// [`PackedBoxes::pairs`], with the instructions of the processor.
struct Pairs<'a, F> {
    packed: &'a PackedBoxes,
    range: Range<usize>,
    boxes: &'a [Aabb],
    report: F,
    tests: &'a mut u64,
}

impl<F: FnMut(u32, u32)> Dispatch for Pairs<'_, F> {
    #[inline(always)]
    fn run(mut self, on: impl Instructions) {
        let PackedBoxes { bodies, others, .. } = self.packed;
        let (mut tests, mut end) = (0, 0);
        for (i, body) in self.range.clone().zip(&bodies[self.range]) {
            let first = i / LANES;
            end = self
                .packed
                .run_end(first, end / LANES, self.packed.upper[i]);
            tests += end - (i + 1);
            let own = &others[first].bounds;
            let own = [0, 1, 2, 3].map(|bound: usize| on.splat(own[bound][i % LANES]));
            // Boxes up to `i` begin before it ends, too, and those from `end` on do not.
            let mut hidden = u8::MAX >> (LANES - 1 - i % LANES);
            let run = others[first..end.div_ceil(LANES)].chunks(BLOCKS);
            for (start, blocks) in (first..).step_by(BLOCKS).zip(run) {
                let start = start * LANES;
                let mut hits = [0; BLOCKS];
                for (of_block, lanes) in hits.iter_mut().zip(blocks) {
                    *of_block = lanes.overlapping(&own, on) as u8;
                }
                hits[0] &= !hidden;
                hidden = 0;
                if end < start + blocks.len() * LANES {
                    hits[blocks.len() - 1] &= (1 << (end % LANES)) - 1;
                }
                let eights = hits.as_chunks().0.iter();
                for (word, of_eight) in eights.take(blocks.len().div_ceil(8)).enumerate() {
                    for bit in set_bits(u64::from_le_bytes(*of_eight)) {
                        let other = bodies[start + 8 * LANES * word + bit];
                        if self.boxes[*body as usize].overlaps(&self.boxes[other as usize]) {
                            (self.report)(*body, other);
                        }
                    }
                }
            }
        }
        *self.tests = tests as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_lose_no_pair() {
        // Box 0 is nearly as long as all others together, so that its run has many blocks.
        let unit = |x: f64| Aabb::new(Vec3::new(0.0, x, 0.0), Vec3::new(0.0, x + 0.5, 0.0));
        let mut boxes: Vec<Aabb> = (0..1400).map(|i| unit(f64::from(i))).collect();
        boxes[0].max.y = 1150.0;
        boxes[70].min.x = 1.0;
        boxes[70].max.x = 1.0;
        let mut packed = PackedBoxes::default();
        packed.fill(0..1400, &boxes, 1);
        let mut found = Vec::new();
        let tests = packed.pairs(0..packed.len(), &boxes, |a, b| found.push((a, b)));
        let expected: Vec<_> = (1..=1150).filter(|i| *i != 70).map(|i| (0, i)).collect();
        assert_eq!((tests, found), (1150, expected));
    }

    /// In single precision a box without bounds overlaps free lanes, too: only the NaN of their
    /// lower bounds leaves them out. Boxes fill up to three blocks, to the last lane and not.
    #[test]
    fn boxes_without_bounds_meet_all_boxes_and_no_free_lane() {
        let everything = Aabb::new(Vec3::NEG_INFINITY, Vec3::INFINITY);
        let unit = |x: u32| {
            let corner = Vec3::splat(f64::from(x));
            Aabb::new(corner, corner + Vec3::splat(0.5))
        };
        for units in 0..=17 {
            // Two of equal lower bounds, each of which is compared with the other once.
            let mut boxes = vec![everything; 2];
            boxes.extend((0..units).map(unit));
            let count = units + 2;
            for axis in 0..3 {
                let mut packed = PackedBoxes::default();
                packed.fill(0..count, &boxes, axis);
                let mut found = Vec::new();
                let tests = packed.pairs(0..packed.len(), &boxes, |a, b| found.push((a, b)));
                let of_first = (1..count).map(|i| (0, i));
                let expected: Vec<_> = of_first.chain((2..count).map(|i| (1, i))).collect();
                assert_eq!(tests, expected.len() as u64, "{units}");
                assert_eq!(found, expected, "{units}");
            }
        }
    }

    #[test]
    fn one_box_has_no_pair_and_neither_has_none() {
        let boxes = [Aabb::new(Vec3::ZERO, Vec3::ONE)];
        for count in [0, 1] {
            let mut packed = PackedBoxes::default();
            packed.fill(0..count, &boxes, 0);
            let tests = packed.pairs(0..packed.len(), &boxes, |a, b| panic!("{a} and {b}"));
            assert_eq!(tests, 0);
        }
    }
}
