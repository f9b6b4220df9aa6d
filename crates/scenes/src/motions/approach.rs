//! Motion of two bodies that approach each other and first meet in the last cycle.

use super::CYCLES;
use super::meeting::Surface;
use super::path::{Path, Spin, time};
use crate::random::SceneRng;
use geometry::Vec3;

/// Two rotating bodies that approach each other along a line through their origins.
pub(super) struct Approach<'a> {
    pub(super) a: &'a Surface<'a>,
    pub(super) b: &'a Surface<'a>,
    pub(super) spin_a: Spin,
    pub(super) spin_b: Spin,
    /// Unit vector from A to B, in world space.
    pub(super) direction: Vec3,
    /// Fixed midpoint between the origins, in world space.
    pub(super) middle: Vec3,
    /// Distance of the origins in the first cycle, in scene units.
    pub(super) start: f64,
}

/// Initial depth of the contact in the last cycle, in scene units (D2).
pub(super) const DEPTH: f64 = 0.05;

impl<'a> Approach<'a> {
    /// Draws rotations of `turns` full turns, and a direction through the origin.
    pub(super) fn draw(
        [a, b]: [&'a Surface<'a>; 2],
        turns: f64,
        start: f64,
        rng: &mut SceneRng,
    ) -> Approach<'a> {
        Approach {
            a,
            b,
            spin_a: rng.spin(turns),
            spin_b: rng.spin(turns),
            direction: rng.generic_direction(),
            middle: Vec3::ZERO,
            start,
        }
    }

    /// Returns two paths whose surfaces meet in the last cycle and in none before, or `None`.
    ///
    /// Works backward from the last cycle. The essence:
    /// 1. Fix the orientations of the last cycle and find the distance of first contact.
    /// 2. Subtract a depth that is less than the step of one cycle.
    /// 3. Check all cycles exactly. Rotation may cause an earlier contact: then halve the depth and
    ///    repeat, up to six times.
    pub(super) fn paths(&self) -> Option<[Path; 2]> {
        let contact = self.contact_distance()?;
        let step = (self.start - contact) / (CYCLES - 1) as f64;
        // Less than one step, so without rotation the cycle before has no contact.
        let mut depth = DEPTH.min(0.9 * step);
        for _ in 0..6 {
            let paths = self.paths_to(contact - depth);
            if self.meets_only_last(&paths) {
                return Some(paths);
            }
            depth *= 0.5;
        }
        None
    }

    /// Returns the distance of the origins at first contact, in the last cycle's orientations.
    ///
    /// Steps inward, then bisects to 1e-9 scene units. Returns a distance at which the surfaces
    /// meet.
    pub(super) fn contact_distance(&self) -> Option<f64> {
        let reach = self.a.radius + self.b.radius;
        // First of 128 inward steps at which the surfaces meet. They are apart one step earlier.
        let step = reach / 128.0;
        let at = |i: u32| reach * (1.0 + 1e-9) - step * f64::from(i);
        let first = (1..128).find(|i| self.meet_at(at(*i)))?;
        let (mut meets, mut apart) = (at(first), at(first - 1));
        while apart - meets > 1e-9 {
            let middle = 0.5 * (meets + apart);
            if self.meet_at(middle) {
                meets = middle
            } else {
                apart = middle
            }
        }
        Some(meets)
    }

    /// Returns the paths whose origins have `distance` in the last cycle.
    pub(super) fn paths_to(&self, distance: f64) -> [Path; 2] {
        let path = |side: f64, spin: Spin| Path {
            from: self.middle + self.direction * (side * self.start),
            to: self.middle + self.direction * (side * distance),
            spin,
        };
        [path(-0.5, self.spin_a), path(0.5, self.spin_b)]
    }

    fn meet_at(&self, distance: f64) -> bool {
        let [a, b] = self.paths_to(distance);
        self.a.meets(&a.pose(1.0), self.b, &b.pose(1.0))
    }

    fn meets_only_last(&self, [a, b]: &[Path; 2]) -> bool {
        let last = CYCLES - 1;
        // In reverse order, because the frames before the last are most likely to fail.
        (0..CYCLES).rev().all(|i| {
            let t = time(i, CYCLES);
            self.a.meets(&a.pose(t), self.b, &b.pose(t)) == (i == last)
        })
    }
}
