//! Point in solid: does a point lie inside a closed mesh.
//!
//! Good for any closed mesh, in any position. The essence:
//! 1. Send a ray from the point along x. Only faces whose boxes it meets can have a crossing.
//! 2. Add 1 for each face that it leaves through the front, and −1 for each through the back. The
//!    sum is the number of times that the surface winds around the point.
//! 3. Move the ray aside by `(0, ε, ε²)`, with `ε` below any number, so that it meets no edge and
//!    no corner. A sign that is zero is then that of the first power of `ε` that is not.
//!
//! All signs are exact, so no second ray is ever needed. The cost is a comparison of boxes for each
//! face, and up to four signs for those near the ray.

use crate::predicates::{Plane, Sign, orient2d_counted};
use crate::{Aabb, Interference, Triangle, Vec3, interference_counted};

/// Returns true if `p` lies inside the closed mesh or on its surface: exactly.
///
/// Inside means that the surface winds around `p`: the signed crossings of a ray from `p` do not
/// cancel. So closed parts that are all turned the same way, outward or inward, count as their
/// union, and a part turned the other way is a hollow. Faces without area bound nothing.
/// `vertices`, `triangles` and `p` share one space; the mesh is closed.
///
/// # Cost
/// Linear in the faces.
pub fn contains(vertices: &[Vec3], triangles: &[[u32; 3]], p: Vec3) -> bool {
    contains_counted(vertices, triangles, p, &mut 0)
}

/// Returns [`contains`], and adds to `exact` the signs that needed exact arithmetic.
pub fn contains_counted(
    vertices: &[Vec3],
    triangles: &[[u32; 3]],
    p: Vec3,
    exact: &mut u64,
) -> bool {
    let mut total = 0;
    for corners in triangles {
        let [a, b, c] = corners.map(|i| vertices[i as usize]);
        match crossing(&Triangle::new(a, b, c), p, exact) {
            Some(crossing) => total += crossing,
            None => return true,
        }
    }
    total != 0
}

/// Returns true if a box meets the ray from `p` along x, exactly. Only faces with such boxes have
/// crossings.
#[inline]
pub fn meets_ray(bounds: &Aabb, p: Vec3) -> bool {
    let (low, high) = (bounds.min, bounds.max);
    p.x <= high.x && low.y <= p.y && p.y <= high.y && low.z <= p.z && p.z <= high.z
}

/// Returns how the ray from `p` along x passes through a face: 1 when it leaves through the front,
/// -1 when through the back, 0 when it misses; `None` when `p` lies on the face. Exact. The sum
/// over a closed mesh is its winding number around `p`.
///
/// The ray starts at `p + (0, ε, ε²)`, with `ε` below any number: same winding, as `p` is not on
/// the surface, and meets no edge. So no direction is ever drawn again, wherever the body is.
pub fn crossing(t: &Triangle, p: Vec3, exact: &mut u64) -> Option<i64> {
    let bounds = t.aabb();
    if !meets_ray(&bounds, p) {
        return Some(0);
    }
    if bounds.contains(p) && is_on(t, p, exact) {
        return None;
    }
    // Seen along x, the ray is a point. It is in the face when it is on one side of all edges:
    // on the left of each when the face's front looks along x.
    let [a, b, c] = t.corners();
    let side = side_of_edge(a, b, p, exact);
    if side == Sign::Zero
        || side_of_edge(b, c, p, exact) != side
        || side_of_edge(c, a, p, exact) != side
    {
        return Some(0);
    }
    let behind = side.flipped();
    Some(match (Plane::of(t).side(p, exact) == behind, side) {
        (false, _) => 0,
        (true, Sign::Positive) => 1,
        (true, _) => -1,
    })
}

/// Returns the side of the edge from `u` to `v` on which `p + (0, ε, ε²)` lies, seen along x; zero
/// only where the edge runs along x.
fn side_of_edge(u: Vec3, v: Vec3, p: Vec3, exact: &mut u64) -> Sign {
    // (v − u).y · (p − u + ε²).z − (v − u).z · (p − u + ε).y, in powers of ε.
    match orient2d_counted(0, u, v, p, exact) {
        Sign::Zero => match Sign::of(u.z - v.z) {
            Sign::Zero => Sign::of(v.y - u.y),
            side => side,
        },
        side => side,
    }
}

