//! Random placements: seeded, the same bits on every platform.

use geometry::{Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A seeded source of placements.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Pcg64Mcg);

impl Dice {
    /// The source of a seed.
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A number in `low..high`, evenly.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.random::<f64>()
    }

    /// A rotation; all are equally likely: a direction in the space of quaternions, from the points
    /// of a cube that lie in its ball.
    pub(crate) fn rotation(&mut self) -> Quat {
        loop {
            let q: [f64; 4] = std::array::from_fn(|_| self.between(-1.0, 1.0));
            let square: f64 = q.iter().map(|x| x * x).sum();
            if (0.01..=1.0).contains(&square) {
                let length = square.sqrt();
                let [x, y, z, w] = q.map(|x| x / length);
                return Quat::from_xyzw(x, y, z, w);
            }
        }
    }

    /// A unit vector; all directions are equally likely.
    pub(crate) fn direction(&mut self) -> Vec3 {
        loop {
            let v: [f64; 3] = std::array::from_fn(|_| self.between(-1.0, 1.0));
            let square: f64 = v.iter().map(|x| x * x).sum();
            if (0.01..=1.0).contains(&square) {
                return Vec3::from_array(v) / square.sqrt();
            }
        }
    }
}
