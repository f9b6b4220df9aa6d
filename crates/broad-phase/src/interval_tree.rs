//! Rectangles in a plane, swept along one axis over an interval tree of the other [Cohen95 §4.3].
//!
//! Boxes are projected on a plane. A line sweeps over it: a rectangle enters an interval tree where
//! it begins and leaves it where it ends. A rectangle that enters is a query for the intervals in
//! the tree that overlap its own. Boxes whose rectangles overlap are compared on the third axis.
//!
//! Rectangles overlap less often than intervals, so bodies that are clustered on every axis cost
//! less than in one-dimensional sweeps. Each update starts without the last pairs, so still bodies
//! are not cheaper than bodies that move.
//!
//! # Cost
//! `O(n log n + K)` with `K` overlapping rectangles, as in [Cohen95 §4.3]. Only sorting makes use
//! of the last update. Memory is linear in bodies and pairs.
//!
//! # Departures
//! [Cohen95 §4.3]:
//! - D1 (one plane). The paper projects on two of the planes xy, xz and yz, and leaves open how
//!   their answers are joined. Two planes share an axis, so both rectangles overlap exactly if one
//!   does and the intervals on the third axis do. Here one plane is searched, and the third axis is
//!   one comparison.
//! - D2 (choice of axes). The paper does not choose. Here the third axis is the one on which the
//!   centers of the boxes vary least, because its intervals overlap most and exclude least. The
//!   line sweeps along the one on which they vary most, which keeps the tree small.
//! - D3 (priority search tree). The paper refers to an interval tree whose query takes
//!   `O(log n + k)`. Here intervals enter and leave, so the tree is McCreight's: a binary tree over
//!   the ranks of the lower ends of all intervals, and at the same time a heap in which no upper
//!   end is above a smaller one. It has the same cost, is one array, and takes no memory for
//!   lists at nodes.

use crate::counters::BroadPhaseWork;
use crate::endpoints::{self, Endpoint};
use crate::presence::{check, is_present, overlap_on, variance};
use collision::{BodyId, BodyPair, BroadPhase, Counter, PairChanges, RecomputedPairs, Work};
use geometry::{Aabb, Vec3};

/// Broad phase of two-dimensional intersection tests with an interval tree [Cohen95 §4.3].
///
/// Good for many bodies that are clustered on single axes and move far between updates. See
/// [the module](self) for its cost and its departures.
#[derive(Clone, Debug, Default)]
pub struct IntervalTree {
    axes: PlaneAxes,
    /// Endpoints of all bodies on the axis of the sweep, in order. Those of empty boxes are
    /// infinite.
    events: Vec<Endpoint>,
    /// Lower ends on the axis of the tree, in order. Those of empty boxes are infinite.
    lower: Vec<Endpoint>,
    tree: PrioritySearchTree,
    pairs: RecomputedPairs,
}

/// Axes of the sweep and of the tree; the third is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PlaneAxes {
    sweep: usize,
    tree: usize,
    third: usize,
}

impl PlaneAxes {
    /// Returns the axes for these variances (D2). The first of equal ones counts as larger.
    fn by_variance(variance: Vec3) -> PlaneAxes {
        let mut axes = [0, 1, 2];
        axes.sort_by(|a, b| variance[*b].total_cmp(&variance[*a]));
        let [sweep, tree, third] = axes;
        PlaneAxes { sweep, tree, third }
    }
}

impl BroadPhase for IntervalTree {
    fn update(&mut self, boxes: &[Aabb], work: &mut Work) {
        check(boxes);
        self.sort(boxes);
        let mut counts = BroadPhaseWork::default();
        let mut tests = 0;
        let (events, tree, axes) = (&self.events, &mut self.tree, self.axes);
        self.pairs.update(|pairs| {
            for event in events {
                let body = event.body();
                let bounds = &boxes[body as usize];
                if !is_present(bounds) {
                    continue;
                }
                if event.is_max() {
                    tree.remove(body);
                    continue;
                }
                counts.interval_tree_visits += tree.query(bounds.min[axes.tree], body, |other| {
                    tests += 1;
                    // D1. The third axis.
                    if overlap_on(axes.third, bounds, &boxes[other as usize]) {
                        pairs.push(BodyPair::new(BodyId(body), BodyId(other)));
                    }
                });
                tree.insert(body);
            }
        });
        counts.add_to(work);
        work.add(Counter::BODY_BOX_TESTS, tests);
    }

