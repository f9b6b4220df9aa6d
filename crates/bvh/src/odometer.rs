//! Step 7: distance that the faces of a body have gone.
//!
//! Two bodies that are apart stay apart until their faces have come as near as they were. An
//! odometer bounds how far those of one body have gone, whatever the pairs that ask.
//!
//! # The bound
//! Between two readings, every point of a world face, after rounding, moves by at most the increase
//! of `traveled`: points of a face move no farther than its corners do. From then on readings add
//! up, by the triangle inequality, each rounded up. A reading compares the pose with that of the
//! reading before, not frame by frame, so a body that no pair asks for costs nothing.
//! - **Pose.** [`motion_bound`] with the ball of the body.
//! - **Shape.** A vertex that moves by `s` in local space moves its image by at most `1.001 s`, as
//!   the length of a quaternion is within 1e-6 of 1. The ball is that of the last shape; the
//!   rounding of earlier ones is covered by a reach that is larger by what was added to `s`.

use geometry::relative_pose::motion_bound;
use geometry::unit_scale::length;
use geometry::{Aabb, Ball, Vec3, WorldMap};
use std::sync::OnceLock;

/// Bound on the norm of the matrix of a pose.
const POSE_NORM: f64 = 1.001;

/// Distance that the faces of a body have gone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Odometer {
    /// Bound on the sum of the largest distances between readings, in scene units.
    traveled: f64,
    /// Travel that the last reading added: 0 for a body that was at rest since.
    last: f64,
    /// Pose of the last reading.
    before: Option<WorldMap>,
    /// Bound on the distance that a vertex has moved in local space since then.
    stirred: f64,
    /// False if the body has another pose or shape than at the last reading.
    is_current: bool,
    /// It was read since the shape last changed.
    is_watched: bool,
    /// Reading of this frame. Threads that test pairs of the body share it.
    reading: OnceLock<Reading>,
}

/// Reading of an odometer in a frame.
#[derive(Clone, Copy, Debug)]
struct Reading {
    traveled: f64,
    last: f64,
}

impl Odometer {
    /// Keeps the reading of the frame that has ended, in which `map` was the pose. To be called
    /// before the body changes.
    #[inline]
    pub(crate) fn end_frame(&mut self, map: &WorldMap) {
        if let Some(reading) = self.reading.get().copied() {
            self.reading = OnceLock::new();
            self.is_watched = true;
            self.is_current = true;
            self.stirred = 0.0;
            self.traveled = reading.traveled;
            self.last = reading.last;
            self.before = Some(*map);
        }
    }

    /// Takes that the body has moved or deformed in this frame, or has not.
    #[inline]
    pub(crate) fn begin_frame(&mut self, has_changed: bool) {
        if has_changed {
            self.is_current = false;
        } else {
            self.last = 0.0;
        }
    }

    /// Adds a change of shape, given both lists of vertices and both boxes. Without a reading since
    /// the last change, the size of the boxes is bound enough, and spares a pass over the vertices.
    pub(crate) fn deform(&mut self, vertices: [&[Vec3]; 2], bounds: [&Aabb; 2]) {
        let farthest = if std::mem::take(&mut self.is_watched) {
            let pairs = vertices[0].iter().zip(vertices[1]);
            pairs.fold(Vec3::ZERO, |most, (p, q)| most.max((*q - *p).abs()))
        } else {
            bounds[0].union(*bounds[1]).size()
        };
        // Up twice: for the root and for the sum.
        let moved = length(farthest) * (1.0 + 8.0 * f64::EPSILON);
        self.stirred = (self.stirred + moved).next_up().next_up();
    }

    /// Returns the distance up to this frame, in scene units. `ball` contains the vertices in local
    /// space, and no coordinate is above `reach`.
    ///
    /// Returns about the distance of the last frame, too.
    pub(crate) fn read(&self, map: &WorldMap, ball: &Ball, reach: f64) -> [f64; 2] {
        let reading = self.reading.get_or_init(|| self.reading(map, ball, reach));
        [reading.traveled, reading.last]
    }

