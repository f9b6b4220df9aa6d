//! Order of refinement, and the budget [Hubbard96 §4.2].

use crate::counters::SphereWork;
use collision::{Budget, Deadline};
use geometry::Ordered;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The order in which pairs of bodies are refined, one level at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// In turn, as in the paper, "to avoid spending all available time on just one collision".
    #[default]
    RoundRobin,
    /// The pair with the largest bound of its separation. Ties go to the first pair.
    WidestFirst,
}

/// Indices of the body pairs that can be refined further. Pairs known to interfere come last:
/// another step adds contacts to them, but no certainty (D11).
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    schedule: Schedule,
    in_turn: VecDeque<u32>,
    widest: BinaryHeap<(Ordered, Reverse<u32>)>,
    interfering: VecDeque<u32>,
}

impl Queue {
    /// Returns an empty queue.
    pub(crate) fn new(schedule: Schedule) -> Queue {
        Queue {
            schedule,
            ..Queue::default()
        }
    }

    /// Removes all pairs.
    pub(crate) fn clear(&mut self) {
        self.in_turn.clear();
        self.widest.clear();
        self.interfering.clear();
    }

    /// Adds a pair that is not in the queue, with the bound of its separation. `None` means that it
    /// is known to interfere.
    pub(crate) fn push(&mut self, pair: u32, bound: Option<f64>) {
        match (bound, self.schedule) {
            (None, _) => self.interfering.push_back(pair),
            (Some(_), Schedule::RoundRobin) => self.in_turn.push_back(pair),
            (Some(bound), Schedule::WidestFirst) => {
                self.widest.push((Ordered(bound), Reverse(pair)))
            }
        }
    }

    /// Removes and returns the next pair.
    pub(crate) fn pop(&mut self) -> Option<u32> {
        let widest = |(_, Reverse(pair))| pair;
        self.in_turn
            .pop_front()
            .or_else(|| self.widest.pop().map(widest))
            .or_else(|| self.interfering.pop_front())
    }

    /// Returns true if no pair is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.in_turn.is_empty() && self.widest.is_empty() && self.interfering.is_empty()
    }
}

/// Returns true if the budget allows another step.
pub(crate) fn allows(budget: &Budget<'_>, work: &SphereWork) -> bool {
    match budget {
        Budget::Unlimited => true,
        Budget::Steps(steps) => work.refinement_steps < *steps,
        Budget::Until(deadline) => !deadline.passed(),
        _ => true,
    }
}

/// Deadline of a running step (D14). Steps poll it every few tests. It polls the deadline itself
/// every [`TESTS_BETWEEN`] tests.
pub(crate) struct Cutoff<'a> {
    deadline: Option<&'a dyn Deadline>,
    /// Number of tests before the next poll of the deadline.
    left: usize,
}

/// Number of tests between two polls of the deadline. They take about a microsecond, a small
/// multiple of the cost of reading a clock.
const TESTS_BETWEEN: usize = 256;

impl std::fmt::Debug for Cutoff<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cutoff")
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}

impl<'a> Cutoff<'a> {
    /// Returns the cutoff of a budget. Only a deadline cuts a step off.
    pub(crate) fn new(budget: Budget<'a>) -> Cutoff<'a> {
        Cutoff {
            deadline: match budget {
                Budget::Until(deadline) => Some(deadline),
                _ => None,
            },
            left: TESTS_BETWEEN,
        }
    }

    /// Returns a cutoff that is never reached, for mandatory steps.
    pub(crate) fn never() -> Cutoff<'a> {
        Cutoff::new(Budget::Unlimited)
    }

    /// Returns true if the step has to end, after `tests` more tests since the last call.
    #[inline]
    pub(crate) fn reached(&mut self, tests: usize) -> bool {
        let Some(deadline) = self.deadline else {
            return false;
        };
        self.left = self.left.saturating_sub(tests);
        if self.left > 0 {
            return false;
        }
        self.left = TESTS_BETWEEN;
        deadline.passed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    fn order(schedule: Schedule) -> Vec<u32> {
        let mut queue = Queue::new(schedule);
        for (pair, bound) in [(0, Some(1.0)), (1, None), (2, Some(4.0)), (3, Some(1.0))] {
            queue.push(pair, bound);
        }
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).collect();
        assert!(queue.is_empty());
        order
    }

    #[test]
    fn round_robin_keeps_the_order_and_puts_interfering_pairs_last() {
        assert_eq!(order(Schedule::RoundRobin), [0, 2, 3, 1]);
    }

    #[test]
    fn the_largest_bound_comes_first_and_then_the_lowest_index() {
        assert_eq!(order(Schedule::WidestFirst), [2, 0, 3, 1]);
    }

    #[test]
    fn a_cutoff_polls_only_a_deadline_and_only_every_few_tests() {
        struct Counting(std::sync::atomic::AtomicU32);
        impl Deadline for Counting {
            fn passed(&self) -> bool {
                self.0.fetch_add(1, Ordering::Relaxed) + 1 > 2
            }
        }
        let deadline = Counting(std::sync::atomic::AtomicU32::new(0));
        let mut cutoff = Cutoff::new(Budget::Until(&deadline));
        let steps = (0..).take_while(|_| !cutoff.reached(64)).count();
        assert_eq!(
            (steps + 1, deadline.0.load(Ordering::Relaxed)),
            (3 * TESTS_BETWEEN / 64, 3)
        );
        let mut never = Cutoff::new(Budget::Steps(0));
        assert!((0..100).all(|_| !never.reached(TESTS_BETWEEN)));
    }

    #[test]
    fn a_pair_that_comes_back_waits_for_all_others_in_turn() {
        let mut queue = Queue::new(Schedule::RoundRobin);
        (0..3).for_each(|pair| queue.push(pair, Some(1.0)));
        let mut order = Vec::new();
        for _ in 0..6 {
            let pair = queue.pop().unwrap();
            order.push(pair);
            queue.push(pair, Some(9.0));
        }
        assert_eq!(order, [0, 1, 2, 0, 1, 2]);
        queue.clear();
        assert!(queue.is_empty());
    }
}
