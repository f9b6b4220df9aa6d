//! The four steps of the face octree, tuned for current hardware.
//!
//! Good for any bodies, deforming ones included, because only the order of the vertices in memory
//! is precomputed. With `v` vertices and `f` faces per body and `k` faces near the other body: `v`
//! moved vertices, `8v` comparisons and `f` tests of three bytes per pair of bodies, then about
//! `k log k`.
//!
//! | step | as published | here |
//! |---|---|---|
//! | update | one vertex at a time | structure of arrays, four lanes ([`moving_body`]) |
//! | §3.3 | all pairs of boxes | sort and sweep ([`broad_phase::SortAndSweep`]) |
//! | §3.4 | each face against each region, exactly | outcodes of vertices ([`moving_body`]) |
//! | §3.5 | octree of the world to a fixed level | bintree of each region ([`face_bintree`]) |
//! | §3.6 | edges against faces | plane signs, then two signs ([`geometry::interference()`]) |
//! | first contact | | balls, then hierarchies of the faces, depth-first ([`crate::first_contact`]) |
//!
//! The bintree is the paper's own plan ([Smith95 §6], "face bintrees instead of face octrees"). Its
//! depth follows the faces, which answers the paper's question of the best level. Faces stand for
//! their boxes until the last step. [Smith95 §2.3] found the exact test better, and
//! `smith95-sec23` measures both.

pub(crate) mod face_bintree;
mod face_tree;
pub(crate) mod moving_body;

use crate::UNDERFLOW;
use crate::counters::{FACE_CHECKLIST, OctreeWork, SUBDIVISION};
use crate::first_contact::descend;
use crate::listed_estimate::estimate_listed;
use crate::posed_vertices::Near;
use crate::workers::{Counted, Spares, Team, Workers, and};
use broad_phase::SortAndSweep;
use collision::{
    Body, BodyId, BodyPair, BroadPhase, Contact, Counter, Detector, FacePair, Findings, Frame,
    Probe, Profile, Query, Step, Unsupported, Work, World,
};
use face_bintree::FaceBintree;
use face_tree::FaceTree;
use geometry::bvh::Walk;
use geometry::{Aabb, Interference, Triangle, interference_counted, interference_with_planes};
use moving_body::{MovingBody, NearFaces};
use std::ops::Range;

/// Bound on the rounding of two compared projections, relative to the largest coordinate.
///
/// Each projection is a sum of three products with factors of at most one: four roundings of at
/// most three times the coordinate. Both together are 24 half ulps, and the constant is 32.
pub(crate) const PROJECTION_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Number of vertices in a frame from which several threads move them: about 400 µs of work.
///
/// Two threads take 1.2 of the time of one for 79,000 vertices of 40 bodies and 1.1 of it for
/// 198,000 of 100, but 0.9 of it for 397,000 (`lab-threads-bodies`).
pub(crate) const PARALLEL_FROM_VERTICES: usize = 1 << 18;

/// Number of vertices that a thread takes at once: about 10 µs of work.
pub(crate) const VERTICES_AT_ONCE: usize = 4096;

/// Estimated number of listed faces from which several threads share steps 2 to 4: about 5 ms of
/// work.
///
/// With the faces of all pairs instead, listed or not, two threads took 1.25 of the time of one for
/// 200 shuttles that list 3,005 of 171,000 (`lab-threads-shuttles`), and 1.08 of it for two spheres
/// that list 30,651 of 79,200 (`lab-threads`).
pub(crate) const PARALLEL_FROM_ESTIMATE: usize = 1 << 16;

/// Number of faces of pairs of bodies that a thread takes at once.
pub(crate) const FACES_AT_ONCE: usize = 1024;

/// Number of pairs of faces that a thread takes at once: about 10 µs of work.
const FACE_PAIRS_AT_ONCE: usize = 128;

