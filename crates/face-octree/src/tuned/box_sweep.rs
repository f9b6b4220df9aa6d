//! Step 3, tuned: pairs of faces whose boxes overlap and whose planes do not separate them.
//!
//! Good for boxes that are short along two of the four axes. With `n` faces in each list, about
//! `n` to order one, and for each face of the other a search in each strip that it reaches and the
//! blocks of eight boxes that begin before it ends. Poor if all boxes overlap: the product of both
//! lists. The essence:
//! 1. Take the two axes along which the fewest boxes of a sample overlap.
//! 2. Cut one list into strips along the second of them. Order each strip along the first
//!    ([`super::strip_order`]), and put its boxes in blocks of eight.
//! 3. For each face of the other list, look for the first block of each strip that ends after the
//!    face begins, and go on to the last that begins before it ends.
//! 4. Compare eight boxes at once along four axes: those of world space, and the line of centers.
//! 5. Compare the corners of the eight faces with the slab of the one, and the reverse.
//!
//! Boxes are compared without a margin except along the line of centers ([`super::pair_unit`]).
//! Slabs are axes along computed normals, for which the margin is proved there, too.

use super::near_faces::{NearFace, NearFaces};
use super::pair_unit::axis_error;
use super::strip_order::{StripCells, StripOrder, StripSort};
use crate::counters::OctreeWork;
use crate::workers::{Spares, Team};
use geometry::lanes::{
    Box4, Dispatch, Instructions, Lanes, Point4, Register, VecLanes, WIDTH, dispatch, dot, greater,
    lesser, set_bits,
};
use std::ops::Range;

/// Maximum number of faces of a list of which boxes are compared to choose axes, evenly spread.
const SAMPLE: usize = 8;

/// Sorted faces of one list.
#[derive(Debug, Default)]
pub(super) struct BoxSweep {
    /// First axis: that of the order within a strip.
    axis: usize,
    /// Twice the error of a projection.
    margin: f32,
    order: StripOrder,
    /// Buffers of the threads that sort strips.
    sorts: Spares<StripSort>,
    strips: Vec<Strip>,
    /// Those of all strips, and buffers after them.
    blocks: Vec<SweepBlock>,
    slabs: Vec<SlabBlock>,
}

/// Blocks of a strip, with the box of all their boxes.
#[derive(Clone, Debug)]
struct Strip {
    blocks: Range<usize>,
    bounds: Box4,
}

/// Eight boxes. A lane without a face has a box that is nowhere.
#[derive(Clone, Debug)]
struct SweepBlock {
    low: [Lanes; 4],
    high: [Lanes; 4],
    /// Least lower side of this block and those after it in its strip, along the first axis.
    begins: f32,
    /// Greatest upper side.
    ends: f32,
    /// Greatest upper side of this block and those before it in its strip.
    all_end: f32,
    faces: [u32; WIDTH],
}

/// One box in all lanes.
struct SplatBox<R> {
    low: [R; 4],
    high: [R; 4],
}

impl<R: Register> SplatBox<R> {
    #[inline(always)]
    fn new(on: impl Instructions<Register = R>, bounds: &Box4) -> SplatBox<R> {
        SplatBox {
            low: bounds.low.map(|x| on.splat(x)),
            high: bounds.high.map(|x| on.splat(x)),
        }
    }
}

/// Eight faces with their slabs.
#[derive(Clone, Debug)]
struct SlabBlock {
    corners: [VecLanes; 3],
    normal: VecLanes,
    low: Lanes,
    high: Lanes,
}

/// Face with its slab: a normal, and the extent of the face along it.
#[derive(Clone, Copy, Debug)]
struct FaceSlab {
    corners: [Point4; 3],
    normal: [f32; 3],
    low: f32,
    high: f32,
}

impl SweepBlock {
    const NOWHERE: SweepBlock = SweepBlock {
        low: [[f32::INFINITY; WIDTH]; 4],
        high: [[f32::NEG_INFINITY; WIDTH]; 4],
        begins: f32::INFINITY,
        ends: f32::NEG_INFINITY,
        all_end: f32::NEG_INFINITY,
        faces: [0; WIDTH],
    };

