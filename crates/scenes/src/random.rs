//! Random generator of scenes and tests: seeded numbers, points and rotations.

use crate::rotation::unit;
use geometry::{Quat, Vec3};
use rand::{Rng, RngExt, SeedableRng, TryRng};
use rand_pcg::Pcg64Mcg;
use std::convert::Infallible;

/// Seeded random generator.
///
/// The same seed gives the same stream on every platform and in every release. The methods of
/// [`rand::RngExt`] are available.
#[derive(Clone, Debug)]
pub struct SceneRng(Pcg64Mcg);

impl SceneRng {
    /// Starts the stream of `seed`.
    pub fn new(seed: u64) -> SceneRng {
        SceneRng(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Starts another stream, whose seed is drawn from this one.
    #[must_use]
    pub fn branch(&mut self) -> SceneRng {
        SceneRng::new(self.0.random::<u64>())
    }

    /// Returns a number in `low..high`, uniformly distributed.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.random::<f64>()
    }

    /// Returns a point of the cube with sides of `side` around the origin, uniformly distributed.
    pub fn in_cube(&mut self, side: f64) -> Vec3 {
        self.in_box(Vec3::splat(0.5 * side))
    }

    /// Returns a point of the box from `-half` to `half`, uniformly distributed.
    pub fn in_box(&mut self, half: Vec3) -> Vec3 {
        Vec3::new(
            self.between(-half.x, half.x),
            self.between(-half.y, half.y),
            self.between(-half.z, half.z),
        )
    }

    /// Returns a unit vector, uniformly distributed.
    pub fn direction(&mut self) -> Vec3 {
        loop {
            let p = self.in_cube(2.0);
            let square = p.length_squared();
            if (0.01..=1.0).contains(&square) {
                return p / square.sqrt();
            }
        }
    }

    /// Returns a unit vector without small coordinates.
    ///
    /// Along such a direction, boxes and bodies meet at different distances, as in general
    /// position.
    pub fn generic_direction(&mut self) -> Vec3 {
        loop {
            let d = self.direction();
            if d.abs().min_element() > 0.3 {
                return d;
            }
        }
    }

    /// Returns a rotation, uniformly distributed.
    pub fn rotation(&mut self) -> Quat {
        loop {
            let (v, w) = (self.in_cube(2.0), self.between(-1.0, 1.0));
            if (0.01..=1.0).contains(&(v.length_squared() + w * w)) {
                return unit(Quat::from_xyzw(v.x, v.y, v.z, w));
            }
        }
    }
}

impl TryRng for SceneRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(bytes);
        Ok(())
    }
}
