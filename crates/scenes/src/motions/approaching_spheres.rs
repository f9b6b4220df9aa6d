//! Scene of two equal spheres that approach slowly, with the instant after they meet
//! [Kitamura95 §5].

use super::path::time;
use super::{CYCLES, copies, cube_around_origin, sphere};
use crate::random::SceneRng;
use crate::{Scene, SceneError, SceneFrame};
use geometry::Pose;

const NAME: &str = "approaching-spheres";

/// Distances of the centers in the first frame and the last, in radii. At 2 the spheres touch, so
/// their faces first meet between the last two frames. A cycle moves each sphere by 0.007, as the
/// paper assumes motion that is small beside a voxel of 8 / 64 (§3.1).
const DISTANCES: (f64, f64) = (3.0, 1.99);

/// Number of full turns of each sphere over the cycles.
const TURNS: f64 = 0.2;

/// Side of the world cube, in radii.
const WORLD: f64 = 8.0;

/// Generates two rotating spheres of radius 1 that approach over 72 cycles, and one more frame: the
/// instant after the last cycle. Spheres of 960 faces or more first meet between the last two
/// frames; coarser ones are flatter, and may pass that by.
///
/// # Errors
/// Returns [`SceneError::NoSuchSphere`] for a number of faces up to 3968 that no sphere of the
/// family has.
pub fn approaching_spheres(faces: u32, seed: u64) -> Result<Scene, SceneError> {
    let mesh = sphere(NAME, faces)?;
    let mut rng = SceneRng::new(seed);
    let (direction, spins) = (rng.generic_direction(), [rng.spin(TURNS), rng.spin(TURNS)]);
    let (from, to) = DISTANCES;
    let frames = (0..=CYCLES).map(|i| {
        let t = time(i, CYCLES + 1);
        let half = direction * (0.5 * (from + (to - from) * t));
        let [a, b] = spins.each_ref().map(|spin| spin.at(t));
        SceneFrame::rigid(vec![Pose::new(-half, a), Pose::new(half, b)])
    });
    let bodies = copies("sphere", 2, &mesh).collect();
    let name = format!("{NAME}:faces={},seed={seed}", mesh.face_count());
    let world = cube_around_origin(WORLD);
    Ok(Scene::new(name, bodies, frames.collect())?.within(world))
}
