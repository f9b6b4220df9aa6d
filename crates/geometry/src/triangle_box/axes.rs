//! Separating axis test of a triangle and a box (Akenine-Möller 2001).
//!
//! Good for faces of any size beside a box. At most ten axes in floating point. Within rounding of
//! touching, at most two 3-D and eighteen 2-D exact signs. The essence: two disjoint convex
//! bodies, a triangle and a box, are separated along one of thirteen directions.
//! 1. Three box axes: compare the boxes. Then look for a corner of the triangle inside the box.
//! 2. The triangle's normal: compare the plane's distance from the center with the box's reach.
//! 3. Nine cross products of a box axis and an edge: compare the triangle's interval with the
//!    reach.
//! 4. If an axis neither separates nor overlaps by more than rounding, decide by exact signs: the
//!    sides of extreme corners of the box relative to planes and edges.

use crate::predicates::{Plane, Sign, orient2d_counted};
use crate::{Aabb, Triangle, Vec3};

/// Bound on the rounding of an axis `k × e`, `k` a box axis and `e` an edge, in units of the extent
/// times `|e_u| + |e_v|`.
///
/// In half ulps: a projection `e_u p_v − e_v p_u` takes one for the edge, one for the corner
/// relative to the center, one for the product and one for the difference, and each is relative to
/// at most the extent. The reach takes five: one for the half side, and four as before. The
/// comparison takes two. Higher orders are below another: 12 · 2⁻⁵³ < 2⁻⁴⁹.
const EDGE_ROUNDING: f64 = f64::EPSILON * 8.0; // 2^-49

/// Bound on the rounding of the axis along the normal, in units of the extent times the sum of the
/// absolute values of the normal's products.
///
/// In half ulps: a product of the normal takes three, with those of its two edges, and the
/// difference one. Its product with the corner relative to the center takes two more, and two sums
/// take two: 8. The reach takes one more for the half side: 9. The comparison takes two. Higher
/// orders are below another: 20 · 2⁻⁵³ < 2⁻⁴⁸.
const NORMAL_ROUNDING: f64 = f64::EPSILON * 16.0; // 2^-48

/// Bound on what six products of two lengths lose to underflow, at most 2⁻¹⁰⁷⁵ each.
const UNDERFLOW_2D: f64 = f64::from_bits(8); // 2^-1071

/// Bound on what products of three lengths lose to underflow. Twelve products of two lengths lose
/// at most 2⁻¹⁰⁷⁵ each, times a third of at most 2¹⁰², and six products with that one lose as
/// much.
const UNDERFLOW_3D: f64 = f64::from_bits((1023 - 960) << 52); // 2^-960

/// Returns true if the closed triangle `t` and the closed box `b` share a point. Exact.
///
/// Rounded axes decide what is clear by more than a bound on rounding. What is not is decided by
/// the orientation sign of an extreme corner of the box for each direction. `exact` counts the
/// signs that needed exact arithmetic. Triangles of zero area need no special case: they have no
/// normal, and the directions of their edges suffice.
pub fn intersects_by_sat(t: &Triangle, b: &Aabb, exact: &mut u64) -> bool {
    t.aabb().overlaps(b) && intersects_by_sat_after_boxes(t, b, exact)
}

/// Returns [`intersects_by_sat`] for a caller that has compared the boxes: `t.aabb()` overlaps `b`.
pub fn intersects_by_sat_after_boxes(t: &Triangle, b: &Aabb, exact: &mut u64) -> bool {
    debug_assert!(t.aabb().overlaps(b), "{t:?} {b:?}");
    // The quick test that [Smith95 §3.7] makes before clipping serves any method.
    t.corners().iter().any(|p| b.contains(*p))
        || match RoundedAxes::new(t, b).meets() {
            Some(answer) => answer,
            None => !plane_separates(t, b, exact) && !edges_separate(t, b, exact),
        }
}

/// Relation of two intervals along one axis, as far as rounding allows.
#[derive(Clone, Copy, PartialEq)]
enum Along {
    Apart,
    Overlapping,
    Unknown,
}

/// Triangle and box relative to the center of the box, rounded.
struct RoundedAxes {
    corners: [[f64; 3]; 3],
    /// Edges from each corner to the next. A coordinate is zero only if both corners have the same.
    edges: [[f64; 3]; 3],
    /// Half sides of a box around the center that contains the box.
    outer: [f64; 3],
    /// Half sides of a box around the center that the box contains. Less than `outer` only if the
    /// center is rounded.
    inner: [f64; 3],
    /// Largest coordinate of all of these relative to the center.
    extent: f64,
}

