//! A rough stone: a closed concave body of any size, as a scanner might give it.

use super::sphere_near;
use crate::random::SceneRng;
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};

/// Number of waves that the radius is a sum of.
const WAVES: usize = 12;

/// Sum of the amplitudes of all waves, in mean radii.
const ROUGHNESS: f64 = 0.3;

/// Periods of the longest wave and of the shortest, per scene unit.
const PERIODS: (f64, f64) = (0.4, 3.0);

/// Returns a stone of about `faces` faces, at least 8, around the origin.
///
/// It is the sphere of the nearest number of faces, whose vertices move along their rays: the
/// radius is between 0.7 and 1.3, a sum of waves with shorter ones lower. So the surface does not
/// cross itself, and the same seed is the same stone with any number of faces.
pub fn stone(faces: u32, seed: u64) -> Mesh {
    let mut rng = SceneRng::new(seed);
    let wave = |i: usize| {
        let (longest, shortest) = PERIODS;
        let periods = longest + (shortest - longest) * i as f64 / (WAVES - 1) as f64;
        (
            rng.direction() * periods,
            rng.between(0.0, 1.0),
            periods.recip(),
        )
    };
    let waves: Vec<(Vec3, f64, f64)> = (0..WAVES).map(wave).collect();
    let total: f64 = waves.iter().map(|(_, _, height)| height).sum();
    let sphere = sphere_near(faces);
    let moved = |p: &Vec3| {
        let height = waves
            .iter()
            .map(|(wave, phase, height)| height * sin_cos(wave.dot(*p) + phase).0);
        *p * (1.0 + ROUGHNESS / total * height.sum::<f64>())
    };
    let vertices = sphere.vertices().iter().map(moved).collect();
    sphere
        .with_vertices(vertices)
        .expect("coordinates stay finite")
}
