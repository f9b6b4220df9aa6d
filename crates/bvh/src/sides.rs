//! Least and greatest coordinates of vertices and faces, in the unit of a hierarchy.
//!
//! Three coordinates and a fourth number, which is 0, take a register.

use crate::hierarchy::{FaceVertices, UnitSpace};

/// A vertex, rounded.
pub(crate) type UnitVertex = [f32; 4];

/// Least and greatest coordinates of some points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    pub(crate) low: UnitVertex,
    pub(crate) high: UnitVertex,
}

impl Sides {
    pub(crate) const NONE: Sides = Sides {
        low: [f32::INFINITY; 4],
        high: [f32::NEG_INFINITY; 4],
    };

    #[inline(always)]
    pub(crate) fn of_face([p, q, r]: [u32; 3], vertices: &[UnitVertex]) -> Sides {
        let corner = |v: u32| vertices[v as usize];
        let (p, q, r) = (corner(p), corner(q), corner(r));
        let mut sides = Sides::NONE;
        for axis in 0..4 {
            sides.low[axis] = lesser(p[axis], lesser(q[axis], r[axis]));
            sides.high[axis] = greater(p[axis], greater(q[axis], r[axis]));
        }
        sides
    }

    #[inline(always)]
    pub(crate) fn union(&self, other: &Sides) -> Sides {
        let mut all = *self;
        for axis in 0..4 {
            all.low[axis] = lesser(other.low[axis], all.low[axis]);
            all.high[axis] = greater(other.high[axis], all.high[axis]);
        }
        all
    }

    /// Returns twice the center.
    #[inline(always)]
    pub(crate) fn doubled_center(&self) -> UnitVertex {
        std::array::from_fn(|axis| self.low[axis] + self.high[axis])
    }

    /// Returns half the surface of the box of at least one point.
    #[inline(always)]
    pub(crate) fn surface(&self) -> f32 {
        let side = |axis: usize| self.high[axis] - self.low[axis];
        let [x, y, z] = [side(0), side(1), side(2)];
        x * (y + z) + y * z
    }
}

impl UnitSpace {
    /// Puts all vertices of a body into `rounded`, each coordinate within 2⁻²⁵.
    pub(crate) fn round_vertices(&self, faces: &FaceVertices<'_>, rounded: &mut Vec<UnitVertex>) {
        rounded.clear();
        rounded.extend(faces.vertices.iter().map(|v| {
            let [x, y, z] = self.of_point(*v).to_array();
            [x as f32, y as f32, z as f32, 0.0]
        }));
    }
}

// Those of the standard library look for NaN.
#[inline(always)]
fn lesser(x: f32, y: f32) -> f32 {
    if x < y { x } else { y }
}

#[inline(always)]
fn greater(x: f32, y: f32) -> f32 {
    if x > y { x } else { y }
}
