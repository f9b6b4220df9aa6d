//! Step 3, tuned: pairs of faces whose boxes overlap and whose planes do not separate them.
//!
//! Good for boxes that are short along two of the four axes. The essence:
//! 1. Sort the boxes of one list into strips ([`crate::box_strips`]), with the slabs of eight faces
//!    beside the block of their boxes.
//! 2. For each face of the other list, find the boxes that overlap its own along four axes: those
//!    of world space, and the line of centers.
//! 3. Compare the corners of the eight faces with the slab of the one, and the reverse.
//! 4. Compare eight of the pairs that are left at a time along the axes of their edges, which also
//!    tells of most that meet that they cross ([`geometry::edge_axes`]).
//!
//! Boxes are compared without a margin except along the line of centers ([`super::pair_unit`]).
//! Slabs are axes along computed normals, for which the margin is proved there, too, as are the
//! bounds for edges.

use super::near_faces::NearFaces;
use super::pair_unit::{axis_error, edge_bounds};
use crate::box_strips::SortedStrip;
use crate::counters::OctreeWork;
use crate::strip_order::BoxedFaces;
use geometry::edge_axes::{EdgeBatch, EdgeBounds};
use geometry::lanes::{
    Dispatch, Instructions, Lanes, Point4, Register, VecLanes, WIDTH, cross, dispatch, dot,
    greater, lane, lesser, minus, set_bits,
};

/// Faces of two lists, of which one is sorted.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlabSearch<'a> {
    sorted: &'a NearFaces,
    other: &'a NearFaces,
    /// Twice the error of a projection.
    margin: f32,
    edges: EdgeBounds,
}

/// Eight faces with their slabs.
#[derive(Clone, Debug)]
pub(super) struct SlabBlock {
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

/// Two faces that may meet, by their indices in the lists: the sorted one, and the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) faces: [u32; 2],
    /// They surely cross. Otherwise nothing is known.
    pub(super) crosses: bool,
}

impl<'a> SlabSearch<'a> {
    pub(super) fn new(sorted: &'a NearFaces, other: &'a NearFaces) -> SlabSearch<'a> {
        let largest = greater(sorted.bounds().largest(), other.bounds().largest());
        SlabSearch {
            sorted,
            other,
            margin: 2.0 * axis_error(largest),
            edges: edge_bounds(largest),
        }
    }

    /// Returns by how much boxes of the other list are widened along the fourth axis.
    pub(super) fn margin(&self) -> f32 {
        self.margin
    }

    /// Returns the slabs of up to eight sorted faces.
    pub(super) fn slabs(&self, faces: &[u32]) -> SlabBlock {
        SlabBlock::new(faces, self.sorted, self.margin)
    }

    /// Calls `visit` with each of some faces of the other list and each face of a strip that may
    /// share a point with it.
    ///
    /// Conservative: two faces with such a point come to `visit`, once, and none is said to cross
    /// that does not.
    pub(super) fn find(
        &self,
        strip: &SortedStrip<'_, SlabBlock>,
        others: &[u32],
        work: &mut OctreeWork,
        visit: impl FnMut(Candidate, &mut OctreeWork),
    ) {
        dispatch(FindPairs {
            search: self,
            strip,
            others,
            work,
            visit,
        });
    }
}

/// A search with instructions that are chosen at run time.
struct FindPairs<'a, V> {
    search: &'a SlabSearch<'a>,
    strip: &'a SortedStrip<'a, SlabBlock>,
    others: &'a [u32],
    work: &'a mut OctreeWork,
    visit: V,
}

impl<V: FnMut(Candidate, &mut OctreeWork)> Dispatch for FindPairs<'_, V> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let FindPairs {
            search,
            strip,
            others,
            work,
            mut visit,
        } = self;
        let (mut batch, edges) = (EdgeBatch::default(), &search.edges);
        for index in others {
            let (index, other) = (*index, search.other);
            let bounds = &other.face(index).bounds;
            let bounds = bounds.widened_along_fourth(search.margin);
            // Not before a box overlaps: a face that meets none needs no slab.
            let mut slab = None;
            strip.visit(on, &bounds, work, |block, slabs, overlapping, work| {
                work.slab_tests += u64::from(overlapping.count_ones());
                let slab = slab.get_or_insert_with(|| {
                    FaceSlab::new(other.points(index)).widened(search.margin)
                });
                let corners = slab.corners.map(|[x, y, z, _]| [x, y, z]);
                for k in set_bits((overlapping & slabs.meets(on, slab)).into()) {
                    let of_sorted = slabs.corners.each_ref().map(|corner| lane(corner, k));
                    batch.push([block[k], index], [of_sorted, corners]);
                    if batch.is_full() {
                        finish(&mut batch, edges, work, &mut visit);
                    }
                }
            });
        }
        finish(&mut batch, edges, work, &mut visit);
    }
}

