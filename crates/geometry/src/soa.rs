//! Boxes and points as structures of arrays, with tests of several at a time.
//!
//! The tests have no branch inside a block, so compilers use vector registers. Results equal those
//! of [`Aabb::overlaps`] and [`WorldMap::apply`] bit for bit.

use crate::{Aabb, Vec3, WorldMap};

/// Number of points and codes per block: enough to fill the registers of any machine.
pub const LANES: usize = 4;

/// `N` boxes side by side. Free lanes hold the empty box, which overlaps nothing.
#[derive(Clone, Debug)]
struct BoxBlock<const N: usize> {
    min: [[f64; N]; 3],
    max: [[f64; N]; 3],
}

impl<const N: usize> BoxBlock<N> {
    const EMPTY: BoxBlock<N> = BoxBlock {
        min: [[f64::INFINITY; N]; 3],
        max: [[f64::NEG_INFINITY; N]; 3],
    };

    /// Returns all bits set in each lane whose box overlaps `other`.
    #[inline]
    fn overlaps(&self, other: &Aabb) -> [u64; N] {
        let mut overlaps = [u64::MAX; N];
        for axis in 0..3 {
            let (low, high) = (other.min[axis], other.max[axis]);
            for (lane, overlap) in overlaps.iter_mut().enumerate() {
                let both = (low <= self.max[axis][lane]) & (self.min[axis][lane] <= high);
                *overlap &= u64::from(both).wrapping_neg();
            }
        }
        overlaps
    }
}

/// List of boxes in blocks of `N`.
///
/// # Cost
/// Comparing one box with the list takes `6 n` comparisons without branches, and one branch for
/// every `N` boxes. Allocates only to grow.
#[derive(Clone, Debug, Default)]
pub struct BoxList<const N: usize = LANES> {
    /// Invariant: `len.div_ceil(N)` blocks; lanes from `len` on hold the empty box.
    blocks: Vec<BoxBlock<N>>,
    len: usize,
}

impl<const N: usize> BoxList<N> {
    /// Returns the number of boxes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there is no box.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all boxes, and keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.len = 0;
    }

    /// Appends a box. Its index is the number of boxes before it.
    pub fn push(&mut self, bounds: &Aabb) {
        let lane = self.len % N;
        if lane == 0 {
            self.blocks.push(BoxBlock::EMPTY);
        }
        let block = self.blocks.last_mut().expect("there is a free lane");
        for axis in 0..3 {
            block.min[axis][lane] = bounds.min[axis];
            block.max[axis][lane] = bounds.max[axis];
        }
        self.len += 1;
    }

    /// Box `i`.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, i: usize) -> Aabb {
        let (block, lane) = (&self.blocks[i / N], i % N);
        let corner = |sides: &[[f64; N]; 3]| Vec3::from_array(sides.each_ref().map(|s| s[lane]));
        Aabb::new(corner(&block.min), corner(&block.max))
    }

    /// Calls `hit` with the index of every box from index `start` on that overlaps `bounds`,
    /// ascending.
    #[inline]
    pub fn for_each_overlap(&self, bounds: &Aabb, start: usize, mut hit: impl FnMut(usize)) {
        for (index, block) in self.blocks.iter().enumerate().skip(start / N) {
            let overlaps = block.overlaps(bounds);
            if overlaps.iter().fold(0, |any, lane| any | lane) == 0 {
                continue;
            }
            for (i, lane) in (index * N..).zip(overlaps) {
                // The first block may begin before `start`.
                if lane != 0 && i >= start {
                    hit(i);
                }
            }
        }
    }
}

impl<'a, const N: usize> Extend<&'a Aabb> for BoxList<N> {
    fn extend<I: IntoIterator<Item = &'a Aabb>>(&mut self, boxes: I) {
        boxes.into_iter().for_each(|bounds| self.push(bounds));
    }
}

/// Points by coordinate, filled up to whole lanes with copies of the first point, which change no
/// box.
#[derive(Clone, Debug, Default)]
pub struct PointList {
    /// Invariant: three arrays of `len` rounded up to a multiple of [`LANES`].
    coordinates: [Vec<f64>; 3],
    len: usize,
}

impl PointList {
    /// Returns the number of points, without the copies that fill the last lanes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there is no point.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the three coordinates of all points, filled up to whole lanes.
    pub fn coordinates(&self) -> [&[f64]; 3] {
        self.coordinates.each_ref().map(Vec::as_slice)
    }

