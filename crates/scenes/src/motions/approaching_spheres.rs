//! Scene of two equal spheres that approach slowly, with the instant after they meet
//! [Kitamura95 §5].

use super::CYCLES;
use super::turning_spheres::TurningSpheres;
use crate::{Scene, SceneError};

/// At a distance of 2 radii the spheres touch, so their faces first meet between the last two
/// frames. A cycle moves each sphere by 0.007, as the paper assumes motion that is small beside a
/// voxel of 8 / 64 (§3.1) (D9).
const MOTION: TurningSpheres = TurningSpheres {
    name: "approaching-spheres",
    frames: CYCLES + 1,
    distances: (3.0, 1.99),
    turns: 0.2,
};

/// Generates two rotating spheres of radius 1 that approach over 72 cycles, and one more frame: the
/// instant after the last cycle. Spheres of 960 faces or more first meet between the last two
/// frames; coarser ones are flatter, and may pass that by.
///
/// # Errors
/// Returns [`SceneError::NoSuchSphere`] for a number of faces up to 3968 that no sphere of the
/// family has.
pub fn approaching_spheres(faces: u32, seed: u64) -> Result<Scene, SceneError> {
    MOTION.scene(faces, seed)
}
