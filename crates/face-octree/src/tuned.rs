//! The four steps of the face octree, tuned for current hardware.
//!
//! Good for any bodies, deforming ones included. Preparation makes a flat list of patches of up to
//! eight faces that share edges, in one pass over the faces of a mesh and in time linear in them,
//! and sorts it so that neighbors in it are near each other. Bodies of one mesh share it. There is
//! no hierarchy but boxes of groups of 32 patches, and bodies may deform at will. A body near no
//! other costs its bounds. With `f` faces per body, a pair of bodies costs about `f / 50`
//! comparisons of groups and up to `2 f / 3` of patches, eight at a time, and then, for `k` faces
//! near the other body, about `1.5 k` moved vertices and about `k log k` for the pairs of them. A
//! body that deforms costs one pass over its vertices and, near another, one over its faces.
//!
//! | step | as published | here |
//! |---|---|---|
//! | update | one vertex at a time | boxes and balls only ([`moving_body`]) |
//! | §3.3 | all pairs of boxes | sort and sweep ([`broad_phase::SortAndSweep`]), balls, axes of both boxes |
//! | §3.4 | each face against each region, exactly | patches of faces ([`patches`]), then faces ([`near_lists`]) |
//! | §3.5 | octree of the world to a fixed level | sorted strips of boxes in lanes ([`crate::box_strips`], [`box_sweep`]) |
//! | §3.6 | edges against faces | slabs and axes of edges in lanes, signs of the rest ([`geometry::interference()`]) |
//! | first contact | | balls, then hierarchies of the faces, depth-first ([`crate::first_contact`]) |
//!
//! Boxes, slabs and axes of edges are in single precision, with proved bounds ([`pair_unit`]), and
//! pass on every pair of faces that may meet, but those that surely cross, to the exact signs.
//! Boxes stand for faces until the last steps.
//! [Smith95 §2.3] found the exact test better; the experiment `smith95-sec23-face-test` measures
//! both.

mod box_sweep;
mod face_tree;
mod moved_vertices;
mod moving_body;
mod near_faces;
mod near_lists;
mod pair_contacts;
mod pair_unit;
mod patches;
mod reach;

use crate::counters::{OctreeWork, SUBDIVISION};
use crate::first_contact::{descend, pose_if_near};
use crate::sharing::{
    PARALLEL_FROM_UNITS, SHARED_FROM_FACES, SHARED_FROM_VERTICES, VERTICES_AT_ONCE, pairs_at_once,
};
use crate::workers::{PairFilter, PieceLists, Spares, Team, Workers, prefetch_bodies};
use broad_phase::SortAndSweep;
use collision::{
    Body, BodyId, BodyPair, BroadPhase, Contact, Counter, Detector, FacePair, Findings, Frame,
    Profile, Query, Step, Unsupported, Work, World,
};
use face_tree::{FaceTree, meet_in_leaves};
use geometry::bvh::Walk;
use geometry::{Aabb, Mesh, RelativePose, Triangle};
pub(crate) use moving_body::MovingBody;
pub(crate) use near_faces::{NearFaces, PosedPatches};
pub(crate) use near_lists::{NearBody, list_faces};
use pair_contacts::{PairBuffers, PosedPairs};
pub(crate) use patches::Patches;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Number of deformed vertices that take as long to bound as a body takes to be placed, or two
/// bodies to be separated.
const BODY_AS_VERTICES: usize = 64;

/// Units of work that a body takes to be placed ([`units`]).
const UNITS_OF_BODY: u64 = 10;

/// Units of work that two bodies take to be separated.
const UNITS_OF_PAIR: u64 = 5;

/// Number of pairs of bodies that a thread separates at once: about 10 µs of work.
const PAIRS_AT_ONCE: usize = 128;

/// Number of vertices that take as long to move, with the faces around them, as a pair of faces
/// takes to be found and tested.
const VERTICES_PER_PAIR: u64 = 16;

/// Returns the work of a frame in moved vertices, of which each takes about 15 ns with the faces
/// around it.
///
/// Four patches, or groups, that are compared with a region count as one.
///
/// `placed` is the work of placing bodies, in deformed vertices. Two boxes of bodies are compared
/// in a fifth of a unit, and a patch is fitted in one.
fn units(placed: usize, box_tests: u64, work: &OctreeWork) -> u64 {
    let of_bodies = UNITS_OF_BODY * (placed / BODY_AS_VERTICES) as u64;
    let apart = UNITS_OF_PAIR * work.ball_tests + box_tests / 5;
    let of_pairs = work.region_tests / 4 + VERTICES_PER_PAIR * work.edge_tests;
    of_bodies + apart + work.boxes_fitted + work.vertices_moved + of_pairs
}