    /// Changes the number of points, and returns the three coordinates of all points, filled up to
    /// whole lanes. Values are kept, and new ones are zero.
    ///
    /// For callers that write parts of the list on several threads, with [`gather`] or [`combine`].
    pub fn resize(&mut self, len: usize) -> [&mut [f64]; 3] {
        self.len = len;
        self.coordinates.each_mut().map(|array| {
            array.resize(len.next_multiple_of(LANES), 0.0);
            array.as_mut_slice()
        })
    }

    /// Replaces all points, and keeps the memory.
    pub fn assign(&mut self, points: &[Vec3]) {
        let filled = points.len().next_multiple_of(LANES);
        for (axis, array) in self.coordinates.iter_mut().enumerate() {
            array.clear();
            array.extend(points.iter().map(|p| p[axis]));
            array.resize(filled, points.first().map_or(0.0, |p| p[axis]));
        }
        self.len = points.len();
    }

    /// Point `i`.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, i: u32) -> Vec3 {
        let [x, y, z] = &self.coordinates;
        Vec3::new(x[i as usize], y[i as usize], z[i as usize])
    }

    /// Replaces all points by the images of `local`, the bits of [`WorldMap::apply`], and returns
    /// their box, empty without points.
    pub fn assign_mapped(&mut self, local: &PointList, map: &WorldMap) -> Aabb {
        let mut bounds = Aabb::EMPTY;
        let from = local.coordinates();
        for axis in 0..3 {
            let to = &mut self.coordinates[axis];
            to.resize(from[axis].len(), 0.0);
            let (min, max) = combine(from, map.row(axis), map.translation[axis], to);
            (bounds.min[axis], bounds.max[axis]) = (min, max);
        }
        self.len = local.len;
        bounds
    }

    /// Writes `direction · p`, rounded, for each point to `along`, and returns the least and the
    /// greatest.
    pub fn project(&self, direction: Vec3, along: &mut Vec<f64>) -> (f64, f64) {
        along.resize(self.coordinates[0].len(), 0.0);
        combine(self.coordinates(), direction.to_array(), 0.0, along)
    }
}

/// Writes one coordinate of the points from index `first` on. After the last point, writes that of
/// the first point of all, as [`PointList::assign`] does.
pub fn gather(points: &[Vec3], axis: usize, first: usize, to: &mut [f64]) {
    let from = points[first..].iter().map(|p| p[axis]);
    let fill = points.first().map_or(0.0, |p| p[axis]);
    let values = from.chain(std::iter::repeat(fill));
    to.iter_mut()
        .zip(values)
        .for_each(|(to, value)| *to = value);
}

/// Writes `row · (x, y, z) + shift` for all points, in the order of operations of
/// `Mat3 * Vec3 + Vec3`, and returns the least and greatest of them. Lengths are whole lanes.
#[inline(never)] // Callers of other crates share the code that compilers have put in vectors.
pub fn combine(from: [&[f64]; 3], row: [f64; 3], shift: f64, to: &mut [f64]) -> (f64, f64) {
    let [x, y, z] = from.map(|array| array.as_chunks::<LANES>().0);
    let mut min = [f64::INFINITY; LANES];
    let mut max = [f64::NEG_INFINITY; LANES];
    let lanes = to.as_chunks_mut::<LANES>().0.iter_mut();
    for (to, ((x, y), z)) in lanes.zip(x.iter().zip(y).zip(z)) {
        for i in 0..LANES {
            let value = row[0] * x[i] + row[1] * y[i] + row[2] * z[i] + shift;
            to[i] = value;
            min[i] = if value < min[i] { value } else { min[i] };
            max[i] = if value > max[i] { value } else { max[i] };
        }
    }
    let least = min.into_iter().fold(f64::INFINITY, f64::min);
    (least, max.into_iter().fold(f64::NEG_INFINITY, f64::max))
}

/// Values of all points along one direction, and the least and greatest that are inside.
#[derive(Clone, Copy, Debug)]
pub struct Slab<'a> {
    /// One value for each point, filled up to whole lanes.
    pub values: &'a [f64],
    /// Least value that is inside. Equal values are inside.
    pub low: f64,
    /// Greatest value that is inside. Equal values are inside.
    pub high: f64,
}

