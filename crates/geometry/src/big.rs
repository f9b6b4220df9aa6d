//! Orientation and in-sphere signs with big integers: for coordinates so small, beside others, that
//! expansions would underflow.

use crate::Sign;
use num_bigint::BigInt;
use num_traits::{Float, One, Zero};
use std::cmp::Ordering;

/// [`crate::orient3d`] of any finite points.
pub(crate) fn orient3d([a, b, c, d]: [[f64; 3]; 4]) -> Sign {
    sign_of_determinant(edges(&[b, c, d], a))
}

/// [`crate::orient2d`] of any finite points, already projected.
pub(crate) fn orient2d([a, b, c]: [[f64; 2]; 3]) -> Sign {
    sign_of_determinant(edges(&[b, c], a))
}

/// [`crate::predicates::insphere`] of any finite points.
pub(crate) fn insphere([a, b, c, d, e]: [[f64; 3]; 5]) -> Sign {
    let mut rows = edges(&[a, b, c, d], e);
    for row in &mut rows {
        row.insert(0, row.iter().map(|x| x * x).sum());
    }
    sign_of_determinant(rows)
}

/// Returns the differences of points and an origin, times one power of two that makes them
/// integers. That does not change the sign of a homogeneous polynomial.
fn edges<const D: usize>(points: &[[f64; D]], origin: [f64; D]) -> Vec<Vec<BigInt>> {
    let origin = origin.as_slice();
    let scaled = on_one_scale(&[origin, points.as_flattened()].concat());
    let (origin, points) = scaled.split_at(D);
    let edge = |p: &[BigInt]| p.iter().zip(origin).map(|(x, y)| x - y).collect();
    points.chunks_exact(D).map(edge).collect()
}

/// Returns all numbers times the least power of two that makes them integers.
pub(crate) fn on_one_scale(numbers: &[f64]) -> Vec<BigInt> {
    // A number is `sign · m · 2^e`.
    let parts: Vec<(u64, i16, i8)> = numbers.iter().map(|x| x.integer_decode()).collect();
    let nonzero = parts.iter().filter(|(m, ..)| *m != 0);
    let lowest = nonzero.map(|(_, e, _)| *e).min().unwrap_or(0);
    let scaled = |&(m, e, sign): &(u64, i16, i8)| match m {
        0 => BigInt::zero(),
        m => (BigInt::from(m) * sign) << (e - lowest),
    };
    parts.iter().map(scaled).collect()
}

fn sign_of_determinant(rows: Vec<Vec<BigInt>>) -> Sign {
    let rows: Vec<&[BigInt]> = rows.iter().map(Vec::as_slice).collect();
    match determinant(&rows).cmp(&BigInt::zero()) {
        Ordering::Less => Sign::Negative,
        Ordering::Equal => Sign::Zero,
        Ordering::Greater => Sign::Positive,
    }
}

/// Returns the determinant, expanded along the first column.
fn determinant(rows: &[&[BigInt]]) -> BigInt {
    if rows.is_empty() {
        return BigInt::one();
    }
    let term = |i: usize| {
        let others = [&rows[..i], &rows[i + 1..]].concat();
        let minor: Vec<&[BigInt]> = others.iter().map(|row| &row[1..]).collect();
        let product = &rows[i][0] * determinant(&minor);
        if i.is_multiple_of(2) {
            product
        } else {
            -product
        }
    };
    (0..rows.len()).map(term).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;

    #[test]
    fn every_double_keeps_its_ratio_to_one() {
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
            let [scaled, one] = on_one_scale(&[x, 1.0]).try_into().unwrap();
            let ratio = BigRational::new(scaled, one);
            assert_eq!(Some(ratio), BigRational::from_float(x));
        }
    }
}
