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

    /// Returns the point of the triangle that is nearest to `p`, up to rounding:
    /// [`MeasuredTriangle::nearest_point`], for a single point.
    pub fn nearest_point(&self, p: Vec3) -> Vec3 {
        MeasuredTriangle::new(self).nearest_point(p)
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

/// Triangle with its sides and its height, measured once for the nearest points to many.
///
/// # Cost
/// 248 bytes. Measuring takes about as long as one nearest point.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredTriangle {
    /// The base, which is the longest side, and the other two in the order of the corners.
    sides: [TriangleSide; 3],
    /// From the base's start to the apex.
    slope: Vec3,
    /// Position of the apex along the base, in lengths of the base.
    apex_along: f64,
    /// From the base to the apex, across the base.
    height: Vec3,
    height_squared: f64,
}

/// Side of a triangle.
#[derive(Clone, Copy, Debug)]
struct TriangleSide {
    from: Vec3,
    to: Vec3,
    /// `to − from`, rounded.
    along: Vec3,
    length_squared: f64,
}

impl TriangleSide {
    #[inline]
    fn new(from: Vec3, to: Vec3) -> TriangleSide {
        let along = to - from;
        TriangleSide {
            from,
            to,
            along,
            length_squared: along.length_squared(),
        }
    }

    /// Returns the point of the side that is nearest to `p`. `dot` is `(p − from) · along`.
    #[inline]
    fn nearest_point(&self, dot: f64) -> Vec3 {
        if dot <= 0.0 || self.length_squared == 0.0 {
            self.from
        } else if dot >= self.length_squared {
            self.to
        } else {
            self.from + self.along * (dot / self.length_squared)
        }
    }
}

impl MeasuredTriangle {
    /// Computes once what [`MeasuredTriangle`] keeps for many distances.
    #[inline]
    pub fn new(triangle: &Triangle) -> MeasuredTriangle {
        let Triangle { a, b, c } = *triangle;
        let (ab, bc, ca) = (
            TriangleSide::new(a, b),
            TriangleSide::new(b, c),
            TriangleSide::new(c, a),
        );
        let [x, y, z] = [ab, bc, ca].map(|side| side.length_squared);
        let sides = match (x >= y && x >= z, y >= z) {
            (true, _) => [ab, bc, ca],
            (_, true) => [bc, ca, ab],
            (_, false) => [ca, ab, bc],
        };
        let base = &sides[0];
        let slope = sides[1].to - base.from;
        let apex_along = slope.dot(base.along) / base.length_squared;
        let height = slope - base.along * apex_along;
        MeasuredTriangle {
            sides,
            slope,
            apex_along,
            height,
            height_squared: height.length_squared(),
        }
    }

    /// Returns the point of the triangle that is nearest to `p`, up to rounding.
    ///
    /// Its distance differs from the exact one by a few dozen roundings relative to the largest
    /// coordinate, whatever the shape of the triangle is: along a needle and across it `p` is
    /// measured separately, so that a tiny height is known to its own last bits.
    pub fn nearest_point(&self, p: Vec3) -> Vec3 {
        let [base, right, left] = &self.sides;
        let w = p - base.from;
        let dot = w.dot(base.along);
        // Position of `p` along the base, in lengths of the base.
        let along = dot / base.length_squared;
        // Its part across the base. Subtracting from `p` first matters: a rounded `height` is not
        // quite across the base, which is longer by far in a needle.
        let across = w - base.along * along;
        let weight_of_apex = across.dot(self.height) / self.height_squared;
        let weight_of_to = along - weight_of_apex * self.apex_along;
        // Comparisons with NaN, where the triangle has no area, fail.
        if weight_of_apex > 0.0 && weight_of_to > 0.0 && weight_of_apex + weight_of_to < 1.0 {
            return base.from + base.along * weight_of_to + self.slope * weight_of_apex;
        }
        let mut best = base.nearest_point(dot);
        let mut least = best.distance_squared(p);
        for side in [right, left] {
            let foot = side.nearest_point((p - side.from).dot(side.along));
            let square = foot.distance_squared(p);
            if square < least {
                (best, least) = (foot, square);
            }
        }
        best
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
