//! The four steps of the face octree, tuned for current hardware.
//!
//! Good for any bodies, deforming ones included. Preparation makes a flat list of patches of up to
//! eight faces that share edges, in one pass over the faces of a mesh and in time linear in them.
//! Bodies of one mesh share it. There is no hierarchy, and bodies may deform at will. A body near
//! no other costs its bounds. With `f` faces per body, a pair of bodies costs about `f / 3`
//! comparisons of patches, eight at a time, and then, for `k` faces near the other body, `2 k`
//! moved vertices and about `k log k` for the pairs of them. A body that deforms costs one pass
//! over its vertices and, near another, one over its faces.
//!
//! | step | as published | here |
//! |---|---|---|
//! | update | one vertex at a time | boxes and balls only ([`moving_body`]) |
//! | §3.3 | all pairs of boxes | sort and sweep ([`broad_phase::SortAndSweep`]), balls, axes of both boxes |
//! | §3.4 | each face against each region, exactly | patches of faces ([`patches`]), then faces ([`near_faces`]) |
//! | §3.5 | octree of the world to a fixed level | sorted strips of boxes in lanes ([`box_sweep`]) |
//! | §3.6 | edges against faces | slabs in lanes, plane signs, then two signs ([`geometry::interference()`]) |
//! | first contact | | balls, then hierarchies of the faces, depth-first ([`crate::first_contact`]) |
//!
//! Boxes and slabs are in single precision, with proved bounds ([`pair_unit`]), and pass on every
//! pair of faces that may meet to the exact signs. Boxes stand for faces until the last steps.
//! [Smith95 §2.3] found the exact test better; the experiment `smith95-sec23-face-test` measures
//! both.

mod box_sweep;
mod face_tree;
mod moving_body;
mod near_faces;
mod pair_unit;
mod patches;
mod reach;
mod strip_order;

use crate::counters::{FACE_CHECKLIST, OctreeWork, SUBDIVISION};
use crate::first_contact::{descend, pose_if_near};
use crate::listed_estimate::{estimate_each, estimate_listed};
use crate::sharing::{
    FACES_AT_ONCE, PARALLEL_FROM_ESTIMATE, PARALLEL_FROM_VERTICES, VERTICES_AT_ONCE,
};
use crate::workers::{Counted, Spares, Team, Workers, and};
use box_sweep::BoxSweep;
use broad_phase::SortAndSweep;
use collision::{
    Body, BodyId, BodyPair, BroadPhase, Contact, Counter, Detector, FacePair, Findings, Frame,
    Probe, Profile, Query, Step, Unsupported, Work, World,
};
use face_tree::FaceTree;
use geometry::bvh::Walk;
use geometry::lanes::Box4;
use geometry::predicates::Plane;
use geometry::{
    Aabb, Interference, Mesh, RelativePose, Triangle, interference_counted, interference_with_plane,
};
pub(crate) use moving_body::MovingBody;
use near_faces::{NearFaces, PosedPatches};
use pair_unit::{PairUnit, axis_error};
pub(crate) use patches::Patches;
pub(crate) use reach::Reach;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Number of listed faces that a thread compares with those of the other body at once: about 10 µs
/// of work. A thread that waits longer for the last piece of another falls asleep.
const COMPARED_AT_ONCE: usize = 64;

/// Work of a frame, in units of [`units`], from which several threads share the next: about 0.5 ms.
///
/// The estimate of listed faces alone does not do: 200 shuttles have 42,000 by it and list 570, in
/// 0.4 ms, while two spheres of 20,000 faces that overlap deeply have 17,000, and take 0.6 ms.
const PARALLEL_FROM_UNITS: u64 = 1 << 15;

/// Number of vertices that take as long to move, with the faces around them, as a pair of faces
/// takes to be found and tested.
const VERTICES_PER_PAIR: u64 = 16;

/// Returns the work of a frame in moved vertices, of which each takes about 15 ns with the faces
/// around it.
///
/// Two patches that are compared with a region count as one: where bodies do not meet, these
/// comparisons are most of a frame, 59 % of the instructions of 200 shuttles.
fn units(work: &OctreeWork) -> u64 {
    work.vertices_moved + work.region_tests / 2 + VERTICES_PER_PAIR * work.face_pair_tests
}

