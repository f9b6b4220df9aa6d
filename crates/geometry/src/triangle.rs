//! Triangle in space: area, nearest point, solid angle.

use crate::angle::angle_of;
use crate::{Aabb, Vec3, orient2d, predicates::Sign};

/// Closed triangle. With zero area, it is the segment or point that it spans.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// First corner.
    pub a: Vec3,
    /// Second corner.
    pub b: Vec3,
    /// Third corner. `(b - a) × (c - a)` points to the front.
    pub c: Vec3,
}

impl Triangle {
    /// Returns the triangle of three corners.
    #[inline]
    pub const fn new(a: Vec3, b: Vec3, c: Vec3) -> Triangle {
        Triangle { a, b, c }
    }

    /// Returns the corners in order.
    #[inline]
    pub const fn corners(&self) -> [Vec3; 3] {
        [self.a, self.b, self.c]
    }

    /// Returns the smallest box that contains the triangle.
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

    /// Returns the point of the triangle that is nearest to `p`, up to rounding.
    ///
    /// Its distance differs from the exact one by a few dozen roundings relative to the largest
    /// coordinate, whatever the shape of the triangle is: along a needle and across it `p` is
    /// measured separately, so that a tiny height is known to its own last bits.
    pub fn nearest_point(&self, p: Vec3) -> Vec3 {
        let sides = [
            (self.a, self.b, self.c),
            (self.b, self.c, self.a),
            (self.c, self.a, self.b),
        ];
        let [ab, bc, ca] = sides.map(|(from, to, _)| from.distance_squared(to));
        let longest = match (ab >= bc && ab >= ca, bc >= ca) {
            (true, _) => 0,
            (_, true) => 1,
            (_, false) => 2,
        };
        let (from, to, apex) = sides[longest];
        let (base, slope, w) = (to - from, apex - from, p - from);
        let square = base.length_squared();
        // Positions of the apex and of `p` along the base, in lengths of the base.
        let (apex_along, along) = (slope.dot(base) / square, w.dot(base) / square);
        // What is left of both across the base. Subtracting it from `p` first matters: a rounded
        // `height` is not quite across the base, which is longer by far in a needle.
        let height = slope - base * apex_along;
        let weight_of_apex = (w - base * along).dot(height) / height.length_squared();
        let weight_of_to = along - weight_of_apex * apex_along;
        // Comparisons with NaN, where the triangle has no area, fail.
        if weight_of_apex > 0.0 && weight_of_to > 0.0 && weight_of_apex + weight_of_to < 1.0 {
            return from + base * weight_of_to + slope * weight_of_apex;
        }
        let feet = sides.map(|(from, to, _)| nearest_of_segment(from, to, p));
        feet.into_iter()
            .reduce(|best, foot| {
                if foot.distance_squared(p) < best.distance_squared(p) {
                    foot
                } else {
                    best
                }
            })
            .expect("three sides")
    }

    /// Returns the signed solid angle in which `from` sees the triangle, in units of the full
    /// sphere, rounded: positive when it looks at the back, so that an outward surface adds up to 1
    /// around a point inside (Van Oosterom and Strackee 1983).
    pub fn solid_angle(&self, from: Vec3) -> f64 {
        let [a, b, c] = self.corners().map(|v| v - from);
        let (la, lb, lc) = (a.length(), b.length(), c.length());
        // tan(Ω / 2) = a · (b × c) / (abc + (a · b) c + (b · c) a + (c · a) b)
        let numerator = a.dot(b.cross(c));
        let denominator = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        // Ω / 2 in full turns is Ω / 4π.
        angle_of(numerator, denominator)
    }

    /// Returns true if the three corners lie on one line, exactly: the projections on all three
    /// coordinate planes have zero area.
    pub fn is_flat(&self) -> bool {
        (0..3).all(|axis| orient2d(axis, self.a, self.b, self.c) == Sign::Zero)
    }
}

/// Returns the point of the segment from `a` to `b` that is nearest to `p`.
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

    #[test]
    fn an_outward_surface_fills_the_full_solid_angle_around_a_point_inside() {
        let (vertices, triangles) = crate::testing::cube();
        let total = |from: Vec3| -> f64 {
            let corners = triangles.iter().map(|t| t.map(|i| vertices[i as usize]));
            corners
                .map(|[a, b, c]| Triangle::new(a, b, c).solid_angle(from))
                .sum()
        };
        assert!((total(Vec3::new(0.3, -0.2, 0.9)) - 1.0).abs() < 1e-12);
        assert!(total(Vec3::new(1.5, 0.2, 0.0)).abs() < 1e-12);
    }
}
