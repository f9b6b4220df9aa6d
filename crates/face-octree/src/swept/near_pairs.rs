//! Step 3 [Kitamura95 §3.4] for all pairs: faces whose boxes over both instants overlap, by sorted
//! strips of boxes in lanes.
//!
//! Good for boxes that are short along two of the axes of their pair of bodies. See
//! [`crate::box_strips`] for the cost. The essence, for each pair of bodies:
//! 1. Sort the longer list into strips, by boxes in single precision.
//! 2. For each face of the other list, find those whose boxes in single precision overlap its own.
//! 3. Keep a pair if its boxes in double precision overlap, too. If faces are prepared for
//!    comparisons of eight pairs at once there are none, as few pairs differ by less than single
//!    precision. Only of faces so small that rounding hides them beside their distance from the
//!    center of the overlap region, more digits are compared.

use super::faces::SweptFaces;
use super::pair_frame::SINGLE_BOX_ROUNDING;
use crate::box_strips::{BoxStrips, Found, SortedStrip, StripSearch};
use crate::counters::OctreeWork;
use crate::workers::{Spares, Team};
use geometry::Aabb;
use geometry::lanes::{Box4, Dispatch, Instructions, dispatch, greater, set_bits};
use std::ops::Range;

/// Number of listed faces of which a thread lists the pairs at once, in whole pairs of bodies.
const LISTED_AT_ONCE: usize = 512;

/// Number of listed faces of two bodies from which on threads share them: about 100 µs of work if
/// the bodies overlap deeply.
const SHARED_FROM_LISTED_OF_PAIR: usize = 1024;

/// Number of pairs from which on a thread begins another chunk, as with the bintree before; not
/// measured.
const PAIRS_AT_ONCE: usize = 1 << 14;

/// Size of a box in parts of its distance from the origin, in single precision, below which more
/// digits are compared: 64 times its margin for rounding.
const SMALL_BOX: f32 = 64.0 * SINGLE_BOX_ROUNDING;

/// Some of the pairs that a thread has found, or all pairs. Chunks keep their memory from
/// frame to frame: as lists that are joined, the ten million pairs of two spheres of 99,540 faces
/// took 21,000 page faults.
pub(super) type PairChunk = Vec<[u32; 2]>;

/// Search for pairs of faces whose boxes overlap. Keeps only buffers.
#[derive(Debug, Default)]
pub(super) struct NearPairs {
    strips: BoxStrips<(), FoundPairs>,
    /// Buffers of the threads that share a frame.
    spares: Spares<BoxStrips<(), FoundPairs>>,
    chunks: Spares<PairChunk>,
}

impl NearPairs {
    /// Takes chunks back, all but one, which is empty.
    pub(super) fn begin(&self, chunks: &mut Vec<PairChunk>) {
        let more = chunks.drain(1.min(chunks.len())..);
        more.for_each(|chunk| self.chunks.give(chunk));
        chunks.resize(1, PairChunk::default());
        chunks[0].clear();
    }

    /// Appends the pairs of faces of each pair of bodies, each once. Alone, to the last chunk.
    pub(super) fn list(
        &mut self,
        team: Team,
        faces: &SweptFaces,
        chunks: &mut Vec<PairChunk>,
        work: &mut OctreeWork,
    ) {
        if team.shares() {
            return self.list_on_threads(team, faces, chunks, work);
        }
        let mut found = FoundPairs {
            chunks: std::mem::take(chunks),
            work: std::mem::take(work),
        };
        for lists in faces.of_pairs().iter().filter(has_pairs) {
            PairSearch::new(faces, lists, None).run(team, &mut self.strips, &mut found);
        }
        (*chunks, *work) = (found.chunks, found.work);
    }

    /// Appends the pairs of faces of each pair of bodies, each once, by all threads of a team.
    fn list_on_threads(
        &self,
        team: Team,
        faces: &SweptFaces,
        chunks: &mut Vec<PairChunk>,
        work: &mut OctreeWork,
    ) {
        let of_pairs = faces.of_pairs();
        let list = |range: Range<usize>| {
            let mut found = FoundPairs::default();
            self.spares.lend(|strips| {
                for lists in of_pairs[range].iter().filter(has_pairs) {
                    let count = lists[0].len() + lists[1].len();
                    let team = team.for_size(count, SHARED_FROM_LISTED_OF_PAIR);
                    let search = PairSearch::new(faces, lists, Some(&self.chunks));
                    search.run(team, strips, &mut found);
                }
            });
            found
        };
        let pairs_at_once = (LISTED_AT_ONCE * of_pairs.len() / faces.count().max(1)).max(1);
        let found = team.fold(0..of_pairs.len(), pairs_at_once, &list, &FoundPairs::and);
        chunks.extend(found.chunks);
        *work += found.work;
    }
}

