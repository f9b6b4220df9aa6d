//! Motion between responses, by a second-order Runge-Kutta method with adaptive step.
//!
//! [Hubbard96 §11.1; Press et al. 1992]. The equation is `v' = thrust · heading − DRAG · v + walls`
//! (D1 of the parent module). The essence of a step:
//! 1. Advance by the midpoint rule once with the whole step and once with two half steps.
//! 2. If both results differ by more than the tolerance, halve the step and repeat.
//! 3. Otherwise keep the result of the half steps, and double a step with a small error.

use super::{DRAG, PUSH, THRUST};
use crate::rotation::unit;
use geometry::{Quat, Vec3};

/// Bound on the rounding error of world vertices, relative to the coordinates.
///
/// About ten roundings of half an ulp each are about 1e-15, so the margin is wide.
pub(super) const VERTEX_ROUNDING: f64 = 1e-12;

/// Maximum error of an accepted step, in units. For velocities, in units per unit of time.
const TOLERANCE: f64 = 1e-5;
/// Maximum step. It is far below 1 / DRAG, so drag cannot overshoot.
const LONGEST: f64 = 0.1;
/// Step that is accepted with any error. Forces are continuous, so no flight reaches it.
const SHORTEST: f64 = 1e-7;

/// Position, velocity and rotation of a ship in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShipMotion {
    pub(super) center: Vec3,
    pub(super) velocity: Vec3,
    pub(super) rotation: Quat,
}

/// Command of a ship's controls.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ShipCommand {
    /// Forward acceleration as a fraction of the maximum, −1 to 1.
    pub(super) thrust: f64,
    /// Angular velocity in local space, in radians per unit of time.
    pub(super) turning: Vec3,
}

/// Room, a ball around the origin with soft walls, and the scale of all forces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) radius: f64,
    /// Unit of length of the constants of the dynamics, in scene units.
    pub(super) unit: f64,
}

/// Solver of the equation. It keeps the last accepted step size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stepper {
    step: f64,
}

impl ShipMotion {
    pub(super) fn at_rest(center: Vec3, rotation: Quat) -> ShipMotion {
        ShipMotion {
            center,
            velocity: Vec3::ZERO,
            rotation,
        }
    }

    /// Returns the direction of thrust in world space: the body's x axis.
    pub(super) fn heading(&self) -> Vec3 {
        self.rotation * Vec3::X
    }

    fn moved(&self, rate: &Rate, span: f64) -> ShipMotion {
        let turned = self.rotation + rate.rotation * span;
        ShipMotion {
            center: self.center + rate.center * span,
            velocity: self.velocity + rate.velocity * span,
            rotation: unit(turned),
        }
    }
}

/// Derivative of a [`ShipMotion`].
struct Rate {
    center: Vec3,
    velocity: Vec3,
    rotation: Quat,
}

impl Room {
    /// Returns the speed at which drag balances maximum thrust and walls. No ship exceeds it.
    pub(super) fn speed_bound(&self) -> f64 {
        (THRUST + PUSH) * self.unit / DRAG
    }

    /// Returns a bound on the acceleration of a ship below the speed bound.
    ///
    /// It is reached if thrust, walls and drag act in one direction.
    pub(super) fn acceleration_bound(&self) -> f64 {
        ((THRUST + PUSH) * self.unit + DRAG * self.speed_bound()) * (1.0 + VERTEX_ROUNDING)
    }

    /// Returns the velocity, limited to the speed bound.
    pub(super) fn capped(&self, velocity: Vec3) -> Vec3 {
        velocity.clamp_length_max(self.speed_bound())
    }

    /// Returns the acceleration by the walls.
    ///
    /// It grows linearly from zero at the border of the room to its maximum one unit outside.
    fn push(&self, center: Vec3) -> Vec3 {
        let distance = center.length();
        let depth = ((distance - self.radius) / self.unit).clamp(0.0, 1.0);
        if depth == 0.0 {
            return Vec3::ZERO;
        }
        center * (-PUSH * self.unit * depth / distance)
    }

    fn rate(&self, motion: &ShipMotion, command: &ShipCommand) -> Rate {
        let thrust = motion.heading() * (THRUST * self.unit * command.thrust);
        let w = command.turning;
        // q' = q (0, ω / 2) for the angular velocity ω in local space.
        let half_turning = Quat::from_xyzw(0.5 * w.x, 0.5 * w.y, 0.5 * w.z, 0.0);
        Rate {
            center: motion.velocity,
            velocity: thrust - motion.velocity * DRAG + self.push(motion.center),
            rotation: motion.rotation * half_turning,
        }
    }