/// Tuned face octree: exact. `prepare` makes a flat list of patches of faces for each mesh, in
/// linear time, and sorts it. Hierarchies and balls for first contacts are built at the first query
/// for one (D10): `prepare` does not know what will be asked.
///
/// With [`Query::workers`] above one, threads share the steps of a query for all contacts if the
/// frame before was long enough; sorting boxes of bodies and first contacts stay on one thread.
#[derive(Debug, Default)]
pub struct TunedFaceOctree {
    /// Bodies. Its world vertices serve only the containment query.
    world: World,
    moving: Vec<MovingBody>,
    /// True if the patches of a body, which may be near no other, are not fitted to its vertices.
    has_unfitted: bool,
    boxes: Vec<Aabb>,
    broad_phase: SortAndSweep,
    /// Pairs of bodies whose boxes overlap.
    overlapping: Vec<BodyPair>,
    filter: PairFilter,
    /// Those that are not surely apart.
    pairs: Vec<BodyPair>,
    workers: Workers,
    /// Buffers of the caller's thread, and of the threads that share a frame.
    alone: PairBuffers,
    spares: Spares<PairBuffers>,
    pieces: PieceLists<Contact>,
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

    /// Poses and bounds all bodies. A body that has left the scene has an empty box. Returns the
    /// work, in deformed vertices.
    fn update(&mut self, team: Team, frame: &Frame<'_>, query: &Query<'_>) -> usize {
        let world = &self.world;
        let moving = &mut self.moving;
        let deformed = |i: usize| frame.deformed_vertices(BodyId(i as u32));
        let total: usize = (0..moving.len()).filter_map(deformed).map(<[_]>::len).sum();
        let total = total + BODY_AS_VERTICES * moving.len();
        // Bodies that take about as long as that many deformed vertices together.
        let bodies_at_once = (VERTICES_AT_ONCE * moving.len() / total.max(1)).max(1);
        let place = |first: usize, moving: &mut [MovingBody], boxes: &mut [Aabb]| {
            let mut has_unfitted = false;
            for (i, (moving, bounds)) in (first..).zip(moving.iter_mut().zip(boxes)) {
                if world.contains(BodyId(i as u32)) {
                    moving.place(&frame.poses()[i].world_map(), deformed(i));
                } else {
                    moving.take_away();
                }
                *bounds = moving.world().around;
                has_unfitted |= !moving.is_fitted();
            }
            has_unfitted
        };
        let team = team.if_pays(query, total >= SHARED_FROM_VERTICES);
        self.boxes.resize(moving.len(), Aabb::EMPTY);
        let (boxes, or) = (&mut self.boxes, |low, high| low | high);
        self.has_unfitted = team.fold_both(moving, boxes, bodies_at_once, &place, &or);
        total
    }

    /// Drops the pairs of bodies that are surely apart, by balls and by the axes of their local
    /// boxes, and fits the patches of deforming bodies in the others.
    fn separate(
        &mut self,
        team: Team,
        (frame, query): (&Frame<'_>, &Query<'_>),
        work: &mut OctreeWork,
    ) {
        // Balls first: they need no relative pose.
        let (moving, pairs) = (&self.moving, &self.overlapping);
        work.ball_tests += pairs.len() as u64;
        let line_sum = |body: BodyId| moving[body.index()].cache_line_sum();
        let may_meet = |pair: &BodyPair| {
            let [a, b] = [pair.a, pair.b].map(|body| &moving[body.index()]);
            !a.world().ball.is_apart_from(&b.world().ball)
                && !RelativePose::new(a.posed(), b.posed())
                    .separates_boxes(a.local_box(), b.local_box())
        };
        let pays = BODY_AS_VERTICES * pairs.len() >= SHARED_FROM_VERTICES;
        let on = team.if_pays(query, pays);
        self.pairs.clear();
        let (all, kept) = ((&pairs[..], PAIRS_AT_ONCE), &mut self.pairs);
        self.filter.filter(on, all, line_sum, may_meet, kept);
        if !self.has_unfitted {
            return;
        }
        let mut total = 0;
        for body in self.pairs.iter().flat_map(|pair| [pair.a, pair.b]) {
            let body = &mut self.moving[body.index()];
            total += body.mark_near();
        }
        if total == 0 {
            return;
        }
        let fit = |first: usize, moving: &mut [MovingBody]| {
            let bodies = (first as u32..).zip(moving);
            bodies
                .map(|(i, body)| body.fit(frame.deformed_vertices(BodyId(i))))
                .sum()
        };
        let team = team.if_pays(query, total >= SHARED_FROM_VERTICES);
        work.boxes_fitted += team.fold_mut(&mut self.moving, 1, &fit, &|low: u64, high| low + high);
    }

