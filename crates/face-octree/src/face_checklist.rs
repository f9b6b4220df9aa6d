//! Step 2: faces that meet overlap regions [Smith95 §3.4].

use crate::counters::OctreeWork;
use crate::face_pair_check::boxes_overlap;
use crate::overlap_regions::OverlapRegions;
use crate::subdivision::Items;
use crate::workers::Team;
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
}

/// Some faces of one body that a thread tests at once.
#[derive(Clone, Debug)]
struct Piece {
    body: BodyId,
    range: Range<u32>,
    /// Faces that meet a region.
    listed: Vec<u32>,
}

impl Piece {
    const EMPTY: Piece = Piece {
        body: BodyId(0),
        range: 0..0,
        listed: Vec::new(),
    };
}

/// Face check lists of all bodies, sorted by body, then by face.
#[derive(Clone, Debug, Default)]
pub(crate) struct FaceChecklist {
    faces: Vec<ListedFace>,
    /// Buffers of the threads that share a frame.
    pieces: Vec<Piece>,
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
        let of_body = |body: BodyId| FacesOfBody {
            world,
            body,
            regions: regions.of(body),
            test,
        };
        let near = |body: &BodyId| !regions.of(*body).is_empty();
        let bodies = world.body_ids().filter(near);
        if team.shares() {
            self.list_on(team, bodies, &of_body, work);
        } else {
            self.faces.clear();
            for body in bodies {
                let all = 0..world.face_count(body);
                of_body(body).list(all, work, |face| self.faces.push(face));
            }
        }
        work.listed += self.faces.len() as u64;
    }

    /// Lists the same faces on the threads of a team: first only which, then their corners.
    fn list_on<'a>(
        &mut self,
        team: Team,
        bodies: impl Iterator<Item = BodyId>,
        of_body: &(impl Fn(BodyId) -> FacesOfBody<'a> + Sync),
        work: &mut OctreeWork,
    ) {
        let mut count = 0;
        for body in bodies {
            let faces = of_body(body).world.face_count(body);
            for start in (0..faces).step_by(TESTED_FACES) {
                if count == self.pieces.len() {
                    self.pieces.push(Piece::EMPTY);
                }
                let piece = &mut self.pieces[count];
                piece.body = body;
                piece.range = start..faces.min(start + TESTED_FACES as u32);
                count += 1;
            }
        }
        let list = |_: usize, pieces: &mut [Piece]| {
            let mut work = OctreeWork::default();
            for Piece {
                body,
                range,
                listed,
            } in pieces
            {
                listed.clear();
                of_body(*body).list(range.clone(), &mut work, |face| listed.push(face.id.face));
            }
            work
        };
        let pieces = &mut self.pieces[..count];
        *work += team.fold_mut(pieces, 1, &list, &|mut low: OctreeWork, high| {
            low += high;
            low
        });
        // Faces of the frame before are overwritten.
        let count = |piece: &Piece| piece.listed.len();
        let all = pieces.iter().map(count).sum();
        self.faces.resize(all, ListedFace::NOWHERE);
        let write = |piece: &Piece, to: &mut [ListedFace]| {
            let faces = of_body(piece.body);
            for (face, to) in piece.listed.iter().zip(to) {
                *to = faces.face(*face);
            }
        };
        team.fill(&mut self.faces, pieces, TESTED_FACES, &count, &write);
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
        regions.find(Team::ALONE, &query, &mut pairs, world.boxes(), &mut work);
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
