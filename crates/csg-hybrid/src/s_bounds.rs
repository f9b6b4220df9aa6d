//! Localization by S-bounds (Cameron 1991), whose cost the paper criticizes [Su07 §1.2].
//!
//! An S-bound is a box of a node of a CSG formula. It bounds what the node contributes to the root,
//! which is often less than the node's solid. The detector of Zeiller 1993 takes the formula A ∩ B
//! of both bodies: "at each time step in dynamic simulation, the system needs to recompute new
//! S-bounds for the transformed objects". This module is that step (D12), so that its cost can be
//! measured.
//!
//! Good for bodies that meet in a small region along A's axes: the operators of one body drop the
//! leaves of the other. Poor for bodies of many leaves, as each box of B is computed again in each
//! frame, and for slanting leaves, whose boxes are loose. With `n` leaves of both bodies, a frame
//! maps a box for each leaf of B, computes at most `3n` boxes in each of at most [`MAX_ROUNDS`]
//! rounds, and compares each pair of leaves that remain. It allocates nothing once warm.
//! 1. Once per shape: take the box of each leaf. Upward, the box of a union contains those of its
//!    children, that of an intersection is their common part, that of a difference the left one's.
//! 2. For each active pair: map the boxes of B's leaves to A's space, then go upward in B.
//! 3. The region of interest is the common part of both roots' boxes. If it is empty, stop.
//! 4. Downward, the box of a child becomes its common part with the parent's box. If that is empty,
//!    drop the child with its sub-tree: it is null.
//! 5. Upward again, as in step 1. If a box has shrunk, continue with step 3.
//! 6. Of the leaves that remain, those with overlapping boxes are tested.
//!
//! The right child of a difference is clipped by its parent's box, too. A null child makes an
//! intersection null, and leaves the other child of a union and the left one of a difference: the
//! rules of step 1 with an empty box.
//!
//! # Misses nothing
//! Let `x` be a common point of two faces on leaves, in A's space. A face is part of the boundary
//! of each node above its leaf, but for the rounding of its corners (`geometry::csg`). So for each
//! body there is a point `x*` of the exact face that differs from `x` by a rounding. Call a node
//! concerned if the closed solids of it and of all nodes above it in its tree contain `x*`. Then
//! the boxes of concerned nodes contain `x`, at any time:
//! - Leaves start with the box of their exact solid, enlarged by all roundings (`node_boxes`).
//!   Those of B are mapped with all rounding included ([`geometry::RelativePose::apply_box`]).
//! - Upward: if a union is concerned, so is at least one child, if an intersection, both, and if a
//!   difference, the left one.
//! - Downward: the parent of a concerned node is concerned.
//! - Both roots are concerned, so `x` lies in the region of interest.
//!
//! The leaves of both faces are concerned. So both remain, and their boxes share `x`. This holds
//! after any number of rounds, so a limit for them loses nothing (D13). Leaves without faces of the
//! body count for boxes, not for tests. Faces on no leaf are tested apart.

use crate::counters::HybridWork;
use crate::model::HybridModel;
use crate::node_boxes::{EVERYWHERE, branch_box};
use geometry::csg::CsgNode;
use geometry::{Aabb, RelativePose};

/// Largest number of rounds for a pair of bodies (D13).
pub(crate) const MAX_ROUNDS: u32 = 8;

/// S-bounds of two bodies. Keeps its memory from pair to pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct SBounds {
    trees: [TreeBounds; 2],
}

/// S-bounds of the nodes of one body, in A's space.
#[derive(Clone, Debug, Default)]
struct TreeBounds {
    /// Box of each node that remains, the root's last. Those of null children are empty.
    boxes: Vec<Aabb>,
    /// Nodes that remain, parents before their children.
    remaining: Vec<u32>,
    /// If set, another round changes nothing while the root's box stays as it is.
    settled: bool,
}

impl SBounds {
    /// Computes the S-bounds of A ∩ B. Returns the region of interest, or `None` if the root is
    /// null: then no faces on leaves touch.
    pub(crate) fn compute(
        &mut self,
        models: [&HybridModel; 2],
        b_in_a: &RelativePose,
        work: &mut HybridWork,
    ) -> Option<Aabb> {
        let nodes = models.map(|model| model.solid().tree().nodes());
        let [a, b] = &mut self.trees;
        // In A's space, A's boxes stay as they are (D12).
        a.start(&models[0].s_bounds);
        b.start_mapped(nodes[1], &models[1].s_bounds, b_in_a, work);
        for _ in 0..MAX_ROUNDS {
            let region = a.root_box().intersection(&b.root_box())?;
            work.s_bound_rounds += 1;
            a.clip(nodes[0], region, work);
            b.clip(nodes[1], region, work);
            if a.settled && b.settled {
                return Some(region);
            }
        }
        a.root_box().intersection(&b.root_box())
    }

