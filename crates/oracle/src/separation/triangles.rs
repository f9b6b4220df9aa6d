//! The distance of two triangles that share no point.

use geometry::{Triangle, Vec3};

/// The error of the square of a distance, relative to the square of the sizes involved.
///
/// Every candidate below is a pair of points of the two triangles up to rounding, so that no distance
/// is too small by more than some roundings. It is too large at most by this: where a minimum in the
/// inside of a face or of two edges is computed badly, because the face is a needle of height `h` or
/// the edges are nearly parallel with a sine of `s`, the square of its error is of the order of
/// `(ε / h)²` or `(ε / s)²`; but the candidates on the border are no farther than `h²` or `s²`, in
/// units of the size, and the smaller of the two is of the order of ε. Some thirty roundings enter.
pub(super) const SQUARE_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The distance: of a corner from a face, of a corner from an edge, or of two edges.
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

fn edges(t: &Triangle) -> [(Vec3, Vec3); 3] {
    [(t.a, t.b), (t.b, t.c), (t.c, t.a)]
}

/// The square of the distance of `p` from the inside of the triangle, if it is nearest there.
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

/// The square of the distance of `p` from a segment.
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

/// The square of the distance of two segments, if they are nearest at points inside both.
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