/// Writes for each point a code of the sides that it lies beyond: bit `2 k` when its value in slab
/// `k` is below the slab, bit `2 k + 1` when above.
///
/// A convex set of points misses the region between the slabs when the codes of its points have a
/// bit in common.
pub fn codes_beyond(slabs: [Slab<'_>; 4], codes: &mut [u8]) {
    let slabs = slabs.map(|slab| (slab.values.as_chunks::<LANES>().0, slab.low, slab.high));
    let chunks = codes.as_chunks_mut::<LANES>().0.iter_mut();
    for (chunk, codes) in chunks.enumerate() {
        let mut bits = [0u64; LANES];
        for (k, (values, low, high)) in slabs.iter().enumerate() {
            for (bits, value) in bits.iter_mut().zip(&values[chunk]) {
                // Comparisons, not signs of differences: -0.0 - 0.0 has a sign.
                *bits |= u64::from(value < low) << (2 * k);
                *bits |= u64::from(high < value) << (2 * k + 1);
            }
        }
        *codes = bits.map(|b| b as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Points;
    use crate::{Pose, Quat};

    #[test]
    fn a_list_reports_the_overlaps_of_single_tests_from_any_start() {
        let mut points = Points::new(4);
        let mut boxes: Vec<Aabb> = (0..61)
            .map(|_| {
                // On a lattice, so that many boxes touch.
                let corners = [points.point(), points.point()].map(|p| (4.0 * p).round() / 4.0);
                Aabb::of_points(&corners)
            })
            .collect();
        boxes.push(Aabb::EMPTY);
        let mut list = BoxList::<16>::default();
        list.extend(&boxes);
        assert_eq!(list.len(), boxes.len());
        for (i, bounds) in boxes.iter().enumerate() {
            assert_eq!(list.get(i), *bounds);
            for start in [0, 1, 15, 16, 40, 62, 99] {
                let mut hits = Vec::new();
                list.for_each_overlap(bounds, start, |j| hits.push(j));
                let expected = (start..boxes.len()).filter(|j| boxes[*j].overlaps(bounds));
                assert!(hits.iter().copied().eq(expected), "box {i} from {start}");
            }
        }
        list.clear();
        list.for_each_overlap(&boxes[0], 0, |_| panic!("the list is empty"));
    }

    #[test]
    fn mapped_points_have_the_bits_of_the_one_map() {
        let rotation = Quat::from_xyzw(0.1, -0.7, 0.3, 0.64);
        let map = Pose::new(Vec3::new(0.3, -7.0, 1e5), rotation).world_map();
        for count in [1, 4, 7] {
            let points = Points::new(9).cloud(count);
            let (mut local, mut world) = (PointList::default(), PointList::default());
            local.assign(&points);
            let bounds = world.assign_mapped(&local, &map);
            let expected: Vec<Vec3> = points.iter().map(|p| map.apply(*p)).collect();
            assert_eq!(bounds, Aabb::of_points(&expected));
            assert!((0..count).all(|i| world.get(i as u32) == expected[i]));
            let mut along = Vec::new();
            let (low, high) = world.project(Vec3::Y, &mut along);
            assert_eq!((low, high), (bounds.min.y, bounds.max.y));
            // In parts, by other callers.
            let mut parts = PointList::default();
            for (axis, to) in parts.resize(count).into_iter().enumerate() {
                let (low, high) = to.split_at_mut(LANES);
                gather(&points, axis, 0, low);
                gather(&points, axis, LANES.min(count), high);
            }
            assert_eq!(parts.coordinates(), local.coordinates());
        }
    }

    #[test]
    fn codes_name_the_sides_that_a_point_lies_beyond() {
        let values = [-2.0, -1.0, 1.0, 2.0];
        let slab = |low, high| Slab {
            values: &values,
            low,
            high,
        };
        let mut codes = [0; 4];
        let all = slab(-9.0, 9.0);
        codes_beyond([slab(-1.0, 1.0), all, all, slab(0.0, 1.5)], &mut codes);
        assert_eq!(codes, [0b0100_0001, 0b0100_0000, 0, 0b1000_0010]);
        let zeros = Slab {
            values: &[0.0, -0.0, 0.0, -0.0],
            low: 0.0,
            high: -0.0,
        };
        codes_beyond([zeros; 4], &mut codes);
        assert_eq!(codes, [0; 4], "zeros of either sign are equal");
    }
}
