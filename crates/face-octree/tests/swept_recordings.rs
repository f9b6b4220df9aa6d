//! Recordings with contacts between frames, played in any order: no pair is missed, and what a
//! detector keeps from frame to frame changes no finding.

use baselines::BruteForce;
use collision::{Body, BodyId, Detector, Findings, Frame, Query};
use face_octree::{SweptFaceOctree, SweptMode, SweptOptions, Times};
use geometry::{Mesh, Pose, Quat, Vec3};
use oracle::swept::{ReferencePath, StepContact, step_contacts};
use scenes::random::SceneRng;
use scenes::{Scene, SceneFrame};
use std::sync::Arc;

/// Recordings of each kind at each scale.
const SEEDS: u64 = 6;

/// Exponents of scales: about 1e-301, 1 and 1e21.
const SCALES: [i32; 3] = [-1000, 0, 70];

/// Number of bodies and of frames of a recording.
const BODIES: usize = 3;
const FRAMES: usize = 4;

/// Frames asked for, each with the next instant that it announces: the one that follows, one that
/// does not come, itself, or none. Some are asked twice, or come back.
const PLAYED: [(usize, Option<usize>); 12] = [
    (0, Some(1)),
    (1, Some(2)),
    (1, Some(2)),
    (2, Some(0)),
    (3, Some(2)),
    (2, Some(3)),
    (3, None),
    (3, Some(0)),
    (0, Some(0)),
    (0, Some(3)),
    (2, Some(1)),
    (1, Some(2)),
];

/// Frame of [`PLAYED`] before which a body leaves.
const LEAVES_BEFORE: usize = 10;

/// Returns two faces about `center`: a plate, or a needle if it is narrow. They have no thickness.
fn plate(center: Vec3, length: f64, width: f64) -> Arc<Mesh> {
    let (x, y) = (Vec3::X * (0.5 * length), Vec3::Y * (0.5 * width));
    let corners = [-x - y, x - y, -x + y, x + y].map(|p| center + p);
    Arc::new(Mesh::new(corners.to_vec(), vec![[0, 1, 2], [2, 1, 3]]).unwrap())
}

/// Returns one of the values, each equally likely.
fn pick<T: Copy>(rng: &mut SceneRng, values: &[T]) -> T {
    values[rng.between(0.0, values.len() as f64) as usize]
}

fn thin(rng: &mut SceneRng, center: Vec3) -> Arc<Mesh> {
    let width = pick(rng, &[2.0, 0.3, 1e-3, 0.0]);
    plate(center, rng.between(1.0, 3.0), width)
}

fn rigid(meshes: impl IntoIterator<Item = Arc<Mesh>>) -> Vec<Body> {
    let named = |(i, mesh)| Body::rigid(format!("body {i}"), mesh);
    meshes.into_iter().enumerate().map(named).collect()
}

fn recording(name: &str, bodies: Vec<Body>, frame: impl FnMut(usize) -> SceneFrame) -> Scene {
    Scene::new(name, bodies, (0..FRAMES).map(frame).collect()).unwrap()
}

/// Thin bodies that pass through each other between two frames.
fn passing(rng: &mut SceneRng) -> Scene {
    let bodies = rigid([0; BODIES].map(|_| thin(rng, Vec3::ZERO)));
    let far = pick(rng, &[1.5, 20.0, 1e4]);
    let ways = [0; BODIES].map(|_| (rng.in_cube(1.0), rng.direction() * far, rng.rotation()));
    recording("passing", bodies, |k| {
        let way = [-1.0, 1.1, -1.2, 1.3][k];
        let poses = ways.map(|(at, to, rotation)| Pose::new(at + to * way, rotation));
        SceneFrame::rigid(poses.to_vec())
    })
}

/// Blades that turn by 30 degrees a frame, about an axis through them or far from them.
fn turning(rng: &mut SceneRng) -> Scene {
    let arms = [0.0, 1.0, 5.0].map(|arm| rng.direction() * arm);
    let bodies = rigid(arms.map(|arm| thin(rng, arm)));
    let turns = arms.map(|arm| {
        let start = rng.rotation();
        (rng.in_cube(2.0) - start * arm, rng.direction(), start)
    });
    recording("turning", bodies, |k| {
        let poses = turns.map(|(at, axis, start)| {
            let turn = Quat::from_axis_angle(axis, (30.0 * k as f64).to_radians());
            Pose::new(at, (turn * start).normalize())
        });
        SceneFrame::rigid(poses.to_vec())
    })
}

/// Sheets that flip through one another. Each is at rest in one of the frames, and one is rigid.
fn flipping(rng: &mut SceneRng) -> Scene {
    let sheet = plate(Vec3::ZERO, 2.0, 2.0);
    let mut bodies = rigid([0; BODIES].map(|_| sheet.clone()));
    bodies[1].deforms = true;
    bodies[2].deforms = true;
    let rotations = [0; BODIES].map(|_| rng.rotation());
    recording("flipping", bodies, |k| {
        let side = if k.is_multiple_of(2) { 0.2 } else { -0.2 };
        let pose = |i: usize| Pose::new(Vec3::Z * (side * i as f64), rotations[i]);
        let mut bent = |i: usize| {
            let corners = sheet.vertices().iter();
            let bent = corners.map(|p| *p + rng.in_cube(1.0)).collect();
            (i > 0 && i != k).then_some(bent)
        };
        let deformed = (0..BODIES).map(&mut bent).collect();
        let poses = (0..BODIES).map(pose).collect();
        SceneFrame { poses, deformed }
    })
}

