//! Bounding volume hierarchy: a binary tree of boxes over boxes.
//!
//! Good for queries that a few items of many can answer: the items near a point, along a line, near
//! another hierarchy. Poor for items that all overlap. With `n` items: `O(n log n)` to build,
//! `O(n)` to refit, about `O(log n + k)` for a query that `k` items answer. The essence:
//! 1. Split the items at the median of their boxes' centers along the longest side of the centers'
//!    box. The median bounds the depth by `log2 n`, whatever the boxes are.
//! 2. Store nodes in preorder, each with the index of the node after its subtree (the skip pointers
//!    of Smits 1998). The first child of a node is the next node, so that a walk needs no stack.
//! 3. Keep the items of each subtree together: a node is also a range of the leaf order.

use crate::{Aabb, Ordered, Vec3};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// Bounding volume hierarchy over the boxes of items `0..n`.
///
/// The split depends on the boxes at construction. [`Bvh::refit`] changes boxes, not the split.
///
/// # Cost
/// 64 bytes a node; about `2 n / leaf_size` nodes, up to rounding. Queries allocate nothing, except
/// [`Bvh::least_distance`].
#[derive(Clone, Debug)]
pub struct Bvh {
    /// In preorder.
    nodes: Vec<BvhNode>,
    /// Items in the order of the leaves.
    items: Vec<u32>,
}

/// Node: a box with the part of the hierarchy that it bounds.
#[derive(Clone, Copy, Debug)]
struct BvhNode {
    bounds: Aabb,
    /// Range of the leaf order.
    first: u32,
    end: u32,
    /// Node after the subtree; for a leaf the next node.
    next: u32,
}

/// Node visited by a walk.
#[derive(Clone, Debug)]
pub struct Visited<'a> {
    /// Index in preorder, below [`Bvh::node_count`].
    pub node: usize,
    /// Box of all items below the node.
    pub bounds: &'a Aabb,
    /// Positions in [`Bvh::items`] of a leaf's items; `None` for an inner node.
    pub leaf: Option<Range<usize>>,
}

/// Next step of a walk. After a leaf, the first two are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// Into its children.
    Enter,
    /// Past its children.
    Skip,
    /// End of the walk.
    Stop,
}

/// Maximum number of levels below the root: each level halves up to 2³² items.
const MAX_DEPTH: usize = 33;

impl Bvh {
    /// Builds the hierarchy over `boxes` with at most `leaf_size` items in a leaf. Deterministic:
    /// items with equal centers are split by index.
    ///
    /// # Panics
    /// Without boxes, or with a leaf size of zero.
    pub fn new(boxes: &[Aabb], leaf_size: usize) -> Bvh {
        assert!(!boxes.is_empty(), "a hierarchy has items");
        assert!(leaf_size > 0, "a leaf has room for an item");
        let centers: Vec<Vec3> = boxes.iter().map(Aabb::center).collect();
        let mut items: Vec<u32> = (0..boxes.len() as u32).collect();
        let mut nodes = Vec::new();
        split(&centers, leaf_size, &mut items, 0, &mut nodes);
        let mut bvh = Bvh { nodes, items };
        bvh.refit(|item| boxes[item as usize]);
        bvh
    }

    /// Fits all boxes to new boxes of the items, and keeps the split.
    pub fn refit(&mut self, bounds: impl Fn(u32) -> Aabb) {
        // Backward, as children come after their parents.
        for i in (0..self.nodes.len()).rev() {
            self.nodes[i].bounds = match self.children(i) {
                None => self.items[self.range(i)]
                    .iter()
                    .fold(Aabb::EMPTY, |all, item| all.union(bounds(*item))),
                Some(children) => {
                    let [low, high] = children.map(|child| self.nodes[child].bounds);
                    low.union(high)
                }
            };
        }
    }

    /// Returns the box of all items.
    pub fn bounds(&self) -> Aabb {
        self.nodes[0].bounds
    }

    /// Returns the items in the order of the leaves. Queries name items by their position in it, so
    /// that a caller may keep its data in the same order.
    pub fn items(&self) -> &[u32] {
        &self.items
    }

    /// Returns the number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the positions in [`Bvh::items`] of the items below a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[inline]
    pub fn range(&self, node: usize) -> Range<usize> {
        let node = &self.nodes[node];
        node.first as usize..node.end as usize
    }

    #[inline]
    fn children(&self, node: usize) -> Option<[usize; 2]> {
        let next = self.nodes[node].next as usize;
        let low = node + 1;
        (next > low).then(|| [low, self.nodes[low].next as usize])
    }