    /// Lists the pairs of bodies whose boxes overlap [Smith95 §3.3].
    fn find_pairs(&mut self, team: Team, query: &Query<'_>, work: &mut Work) {
        let found = &mut self.overlapping;
        found.clear();
        if let Some(candidates) = query.candidates {
            let bounds = |body: BodyId| &self.boxes[body.index()];
            let overlap = |p: &&BodyPair| bounds(p.a).overlaps(bounds(p.b));
            found.extend(candidates.iter().filter(overlap));
        } else {
            self.broad_phase.update_on(team, &self.boxes, work);
            found.extend_from_slice(self.broad_phase.pairs());
        }
        work.add(Counter::OVERLAP_REGIONS, found.len() as u64);
    }

    /// Finds all contacts, on the threads of a team. Returns the work of placing bodies, in
    /// deformed vertices.
    fn find_all_contacts(
        &mut self,
        team: Team,
        (frame, query): (&Frame<'_>, &Query<'_>),
        work: &mut OctreeWork,
        found: &mut Findings,
    ) -> usize {
        query.probe.begin(Step::UPDATE, 0);
        let placed = self.update(team, frame, query);
        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        self.find_pairs(team, query, &mut found.work);
        self.separate(team, (frame, query), work);
        let bodies = PosedPairs {
            moving: &self.moving,
            boxes: &self.boxes,
            frame,
            probe: query.probe,
        };
        let (pairs, alone, spares) = (&self.pairs, &mut self.alone, &self.spares);
        let at_once = pairs_at_once(query, pairs.len(), Some(self.units_before));
        // One thread takes no lock for its buffers.
        if !team.shares() {
            for pair in pairs {
                bodies.find_contacts(team, *pair, alone, work, &mut found.contacts);
            }
            return placed;
        }
        let find = |range: Range<usize>, contacts: &mut Vec<Contact>, work: &mut OctreeWork| {
            let pairs = &pairs[range];
            prefetch_bodies(team, pairs, |body| bodies.cache_line_sum(body));
            spares.lend(|buffers| {
                for pair in pairs {
                    let faces = bodies.face_count(*pair);
                    let on = team.for_size(faces, SHARED_FROM_FACES * at_once);
                    bodies.find_contacts(on, *pair, buffers, work, contacts);
                }
            });
        };
        let (pieces, contacts) = ((pairs.len(), at_once), &mut found.contacts);
        self.pieces.list(team, pieces, &find, contacts, work);
        found.sort_contacts(team);
        placed
    }

    /// Finds the first contact of each two bodies near each other.
    fn find_first_contacts(
        &mut self,
        (frame, query): (&Frame<'_>, &Query<'_>),
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        query.probe.begin(Step::UPDATE, 0);
        self.place_trees(frame);
        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        self.find_pairs(Team::ALONE, query, &mut found.work);
        let pairs = std::mem::take(&mut self.overlapping);
        for pair in &pairs {
            self.find_first_contact(*pair, query, work, found);
        }
        self.overlapping = pairs;
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
        // By the address of the mesh. It is only looked up, so no result depends on addresses.
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
        let question = (frame, query);
        if query.is_first_contact() {
            self.find_first_contacts(question, &mut work, found);
        } else {
            let pays = query.shares(self.units_before >= PARALLEL_FROM_UNITS);
            let mut workers = std::mem::take(&mut self.workers);
            let placed = workers.run(query.workers.get(), pays, |team| {
                self.find_all_contacts(team, question, &mut work, found)
            });
            self.workers = workers;
            let box_tests = found.work.count(Counter::BODY_BOX_TESTS.name());
            self.units_before = units(placed, box_tests, &work);
        }
        work.add_to(&mut found.work);
    }
}
