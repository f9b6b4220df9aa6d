//! Scenes of moving and deforming bodies [Smith95 §2.2.1].

use super::meeting::surfaces_meet;
use super::path::time;
use super::{MAX_FACES, check_range, sphere};
use crate::bodies::{bent, tube};
use crate::random::SceneRng;
use crate::rotation::{about, unit};
use crate::{Scene, SceneError, SceneFrame};
use collision::Body;
use geometry::angle::sin_cos;
use geometry::{Mesh, Pose, Vec3};
use std::sync::Arc;

const WAVING: &str = "waving-spheres";
const BENDING: &str = "bending-tubes";

/// Number of frames of the deforming scenes.
const FRAMES: usize = 48;

/// Generates two adjacent closed spheres with traveling waves, over 48 frames.
///
/// Each frame has new vertices for both bodies. The spheres meet at wave crests, in many frames but
/// not in all.
///
/// # Errors
/// Fails for a number of faces up to 3968 that no sphere of the family has.
pub fn waving_spheres(faces: u32, seed: u64) -> Result<Scene, SceneError> {
    let mesh = sphere(WAVING, faces)?;
    scene_with_intermittent_contact((WAVING, seed), ("waving sphere", &mesh), waving_frames)
}

fn waving_frames(mesh: &Mesh, rng: &mut SceneRng) -> Vec<SceneFrame> {
    let apart = rng.generic_direction();
    let waves = [Wave::draw(rng), Wave::draw(rng)];
    let spins = [rng.spin(0.05), rng.spin(0.05)];
    let frame = |i: usize| {
        let t = time(i, FRAMES);
        // The distance oscillates twice.
        let distance = 2.0 + 0.06 * sin_cos(2.0 * t + 0.25).0;
        let pose = |b: usize| {
            let side = if b == 0 { -0.5 } else { 0.5 };
            Pose::new(apart * (side * distance), spins[b].at(t))
        };
        let deformed = waves
            .each_ref()
            .map(|w| Some(w.over(mesh.vertices(), t)))
            .to_vec();
        SceneFrame {
            poses: vec![pose(0), pose(1)],
            deformed,
        }
    };
    (0..FRAMES).map(frame).collect()
}

/// Returns the first drawn scene whose two bodies meet in 1/4 to 7/8 of the frames.
///
/// # Errors
/// Fails if none of 64 draws does.
fn scene_with_intermittent_contact(
    (generator, seed): (&'static str, u64),
    (body, mesh): (&str, &Arc<Mesh>),
    draw: impl Fn(&Mesh, &mut SceneRng) -> Vec<SceneFrame>,
) -> Result<Scene, SceneError> {
    let bodies = [0, 1].map(|i| Body::deforming(format!("{body} {i}"), mesh.clone()));
    let meet = |frame: &&SceneFrame| {
        let [a, b] = [0, 1].map(|i| frame.world_vertices(i, &bodies[i]));
        surfaces_meet((mesh, &a), (mesh, &b))
    };
    let mut rng = SceneRng::new(seed);
    let frames = (0..64).map(|_| draw(mesh, &mut rng)).find(|frames| {
        let met = frames.iter().filter(meet).count();
        (FRAMES / 4..=7 * FRAMES / 8).contains(&met)
    });
    let frames = frames.ok_or(SceneError::NoMotion { generator, seed })?;
    let name = format!("{generator}:faces={},seed={seed}", mesh.face_count());
    Scene::new(name, bodies.to_vec(), frames)
}

/// Wave of the radius along a direction.
struct Wave {
    direction: Vec3,
    /// Periods per scene unit.
    number: f64,
    phase: f64,
}

/// Amplitude of the wave, in radii.
const CREST: f64 = 0.08;

/// Number of periods of the wave over the whole motion.
const PERIODS: f64 = 2.0;

impl Wave {
    fn draw(rng: &mut SceneRng) -> Wave {
        let (direction, number) = (rng.direction(), rng.between(0.8, 1.4));
        let phase = rng.between(0.0, 1.0);
        Wave {
            direction,
            number,
            phase,
        }
    }

    /// Returns the deformed vertices of the unit sphere at `time`, from 0 to 1.
    fn over(&self, sphere: &[Vec3], time: f64) -> Vec<Vec3> {
        let phase = self.phase + PERIODS * time;
        let wave = |p: &Vec3| {
            let (sin, _) = sin_cos(self.number * self.direction.dot(*p) - phase);
            *p * (1.0 + CREST * sin)
        };
        sphere.iter().map(wave).collect()
    }
}

/// Generates two crossed closed tubes that bend back and forth, over 48 frames.
///
/// Each frame has new vertices for both bodies. The tubes meet while they bend toward each other.
/// `faces` is rounded to the nearest number of faces of a tube, which the scene's name contains.
///
/// # Errors
/// Fails unless `faces` is 48 to 4000000.
pub fn bending_tubes(faces: u32, seed: u64) -> Result<Scene, SceneError> {
    check_range(BENDING, "faces", faces, 48..=MAX_FACES)?;
    // Faces are about as long as wide. The tube is about eight times as long as wide.
    let slices = ((f64::from(faces) / 8.0).sqrt() as u32).clamp(6, 512);
    let segments = (f64::from(faces) / f64::from(2 * slices)).round() as u32 - 1;
    let mesh = Arc::new(tube(LENGTH, 0.25, slices, segments.max(1)));
    scene_with_intermittent_contact((BENDING, seed), ("bending tube", &mesh), bending_frames)
}

fn bending_frames(mesh: &Mesh, rng: &mut SceneRng) -> Vec<SceneFrame> {
    let phases = [rng.between(-0.05, 0.05), rng.between(-0.05, 0.05)];
    let tilt = rng.rotation();
    // The lower tube bends up, the upper tube crosses it and bends down.
    let across = about(Vec3::X, 0.5) * about(Vec3::Y, 0.25);
    let rotations = [tilt, tilt * across].map(unit);
    let frame = |i: usize| {
        let t = time(i, FRAMES);
        let bend = |b: usize| {
            let turns = 0.125 * sin_cos(2.0 * t + phases[b]).0;
            Some(bent(mesh.vertices(), LENGTH, turns))
        };
        let pose = |b: usize| {
            // The distance of the centers oscillates while the ends bend back and forth.
            let height = GAP * (1.0 + 0.6 * sin_cos(2.0 * t).0);
            let place = Vec3::Y * if b == 0 { -height } else { height };
            Pose::new(tilt * place, rotations[b])
        };
        SceneFrame {
            poses: vec![pose(0), pose(1)],
            deformed: vec![bend(0), bend(1)],
        }
    };
    (0..FRAMES).map(frame).collect()
}

/// Length of a tube, in scene units.
const LENGTH: f64 = 4.0;

/// Half of the mean distance of the tubes' centers, in scene units. Their radius is 0.25.
const GAP: f64 = 0.32;
