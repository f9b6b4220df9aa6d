//! Start of a search at the spheres that proved the best bounds in the previous frame (D19).
//!
//! Good under a budget, and for bodies that rest: two sphere tests repeat the best bounds of the
//! previous frame, and bodies that cannot have met since they were proved apart need no search.
//! Poor for jumps, which waste these tests. The least gap is often a small part of the distance of
//! two bodies, because some spheres are barely separated: it lasts for little motion. The essence:
//! 1. Remember the spheres that proved the smallest bound, and those that proved a common point.
//! 2. In the next frame, test these two pairs of spheres after the roots, and then search from the
//!    roots. So after as many steps it certifies at least what it would without a memory.
//! 3. If spheres alone proved the bodies apart, remember the least gap of separated spheres, and
//!    the pose. While the motion since then and all rounding are smaller, the bodies are apart.
//!
//! # Proof of step 3
//! Let `f` be the exact map from B's local space to A's with the rounded entries of the search's
//! pose, `g` the least gap, `f'` the map of a later frame, `d` the computed motion, and `m`, `m'`
//! the margins of both poses ([`TreePair::margin`]). The search has ended without colliding
//! spheres, under policies that miss nothing.
//!
//! 1. *Distance.* Let `x` be a point of A's surface and `y` one of B's. Under these policies a path
//!    of spheres that contain `x` leads from A's root to a leaf, and one for `y` from B's root. The
//!    search follows both paths to a separated pair. Its spheres contain `x` and `y`, so
//!    `|x − f(y)| ≥ g − m`. It does not matter by how much spheres extend beyond their parents.
//! 2. *Motion.* B's surface lies in B's root, of center `c` and radius `ρ`, so `f'(y)` and `f(y)`
//!    are at most `|f'(c) − f(c)| + ‖f' − f‖ ρ` apart. That is at most `d + m + m'`, and
//!    `|x − f'(y)| ≥ g − d − 2m − m'`.
//! 3. *Surfaces.* Points of rounded world faces that coincide are at most `m'` apart in A's space.
//!    So if `g − d > 2m + 2m'`, no faces interfere.
//! 4. *Containment.* Move all points along straight lines from the rounded world faces of the
//!    search, seen from A, to those of `f`, from there to those of `f'`, and on to the rounded
//!    world faces of the later frame. Points on the first and on the last part move by at most `m`
//!    and `m'` relative to each other. So the surfaces never meet on the way, and no winding number
//!    changes. No part of a body lay in the other solid, as these were proved apart, so none does
//!    now.
//!
//! `f` is the map of the search and not of the previous frame, so that no rounding adds up.

use crate::search::tree_pair::{PairBounds, TreePair, rounding_at};
use collision::BodyPair;
use geometry::RelativePose;

/// Witnesses of all body pairs of the previous frame, sorted by pair (D19).
#[derive(Clone, Debug, Default)]
pub(crate) struct Witnesses {
    pairs: Vec<Witness>,
}

/// State of a body pair kept for the next frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Witness {
    pub pair: BodyPair,
    /// Bounds of the last search. The next frame reuses the spheres and the level, not the numbers.
    pub known: PairBounds,
    /// Set if spheres alone proved the bodies apart.
    pub clearance: Option<Clearance>,
}

/// Distance of two surfaces when a search proved the bodies apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clearance {
    /// Map from B's local space to A's.
    pub b_in_a: RelativePose,
    /// Least gap of separated spheres, in scene units.
    pub gap: f64,
}

impl Witnesses {
    /// Drops all witnesses.
    pub(crate) fn clear(&mut self) {
        self.pairs.clear();
    }

    /// Returns the state of two bodies, if any.
    pub(crate) fn of(&self, pair: BodyPair) -> Option<Witness> {
        let found = self.pairs.binary_search_by_key(&pair, |w| w.pair);
        Some(self.pairs[found.ok()?])
    }

    /// Replaces the witnesses by those of this frame, which come in the order of the body pairs.
    pub(crate) fn replace(&mut self, witnesses: impl Iterator<Item = Witness>) {
        self.pairs.clear();
        self.pairs.extend(witnesses);
    }
}

