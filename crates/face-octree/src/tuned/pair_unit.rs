//! World points of a pair of bodies in single precision, along four axes.
//!
//! The first three axes are those of world space, from the center `o` of the overlap region. The
//! fourth is along the line of centers, `d`. All are in a unit of the pair, a power of two `s`,
//! near the size of both bodies, so that no coordinate is above 1 and `f32` neither overflows nor
//! loses small bodies. Of swept faces both instants count: bodies that move much farther than they
//! are long are small in this unit, which keeps more faces and loses none.
//!
//! # Rounding
//! Let `u = 2⁻²⁴`, `X = (w − o) s` for a world vertex `w` as it is stored, and `x` what is computed
//! for it.
//! - **World axes.** Subtracting a number, multiplying by `s` and rounding to `f32` are monotone.
//!   If two intervals of world vertices share a number, so do the intervals of their images.
//!   Comparing these loses nothing, without a margin.
//! - **Any other axis.** Let `n` be a vector of `f32` with coordinates up to 1 in absolute value,
//!   however it was computed, and `M` the largest coordinate of the points `x`. A coordinate of
//!   `x` is off by `u M (1 + 2⁻²⁸)`, so `n · x` by `3 u M`; the three products round by `3 u M`
//!   and the two sums by `5 u M` (they are at most `2 M` and `3 M`). What underflows in `f32` is
//!   below `2⁻¹⁴⁶` in all. So `n · x` is within `e = 12 u M + 2⁻¹⁴⁰` of `n · X`, and
//!   [`axis_error`] returns `16 u M + 2⁻¹³⁰`. A point that two faces, or two volumes, share has
//!   `n · X` between the projections of the corners of each, so intervals of computed projections
//!   that are further than `2 e` apart are of faces that share no point. The bound serves the line
//!   of centers, where `M <= 1`, and the normals of faces.

use super::reach::LineAxis;
use crate::SUM_UNDERFLOW;
use geometry::edge_axes::EdgeBounds;
use geometry::lanes::{Box4, Instructions, Point4, SINGLE_ROUNDOFF, WIDTH, dot, greater, lesser};
use geometry::{Aabb, Ball, PosedExtent, Vec3, WorldMap, unit_scale};

/// Half a unit in the last place of 1.
const U: f32 = SINGLE_ROUNDOFF as f32;

/// Returns the bounds for the axes of edges of faces with coordinates up to `largest`, in the unit
/// of the pair.
///
/// Corners and their differences are at most `2 √3 M` long, for which `S = 4 M` has room. A
/// coordinate of `x` is off by `u M (1 + 2⁻²⁸)`, and a difference of two by `4 u M` with its own
/// rounding: less than the `16 u S` of twice `δ`. What underflows is below 2⁻¹³⁰.
pub(super) fn edge_bounds(largest: f32) -> EdgeBounds {
    let size = 4.0 * largest;
    let underflow = f32::from_bits(1 << 19); // 2⁻¹³⁰
    EdgeBounds {
        margin: 32.0 * U * size + 2.0 * underflow,
        corner_error: 8.0 * U * size + underflow,
    }
}

/// Returns a bound on the error of a projection on any axis with coordinates up to 1, of points
/// with coordinates up to `largest`. In the unit of the pair.
pub(super) fn axis_error(largest: f32) -> f32 {
    16.0 * U * largest + f32::from_bits(1 << 19) // 2⁻¹³⁰
}

/// Unit, origin and fourth axis of a pair of bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairUnit {
    origin: Vec3,
    scale: f64,
    /// `d`, with coordinates up to 1 in absolute value. Zero for bodies with one center.
    direction: [f32; 3],
}

impl PairUnit {
    /// Returns the unit of two bodies with these world boxes, which contain all world vertices and
    /// share `region`.
    pub(super) fn new([a, b]: [&Aabb; 2], region: &Aabb) -> PairUnit {
        let between = b.center() - a.center();
        let direction = between * unit_scale(between.abs().max_element());
        let size = a.size().max(b.size()).max_element();
        PairUnit {
            origin: region.center(),
            // The origin is in both boxes, so no vertex is further from it than a side is long.
            scale: unit_scale(size),
            direction: direction.to_array().map(|x| x as f32),
        }
    }

