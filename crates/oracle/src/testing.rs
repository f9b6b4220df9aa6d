//! Small bodies for the tests of this crate.

use collision::Body;
use geometry::{Mesh, Vec3};
use rand::RngExt;
use scenes::random::SceneRng;
use std::sync::Arc;

/// A closed cube around the origin with faces outward.
pub(crate) fn cube(side: f64) -> Arc<Mesh> {
    let corner = |i: usize| {
        let sign = |bit: usize| if i & bit == 0 { -0.5 } else { 0.5 };
        side * Vec3::new(sign(1), sign(2), sign(4))
    };
    let triangles = vec![
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
    ];
    Arc::new(Mesh::new((0..8).map(corner).collect(), triangles).unwrap())
}

/// Unconnected triangles in the unit cube. With `lattice`, corners are multiples of its inverse.
pub(crate) fn random_soup(seed: u64, faces: u32, lattice: Option<f64>) -> Arc<Mesh> {
    let mut rng = SceneRng::new(seed);
    let mut coordinate = || {
        let x: f64 = rng.random();
        lattice.map_or(x, |n| (x * n).round() / n)
    };
    let vertices = (0..3 * faces)
        .map(|_| Vec3::new(coordinate(), coordinate(), coordinate()))
        .collect();
    let triangles = (0..faces).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Arc::new(Mesh::new(vertices, triangles).unwrap())
}

/// Two rigid bodies.
pub(crate) fn two(a: Arc<Mesh>, b: Arc<Mesh>) -> Vec<Body> {
    vec![Body::rigid("a", a), Body::rigid("b", b)]
}

/// A unit cube whose corner 7 is moved to the center.
pub(crate) fn notched_cube() -> Arc<Mesh> {
    let cube = cube(1.0);
    let mut vertices = cube.vertices().to_vec();
    vertices[7] = Vec3::ZERO;
    Arc::new(Mesh::new(vertices, cube.triangles().to_vec()).unwrap())
}

/// A unit cube without its last face.
pub(crate) fn open_cube() -> Arc<Mesh> {
    let cube = cube(1.0);
    Arc::new(Mesh::new(cube.vertices().to_vec(), cube.triangles()[..11].to_vec()).unwrap())
}
