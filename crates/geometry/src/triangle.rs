//! A triangle in space.

use crate::{Aabb, Vec3, orient2d, predicates::Sign};

/// Three corners, in one space. May have zero area: then it is the segment or point it spans.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// The first corner.
    pub a: Vec3,
    /// The second corner.
    pub b: Vec3,
    /// The third corner; `(b - a) × (c - a)` points to the front.
    pub c: Vec3,
}

impl Triangle {
    /// The triangle of three corners.
    #[inline]
    pub const fn new(a: Vec3, b: Vec3, c: Vec3) -> Triangle {
        Triangle { a, b, c }
    }

    /// The corners in order.
    #[inline]
    pub const fn corners(&self) -> [Vec3; 3] {
        [self.a, self.b, self.c]
    }

    /// The smallest box that holds it.
    #[inline]
    pub fn aabb(&self) -> Aabb {
        Aabb::new(
            self.a.min(self.b).min(self.c),
            self.a.max(self.b).max(self.c),
        )
    }

    /// `(b − a) × (c − a)`, rounded: twice the area, along the front.
    pub fn area_vector(&self) -> Vec3 {
        (self.b - self.a).cross(self.c - self.a)
    }

    /// The point of the triangle that is nearest to `p`, up to rounding: on the triangle whatever its
    /// shape, so that its distance is never too small by more than the rounding of one point.
    pub fn nearest_point(&self, p: Vec3) -> Vec3 {
        let [a, b, c] = self.corners();
        let (u, v, w) = (b - a, c - a, p - a);
        let normal = u.cross(v);
        let scaled = (w.cross(v).dot(normal), u.cross(w).dot(normal));
        let square = normal.length_squared();
        if scaled.0 > 0.0 && scaled.1 > 0.0 && scaled.0 + scaled.1 < square {
            return a + u * (scaled.0 / square) + v * (scaled.1 / square);
        }
        let mut best = nearest_of_segment(a, b, p);
        for other in [nearest_of_segment(b, c, p), nearest_of_segment(c, a, p)] {
            if other.distance_squared(p) < best.distance_squared(p) {
                best = other;
            }
        }
        best
    }

    /// Whether the three corners lie on one line, exactly: the projections on all three
    /// coordinate planes have zero area.
    pub fn is_flat(&self) -> bool {
        (0..3).all(|axis| orient2d(axis, self.a, self.b, self.c) == Sign::Zero)
    }
}

/// The point of the segment from `a` to `b` that is nearest to `p`.
fn nearest_of_segment(a: Vec3, b: Vec3, p: Vec3) -> Vec3 {
    let along = b - a;
    let square = along.length_squared();
    let t = (p - a).dot(along);
    if t <= 0.0 || square == 0.0 {
        a
    } else if t >= square {
        b
    } else {
        a + along * (t / square)
    }
}
