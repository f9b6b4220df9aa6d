//! Step 2: faces that meet overlap regions [Smith95 §3.4].

use crate::counters::OctreeWork;
use crate::face_pair_check::boxes_overlap;
use crate::overlap_regions::OverlapRegions;
use crate::subdivision::Items;
use crate::workers::{Counted, Team, and};
use crate::{Checklist, FaceTest};
use collision::{BodyId, FaceId, World};
use geometry::triangle_box::{
    ClippingCounts, intersects_by_clipping_counted, intersects_by_sat_after_boxes,
};
use geometry::{Aabb, Triangle};
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
    /// Returns true if the face meets a closed world-space box. Under [`FaceTest::Box`], if its box
    /// does.
    ///
    /// [§3.7] starts with "a quick overlap check between the bounding box of the triangular patch
    /// and the axis-aligned box". All tests pay for it once, with a box that is computed once
    /// (D17).
    #[inline]
    pub(crate) fn meets(&self, test: FaceTest, b: &Aabb, work: &mut OctreeWork) -> bool {
        // D1. Exact arithmetic decides what is closer than rounding.
        self.bounds.overlaps(b)
            && match test {
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
    /// Faces sorted by body.
    pub faces: &'a [ListedFace],
    /// Test of a face against a cube.
    pub test: FaceTest,
    /// Pairs of faces in a voxel that are listed.
    pub checklist: Checklist,
    /// Pairs of bodies that may collide.
    pub regions: &'a OverlapRegions,
}

impl Items for ListedFaces<'_> {
    fn count(&self) -> u32 {
        self.faces.len() as u32
    }

    #[inline]
    fn body(&self, item: u32) -> BodyId {
        self.faces[item as usize].id.body
    }

    #[inline]
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
        let triangle = self.world.triangle(body, face);
        let bounds = triangle.aabb();
        ListedFace {
            id: FaceId { body, face },
            triangle,
            bounds,
        }
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

    /// Appends the same faces, on the threads of a team: first only which, then their corners.
    fn list_on(&self, team: Team, work: &mut OctreeWork, listed: &mut Vec<ListedFace>) {
        let list = |range: Range<usize>| {
            let (mut faces, mut work) = Counted::default();
            let range = range.start as u32..range.end as u32;
            self.list(range, &mut work, |face| faces.push(face.id.face));
            (faces, work)
        };
        let all = 0..self.world.face_count(self.body) as usize;
        let (faces, counted) = team.fold(all, TESTED_FACES, &list, &and);
        team.extend(listed, faces.len(), TESTED_FACES, |i| self.face(faces[i]));
        *work += counted;
    }
}

/// Face check lists of all bodies, sorted by body, then by face.
#[derive(Clone, Debug, Default)]
pub(crate) struct FaceChecklist {
    faces: Vec<ListedFace>,
}

impl FaceChecklist {
    /// For every body with overlap regions, lists each of its faces that meets at least one.
    ///
    /// World space, closed boxes. As in the paper, the list does not record the other body of a
    /// region: a face listed for one neighbor is later tested against the others, too.
    ///
    /// # Cost
    /// At most one [`FaceTest`] for each face and each region of its body.
    pub(crate) fn list(
        &mut self,
        team: Team,
        world: &World,
        regions: &OverlapRegions,
        test: FaceTest,
        work: &mut OctreeWork,
    ) {
        self.faces.clear();
        for body in (0..world.body_count() as u32).map(BodyId) {
            let regions = regions.of(body);
            if regions.is_empty() {
                continue;
            }
            let count = world.face_count(body);
            let of_body = FacesOfBody {
                world,
                body,
                regions,
                test,
            };
            match team.shares() {
                true => of_body.list_on(team, work, &mut self.faces),
                false => of_body.list(0..count, work, |face| self.faces.push(face)),
            }
        }
        work.listed += self.faces.len() as u64;
    }

    /// Returns all listed faces, sorted by body, then by face.
    pub(crate) fn faces(&self) -> &[ListedFace] {
        &self.faces
    }

    /// Returns true if the list contains faces of at least two bodies.
    ///
    /// "If there are face check lists for two or more objects then these are passed on."
    pub(crate) fn has_two_bodies(&self) -> bool {
        let first = self.faces.first().map(|f| f.id.body);
        first != self.faces.last().map(|f| f.id.body)
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
        let (mut world, mut work) = (World::new(&bodies), Work::default());
        world.update(&Frame::new(poses).unwrap(), &mut work);
        let (mut regions, mut list) = (OverlapRegions::default(), FaceChecklist::default());
        let (query, mut pairs) = (Query::default(), AllPairs::default());
        regions.find(&query, &mut pairs, world.boxes(), &mut work);
        let mut work = OctreeWork::default();
        list.list(Team::ALONE, &world, &regions, FaceTest::Clip, &mut work);
        assert_eq!(work.listed, list.faces().len() as u64);
        list.faces()
            .iter()
            .map(|f| (f.id.body.0, f.id.face))
            .collect()
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
}
