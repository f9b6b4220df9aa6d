//! Step 2: faces that meet overlap regions [Smith95 §3.4].

use crate::counters::OctreeWork;
use crate::face_pair_check::boxes_overlap;
use crate::overlap_regions::OverlapRegions;
use crate::subdivision::Items;
use crate::workers::{Team, sum};
use crate::{Checklist, FaceTest};
use collision::{BodyId, FaceId, World};
use geometry::triangle_box::{
    ClippingCounts, intersects_by_clipping_counted, intersects_by_sat_after_boxes,
};
use geometry::{Aabb, Triangle, Vec3};
use std::ops::Range;

/// Face near another body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListedFace {
    /// Body and face.
    pub id: FaceId,
    /// Corners in world space.
    pub triangle: Triangle,
    /// Box of `triangle` (D17).
    pub bounds: Aabb,
}

impl ListedFace {
    const NOWHERE: ListedFace = ListedFace {
        id: FaceId {
            body: BodyId(0),
            face: 0,
        },
        triangle: Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO),
        bounds: Aabb::EMPTY,
    };

    /// Returns a face with its box.
    #[inline(always)] // As for what makes its triangle.
    pub(crate) fn new(id: FaceId, triangle: Triangle) -> ListedFace {
        ListedFace {
            id,
            triangle,
            bounds: triangle.aabb(),
        }
    }

    /// Returns true if the face meets a closed world-space box. Under [`FaceTest::Box`], if its box
    /// does.
    ///
    /// [§3.7] starts with "a quick overlap check between the bounding box of the triangular patch
    /// and the axis-aligned box". All tests pay for it once, with a box that is computed once
    /// (D17).
    #[inline(always)] // In the loops over faces and cubes, a call costs as much as the boxes.
    pub(crate) fn meets(&self, test: FaceTest, b: &Aabb, work: &mut OctreeWork) -> bool {
        self.bounds.overlaps(b) && self.meets_after_boxes(test, b, work)
    }

    /// Returns the same for a box that overlaps the face's.
    #[inline(never)]
    fn meets_after_boxes(&self, test: FaceTest, b: &Aabb, work: &mut OctreeWork) -> bool {
        // D1. Exact arithmetic decides what is closer than rounding.
        match test {
            FaceTest::Clip => {
                let mut counts = ClippingCounts::default();
                let meets = intersects_by_clipping_counted(&self.triangle, b, &mut counts);
                work.clipped += counts.clipped;
                work.clipped_at_four += counts.clipped_at_four;
                work.exact_fallbacks += counts.exact;
                meets
            }
            FaceTest::Sat => {
                intersects_by_sat_after_boxes(&self.triangle, b, &mut work.exact_fallbacks)
            }
            FaceTest::Box => true,
        }
    }
}

/// Items of the subdivision: listed faces [§3.5].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListedFaces<'a> {
    /// Buffer of faces, of which those in `ranges` are listed.
    pub faces: &'a [ListedFace],
    /// Where the listed faces are, sorted by body.
    pub ranges: &'a [Range<u32>],
    /// Test of a face against a cube.
    pub test: FaceTest,
    /// Pairs of faces in a voxel that are listed.
    pub checklist: Checklist,
    /// Pairs of bodies that may collide.
    pub regions: &'a OverlapRegions,
}

impl Items for ListedFaces<'_> {
    fn all(&self) -> impl Iterator<Item = u32> {
        self.ranges.iter().cloned().flatten()
    }

    #[inline]
    fn body(&self, item: u32) -> BodyId {
        self.faces[item as usize].id.body
    }

    #[inline(always)]
    fn meets(&self, item: u32, cube: &Aabb, work: &mut OctreeWork) -> bool {
        self.faces[item as usize].meets(self.test, cube, work)
    }

    #[inline]
    fn near(&mut self, a: u32, b: u32, work: &mut OctreeWork) -> bool {
        let [a, b] = [a, b].map(|i| &self.faces[i as usize]);
        if !self.regions.allow(a.id.body, b.id.body) {
            return false;
        }
        work.pairs_met += 1;
        match self.checklist {
            Checklist::Overlapping => boxes_overlap(&a.bounds, &b.bounds, work),
            Checklist::All => true,
        }
    }

    fn most_pairs(&self) -> usize {
        match self.checklist {
            Checklist::Overlapping => usize::MAX,
            Checklist::All => MOST_PAIRS,
        }
    }
}

/// Maximum number of pairs of a checklist of all pairs, repetitions included: 32 MiB (D7).
///
/// The longest list of the spheres of [Smith95 §4.1] is that of level 0, of about 300,000 pairs.
const MOST_PAIRS: usize = 1 << 22;

/// Number of faces that a thread tests against overlap regions at once: about 10 µs of work.
pub(crate) const TESTED_FACES: usize = 1024;

/// Faces of one body, and the overlap regions of that body.
#[derive(Clone, Copy)]
struct FacesOfBody<'a> {
    world: &'a World,
    body: BodyId,
    regions: &'a [Aabb],
    test: FaceTest,
}