impl RoundedAxes {
    #[inline]
    fn new(t: &Triangle, b: &Aabb) -> RoundedAxes {
        let center = b.center();
        let corners = t.corners().map(|p| p - center);
        let (below, above) = (center - b.min, b.max - center);
        let outer = above.max(below);
        let farthest = corners.iter().fold(outer, |m, p| m.max(p.abs()));
        RoundedAxes {
            corners: corners.map(|p| p.to_array()),
            edges: [t.b - t.a, t.c - t.b, t.a - t.c].map(|e| e.to_array()),
            outer: outer.to_array(),
            inner: above.min(below).to_array(),
            extent: farthest.max_element(),
        }
    }

    /// Returns true if the ten axes overlap, false if one separates, and `None` if the answer
    /// depends on rounding. The three axes of the box overlap already.
    #[inline]
    fn meets(&self) -> Option<bool> {
        let mut all_overlap = true;
        match self.along_normal() {
            Along::Apart => return Some(false),
            along => all_overlap &= along == Along::Overlapping,
        }
        for axis in 0..3 {
            for edge in 0..3 {
                match self.across_edge(axis, edge) {
                    Along::Apart => return Some(false),
                    along => all_overlap &= along == Along::Overlapping,
                }
            }
        }
        all_overlap.then_some(true)
    }

    /// Compares along the normal, on which the triangle is one point.
    #[inline]
    fn along_normal(&self) -> Along {
        let [u, v, _] = self.edges.map(Vec3::from_array);
        let left = Vec3::new(u.y * v.z, u.z * v.x, u.x * v.y);
        let right = Vec3::new(u.z * v.y, u.x * v.z, u.y * v.x);
        let normal = left - right;
        let products = left.abs() + right.abs();
        let sum = products.x + products.y + products.z;
        let margin = NORMAL_ROUNDING * self.extent * sum + UNDERFLOW_3D;
        let distance = normal.dot(Vec3::from_array(self.corners[0])).abs();
        let reach = |half: [f64; 3]| normal.abs().dot(Vec3::from_array(half));
        if distance > reach(self.outer) + margin {
            Along::Apart
        } else if distance <= reach(self.inner) - margin {
            Along::Overlapping
        } else {
            Along::Unknown
        }
    }

