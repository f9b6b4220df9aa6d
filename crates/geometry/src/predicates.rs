//! Exact signs of orientation and in-sphere determinants.
//!
//! Each sign is that of the exact determinant of the stored coordinates. Valid for coordinates up
//! to [`crate::MAX_COORDINATE`] in absolute value, down to the smallest subnormal number. In
//! general position a sign costs one rounded determinant and one error bound. The essence:
//! 1. Compare the rounded determinant with a static error bound (Shewchuk 1997, stage A).
//! 2. If it is within the bound, compute adaptive expansions (the `robust` crate).
//! 3. If products of expansions could underflow, multiply the coordinates by a power of two first.
//!    If some would then be too large, compute with big integers instead.
//!
//! Stages 2 and 3 are counted, so a report can show how often exact arithmetic was needed.

mod insphere;

pub use insphere::insphere;

use crate::{MAX_COORDINATE, Triangle, Vec3, big, power_of_two};

/// Sign of an exact determinant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// Below zero.
    Negative,
    /// Exactly zero.
    Zero,
    /// Above zero.
    Positive,
}

impl Sign {
    /// Returns the sign of a number that is not NaN.
    #[inline]
    pub fn of(x: f64) -> Sign {
        if x > 0.0 {
            Sign::Positive
        } else if x < 0.0 {
            Sign::Negative
        } else {
            Sign::Zero
        }
    }

    /// Returns the opposite sign. Zero stays zero.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Sign {
        match self {
            Sign::Negative => Sign::Positive,
            Sign::Zero => Sign::Zero,
            Sign::Positive => Sign::Negative,
        }
    }
}

/// Largest relative rounding error of one operation: half an ulp of 1.
const EPSILON: f64 = f64::EPSILON / 2.0;
/// Relative error bound of the rounded 3 × 3 determinant (Shewchuk 1997, `o3derrboundA`).
const BOUND_3D: f64 = (7.0 + 56.0 * EPSILON) * EPSILON;
/// Relative error bound of the rounded 2 × 2 determinant (Shewchuk 1997, `ccwerrboundA`).
const BOUND_2D: f64 = (3.0 + 16.0 * EPSILON) * EPSILON;
/// Absolute error that underflow can add to either determinant. The relative bounds exclude it. A
/// product of two differences loses at most 2⁻¹⁰⁷⁵. Six of them, each times a difference of at most
/// 2¹⁰¹, stay below 2⁻⁹⁷¹.
const ORIENTATION_UNDERFLOW: f64 = f64::from_bits((1023 - 960) << 52); // 2^-960
/// Exponent of the smallest absolute value, except zero, of coordinates whose triple products
/// cannot underflow. 2⁻³⁰⁰ has its last bit at 2⁻³⁵², and 2^(3 · −352) is still a multiple of the
/// smallest number.
const EXPANSIONS_SAFE: i32 = -300;

/// Returns the side of the plane through `a`, `b`, `c` on which the point `d` lies: the sign of
/// `((b − a) × (c − a)) · (d − a)`.
///
/// Positive in front, from where the triangle appears counter-clockwise. Zero if the four points
/// are coplanar.
pub fn orient3d(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Sign {
    orient3d_counted(a, b, c, d, &mut 0)
}

/// Returns [`orient3d`], and adds one to `exact` if the filter fails.
#[inline]
pub fn orient3d_counted(a: Vec3, b: Vec3, c: Vec3, d: Vec3, exact: &mut u64) -> Sign {
    Plane::new(a, b, c).side(d, exact)
}

/// Returns the sign of coordinate `axis` of `(b − a) × (c − a)`: the side of the line from `a` to
/// `b` on which `c` lies, in the projection that drops that coordinate.
pub fn orient2d(axis: usize, a: Vec3, b: Vec3, c: Vec3) -> Sign {
    orient2d_counted(axis, a, b, c, &mut 0)
}

/// Returns [`orient2d`], and adds one to `exact` if the filter fails.
#[inline]
pub fn orient2d_counted(axis: usize, a: Vec3, b: Vec3, c: Vec3, exact: &mut u64) -> Sign {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let left = (b[u] - a[u]) * (c[v] - a[v]);
    let right = (b[v] - a[v]) * (c[u] - a[u]);
    let det = left - right;
    let bound = BOUND_2D * (left.abs() + right.abs()) + ORIENTATION_UNDERFLOW;
    if det > bound {
        return Sign::Positive;
    }
    if det < -bound {
        return Sign::Negative;
    }
    *exact += 1;
    orient2d_exact([a[u], a[v]], [b[u], b[v]], [c[u], c[v]])
}

/// Plane through three points, with the filter of [`orient3d`] precomputed for many other points.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    a: Vec3,
    b: Vec3,
    c: Vec3,
    /// `(b − a) × (c − a)`, rounded.
    normal: Vec3,
    /// `normal` with the absolute value of every product, and sums for differences. The error bound
    /// is relative to it.
    permanent: Vec3,
}

