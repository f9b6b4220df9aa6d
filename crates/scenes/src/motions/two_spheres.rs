//! Scene of two equal spheres that approach until they meet [Smith95 §4.1, Figures 5 to 7].

use super::approach::Approach;
use super::meeting::Surface;
use super::{along_paths, copies, sphere};
use crate::random::SceneRng;
use crate::{Scene, SceneError};

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
    let surface = Surface::new(&mesh);
    let draw = |_| Approach::draw([&surface; 2], TURNS, START, &mut rng).paths();
    let no_motion = SceneError::NoMotion {
        generator: NAME,
        seed,
    };
    let paths = (0..ATTEMPTS).find_map(draw).ok_or(no_motion)?;
    let name = format!("{NAME}:faces={},seed={seed}", mesh.face_count());
    along_paths(name, copies("sphere", 2, &mesh), &paths, WORLD)
}

/// Number of full turns of each sphere over the motion.
const TURNS: f64 = 0.4;

/// Maximum number of motions to draw before the generator returns an error.
const ATTEMPTS: usize = 64;
