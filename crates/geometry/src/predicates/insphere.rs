//! Exact sign of the in-sphere determinant.
//!
//! Lift each point `p` to `(p, |p|²)`, on a paraboloid in four dimensions. The sphere through `a`,
//! `b`, `c`, `d` is lifted into a hyperplane, and a point is inside the sphere exactly if it is
//! lifted to below that plane. With `u` the vectors from `e` to the four, this is the sign of the
//! determinant of the rows `(u, |u|²)`, positive outside if the four are positively oriented. It is
//! expanded by its last column: six minors in x and y make four volumes.

use super::Sign;
use crate::{Vec3, big};

/// Relative error bound of the rounded determinant (Shewchuk 1997, `isperrboundA`).
const BOUND: f64 = (16.0 + 224.0 * super::EPSILON) * super::EPSILON;
/// Relative error bound of the determinant in pairs of doubles: one operation loses at most 2⁻¹⁰²
/// of the sum of its absolute operands, no term passes through more than fourteen, and the
/// permanent itself is rounded.
const BOUND_OF_PAIRS: f64 = f64::from_bits((1023 - 97) << 52); // 2^-97
/// Absolute error that underflow can add to either. A product loses at most some 2⁻¹⁰⁷³ and is
/// multiplied by three more differences of at most 2¹⁰¹; of such terms there are below 2¹⁰.
const INSPHERE_UNDERFLOW: f64 = f64::from_bits((1023 - 750) << 52); // 2^-750
/// Exponent of the absolute value below which a coordinate other than zero may have bits whose
/// fivefold products underflow: 2⁻¹⁵⁰ has its last bit at 2⁻²⁰², and 2^(5 · −202) is still a normal
/// number.
const EXPANSIONS_SAFE: i32 = -150;

/// Returns the side of the sphere through `a`, `b`, `c`, `d` on which `e` lies: positive inside,
/// zero on it, negative outside.
///
/// That holds if [`crate::orient3d`] of `a`, `b`, `c`, `d` is positive. If it is negative, the sign
/// flips. If all five points lie on one circle or line, the sign is zero.
///
/// The first stage that is certain decides: a static bound on the rounded determinant, a bound on
/// the determinant in pairs of doubles (for points on a sphere up to rounding), expansions
/// (`robust`) of lifted coordinates, big integers where lifting has no room.
#[inline]
pub fn insphere(a: Vec3, b: Vec3, c: Vec3, d: Vec3, e: Vec3) -> Sign {
    let edges = [a - e, b - e, c - e, d - e];
    let [p, q, r, s] = edges;
    let minor = |u: Vec3, v: Vec3| (u.x * v.y, v.x * u.y);
    let (pq, qr, rs, sp) = (minor(p, q), minor(q, r), minor(r, s), minor(s, p));
    let (pr, qs) = (minor(p, r), minor(q, s));
    let value = |m: (f64, f64)| m.0 - m.1;
    let volume =
        |u: Vec3, vw, v: Vec3, uw, w: Vec3, uv| u.z * value(vw) - v.z * value(uw) + w.z * value(uv);
    let negated = |m: (f64, f64)| (m.1, m.0);
    let pqr = volume(p, qr, q, pr, r, pq);
    let qrs = volume(q, rs, r, qs, s, qr);
    let rsp = volume(r, sp, s, negated(pr), p, rs);
    let spq = volume(s, pq, p, negated(qs), q, sp);
    let lift = edges.map(|u| u.length_squared());
    // The negative of Shewchuk's determinant, which is positive inside where his orientation is
    // positive: the other one.
    let det = (lift[2] * spq - lift[3] * pqr) + (lift[0] * qrs - lift[1] * rsp);

    let size = |m: (f64, f64)| m.0.abs() + m.1.abs();
    let total = |u: Vec3, vw, v: Vec3, uw, w: Vec3, uv| {
        u.z.abs() * size(vw) + v.z.abs() * size(uw) + w.z.abs() * size(uv)
    };
    let permanent = lift[0] * total(q, rs, r, qs, s, qr)
        + lift[1] * total(r, sp, s, pr, p, rs)
        + lift[2] * total(s, pq, p, qs, q, sp)
        + lift[3] * total(p, qr, q, pr, r, pq);
    let bound = BOUND * permanent + INSPHERE_UNDERFLOW;
    if det > bound {
        return Sign::Positive;
    }
    if det < -bound {
        return Sign::Negative;
    }
    nearly_on_the_sphere([a, b, c, d, e], permanent)
}

#[cold]
fn nearly_on_the_sphere(points: [Vec3; 5], permanent: f64) -> Sign {
    let det = in_pairs(points);
    let bound = BOUND_OF_PAIRS * permanent + INSPHERE_UNDERFLOW;
    if det.high.abs() > bound {
        return Sign::of(det.high);
    }
    let mut numbers = points.map(|p| p.to_array());
    if !super::lift(numbers.as_flattened_mut(), EXPANSIONS_SAFE) {
        return big::insphere(numbers);
    }
    let [a, b, c, d, e] = numbers.map(|[x, y, z]| robust::Coord3D { x, y, z });
    // `robust` follows Shewchuk, whose positive orientation is the other one.
    Sign::of(robust::insphere(a, b, c, d, e)).flipped()
}

