//! The spaceship simulator [Hubbard96 §11.1]: a user's ship flies among drones, and they bounce.
//!
//! [`Ships`] is driven in a closed loop: advance, detect, respond, as the paper's application does;
//! each detector then has its own course of events, because response depends on what was detected.
//! [`recording`] closes the loop over spheres instead, and gives a [`Scene`](crate::Scene) that every
//! detector can replay.
//!
//! | module | what | source |
//! |---|---|---|
//! | `dynamics` | motion between responses: thrust, drag, walls; second-order Runge-Kutta with adaptive step | §11.1 |
//! | `controls` | who steers where: drones at random every few seconds, the user's ship after company | §11.1 |
//! | `recording` | ordinary scenes | §11.3 |
//!
//! Lengths that set the scale are in *units*: the mean bounding radius of the ships. Time has no
//! unit; the paper renders a frame every 0.1 and detects every [`SAMPLE`].
//!
//! # Departures
//! The paper says "simplified dynamics model" and no more. We chose:
//!
//! - D1. `v' = thrust · heading − DRAG · v + walls`, heading the body's x axis, turned by the angular
//!   velocity that the controls hold. The walls of a ball-shaped room push softly, so that ships
//!   meet again. Speed is capped where thrust and walls could at most drive it, also after responses:
//!   so acceleration has a bound, which space-time bounds need.
//! - D2. The user is a seeded script that flies at one drone after the other.
//! - D3. The point that moves is the center of the smallest ball around the ship's vertices, not its
//!   center of mass: rotation does not enter the dynamics, and the bounding sphere about this point
//!   is the smallest.

mod controls;
mod dynamics;
mod recording;

pub use recording::recording;

use crate::random::SceneRng;
use collision::{Body, BodyPair};
use controls::{Helm, Pilot};
use dynamics::{Motion, Room, Stepper};
use geometry::{Ball, Mesh, Pose, Vec3};
use std::sync::Arc;

/// The paper's smallest interval between two detections, Δt_d: two for each rendered frame.
pub const SAMPLE: f64 = 0.05;

/// The largest forward acceleration, in units.
const THRUST: f64 = 1.5;
/// The largest acceleration by the walls, in units: enough to turn a ship that flies at them.
const PUSH: f64 = 2.0;
/// The drag, per unit of time. A ship at full thrust reaches THRUST / DRAG = 2.5 units.
const DRAG: f64 = 0.6;
/// The radius of the room for one ship, in units; it grows with the cube root of their number.
const ROOM: f64 = 1.35;
/// The side of the cubes in whose middles the ships start, in units of the largest bounding radius.
const BERTH: f64 = 2.05;

/// Who flies.
#[derive(Clone, Debug)]
pub struct Fleet {
    /// The user's ship.
    pub user: Arc<Mesh>,
    /// The shape of each drone.
    pub drone: Arc<Mesh>,
    /// How many ships there are, the user's among them; at least 1.
    pub ships: u32,
    /// The seed of all controls.
    pub seed: u64,
}

/// Ships in flight. Body 0 is the user's.
///
/// Deterministic: the same calls give the same bits on every platform.
#[derive(Clone, Debug)]
pub struct Ships {
    bodies: Vec<Body>,
    ships: Vec<Ship>,
    poses: Vec<Pose>,
    room: Room,
    time: f64,
    responses: u64,
}

#[derive(Clone, Debug)]
struct Ship {
    /// The point that moves, in local space.
    pivot: Vec3,
    radius: f64,
    motion: Motion,
    helm: Helm,
    stepper: Stepper,
}

/// What space-time bounds need to know of a ship now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// The point that moves, in world space.
    pub center: Vec3,
    /// Its velocity.
    pub velocity: Vec3,
    /// Every world vertex is at most so far from `center`, whatever the rotation.
    pub radius: f64,
    /// Until the next response the center's acceleration is at most this, so that after a time `t`
    /// it is at most `acceleration · t² / 2` from `center + velocity · t`, up to rounding.
    pub acceleration: f64,
}

impl Ships {
    /// The fleet at time 0, at rest, in berths that keep the bounding spheres apart.
    ///
    /// # Panics
    /// Without a ship.
    pub fn new(fleet: &Fleet) -> Ships {
        assert!(fleet.ships >= 1, "a fleet has a ship");
        let mesh = |i: u32| if i == 0 { &fleet.user } else { &fleet.drone };
        let balls = [&fleet.user, &fleet.drone].map(|mesh| bounding_ball(mesh));
        let ball = |i: u32| balls[usize::from(i > 0)];
        let count = f64::from(fleet.ships);
        let unit = (0..fleet.ships).map(|i| ball(i).radius).sum::<f64>() / count;
        let widest = balls[0].radius.max(balls[1].radius);
        let room = Room {
            radius: ROOM * unit * crate::motions::cube_root(count),
            unit,
        };
        let mut rng = SceneRng::new(fleet.seed);
        let ships: Vec<Ship> = berths(fleet.ships, BERTH * widest)
            .into_iter()
            .zip(0..)
            .map(|(berth, i)| {
                let Ball { center, radius } = ball(i);
                let pilot = if i == 0 { Pilot::User } else { Pilot::Drone };
                Ship {
                    pivot: center,
                    radius: radius + dynamics::ROUNDING * (radius + room.radius),
                    motion: Motion::at_rest(berth, rng.rotation()),
                    helm: Helm::new(pilot, &mut rng),
                    stepper: Stepper::default(),
                }
            })
            .collect();
        let name = |i: u32| match i {
            0 => "user".to_owned(),
            _ => format!("drone {i}"),
        };
        let bodies = (0..fleet.ships).map(|i| Body::rigid(name(i), mesh(i).clone()));
        let mut fleet = Ships {
            bodies: bodies.collect(),
            poses: ships.iter().map(Ship::pose).collect(),
            ships,
            room,
            time: 0.0,
            responses: 0,
        };
        fleet.steer();
        fleet
    }