/// Bodies that jump between four places, one of them far away.
fn jumping(rng: &mut SceneRng) -> Scene {
    let bodies = rigid([0; BODIES].map(|_| thin(rng, Vec3::ZERO)));
    let places = [1.0, 1.0, 3.0, 1e6].map(|side| Pose::new(rng.in_cube(side), rng.rotation()));
    recording("jumping", bodies, |_| {
        let poses = [0; BODIES].map(|_| pick(rng, &places));
        SceneFrame::rigid(poses.to_vec())
    })
}

fn detectors() -> impl Iterator<Item = SweptOptions> {
    let modes = [SweptMode::Published, SweptMode::Swept, SweptMode::Rotation];
    modes.into_iter().flat_map(|mode| {
        [Times::Off, Times::Certified].map(|times| SweptOptions {
            mode,
            times,
            ..SweptOptions::default()
        })
    })
}

/// Numbers of pairs that meet in a recording.
#[derive(Debug, Default)]
struct Met {
    all: usize,
    /// Those apart at both instants.
    between: usize,
}

/// Plays a recording with detectors that keep their state, and compares them with the reference,
/// with brute force at the instants, and with detectors that see one frame only.
fn check(scene: &Scene, met: &mut Met) {
    let mut kept: Vec<_> = detectors().map(SweptFaceOctree::with_options).collect();
    let mut exact = BruteForce::new();
    exact.prepare(&scene.bodies).unwrap();
    for detector in &mut kept {
        detector.prepare(&scene.bodies).unwrap();
    }
    let detect = |detector: &mut dyn Detector, frame: &Frame<'_>| {
        let mut found = Findings::default();
        detector
            .detect(frame, &Query::default(), &mut found)
            .unwrap();
        found
    };
    let left = BodyId(1);
    for (i, &(now, next)) in PLAYED.iter().enumerate() {
        let has_left = i >= LEAVES_BEFORE;
        if i == LEAVES_BEFORE {
            exact.remove(left);
            assert!(kept.iter_mut().all(|detector| detector.remove(left)));
        }
        let frames = [now, next.unwrap_or(now)].map(|k| scene.frames[k].clone());
        let step = Scene::new(&*scene.name, scene.bodies.clone(), frames.to_vec()).unwrap();
        let frame = match next {
            Some(_) => step.frame(0),
            None => Frame::at(step.frame(0).now),
        };
        let at_instant = detect(&mut exact, &frame).contacts;
        let references = [ReferencePath::Linear, ReferencePath::Turning].map(|path| {
            let mut reference = step_contacts(&step, 0, path);
            let stays = |body| !has_left || body != left;
            let bodies = |pair: &collision::FacePair| [pair.bodies.a, pair.bodies.b];
            reference
                .pairs
                .retain(|(pair, _)| bodies(pair).into_iter().all(stays));
            reference
        });
        for (_, meeting) in references.iter().flat_map(|r| &r.pairs) {
            if let StepContact::At(time) = meeting {
                met.all += 1;
                met.between += usize::from(0.0 < *time && *time < 1.0);
            }
        }
        for (options, detector) in detectors().zip(&mut kept) {
            let what = format!("`{}`, frame {i} of those played, {options:?}", scene.name);
            let found = detect(detector, &frame);
            assert!(
                found.contacts == at_instant,
                "{what}: contacts of the instant"
            );
            let reference = match options.mode {
                SweptMode::Published => None,
                SweptMode::Swept => Some(&references[0]),
                SweptMode::Rotation => Some(&references[1]),
            };
            if let Some(Err(fault)) = reference.map(|reference| reference.check(&found)) {
                panic!("{what}: {fault}");
            }
            let mut fresh = SweptFaceOctree::with_options(options);
            fresh.prepare(&scene.bodies).unwrap();
            assert!(!has_left || fresh.remove(left));
            let alone = detect(&mut fresh, &frame);
            assert!(
                found.evidence == alone.evidence,
                "{what}: another detector's evidence"
            );
            assert!(
                found.bodies == alone.bodies,
                "{what}: another detector's bodies"
            );
        }
    }
}

/// Checks recordings of one kind at all scales. At least `between` pairs have to meet between the
/// instants only.
fn check_all(draw: fn(&mut SceneRng) -> Scene, between: usize) {
    let mut met = Met::default();
    for seed in 0..SEEDS {
        let drawn = draw(&mut SceneRng::new(seed));
        for exponent in SCALES {
            let mut scene = drawn.scaled_by_power_of_two(exponent).unwrap();
            scene.name = format!("{} {seed}, scaled by 2^{exponent}", drawn.name);
            check(&scene, &mut met);
        }
    }
    let name = draw(&mut SceneRng::new(0)).name;
    assert!(met.between >= between, "{name}: {met:?}");
}

#[test]
fn thin_bodies_that_pass_through_each_other_are_found_in_any_order_of_frames() {
    check_all(passing, 1000);
}

#[test]
fn blades_that_turn_are_found_in_any_order_of_frames() {
    check_all(turning, 100);
}

#[test]
fn sheets_that_flip_are_found_in_any_order_of_frames() {
    check_all(flipping, 50);
}

#[test]
fn bodies_that_jump_are_found_in_any_order_of_frames() {
    check_all(jumping, 400);
}