/// Returns true if `p` lies on a face.
fn is_on(t: &Triangle, p: Vec3, exact: &mut u64) -> bool {
    interference_counted(t, &Triangle::new(p, p, p), exact) != Interference::Apart
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cube;

    #[test]
    fn inside_border_and_outside_of_a_cube() {
        let (vertices, mut triangles) = cube();
        for turned in [false, true] {
            let inside = |p| contains(&vertices, &triangles, p);
            assert!(
                inside(Vec3::ZERO) && inside(Vec3::new(0.9, -0.9, 0.3)),
                "turned: {turned}"
            );
            assert!(inside(Vec3::ONE) && inside(Vec3::X) && inside(Vec3::new(1.0, 1.0, 0.0)));
            assert!(!inside(Vec3::X * 1.0f64.next_up()) && !inside(Vec3::splat(3.0)));
            triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
    }

    #[test]
    fn a_hollow_is_outside_and_an_overlap_is_inside() {
        let (mut vertices, mut triangles) = cube();
        let outer = triangles.clone();
        vertices.extend(cube().0.iter().map(|p| 0.5 * *p));
        // The inner shell turned inward makes a hollow, turned outward a second solid.
        triangles.extend(outer.iter().map(|t| [t[0] + 8, t[2] + 8, t[1] + 8]));
        assert!(!contains(&vertices, &triangles, Vec3::ZERO));
        assert!(contains(&vertices, &triangles, Vec3::new(0.75, 0.0, 0.0)));
        triangles[12..].iter_mut().for_each(|t| t.swap(1, 2));
        assert!(contains(&vertices, &triangles, Vec3::ZERO));
    }

    #[test]
    fn a_folded_sheet_has_no_inside() {
        // Two L-shaped sheets, back to back: closed, without volume, its box larger than itself.
        let vertices = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)]
            .map(|(x, y)| Vec3::new(f64::from(x), f64::from(y), 5.0));
        let mut triangles = vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
        triangles.extend(triangles.clone().iter().map(|t| [t[0], t[2], t[1]]));
        assert!(contains(&vertices, &triangles, Vec3::new(0.5, 0.5, 5.0)));
        assert!(!contains(&vertices, &triangles, Vec3::new(2.0, 2.0, 5.0)));
    }

    #[test]
    fn a_ray_through_edges_and_corners_crosses_the_surface_once() {
        // An octahedron, its corners on the axes, seen from points in line with corners and edges.
        let corners = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| [axis, -axis]);
        let triangles: Vec<[u32; 3]> = (0..8)
            .map(|i| [i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2)])
            .map(|[x, y, z]| {
                let inward = (x + y + z) % 2 == 1;
                if inward { [y, x, z] } else { [x, y, z] }
            })
            .collect();
        let vertices = corners.concat();
        let inside = |p: Vec3| contains(&vertices, &triangles, p);
        for x in [-0.5, -0.25, 0.0, 0.25, 0.5] {
            for (y, z) in [(0.0, 0.0), (0.25, 0.0), (0.0, -0.25), (0.25, 0.25)] {
                let p = Vec3::new(x, y, z);
                assert!(inside(p), "{p}");
                assert!(!inside(p - Vec3::X * 2.0) && !inside(p + Vec3::X * 2.0));
            }
        }
        // Beside the ray are nothing but a corner, or an edge.
        for p in [
            Vec3::Y,
            Vec3::Z,
            -Vec3::Y,
            -Vec3::Z,
            (Vec3::Y + Vec3::Z) / 2.0,
        ] {
            assert!(!inside(p - Vec3::X) && inside(p) && !inside(p + Vec3::X));
        }
    }

    #[test]
    fn inside_does_not_depend_on_scale() {
        for scale in [2f64.powi(-300), 2f64.powi(-1000), 2f64.powi(80)] {
            let (vertices, triangles) = cube();
            let vertices: Vec<Vec3> = vertices.iter().map(|p| scale * *p).collect();
            assert!(contains(
                &vertices,
                &triangles,
                Vec3::new(0.3, 0.1, 0.2) * scale
            ));
            assert!(!contains(
                &vertices,
                &triangles,
                Vec3::new(0.3, 1.5, 0.2) * scale
            ));
        }
    }
}
