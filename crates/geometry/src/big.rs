//! Orientation and in-sphere signs with big integers: for coordinates so small that expansions
//! would underflow.

use crate::Sign;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// [`crate::orient3d`] of any finite points.
pub(crate) fn orient3d(points: [[f64; 3]; 4]) -> Sign {
    let scaled = on_one_scale(points.as_flattened());
    let difference = |i: usize, k: usize| &scaled[3 * i + k] - &scaled[k];
    let minor = |k: usize, l: usize| {
        difference(1, k) * difference(2, l) - difference(1, l) * difference(2, k)
    };
    sign(
        minor(1, 2) * difference(3, 0)
            + minor(2, 0) * difference(3, 1)
            + minor(0, 1) * difference(3, 2),
    )
}

/// [`crate::orient2d`] of any finite points, already projected.
pub(crate) fn orient2d(points: [[f64; 2]; 3]) -> Sign {
    let scaled = on_one_scale(points.as_flattened());
    let difference = |i: usize, k: usize| &scaled[2 * i + k] - &scaled[k];
    sign(difference(1, 0) * difference(2, 1) - difference(1, 1) * difference(2, 0))
}

/// [`crate::predicates::insphere`] of any finite points.
pub(crate) fn insphere(points: [[f64; 3]; 5]) -> Sign {
    let scaled = on_one_scale(points.as_flattened());
    let edge =
        |i: usize| -> [BigInt; 3] { std::array::from_fn(|k| &scaled[3 * i + k] - &scaled[12 + k]) };
    let edges = [edge(0), edge(1), edge(2), edge(3)];
    let lift = |i: usize| edges[i].iter().map(|x| x * x).sum::<BigInt>();
    let volume = |i: usize, j: usize, k: usize| {
        let [u, v, w] = [&edges[i], &edges[j], &edges[k]];
        let minor = |m: usize, n: usize| &v[m] * &w[n] - &w[m] * &v[n];
        &u[0] * minor(1, 2) + &u[1] * minor(2, 0) + &u[2] * minor(0, 1)
    };
    sign(
        lift(0) * volume(1, 2, 3) - lift(1) * volume(0, 2, 3) + lift(2) * volume(0, 1, 3)
            - lift(3) * volume(0, 1, 2),
    )
}

/// Returns all numbers times one power of two that makes them integers. That does not change the
/// sign of a homogeneous polynomial.
fn on_one_scale(numbers: &[f64]) -> Vec<BigInt> {
    let parts: Vec<(i64, i32)> = numbers.iter().map(|x| mantissa_and_exponent(*x)).collect();
    let nonzero = parts.iter().filter(|(m, _)| *m != 0);
    let lowest = nonzero.map(|(_, e)| *e).min().unwrap_or(0);
    let shift = |(m, e): &(i64, i32)| {
        if *m == 0 {
            BigInt::zero()
        } else {
            BigInt::from(*m) << (e - lowest)
        }
    };
    parts.iter().map(shift).collect()
}

/// `x` as `m · 2^e` with integers `m` and `e`.
fn mantissa_and_exponent(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let magnitude = if exponent == 0 {
        fraction
    } else {
        fraction | (1 << 52)
    };
    let signed = if x.is_sign_negative() {
        -magnitude
    } else {
        magnitude
    };
    (signed, exponent.max(1) - 1075)
}

fn sign(x: BigInt) -> Sign {
    if x.is_zero() {
        Sign::Zero
    } else if x.is_positive() {
        Sign::Positive
    } else {
        Sign::Negative
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_double_is_its_mantissa_times_its_power_of_two() {
        for x in [
            0.0,
            -0.0,
            1.0,
            -1.5,
            0.1,
            f64::MIN_POSITIVE,
            f64::from_bits(1),
            f64::MAX,
        ] {
            let (m, e) = mantissa_and_exponent(x);
            let halves = (m as f64) * 2f64.powi(e / 2) * 2f64.powi(e - e / 2);
            assert_eq!(halves, x);
        }
    }
}