    #[inline]
    fn visited(&self, node: usize) -> Visited<'_> {
        Visited {
            node,
            bounds: &self.nodes[node].bounds,
            leaf: (self.nodes[node].next as usize == node + 1).then(|| self.range(node)),
        }
    }

    /// Walks from the root in preorder, into the nodes that `visit` enters. Returns true if `visit`
    /// stopped the walk.
    #[inline]
    pub fn visit(&self, mut visit: impl FnMut(Visited<'_>) -> Walk) -> bool {
        let mut node = 0;
        while node < self.nodes.len() {
            node = match visit(self.visited(node)) {
                Walk::Enter => node + 1,
                Walk::Skip => self.nodes[node].next as usize,
                Walk::Stop => return true,
            };
        }
        false
    }

    /// Returns the position, distance and detail of the nearest item that is nearer than `limit`.
    ///
    /// `to_box` is not above the distance of any item in the box. `to_item` takes a position in
    /// [`Bvh::items`]. Of items at equal distances, the one that the walk comes to first counts.
    #[inline]
    pub fn nearest<T>(
        &self,
        limit: f64,
        to_box: impl Fn(&Aabb) -> f64,
        to_item: impl Fn(usize) -> (f64, T),
    ) -> Option<(usize, f64, T)> {
        let (mut best, mut nearest) = (None, limit);
        // The farther children of the nodes on the way down, one a level, and the next node.
        let mut stack = [(0u32, 0.0f64); MAX_DEPTH + 1];
        let mut top = 1;
        stack[0].1 = to_box(&self.nodes[0].bounds);
        while top > 0 {
            top -= 1;
            let (node, lower) = stack[top];
            if lower >= nearest {
                continue;
            }
            let Some(children) = self.children(node as usize) else {
                for position in self.range(node as usize) {
                    let (distance, detail) = to_item(position);
                    if distance < nearest {
                        nearest = distance;
                        best = Some((position, distance, detail));
                    }
                }
                continue;
            };
            let lower = |child: usize| (child as u32, to_box(&self.nodes[child].bounds));
            let [mut near, mut far] = children.map(lower);
            if far.1 < near.1 {
                std::mem::swap(&mut near, &mut far);
            }
            for child in [far, near] {
                if child.1 < nearest {
                    stack[top] = child;
                    top += 1;
                }
            }
        }
        best
    }

    /// Calls `leaves` with the positions of every two leaves, one of each hierarchy, whose boxes
    /// and those of all nodes above them overlap; until it returns [`Walk::Stop`]. Returns true if
    /// it did.
    ///
    /// `overlap` returns how deep two boxes overlap, in any unit, or `None` if they do not. Of two
    /// pairs of nodes below a pair, the deeper one is visited first, the first if they are as deep:
    /// one depth for all pairs leaves them in order.
    pub fn overlapping_leaves(
        &self,
        other: &Bvh,
        overlap: impl Fn(&Aabb, &Aabb) -> Option<f64>,
        mut leaves: impl FnMut(Range<usize>, Range<usize>) -> Walk,
    ) -> bool {
        let with_depth = |[i, j]: [usize; 2]| {
            let depth = overlap(&self.nodes[i].bounds, &other.nodes[j].bounds);
            ([i, j], depth)
        };
        // Each round replaces a pair by two that lie one level deeper in one of the hierarchies.
        let mut stack = [[0u32; 2]; 2 * MAX_DEPTH + 1];
        let mut top = usize::from(with_depth([0; 2]).1.is_some());
        while top > 0 {
            top -= 1;
            let [i, j] = stack[top].map(|node| node as usize);
            let Some(children) = self.split_larger(other, [i, j]) else {
                if leaves(self.range(i), other.range(j)) == Walk::Stop {
                    return true;
                }
                continue;
            };
            let [first, second] = children.map(with_depth);
            // The last is visited first.
            let mut in_order = [second, first];
            if second.1 > first.1 {
                in_order.reverse();
            }
            for (nodes, depth) in in_order {
                if depth.is_some() {
                    stack[top] = nodes.map(|node| node as u32);
                    top += 1;
                }
            }
        }
        false
    }

    /// Returns the least of the distances of all pairs of items, one of each hierarchy.
    ///
    /// `gap` is at most the distance of any two items in two boxes. `distance` takes two positions
    /// and the least distance so far, and may return any value at or above that instead of a larger
    /// distance. Visits the node pair with the smallest gap next, so it opens no pair whose gap
    /// exceeds the result. Stops at zero.
    ///
    /// # Cost
    /// Allocates a heap of pairs of nodes.
    pub fn least_distance(
        &self,
        other: &Bvh,
        gap: impl Fn(&Aabb, &Aabb) -> f64,
        mut distance: impl FnMut(usize, usize, f64) -> f64,
    ) -> f64 {
        let open = |nodes: [usize; 2]| -> OpenPair {
            let gap = gap(&self.nodes[nodes[0]].bounds, &other.nodes[nodes[1]].bounds);
            (Reverse(Ordered(gap)), nodes)
        };
        let mut least = f64::INFINITY;
        let mut heap = BinaryHeap::from([open([0, 0])]);
        while let Some((Reverse(Ordered(gap)), nodes)) = heap.pop() {
            if gap >= least {
                break;
            }
            let Some(children) = self.split_larger(other, nodes) else {
                for i in self.range(nodes[0]) {
                    for j in other.range(nodes[1]) {
                        least = least.min(distance(i, j, least));
                    }
                }
                continue;
            };
            let may_be_nearer = |(Reverse(gap), _): &OpenPair| gap.0 < least;
            heap.extend(children.map(open).into_iter().filter(may_be_nearer));
        }
        least
    }

    /// Returns the node with the larger box replaced by its children; `None` for two leaves.
    fn split_larger(&self, other: &Bvh, [i, j]: [usize; 2]) -> Option<[[usize; 2]; 2]> {
        let extent = |node: &BvhNode| node.bounds.size().max_element();
        match (self.children(i), other.children(j)) {
            (None, None) => None,
            (Some(own), None) => Some(own.map(|i| [i, j])),
            (None, Some(others)) => Some(others.map(|j| [i, j])),
            (Some(own), Some(others)) => {
                let own_is_larger = extent(&self.nodes[i]) >= extent(&other.nodes[j]);
                Some(if own_is_larger {
                    own.map(|i| [i, j])
                } else {
                    others.map(|j| [i, j])
                })
            }
        }
    }

    /// Checks that each item is in one leaf, and that every node contains what is below it.
    ///
    /// # Panics
    /// With the violated invariant.
    pub fn check(&self, bounds: impl Fn(u32) -> Aabb) {
        let mut items = self.items.clone();
        items.sort_unstable();
        assert!(items.into_iter().eq(0..self.items.len() as u32), "items");
        assert_eq!(self.nodes[0].next as usize, self.nodes.len(), "root");
        for (i, node) in self.nodes.iter().enumerate() {
            for item in &self.items[self.range(i)] {
                let inside = node.bounds.contains_box(&bounds(*item));
                assert!(inside, "item {item} is not in node {i}");
            }
            if let Some([low, high]) = self.children(i) {
                let (low, high) = (&self.nodes[low], &self.nodes[high]);
                let runs = [node.first, low.end, node.end, node.next];
                assert_eq!(
                    runs,
                    [low.first, high.first, high.end, high.next],
                    "node {i}"
                );
            }
        }
    }
}

