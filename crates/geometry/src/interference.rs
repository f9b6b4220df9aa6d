//! Exact relation of two closed triangles (Guigue and Devillers 2003).
//!
//! Good for any two triangles, flat ones included. Six signs decide most pairs that are apart, and
//! two more the others in general position. No division, no constructed point. The essence:
//! 1. If the corners of one triangle lie strictly on one side of the other's plane, they are apart.
//!    If one ends on that plane, in corners of the other, they touch there.
//! 2. Otherwise both triangles meet the common line of both planes in an interval. Turn each
//!    triangle so that corner `p` lies alone on its side: its interval is between `pq` and `pr`.
//! 3. Two signs compare the ends of both intervals: they are disjoint, share an end, or overlap.
//! 4. Compare coplanar triangles edge by edge in a projection with non-zero area, and triangles of
//!    zero area as the segments or points that they span.
//!
//! [Smith95 §3.6] decides the same relation edge by edge. The face octree has that form.

use crate::predicates::{Plane, orient2d_counted, orient3d_counted};
use crate::{Sign, Triangle, Vec3};
use serde::{Deserialize, Serialize};

/// Relation of two closed triangles.
///
/// "Inside" means the relative interior: a triangle without its edges, a segment without its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Interference {
    /// They share no point.
    Apart,
    /// They share points, but no point inside both. A triangle that is a point can only touch.
    Touching,
    /// They share a point inside both, and neither lies in the plane (line) of the other.
    Crossing,
    /// They share a point inside both and lie in one plane. Triangles then overlap in an area, a
    /// triangle of zero area in a segment.
    CoplanarOverlap,
}

/// Returns the relation of the closed triangles `a` and `b`. Symmetric and exact.
///
/// # Cost
/// Two planes and at most six signs if one triangle lies on one side of the other's plane, two more
/// signs otherwise. Coplanar and zero-area triangles take about twenty exact signs.
pub fn interference(a: &Triangle, b: &Triangle) -> Interference {
    interference_counted(a, b, &mut 0)
}

/// Returns [`interference`], and adds to `exact` the signs that needed exact arithmetic.
#[inline]
pub fn interference_counted(a: &Triangle, b: &Triangle, exact: &mut u64) -> Interference {
    interference_with_plane((a, &Plane::of(a)), b, exact)
}

/// Returns [`interference_counted`] of a triangle with a precomputed plane ([`Plane::of`]) and
/// another. Saves time for a triangle that is compared with many others. Computes the plane of the
/// other only if the first does not decide.
#[inline]
pub fn interference_with_plane(
    (a, plane_of_a): (&Triangle, &Plane),
    b: &Triangle,
    exact: &mut u64,
) -> Interference {
    // Step 1, each triangle against the plane of the other.
    let sides_of_b = plane_of_a.sides(b, exact);
    if on_one_open_side(sides_of_b) {
        return Interference::Apart;
    }
    // All zero: the triangles are coplanar, or `a` has no area and spans no plane.
    if sides_of_b == [Sign::Zero; 3] {
        return without_transversal(a, b, exact);
    }
    if ends_in_corners(b, sides_of_b, a) {
        return Interference::Touching;
    }
    let sides_of_a = Plane::of(b).sides(a, exact);
    if on_one_open_side(sides_of_a) {
        return Interference::Apart;
    }
    if sides_of_a == [Sign::Zero; 3] {
        return without_transversal(a, b, exact);
    }
    if ends_in_corners(a, sides_of_a, b) {
        return Interference::Touching;
    }
    by_intervals(a, sides_of_a, b, sides_of_b, exact)
}

#[inline]
fn on_one_open_side(s: [Sign; 3]) -> bool {
    s[0] != Sign::Zero && s[0] == s[1] && s[1] == s[2]
}

/// Returns true if `t` lies on one side of the plane of `other` and meets it only in corners of
/// `other`: then these are all common points. Neighbors in one mesh and coinciding meshes meet like
/// this.
#[inline]
fn ends_in_corners(t: &Triangle, sides: [Sign; 3], other: &Triangle) -> bool {
    let corners = other.corners();
    let mut points = sides.iter().zip(t.corners());
    !on_both_sides(sides) && points.all(|(side, p)| *side != Sign::Zero || corners.contains(&p))
}

