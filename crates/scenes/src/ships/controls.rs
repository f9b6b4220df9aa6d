//! Who steers where.

use super::dynamics::{Command, Motion};
use crate::random::SceneRng;
use geometry::Vec3;

/// How long a drone keeps its command: "every few seconds" [Hubbard96 §11.1].
const DRONE: (f64, f64) = (1.5, 4.0);
/// A drone's largest angular velocity about each of its axes, radians per unit of time.
const DRONE_TURNING: f64 = 1.2;
/// How often the user looks where the others are.
const LOOK: f64 = 0.25;
/// How many looks the user follows the same drone: 4 units of time.
const LOOKS: u32 = 16;
/// The user's angular velocity per sine of the angle to the goal, radians per unit of time.
const EAGERNESS: f64 = 2.5;
/// The user's largest roll about the heading, so that it meets the others in all orientations.
const ROLL: f64 = 0.8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pilot {
    /// Flies at one drone after the other.
    User,
    /// Draws a command every few seconds.
    Drone,
}

/// A pilot with a command that holds until some time.
#[derive(Clone, Debug)]
pub(super) struct Helm {
    pilot: Pilot,
    rng: SceneRng,
    command: Command,
    until: f64,
    /// The user's goal: a ship, and for how many more looks.
    goal: (usize, u32),
    roll: f64,
}

impl Helm {
    /// At time 0, without a command. Each helm draws from a stream of its own, so that the drones'
    /// commands do not depend on what happens to the others.
    pub(super) fn new(pilot: Pilot, rng: &mut SceneRng) -> Helm {
        Helm {
            pilot,
            rng: rng.branch(),
            command: Command::default(),
            until: 0.0,
            goal: (0, 0),
            roll: 0.0,
        }
    }

    /// The time until which the command holds.
    pub(super) fn until(&self) -> f64 {
        self.until
    }

    pub(super) fn command(&self) -> Command {
        self.command
    }

    /// A new command from `time` on.
    pub(super) fn turn(&mut self, time: f64, own: &Motion, centers: &[Vec3]) {
        match self.pilot {
            Pilot::Drone => {
                self.until = time + self.rng.between(DRONE.0, DRONE.1);
                self.command = Command {
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

    /// Full thrust, and a turn of the heading towards the goal.
    fn chase(&self, own: &Motion, goal: Vec3) -> Command {
        let there = (goal - own.center).normalize_or_zero();
        let in_body = own.rotation.conjugate() * there;
        Command {
            thrust: 1.0,
            turning: Vec3::X.cross(in_body) * EAGERNESS + Vec3::X * self.roll,
        }
    }
}
