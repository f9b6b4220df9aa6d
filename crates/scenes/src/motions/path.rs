//! Seeded paths: straight translation with rotation about a fixed axis (D4).

use crate::random::SceneRng;
use crate::rotation::{about, unit};
use geometry::{Pose, Quat, Vec3};

impl SceneRng {
    /// Draws a rotation of `turns` full turns over the whole motion, about a random axis.
    pub(super) fn spin(&mut self, turns: f64) -> Spin {
        Spin {
            axis: self.direction(),
            turns,
            last: self.rotation(),
        }
    }
}

/// Rotation about a fixed axis at a constant rate.
#[derive(Clone, Copy)]
pub(super) struct Spin {
    axis: Vec3,
    /// Number of full turns from the first frame to the last.
    turns: f64,
    /// Rotation in the last frame.
    last: Quat,
}

impl Spin {
    /// Returns the rotation at `time`: 0 is the first frame, 1 the last.
    pub(super) fn at(&self, time: f64) -> Quat {
        if time == 1.0 {
            return self.last;
        }
        unit(about(self.axis, self.turns * (time - 1.0)) * self.last)
    }
}

/// Straight path with rotation.
#[derive(Clone, Copy)]
pub(super) struct Path {
    pub(super) from: Vec3,
    pub(super) to: Vec3,
    pub(super) spin: Spin,
}

impl Path {
    /// Draws a path within the cube around the origin with sides of `room`.
    ///
    /// `lengths` and `turns` are ranges. A path that leaves the cube ends at its border.
    pub(super) fn draw(
        rng: &mut SceneRng,
        room: f64,
        lengths: (f64, f64),
        turns: (f64, f64),
    ) -> Path {
        let limit = Vec3::splat(0.5 * room);
        let from = rng.in_cube(room);
        let to = from + rng.direction() * rng.between(lengths.0, lengths.1);
        let turns = rng.between(turns.0, turns.1);
        Path {
            from,
            to: to.clamp(-limit, limit),
            spin: rng.spin(turns),
        }
    }

    /// Returns the body's origin in world space at `time`: 0 is the first frame, 1 the last.
    pub(super) fn center(&self, time: f64) -> Vec3 {
        self.from * (1.0 - time) + self.to * time
    }

    pub(super) fn pose(&self, time: f64) -> Pose {
        Pose::new(self.center(time), self.spin.at(time))
    }
}

/// Returns the time of frame `index` of two or more `frames`: 0 in the first, 1 in the last.
pub(super) fn time(index: usize, frames: usize) -> f64 {
    index as f64 / (frames - 1) as f64
}