    /// Adds the pairs of remaining leaves with faces whose boxes overlap. After
    /// [`SBounds::compute`].
    pub(crate) fn add_leaf_pairs(
        &mut self,
        models: [&HybridModel; 2],
        pairs: &mut Vec<[u32; 2]>,
        work: &mut HybridWork,
    ) {
        for (tree, model) in self.trees.iter_mut().zip(models) {
            let nodes = model.solid().tree().nodes();
            tree.remaining.retain(|node| {
                let node = *node as usize;
                matches!(nodes[node], CsgNode::Leaf(_)) && model.has_faces[node]
            });
        }
        let [a, b] = &self.trees;
        for leaf_a in &a.remaining {
            let box_a = a.boxes[*leaf_a as usize];
            for leaf_b in &b.remaining {
                if box_a.overlaps(&b.boxes[*leaf_b as usize]) {
                    pairs.push([*leaf_a, *leaf_b]);
                }
            }
        }
        work.s_bound_tests += (a.remaining.len() * b.remaining.len()) as u64;
    }
}

impl TreeBounds {
    /// Starts with boxes that have been computed upward.
    fn start(&mut self, boxes: &[Aabb]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.settled = false;
    }

    /// Starts with local boxes of leaves, mapped to A's space, and goes upward.
    fn start_mapped(
        &mut self,
        nodes: &[CsgNode],
        local: &[Aabb],
        b_in_a: &RelativePose,
        work: &mut HybridWork,
    ) {
        self.boxes.clear();
        for (node, local) in nodes.iter().zip(local) {
            let bounds = branch_box(node, &self.boxes).unwrap_or_else(|| {
                // An infinite box has no center.
                if *local == EVERYWHERE {
                    EVERYWHERE
                } else {
                    b_in_a.apply_box(local)
                }
            });
            self.boxes.push(bounds);
        }
        work.s_bound_boxes += nodes.len() as u64;
        self.settled = false;
    }

    fn root_box(&self) -> Aabb {
        *self.boxes.last().expect("a tree has a root")
    }

    /// Goes downward from a new box of the root, which its old one contains, and upward again.
    fn clip(&mut self, nodes: &[CsgNode], region: Aabb, work: &mut HybridWork) {
        if self.settled && self.root_box() == region {
            return;
        }
        // Two boxes of children downward and its own upward for each branch that remains.
        work.s_bound_boxes += 3 * self.downward(nodes, region);
        self.settled = !self.upward(nodes);
    }

    /// Clips each child by its parent's box. Returns the number of branches that remain.
    fn downward(&mut self, nodes: &[CsgNode], region: Aabb) -> u64 {
        let root = nodes.len() - 1;
        self.boxes[root] = region;
        self.remaining.clear();
        self.remaining.push(root as u32);
        let (mut next, mut branches) = (0, 0);
        while let Some(&parent) = self.remaining.get(next) {
            next += 1;
            let CsgNode::Branch { left, right, .. } = nodes[parent as usize] else {
                continue;
            };
            branches += 1;
            let clip = self.boxes[parent as usize];
            for child in [left, right] {
                let bounds = &mut self.boxes[child as usize];
                match bounds.intersection(&clip) {
                    Some(common) => {
                        *bounds = common;
                        self.remaining.push(child);
                    }
                    None => *bounds = Aabb::EMPTY,
                }
            }
        }
        branches
    }

    /// Computes the boxes of branches from those of their children. Returns true if one has shrunk.
    fn upward(&mut self, nodes: &[CsgNode]) -> bool {
        let mut shrunk = false;
        for node in self.remaining.iter().rev() {
            let node = *node as usize;
            if let Some(joined) = branch_box(&nodes[node], &self.boxes) {
                shrunk |= joined != self.boxes[node];
                self.boxes[node] = joined;
            }
        }
        shrunk
    }
}

#[cfg(test)]
mod tests;
