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
//! 2. **Boxes.** The center and the half sides of a box are at most `√3 ρ` long, but for the slack
//!    of half a side, `4 u`, whose errors are of the order of `u²`. Mapping the center adds
//!    `11 u ρ + 6 u |t|`, the half sides with the margin `9 u ρ`, and the sides of both boxes
//!    `2 u ρ_a + 4 u ρ_b + 2 u |t|`: at most `26 u S`. In total at most `32 u S + m`. The box
//!    of a whole node of A is not mapped, and the slack, by which its sides are enlarged, exceeds
//!    their own error: the margin covers the rest.
//! 3. **Slabs.** A normal of length 1 multiplies errors of coordinates by at most `√3`:
//!    `√3 (7 u S + m)`, and the product and the difference add `6 u S`. A normal that is mapped
//!    from B to A is off by at most `7 u`, which moves points of B by `7 u ρ_b`; its offset rounds
//!    by `5 u |t| + u ρ_b`, the products with A's corners by `6 u ρ_a`, their difference from the
//!    offset by `u S`, and the sum of width and margin by a `u` of itself. In total at most
//!    `32 u S + 2 m`.
//! 4. **Axes of edges**: see [`geometry::edge_axes`], whose `δ`, `m` and `margin` are these.
//! 5. **A reach**: see [`PairFrame::with_reach`].
//!
//! So `margin = 32 u S + 2 m` serves boxes and slabs. What underflows in `f32` is below `2⁻¹⁴⁰` in
//! each operation; `2⁻¹⁰⁰` is added.

use crate::hierarchy::{SLACK, WideHierarchy, WideNode};
use crate::rounding::{rounded, rounded_rows, up};
use geometry::RelativePose;
use geometry::edge_axes::EdgeBounds;
use geometry::lanes::{
    Instructions, Register, SINGLE_ROUNDOFF, VecLanes, WIDTH, minus, plus, set_bits,
};

/// Bound on what underflows, in the unit of a hierarchy.
const MARGIN_UNDERFLOW: f64 = f64::from_bits((1023 - 100) << 52);

/// Pose of a hierarchy B in the space of a hierarchy A.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairFrame {
    /// Rows of the matrix from B's space to A's, for B's own unit.
    to_a: [[f32; 3]; 3],
    /// Absolute values of `to_a`.
    half_to_a: [[f32; 3]; 3],
    /// Rows of the matrix from A's space to B's, in A's unit.
    to_b: [[f32; 3]; 3],
    /// Absolute values of `to_b`.
    half_to_b: [[f32; 3]; 3],
    /// Origin of B's space in A's, in A's unit.
    translation: [f32; 3],
    /// Number of units of A in one of B, a power of two, at most 1.
    pub(crate) ratio: f32,
    /// Margin of boxes and slabs, in A's unit. It includes the reach.
    pub(crate) margin: f32,
    /// Largest half side of a box that is lost in rounding, in A's unit: the margin, or twice
    /// [`SLACK`].
    hidden: f32,
    /// Bound on the error of a coordinate of a corner, in A's unit.
    corner_error: f32,
    /// The margin includes a reach.
    pub(crate) has_reach: bool,
}

/// Boxes of the children of a node along three axes, in A's unit, by their sides.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BoxLanes {
    low: VecLanes,
    high: VecLanes,
}

impl BoxLanes {
    #[inline(always)]
    fn set<R: Register>(&mut self, center: &[R; 3], half: &[R; 3]) {
        let (low, high) = (minus(center, half), plus(center, half));
        for axis in 0..3 {
            self.low[axis] = low[axis].store();
            self.high[axis] = high[axis].store();
        }
    }
}

/// Boxes of the children of a node of B along the axes of either hierarchy, in A's unit. Those
/// along the axes of A are enlarged by the margin, and so are those of A along the axes of B.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MovedBoxes {
    along_a: BoxLanes,
    along_b: BoxLanes,
    len: u32,
    /// Rounding hides them: all half sides are up to [`PairFrame::hidden`].
    pub(crate) are_hidden: bool,
}