    /// The bodies, numbered from 0; the user's ship is 0.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The time flown.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Where the ships are now.
    pub fn poses(&self) -> &[Pose] {
        &self.poses
    }

    /// How many responses there were: calls of [`Ships::respond`] that found the ships converging.
    pub fn responses(&self) -> u64 {
        self.responses
    }

    /// The course of ship `index`.
    ///
    /// # Panics
    /// When there is no such ship.
    pub fn course(&self, index: usize) -> Course {
        let ship = &self.ships[index];
        Course {
            center: ship.motion.center,
            velocity: ship.motion.velocity,
            radius: ship.radius,
            acceleration: self.room.acceleration_bound(),
        }
    }

    /// Flies on for `span`, which is at least 0. Ships pass through each other: detection and
    /// [`Ships::respond`] are the caller's.
    pub fn advance(&mut self, span: f64) {
        let end = self.time + span;
        while self.time < end {
            let changes = self.ships.iter().map(|ship| ship.helm.until());
            let next = changes.fold(end, f64::min);
            for ship in &mut self.ships {
                let command = ship.helm.command();
                ship.stepper
                    .advance(&mut ship.motion, &command, &self.room, next - self.time);
            }
            self.time = next;
            self.steer();
        }
        for (pose, ship) in self.poses.iter_mut().zip(&self.ships) {
            *pose = ship.pose();
        }
    }

    /// Lets the two ships bounce if they converge, and says whether they did.
    ///
    /// `from` and `to` are the centers of the colliding spheres of `pair.a` and `pair.b`; for exact
    /// detectors those of the bounding spheres. The velocities along the line between them are
    /// exchanged, as conservation of energy and momentum has it for equal masses; the user's ship
    /// has infinite mass and keeps its own. Rotation is ignored [Hubbard96 §11.1].
    ///
    /// # Panics
    /// When there are no such ships.
    pub fn respond(&mut self, pair: BodyPair, from: Vec3, to: Vec3) -> bool {
        let (a, b) = (pair.a.index(), pair.b.index());
        let Some(n) = (to - from).try_normalize() else {
            // Spheres about one point have no direction; the ships drift apart by themselves.
            return false;
        };
        let [va, vb] = [a, b].map(|i| self.ships[i].motion.velocity);
        let closing = (va - vb).dot(n);
        if closing <= 0.0 {
            return false;
        }
        if a == 0 {
            self.bounce(b, n * (2.0 * closing));
        } else {
            self.bounce(a, n * -closing);
            self.bounce(b, n * closing);
        }
        self.responses += 1;
        true
    }

    fn bounce(&mut self, index: usize, change: Vec3) {
        let motion = &mut self.ships[index].motion;
        motion.velocity = self.room.capped(motion.velocity + change);
    }

    /// New commands for the ships whose time has come.
    fn steer(&mut self) {
        for i in 0..self.ships.len() {
            if self.ships[i].helm.until() <= self.time {
                let centers: Vec<Vec3> = self.ships.iter().map(|s| s.motion.center).collect();
                let ship = &mut self.ships[i];
                ship.helm.turn(self.time, &ship.motion, &centers);
            }
        }
    }
}

impl Ship {
    fn pose(&self) -> Pose {
        let rotation = self.motion.rotation;
        let turned = Pose::new(Vec3::ZERO, rotation)
            .world_map()
            .apply(self.pivot);
        Pose::new(self.motion.center - turned, rotation)
    }
}

/// The smallest ball around the vertices that faces use.
fn bounding_ball(mesh: &Mesh) -> Ball {
    let mut used = mesh.triangles().as_flattened().to_vec();
    used.sort_unstable();
    used.dedup();
    let points: Vec<Vec3> = used.iter().map(|i| mesh.vertices()[*i as usize]).collect();
    Ball::minimal(&points).expect("a mesh has a face")
}

/// The middles of `count` cubes of a grid around the origin, those near it first.
fn berths(count: u32, side: f64) -> Vec<Vec3> {
    let row = (1..).find(|n: &u32| n.pow(3) >= count).unwrap_or(1);
    let place = |i: u32| f64::from(i) - 0.5 * f64::from(row - 1);
    let mut cells: Vec<Vec3> = (0..row.pow(3))
        .map(|i| Vec3::new(place(i % row), place(i / row % row), place(i / row / row)))
        .collect();
    cells.sort_by(|p, q| p.length_squared().total_cmp(&q.length_squared()));
    cells.truncate(count as usize);
    cells.into_iter().map(|p| p * side).collect()
}

#[cfg(test)]
mod tests;
