//! Spheres whose boxes never overlap [Smith95 §5].

use super::path::time;
use super::{CYCLES, cube_around_origin, sphere};
use crate::random::SceneRng;
use crate::{Scene, SceneError, SceneFrame};
use collision::Body;
use geometry::angle::sin_cos;
use geometry::{Pose, Vec3};

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
    if !(1..=10_000).contains(&bodies) {
        let (parameter, range) = ("bodies", "1 to 10000");
        return Err(SceneError::Parameter {
            generator: NAME,
            parameter,
            value: bodies.into(),
            range,
        });
    }
    let mesh = sphere(NAME, faces)?;
    let row = (1..).find(|n: &u32| n.pow(3) >= bodies).unwrap_or(1);
    let mut rng = SceneRng::new(seed);
    let swaying: Vec<_> = (0..bodies)
        .map(|i| {
            let cell = Vec3::new(
                f64::from(i % row),
                f64::from(i / row % row),
                f64::from(i / row / row),
            );
            let place = (cell - Vec3::splat(0.5 * f64::from(row - 1))) * SPACING;
            let turns = rng.between(0.2, 0.8);
            (
                place,
                rng.in_cube(2.0 * SWAY),
                rng.between(0.0, 1.0),
                rng.spin(turns),
            )
        })
        .collect();
    let frames = (0..CYCLES).map(|i| {
        let t = time(i, CYCLES);
        let poses = swaying.iter().map(|(place, sway, phase, spin)| {
            Pose::new(*place + *sway * sin_cos(t + phase).0, spin.at(t))
        });
        SceneFrame::rigid(poses.collect())
    });
    let names = (0..bodies).map(|i| Body::rigid(format!("sphere {i}"), mesh.clone()));
    let name = format!(
        "{NAME}:bodies={bodies},faces={},seed={seed}",
        mesh.face_count()
    );
    let world = cube_around_origin(SPACING * f64::from(row + 1));
    Ok(Scene::new(name, names.collect(), frames.collect())?.within(world))
}
