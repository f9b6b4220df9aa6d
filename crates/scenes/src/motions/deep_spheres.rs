//! Scene of two equal spheres that overlap deeply: many contacts in every frame.

use super::path::time;
use super::{copies, cube_around_origin, sphere};
use crate::random::SceneRng;
use crate::{Scene, SceneError, SceneFrame};
use geometry::Pose;

const NAME: &str = "deep-spheres";

/// Number of frames.
const FRAMES: usize = 8;

/// Distances of the centers in the first and the last frame, in radii: each center lies inside the
/// other sphere.
const DISTANCES: (f64, f64) = (0.95, 0.85);

/// Number of full turns of each sphere over the motion.
const TURNS: f64 = 0.4;

/// Side of the world cube, in radii.
const WORLD: f64 = 8.0;

/// Generates two rotating spheres of radius 1 whose centers are less than a radius apart.
///
/// Their surfaces cross along a circle in each of the 8 frames.
///
/// # Errors
/// Returns [`SceneError::NoSuchSphere`] for a number of faces up to 3968 that no sphere of the
/// family has.
pub fn deep_spheres(faces: u32, seed: u64) -> Result<Scene, SceneError> {
    let mesh = sphere(NAME, faces)?;
    let mut rng = SceneRng::new(seed);
    let (direction, spins) = (rng.generic_direction(), [rng.spin(TURNS), rng.spin(TURNS)]);
    let (from, to) = DISTANCES;
    let frames = (0..FRAMES).map(|i| {
        let t = time(i, FRAMES);
        let half = direction * (0.5 * (from + (to - from) * t));
        let [a, b] = spins.each_ref().map(|spin| spin.at(t));
        SceneFrame::rigid(vec![Pose::new(-half, a), Pose::new(half, b)])
    });
    let bodies = copies("sphere", 2, &mesh).collect();
    let name = format!("{NAME}:faces={},seed={seed}", mesh.face_count());
    let world = cube_around_origin(WORLD);
    Ok(Scene::new(name, bodies, frames.collect())?.within(world))
}