impl Plane {
    /// Returns the plane through `a`, `b`, `c`. If they are collinear, every side is zero.
    #[inline]
    pub fn new(a: Vec3, b: Vec3, c: Vec3) -> Plane {
        let (u, v) = (b - a, c - a);
        let left = Vec3::new(u.y * v.z, u.z * v.x, u.x * v.y);
        let right = Vec3::new(u.z * v.y, u.x * v.z, u.y * v.x);
        let (normal, permanent) = (left - right, left.abs() + right.abs());
        Plane {
            a,
            b,
            c,
            normal,
            permanent,
        }
    }

    /// Returns the plane of a triangle, positive in front.
    #[inline]
    pub fn of(t: &Triangle) -> Plane {
        Plane::new(t.a, t.b, t.c)
    }

    /// Returns the vector of twice the triangle's area, towards the front, rounded.
    pub fn normal(&self) -> Vec3 {
        self.normal
    }

    /// Returns the exact side of `d`, as [`orient3d`], and adds one to `exact` if the filter fails.
    #[inline]
    pub fn side(&self, d: Vec3, exact: &mut u64) -> Sign {
        match self.filtered_side(d) {
            (true, _) => Sign::Positive,
            (_, true) => Sign::Negative,
            _ => {
                *exact += 1;
                orient3d_exact(self.a, self.b, self.c, d)
            }
        }
    }

    /// Returns the sides of the three corners of `t`.
    #[inline]
    pub fn sides(&self, t: &Triangle, exact: &mut u64) -> [Sign; 3] {
        // All filters run before any branch, because most often all of them succeed.
        let corners = t.corners();
        let filtered = corners.map(|d| self.filtered_side(d));
        if filtered.iter().all(|(front, back)| front | back) {
            return filtered.map(|(front, _)| {
                if front {
                    Sign::Positive
                } else {
                    Sign::Negative
                }
            });
        }
        // Neighbors in one mesh and coinciding meshes share corners, which need no arithmetic.
        corners.map(|d| {
            if d == self.a || d == self.b || d == self.c {
                Sign::Zero
            } else {
                self.side(d, exact)
            }
        })
    }

    /// Returns two flags: `d` is certainly in front, and `d` is certainly behind.
    #[inline]
    fn filtered_side(&self, d: Vec3) -> (bool, bool) {
        let w = d - self.a;
        let det = self.normal.dot(w);
        let bound = BOUND_3D * self.permanent.dot(w.abs()) + ORIENTATION_UNDERFLOW;
        (det > bound, det < -bound)
    }
}

/// Multiplies coordinates by one power of two, if that is needed for none but zero to be below
/// `2^least`, and returns true. Returns false, and leaves them, if the largest would then be above
/// [`MAX_COORDINATE`]: they differ by a factor of more than `2^(100 - least)`.
///
/// The product is exact, as the power is above 1, and no sign of a determinant changes.
fn lift(coordinates: &mut [f64], least: i32) -> bool {
    let sizes = coordinates.iter().map(|x| x.abs()).filter(|x| *x > 0.0);
    let range = |(low, high): (f64, f64), x: f64| (low.min(x), high.max(x));
    let (smallest, largest) = sizes.fold((f64::INFINITY, 0.0), range);
    if smallest >= power_of_two(least) {
        return true;
    }
    // Exponent of the largest power of two that is at most `smallest`, which may be subnormal.
    let bits = smallest.to_bits();
    let exponent = match (bits >> 52) as i32 {
        0 => -1011 - bits.leading_zeros() as i32,
        biased => biased - 1023,
    };
    let by = least - exponent;
    if times_power_of_two(largest, by) > MAX_COORDINATE {
        return false;
    }
    coordinates
        .iter_mut()
        .for_each(|x| *x = times_power_of_two(*x, by));
    true
}

/// Multiplies a number by `2^exponent`, which is above 1. Processors take some hundred cycles to
/// multiply a subnormal number, and a few for its bits.
fn times_power_of_two(x: f64, exponent: i32) -> f64 {
    if x.is_subnormal() {
        let units = x.abs().to_bits() as f64;
        (units * power_of_two(exponent - 1074)).copysign(x)
    } else {
        x * power_of_two(exponent)
    }
}

