//! Spheres that keep to themselves [Smith95 §5].

use super::path::time;
use super::{CYCLES, cube_around_origin, sphere};
use crate::random::SceneRng;
use crate::{Scene, SceneError, SceneFrame};
use collision::Body;
use geometry::angle::sin_cos;
use geometry::{Pose, Vec3};

const NAME: &str = "calm";

/// The distance of neighbouring places, in radii.
const SPACING: f64 = 2.5;

/// How far a sphere leaves its place along each axis, in radii; with radius 1 boxes stay at
/// least `2.5 − 2 − 2 · 0.2 = 0.1` apart.
const SWAY: f64 = 0.2;

/// `bodies` spheres of radius 1 sway about the places of a lattice and turn, for 72 cycles. No two
/// boxes ever overlap: [Smith95 §5] claims "negligible compute time" for that.
///
/// # Errors
/// For no body or more than 10000, or a count of faces that no sphere has.
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
