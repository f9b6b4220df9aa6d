//! Scenes of moving and deforming bodies [Smith95 §2.2.1].

use super::meeting::surfaces_meet;
use super::path::time;
use super::sphere;
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
    let name = format!("{WAVING}:faces={},seed={seed}", mesh.face_count());
    let mut rng = SceneRng::new(seed);
    let drawn = std::iter::repeat_with(|| waving_frames(&mesh, &mut rng));
    scene_with_intermittent_contact(drawn, name, pair("waving sphere", &mesh)).unwrap_or(Err(
        SceneError::NoMotion {
            generator: WAVING,
            seed,
        },
    ))
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

/// Returns the first drawn scene whose bodies meet in 1/4 to 7/8 of the frames.
///
/// Returns `None` if none of 64 draws does.
fn scene_with_intermittent_contact(
    drawn: impl Iterator<Item = Vec<SceneFrame>>,
    name: String,
    bodies: Vec<Body>,
) -> Option<Result<Scene, SceneError>> {
    let frames = drawn.take(64).find(|frames| {
        let met = frames.iter().filter(|frame| {
            let [a, b] = [0, 1].map(|i| frame.world_vertices(i, &bodies[i]));
            surfaces_meet((bodies[0].mesh(), &a), (bodies[1].mesh(), &b))
        });
        (FRAMES / 4..=7 * FRAMES / 8).contains(&met.count())
    })?;
    Some(Scene::new(name, bodies, frames))
}

/// Wave of the radius along a direction.
struct Wave {
    direction: Vec3,
    /// Periods per scene unit, and over the whole motion.
    number: f64,
    turns: f64,
    phase: f64,
}

/// Amplitude of the wave, in radii.
const CREST: f64 = 0.08;

impl Wave {
    fn draw(rng: &mut SceneRng) -> Wave {
        let (direction, number) = (rng.direction(), rng.between(0.8, 1.4));
        Wave {
            direction,
            number,
            turns: 2.0,
            phase: rng.between(0.0, 1.0),
        }
    }

    /// Returns the deformed vertices of the unit sphere at `time`, from 0 to 1.
    fn over(&self, sphere: &[Vec3], time: f64) -> Vec<Vec3> {
        let phase = self.phase + self.turns * time;
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
    if !(48..=super::MAX_FACES).contains(&faces) {
        let (parameter, range) = ("faces", "48 to 4000000");
        return Err(SceneError::Parameter {
            generator: BENDING,
            parameter,
            value: faces.into(),
            range,
        });
    }
    // Faces are about as long as wide. The tube is about eight times as long as wide.
    let slices = ((f64::from(faces) / 8.0).sqrt() as u32).clamp(6, 512);
    let segments = (f64::from(faces) / f64::from(2 * slices)).round() as u32 - 1;
    let mesh = Arc::new(tube(LENGTH, 0.25, slices, segments.max(1)));
    let name = format!("{BENDING}:faces={},seed={seed}", mesh.face_count());
    let mut rng = SceneRng::new(seed);
    let drawn = std::iter::repeat_with(|| bending_frames(&mesh, &mut rng));
    scene_with_intermittent_contact(drawn, name, pair("bending tube", &mesh)).unwrap_or(Err(
        SceneError::NoMotion {
            generator: BENDING,
            seed,
        },
    ))
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

fn pair(name: &str, mesh: &Arc<Mesh>) -> Vec<Body> {
    let body = |i| Body::deforming(format!("{name} {i}"), mesh.clone());
    vec![body(0), body(1)]
}
