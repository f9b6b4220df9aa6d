//! Boxes of swept faces along the line of the centers of two bodies.
//!
//! Good for faces that are nearly perpendicular to this line, as those of two bodies that touch
//! are: their boxes along it are flat, so few boxes overlap whose faces are apart. In the axes of
//! the scene, a face that is oblique to all three is a flat part of a thick box.

use super::PROJECTION_GAP_ROUNDING;
use crate::SUM_UNDERFLOW;
use geometry::lanes::{Box4, Instructions, Point4, Register, WIDTH, dot};
use geometry::swept::{EightSweeps, EightVolumes};
use geometry::{Aabb, SweptTriangle, Vec3, unit_scale};

/// Upper bound on the length of an axis: a vector divided by its length, or the cross product of
/// two such vectors, of which one is perpendicular to the other up to rounding.
const LONGEST_AXIS: f64 = 1.0 + 64.0 * f64::EPSILON;

/// Largest coordinate of a box in single precision.
const MOST_SINGLE: f64 = 1e30;

/// Bound on all rounding of a side of a box of [`PairFrame::eight_boxes`], relative to the sum of
/// the largest coordinates of its first corner and of its offsets: 32 half ulps of 1 in single
/// precision.
pub(super) const SINGLE_BOX_ROUNDING: f32 = 16.0 * f32::EPSILON;

/// Axes along which the faces of two bodies are compared.
///
/// Boxes in any directions are apart only if the volumes are, so the axes need not be
/// orthogonal. Only their length counts, for the margin.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairFrame {
    axes: [Vec3; 3],
    /// Center of the bodies' overlap region over both instants. Corners are projected from it, so
    /// that digits are those of the places where bodies are near each other.
    origin: Vec3,
    /// Power of two by which no two points of the bodies differ by more than about 1 in a
    /// coordinate.
    pub(super) scale: f64,
    /// Bound on the rounding of two compared projections, in scene units.
    rounding: f64,
}

impl PairFrame {
    /// Returns the axes of two bodies, given their boxes over both instants: the line of the
    /// centers first. Those of the scene for bodies of one center.
    pub(super) fn new([a, b]: [&Aabb; 2]) -> PairFrame {
        let between = b.center() - a.center();
        let along = between / between.abs().max_element().max(f64::MIN_POSITIVE);
        let along = along / along.length();
        let axes = if along.is_finite() {
            let (across, beside) = along.any_orthonormal_pair();
            [along, across, beside]
        } else {
            Vec3::AXES
        };
        let both = a.union(*b);
        let size = both.size().max_element();
        PairFrame {
            axes,
            origin: a.intersection(b).unwrap_or(both).center(),
            scale: unit_scale(size),
            rounding: PROJECTION_GAP_ROUNDING * size + SUM_UNDERFLOW,
        }
    }

    /// Returns the box of a swept face along the axes. Boxes of two faces are apart only if the
    /// volumes are, each widened by its `bulge`, in scene units.
    pub(super) fn bounds(&self, sweep: &SweptTriangle, bulge: f64) -> Aabb {
        let margin = self.rounding + LONGEST_AXIS * bulge;
        let points = sweep.points().map(|point| {
            let local = point - self.origin;
            Vec3::from_array(self.axes.map(|axis| axis.dot(local)))
        });
        Aabb::of_points(&points).expanded(margin)
    }

    /// Returns a box of [`PairFrame::bounds`] in single precision, scaled. If two boxes overlap, so
    /// do these.
    ///
    /// Scaling by a power of two, clamping and rounding to `f32` are monotone, also where they
    /// underflow: if two intervals share a number, their images share its image. All sides are
    /// finite.
    pub(super) fn single(&self, bounds: &Aabb) -> Box4 {
        let corner = |p: Vec3| -> Point4 {
            let [x, y, z] = (p * self.scale)
                .to_array()
                .map(|x| x.clamp(-MOST_SINGLE, MOST_SINGLE) as f32);
            [x, y, z, 0.0]
        };
        Box4 {
            low: corner(bounds.min),
            high: corner(bounds.max),
        }
    }

