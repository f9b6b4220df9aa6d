//! Steps 2 to 4 for one pair of bodies: all its contacts [Smith95 §3.4–3.6].
//!
//! The faces near the other body are listed in turns, each list within the box of the other. That
//! takes one pass over the patches of each body, and then what `box_sweep` takes for both lists.
//! The essence, where A is the body that has fewer faces in the overlap region, by an estimate:
//! 1. List the faces of A in the overlap region and in reach of B as a whole.
//! 2. List those of B near the box of these. Then drop those of A that are not near the box of B's.
//! 3. Sort the longer list into strips, and look for each face of the shorter one in it.
//! 4. Of each pair whose boxes and slabs overlap, and that no axis of edges separates, decide
//!    exactly what it is, unless its edges surely pierce ([`geometry::edge_axes`]).
//!
//! A common point of two faces is in the overlap region, so step 1 lists the face of A. Then the
//! point is in the box of the first list, so step 2 lists the face of B, and keeps that of A.
//! Along the line of centers boxes are widened by the rounding of projections (`pair_unit`).

use super::box_sweep::BoxSweep;
use super::moving_body::MovingBody;
use super::near_faces::{NearFaces, PosedPatches};
use super::pair_unit::{PairUnit, axis_error};
use super::reach::Reach;
use crate::counters::{FACE_CHECKLIST, OctreeWork, SUBDIVISION};
use crate::listed_estimate::estimate_listed;
use crate::workers::{Counted, Team, and};
use collision::{BodyId, BodyPair, Contact, FacePair, Frame, Probe};
use geometry::lanes::Box4;
use geometry::predicates::Plane;
use geometry::{Aabb, Interference, RelativePose, Triangle, interference_with_plane};
use std::ops::Range;

/// Number of listed faces that a thread compares with those of the other body at once: about 10 µs
/// of work. A thread that waits longer for the last piece of another falls asleep.
const COMPARED_AT_ONCE: usize = 64;

/// Posed bodies, for steps 2 to 4 of their pairs. Any thread may use them.
#[derive(Clone, Copy)]
pub(super) struct PosedPairs<'a> {
    pub moving: &'a [MovingBody],
    pub boxes: &'a [Aabb],
    pub frame: &'a Frame<'a>,
    pub probe: &'a dyn Probe,
}

/// Buffers of steps 2 to 4, for one pair of bodies after another.
#[derive(Debug, Default)]
pub(super) struct PairBuffers {
    near: [NearFaces; 2],
    sweep: BoxSweep,
}