/// Tuned face octree: exact. Precomputes nothing but hierarchies and balls for first contacts, at
/// the first query for one (D10): `prepare` does not know what will be asked.
///
/// With [`Query::workers`] above one, threads share all steps but the boxes of bodies (§3.3).
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

    /// Moves the vertices of all bodies to world space and computes their boxes. A body that has
    /// left the scene has an empty box.
    fn update(&mut self, frame: &Frame<'_>, query: &Query<'_>, work: &mut Work) {
        let world = &self.world;
        let moving = &mut self.moving;
        let total: usize = moving.iter().map(MovingBody::vertex_count).sum();
        let bodies_at_once = (VERTICES_AT_ONCE * moving.len() / total.max(1)).max(1);
        let pays = total >= PARALLEL_FROM_VERTICES;
        let vertices_moved = self.workers.run(query.workers.get(), pays, |team| {
            let place = |first: usize, moving: &mut [MovingBody]| {
                let mut vertices_moved = 0;
                for (i, moving) in (first..).zip(moving) {
                    let body = BodyId(i as u32);
                    if !world.contains(body) {
                        moving.take_away();
                        continue;
                    }
                    let map = frame.poses()[i].world_map();
                    moving.place(team, &map, frame.deformed_vertices(body));
                    vertices_moved += moving.vertex_count() as u64;
                }
                vertices_moved
            };
            team.fold_mut(moving, bodies_at_once, &place, &|low, high| low + high)
        });
        self.boxes.clear();
        self.boxes
            .extend(self.moving.iter().map(MovingBody::bounds));
        work.add(Counter::VERTICES_MOVED, vertices_moved);
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
        query: &Query<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        let bodies = PosedPairs {
            moving: &self.moving,
            boxes: &self.boxes,
            probe: query.probe,
        };
        let (pairs, alone, spares) = (&self.pairs, &mut self.alone, &self.spares);
        let faces: usize = pairs.iter().map(|pair| bodies.face_count(*pair)).sum();
        let pairs_at_once = (FACES_AT_ONCE * pairs.len() / faces.max(1)).max(1);
        let listed: usize = pairs.iter().map(|pair| bodies.estimate_listed(*pair)).sum();
        let pays = listed >= PARALLEL_FROM_ESTIMATE;
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
    fn place_trees(&mut self, frame: &Frame<'_>, work: &mut OctreeWork) {
        if self.trees.is_empty() {
            self.trees = self.world.bodies().iter().map(FaceTree::new).collect();
        }
        self.boxes.clear();
        for (body, tree) in self.world.body_ids().zip(&mut self.trees) {
            let mut bounds = Aabb::EMPTY;
            if self.world.contains(body) {
                let (around, fitted) = tree.place(body, frame);
                bounds = around;
                work.boxes_fitted += fitted;
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
        let [a, b] = [pair.a, pair.b].map(|body| &self.trees[body.index()]);
        descend([&a.tree, &b.tree], work, |[of_a, of_b], work| {
            let faces_b = of_b.iter().map(|face| b.triangle(*face));
            self.few.clear();
            self.few.extend(faces_b.map(|face| (face, face.aabb())));
            work.vertices_moved += 3 * (of_a.len() + of_b.len()) as u64;
            for face_a in of_a {
                let s = a.triangle(*face_a);
                let bounds = s.aabb();
                for (face_b, (t, around)) in of_b.iter().zip(&self.few) {
                    work.face_box_tests += 1;
                    if !bounds.overlaps(around) {
                        continue;
                    }
                    work.face_pair_tests += 1;
                    let kind = interference_counted(&s, t, &mut work.exact_fallbacks);
                    if kind != Interference::Apart {
                        let (face_a, face_b) = (*face_a, *face_b);
                        found.add_contact(
                            FacePair {
                                bodies: pair,
                                face_a,
                                face_b,
                            },
                            kind,
                        );
                        return Walk::Stop;
                    }
                }
            }
            Walk::Skip
        });
    }
}

/// Posed bodies, for steps 2 to 4 of their pairs. Any thread may use them.
#[derive(Clone, Copy)]
struct PosedPairs<'a> {
    moving: &'a [MovingBody],
    boxes: &'a [Aabb],
    probe: &'a dyn Probe,
}

/// Buffers of steps 2 to 4, for one pair of bodies after another.
#[derive(Debug, Default)]
struct PairBuffers {
    near: [NearFaces; 2],
    bintree: FaceBintree,
}

impl PosedPairs<'_> {
    fn bodies(&self, pair: BodyPair) -> [&MovingBody; 2] {
        [pair.a, pair.b].map(|body| &self.moving[body.index()])
    }

    fn face_count(&self, pair: BodyPair) -> usize {
        let [a, b] = self.bodies(pair);
        a.face_count() + b.face_count()
    }

    /// Returns about how many faces of two bodies step 2 lists.
    fn estimate_listed(&self, pair: BodyPair) -> usize {
        let boxes = [pair.a, pair.b].map(|body| &self.boxes[body.index()]);
        estimate_listed(boxes, self.bodies(pair).map(MovingBody::face_count))
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
        if !self.list_faces(team, pair, &mut buffers.near, work) {
            return;
        }
        self.probe.begin(SUBDIVISION, 0);
        let PairBuffers { near, bintree } = buffers;
        bintree.run_on(team, near[0].boxes(), near[1].boxes(), work);
        self.probe.begin(Step::FACE_PAIRS, 0);
        let pairs = bintree.pairs();
        if !team.shares() {
            return check_pairs(pair, pairs, near, work, contacts);
        }
        let check = |range: Range<usize>| {
            let (mut contacts, mut work) = Counted::default();
            check_pairs(pair, &pairs[range], near, &mut work, &mut contacts);
            (contacts, work)
        };
        let (more, counted) = team.fold(0..pairs.len(), FACE_PAIRS_AT_ONCE, &check, &and);
        contacts.extend(more);
        *work += counted;
    }

    /// Lists the faces of both bodies near the other body [Smith95 §3.4]. Returns false if a
    /// direction separates the bodies.
    fn list_faces(
        &self,
        team: Team,
        pair: BodyPair,
        faces: &mut [NearFaces; 2],
        work: &mut OctreeWork,
    ) -> bool {
        let Some(near) = self.near(team, pair, faces) else {
            return false;
        };
        let ([a, b], [faces_a, faces_b]) = (self.bodies(pair), faces);
        team.join(
            || a.list_faces(team, &near, faces_a),
            || b.list_faces(team, &near, faces_b),
        );
        work.region_tests += (a.face_count() + b.face_count()) as u64;
        work.listed += (faces_a.faces().len() + faces_b.faces().len()) as u64;
        true
    }

    /// Returns the region where faces of two bodies can meet, or `None` if a slab separates them.
    ///
    /// The region is the overlap region, cut by a slab across the line of the box centers. For
    /// round bodies the slab is far thinner than the overlap region.
    fn near(&self, team: Team, pair: BodyPair, faces: &mut [NearFaces; 2]) -> Option<Near> {
        let [a, b] = [pair.a, pair.b].map(|body| self.boxes[body.index()]);
        let region = a
            .intersection(&b)
            .expect("the broad phase gives boxes that overlap");
        let between = b.center() - a.center();
        let direction = between / between.abs().max_element().max(f64::MIN_POSITIVE);
        let ([body_a, body_b], [faces_a, faces_b]) = (self.bodies(pair), faces);
        let ((low_a, high_a), (low_b, high_b)) = team.join(
            || body_a.project(team, direction, faces_a),
            || body_b.project(team, direction, faces_b),
        );
        let margin = PROJECTION_ROUNDING * a.union(b).max_abs_coordinate() + UNDERFLOW;
        // The intervals of both bodies overlap in the slab, widened by the rounding of projections.
        let slab = (low_a.max(low_b) - margin, high_a.min(high_b) + margin);
        (slab.0 <= slab.1).then_some(Near { region, slab })
    }
}