    fn set(&mut self, k: usize, face: u32, bounds: &Box4, axis: usize) {
        for i in 0..4 {
            self.low[i][k] = bounds.low[i];
            self.high[i][k] = bounds.high[i];
        }
        self.faces[k] = face;
        self.begins = lesser(self.begins, bounds.low[axis]);
        self.ends = greater(self.ends, bounds.high[axis]);
    }

    /// Returns a bit for each box that overlaps another: no gap is above zero.
    #[inline(always)]
    fn overlaps<I: Instructions>(&self, on: I, other: &SplatBox<I::Register>) -> u32 {
        let mut gap = on.splat(0.0);
        for i in 0..4 {
            gap = gap.max(on.load(&self.low[i]) - other.high[i]);
            gap = gap.max(other.low[i] - on.load(&self.high[i]));
        }
        !gap.above(on.splat(0.0)) & 0xff
    }
}

impl BoxSweep {
    /// Sorts the faces of one list, to be compared with those of another.
    pub(super) fn begin(&mut self, team: Team, sorted: &NearFaces, other: &NearFaces) {
        let largest = greater(sorted.bounds().largest(), other.bounds().largest());
        self.margin = 2.0 * axis_error(largest);
        let (count, cells) = team.alone(|| {
            let axes = separating_axes([sorted.faces(), other.faces()]);
            self.axis = axes[0];
            let (strips, cells) = self.order.fill(sorted.faces(), axes);
            (self.lay_out(strips), cells)
        });
        let part = StripPart {
            first: 0,
            strips: &mut self.strips,
            blocks: &mut self.blocks[..count],
            slabs: &mut self.slabs[..count],
        };
        let sorted = SortedFaces {
            order: &self.order,
            cells: &cells,
            sorts: &self.sorts,
            list: sorted,
            axis: self.axis,
            margin: self.margin,
        };
        sorted.fill_on(team, part);
    }

    /// Gives each strip its blocks. Returns the number of blocks.
    fn lay_out(&mut self, strips: usize) -> usize {
        self.strips.clear();
        let mut end = 0;
        self.strips.extend((0..strips).map(|strip| {
            let first = end;
            end += self.order.strip(strip).len().div_ceil(WIDTH);
            Strip {
                blocks: first..end,
                bounds: Box4::EMPTY,
            }
        }));
        if self.blocks.len() < end {
            self.blocks.resize(end, SweepBlock::NOWHERE);
            self.slabs.resize(end, SlabBlock::EMPTY);
        }
        end
    }

    /// Calls `visit` with each of these faces of the other list and each face of the sorted one
    /// that may share a point with it.
    ///
    /// Conservative: two faces with such a point come to `visit`, once.
    pub(super) fn find(
        &self,
        lists: [&NearFaces; 2],
        faces: Range<usize>,
        work: &mut OctreeWork,
        visit: impl FnMut(&NearFace, &NearFace, &mut OctreeWork),
    ) {
        dispatch(FindPairs {
            sweep: self,
            lists,
            faces,
            work,
            visit,
        });
    }

    /// Returns the blocks of a strip from the first on that ends after `begin`.
    #[inline(always)]
    fn blocks_from(&self, strip: &Strip, begin: f32) -> Range<usize> {
        let blocks = &self.blocks[strip.blocks.clone()];
        let first = blocks.partition_point(|block| block.all_end < begin);
        strip.blocks.start + first..strip.blocks.end
    }
}

/// Faces of the sorted list, in their strips.
#[derive(Clone, Copy)]
struct SortedFaces<'a> {
    order: &'a StripOrder,
    cells: &'a StripCells,
    sorts: &'a Spares<StripSort>,
    list: &'a NearFaces,
    axis: usize,
    margin: f32,
}

/// Strips from `first` on, with their blocks.
struct StripPart<'a> {
    first: usize,
    strips: &'a mut [Strip],
    blocks: &'a mut [SweepBlock],
    slabs: &'a mut [SlabBlock],
}