/// Tuned face octree: exact. `prepare` makes a flat list of patches of faces for each mesh, in
/// linear time. Hierarchies and balls for first contacts are built at the first query for one
/// (D10): `prepare` does not know what will be asked.
///
/// With [`Query::workers`] above one, threads share all steps but the boxes of bodies (§3.3), if
/// bodies overlap much and the frame before was long enough.
#[derive(Debug, Default)]
pub struct TunedFaceOctree {
    /// Bodies. Its world vertices serve only the containment query.
    world: World,
    moving: Vec<MovingBody>,
    boxes: Vec<Aabb>,
    broad_phase: SortAndSweep,
    pairs: Vec<BodyPair>,
    workers: Workers,
    /// Buffers of the caller's thread, and of the threads that share a frame.
    alone: PairBuffers,
    spares: Spares<PairBuffers>,
    /// [`units`] of the last frame with all contacts. Decides where work is done, and nothing else.
    units_before: u64,
    /// Built at the first query for a first contact, else empty.
    trees: Vec<FaceTree>,
    /// Faces of one leaf, with their boxes.
    few: Vec<(Triangle, Aabb)>,
}

impl TunedFaceOctree {
    /// Returns a detector without bodies.
    pub fn new() -> TunedFaceOctree {
        TunedFaceOctree::default()
    }

    /// Poses and bounds all bodies. A body that has left the scene has an empty box.
    fn update(&mut self, frame: &Frame<'_>, query: &Query<'_>) {
        let world = &self.world;
        let moving = &mut self.moving;
        let deformed = |i: usize| frame.deformed_vertices(BodyId(i as u32));
        let total: usize = (0..moving.len()).filter_map(deformed).map(<[_]>::len).sum();
        let bodies_at_once = (VERTICES_AT_ONCE * moving.len() / total.max(1)).max(1);
        let pays = query.shares(total >= PARALLEL_FROM_VERTICES);
        self.workers.run(query.workers.get(), pays, |team| {
            let place = |first: usize, moving: &mut [MovingBody]| {
                for (i, moving) in (first..).zip(moving) {
                    if world.contains(BodyId(i as u32)) {
                        moving.place(&frame.poses()[i].world_map(), deformed(i))
                    } else {
                        moving.take_away()
                    }
                }
            };
            team.fold_mut(moving, bodies_at_once, &place, &|(), ()| ());
        });
        self.boxes.clear();
        let boxes = self.moving.iter().map(|body| body.world().around);
        self.boxes.extend(boxes);
    }

    /// Drops the pairs of bodies that are surely apart, by balls and by the axes of their local
    /// boxes, and fits the patches of deforming bodies in the others.
    fn separate(&mut self, frame: &Frame<'_>, query: &Query<'_>, work: &mut OctreeWork) {
        let moving = &self.moving;
        work.ball_tests += self.pairs.len() as u64;
        self.pairs.retain(|pair| {
            let [a, b] = [pair.a, pair.b].map(|body| &moving[body.index()]);
            !a.world().ball.is_apart_from(&b.world().ball)
                && !RelativePose::new(a.posed(), b.posed())
                    .separates_boxes(a.local_box(), b.local_box())
        });
        let mut total = 0;
        for body in self.pairs.iter().flat_map(|pair| [pair.a, pair.b]) {
            let body = &mut self.moving[body.index()];
            total += body.mark_near();
        }
        if total == 0 {
            return;
        }
        let pays = query.shares(total >= PARALLEL_FROM_VERTICES);
        work.boxes_fitted += self.workers.run(query.workers.get(), pays, |team| {
            let fit = |first: usize, moving: &mut [MovingBody]| {
                let bodies = (first as u32..).zip(moving);
                bodies
                    .map(|(i, body)| body.fit(frame.deformed_vertices(BodyId(i))))
                    .sum()
            };
            team.fold_mut(&mut self.moving, 1, &fit, &|low: u64, high| low + high)
        });
    }

    /// Lists the pairs of bodies whose boxes overlap [Smith95 §3.3].
    fn find_pairs(&mut self, query: &Query<'_>, work: &mut Work) {
        self.pairs.clear();
        if let Some(candidates) = query.candidates {
            let bounds = |body: BodyId| &self.boxes[body.index()];
            let overlap = |p: &&BodyPair| bounds(p.a).overlaps(bounds(p.b));
            self.pairs.extend(candidates.iter().filter(overlap));
        } else {
            self.broad_phase.update(&self.boxes, work);
            self.pairs.extend_from_slice(self.broad_phase.pairs());
        }
        work.add(Counter::OVERLAP_REGIONS, self.pairs.len() as u64);
    }