/// Compares the intervals in which two triangles of non-zero area cut the line of their planes.
fn by_intervals(
    a: &Triangle,
    sides_of_a: [Sign; 3],
    b: &Triangle,
    sides_of_b: [Sign; 3],
    exact: &mut u64,
) -> Interference {
    // Step 2: rotate each triangle to (p, q, r) with `p` alone on its side of the other's plane. If
    // that is the negative side, swap q and r of the other triangle, which flips its plane.
    let (i, a_counts_as) = lone_corner(sides_of_a);
    let (j, b_counts_as) = lone_corner(sides_of_b);
    let turned = |t: &Triangle, k: usize| {
        let p = t.corners();
        [p[k], p[(k + 1) % 3], p[(k + 2) % 3]]
    };
    let [p1, mut q1, mut r1] = turned(a, i);
    let [p2, mut q2, mut r2] = turned(b, j);
    if a_counts_as == Sign::Negative {
        std::mem::swap(&mut q2, &mut r2);
    }
    if b_counts_as == Sign::Negative {
        std::mem::swap(&mut q1, &mut r1);
    }
    // Step 3: the line is met by a in [p1 q1, p1 r1] and by b in [p2 q2, p2 r2]. Each sign shows
    // that one interval does not begin after the other has ended. Zero means a common end.
    let first = orient3d_counted(p1, q1, p2, q2, exact);
    if first == Sign::Positive {
        return Interference::Apart;
    }
    let second = orient3d_counted(p1, r1, r2, p2, exact);
    if second == Sign::Positive {
        return Interference::Apart;
    }
    let overlap_in_more_than_a_point = first == Sign::Negative && second == Sign::Negative;
    if overlap_in_more_than_a_point && on_both_sides(sides_of_a) && on_both_sides(sides_of_b) {
        Interference::Crossing
    } else {
        Interference::Touching
    }
}

fn on_both_sides(s: [Sign; 3]) -> bool {
    s.contains(&Sign::Negative) && s.contains(&Sign::Positive)
}

/// Returns the corner that lies alone on its side of a plane, and the sign that it counts as.
///
/// Alone means strictly on one side, with the others on the plane or beyond. If there is none, one
/// corner lies on the plane and the others on one open side. That corner then counts as opposite.
fn lone_corner(s: [Sign; 3]) -> (usize, Sign) {
    let alone = |k: usize| {
        let others = [s[(k + 1) % 3], s[(k + 2) % 3]];
        s[k] != Sign::Zero && others.iter().all(|o| *o != s[k])
    };
    if let Some(k) = (0..3).find(|k| alone(*k)) {
        return (k, s[k]);
    }
    let k = (0..3)
        .find(|k| s[*k] == Sign::Zero)
        .expect("the signs are mixed");
    (k, s[(k + 1) % 3].flipped())
}

/// Span of a triangle.
enum TriangleSpan {
    Area,
    Segment(Vec3, Vec3),
    Point(Vec3),
}

impl TriangleSpan {
    fn of(t: &Triangle, exact: &mut u64) -> TriangleSpan {
        if projection_axis(t.a, t.b, t.c, exact).is_some() {
            return TriangleSpan::Area;
        }
        // Lexicographic order of collinear points is their order along the line.
        let mut p = t.corners();
        p.sort_by(|u, v| {
            u.to_array()
                .partial_cmp(&v.to_array())
                .expect("coordinates are finite")
        });
        if p[0] == p[2] {
            TriangleSpan::Point(p[0])
        } else {
            TriangleSpan::Segment(p[0], p[2])
        }
    }
}

/// Returns a coordinate to drop so that the projection of three points keeps an area, or `None` if
/// they are collinear.
pub fn projection_axis(a: Vec3, b: Vec3, c: Vec3, exact: &mut u64) -> Option<usize> {
    // The largest coordinate of the rounded normal first, then the others: exact signs decide.
    let n = (b - a).cross(c - a).abs();
    let largest = if n.x >= n.y && n.x >= n.z {
        0
    } else if n.y >= n.z {
        1
    } else {
        2
    };
    let mut axes = [largest, (largest + 1) % 3, (largest + 2) % 3].into_iter();
    axes.find(|axis| orient2d_counted(*axis, a, b, c, exact) != Sign::Zero)
}

