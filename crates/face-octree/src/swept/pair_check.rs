//! Step 4: face pair collision check over the volumes that two faces sweep [Kitamura95 §3.5].
//!
//! The volume `V_A` of a face A is the convex hull of its corners at both instants. If corners move
//! linearly, it contains the face at every instant between, so `V_A` and `V_B` that share no point
//! prove that the faces do not meet. The converse is false: they may pass a place one after the
//! other. The essence:
//! 1. Compare the volumes: hulls as published, else a few directions first, which decide most pairs
//!    ([`geometry::swept`]). If bodies turn, a face leaves its volume by at most the bulge of its
//!    body, so that volumes have to be apart by the sum of both bulges.
//! 2. Decide exactly if the faces are in contact at the first instant (D16).
//! 3. If times are asked for, enclose that of the first contact, or refute it.
//!
//! In the mode `swept`, eight pairs at once are compared before that ([`super::pair_rounds`]), but
//! not for first contacts, in the paper's distributions, or if a probe follows pairs.

use super::faces::SweptFaces;
use super::moving_bodies::MovingBodies;
use super::swept_body::BodyTurn;
use super::{SweptMode, SweptOptions, Times};
use crate::counters::OctreeWork;
use crate::overlap_regions::OverlapRegions;
use collision::{Contact, FaceId, FacePair, Findings, Frame, Query, Snapshot, Step, SweptContact};
use geometry::swept::{ContactTime, Hull, TurningTriangle, contact_time};
use geometry::{Interference, SweptTriangle, Triangle, interference_counted};

/// One frame with its listed faces, for steps 3 and 4. Any worker may use it.
#[derive(Clone, Copy)]
pub(crate) struct SweptFrame<'a> {
    pub options: SweptOptions,
    pub query: &'a Query<'a>,
    pub bodies: &'a MovingBodies,
    pub regions: &'a OverlapRegions,
    pub faces: &'a SweptFaces,
    frame: &'a Frame<'a>,
    follows_pairs: bool,
}

/// Pair of faces that may meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckedPair {
    /// Relation at the first instant.
    now: Interference,
    swept: SweptContact,
}

impl CheckedPair {
    /// Returns true if the faces are in contact at the first instant.
    pub(crate) fn in_contact(&self) -> bool {
        self.now != Interference::Apart
    }

    /// Adds the contact at the first instant, if there is one, and the swept contact.
    pub(crate) fn add_to(&self, found: &mut Findings) {
        if self.in_contact() {
            let (pair, kind) = (self.swept.pair, self.now);
            found.contacts.push(Contact::new(pair, kind));
        }
        found.evidence.swept.push(self.swept);
    }
}

impl<'a> SweptFrame<'a> {
    pub(crate) fn new(
        options: SweptOptions,
        (frame, query): (&'a Frame<'a>, &'a Query<'a>),
        (bodies, regions, faces): (&'a MovingBodies, &'a OverlapRegions, &'a SweptFaces),
    ) -> SweptFrame<'a> {
        SweptFrame {
            options,
            query,
            bodies,
            regions,
            faces,
            frame,
            follows_pairs: query.probe.follows_pairs(),
        }
    }

