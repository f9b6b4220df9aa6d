//! Distance of two triangles that share no point.
//!
//! The distance is the least of 33 candidates: three corners to the other triangle's interior and
//! three edges, both ways, and nine pairs of edges. A candidate whose nearest point lies outside of
//! the interior or edge is infinite. Then another candidate, on the border, is the least.

use geometry::{Triangle, Vec3};

/// Error of the square of a distance, relative to the square of the sizes involved.
///
/// Each candidate is the distance of two points of the triangles up to rounding. So no distance is
/// too small by more than some roundings. It may be too large: an interior minimum is inaccurate
/// if the face is a needle of height `h` or the edges are nearly parallel with a sine of `s`. The
/// square of its error is about `(ε / h)²` or `(ε / s)²`, in units of the size. A candidate on the
/// border is farther by at most `h²` or `s²`. The smaller of both errors is about ε. About thirty
/// roundings enter, so 64 ε has a margin of two.
pub(super) const SQUARE_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Returns the distance: corner to face, corner to edge, or edge to edge.
pub(super) fn distance(s: &Triangle, t: &Triangle) -> f64 {
    let corners = |own: &Triangle, other: &Triangle| {
        let of = |p: Vec3| {
            let inside = from_inside(other, p);
            let border = edges(other).map(|edge| from_edge(edge, p));
            border.into_iter().fold(inside, f64::min)
        };
        own.corners()
            .map(of)
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    };
    let mut square = corners(s, t).min(corners(t, s));
    for e in edges(s) {
        for f in edges(t) {
            square = square.min(between_lines(e, f));
        }
    }
    square.sqrt()
}

/// Returns a lower bound on the distance of two triangles.
pub(crate) fn least_face_distance(s: &Triangle, t: &Triangle) -> f64 {
    let size = s.aabb().union(t.aabb()).size().length();
    let square = distance(s, t).powi(2) - SQUARE_ROUNDING * size * size;
    square.max(0.0).sqrt()
}

fn edges(t: &Triangle) -> [(Vec3, Vec3); 3] {
    [(t.a, t.b), (t.b, t.c), (t.c, t.a)]
}

/// Returns the squared distance of `p` from the triangle if its interior is nearest, else infinity.
fn from_inside(t: &Triangle, p: Vec3) -> f64 {
    let (u, v, w) = (t.b - t.a, t.c - t.a, p - t.a);
    let normal = u.cross(v);
    let square = normal.length_squared();
    let (along_u, along_v) = (w.cross(v).dot(normal), u.cross(w).dot(normal));
    if along_u > 0.0 && along_v > 0.0 && along_u + along_v < square {
        let foot = u * (along_u / square) + v * (along_v / square);
        return (w - foot).length_squared();
    }
    f64::INFINITY
}

/// Returns the squared distance of `p` from a segment.
fn from_edge((a, b): (Vec3, Vec3), p: Vec3) -> f64 {
    let (along, w) = (b - a, p - a);
    let square = along.length_squared();
    let part = w.dot(along);
    if part <= 0.0 || square == 0.0 {
        w.length_squared()
    } else if part >= square {
        p.distance_squared(b)
    } else {
        (w - along * (part / square)).length_squared()
    }
}

/// Returns the squared distance of two segments if interior points are nearest, else infinity.
fn between_lines((a, b): (Vec3, Vec3), (c, d): (Vec3, Vec3)) -> f64 {
    let (u, v, w) = (b - a, d - c, c - a);
    let (uu, uv, vv) = (u.length_squared(), u.dot(v), v.length_squared());
    let (uw, vw) = (u.dot(w), v.dot(w));
    let det = uu * vv - uv * uv;
    let (along_u, along_v) = (uw * vv - uv * vw, uv * uw - uu * vw);
    let inside = |part: f64| 0.0 < part && part < det;
    if inside(along_u) && inside(along_v) {
        return (w + v * (along_v / det) - u * (along_u / det)).length_squared();
    }
    f64::INFINITY
}
