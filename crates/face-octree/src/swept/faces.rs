//! Step 2 for two instants: faces that meet overlap regions [Kitamura95 §3.3].
//!
//! Copies what step 3 compares into arrays, so that it reads no body: linear in the listed faces. A
//! face is listed, and its box computed, once for each pair of bodies that it is near in. The
//! essence:
//! 1. List the ids of the faces of each pair of bodies that are near the other body
//!    (`moving_bodies`). As published, those of each body that meet one of its overlap regions at
//!    the first instant.
//! 2. Copy the corners of the listed faces at both instants, and bound each over both instants,
//!    along the axes of its pair of bodies (`pair_frame`), in double and in single precision
//!    (`face_arrays`). In single precision only, if pairs are compared eight at once. As published,
//!    along the axes of the scene.

use super::face_arrays::{COPIED_AT_ONCE, FaceArrays, ListedPairs};
use super::listed_ids::ListedFaceIds;
use super::moving_bodies::{MovingBodies, PairLists};
use crate::counters::OctreeWork;
use crate::face_checklist::{ListedFace, TESTED_FACES};
use crate::face_pair_check::boxes_overlap;
use crate::overlap_regions::OverlapRegions;
use crate::sharing::SHARED_FROM_FACES;
use crate::workers::{Spares, Team};
use collision::{BodyPair, FaceId};
use geometry::lanes::Box4;
use geometry::swept::SweptOffsets;
use geometry::{Aabb, SweptTriangle};
use std::ops::Range;

/// Face check lists. As published, one list for all bodies, sorted by body, then by face. Otherwise
/// one list for each body of each pair of bodies.
#[derive(Debug, Default)]
pub(crate) struct SweptFaces {
    arrays: FaceArrays,
    /// Lists of each pair of bodies, as ranges of the arrays.
    of_pairs: Vec<[Range<u32>; 2]>,
    /// Faces listed as published, before their corners are copied.
    published: ListedFaceIds,
    /// Faces that are listed at once: as published, those of one body, before they are joined.
    of_pieces: Vec<ListedFaceIds>,
    spares: Spares<PairLists>,
}

impl SweptFaces {
    /// Lists each face that meets an overlap region of its body at the first instant
    /// [Kitamura95 §3.3].
    pub(crate) fn list_published(
        &mut self,
        team: Team,
        bodies: &MovingBodies,
        regions: &OverlapRegions,
        work: &mut OctreeWork,
    ) {
        self.of_pairs.clear();
        self.published.clear();
        for body in bodies.now().body_ids() {
            let regions = regions.of(body);
            let faces = 0..bodies.now().face_count(body) as usize;
            if regions.is_empty() {
                continue;
            }
            if !team.shares() {
                self.published.add_meeting(bodies, body, faces, regions);
                continue;
            }
            let list = |faces: Range<usize>, listed: &mut ListedFaceIds| {
                listed.clear();
                listed.add_meeting(bodies, body, faces, regions);
            };
            for listed in team.for_pieces(&mut self.of_pieces, faces.len(), TESTED_FACES, &list) {
                self.published.append(listed);
            }
        }
        let FaceArrays {
            ids, sweeps, boxes, ..
        } = &mut self.arrays;
        ids.clone_from(&self.published.ids);
        let (ids, count) = (&*ids, ids.len());
        team.overwrite(sweeps, count, COPIED_AT_ONCE, |i| {
            bodies.published_sweep(ids[i].body, ids[i].face)
        });
        let sweeps = &*sweeps;
        team.overwrite(boxes, count, COPIED_AT_ONCE, |i| sweeps[i].aabb());
        *work += self.published.work;
        work.listed += count as u64;
    }

    /// Lists, for each of some pairs of bodies whose boxes over both instants overlap, the faces of
    /// both that may meet the other body's. `by_eights` prepares them for comparisons of eight
    /// pairs at once. A thread takes `at_once` pairs of bodies.
    pub(crate) fn list_of_pairs(
        &mut self,
        (team, by_eights, at_once): (Team, bool, usize),
        bodies: &MovingBodies,
        pairs: &[BodyPair],
        work: &mut OctreeWork,
    ) {
        let share = (team, SHARED_FROM_FACES * at_once);
        let list = |range: Range<usize>, listed: &mut ListedFaceIds| {
            listed.clear();
            bodies.prefetch(team, &pairs[range.clone()]);
            self.spares
                .lend(|near| listed.add_of_pairs(share, bodies, &pairs[range], near));
        };
        let pieces = &mut self.of_pieces;
        let pieces = &*team.for_pieces(pieces, pairs.len(), at_once, &list);
        let count = set_ranges(&mut self.of_pairs, pieces);
        pieces.iter().for_each(|piece| *work += piece.work);
        work.listed += u64::from(count);
        if bodies.are_by_patches() {
            // Their corners are not kept: each listed face moves its three to both instants again.
            work.vertices_moved += 6 * u64::from(count);
        }
        let listed = ListedPairs {
            bodies,
            pairs,
            lists: &self.of_pairs,
            pieces,
            by_eights,
        };
        self.arrays.copy(team, &listed);
    }

    /// Returns the number of listed faces.
    pub(crate) fn count(&self) -> usize {
        self.arrays.ids.len()
    }

    /// Returns a listed face's id.
    #[inline]
    pub(crate) fn id(&self, i: u32) -> FaceId {
        self.arrays.ids[i as usize]
    }

    /// Returns a listed face at the first instant, as the face octree lists it. As published.
    #[inline]
    pub(crate) fn listed_now(&self, i: u32) -> ListedFace {
        ListedFace::new(self.id(i), self.arrays.sweeps[i as usize].now)
    }

