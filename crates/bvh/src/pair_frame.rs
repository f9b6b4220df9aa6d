//! Step 2: the pose of one hierarchy in the space of another, in `f32`, with one bound on all
//! rounding.
//!
//! # The bound
//! Lengths are in the unit of the fixed hierarchy A, in which `ρ_a` and `ρ_b` are the radii and `t`
//! is the translation; `S = ρ_a + ρ_b + |t|`, `u = 2⁻²⁴`. A point `y_a` of a world triangle of A
//! that is also one of B, `y_b`, obeys `y_a = M y_b + t` up to `m` in each coordinate, and
//! `y_b = Mᵀ (y_a − t)` likewise: `m` is eight times [`RelativePose::distance_margin`], which has
//! room for the centers that are subtracted and for the rounding of `t`.
//! 1. **Points.** Mapping a corner in `f32` rounds the corner, the matrix, three products and three
//!    sums, at most `7 u` of `ρ + |t|`, as the coordinates of a row times a point sum up to at most
//!    its length. With the rounding of the other corner a difference of corners has an error of at
//!    most `δ = 8 u S + m` for each of the two.
//! 2. **Boxes.** The center and the half sides of a box are at most `√3 ρ` long. Mapping the center
//!    adds `11 u ρ + 6 u |t|`, the half sides with the margin `9 u ρ`, and the sides of both boxes
//!    `2 u ρ_a + 4 u ρ_b + 2 u |t|`. In total at most `32 u S + m`.
//! 3. **Slabs.** A normal of length 1 multiplies errors of coordinates by at most `√3`:
//!    `√3 (7 u S + m)`, and the product and the difference add `6 u S`. A normal that is mapped from
//!    B to A is off by at most `7 u`, which moves points of B by `7 u ρ_b`; its offset rounds by
//!    `5 u |t| + u ρ_b`, and the products with A's corners by `6 u ρ_a`. In total at most
//!    `32 u S + 2 m`.
//! 4. **Axes of edges**: see `edge_axes`.
//!
//! So `margin = 32 u S + 2 m` serves boxes and slabs. What underflows in `f32` is below `2⁻¹⁴⁰` in
//! each operation; `2⁻¹⁰⁰` is added.

use crate::hierarchy::{WideHierarchy, WideNode};
use crate::lanes::{
    UNIT_ROUNDOFF, VecLanes, WIDTH, bits, mapped, mapped_back, rounded, rounded_rows, up,
};
use geometry::RelativePose;

/// Bound on what underflows, in the unit of a hierarchy.
const UNDERFLOW: f64 = f64::from_bits((1023 - 100) << 52);

/// Pose of a hierarchy B in the space of a hierarchy A.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairFrame {
    /// Rows of the matrix from B's space to A's, for B's own unit.
    to_a: [[f32; 3]; 3],
    /// Absolute values of `to_a`.
    half_to_a: [[f32; 3]; 3],
    /// Rows of the matrix from A's space to B's, in A's unit.
    to_b: [[f32; 3]; 3],
    half_to_b: [[f32; 3]; 3],
    translation: [f32; 3],
    /// Number of units of A in one of B, a power of two, at most 1.
    pub(crate) ratio: f32,
    /// Margin of boxes and slabs, in A's unit.
    pub(crate) margin: f32,
    /// Bound on the error of a coordinate of a corner, in A's unit.
    pub(crate) corner_error: f32,
}

/// Boxes of the children of a node along three axes, in A's unit, by their sides.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BoxLanes {
    low: VecLanes,
    high: VecLanes,
}

impl BoxLanes {
    #[inline(always)]
    fn new(center: &VecLanes, half: &VecLanes) -> BoxLanes {
        let mut boxes = BoxLanes::default();
        for axis in 0..3 {
            for k in 0..WIDTH {
                boxes.low[axis][k] = center[axis][k] - half[axis][k];
                boxes.high[axis][k] = center[axis][k] + half[axis][k];
            }
        }
        boxes
    }