impl StripPart<'_> {
    /// Returns about half of the strips, and the others.
    fn halves(&mut self) -> [StripPart<'_>; 2] {
        let middle = self.strips.len() / 2;
        let (low, high) = self.strips.split_at_mut(middle);
        let cut = high[0].blocks.start - low[0].blocks.start;
        let (blocks_low, blocks_high) = self.blocks.split_at_mut(cut);
        let (slabs_low, slabs_high) = self.slabs.split_at_mut(cut);
        let part = |first, strips, blocks, slabs| StripPart {
            first,
            strips,
            blocks,
            slabs,
        };
        [
            part(self.first, low, blocks_low, slabs_low),
            part(self.first + middle, high, blocks_high, slabs_high),
        ]
    }
}

impl SortedFaces<'_> {
    /// Fills the blocks of strips. A strip is up to 30 µs of work.
    fn fill_on(self, team: Team, mut part: StripPart<'_>) {
        if team.shares() && part.strips.len() > 1 {
            let [low, high] = part.halves();
            team.join(|| self.fill_on(team, low), || self.fill_on(team, high));
            return;
        }
        let mut start = 0;
        self.sorts.lend(|sort| {
            for (strip, of_strip) in (part.first..).zip(part.strips) {
                let blocks = start..start + of_strip.blocks.len();
                start = blocks.end;
                let slabs = &mut part.slabs[blocks.clone()];
                let faces = sort.sort(self.order.strip(strip), self.list.faces(), self.cells);
                of_strip.bounds = self.fill(faces, &mut part.blocks[blocks], slabs);
            }
        });
    }

    /// Fills the blocks of one strip, and returns the box of its faces.
    fn fill(self, order: &[u32], blocks: &mut [SweepBlock], slabs: &mut [SlabBlock]) -> Box4 {
        let faces = self.list.faces();
        let (mut bounds, mut all_end) = (Box4::EMPTY, f32::NEG_INFINITY);
        let filled = blocks.iter_mut().zip(slabs);
        for (eight, (block, slab)) in order.chunks(WIDTH).zip(filled) {
            *block = SweepBlock::NOWHERE;
            for (k, i) in eight.iter().enumerate() {
                let face = &faces[*i as usize].bounds;
                block.set(k, *i, face, self.axis);
                bounds.add(face);
            }
            all_end = greater(all_end, block.ends);
            block.all_end = all_end;
            *slab = SlabBlock::new(eight, self.list, self.margin);
        }
        let mut rest_begins = f32::INFINITY;
        for block in blocks.iter_mut().rev() {
            rest_begins = lesser(rest_begins, block.begins);
            block.begins = rest_begins;
        }
        bounds
    }
}

/// A search with instructions that are chosen at run time.
struct FindPairs<'a, V> {
    sweep: &'a BoxSweep,
    lists: [&'a NearFaces; 2],
    faces: Range<usize>,
    work: &'a mut OctreeWork,
    visit: V,
}

impl<V: FnMut(&NearFace, &NearFace, &mut OctreeWork)> Dispatch for FindPairs<'_, V> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let FindPairs {
            sweep,
            lists: [sorted, other],
            faces,
            work,
            mut visit,
        } = self;
        for face in &other.faces()[faces] {
            let bounds = face.bounds.widened_along_fourth(sweep.margin);
            let lanes = SplatBox::new(on, &bounds);
            let (begin, end) = (bounds.low[sweep.axis], bounds.high[sweep.axis]);
            let mut slab = None;
            let strips = sweep.strips.iter();
            for strip in strips.filter(|strip| strip.bounds.overlaps(&bounds)) {
                for k in sweep.blocks_from(strip, begin) {
                    let block = &sweep.blocks[k];
                    if block.begins > end {
                        break;
                    }
                    if block.ends < begin {
                        continue;
                    }
                    work.face_box_tests += WIDTH as u64;
                    let overlapping = block.overlaps(on, &lanes);
                    if overlapping == 0 {
                        continue;
                    }
                    work.slab_tests += u64::from(overlapping.count_ones());
                    let slab = slab.get_or_insert_with(|| {
                        FaceSlab::new(other.points(face)).widened(sweep.margin)
                    });
                    let meeting = overlapping & sweep.slabs[k].meets(on, slab);
                    for k in set_bits(meeting.into()) {
                        visit(&sorted.faces()[block.faces[k] as usize], face, work);
                    }
                }
            }
        }
    }
}

