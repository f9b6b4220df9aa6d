//! First meeting time of the space-time bounds of two bodies.
//!
//! A body whose acceleration is at most `M` is within `M τ² / 2` of where constant velocity takes
//! it. So two bodies do not meet before these growing balls, the horns, do. The essence:
//! 1. Enclose each horn in a box that grows linearly, the hypertrapezoid. Two of them meet while
//!    six linear inequalities are true, which takes up to six divisions.
//! 2. From that time on, step to where a tangent of the distance meets the parabola of the radii:
//!    the distance is convex and so not below its tangent, and no step goes too far.
//! 3. Stop once a step is short for the resolution, or after a number of steps.
//!
//! Each answer is too early or right, never too late: the radii are enlarged by all rounding. An
//! answer that is too early costs one more test of the pair at that time.

use super::Motion;
use geometry::Vec3;

/// Relative motion of two bodies: the space-time bounds of the pair from an instant on.
///
/// With `D` and `V` the difference of centers and velocities, `R` and `M` the sums of radii and
/// acceleration bounds: after `τ` the difference of centers is within `M τ² / 2` of `D + V τ`. So
/// the spheres are apart while `|D + V τ| > R + M τ² / 2`: a ball that grows parabolically, the
/// horn.
#[derive(Clone, Copy, Debug)]
pub struct RelativeMotion {
    difference: Vec3,
    velocity: Vec3,
    radius: f64,
    acceleration: f64,
    horizon: f64,
}

/// By how much the sum of radii grows to make up for rounding, relative to the coordinates, and to
/// how far they get until the horizon: 2⁻⁴⁴. Evaluating takes some ten half-ulps; what is left is
/// for centers that an application computes with errors of its own.
const RADII_ROUNDING: f64 = 256.0 * f64::EPSILON;

/// Steps towards the meeting of horns; each is one that Newton's method would make, so that some
/// five come as near as numbers allow.
const STEPS: usize = 12;

impl RelativeMotion {
    /// Returns the bounds of a pair from now until `horizon`, which is more than 0.
    pub fn between(a: &Motion, b: &Motion, horizon: f64) -> RelativeMotion {
        let (radius, acceleration) = (a.radius + b.radius, a.acceleration + b.acceleration);
        let size = |p: Vec3, q: Vec3| p.abs().max_element() + q.abs().max_element();
        let far = size(a.center, b.center) + radius;
        let travel = (size(a.velocity, b.velocity) + acceleration * horizon) * horizon;
        RelativeMotion {
            difference: a.center - b.center,
            velocity: a.velocity - b.velocity,
            radius: radius + RADII_ROUNDING * (far + travel),
            acceleration,
            horizon,
        }
    }

    /// Returns the time after which the hypertrapezoids first meet, from 0 to the horizon; the
    /// horizon when they do not meet before.
    ///
    /// The hypertrapezoid of a body holds its horn until the horizon `T`: a box that grows linearly
    /// from the one around the sphere to the one around the horn's end. On each axis the lower side
    /// moves with `v − M T / 2`, which is below the horn's, as a chord of a concave curve is. Two
    /// boxes meet while six linear inequalities in `τ` hold.
    pub fn hypertrapezoids_meet(&self) -> f64 {
        let growth = 0.5 * self.acceleration * self.horizon;
        let (mut from, mut until) = (0.0f64, self.horizon);
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                // Gap at `τ = 0`, and its growth `rate` per unit of time.
                let apart = sign * self.difference[axis] - self.radius;
                let rate = sign * self.velocity[axis] - growth;
                if rate < 0.0 {
                    from = from.max(-apart / rate);
                } else if rate > 0.0 {
                    until = until.min(-apart / rate);
                } else if apart > 0.0 {
                    return self.horizon;
                }
            }
        }
        if from <= until { from } else { self.horizon }
    }

    /// Returns the time after which the horns first meet, up to `resolution` too early; the horizon
    /// when they do not meet before. They are known not to meet before `after`.
    ///
    /// Conservative advancement: `|D + V τ|` is convex and so lies above its tangents, and where
    /// tangent and parabola meet is before the horns do. Repeated from there, that converges to the
    /// first root from below.
    pub fn horns_meet(&self, after: f64, resolution: f64) -> f64 {
        let mut time = after;
        for _ in 0..STEPS {
            let between = self.difference + self.velocity * time;
            let distance = between.length();
            let grown = self.radius + 0.5 * self.acceleration * time * time;
            let gap = distance - grown;
            if gap <= 0.0 {
                return time;
            }
            let closing = self.acceleration * time - between.dot(self.velocity) / distance;
            let step = first_root(gap, closing, self.acceleration);
            time += step;
            if time >= self.horizon {
                return self.horizon;
            }
            if step <= 0.25 * resolution {
                return time;
            }
        }
        time
    }
}