    /// Returns a world point along the four axes.
    #[inline(always)]
    pub(super) fn point(&self, p: Vec3) -> Point4 {
        let [x, y, z] = ((p - self.origin) * self.scale)
            .to_array()
            .map(|x| x as f32);
        let [u, v, w] = self.direction;
        [x, y, z, u * x + v * y + w * z]
    }

    /// Moves local points of a body, given by coordinate, to their positions along a world axis:
    /// the bits of [`PairUnit::point`] for what [`WorldMap::apply`] returns. All lists have one
    /// length.
    #[inline(always)]
    pub(super) fn move_along(
        &self,
        axis: usize,
        map: &WorldMap,
        [x, y, z]: [&[f64]; 3],
        to: &mut [f32],
    ) {
        let ([a, b, c], moved) = (map.row(axis), map.translation[axis]);
        let (origin, scale) = (self.origin[axis], self.scale);
        for (((to, x), y), z) in to.iter_mut().zip(x).zip(y).zip(z) {
            let world = a * x + b * y + c * z + moved;
            *to = ((world - origin) * scale) as f32;
        }
    }

    /// Returns eight points, from `first` on, along the four axes, given their positions along the
    /// world axes.
    #[inline(always)]
    pub(super) fn points<const N: usize>(
        &self,
        on: impl Instructions,
        along: &[[f32; N]; 3],
        first: usize,
    ) -> [Point4; WIDTH] {
        let [x, y, z] = along.each_ref().map(|list| {
            let (eight, _) = list[first..].split_first_chunk().expect("eight");
            on.load(eight)
        });
        let fourth = dot(&on.splat3(self.direction), &[x, y, z]);
        on.store_points([x, y, z, fourth])
    }

    /// Returns a box that overlaps those of all faces with a point in a world box and in a world
    /// ball.
    pub(super) fn region(&self, bounds: &Aabb, ball: &Ball) -> Box4 {
        let (low, high) = (self.point(bounds.min), self.point(bounds.max));
        let direction = Vec3::from_array(self.direction.map(f64::from));
        let along = direction.dot((ball.center - self.origin) * self.scale);
        let reach = direction.length() * (ball.radius * self.scale);
        let (from, to) = ((along - reach) as f32, (along + reach) as f32);
        Box4 {
            low: [low[0], low[1], low[2], from],
            high: [high[0], high[1], high[2], to],
        }
        .widened_along_fourth(2.0 * axis_error(1.0) + 4.0 * U * (from.abs() + to.abs()))
    }

    /// Returns half the fourth axis in the local space of a body, from the origin of the unit.
    ///
    /// # Rounding
    /// Let `S` be the size that [`PosedExtent::distance_margin`] is a bound for, at least
    /// `n r + |t|`, and `u = 2⁻⁵³`. A world vertex is the rounded image of a local point `y`. Its
    /// position, that of `y` and what is computed for it differ by less than `40 u S` if the origin
    /// is in the body's box, as half of `d` is shorter than 1. The margin is more than `128 u S`.
    /// The box of swept faces is around two instants, and the origin up to a motion `D` further
    /// away: `6 u D` more. Reaches are widened by `D`, of which a position moves by less than
    /// `0.87 D`.
    pub(super) fn line(&self, body: &PosedExtent) -> LineAxis {
        let half = Vec3::from_array(self.direction.map(|x| 0.5 * f64::from(x)));
        LineAxis {
            normal: body.map.linear.transpose() * half,
            origin: half.dot(body.map.translation - self.origin),
            margin: body.distance_margin(),
        }
    }

    /// Returns the interval on half the fourth axis, in scene units, of all points of faces in a
    /// box.
    pub(super) fn interval(&self, bounds: &Box4) -> [f64; 2] {
        let error = axis_error(1.0);
        let half = 0.5 / self.scale;
        [bounds.low[3] - error, bounds.high[3] + error].map(|x| f64::from(x) * half)
    }

