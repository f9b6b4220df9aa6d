//! Rotation of a rigid body between two poses, and how far its faces leave linear motion.
//!
//! The body turns about its own origin by the shortest way with constant angular velocity, and its
//! origin moves along a straight line. Deformed vertices move linearly in the body's space.

use super::FaceMotion;
use crate::angle::{angle_of, sin_cos};
use crate::unit_scale::length;
use crate::{Pose, Quat, SweptTriangle, Triangle};

/// Bound on the underflow in a position of a turning point or in a bound on it: a sum of 128
/// products, each at most half the smallest number. Bounds that are relative to a length underflow
/// to zero for small bodies.
const TURN_UNDERFLOW: f64 = f64::from_bits(64);

/// Turn of one body from one pose to another.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    from: Pose,
    /// The next pose, its quaternion in the half-space of `from`'s.
    to: Pose,
    /// Half of the angle between both rotations, in full turns, at most 1/4.
    half_turns: f64,
    /// Upper bound on the angle between both rotations, in radians.
    angle: f64,
    /// Upper bound on the difference of the squared length of a quaternion from 1.
    defect: f64,
}

impl Turn {
    /// Returns the turn by the shortest way. Rotations of more than half a turn between two
    /// instants are not seen.
    pub fn new(from: Pose, to: Pose) -> Turn {
        let (p, mut q) = (from.rotation, to.rotation);
        if p.dot(q) < 0.0 {
            q = -q;
        }
        // Two unit quaternions with an angle of θ between their rotations enclose θ / 2. Sum and
        // difference are 2 cos(θ / 4) and 2 sin(θ / 4) long.
        let (sum, difference) = ((p + q).length(), (p - q).length());
        let defect = |q: Quat| (q.length_squared() - 1.0).abs() + 8.0 * f64::EPSILON;
        let defect = defect(p).max(defect(q));
        // asin x <= x + 0.2215 x³ up to x = 1/√2, as (asin x - x) / x³ grows with x.
        let half = 0.5 * difference * (1.0 + 2.0 * defect);
        let angle = 4.0 * (half + 0.2215 * half * half * half) * (1.0 + 16.0 * f64::EPSILON);
        Turn {
            from,
            to: Pose::new(to.translation, q),
            half_turns: 2.0 * angle_of(difference, sum),
            angle,
            defect,
        }
    }

    /// Returns false if the rotation stays the same, so that all motion is linear.
    pub fn turns(&self) -> bool {
        self.from.rotation != self.to.rotation
    }

    /// Returns the pose at a time from 0 to 1.
    pub fn at(&self, time: f64) -> Pose {
        let (p, q) = (self.from.rotation, self.to.rotation);
        let sine = |turns: f64| sin_cos(turns).0;
        let whole = sine(self.half_turns);
        let rotation = if whole > 0.0 {
            let (of_p, of_q) = (
                sine((1.0 - time) * self.half_turns),
                sine(time * self.half_turns),
            );
            (p * (of_p / whole) + q * (of_q / whole)).normalize()
        } else {
            p
        };
        let (from, to) = (self.from.translation, self.to.translation);
        Pose::new(from + (to - from) * time, rotation)
    }

    /// Returns a bound on how far a point leaves linear motion from the first to the second
    /// instant, in scene units. The point is at most `reach` from the body's origin, and moves by
    /// `change` in the body's space.
    ///
    /// Linear interpolation of `f` from 0 to 1 is off by at most `max |f″| / 8`. The position
    /// `T + R v` has `|f″| <= θ² |v| + 2 θ |v′|`. The sagitta of the arc, `ρ (1 - cos(θ/2))`, is
    /// smaller, and bounds the whole step of a rigid body. It does not suffice: it bounds no point
    /// that moves in the body's space, and that of half a step exceeds a quarter of it, while this
    /// bound may be scaled by the square of the time ([`FaceMotion::bulge`]). A quaternion whose
    /// squared length is off by `d` scales the turning part of a position by that much, at both
    /// ends and between. That, and rounding, do not shrink with the time: [`FaceMotion::rounding`]
    /// has them, too, and is not scaled.
    pub fn bulge(&self, reach: f64, change: f64) -> f64 {
        let turning = self.angle * (self.angle * reach + 2.0 * change) / 8.0;
        let rounding = 64.0 * f64::EPSILON * self.extent(reach);
        turning + 4.0 * self.defect * reach + rounding + TURN_UNDERFLOW
    }

    /// Returns a bound on the coordinates of points within `reach` of the body's origin.
    fn extent(&self, reach: f64) -> f64 {
        let origin = |pose: &Pose| pose.translation.abs().max_element();
        origin(&self.from).max(origin(&self.to)) + 2.0 * reach
    }
}

/// Face of a turning body.
#[derive(Clone, Copy, Debug)]
pub struct TurningTriangle<'a> {
    /// Turn of the body.
    pub turn: &'a Turn,
    /// Corners in the body's space, now and at the next instant.
    pub local: SweptTriangle,
    /// Corners in world space, now and at the next instant.
    pub world: SweptTriangle,
}

impl TurningTriangle<'_> {
    fn reach(&self) -> f64 {
        let points = self.local.points();
        points
            .iter()
            .fold(0.0, |reach: f64, p| reach.max(length(*p)))
    }

    fn change(&self) -> f64 {
        let (now, next) = (self.local.now.corners(), self.local.next.corners());
        let moved = now.iter().zip(next).map(|(p, q)| length(*p - q));
        moved.fold(0.0, f64::max)
    }
}

