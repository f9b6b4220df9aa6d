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

pub mod face_bintree;
pub mod moving_body;

use broad_phase::{BroadPhase, SortedAxis};
use collision::ContainmentSearch;
use collision::{
    Accepts, Body, BodyPair, Claim, Detector, FacePair, Findings, Frame, Grain, Instant, Meaning,
    Profile, Step, Unsupported, Work, World,
};
use face_bintree::FaceBintree;
use geometry::{Aabb, interference_with_planes};
use moving_body::{MovingBody, Near};

/// Bound on the rounding of two projections that are compared, relative to the largest coordinate. Each
/// is a sum of three products with factors of at most one: four roundings of at most three times
/// the coordinate, so that 24 half-ulps bound both; 2⁻⁴⁸ is 32.
const PROJECTION_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The face octree's steps, tuned: exact, without preparation, one thread.
#[derive(Debug, Default)]
pub struct TunedFaceOctree {
    containment: ContainmentSearch,
    /// All world vertices, once a frame has asked for swallowed bodies.
    world: Option<World>,
    moving: Vec<MovingBody>,
    boxes: Vec<Aabb>,
    broad_phase: SortedAxis,
    pairs: Vec<BodyPair>,
    bintree: FaceBintree,
}

impl TunedFaceOctree {
    /// A detector without bodies.
    pub fn new() -> TunedFaceOctree {
        TunedFaceOctree::default()
    }

    fn update(&mut self, frame: &Frame<'_>, work: &mut Work) {
        assert_eq!(
            frame.poses.len(),
            self.moving.len(),
            "a frame has one pose per body"
        );
        self.boxes.clear();
        for (i, body) in self.moving.iter_mut().enumerate() {
            body.place(&frame.poses[i].world_map(), frame.deformed_vertices(i));
            work.vertices_moved += body.vertex_count() as u64;
            self.boxes.push(body.bounds());
        }
    }

    /// The faces of both bodies that are near the other body, and the pairs of them whose boxes
    /// overlap; false when a direction separates the bodies.
    fn find_candidates(&mut self, pair: BodyPair, frame: &Frame<'_>, work: &mut Work) -> bool {
        let (i, j) = (pair.a.index(), pair.b.index());
        frame.probe.begin(Step::FaceChecklist);
        let Some(near) = self.near(i, j) else {
            return false;
        };
        for k in [i, j] {
            self.moving[k].list_faces(&near);
            work.region_tests += self.moving[k].face_count() as u64;
            work.listed += self.moving[k].listed().len() as u64;
        }
        frame.probe.begin(Step::Subdivision);
        let (a, b) = (self.moving[i].listed_boxes(), self.moving[j].listed_boxes());
        self.bintree.run(a, b, work);
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
        let margin = PROJECTION_ROUNDING * a.union(b).magnitude();
        let slab = (low_a.max(low_b) - margin, high_a.min(high_b) + margin);
        (slab.0 <= slab.1).then_some(Near { region, slab })
    }

    fn check_candidates(&self, pair: BodyPair, found: &mut Findings) {
        let (a, b) = (&self.moving[pair.a.index()], &self.moving[pair.b.index()]);
        let candidates = self.bintree.pairs();
        found.work.face_pair_tests += candidates.len() as u64;
        for [i, j] in candidates {
            let (i, j) = (*i as usize, *j as usize);
            let ((s, plane_s), (t, plane_t)) = (&a.listed_triangles()[i], &b.listed_triangles()[j]);
            let exact = &mut found.work.exact_fallbacks;
            let kind = interference_with_planes((s, plane_s), (t, plane_t), exact);
            let (face_a, face_b) = (a.listed()[i], b.listed()[j]);
            found.add_contact(
                FacePair {
                    bodies: pair,
                    face_a,
                    face_b,
                },
                kind,
            );
        }
    }
}

impl Detector for TunedFaceOctree {
    fn profile(&self) -> Profile {
        Profile {
            name: "face-octree-tuned",
            source: "after Smith95 §3, §6",
            summary: "the face octree's steps with arrays, a bintree per overlap region, and filtered signs",
            grain: Grain::FacePairs,
            meaning: Meaning::Surfaces,
            instant: Instant::Now,
            accepts: Accepts::ANYTHING,
            claim: Claim::Exact,
            supports_budgets: false,
        }
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.moving = bodies
            .iter()
            .map(|b| MovingBody::new(b.mesh.clone()))
            .collect();
        self.containment.prepare(bodies);
        self.world = None;
        self.broad_phase = SortedAxis::default();
        Ok(())
    }

    fn detect(&mut self, frame: &Frame<'_>, found: &mut Findings) {
        found.clear();
        frame.probe.begin(Step::Update);
        self.update(frame, &mut found.work);

        frame.probe.begin(Step::OverlapRegions);
        let mut pairs = std::mem::take(&mut self.pairs);
        self.broad_phase
            .pairs(&self.boxes, &mut pairs, &mut found.work);
        found.work.overlap_regions += pairs.len() as u64;

        for pair in &pairs {
            if self.find_candidates(*pair, frame, &mut found.work) {
                frame.probe.begin(Step::FacePairs);
                self.check_candidates(*pair, found);
            }
        }
        self.pairs = pairs;
        if frame.containment {
            // Moving all vertices is a part of this step: so far only those that are needed were moved.
            frame.probe.begin(Step::Containment);
            let world = self
                .world
                .get_or_insert_with(|| World::new(self.containment.bodies()));
            world.update(frame, &mut found.work);
            self.containment.find(frame, world, found);
        }
        found.finish();
    }
}
