//! Seeded paths: straight translation with rotation about a fixed axis.

use crate::rotation::{about, unit};
use geometry::{Pose, Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The generator of every scene: small, fast, and its stream is fixed by its definition.
pub(super) struct Dice(Pcg64Mcg);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Uniform between `low` and `high`.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.random::<f64>()
    }

    /// Uniform in the cube with sides of `side` around the origin.
    pub(super) fn in_cube(&mut self, side: f64) -> Vec3 {
        let half = 0.5 * side;
        Vec3::new(
            self.between(-half, half),
            self.between(-half, half),
            self.between(-half, half),
        )
    }

    /// A uniform direction.
    pub(super) fn direction(&mut self) -> Vec3 {
        loop {
            let p = self.in_cube(2.0);
            let square = p.length_squared();
            if (0.01..=1.0).contains(&square) {
                return p / square.sqrt();
            }
        }
    }

    /// A direction none of whose coordinates is small, so that boxes and bodies meet at
    /// different distances, as they do in general.
    pub(super) fn generic_direction(&mut self) -> Vec3 {
        loop {
            let d = self.direction();
            if d.abs().min_element() > 0.3 {
                return d;
            }
        }
    }

    /// A uniform rotation.
    pub(super) fn rotation(&mut self) -> Quat {
        loop {
            let (v, w) = (self.in_cube(2.0), self.between(-1.0, 1.0));
            if (0.01..=1.0).contains(&(v.length_squared() + w * w)) {
                return unit(Quat::from_xyzw(v.x, v.y, v.z, w));
            }
        }
    }

    /// A rotation in time: `turns` full turns over the whole motion, about a random axis.
    pub(super) fn spin(&mut self, turns: f64) -> Spin {
        Spin {
            axis: self.direction(),
            turns,
            last: self.rotation(),
        }
    }
}

/// A rotation about a fixed axis at a constant rate.
#[derive(Clone, Copy)]
pub(super) struct Spin {
    axis: Vec3,
    /// Full turns from the first frame to the last.
    turns: f64,
    /// The rotation in the last frame.
    last: Quat,
}

impl Spin {
    /// The rotation at `time`, which runs from 0 in the first frame to 1 in the last.
    pub(super) fn at(&self, time: f64) -> Quat {
        if time == 1.0 {
            return self.last;
        }
        unit(about(self.axis, self.turns * (time - 1.0)) * self.last)
    }
}

/// A straight path with rotation.
#[derive(Clone, Copy)]
pub(super) struct Path {
    pub(super) from: Vec3,
    pub(super) to: Vec3,
    pub(super) spin: Spin,
}

impl Path {
    /// Where the body is at `time`, which runs from 0 in the first frame to 1 in the last.
    pub(super) fn center(&self, time: f64) -> Vec3 {
        self.from * (1.0 - time) + self.to * time
    }

    pub(super) fn pose(&self, time: f64) -> Pose {
        Pose::new(self.center(time), self.spin.at(time))
    }
}

/// The time of frame `index` out of `frames`: 0 in the first, 1 in the last.
pub(super) fn time(index: usize, frames: usize) -> f64 {
    if frames == 1 {
        1.0
    } else {
        index as f64 / (frames - 1) as f64
    }
}
