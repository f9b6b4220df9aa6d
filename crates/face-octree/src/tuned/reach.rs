//! Region that a body B may reach in the local space of a body A, in the unit of A's patches.
//!
//! # Rounding
//! Coordinates of A's patches are kept as `r(x) = f32((x − c) s)` ([`super::patches`]). Let
//! `u = 2⁻²⁴`.
//! - **Box along A's axes.** [`RelativePose::apply_box`] includes all rounding of poses. `r` is
//!   monotone, so comparing what it returns for the sides loses nothing.
//! - **Ball.** [`RelativePose::distance_margin`] includes the rounding of poses. Let `C` be the
//!   largest coordinate of the center in the unit. Sides of boxes are at most 1 and off by `u`, and
//!   the center by `u C`. The gap along an axis is then off by `3 u (1 + C)`, the distance by `√3`
//!   as much, and its computed square by five roundings. A radius grown by `8 u (1 + C)` and then
//!   by `8 u` of itself has room for that. What underflows in the squares makes a distance smaller,
//!   which loses nothing, and the square of the radius is at least `(8 u)²`.
//! - **Box along B's axes.** A local point `y` of A that is also one of B has there the coordinate
//!   `n · y + t`, up to [`RelativePose::coordinate_margin`], where `n` is a row of A's pose in B's
//!   space, with coordinates up to `1 + 10⁻⁵`. The margin is taken twice, as it has room for
//!   mapping one point, here `c`. The rest is in the unit, where coordinates are at most 1:
//!   rounding `n`, `y`, the three products and the two sums is off by `3 u + 3 u + 3 u + 5 u`, and
//!   rounding a side `v` of B's box by `u |v|`. `16 u (1 + |v|)` has room for both.
//! - **Line of centers.** The same, with half its direction as seen from A in place of a row, and
//!   with the margin of [`super::pair_unit::PairUnit::line`].

use super::moving_body::MovingBody;
use super::patches::Unit;
use geometry::lanes::{Instructions, Register, SINGLE_ROUNDOFF, VecLanes, dot};
use geometry::{Aabb, Ball, PosedExtent, RelativePose, Vec3};

/// Body in the local space of another, in scene units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Box that contains every point that the body may share with the other.
    region: Aabb,
    /// Ball that contains them, too.
    ball: Ball,
    /// Pose of the other body in the space of this one, and this one's box there.
    axes: (RelativePose, Aabb),
    /// Interval that contains their positions on the line of centers, if not all count.
    on_line: Option<(LineAxis, [f64; 2])>,
}

/// The line of centers of a pair of bodies in the local space of one of them. The position of a
/// local point `y` is `normal · y + origin`: a length in scene units, times that of the normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineAxis {
    /// Half of `d` of the pair ([`super::pair_unit`]), shorter than 1.
    pub(super) normal: Vec3,
    pub(super) origin: f64,
    /// Bound on the rounding of the position of a world vertex of the body.
    pub(super) margin: f64,
}

/// [`Reach`] in the unit of the other body's patches.
#[derive(Clone, Debug)]
pub(crate) struct RoundedReach {
    low: [f32; 3],
    high: [f32; 3],
    center: [f32; 3],
    square: f32,
    axes: [AxisReach; 3],
    line: Option<AxisReach>,
}

/// Interval along an axis of the body, or along the line of centers.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisReach {
    normal: [f32; 3],
    /// True for a coordinate of the normal that is negative.
    falls: [bool; 3],
    low: f32,
    high: f32,
}

/// The reach in registers, with what instructions fill them.
pub(super) struct ReachLanes<I: Instructions> {
    on: I,
    low: [I::Register; 3],
    high: [I::Register; 3],
    center: [I::Register; 3],
    square: I::Register,
    axes: [AxisReach; 3],
    line: Option<AxisReach>,
}

