//! Half-spaces with exact coefficients.

use super::primitive_numbers::primitive;
use super::rational_point::{RationalPoint, rounded};
use crate::big::on_one_scale;
use crate::{Pose, Sign, Vec3};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::sync::Arc;

/// Closed half-space of the points `p` with `normal · p + constant ≤ 0`. The normal points outward.
///
/// The coefficients are integers without common divisor, so that half-spaces of the same points are
/// equal values, and so that the plane through three points contains them exactly.
#[derive(Clone, Debug)]
pub struct HalfSpace {
    coefficients: Arc<[BigInt; 4]>,
    /// Coefficients rounded, on a scale with the largest component of the normal in [1/2, 1].
    normal: Vec3,
    constant: f64,
}

/// Compares exact coefficients.
impl PartialEq for HalfSpace {
    fn eq(&self, other: &HalfSpace) -> bool {
        self.coefficients == other.coefficients
    }
}

impl Eq for HalfSpace {}

/// Order of the exact coefficients, to sort equal half-spaces together.
impl Ord for HalfSpace {
    fn cmp(&self, other: &HalfSpace) -> std::cmp::Ordering {
        self.coefficients.cmp(&other.coefficients)
    }
}

impl PartialOrd for HalfSpace {
    fn partial_cmp(&self, other: &HalfSpace) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Bound on the rounding of [`HalfSpace::side`], relative to the sum of the absolute terms: 2⁻⁵⁰.
///
/// Each of the four terms is a product of a rounded coefficient and a rounded coordinate, rounded
/// itself, and takes part in at most three sums: at most seven roundings of 2⁻⁵³, and one more for
/// the products of these errors.
const SIDE_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Bound on what underflow adds to [`HalfSpace::side`], for coefficients of at most 1 and
/// coordinates of absolute value 1 in total: each of eight values loses less than 2⁻¹⁰²².
const SIDE_UNDERFLOW: f64 = 8.0 * f64::MIN_POSITIVE;

impl HalfSpace {
    /// Returns the half-space of the points with `normal · p ≤ offset`, or `None` if a number is
    /// not finite or the normal is zero. The normal may have any length.
    pub fn new(normal: Vec3, offset: f64) -> Option<HalfSpace> {
        if !normal.is_finite() || !offset.is_finite() {
            return None;
        }
        let numbers = on_one_scale(&[normal.x, normal.y, normal.z, -offset]);
        HalfSpace::of_coefficients(numbers.try_into().expect("four numbers"))
    }

    /// Returns the half-space behind the plane through three points: the plane's normal is
    /// `(b − a) × (c − a)`, as that of a triangle seen counterclockwise from outside. Returns
    /// `None` if a number is not finite or the points are collinear.
    pub fn behind(a: Vec3, b: Vec3, c: Vec3) -> Option<HalfSpace> {
        let numbers = [a, b, c].map(|p| p.to_array());
        if numbers.as_flattened().iter().any(|x| !x.is_finite()) {
            return None;
        }
        let mut scaled = numbers.as_flattened().to_vec();
        scaled.push(1.0);
        let scaled = on_one_scale(&scaled);
        let one = &scaled[9];
        let edge = |i: usize, k: usize| &scaled[3 * i + k] - &scaled[k];
        let cross = |i: usize, j: usize| edge(1, i) * edge(2, j) - edge(1, j) * edge(2, i);
        // The edges carry one factor of the scale each, the point carries one.
        let normal = [cross(1, 2), cross(2, 0), cross(0, 1)];
        let constant: BigInt = -(0..3).map(|k| &normal[k] * &scaled[k]).sum::<BigInt>();
        let [x, y, z] = normal.map(|n| n * one);
        HalfSpace::of_coefficients([x, y, z, constant])
    }

    fn of_coefficients(coefficients: [BigInt; 4]) -> Option<HalfSpace> {
        let coefficients = primitive(coefficients);
        let bits = coefficients[..3].iter().map(BigInt::bits).max()?;
        if bits == 0 {
            return None;
        }
        let unit = BigInt::one() << bits;
        let [x, y, z, constant] = [0, 1, 2, 3].map(|i| rounded(&coefficients[i], &unit));
        Some(HalfSpace {
            coefficients: Arc::new(coefficients),
            normal: Vec3::new(x, y, z),
            constant,
        })
    }

    /// Returns the half-space on the other side of the same plane.
    #[must_use]
    pub fn complement(&self) -> HalfSpace {
        HalfSpace {
            coefficients: Arc::new(self.coefficients.each_ref().map(|x| -x)),
            normal: -self.normal,
            constant: -self.constant,
        }
    }

    /// Returns the half-space moved by a pose, exactly: its quaternion is taken for the rotation
    /// of its direction, whatever its length. Returns `None` if a number is not finite or the
    /// quaternion is zero.
    ///
    /// World vertices of a body are not these exact points ([`Pose::world_map`] rounds): this is
    /// for placing primitives within a body.
    #[must_use]
    pub fn posed(&self, pose: &Pose) -> Option<HalfSpace> {
        let (q, t) = (pose.rotation, pose.translation);
        if !q.is_finite() || !t.is_finite() {
            return None;
        }
        let q = on_one_scale(&q.to_array());
        let [x, y, z, w] = <[BigInt; 4]>::try_from(q).expect("four numbers");
        let length_squared = &x * &x + &y * &y + &z * &z + &w * &w;
        if length_squared.is_zero() {
            return None;
        }
        // Columns of the matrix of the quaternion, times its squared length.
        let two = |a: &BigInt, b: &BigInt| (a * b) << 1;
        let columns = [
            [
                &length_squared - (two(&y, &y) + two(&z, &z)),
                two(&x, &y) + two(&w, &z),
                two(&x, &z) - two(&w, &y),
            ],
            [
                two(&x, &y) - two(&w, &z),
                &length_squared - (two(&x, &x) + two(&z, &z)),
                two(&y, &z) + two(&w, &x),
            ],
            [
                two(&x, &z) + two(&w, &y),
                two(&y, &z) - two(&w, &x),
                &length_squared - (two(&x, &x) + two(&y, &y)),
            ],
        ];
        let [nx, ny, nz, d] = &*self.coefficients;
        let [cx, cy, cz] = &columns;
        let normal = [0, 1, 2].map(|i| nx * &cx[i] + ny * &cy[i] + nz * &cz[i]);
        // normal · (p − t) + d |q|² ≤ 0, times the scale of t.
        let scaled = on_one_scale(&[t.x, t.y, t.z, 1.0]);
        let moved: BigInt = (0..3).map(|k| &normal[k] * &scaled[k]).sum();
        let constant = d * &length_squared * &scaled[3] - moved;
        let [nx, ny, nz] = normal.map(|n| n * &scaled[3]);
        HalfSpace::of_coefficients([nx, ny, nz, constant])
    }

