//! Spheres whose boxes never overlap [Smith95 §5].

use super::path::time;
use super::{CYCLES, check_range, copies, cube_around_origin, lattice_point, row_of_cube, sphere};
use crate::random::SceneRng;
use crate::{Scene, SceneError, SceneFrame};
use geometry::Pose;
use geometry::angle::sin_cos;

const NAME: &str = "calm";

/// Distance of neighboring lattice points, in radii.
const SPACING: f64 = 2.5;

/// Maximum displacement of a sphere along each axis, in radii.
///
/// The boxes of spheres of radius 1 stay at least `2.5 − 2 − 2 · 0.2 = 0.1` apart.
const SWAY: f64 = 0.2;

/// Generates spheres of radius 1 that oscillate about lattice points and rotate for 72 cycles.
///
/// No two boxes ever overlap. [Smith95 §5] claims "negligible compute time" for this case.
///
/// # Errors
/// Fails unless there are 1 to 10000 bodies, or if no sphere has this number of faces.
pub fn calm(bodies: u32, faces: u32, seed: u64) -> Result<Scene, SceneError> {
    check_range(NAME, "bodies", bodies, 1..=10_000)?;
    let mesh = sphere(NAME, faces)?;
    let row = row_of_cube(bodies);
    let mut rng = SceneRng::new(seed);
    let swaying: Vec<_> = (0..bodies)
        .map(|i| {
            let turns = rng.between(0.2, 0.8);
            let place = lattice_point(i, row) * SPACING;
            let (sway, phase) = (rng.in_cube(2.0 * SWAY), rng.between(0.0, 1.0));
            (place, sway, phase, rng.spin(turns))
        })
        .collect();
    let frames = (0..CYCLES).map(|i| {
        let t = time(i, CYCLES);
        let poses = swaying.iter().map(|(place, sway, phase, spin)| {
            Pose::new(*place + *sway * sin_cos(t + phase).0, spin.at(t))
        });
        SceneFrame::rigid(poses.collect())
    });
    let faces = mesh.face_count();
    let name = format!("{NAME}:bodies={bodies},faces={faces},seed={seed}");
    let bodies = copies("sphere", bodies, &mesh).collect();
    let world = cube_around_origin(SPACING * f64::from(row + 1));
    Ok(Scene::new(name, bodies, frames.collect())?.within(world))
}
