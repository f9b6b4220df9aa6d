//! All pairs of faces: the ground truth.

use collision::containment::Containment;
use collision::{
    Accepts, Body, BodyId, Claim, Contact, Detector, FaceId, FacePair, Findings, Frame, Grain,
    Instant, Meaning, Profile, Step, Unsupported, Work, World,
};
use geometry::{Aabb, Interference, interference_counted};
#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// Tests every face of every body against every face of every other body.
///
/// No preparation, no culling of bodies, no hierarchy, no memory from frame to frame: the boxes of
/// two faces are compared, and where they overlap, exact signs decide. Nothing else can be wrong.
///
/// # Cost
/// One box test per pair of faces of different bodies, that is `Σ F_i F_j`, spread over all cores.
/// Buffers are kept from frame to frame. Below [`PARALLEL_FROM`] box tests it runs on the caller's
/// thread and allocates nothing once warm; above, handing tasks to the pool may allocate.
#[derive(Clone, Debug, Default)]
pub struct BruteForce {
    world: World,
    containment: Containment,
    boxes: FaceBoxes,
    tasks: Vec<Task>,
}

/// How many box tests make it worth waking other threads; some tens of microseconds.
pub const PARALLEL_FROM: u64 = 1 << 15;

/// How many faces, in the order of [`FaceBoxes`], one task compares with all later ones.
const FACES_PER_TASK: usize = 32;

/// How many boxes are compared before looking at the results.
const BLOCK: usize = 16;

impl BruteForce {
    /// A detector without a scene.
    pub fn new() -> BruteForce {
        BruteForce::default()
    }
}

impl Detector for BruteForce {
    fn profile(&self) -> Profile {
        Profile {
            name: "brute-force",
            source: "Boyse 1979; Smith95 §1",
            summary: "Tests every face of every body against every face of every other body.",
            grain: Grain::FacePairs,
            meaning: Meaning::Surfaces,
            instant: Instant::Now,
            accepts: Accepts::ANYTHING,
            claim: Claim::Exact,
            supports_budgets: false,
        }
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.world = World::new(bodies);
        self.containment = Containment::new(bodies);
        self.boxes = FaceBoxes::default();
        self.tasks.clear();
        Ok(())
    }

    fn detect(&mut self, frame: &Frame<'_>, found: &mut Findings) {
        found.clear();
        frame.probe.begin(Step::Update);
        self.world.update(frame, &mut found.work);
        self.boxes.update(&self.world);
        frame.probe.begin(Step::FacePairs);
        self.test_all_pairs(found);
        if frame.containment {
            frame.probe.begin(Step::Containment);
            self.containment.find(&self.world, found);
        }
        found.finish();
    }
}

impl BruteForce {
    fn test_all_pairs(&mut self, found: &mut Findings) {
        let (world, boxes) = (&self.world, &self.boxes);
        self.tasks
            .resize_with(boxes.faces.len().div_ceil(FACES_PER_TASK), Task::default);
        let run = |(i, task): (usize, &mut Task)| task.run(i, world, boxes);
        if cfg!(not(feature = "rayon")) || boxes.pair_count() < PARALLEL_FROM {
            self.tasks.iter_mut().enumerate().for_each(run);
        } else {
            #[cfg(feature = "rayon")]
            self.tasks.par_iter_mut().enumerate().for_each(run);
        }
        for task in &self.tasks {
            found.contacts.extend_from_slice(&task.contacts);
            found.work += task.work;
        }
    }
}

/// The boxes of all faces of all bodies in world space, body after body, one array per side, so
/// that the comparison with many boxes has no branch and uses vector registers.
#[derive(Clone, Debug, Default)]
struct FaceBoxes {
    faces: Vec<FaceId>,
    /// For each body, the index behind its last face.
    ends: Vec<usize>,
    min: [Vec<f64>; 3],
    max: [Vec<f64>; 3],
}

