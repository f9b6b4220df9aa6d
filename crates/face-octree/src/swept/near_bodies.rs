//! Step 1 [Kitamura95 §3.2] before a vertex is moved (D13): bodies that may meet another one until
//! the next instant, by the balls around them.
//!
//! A rigid body lies in a ball at each instant, and all that its faces sweep in the hull of both
//! balls. For `n` bodies and `p` pairs of their boxes: `n` balls moved, a sort and sweep, and `p`
//! comparisons along one direction. A body that is near no other is not moved at all.

use super::PROJECTION_GAP_ROUNDING;
use crate::SUM_UNDERFLOW;
use crate::sharing::BODIES_AT_ONCE;
use crate::workers::{PairFilter, Team};
use broad_phase::SortAndSweep;
use collision::{Body, BodyId, BodyPair, BroadPhase, Frame, Work};
use geometry::relative_pose::world_ball;
use geometry::{Aabb, Ball, Pose, Vec3};

/// Number of pairs of balls that a thread compares at once: about 2 µs of work. Of 5500 pairs,
/// pieces of 512 were too few to share evenly.
const PAIRS_AT_ONCE: usize = 128;

/// Search for bodies near others. Keeps only buffers between frames.
#[derive(Debug, Default)]
pub(super) struct NearBodies {
    at_rest: Vec<RestBall>,
    /// Balls of all bodies.
    balls: Vec<BodyBall>,
    /// Boxes around them over both instants. Empty for bodies that have left the scene.
    boxes: Vec<Aabb>,
    broad_phase: SortAndSweep,
    filter: PairFilter,
    /// Pairs of boxes that overlap, without those of balls that are apart, sorted.
    pairs: Vec<BodyPair>,
    near: Vec<bool>,
}

/// Ball around the vertices of a body at rest, in local space.
#[derive(Clone, Copy, Debug)]
struct RestBall {
    ball: Ball,
    /// Largest absolute coordinate of the vertices.
    reach: f64,
}

/// A body's ball.
#[derive(Clone, Copy, Debug, Default)]
struct BodyBall {
    swept: SweptBall,
    /// Pose and ball at the second instant. In a sequence of frames these are the next frame's at
    /// the first.
    next: Option<(Pose, Ball)>,
}

/// World balls around a body at both instants.
#[derive(Clone, Copy, Debug, Default)]
struct SweptBall {
    centers: [Vec3; 2],
    radius: f64,
    /// Bound on the distance of the body's points from linear motion, in scene units.
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
            balls: vec![BodyBall::default(); bodies.len()],
            boxes: vec![Aabb::EMPTY; bodies.len()],
            ..NearBodies::default()
        }
    }

    /// Counts all bodies as near others. For frames in which one deforms: its ball would need its
    /// vertices, which are not moved yet.
    pub(super) fn take_all(&mut self) {
        self.near.clear();
        self.near.resize(self.at_rest.len(), true);
    }

    /// Finds the rigid bodies that may meet another one between two frames. Returns the number of
    /// pairs of balls compared.
    ///
    /// Only `candidates` are compared, if there are some. `bulge_of` is `None` for a body that has
    /// left the scene.
    pub(super) fn find(
        &mut self,
        team: Team,
        frames: [&Frame<'_>; 2],
        candidates: Option<&[BodyPair]>,
        bulge_of: impl Fn(usize) -> Option<f64> + Sync,
        work: &mut Work,
    ) -> u64 {
        let at_rest = &self.at_rest;
        let place = |first: usize, balls: &mut [BodyBall], boxes: &mut [Aabb]| {
            for (i, (ball, around)) in (first..).zip(balls.iter_mut().zip(boxes)) {
                let poses = frames.map(|frame| frame.poses()[i]);
                let bulge = bulge_of(i);
                let bounds = ball.place(&at_rest[i], poses, bulge.unwrap_or(0.0));
                *around = bulge.map_or(Aabb::EMPTY, |_| bounds);
            }
        };
        let (balls, boxes) = (&mut self.balls, &mut self.boxes);
        team.fold_both(balls, boxes, BODIES_AT_ONCE, &place, &|(), ()| ());
        let pairs = if let Some(candidates) = candidates {
            candidates
        } else {
            self.broad_phase.update_on(team, &self.boxes, work);
            self.broad_phase.pairs()
        };
        let balls = &self.balls;
        let line_sum = |body: BodyId| balls[body.index()].swept.cache_line_sum();
        let may_meet = |pair: &BodyPair| {
            let [a, b] = [pair.a, pair.b].map(|body| &balls[body.index()].swept);
            !a.is_apart_from(b)
        };
        let near_pairs = &mut self.pairs;
        near_pairs.clear();
        let all = (pairs, PAIRS_AT_ONCE);
        self.filter
            .filter(team, all, line_sum, may_meet, near_pairs);
        self.near.clear();
        self.near.resize(self.at_rest.len(), false);
        for body in near_pairs.iter().flat_map(|pair| [pair.a, pair.b]) {
            self.near[body.index()] = true;
        }
        pairs.len() as u64
    }

    /// Returns the pairs of bodies that [`NearBodies::find`] found: those that may meet.
    pub(super) fn pairs(&self) -> &[BodyPair] {
        &self.pairs
    }

    /// Returns true if a body may meet another one.
    pub(super) fn is_near(&self, body: usize) -> bool {
        self.near[body]
    }
}

