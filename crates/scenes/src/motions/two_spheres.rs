//! Scene of two equal spheres that approach until they meet [Smith95 §4.1, Figures 5 to 7].

use super::approach::Approach;
use super::path::time;
use super::{CYCLES, cube_around_origin, sphere};
use crate::random::SceneRng;
use crate::{Scene, SceneError, SceneFrame};
use collision::Body;
use geometry::Vec3;

const NAME: &str = "two-spheres";

/// Side of the world cube, in radii of the spheres (D1).
const WORLD: f64 = 8.0;

/// Distance of the centers in the first cycle, in radii. It fits the cube in any direction.
const START: f64 = 6.0;

/// Generates two rotating spheres of radius 1 that approach each other over 72 cycles.
///
/// Faces meet in the last cycle and in none before [Smith95 §4.1]. The contact is about 0.05 deep,
/// which is less than the step of one cycle (D2).
///
/// # Errors
/// Returns [`SceneError::NoSuchSphere`] for a number of faces up to 3968 that no sphere of the
/// family has.
pub fn two_spheres(faces: u32, seed: u64) -> Result<Scene, SceneError> {
    let mesh = sphere(NAME, faces)?;
    let mut rng = SceneRng::new(seed);
    for _ in 0..ATTEMPTS {
        let approach = Approach {
            a: &mesh,
            b: &mesh,
            spin_a: rng.spin(TURNS),
            spin_b: rng.spin(TURNS),
            direction: rng.generic_direction(),
            middle: Vec3::ZERO,
            start: START,
            cycles: CYCLES,
        };
        let Some([a, b]) = approach.paths() else {
            continue;
        };
        let frames = (0..CYCLES).map(|i| time(i, CYCLES));
        let frames = frames
            .map(|t| SceneFrame::rigid(vec![a.pose(t), b.pose(t)]))
            .collect();
        let bodies = (0..2)
            .map(|i| Body::rigid(format!("sphere {i}"), mesh.clone()))
            .collect();
        let name = format!("{NAME}:faces={},seed={seed}", mesh.face_count());
        return Ok(Scene::new(name, bodies, frames)?.within(cube_around_origin(WORLD)));
    }
    Err(SceneError::NoMotion {
        generator: NAME,
        seed,
    })
}

/// Number of full turns of each sphere over the motion.
const TURNS: f64 = 0.4;

/// Maximum number of motions to draw before the generator returns an error.
const ATTEMPTS: usize = 64;
