//! Scene of two equal spheres that overlap deeply: many contacts in every frame.

use super::turning_spheres::TurningSpheres;
use crate::{Scene, SceneError};

/// Each center lies inside the other sphere.
const MOTION: TurningSpheres = TurningSpheres {
    name: "deep-spheres",
    frames: 8,
    distances: (0.95, 0.85),
    turns: 0.4,
    world: 8.0,
};

/// Generates two rotating spheres of radius 1 whose centers are less than a radius apart.
///
/// Their surfaces cross along a circle in each of the 8 frames.
///
/// # Errors
/// Returns [`SceneError::NoSuchSphere`] for a number of faces up to 3968 that no sphere of the
/// family has.
pub fn deep_spheres(faces: u32, seed: u64) -> Result<Scene, SceneError> {
    MOTION.scene(faces, seed)
}
