//! Numbers with a total order, for queues and sorted keys.

use std::cmp::Ordering;

/// Number ordered by [`f64::total_cmp`]: -0 comes before 0, and NaN after infinity.
#[derive(Clone, Copy, Debug)]
pub struct Ordered(pub f64);

impl PartialEq for Ordered {
    fn eq(&self, other: &Ordered) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Ordered) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    #[inline]
    fn cmp(&self, other: &Ordered) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_rank() {
        let sorted = [
            f64::NEG_INFINITY,
            -1.0,
            -0.0,
            0.0,
            1.0,
            f64::INFINITY,
            f64::NAN,
        ];
        let mut numbers = sorted.map(Ordered);
        numbers.reverse();
        numbers.sort_unstable();
        assert_eq!(numbers, sorted.map(Ordered));
        assert_ne!(Ordered(0.0), Ordered(-0.0));
    }
}
