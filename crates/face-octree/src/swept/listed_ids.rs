//! Ids of listed faces, before their corners are copied.

use super::moving_bodies::{MovingBodies, PairLists};
use crate::FaceTest;
use crate::counters::OctreeWork;
use crate::face_checklist::ListedFace;
use crate::workers::Team;
use collision::{BodyId, BodyPair, FaceId};
use geometry::Aabb;
use std::ops::Range;

/// Ids of the faces of some pairs of bodies, or of a body as published, and the work that listing
/// them took.
#[derive(Debug, Default)]
pub(super) struct ListedFaceIds {
    pub ids: Vec<FaceId>,
    /// Number of faces of both lists of each pair of bodies. Empty as published.
    pub counts: Vec<[u32; 2]>,
    pub work: OctreeWork,
}

impl ListedFaceIds {
    /// Moves all ids of `next` behind the own, as published.
    pub(super) fn append(&mut self, next: &mut ListedFaceIds) {
        self.ids.append(&mut next.ids);
        self.work += std::mem::take(&mut next.work);
    }

    /// Adds each of a range of a body's faces that meets a region at the first instant.
    pub(super) fn add_meeting(
        &mut self,
        bodies: &MovingBodies,
        body: BodyId,
        faces: Range<usize>,
        regions: &[Aabb],
    ) {
        let work = &mut self.work;
        for face in faces.start as u32..faces.end as u32 {
            let id = FaceId { body, face };
            let listed = ListedFace::new(id, bodies.now().triangle(body, face));
            let meets_one = regions.iter().any(|region| {
                work.region_tests += 1;
                listed.meets(FaceTest::Clip, region, work)
            });
            if meets_one {
                self.ids.push(id);
            }
        }
    }

    /// Adds the faces of each pair of bodies that may meet the other body's. Threads share a pair
    /// of at least `from` faces.
    pub(super) fn add_of_pairs(
        &mut self,
        (team, from): (Team, usize),
        bodies: &MovingBodies,
        pairs: &[BodyPair],
        lists: &mut PairLists,
    ) {
        for pair in pairs {
            let mut counts = [0; 2];
            let team = team.for_size(bodies.face_count(*pair), from);
            if bodies.list_faces(team, *pair, lists, &mut self.work) {
                for (k, body) in [pair.a, pair.b].into_iter().enumerate() {
                    let first = self.ids.len();
                    let listed = |face| self.ids.push(FaceId { body, face });
                    bodies.for_each_listed(lists, k, listed);
                    counts[k] = (self.ids.len() - first) as u32;
                }
            }
            self.counts.push(counts);
        }
    }

    pub(super) fn clear(&mut self) {
        self.ids.clear();
        self.counts.clear();
        self.work = OctreeWork::default();
    }
}