/// Compares coplanar triangles, and triangles without area (step 4).
#[cold]
fn without_transversal(a: &Triangle, b: &Triangle, exact: &mut u64) -> Interference {
    use TriangleSpan::{Area, Point, Segment};
    let of_a = TriangleSpan::of(a, exact);
    // Meshes that coincide have each face twice: no edges have to be compared.
    if a.corners() == b.corners() {
        return match of_a {
            Area | Segment(..) => Interference::CoplanarOverlap,
            Point(_) => Interference::Touching,
        };
    }
    match (of_a, TriangleSpan::of(b, exact)) {
        (Area, Area) => area_area(a, b, exact),
        (Area, Segment(s, t)) => area_segment(a, s, t, exact),
        (Segment(s, t), Area) => area_segment(b, s, t, exact),
        (Area, Point(p)) => area_point(a, p, exact),
        (Point(p), Area) => area_point(b, p, exact),
        (Segment(s, t), Segment(u, v)) => segment_segment([s, t], [u, v], exact),
        (Segment(s, t), Point(p)) | (Point(p), Segment(s, t)) => segment_point(s, t, p, exact),
        (Point(p), Point(q)) => touching_if(p == q),
    }
}

fn touching_if(condition: bool) -> Interference {
    if condition {
        Interference::Touching
    } else {
        Interference::Apart
    }
}

/// Separation of two convex sets of one plane by a line.
#[derive(Clone, Copy, PartialEq)]
enum LineSeparation {
    /// One set lies strictly on the far side of the line.
    Strict,
    /// One set lies on the far side of the line or on it.
    Weak,
    /// The line does not separate the sets.
    None,
}

/// Combines the separations of all candidate lines: a strict one means apart, a weak one touching.
fn by_separations(lines: impl Iterator<Item = LineSeparation>) -> Interference {
    let mut result = Interference::CoplanarOverlap;
    for line in lines {
        match line {
            LineSeparation::Strict => return Interference::Apart,
            LineSeparation::Weak => result = Interference::Touching,
            LineSeparation::None => {}
        }
    }
    result
}

/// Triangle of non-zero area in the projection that drops `axis`, in which it keeps an area.
struct Projected {
    corners: [Vec3; 3],
    axis: usize,
    /// Sign of the projected area.
    front: Sign,
}

impl Projected {
    /// Drops an axis of the triangle's own choice.
    fn new(t: &Triangle, exact: &mut u64) -> Projected {
        let axis = projection_axis(t.a, t.b, t.c, exact).expect("the triangle has an area");
        Projected::along(axis, t, exact)
    }

    /// Drops the axis of another triangle of the same plane.
    fn along(axis: usize, t: &Triangle, exact: &mut u64) -> Projected {
        Projected {
            corners: t.corners(),
            axis,
            front: orient2d_counted(axis, t.a, t.b, t.c, exact),
        }
    }

    /// Returns the separation of the triangle from `points` by the line of its edge `k`.
    fn edge_separates(&self, k: usize, points: &[Vec3], exact: &mut u64) -> LineSeparation {
        let p = &self.corners;
        let mut separation = LineSeparation::Strict;
        for &q in points {
            let side = orient2d_counted(self.axis, p[k], p[(k + 1) % 3], q, exact);
            if side == self.front {
                return LineSeparation::None;
            }
            if side == Sign::Zero {
                separation = LineSeparation::Weak;
            }
        }
        separation
    }
}

/// Compares two coplanar triangles of non-zero area. Two convex polygons are disjoint exactly if
/// one lies strictly beyond the line of an edge of the other.
fn area_area(a: &Triangle, b: &Triangle, exact: &mut u64) -> Interference {
    let a = Projected::new(a, exact);
    let b = Projected::along(a.axis, b, exact);
    let lines = (0..6).map(|k| {
        if k < 3 {
            a.edge_separates(k, &b.corners, exact)
        } else {
            b.edge_separates(k - 3, &a.corners, exact)
        }
    });
    by_separations(lines)
}

/// Compares a triangle of non-zero area with a segment between different points.
fn area_segment(a: &Triangle, s: Vec3, t: Vec3, exact: &mut u64) -> Interference {
    let plane = Plane::of(a);
    let (side_s, side_t) = (plane.side(s, exact), plane.side(t, exact));
    match (side_s, side_t) {
        (Sign::Zero, Sign::Zero) => area_segment_coplanar(a, s, t, exact),
        (x, y) if x == y => Interference::Apart,
        _ => {
            // The segment meets the plane in one point. If that point is in the triangle, the line
            // of the segment passes all edges on one side.
            let p = a.corners();
            let passes: [Sign; 3] =
                std::array::from_fn(|k| orient3d_counted(s, t, p[k], p[(k + 1) % 3], exact));
            if on_both_sides(passes) {
                return Interference::Apart;
            }
            let inside_segment = side_s != Sign::Zero && side_t != Sign::Zero;
            if inside_segment && !passes.contains(&Sign::Zero) {
                Interference::Crossing
            } else {
                Interference::Touching
            }
        }
    }
}