impl Witness {
    /// Returns true if the bodies are apart because they have moved by less than their clearance.
    /// `b_in_a` is the pose of the trees in scene units.
    pub(super) fn is_still_apart(&self, trees: &TreePair, b_in_a: &RelativePose) -> bool {
        self.clearance.is_some_and(|then| {
            let (center, radius) = (trees.b.centers[0], trees.b.radii[0]);
            let moved = b_in_a.motion_since(&then.b_in_a, center, radius);
            // Margins of both poses: each for a distance of spheres and for the motion.
            let rounding = trees.margin() + rounding_at(&then.b_in_a);
            then.gap - moved > 2.0 * rounding
        })
    }

    /// Returns true if the bodies have not moved since they were proved apart.
    pub(super) fn rests(&self, b_in_a: &RelativePose) -> bool {
        self.clearance.is_some_and(|then| then.b_in_a == *b_in_a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coverage, SphereTree};
    use collision::BodyId;
    use geometry::{Pose, PosedExtent, Quat, Vec3};

    /// A tree of one sphere of radius 1.
    fn one_sphere() -> SphereTree {
        SphereTree {
            centers: vec![Vec3::ZERO],
            radii: vec![1.0],
            levels: vec![0],
            children: vec![[1, 1]],
            reach: vec![1.0],
            surface_reach: vec![1.0],
            inner: vec![-1.0],
            face_start: vec![0, 0],
            faces: Vec::new(),
            coverage: Coverage::Regions,
        }
    }

    fn b_in_a(poses: [Pose; 2]) -> RelativePose {
        let [a, b] = poses.map(|pose| PosedExtent::new(pose.world_map(), 2.0));
        RelativePose::new(&a, &b)
    }

    fn with_gap(b_in_a: RelativePose, gap: f64) -> Witness {
        Witness {
            pair: BodyPair::new(BodyId(2), BodyId(5)),
            known: PairBounds::NOTHING,
            clearance: Some(Clearance { b_in_a, gap }),
        }
    }

    fn lasts(witness: &Witness, now: [Pose; 2]) -> bool {
        let (tree, b_in_a) = (one_sphere(), b_in_a(now));
        let trees = TreePair {
            a: &tree,
            b: &tree,
            b_in_a: &b_in_a.unit_sized(),
            parents: &[0],
            outside_parent: &[0.0],
        };
        witness.is_still_apart(&trees, &b_in_a)
    }

    #[test]
    fn a_gap_lasts_for_less_motion_of_either_body() {
        let at = |x: f64| Pose::at(Vec3::X * x);
        let witness = with_gap(b_in_a([at(0.0), at(1.5)]), 0.5);
        for (now, expected) in [
            ([at(0.0), at(1.5)], true),
            ([at(0.0), at(1.1)], true),
            ([at(0.0), at(0.9)], false),
            ([at(-0.4), at(1.5)], true),
            ([at(0.6), at(1.5)], false),
            // Both move alike.
            ([at(7.0), at(8.5)], true),
        ] {
            assert_eq!(lasts(&witness, now), expected, "{now:?}");
        }
        // The norm of the change of a rotation by `t` is the square root of 8 times `sin(t / 2)`.
        let turned = |angle: f64| Pose::new(Vec3::X * 1.5, Quat::from_rotation_y(angle));
        assert!(lasts(&witness, [at(0.0), turned(0.3)]));
        assert!(!lasts(&witness, [at(0.0), turned(0.4)]));
    }

    #[test]
    fn a_gap_within_rounding_proves_nothing() {
        let now = [Pose::IDENTITY, Pose::at(Vec3::X * 1.5)];
        assert!(lasts(&with_gap(b_in_a(now), 1e-11), now));
        assert!(!lasts(&with_gap(b_in_a(now), 1e-15), now));
        let none = Witness {
            clearance: None,
            ..with_gap(b_in_a(now), 1.0)
        };
        assert!(!lasts(&none, now) && !none.rests(&b_in_a(now)));
    }

    #[test]
    fn witnesses_last_one_frame() {
        let at = b_in_a([Pose::IDENTITY; 2]);
        let mut witnesses = Witnesses::default();
        let witness = with_gap(at, 0.5);
        witnesses.replace([witness].into_iter());
        let found = witnesses.of(witness.pair).expect("it is of this frame");
        assert!(found.rests(&at));
        assert!(!found.rests(&b_in_a([Pose::IDENTITY, Pose::at(Vec3::Y)])));
        let other = BodyPair::new(BodyId(1), BodyId(5));
        assert!(witnesses.of(other).is_none());
        witnesses.replace(std::iter::empty());
        assert!(witnesses.of(witness.pair).is_none());
    }
}
