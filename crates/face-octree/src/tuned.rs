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

use ::detector::containment::Containment;
use ::detector::{
    Accepts, Body, BodyPair, Claim, Detector, Findings, Frame, Grain, Instant, Meaning, Profile,
    Step, Unsupported, Work, World,
};
use broad_phase::{BroadPhase, SortedAxis};
use face_bintree::FaceBintree;
use geometry::{Aabb, interference_counted};
use moving_body::MovingBody;

/// The face octree's steps, tuned: exact, without preparation, one thread.
#[derive(Default)]
pub struct TunedFaceOctree {
    bodies: Vec<Body>,
    containment: Option<(Containment, World)>,
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

    /// The faces of both bodies in their overlap region, and the pairs of them whose boxes overlap.
    fn find_candidates(&mut self, pair: BodyPair, frame: &Frame<'_>, work: &mut Work) {
        let (i, j) = (pair.a.index(), pair.b.index());
        let region = self.boxes[i].intersection(&self.boxes[j]);
        let region = region.expect("the broad phase gives boxes that overlap");
        frame.probe.begin(Step::FaceChecklist);
        for k in [i, j] {
            self.moving[k].list_faces(&region);
            work.region_tests += self.moving[k].face_count() as u64;
            work.listed += self.moving[k].listed().len() as u64;
        }
        frame.probe.begin(Step::Subdivision);
        let (a, b) = (self.moving[i].listed_boxes(), self.moving[j].listed_boxes());
        self.bintree.run(a, b, &region, work);
    }

    fn check_candidates(&self, pair: BodyPair, found: &mut Findings) {
        let (a, b) = (&self.moving[pair.a.index()], &self.moving[pair.b.index()]);
        let candidates = self.bintree.pairs();
        found.work.face_pair_tests += candidates.len() as u64;
        for [i, j] in candidates {
            let (face_a, face_b) = (a.listed()[*i as usize], b.listed()[*j as usize]);
            let (first, second) = (a.triangle(face_a), b.triangle(face_b));
            let kind = interference_counted(&first, &second, &mut found.work.exact_fallbacks);
            found.add_contact(
                ::detector::FacePair {
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
        }
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.moving = bodies
            .iter()
            .map(|b| MovingBody::new(b.mesh.clone()))
            .collect();
        self.bodies = bodies.to_vec();
        self.containment = None;
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
            self.find_candidates(*pair, frame, &mut found.work);
            frame.probe.begin(Step::FacePairs);
            self.check_candidates(*pair, found);
        }
        self.pairs = pairs;
        if frame.containment {
            frame.probe.begin(Step::Containment);
            let (containment, world) = self
                .containment
                .get_or_insert_with(|| (Containment::new(&self.bodies), World::new(&self.bodies)));
            world.update(frame, &mut found.work);
            containment.find(world, found);
        }
        found.finish();
    }
}