/// Returns the two axes along which the fewest boxes of a sample overlap, the fewest first.
///
/// The mean length of boxes compared with the room that they are in does not do: one face far away
/// makes much room along an axis on which all others are at one place.
fn separating_axes(lists: [&[NearFace]; 2]) -> [usize; 2] {
    let [a, b] = lists.map(|list| list.iter().step_by(list.len().div_ceil(SAMPLE)));
    let mut overlaps = [0u32; 4];
    for face in a {
        for other in b.clone() {
            let (p, q) = (&face.bounds, &other.bounds);
            for (i, count) in overlaps.iter_mut().enumerate() {
                *count += u32::from((p.low[i] <= q.high[i]) & (q.low[i] <= p.high[i]));
            }
        }
    }
    let mut axes = [0, 1, 2, 3];
    axes.sort_by_key(|i| overlaps[*i]);
    [axes[0], axes[1]]
}

impl FaceSlab {
    /// Returns the slab along the face's normal, rounded. The normal has coordinates up to 1, and
    /// is zero for a face whose area is lost in rounding.
    #[inline]
    fn new(corners: [Point4; 3]) -> FaceSlab {
        let [p, q, r] = corners;
        let (e, f) = (
            [0, 1, 2].map(|i| q[i] - p[i]),
            [0, 1, 2].map(|i| r[i] - p[i]),
        );
        let normal = [
            e[1] * f[2] - e[2] * f[1],
            e[2] * f[0] - e[0] * f[2],
            e[0] * f[1] - e[1] * f[0],
        ];
        let largest = normal
            .iter()
            .fold(0.0, |largest, x| greater(x.abs(), largest));
        let normal = if largest >= f32::MIN_POSITIVE {
            normal.map(|x| x / largest)
        } else {
            [0.0; 3]
        };
        let along = corners.map(|p| normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2]);
        FaceSlab {
            corners,
            normal,
            low: lesser(lesser(along[0], along[1]), along[2]),
            high: greater(greater(along[0], along[1]), along[2]),
        }
    }

    #[inline]
    fn widened(mut self, margin: f32) -> FaceSlab {
        self.low -= margin;
        self.high += margin;
        self
    }
}

impl SlabBlock {
    const EMPTY: SlabBlock = SlabBlock {
        corners: [[[0.0; WIDTH]; 3]; 3],
        normal: [[0.0; WIDTH]; 3],
        low: [0.0; WIDTH],
        high: [0.0; WIDTH],
    };

    /// Returns the slabs of up to eight faces, widened by `margin`.
    fn new(faces: &[u32], list: &NearFaces, margin: f32) -> SlabBlock {
        let mut slabs = SlabBlock::EMPTY;
        for (k, face) in faces.iter().enumerate() {
            let slab = FaceSlab::new(list.points(&list.faces()[*face as usize])).widened(margin);
            for axis in 0..3 {
                for (lanes, corner) in slabs.corners.iter_mut().zip(&slab.corners) {
                    lanes[axis][k] = corner[axis];
                }
                slabs.normal[axis][k] = slab.normal[axis];
            }
            slabs.low[k] = slab.low;
            slabs.high[k] = slab.high;
        }
        slabs
    }

    /// Returns a bit for each face that may share a point with another: neither is beyond the slab
    /// of the other.
    #[inline(always)]
    fn meets<I: Instructions>(&self, on: I, other: &FaceSlab) -> u32 {
        let normal = on.splat3(other.normal);
        let along = self.corners.each_ref().map(|c| dot(&normal, &on.load3(c)));
        let gap = beyond(along, on.splat(other.low), on.splat(other.high));
        let normal = on.load3(&self.normal);
        let along = other
            .corners
            .map(|[x, y, z, _]| dot(&normal, &on.splat3([x, y, z])));
        let gap = gap.max(beyond(along, on.load(&self.low), on.load(&self.high)));
        !gap.above(on.splat(0.0)) & 0xff
    }
}