    fn pairs(&self) -> &[BodyPair] {
        self.pairs.pairs()
    }

    fn changes(&self) -> &PairChanges {
        self.pairs.changes()
    }

    fn clear(&mut self) {
        *self = IntervalTree::default();
    }
}

impl IntervalTree {
    /// Puts both lists in order, and empties the tree.
    fn sort(&mut self, boxes: &[Aabb]) {
        let axes = PlaneAxes::by_variance(variance(boxes));
        let value = |endpoint: &Endpoint, axis: usize| {
            let bounds = &boxes[endpoint.body() as usize];
            match (is_present(bounds), endpoint.is_max()) {
                (false, _) => f64::INFINITY,
                (true, false) => bounds.min[axis],
                (true, true) => bounds.max[axis],
            }
        };
        let keeps_order = self.lower.len() == boxes.len() && self.axes == axes;
        if !keeps_order {
            self.axes = axes;
            let bodies = 0..boxes.len() as u32;
            self.lower.clear();
            self.lower
                .extend(bodies.clone().map(|i| Endpoint::min(i, 0.0)));
            self.events.clear();
            let both = bodies.flat_map(|i| [Endpoint::min(i, 0.0), Endpoint::max(i, 0.0)]);
            self.events.extend(both);
        }
        for (list, axis) in [(&mut self.events, axes.sweep), (&mut self.lower, axes.tree)] {
            for endpoint in &mut *list {
                endpoint.set_value(value(endpoint, axis));
            }
            if keeps_order {
                endpoints::sort(list);
            } else {
                endpoints::full_sort(list);
            }
        }
        self.tree.start(&self.lower, |body| {
            let bounds = &boxes[body as usize];
            (bounds.max[axes.tree], is_present(bounds))
        });
    }
}

/// Tree of intervals that enter and leave, all of which are known before (D3).
///
/// Node 1 is the root and spans all ranks; nodes `2 i` and `2 i + 1` span the halves of node `i`. A
/// node contains an interval whose rank it spans, and no interval below it has a larger upper end.
#[derive(Clone, Debug, Default)]
struct PrioritySearchTree {
    nodes: Vec<u32>,
    /// Number of ranks that the root spans: a power of two.
    span: usize,
    /// Rank of each body by its lower end.
    rank: Vec<u32>,
    /// Upper end of each body.
    upper: Vec<f64>,
    /// Number of bodies whose interval begins before or where this body's ends.
    reach: Vec<u32>,
}

/// Node without an interval. No interval is below it.
const NO_BODY: u32 = u32::MAX;

impl PrioritySearchTree {
    /// Empties the tree, for bodies in the order of their lower ends. `upper` returns the upper end
    /// of a body, and whether the body is there.
    fn start(&mut self, lower: &[Endpoint], upper: impl Fn(u32) -> (f64, bool)) {
        let n = lower.len();
        self.span = n.next_power_of_two();
        self.nodes.clear();
        self.nodes.resize(2 * self.span, NO_BODY);
        self.rank.resize(n, 0);
        self.upper.resize(n, 0.0);
        self.reach.resize(n, 0);
        for (rank, endpoint) in lower.iter().enumerate() {
            let body = endpoint.body() as usize;
            let (end, is_present) = upper(endpoint.body());
            self.rank[body] = rank as u32;
            self.upper[body] = end;
            if is_present {
                // One that begins at this end counts, because intervals are closed.
                self.reach[body] = lower.partition_point(|other| other.is_at_most(end)) as u32;
            }
        }
    }

    /// Returns the child of a node that spans `rank`, and halves the node's span `size`.
    fn child(&self, node: usize, size: &mut usize, rank: u32) -> usize {
        *size /= 2;
        // The span of a node is aligned to its size.
        2 * node + usize::from(rank as usize & *size != 0)
    }

    /// Adds a body's interval. The one with the larger upper end stays, the other goes down.
    fn insert(&mut self, mut body: u32) {
        let (mut node, mut size) = (1, self.span);
        while self.nodes[node] != NO_BODY {
            let own = self.nodes[node];
            if self.upper[body as usize] > self.upper[own as usize] {
                self.nodes[node] = body;
                body = own;
            }
            node = self.child(node, &mut size, self.rank[body as usize]);
        }
        self.nodes[node] = body;
    }

