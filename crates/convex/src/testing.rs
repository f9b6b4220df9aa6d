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

/// Returns two bodies that meet in space near the second corner of the first, `(1, 0, 1 − b)`. A
/// rounded climb on the first from its vertex 0 toward vertex 0 of the second stays where it is,
/// and then the bodies seem to be 2e-12 apart. Returns the unit direction of that climb, too.
///
/// Let `u = 2⁻⁵³` and `δ = 2⁻¹⁷`. Vertex 0, `(0, 0, 1)`, is the tip of a roof with a ring at the
/// distance `δ`, lower by `u`, and corners at the distance 1, lower by `b = 1.2 u/δ`. Along
/// `n = (1.5 u/δ, 0, 1)` the ring is higher than the tip by `u/2`, which rounds to nothing, and the
/// corner by `0.3 u/δ`, which is 4.4e-12. The second body lies over the whole roof and reaches down
/// to 2e-12 above the tip, so it contains the corner.
pub(crate) fn bodies_at_a_stopping_climb() -> ([Mesh; 2], Vec3) {
    let (u, delta) = (2f64.powi(-53), 2f64.powi(-17));
    let square = |reach: f64, z: f64| {
        let at = |x: f64, y: f64| Vec3::new(x * reach, y * reach, z);
        [at(1.0, 0.0), at(0.0, 1.0), at(-1.0, 0.0), at(0.0, -1.0)]
    };
    let ring = square(delta, 1.0 - u);
    let corners = square(1.0, 1.0 - 1.2 * u / delta);
    let rings = [ring, corners, square(1.0, -1.0)].concat();
    let roof = hull(&[&[Vec3::Z][..], &rings].concat());
    let n = Vec3::new(1.5 * u / delta, 0.0, 1.0);
    // Nearly flat, up to 1e-13 higher than its tip along n.
    let tip = Vec3::Z + 2e-12 * n;
    let side = |p: Vec3| p + Vec3::Z * (tip.z + 1e-13 - n.x * p.x);
    let cover = [&[tip][..], &square(4.0, 0.0).map(side), &[Vec3::Z * 5.0]].concat();
    ([roof, hull(&cover)], n)
}