/// Returns how far eight boxes are from box `j` of a list along the axis that parts them most, but
/// at least `least`: positive if they are apart. A side that is NaN separates nothing.
#[inline(always)]
fn separations<I: Instructions>(
    on: I,
    [low, high]: &[[I::Register; 3]; 2],
    boxes: &BoxLanes,
    j: usize,
    least: I::Register,
) -> I::Register {
    let mut most = least;
    for axis in 0..3 {
        most = (low[axis] - on.splat(boxes.high[axis][j])).max(most);
        most = (on.splat(boxes.low[axis][j]) - high[axis]).max(most);
    }
    most
}

impl PairFrame {
    /// Returns the frame of `b` in the space of `a`. `a` has the larger unit, or both have the
    /// same.
    pub(crate) fn new(a: &WideHierarchy, b: &WideHierarchy, b_in_a: &RelativePose) -> PairFrame {
        let ratio = a.space.scale / b.space.scale;
        let linear = b_in_a.linear();
        let translation = a.space.of_point(b_in_a.apply(b.space.center));
        let size = a.radius + b.radius * ratio + translation.length();
        let unit_sized = b_in_a.unit_sized();
        let distance = unit_sized.in_scene_units(unit_sized.distance_margin());
        let m = 8.0 * distance * a.space.scale + MARGIN_UNDERFLOW;
        let margin = up(32.0 * SINGLE_ROUNDOFF * size + 2.0 * m);
        PairFrame {
            to_a: rounded_rows(&(linear * ratio)),
            half_to_a: rounded_rows(&(linear.abs() * ratio)),
            to_b: rounded_rows(&linear.transpose()),
            half_to_b: rounded_rows(&linear.transpose().abs()),
            translation: rounded(translation),
            ratio: ratio as f32,
            margin,
            // The second is the larger in bodies that are smaller than any unit.
            hidden: margin.max(2.0 * SLACK),
            corner_error: up(8.0 * SINGLE_ROUNDOFF * size + m),
            has_reach: false,
        }
    }

    /// Returns the frame in which nothing is proved to be apart that is nearer than `reach` scene
    /// units; `scale` is the number of units of A in one.
    ///
    /// # The bound
    /// Two world triangles at a distance `d` share a point once A is moved by the vector `v`
    /// between their nearest points, `|v| = d`. All of the above then holds for the moved body, and
    /// in A's space it has moved by `Mᵀ v`, at most `1.00001 d`: so axes of length 1, up to `2⁻²⁰`
    /// and defects, separate the two where they are by at most `1.001 d` beyond the margin, and
    /// other axes by as much times their length, which is at most the sum of coordinates by which
    /// [`geometry::edge_axes`] multiplies the margin. What is added to the margin, 1.02 times the
    /// reach, has room for that, and for the rounding of sums with it, `16 u` of it.
    pub(crate) fn with_reach(mut self, reach: f64, scale: f64) -> PairFrame {
        self.has_reach = true;
        self.margin = up(f64::from(self.margin) + 1.02 * reach * scale);
        self
    }

    /// Returns the bounds of corners.
    #[inline(always)]
    pub(crate) fn edges(&self) -> EdgeBounds {
        EdgeBounds {
            margin: self.margin,
            corner_error: self.corner_error,
        }
    }

    /// Returns true if rounding hides the children of a node of A: all half sides are up to
    /// `hidden`.
    #[inline(always)]
    pub(crate) fn hides<I: Instructions>(&self, on: I, a: &WideNode) -> bool {
        self.are_hidden(on, &on.load3(&a.half))
    }

    #[inline(always)]
    fn are_hidden<I: Instructions>(&self, on: I, [x, y, z]: &[I::Register; 3]) -> bool {
        x.max(*y).max(*z).above(on.splat(self.hidden)) == 0
    }

    /// Maps points of B to A's space.
    #[inline(always)]
    pub(crate) fn points_to_a<I: Instructions>(
        &self,
        on: I,
        points: &[I::Register; 3],
    ) -> [I::Register; 3] {
        on.mapped(&self.to_a, &self.translation, points)
    }

