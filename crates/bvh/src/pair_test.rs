//! Steps 2 to 7 for two bodies: what is known without their hierarchies, then the walk.
//!
//! The cheapest proof comes first. The essence, for two bodies that the broad phase
//! reports:
//! 1. If they had no contact, and neither has changed, or they have not gone as far since as their
//!    faces were proved to be apart, they have none (`odometer`, `rest`): two numbers are compared.
//! 2. If one contact is enough, test the faces of the last one, which often still meet.
//! 3. Compare balls, then boxes along the axes of both bodies, all rounding included.
//! 4. If some walks have found nothing, and the bodies move little for their size, walk for a reach
//!    that spares the next frames (`rest`).
//! 5. Otherwise walk for contacts. The exact test decides each pair of faces that a walk leaves,
//!    unless its edges surely pierce ([`geometry::edge_axes`]). Of two bodies that lie on each
//!    other, with the same faces, the walk leaves each two faces in one order, and the other has
//!    the same answer.
//!
//! Steps 1 to 4 end a pair only with a proof that its faces are apart, or with a contact that is
//! proved for the poses and shapes of this frame. So no result depends on what is kept between
//! frames, except which contact comes first.

use crate::copies::Copies;
use crate::counters::BvhWork;
use crate::hierarchy::FaceVertices;
use crate::hierarchy_pair::{Candidate, HierarchyPair};
use crate::pair_frame::PairFrame;
use crate::posed::{BvhModel, PosedBvh};
use crate::rest::{PairMotion, PairRest};
use crate::walk::{PairWalk, WalkEnd, WalkOrder};
use collision::{BodyPair, Contact, FacePair, Findings, NarrowPhase, PosedPair, SharedPair};
use geometry::bvh::Walk;
use geometry::hull_separation::separating_direction;
use geometry::predicates::Plane;
use geometry::{
    Interference, RelativePose, Triangle, WorldMap, interference_counted, interference_with_plane,
};

/// Narrow phase with these bodies and pairs: the detector, whose module uses this one.
pub(crate) trait BvhPhase:
    NarrowPhase<Model = BvhModel, Posed = PosedBvh, Cache = BvhPairCache>
{
}

impl<N: NarrowPhase<Model = BvhModel, Posed = PosedBvh, Cache = BvhPairCache>> BvhPhase for N {}

/// State kept for an active pair: a contact, or how far the bodies may move before it is tested
/// again.
#[derive(Clone, Copy, Debug)]
pub struct BvhPairCache {
    /// Sum of the versions of the bodies when they were last tested: as versions only grow, it is
    /// the same if and only if both are. [`NEVER`] before the first test has ended, and while
    /// another is under way: a frame that a panic ends leaves no answer.
    version: u64,
    /// A contact of theirs, if they had any.
    contact: Option<FaceContact>,
    rest: PairRest,
}

/// Least gap that is proved of faces that are within a reach, as a part of it.
const LEAST_GAP: f64 = 1.0 / 8.0;

/// Version of a pair without an answer.
const NEVER: u64 = u64::MAX;

/// Largest reach of a pair, in radii of the smaller ball: a walk with more compares nearly all.
const MOST_REACH: f64 = 0.25;

impl Default for BvhPairCache {
    fn default() -> BvhPairCache {
        BvhPairCache {
            version: NEVER,
            contact: None,
            rest: PairRest::default(),
        }
    }
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

    /// Takes that the walk of a job has ended, with its [`BvhWork::cost`].
    #[inline]
    pub(crate) fn end_walk(&mut self, job: &PairJob, cost: u64) {
        self.version = job.version;
        if self.contact.is_none() {
            self.rest.end_walk(cost);
        }
    }
}

/// Two bodies near each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearPair {
    b_in_a: RelativePose,
    /// Sum of the versions of the bodies.
    version: u64,
    /// Motion of the bodies, if they may be at rest, with the largest reach.
    watched: Option<(PairMotion, f64)>,
}

/// Two bodies whose hierarchies have to be walked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairJob {
    pub(crate) bodies: BodyPair,
    /// 1 if the walk has the second body first.
    fixed: usize,
    frame: PairFrame,
    /// Sum of the versions of the bodies.
    version: u64,
    /// Motion of the bodies, if they may be at rest, with the largest reach.
    watched: Option<(PairMotion, f64)>,
}

/// Answer for a pair that has no walk yet.
#[expect(
    clippy::large_enum_variant,
    reason = "it is moved to the walk of its pair; a box would be allocated for each"
)]
#[derive(Clone, Copy, Debug)]
pub(crate) enum Examined {
    /// The bodies have no contact.
    Apart,
    /// They have one, which is enough.
    Contact(FaceContact),
    /// A walk is needed.
    Near(NearPair),
}