impl FacesOfBody<'_> {
    /// Returns a face.
    #[inline(always)] // In the loops over all faces, a call costs as much as the face.
    fn face(&self, face: u32) -> ListedFace {
        let body = self.body;
        ListedFace::new(FaceId { body, face }, self.world.triangle(body, face))
    }

    /// Passes each face of a range that meets a region to `each`.
    #[inline]
    fn list(&self, range: Range<u32>, work: &mut OctreeWork, mut each: impl FnMut(ListedFace)) {
        for face in range {
            let face = self.face(face);
            let meets_one = self.regions.iter().any(|region| {
                work.region_tests += 1;
                face.meets(self.test, region, work)
            });
            if meets_one {
                each(face);
            }
        }
    }
}

/// Some faces of one body that a thread tests at once.
struct Piece<'a> {
    body: BodyId,
    faces: Range<u32>,
    /// Room for all of `faces`.
    room: &'a mut [ListedFace],
    /// Indices of those that meet a region, in the buffer of all pieces.
    listed: &'a mut Range<u32>,
}

/// Face check lists of all bodies, sorted by body, then by face.
#[derive(Clone, Debug, Default)]
pub(crate) struct FaceChecklist {
    faces: Vec<ListedFace>,
    /// Where in `faces` the listed ones are, in order. Threads that share a frame leave gaps.
    ranges: Vec<Range<u32>>,
}

impl FaceChecklist {
    /// For every body with overlap regions, lists each of its faces that meets at least one.
    ///
    /// World space, closed boxes. As in the paper, the list does not record the other body of a
    /// region: a face listed for one neighbor is later tested against the others, too.
    ///
    /// # Cost
    /// At most one [`FaceTest`] for each face and each region of its body. Room for the listed
    /// faces, 128 bytes each; with several threads, for all faces of these bodies, and one
    /// allocation.
    pub(crate) fn list(
        &mut self,
        team: Team,
        world: &World,
        regions: &OverlapRegions,
        test: FaceTest,
        work: &mut OctreeWork,
    ) {
        let of_body = |body: BodyId| FacesOfBody {
            world,
            body,
            regions: regions.of(body),
            test,
        };
        let near = |body: &BodyId| !regions.of(*body).is_empty();
        let bodies = world.body_ids().filter(near);
        self.ranges.clear();
        if team.shares() {
            self.list_on(team, bodies, &of_body, work);
        } else {
            let (faces, mut count) = (&mut self.faces, 0);
            for body in bodies {
                let all = 0..world.face_count(body);
                of_body(body).list(all, work, |face| {
                    // Room that threads have used before stays.
                    match faces.get_mut(count) {
                        Some(room) => *room = face,
                        None => faces.push(face),
                    }
                    count += 1;
                });
            }
            self.ranges.push(0..count as u32);
        }
        let counts = self.ranges.iter().map(|range| range.len() as u64);
        work.listed += counts.sum::<u64>();
    }

    /// Lists the same faces on the threads of a team. Each piece has room for all its faces, and
    /// fills it from the start. So a face is written once, by the thread that computed it.
    fn list_on<'a>(
        &mut self,
        team: Team,
        bodies: impl Iterator<Item = BodyId> + Clone,
        of_body: &(impl Fn(BodyId) -> FacesOfBody<'a> + Sync),
        work: &mut OctreeWork,
    ) {
        let counts = bodies.map(|body| (body, of_body(body).world.face_count(body)));
        let all = counts.clone().map(|(_, count)| count as usize).sum();
        if self.faces.len() < all {
            self.faces.resize(all, ListedFace::NOWHERE);
        }
        let starts = |count: u32| (0..count).step_by(TESTED_FACES);
        let pieces = counts.clone().map(|(_, count)| starts(count).len()).sum();
        self.ranges.resize(pieces, 0..0);

        let (mut rest, mut ranges) = (&mut self.faces[..], self.ranges.iter_mut());
        let mut pieces = Vec::with_capacity(pieces);
        let mut next = 0;
        for (body, count) in counts {
            for start in starts(count) {
                let faces = start..count.min(start + TESTED_FACES as u32);
                let room = rest.split_off_mut(..faces.len());
                let (Some(room), Some(listed)) = (room, ranges.next()) else {
                    unreachable!("room and ranges are of the same counts");
                };
                *listed = next..next;
                next += faces.len() as u32;
                pieces.push(Piece {
                    body,
                    faces,
                    room,
                    listed,
                });
            }
        }
        let list = |_: usize, pieces: &mut [Piece<'_>]| {
            let mut work = OctreeWork::default();
            for Piece {
                body,
                faces,
                room,
                listed,
            } in pieces
            {
                let mut count = 0;
                of_body(*body).list(faces.clone(), &mut work, |face| {
                    room[count] = face;
                    count += 1;
                });
                listed.end += count as u32;
            }
            work
        };
        *work += team.fold_mut(&mut pieces, 1, &list, &sum);
    }

