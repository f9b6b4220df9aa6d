//! Faces at the first instant as items of the subdivision, as published [Kitamura95 §3.4].

use super::faces::SweptFaces;
use crate::FaceTest;
use crate::counters::OctreeWork;
use crate::overlap_regions::OverlapRegions;
use crate::subdivision::Items;
use collision::BodyId;
use geometry::Aabb;

/// Maximum number of pairs, repetitions included, that are listed without a look at their boxes
/// (D12). The paper lists 1160.
const MOST_PAIRS: usize = 1 << 20;

/// Items of the subdivision as published: faces at the first instant [Kitamura95 §3.4].
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptItems<'a> {
    /// Faces sorted by body.
    pub faces: &'a SweptFaces,
    /// Pairs of bodies that may collide.
    pub regions: &'a OverlapRegions,
    /// True to list only pairs whose boxes overlap (D12).
    pub boxes_first: bool,
}

impl Items for SweptItems<'_> {
    fn all(&self) -> impl Iterator<Item = u32> {
        0..self.faces.count() as u32
    }

    #[inline]
    fn body(&self, item: u32) -> BodyId {
        self.faces.id(item).body
    }

    #[inline]
    fn meets(&self, item: u32, cube: &Aabb, work: &mut OctreeWork) -> bool {
        self.faces
            .listed_now(item)
            .meets(FaceTest::Clip, cube, work)
    }

    /// "For each voxel, all possible pairs of faces, where the faces are from different objects".
    ///
    /// D20. Bodies that are apart now may both be near a third, in one voxel with it, and approach
    /// each other. They are no pair [Kitamura95 §3.2].
    #[inline]
    fn near(&mut self, a: u32, b: u32, work: &mut OctreeWork) -> bool {
        let [body_a, body_b] = [a, b].map(|i| self.body(i));
        if !self.regions.share_one(body_a, body_b) {
            return false;
        }
        work.pairs_met += 1;
        !self.boxes_first || self.faces.boxes_overlap(a, b, work)
    }

    fn most_pairs(&self) -> usize {
        if self.boxes_first {
            usize::MAX
        } else {
            MOST_PAIRS
        }
    }
}