/// Tests a pair without a walk, if that is possible.
pub(crate) fn examine<N: BvhPhase>(
    pair: &SharedPair<'_, N>,
    cache: &mut BvhPairCache,
    first_only: bool,
    work: &mut BvhWork,
) -> Examined {
    let version = pair.posed[0].version() + pair.posed[1].version();
    let is_unchanged = cache.version == version;
    // Odometers are read only for pairs that may rest: a reading maps the ball of a body.
    let mut motion = None;
    match cache.contact {
        None => {
            let is_at_rest = is_unchanged
                || cache.rest.is_watched() && cache.rest.lasts(motion.insert(pair_motion(pair)));
            if is_at_rest {
                work.pairs_at_rest += 1;
                return Examined::Apart;
            }
        }
        Some(FaceContact { faces, kind }) if first_only => {
            let kind = if is_unchanged {
                kind
            } else {
                work.witness_tests += 1;
                WorldFaces::new(pair.models, pair.posed).test(faces, work)
            };
            let contact = FaceContact { faces, kind };
            if kind != Interference::Apart {
                cache.version = version;
                cache.contact = Some(contact);
                return Examined::Contact(contact);
            }
        }
        // One contact proves nothing of the others, and all are asked for.
        Some(_) => {}
    }
    cache.version = NEVER;
    // Unless the walk finds one.
    cache.contact = None;
    cache.rest.end();
    match near_pair(pair, version, motion, work) {
        Some(near) => Examined::Near(near),
        None => {
            cache.version = version;
            Examined::Apart
        }
    }
}

/// Returns the pair for reading.
pub(crate) fn shared_pair<'a, N: NarrowPhase>(pair: &'a PosedPair<'_, N>) -> SharedPair<'a, N> {
    SharedPair::new(
        pair.pair,
        pair.models,
        pair.posed.each_ref().map(|posed| &**posed),
    )
}

/// Compares balls and boxes. Returns the pair if its bodies, of this version, are near each other.
#[inline]
fn near_pair<N: BvhPhase>(
    pair: &SharedPair<'_, N>,
    version: u64,
    motion: Option<PairMotion>,
    work: &mut BvhWork,
) -> Option<NearPair> {
    let [ball_a, ball_b] = pair.posed.map(PosedBvh::world_ball);
    work.ball_tests += 1;
    if ball_a.is_apart_from(ball_b) {
        return None;
    }
    let radius = ball_a.radius.min(ball_b.radius);
    let [a, b] = pair.posed;
    let b_in_a = RelativePose::new(&a.extent(), &b.extent());
    let bounds = pair.posed.map(|posed| &posed.bounds);
    if b_in_a.separates_boxes(bounds[0], bounds[1]) {
        return None;
    }
    Some(NearPair {
        b_in_a,
        version,
        watched: motion.map(|motion| (motion, MOST_REACH * radius)),
    })
}

impl NearPair {
    /// Returns the walk. The hierarchies of both bodies are fitted.
    pub(crate) fn job<N: BvhPhase>(&self, pair: &SharedPair<'_, N>) -> PairJob {
        let scale = |k: usize| pair.posed[k].hierarchy(pair.models[k]).space.scale;
        // The body with the larger unit stays, so that no length in its unit is above about 1.
        let fixed = usize::from(scale(1) < scale(0));
        let mut pose = self.b_in_a;
        if fixed == 1 {
            let [a, b] = pair.posed;
            pose = RelativePose::new(&b.extent(), &a.extent());
        }
        let hierarchies = [fixed, 1 - fixed].map(|k| pair.posed[k].hierarchy(pair.models[k]));
        PairJob {
            bodies: pair.pair,
            fixed,
            frame: PairFrame::new(hierarchies[0], hierarchies[1], &pose),
            version: self.version,
            watched: self.watched,
        }
    }
}

/// Returns how far the bodies have gone.
#[cold]
fn pair_motion<N: BvhPhase>(pair: &SharedPair<'_, N>) -> PairMotion {
    let [[a, last_a], [b, last_b]] = pair.posed.map(PosedBvh::traveled);
    PairMotion {
        traveled: [a, b],
        speed: last_a + last_b,
    }
}

