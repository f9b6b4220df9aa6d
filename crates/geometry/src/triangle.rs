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

    /// The solid angle in which `from` sees the triangle, rounded: positive when it looks at the
    /// back, so that an outward surface adds up to 4π around a point inside
    /// (Van Oosterom and Strackee 1983).
    pub fn solid_angle(&self, from: Vec3) -> f64 {
        let [a, b, c] = self.corners().map(|v| v - from);
        let (la, lb, lc) = (a.length(), b.length(), c.length());
        // tan(Ω / 2) = a · (b × c) / (abc + (a · b) c + (b · c) a + (c · a) b)
        let numerator = a.dot(b.cross(c));
        let denominator = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        2.0 * numerator.atan2(denominator)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn an_outward_surface_fills_the_full_solid_angle_around_a_point_inside() {
        let (vertices, triangles) = crate::testing::cube();
        let total = |from: Vec3| -> f64 {
            let corners = triangles.iter().map(|t| t.map(|i| vertices[i as usize]));
            corners
                .map(|[a, b, c]| Triangle::new(a, b, c).solid_angle(from))
                .sum()
        };
        assert!((total(Vec3::new(0.3, -0.2, 0.9)) - 4.0 * PI).abs() < 1e-12);
        assert!(total(Vec3::new(1.5, 0.2, 0.0)).abs() < 1e-12);
    }
}
