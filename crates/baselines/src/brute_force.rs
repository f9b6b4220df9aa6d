//! Brute force over all pairs of faces: the ground truth.

use collision::{
    Body, BodyPair, Contact, Detector, FaceId, FacePair, Findings, Frame, Profile, Query, Step,
    Unsupported, World,
};
use geometry::soa::BoxList;
use geometry::{Interference, interference_counted};
#[cfg(feature = "rayon")]
use rayon::prelude::*;
use std::ops::Range;

/// Tests every face of every body against every face of every other body.
///
/// No precomputation, no culling of bodies, no hierarchy, no state between frames. It compares the
/// boxes of two faces, and exact signs decide if they overlap.
///
/// # Cost
/// One box test per pair of faces of different bodies, that is `Σ F_i F_j`, spread over the query's
/// workers. Buffers are kept from frame to frame. Below 2¹⁵ box tests, or for one worker,
/// it runs on the caller's thread and allocates nothing once warm; above, handing tasks to the pool
/// may allocate.
#[derive(Clone, Debug, Default)]
pub struct BruteForce {
    world: World,
    boxes: FaceBoxes,
    tasks: Vec<BruteForceTask>,
}

/// Number of box tests from which other threads pay: some tens of microseconds.
const PARALLEL_FROM: u64 = 1 << 15;

/// Number of faces of one task, in the order of [`FaceBoxes`]. It compares them with all later
/// ones.
const FACES_PER_TASK: usize = 32;

/// Boxes that are compared before looking at the results.
const BLOCK: usize = 16;

impl BruteForce {
    /// Returns a detector without bodies.
    pub fn new() -> BruteForce {
        BruteForce::default()
    }
}

impl Detector for BruteForce {
    fn profile(&self) -> Profile {
        Profile::new(
            "brute-force",
            "Boyse 1979; Smith95 §1",
            "Tests every face of every body against every face of every other body.",
        )
    }

    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.world = World::new(bodies);
        self.boxes = FaceBoxes::default();
        self.tasks.clear();
        Ok(())
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        query.probe.begin(Step::UPDATE, 0);
        self.world.update(frame, &mut found.work);
        self.boxes.update(&self.world);
        query.probe.begin(Step::FACE_PAIRS, 0);
        let (world, boxes) = (&self.world, &self.boxes);
        if query.is_first_contact() {
            // One task for each body, which ends as soon as its pairs are decided.
            self.tasks
                .resize_with(boxes.ends.len(), BruteForceTask::default);
        } else {
            let count = boxes.faces.len().div_ceil(FACES_PER_TASK);
            self.tasks.resize_with(count, BruteForceTask::default);
        }
        let run_one = |i: usize, task: &mut BruteForceTask| {
            let first_contact = query.is_first_contact();
            let range = if first_contact {
                boxes.faces_of(i)
            } else {
                let first = i * FACES_PER_TASK;
                first..boxes.faces.len().min(first + FACES_PER_TASK)
            };
            task.run(range, (world, boxes), query);
        };
        let run = |first: usize, tasks: &mut [BruteForceTask]| {
            for (i, task) in (first..).zip(tasks) {
                run_one(i, task);
            }
        };
        let workers = query.workers.get();
        let pays = query.shares(boxes.pair_count() >= PARALLEL_FROM);
        if cfg!(not(feature = "rayon")) || workers == 1 || !pays {
            run(0, &mut self.tasks);
        } else {
            // One part for each worker, so that there are no more of them.
            #[cfg(feature = "rayon")]
            {
                let part = self.tasks.len().div_ceil(workers).max(1);
                let parts = self.tasks.par_chunks_mut(part).enumerate();
                parts.for_each(|(i, tasks)| run(i * part, tasks));
            }
        }
        for task in &self.tasks {
            found.contacts.extend_from_slice(&task.contacts);
            task.work.add_to(&mut found.work);
        }
    }
}

/// Returns a step that visits `count` items in turn, each once, and spreads the first few of them.
///
/// Faces that follow each other in a mesh are near each other in space. In steps of the golden
/// section, a first contact does not depend on where the mesh begins.
fn golden_step(count: usize) -> usize {
    let golden = (0.618 * count as f64) as usize;
    let visits_all = |step: &usize| {
        let (mut a, mut b) = (*step, count);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a == 1
    };
    (golden.max(1)..).find(visits_all).unwrap_or(1)
}

