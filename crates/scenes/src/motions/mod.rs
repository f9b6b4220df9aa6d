//! Scenes of the papers, and one of ours: seeded motions over cycles, with exactly verified properties.
//!
//! | scene | verified property | source |
//! |---|---|---|
//! | [`two_spheres`] | surfaces first meet in the last of 72 cycles | Smith95 §4.1 |
//! | [`shuttles`], [`shuttle_pair`] | boxes overlap; one pair meets at the end | Smith95 §4.2 |
//! | [`sphere_swarm`] | two spheres meet in the last cycle, no others ever | Smith95 §4.3.1 |
//! | [`four_bodies`] | two meet in the last cycle, boxes from cycle 17 on | Smith95 §4.3.2 |
//! | [`waving_spheres`], [`bending_tubes`] | bodies deform, meet in many frames | Smith95 §2.2.1 |
//! | [`calm`] | no boxes ever overlap | Smith95 §5 |
//! | [`deep_spheres`] | two surfaces cross in every frame | ours, for first contacts |
//!
//! Cycle `t` of a paper, counted from 1, is frame `t − 1`.

mod approach;
mod calm;
mod deep_spheres;
mod deforming;
mod four_bodies;
mod meeting;
mod path;
mod shuttles;
mod swarm;
mod two_spheres;

pub use calm::calm;
pub use deep_spheres::deep_spheres;
pub use deforming::{bending_tubes, waving_spheres};
pub use four_bodies::four_bodies;
pub use meeting::surfaces_meet;
pub use shuttles::{shuttle_pair, shuttles};
pub use swarm::sphere_swarm;
pub use two_spheres::two_spheres;

use crate::SceneError;
use crate::bodies;
use geometry::{Aabb, Mesh, Vec3};
use std::sync::Arc;

/// Number of cycles in the experiments of Smith95.
pub const CYCLES: usize = 72;

/// Maximum number of faces that a sphere has exactly. Above it, the family's nearest number is
/// used.
pub const EXACT_SPHERES_UP_TO: u32 = 3968;

/// Maximum number of faces of one body.
const MAX_FACES: u32 = 4_000_000;

/// Returns the sphere of a generated scene.
///
/// It has exactly `faces` faces up to 3968. Above, the family `4m(m − 1)` is dense enough for
/// sweeps over round numbers, and the sphere has the nearest number.
fn sphere(generator: &'static str, faces: u32) -> Result<Arc<Mesh>, SceneError> {
    if faces > MAX_FACES {
        let (parameter, range) = ("faces", "at most 4000000");
        return Err(SceneError::Parameter {
            generator,
            parameter,
            value: faces.into(),
            range,
        });
    }
    let sphere = match faces {
        0..=EXACT_SPHERES_UP_TO => bodies::sphere(faces)?,
        _ => bodies::sphere_near(faces),
    };
    Ok(Arc::new(sphere))
}

/// Returns the cube around the origin with sides of `side`.
fn cube_around_origin(side: f64) -> Aabb {
    Aabb::new(Vec3::splat(-0.5 * side), Vec3::splat(0.5 * side))
}

/// Returns the cube root of a positive number by Newton's method.
///
/// Results of system libraries differ in the last bit between platforms.
pub(crate) fn cube_root(x: f64) -> f64 {
    (0..64).fold(x.max(1.0), |r, _| r - (r * r * r - x) / (3.0 * r * r))
}

#[cfg(test)]
mod tests;
