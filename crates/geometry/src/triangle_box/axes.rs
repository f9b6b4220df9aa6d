//! Thirteen separating axes, decided by exact orientation signs.

use crate::predicates::{Plane, Sign, orient2d_counted};
use crate::{Aabb, Triangle, Vec3};

/// Whether the closed triangle `t` and the closed box `b` share a point: exactly.
///
/// Two disjoint convex bodies are separated along one of thirteen directions: three box axes, the
/// triangle's normal, and nine products of a box axis with an edge (Akenine-Möller 2001). Each is
/// asked as an orientation sign of the corner of the box that lies farthest, so that no rounding
/// enters; `exact` counts the signs that the filters could not tell. Triangles of zero area need
/// no case of their own: they have no normal, and the edges' directions suffice.
///
/// # Cost
/// At most two 3-D and eighteen 2-D signs; usually none, when a box axis separates.
pub fn intersects_by_sat(t: &Triangle, b: &Aabb, exact: &mut u64) -> bool {
    t.aabb().overlaps(b) && !plane_separates(t, b, exact) && !edges_separate(t, b, exact)
}

/// Whether the box lies strictly on one side of the triangle's plane.
fn plane_separates(t: &Triangle, b: &Aabb, exact: &mut u64) -> bool {
    let plane = Plane::of(t);
    let mut front = b.max;
    let mut back = b.min;
    for axis in 0..3 {
        // The sign of the normal's coordinate picks the farthest corner; where it is zero, both do.
        let sign = orient2d_counted(axis, t.a, t.b, t.c, exact);
        if sign == Sign::Negative {
            std::mem::swap(&mut front[axis], &mut back[axis]);
        }
    }
    plane.side(back, exact) == Sign::Positive || plane.side(front, exact) == Sign::Negative
}

/// Whether one of the nine products of a box axis with an edge separates: seen along the box
/// axis, the rectangle of the box lies strictly beyond the line of the edge.
fn edges_separate(t: &Triangle, b: &Aabb, exact: &mut u64) -> bool {
    (0..3).any(|axis| {
        let front = orient2d_counted(axis, t.a, t.b, t.c, exact);
        let [p, q, r] = t.corners();
        [(p, q), (q, r), (r, p)]
            .into_iter()
            .any(|(p, q)| match front {
                Sign::Positive => side_of_rectangle(axis, p, q, b, exact) == Sign::Negative,
                Sign::Negative => side_of_rectangle(axis, q, p, b, exact) == Sign::Negative,
                // Seen edge-on, the line has the whole triangle on it: either side separates.
                Sign::Zero => side_of_rectangle(axis, p, q, b, exact) != Sign::Zero,
            })
    })
}

/// On which side of the line from `p` to `q` the whole rectangle lies strictly, in the projection
/// that drops `axis`; zero when the line meets the rectangle.
fn side_of_rectangle(axis: usize, p: Vec3, q: Vec3, b: &Aabb, exact: &mut u64) -> Sign {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    // The left of the line is the direction (-dv, du).
    let pick = |low: bool, k: usize| {
        if low {
            (b.min[k], b.max[k])
        } else {
            (b.max[k], b.min[k])
        }
    };
    let (left_u, right_u) = pick(q[v] > p[v], u);
    let (left_v, right_v) = pick(q[u] < p[u], v);
    let corner = |cu: f64, cv: f64| {
        let mut c = p;
        c[u] = cu;
        c[v] = cv;
        c
    };
    if orient2d_counted(axis, p, q, corner(left_u, left_v), exact) == Sign::Negative {
        Sign::Negative
    } else if orient2d_counted(axis, p, q, corner(right_u, right_v), exact) == Sign::Positive {
        Sign::Positive
    } else {
        Sign::Zero
    }
}
