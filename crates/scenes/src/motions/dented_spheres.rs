//! Convex and concave bodies with the same faces, motion and contacts [Smith95 §2.2.3].

use super::two_spheres;
use crate::{Scene, SceneError};
use collision::Body;
use geometry::{Mesh, Vec3};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

const NAME: &str = "dented-spheres";

/// Cosine of the angle around the dent's center within which vertices move inward.
const RIM: f64 = 0.3;

/// Fraction of its distance from the center that a vertex in the middle of the dent loses.
const DEPTH: f64 = 0.8;

/// Side of a sphere that is dented.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dent {
    /// No side: the spheres are convex.
    None,
    /// The side that faces away from the other sphere at the contact.
    #[default]
    Far,
}

impl fmt::Display for Dent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dent::None => "none",
            Dent::Far => "far",
        })
    }
}

/// Generates the motion of [`two_spheres`], with spheres that are dented on one side.
///
/// Dented spheres have the faces of the others, but are not convex. A dent on the far side leaves
/// all faces near the contact as they are, so the contacts are the same.
///
/// # Errors
/// Returns [`SceneError::NoSuchSphere`] for a number of faces up to 3968 that no sphere of the
/// family has.
pub fn dented_spheres(faces: u32, dent: Dent, seed: u64) -> Result<Scene, SceneError> {
    let plain = two_spheres(faces, seed)?;
    let last = &plain.frames[plain.frames.len() - 1].poses;
    let body = |i: usize| {
        let towards = last[1 - i].translation - last[i].translation;
        let side = match dent {
            Dent::None => 0.0,
            Dent::Far => -1.0,
        };
        let local = last[i].rotation.conjugate() * (towards / towards.length());
        let mesh = dented(plain.bodies[i].mesh(), local * side);
        Body::rigid(format!("sphere {i}"), Arc::new(mesh))
    };
    let faces = plain.bodies[0].mesh().face_count();
    let name = format!("{NAME}:dent={dent},faces={faces},seed={seed}");
    let world = plain.world_cube;
    let bodies = vec![body(0), body(1)];
    Ok(Scene::new(name, bodies, plain.frames)?.within(world))
}

/// Returns a sphere around the origin with a dent in a direction of length 1, or 0 for none.
///
/// Vertices move along their rays, so the surface does not cross itself.
fn dented(sphere: &Mesh, direction: Vec3) -> Mesh {
    let moved = |p: &Vec3| {
        let cosine = p.dot(direction) / p.length();
        let inside = ((cosine - RIM) / (1.0 - RIM)).max(0.0);
        *p * (1.0 - DEPTH * inside)
    };
    let vertices = sphere.vertices().iter().map(moved).collect();
    sphere
        .with_vertices(vertices)
        .expect("coordinates only shrink")
}