    /// Returns the buffer that [`FaceChecklist::ranges`] refers to. Outside of them it has faces of
    /// earlier frames.
    pub(crate) fn faces(&self) -> &[ListedFace] {
        &self.faces
    }

    /// Returns where the listed faces are, sorted by body, then by face.
    pub(crate) fn ranges(&self) -> &[Range<u32>] {
        &self.ranges
    }

    /// Returns true if the list contains faces of at least two bodies.
    ///
    /// "If there are face check lists for two or more objects then these are passed on."
    pub(crate) fn has_two_bodies(&self) -> bool {
        let body = |index: u32| self.faces[index as usize].id.body;
        let filled = || self.ranges.iter().filter(|range| !range.is_empty());
        let first = filled().next().map(|range| body(range.start));
        first != filled().next_back().map(|range| body(range.end - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broad_phase::AllPairs;
    use collision::{Body, Frame, Query, Work};
    use geometry::{Mesh, Pose, Vec3};
    use std::sync::Arc;

    /// Returns two triangles far from each other, so that the box of the mesh is mostly empty.
    fn two_leaves() -> Arc<Mesh> {
        let leaf = [Vec3::ZERO, Vec3::X, Vec3::Y];
        let far = leaf.map(|p| p + Vec3::splat(4.0));
        let vertices = leaf.into_iter().chain(far).collect();
        Arc::new(Mesh::new(vertices, vec![[0, 1, 2], [3, 4, 5]]).unwrap())
    }

    fn listed(poses: &[Pose]) -> Vec<(u32, u32)> {
        let bodies = vec![Body::rigid("leaves", two_leaves()); poses.len()];
        let mut list = FaceChecklist::default();
        let (faces, _) = listed_by(Team::ALONE, &mut list, &bodies, poses);
        faces.iter().map(|f| (f.id.body.0, f.id.face)).collect()
    }

    /// Lists faces, and returns them with the work.
    fn listed_by(
        team: Team,
        list: &mut FaceChecklist,
        bodies: &[Body],
        poses: &[Pose],
    ) -> (Vec<ListedFace>, OctreeWork) {
        let (mut world, mut work) = (World::new(bodies), Work::default());
        world.update(&Frame::new(poses).unwrap(), &mut work);
        let (mut regions, mut pairs) = (OverlapRegions::default(), AllPairs::default());
        let query = Query::default();
        regions.find(Team::ALONE, &query, &mut pairs, world.boxes(), &mut work);
        let mut work = OctreeWork::default();
        list.list(team, &world, &regions, FaceTest::Clip, &mut work);
        let listed = list.ranges().iter().cloned().flatten();
        let faces = listed.map(|index| list.faces()[index as usize]);
        let faces: Vec<_> = faces.collect();
        assert_eq!(work.listed, faces.len() as u64);
        let bodies = faces.iter().map(|face| face.id.body);
        assert_eq!(list.has_two_bodies(), bodies.clone().min() != bodies.max());
        (faces, work)
    }

    #[test]
    fn only_faces_in_overlap_regions_are_listed() {
        // The second's near leaf lies at the first's far leaf.
        let poses = [Pose::IDENTITY, Pose::at(Vec3::splat(4.0))];
        assert_eq!(listed(&poses), [(0, 1), (1, 0)]);
        // Boxes apart: nothing is listed.
        assert_eq!(listed(&[Pose::IDENTITY, Pose::at(Vec3::splat(9.0))]), []);
        // Boxes overlap, but the region holds no face of either.
        assert_eq!(
            listed(&[Pose::IDENTITY, Pose::at(Vec3::new(3.0, 3.0, -3.0))]),
            []
        );
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn several_threads_list_the_same_faces() {
        use crate::workers::Workers;

        // More faces than a piece has, and one body near no other. The first two bodies touch with
        // few of their faces, in all frames but the second.
        let sphere = Arc::new(scenes::bodies::sphere(3968).unwrap());
        let bodies = vec![Body::rigid("sphere", sphere); 3];
        let frame = |x: f64| [0.0, x, 99.0].map(|x| Pose::at(Vec3::new(x, 0.0, 0.0)));
        for count in [2, 3] {
            let (mut workers, mut list) = (Workers::default(), FaceChecklist::default());
            for x in [1.9, 5.0, 1.0, 0.0, 1.9] {
                let alone = listed_by(
                    Team::ALONE,
                    &mut FaceChecklist::default(),
                    &bodies,
                    &frame(x),
                );
                let (shared, work) = workers.run(count, true, |team| {
                    listed_by(team, &mut list, &bodies, &frame(x))
                });
                let answers = [(&shared, work), (&alone.0, alone.1)];
                let [a, b] = answers.map(|answer| format!("{answer:?}"));
                assert!(a == b, "{count} threads, second sphere at {x}");
                assert_eq!(shared.is_empty(), x == 5.0);
                assert!(shared.len() < 2 * 3968 || x == 0.0);
            }
        }
    }
}