    /// Compares along the cross product of a box axis and an edge, on which both ends of the edge
    /// are one point.
    #[inline]
    fn across_edge(&self, axis: usize, edge: usize) -> Along {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let (e_u, e_v) = (self.edges[edge][u], self.edges[edge][v]);
        // An edge along the box axis: the product is zero, and separates nothing.
        if e_u == 0.0 && e_v == 0.0 {
            return Along::Overlapping;
        }
        let along = |p: [f64; 3]| e_u * p[v] - e_v * p[u];
        let at_edge = along(self.corners[edge]);
        let opposite = along(self.corners[(edge + 2) % 3]);
        let (low, high) = (at_edge.min(opposite), at_edge.max(opposite));
        let (size_u, size_v) = (e_u.abs(), e_v.abs());
        let margin = EDGE_ROUNDING * self.extent * (size_u + size_v) + UNDERFLOW_2D;
        let reach = |half: [f64; 3]| size_u * half[v] + size_v * half[u];
        let outer = reach(self.outer) + margin;
        let inner = reach(self.inner) - margin;
        if low > outer || high < -outer {
            Along::Apart
        } else if low <= inner && high >= -inner {
            Along::Overlapping
        } else {
            Along::Unknown
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn coordinate() -> impl Strategy<Value = f64> {
        prop_oneof![
            2 => -2.0..2.0f64,
            3 => (-2..=2i32).prop_map(f64::from),
            1 => (-2..=2i32, -40..0i32).prop_map(|(x, e)| f64::from(x) + 2f64.powi(e)),
        ]
    }

    fn point() -> impl Strategy<Value = Vec3> {
        [coordinate(), coordinate(), coordinate()].prop_map(Vec3::from_array)
    }

    /// Multiplies by a power of two, in two steps: 2⁻¹⁰⁶⁰ is subnormal.
    fn scaled(p: Vec3, exponent: i32) -> Vec3 {
        p * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2)
    }

    /// Triangles, of zero area among them, and boxes, flat ones among them, at any scale and at a
    /// distance of up to 2⁵⁰ sizes.
    fn any_case() -> impl Strategy<Value = (Triangle, Aabb)> {
        let exponents = vec![
            -1060, -1000, -900, -538, -520, -400, -320, -300, -60, 0, 60, 90,
        ];
        let far = prop::sample::select(vec![0.0, 0.0, 0.0, 3.0, 2f64.powi(30), -(2f64.powi(50))]);
        let shape = [point(), point(), point(), point(), point()];
        let flat = prop::option::weighted(0.2, 0..3usize);
        let place = (prop::sample::select(exponents), far, flat, any::<bool>());
        (shape, place).prop_map(|(points, (exponent, far, flat, on_edge))| {
            let exponent = if far.abs() > 3.0 {
                exponent.min(40)
            } else {
                exponent
            };
            let [a, b, mut c, p, mut q] = points;
            if on_edge {
                c = 0.5 * (a + b);
            }
            if let Some(axis) = flat {
                q[axis] = p[axis];
            }
            let [a, b, c, p, q] = [a, b, c, p, q].map(|p| scaled(p + Vec3::splat(far), exponent));
            (Triangle::new(a, b, c), Aabb::new(p.min(q), p.max(q)))
        })
    }

    /// Planes and edges through a corner of the box, off by a few parts in 2⁵².
    fn grazing_case() -> impl Strategy<Value = (Triangle, Aabb)> {
        let random = || [-1.0..1.0f64, -1.0..1.0, -1.0..1.0].prop_map(Vec3::from_array);
        let shape = [random(), random(), random(), random()];
        let off = (0..8usize, 44..56i32, -4..=4i32, random());
        let exponent = prop::sample::select(vec![-900, -400, -100, 0, 90]);
        (shape, off, exponent).prop_map(|([u, v, p, q], (corner, e, steps, to), exponent)| {
            let b = Aabb::new(p.min(q), p.max(q));
            let at = b.octant(b.max, corner ^ 7).min;
            let at = at + f64::from(steps) * 2f64.powi(-e) * to;
            let points = [at - u, at + u, at + 3.0 * v, b.min, b.max];
            let [a, b, c, min, max] = points.map(|p| scaled(p, exponent));
            (Triangle::new(a, b, c), Aabb::new(min, max))
        })
    }

    fn exactly(t: &Triangle, b: &Aabb) -> bool {
        !plane_separates(t, b, &mut 0) && !edges_separate(t, b, &mut 0)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60_000) })]

        #[test]
        fn rounded_axes_never_contradict_exact_signs((t, b) in any_case()) {
            if t.aabb().overlaps(&b) && let Some(answer) = RoundedAxes::new(&t, &b).meets() {
                prop_assert_eq!(answer, exactly(&t, &b));
            }
        }

        #[test]
        fn rounded_axes_never_contradict_exact_signs_near_a_corner((t, b) in grazing_case()) {
            if t.aabb().overlaps(&b) && let Some(answer) = RoundedAxes::new(&t, &b).meets() {
                prop_assert_eq!(answer, exactly(&t, &b));
            }
        }
    }

    /// Without this, a path that never decides would pass the tests above.
    #[test]
    fn rounded_axes_decide_what_is_clear() {
        let cube = Aabb::new(Vec3::splat(-1.0), Vec3::ONE);
        let triangle = |far: f64| {
            let corners = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| far * axis);
            Triangle::new(corners[0], corners[1], corners[2])
        };
        let ulp = f64::EPSILON;
        for (far, expected) in [
            (2.5, Some(true)),
            (3.0 - 512.0 * ulp, Some(true)),
            (3.0 - 2.0 * ulp, None),
            (3.0, None),
            (3.0 + 2.0 * ulp, None),
            (3.0 + 512.0 * ulp, Some(false)),
            (3.5, Some(false)),
        ] {
            for exponent in [-300, 0, 90] {
                let t = triangle(far).corners().map(|p| scaled(p, exponent));
                let b = Aabb::new(scaled(cube.min, exponent), scaled(cube.max, exponent));
                let axes = RoundedAxes::new(&Triangle::new(t[0], t[1], t[2]), &b);
                assert_eq!(axes.meets(), expected, "{far:?} times 2^{exponent}");
            }
        }
        // Edges along the axes of the box separate nothing, and need no exact signs.
        let floor = Triangle::new(
            Vec3::new(-9.0, -9.0, 0.5),
            Vec3::new(9.0, -9.0, 0.5),
            Vec3::new(-9.0, 29.0, 0.5),
        );
        assert_eq!(RoundedAxes::new(&floor, &cube).meets(), Some(true));
    }
}
