//! Every detector, under every value of its options, agrees with brute force on hostile scenes.
//!
//! `HOSTILE_SCENES=100000 cargo test -p catalog --test hostile` looks at more scenes than the usual
//! thousand, and `HOSTILE_FIRST=SEED` begins with another seed. A failure names detector, options
//! and seed, and stores the scene, reduced as long as it fails, as a recording.

use catalog::{
    Aabb, Detector, Entry, Findings, Frame, Mesh, OptionInfo, Options, Profile, Value, Values,
};
use oracle::{BruteForce, Separator, Truth, check_certificates, compare};
use scenes::hostile::{self, Bodies};
use scenes::{Scene, recording};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The longest time that one scene may take: some ten thousand times what most take.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many scenes each value of an option that is not its default gets, of the default's.
const SHARE_OF_OPTIONS: u64 = 20;

#[test]
fn every_detector_agrees_with_brute_force() {
    let configurations = catalog::entries().iter().map(|entry| Configuration {
        entry,
        options: quick_options(entry),
    });
    check(configurations, scene_count());
}

#[test]
fn every_value_of_every_option_agrees_with_brute_force() {
    let mut configurations = Vec::new();
    for entry in catalog::entries() {
        for info in entry.options {
            for value in values(info) {
                let options = quick_options(entry).with(info.name, value);
                configurations.push(Configuration { entry, options });
            }
        }
    }
    check(configurations, scene_count() / SHARE_OF_OPTIONS);
}

/// A detector with its options.
#[derive(Clone)]
struct Configuration {
    entry: &'static Entry,
    options: Options,
}

/// The default options, with few points on surfaces: a body of the scenes has some ten faces, and a
/// medial axis of thousands of points takes hours.
fn quick_options(entry: &Entry) -> Options {
    match entry.options.iter().any(|info| info.name == "samples") {
        true => Options::none().with("samples", 12),
        false => Options::none(),
    }
}

/// All values of an option, or some where there are thousands.
fn values(info: &OptionInfo) -> Vec<Value> {
    match info.values {
        Values::Words(words) => words.iter().map(|word| (*word).into()).collect(),
        Values::Numbers(first, last) => {
            let some = (first..=last).filter(|n| last - first <= 16 || [first, 2, 30].contains(n));
            some.map(|n| i64::from(n).into()).collect()
        }
    }
}

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name}={text} is not a number")),
    )
}

fn scene_count() -> u64 {
    variable("HOSTILE_SCENES").unwrap_or(1000)
}

