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

    /// Whether the three corners lie on one line, exactly: the projections on all three
    /// coordinate planes have zero area.
    pub fn is_flat(&self) -> bool {
        (0..3).all(|axis| orient2d(axis, self.a, self.b, self.c) == Sign::Zero)
    }
}
