//! Convex solids that jump between aligned poses: the hard case of walks to closest features.

use super::{check_range, cube_around_origin};
use crate::bodies::{block, cube, hexahedron, scaled, tetrahedron};
use crate::random::SceneRng;
use crate::rotation::unit;
use crate::{Scene, SceneError, SceneFrame};
use collision::Body;
use geometry::{Mesh, Pose, Quat, Vec3};
use std::f64::consts::FRAC_1_SQRT_2;
use std::sync::Arc;

const NAME: &str = "aligned-solids";

/// Half the side of the cube in which the bodies lie, in steps of half a unit.
const REACH: f64 = 4.0;

/// Generates ten convex solids that jump to new poses in each frame.
///
/// Positions are multiples of a half, and two of three rotations are made of quarter turns, so that
/// facets and edges are parallel, coplanar, touching or coincident as often as not. Nothing is
/// coherent: a search starts at features of other poses. Each shape exists twice, the second time
/// eight times smaller.
///
/// # Errors
/// Fails unless `frames` is 1 to 100000.
pub fn aligned_solids(frames: u32, seed: u64) -> Result<Scene, SceneError> {
    check_range(NAME, "frames", frames, 1..=100_000)?;
    let mut bodies = Vec::new();
    for (shape, mesh) in shapes() {
        for (size, factor) in [("large", 1.0), ("small", 0.125)] {
            let mesh = Arc::new(scaled(&mesh, factor));
            bodies.push(Body::rigid(format!("{size} {shape}"), mesh));
        }
    }
    let mut rng = SceneRng::new(seed);
    let frames = (0..frames).map(|_| {
        let poses = bodies.iter().map(|_| pose(&mut rng));
        SceneFrame::rigid(poses.collect())
    });
    let frames: Vec<SceneFrame> = frames.collect();
    let name = format!("{NAME}:frames={},seed={seed}", frames.len());
    Ok(Scene::new(name, bodies, frames)?.within(cube_around_origin(REACH + 4.0)))
}

/// Returns the shapes, about one unit large.
fn shapes() -> [(&'static str, Mesh); 5] {
    let corner = |i: usize| {
        let side = |bit: usize| if i & bit == 0 { -0.5 } else { 0.5 };
        let top = if i >= 4 { 0.5 } else { 1.0 };
        Vec3::new(side(1) * top, side(2) * top, side(4))
    };
    [
        ("cube", cube(1.0)),
        ("bar", block(Vec3::new(2.0, 0.5, 0.5))),
        ("plate", block(Vec3::new(1.0, 1.0, 0.015_625))),
        ("tetrahedron", tetrahedron(1.0)),
        ("frustum", hexahedron(std::array::from_fn(corner))),
    ]
}

/// Returns a pose on the lattice.
fn pose(rng: &mut SceneRng) -> Pose {
    let step = |rng: &mut SceneRng| 0.5 * rng.between(-REACH, REACH + 1.0).floor();
    let place = Vec3::new(step(rng), step(rng), step(rng));
    let any = rng.rotation();
    let turns = [quarter_turn(rng), quarter_turn(rng)];
    let rotation = if rng.between(0.0, 3.0) < 1.0 {
        any
    } else {
        unit(turns[0] * turns[1])
    };
    Pose::new(place, rotation)
}

/// Returns a rotation by no, one or two quarter turns about an axis.
fn quarter_turn(rng: &mut SceneRng) -> Quat {
    let [sin, cos] = match rng.between(0.0, 3.0) as u32 {
        0 => [0.0, 1.0],
        1 => [FRAC_1_SQRT_2; 2],
        _ => [1.0, 0.0],
    };
    match rng.between(0.0, 3.0) as u32 {
        0 => Quat::from_xyzw(sin, 0.0, 0.0, cos),
        1 => Quat::from_xyzw(0.0, sin, 0.0, cos),
        _ => Quat::from_xyzw(0.0, 0.0, sin, cos),
    }
}
