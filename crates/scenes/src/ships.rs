//! Spaceship simulator [Hubbard96 §11.1]: a user's ship flies among drones, and ships bounce.
//!
//! The caller runs [`Ships`] in a closed loop like the paper's application: advance, detect,
//! respond. Responses depend on the findings, so each detector has its own flight. [`recording`]
//! responds to bounding spheres instead (D4) and returns a [`Scene`](crate::Scene) that every
//! detector can replay.
//!
//! | module | contents | source |
//! |---|---|---|
//! | `dynamics` | motion between responses: forces, Runge-Kutta with adaptive step | §11.1 |
//! | `controls` | steering: random commands of drones, a script for the user's ship | §11.1 |
//! | `recording` | ordinary scenes | §11.3 |
//!
//! Lengths that set the scale are in *units*: the mean bounding radius of the ships. Time has no
//! unit. The paper renders a frame every 0.1 and detects every [`SAMPLE`].
//!
//! # Departures
//! The paper only states "simplified dynamics model":
//!
//! - D1 (dynamics). `v' = thrust · heading − DRAG · v + walls`. The heading is the body's x axis
//!   and rotates with the commanded angular velocity. The soft walls of a ball-shaped room push
//!   ships back, so that they meet again. Speed is capped at the limit of thrust, walls and drag,
//!   also after responses. Hence acceleration has a bound, which space-time bounds need.
//! - D2 (user). The user is a seeded script that flies at one drone after another.
//! - D3 (moving point). The moving point is the center of the smallest ball around the ship's
//!   vertices and not the center of mass. Rotation does not affect the dynamics, and the bounding
//!   sphere about this point is the smallest.
//! - D4 (recorded response). The paper has one flight for each detector, whose findings bounce the
//!   ships. A recording bounces them upon shrunk bounding spheres, so that all detectors see the
//!   same motion.

mod controls;
mod dynamics;
mod recording;

pub use recording::recording;

use crate::motions::{cube_root, lattice_point, row_of_cube};
use crate::random::SceneRng;
use collision::{Body, BodyPair};
use controls::{Helm, Pilot};
use dynamics::{Room, ShipMotion, Stepper};
use geometry::{Ball, Mesh, Pose, Vec3};
use std::sync::Arc;

/// The paper's least interval between two detections, Δt_d. Each rendered frame has two.
pub const SAMPLE: f64 = 0.05;

/// Maximum forward acceleration, in units (D1).
const THRUST: f64 = 1.5;
/// Maximum acceleration by the walls, in units (D1). It exceeds [`THRUST`], so ships turn back.
const PUSH: f64 = 2.0;
/// Drag, per unit of time (D1). A ship at full thrust reaches THRUST / DRAG = 2.5 units.
const DRAG: f64 = 0.6;
/// Radius of the room for one ship, in units. It grows with the cube root of the number of ships.
const ROOM: f64 = 1.35;
/// Side of the cubes at whose centers the ships start, in largest bounding radii.
const BERTH: f64 = 2.05;

/// Ships of a simulation, and the seed of their controls.
#[derive(Clone, Debug)]
pub struct Fleet {
    /// Shape of the user's ship.
    pub user: Arc<Mesh>,
    /// Shape of each drone.
    pub drone: Arc<Mesh>,
    /// Number of ships, including the user's, at least 1.
    pub ships: u32,
    /// Seed of all controls.
    pub seed: u64,
}

/// State of a simulation. Body 0 is the user's ship.
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
    /// Moving point in local space (D3).
    pivot: Vec3,
    radius: f64,
    motion: ShipMotion,
    helm: Helm,
    stepper: Stepper,
}

/// State of a ship for space-time bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Moving point, in world space.
    pub center: Vec3,
    /// Velocity of the moving point, in scene units per unit of time.
    pub velocity: Vec3,
    /// Bound on the distance of world vertices from `center`, for any rotation.
    pub radius: f64,
    /// Bound on the acceleration of the center until the next response.
    ///
    /// After a time `t` the center is within `acceleration · t² / 2` of `center + velocity · t`, up
    /// to rounding.
    pub acceleration: f64,
}

