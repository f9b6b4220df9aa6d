//! Seeded numbers, points and rotations.

use crate::rotation::unit;
use geometry::{Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The generator of every scene: small, fast, and its stream is fixed by its definition.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Pcg64Mcg);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Another stream, drawn from this one.
    pub(crate) fn branch(&mut self) -> Dice {
        Dice::new(self.0.random::<u64>())
    }

    /// Uniform between `low` and `high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.random::<f64>()
    }

    /// Uniform in the cube with sides of `side` around the origin.
    pub(crate) fn in_cube(&mut self, side: f64) -> Vec3 {
        let half = 0.5 * side;
        Vec3::new(
            self.between(-half, half),
            self.between(-half, half),
            self.between(-half, half),
        )
    }

    /// A uniform direction.
    pub(crate) fn direction(&mut self) -> Vec3 {
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
    pub(crate) fn generic_direction(&mut self) -> Vec3 {
        loop {
            let d = self.direction();
            if d.abs().min_element() > 0.3 {
                return d;
            }
        }
    }

    /// A uniform rotation.
    pub(crate) fn rotation(&mut self) -> Quat {
        loop {
            let (v, w) = (self.in_cube(2.0), self.between(-1.0, 1.0));
            if (0.01..=1.0).contains(&(v.length_squared() + w * w)) {
                return unit(Quat::from_xyzw(v.x, v.y, v.z, w));
            }
        }
    }
}