collision::counters! {
    /// Work of one task.
    struct BruteForceWork {
        /// Pairs of face boxes compared.
        face_box_tests = "face-box-tests",
        /// Face pairs whose interference was decided by signs.
        face_pair_tests = "face-pair-tests",
        /// Signs that floating-point filters left to exact arithmetic.
        exact_fallbacks = "exact-fallbacks",
    }
}

/// Boxes of all faces of all bodies in world space, body after body.
#[derive(Clone, Debug, Default)]
struct FaceBoxes {
    faces: Vec<FaceId>,
    /// For each body, the index behind its last face.
    ends: Vec<usize>,
    boxes: BoxList<BLOCK>,
}

impl FaceBoxes {
    fn update(&mut self, world: &World) {
        self.faces.clear();
        self.ends.clear();
        self.boxes.clear();
        for body in world.body_ids() {
            for face in 0..world.face_count(body) {
                self.faces.push(FaceId { body, face });
                self.boxes.push(&world.triangle(body, face).aabb());
            }
            self.ends.push(self.faces.len());
        }
    }

    /// Returns the faces of body `i`.
    fn faces_of(&self, i: usize) -> Range<usize> {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        start..self.ends[i]
    }

    /// Returns the number of pairs of faces of different bodies.
    fn pair_count(&self) -> u64 {
        let mut start = 0;
        let later = |end: &usize| {
            let faces = *end - std::mem::replace(&mut start, *end);
            (faces * (self.faces.len() - *end)) as u64
        };
        self.ends.iter().map(later).sum()
    }
}

/// Pairs of some faces with all faces of later bodies, and what was found among them.
#[derive(Clone, Debug, Default)]
struct BruteForceTask {
    contacts: Vec<Contact>,
    work: BruteForceWork,
    /// For first contact: for each body whether its pair with this task's body is decided.
    decided: Vec<bool>,
}

impl BruteForceTask {
    fn run(
        &mut self,
        faces: Range<usize>,
        (world, boxes): (&World, &FaceBoxes),
        query: &Query<'_>,
    ) {
        self.contacts.clear();
        self.work = BruteForceWork::default();
        self.decided.clear();
        self.decided.resize(boxes.ends.len(), false);
        let step = if query.is_first_contact() {
            golden_step(faces.len())
        } else {
            1
        };
        for k in 0..faces.len() {
            let i = faces.start + k * step % faces.len();
            let body = boxes.faces[i].body.index();
            if self.decided[body + 1..].iter().all(|decided| *decided) {
                return;
            }
            self.test_face(i, (world, boxes), query);
        }
    }