    fn reading(&self, map: &WorldMap, ball: &Ball, reach: f64) -> Reading {
        let mut reading = Reading {
            traveled: self.traveled,
            last: self.last,
        };
        match self.before {
            Some(before) if !self.is_current => {
                let moved = motion_bound(&before, map, ball, reach + self.stirred);
                reading.last = (moved + POSE_NORM * self.stirred).next_up();
                reading.traveled = (self.traveled + reading.last).next_up();
            }
            _ => {}
        }
        reading
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Pose, Quat, power_of_two};
    use proptest::prelude::*;

    /// Vertices, a pose, and whether the odometer is read.
    type Step = ([[f64; 3]; 4], [f64; 3], [f64; 4], f64, bool);

    fn any_step() -> impl Strategy<Value = Step> {
        let part = || -1.0..1.0f64;
        let point = || [part(), part(), part()];
        (
            [point(), point(), point(), point()],
            point(),
            [part(), part(), part(), 0.1..1.0],
            1.0 - 1e-6..1.0 + 1e-6,
            any::<bool>(),
        )
    }

    proptest! {
        #[test]
        fn no_world_vertex_goes_farther_than_the_odometer_says(
            steps in proptest::collection::vec(any_step(), 2..8),
            exponent in prop_oneof![3 => Just(0), 1 => Just(-1060), 1 => Just(-530), 1 => Just(98)],
            far in prop_oneof![2 => Just(0.0), 1 => Just(1e9)],
            motion in prop_oneof![Just(1.0), Just(1e-3), Just(0.0)],
            wave in prop_oneof![Just(1.0), Just(1e-3), Just(0.0)],
        ) {
            let scale = power_of_two(exponent);
            let far = if exponent > 0 { 0.0 } else { far };
            let mut odometer = Odometer::default();
            let mut last: Option<(f64, Vec<Vec3>)> = None;
            let mut before = Pose::IDENTITY.world_map();
            let mut local: Vec<Vec3> = Vec::new();
            let base = &steps[0];
            for (vertices, at, turn, length, is_read) in &steps {
                let mixed = |x: &[f64; 3], y: &[f64; 3], part: f64| {
                    Vec3::from_array(*x) + part * Vec3::from_array(*y)
                };
                let now: Vec<Vec3> = (0..4)
                    .map(|i| mixed(&base.0[i], &vertices[i], wave) * scale)
                    .collect();
                let spin = [0, 1, 2, 3].map(|i| base.2[i] + motion * turn[i]);
                let translation = mixed(&base.1, at, motion) * scale + Vec3::splat(far * scale);
                let pose = Pose::new(translation, Quat::from_array(spin).normalize() * *length);
                let map = pose.world_map();
                let bounds = Aabb::of_points(&now);
                odometer.end_frame(&before);
                before = map;
                if !local.is_empty() && local != now {
                    odometer.deform([&local, &now], [&Aabb::of_points(&local), &bounds]);
                }
                odometer.begin_frame(true);
                local = now;
                if !is_read {
                    continue;
                }
                let ball = Ball::around(bounds.center(), &local);
                let [traveled, _] = odometer.read(&map, &ball, bounds.max_abs_coordinate());
                let world: Vec<Vec3> = local.iter().map(|p| map.apply(*p)).collect();
                if let Some((before, old)) = &last {
                    for (p, q) in old.iter().zip(&world) {
                        let moved = super::length(*q - *p);
                        prop_assert!(moved <= traveled - before, "{moved:e}");
                    }
                }
                prop_assert_eq!(odometer.read(&map, &ball, 0.0)[0], traveled, "read twice");
                last = Some((traveled, world));
            }
        }
    }

    #[test]
    fn a_body_at_rest_has_no_speed_and_its_odometer_stands() {
        let map = |x: f64| Pose::at(Vec3::X * x).world_map();
        let ball = Ball::new(Vec3::ZERO, 1.0);
        let mut odometer = Odometer::default();
        let at_start = odometer.read(&map(7.0), &ball, 1.0);
        assert_eq!(at_start[0], 0.0, "where it starts is no motion");
        odometer.end_frame(&map(7.0));
        odometer.begin_frame(true);
        let [traveled, speed] = odometer.read(&map(7.5), &ball, 1.0);
        assert!((0.5..0.5 + 1e-12).contains(&traveled));
        assert!((0.5..0.5 + 1e-12).contains(&speed));
        odometer.end_frame(&map(7.5));
        odometer.begin_frame(false);
        assert_eq!(odometer.read(&map(7.5), &ball, 1.0), [traveled, 0.0]);
    }
}