    /// Returns the side of a finite point: positive outside, zero on the plane. Exact.
    pub fn side(&self, p: Vec3) -> Sign {
        self.filtered_side(p)
            .unwrap_or_else(|| self.exact_side(&RationalPoint::of(p)))
    }

    /// Returns the side of an exact point.
    pub(super) fn side_of(&self, p: &RationalPoint) -> Sign {
        self.filtered_side(p.rounded)
            .unwrap_or_else(|| self.exact_side(p))
    }

    /// Returns the side of all points whose coordinates round to `p`, if rounding allows.
    fn filtered_side(&self, p: Vec3) -> Option<Sign> {
        let terms = self.normal * p;
        let value = terms.x + terms.y + terms.z + self.constant;
        let size = p.abs().element_sum() + 1.0;
        let magnitude = terms.abs().element_sum() + self.constant.abs();
        let bound = SIDE_ROUNDING * magnitude + SIDE_UNDERFLOW * size;
        if value > bound {
            Some(Sign::Positive)
        } else if value < -bound {
            Some(Sign::Negative)
        } else {
            None
        }
    }

    fn exact_side(&self, p: &RationalPoint) -> Sign {
        let terms = self.coefficients.iter().zip(p.homogeneous());
        let sum: BigInt = terms.map(|(a, x)| a * x).sum();
        match sum.sign() {
            num_bigint::Sign::Minus => Sign::Negative,
            num_bigint::Sign::NoSign => Sign::Zero,
            num_bigint::Sign::Plus => Sign::Positive,
        }
    }

    /// Returns the outward normal, rounded, of any length.
    pub fn normal(&self) -> Vec3 {
        self.normal
    }

    /// Returns the normal and the constant as integers.
    pub(super) fn coefficients(&self) -> &[BigInt; 4] {
        &self.coefficients
    }
}

/// Returns the axis along which a normal is largest. Each line along it meets the plane in one
/// point.
pub(super) fn main_axis(normal: Vec3) -> usize {
    let size = normal.abs();
    let pick = |best, i| if size[i] > size[best] { i } else { best };
    [1, 2].into_iter().fold(0, pick)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Quat;

    #[test]
    fn a_plane_through_points_contains_them_exactly() {
        let [a, b, c] = [
            Vec3::new(0.1, 0.7, -0.3),
            Vec3::new(1e-9, 3.3, 0.2),
            Vec3::new(7.1, -0.9, 1e3),
        ];
        for scale in [1.0, f64::powi(2.0, -900), f64::powi(2.0, 90)] {
            let points = [a, b, c].map(|p| p * scale);
            let [a, b, c] = points;
            let plane = HalfSpace::behind(a, b, c).unwrap();
            for p in points {
                assert_eq!(plane.side(p), Sign::Zero);
            }
            let normal = plane.normal();
            assert_eq!(plane.side(a + normal * scale), Sign::Positive);
            assert_eq!(plane.complement().side(a + normal * scale), Sign::Negative);
            assert_ne!(plane.complement(), plane);
            assert_eq!(plane.complement().complement(), plane);
            assert_eq!(HalfSpace::behind(b, c, a).unwrap(), plane);
        }
        assert!(HalfSpace::behind(a, a, c).is_none());
        assert!(HalfSpace::new(Vec3::ZERO, 1.0).is_none());
        assert!(HalfSpace::new(Vec3::X, f64::NAN).is_none());
    }

    #[test]
    fn one_ulp_off_the_plane_is_off_the_plane() {
        let plane = HalfSpace::new(Vec3::new(1.0, 1.0, 0.0), 0.3).unwrap();
        let on = Vec3::new(0.3, 0.0, 5.0);
        assert_eq!(plane.side(on), Sign::Zero);
        assert_eq!(
            plane.side(Vec3::new(0.3f64.next_up(), 0.0, 5.0)),
            Sign::Positive
        );
        assert_eq!(plane.side(Vec3::new(0.3, -1e-300, 5.0)), Sign::Negative);
    }

    #[test]
    fn posed_half_spaces_move_as_points_do() {
        let plane = HalfSpace::new(Vec3::X, 1.0).unwrap();
        // A quarter turn about z, at twice the length of a unit quaternion.
        let pose = Pose::new(
            Vec3::new(0.0, 0.25, 7.0),
            Quat::from_xyzw(0.0, 0.0, 2.0, 2.0),
        );
        let moved = plane.posed(&pose).unwrap();
        assert_eq!(moved, HalfSpace::new(Vec3::Y, 1.25).unwrap());
        assert!(
            plane
                .posed(&Pose::new(Vec3::ZERO, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)))
                .is_none()
        );
    }
}