    /// Returns the axes in single precision, and a fourth one, oblique to the last two.
    ///
    /// A comparison of four coordinates has room for it. One pair in twenty of spheres that touch
    /// overlaps along the other three and not along it.
    #[inline(always)]
    fn directions(&self) -> [[f32; 3]; 4] {
        let [along, across, beside] = self.axes;
        let oblique = (across + beside) * std::f64::consts::FRAC_1_SQRT_2;
        [along, across, beside, oblique].map(|axis| axis.to_array().map(|x| x as f32))
    }

    /// Returns the boxes of eight faces along the axes, and one that is oblique to two of them, in
    /// single precision and scaled, given their volumes at [`PairFrame::scale`]. Boxes of
    /// two faces are apart only if the volumes are.
    ///
    /// # Rounding
    /// With `u` half an ulp of 1, `M` the largest coordinate of a face's first corner, from the
    /// origin of the frame, and `R` that of its offsets, an axis of coordinates up to 1 and exact
    /// projections on it: that of the rounded first corner is off by `3uM` for its coordinates and
    /// `9uM` for three products and two sums. That of an offset is so by `12uR`. Their sum, and the
    /// difference to the margin, round by `2u · 3(M + R)`. The margin is `32u(M + R)`. Roundings in
    /// double precision are less than `u / 2²⁰` of these. What underflows is below `2⁻¹⁴⁶`.
    #[inline(always)]
    pub(super) fn eight_boxes<I: Instructions>(
        &self,
        on: I,
        faces: &EightSweeps,
        volumes: &EightVolumes<I::Register>,
    ) -> [Box4; WIDTH] {
        let zero = on.splat(0.0);
        let (mut first, mut largest) = ([zero; 3], zero);
        for (axis, first) in first.iter_mut().enumerate() {
            let mut lanes = [0.0; WIDTH];
            for (to, from) in lanes.iter_mut().zip(&faces.corners[0][0][axis]) {
                *to = ((from - self.origin[axis]) * self.scale) as f32;
            }
            *first = on.load(&lanes);
            largest = largest.max(first.abs());
        }
        let margin =
            (largest + volumes.reach) * on.splat(SINGLE_BOX_ROUNDING) + on.splat(f32::MIN_POSITIVE);
        // The first offset is zero.
        let [_, offsets @ ..] = volumes.corners();
        let (mut low, mut high) = ([zero; 4], [zero; 4]);
        for (axis, direction) in self.directions().into_iter().enumerate() {
            let direction = on.splat3(direction);
            let (mut least, mut greatest) = (zero, zero);
            for offset in &offsets {
                let along = dot(&direction, offset);
                least = least.min(along);
                greatest = greatest.max(along);
            }
            let position = dot(&direction, &first);
            low[axis] = position + least - margin;
            high[axis] = position + greatest + margin;
        }
        let (low, high) = (on.store_points(low), on.store_points(high));
        let mut boxes = [Box4::EMPTY; WIDTH];
        for k in 0..WIDTH {
            boxes[k] = Box4 {
                low: low[k],
                high: high[k],
            };
        }
        boxes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Triangle;
    use geometry::lanes::{Dispatch, dispatch};
    use proptest::prelude::*;

    /// Coordinates on a lattice, so that faces touch and are flat in some axes.
    fn face() -> impl Strategy<Value = SweptTriangle> {
        let part = || prop_oneof![(-3..=3).prop_map(f64::from), -3.0..3.0];
        let point = move || [part(), part(), part()].prop_map(Vec3::from_array);
        let triangle =
            move || [point(), point(), point()].prop_map(|[a, b, c]| Triangle::new(a, b, c));
        [triangle(), triangle()].prop_map(|[now, next]| SweptTriangle::new(now, next))
    }

    /// Boxes of up to eight faces in single precision.
    fn eight_boxes(frame: &PairFrame, faces: &[SweptTriangle]) -> [Box4; WIDTH] {
        struct Boxes<'a>(&'a PairFrame, EightSweeps, &'a mut [Box4; WIDTH]);
        impl Dispatch for Boxes<'_> {
            #[inline(always)]
            fn run(self, on: impl Instructions) {
                let volumes = self.1.volumes(on, self.0.scale);
                *self.2 = self.0.eight_boxes(on, &self.1, &volumes);
            }
        }
        let mut eight = EightSweeps::default();
        for (k, face) in faces.iter().enumerate() {
            for (i, p) in face.points().iter().enumerate() {
                for axis in 0..3 {
                    eight.corners[i / 3][i % 3][axis][k] = p[axis];
                }
            }
        }
        let mut boxes = [Box4::EMPTY; WIDTH];
        dispatch(Boxes(frame, eight, &mut boxes));
        boxes
    }