    /// Maps the plane `normal · p = offset` of B to A's space.
    #[inline(always)]
    pub(crate) fn plane_to_a(&self, normal: [f32; 3], offset: f32) -> ([f32; 3], f32) {
        let [u, v, w] = &self.to_b;
        let [x, y, z] = normal;
        let mut turned = [0.0; 3];
        for i in 0..3 {
            turned[i] = u[i] * x + v[i] * y + w[i] * z;
        }
        let t = &self.translation;
        let along = turned[0] * t[0] + turned[1] * t[1] + turned[2] * t[2];
        (turned, self.ratio * offset + along)
    }

    /// Moves the boxes of a node of B, in place: a result would be copied.
    #[inline(always)]
    pub(crate) fn move_boxes<I: Instructions>(&self, on: I, b: &WideNode, moved: &mut MovedBoxes) {
        let (center, half) = (on.load3(&b.center), on.load3(&b.half));
        let ratio = on.splat(self.ratio);
        let own = |v: &[I::Register; 3]| [ratio * v[0], ratio * v[1], ratio * v[2]];
        let own_half = own(&half);
        let enlarged = on.mapped(&self.half_to_a, &[self.margin; 3], &half);
        moved.along_a.set(&self.points_to_a(on, &center), &enlarged);
        moved.along_b.set(&own(&center), &own_half);
        moved.len = b.len;
        moved.are_hidden = self.are_hidden(on, &own_half);
    }

    /// Returns a bit for each child of a node of B that is near the node of A as a whole.
    ///
    /// Nothing has to be mapped: boxes of B along the axes of A are kept with its node, and the box
    /// of A is along them. So this comes first, and along these axes only.
    #[inline(always)]
    fn near_children<I: Instructions>(&self, on: I, a: &WideNode, b: &MovedBoxes) -> u32 {
        let zero = on.splat(0.0);
        let (low, high) = (on.load3(&b.along_a.low), on.load3(&b.along_a.high));
        let mut separations = zero;
        for axis in 0..3 {
            separations = (on.splat(a.bounds.low[axis]) - high[axis]).max(separations);
            separations = (low[axis] - on.splat(a.bounds.high[axis])).max(separations);
        }
        !separations.above(zero) & ((1 << b.len) - 1)
    }

    /// Returns, for each child of a node of B, a byte with a bit for each child of a node of A
    /// whose boxes may contain a common point. Increases `tests` by the number of pairs of boxes
    /// compared.
    ///
    /// Children of B that are apart from the node of A are left out. The others are compared with
    /// those of A along the six axes of the two bodies. `visit` gets each of them, with how far the
    /// children of A are from it along the axis that parts them most: negative if they overlap, and
    /// anything in lanes without a child.
    #[inline(always)]
    pub(crate) fn overlaps<I: Instructions>(
        &self,
        on: I,
        a: &WideNode,
        b: &MovedBoxes,
        tests: &mut u64,
        mut visit: impl FnMut(usize, I::Register),
    ) -> u64 {
        let near = self.near_children(on, a, b);
        *tests += u64::from(b.len + a.len * near.count_ones());
        if near == 0 {
            return 0;
        }
        let (center, half) = (on.load3(&a.center), on.load3(&a.half));
        let along_a = [minus(&center, &half), plus(&center, &half)];
        let center = on.mapped(
            &self.to_b,
            &[0.0; 3],
            &minus(&center, &on.splat3(self.translation)),
        );
        let half = on.mapped(&self.half_to_b, &[self.margin; 3], &half);
        let along_b = [minus(&center, &half), plus(&center, &half)];
        let present = (1 << a.len) - 1;
        let (zero, least) = (on.splat(0.0), on.splat(f32::NEG_INFINITY));
        let mut overlaps = 0;
        for j in set_bits(u64::from(near)) {
            // Lets the compiler drop the bounds checks.
            let j = j % WIDTH;
            let along_a = separations(on, &along_a, &b.along_a, j, least);
            let all = separations(on, &along_b, &b.along_b, j, along_a);
            overlaps |= u64::from(present & !all.above(zero)) << (8 * j);
            visit(j, all);
        }
        overlaps
    }
}
