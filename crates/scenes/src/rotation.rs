//! Rotations with the same bits on every platform.

use geometry::angle::sin_cos;
use geometry::{Quat, Vec3};

/// Returns the rotation by `turns` full turns about the unit vector `axis`.
pub(crate) fn about(axis: Vec3, turns: f64) -> Quat {
    let (sin, cos) = sin_cos(0.5 * turns);
    let v = axis * sin;
    unit(Quat::from_xyzw(v.x, v.y, v.z, cos))
}

/// Normalizes a rotation to unit length, up to rounding.
pub(crate) fn unit(q: Quat) -> Quat {
    let length = (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).sqrt();
    Quat::from_xyzw(q.x / length, q.y / length, q.z / length, q.w / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_turns_counter_clockwise_about_its_axis() {
        let turned = about(Vec3::Z, 0.25) * Vec3::X;
        assert!((turned - Vec3::Y).length() < 1e-15);
        let q = about(Vec3::new(0.6, 0.0, 0.8), 0.123);
        assert!((q.length_squared() - 1.0).abs() < 1e-15);
    }
}
