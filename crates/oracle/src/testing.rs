//! Small bodies for tests.

use collision::Body;
use geometry::{Mesh, Vec3};
use rand::RngExt;
use scenes::bodies;
use scenes::random::SceneRng;
use std::sync::Arc;

/// Returns unconnected triangles in the unit cube.
///
/// With `lattice`, corners are multiples of its inverse, so that many triangles touch, are coplanar
/// or have no area.
pub fn random_soup(rng: &mut SceneRng, faces: u32, lattice: Option<f64>) -> Arc<Mesh> {
    let mut coordinate = || {
        let x: f64 = rng.random();
        lattice.map_or(x, |n| (x * n).round() / n)
    };
    let vertices = (0..3 * faces)
        .map(|_| Vec3::new(coordinate(), coordinate(), coordinate()))
        .collect();
    let triangles = (0..faces).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Arc::new(Mesh::new(vertices, triangles).expect("the unit cube is in range"))
}

/// Returns a closed cube around the origin with outward faces.
pub fn cube(side: f64) -> Arc<Mesh> {
    Arc::new(bodies::cube(side))
}

/// Returns a unit cube whose corner 7 is moved to the center.
pub fn notched_cube() -> Arc<Mesh> {
    let cube = bodies::cube(1.0);
    let mut vertices = cube.vertices().to_vec();
    vertices[7] = Vec3::ZERO;
    Arc::new(cube.with_vertices(vertices).expect("zero is in range"))
}

/// Returns a unit cube without its last face.
pub fn open_cube() -> Arc<Mesh> {
    Arc::new(bodies::without_last_face(&bodies::cube(1.0)))
}

/// Returns two rigid bodies.
pub fn two(a: Arc<Mesh>, b: Arc<Mesh>) -> Vec<Body> {
    vec![Body::rigid("a", a), Body::rigid("b", b)]
}