    /// Makes one step of the midpoint rule.
    ///
    /// The cap removes only the excess of rounding and of the rule's error at the speed bound. It
    /// is a projection, so it never increases the acceleration.
    fn midpoint(&self, motion: &ShipMotion, command: &ShipCommand, span: f64) -> ShipMotion {
        let half_way = motion.moved(&self.rate(motion, command), 0.5 * span);
        let mut moved = motion.moved(&self.rate(&half_way, command), span);
        moved.velocity = self.capped(moved.velocity);
        moved
    }

    fn difference(&self, a: &ShipMotion, b: &ShipMotion) -> f64 {
        let center = (a.center - b.center).length();
        let velocity = (a.velocity - b.velocity).length();
        let rotation = (a.rotation - b.rotation).length() * self.unit;
        center.max(velocity).max(rotation) / self.unit
    }
}

impl Default for Stepper {
    fn default() -> Stepper {
        Stepper { step: LONGEST }
    }
}

impl Stepper {
    /// Advances `motion` by `span` under one command, with adaptive steps.
    pub(super) fn advance(
        &mut self,
        motion: &mut ShipMotion,
        command: &ShipCommand,
        room: &Room,
        span: f64,
    ) {
        let mut left = span;
        while left > 0.0 {
            let step = self.step.min(left);
            let whole = room.midpoint(motion, command, step);
            let half = room.midpoint(motion, command, 0.5 * step);
            // The difference of one step and two half steps estimates the error.
            let halves = room.midpoint(&half, command, 0.5 * step);
            let error = room.difference(&whole, &halves);
            if error > TOLERANCE && step > SHORTEST {
                self.step = 0.5 * step;
                continue;
            }
            *motion = halves;
            left -= step;
            // The error grows with the third power of the step, so doubling it multiplies the error
            // by about 8. A last, shortened step does not change the step size.
            if error < TOLERANCE / 10.0 && step == self.step {
                self.step = (2.0 * step).min(LONGEST);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room {
        radius: 4.0,
        unit: 1.5,
    };

    fn fly(motion: &mut ShipMotion, command: &ShipCommand, spans: &[f64]) {
        let mut stepper = Stepper::default();
        for span in spans {
            stepper.advance(motion, command, &ROOM, *span);
        }
    }

    #[test]
    fn a_straight_flight_is_the_closed_form() {
        // v' = A - k v from rest: v = A/k (1 - e^(-kt)), x = A/k (t - (1 - e^(-kt))/k).
        let mut motion = ShipMotion::at_rest(Vec3::ZERO, Quat::IDENTITY);
        let command = ShipCommand {
            thrust: 1.0,
            turning: Vec3::ZERO,
        };
        fly(&mut motion, &command, &[0.4, 0.6, 0.5]);
        let (t, top) = (1.5f64, THRUST * ROOM.unit / DRAG);
        let risen = 1.0 - (-DRAG * t).exp();
        let expected = (top * risen, top * (t - risen / DRAG));
        assert!((motion.velocity.x - expected.0).abs() < 1e-4, "{motion:?}");
        assert!((motion.center.x - expected.1).abs() < 1e-4, "{motion:?}");
        assert_eq!(motion.center.y, 0.0);
    }

    #[test]
    fn the_step_follows_the_error() {
        let mut motion = ShipMotion::at_rest(Vec3::ZERO, Quat::IDENTITY);
        let mut stepper = Stepper::default();
        let command = |rate: f64| ShipCommand {
            thrust: 1.0,
            turning: Vec3::Z * rate,
        };
        stepper.advance(&mut motion, &command(30.0), &ROOM, 1.0);
        let fast = stepper.step;
        assert!(fast < 0.01, "{fast}");
        // 30 radians about z.
        let angle: f64 = 30.0;
        let error = (motion.heading() - Vec3::new(angle.cos(), angle.sin(), 0.0)).length();
        assert!(error < 5e-3, "{error}");
        stepper.advance(&mut motion, &command(0.0), &ROOM, 1.0);
        assert!(stepper.step > 10.0 * fast);
    }

    #[test]
    fn a_ship_that_flies_at_the_wall_turns_back() {
        let mut motion = ShipMotion::at_rest(Vec3::X * 3.0, Quat::IDENTITY);
        motion.velocity = Vec3::X * ROOM.speed_bound();
        let command = ShipCommand {
            thrust: 1.0,
            turning: Vec3::ZERO,
        };
        let mut farthest: f64 = 0.0;
        for _ in 0..300 {
            fly(&mut motion, &command, &[0.1]);
            farthest = farthest.max(motion.center.x);
            assert!(motion.velocity.length() <= ROOM.speed_bound() * (1.0 + 1e-15));
        }
        assert!(farthest > ROOM.radius && farthest < ROOM.radius + 8.0 * ROOM.unit);
        // The ship rests where thrust balances the wall.
        let rest = ROOM.radius + ROOM.unit * THRUST / PUSH;
        assert!((motion.center.x - rest).abs() < 0.01, "{}", motion.center.x);
    }
}
