//! The papers' scenes: seeded motions over cycles, with promises that are verified exactly.
//!
//! | scene | promise | source |
//! |---|---|---|
//! | [`two_spheres`] | surfaces meet in the last of 72 cycles, and in none before | Smith95 §4.1 |
//! | [`shuttles`], [`shuttle_pair`] | boxes overlap in every cycle; two bodies meet, in the last cycle only | Smith95 §4.2 |
//! | [`sphere_swarm`] | two spheres meet in the last cycle, nothing else ever | Smith95 §4.3.1 |
//! | [`four_bodies`] | head and shuttle meet in the last cycle; boxes overlap from cycle 17 on | Smith95 §4.3.2 |
//! | [`waving_spheres`], [`bending_tubes`] | bodies deform and meet in many frames, not in all | Smith95 §2.2.1 |
//! | [`calm`] | no boxes overlap, ever | Smith95 §5 |
//!
//! Cycle `t` of a paper, counted from 1, is frame `t − 1`.

mod approach;
mod calm;
mod deforming;
mod four_bodies;
mod meeting;
mod path;
mod shuttles;
mod swarm;
mod two_spheres;

pub use calm::calm;
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

/// The cycles of Smith95's experiments.
pub const CYCLES: usize = 72;

/// Above this count a sphere's faces are the family's nearest number, not an exact one.
pub const EXACT_SPHERES_UP_TO: u32 = 3968;

/// The most faces and bodies that generators take.
const MAX_FACES: u32 = 4_000_000;

/// The sphere of a generated scene: of exactly `faces` faces up to 3968; above, where the family
/// `4m(m − 1)` is dense enough for sweeps over round numbers, of the nearest count.
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

/// The cube with sides of `side`, centred at the origin.
fn cube_around_origin(side: f64) -> Aabb {
    Aabb::new(Vec3::splat(-0.5 * side), Vec3::splat(0.5 * side))
}

/// The cube root of a number near one, by Newton's steps: the system's differs between systems.
pub(crate) fn cube_root(x: f64) -> f64 {
    (0..64).fold(x.max(1.0), |r, _| r - (r * r * r - x) / (3.0 * r * r))
}

#[cfg(test)]
mod tests;