impl FaceMotion for TurningTriangle<'_> {
    fn at(&self, time: f64) -> Triangle {
        match time {
            0.0 => self.world.now,
            1.0 => self.world.next,
            _ => {
                let map = self.turn.at(time).world_map();
                let [a, b, c] = FaceMotion::at(&self.local, time)
                    .corners()
                    .map(|p| map.apply(p));
                Triangle::new(a, b, c)
            }
        }
    }

    fn rounding(&self) -> f64 {
        let reach = self.reach();
        // The sine, the interpolation and its length, the matrix and the map take about 100 half
        // ulps of the 512. A quaternion whose squared length is off by `d` moves the stored ends by
        // at most `2 d` times the reach, and two of unequal length leave a constant speed by `d`.
        let rounding = 256.0 * f64::EPSILON * self.turn.extent(reach);
        rounding + 4.0 * self.turn.defect * reach + TURN_UNDERFLOW
    }

    fn bulge(&self) -> f64 {
        self.turn.bulge(self.reach(), self.change())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Interference, Vec3, power_of_two};

    fn axis_angle(axis: Vec3, angle: f64) -> Quat {
        Quat::from_axis_angle(axis.normalize(), angle)
    }

    #[test]
    fn positions_stay_within_the_bulge_of_linear_motion_and_come_near_it() {
        let v = Vec3::new(1.0, -2.0, 0.5);
        for degrees in [0.0, 0.001, 1.0, 30.0, 90.0, 170.0, 180.0] {
            let angle = f64::to_radians(degrees);
            let from = Pose::new(Vec3::new(3.0, 0.0, 0.0), axis_angle(Vec3::ONE, 0.3));
            let turned = axis_angle(Vec3::new(0.0, 0.4, 1.0), angle) * from.rotation;
            let to = Pose::new(Vec3::new(-3.0, 4.0, 9.0), turned);
            let turn = Turn::new(from, to);
            let (start, end) = (from.world_map().apply(v), to.world_map().apply(v));
            let bulge = turn.bulge(v.length(), 0.0);
            let mut most = 0.0f64;
            for i in 0..=64 {
                let time = f64::from(i) / 64.0;
                let linear = start + (end - start) * time;
                most = most.max(turn.at(time).world_map().apply(v).distance(linear));
            }
            assert!(most <= bulge, "{degrees}: {most} beyond {bulge}");
            assert!(
                degrees < 0.01 || bulge < 2.5 * most,
                "{degrees}: {bulge} for {most}"
            );
        }
    }

    #[test]
    fn the_bulge_of_a_body_of_any_size_is_that_of_its_size() {
        let to = Pose::new(Vec3::ZERO, axis_angle(Vec3::Z, 1.0));
        let turn = Turn::new(Pose::IDENTITY, to);
        let bulge = |scale: f64| {
            let [a, b] = [Vec3::X, Vec3::new(3.0, 4.0, 0.0)].map(|p| p * scale);
            let face = Triangle::new(a, b, b);
            let bent = Triangle::new(a, b, a);
            let sweep = SweptTriangle::new(face, bent);
            let (local, world) = (sweep, sweep);
            let turn = &turn;
            TurningTriangle { turn, local, world }.bulge()
        };
        for exponent in [-1000, -545, -537, -530, 90] {
            let scale = power_of_two(exponent);
            assert_eq!(bulge(scale), bulge(1.0) * scale, "2^{exponent}");
        }
        assert!(bulge(f64::from_bits(1)) > 0.0);
    }

    #[test]
    fn poses_at_the_ends_are_the_given_ones_and_the_way_is_the_shortest() {
        let from = Pose::new(Vec3::X, axis_angle(Vec3::Z, 0.2));
        let to = Pose::new(Vec3::Y, -axis_angle(Vec3::Z, 1.0));
        let turn = Turn::new(from, to);
        let half = turn.at(0.5);
        assert!(half.translation.distance(Vec3::new(0.5, 0.5, 0.0)) < 1e-15);
        assert!(half.rotation.dot(axis_angle(Vec3::Z, 0.6)).abs() > 1.0 - 1e-14);
        assert!(turn.at(1.0).rotation.dot(to.rotation).abs() > 1.0 - 1e-14);
    }

    #[test]
    fn a_blade_that_sweeps_over_a_leaf_meets_it_on_the_way_only() {
        // A quarter turn passes the leaf, which the straight paths of the corners miss.
        let blade = Triangle::new(
            Vec3::X,
            Vec3::new(10.0, 0.0, 0.5),
            Vec3::new(10.0, 0.0, -0.5),
        );
        let (from, to) = (
            Pose::IDENTITY,
            Pose::new(Vec3::ZERO, axis_angle(Vec3::Z, 0.5 * std::f64::consts::PI)),
        );
        let turn = Turn::new(from, to);
        let map = to.world_map();
        let [a, b, c] = blade.corners().map(|p| map.apply(p));
        let local = SweptTriangle::new(blade, blade);
        let world = SweptTriangle::new(blade, Triangle::new(a, b, c));
        let at = Vec3::new(9.0, 9.0, 0.0) * (0.5f64.sqrt() * 10.0 / 9.0 * 0.95);
        let leaf = Triangle::new(
            at,
            at + Vec3::new(0.1, 0.0, 0.1),
            at + Vec3::new(0.0, 0.1, -0.1),
        );
        let leaf = SweptTriangle::new(leaf, leaf);
        assert!(
            !world.meets(&leaf, &mut 0),
            "the hull of both instants does not reach it"
        );
        let turning = TurningTriangle {
            turn: &turn,
            local,
            world,
        };
        assert!(world.comes_within(&leaf, turning.bulge()));
        let time = super::super::contact_time(&turning, &leaf).expect("they meet");
        let latest = time.latest.expect("the blade crosses the leaf");
        assert!((0.45..0.55).contains(&latest), "{time:?}");
        let then = turning.at(latest);
        assert_ne!(crate::interference(&then, &leaf.now), Interference::Apart);
    }
}