    fn moved(sweep: &SweptTriangle, by: impl Fn(Vec3) -> Vec3) -> SweptTriangle {
        let [a, b, c, d, e, f] = sweep.points().map(by);
        SweptTriangle::new(Triangle::new(a, b, c), Triangle::new(d, e, f))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Boxes along a pair's axes are apart only if the volumes are, at any scale and far from
        /// the origin.
        #[test]
        fn volumes_that_meet_have_overlapping_boxes(
            a in face(),
            b in face(),
            (scale, offset) in prop::sample::select(vec![
                (1.0, 0.0), (2f64.powi(-1020), 0.0), (2f64.powi(90), 0.0), (1.0, 2f64.powi(50)),
                // No digits to spare.
                (1.0 / 3.0, 0.7),
            ]),
        ) {
            let [a, b] = [a, b].map(|face| moved(&face, |p| p * scale + Vec3::splat(offset)));
            let frame = PairFrame::new([&a.aabb(), &b.aabb()]);
            let boxes = [a, b].map(|face| frame.bounds(&face, 0.0));
            let singles = eight_boxes(&frame, &[a, b]);
            let meet = a.meets(&b, &mut 0);
            prop_assert!(boxes[0].overlaps(&boxes[1]) || !meet);
            prop_assert!(singles[0].overlaps(&singles[1]) || !meet);
            for (face, around) in [a, b].iter().zip(&singles) {
                for point in face.points() {
                    let local = (point - frame.origin) * frame.scale;
                    for (axis, direction) in frame.directions().into_iter().enumerate() {
                        let along = Vec3::from_array(direction.map(f64::from)).dot(local);
                        let [low, high] = [around.low[axis], around.high[axis]].map(f64::from);
                        prop_assert!(low <= along && along <= high, "{low} {along} {high}");
                    }
                }
            }
            // Those in single precision are a little larger: by up to 2⁻¹⁸ of the bodies.
            let [single_a, single_b] = boxes.map(|bounds| frame.single(&bounds.expanded(
                4e-6 * (a.aabb().union(b.aabb()).size().max_element()) + f64::MIN_POSITIVE,
            )));
            prop_assert!(!singles[0].overlaps(&singles[1]) || single_a.overlaps(&single_b));
        }

        /// Boxes in single precision are apart only if the others are, at any scale.
        #[test]
        fn boxes_that_overlap_do_so_in_single_precision(
            a in face(),
            b in face(),
            bulge in prop_oneof![Just(0.0), 0.0..2.0],
            shift in prop::sample::select(vec![0.0, 1e-16, 1e-9, 0.1, 3.0]),
            (scale, offset) in prop::sample::select(vec![
                (1.0, 0.0), (2f64.powi(-1020), 0.0), (2f64.powi(-1074), 0.0), (0.0, 0.0),
                (2f64.powi(90), 0.0), (1.0, 2f64.powi(50)),
            ]),
        ) {
            let [a, b] = [a, moved(&b, |p| p + Vec3::splat(shift))];
            let [a, b] = [a, b].map(|face| moved(&face, |p| p * scale + Vec3::splat(offset)));
            let frame = PairFrame::new([&a.aabb(), &b.aabb()]);
            let boxes = [a, b].map(|face| frame.bounds(&face, bulge * scale));
            let singles = boxes.each_ref().map(|bounds| frame.single(bounds));
            for side in singles.iter().flat_map(|bounds| bounds.low.iter().chain(&bounds.high)) {
                prop_assert!(side.is_finite());
            }
            prop_assert!(singles[0].overlaps(&singles[1]) || !boxes[0].overlaps(&boxes[1]));
        }

        /// A point that leaves the volume by the bulge stays in the box.
        #[test]
        fn boxes_contain_what_is_within_the_bulge(
            a in face(),
            b in face(),
            bulge in 0.0..2.0,
            direction in [-1.0..1.0f64, -1.0..1.0, -1.0..1.0],
        ) {
            let direction = Vec3::from_array(direction).normalize_or_zero();
            let frame = PairFrame::new([&a.aabb(), &b.aabb()]);
            let out = moved(&a, |p| p + direction * bulge);
            let [narrow, wide] = [frame.bounds(&out, 0.0), frame.bounds(&a, bulge)];
            // Both are widened for rounding, so only what exceeds that is compared.
            let slack = 4.0 * frame.rounding;
            prop_assert!(wide.expanded(slack).contains_box(&narrow));
        }
    }

