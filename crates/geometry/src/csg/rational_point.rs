//! Points with exact rational coordinates: where three planes meet.

use super::HalfSpace;
use crate::big::on_one_scale;
use crate::{Sign, Vec3};
use num_bigint::{BigInt, BigUint, Sign as BigSign};
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// Point `(x, y, z) / w` with exact integers, and its coordinates rounded to `f64`.
#[derive(Clone, Debug)]
pub(crate) struct RationalPoint {
    /// `x`, `y`, `z` and `w > 0`.
    homogeneous: [BigInt; 4],
    /// Each coordinate is the nearest `f64`, or next to it below the normal range. Equal points
    /// have equal bits.
    pub(crate) rounded: Vec3,
}

/// Bound on the rounding of [`RationalPoint::turn`], relative to the product of the sums of the
/// coordinates' absolute values: 16 half ulps. Each difference is off by two roundings of
/// coordinates and its own, at most 2 half ulps of the sum. So each product is off by less than 6,
/// and so is their difference, up to a rounding.
const TURN_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Equal as points. The integers may differ by a factor.
impl PartialEq for RationalPoint {
    fn eq(&self, other: &RationalPoint) -> bool {
        let ([.., w], [.., v]) = (&self.homogeneous, &other.homogeneous);
        let pairs = self.homogeneous.iter().zip(&other.homogeneous).take(3);
        self.rounded == other.rounded && pairs.into_iter().all(|(x, y)| x * v == y * w)
    }
}

impl RationalPoint {
    /// Returns the point of finite coordinates.
    pub(crate) fn of(p: Vec3) -> RationalPoint {
        let scaled = on_one_scale(&[p.x, p.y, p.z, 1.0]);
        let homogeneous = scaled.try_into().expect("four numbers");
        RationalPoint {
            homogeneous,
            // Negative zero is zero.
            rounded: p + Vec3::ZERO,
        }
    }

    /// Returns the point where three planes meet, or `None` if it is not one point.
    pub(crate) fn meet(planes: [&HalfSpace; 3]) -> Option<RationalPoint> {
        let [p, q, r] = planes.map(HalfSpace::coefficients);
        let of = |i: usize, j: usize| &q[i] * &r[j] - &q[j] * &r[i];
        let (xy, xz, yz) = (of(0, 1), of(0, 2), of(1, 2));
        let w = &p[0] * &yz - &p[1] * &xz + &p[2] * &xy;
        if w.is_zero() {
            return None;
        }
        // Cramer's rule for `normal · p = −constant`.
        let (xd, yd, zd) = (of(0, 3), of(1, 3), of(2, 3));
        let x = &p[2] * &yd - &p[1] * &zd - &p[3] * &yz;
        let y = &p[0] * &zd - &p[2] * &xd + &p[3] * &xz;
        let z = &p[1] * &xd - &p[0] * &yd - &p[3] * &xy;
        let mut homogeneous = [x, y, z, w];
        if homogeneous[3].is_negative() {
            homogeneous = homogeneous.map(|x| -x);
        }
        let [x, y, z, w] = &homogeneous;
        let rounded = Vec3::new(rounded(x, w), rounded(y, w), rounded(z, w));
        Some(RationalPoint {
            homogeneous,
            rounded,
        })
    }

    /// Compares one coordinate, exactly.
    pub(super) fn cmp_along(&self, other: &RationalPoint, axis: usize) -> Ordering {
        // Rounding is monotone.
        let rounded = self.rounded[axis].partial_cmp(&other.rounded[axis]);
        match rounded.expect("coordinates are not NaN") {
            Ordering::Equal => {
                let ([.., w], [.., v]) = (&self.homogeneous, &other.homogeneous);
                (&self.homogeneous[axis] * v).cmp(&(&other.homogeneous[axis] * w))
            }
            order => order,
        }
    }

    /// Returns the turn from here over `b` to `c` in the plane of two axes, positive if it is
    /// counterclockwise. Exact.
    pub(super) fn turn(&self, b: &RationalPoint, c: &RationalPoint, axes: [usize; 2]) -> Sign {
        let [p, q, r] = [self, b, c].map(|p| axes.map(|axis| p.rounded[axis]));
        let (left, right) = ((q[0] - p[0]) * (r[1] - p[1]), (q[1] - p[1]) * (r[0] - p[0]));
        let value = left - right;
        let size = |i: usize| p[i].abs() + q[i].abs() + r[i].abs();
        if value.abs() > TURN_ROUNDING * size(0) * size(1) + f64::MIN_POSITIVE {
            return Sign::of(value);
        }
        let rows = [self, b, c].map(|p| &p.homogeneous);
        let [u, v] = axes;
        let minor = |i: usize, j: usize| &rows[i][u] * &rows[j][v] - &rows[i][v] * &rows[j][u];
        let determinant =
            minor(0, 1) * &rows[2][3] - minor(0, 2) * &rows[1][3] + minor(1, 2) * &rows[0][3];
        match determinant.sign() {
            BigSign::Minus => Sign::Negative,
            BigSign::NoSign => Sign::Zero,
            BigSign::Plus => Sign::Positive,
        }
    }

    /// Returns the integers `x`, `y`, `z` and `w > 0`.
    pub(crate) fn homogeneous(&self) -> &[BigInt; 4] {
        &self.homogeneous
    }
}