/// Compares the pairs of a batch along the axes of their edges, visits those that may meet, and
/// drops all.
///
/// A function of its own, which chooses its instructions again: inlined, it would make the code of
/// blocks so large that the compiler leaves it without them.
#[inline(never)]
fn finish(
    batch: &mut EdgeBatch,
    edges: &EdgeBounds,
    work: &mut OctreeWork,
    visit: &mut impl FnMut(Candidate, &mut OctreeWork),
) {
    if batch.faces().is_empty() {
        return;
    }
    let verdicts = batch.verdicts_by_dispatch(edges);
    work.edge_tests += batch.faces().len() as u64;
    for (k, faces) in batch.faces().iter().enumerate() {
        if verdicts.apart >> k & 1 == 0 {
            let crosses = verdicts.crossing >> k & 1 == 1;
            let faces = *faces;
            visit(Candidate { faces, crosses }, work);
        }
    }
    batch.clear();
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
        // Coordinates up to 1, as the bound on a projection asks for. Any vector is a valid axis,
        // so the rounding of the normal costs no margin.
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

/// Slabs of eight faces, made with instructions that are chosen at run time.
struct MakeSlabs<'a> {
    corners: &'a [[Point4; 3]; WIDTH],
    margin: f32,
    slabs: &'a mut SlabBlock,
}

impl Dispatch for MakeSlabs<'_> {
    /// The operations are those of [`FaceSlab::new`], in the same order. So are the bits, as no
    /// coordinate is infinite.
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let corners = [0, 1, 2].map(|i| {
            let [x, y, z, _] = on.load_points(self.corners.each_ref().map(|c| &c[i]));
            [x, y, z]
        });
        let [p, q, r] = &corners;
        let normal = cross(&minus(q, p), &minus(r, p));
        let [x, y, z] = normal.map(Register::abs);
        let largest = x.max(y).max(z).store();
        let normal = normal.map(|x| {
            let mut lanes = x.store();
            for (x, largest) in lanes.iter_mut().zip(&largest) {
                *x = if *largest >= f32::MIN_POSITIVE {
                    *x / largest
                } else {
                    0.0
                };
            }
            lanes
        });
        let axis = on.load3(&normal);
        let [a, b, c] = corners.each_ref().map(|corner| dot(&axis, corner));
        let margin = on.splat(self.margin);
        *self.slabs = SlabBlock {
            corners: corners.map(|corner| corner.map(Register::store)),
            normal,
            low: (a.min(b).min(c) - margin).store(),
            high: (a.max(b).max(c) + margin).store(),
        };
    }
}

impl Default for SlabBlock {
    fn default() -> SlabBlock {
        SlabBlock::EMPTY
    }
}

impl SlabBlock {
    const EMPTY: SlabBlock = SlabBlock {
        corners: [[[0.0; WIDTH]; 3]; 3],
        normal: [[0.0; WIDTH]; 3],
        low: [0.0; WIDTH],
        high: [0.0; WIDTH],
    };

