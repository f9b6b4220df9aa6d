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
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

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
    /// Scene after its reduction: bodies, faces and frames without which it fails, too, are gone.
    pub scene: Scene,
}

/// Scene with the exact answers to its frames.
#[derive(Debug)]
struct HostileCase {
    scene: Scene,
    truth: Vec<Truth>,
}

/// Scenes with their exact answers, which many detectors share.
#[derive(Debug, Default)]
pub struct Cases {
    known: Mutex<BTreeMap<CaseKey, Arc<HostileCase>>>,
}

/// Kind of bodies, see [`kind`], and seed.
type CaseKey = ([bool; 2], u64);

/// Maximum number of scenes that are kept: some tens of megabytes.
const MAX_KNOWN: usize = 4096;

impl Cases {
    /// Returns the scene of `seed` for a detector, kept or new.
    fn get(&self, make: Make<'_>, seed: u64) -> Arc<HostileCase> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (kind(make), seed);
        if let Some(case) = known().get(&key) {
            return case.clone();
        }
        let scene = scene(make, seed);
        let mut brute_force = brute_force(&scene.bodies);
        let truth = Truth::by_frame(&mut brute_force, &scene, 0..scene.frames.len());
        let case = Arc::new(HostileCase { scene, truth });
        if known().len() < MAX_KNOWN {
            known().insert(key, case.clone());
        }
        case
    }

    /// Returns the reduced fault of the detector in the scene of `seed`, if any.
    ///
    /// Calls `alive` before each run of the detector. A reduction takes many runs.
    pub fn find(&self, make: Make<'_>, seed: u64, alive: impl Fn()) -> Option<Fault> {
        let case = self.get(make, seed);
        alive();
        let reason = wrong_answer(make, seed, &case.scene, Some(&case.truth))?;
        Some(reduced(make, seed, &case.scene, reason, alive))
    }
}

/// Returns what a detector accepts: concave and open bodies, deforming ones.
fn kind(make: Make<'_>) -> [bool; 2] {
    let accepts = make().profile().accepts;
    [accepts.concave && accepts.open, accepts.deforming]
}

/// Returns the scene of `seed`, with a kind of bodies that the detector accepts.
pub fn scene(make: Make<'_>, seed: u64) -> Scene {
    let bodies = match kind(make) {
        [false, _] => Bodies::Convex,
        [true, false] => Bodies::Rigid,
        [true, true] => Bodies::Any,
    };
    hostile::scene(bodies, seed)
}

/// Returns the reduced fault of the detector in the scene of `seed`, if any.
pub fn find(make: Make<'_>, seed: u64) -> Option<Fault> {
    Cases::default().find(make, seed, || {})
}

/// Returns the fault of a scene that fails for this reason, reduced.
fn reduced(make: Make<'_>, seed: u64, scene: &Scene, reason: String, alive: impl Fn()) -> Fault {
    let fails = |scene: &Scene| {
        alive();
        wrong_answer(make, seed, scene, None)
    };
    let (mut scene, mut reason) = (scene.clone(), reason);
    loop {
        let fault = |scene: Scene| fails(&scene).map(|reason| (scene, reason));
        let Some(smaller) = smaller(&scene).find_map(fault) else {
            return Fault::new(seed, scene, reason);
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

/// Runs a fresh detector on all frames of a scene and describes the first wrong answer. `truth` has
/// the exact answers, if they are known.
fn wrong_answer(
    make: Make<'_>,
    seed: u64,
    scene: &Scene,
    truth: Option<&[Truth]>,
) -> Option<String> {
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let mut detector = make();
        // A detector may refuse a body that rounding made concave.
        detector.prepare(&scene.bodies).ok()?;
        let mut reference = Reference::new(scene, world(seed, scene), truth);
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

/// Exact answers and exact separations for one scene.
struct Reference<'a> {
    scene: &'a Scene,
    world: Option<Aabb>,
    truth: AnswerSource<'a>,
    separator: Option<Separator>,
}

/// Exact answers to all frames, or the detector that computes them.
enum AnswerSource<'a> {
    Known(&'a [Truth]),
    Computed(Box<BruteForce>),
}

impl<'a> Reference<'a> {
    fn new(scene: &'a Scene, world: Option<Aabb>, truth: Option<&'a [Truth]>) -> Reference<'a> {
        let computed = || AnswerSource::Computed(Box::new(brute_force(&scene.bodies)));
        Reference {
            scene,
            world,
            truth: truth.map_or_else(computed, AnswerSource::Known),
            separator: None,
        }
    }

    /// Runs a prepared detector on frame `i` and describes the first difference from the truth.
    fn difference(&mut self, detector: &mut dyn Detector, i: usize) -> Option<String> {
        let frame = self.scene.frame(i);
        let query = self.scene.query().with_world(self.world);
        let found = detect(detector, &frame, &query);
        let truth = match &mut self.truth {
            AnswerSource::Known(all) => Cow::Borrowed(&all[i]),
            AnswerSource::Computed(brute_force) => {
                Cow::Owned(Truth::by(&mut **brute_force, self.scene, i))
            }
        };
        if let Err(difference) = compare(&detector.profile(), &truth, &found) {
            return Some(difference.to_string());
        }
        // The same frame again: the second answer also depends on what the first one left behind.
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