    /// Finds the contacts of all pairs of bodies whose boxes overlap.
    fn find_all_contacts(
        &mut self,
        frame: &Frame<'_>,
        query: &Query<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        self.separate(frame, query, work);
        let bodies = PosedPairs {
            moving: &self.moving,
            boxes: &self.boxes,
            frame,
            probe: query.probe,
        };
        let (pairs, alone, spares) = (&self.pairs, &mut self.alone, &self.spares);
        let faces: usize = pairs.iter().map(|pair| bodies.face_count(*pair)).sum();
        let pairs_at_once = (FACES_AT_ONCE * pairs.len() / faces.max(1)).max(1);
        let listed: usize = pairs.iter().map(|pair| bodies.estimate_listed(*pair)).sum();
        let pays = listed >= PARALLEL_FROM_ESTIMATE && self.units_before >= PARALLEL_FROM_UNITS;
        let pays = query.shares(pays);
        self.workers.run(query.workers.get(), pays, |team| {
            if !team.shares() {
                for pair in pairs {
                    bodies.find_contacts(team, *pair, alone, work, &mut found.contacts);
                }
                return;
            }
            let find = |range: Range<usize>| {
                let (mut contacts, mut work) = Counted::default();
                spares.lend(|buffers| {
                    for pair in &pairs[range] {
                        bodies.find_contacts(team, *pair, buffers, &mut work, &mut contacts);
                    }
                });
                (contacts, work)
            };
            let (contacts, counted) = team.fold(0..pairs.len(), pairs_at_once, &find, &and);
            found.contacts.extend(contacts);
            *work += counted;
        });
    }

    /// Bounds all bodies by their hierarchies, without moving a vertex. Builds the hierarchies if
    /// this is the first query for a first contact.
    fn place_trees(&mut self, frame: &Frame<'_>) {
        if self.trees.is_empty() {
            self.trees = self.world.bodies().iter().map(FaceTree::new).collect();
        }
        self.boxes.clear();
        for (body, tree) in self.world.body_ids().zip(&mut self.trees) {
            let mut bounds = Aabb::EMPTY;
            if self.world.contains(body) {
                bounds = tree.place(body, frame);
            }
            self.boxes.push(bounds);
        }
    }

    /// Descends the hierarchies of two bodies and ends with the first contact (D10). Makes no
    /// planes: most faces are never looked at.
    fn find_first_contact(
        &mut self,
        pair: BodyPair,
        query: &Query<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        query.probe.begin(SUBDIVISION, 0);
        let bodies = [pair.a, pair.b].map(|body| body.index());
        let trees = bodies.map(|i| &self.trees[i].tree);
        let Some(b_in_a) = pose_if_near(trees, work) else {
            return;
        };
        for i in bodies {
            work.boxes_fitted += self.trees[i].fit();
        }
        let trees = bodies.map(|i| &self.trees[i]);
        let few = &mut self.few;
        descend(
            trees.map(|body| &body.tree),
            &b_in_a,
            work,
            |leaves, work| {
                let Some(([face_a, face_b], kind)) = meet_in_leaves(trees, leaves, few, work)
                else {
                    return Walk::Skip;
                };
                let faces = FacePair {
                    bodies: pair,
                    face_a,
                    face_b,
                };
                found.add_contact(faces, kind);
                Walk::Stop
            },
        );
    }
}

/// Returns the first two faces of two leaves that meet, with their relation. `few` is a buffer.
fn meet_in_leaves(
    [a, b]: [&FaceTree; 2],
    [of_a, of_b]: [&[u32]; 2],
    few: &mut Vec<(Triangle, Aabb)>,
    work: &mut OctreeWork,
) -> Option<([u32; 2], Interference)> {
    let faces_b = of_b.iter().map(|face| b.triangle(*face));
    few.clear();
    few.extend(faces_b.map(|face| (face, face.aabb())));
    work.vertices_moved += 3 * (of_a.len() + of_b.len()) as u64;
    for face_a in of_a {
        let s = a.triangle(*face_a);
        let bounds = s.aabb();
        for (face_b, (t, around)) in of_b.iter().zip(&*few) {
            work.face_box_tests += 1;
            if !bounds.overlaps(around) {
                continue;
            }
            work.face_pair_tests += 1;
            let kind = interference_counted(&s, t, &mut work.exact_fallbacks);
            if kind != Interference::Apart {
                return Some(([*face_a, *face_b], kind));
            }
        }
    }
    None
}