/// Pairs of faces, in chunks that are filled one after another.
#[derive(Debug, Default)]
struct FoundPairs {
    chunks: Vec<PairChunk>,
    work: OctreeWork,
}

impl Found for FoundPairs {
    fn clear(&mut self) {
        *self = FoundPairs::default();
    }

    fn append(&mut self, more: &mut FoundPairs) {
        self.chunks.append(&mut more.chunks);
        self.work += std::mem::take(&mut more.work);
    }
}

impl FoundPairs {
    /// Returns the pairs of both as one list, with their work.
    fn and(mut self, mut more: FoundPairs) -> FoundPairs {
        self.append(&mut more);
        self
    }
}

fn has_pairs(lists: &&[Range<u32>; 2]) -> bool {
    lists.iter().all(|list| !list.is_empty())
}

/// Search for pairs of faces of two lists, of which the longer is sorted.
struct PairSearch<'a> {
    /// Boxes of the sorted list and of the other, in single precision.
    singles: [&'a [Box4]; 2],
    /// Boxes in double precision, if there are some.
    boxes: Option<[&'a [Aabb]; 2]>,
    /// Asked for more digits where there are none.
    faces: &'a SweptFaces,
    /// Index of the first face of each list.
    first: [u32; 2],
    /// True if the sorted faces are those of the second body.
    is_swapped: bool,
    /// Where another chunk comes from. Without, all pairs go to the last one.
    spares: Option<&'a Spares<PairChunk>>,
}

impl<'a> PairSearch<'a> {
    fn new(
        faces: &'a SweptFaces,
        [a, b]: &[Range<u32>; 2],
        spares: Option<&'a Spares<PairChunk>>,
    ) -> PairSearch<'a> {
        let is_swapped = a.len() <= b.len();
        let [sorted, other] = if is_swapped { [b, a] } else { [a, b] };
        PairSearch {
            singles: [sorted, other].map(|list| faces.singles(list)),
            boxes: faces
                .boxes(sorted)
                .zip(faces.boxes(other))
                .map(<[_; 2]>::from),
            first: [sorted.start, other.start],
            faces,
            is_swapped,
            spares,
        }
    }

    /// Appends the pairs of faces of both lists.
    fn run(&self, team: Team, strips: &mut BoxStrips<(), FoundPairs>, found: &mut FoundPairs) {
        strips.compare(team, self.singles, self, found);
    }

    /// Returns the chunk for the pairs of the next face.
    #[inline(always)]
    fn chunk<'c>(&self, chunks: &'c mut Vec<PairChunk>) -> &'c mut PairChunk {
        let is_full = |chunk: &PairChunk| chunk.len() >= PAIRS_AT_ONCE;
        if let Some(spares) = self.spares
            && chunks.last().is_none_or(is_full)
        {
            let mut chunk = spares.take();
            chunk.clear();
            chunks.push(chunk);
        }
        chunks.last_mut().expect("there is one")
    }
}

impl StripSearch for PairSearch<'_> {
    type Beside = ();
    type Found = FoundPairs;

    fn margin(&self) -> f32 {
        0.0
    }

    fn beside(&self, _: &[u32]) {}

    /// Appends the pairs of some of the other faces with those of a strip.
    fn find(&self, strip: &SortedStrip<'_, ()>, others: &[u32], found: &mut FoundPairs) {
        dispatch(FindPairs {
            lists: self,
            strip,
            others,
            found,
        });
    }
}

/// Returns true if the margin for rounding may be a large part of a box in single precision: if the
/// box is smaller than [`SMALL_BOX`] of its distance from the origin.
#[inline(always)]
fn is_small(single: &Box4) -> bool {
    let side = |axis: usize| single.high[axis] - single.low[axis];
    let largest = greater(side(0), greater(side(1), side(2)));
    largest < SMALL_BOX * single.largest()
}