impl RestBall {
    /// Returns the ball around the posed body, in world space.
    fn at(&self, pose: Pose) -> Ball {
        world_ball(&pose.world_map(), self.reach, &self.ball)
    }
}

impl BodyBall {
    /// Moves the ball to both poses. Returns its box over both, with the bulge.
    #[inline]
    fn place(&mut self, at_rest: &RestBall, [now, next]: [Pose; 2], bulge: f64) -> Aabb {
        let first = match self.next {
            Some((pose, ball)) if pose == now => ball,
            _ => at_rest.at(now),
        };
        let second = if next == now { first } else { at_rest.at(next) };
        self.swept = SweptBall {
            centers: [first.center, second.center],
            radius: first.radius.max(second.radius),
            bulge,
        };
        self.next = Some((next, second));
        first.aabb().union(second.aabb()).expanded(bulge)
    }
}

impl SweptBall {
    /// Returns the sum of about one number from each cache line ([`Team::prefetch`]).
    fn cache_line_sum(&self) -> f64 {
        self.centers[0].x + self.radius
    }

    /// Returns true only if a direction separates all that two bodies sweep, rounding included.
    ///
    /// The direction has coordinates up to 1, so it is at most √3 long, which is less than 2.
    fn is_apart_from(&self, other: &SweptBall) -> bool {
        let midpoint = |ball: &SweptBall| 0.5 * ball.centers[0] + 0.5 * ball.centers[1];
        let between = midpoint(other) - midpoint(self);
        let direction = between / between.abs().max_element().max(f64::MIN_POSITIVE);
        let along = |ball: &SweptBall| ball.centers.map(|center| center.dot(direction));
        let (of_a, of_b) = (along(self), along(other));
        let gap = of_b[0].min(of_b[1]) - of_a[0].max(of_a[1]);
        let centers = self.centers.iter().chain(&other.centers);
        let size = centers.fold(0.0, |size: f64, c| size.max(c.abs().max_element()));
        // The length, the sum and the two products round by less than eight half ulps; 16 ulps are
        // more. The largest coordinate of the direction is 1, so that its squares may vanish.
        let radii = direction.length() * (self.radius + other.radius) * (1.0 + 16.0 * f64::EPSILON);
        let bulges = 2.0 * (self.bulge + other.bulge);
        gap > radii + bulges + PROJECTION_GAP_ROUNDING * size + SUM_UNDERFLOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

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

    /// Cubes of side 2, of which the second is near the first, and the third far away.
    #[test]
    fn only_bodies_near_others_are_near_and_removed_ones_are_not() {
        let mesh = Arc::new(scenes::bodies::cube(2.0));
        let bodies = [0, 1, 2].map(|i| Body::rigid(format!("cube {i}"), mesh.clone()));
        let poses = [0.0, 2.5, 50.0].map(|x| Pose::at(Vec3::X * x));
        let frame = Frame::new(&poses).unwrap();
        let mut near = NearBodies::new(&bodies);
        let mut found = |candidates: Option<&[BodyPair]>, removed: usize, bulge: f64| {
            let bulge_of = |i: usize| (i != removed).then_some(bulge);
            let frames = [&frame, &frame];
            let tests = near.find(
                Team::ALONE,
                frames,
                candidates,
                bulge_of,
                &mut Work::default(),
            );
            ([0, 1, 2].map(|i| near.is_near(i)), tests)
        };
        assert_eq!(found(None, 9, 0.0), ([true, true, false], 1));
        assert_eq!(found(None, 1, 0.0), ([false; 3], 0));
        assert_eq!(found(None, 9, 50.0), ([true; 3], 3), "arcs reach far");
        let far = [BodyPair::new(BodyId(0), BodyId(2))];
        assert_eq!(
            found(Some(&far[..]), 9, 0.0),
            ([false; 3], 1),
            "not asked for"
        );
        // The second instant of this frame is the first of the next.
        let later = [0.0, 9.0, 51.0].map(|x| Pose::at(Vec3::X * x));
        let next = Frame::new(&later).unwrap();
        let mut find = |frames: [&Frame<'_>; 2]| {
            near.find(
                Team::ALONE,
                frames,
                None,
                |_| Some(0.0),
                &mut Work::default(),
            );
            [0, 1, 2].map(|i| near.is_near(i))
        };
        assert_eq!(find([&frame, &next]), [true, true, false]);
        assert_eq!(find([&next, &next]), [false; 3]);
        assert_eq!(find([&frame, &frame]), [true, true, false], "it jumps");
        near.take_all();
        assert!((0..3).all(|i| near.is_near(i)));
    }
}