    /// Returns a bit for each box of this list that is not apart from box `j` of the other.
    #[inline(always)]
    fn overlaps(&self, other: &BoxLanes, j: usize) -> u32 {
        let low = other.low.each_ref().map(|lanes| lanes[j]);
        let high = other.high.each_ref().map(|lanes| lanes[j]);
        // A side that is NaN separates nothing.
        let beyond = |axis: usize, k: usize| {
            (self.low[axis][k] > high[axis]) | (low[axis] > self.high[axis][k])
        };
        bits(|k| !(beyond(0, k) | beyond(1, k) | beyond(2, k)))
    }
}

/// Boxes of the children of a node of B along the axes of either hierarchy, in A's unit. Those
/// along the axes of A are enlarged by the margin, and so are those of A along the axes of B.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MovedBoxes {
    along_a: BoxLanes,
    along_b: BoxLanes,
}

impl PairFrame {
    /// Returns the frame of `b` in the space of `a`. `a` has the larger unit, or both have the same.
    pub(crate) fn new(a: &WideHierarchy, b: &WideHierarchy, b_in_a: &RelativePose) -> PairFrame {
        let ratio = a.scale / b.scale;
        let linear = b_in_a.linear();
        let translation = (b_in_a.apply(b.center) - a.center) * a.scale;
        let size = a.radius + b.radius * ratio + translation.length();
        let unit_sized = b_in_a.unit_sized();
        let m = 8.0 * unit_sized.in_scene_units(unit_sized.distance_margin()) * a.scale + UNDERFLOW;
        PairFrame {
            to_a: rounded_rows(&(linear * ratio)),
            half_to_a: rounded_rows(&(linear.abs() * ratio)),
            to_b: rounded_rows(&linear.transpose()),
            half_to_b: rounded_rows(&linear.transpose().abs()),
            translation: rounded(translation),
            ratio: ratio as f32,
            margin: up(32.0 * UNIT_ROUNDOFF * size + 2.0 * m),
            corner_error: up(8.0 * UNIT_ROUNDOFF * size + m),
        }
    }

    /// Maps points of B to A's space.
    #[inline(always)]
    pub(crate) fn points_to_a(&self, points: &VecLanes) -> VecLanes {
        mapped(&self.to_a, &self.translation, points)
    }

    /// Maps the plane `normal · p = offset` of B to A's space.
    #[inline(always)]
    pub(crate) fn plane_to_a(&self, normal: [f32; 3], offset: f32) -> ([f32; 3], f32) {
        let [u, v, w] = &self.to_b;
        let [x, y, z] = normal;
        let turned = [0, 1, 2].map(|i| u[i] * x + v[i] * y + w[i] * z);
        let t = &self.translation;
        let along = turned[0] * t[0] + turned[1] * t[1] + turned[2] * t[2];
        (turned, self.ratio * offset + along)
    }

    /// Maps points of A to B's space, in A's unit.
    #[inline(always)]
    pub(crate) fn points_to_b(&self, points: &VecLanes) -> VecLanes {
        mapped_back(&self.to_b, &self.translation, points)
    }

    /// Returns the boxes of a node of B.
    #[inline(always)]
    pub(crate) fn moved(&self, b: &WideNode) -> MovedBoxes {
        let half = mapped(&self.half_to_a, &[self.margin; 3], &b.half);
        let own = |v: &VecLanes| v.map(|lanes| lanes.map(|x| self.ratio * x));
        MovedBoxes {
            along_a: BoxLanes::new(&self.points_to_a(&b.center), &half),
            along_b: BoxLanes::new(&own(&b.center), &own(&b.half)),
        }
    }

    /// Returns, for each child of a node of B, a bit for each child of a node of A whose boxes may
    /// contain a common point. Both boxes are compared along the six axes of the two bodies.
    #[inline(always)]
    pub(crate) fn overlaps(&self, a: &WideNode, b: &MovedBoxes, len_b: u32) -> [u32; WIDTH] {
        let along_a = BoxLanes::new(&a.center, &a.half);
        let half = mapped(&self.half_to_b, &[self.margin; 3], &a.half);
        let along_b = BoxLanes::new(&self.points_to_b(&a.center), &half);
        let present = (1 << a.len) - 1;
        let mut masks = [0; WIDTH];
        for (j, mask) in masks.iter_mut().enumerate().take(len_b as usize) {
            *mask = present & along_a.overlaps(&b.along_a, j);
            if *mask != 0 {
                *mask &= along_b.overlaps(&b.along_b, j);
            }
        }
        masks
    }
}
