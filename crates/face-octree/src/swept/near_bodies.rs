//! Step 1 before a vertex is moved: bodies that may meet another one until the next instant, by the
//! balls around them.
//!
//! A rigid body lies in a ball at each instant, and all that its faces sweep in the hull of both
//! balls. For `n` bodies and `p` pairs of their boxes: `n` balls moved, a sort and sweep, and `p`
//! comparisons along one direction. A body that is near no other is not moved at all.

use super::faces::PROJECTION_ROUNDING;
use crate::UNDERFLOW;
use broad_phase::SortAndSweep;
use collision::{Body, BroadPhase, Frame, Work};
use geometry::unit_scale::length;
use geometry::{Aabb, Ball, PosedExtent, Vec3};

/// Search for bodies near others. Keeps only buffers between frames.
#[derive(Debug, Default)]
pub(super) struct NearBodies {
    at_rest: Vec<RestBall>,
    balls: Vec<SweptBall>,
    boxes: Vec<Aabb>,
    broad_phase: SortAndSweep,
    near: Vec<bool>,
}

/// Ball around the vertices of a body at rest, in local space.
#[derive(Clone, Copy, Debug)]
struct RestBall {
    ball: Ball,
    /// Largest absolute coordinate of the vertices.
    reach: f64,
}

/// World balls around a body at both instants.
#[derive(Clone, Copy, Debug)]
struct SweptBall {
    centers: [Vec3; 2],
    radius: f64,
    /// How far the body's points leave linear motion, in scene units.
    bulge: f64,
}

impl NearBodies {
    pub(super) fn new(bodies: &[Body]) -> NearBodies {
        let at_rest = bodies.iter().map(|body| {
            let around = body.mesh().aabb();
            RestBall {
                ball: Ball::around(around.center(), body.mesh().vertices()),
                reach: around.max_abs_coordinate(),
            }
        });
        NearBodies {
            at_rest: at_rest.collect(),
            ..NearBodies::default()
        }
    }

    /// Counts all bodies as near others, as is right for bodies that deform.
    pub(super) fn take_all(&mut self) {
        self.near.clear();
        self.near.resize(self.at_rest.len(), true);
    }

    /// Finds the rigid bodies that may meet another one between two frames. Returns the number of
    /// pairs of balls compared.
    ///
    /// `bulge_of` is `None` for a body that has left the scene.
    pub(super) fn find(
        &mut self,
        frames: [&Frame<'_>; 2],
        bulge_of: impl Fn(usize) -> Option<f64>,
        work: &mut Work,
    ) -> u64 {
        self.balls.clear();
        self.boxes.clear();
        for (i, rest) in self.at_rest.iter().enumerate() {
            let [now, next] = frames.map(|frame| {
                let map = frame.poses()[i].world_map();
                PosedExtent::new(map, rest.reach).world_ball(&rest.ball)
            });
            let bulge = bulge_of(i);
            let bounds = |bulge: f64| now.aabb().union(next.aabb()).expanded(bulge);
            self.boxes.push(bulge.map_or(Aabb::EMPTY, bounds));
            self.balls.push(SweptBall {
                centers: [now.center, next.center],
                radius: now.radius.max(next.radius),
                bulge: bulge.unwrap_or(0.0),
            });
        }
        self.broad_phase.update(&self.boxes, work);
        self.near.clear();
        self.near.resize(self.at_rest.len(), false);
        for pair in self.broad_phase.pairs() {
            let [a, b] = [pair.a.index(), pair.b.index()];
            if !self.balls[a].is_apart_from(&self.balls[b]) {
                self.near[a] = true;
                self.near[b] = true;
            }
        }
        self.broad_phase.pairs().len() as u64
    }

    /// Returns true if a body may meet another one.
    pub(super) fn is_near(&self, body: usize) -> bool {
        self.near[body]
    }
}

impl SweptBall {
    /// Returns true only if a direction separates all that two bodies sweep, rounding included.
    ///
    /// The direction has coordinates up to 1, so it is at most √3 long, which is less than 2.
    fn is_apart_from(&self, other: &SweptBall) -> bool {
        let middle = |ball: &SweptBall| 0.5 * ball.centers[0] + 0.5 * ball.centers[1];
        let between = middle(other) - middle(self);
        let direction = between / between.abs().max_element().max(f64::MIN_POSITIVE);
        let along = |ball: &SweptBall| ball.centers.map(|center| center.dot(direction));
        let (of_a, of_b) = (along(self), along(other));
        let gap = of_b[0].min(of_b[1]) - of_a[0].max(of_a[1]);
        let centers = self.centers.iter().chain(&other.centers);
        let size = centers.fold(0.0, |size: f64, c| size.max(c.abs().max_element()));
        // Enlarged by what its sums and its length round by.
        let radii = length(direction) * (self.radius + other.radius) * (1.0 + 16.0 * f64::EPSILON);
        let bulges = 2.0 * (self.bulge + other.bulge);
        gap > radii + bulges + PROJECTION_ROUNDING * size + UNDERFLOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball(from: Vec3, to: Vec3, radius: f64, bulge: f64) -> SweptBall {
        SweptBall {
            centers: [from, to],
            radius,
            bulge,
        }
    }

    #[test]
    fn balls_that_touch_on_their_way_are_not_apart() {
        let still = ball(Vec3::ZERO, Vec3::ZERO, 1.0, 0.0);
        let passing = |y: f64| {
            let end = Vec3::new(3.0, y, 0.0);
            ball(Vec3::new(-3.0, y, 0.0), end, 1.0, 0.0)
        };
        assert!(!still.is_apart_from(&passing(2.0)), "they touch");
        assert!(!passing(-2.0).is_apart_from(&still));
        assert!(still.is_apart_from(&passing(2.0 + 1e-12)));
        assert!(!still.is_apart_from(&still), "no direction");
    }

    #[test]
    fn arcs_keep_bodies_near() {
        let at = |x: f64, bulge: f64| ball(Vec3::X * x, Vec3::X * x, 1.0, bulge);
        assert!(at(0.0, 0.0).is_apart_from(&at(2.1, 0.0)));
        assert!(!at(0.0, 0.05).is_apart_from(&at(2.1, 0.05)));
        assert!(!at(0.0, 0.0).is_apart_from(&at(2.1, 0.1)));
    }
}
