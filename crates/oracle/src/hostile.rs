//! Comparison of a detector with brute force on the scenes of [`scenes::hostile`].
//!
//! A fresh detector runs on all frames of a scene. Contacts with their kinds, body pairs and
//! containment are compared with the truth, and certificates with exact separations. A failing
//! scene is reduced greedily: a frame, body or face is dropped while the scene still fails.

use crate::truth::{brute_force, compare_first_contact, detect};
use crate::{Separator, Truth, check_certificates, compare};
use baselines::BruteForce;
use collision::{Detail, Detector, Shape};
use geometry::{Aabb, Mesh};
use scenes::hostile::{self, Bodies};
use scenes::{Scene, SceneError, recording};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// Factory of fresh detectors.
pub type Make<'a> = &'a dyn Fn() -> Box<dyn Detector>;

/// Scene on which a detector fails.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Seed of the scene before its reduction.
    pub seed: u64,
    /// World cube passed to the detector.
    pub world: Option<Aabb>,
    /// Difference from the truth, or message of the panic.
    pub reason: String,
    /// Reduced scene.
    pub scene: Scene,
}

/// Returns the scene of `seed`, with a kind of bodies that the detector accepts.
pub fn scene(make: Make<'_>, seed: u64) -> Scene {
    let accepts = make().profile().accepts;
    let bodies = match (accepts.concave && accepts.open, accepts.deforming) {
        (false, _) => Bodies::Convex,
        (true, false) => Bodies::Rigid,
        (true, true) => Bodies::Any,
    };
    hostile::scene(bodies, seed)
}

/// Returns the reduced fault of the detector in the scene of `seed`, if any.
///
/// Calls `alive` before each run of the detector. A reduction takes many runs.
pub fn find(make: Make<'_>, seed: u64, alive: impl Fn()) -> Option<Fault> {
    let fails = |scene: &Scene| {
        alive();
        wrong_answer(make, seed, scene)
    };
    let mut scene = scene(make, seed);
    let mut reason = fails(&scene)?;
    loop {
        let fault = |scene: Scene| fails(&scene).map(|reason| (scene, reason));
        let Some(smaller) = smaller(&scene).find_map(fault) else {
            return Some(Fault::new(seed, scene, reason));
        };
        (scene, reason) = smaller;
    }
}

impl Fault {
    /// Creates the fault of the scene of `seed`, reduced to `scene`.
    pub fn new(seed: u64, scene: Scene, reason: String) -> Fault {
        Fault {
            seed,
            world: world(seed, &scene),
            reason,
            scene,
        }
    }

    /// Stores the scene as a recording in `folder`, which is replaced.
    ///
    /// # Errors
    /// Fails if the folder cannot be written.
    pub fn store(&self, folder: &Path) -> Result<(), SceneError> {
        // The recording reports a folder that cannot be removed.
        std::fs::remove_dir_all(folder).ok();
        recording::write(&self.scene, folder)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bodies, faces) = (self.scene.bodies.len(), self.scene.face_count());
        let (frames, seed, world) = (self.scene.frames.len(), self.seed, self.world);
        let reason = &self.reason;
        write!(
            f,
            "seed {seed}, reduced to {bodies} bodies, {faces} faces and {frames} frames in the world \
             {world:?}: {reason}"
        )
    }
}

/// Runs a fresh detector on all frames of a scene and describes the first wrong answer.
fn wrong_answer(make: Make<'_>, seed: u64, scene: &Scene) -> Option<String> {
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let mut detector = make();
        // A detector may refuse a body that rounding made concave.
        detector.prepare(&scene.bodies).ok()?;
        let mut reference = Reference::new(scene, world(seed, scene));
        (0..scene.frames.len()).find_map(|i| reference.difference(&mut *detector, i))
    }));
    answered.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        Some(format!("panic: {}", text.unwrap_or("without a message")))
    })
}

/// Returns the world cube of the query: the scene's, none, or one of zero size.
fn world(seed: u64, scene: &Scene) -> Option<Aabb> {
    let cube = scene.world_cube;
    match seed % 4 {
        0 | 1 => Some(cube),
        2 => None,
        _ => Some(Aabb::new(cube.min, cube.min)),
    }
}

/// Brute force and exact separations for one scene.
struct Reference<'a> {
    scene: &'a Scene,
    world: Option<Aabb>,
    brute_force: BruteForce,
    separator: Option<Separator>,
}

impl<'a> Reference<'a> {
    fn new(scene: &'a Scene, world: Option<Aabb>) -> Reference<'a> {
        Reference {
            scene,
            world,
            brute_force: brute_force(&scene.bodies),
            separator: None,
        }
    }

    /// Runs a prepared detector on frame `i` and describes the first difference from the truth.
    fn difference(&mut self, detector: &mut dyn Detector, i: usize) -> Option<String> {
        let frame = self.scene.frame(i);
        let query = self.scene.query().with_world(self.world);
        let found = detect(detector, &frame, &query);
        let truth = Truth::by(&mut self.brute_force, self.scene, i);
        if let Err(difference) = compare(&detector.profile(), &truth, &found) {
            return Some(difference.to_string());
        }
        let first = query.with_detail(Detail::FirstContact);
        let found_first = detect(detector, &frame, &first);
        if let Err(difference) = compare_first_contact(&detector.profile(), &truth, &found_first) {
            return Some(format!("asked for first contacts, {difference}"));
        }
        if found.evidence.certificates.is_empty() {
            return None;
        }
        let bodies = &self.scene.bodies;
        let separator = self.separator.get_or_insert_with(|| Separator::new(bodies));
        separator.place(&frame);
        let fault = check_certificates(&found, &separator.separations()).err()?;
        Some(format!("frame {i}: {fault}"))
    }
}

/// Returns every scene that lacks one frame, body or face. Each keeps at least two bodies.
fn smaller(scene: &Scene) -> impl Iterator<Item = Scene> + '_ {
    let frames = (0..scene.frames.len()).filter(|_| scene.frames.len() > 1);
    let without_frame = frames.map(|i| {
        let mut scene = scene.clone();
        scene.frames.remove(i);
        scene
    });
    let count = scene.bodies.len();
    let bodies = (0..count).filter(move |_| count > 2);
    let without_body = bodies.map(move |i| {
        let others: Vec<usize> = (0..count).filter(|j| *j != i).collect();
        scene.only(&others)
    });
    let faces = |body: usize| (0..scene.bodies[body].mesh().face_count()).map(move |f| (body, f));
    let without_face = (0..count).flat_map(faces).filter_map(|(body, face)| {
        let mesh = scene.bodies[body].mesh();
        let mut triangles = mesh.triangles().to_vec();
        triangles.remove(face);
        let mesh = Mesh::new(mesh.vertices().to_vec(), triangles).ok()?;
        let mut scene = scene.clone();
        scene.bodies[body].shape = Shape::Mesh(Arc::new(mesh));
        Some(scene)
    });
    without_frame.chain(without_body).chain(without_face)
}
