//! Sorted lists of the endpoints of intervals, kept in order by insertion sort.

use std::cmp::Ordering;

/// Minimum or maximum of a body's box on one axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Endpoint {
    pub(crate) value: f64,
    /// Twice the body's index, plus one for a maximum.
    code: u32,
}

impl Endpoint {
    pub(crate) fn min(body: u32, value: f64) -> Endpoint {
        let code = body << 1;
        Endpoint { value, code }
    }

    pub(crate) fn max(body: u32, value: f64) -> Endpoint {
        let code = body << 1 | 1;
        Endpoint { value, code }
    }

    #[inline]
    pub(crate) fn body(&self) -> u32 {
        self.code >> 1
    }

    #[inline]
    pub(crate) fn is_max(&self) -> bool {
        self.code & 1 == 1
    }

    /// Returns true if this endpoint has to come before the other one.
    ///
    /// At equal values a minimum comes before a maximum, because intervals are closed: those that
    /// touch overlap. Two minima, or two maxima, of equal value may have any order. -0.0 and 0.0
    /// are equal.
    #[inline]
    fn precedes(&self, other: &Endpoint) -> bool {
        let tie = (self.value == other.value) & !self.is_max() & other.is_max();
        (self.value < other.value) | tie
    }
}

/// Sorts by insertion: every step exchanges a `moving` endpoint with the `passed` one before it.
///
/// Each pair of endpoints in the wrong order is exchanged exactly once, and no other pair. Returns
/// the number of exchanges, or `Err` with it as soon as it exceeds `limit`. The order is then void.
pub(crate) fn insertion_sort(
    list: &mut [Endpoint],
    limit: u64,
    mut exchanged: impl FnMut(Endpoint, Endpoint),
) -> Result<u64, u64> {
    let mut swaps = 0;
    for i in 1..list.len() {
        let moving = list[i];
        let mut slot = i;
        while slot > 0 && moving.precedes(&list[slot - 1]) {
            exchanged(moving, list[slot - 1]);
            list[slot] = list[slot - 1];
            slot -= 1;
        }
        list[slot] = moving;
        swaps += (i - slot) as u64;
        if swaps > limit {
            return Err(swaps);
        }
    }
    Ok(swaps)
}

/// Sorts in `n log n`, without allocating. Equal endpoints are in the order of their bodies.
pub(crate) fn full_sort(list: &mut [Endpoint]) {
    list.sort_unstable_by(|a, b| {
        let order = if a.precedes(b) {
            Ordering::Less
        } else if b.precedes(a) {
            Ordering::Greater
        } else {
            Ordering::Equal
        };
        order.then(a.code.cmp(&b.code))
    });
}

/// Sorts by insertion, or fully where that takes more than [`SWAPS_PER_ENDPOINT`] exchanges for
/// each endpoint. Returns the number of exchanges.
pub(crate) fn sort(list: &mut [Endpoint]) -> u64 {
    let limit = SWAPS_PER_ENDPOINT * list.len() as u64;
    insertion_sort(list, limit, |_, _| {}).unwrap_or_else(|swaps| {
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
    fn each_inversion_is_exchanged_once_and_ties_stay() {
        let values = [3.0, 0.0, -0.0, 2.0, 3.0, 1.0];
        let mut list: Vec<Endpoint> = (0..)
            .zip(values)
            .map(|(i, v)| Endpoint::min(i, v))
            .collect();
        let mut seen = Vec::new();
        let swaps = insertion_sort(&mut list, 100, |a, b| seen.push((a.body(), b.body())));
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
        assert_eq!(insertion_sort(&mut list, 9, |_, _| {}), Ok(1));
        assert_eq!(list.map(|e| e.body()), [1, 0, 2]);
    }

    #[test]
    fn a_reversed_list_is_sorted_fully() {
        let mut list: Vec<Endpoint> = (0..1000).map(|i| Endpoint::min(i, -f64::from(i))).collect();
        let swaps = sort(&mut list);
        assert!(swaps > 16_000 && swaps < 18_000, "{swaps}");
        assert!(list.is_sorted_by(|a, b| a.value < b.value));
        assert_eq!(sort(&mut list), 0);
    }
}