    /// Returns the slabs of up to eight faces, at least one, widened by `margin`.
    fn new(faces: &[u32], list: &NearFaces, margin: f32) -> SlabBlock {
        // A lane without a face has those of the last.
        let last = faces.len() - 1;
        let corners = std::array::from_fn(|k| list.points(faces[last.min(k)]));
        let mut slabs = SlabBlock::EMPTY;
        dispatch(MakeSlabs {
            corners: &corners,
            margin,
            slabs: &mut slabs,
        });
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
    use crate::box_strips::{BoxStrips, StripSearch};
    use crate::workers::Workers;
    use geometry::lanes::Portable;
    use geometry::{Aabb, Interference, Triangle, Vec3, interference};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

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

    type Found = (Vec<Candidate>, OctreeWork);

    /// Lists all candidates.
    struct AllCandidates<'a>(&'a SlabSearch<'a>);

    impl StripSearch for AllCandidates<'_> {
        type Beside = SlabBlock;
        type Found = Found;

        fn margin(&self) -> f32 {
            self.0.margin()
        }

        fn beside(&self, faces: &[u32]) -> SlabBlock {
            self.0.slabs(faces)
        }

        fn find(
            &self,
            strip: &SortedStrip<'_, SlabBlock>,
            others: &[u32],
            (candidates, work): &mut Found,
        ) {
            (self.0).find(strip, others, work, |candidate, _| {
                candidates.push(candidate)
            });
        }
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

        /// Also of faces without area, and where there are fewer than lanes.
        #[test]
        fn slabs_of_a_block_are_those_of_each_face(mut faces in faces(8)) {
            // The product of two sides of the last face is subnormal.
            let tiny = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| 1e-20 * axis);
            faces.push(Triangle::new(tiny[0], tiny[1], tiny[2]));
            let around = Aabb::new(Vec3::splat(-64.0), Vec3::splat(64.0));
            let list = NearFaces::of(&faces, &PairUnit::new([&around, &around], &around));
            let indices: Vec<u32> = list.runs().flatten().collect();
            let slabs = SlabBlock::new(&indices, &list, 0.25);
            let corners = std::array::from_fn(|k| list.points(indices[k.min(indices.len() - 1)]));
            let mut portable = SlabBlock::EMPTY;
            let make = MakeSlabs { corners: &corners, margin: 0.25, slabs: &mut portable };
            make.run(Portable);
            let bits = |v: [f32; 3]| v.map(f32::to_bits);
            for slabs in [&slabs, &portable] {
                for (k, face) in indices.iter().enumerate() {
                    let expected = FaceSlab::new(list.points(*face)).widened(0.25);
                    let corners = slabs.corners.each_ref().map(|corner| bits(lane(corner, k)));
                    prop_assert_eq!(corners, expected.corners.map(|[x, y, z, _]| bits([x, y, z])));
                    prop_assert_eq!(bits(lane(&slabs.normal, k)), bits(expected.normal));
                    let (low, high) = (slabs.low[k].to_bits(), slabs.high[k].to_bits());
                    prop_assert_eq!(low, expected.low.to_bits());
                    prop_assert_eq!(high, expected.high.to_bits());
                }
            }
        }

        #[test]
        fn no_pair_that_meets_is_lost_and_those_that_are_said_to_cross_do(sorted in faces(700), other in faces(80)) {
            let boxes = [bounds(&sorted), bounds(&other)];
            let Some(region) = boxes[0].intersection(&boxes[1]) else {
                return Ok(());
            };
            let unit = PairUnit::new([&boxes[0], &boxes[1]], &region);
            let lists = [NearFaces::of(&sorted, &unit), NearFaces::of(&other, &unit)];
            let slabs = SlabSearch::new(&lists[0], &lists[1]);
            let (mut candidates, mut work) = (Vec::new(), OctreeWork::default());
            let mut strips = BoxStrips::default();
            for workers in [1, 3] {
                let (of_workers, mut found) = (work, Found::default());
                Workers::default().run(workers, true, |team| {
                    let lists = lists.each_ref();
                    strips.compare(team, lists, &AllCandidates(&slabs), &mut found);
                });
                found.0.sort_unstable_by_key(|candidate| candidate.faces);
                (candidates, work) = found;
                prop_assert!(workers == 1 || work == of_workers);
            }
            let found = candidates.iter().map(|candidate| (candidate.faces, candidate.crosses));
            let found: BTreeMap<[u32; 2], bool> = found.collect();
            prop_assert_eq!(found.len(), candidates.len(), "each once");
            let (mut compared, mut overlapping) = (0, 0);
            let [sorted_faces, other_faces] = [&lists[0], &lists[1]]
                .map(|list| list.runs().flatten().map(|i| (i, list.face(i))));
            for (i, s) in sorted_faces {
                for (j, t) in other_faces.clone() {
                    let kind = interference(&sorted[s.face as usize], &other[t.face as usize]);
                    let overlaps = s.bounds.overlaps(&t.bounds.widened_along_fourth(slabs.margin));
                    overlapping += u64::from(overlaps);
                    let corners = [lists[0].points(i), lists[1].points(j)];
                    let [s, t] = corners.map(|face| FaceSlab::new(face).widened(slabs.margin));
                    let apart = separates(&s, &corners[1]) || separates(&t, &corners[0]);
                    compared += u64::from(overlaps && !apart);
                    match found.get(&[i, j]) {
                        None => prop_assert_eq!(kind, Interference::Apart, "{:?} {:?}", s, t),
                        Some(true) => prop_assert_eq!(kind, Interference::Crossing),
                        Some(false) => prop_assert!(overlaps && !apart),
                    }
                }
            }
            prop_assert_eq!(work.slab_tests, overlapping);
            prop_assert_eq!(work.edge_tests, compared);
        }
    }
}
