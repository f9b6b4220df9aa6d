//! Scene of many equal spheres, two of which meet at the end [Smith95 §4.3.1, Figure 10].

use super::approach::Approach;
use super::meeting::Surface;
use super::path::{Path, time};
use super::{CYCLES, along_paths, check_range, copies, sphere};
use crate::random::SceneRng;
use crate::{Scene, SceneError};

const NAME: &str = "sphere-swarm";

/// Side of the world cube for up to [`SAME_WORLD`] spheres, in radii.
const WORLD: f64 = 16.0;

/// Maximum number of spheres that share the paper's world cube.
///
/// For more spheres the cube grows, so that the density is that of 40 spheres.
const SAME_WORLD: u32 = 40;

/// Least distance of the centers of spheres that never meet, in radii.
///
/// The spheres are inscribed in radius 1. Beyond a distance of 2 they are apart in any rotation.
const CLEARANCE: f64 = 2.01;

/// Maximum number of draws for one sphere before the generator returns an error.
const DRAWS: usize = 20_000;

/// Generates spheres of radius 1 that move and rotate over 72 cycles [Smith95 §4.3.1].
///
/// The first two meet in the last cycle, and no others ever meet. Boxes may overlap. Up to 40
/// bodies, a scene contains the bodies of the smaller scenes of its seed, with the same motion and
/// world cube.
///
/// # Errors
/// Fails unless there are 2 to 2000 bodies, or if no sphere has this number of faces.
pub fn sphere_swarm(bodies: u32, faces: u32, seed: u64) -> Result<Scene, SceneError> {
    check_range(NAME, "bodies", bodies, 2..=2000)?;
    let mesh = sphere(NAME, faces)?;
    let side = WORLD * super::cube_root(f64::from(bodies.max(SAME_WORLD)) / f64::from(SAME_WORLD));
    let mut rng = SceneRng::new(seed);
    let no_motion = || SceneError::NoMotion {
        generator: NAME,
        seed,
    };
    // Two spheres near the center that meet in the last cycle only.
    let surface = Surface::new(&mesh);
    let draw_pair = |_| Approach::draw([&surface; 2], 0.4, 6.0, &mut rng).paths();
    let mut paths = Vec::from((0..64).find_map(draw_pair).ok_or_else(no_motion)?);
    while paths.len() < bodies as usize {
        let path = (0..DRAWS)
            .map(|_| draw(&mut rng, side))
            .find(|p| clear(p, &paths));
        paths.push(path.ok_or_else(no_motion)?);
    }
    let faces = mesh.face_count();
    let name = format!("{NAME}:bodies={bodies},faces={faces},seed={seed}");
    along_paths(name, copies("sphere", bodies, &mesh), &paths, side)
}

/// Draws a path of two to four radii within the cube.
fn draw(rng: &mut SceneRng, side: f64) -> Path {
    let room = side - 2.0;
    Path::draw(rng, room, (2.0, 4.0), (0.2, 0.8))
}

/// Returns true if a path keeps [`CLEARANCE`] from all others in every cycle.
fn clear(path: &Path, others: &[Path]) -> bool {
    others.iter().all(|other| {
        (0..CYCLES).all(|i| {
            let t = time(i, CYCLES);
            (path.center(t) - other.center(t)).length_squared() >= CLEARANCE * CLEARANCE
        })
    })
}