impl Ships {
    /// Starts the fleet at time 0, at rest, with disjoint bounding spheres.
    ///
    /// # Panics
    /// Panics if the fleet has no ship.
    pub fn new(fleet: &Fleet) -> Ships {
        assert!(fleet.ships >= 1, "a fleet has a ship");
        let mesh = |i: u32| if i == 0 { &fleet.user } else { &fleet.drone };
        let balls = [&fleet.user, &fleet.drone].map(|mesh| bounding_ball(mesh));
        let ball = |i: u32| balls[usize::from(i > 0)];
        let count = f64::from(fleet.ships);
        let unit = (0..fleet.ships).map(|i| ball(i).radius).sum::<f64>() / count;
        let widest = balls[0].radius.max(balls[1].radius);
        let room = Room {
            radius: ROOM * unit * cube_root(count),
            unit,
        };
        let mut rng = SceneRng::new(fleet.seed);
        let ships: Vec<Ship> = berths(fleet.ships, BERTH * widest)
            .into_iter()
            .zip(0..)
            .map(|(berth, i)| {
                let Ball { center, radius } = ball(i);
                // D2. A seeded script replaces the paper's human user.
                let pilot = if i == 0 { Pilot::User } else { Pilot::Drone };
                Ship {
                    pivot: center,
                    radius: radius + dynamics::VERTEX_ROUNDING * (radius + room.radius),
                    motion: ShipMotion::at_rest(berth, rng.rotation()),
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

    /// Returns the bodies. The user's ship has index 0.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Returns the simulated time.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Returns the current poses.
    pub fn poses(&self) -> &[Pose] {
        &self.poses
    }

    /// Returns the number of calls of [`Ships::respond`] for converging ships.
    pub fn responses(&self) -> u64 {
        self.responses
    }

    /// Returns the course of ship `index`.
    ///
    /// # Panics
    /// Panics if `index` is out of range.
    pub fn course(&self, index: usize) -> Course {
        let ship = &self.ships[index];
        Course {
            center: ship.motion.center,
            velocity: ship.motion.velocity,
            radius: ship.radius,
            acceleration: self.room.acceleration_bound(),
        }
    }

    /// Advances the simulation by `span`, which is at least 0.
    ///
    /// Ships pass through each other. The caller detects collisions and calls [`Ships::respond`].
    pub fn advance(&mut self, span: f64) {
        let end = self.time + span;
        while self.time < end {
            // Commands are constant up to the next change of any ship.
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

    /// Bounces the two ships if they converge, and returns true if it did.
    ///
    /// `from` and `to` are the centers of the colliding spheres of `pair.a` and `pair.b`. For exact
    /// detectors they are the centers of the bounding spheres. The ships exchange their velocities
    /// along the line of centers, by conservation of energy and momentum for equal masses. The
    /// user's ship has infinite mass and keeps its velocity. Rotation is ignored [Hubbard96 §11.1].
    ///
    /// # Panics
    /// Panics if an index is out of range.
    pub fn respond(&mut self, pair: BodyPair, from: Vec3, to: Vec3) -> bool {
        let (a, b) = (pair.a.index(), pair.b.index());
        let Some(n) = (to - from).try_normalize() else {
            // Concentric spheres have no line of centers. The ships separate without a response.
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

    /// Sets new commands for the ships whose commands have expired.
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

/// Returns the smallest ball around the vertices that faces use.
fn bounding_ball(mesh: &Mesh) -> Ball {
    let mut used = mesh.triangles().as_flattened().to_vec();
    used.sort_unstable();
    used.dedup();
    let points: Vec<Vec3> = used.iter().map(|i| mesh.vertices()[*i as usize]).collect();
    Ball::minimal(&points).expect("a mesh has a face")
}

/// Returns the centers of the `count` grid cubes nearest to the origin.
fn berths(count: u32, side: f64) -> Vec<Vec3> {
    let row = row_of_cube(count);
    let mut cells: Vec<Vec3> = (0..row.pow(3)).map(|i| lattice_point(i, row)).collect();
    cells.sort_by(|p, q| p.length_squared().total_cmp(&q.length_squared()));
    cells.truncate(count as usize);
    cells.into_iter().map(|p| p * side).collect()
}

#[cfg(test)]
mod tests;