/// Posed bodies, for steps 2 to 4 of their pairs. Any thread may use them.
#[derive(Clone, Copy)]
struct PosedPairs<'a> {
    moving: &'a [MovingBody],
    boxes: &'a [Aabb],
    frame: &'a Frame<'a>,
    probe: &'a dyn Probe,
}

/// Buffers of steps 2 to 4, for one pair of bodies after another.
#[derive(Debug, Default)]
struct PairBuffers {
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

    fn face_count(&self, pair: BodyPair) -> usize {
        let [a, b] = self.bodies(pair);
        a.face_count() + b.face_count()
    }

    /// Returns about how many faces of two bodies step 2 lists.
    fn estimate_listed(&self, pair: BodyPair) -> usize {
        let faces = self.bodies(pair).map(MovingBody::face_count);
        estimate_listed(self.boxes(pair), faces)
    }

    /// Finds the contacts of two bodies, on the threads of a team if their faces are many.
    fn find_contacts(
        &self,
        team: Team,
        pair: BodyPair,
        buffers: &mut PairBuffers,
        work: &mut OctreeWork,
        contacts: &mut Vec<Contact>,
    ) {
        let team = team.for_size(self.face_count(pair), FACES_AT_ONCE);
        self.probe.begin(FACE_CHECKLIST, 0);
        let PairBuffers { near, sweep } = buffers;
        if !self.list_faces(team, pair, near, work) {
            return;
        }
        self.probe.begin(SUBDIVISION, 0);
        let lists = if near[0].faces().len() > near[1].faces().len() {
            Lists {
                pair,
                sorted: &near[0],
                other: &near[1],
                is_swapped: false,
            }
        } else {
            Lists {
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
        let estimates = estimate_each(self.boxes(pair), faces);
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

/// Listed faces of two bodies.
#[derive(Clone, Copy)]
struct Lists<'a> {
    pair: BodyPair,
    sorted: &'a NearFaces,
    other: &'a NearFaces,
    /// True if the sorted faces are those of the second body.
    is_swapped: bool,
}

impl Lists<'_> {
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
        sweep.find([self.sorted, self.other], faces, work, |s, t, work| {
            if last.is_none_or(|(face, ..)| face != t.face) {
                let triangle = self.other.triangle(t);
                last = Some((t.face, triangle, Plane::of(&triangle)));
            }
            let (_, triangle, plane) = last.as_ref().expect("set above");
            work.face_pair_tests += 1;
            let exact = &mut work.exact_fallbacks;
            let kind = interference_with_plane((triangle, plane), &self.sorted.triangle(s), exact);
            if kind != Interference::Apart {
                let mut faces = [s.face, t.face];
                if self.is_swapped {
                    faces.swap(0, 1);
                }
                let pair = FacePair {
                    bodies: self.pair,
                    face_a: faces[0],
                    face_b: faces[1],
                };
                contacts.push(Contact::new(pair, kind));
            }
        });
    }
}

impl Detector for TunedFaceOctree {
    fn profile(&self) -> Profile {
        Profile::new(
            "face-octree-tuned",
            "after Smith95 §3, §6",
            "the face octree's steps with boxes and slabs in lanes of single precision, and filtered \
             signs",
        )
    }

    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        let mut patches: BTreeMap<*const Mesh, Arc<Patches>> = BTreeMap::new();
        let moving = bodies.iter().map(|body| {
            let mesh = body.mesh();
            let shared = patches.entry(Arc::as_ptr(mesh));
            let shared = shared.or_insert_with(|| Arc::new(Patches::new(mesh)));
            MovingBody::new(mesh.clone(), shared.clone())
        });
        self.moving = moving.collect();
        self.world = World::new(bodies);
        self.broad_phase.clear();
        self.trees.clear();
        self.units_before = 0;
        Ok(())
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        let mut work = OctreeWork::default();
        query.probe.begin(Step::UPDATE, 0);
        if query.is_first_contact() {
            self.place_trees(frame)
        } else {
            self.update(frame, query)
        }

        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        self.find_pairs(query, &mut found.work);

        if !query.is_first_contact() {
            self.find_all_contacts(frame, query, &mut work, found);
            self.units_before = units(&work);
        } else {
            let pairs = std::mem::take(&mut self.pairs);
            for pair in &pairs {
                self.find_first_contact(*pair, query, &mut work, found);
            }
            self.pairs = pairs;
        }
        work.add_to(&mut found.work);
    }
}