    /// Returns a listed face at both instants, unless pairs are compared eight at once: then
    /// corners are not kept.
    #[inline]
    pub(crate) fn sweep(&self, i: u32) -> Option<&SweptTriangle> {
        self.arrays.sweeps.get(i as usize)
    }

    /// Returns true if the boxes of two listed faces over both instants overlap. Hulls whose boxes
    /// are apart do not meet.
    #[inline]
    pub(crate) fn boxes_overlap(&self, a: u32, b: u32, work: &mut OctreeWork) -> bool {
        boxes_overlap(
            &self.arrays.boxes[a as usize],
            &self.arrays.boxes[b as usize],
            work,
        )
    }

    /// Returns true if the faces are prepared for comparisons of eight pairs at once.
    pub(super) fn are_by_eights(&self) -> bool {
        self.arrays.offsets.len() == self.count()
    }

    /// Returns false only if the volumes of two faces that are prepared so are apart, by more
    /// digits than their boxes have.
    pub(super) fn may_meet(&self, [a, b]: [u32; 2]) -> bool {
        self.offsets(a).may_meet(self.offsets(b))
    }

    /// Returns the corners of a listed face in single precision. There are none unless pairs are
    /// compared eight at once.
    pub(super) fn offsets(&self, i: u32) -> &SweptOffsets {
        &self.arrays.offsets[i as usize]
    }

    /// Returns the lists of each pair of bodies, in the order of the pairs.
    pub(crate) fn of_pairs(&self) -> &[[Range<u32>; 2]] {
        &self.of_pairs
    }

    /// Returns the boxes of a list. There are none if pairs are compared eight at once.
    pub(crate) fn boxes(&self, list: &Range<u32>) -> Option<&[Aabb]> {
        self.arrays
            .boxes
            .get(list.start as usize..list.end as usize)
    }

    /// Returns the boxes of a list in single precision. There are none as published.
    pub(super) fn singles(&self, list: &Range<u32>) -> &[Box4] {
        &self.arrays.singles[list.start as usize..list.end as usize]
    }
}

/// Replaces the lists of all pairs by those of pieces, one after another. Returns the number of all
/// faces.
fn set_ranges(of_pairs: &mut Vec<[Range<u32>; 2]>, pieces: &[ListedFaceIds]) -> u32 {
    let mut end = 0;
    let counts = pieces.iter().flat_map(|piece| &piece.counts);
    of_pairs.clear();
    of_pairs.extend(counts.map(|counts| {
        counts.map(|count| {
            let first = end;
            end += count;
            first..end
        })
    }));
    end
}

#[cfg(test)]
impl SweptFaces {
    /// Returns lists of faces with these boxes, for each pair of bodies. The faces have no corners.
    pub(super) fn of_boxes(lists: &[[Vec<Aabb>; 2]]) -> SweptFaces {
        let mut listed = SweptFaces::default();
        for lists in lists {
            let bounds = lists.iter().flatten();
            let all = bounds.fold(Aabb::EMPTY, |all, bounds| all.union(*bounds));
            let frame = super::pair_frame::PairFrame::new([&all, &all]);
            listed.of_pairs.push(lists.each_ref().map(|boxes| {
                let first = listed.arrays.boxes.len() as u32;
                listed.arrays.boxes.extend(boxes);
                let singles = boxes.iter().map(|bounds| frame.single(bounds));
                listed.arrays.singles.extend(singles);
                first..listed.arrays.boxes.len() as u32
            }));
        }
        listed
    }
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use super::*;
    use crate::swept::SweptMode;
    use crate::workers::Workers;
    use collision::{Query, Work};

    #[test]
    fn pieces_of_several_pairs_have_the_faces_of_one_thread() {
        let scene: scenes::Generator = "shuttles:bodies=800,seed=1995".parse().unwrap();
        let scene = scene.generate().unwrap();
        let (frame, query) = (scene.frame(20), Query::all_contacts());
        let mut bodies = MovingBodies::new(&scene.bodies, SweptMode::Swept);
        let how = (&query, SweptMode::Swept);
        bodies.update(Team::ALONE, &frame, how, &mut Work::default());
        let mut regions = OverlapRegions::default();
        let pairs = bodies.near_pairs().unwrap();
        regions.find_among(pairs, bodies.boxes(), &mut Work::default());
        for by_eights in [false, true] {
            let list = |workers: usize, at_once: usize| {
                let (mut faces, mut work) = (SweptFaces::default(), OctreeWork::default());
                Workers::default().run(workers, true, |team| {
                    let how = (team, by_eights, at_once);
                    faces.list_of_pairs(how, &bodies, regions.pairs(), &mut work);
                });
                assert_eq!(faces.are_by_eights(), by_eights);
                (faces, work)
            };
            let (faces, work) = list(1, 1);
            let pairs = regions.pairs().len();
            assert!(faces.count() > COPIED_AT_ONCE && pairs > 20, "{pairs}");
            for (workers, at_once) in [(2, 1), (2, 3), (3, 7), (5, pairs - 1), (2, 9999)] {
                let (of_threads, counted) = list(workers, at_once);
                let case = format!("{workers} threads, {at_once} pairs at once");
                assert_eq!(of_threads.of_pairs, faces.of_pairs, "{case}");
                assert_eq!(counted, work, "{case}");
                // All numbers of all arrays.
                let [found, expected] =
                    [&of_threads, &faces].map(|faces| format!("{:?}", faces.arrays));
                assert!(found == expected, "{case}");
            }
        }
    }
}