    #[test]
    fn boxes_of_faces_across_the_line_of_centers_are_flat() {
        let oblique = Vec3::new(1.0, 1.0, 1.0);
        let (u, v) = (Vec3::new(1.0, -1.0, 0.0), Vec3::new(0.0, 1.0, -1.0));
        let leaf = |p: Vec3| {
            let face = Triangle::new(p, p + u, p + v);
            SweptTriangle::new(face, face)
        };
        let (a, b) = (leaf(Vec3::ZERO), leaf(oblique * 0.01));
        assert!(a.aabb().overlaps(&b.aabb()), "along the axes of the scene");
        let bodies = [
            Aabb::new(Vec3::splat(-1.0), Vec3::ONE),
            Aabb::new(Vec3::ZERO, oblique * 2.0),
        ];
        let frame = PairFrame::new([&bodies[0], &bodies[1]]);
        let [a, b] = [a, b].map(|face| frame.bounds(&face, 0.0));
        assert!(!a.overlaps(&b));
    }

    #[test]
    fn faces_that_only_the_oblique_axis_parts_have_boxes_apart() {
        let bodies = [0.0, 1.0].map(|x| Aabb::new(Vec3::splat(x - 1.0), Vec3::splat(x + 1.0)));
        let frame = PairFrame::new([&bodies[0], &bodies[1]]);
        let [_, across, beside] = frame.axes;
        let face = |u: Vec3, v: Vec3, w: Vec3| {
            let face = Triangle::new(u, v, w);
            SweptTriangle::new(face, face)
        };
        // Corners of a square, and the half of a smaller one around its other corner.
        let a = face(Vec3::ZERO, across, beside);
        let corner = across + beside;
        let b = face(corner, corner - 0.9 * across, corner - 0.9 * beside);
        let b = moved(&b, |p| p + 0.05 * corner);
        assert!(frame.bounds(&a, 0.0).overlaps(&frame.bounds(&b, 0.0)));
        let [of_a, of_b, ..] = eight_boxes(&frame, &[a, b]);
        assert!(!of_a.overlaps(&of_b), "{of_a:?} {of_b:?}");
    }

    #[test]
    fn bodies_of_one_center_have_the_axes_of_the_scene() {
        let bounds = Aabb::new(Vec3::splat(-1.0), Vec3::ONE);
        assert_eq!(PairFrame::new([&bounds, &bounds]).axes, Vec3::AXES);
    }
}