impl FaceBoxes {
    fn update(&mut self, world: &World) {
        self.faces.clear();
        self.ends.clear();
        self.min
            .iter_mut()
            .chain(&mut self.max)
            .for_each(Vec::clear);
        for body in (0..world.body_count() as u32).map(BodyId) {
            for face in 0..world.mesh(body).face_count() as u32 {
                let Aabb { min, max } = world.triangle(body, face).aabb();
                self.faces.push(FaceId { body, face });
                for axis in 0..3 {
                    self.min[axis].push(min[axis]);
                    self.max[axis].push(max[axis]);
                }
            }
            self.ends.push(self.faces.len());
        }
        // Empty boxes, so that a block may reach beyond the last face.
        for axis in 0..3 {
            self.min[axis].resize(self.faces.len() + BLOCK, f64::INFINITY);
            self.max[axis].resize(self.faces.len() + BLOCK, f64::NEG_INFINITY);
        }
    }

    /// How many pairs of faces belong to different bodies.
    fn pair_count(&self) -> u64 {
        let mut start = 0;
        let later = |end: &usize| {
            let faces = *end - std::mem::replace(&mut start, *end);
            (faces * (self.faces.len() - *end)) as u64
        };
        self.ends.iter().map(later).sum()
    }

    /// Calls `hit` with the index of every box from `start` on that overlaps box `i`.
    fn for_each_overlap(&self, i: usize, start: usize, mut hit: impl FnMut(usize)) {
        let (min, max) = (self.min.each_ref(), self.max.each_ref());
        let (own_min, own_max) = (min.map(|side| side[i]), max.map(|side| side[i]));
        for first in (start..self.faces.len()).step_by(BLOCK) {
            let mut overlaps = [u64::MAX; BLOCK];
            for axis in 0..3 {
                let lows: &[f64; BLOCK] = min[axis][first..].first_chunk().expect("padded");
                let highs: &[f64; BLOCK] = max[axis][first..].first_chunk().expect("padded");
                for k in 0..BLOCK {
                    let overlap = (own_min[axis] <= highs[k]) & (lows[k] <= own_max[axis]);
                    overlaps[k] &= u64::from(overlap).wrapping_neg();
                }
            }
            if overlaps.iter().fold(0, |any, overlap| any | overlap) == 0 {
                continue;
            }
            for (j, overlap) in (first..).zip(overlaps) {
                if overlap != 0 {
                    hit(j);
                }
            }
        }
    }
}

/// The pairs of some faces with all faces of later bodies, and what was found among them.
#[derive(Clone, Debug, Default)]
struct Task {
    contacts: Vec<Contact>,
    work: Work,
}

impl Task {
    fn run(&mut self, index: usize, world: &World, boxes: &FaceBoxes) {
        self.contacts.clear();
        self.work = Work::default();
        let first = index * FACES_PER_TASK;
        for i in first..boxes.faces.len().min(first + FACES_PER_TASK) {
            self.test_face(i, world, boxes);
        }
    }