impl Reach {
    /// Returns where body `b` reaches in the local space of body `a`: everywhere, or only in a
    /// world box. `poses` are that of `b` in the space of `a`, and the reverse.
    pub(crate) fn of(
        [a, b]: [&MovingBody; 2],
        poses: [&RelativePose; 2],
        within: Option<&Aabb>,
    ) -> Reach {
        let [b_in_a, a_in_b] = poses;
        let unit = b_in_a.unit_sized();
        let margin = unit.in_scene_units(unit.distance_margin());
        let ball = b.local_ball();
        let region = match within {
            None => b_in_a.apply_box(b.local_box()),
            Some(region) => {
                let world = PosedExtent::world(region.max_abs_coordinate());
                RelativePose::new(a.posed(), &world).apply_box(region)
            }
        };
        Reach {
            region,
            ball: Ball::new(b_in_a.apply(ball.center), ball.radius + margin),
            axes: (*a_in_b, *b.local_box()),
            on_line: None,
        }
    }

    /// Returns the part of the reach with positions in an interval on the line of centers, both at
    /// one instant: [`Reach::widened`] comes after it.
    #[must_use]
    pub(crate) fn on_line(mut self, line: LineAxis, interval: [f64; 2]) -> Reach {
        self.on_line = Some((line, interval));
        self
    }

    /// Returns the region of all points within a world distance of the other body.
    ///
    /// The distance is that of two points of the bodies' faces, so it adds one vector to the
    /// equation of [`RelativePose`]. In local space, and along the other body's axes, it is longer
    /// by a factor of at most `1 + 10⁻⁵`, as poses are rotations up to a few millionths.
    #[must_use]
    pub(crate) fn widened(mut self, distance: f64) -> Reach {
        let by = distance * (1.0 + 1e-5);
        self.region = self.region.expanded(by);
        self.ball.radius += by;
        self.axes.1 = self.axes.1.expanded(by);
        // The normal is shorter than 1.
        if let Some((_, [low, high])) = &mut self.on_line {
            (*low, *high) = (*low - by, *high + by);
        }
        self
    }

    /// Returns the reach in a unit.
    pub(super) fn rounded(&self, unit: &Unit) -> RoundedReach {
        let center = unit.of(self.ball.center);
        let radius = self.ball.radius * unit.scale;
        let radius = radius + 8.0 * SINGLE_ROUNDOFF * (1.0 + center.abs().max_element());
        let radius = (radius * (1.0 + 8.0 * SINGLE_ROUNDOFF)) as f32;
        let (pose, bounds) = &self.axes;
        let origin = pose.apply(unit.center);
        let margin = 2.0 * pose.coordinate_margin();
        let axes = [0, 1, 2].map(|axis| {
            let [low, high] = [bounds.min[axis] - margin, bounds.max[axis] + margin];
            let normal = pose.linear().row(axis);
            AxisReach::new(unit, normal, origin[axis], [low, high])
        });
        let line = self.on_line.map(|(line, [low, high])| {
            let interval = [low - line.margin, high + line.margin];
            AxisReach::new(unit, line.normal, line.at(unit.center), interval)
        });
        RoundedReach {
            low: unit.rounded(self.region.min),
            high: unit.rounded(self.region.max),
            center: center.to_array().map(|x| x as f32),
            square: radius * radius,
            axes,
            line,
        }
    }
}

impl LineAxis {
    /// Returns the position of a local point.
    fn at(&self, p: Vec3) -> f64 {
        self.normal.dot(p) + self.origin
    }

    /// Returns the axis for boxes in a unit, with an interval that has all of them.
    pub(super) fn rounded(&self, unit: &Unit) -> AxisReach {
        let everywhere = [f64::NEG_INFINITY, f64::INFINITY];
        AxisReach::new(unit, self.normal, self.at(unit.center), everywhere)
    }

