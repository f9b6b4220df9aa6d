//! Bodies for the unit tests of this crate.

use crate::convexity::{self, Polytope};
use crate::counters::ConvexWork;
use crate::posed_body::PosedBody;
use geometry::{ConvexHull, Mesh, Pose, Vec3};

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

/// Returns the hull of points that span a volume.
pub(crate) fn hull(points: &[Vec3]) -> Mesh {
    ConvexHull::of_points(points).unwrap().mesh()
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
