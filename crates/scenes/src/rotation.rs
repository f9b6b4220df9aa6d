//! Sines, cosines and rotations that are the same bits on every platform.

use geometry::{Quat, Vec3};
use std::f64::consts::TAU;

/// Sine and cosine of an angle given in full turns, exact at every quarter turn.
///
/// From additions and multiplications only; within two units in the last place.
pub(crate) fn sin_cos(turns: f64) -> (f64, f64) {
    let quarters = (4.0 * turns).round();
    // At most an eighth of a turn, where the series below reach the last bit.
    let x = (turns - quarters / 4.0) * TAU;
    let (sin, cos) = (sine_series(x), cosine_series(x));
    match quarters.rem_euclid(4.0) as u8 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// The rotation by `turns` full turns about the unit vector `axis`.
pub(crate) fn about(axis: Vec3, turns: f64) -> Quat {
    let (sin, cos) = sin_cos(0.5 * turns);
    let v = axis * sin;
    unit(Quat::from_xyzw(v.x, v.y, v.z, cos))
}

/// The same rotation with its length brought to one, up to rounding.
pub(crate) fn unit(q: Quat) -> Quat {
    let length = (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).sqrt();
    Quat::from_xyzw(q.x / length, q.y / length, q.z / length, q.w / length)
}

/// `x − x³/3! + x⁵/5! − …` for `|x| <= π/4`, up to the term that no longer matters.
fn sine_series(x: f64) -> f64 {
    x * alternating_series(x * x, 1.0)
}

/// `1 − x²/2! + x⁴/4! − …` for `|x| <= π/4`.
fn cosine_series(x: f64) -> f64 {
    alternating_series(x * x, 0.0)
}

/// `1 − y/((k+1)(k+2)) (1 − y/((k+3)(k+4)) (1 − …))`, ten terms: the next is below 1e-22.
fn alternating_series(y: f64, k: f64) -> f64 {
    (0..10).rev().fold(1.0, |tail, i| {
        let n = k + 2.0 * f64::from(i);
        1.0 - y / ((n + 1.0) * (n + 2.0)) * tail
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_agree_with_the_system_and_are_exact_at_quarter_turns() {
        for i in -1000..1000 {
            let turns = f64::from(i) * 0.00317;
            let (sin, cos) = sin_cos(turns);
            assert!((sin - (turns * TAU).sin()).abs() < 4e-15, "{turns}");
            assert!((cos - (turns * TAU).cos()).abs() < 4e-15, "{turns}");
        }
        assert_eq!(sin_cos(0.25), (1.0, 0.0));
        assert_eq!(sin_cos(-0.5), (0.0, -1.0));
        assert_eq!(sin_cos(7.75), (-1.0, 0.0));
    }

    #[test]
    fn a_rotation_turns_counter_clockwise_about_its_axis() {
        let turned = about(Vec3::Z, 0.25) * Vec3::X;
        assert!((turned - Vec3::Y).length() < 1e-15);
        let q = about(Vec3::new(0.6, 0.0, 0.8), 0.123);
        assert!((q.length_squared() - 1.0).abs() < 1e-15);
    }
}
