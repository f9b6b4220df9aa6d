//! Scene of equal spheres of which several pairs meet at the same time [Smith95 §5].

use super::approach::Approach;
use super::meeting::Surface;
use super::{along_paths, check_range, copies, lattice_point, row_of_cube, sphere};
use crate::random::SceneRng;
use crate::{Scene, SceneError};

const NAME: &str = "sphere-pairs";

/// Distance of the centers of a pair in the first cycle, in radii.
const START: f64 = 4.0;

/// Distance of the centers in the last cycle for a pair that does not meet, in radii. Boxes may
/// overlap, as in a swarm.
const APART: f64 = 2.5;

/// Distance of neighboring pairs, in radii: in any direction a pair reaches 3 radii from its
/// midpoint.
const SPACING: f64 = 6.1;

/// Generates pairs of rotating spheres of radius 1 that approach each other over 72 cycles.
///
/// The first `meeting` pairs meet in the last cycle and in none before, and no others ever meet.
/// Scenes of one seed differ only in the last distance of pairs.
///
/// # Errors
/// Fails unless there are 2 to 2000 bodies, an even number, and at most as many meeting pairs as
/// there are pairs, or if no sphere has this number of faces.
pub fn sphere_pairs(bodies: u32, meeting: u32, faces: u32, seed: u64) -> Result<Scene, SceneError> {
    check_range(NAME, "bodies", bodies, 2..=2000)?;
    let pairs = bodies / 2;
    check_range(NAME, "meeting", meeting, 0..=pairs)?;
    let mesh = sphere(NAME, faces)?;
    let mut rng = SceneRng::new(seed);
    let surface = Surface::new(&mesh);
    let row = row_of_cube(pairs);
    let mut paths = Vec::new();
    for pair in 0..pairs {
        let draw = |_| {
            let mut approach = Approach::draw([&surface; 2], 0.4, START, &mut rng);
            approach.middle = lattice_point(pair, row) * SPACING;
            let meets = approach.paths()?;
            Some([approach.paths_to(APART), meets])
        };
        let [apart, meets] = (0..64).find_map(draw).ok_or(SceneError::NoMotion {
            generator: NAME,
            seed,
        })?;
        paths.extend(if pair < meeting { meets } else { apart });
    }
    let faces = mesh.face_count();
    let name = format!("{NAME}:bodies={bodies},faces={faces},meeting={meeting},seed={seed}");
    let side = SPACING * f64::from(row);
    along_paths(name, copies("sphere", 2 * pairs, &mesh), &paths, side)
}