/// Returns by how much three corners are beyond one side of a slab, up to rounding: above zero
/// exactly if they are.
#[inline(always)]
fn beyond<R: Register>([p, q, r]: [R; 3], low: R, high: R) -> R {
    (p.min(q).min(r) - high).max(low - p.max(q).max(r))
}

#[cfg(test)]
mod tests {
    use super::super::pair_unit::PairUnit;
    use super::*;
    use geometry::{Aabb, Interference, Triangle, Vec3, interference};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn vector() -> impl Strategy<Value = Vec3> {
        let part =
            || prop_oneof![5 => -1.0..1.0f64, 1 => Just(0.0), 1 => Just(-0.0), 1 => Just(0.5)];
        [part(), part(), part()].prop_map(Vec3::from_array)
    }

    /// Faces of many sizes, in a space that is flat or not, and some far away.
    fn faces(most: usize) -> impl Strategy<Value = Vec<Triangle>> {
        let size = prop_oneof![1 => Just(1.0), 2 => Just(0.1), 1 => Just(1e-3), 1 => Just(0.0)];
        let far = prop_oneof![20 => Just(1.0), 1 => Just(50.0)];
        let face = (vector(), [vector(), vector(), vector()], size, far);
        let space = prop::sample::select(vec![Vec3::ONE, Vec3::new(1.0, 0.05, 1.0), Vec3::X]);
        (prop::collection::vec(face, 1..most), space).prop_map(|(faces, space)| {
            let faces = faces.into_iter().map(|(at, corners, size, far)| {
                let [p, q, r] = corners.map(|corner| (at * far + corner * size) * space);
                Triangle::new(p, q, r)
            });
            faces.collect()
        })
    }

    fn bounds(faces: &[Triangle]) -> Aabb {
        let corners: Vec<Vec3> = faces.iter().flat_map(|face| face.corners()).collect();
        Aabb::of_points(&corners)
    }

    /// Returns true if a slab lies between a face and its own.
    fn separates(slab: &FaceSlab, corners: &[Point4; 3]) -> bool {
        let n = slab.normal;
        let along = corners.map(|p| n[0] * p[0] + n[1] * p[1] + n[2] * p[2]);
        along.iter().all(|x| *x < slab.low) || along.iter().all(|x| *x > slab.high)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn pairs_are_those_of_the_product_of_both_lists(sorted in faces(700), other in faces(80)) {
            let boxes = [bounds(&sorted), bounds(&other)];
            let Some(region) = boxes[0].intersection(&boxes[1]) else {
                return Ok(());
            };
            let unit = PairUnit::new([&boxes[0], &boxes[1]], &region);
            let lists = [NearFaces::of(&sorted, &unit), NearFaces::of(&other, &unit)];
            let mut sweep = BoxSweep::default();
            sweep.begin(Team::ALONE, &lists[0], &lists[1]);
            let mut work = OctreeWork::default();
            let mut found = Vec::new();
            let all = 0..other.len();
            sweep.find([&lists[0], &lists[1]], all, &mut work, |s, t, _| {
                found.push((s.face, t.face));
            });
            let (mut expected, mut overlapping) = (BTreeSet::new(), 0);
            for s in lists[0].faces() {
                for t in lists[1].faces() {
                    let meets = interference(
                        &sorted[s.face as usize],
                        &other[t.face as usize],
                    ) != Interference::Apart;
                    let overlaps = s.bounds.overlaps(&t.bounds.widened_along_fourth(sweep.margin));
                    overlapping += u64::from(overlaps);
                    let corners = [lists[0].points(s), lists[1].points(t)];
                    let slabs = corners.map(|face| FaceSlab::new(face).widened(sweep.margin));
                    let apart = separates(&slabs[0], &corners[1])
                        || separates(&slabs[1], &corners[0]);
                    if overlaps && !apart {
                        expected.insert((s.face, t.face));
                    } else {
                        prop_assert!(!meets, "{s:?} and {t:?} meet");
                    }
                }
            }
            prop_assert_eq!(work.slab_tests, overlapping);
            prop_assert_eq!(found.len(), expected.len(), "each pair once");
            prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }
}