impl PairJob {
    /// Returns true if the bodies are surely apart by some reach that is worth a walk for it. The
    /// pair is then at rest.
    #[inline]
    pub(crate) fn proves_rest<N: BvhPhase>(
        &self,
        pair: &SharedPair<'_, N>,
        cache: &mut BvhPairCache,
        walk: &mut PairWalk,
        work: &mut BvhWork,
    ) -> bool {
        let Some((motion, most)) = &self.watched else {
            return false;
        };
        let reach = cache.rest.reach(motion, *most);
        let is_proved =
            reach > 0.0 && self.proves(pair, (reach, motion), &mut cache.rest, walk, work);
        if is_proved {
            cache.version = self.version;
        }
        is_proved
    }

    /// Returns true if no faces of the two are within `reach` scene units, after that motion, and
    /// if that is found out in time.
    #[cold]
    fn proves<N: BvhPhase>(
        &self,
        pair: &SharedPair<'_, N>,
        (reach, motion): (f64, &PairMotion),
        rest: &mut PairRest,
        walk: &mut PairWalk,
        work: &mut BvhWork,
    ) -> bool {
        let mut job = self.walk(pair.models, pair.posed);
        let scale = job.pair.hierarchies[0].space.scale;
        let frame = self.frame.with_reach(reach, scale);
        job.pair.frame = &frame;
        work.rest_walks += 1;
        walk.start();
        let mut nearest = 0.0;
        let visit = |candidate: Candidate, work: &mut BvhWork| {
            // Boxes, slabs and edges do not separate the two, but another direction may.
            let gap = job.gap(candidate, reach, work);
            if gap == reach {
                return Walk::Skip;
            }
            nearest = gap;
            Walk::Stop
        };
        let (limit, order) = (rest.limit(motion, reach), WalkOrder::DeepestFirst);
        let end = walk.search(&job.pair, order, limit, work, visit);
        match end {
            WalkEnd::Done => rest.proved(motion, reach),
            // 0 where rounding hides nodes, which leaves the reach open.
            WalkEnd::Stopped => rest.failed(motion, nearest),
            // No faces within reach so far: half of it opens fewer nodes.
            WalkEnd::Limit => rest.failed(motion, 0.5 * reach),
        }
        end == WalkEnd::Done
    }

    /// Returns the walk of two bodies, which are those of the job.
    pub(crate) fn walk<'a>(
        &'a self,
        models: [&'a BvhModel; 2],
        posed: [&'a PosedBvh; 2],
    ) -> JobWalk<'a> {
        let mut order = [self.fixed, 1 - self.fixed];
        let coincide = posed[0].coincides(models[0], posed[1], models[1]);
        if coincide {
            // One of two equal hierarchies, so that each node meets itself.
            order = [0; 2];
        }
        let faces = order.map(|k| posed[k].faces(models[k]));
        let maps = order.map(|k| &posed[k].map);
        let of_body = if coincide { [0; 2] } else { [0, 1] };
        let copies = of_body.map(|k| &posed[k].hierarchy(models[k]).copies);
        JobWalk {
            fixed: self.fixed,
            copies: Some(copies).filter(|copies| copies.iter().any(|copies| !copies.is_empty())),
            pair: HierarchyPair {
                hierarchies: order.map(|k| posed[k].hierarchy(models[k])),
                faces,
                frame: &self.frame,
                maps,
                coincide,
            },
            world: WorldFaces { faces, maps },
        }
    }
}

/// Walk of two bodies, with the exact test of what it leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobWalk<'a> {
    fixed: usize,
    /// Copies of the faces of both bodies, if there are any.
    copies: Option<[&'a Copies; 2]>,
    pub(crate) pair: HierarchyPair<'a>,
    /// Faces of A and B.
    world: WorldFaces<'a>,
}

/// Face of B that was tested last, in world space: a walk comes to many pairs with one face of B in
/// a row. For one walk.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LastFace(Option<(u32, Triangle, Plane)>);