    fn test_face(&mut self, i: usize, world: &World, boxes: &FaceBoxes) {
        let face = boxes.faces[i];
        let later = boxes.ends[face.body.index()];
        let triangle = world.triangle(face.body, face.face);
        self.work.face_box_tests += (boxes.faces.len() - later) as u64;
        boxes.for_each_overlap(i, later, |j| {
            let other = boxes.faces[j];
            let other_triangle = world.triangle(other.body, other.face);
            self.work.face_pair_tests += 1;
            let fallbacks = &mut self.work.exact_fallbacks;
            // D1. Boyse intersects edges with faces, which misses overlaps within one plane.
            let kind = interference_counted(&triangle, &other_triangle, fallbacks);
            if kind != Interference::Apart {
                self.contacts.push(Contact {
                    pair: FacePair::new(face, other),
                    kind,
                });
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use collision::Contained;
    use geometry::{Mesh, Pose, Vec3, interference};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use scenes::bodies::cube;
    use std::sync::Arc;

    /// Returns loose triangles in the unit cube; with `lattice`, corners on multiples of its
    /// inverse.
    fn random_soup(seed: u64, faces: u32, lattice: Option<f64>) -> Arc<Mesh> {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut coordinate = || {
            let x: f64 = rng.random();
            lattice.map_or(x, |n| (x * n).round() / n)
        };
        let vertices = (0..3 * faces)
            .map(|_| Vec3::new(coordinate(), coordinate(), coordinate()))
            .collect();
        let triangles = (0..faces).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Arc::new(Mesh::new(vertices, triangles).unwrap())
    }

    fn detect(bodies: &[Body], frame: &Frame<'_>) -> Findings {
        let mut detector = BruteForce::new();
        detector.prepare(bodies).unwrap();
        let mut found = Findings::default();
        detector.detect(frame, &mut found);
        found
    }

    /// The same, without any box test.
    fn without_boxes(bodies: &[Body], frame: &Frame<'_>) -> Vec<Contact> {
        let mut world = World::new(bodies);
        world.update(frame, &mut Work::default());
        let mut found = Findings::default();
        let faces = |body: BodyId| {
            let count = world.mesh(body).face_count() as u32;
            (0..count).map(move |face| FaceId { body, face })
        };
        for a in bodies {
            for b in &bodies[a.id.index() + 1..] {
                for x in faces(a.id) {
                    for y in faces(b.id) {
                        let x_triangle = world.triangle(x.body, x.face);
                        let y_triangle = world.triangle(y.body, y.face);
                        let kind = interference(&x_triangle, &y_triangle);
                        found.add_contact(FacePair::new(x, y), kind);
                    }
                }
            }
        }
        found.finish();
        found.contacts
    }

    #[test]
    fn the_box_test_changes_nothing() {
        for seed in 0..20 {
            // From a lattice, too, where boxes and faces touch everywhere.
            let lattice = (seed % 2 == 0).then_some(4.0);
            let bodies: Vec<Body> = (0..3)
                .map(|id| {
                    Body::rigid(
                        id,
                        "soup",
                        random_soup(seed * 3 + u64::from(id), 25, lattice),
                    )
                })
                .collect();
            let poses = [
                Pose::IDENTITY,
                Pose::at(Vec3::new(0.25, 0.5, 0.0)),
                Pose::IDENTITY,
            ];
            let frame = Frame::new(&poses);
            let found = detect(&bodies, &frame);
            assert_eq!(
                found.contacts,
                without_boxes(&bodies, &frame),
                "seed {seed}"
            );
            assert!(found.contacts.len() > 20, "seed {seed} tests nothing");
            assert_eq!(found.work.face_box_tests, 3 * 25 * 25);
        }
    }

    #[test]
    #[cfg(feature = "rayon")]
    fn many_threads_find_what_one_finds() {
        let bodies: Vec<Body> = (0..3)
            .map(|id| Body::rigid(id, "soup", random_soup(id.into(), 250, None)))
            .collect();
        let in_unit_cube = || detect(&bodies, &Frame::new(&[Pose::IDENTITY; 3]));
        const { assert!(3 * 250 * 250 > PARALLEL_FROM, "the pool must be used") };
        let all = in_unit_cube();
        assert!(all.contacts.len() > 100);
        for threads in 1..4 {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            assert_eq!(pool.install(in_unit_cube), all, "{threads} threads");
        }
    }

    #[test]
    fn a_contained_cube_is_found_when_asked_for() {
        let bodies = [1.0, 4.0].map(cube).map(Arc::new);
        let bodies = [
            Body::rigid(0, "a", bodies[0].clone()),
            Body::rigid(1, "b", bodies[1].clone()),
        ];
        let poses = [Pose::IDENTITY; 2];
        let surfaces = detect(&bodies, &Frame::new(&poses));
        assert_eq!((surfaces.contacts.len(), surfaces.bodies.len()), (0, 0));
        let solids = detect(
            &bodies,
            &Frame {
                containment: true,
                ..Frame::new(&poses)
            },
        );
        assert_eq!(solids.bodies.len(), 1);
        assert_eq!(solids.bodies[0].contained, Some(Contained::AInB));
        let outside = [Pose::at(Vec3::new(2.75, 0.0, 0.0)), Pose::IDENTITY];
        let solids = detect(
            &bodies,
            &Frame {
                containment: true,
                ..Frame::new(&outside)
            },
        );
        assert_eq!(solids.bodies.len(), 0);
    }
}
