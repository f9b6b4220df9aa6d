//! Scene of sphere, shuttle, chair and head [Smith95 §4.3.2, Figures 11 and 12].

use super::approach::Approach;
use super::meeting::Surface;
use super::path::{Path, time};
use super::{CYCLES, along_paths, sphere, world_box};
use crate::bodies::{chair, head, space_shuttle};
use crate::random::SceneRng;
use crate::{Scene, SceneError};
use collision::Body;
use geometry::{Aabb, Mesh, Vec3};
use std::sync::Arc;

const NAME: &str = "four-bodies";

/// Side of the world cube, in scene units.
const WORLD: f64 = 12.0;

/// Cycle in which boxes first overlap, counted from 1 [Smith95 §4.3.2].
const FIRST_OVERLAP: usize = 17;

/// Maximum number of motions to draw before the generator returns an error.
const ATTEMPTS: usize = 64;

/// Generates a sphere (120 faces), a shuttle (528), a chair (146) and a head (1816).
///
/// Shuttle and head rotate and approach each other. They meet in the last of 72 cycles and in none
/// before, and their boxes first overlap in cycle 17. Sphere and chair oscillate and rotate
/// slightly, far from the others [Smith95 §4.3.2].
///
/// # Errors
/// Fails if no motion of this seed has these properties.
pub fn four_bodies(seed: u64) -> Result<Scene, SceneError> {
    let meshes = [
        sphere(NAME, 120)?,
        Arc::new(space_shuttle()),
        Arc::new(chair()),
        Arc::new(head()),
    ];
    let [shuttle, head] = [&meshes[1], &meshes[3]].map(|mesh| Surface::new(mesh));
    let mut rng = SceneRng::new(seed);
    for _ in 0..ATTEMPTS {
        let Some([shuttle, head]) = encounter(&shuttle, &head, &mut rng) else {
            continue;
        };
        // Perpendicular to the approach, on either side of it.
        let aside = (head.to - shuttle.to).cross(rng.direction()).normalize();
        let sphere = swaying(aside * 4.0, &mut rng);
        let chair = swaying(aside * -4.0, &mut rng);
        let paths = [sphere, shuttle, chair, head];
        if first_overlap(&meshes, &paths) != Some(FIRST_OVERLAP - 1) {
            continue;
        }
        let names = ["sphere", "shuttle", "chair", "head"].into_iter();
        let bodies = names
            .zip(&meshes)
            .map(|(name, mesh)| Body::rigid(name, mesh.clone()));
        return along_paths(format!("{NAME}:seed={seed}"), bodies, &paths, WORLD);
    }
    Err(SceneError::NoMotion {
        generator: NAME,
        seed,
    })
}

/// Returns the paths of shuttle and head, whose boxes first overlap in cycle 17.
fn encounter(shuttle: &Surface<'_>, head: &Surface<'_>, rng: &mut SceneRng) -> Option<[Path; 2]> {
    let mut approach = Approach::draw([shuttle, head], 0.15, 0.0, rng);
    // A larger start distance delays the first overlap, so bisection finds cycle 17.
    let contact = approach.contact_distance()?;
    let (mut near, mut far) = (contact, contact + 4.0 * shuttle.radius);
    for _ in 0..24 {
        approach.start = 0.5 * (near + far);
        let [a, b] = approach.paths_to(contact);
        let first = (0..CYCLES).find(|i| {
            let t = time(*i, CYCLES);
            world_box(shuttle.mesh, a.pose(t)).overlaps(&world_box(head.mesh, b.pose(t)))
        });
        match first {
            Some(first) if first + 1 < FIRST_OVERLAP => near = approach.start,
            Some(first) if first + 1 == FIRST_OVERLAP => break,
            _ => far = approach.start,
        }
    }
    approach.paths()
}

/// Returns a short path near `center` with a small rotation.
fn swaying(center: Vec3, rng: &mut SceneRng) -> Path {
    let way = rng.direction() * 0.3;
    Path {
        from: center - way,
        to: center + way,
        spin: rng.spin(0.1),
    }
}

/// Returns the index of the frame in which two boxes first overlap.
fn first_overlap(meshes: &[Arc<Mesh>], paths: &[Path]) -> Option<usize> {
    (0..CYCLES).find(|i| {
        let t = time(*i, CYCLES);
        let boxes = meshes.iter().zip(paths);
        let boxes: Vec<Aabb> = boxes.map(|(m, p)| world_box(m, p.pose(t))).collect();
        (0..boxes.len()).any(|i| boxes[i + 1..].iter().any(|b| b.overlaps(&boxes[i])))
    })
}