/// Returns the smallest positive `x` with `gap = closing x + acceleration x² / 2`, or infinity;
/// `gap > 0`, `acceleration >= 0`.
fn first_root(gap: f64, closing: f64, acceleration: f64) -> f64 {
    let root = (closing * closing + 2.0 * acceleration * gap).sqrt();
    let below = closing + root;
    if closing > 0.0 {
        2.0 * gap / below
    } else if acceleration > 0.0 {
        (root - closing) / acceleration
    } else {
        f64::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ball(x: f64, speed: f64, acceleration: f64) -> Motion {
        Motion {
            center: Vec3::new(x, 0.0, 0.0),
            velocity: Vec3::new(speed, 0.0, 0.0),
            radius: 1.0,
            acceleration,
        }
    }

    fn meet(a: &Motion, b: &Motion, horizon: f64) -> [f64; 2] {
        let approach = RelativeMotion::between(a, b, horizon);
        let boxes = approach.hypertrapezoids_meet();
        [boxes, approach.horns_meet(boxes, 0.0)]
    }

    #[test]
    fn without_acceleration_both_meet_when_the_spheres_do() {
        // 8 apart, closing at 4.
        let [boxes, horns] = meet(&ball(0.0, 1.0, 0.0), &ball(10.0, -3.0, 0.0), 5.0);
        for time in [boxes, horns] {
            assert!(time <= 2.0 && time > 2.0 - 1e-9, "{time}");
        }
    }

    #[test]
    fn bodies_at_rest_meet_no_sooner_than_acceleration_brings_them() {
        // 8 apart, each covers 4 in τ²/2 · 2 = 4, so after 2.
        let [boxes, horns] = meet(&ball(0.0, 0.0, 2.0), &ball(10.0, 0.0, 2.0), 4.0);
        assert!(horns <= 2.0 && horns > 2.0 - 1e-6, "{horns}");
        // The chord grows with 2 · 4 / 2 on each side: it covers 4 after 1.
        assert!(boxes <= 1.0 && boxes > 1.0 - 1e-6, "{boxes}");
    }

    #[test]
    fn bodies_that_part_or_pass_do_not_meet() {
        assert_eq!(
            meet(&ball(0.0, -1.0, 0.0), &ball(10.0, 1.0, 0.0), 3.0),
            [3.0; 2]
        );
        assert_eq!(
            meet(&ball(0.0, 0.0, 0.0), &ball(10.0, 0.0, 0.0), 3.0),
            [3.0; 2]
        );
        let mut passing = ball(10.0, -3.0, 0.0);
        passing.center.y = 2.1;
        assert_eq!(meet(&ball(0.0, 1.0, 0.0), &passing, 9.0), [9.0; 2]);
        // Their boxes meet, they do not.
        (passing.center.y, passing.center.z) = (1.5, 1.5);
        let [boxes, horns] = meet(&ball(0.0, 1.0, 0.0), &passing, 9.0);
        assert!(boxes < 2.1 && horns == 9.0, "{boxes} {horns}");
    }

    #[test]
    fn roots_are_the_smallest_positive_ones() {
        for (closing, acceleration, root) in [
            (3.0, 0.0, 2.0),
            (2.0, 2.0, 7f64.sqrt() - 1.0),
            (-2.0, 2.0, 7f64.sqrt() + 1.0),
        ] {
            let found = first_root(6.0, closing, acceleration);
            assert!((found - root).abs() < 1e-14, "{found} {root}");
        }
        assert_eq!(first_root(6.0, -2.0, 0.0), f64::INFINITY);
    }

    fn motion() -> impl Strategy<Value = Motion> {
        let number = |scale: f64| (-scale..scale).prop_map(|x: f64| x);
        let vector = move |scale| {
            (number(scale), number(scale), number(scale)).prop_map(|(x, y, z)| Vec3::new(x, y, z))
        };
        let sizes = (0.0..2.0f64, prop_oneof![Just(0.0), 0.0..4.0f64]);
        (vector(9.0), vector(5.0), sizes).prop_map(|(center, velocity, (radius, acceleration))| {
            Motion {
                center,
                velocity,
                radius,
                acceleration,
            }
        })
    }

    proptest! {
        /// Until the predicted time, boxes around the horns (their balls) are apart; at it, they
        /// touch.
        #[test]
        fn nothing_meets_before_it_is_predicted(a in motion(), b in motion(), horizon in 0.1..4.0f64) {
            let [boxes, horns] = meet(&a, &b, horizon);
            prop_assert!(0.0 <= boxes && boxes <= horns && horns <= horizon);
            let (d, v) = (a.center - b.center, a.velocity - b.velocity);
            let reach = |t: f64| a.radius + b.radius + 0.5 * (a.acceleration + b.acceleration) * t * t;
            let axis_gap = |t: f64| (d + v * t).abs().max_element() - reach(t);
            let gap = |t: f64| (d + v * t).length() - reach(t);
            for k in 0..100 {
                let part = f64::from(k) / 100.0;
                prop_assert!(boxes == 0.0 || axis_gap(part * boxes) > 0.0);
                prop_assert!(horns == 0.0 || gap(part * horns) > 0.0);
            }
            prop_assert!(horns == horizon || gap(horns) < 1e-6, "{}", gap(horns));
        }
    }
}