    fn test_face(&mut self, i: usize, (world, boxes): (&World, &FaceBoxes), query: &Query<'_>) {
        let face = boxes.faces[i];
        let later = boxes.ends[face.body.index()];
        let triangle = world.triangle(face.body, face.face);
        self.work.face_box_tests += (boxes.faces.len() - later) as u64;
        let bounds = triangle.aabb();
        boxes.boxes.for_each_overlap(&bounds, later, |j| {
            let other = boxes.faces[j];
            let pair = BodyPair::new(face.body, other.body);
            let is_wanted = |all: &[BodyPair]| all.binary_search(&pair).is_ok();
            if self.decided[other.body.index()] || !query.candidates.is_none_or(is_wanted) {
                return;
            }
            let other_triangle = world.triangle(other.body, other.face);
            self.work.face_pair_tests += 1;
            let fallbacks = &mut self.work.exact_fallbacks;
            // D1. Boyse intersects edges with faces, which misses overlaps within one plane.
            let kind = interference_counted(&triangle, &other_triangle, fallbacks);
            if kind != Interference::Apart {
                self.decided[other.body.index()] = query.is_first_contact();
                let pair = FacePair::new(face, other);
                self.contacts.push(Contact::new(pair, kind));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use collision::{BodyId, Contained, Sharing, Work};
    use geometry::{Pose, Vec3, interference};
    use oracle::testing::{cube, random_soup};
    use scenes::random::SceneRng;
    use std::num::NonZeroUsize;

    fn soup(seed: u64, faces: u32, lattice: Option<f64>) -> Body {
        let mesh = random_soup(&mut SceneRng::new(seed), faces, lattice);
        Body::rigid("soup", mesh)
    }

    fn detect(bodies: &[Body], frame: &Frame<'_>) -> Findings {
        ask(bodies, frame, Query::default())
    }

    fn ask(bodies: &[Body], frame: &Frame<'_>, query: Query<'_>) -> Findings {
        let mut detector = BruteForce::new();
        detector.prepare(bodies).unwrap();
        let mut found = Findings::default();
        detector.detect(frame, &query, &mut found).unwrap();
        found
    }

    /// Returns the same, without any box test.
    fn without_boxes(bodies: &[Body], frame: &Frame<'_>) -> Vec<Contact> {
        let mut world = World::new(bodies);
        world.update(frame, &mut Work::default());
        let mut found = Findings::default();
        let faces = |body: BodyId| {
            let count = world.mesh(body).face_count() as u32;
            (0..count).map(move |face| FaceId { body, face })
        };
        for a in world.body_ids() {
            for b in (a.0 + 1..bodies.len() as u32).map(BodyId) {
                for x in faces(a) {
                    for y in faces(b) {
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
    fn threads_that_share_no_pair_panicked() {
        let query = Query::all_contacts()
            .with_workers(NonZeroUsize::new(8).unwrap())
            .with_sharing(Sharing::Always);
        for bodies in [Vec::new(), vec![soup(1, 4, None)]] {
            let poses = vec![Pose::IDENTITY; bodies.len()];
            let (mut detector, mut found) = (BruteForce::default(), Findings::default());
            detector.prepare(&bodies).unwrap();
            let frame = Frame::new(&poses).unwrap();
            detector.detect(&frame, &query, &mut found).unwrap();
            assert!(found.contacts.is_empty());
        }
    }

    #[test]
    fn the_box_test_changes_nothing() {
        for seed in 0..20 {
            // From a lattice, too, where boxes and faces touch everywhere.
            let lattice = (seed % 2 == 0).then_some(4.0);
            let bodies: Vec<Body> = (0..3u64)
                .map(|id| soup(seed * 3 + id, 25, lattice))
                .collect();
            let poses = [
                Pose::IDENTITY,
                Pose::at(Vec3::new(0.25, 0.5, 0.0)),
                Pose::IDENTITY,
            ];
            let frame = Frame::new(&poses).unwrap();
            let found = detect(&bodies, &frame);
            assert_eq!(
                found.contacts,
                without_boxes(&bodies, &frame),
                "seed {seed}"
            );
            assert!(found.contacts.len() > 20, "seed {seed} tests nothing");
            assert_eq!(found.work.count("face-box-tests"), 3 * 25 * 25);
        }
    }

    #[test]
    #[cfg(feature = "rayon")]
    fn many_threads_find_what_one_finds() {
        let bodies = [0, 1, 2].map(|seed| soup(seed, 250, None));
        let frame = Frame::new(&[Pose::IDENTITY; 3]).unwrap();
        const { assert!(3 * 250 * 250 > PARALLEL_FROM, "the pool must be used") };
        let all = detect(&bodies, &frame);
        assert!(all.contacts.len() > 100);
        for workers in [2, 3, 5, 8, 1000] {
            let query = Query::default().with_workers(workers.try_into().unwrap());
            assert_eq!(ask(&bodies, &frame, query), all, "{workers} workers");
        }
    }

    #[test]
    fn golden_steps_visit_each_face_once() {
        for count in 1..200 {
            let mut visited: Vec<usize> =
                (0..count).map(|k| k * golden_step(count) % count).collect();
            visited.sort_unstable();
            assert!(visited.into_iter().eq(0..count), "{count} faces");
        }
    }

    #[test]
    fn a_contained_cube_is_found_when_asked_for() {
        let bodies = [1.0, 4.0].map(cube);
        let bodies = [
            Body::rigid("a", bodies[0].clone()),
            Body::rigid("b", bodies[1].clone()),
        ];
        let poses = [Pose::IDENTITY; 2];
        let surfaces = detect(&bodies, &Frame::new(&poses).unwrap());
        assert_eq!((surfaces.contacts.len(), surfaces.bodies.len()), (0, 0));
        let query = Query::default().with_containment(true);
        let solids = ask(&bodies, &Frame::new(&poses).unwrap(), query);
        assert_eq!(solids.bodies.len(), 1);
        assert_eq!(solids.bodies[0].contained(), Some(Contained::AInB));
        let outside = [Pose::at(Vec3::new(2.75, 0.0, 0.0)), Pose::IDENTITY];
        let solids = ask(&bodies, &Frame::new(&outside).unwrap(), query);
        assert_eq!(solids.bodies.len(), 0);
    }
}
