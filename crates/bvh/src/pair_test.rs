//! Steps 2 to 6 for two bodies: what is known without their hierarchies, then the walk.

use crate::counters::BvhWork;
use crate::detector::PreparedBvh;
use crate::hierarchy::FaceVertices;
use crate::pair_frame::PairFrame;
use crate::posed::{BvhModel, PosedBvh};
use crate::walk::{Candidate, HierarchyPair};
use collision::{BodyPair, FacePair, Findings, PosedPair};
use geometry::{Interference, RelativePose, Triangle, WorldMap, interference_counted};

/// State kept for an active pair: versions of both bodies when it was last tested, and a contact.
#[derive(Clone, Copy, Debug, Default)]
pub struct BvhPairCache {
    /// Versions of the bodies. None before the first test.
    versions: Option<[u64; 2]>,
    /// A contact of theirs, if they had any.
    contact: Option<FaceContact>,
}

/// Two faces of two bodies that meet: those of the first and the second body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaceContact {
    pub(crate) faces: [u32; 2],
    pub(crate) kind: Interference,
}

impl BvhPairCache {
    /// Takes a contact of the current frame. That of the least faces is kept, whatever the order
    /// in which they are found.
    #[inline]
    pub(crate) fn add_contact(&mut self, contact: FaceContact) {
        if self.contact.is_none_or(|least| contact.faces < least.faces) {
            self.contact = Some(contact);
        }
    }
}

/// Two bodies whose hierarchies have to be walked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairJob {
    pub(crate) bodies: BodyPair,
    /// 1 if the walk has the second body first.
    fixed: usize,
    frame: PairFrame,
}

/// Result of the tests before a walk.
#[derive(Debug)]
pub(crate) enum Examined {
    /// All that is asked.
    Done,
    /// Nothing.
    Open(PairJob),
}

/// Tests a pair without a walk, if that is possible, and fits hierarchies if it is not.
pub(crate) fn examine(
    pair: &mut PosedPair<'_, PreparedBvh>,
    cache: &mut BvhPairCache,
    first_only: bool,
    work: &mut BvhWork,
    found: &mut Findings,
) -> Examined {
    let versions = pair.posed.each_ref().map(|posed| posed.version);
    let is_unchanged = cache.versions.replace(versions) == Some(versions);
    match cache.contact {
        None if is_unchanged => return Examined::Done,
        Some(FaceContact { faces, kind }) if first_only => {
            let kind = match is_unchanged {
                true => kind,
                false => {
                    work.witness_tests += 1;
                    let posed = pair.posed.each_ref().map(|posed| &**posed);
                    WorldFaces::new(pair.models, posed).test(faces, work)
                }
            };
            let contact = FaceContact { faces, kind };
            if kind != Interference::Apart {
                cache.contact = Some(contact);
                contact.add_to(pair.pair, found);
                return Examined::Done;
            }
        }
        _ => {}
    }
    // Unless the walk finds one.
    cache.contact = None;
    match job(pair, work) {
        Some(job) => Examined::Open(job),
        None => Examined::Done,
    }
}

/// Compares balls and boxes. Returns the walk, if it is needed.
fn job(pair: &mut PosedPair<'_, PreparedBvh>, work: &mut BvhWork) -> Option<PairJob> {
    let [(extent_a, ball_a), (extent_b, ball_b)] =
        pair.posed.each_mut().map(|posed| posed.extent());
    work.ball_tests += 1;
    if ball_a.is_apart_from(ball_b) {
        return None;
    }
    let extents = [*extent_a, *extent_b];
    let bounds = pair.posed.each_ref().map(|posed| posed.bounds);
    // Hierarchies are fitted only if the boxes of the bodies themselves overlap.
    let b_in_a = RelativePose::new(&extents[0], &extents[1]);
    if b_in_a.separates_boxes(&bounds[0], &bounds[1]) {
        return None;
    }
    for k in 0..2 {
        pair.posed[k].fit(pair.models[k], work);
    }
    let hierarchies = [0, 1].map(|k| pair.posed[k].hierarchy(pair.models[k]));
    // The body with the larger unit stays, so that no length in its unit is above about 1.
    let fixed = usize::from(hierarchies[1].space.scale < hierarchies[0].space.scale);
    let pose = match fixed {
        0 => b_in_a,
        _ => RelativePose::new(&extents[1], &extents[0]),
    };
    Some(PairJob {
        bodies: pair.pair,
        fixed,
        frame: PairFrame::new(hierarchies[fixed], hierarchies[1 - fixed], &pose),
    })
}

impl PairJob {
    /// Returns the walk of two bodies, which are those of the job.
    pub(crate) fn walk<'a>(
        &'a self,
        models: [&'a BvhModel; 2],
        posed: [&'a PosedBvh; 2],
    ) -> JobWalk<'a> {
        let order = [self.fixed, 1 - self.fixed];
        JobWalk {
            fixed: self.fixed,
            pair: HierarchyPair {
                hierarchies: order.map(|k| posed[k].hierarchy(models[k])),
                faces: order.map(|k| posed[k].faces(models[k])),
                frame: &self.frame,
                maps: order.map(|k| posed[k].map),
            },
            world: WorldFaces::new(models, posed),
        }
    }
}

/// Walk of two bodies, with the exact test of what it leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobWalk<'a> {
    fixed: usize,
    pub(crate) pair: HierarchyPair<'a>,
    world: WorldFaces<'a>,
}

impl JobWalk<'_> {
    /// Decides what the walk has come to. Returns a contact if the faces meet.
    #[inline]
    pub(crate) fn decide(&self, candidate: Candidate, work: &mut BvhWork) -> Option<FaceContact> {
        let mut faces = candidate.faces;
        if self.fixed == 1 {
            faces.swap(0, 1);
        }
        let kind = if candidate.crosses {
            work.certified += 1;
            Interference::Crossing
        } else {
            self.world.test(faces, work)
        };
        (kind != Interference::Apart).then_some(FaceContact { faces, kind })
    }
}

impl FaceContact {
    /// Adds the contact to the findings.
    #[inline]
    pub(crate) fn add_to(self, bodies: BodyPair, found: &mut Findings) {
        let [face_a, face_b] = self.faces;
        let pair = FacePair {
            bodies,
            face_a,
            face_b,
        };
        found.add_contact(pair, self.kind);
    }
}

/// Faces of two bodies, with their maps to world space.
#[derive(Clone, Copy, Debug)]
struct WorldFaces<'a> {
    faces: [FaceVertices<'a>; 2],
    maps: [WorldMap; 2],
}

impl<'a> WorldFaces<'a> {
    fn new(models: [&'a BvhModel; 2], posed: [&'a PosedBvh; 2]) -> WorldFaces<'a> {
        WorldFaces {
            faces: [0, 1].map(|k| posed[k].faces(models[k])),
            maps: posed.map(|posed| posed.map),
        }
    }

    /// Decides a pair of faces exactly.
    fn test(&self, faces: [u32; 2], work: &mut BvhWork) -> Interference {
        let [a, b] = [0, 1].map(|k| {
            let corners = self.faces[k].corners(faces[k]);
            let [p, q, r] = corners.map(|corner| self.maps[k].apply(corner));
            Triangle::new(p, q, r)
        });
        work.vertices_moved += 6;
        work.face_pair_tests += 1;
        interference_counted(&a, &b, &mut work.exact_fallbacks)
    }
}
