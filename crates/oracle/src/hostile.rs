//! A detector against brute force on the scenes of [`scenes::hostile`].
//!
//! Every scene is answered by a fresh detector over all its frames; contacts with their kinds, body
//! pairs and containment are compared with the truth, and certificates with separations. A scene that
//! fails is reduced: frames, bodies and faces are left out as long as it still fails.

use crate::truth::compare_first_contact;
use crate::{Separator, Truth, check_certificates, compare};
use baselines::BruteForce;
use collision::{Detail, Detector, Findings, Shape};
use geometry::{Aabb, Mesh};
use scenes::hostile::{self, Bodies};
use scenes::{Scene, SceneError, recording};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// Makes a fresh detector.
pub type Make<'a> = &'a dyn Fn() -> Box<dyn Detector>;

/// A scene on which a detector goes wrong.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The seed of the scene before it was reduced.
    pub seed: u64,
    /// The world cube that the detector was given.
    pub world: Option<Aabb>,
    /// What is wrong.
    pub reason: String,
    /// The scene, reduced.
    pub scene: Scene,
}

/// Returns the scene of `seed` whose bodies the detector accepts.
pub fn scene(make: Make<'_>, seed: u64) -> Scene {
    let accepts = make().profile().accepts;
    let bodies = match (accepts.concave && accepts.open, accepts.deforming) {
        (false, _) => Bodies::Convex,
        (true, false) => Bodies::Rigid,
        (true, true) => Bodies::Any,
    };
    hostile::scene(bodies, seed)
}

/// Looks for a fault in the scene of `seed`. `alive` is called before each run of the detector, of
/// which reducing a scene takes many.
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
    /// Describes a fault that was seen on the scene of `seed`, reduced to `scene`.
    pub fn new(seed: u64, scene: Scene, reason: String) -> Fault {
        Fault {
            seed,
            world: world(seed, &scene),
            reason,
            scene,
        }
    }

    /// Stores the scene as a recording in `folder`, in place of one that is there.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn store(&self, folder: &Path) -> Result<(), SceneError> {
        // A folder that cannot be removed is reported by the recording.
        std::fs::remove_dir_all(folder).ok();
        recording::write(&self.scene, folder)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault {
            seed,
            world,
            reason,
            scene,
        } = self;
        let (bodies, faces) = (scene.bodies.len(), scene.face_count());
        let frames = scene.frames.len();
        write!(
            f,
            "seed {seed}, reduced to {bodies} bodies, {faces} faces and {frames} frames in the world \
             {world:?}: {reason}"
        )
    }
}

/// What is wrong with the answers of a fresh detector to all frames of a scene.
fn wrong_answer(make: Make<'_>, seed: u64, scene: &Scene) -> Option<String> {
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let mut detector = make();
        // A body that rounding has dented may be refused.
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

/// The world cube that a detector gets to know: the scene's, none, or one that is far too small.
fn world(seed: u64, scene: &Scene) -> Option<Aabb> {
    let cube = scene.world_cube;
    match seed % 4 {
        0 | 1 => Some(cube),
        2 => None,
        _ => Some(Aabb::new(cube.min, cube.min)),
    }
}

/// Brute force, and what certificates are checked against, for one scene.
struct Reference<'a> {
    scene: &'a Scene,
    world: Option<Aabb>,
    brute_force: BruteForce,
    separator: Option<Separator>,
}

impl<'a> Reference<'a> {
    fn new(scene: &'a Scene, world: Option<Aabb>) -> Reference<'a> {
        let mut brute_force = BruteForce::new();
        brute_force
            .prepare(&scene.bodies)
            .expect("brute force accepts everything");
        Reference {
            scene,
            world,
            brute_force,
            separator: None,
        }
    }

    /// Asks a prepared detector for frame `i`, and describes a difference from the truth.
    fn difference(&mut self, detector: &mut dyn Detector, i: usize) -> Option<String> {
        let frame = self.scene.frame(i);
        let query = self.scene.query().with_world(self.world);
        let mut found = Findings::default();
        detector
            .detect(&frame, &query, &mut found)
            .expect("a scene's frames fit its bodies");
        let truth = Truth::by(&mut self.brute_force, self.scene, i);
        if let Err(difference) = compare(&detector.profile(), &truth, &found) {
            return Some(difference.to_string());
        }
        let first = query.with_detail(Detail::FirstContact);
        let mut found_first = Findings::default();
        detector
            .detect(&frame, &first, &mut found_first)
            .expect("a scene's frames fit its bodies");
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

/// Every scene that lacks one frame, body or face of this one, and keeps two bodies.
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
