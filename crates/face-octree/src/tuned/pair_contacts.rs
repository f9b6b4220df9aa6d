//! Steps 2 to 4 for one pair of bodies: all its contacts [Smith95 §3.4–3.6].
//!
//! Takes two passes over the groups of patches of each body, and then what `box_sweep` takes for
//! both lists.
//! The essence:
//! 1. List the faces of both bodies near the other one (`near_lists`).
//! 2. Sort the longer list into strips, and look for each face of the shorter one in it.
//! 3. Of each pair whose boxes and slabs overlap, and that no axis of edges separates, decide
//!    exactly what it is, unless its edges surely pierce ([`geometry::edge_axes`]).

use super::box_sweep::{SlabBlock, SlabSearch};
use super::moving_body::MovingBody;
use super::near_faces::NearFaces;
use super::near_lists::{self, NearBody};
use crate::box_strips::{BoxStrips, SortedStrip, StripSearch};
use crate::counters::{FACE_CHECKLIST, OctreeWork, SUBDIVISION};
use crate::strip_order::BoxedFaces;
use crate::workers::Team;
use collision::{BodyId, BodyPair, Contact, FacePair, Frame, Probe};
use geometry::predicates::Plane;
use geometry::{Aabb, Interference, Triangle, Vec3, interference_with_plane};

/// Posed bodies, for steps 2 to 4 of their pairs. Any thread may use them.
#[derive(Clone, Copy)]
pub(super) struct PosedPairs<'a> {
    pub moving: &'a [MovingBody],
    pub boxes: &'a [Aabb],
    pub frame: &'a Frame<'a>,
    pub probe: &'a dyn Probe,
}

/// Contacts, with the work of finding them.
type FoundContacts = (Vec<Contact>, OctreeWork);

/// Buffers of steps 2 to 4, for one pair of bodies after another.
#[derive(Debug, Default)]
pub(super) struct PairBuffers {
    near: [NearFaces; 2],
    strips: BoxStrips<SlabBlock, FoundContacts>,
}

impl PosedPairs<'_> {
    fn bodies(&self, pair: BodyPair) -> [&MovingBody; 2] {
        [pair.a, pair.b].map(|body| &self.moving[body.index()])
    }

    /// Returns the sum of about one number from each cache line that pairs read
    /// ([`Team::prefetch`]).
    pub(super) fn cache_line_sum(&self, body: BodyId) -> f64 {
        let i = body.index();
        self.moving[i].cache_line_sum() + self.boxes[i].min.x
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
        let PairBuffers { near, strips } = buffers;
        if !self.list_faces(team, pair, near, work) {
            return;
        }
        self.probe.begin(SUBDIVISION, 0);
        let [a, b] = &*near;
        let is_swapped = a.count() <= b.count();
        let [sorted, other] = if is_swapped { [b, a] } else { [a, b] };
        let mut bodies = [pair.a, pair.b].map(|body| WorldFaces {
            moving: &self.moving[body.index()],
            deformed: self.frame.deformed_vertices(body),
        });
        if is_swapped {
            bodies.reverse();
        }
        let faces = PairFaces {
            pair,
            bodies,
            sorted,
            other,
            is_swapped,
            slabs: SlabSearch::new(sorted, other),
        };
        let mut found = (std::mem::take(contacts), std::mem::take(work));
        strips.compare(team, [sorted, other], &faces, &mut found);
        (*contacts, *work) = found;
    }

    /// Lists the faces of both bodies near the other body. Returns false if there is none of one.
    fn list_faces(
        &self,
        team: Team,
        pair: BodyPair,
        near: &mut [NearFaces; 2],
        work: &mut OctreeWork,
    ) -> bool {
        let bodies = [pair.a, pair.b].map(|body| self.near_body(body));
        let [near_a, near_b] = near;
        let are_near = near_lists::list_faces(team, bodies, [&mut *near_a, &mut *near_b], work);
        work.listed += (near_a.count() + near_b.count()) as u64;
        are_near
    }

    fn near_body(&self, body: BodyId) -> NearBody<'_> {
        let moving = &self.moving[body.index()];
        NearBody {
            first: moving,
            bounds: &self.boxes[body.index()],
            balls: [&moving.world().ball],
            patches: moving.patches(self.frame.deformed_vertices(body)),
            motion: 0.0,
        }
    }
}

/// Faces of a body in the current frame.
#[derive(Clone, Copy)]
struct WorldFaces<'a> {
    moving: &'a MovingBody,
    deformed: Option<&'a [Vec3]>,
}

impl WorldFaces<'_> {
    /// Moves a face to world space.
    #[inline]
    fn triangle(&self, face: u32, work: &mut OctreeWork) -> Triangle {
        work.vertices_moved += 3;
        self.moving.triangle(face, self.deformed)
    }
}

/// Listed faces of two bodies: those that are sorted, and the other body's.
struct PairFaces<'a> {
    pair: BodyPair,
    /// The body of the sorted faces, and the other one.
    bodies: [WorldFaces<'a>; 2],
    sorted: &'a NearFaces,
    other: &'a NearFaces,
    /// True if the sorted faces are those of the second body.
    is_swapped: bool,
    slabs: SlabSearch<'a>,
}

impl StripSearch for PairFaces<'_> {
    type Beside = SlabBlock;
    type Found = FoundContacts;

    fn margin(&self) -> f32 {
        self.slabs.margin()
    }

    fn beside(&self, faces: &[u32]) -> SlabBlock {
        self.slabs.slabs(faces)
    }

    /// Tests some of the other faces and the faces of a strip that may meet them exactly.
    fn find(
        &self,
        strip: &SortedStrip<'_, SlabBlock>,
        others: &[u32],
        (contacts, work): &mut FoundContacts,
    ) {
        // The face tested last, which most often is tested with several.
        let mut last: Option<(u32, Triangle, Plane)> = None;
        self.slabs.find(strip, others, work, |candidate, work| {
            let [s, t] = candidate.faces;
            let faces = [self.sorted.face(s).face, self.other.face(t).face];
            if candidate.crosses {
                work.certified += 1;
                return contacts.push(self.contact(faces, Interference::Crossing));
            }
            if last.is_none_or(|(index, ..)| index != t) {
                let triangle = self.bodies[1].triangle(faces[1], work);
                last = Some((t, triangle, Plane::of(&triangle)));
            }
            let (_, triangle, plane) = last.as_ref().expect("set above");
            work.face_pair_tests += 1;
            let of_sorted = self.bodies[0].triangle(faces[0], work);
            let exact = &mut work.exact_fallbacks;
            let kind = interference_with_plane((triangle, plane), &of_sorted, exact);
            if kind != Interference::Apart {
                contacts.push(self.contact(faces, kind));
            }
        });
    }
}

impl PairFaces<'_> {
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
