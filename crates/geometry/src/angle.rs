//! Sines, cosines and angles that are the same bits on every platform.
//!
//! From additions, multiplications, divisions and square roots only. Angles are in full turns.

use std::f64::consts::TAU;

/// Returns sine and cosine of an angle, exact at every quarter turn and within two units in the
/// last place elsewhere.
pub fn sin_cos(turns: f64) -> (f64, f64) {
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

/// Returns the angle from the x axis to `(x, y)`, from -1/2 to 1/2, within a few units in the last
/// place; 0 for the origin. Infinite only where `x` or `y` is.
pub fn angle_of(y: f64, x: f64) -> f64 {
    let (steep, small, large) = if y.abs() > x.abs() {
        (true, x.abs(), y.abs())
    } else {
        (false, y.abs(), x.abs())
    };
    if large == 0.0 {
        return 0.0;
    }
    let eighth = arc_tangent(small / large) / TAU;
    let quarter = if steep { 0.25 - eighth } else { eighth };
    let half = if x < 0.0 { 0.5 - quarter } else { quarter };
    half.copysign(y)
}

/// Angle of tangent `t`, from 0 to 1, in radians.
fn arc_tangent(t: f64) -> f64 {
    // tan(α/2) = t / (1 + √(1 + t²)), twice: at most 0.2.
    let half = |t: f64| t / (1.0 + (1.0 + t * t).sqrt());
    let quarter = half(half(t));
    let square = quarter * quarter;
    // t − t³/3 + t⁵/5 − …, twelve terms: the next is below 1e-18.
    let odd = |i: u32| f64::from(2 * i + 1);
    let series = (0..12)
        .rev()
        .fold(0.0, |tail, i| 1.0 / odd(i) - square * tail);
    4.0 * quarter * series
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
    fn angles_agree_with_the_system_and_are_exact_on_the_axes() {
        for i in -500..=500 {
            let turns = f64::from(i) / 1000.0;
            for radius in [1.0, 1e-200, 1e200] {
                let (sin, cos) = (turns * TAU).sin_cos();
                let (y, x) = (radius * sin, radius * cos);
                assert!((angle_of(y, x) - y.atan2(x) / TAU).abs() < 2e-16, "{turns}");
            }
        }
        assert_eq!([angle_of(0.0, 3.0), angle_of(0.0, 0.0)], [0.0; 2]);
        assert_eq!([angle_of(2.0, 0.0), angle_of(-2.0, 0.0)], [0.25, -0.25]);
        assert_eq!(angle_of(0.0, -1.0), 0.5);
    }
}