/// Returns `n / d` rounded to the nearest `f64`, ties to even, for `d > 0`. Results below the
/// normal range are rounded twice.
pub(crate) fn rounded(n: &BigInt, d: &BigInt) -> f64 {
    if n.is_zero() {
        return 0.0;
    }
    let magnitude = rounded_by_leading_bits(n.magnitude(), d.magnitude());
    let magnitude = magnitude.unwrap_or_else(|| rounded_by_division(n.magnitude(), d.magnitude()));
    if n.sign() == BigSign::Minus {
        -magnitude
    } else {
        magnitude
    }
}

/// Returns `n / d` rounded, of positive numbers, if their leading bits decide it and the result is
/// far from both ends of the range. They do not near the middle of two neighboring `f64`.
fn rounded_by_leading_bits(n: &BigUint, d: &BigUint) -> Option<f64> {
    /// Most that the power of two of the result may be away from 2⁶⁴ without a further rounding.
    const FAR: i64 = 900;
    let exponent = n.bits() as i64 - d.bits() as i64 - 64;
    if exponent.abs() > FAR {
        return None;
    }
    // With `n` in `[N, N + 1)` and `d` in `[D, D + 1)`, times powers of two, the quotient is in
    // `(q − q / D, q + 1)`, and `q / D` is less than 4.
    let divisor = leading_bits(d) >> 64;
    let quotient = leading_bits(n) / divisor;
    let [low, high] = [quotient - 4, quotient + 1].map(|q| q as f64);
    let power = f64::from_bits(((1023 + exponent) as u64) << 52);
    (low == high).then_some(low * power)
}

/// Returns the leading 128 bits of a positive number, filled up with zeros.
fn leading_bits(x: &BigUint) -> u128 {
    let mut digits = x.iter_u64_digits().rev();
    let mut next = || u128::from(digits.next().unwrap_or(0));
    let (first, rest) = (next() << 64 | next(), next() << 64);
    match first.leading_zeros() {
        0 => first,
        shift => first << shift | rest >> (128 - shift),
    }
}

/// Returns `n / d` rounded, of any positive numbers.
fn rounded_by_division(n: &BigUint, d: &BigUint) -> f64 {
    // A quotient of 65 to 67 bits, whose last bit is set if a remainder is lost.
    let shift = 66 - (n.bits() as i64 - d.bits() as i64);
    let (n_scaled, d_scaled) = if shift >= 0 {
        (n << shift, d.clone())
    } else {
        (n.clone(), d << -shift)
    };
    let quotient = &n_scaled / &d_scaled;
    let lost = &quotient * &d_scaled != n_scaled;
    let quotient = quotient.to_u128().expect("67 bits") | u128::from(lost);
    scaled(quotient as f64, -shift)
}

/// Returns `x · 2^exponent`, in steps that do not overflow early.
fn scaled(x: f64, exponent: i64) -> f64 {
    let mut value = x;
    let mut left = exponent.clamp(-2400, 2400) as i32;
    while left != 0 {
        let step = left.clamp(-1000, 1000);
        value *= f64::powi(2.0, step);
        left -= step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Points;

    fn both(n: &BigUint, d: &BigUint) -> [Option<f64>; 2] {
        let division = rounded_by_division(n, d);
        [rounded_by_leading_bits(n, d), Some(division)]
    }

    #[test]
    fn leading_bits_round_as_division_does_and_mostly_decide() {
        let mut points = Points::new(5);
        let mut number = |digits: usize| {
            let digit = || (points.point().x.abs() * f64::powi(2.0, 32)) as u32;
            BigUint::from_slice(
                &std::iter::repeat_with(digit)
                    .take(digits)
                    .collect::<Vec<_>>(),
            )
        };
        let (mut decided, mut all) = (0, 0);
        for round in 0..4000 {
            let (n, d) = (number(1 + round % 17), number(1 + round % 13));
            if n.is_zero() || d.is_zero() {
                continue;
            }
            let [fast, exact] = both(&n, &d);
            all += 1;
            decided += usize::from(fast.is_some());
            assert!(fast.is_none() || fast == exact, "{n} / {d}");
        }
        assert!(all > 3900 && 100 * decided > 98 * all, "{decided} of {all}");
    }

    #[test]
    fn leading_bits_do_not_decide_ties_and_what_is_next_to_them() {
        let tie: BigUint = BigUint::from((1u64 << 53) + 1) << 300;
        let one = BigUint::from(1u8);
        let unit: BigUint = BigUint::from(1u8) << 300;
        for n in [tie.clone(), &tie + &one] {
            assert_eq!(rounded_by_leading_bits(&n, &unit), None);
        }
        // The upper bound of the quotient is the tie itself, which goes to the even one below.
        let [fast, division] = both(&(&tie - &one), &unit);
        assert!(fast.is_none() || fast == division);
        // An `f64` is far from all ties, and so is what is next to it.
        let exact: BigUint = BigUint::from((1u64 << 53) - 1) << 300;
        for n in [exact.clone(), &exact + &one, &exact - &one] {
            let [fast, division] = both(&n, &unit);
            assert_eq!(fast, division);
        }
        // Beyond the normal range.
        for far in [980, 1100] {
            let far: BigUint = BigUint::from(1u8) << far;
            assert_eq!(rounded_by_leading_bits(&one, &far), None);
            assert_eq!(rounded_by_leading_bits(&far, &one), None);
        }
    }
}