    /// Cuts a box that overlaps those of all faces with a point in `interval`, on half the fourth
    /// axis, in scene units. The interval has vertices of a body, so neither end is infinite in the
    /// unit on the side where it cuts.
    pub(super) fn cut(&self, bounds: &mut Box4, interval: [f64; 2]) {
        let [low, high] = interval.map(|x| (2.0 * x * self.scale) as f32);
        let margin = 2.0 * axis_error(1.0) + 4.0 * U * (low.abs() + high.abs());
        bounds.low[3] = greater(bounds.low[3], low - margin);
        bounds.high[3] = lesser(bounds.high[3], high + margin);
    }

    /// Returns a world box that contains every world vertex whose image is in a box, all rounding
    /// included.
    ///
    /// A coordinate is off by `u M` and by what underflows, in the unit of the pair, and what is
    /// computed here by two roundings of the result.
    pub(super) fn world_box(&self, bounds: &Box4) -> Aabb {
        let unscale = self.scale.recip();
        let corner =
            |p: &Point4| self.origin + Vec3::from_array([0, 1, 2].map(|i| p[i].into())) * unscale;
        let around = Aabb::new(corner(&bounds.low), corner(&bounds.high));
        let margin = f64::from(axis_error(bounds.largest())) * unscale;
        around.expanded(margin + 4.0 * f64::EPSILON * around.max_abs_coordinate() + SUM_UNDERFLOW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::lanes::{Dispatch, Portable, dispatch, greater};
    use geometry::power_of_two;
    use proptest::prelude::*;

    fn vector() -> impl Strategy<Value = Vec3> {
        let part = || prop_oneof![4 => -1.0..1.0f64, 1 => Just(0.0), 1 => Just(-0.0)];
        [part(), part(), part()].prop_map(Vec3::from_array)
    }

    fn triangle() -> impl Strategy<Value = [Vec3; 3]> {
        let size = prop_oneof![Just(1.0), Just(1e-3), Just(1e-9)];
        (vector(), [vector(), vector(), vector()], size)
            .prop_map(|(at, corners, size)| corners.map(|p| at + p * size))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// A point of both faces: on any axis their intervals overlap, with the margin.
        #[test]
        fn faces_that_share_a_point_are_not_separated(
            faces in [triangle(), triangle()],
            weights in [[0.0..1.0f64, 0.0..1.0, 0.0..1.0], [0.0..1.0, 0.0..1.0, 0.0..1.0]],
            axis in vector(),
            origin in vector(),
            exponent in prop::sample::select(vec![-1060, -900, -140, -60, 0, 50, 97]),
        ) {
            let scale = power_of_two(exponent);
            let [a, mut b] = faces;
            let inside = |face: &[Vec3; 3], weights: [f64; 3]| {
                let sum: f64 = weights.iter().sum();
                (0..3).fold(Vec3::ZERO, |p, k| p + face[k] * (weights[k] / sum.max(1e-9)))
            };
            // The second face moves, and one corner goes on, until a corner is in the first.
            let shared = inside(&a, weights[0]);
            let shift = shared - b[0];
            b = b.map(|p| p + shift);
            b[0] = shared;
            let [a, b] = [a, b].map(|face| face.map(|p| (p + origin * 1e3) * scale));
            let boxes = [&a, &b].map(Aabb::of_points);
            let Some(region) = boxes[0].intersection(&boxes[1]) else {
                return Ok(());
            };
            let unit = PairUnit::new([&boxes[0], &boxes[1]], &region);
            let points = [a, b].map(|face| face.map(|p| unit.point(p)));
            let around = points.each_ref().map(|[p, q, r]| Box4::of([p, q, r]));
            for (face, around) in [a, b].iter().zip(&around) {
                prop_assert!(around.largest() <= 1.0);
                let world = unit.world_box(around);
                prop_assert!(face.iter().all(|p| world.contains(*p)));
            }
            // Only rounding parts them: some 2⁻⁵² of their distance from the origin.
            let slack = (4e3 * f64::EPSILON) as f32 / region_size(&boxes, scale);
            let margin = 2.0 * axis_error(1.0) + slack;
            prop_assert!(around[0].widened_along_fourth(margin).overlaps(&around[1]) || slack > 1e-9);
            let n = axis.to_array().map(|x| x as f32);
            let along = |p: &Point4| n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
            let largest = greater(around[0].largest(), around[1].largest());
            for (face, points) in [a, b].iter().zip(&points) {
                for (p, point) in face.iter().zip(points) {
                    let exact = ((*p - unit.origin) * unit.scale)
                        .dot(Vec3::from_array(n.map(f64::from)));
                    let off = (f64::from(along(point)) - exact).abs();
                    prop_assert!(off <= f64::from(axis_error(largest)), "{off:e}");
                }
            }
        }
    }

    fn region_size(boxes: &[Aabb; 2], scale: f64) -> f32 {
        let size = boxes[0].size().max(boxes[1].size()).max_element();
        (size / scale) as f32
    }

    #[test]
    fn the_fourth_axis_is_the_line_of_centers() {
        let unit_box = |x: f64| Aabb::new(Vec3::new(x, 0.0, 0.0), Vec3::new(x + 1.0, 1.0, 1.0));
        let boxes = [unit_box(0.0), unit_box(0.5)];
        let region = boxes[0].intersection(&boxes[1]).unwrap();
        let unit = PairUnit::new([&boxes[0], &boxes[1]], &region);
        let [x, y, z, along] = unit.point(Vec3::new(1.0, 1.0, 0.5));
        assert_eq!([x, y, z], [0.125, 0.25, 0.0]);
        assert_eq!(along, 0.5 * x, "unit direction times a power of two");
        // A ball that reaches half as far as the boxes do along x: 0.125 times 0.5 and the unit,
        // 0.5.
        let around = unit.region(&region, &Ball::new(region.center(), 0.125));
        assert!(
            around.high[3] > 0.031_25 && around.high[3] < 0.0313,
            "{around:?}"
        );
        assert_eq!(around.low[3], -around.high[3]);
        assert_eq!((around.low[0], around.high[0]), (-0.125, 0.125));
        // Half the axis, in scene units and with room for rounding.
        let [low, high] = unit.interval(&around);
        let half = 0.25 * around.high[3] as f64 / unit.scale;
        assert!(
            high > 2.0 * half && high < 2.0001 * half && low == -high,
            "{high}"
        );
        let mut cut = around;
        unit.cut(&mut cut, [low, 0.5 * high]);
        assert_eq!(
            (cut.low, cut.high[..3].to_vec()),
            (around.low, around.high[..3].to_vec())
        );
        let expected = 0.5 * around.high[3];
        assert!(
            cut.high[3] > expected && cut.high[3] < 1.001 * expected,
            "{cut:?}"
        );
    }

    #[test]
    fn points_have_the_same_bits_with_all_instructions() {
        let bounds = Aabb::new(Vec3::new(-3.0, 0.1, 1.0), Vec3::new(1.0, 2.0, 3.0));
        let unit = PairUnit::new([&bounds, &Aabb::new(Vec3::ZERO, Vec3::ONE)], &bounds);
        let along: [[f32; WIDTH + 3]; 3] = std::array::from_fn(|axis| {
            std::array::from_fn(|k| 0.1 + (k * 3 + axis) as f32 * 0.037)
        });
        struct Points<'a>(
            &'a PairUnit,
            &'a [[f32; WIDTH + 3]; 3],
            &'a mut [Point4; WIDTH],
        );
        impl Dispatch for Points<'_> {
            #[inline(always)]
            fn run(self, on: impl Instructions) {
                *self.2 = self.0.points(on, self.1, 3);
            }
        }
        let mut found = [[[0.0; 4]; WIDTH]; 2];
        dispatch(Points(&unit, &along, &mut found[0]));
        Points(&unit, &along, &mut found[1]).run(Portable);
        assert_eq!(found[0], found[1]);
        assert_eq!(found[0][2][1], along[1][5]);
    }
}
