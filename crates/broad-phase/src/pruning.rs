//! Pairs of boxes that are sorted along one axis, in structure of arrays.

use geometry::Aabb;

/// Number of boxes whose tests fill one mask.
const CHUNK: usize = 64;

/// Boxes in the order of their lower bounds on one axis, packed so that a scan reads contiguous
/// numbers only.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackedBoxes {
    bodies: Vec<u32>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// Bounds on the two other axes: lower, upper, lower, upper.
    others: [Vec<f64>; 4],
}

impl PackedBoxes {
    /// Replaces the boxes by those of `bodies`, which are sorted by their lower bound on `axis`.
    pub(crate) fn fill(&mut self, bodies: impl Iterator<Item = u32>, boxes: &[Aabb], axis: usize) {
        let (second, third) = ((axis + 1) % 3, (axis + 2) % 3);
        self.clear();
        for body in bodies {
            let Aabb { min, max } = boxes[body as usize];
            self.bodies.push(body);
            self.lower.push(min[axis]);
            self.upper.push(max[axis]);
            let bounds = [min[second], max[second], min[third], max[third]];
            for (list, bound) in self.others.iter_mut().zip(bounds) {
                list.push(bound);
            }
        }
    }

    fn clear(&mut self) {
        self.bodies.clear();
        self.lower.clear();
        self.upper.clear();
        self.others.iter_mut().for_each(Vec::clear);
    }

    /// Reports every pair of overlapping boxes. Returns the number of pairs that overlap on the
    /// axis: each of them is compared on both others, without branches.
    pub(crate) fn pairs(&self, mut report: impl FnMut(u32, u32)) -> u64 {
        let mut tests = 0;
        for (i, body) in self.bodies.iter().enumerate() {
            let end = self.end_of_run(i);
            tests += (end - i - 1) as u64;
            let mut start = i + 1;
            while start < end {
                let stop = end.min(start + CHUNK);
                let mut mask = self.overlap_mask(i, start, stop);
                while mask != 0 {
                    report(*body, self.bodies[start + mask.trailing_zeros() as usize]);
                    mask &= mask - 1;
                }
                start = stop;
            }
        }
        tests
    }

    /// Returns the end of the boxes that begin before box `i` ends.
    fn end_of_run(&self, i: usize) -> usize {
        let upper = self.upper[i];
        let later = &self.lower[i + 1..];
        // Not greater, because boxes are closed.
        let count = later.iter().position(|lower| *lower > upper);
        i + 1 + count.unwrap_or(later.len())
    }

    /// Returns a bit for each box from `start` to `stop` that overlaps box `i` on the other axes.
    #[inline]
    fn overlap_mask(&self, i: usize, start: usize, stop: usize) -> u64 {
        let [own_a, own_b, own_c, own_d] = [0, 1, 2, 3].map(|k| self.others[k][i]);
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| &self.others[k][start..stop]);
        let mut mask = 0;
        for (bit, (((a, b), c), d)) in a.iter().zip(b).zip(c).zip(d).enumerate() {
            let hit = (own_a <= *b) & (*a <= own_b) & (own_c <= *d) & (*c <= own_d);
            mask |= u64::from(hit) << bit;
        }
        mask
    }

    /// Returns the bytes of its buffers.
    pub(crate) fn bytes(&self) -> usize {
        let numbers = self.lower.capacity() + self.upper.capacity();
        let others: usize = self.others.iter().map(Vec::capacity).sum();
        4 * self.bodies.capacity() + 8 * (numbers + others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Vec3;

    #[test]
    fn chunks_lose_no_pair() {
        // Box 0 is as long as all others together, so that its run has more than two chunks.
        let unit = |x: f64| Aabb::new(Vec3::new(0.0, x, 0.0), Vec3::new(0.0, x + 0.5, 0.0));
        let mut boxes: Vec<Aabb> = (0..200).map(|i| unit(f64::from(i))).collect();
        boxes[0].max.y = 150.0;
        boxes[70].min.x = 1.0;
        boxes[70].max.x = 1.0;
        let mut packed = PackedBoxes::default();
        packed.fill(0..200, &boxes, 1);
        let mut found = Vec::new();
        let tests = packed.pairs(|a, b| found.push((a, b)));
        let expected: Vec<_> = (1..=150).filter(|i| *i != 70).map(|i| (0, i)).collect();
        assert_eq!((tests, found), (150, expected));
    }
}