    /// Removes a body's interval. Those below move up.
    fn remove(&mut self, body: u32) {
        let (mut node, mut size) = (1, self.span);
        while self.nodes[node] != body {
            node = self.child(node, &mut size, self.rank[body as usize]);
        }
        while size > 1 {
            let end = |child: usize| match self.nodes[child] {
                NO_BODY => None,
                body => Some(self.upper[body as usize]),
            };
            let child = if end(2 * node) >= end(2 * node + 1) {
                2 * node
            } else {
                2 * node + 1
            };
            self.nodes[node] = self.nodes[child];
            if self.nodes[node] == NO_BODY {
                return;
            }
            node = child;
            size /= 2;
        }
        self.nodes[node] = NO_BODY;
    }

    /// Reports the bodies in the tree whose intervals end at `begin` or later, and begin before or
    /// where that of `body` ends. Returns the number of nodes visited.
    fn query(&self, begin: f64, body: u32, mut report: impl FnMut(u32)) -> u64 {
        let reach = self.reach[body as usize];
        self.query_below(1, 0..self.span as u32, begin, reach, &mut report)
    }

    fn query_below(
        &self,
        node: usize,
        ranks: std::ops::Range<u32>,
        begin: f64,
        reach: u32,
        report: &mut impl FnMut(u32),
    ) -> u64 {
        let body = self.nodes[node];
        // Below a node that ends before, all end before.
        if ranks.start >= reach || body == NO_BODY || self.upper[body as usize] < begin {
            return 1;
        }
        if self.rank[body as usize] < reach {
            report(body);
        }
        if ranks.len() == 1 {
            return 1;
        }
        let midpoint = ranks.start + ranks.len() as u32 / 2;
        1 + self.query_below(2 * node, ranks.start..midpoint, begin, reach, report)
            + self.query_below(2 * node + 1, midpoint..ranks.end, begin, reach, report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn axes_go_by_variance() {
        let axes = |x, y, z| {
            let axes = PlaneAxes::by_variance(Vec3::new(x, y, z));
            [axes.sweep, axes.tree, axes.third]
        };
        assert_eq!(axes(1.0, 3.0, 2.0), [1, 2, 0]);
        assert_eq!(axes(1.0, 1.0, 1.0), [0, 1, 2]);
        assert_eq!(axes(0.0, 0.0, 1.0), [2, 0, 1]);
    }

    #[test]
    fn queries_find_what_is_in_the_tree_and_overlaps() {
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        for n in [1, 2, 3, 7, 33] {
            let mut number = |below: i32| f64::from(rng.random_range(0..below));
            let intervals: Vec<(f64, f64)> = (0..n).map(|_| (number(9), number(5))).collect();
            let intervals: Vec<_> = intervals.iter().map(|(a, d)| (*a, a + d)).collect();
            let mut lower: Vec<Endpoint> = (0..)
                .zip(&intervals)
                .map(|(i, (a, _))| Endpoint::min(i, *a))
                .collect();
            endpoints::full_sort(&mut lower);
            let mut tree = PrioritySearchTree::default();
            tree.start(&lower, |body| (intervals[body as usize].1, true));
            let mut inside = vec![false; n];
            for _ in 0..40 * n {
                let body = rng.random_range(0..n);
                inside[body] = !inside[body];
                if inside[body] {
                    tree.insert(body as u32);
                } else {
                    tree.remove(body as u32);
                }
                let query = rng.random_range(0..n);
                let (begin, end) = intervals[query];
                let mut found = Vec::new();
                tree.query(begin, query as u32, |other| found.push(other as usize));
                found.sort_unstable();
                let overlaps = |i: &usize| intervals[*i].0 <= end && begin <= intervals[*i].1;
                let expected: Vec<_> = (0..n).filter(|i| inside[*i]).filter(overlaps).collect();
                assert_eq!(found, expected);
            }
        }
    }

    /// Intervals in many disjoint groups: a query visits the nodes on two paths and its answers.
    #[test]
    fn a_query_visits_few_nodes() {
        let n = 1 << 12;
        let lower: Vec<Endpoint> = (0..n).map(|i| Endpoint::min(i, f64::from(i))).collect();
        let mut tree = PrioritySearchTree::default();
        tree.start(&lower, |body| (f64::from(body) + 2.5, true));
        (0..n).for_each(|body| tree.insert(body));
        for body in [0, 5, 2047, 2048, n - 1] {
            let mut found = 0;
            let visits = tree.query(f64::from(body), body, |_| found += 1);
            assert!((3..=5).contains(&found), "{found}");
            assert!(visits <= 2 * 12 + 3 * 5, "{visits}");
        }
    }
}