/// Checks each configuration on its thread, and fails with the first fault of each.
fn check(configurations: impl IntoIterator<Item = Configuration>, count: u64) {
    let first = variable("HOSTILE_FIRST").unwrap_or(0);
    let mut faults = Vec::new();
    for configuration in configurations {
        let (heartbeat, beats) = channel();
        let checked = configuration.clone();
        let worker = std::thread::spawn(move || {
            (first..first + count).find_map(|seed| checked.fault(seed, &heartbeat))
        });
        let mut last = first;
        loop {
            match beats.recv_timeout(PATIENCE) {
                Ok(seed) => last = seed,
                Err(RecvTimeoutError::Disconnected) => {
                    faults.extend(worker.join().expect("faults are caught"));
                    break;
                }
                // The thread cannot be stopped; it ends with this test.
                Err(RecvTimeoutError::Timeout) => {
                    let scene = hostile::scene(configuration.bodies(), last);
                    let reason = format!("no answer within {PATIENCE:?}");
                    faults.push(configuration.stored(last, &scene, &reason));
                    break;
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

impl Configuration {
    fn label(&self) -> String {
        self.entry.label(&self.options)
    }

    /// The class of scenes whose bodies the detector accepts.
    fn bodies(&self) -> Bodies {
        let accepts = self.entry.profile().accepts;
        match (accepts.concave && accepts.open, accepts.deforming) {
            (false, _) => Bodies::Convex,
            (true, false) => Bodies::Rigid,
            (true, true) => Bodies::Any,
        }
    }

    /// Describes what is wrong with the answers to the scene of `seed`, after reducing the scene.
    fn fault(&self, seed: u64, heartbeat: &Sender<u64>) -> Option<String> {
        let fails = |scene: &Scene| {
            // The receiver is gone once the test has given up on this thread.
            heartbeat.send(seed).ok();
            self.wrong_answer(seed, scene)
        };
        let scene = hostile::scene(self.bodies(), seed);
        let mut reason = fails(&scene)?;
        let scene = reduced(scene, |scene| match fails(scene) {
            Some(why) => {
                reason = why;
                true
            }
            None => false,
        });
        Some(self.stored(seed, &scene, &reason))
    }

    /// What is wrong with the answers of a fresh detector to all frames of a scene.
    fn wrong_answer(&self, seed: u64, scene: &Scene) -> Option<String> {
        let asked = catch_unwind(AssertUnwindSafe(|| {
            let mut detector = self
                .entry
                .build(&self.options)
                .expect("a value of the list");
            // A body that rounding has dented, or a flat one, may be refused.
            detector.prepare(&scene.bodies).ok()?;
            let certifies = self.entry.is_time_critical();
            let mut reference = Reference::new(scene, certifies, world(seed, scene));
            (0..scene.frames.len()).find_map(|i| reference.difference(&mut *detector, i))
        }));
        asked.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            Some(format!("panic: {}", text.unwrap_or_default()))
        })
    }

    /// Stores the scene for another look, and describes the fault with the command that shows it.
    fn stored(&self, seed: u64, scene: &Scene, reason: &str) -> String {
        let (label, faces) = (self.label(), scene.face_count());
        let folder = format!("hostile-{}-{seed}", label.replace(' ', "-"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let world = world(seed, scene);
        format!(
            "{label}: seed {seed}, world {world:?}, {} bodies, {faces} faces, {} frames: {reason}\n  \
             stored: {}",
            scene.bodies.len(),
            scene.frames.len(),
            store(scene, &folder).display()
        )
    }
}

fn store(scene: &Scene, folder: &Path) -> PathBuf {
    // A recording of an earlier run under the same name is out of date.
    std::fs::remove_dir_all(folder).ok();
    recording::write(scene, folder).expect("the folder of temporary files takes a recording");
    folder.to_owned()
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

/// Brute force and what certificates are checked against, for one scene.
struct Reference<'a> {
    scene: &'a Scene,
    world: Option<Aabb>,
    brute_force: BruteForce,
    separator: Option<Separator>,
}

impl<'a> Reference<'a> {
    fn new(scene: &'a Scene, certifies: bool, world: Option<Aabb>) -> Reference<'a> {
        let mut brute_force = BruteForce::new();
        brute_force
            .prepare(&scene.bodies)
            .expect("brute force accepts everything");
        Reference {
            scene,
            world,
            brute_force,
            separator: certifies.then(|| Separator::new(&scene.bodies)),
        }
    }

    /// Asks a prepared detector for frame `i`, and describes a difference from the truth.
    fn difference(&mut self, detector: &mut dyn Detector, i: usize) -> Option<String> {
        let frame = Frame {
            world_cube: self.world,
            ..self.scene.frame(i)
        };
        let mut found = Findings::default();
        detector.detect(&frame, &mut found);
        let truth = Truth::by(&mut self.brute_force, self.scene, i);
        let profile: Profile = detector.profile();
        if let Err(difference) = compare(&profile, &truth, &found) {
            return Some(difference.to_string());
        }
        let separator = self.separator.as_mut()?;
        separator.place(&frame);
        let fault = check_certificates(&found, &separator.separations()).err()?;
        Some(format!("frame {i}: {fault}"))
    }
}

/// Leaves out frames, bodies and faces as long as the scene still fails.
fn reduced(mut scene: Scene, mut fails: impl FnMut(&Scene) -> bool) -> Scene {
    loop {
        let still_failing = smaller(&scene).find(|scene| fails(scene));
        match still_failing {
            Some(smaller) => scene = smaller,
            None => return scene,
        }
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
    let bodies = (0..scene.bodies.len()).filter(|_| scene.bodies.len() > 2);
    let without_body = bodies.map(|i| {
        let others: Vec<usize> = (0..scene.bodies.len()).filter(|j| *j != i).collect();
        scene.only(&others)
    });
    let face_of = |body: usize| (0..scene.bodies[body].mesh.face_count()).map(move |f| (body, f));
    let without_face = (0..scene.bodies.len())
        .flat_map(face_of)
        .filter_map(|(body, face)| {
            let mesh = &scene.bodies[body].mesh;
            let mut triangles = mesh.triangles().to_vec();
            triangles.remove(face);
            let mesh = Mesh::new(mesh.vertices().to_vec(), triangles).ok()?;
            let mut scene = scene.clone();
            scene.bodies[body].mesh = Arc::new(mesh);
            Some(scene)
        });
    without_frame.chain(without_body).chain(without_face)
}
