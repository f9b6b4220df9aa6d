//! Powers of two, and those that bring a body to unit size.

use crate::Vec3;

/// Length below which squares may lose digits: 2⁻⁵⁰⁰, in any unit. Its square is well above the
/// smallest normal number, 2⁻¹⁰²², and that of its inverse does not overflow.
pub const SQUARES_UNDERFLOW: f64 = f64::from_bits((1023 - 500) << 52);

/// Returns the power of two `s` with `0.5 <= s * length < 1`, so that products of scaled lengths
/// neither overflow nor vanish; 1 for a length of zero.
///
/// Multiplying by a power of two is exact, except that numbers whose product is subnormal are
/// rounded. Both `s` and `1 / s` are normal numbers: a length below 2⁻¹⁰²³ or above 2¹⁰²¹ comes
/// only as near to 1 as that allows. `length` is finite and not negative.
pub fn unit_scale(length: f64) -> f64 {
    if length == 0.0 {
        return 1.0;
    }
    // The biased exponent `e` of the length: 2^(e - 1023) <= length < 2^(e - 1022), or e = 0 for a
    // subnormal one. That of `s` is 1023 - (e - 1022).
    let exponent = length.to_bits() >> 52;
    f64::from_bits(2045u64.saturating_sub(exponent).max(1) << 52)
}

/// Returns exactly `2^exponent`, subnormal numbers included.
///
/// `powi` is wrong for these: it inverts the opposite power, which is infinite, and returns zero.
///
/// # Panics
/// If the result is not a positive finite number.
pub fn power_of_two(exponent: i32) -> f64 {
    assert!(
        (-1074..=1023).contains(&exponent),
        "2^{exponent} is out of range"
    );
    f64::from_bits(match exponent {
        -1022.. => ((exponent + 1023) as u64) << 52,
        _ => 1 << (exponent + 1074),
    })
}

/// Returns the length of a vector whose squares may leave the range of floating point.
pub fn length(v: Vec3) -> f64 {
    let scale = unit_scale(v.abs().max_element());
    (v * scale).length() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_halve_down_to_the_smallest_number() {
        for exponent in -1073..=1023 {
            assert_eq!(power_of_two(exponent), 2.0 * power_of_two(exponent - 1));
        }
        assert_eq!(power_of_two(0), 1.0);
        assert_eq!(power_of_two(-1074), f64::from_bits(1));
    }

    #[test]
    fn lengths_of_any_size_scale() {
        let v = Vec3::new(3.0, -4.0, 12.0);
        for exponent in [-1000, -600, -537, 0, 100, 600] {
            assert_eq!(
                length(v * power_of_two(exponent)),
                13.0 * power_of_two(exponent)
            );
        }
        let least = f64::from_bits(1);
        assert_eq!(length(v * least), 13.0 * least);
        assert_eq!(length(Vec3::ZERO), 0.0);
    }

    #[test]
    fn lengths_come_to_between_one_half_and_one() {
        for exponent in -1022..=1021 {
            let power = power_of_two(exponent);
            for length in [power, 1.5 * power, (2.0 * power).next_down()] {
                let scale = unit_scale(length);
                assert!((0.5..1.0).contains(&(scale * length)), "{length:e}");
                assert!(scale.is_normal() && scale.recip().is_normal());
                assert_eq!(scale.to_bits() << 12, 0, "{length:e}: no power of two");
            }
        }
        assert_eq!(unit_scale(0.0), 1.0);
    }

    #[test]
    fn the_smallest_and_largest_lengths_come_as_near_as_normal_numbers_allow() {
        for length in [f64::from_bits(1), f64::MIN_POSITIVE.next_down(), f64::MAX] {
            let scale = unit_scale(length);
            assert!(scale.is_normal() && scale.recip().is_normal(), "{length:e}");
        }
        assert_eq!(unit_scale(f64::from_bits(1)), 2f64.powi(1022));
    }
}