    /// Returns an interval that contains the positions of all world vertices whose boxes in a unit
    /// have an interval, all rounding included.
    pub(super) fn interval(&self, unit: &Unit, [low, high]: [f32; 2]) -> [f64; 2] {
        let at = |x: f64| x / unit.scale + self.at(unit.center);
        let error = 16.0 * SINGLE_ROUNDOFF;
        let [low, high] = [f64::from(low) - error, f64::from(high) + error];
        [at(low) - self.margin, at(high) + self.margin]
    }
}

impl AxisReach {
    /// Returns the interval from `low` to `high`, in scene units, along an axis on which the center
    /// of the unit is at `origin`.
    fn new(unit: &Unit, normal: Vec3, origin: f64, interval: [f64; 2]) -> AxisReach {
        let [low, high] = interval.map(|x| (x - origin) * unit.scale);
        let error = |v: f64| 16.0 * SINGLE_ROUNDOFF * (1.0 + v.abs());
        let normal = normal.to_array().map(|x| x as f32);
        AxisReach {
            normal,
            falls: normal.map(|x| x < 0.0),
            low: (low - error(low)) as f32,
            high: (high + error(high)) as f32,
        }
    }

    /// Returns the least and the greatest positions of boxes.
    #[inline(always)]
    pub(super) fn extents<I: Instructions>(
        &self,
        on: I,
        sides: &[VecLanes; 2],
    ) -> [I::Register; 2] {
        // The corner farthest along the normal has the upper side where that rises and the lower
        // one where it falls: the same corner of all boxes.
        let normal = on.splat3(self.normal);
        [false, true].map(|is_upper| {
            let side = |i: usize| usize::from(is_upper != self.falls[i]);
            let corner = [0, 1, 2].map(|i| on.load(&sides[side(i)][i]));
            dot(&normal, &corner)
        })
    }

    /// Returns by how much boxes are beyond one side, up to rounding: above zero exactly if they
    /// are.
    #[inline(always)]
    fn beyond<I: Instructions>(&self, on: I, sides: &[VecLanes; 2]) -> I::Register {
        let [least, greatest] = self.extents(on, sides);
        (least - on.splat(self.high)).max(on.splat(self.low) - greatest)
    }
}

impl RoundedReach {
    /// Returns the reach in registers.
    #[inline(always)]
    pub(super) fn lanes<I: Instructions>(&self, on: I) -> ReachLanes<I> {
        ReachLanes {
            on,
            low: on.splat3(self.low),
            high: on.splat3(self.high),
            center: on.splat3(self.center),
            square: on.splat(self.square),
            axes: self.axes,
            line: self.line,
        }
    }
}

impl<I: Instructions> ReachLanes<I> {
    /// Returns a bit for each box that the body may reach. `sides` are the lower and the upper
    /// ones.
    ///
    /// A difference of two numbers is above zero exactly if the first is greater, so that nothing
    /// is lost where differences stand for comparisons.
    #[inline(always)]
    pub(super) fn near(&self, sides: &[VecLanes; 2]) -> u32 {
        let ReachLanes { on, axes, line, .. } = self;
        let zero = on.splat(0.0);
        let [low, high] = [on.load3(&sides[0]), on.load3(&sides[1])];
        let (mut gap, mut square) = (zero, zero);
        for axis in 0..3 {
            let apart = (low[axis] - self.high[axis]).max(self.low[axis] - high[axis]);
            gap = gap.max(apart);
            let center = self.center[axis];
            let away = (low[axis] - center).max(center - high[axis]).max(zero);
            square = square + away * away;
        }
        let near = !(gap.above(zero) | square.above(self.square)) & 0xff;
        // The axes of the other body take six products, so they wait for what is left.
        if near == 0 {
            return 0;
        }
        let mut gap = zero;
        for axis in axes.iter().chain(line) {
            gap = gap.max(axis.beyond(*on, sides));
        }
        near & !gap.above(zero)
    }
}

#[cfg(test)]
mod tests;
