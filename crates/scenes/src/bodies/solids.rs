//! Simple solids for tests and shared scenes.

use super::generated;
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};

/// Returns the cube with sides of `side`, centered at the origin, 12 faces. Corners are exact.
pub fn cube(side: f64) -> Mesh {
    block(Vec3::splat(side))
}

/// Returns the block with sides `size`, centered at the origin, 12 faces. Corners are exact.
pub fn block(size: Vec3) -> Mesh {
    let corner = |i: usize| {
        let pick = |bit: usize, half: f64| if i & bit == 0 { -half } else { half };
        let half = 0.5 * size;
        Vec3::new(pick(1, half.x), pick(2, half.y), pick(4, half.z))
    };
    hexahedron(std::array::from_fn(corner))
}

/// Returns the hexahedron with these corners, 12 faces.
///
/// Bit `k` of a corner's index selects the upper end of axis `k`. The axes are right-handed.
pub fn hexahedron(corners: [Vec3; 8]) -> Mesh {
    let quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = quads
        .iter()
        .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    generated(corners.to_vec(), triangles.collect())
}

/// Returns the regular tetrahedron over four corners of the cube with sides of `side`, 4 faces.
pub fn tetrahedron(side: f64) -> Mesh {
    let h = 0.5 * side;
    let corners = [(h, h, h), (h, -h, -h), (-h, h, -h), (-h, -h, h)];
    let vertices = corners
        .iter()
        .map(|&(x, y, z)| Vec3::new(x, y, z))
        .collect();
    generated(vertices, vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]])
}

/// Returns the torus about the z axis, `2 · around · across` faces.
///
/// The tube has radius `minor`, and its center has distance `major` from the axis.
///
/// # Panics
/// Panics with fewer than 3 sections around or across.
pub fn torus(major: f64, minor: f64, around: u32, across: u32) -> Mesh {
    assert!(
        around >= 3 && across >= 3,
        "a torus has at least 3 sections each way"
    );
    let mut vertices = Vec::new();
    for i in 0..around {
        let (sin, cos) = sin_cos(f64::from(i) / f64::from(around));
        for j in 0..across {
            let (up, out) = sin_cos(f64::from(j) / f64::from(across));
            let radius = major + minor * out;
            vertices.push(Vec3::new(radius * cos, radius * sin, minor * up));
        }
    }
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    let cells = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    generated(vertices, triangles.collect())
}

/// Joins parts into one mesh.
pub fn joined(parts: &[Mesh]) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for part in parts {
        let first = vertices.len() as u32;
        vertices.extend_from_slice(part.vertices());
        triangles.extend(part.triangles().iter().map(|t| t.map(|v| v + first)));
    }
    generated(vertices, triangles)
}

/// Returns the mesh moved by `offset`.
pub fn moved(mesh: &Mesh, offset: Vec3) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| *p + offset).collect();
    generated(vertices, mesh.triangles().to_vec())
}

/// Returns the mesh scaled about the origin.
pub fn scaled(mesh: &Mesh, factor: f64) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| *p * factor).collect();
    generated(vertices, mesh.triangles().to_vec())
}

/// Returns the mesh with every face turned over.
pub fn turned_inside_out(mesh: &Mesh) -> Mesh {
    let turned = mesh.triangles().iter().map(|[a, b, c]| [*a, *c, *b]);
    generated(mesh.vertices().to_vec(), turned.collect())
}

/// Returns the mesh without its last face. It must have two.
pub fn without_last_face(mesh: &Mesh) -> Mesh {
    let triangles = mesh.triangles()[..mesh.face_count() - 1].to_vec();
    generated(mesh.vertices().to_vec(), triangles)
}