impl PosedPairs<'_> {
    fn bodies(&self, pair: BodyPair) -> [&MovingBody; 2] {
        [pair.a, pair.b].map(|body| &self.moving[body.index()])
    }

    fn boxes(&self, pair: BodyPair) -> [&Aabb; 2] {
        [pair.a, pair.b].map(|body| &self.boxes[body.index()])
    }

    pub(super) fn face_count(&self, pair: BodyPair) -> usize {
        let [a, b] = self.bodies(pair);
        a.face_count() + b.face_count()
    }

    /// Finds the contacts of two bodies, on the threads of a team.
    pub(super) fn find_contacts(
        &self,
        team: Team,
        pair: BodyPair,
        buffers: &mut PairBuffers,
        work: &mut OctreeWork,
        contacts: &mut Vec<Contact>,
    ) {
        self.probe.begin(FACE_CHECKLIST, 0);
        let PairBuffers { near, sweep } = buffers;
        if !self.list_faces(team, pair, near, work) {
            return;
        }
        self.probe.begin(SUBDIVISION, 0);
        let lists = if near[0].faces().len() > near[1].faces().len() {
            PairFaces {
                pair,
                sorted: &near[0],
                other: &near[1],
                is_swapped: false,
            }
        } else {
            PairFaces {
                pair,
                sorted: &near[1],
                other: &near[0],
                is_swapped: true,
            }
        };
        sweep.begin(team, lists.sorted, lists.other);
        let faces = 0..lists.other.faces().len();
        if !team.shares() {
            return lists.check_pairs(sweep, faces, work, contacts);
        }
        let check = |faces: Range<usize>| {
            let (mut contacts, mut work) = Counted::default();
            lists.check_pairs(sweep, faces, &mut work, &mut contacts);
            (contacts, work)
        };
        let (more, counted) = team.fold(faces, COMPARED_AT_ONCE, &check, &and);
        contacts.extend(more);
        *work += counted;
    }

    /// Lists the faces of both bodies near the other body [Smith95 §3.4]. Returns false if those of
    /// one body are none.
    ///
    /// The faces of the first are those in the overlap region and in reach of the other body as a
    /// whole. Those of the second are near these, and then some of the first are far from all of
    /// them.
    fn list_faces(
        &self,
        team: Team,
        pair: BodyPair,
        near: &mut [NearFaces; 2],
        work: &mut OctreeWork,
    ) -> bool {
        let boxes = self.boxes(pair);
        let region = boxes[0].intersection(boxes[1]);
        let region = region.expect("the broad phase gives boxes that overlap");
        let unit = PairUnit::new(boxes, &region);
        let (bodies, [near_a, near_b]) = self.order(pair, near);
        let [a, b] = bodies.map(|body| &self.moving[body.index()]);
        let [faces_a, faces_b] = bodies.map(|body| self.patches(body));
        let b_in_a = RelativePose::new(a.posed(), b.posed());
        let a_in_b = RelativePose::new(b.posed(), a.posed());
        let reach = Reach::of([a, b], [&b_in_a, &a_in_b], None);
        let around = unit.region(&region, &b.world().ball);
        let around_a = near_a.fill(team, &faces_a, &reach, &unit, &around);
        work.region_tests += faces_a.patches.len() as u64;
        near_b.clear();
        let margin = 2.0 * axis_error(1.0);
        let near = around_a.widened_along_fourth(margin);
        let rest = unit.world_box(&near).intersection(&region);
        let mut near_both = None;
        if let Some(rest) = rest.filter(|_| around_a != Box4::EMPTY) {
            let reach = Reach::of([b, a], [&a_in_b, &b_in_a], Some(&rest));
            let around_b = near_b.fill(team, &faces_b, &reach, &unit, &near);
            work.region_tests += faces_b.patches.len() as u64;
            near_both = Some(around_b.widened_along_fourth(margin));
        }
        team.join(
            || near_a.gather(team, near_both.as_ref()),
            || near_b.gather(team, None),
        );
        work.vertices_moved += near_a.vertices_moved() + near_b.vertices_moved();
        let listed = [near_a, near_b].map(|near| near.faces().len());
        work.listed += (listed[0] + listed[1]) as u64;
        listed[0] * listed[1] > 0
    }

    /// Returns two bodies and their lists, first that of which fewer faces are in the overlap
    /// region.
    fn order<'n>(
        &self,
        pair: BodyPair,
        [near_a, near_b]: &'n mut [NearFaces; 2],
    ) -> ([BodyId; 2], [&'n mut NearFaces; 2]) {
        let faces = self.bodies(pair).map(MovingBody::face_count);
        let estimates = estimate_listed(self.boxes(pair), faces);
        if estimates[1] < estimates[0] {
            ([pair.b, pair.a], [near_b, near_a])
        } else {
            ([pair.a, pair.b], [near_a, near_b])
        }
    }

    fn patches(&self, body: BodyId) -> PosedPatches<'_> {
        self.moving[body.index()].patches(self.frame.deformed_vertices(body))
    }
}

/// Listed faces of two bodies: those that the sweep has sorted, and the other body's.
#[derive(Clone, Copy)]
struct PairFaces<'a> {
    pair: BodyPair,
    sorted: &'a NearFaces,
    other: &'a NearFaces,
    /// True if the sorted faces are those of the second body.
    is_swapped: bool,
}

impl PairFaces<'_> {
    /// Tests some of the other faces and the sorted faces that may meet them exactly.
    fn check_pairs(
        &self,
        sweep: &BoxSweep,
        faces: Range<usize>,
        work: &mut OctreeWork,
        contacts: &mut Vec<Contact>,
    ) {
        // The face tested last, which most often is tested with several.
        let mut last: Option<(u32, Triangle, Plane)> = None;
        sweep.find([self.sorted, self.other], faces, work, |candidate, work| {
            let [s, t] = candidate.faces.map(|i| i as usize);
            let (s, t) = (&self.sorted.faces()[s], &self.other.faces()[t]);
            if candidate.crosses {
                work.certified += 1;
                return contacts.push(self.contact([s.face, t.face], Interference::Crossing));
            }
            if last.is_none_or(|(face, ..)| face != t.face) {
                let triangle = self.other.triangle(t);
                last = Some((t.face, triangle, Plane::of(&triangle)));
            }
            let (_, triangle, plane) = last.as_ref().expect("set above");
            work.face_pair_tests += 1;
            let exact = &mut work.exact_fallbacks;
            let kind = interference_with_plane((triangle, plane), &self.sorted.triangle(s), exact);
            if kind != Interference::Apart {
                contacts.push(self.contact([s.face, t.face], kind));
            }
        });
    }

    /// Returns the contact of a sorted face and one of the other body.
    fn contact(&self, [sorted, other]: [u32; 2], kind: Interference) -> Contact {
        let [face_a, face_b] = if self.is_swapped {
            [other, sorted]
        } else {
            [sorted, other]
        };
        let pair = FacePair {
            bodies: self.pair,
            face_a,
            face_b,
        };
        Contact::new(pair, kind)
    }
}
