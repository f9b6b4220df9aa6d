//! The same four steps with today's means: what thirty years change.
//!
//! | step | as published | here |
//! |---|---|---|
//! | update | one vertex after the other | structure of arrays, four lanes at a time ([`moving_body`]) |
//! | §3.3 | all pairs of boxes | boxes sorted along an axis ([`broad_phase::SortedAxis`]) |
//! | §3.4 | each face against each region, exactly | six comparisons a vertex, one `and` a face ([`moving_body`]) |
//! | §3.5 | octree of the world to a fixed level | bintree of each overlap region, until few pairs are left ([`face_bintree`]) |
//! | §3.6 | edges against faces | signs of two planes, then two signs ([`geometry::interference()`]) |
//!
//! The bintree is the paper's own plan ([Smith95 §6], "face bintrees instead of face octrees"), and a
//! depth that follows the faces answers its question of the best level. Faces stand for their boxes
//! until the last step: [§2.3] found the exact test better, and `smith95-sec23` measures both.
//! Nothing is prepared but the order of the vertices in memory, so that deforming bodies cost the
//! same as rigid ones.

pub(crate) mod face_bintree;
mod moving_body;

use crate::UNDERFLOW;
use crate::counters::{FACE_CHECKLIST, OctreeWork, SUBDIVISION};
use broad_phase::SortAndSweep;
use collision::{
    Body, BodyId, BodyPair, BroadPhase, Counter, Detector, FacePair, Findings, Frame, Profile,
    Query, Step, Unsupported, Work, World,
};
use face_bintree::FaceBintree;
use geometry::{Aabb, Interference, interference_counted, interference_with_planes};
use moving_body::{MovingBody, Near};

/// Bound on the rounding of two projections that are compared, relative to the largest coordinate. Each
/// is a sum of three products with factors of at most one: four roundings of at most three times
/// the coordinate, so that 24 half-ulps bound both; 2⁻⁴⁸ is 32.
const PROJECTION_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The face octree's steps, tuned: exact, without preparation, one thread.
#[derive(Debug, Default)]
pub struct TunedFaceOctree {
    /// The bodies. Its world vertices serve the search for contained bodies only.
    world: World,
    moving: Vec<MovingBody>,
    boxes: Vec<Aabb>,
    broad_phase: SortAndSweep,
    pairs: Vec<BodyPair>,
    bintree: FaceBintree,
}

impl TunedFaceOctree {
    /// A detector without bodies.
    pub fn new() -> TunedFaceOctree {
        TunedFaceOctree::default()
    }

    fn update(&mut self, frame: &Frame<'_>, work: &mut Work) {
        let mut vertices_moved = 0;
        self.boxes.clear();
        for (body, moving) in self.world.body_ids().zip(&mut self.moving) {
            let mut bounds = Aabb::EMPTY;
            if self.world.contains(body) {
                let map = frame.poses()[body.index()].world_map();
                moving.place(&map, frame.deformed_vertices(body));
                vertices_moved += moving.vertex_count() as u64;
                bounds = moving.bounds();
            }
            self.boxes.push(bounds);
        }
        work.add(Counter::VERTICES_MOVED, vertices_moved);
    }

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

    /// Lists the faces of both bodies that are near the other body. Returns false if a direction
    /// separates the bodies.
    fn list_faces(&mut self, pair: BodyPair, query: &Query<'_>, work: &mut OctreeWork) -> bool {
        let (i, j) = (pair.a.index(), pair.b.index());
        query.probe.begin(FACE_CHECKLIST, 0);
        let Some(near) = self.near(i, j) else {
            return false;
        };
        for k in [i, j] {
            match query.is_first_contact() {
                true => self.moving[k].list_boxes(&near),
                false => self.moving[k].list_faces(&near),
            }
            work.region_tests += self.moving[k].face_count() as u64;
            work.listed += self.moving[k].listed().len() as u64;
        }
        true
    }

    /// Where faces of two bodies can meet: the overlap region, and what both have in common along the
    /// line of the centres of their boxes, which for round bodies is far less. `None` when they
    /// have nothing in common along that line.
    fn near(&mut self, i: usize, j: usize) -> Option<Near> {
        let (a, b) = (self.boxes[i], self.boxes[j]);
        let region = a
            .intersection(&b)
            .expect("the broad phase gives boxes that overlap");
        let between = b.center() - a.center();
        let direction = between / between.abs().max_element().max(f64::MIN_POSITIVE);
        let (low_a, high_a) = self.moving[i].project(direction);
        let (low_b, high_b) = self.moving[j].project(direction);
        let margin = PROJECTION_ROUNDING * a.union(b).max_abs_coordinate() + UNDERFLOW;
        let slab = (low_a.max(low_b) - margin, high_a.min(high_b) + margin);
        (slab.0 <= slab.1).then_some(Near { region, slab })
    }

    /// Finds the pairs of listed faces whose boxes overlap, then tests all of them exactly.
    fn find_all_contacts(
        &mut self,
        pair: BodyPair,
        query: &Query<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        query.probe.begin(SUBDIVISION, 0);
        let (a, b) = (&self.moving[pair.a.index()], &self.moving[pair.b.index()]);
        self.bintree.run(a.listed_boxes(), b.listed_boxes(), work);
        query.probe.begin(Step::FACE_PAIRS, 0);
        for [i, j] in self.bintree.pairs() {
            let (i, j) = (*i as usize, *j as usize);
            let ((s, plane_s), (t, plane_t)) = (&a.listed_triangles()[i], &b.listed_triangles()[j]);
            work.face_pair_tests += 1;
            let exact = &mut work.exact_fallbacks;
            let kind = interference_with_planes((s, plane_s), (t, plane_t), exact);
            let faces = FacePair {
                bodies: pair,
                face_a: a.listed()[i],
                face_b: b.listed()[j],
            };
            found.add_contact(faces, kind);
        }
    }

    /// Tests the pairs of each cell of the bintree as soon as they are known, and ends with the
    /// first contact. Makes no planes: most faces are never looked at.
    fn find_first_contact(
        &mut self,
        pair: BodyPair,
        query: &Query<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        query.probe.begin(SUBDIVISION, 0);
        let (a, b) = (&self.moving[pair.a.index()], &self.moving[pair.b.index()]);
        let test = |candidates: &[[u32; 2]], work: &mut OctreeWork| {
            candidates.iter().any(|[i, j]| {
                let faces = FacePair {
                    bodies: pair,
                    face_a: a.listed()[*i as usize],
                    face_b: b.listed()[*j as usize],
                };
                work.face_pair_tests += 1;
                let (s, t) = (a.triangle(faces.face_a), b.triangle(faces.face_b));
                let kind = interference_counted(&s, &t, &mut work.exact_fallbacks);
                found.add_contact(faces, kind);
                kind != Interference::Apart
            })
        };
        self.bintree
            .run_until(a.listed_boxes(), b.listed_boxes(), work, test);
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
        Ok(())
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        let mut work = OctreeWork::default();
        query.probe.begin(Step::UPDATE, 0);
        self.update(frame, &mut found.work);

        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        self.find_pairs(query, &mut found.work);

        let pairs = std::mem::take(&mut self.pairs);
        for pair in &pairs {
            if !self.list_faces(*pair, query, &mut work) {
                continue;
            }
            match query.is_first_contact() {
                true => self.find_first_contact(*pair, query, &mut work, found),
                false => self.find_all_contacts(*pair, query, &mut work, found),
            }
        }
        self.pairs = pairs;
        work.add_to(&mut found.work);
    }
}
