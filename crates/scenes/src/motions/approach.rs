//! Two bodies that come towards each other and meet in the last cycle, and in none before.

use super::meeting::surfaces_meet;
use super::path::{Path, Spin, time};
use geometry::{Mesh, Pose, Vec3};

/// Two bodies that turn while they come closer along a line through their origins.
pub(super) struct Approach<'a> {
    pub(super) a: &'a Mesh,
    pub(super) b: &'a Mesh,
    pub(super) spin_a: Spin,
    pub(super) spin_b: Spin,
    /// From A to B, of unit length.
    pub(super) direction: Vec3,
    /// The point that stays midway between the bodies.
    pub(super) middle: Vec3,
    /// The distance of the origins in the first cycle.
    pub(super) start: f64,
    pub(super) cycles: usize,
}

/// How deep the bodies are pushed into each other in the last cycle, at first, in scene units.
pub(super) const DEPTH: f64 = 0.05;

impl Approach<'_> {
    /// The two paths, verified: the surfaces meet in the last cycle and in none before.
    ///
    /// Built backwards. The orientations of the last cycle are fixed, and bisection finds the
    /// distance of first contact in them; the last distance is less by a depth below the step of
    /// one cycle. Rotation may still bring a body into the other earlier: then the depth is
    /// halved. `None` when that does not help.
    pub(super) fn paths(&self) -> Option<[Path; 2]> {
        let contact = self.contact_distance()?;
        let step = (self.start - contact) / (self.cycles - 1) as f64;
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

    /// The largest distance of the origins at which the surfaces meet in the orientations of the
    /// last cycle, within 1e-9, as found by stepping inward and bisecting.
    pub(super) fn contact_distance(&self) -> Option<f64> {
        let reach = radius(self.a) + radius(self.b);
        // The first of 128 steps inward that meets; the step before it does not.
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

    /// The paths that end with the origins at `distance`.
    pub(super) fn paths_to(&self, distance: f64) -> [Path; 2] {
        let half = |d: f64| self.direction * (0.5 * d);
        let a = Path {
            from: self.middle - half(self.start),
            to: self.middle - half(distance),
            spin: self.spin_a,
        };
        let b = Path {
            from: self.middle + half(self.start),
            to: self.middle + half(distance),
            spin: self.spin_b,
        };
        [a, b]
    }

    fn meet_at(&self, distance: f64) -> bool {
        let [a, b] = self.paths_to(distance);
        meet((self.a, a.pose(1.0)), (self.b, b.pose(1.0)))
    }

    fn meets_only_last(&self, [a, b]: &[Path; 2]) -> bool {
        let last = self.cycles - 1;
        // From the last frame back: the nearest one before it is the likeliest to fail.
        (0..self.cycles).rev().all(|i| {
            let t = time(i, self.cycles);
            meet((self.a, a.pose(t)), (self.b, b.pose(t))) == (i == last)
        })
    }
}

/// Whether two bodies meet at their poses.
pub(super) fn meet(a: (&Mesh, Pose), b: (&Mesh, Pose)) -> bool {
    let distance = (a.1.translation - b.1.translation).length();
    // Far beyond rounding apart.
    if distance > (radius(a.0) + radius(b.0)) * 1.001 {
        return false;
    }
    let world = |(mesh, pose): (&Mesh, Pose)| -> Vec<Vec3> {
        let map = pose.world_map();
        mesh.vertices().iter().map(|p| map.apply(*p)).collect()
    };
    surfaces_meet((a.0, &world(a)), (b.0, &world(b)))
}

/// The distance of the farthest vertex from the origin.
pub(super) fn radius(mesh: &Mesh) -> f64 {
    mesh.vertices()
        .iter()
        .map(|p| p.length())
        .fold(0.0, f64::max)
}
