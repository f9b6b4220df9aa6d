//! Scene of two equal spheres that approach slowly, with the instant after they meet
//! [Kitamura95 §5].

use super::turning_spheres::TurningSpheres;
use super::{CYCLES, check_range};
use crate::{Scene, SceneError};

/// At a distance of 2 radii the spheres touch, so their faces first meet between the last two
/// frames. A cycle moves each sphere by 0.007, as the paper assumes motion that is small beside a
/// voxel of 5 / 64 (§3.1) (D9).
///
/// The paper gives neither the last distance nor the world cube. With these, 215 pairs of faces are
/// checked in the last cycle of two spheres of 960 faces, and 1191 of 3968, of which 19 and 116
/// collide; the paper has 186, 1160, 21 and 121 (§5.1).
const MOTION: TurningSpheres = TurningSpheres {
    name: "approaching-spheres",
    frames: CYCLES + 1,
    distances: (3.0, 1.9865),
    turns: 0.2,
    world: 5.0,
};

/// Maximum number of cycles after the first contact: the spheres are then half a radius deep.
const MOST_CYCLES_AFTER: u32 = 36;

/// Generates two rotating spheres of radius 1 that approach over 72 cycles, and `after` more frames
/// at the same pace, plus one: the instant after the last cycle. Spheres of 960 faces or more first
/// meet between frames 71 and 72; coarser ones are flatter, and may pass that by.
///
/// # Errors
/// Returns [`SceneError::NoSuchSphere`] for a number of faces up to 3968 that no sphere of the
/// family has, and [`SceneError::Parameter`] for more than 36 cycles after the first contact.
pub fn approaching_spheres(faces: u32, seed: u64, after: u32) -> Result<Scene, SceneError> {
    if after == 0 {
        return MOTION.scene(faces, seed);
    }
    check_range(MOTION.name, "after", after, 0..=MOST_CYCLES_AFTER)?;
    let mut scene = MOTION.scene_with(faces, seed, after as usize)?;
    scene.name.push_str(&format!(",after={after}"));
    Ok(scene)
}