/// Appends the subtree over `items`, which begin at position `first` of the leaf order; boxes are
/// fitted later.
fn split(
    centers: &[Vec3],
    leaf_size: usize,
    items: &mut [u32],
    first: usize,
    nodes: &mut Vec<BvhNode>,
) {
    let node = nodes.len();
    nodes.push(BvhNode {
        bounds: Aabb::EMPTY,
        first: first as u32,
        end: (first + items.len()) as u32,
        next: 0,
    });
    if items.len() > leaf_size {
        let center = |item: &u32| &centers[*item as usize];
        let axis = Aabb::of_points(items.iter().map(center)).longest_axis();
        let half = items.len() / 2;
        items.select_nth_unstable_by(half, |i, j| {
            let by_center = center(i)[axis].total_cmp(&center(j)[axis]);
            by_center.then(i.cmp(j))
        });
        let (low, high) = items.split_at_mut(half);
        split(centers, leaf_size, low, first, nodes);
        split(centers, leaf_size, high, first + half, nodes);
    }
    nodes[node].next = nodes.len() as u32;
}

/// Distance of two boxes, rounded; zero exactly when they share a point.
pub fn box_distance(a: &Aabb, b: &Aabb) -> f64 {
    let between = (a.min - b.max).max(b.min - a.max);
    between.max(Vec3::ZERO).length()
}

/// Gap of two nodes, one of each hierarchy, that may contain the nearest items, and the nodes.
///
/// The pair with the smallest gap is the greatest. Among equals it is that of the later nodes,
/// which are the smaller ones.
type OpenPair = (Reverse<Ordered>, [usize; 2]);

#[cfg(test)]
mod tests;
