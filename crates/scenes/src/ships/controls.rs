//! Seeded controls of the user's ship and of the drones (D2 of the parent module).

use super::dynamics::{ShipCommand, ShipMotion};
use crate::random::SceneRng;
use geometry::Vec3;

/// Range of the duration of a drone's command: "every few seconds" [Hubbard96 §11.1].
const DRONE: (f64, f64) = (1.5, 4.0);
/// Maximum angular velocity of a drone about each of its axes, in radians per unit of time.
const DRONE_TURNING: f64 = 1.2;
/// Time between two observations of the other ships by the user.
const LOOK: f64 = 0.25;
/// Number of observations for which the user follows the same drone: 4 units of time.
const LOOKS: u32 = 16;
/// The user's angular velocity per sine of the angle to the goal, in radians per unit of time.
const EAGERNESS: f64 = 2.5;
/// The user's maximum roll rate about the heading, in radians per unit of time.
///
/// Because of the roll, the user meets the others in all orientations.
const ROLL: f64 = 0.8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pilot {
    /// Script that flies at one drone after another.
    User,
    /// Random commands, a new one every few seconds.
    Drone,
}

/// Pilot with a command and the time at which it expires.
#[derive(Clone, Debug)]
pub(super) struct Helm {
    pilot: Pilot,
    rng: SceneRng,
    command: ShipCommand,
    until: f64,
    /// The user's goal: index of a ship, and number of remaining observations.
    goal: (usize, u32),
    roll: f64,
}

impl Helm {
    /// Creates a helm at time 0, without a command.
    ///
    /// Each helm has its own random stream, so the commands of a drone do not depend on the others.
    pub(super) fn new(pilot: Pilot, rng: &mut SceneRng) -> Helm {
        Helm {
            pilot,
            rng: rng.branch(),
            command: ShipCommand::default(),
            until: 0.0,
            goal: (0, 0),
            roll: 0.0,
        }
    }

    /// Returns the time at which the command expires.
    pub(super) fn until(&self) -> f64 {
        self.until
    }

    pub(super) fn command(&self) -> ShipCommand {
        self.command
    }

    /// Sets a new command that starts at `time`.
    pub(super) fn turn(&mut self, time: f64, own: &ShipMotion, centers: &[Vec3]) {
        match self.pilot {
            Pilot::Drone => {
                self.until = time + self.rng.between(DRONE.0, DRONE.1);
                self.command = ShipCommand {
                    thrust: self.rng.between(-0.3, 1.0),
                    turning: self.rng.in_cube(2.0 * DRONE_TURNING),
                };
            }
            Pilot::User => {
                self.until = time + LOOK;
                self.choose_goal(centers.len());
                self.command = self.chase(own, centers[self.goal.0]);
            }
        }
    }

    fn choose_goal(&mut self, ships: usize) {
        if self.goal.1 > 0 || ships < 2 {
            self.goal.1 = self.goal.1.saturating_sub(1);
            return;
        }
        let drone = self.rng.between(1.0, ships as f64) as usize;
        self.goal = (drone.min(ships - 1), LOOKS);
        self.roll = self.rng.between(-ROLL, ROLL);
    }

    /// Returns full thrust and a rotation of the heading toward the goal.
    fn chase(&self, own: &ShipMotion, goal: Vec3) -> ShipCommand {
        let there = (goal - own.center).normalize_or_zero();
        // The cross product of heading and direction is the axis, scaled by the sine of the angle.
        let in_body = own.rotation.conjugate() * there;
        ShipCommand {
            thrust: 1.0,
            turning: Vec3::X.cross(in_body) * EAGERNESS + Vec3::X * self.roll,
        }
    }
}