#[cold]
fn orient3d_exact(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Sign {
    // Shared corners and planes across an axis are common, and need no arithmetic.
    let all = [a, b, c, d];
    let share_coordinate = |k: usize| all.iter().all(|p| p[k] == a[k]);
    let repeated = (1..4).any(|i| all[..i].contains(&all[i]));
    if repeated || (0..3).any(share_coordinate) {
        return Sign::Zero;
    }
    let mut points = all.map(|p| p.to_array());
    if !lift(points.as_flattened_mut(), EXPANSIONS_SAFE) {
        return big::orient3d(points);
    }
    let [a, b, c, d] = points.map(|[x, y, z]| robust::Coord3D { x, y, z });
    // `robust` follows Shewchuk: positive when `d` lies *behind* the counter-clockwise a, b, c.
    Sign::of(robust::orient3d(a, b, c, d)).flipped()
}

#[cold]
fn orient2d_exact(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> Sign {
    let mut points = [a, b, c];
    if !lift(points.as_flattened_mut(), EXPANSIONS_SAFE) {
        return big::orient2d(points);
    }
    let [a, b, c] = points.map(|[x, y]| robust::Coord { x, y });
    Sign::of(robust::orient2d(a, b, c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_is_positive() {
        assert_eq!(
            orient3d(Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z),
            Sign::Positive
        );
        assert_eq!(
            orient3d(Vec3::ZERO, Vec3::X, Vec3::Y, -Vec3::Z),
            Sign::Negative
        );
        assert_eq!(
            orient3d(Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE - Vec3::Z),
            Sign::Zero
        );
        assert_eq!(orient2d(2, Vec3::ZERO, Vec3::X, Vec3::Y), Sign::Positive);
        assert_eq!(orient2d(0, Vec3::ZERO, Vec3::Y, Vec3::Z), Sign::Positive);
        assert_eq!(orient2d(1, Vec3::ZERO, Vec3::Z, Vec3::X), Sign::Positive);
    }

    #[test]
    fn one_ulp_off_the_plane_is_seen_and_counted() {
        // On the plane x + y + z = 1 up to the last bit of z.
        let (a, b, c) = (Vec3::X, Vec3::Y, Vec3::Z);
        let on = Vec3::new(0.25, 0.25, 0.5);
        for (z, sign) in [
            (0.5, Sign::Zero),
            (0.5f64.next_up(), Sign::Positive),
            (0.5f64.next_down(), Sign::Negative),
        ] {
            let mut exact = 0;
            assert_eq!(orient3d_counted(a, b, c, on.with_z(z), &mut exact), sign);
            assert_eq!(exact, 1);
        }
        let mut exact = 0;
        orient3d_counted(a, b, c, Vec3::ONE, &mut exact);
        assert_eq!(exact, 0, "general position needs no exact arithmetic");
    }

    #[test]
    fn coordinates_are_lifted_exactly_where_expansions_have_room() {
        for exponent in [-1074, -1030, -1022, -900, -301] {
            for range in [0, 20, 400] {
                let (low, high) = (power_of_two(exponent), power_of_two(exponent + range));
                let before = [0.0, low, -high, 3.0 * low];
                let mut after = before;
                assert!(lift(&mut after, -300), "2^{exponent}, 2^{range}");
                assert_eq!(after[1], power_of_two(-300));
                assert!(after[2].abs() <= MAX_COORDINATE);
                let unlifted = after.map(|x| x / after[1] * low);
                assert_eq!(unlifted, before, "2^{exponent}, 2^{range}");
            }
            let mut wide = [power_of_two(exponent), power_of_two(exponent + 401)];
            let before = wide;
            assert!(!lift(&mut wide, -300), "2^{exponent}");
            assert_eq!(wide, before);
        }
        let mut safe = [power_of_two(-300), -0.0, MAX_COORDINATE];
        assert!(lift(&mut safe, -300));
        assert_eq!(safe, [power_of_two(-300), 0.0, MAX_COORDINATE]);
        assert!(lift(&mut [0.0; 3], -300));
        // That of `insphere`.
        let mut subnormal = [5.0 * power_of_two(-1074), -power_of_two(-1030), -0.0];
        assert!(lift(&mut subnormal, -150));
        let scaled = [1.25 * power_of_two(-150), -power_of_two(-108), -0.0];
        assert_eq!(subnormal.map(f64::to_bits), scaled.map(f64::to_bits));
    }

    #[test]
    fn subnormal_and_huge_coordinates_have_exact_signs() {
        for scale in [
            f64::from_bits(8),
            2f64.powi(-400),
            crate::MAX_COORDINATE / 4.0,
        ] {
            let at = |x: f64, y: f64, z: f64| scale * Vec3::new(x, y, z);
            let plane = [at(1.0, 0.0, 0.0), at(0.0, 1.0, 0.0), at(0.0, 0.0, 1.0)];
            let side = |p| orient3d(plane[0], plane[1], plane[2], p);
            assert_eq!(side(at(0.25, 0.25, 0.5)), Sign::Zero, "scale {scale:e}");
            assert_eq!(side(at(0.25, 0.5, 0.5)), Sign::Positive, "scale {scale:e}");
            assert_eq!(
                side(at(0.25, 0.25, 0.25)),
                Sign::Negative,
                "scale {scale:e}"
            );
            let area = |p| orient2d(2, at(0.0, 0.0, 0.0), at(1.0, 1.0, 0.0), p);
            assert_eq!(area(at(0.5, 0.5, 7.0)), Sign::Zero);
            assert_eq!(area(at(0.5, 0.75, 7.0)), Sign::Positive);
        }
    }
}