/// Tests pairs of listed faces of two bodies exactly.
fn check_pairs(
    bodies: BodyPair,
    pairs: &[[u32; 2]],
    [a, b]: &[NearFaces; 2],
    work: &mut OctreeWork,
    contacts: &mut Vec<Contact>,
) {
    for [i, j] in pairs {
        let (i, j) = (*i as usize, *j as usize);
        let ((s, plane_s), (t, plane_t)) = (&a.triangles()[i], &b.triangles()[j]);
        work.face_pair_tests += 1;
        let exact = &mut work.exact_fallbacks;
        let kind = interference_with_planes((s, plane_s), (t, plane_t), exact);
        if kind != Interference::Apart {
            let pair = FacePair {
                bodies,
                face_a: a.faces()[i],
                face_b: b.faces()[j],
            };
            contacts.push(Contact::new(pair, kind));
        }
    }
}

impl Detector for TunedFaceOctree {
    fn profile(&self) -> Profile {
        Profile::new(
            "face-octree-tuned",
            "after Smith95 §3, §6",
            "the face octree's steps with arrays, a bintree per overlap region, and filtered signs",
        )
    }

    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.moving = bodies
            .iter()
            .map(|b| MovingBody::new(b.mesh().clone()))
            .collect();
        self.world = World::new(bodies);
        self.broad_phase.clear();
        self.trees.clear();
        Ok(())
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        let mut work = OctreeWork::default();
        query.probe.begin(Step::UPDATE, 0);
        match query.is_first_contact() {
            true => self.place_trees(frame, &mut work),
            false => self.update(frame, query, &mut found.work),
        }

        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        self.find_pairs(query, &mut found.work);

        if !query.is_first_contact() {
            self.find_all_contacts(query, &mut work, found);
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
