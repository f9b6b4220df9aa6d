//! Queue of the pairs of bodies by their next events: a heap with movable entries.
//!
//! Each pair has one entry at all times, and the queue knows where in the heap it is. So an event
//! is put off or brought forward in place, in `log2 p` steps for `p` pairs. A heap without these
//! positions would keep entries that are no longer true. Memory is that of all
//! `p = n (n − 1) / 2` pairs, which bounds the number of bodies.

use collision::{BodyId, BodyPair};

/// One event for each pair of bodies. Equal times are in the order of pairs.
#[derive(Clone, Debug, Default)]
pub struct Events {
    bodies: usize,
    /// Pairs (a, b), numbered `b (b − 1) / 2 + a`, and when each is due.
    pairs: Vec<BodyPair>,
    due: Vec<f64>,
    /// Binary heap of pair numbers, the first due at the top, and where in it each pair is.
    heap: Vec<u32>,
    heap_index: Vec<u32>,
}

impl Events {
    /// Resets the queue to all pairs of `bodies` bodies, all due at once.
    ///
    /// # Panics
    /// For more pairs than 32-bit numbers can name: above some 90,000 bodies.
    pub fn reset(&mut self, bodies: usize) {
        let count = bodies * bodies.saturating_sub(1) / 2;
        let numbers = 0..u32::try_from(count).expect("32-bit numbers name every pair");
        let pair = |b: u32| {
            (0..b).map(move |a| BodyPair {
                a: BodyId(a),
                b: BodyId(b),
            })
        };
        self.bodies = bodies;
        self.pairs.clear();
        self.pairs.extend((0..bodies as u32).flat_map(pair));
        self.due.clear();
        self.due.resize(count, f64::NEG_INFINITY);
        self.heap.clear();
        self.heap.extend(numbers.clone());
        self.heap_index.clear();
        self.heap_index.extend(numbers);
    }

    /// Returns the number of bodies.
    pub fn bodies(&self) -> usize {
        self.bodies
    }

    /// Returns the time of the first event, infinity if there is no pair.
    pub fn first(&self) -> f64 {
        self.heap
            .first()
            .map_or(f64::INFINITY, |pair| self.due[*pair as usize])
    }

    /// Returns the pair whose event is the first, if it is due at `t`.
    pub fn due_at(&self, t: f64) -> Option<BodyPair> {
        let first = *self.heap.first()? as usize;
        (self.due[first] <= t).then(|| self.pairs[first])
    }

    /// Puts the first event off until `t`.
    pub fn postpone(&mut self, t: f64) {
        // Later than it was, so it can only go down.
        self.due[self.heap[0] as usize] = t;
        self.sink(0);
    }

    /// Makes every pair of `body` due at once.
    pub fn hasten(&mut self, body: BodyId) {
        for other in (0..self.bodies as u32).map(BodyId).filter(|o| *o != body) {
            let BodyPair { a, b } = BodyPair::new(body, other);
            let (a, b) = (a.index(), b.index());
            let pair = b * (b - 1) / 2 + a;
            self.due[pair] = f64::NEG_INFINITY;
            self.rise(self.heap_index[pair] as usize);
        }
    }

    /// Checks that no event is due before the one above it, and that each pair is where it should
    /// be.
    ///
    /// # Panics
    /// If the order of the heap or an index of a pair is wrong.
    pub fn check(&self) {
        assert_eq!(self.heap.len(), self.pairs.len());
        for (slot, pair) in self.heap.iter().enumerate() {
            assert_eq!(
                self.heap_index[*pair as usize] as usize, slot,
                "pair {pair} is where it is said to be"
            );
            let above = self.heap[slot.saturating_sub(1) / 2];
            assert!(
                !self.before(*pair, above),
                "no pair is before the one above it"
            );
        }
    }

    #[inline]
    fn before(&self, x: u32, y: u32) -> bool {
        let (due_x, due_y) = (self.due[x as usize], self.due[y as usize]);
        due_x < due_y || (due_x == due_y && x < y)
    }

    fn rise(&mut self, mut slot: usize) {
        while slot > 0 {
            let above = (slot - 1) / 2;
            if !self.before(self.heap[slot], self.heap[above]) {
                break;
            }
            self.swap(slot, above);
            slot = above;
        }
    }

    fn sink(&mut self, mut slot: usize) {
        loop {
            let mut first = slot;
            for below in [2 * slot + 1, 2 * slot + 2] {
                if below < self.heap.len() && self.before(self.heap[below], self.heap[first]) {
                    first = below;
                }
            }
            if first == slot {
                return;
            }
            self.swap(slot, first);
            slot = first;
        }
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.heap.swap(i, j);
        self.heap_index[self.heap[i] as usize] = i as u32;
        self.heap_index[self.heap[j] as usize] = j as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_in_order_and_hastened_ones_first() {
        let mut events = Events::default();
        events.reset(6);
        let mut order = Vec::new();
        // Every pair once, put off to a time that is no order of pairs.
        for k in 0..15u32 {
            order.push(events.due_at(0.0).expect("all are due"));
            events.postpone(f64::from(k * 7 % 15 + 1));
            events.check();
        }
        assert_eq!(events.due_at(0.0), None);
        assert_eq!(events.first(), 1.0);
        order.sort_unstable();
        order.dedup();
        assert_eq!(order.len(), 15, "each pair once");
        events.hasten(BodyId(2));
        events.check();
        for _ in 0..5 {
            let pair = events.due_at(0.0).expect("a pair of body 2");
            assert!(pair.a == BodyId(2) || pair.b == BodyId(2));
            events.postpone(99.0);
            events.check();
        }
        assert_eq!(events.due_at(0.0), None);
    }

    #[test]
    fn no_pairs_are_never_due() {
        for bodies in [0, 1] {
            let mut events = Events::default();
            events.reset(bodies);
            assert_eq!(
                (events.due_at(f64::MAX), events.first()),
                (None, f64::INFINITY)
            );
        }
    }
}