/// Returns true if the segment between two different points meets a triangle of non-zero area.
/// `ends` are the sides of the triangle's plane on which the points lie, not both strictly the
/// same.
pub(crate) fn segment_meets_triangle(
    [s, t]: [Vec3; 2],
    ends: [Sign; 2],
    triangle: &Triangle,
    exact: &mut u64,
) -> bool {
    if ends == [Sign::Zero; 2] {
        return area_segment_coplanar(triangle, s, t, exact) != Interference::Apart;
    }
    // The segment meets the plane in one point. If that point is in the triangle, the line of the
    // segment passes all edges on one side.
    let p = triangle.corners();
    let passes = |k: usize| (p[k], p[(k + 1) % 3]);
    let sides = [0, 1, 2].map(|k| {
        let (u, v) = passes(k);
        orient3d_counted(s, t, u, v, exact)
    });
    !on_both_sides(sides)
}

/// Compares a triangle of non-zero area with a segment in its plane, by the lines of four edges.
fn area_segment_coplanar(a: &Triangle, s: Vec3, t: Vec3, exact: &mut u64) -> Interference {
    let a = Projected::new(a, exact);
    let lines = (0..4).map(|k| {
        if k < 3 {
            return a.edge_separates(k, &[s, t], exact);
        }
        // The line of the segment itself.
        let sides = a.corners.map(|p| orient2d_counted(a.axis, s, t, p, exact));
        if on_one_open_side(sides) {
            LineSeparation::Strict
        } else if on_both_sides(sides) {
            LineSeparation::None
        } else {
            LineSeparation::Weak
        }
    });
    by_separations(lines)
}

/// Compares a triangle of non-zero area with a point.
fn area_point(a: &Triangle, p: Vec3, exact: &mut u64) -> Interference {
    if Plane::of(a).side(p, exact) != Sign::Zero {
        return Interference::Apart;
    }
    let a = Projected::new(a, exact);
    let mut edges = 0..3;
    let beyond = edges.any(|k| a.edge_separates(k, &[p], exact) == LineSeparation::Strict);
    touching_if(!beyond)
}

/// Compares two segments, each between different points.
fn segment_segment(a: [Vec3; 2], b: [Vec3; 2], exact: &mut u64) -> Interference {
    if orient3d_counted(a[0], a[1], b[0], b[1], exact) != Sign::Zero {
        return Interference::Apart;
    }
    let spans = |p: Vec3, exact: &mut u64| projection_axis(a[0], a[1], p, exact);
    let axis = spans(b[0], exact).or_else(|| spans(b[1], exact));
    let Some(axis) = axis else {
        return collinear_segments(a, b);
    };
    let mut sides =
        |l: [Vec3; 2], p: [Vec3; 2]| p.map(|q| orient2d_counted(axis, l[0], l[1], q, exact));
    let (of_b, of_a) = (sides(a, b), sides(b, a));
    let beyond = |s: [Sign; 2]| s[0] != Sign::Zero && s[0] == s[1];
    if beyond(of_a) || beyond(of_b) {
        Interference::Apart
    } else if of_a.contains(&Sign::Zero) || of_b.contains(&Sign::Zero) {
        Interference::Touching
    } else {
        Interference::Crossing
    }
}

/// Compares two segments of one line, along an axis on which the line is not constant.
fn collinear_segments(a: [Vec3; 2], b: [Vec3; 2]) -> Interference {
    let axis = (0..3)
        .find(|k| a[0][*k] != a[1][*k])
        .expect("the ends differ");
    let range = |s: [Vec3; 2]| (s[0][axis].min(s[1][axis]), s[0][axis].max(s[1][axis]));
    let ((a0, a1), (b0, b1)) = (range(a), range(b));
    if a1 < b0 || b1 < a0 {
        Interference::Apart
    } else if a1 == b0 || b1 == a0 {
        Interference::Touching
    } else {
        Interference::CoplanarOverlap
    }
}

fn segment_point(s: Vec3, t: Vec3, p: Vec3, exact: &mut u64) -> Interference {
    let on_line = projection_axis(s, t, p, exact).is_none();
    touching_if(on_line && crate::Aabb::of_points([&s, &t]).contains(p))
}

#[cfg(test)]
mod tests;
