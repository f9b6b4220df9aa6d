//! Scenes of rough stones: near each other, in a mold, and in a crowd. All are ours.

use super::approach::Approach;
use super::meeting::Surface;
use super::path::{Spin, time};
use super::{MAX_FACES, check_range, cube_around_origin, lattice_point, row_of_cube};
use crate::bodies::{joined, scaled, stone, turned_inside_out};
use crate::random::SceneRng;
use crate::rotation::{about, unit};
use crate::{Scene, SceneError, SceneFrame};
use collision::Body;
use geometry::angle::sin_cos;
use geometry::{Mesh, Pose, Vec3};
use std::sync::Arc;

const NEAR: &str = "near-stones";
const MOLD: &str = "stone-in-mold";
const CROWD: &str = "crowded-stones";

/// Number of frames of each scene.
const FRAMES: usize = 8;

/// Returns a stone, if its number of faces is in range.
fn stone_of(generator: &'static str, faces: u32, seed: u64) -> Result<Arc<Mesh>, SceneError> {
    check_range(generator, "faces", faces, 8..=MAX_FACES)?;
    Ok(Arc::new(stone(faces, seed)))
}

/// Deepest contact of [`near_stones`], and the largest distance before it, in scene units.
const NEARNESS: (f64, f64) = (0.002, 0.013);

/// Generates two different stones that come near each other and meet, over 8 frames.
///
/// They do not turn. In the first seven frames they are apart, by 0.013 to 0.0001 of their mean
/// radius along their way, and in the last one they are 0.002 too near.
///
/// # Errors
/// Fails unless `faces` is 8 to 4000000, or if no direction of this seed has a contact.
pub fn near_stones(faces: u32, seed: u64) -> Result<Scene, SceneError> {
    let meshes = [
        stone_of(NEAR, faces, seed)?,
        stone_of(NEAR, faces, seed + 1)?,
    ];
    let surfaces = meshes.each_ref().map(|mesh| Surface::new(mesh));
    let mut rng = SceneRng::new(seed);
    let approach = Approach::draw([&surfaces[0], &surfaces[1]], 0.0, 4.0, &mut rng);
    let contact = approach.contact_distance().ok_or(SceneError::NoMotion {
        generator: NEAR,
        seed,
    })?;
    let (deepest, farthest) = NEARNESS;
    let frames = (0..FRAMES).map(|i| {
        let distance = contact + farthest - (farthest + deepest) * time(i, FRAMES);
        let paths = approach.paths_to(distance);
        SceneFrame::rigid(paths.iter().map(|path| path.pose(1.0)).collect())
    });
    let frames = frames.collect();
    let name = format!("{NEAR}:faces={},seed={seed}", meshes[0].face_count());
    let bodies = meshes.into_iter().enumerate();
    let bodies = bodies.map(|(i, mesh)| Body::rigid(format!("stone {i}"), mesh));
    Ok(Scene::new(name, bodies.collect(), frames)?.within(cube_around_origin(8.0)))
}

/// Generates a stone that moves a little in the hollow of another, over 8 frames.
///
/// The hollow is the stone itself, larger by `gap` thousandths, so the surfaces are near each other
/// everywhere: no box or ball of the bodies keeps them apart. They never meet: the stone moves and
/// turns by less than a fifth of the gap. `faces` is the number of the stone; the mold has twice as
/// many, inside and outside.
///
/// # Errors
/// Fails unless `faces` is 8 to 4000000, and `gap` 1 to 500.
pub fn stone_in_mold(faces: u32, gap: u32, seed: u64) -> Result<Scene, SceneError> {
    check_range(MOLD, "gap", gap, 1..=500)?;
    let stone = stone_of(MOLD, faces, seed)?;
    let gap_length = f64::from(gap) / 1000.0;
    let hollow = turned_inside_out(&scaled(&stone, 1.0 + gap_length));
    let mold = joined(&[scaled(&stone, 1.2 + gap_length), hollow]);
    let mut rng = SceneRng::new(seed);
    let (way, axis, tilt) = (rng.direction(), rng.direction(), rng.rotation());
    let frames = (0..FRAMES).map(|i| {
        let t = time(i, FRAMES);
        let sway = way * (0.1 * gap_length * sin_cos(0.7 * t).0);
        // A hundredth of a turn moves a point of the surface by less than 0.1.
        let turned = about(axis, 0.01 * gap_length * sin_cos(t).0);
        let stone = Pose::new(sway, unit(tilt * turned));
        SceneFrame::rigid(vec![stone, Pose::new(Vec3::ZERO, tilt)])
    });
    let frames = frames.collect();
    let name = format!("{MOLD}:faces={},gap={gap},seed={seed}", stone.face_count());
    let bodies = vec![
        Body::rigid("stone", stone),
        Body::rigid("mold", Arc::new(mold)),
    ];
    Ok(Scene::new(name, bodies, frames)?.within(cube_around_origin(8.0)))
}

/// Distance of neighbors in a crowd, in mean radii.
const SPACING: f64 = 1.75;

/// Largest displacement of a stone in a crowd along each axis, in mean radii.
const SWAY: f64 = 0.1;

/// Number of different stones in a crowd.
const SHAPES: u32 = 4;

/// Generates stones that turn and sway in a heap and cross their neighbors, over 8 frames.
///
/// They lie on a cubic lattice, so close that most neighbors cross in each frame.
///
/// # Errors
/// Fails unless there are 2 to 2000 bodies, and 8 to 4000000 faces.
pub fn crowded_stones(bodies: u32, faces: u32, seed: u64) -> Result<Scene, SceneError> {
    check_range(CROWD, "bodies", bodies, 2..=2000)?;
    let shapes = (0..SHAPES.min(bodies)).map(|i| stone_of(CROWD, faces, seed + u64::from(i)));
    let shapes: Vec<Arc<Mesh>> = shapes.collect::<Result<_, _>>()?;
    let row = row_of_cube(bodies);
    let mut rng = SceneRng::new(seed);
    let swaying: Vec<(Vec3, Vec3, f64, Spin)> = (0..bodies)
        .map(|i| {
            let (sway, phase) = (rng.in_cube(2.0 * SWAY), rng.between(0.0, 1.0));
            (lattice_point(i, row) * SPACING, sway, phase, rng.spin(0.1))
        })
        .collect();
    let frames = (0..FRAMES).map(|i| {
        let t = time(i, FRAMES);
        let poses = swaying.iter().map(|(center, sway, phase, spin)| {
            Pose::new(*center + *sway * sin_cos(t + phase).0, spin.at(t))
        });
        SceneFrame::rigid(poses.collect())
    });
    let frames = frames.collect();
    let name = format!(
        "{CROWD}:bodies={bodies},faces={},seed={seed}",
        shapes[0].face_count()
    );
    let shape = |i: u32| Arc::clone(&shapes[i as usize % shapes.len()]);
    let all = (0..bodies).map(|i| Body::rigid(format!("stone {i}"), shape(i)));
    let world = cube_around_origin(SPACING * f64::from(row + 1) + 1.0);
    Ok(Scene::new(name, all.collect(), frames)?.within(world))
}