impl JobWalk<'_> {
    /// Decides what the walk has come to. Returns a contact if the faces meet.
    #[inline]
    pub(crate) fn decide(
        &self,
        candidate: Candidate,
        last: &mut LastFace,
        work: &mut BvhWork,
    ) -> Option<FaceContact> {
        let kind = if candidate.crosses {
            work.certified += 1;
            Interference::Crossing
        } else {
            self.world.test_with(candidate.faces, last, work)
        };
        let faces = self.faces(candidate);
        (kind != Interference::Apart).then_some(FaceContact { faces, kind })
    }

    /// Calls `add` with a contact, with that of the same faces in the other order, which the walk
    /// does not come to if the bodies coincide, and with those of all copies of the faces.
    #[inline]
    pub(crate) fn for_each_contact(&self, contact: FaceContact, mut add: impl FnMut(FaceContact)) {
        let FaceContact {
            faces: [a, b],
            kind,
        } = contact;
        let mirrored = (self.pair.coincide && a != b).then_some([b, a]);
        for faces in [Some([a, b]), mirrored].into_iter().flatten() {
            match self.copies {
                None => add(FaceContact { faces, kind }),
                Some(copies) => {
                    for a in copies[0].face_and_copies(faces[0]) {
                        for b in copies[1].face_and_copies(faces[1]) {
                            add(FaceContact {
                                faces: [a, b],
                                kind,
                            });
                        }
                    }
                }
            }
        }
    }

    /// Returns the faces in the order of the bodies.
    #[inline]
    fn faces(&self, candidate: Candidate) -> [u32; 2] {
        let [a, b] = candidate.faces;
        match self.fixed {
            1 => [b, a],
            _ => [a, b],
        }
    }

    /// Returns a distance, in scene units, that two faces surely have in world space: `reach` if it
    /// is that, or a half, fourth or eighth of it, or 0.
    fn gap(&self, candidate: Candidate, reach: f64, work: &mut BvhWork) -> f64 {
        if candidate.crosses {
            return 0.0;
        }
        work.gap_tests += 1;
        let [a, b] = self.world.triangles(candidate.faces, work);
        let (a, b) = (a.corners(), b.corners());
        let gaps = [1.0, 0.5, 0.25, LEAST_GAP].map(|part| part * reach);
        let is_proved = |gap: &f64| separating_direction(&a, &b, *gap).is_some();
        gaps.into_iter().find(is_proved).unwrap_or(0.0)
    }
}

impl FaceContact {
    /// Returns a key that sorts as faces do, without branches.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let [a, b] = self.faces.map(u64::from);
        a << 32 | b
    }

    /// Returns the contact of two bodies.
    #[inline]
    pub(crate) fn of(self, bodies: BodyPair) -> Contact {
        let [face_a, face_b] = self.faces;
        let pair = FacePair {
            bodies,
            face_a,
            face_b,
        };
        Contact::new(pair, self.kind)
    }

    /// Adds the contact to the findings.
    #[inline]
    pub(crate) fn add_to(self, bodies: BodyPair, found: &mut Findings) {
        found.contacts.push(self.of(bodies));
    }
}

/// Faces of two bodies, in either order, with their maps to world space.
#[derive(Clone, Copy, Debug)]
struct WorldFaces<'a> {
    faces: [FaceVertices<'a>; 2],
    maps: [&'a WorldMap; 2],
}

impl<'a> WorldFaces<'a> {
    fn new(models: [&'a BvhModel; 2], posed: [&'a PosedBvh; 2]) -> WorldFaces<'a> {
        WorldFaces {
            faces: [0, 1].map(|k| posed[k].faces(models[k])),
            maps: posed.map(|posed| &posed.map),
        }
    }

    /// Decides a pair of faces exactly.
    fn test(&self, faces: [u32; 2], work: &mut BvhWork) -> Interference {
        let [a, b] = self.triangles(faces, work);
        work.face_pair_tests += 1;
        interference_counted(&a, &b, &mut work.exact_fallbacks)
    }

    /// Decides a pair of faces exactly, the second first against the other: with what is known of
    /// it if it is the last one.
    #[inline]
    fn test_with(&self, faces: [u32; 2], last: &mut LastFace, work: &mut BvhWork) -> Interference {
        let [face_a, face_b] = faces;
        if last.0.is_none_or(|(face, ..)| face != face_b) {
            let triangle = self.triangle(1, face_b);
            last.0 = Some((face_b, triangle, Plane::of(&triangle)));
        }
        let (_, triangle, plane) = last.0.as_ref().expect("it is set above");
        let a = self.triangle(0, face_a);
        // For both faces, so that no count depends on where a walk is divided.
        work.vertices_moved += 6;
        work.face_pair_tests += 1;
        interference_with_plane((triangle, plane), &a, &mut work.exact_fallbacks)
    }

    /// Returns two faces in world space.
    #[inline]
    fn triangles(&self, faces: [u32; 2], work: &mut BvhWork) -> [Triangle; 2] {
        work.vertices_moved += 6;
        [0, 1].map(|k| self.triangle(k, faces[k]))
    }

    /// Returns a face of the `k`th body in world space.
    #[inline]
    fn triangle(&self, k: usize, face: u32) -> Triangle {
        let corners = self.faces[k].corners(face);
        let [p, q, r] = corners.map(|corner| self.maps[k].apply(corner));
        Triangle::new(p, q, r)
    }
}
