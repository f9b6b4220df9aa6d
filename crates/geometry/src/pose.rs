//! Rigid pose, and the only map from local to world vertices.

use crate::{Mat3, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// Rigid pose of a body, local → world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Origin of the body, in world space.
    pub translation: Vec3,
    /// Rotation about the origin. Used as stored: a quaternion that is not quite of unit
    /// length gives a matrix that is not quite a rotation, the same for every detector.
    pub rotation: Quat,
}

impl Pose {
    /// Pose that leaves every vertex where it is, bit for bit.
    pub const IDENTITY: Pose = Pose {
        translation: Vec3::ZERO,
        rotation: Quat::IDENTITY,
    };

    /// Rotation first, then translation.
    pub const fn new(translation: Vec3, rotation: Quat) -> Pose {
        Pose {
            translation,
            rotation,
        }
    }

    /// Returns a pure translation.
    pub const fn at(translation: Vec3) -> Pose {
        Pose::new(translation, Quat::IDENTITY)
    }

    /// Returns the pose one step after `self`, if the motion from `previous` to `self` goes on:
    /// the same way again, and the same turn in world space. A prediction for instants that are not
    /// known yet [Kitamura95 §3.5].
    #[must_use]
    pub fn extrapolated(&self, previous: &Pose) -> Pose {
        let turn = self.rotation * previous.rotation.conjugate();
        Pose {
            translation: self.translation + (self.translation - previous.translation),
            rotation: (turn * self.rotation).normalize(),
        }
    }

    /// Returns the pose ready to be applied to many vertices.
    #[inline]
    pub fn world_map(&self) -> WorldMap {
        WorldMap {
            linear: Mat3::from_quat(self.rotation),
            translation: self.translation,
        }
    }
}

/// Pose as matrix and translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldMap {
    /// `DMat3::from_quat` of the pose's quaternion.
    pub linear: Mat3,
    /// Translation of the pose, in world space.
    pub translation: Vec3,
}

impl WorldMap {
    /// Returns the world vertex of the local vertex `p`: `linear * p + translation`, evaluated as
    /// glam does, column by column and without fused multiply-add. Everything in this workspace
    /// that decides, decides on these bits.
    #[inline]
    pub fn apply(&self, p: Vec3) -> Vec3 {
        self.linear * p + self.translation
    }

    /// Returns the row of the matrix that yields one coordinate.
    #[inline]
    pub fn row(&self, axis: usize) -> [f64; 3] {
        let m = &self.linear;
        [m.x_axis[axis], m.y_axis[axis], m.z_axis[axis]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identity_keeps_every_bit() {
        let map = Pose::IDENTITY.world_map();
        for p in [
            Vec3::new(0.1, -0.2, 0.3),
            Vec3::new(1e-30, 1e30, -7.0),
            Vec3::ZERO,
        ] {
            assert_eq!(map.apply(p), p);
        }
    }

    #[test]
    fn an_extrapolated_pose_repeats_the_last_step() {
        let turned = |angle: f64| Quat::from_axis_angle(Vec3::Z, angle);
        let (previous, now) = (
            Pose::new(Vec3::X, turned(0.2)),
            Pose::new(Vec3::Y, turned(0.5)),
        );
        let next = now.extrapolated(&previous);
        assert_eq!(next.translation, Vec3::new(-1.0, 2.0, 0.0));
        assert!(next.rotation.angle_between(turned(0.8)) < 1e-7);
    }

    #[test]
    fn a_world_vertex_is_rotated_then_moved_without_fused_multiply_add() {
        let q = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), 0.7);
        let (t, p) = (Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.9, -1.1, 1.3));
        let m = Mat3::from_quat(q);
        let by_hand = |r: usize| {
            let column = |c: usize| m.col(c)[r];
            ((column(0) * p.x + column(1) * p.y) + column(2) * p.z) + t[r]
        };
        let world = Pose::new(t, q).world_map().apply(p);
        assert_eq!(world, Vec3::new(by_hand(0), by_hand(1), by_hand(2)));
    }
}
