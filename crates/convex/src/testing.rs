//! Bodies for the unit tests of this crate.

use crate::convexity::{self, Polytope};
use crate::counters::ConvexWork;
use crate::posed_body::PosedBody;
use geometry::{Mesh, Pose, Sign, Vec3, orient3d};

/// Returns an axis-aligned cube about the origin, its quads cut in two triangles.
pub(crate) fn cube(half: f64) -> Mesh {
    let bit = |i: u32, bit: u32| if i & bit == 0 { -half } else { half };
    let corners = (0..8)
        .map(|i| Vec3::new(bit(i, 1), bit(i, 2), bit(i, 4)))
        .collect();
    let quads: [[u32; 4]; 6] = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = quads
        .iter()
        .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]])
        .collect();
    Mesh::new(corners, triangles).unwrap()
}

/// Returns the hull of points in general position, by trying every triple; inner points stay
/// unused.
pub(crate) fn hull(points: &[Vec3]) -> Mesh {
    let count = points.len();
    let mut triangles = Vec::new();
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                let others = (0..count).filter(|x| ![i, j, k].contains(x));
                let sides: Vec<Sign> = others
                    .map(|x| orient3d(points[i], points[j], points[k], points[x]))
                    .collect();
                let [i, j, k] = [i, j, k].map(|x| x as u32);
                if sides.iter().all(|s| *s == Sign::Negative) {
                    triangles.push([i, j, k]);
                } else if sides.iter().all(|s| *s == Sign::Positive) {
                    triangles.push([i, k, j]);
                }
            }
        }
    }
    Mesh::new(points.to_vec(), triangles).unwrap()
}

/// Returns a mesh with every vertex mapped.
pub(crate) fn mapped(mesh: &Mesh, map: impl Fn(Vec3) -> Vec3) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| map(*p)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

/// Returns the mesh as a prepared body.
pub(crate) fn body(mesh: &Mesh) -> Polytope {
    convexity::check(mesh).unwrap()
}

/// Returns a body posed at `pose`, its vertices moved.
pub(crate) fn posed(body: &Polytope, pose: &Pose) -> PosedBody {
    let mut posed = PosedBody::new(body);
    posed.place(body, pose);
    posed.move_vertices(body, &mut ConvexWork::default());
    posed
}
