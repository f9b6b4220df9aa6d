//! Sorted lists of the endpoints of intervals, kept in order by insertion sort.
//!
//! Good for lists that are nearly in order, as bodies that move little leave them, poor for others.
//! With `n` endpoints and `e` exchanges: about `n + e` comparisons, where `e` can be about `n² / 2`
//! [Cohen95 §4.2]. Beyond a limit on exchanges, callers sort in `n log n` instead.
//!
//! Insertion sort exchanges each pair in the wrong order exactly once, and no other. So exchanges
//! are not only work, but what has changed between two updates: two intervals begin or cease to
//! overlap exactly where a minimum and a maximum are exchanged (`sweep_and_prune`).

/// Minimum or maximum of a body's box on one axis, as one number.
///
/// From the top: 64 bits whose order is that of the values ([`order_key`]), one bit that is set for
/// a maximum, 31 bits of the body's index. So endpoints compare by value, and at equal values a
/// minimum comes before a maximum, because intervals are closed: those that touch overlap. One
/// comparison of two words does that, without a branch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Endpoint(u128);

/// Bits of the body's index.
const BODY: u128 = (1 << 31) - 1;

/// Returns a number with the order of `value`, which is not NaN. -0.0 and 0.0 are equal.
#[inline]
pub(crate) fn order_key(value: f64) -> u64 {
    // Makes zero of -0.0.
    let bits = (value + 0.0).to_bits();
    // Negative numbers have the reverse order of their bits, and are below all others.
    bits ^ ((bits as i64 >> 63) as u64 | 1 << 63)
}

/// Returns the value of a key that [`order_key`] returned, or that of a number between two keys.
pub(crate) fn key_value(key: u64) -> f64 {
    let bits = key ^ if key >> 63 == 0 { u64::MAX } else { 1 << 63 };
    let value = f64::from_bits(bits);
    // Below the key of negative infinity.
    if value.is_nan() {
        f64::NEG_INFINITY
    } else {
        value
    }
}

impl Endpoint {
    /// Bit of [`Endpoint::code`] that is set for a maximum.
    const MAX_BIT: u32 = 1 << 31;

    pub(crate) fn min(body: u32, value: f64) -> Endpoint {
        Endpoint(u128::from(order_key(value)) << 32 | u128::from(body))
    }

    pub(crate) fn max(body: u32, value: f64) -> Endpoint {
        let Endpoint(minimum) = Endpoint::min(body, value);
        Endpoint(minimum | u128::from(Endpoint::MAX_BIT))
    }

    #[inline]
    pub(crate) fn body(&self) -> u32 {
        (self.0 & BODY) as u32
    }

    #[inline]
    pub(crate) fn is_max(&self) -> bool {
        self.code() & Endpoint::MAX_BIT != 0
    }

    /// Gives it another value, and leaves it where it is.
    #[inline]
    pub(crate) fn set_value(&mut self, value: f64) {
        self.0 = u128::from(order_key(value)) << 32 | u128::from(self.code());
    }

    /// Returns true if its value is `value` or less.
    #[inline]
    pub(crate) fn is_at_most(&self, value: f64) -> bool {
        self.0 >> 32 <= u128::from(order_key(value))
    }

    /// Returns the body's index, with the top bit set for a maximum.
    #[inline]
    fn code(&self) -> u32 {
        self.0 as u32
    }

    /// Returns the least number that every endpoint behind this one exceeds. Two minima, or two
    /// maxima, of equal value may have any order, so neither is behind the other.
    #[inline]
    fn ahead_of(self) -> Endpoint {
        Endpoint(self.0 | BODY)
    }
}

/// Sorts by insertion: every step exchanges a `moving` endpoint with the `passed` one before it.
///
/// Each endpoint is replaced by `renewed` when the sort comes to it, and passes those that are
/// greater than `ahead` of it. The default of the type is less than all endpoints.
///
/// Each pair of endpoints in the wrong order is exchanged exactly once, and no other pair. Calls
/// `step(moving, passed, is_exchanged)` for each such pair, and for other pairs with false. Returns
/// the number of exchanges, or `Err` with it soon after it exceeds `limit`. The order is then void.
///
/// Most endpoints move by one step at most, and which of them do follows no pattern. So the first
/// step has no branch: the two last endpoints in order stay in registers, and only one that passes
/// both takes the loop.
pub(crate) fn insertion_sort<E: Copy + Default + Ord>(
    list: &mut [E],
    limit: u64,
    renewed: impl Fn(E) -> E,
    ahead: impl Fn(E) -> E,
    mut step: impl FnMut(E, E, bool),
) -> Result<u64, u64> {
    let Some(first) = list.first_mut() else {
        return Ok(0);
    };
    *first = renewed(*first);
    // Less than all others, where nothing is before the first.
    // Invariant: `list[..i]` is in order, and ends with these two.
    let (mut before_last, mut last) = (E::default(), *first);
    let mut swaps = 0;
    for i in 1..list.len() {
        let moving = renewed(list[i]);
        let ahead = ahead(moving);
        let passes = ahead < last;
        step(moving, last, passes);
        if ahead < before_last {
            // `last` is no less, so it is passed, too: that exchange is reported above.
            swaps += insert(&mut list[..=i], last, moving, ahead, &mut step);
            before_last = list[i - 1];
            if swaps > limit {
                return Err(swaps);
            }
        } else {
            swaps += u64::from(passes);
            (before_last, last) = if passes {
                (moving, last)
            } else {
                (last, moving)
            };
            list[i - 1] = before_last;
            list[i] = last;
        }
    }
    if swaps > limit { Err(swaps) } else { Ok(swaps) }
}