    /// Returns the same frame with other listed faces.
    pub(super) fn with_faces<'b>(&self, faces: &'b SweptFaces) -> SweptFrame<'b>
    where
        'a: 'b,
    {
        SweptFrame { faces, ..*self }
    }

    /// Returns true if steps 1 to 3 look at the first instant only.
    pub(crate) fn is_published(&self) -> bool {
        self.options.mode == SweptMode::Published
    }

    /// Returns true if pairs are compared eight at once ([`super::pair_rounds`]).
    pub(super) fn is_by_eights(&self) -> bool {
        self.faces.are_by_eights()
    }

    /// Checks a pair like [`SweptFrame::check`], and reports that to a probe that follows pairs.
    #[inline]
    pub(crate) fn check_followed(
        &self,
        pair: [u32; 2],
        work: &mut OctreeWork,
    ) -> Option<CheckedPair> {
        if !self.follows_pairs {
            return self.check(pair, work);
        }
        self.query.probe.begin(Step::FACE_PAIR, 0);
        let checked = self.check(pair, work);
        if checked.is_some() {
            self.query.probe.begin(Step::FACE_PAIR_REPORTED, 0);
        }
        checked
    }

    /// Returns the pair of listed faces `i` and `j`, unless the volumes that they sweep are
    /// disjoint, or their paths never meet although the volumes do.
    pub(crate) fn check(&self, [i, j]: [u32; 2], work: &mut OctreeWork) -> Option<CheckedPair> {
        work.swept_pair_tests += 1;
        // "determined as not colliding in an earlier stage of step 4" [§4.3]. In the other modes
        // the boxes of listed pairs overlap.
        if self.is_published() && !self.faces.boxes_overlap(i, j, work) {
            return None;
        }
        if !self.volumes_meet([i, j], work) {
            return None;
        }
        let now = self.relation_now([i, j], work);
        self.finding([i, j], now, work)
    }

    /// Calls `task` with two listed faces at both instants. Moves their corners again if those are
    /// not kept.
    #[inline(always)] // Copies of faces that are passed on are slow to read.
    fn with_sweeps<R>(
        &self,
        pair: [u32; 2],
        work: &mut OctreeWork,
        task: impl FnOnce([&SweptTriangle; 2], &mut OctreeWork) -> R,
    ) -> R {
        if let [Some(a), Some(b)] = pair.map(|i| self.faces.sweep(i)) {
            return task([a, b], work);
        }
        if self.bodies.are_by_patches() {
            // Three corners of two faces at two instants.
            work.vertices_moved += 12;
        }
        let [a, b] = pair.map(|i| self.bodies.sweep(self.faces.id(i)));
        task([&a, &b], work)
    }

    /// Returns true if both faces of a pair stand still. Their volumes are then the faces. Of rigid
    /// bodies that move, each face counts as moving.
    pub(super) fn are_still(&self, pair: [u32; 2]) -> bool {
        let ids = pair.map(|i| self.faces.id(i));
        ids.iter().all(|id| self.bodies.is_still(*id))
    }

    /// Returns the relation of two faces at the first instant, exactly.
    ///
    /// D16. Not in the paper: contacts of the instant.
    pub(super) fn relation_now(&self, pair: [u32; 2], work: &mut OctreeWork) -> Interference {
        work.face_pair_tests += 1;
        self.with_sweeps(pair, work, |[a, b], work| {
            interference_counted(&a.now, &b.now, &mut work.exact_fallbacks)
        })
    }

    /// Returns the finding on two faces whose volumes meet and that have the relation `now` at the
    /// first instant, unless their paths never meet.
    pub(super) fn finding(
        &self,
        pair: [u32; 2],
        now: Interference,
        work: &mut OctreeWork,
    ) -> Option<CheckedPair> {
        let time = match self.options.times {
            Times::Off => None,
            Times::Certified => {
                let time = self.with_sweeps(pair, work, |sweeps, _| self.time(pair, sweeps));
                work.swept_pairs_refuted += u64::from(time.is_none());
                Some(time?)
            }
        };
        let [a, b] = pair.map(|i| self.faces.id(i));
        let swept = SweptContact::new(FacePair::new(a, b), time);
        Some(CheckedPair { now, swept })
    }

    /// Returns true if the volumes of two faces meet.
    pub(super) fn volumes_meet(&self, pair: [u32; 2], work: &mut OctreeWork) -> bool {
        self.with_sweeps(pair, work, |sweeps, work| {
            self.sweeps_meet(pair, sweeps, work)
        })
    }

    fn sweeps_meet(
        &self,
        pair: [u32; 2],
        [a, b]: [&SweptTriangle; 2],
        work: &mut OctreeWork,
    ) -> bool {
        let exact = &mut work.exact_fallbacks;
        // "For each moving face A, the method computes the convex hulls V_A of a set of vertex
        // points … the intersection between V_A and V_B is tested." D11. Hulls may be flat, and one
        // may contain the other.
        if self.is_published() {
            let [a, b] = [a, b].map(|face| Hull::new(face.points(), exact));
            return a.meets_counted(&b, &mut work.hull_edge_tests, exact);
        }
        work.volume_walks += 1;
        let [of_a, of_b] = pair.map(|i| self.bodies.bulge(self.faces.id(i).body));
        match of_a + of_b {
            0.0 => a.meets(b, exact),
            bulge => a.comes_within(b, bulge),
        }
    }

    /// Returns the interval of the first contact, or `None` if the faces do not meet.
    fn time(&self, pair: [u32; 2], [a, b]: [&SweptTriangle; 2]) -> Option<ContactTime> {
        let ids = pair.map(|i| self.faces.id(i));
        match ids.map(|id| self.bodies.turn(id.body)) {
            [Some(turn_a), Some(turn_b)] if turn_a.bulge + turn_b.bulge > 0.0 => contact_time(
                &self.turning((ids[0], a), turn_a),
                &self.turning((ids[1], b), turn_b),
            ),
            _ => contact_time(a, b),
        }
    }

    fn turning<'t>(
        &self,
        (id, world): (FaceId, &SweptTriangle),
        body: &'t BodyTurn,
    ) -> TurningTriangle<'t> {
        TurningTriangle {
            turn: &body.turn,
            local: self.local_sweep(id),
            world: *world,
        }
    }

    /// Returns a face in its body's space at both instants.
    fn local_sweep(&self, id: FaceId) -> SweptTriangle {
        let mesh = self.bodies.now().mesh(id.body);
        let corners = mesh.triangles()[id.face as usize];
        let at = |instant: Snapshot<'_>| {
            let vertices = instant.deformed().vertices(id.body);
            let vertices = vertices.unwrap_or(mesh.vertices());
            let [a, b, c] = corners.map(|i| vertices[i as usize]);
            Triangle::new(a, b, c)
        };
        let now = self.frame.now;
        SweptTriangle::new(at(now), at(self.frame.next.unwrap_or(now)))
    }
}
