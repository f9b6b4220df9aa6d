//! Many equal spheres, two of which meet at the end [Smith95 §4.3.1, Figure 10].

use super::approach::Approach;
use super::path::{Path, time};
use super::{CYCLES, cube_around_origin, sphere};
use crate::random::SceneRng;
use crate::{Scene, SceneError, SceneFrame};
use collision::Body;
use geometry::Vec3;

const NAME: &str = "sphere-swarm";

/// The side of the world cube for up to [`SAME_WORLD`] spheres, in radii.
const WORLD: f64 = 16.0;

/// Up to so many spheres share the same world cube, as in the paper; for more, the cube grows so
/// that the density stays that of 40.
const SAME_WORLD: u32 = 40;

/// Centres of spheres that never meet stay at least so far apart. The spheres are inscribed in
/// radius 1, so that more than 2 keeps them apart whatever their rotation.
const CLEARANCE: f64 = 2.01;

/// Draws for one sphere before the generator gives up, and says so.
const DRAWS: usize = 20_000;

/// `bodies` spheres of radius 1 move and turn over 72 cycles; the first two meet in the last
/// cycle, and nothing else ever meets. Boxes may overlap.
///
/// [Smith95 §4.3.1]. Up to 40 bodies, a scene holds the bodies of the smaller scenes of its seed,
/// with the same motion in the same world cube.
///
/// # Errors
/// For fewer than 2 or more than 2000 bodies, or a count of faces that no sphere has.
pub fn sphere_swarm(bodies: u32, faces: u32, seed: u64) -> Result<Scene, SceneError> {
    if !(2..=2000).contains(&bodies) {
        let (parameter, range) = ("bodies", "2 to 2000");
        return Err(SceneError::Parameter {
            generator: NAME,
            parameter,
            value: bodies.into(),
            range,
        });
    }
    let mesh = sphere(NAME, faces)?;
    let side = WORLD * super::cube_root(f64::from(bodies.max(SAME_WORLD)) / f64::from(SAME_WORLD));
    let mut rng = SceneRng::new(seed);
    let no_motion = || SceneError::NoMotion {
        generator: NAME,
        seed,
    };
    let mut paths = Vec::from(colliding_pair(&mesh, &mut rng).ok_or_else(no_motion)?);
    while paths.len() < bodies as usize {
        let path = (0..DRAWS)
            .map(|_| draw(&mut rng, side))
            .find(|p| clear(p, &paths));
        paths.push(path.ok_or_else(no_motion)?);
    }
    let frames = (0..CYCLES).map(|i| time(i, CYCLES));
    let frames = frames.map(|t| SceneFrame::rigid(paths.iter().map(|p| p.pose(t)).collect()));
    let names = (0..bodies).map(|i| Body::rigid(format!("sphere {i}"), mesh.clone()));
    let name = format!(
        "{NAME}:bodies={bodies},faces={},seed={seed}",
        mesh.face_count()
    );
    Ok(Scene::new(name, names.collect(), frames.collect())?.within(cube_around_origin(side)))
}

/// Two spheres near the middle that meet in the last cycle only.
fn colliding_pair(mesh: &geometry::Mesh, rng: &mut SceneRng) -> Option<[Path; 2]> {
    (0..64).find_map(|_| {
        let approach = Approach {
            a: mesh,
            b: mesh,
            spin_a: rng.spin(0.4),
            spin_b: rng.spin(0.4),
            direction: rng.generic_direction(),
            middle: Vec3::ZERO,
            start: 6.0,
            cycles: CYCLES,
        };
        approach.paths()
    })
}

/// A path of two to four radii within the cube.
fn draw(rng: &mut SceneRng, side: f64) -> Path {
    let room = side - 2.0;
    let limit = Vec3::splat(0.5 * room);
    let from = rng.in_cube(room);
    let to = from + rng.direction() * rng.between(2.0, 4.0);
    let turns = rng.between(0.2, 0.8);
    // A path that would leave the cube ends at its border.
    Path {
        from,
        to: to.clamp(-limit, limit),
        spin: rng.spin(turns),
    }
}

/// Whether a path keeps its distance from all others in every cycle.
fn clear(path: &Path, others: &[Path]) -> bool {
    others.iter().all(|other| {
        (0..CYCLES).all(|i| {
            let t = time(i, CYCLES);
            (path.center(t) - other.center(t)).length_squared() >= CLEARANCE * CLEARANCE
        })
    })
}