/// Returns the determinant, positive inside, in pairs of doubles.
fn in_pairs(points: [Vec3; 5]) -> DoubleDouble {
    let e = points[4];
    let edge = |i: usize| {
        let p = points[i];
        [
            DoubleDouble::difference(p.x, e.x),
            DoubleDouble::difference(p.y, e.y),
            DoubleDouble::difference(p.z, e.z),
        ]
    };
    let edges = [edge(0), edge(1), edge(2), edge(3)];
    // Shewchuk 1997: 2 × 2 minors in x and y, expanded by z to volumes, expanded by the squared
    // distances. Each minor serves two volumes.
    let minor = |i: usize, j: usize| {
        let ([ux, uy, _], [vx, vy, _]) = (edges[i], edges[j]);
        ux.times(vy).plus(vx.times(uy).negated())
    };
    let (pq, qr, rs) = (minor(0, 1), minor(1, 2), minor(2, 3));
    let (sp, pr, qs) = (minor(3, 0), minor(0, 2), minor(1, 3));
    let volume =
        |i: usize, vw: DoubleDouble, j: usize, uw: DoubleDouble, k: usize, uv: DoubleDouble| {
            let (u, v, w) = (edges[i][2], edges[j][2], edges[k][2]);
            let outer = u.times(vw).plus(w.times(uv));
            outer.plus(v.times(uw).negated())
        };
    let pqr = volume(0, qr, 1, pr, 2, pq);
    let qrs = volume(1, rs, 2, qs, 3, qr);
    let rsp = volume(2, sp, 3, pr.negated(), 0, rs);
    let spq = volume(3, pq, 0, qs.negated(), 1, sp);
    let lift = edges.map(|[x, y, z]| x.times(x).plus(y.times(y)).plus(z.times(z)));
    let left = lift[2].times(spq).plus(lift[3].times(pqr).negated());
    let right = lift[0].times(qrs).plus(lift[1].times(rsp).negated());
    left.plus(right)
}

/// Unevaluated sum of two doubles, the second within half an ulp of the first (Dekker 1971).
#[derive(Clone, Copy)]
struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
    /// `x - y`, exactly.
    fn difference(x: f64, y: f64) -> DoubleDouble {
        let high = x - y;
        let part = x - high;
        let low = (x - (high + part)) + (part - y);
        DoubleDouble { high, low }
    }

    fn negated(self) -> DoubleDouble {
        DoubleDouble {
            high: -self.high,
            low: -self.low,
        }
    }

    fn plus(self, other: DoubleDouble) -> DoubleDouble {
        let sum = DoubleDouble::difference(self.high, -other.high);
        DoubleDouble::renormalized(sum.high, sum.low + (self.low + other.low))
    }

    fn times(self, other: DoubleDouble) -> DoubleDouble {
        let (high, low) = exact_product(self.high, other.high);
        DoubleDouble::renormalized(high, low + (self.high * other.low + self.low * other.high))
    }

    fn renormalized(high: f64, low: f64) -> DoubleDouble {
        let sum = high + low;
        DoubleDouble {
            high: sum,
            low: low - (sum - high),
        }
    }
}

/// Returns a product and its rounding error, without fused multiply-add (Dekker 1971).
fn exact_product(x: f64, y: f64) -> (f64, f64) {
    let ((x1, x2), (y1, y2)) = (halves(x), halves(y));
    let product = x * y;
    let error = x2 * y2 - (((product - x1 * y1) - x2 * y1) - x1 * y2);
    (product, error)
}

/// Returns two numbers of 26 bits whose sum is `x`.
fn halves(x: f64) -> (f64, f64) {
    const SPLITTER: f64 = 134_217_729.0; // 2^27 + 1
    let scaled = SPLITTER * x;
    let high = scaled - (scaled - x);
    (high, x - high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orient3d;

    #[test]
    fn inside_is_positive_for_a_positive_tetrahedron() {
        let (o, x, y, z) = (Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z);
        assert_eq!(orient3d(o, x, y, z), Sign::Positive);
        let of = |e| insphere(o, x, y, z, e);
        assert_eq!(of(Vec3::splat(0.5)), Sign::Positive);
        assert_eq!(of(Vec3::splat(-1.0)), Sign::Negative);
        assert_eq!(of(Vec3::ONE), Sign::Zero);
        assert_eq!(of(Vec3::ONE.with_z(1f64.next_up())), Sign::Negative);
        assert_eq!(of(Vec3::ONE.with_z(1f64.next_down())), Sign::Positive);
        assert_eq!(insphere(x, o, y, z, Vec3::splat(0.5)), Sign::Negative);
    }

    #[test]
    fn points_at_the_ends_of_the_range_have_exact_signs() {
        for scale in [f64::from_bits(8), 2f64.powi(-200), crate::MAX_COORDINATE] {
            let of = |e: Vec3| {
                let [a, b, c, d] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|p| p * scale);
                insphere(a, b, c, d, e * scale)
            };
            assert_eq!(of(Vec3::splat(0.5)), Sign::Positive, "scale {scale:e}");
            assert_eq!(of(Vec3::ONE), Sign::Zero, "scale {scale:e}");
            assert_eq!(of(Vec3::splat(-0.5)), Sign::Negative, "scale {scale:e}");
        }
    }

    #[test]
    fn a_product_and_its_error_are_the_exact_product() {
        let (x, y) = (1.0 + f64::EPSILON, 1.0 - f64::EPSILON);
        assert_eq!(exact_product(x, y), (1.0, -f64::EPSILON * f64::EPSILON));
    }
}
