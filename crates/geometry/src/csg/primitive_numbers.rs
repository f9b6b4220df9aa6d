//! Integers without common divisor.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};

/// Digits of numbers whose divisor is found without big integers: 256 bits. Planes through points
/// of common meshes have some 100 to 200.
const DIGITS: usize = 4;

/// Number of at most 256 bits, the lowest digit first.
type Digits = [u64; DIGITS];

/// Returns the numbers divided by their greatest common divisor, signs kept. All zero stays zero.
///
/// The power of two in the divisor is mostly all there is of it: it is a shift.
pub(super) fn primitive<const N: usize>(numbers: [BigInt; N]) -> [BigInt; N] {
    let nonzero = numbers.iter().filter(|x| !x.is_zero());
    let Some(twos) = nonzero.filter_map(BigInt::trailing_zeros).min() else {
        return numbers;
    };
    let mut divisor = BigUint::zero();
    for x in &numbers {
        divisor = odd_divisor(&divisor, x.magnitude());
        if divisor.is_one() {
            break;
        }
    }
    let divisor = BigInt::from(divisor);
    numbers.map(|x| {
        // Nothing is lost, so the shift of a negative number is not rounded.
        let odd = if twos > 0 { x >> twos } else { x };
        if divisor.is_one() {
            odd
        } else {
            odd / &divisor
        }
    })
}

/// Returns the greatest odd common divisor of an odd number and another. Zero counts as nothing.
fn odd_divisor(odd: &BigUint, other: &BigUint) -> BigUint {
    let Some(twos) = other.trailing_zeros() else {
        return odd.clone();
    };
    if odd.is_zero() {
        return other >> twos;
    }
    if odd.bits().max(other.bits()) > 64 * DIGITS as u64 {
        return odd.gcd(&(other >> twos));
    }
    let other = shifted(digits(other), twos as u32);
    let found = odd_divisor_of_digits(digits(odd), other);
    BigUint::from_slice(&found.map(|x| [x as u32, (x >> 32) as u32]).concat())
}

fn digits(x: &BigUint) -> Digits {
    let mut digits = [0; DIGITS];
    for (to, from) in digits.iter_mut().zip(x.iter_u64_digits()) {
        *to = from;
    }
    digits
}

/// Returns the greatest common divisor of two odd numbers: the larger loses the smaller, then the
/// twos that appear, until both are equal.
fn odd_divisor_of_digits(mut a: Digits, mut b: Digits) -> Digits {
    while a[2..] != [0, 0] || b[2..] != [0, 0] {
        if is_less(&a, &b) {
            std::mem::swap(&mut a, &mut b);
        }
        a = less(&a, &b);
        match a.iter().position(|x| *x != 0) {
            None => return b,
            Some(digit) => {
                let twos = 64 * digit as u32 + a[digit].trailing_zeros();
                a = shifted(a, twos);
            }
        }
    }
    let half = |x: Digits| u128::from(x[1]) << 64 | u128::from(x[0]);
    let (mut a, mut b) = (half(a), half(b));
    while a >> 64 != 0 || b >> 64 != 0 {
        match a.abs_diff(b) {
            0 => return [a as u64, (a >> 64) as u64, 0, 0],
            rest => (a, b) = (rest >> rest.trailing_zeros(), a.min(b)),
        }
    }
    let (mut a, mut b) = (a as u64, b as u64);
    while a != b {
        let rest = a.abs_diff(b);
        (a, b) = (rest >> rest.trailing_zeros(), a.min(b));
    }
    [a, 0, 0, 0]
}

fn is_less(a: &Digits, b: &Digits) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// Returns `a − b`, for `a ≥ b`.
fn less(a: &Digits, b: &Digits) -> Digits {
    let (mut rest, mut borrow) = (*a, false);
    for (x, y) in rest.iter_mut().zip(b) {
        let (difference, below) = x.overflowing_sub(*y);
        let (difference, below_again) = difference.overflowing_sub(u64::from(borrow));
        (*x, borrow) = (difference, below | below_again);
    }
    rest
}

/// Returns a number divided by a power of two, rounded down.
fn shifted(x: Digits, twos: u32) -> Digits {
    let (whole, bits) = ((twos / 64) as usize, twos % 64);
    let mut result = [0; DIGITS];
    for (i, to) in result.iter_mut().enumerate() {
        let digit = |i: usize| x.get(i).copied().unwrap_or(0);
        let both = u128::from(digit(i + whole + 1)) << 64 | u128::from(digit(i + whole));
        *to = (both >> bits) as u64;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Points;
    use num_traits::Signed;

    /// Returns numbers of about `bits` bits, times a common factor.
    fn numbers(points: &mut Points, bits: u32, factor: &BigInt) -> [BigInt; 4] {
        let mut digit = || BigInt::from((points.point().x * f64::powi(2.0, 52)) as i64);
        [0, 1, 2, 3].map(|_| {
            let mut x = digit();
            while x.bits() < u64::from(bits) {
                x = (x << 52) + digit();
            }
            x * factor
        })
    }

    fn by_big_integers(numbers: &[BigInt; 4]) -> [BigInt; 4] {
        let all = numbers.iter().fold(BigInt::zero(), |all, x| all.gcd(x));
        numbers.each_ref().map(|x| x / &all)
    }

    #[test]
    fn divisors_are_those_of_big_integers_at_any_size() {
        let mut points = Points::new(11);
        let prime = BigInt::from((1u64 << 61) - 1);
        for bits in [1, 60, 64, 100, 128, 150, 200, 256, 300] {
            for factor in [
                BigInt::one(),
                BigInt::from(-3),
                BigInt::from(12),
                BigInt::one() << 70,
                prime.clone() * &prime,
                prime.clone() << 64,
            ] {
                let mut given = numbers(&mut points, bits, &factor);
                for zeros in 0..4 {
                    assert_eq!(primitive(given.clone()), by_big_integers(&given), "{bits}");
                    given[zeros] = BigInt::zero();
                }
                let [.., last] = primitive(given.clone());
                assert_eq!(last, given[3].signum(), "one number is left");
            }
        }
        let none = [0; 4].map(BigInt::from);
        assert_eq!(primitive(none.clone()), none);
    }

    #[test]
    fn a_divisor_may_have_any_number_of_digits() {
        let three = BigInt::from(3);
        for digits in 1..=5 {
            let factor: BigInt = (BigInt::one() << (64 * digits - 2)) + 1;
            let given = [&factor * &three, -&factor, factor.clone(), factor];
            assert_eq!(primitive(given), [3, -1, 1, 1].map(BigInt::from));
        }
    }
}
