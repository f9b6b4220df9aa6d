//! Points with exact rational coordinates: where three planes meet.

use super::HalfSpace;
use crate::big::on_one_scale;
use crate::{Sign, Vec3};
use num_bigint::{BigInt, Sign as BigSign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
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
    // A quotient of 65 to 67 bits, whose last bit is set if a remainder is lost.
    let shift = 66 - (n.bits() as i64 - d.bits() as i64);
    let magnitude = BigInt::from(n.magnitude().clone());
    let (n_scaled, d_scaled) = if shift >= 0 {
        (magnitude << shift, d.clone())
    } else {
        (magnitude, d << -shift)
    };
    let quotient = &n_scaled / &d_scaled;
    let lost = &quotient * &d_scaled != n_scaled;
    let quotient = quotient.to_u128().expect("67 bits") | u128::from(lost);
    let value = scaled(quotient as f64, -shift);
    if n.sign() == BigSign::Minus {
        -value
    } else {
        value
    }
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

/// Returns the numbers divided by their greatest common divisor, signs kept. All zero stays zero.
pub(super) fn primitive<const N: usize>(numbers: [BigInt; N]) -> [BigInt; N] {
    let mut divisor = BigInt::zero();
    for x in &numbers {
        divisor = divisor.gcd(x);
    }
    if divisor.is_zero() || divisor.is_one() {
        return numbers;
    }
    numbers.map(|x| x / &divisor)
}