/// Inserts the last endpoint of a list, `moving`, which passes `last` before it and at least one
/// more. Returns the number that it passes, of which it reports all but the first.
#[inline]
fn insert<E: Copy + Ord>(
    list: &mut [E],
    last: E,
    moving: E,
    ahead: E,
    step: &mut impl FnMut(E, E, bool),
) -> u64 {
    let end = list.len() - 1;
    list[end] = last;
    let mut slot = end - 1;
    while slot > 0 && ahead < list[slot - 1] {
        let passed = list[slot - 1];
        step(moving, passed, true);
        list[slot] = passed;
        slot -= 1;
    }
    list[slot] = moving;
    (end - slot) as u64
}

/// Sorts in `n log n`, without allocating. Equal endpoints are in the order of their bodies.
pub(crate) fn full_sort(list: &mut [Endpoint]) {
    list.sort_unstable_by_key(|endpoint| endpoint.0);
}

/// Sorts by insertion, or fully where that takes more than [`SWAPS_PER_ENDPOINT`] exchanges for
/// each endpoint. Returns the number of exchanges.
pub(crate) fn sort(list: &mut [Endpoint]) -> u64 {
    let limit = SWAPS_PER_ENDPOINT * list.len() as u64;
    let sorted = insertion_sort(list, limit, |e| e, Endpoint::ahead_of, |_, _, _| {});
    sorted.unwrap_or_else(|swaps| {
        full_sort(list);
        swaps
    })
}

/// Number of exchanges for each endpoint beyond which a full sort is cheaper: about the logarithm
/// of the number of endpoints, which is 16 for 65,536. It changes the work only.
pub(crate) const SWAPS_PER_ENDPOINT: u64 = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_order_of_their_values() {
        let sorted = [
            f64::NEG_INFINITY,
            -2.0,
            -1.0,
            -5e-324,
            0.0,
            5e-324,
            1.0,
            1.5,
            f64::INFINITY,
        ];
        assert!(sorted.map(order_key).is_sorted_by(|a, b| a < b));
        assert_eq!(order_key(-0.0), order_key(0.0));
        assert_eq!(sorted.map(|x| key_value(order_key(x))), sorted);
        let endpoint = Endpoint::min(3, -0.0);
        assert!(endpoint.is_at_most(0.0) && !endpoint.is_at_most(-5e-324));
    }

    #[test]
    fn each_inversion_is_exchanged_once_and_ties_stay() {
        let values = [3.0, 0.0, -0.0, 2.0, 3.0, 1.0];
        let mut list: Vec<Endpoint> = (0..)
            .zip(values)
            .map(|(i, v)| Endpoint::min(i, v))
            .collect();
        let mut seen = Vec::new();
        let swaps = insertion_sort(
            &mut list,
            100,
            |e| e,
            Endpoint::ahead_of,
            |a, b, is_exchanged| {
                if is_exchanged {
                    seen.push((a.body(), b.body()));
                }
            },
        );
        assert_eq!(swaps, Ok(6));
        assert_eq!(seen, [(1, 0), (2, 0), (3, 0), (5, 4), (5, 0), (5, 3)]);
        let order = |list: &[Endpoint]| list.iter().map(Endpoint::body).collect::<Vec<_>>();
        assert_eq!(order(&list), [1, 2, 5, 3, 0, 4]);
        list.rotate_left(2);
        full_sort(&mut list);
        assert_eq!(order(&list), [1, 2, 5, 3, 0, 4]);
    }

    #[test]
    fn at_equal_values_a_minimum_comes_first() {
        let mut list = [
            Endpoint::max(0, 0.0),
            Endpoint::min(1, -0.0),
            Endpoint::max(2, -0.0),
        ];
        let sorted = insertion_sort(&mut list, 9, |e| e, Endpoint::ahead_of, |_, _, _| {});
        assert_eq!(sorted, Ok(1));
        assert_eq!(list.map(|e| e.body()), [1, 0, 2]);
    }

    #[test]
    fn a_reversed_list_is_sorted_fully() {
        let mut list: Vec<Endpoint> = (0..1000).map(|i| Endpoint::min(i, -f64::from(i))).collect();
        let swaps = sort(&mut list);
        assert!(swaps > 16_000 && swaps < 18_000, "{swaps}");
        assert!(list.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(sort(&mut list), 0);
    }
}
