//! Separating axis test of a triangle and a box by exact orientation signs (Akenine-Möller 2001).
//!
//! Good for exact answers without constructed points. At most two 3-D and eighteen 2-D signs. The
//! essence: two disjoint convex bodies, a triangle and a box, are separated along one of thirteen
//! directions.
//! 1. Three box axes: compare the boxes.
//! 2. The triangle's normal: test the box corners farthest along the normal and against it.
//! 3. Nine cross products of a box axis and an edge: look along the box axis and test the corner of
//!    the box's rectangle nearest to the line of the edge.

use crate::predicates::{Plane, Sign, orient2d_counted};
use crate::{Aabb, Triangle, Vec3};

/// Returns true if the closed triangle `t` and the closed box `b` share a point. Exact.
///
/// Each direction is decided by the orientation sign of an extreme corner of the box, so no
/// rounding enters. `exact` counts the signs that needed exact arithmetic. Triangles of zero area
/// need no special case: they have no normal, and the directions of their edges suffice.
pub fn intersects_by_sat(t: &Triangle, b: &Aabb, exact: &mut u64) -> bool {
    t.aabb().overlaps(b) && !plane_separates(t, b, exact) && !edges_separate(t, b, exact)
}

/// Returns true if the box lies strictly on one side of the triangle's plane.
fn plane_separates(t: &Triangle, b: &Aabb, exact: &mut u64) -> bool {
    let plane = Plane::of(t);
    let mut front = b.max;
    let mut back = b.min;
    for axis in 0..3 {
        // The sign of the normal's coordinate selects the farthest corner. If it is zero, both
        // corners are equally far.
        let sign = orient2d_counted(axis, t.a, t.b, t.c, exact);
        if sign == Sign::Negative {
            std::mem::swap(&mut front[axis], &mut back[axis]);
        }
    }
    plane.side(back, exact) == Sign::Positive || plane.side(front, exact) == Sign::Negative
}

/// Returns true if the cross product of a box axis and an edge separates: seen along the box axis,
/// the rectangle of the box lies strictly beyond the line of the edge.
fn edges_separate(t: &Triangle, b: &Aabb, exact: &mut u64) -> bool {
    (0..3).any(|axis| {
        let front = orient2d_counted(axis, t.a, t.b, t.c, exact);
        let [p, q, r] = t.corners();
        [(p, q), (q, r), (r, p)]
            .into_iter()
            .any(|(p, q)| match front {
                Sign::Positive => side_of_rectangle(axis, p, q, b, exact) == Sign::Negative,
                Sign::Negative => side_of_rectangle(axis, q, p, b, exact) == Sign::Negative,
                // Seen edge-on, the whole triangle lies on the line, so either side separates.
                Sign::Zero => side_of_rectangle(axis, p, q, b, exact) != Sign::Zero,
            })
    })
}

/// Returns the side of the line from `p` to `q` on which the whole rectangle of the box lies
/// strictly, in the projection that drops `axis`. Zero if the line meets the rectangle.
fn side_of_rectangle(axis: usize, p: Vec3, q: Vec3, b: &Aabb, exact: &mut u64) -> Sign {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    // The left of the line is the direction (-dv, du). The rectangle lies to the right if its
    // leftmost corner does, and to the left if its rightmost corner does.
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