/// A search with instructions that are chosen at run time.
struct FindPairs<'a> {
    lists: &'a PairSearch<'a>,
    strip: &'a SortedStrip<'a, ()>,
    others: &'a [u32],
    found: &'a mut FoundPairs,
}

impl Dispatch for FindPairs<'_> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let FindPairs {
            lists,
            strip,
            others,
            found,
        } = self;
        for i in others {
            let pairs = lists.chunk(&mut found.chunks);
            let (single, work) = (&lists.singles[1][*i as usize], &mut found.work);
            let is_small = lists.boxes.is_none() && is_small(single);
            strip.visit(on, single, work, |block, (), overlapping, _| {
                for k in set_bits(overlapping.into()) {
                    let j = block[k];
                    let mut pair = [lists.first[0] + j, lists.first[1] + i];
                    let overlap = match lists.boxes {
                        Some([of_sorted, of_other]) => {
                            of_sorted[j as usize].overlaps(&of_other[*i as usize])
                        }
                        None => !is_small || lists.faces.may_meet(pair),
                    };
                    if overlap {
                        if lists.is_swapped {
                            pair.swap(0, 1);
                        }
                        pairs.push(pair);
                    }
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Vec3;
    use proptest::prelude::*;

    /// Boxes with integer corners: many touch. Some differ by less than single precision.
    fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
        let size = [0..6i32, 0..6i32, 0..6i32];
        let off = prop::sample::select(vec![0.0, 0.0, 1e-12, -1e-12]);
        let one = ([0..32i32, 0..32i32, 0..32i32], size, off).prop_map(|(p, size, off)| {
            let min = Vec3::from_array(p.map(f64::from)) + Vec3::splat(off);
            Aabb::new(min, min + Vec3::from_array(size.map(f64::from)))
        });
        prop::collection::vec(one, 0..200)
    }

    fn by_definition(faces: &SweptFaces) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        for [a, b] in faces.of_pairs() {
            for (i, of_a) in a.clone().zip(faces.boxes(a).unwrap()) {
                for (j, of_b) in b.clone().zip(faces.boxes(b).unwrap()) {
                    if of_a.overlaps(of_b) {
                        pairs.push([i, j]);
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }

    fn list(team: Team, faces: &SweptFaces, near: &mut NearPairs) -> (Vec<[u32; 2]>, OctreeWork) {
        let (mut chunks, mut work) = (Vec::new(), OctreeWork::default());
        near.begin(&mut chunks);
        near.list(team, faces, &mut chunks, &mut work);
        let mut pairs = chunks.concat();
        near.begin(&mut chunks);
        pairs.sort_unstable();
        (pairs, work)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn every_overlapping_pair_is_listed_once(a in boxes(), b in boxes(), c in boxes()) {
            let faces = SweptFaces::of_boxes(&[[a.clone(), b], [c, a]]);
            let mut near = NearPairs::default();
            prop_assert_eq!(list(Team::ALONE, &faces, &mut near).0, by_definition(&faces));
        }
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn several_threads_list_the_same_pairs_with_the_same_work() {
        let mut state = 1u64;
        let mut next = |below: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((state >> 33) % below) as f64
        };
        // Boxes along a line, enough for several threads.
        let mut many = |count: usize, length: u64| -> Vec<Aabb> {
            let mut one = || {
                let min = Vec3::new(next(length), next(60), next(60));
                Aabb::new(min, min + Vec3::new(next(9), next(9), next(9)))
            };
            (0..count).map(|_| one()).collect()
        };
        let large = vec![Aabb::new(Vec3::ZERO, Vec3::splat(500.0))];
        let coinciding = vec![Aabb::new(Vec3::ZERO, Vec3::ONE); 600];
        let faces = SweptFaces::of_boxes(&[
            [many(4000, 4000), many(4000, 4000)],
            [many(4000, 4000), large],
            [Vec::new(), many(20, 20)],
            [many(20, 20), many(30, 20)],
            [coinciding.clone(), coinciding],
        ]);
        let mut near = NearPairs::default();
        let expected = list(Team::ALONE, &faces, &mut near);
        assert_eq!(expected.0, by_definition(&faces));
        for count in [2, 3, 8] {
            let mut workers = crate::workers::Workers::default();
            // Twice: buffers of the first run have other contents.
            for _ in 0..2 {
                let found = workers.run(count, true, |team| list(team, &faces, &mut near));
                assert_eq!(found, expected, "{count} threads");
            }
        }
    }
}
