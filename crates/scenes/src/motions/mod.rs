//! Scenes of the papers, and some of ours: seeded motions over cycles, with exactly verified
//! properties.
//!
//! | scene | verified property | source |
//! |---|---|---|
//! | [`two_spheres`] | surfaces first meet in the last of 72 cycles | Smith95 §4.1 |
//! | [`shuttles`], [`shuttle_pair`] | boxes overlap; one pair meets at the end | Smith95 §4.2 |
//! | [`sphere_swarm`] | two spheres meet in the last cycle, no others ever | Smith95 §4.3.1 |
//! | [`four_bodies`] | two meet in the last cycle, boxes from cycle 17 on | Smith95 §4.3.2 |
//! | [`waving_spheres`], [`bending_tubes`] | bodies deform, meet in many frames | Smith95 §2.2.1 |
//! | [`calm`] | no boxes ever overlap | Smith95 §5 |
//! | [`dented_spheres`] | surfaces meet as those of [`two_spheres`], bodies are concave | Smith95 §2.2.3 |
//! | [`sphere_pairs`] | a given number of pairs meets in the last cycle, no others ever | Smith95 §5 |
//! | [`approaching_spheres`] | surfaces meet about the last of 72 cycles, with the next instant | Kitamura95 §5 |
//! | [`polytopes`] | colliding solids exchange velocities | Cohen95 §5.3 |
//! | [`kitchen`] | only the hand and its cup meet anything | Cohen95 §5.4 |
//! | [`cnc_cell`] | surfaces meet in the table's number of steps | Su07 Table 3 |
//! | [`csg_drilled`] | surfaces meet in three of ten frames | ours, for many primitives |
//! | [`csg_crossed`] | surfaces meet in three of ten frames | ours, for intersections |
//! | [`deep_spheres`] | two surfaces cross in every frame | ours, for first contacts |
//! | [`near_stones`] | two surfaces come near and meet in the last frames | ours, up to large bodies |
//! | [`stone_in_mold`] | surfaces are near each other everywhere, and never meet | ours |
//! | [`crowded_stones`] | concave bodies cross most of their neighbors | ours |
//! | [`aligned_solids`] | facets and edges are parallel, coplanar or touch | ours, for walks to closest features |
//!
//! Cycle `t` of a paper, counted from 1, is frame `t − 1`.

mod aligned_solids;
mod approach;
mod approaching_spheres;
mod calm;
mod cnc_cell;
mod deep_spheres;
mod deforming;
mod dented_spheres;
mod four_bodies;
mod kitchen;
mod meeting;
mod path;
mod polytopes;
mod shuttles;
mod sphere_pairs;
mod stones;
mod swarm;
mod turning_spheres;
mod two_spheres;
mod visits;

pub use aligned_solids::aligned_solids;
pub use approaching_spheres::approaching_spheres;
pub use calm::calm;
pub use cnc_cell::{CncCell, CncPair, cnc_cell, csg_crossed, csg_drilled};
pub use deep_spheres::deep_spheres;
pub use deforming::{bending_tubes, waving_spheres};
pub use dented_spheres::{Dent, dented_spheres};
pub use four_bodies::four_bodies;
pub use kitchen::{HandShape, Kitchen, kitchen};
pub use meeting::surfaces_meet;
pub use polytopes::{CollisionResponse, Polytopes, polytopes};
pub use shuttles::{shuttle_pair, shuttles};
pub use sphere_pairs::sphere_pairs;
pub use stones::{crowded_stones, near_stones, stone_in_mold};
pub use swarm::sphere_swarm;
pub use two_spheres::two_spheres;

use crate::{Scene, SceneError, SceneFrame, bodies};
use collision::Body;
use geometry::{Aabb, Mesh, Pose, Vec3};
use path::{Path, time};
use std::ops::RangeInclusive;
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
    check_range(generator, "faces", faces, 0..=MAX_FACES)?;
    let sphere = match faces {
        0..=EXACT_SPHERES_UP_TO => bodies::sphere(faces)?,
        _ => bodies::sphere_near(faces),
    };
    Ok(Arc::new(sphere))
}

/// Fails if a parameter of a generator is out of range.
pub(crate) fn check_range(
    generator: &'static str,
    parameter: &'static str,
    value: u32,
    range: RangeInclusive<u32>,
) -> Result<(), SceneError> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(SceneError::Parameter {
        generator,
        parameter,
        value,
        range,
    })
}

/// Returns the scene of rigid bodies that follow their paths over all cycles.
///
/// The world is the cube around the origin with sides of `side`.
fn along_paths(
    name: String,
    bodies: impl IntoIterator<Item = Body>,
    paths: &[Path],
    side: f64,
) -> Result<Scene, SceneError> {
    let frames = (0..CYCLES).map(|i| time(i, CYCLES));
    let frames = frames.map(|t| SceneFrame::rigid(paths.iter().map(|p| p.pose(t)).collect()));
    let scene = Scene::new(name, bodies.into_iter().collect(), frames.collect())?;
    Ok(scene.within(cube_around_origin(side)))
}

/// Returns `count` rigid bodies of one mesh, with the names `NAME 0`, `NAME 1`, ….
fn copies(name: &str, count: u32, mesh: &Arc<Mesh>) -> impl Iterator<Item = Body> {
    (0..count).map(move |i| Body::rigid(format!("{name} {i}"), Arc::clone(mesh)))
}

/// Returns the box of a posed body, in world space.
fn world_box(mesh: &Mesh, pose: Pose) -> Aabb {
    let map = pose.world_map();
    let world: Vec<Vec3> = mesh.vertices().iter().map(|p| map.apply(*p)).collect();
    Aabb::of_points(&world)
}

/// Returns the cube around the origin with sides of `side`.
fn cube_around_origin(side: f64) -> Aabb {
    Aabb::new(Vec3::splat(-0.5 * side), Vec3::splat(0.5 * side))
}

/// Returns the least number of points in a row of a cubic lattice of at least `count` points.
pub(crate) fn row_of_cube(count: u32) -> u32 {
    (1..).find(|n: &u32| n.pow(3) >= count).unwrap_or(1)
}

/// Returns point `index` of the cubic lattice around the origin with `row` points in a row and
/// spacing 1.
pub(crate) fn lattice_point(index: u32, row: u32) -> Vec3 {
    let steps = [index % row, index / row % row, index / row / row];
    Vec3::from_array(steps.map(|i| f64::from(i) - 0.5 * f64::from(row - 1)))
}

/// Returns the cube root of a positive number by Newton's method.
///
/// Results of system libraries differ in the last bit between platforms.
pub(crate) fn cube_root(x: f64) -> f64 {
    (0..64).fold(x.max(1.0), |r, _| r - (r * r * r - x) / (3.0 * r * r))
}

#[cfg(test)]
mod tests;
