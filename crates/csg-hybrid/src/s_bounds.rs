//! Localization by S-bounds (Cameron 1991), whose cost the paper criticizes [Su07 §1.2].
//!
//! An S-bound is a box of a node of a CSG formula. It bounds what the node contributes to the root,
//! which is often less than the node's solid. Zeiller's detector takes the formula A ∩ B of both
//! bodies: "at each time step in dynamic simulation, the system needs to recompute new S-bounds for
//! the transformed objects". This module is that step (D12), so that its cost can be measured.
//!
//! Good for bodies that meet in a small region along A's axes: the operators of one body drop the
//! leaves of the other. Poor for bodies of many leaves, as each box of B is computed again in each
//! frame, and for slanting leaves, whose boxes are loose. With `n` leaves of both bodies, a frame
//! maps a box for each leaf of B, computes at most `4n` boxes in each of at most [`MAX_ROUNDS`]
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
//! concerned if the closed solids of it and of all nodes above it in its tree contain `x*`. Then the
//! boxes of concerned nodes contain `x`, at any time:
//! - Leaves start with the box of their exact solid, enlarged by all roundings ([`node_boxes`]).
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
use crate::hybrid::HybridModel;
use geometry::csg::{CsgNode, CsgOperation, CsgSolid};
use geometry::{Aabb, MAX_COORDINATE, Mesh, RelativePose, Vec3};

/// Largest number of rounds for a pair of bodies (D13).
pub(crate) const MAX_ROUNDS: u32 = 8;

/// Box of an unbounded leaf.
const EVERYWHERE: Aabb = Aabb {
    min: Vec3::NEG_INFINITY,
    max: Vec3::INFINITY,
};

/// Returns the box of each node of a tree after the first upward pass, in local space.
///
/// # Rounding
/// With `u = 2⁻⁵³` and `r` the largest coordinate of the surface and of the leaf: rounding moves
/// corners of leaves and of faces by at most `u r`, so a point of a rounded face is within `2 u r`
/// of the box of a leaf that contains its exact point. A margin of `8 u r` covers that and the
/// rounding of the sum. Eight units of the smallest number cover underflow.
pub(crate) fn node_boxes(solid: &CsgSolid, mesh: &Mesh) -> Vec<Aabb> {
    const UNDERFLOW: f64 = f64::from_bits(8);
    let reach = mesh.aabb().max_abs_coordinate();
    let of_leaf = |node: usize| {
        let surface = solid.surface(node);
        let leaf_reach = surface.bounds().max_abs_coordinate();
        // Without polygons the leaf is empty, or all of space.
        if surface.is_empty() || leaf_reach > MAX_COORDINATE {
            return EVERYWHERE;
        }
        let margin = 4.0 * f64::EPSILON * reach.max(leaf_reach) + UNDERFLOW;
        surface.bounds().expanded(margin)
    };
    let mut boxes: Vec<Aabb> = Vec::with_capacity(solid.tree().nodes().len());
    for (i, node) in solid.tree().nodes().iter().enumerate() {
        boxes.push(match branch_box(node, &boxes) {
            Some(joined) => joined,
            None => of_leaf(i),
        });
    }
    boxes
}

/// Returns the box of a branch from those of its children, empty if the branch is null. `None` for
/// a leaf.
fn branch_box(node: &CsgNode, boxes: &[Aabb]) -> Option<Aabb> {
    let CsgNode::Branch {
        operation,
        left,
        right,
    } = *node
    else {
        return None;
    };
    let (left, right) = (&boxes[left as usize], &boxes[right as usize]);
    Some(match operation {
        CsgOperation::Union => left.union(*right),
        CsgOperation::Intersection => left.intersection(right).unwrap_or(Aabb::EMPTY),
        CsgOperation::Difference => *left,
    })
}

/// S-bounds of two bodies. Keeps its memory from pair to pair.
#[derive(Debug, Default)]
pub(crate) struct SBounds {
    trees: [TreeBounds; 2],
}

/// S-bounds of the nodes of one body, in A's space.
#[derive(Debug, Default)]
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
mod tests {
    use super::*;
    use geometry::csg::{CsgTree, Primitive};
    use geometry::{Pose, PosedExtent, Quat};
    use std::sync::Arc;

    fn block(size: [f64; 3], at: [f64; 3]) -> CsgTree {
        let pose = Pose::at(Vec3::from_array(at));
        CsgTree::leaf_at(Primitive::Box { size }, pose).unwrap()
    }

    fn half_space(normal: [f64; 3], offset: f64) -> CsgTree {
        CsgTree::leaf(Primitive::HalfSpace { normal, offset }).unwrap()
    }

    fn model(tree: &CsgTree) -> HybridModel {
        HybridModel::of_solid(Arc::new(CsgSolid::new(tree.clone()).unwrap()))
    }

    /// S-bounds of A and of B at a pose.
    struct Outcome {
        region: Option<Aabb>,
        /// Boxes of all nodes. Valid for those that remain.
        boxes: [Vec<Aabb>; 2],
        pairs: Vec<[u32; 2]>,
        work: HybridWork,
    }

    fn outcome(a: &CsgTree, b: &CsgTree, pose: &Pose) -> Outcome {
        let models = [model(a), model(b)];
        let extents = [(&models[0], &Pose::IDENTITY), (&models[1], pose)]
            .map(|(model, pose)| PosedExtent::new(pose.world_map(), model.reach));
        let b_in_a = RelativePose::new(&extents[0], &extents[1]);
        let models = [&models[0], &models[1]];
        let (mut bounds, mut work) = (SBounds::default(), HybridWork::default());
        let region = bounds.compute(models, &b_in_a, &mut work);
        let boxes = [0, 1].map(|i| bounds.trees[i].boxes.clone());
        let mut pairs = Vec::new();
        if region.is_some() {
            bounds.add_leaf_pairs(models, &mut pairs, &mut work);
        }
        pairs.sort_unstable();
        Outcome {
            region,
            boxes,
            pairs,
            work,
        }
    }

    /// Checks a box computed by hand. Bodies of unit size have margins below 1e-12.
    #[track_caller]
    fn assert_box(found: Aabb, min: [f64; 3], max: [f64; 3]) {
        let expected = Aabb::new(Vec3::from_array(min), Vec3::from_array(max));
        assert!(found.contains_box(&expected), "{found:?}");
        assert!(expected.expanded(1e-12).contains_box(&found), "{found:?}");
    }

    #[test]
    fn a_null_child_makes_an_intersection_null_and_leaves_the_other_child_of_a_union() {
        // Two cubes at the ends of a bar that cuts them. Nodes: 2 is the union of the cubes.
        let ends = block([1.0; 3], [0.5, 0.0, 0.0]).union(block([1.0; 3], [4.5, 0.0, 0.0]));
        let bar = block([6.0, 1.0, 0.5], [2.5, 0.0, 0.0]);
        let a = ends.clone().intersection(bar.clone());
        let b = block([1.0; 3], [0.0; 3]);
        // Between the cubes: the box around both is not null before both are.
        let between = outcome(&a, &b, &Pose::at(Vec3::X * 2.5));
        assert_eq!(between.region, None);
        // The box of B, then the union's and the root's: downward each two, upward one.
        assert_eq!(between.work.s_bound_boxes, 1 + 6);
        assert_eq!(between.work.s_bound_rounds, 1);
        let swapped = outcome(&bar.intersection(ends), &b, &Pose::at(Vec3::X * 2.5));
        assert_eq!((swapped.region, swapped.work), (None, between.work));
        // At the right cube.
        let right = outcome(&a, &b, &Pose::at(Vec3::X * 4.75));
        let (min, max) = ([4.25, -0.5, -0.25], [5.0, 0.5, 0.25]);
        assert_box(right.region.unwrap(), min, max);
        for node in [1, 2, 3, 4] {
            assert_box(right.boxes[0][node], min, max);
        }
        assert!(right.boxes[0][0].is_empty());
        assert_eq!(right.pairs, [[1, 0], [3, 0]]);
        assert_eq!(right.work.s_bound_tests, 2);
    }

    #[test]
    fn a_hole_is_dropped_where_the_region_does_not_reach_it() {
        let plate = block([4.0, 4.0, 1.0], [0.0; 3]).difference(block([2.0; 3], [0.0; 3]));
        let peg = block([1.0, 1.0, 6.0], [0.0; 3]);
        // The boxes of hole and peg overlap, so both pairs of leaves are to be tested.
        let inside = outcome(&plate, &peg, &Pose::IDENTITY);
        assert_box(inside.region.unwrap(), [-0.5; 3], [0.5; 3]);
        assert_eq!(inside.pairs, [[0, 0], [1, 0]]);
        let (min, max) = ([0.75, -0.5, -0.5], [1.75, 0.5, 0.5]);
        let at_wall = outcome(&plate, &peg, &Pose::at(Vec3::X * 1.25));
        assert_box(at_wall.region.unwrap(), min, max);
        assert_box(at_wall.boxes[0][1], min, [1.0, 0.5, 0.5]);
        assert_box(at_wall.boxes[0][0], min, max);
        // The difference keeps the left child's box where the right one is null.
        let beside = outcome(&plate, &peg, &Pose::at(Vec3::X * 1.75));
        assert_box(beside.region.unwrap(), [1.25, -0.5, -0.5], [2.0, 0.5, 0.5]);
        assert_eq!(beside.pairs, [[0, 0]]);
        assert_eq!(
            outcome(&plate, &peg, &Pose::at(Vec3::X * 2.75)).pairs,
            [[0; 2]; 0]
        );
    }

    #[test]
    fn the_boxes_of_b_follow_its_pose() {
        let bar = block([8.0, 1.0, 1.0], [0.0; 3]);
        let cubes = block([1.0; 3], [0.0; 3]).union(block([1.0; 3], [0.0, 3.0, 0.0]));
        // A turn by 45° about z: a cube's box is √2 wide, and the second cube moves to −x, +y.
        let turn = Quat::from_rotation_z(std::f64::consts::FRAC_PI_4);
        let found = outcome(&bar, &cubes, &Pose::new(Vec3::X, turn));
        let half = 0.5f64.sqrt();
        let (min, max) = ([1.0 - half, -0.5, -0.5], [1.0 + half, 0.5, 0.5]);
        assert_box(found.region.unwrap(), min, max);
        assert_eq!(found.pairs, [[0, 0]]);
    }

    #[test]
    fn leaves_are_tested_if_their_boxes_overlap_and_they_have_faces() {
        let two = block([1.0; 3], [0.0; 3]).union(block([1.0; 3], [4.0, 0.0, 0.0]));
        let found = outcome(&two, &two, &Pose::at(Vec3::X * 0.5));
        assert_eq!(found.pairs, [[0, 0], [1, 1]]);
        assert_eq!(found.work.s_bound_tests, 4);
        // Boxes are closed.
        assert_eq!(
            outcome(&two, &two, &Pose::at(Vec3::X)).pairs,
            [[0, 0], [1, 1]]
        );
        let with_outer = two.clone().intersection(block([9.0; 3], [0.0; 3]));
        let found = outcome(&with_outer, &two, &Pose::at(Vec3::X * 0.5));
        assert_eq!(found.pairs, [[0, 0], [1, 1]]);
    }

    #[test]
    fn an_unbounded_leaf_of_either_body_has_an_infinite_box() {
        let half = block([2.0; 3], [0.0; 3]).intersection(half_space([1.0, 0.0, 0.0], 0.25));
        let cube = block([0.5; 3], [0.0; 3]);
        let (min, max) = ([0.25, -0.25, -0.25], [0.75, 0.25, 0.25]);
        let as_a = outcome(&half, &cube, &Pose::at(Vec3::X * 0.5));
        assert_box(as_a.region.unwrap(), min, max);
        assert_eq!(as_a.pairs, [[0, 0], [1, 0]]);
        let as_b = outcome(&cube, &half, &Pose::at(Vec3::X * -0.5));
        assert_box(as_b.region.unwrap(), [-0.25; 3], [0.25; 3]);
        assert_eq!(as_b.pairs, [[0, 0], [0, 1]]);
    }

    #[test]
    fn boxes_of_leaves_have_room_for_the_rounding_of_faces() {
        // cos = 3/5 and sin = 4/5: corners are rounded.
        let turned = Pose::new(Vec3::splat(0.1), Quat::from_xyzw(0.0, 0.0, 1.0, 2.0));
        for scale in [1.0, f64::from_bits(1 << 20), 1e20] {
            let leaf = |x: f64, size: f64| {
                let size = [size * scale; 3];
                let at = Pose::at(Vec3::X * x * scale);
                CsgTree::leaf_at(Primitive::Box { size }, at).unwrap()
            };
            // The far leaf's faces are rounded more coarsely than the near leaf.
            let tree = leaf(0.0, 0.1).union(leaf(50.0, 100.0));
            let turned = Pose::new(turned.translation * scale, turned.rotation);
            let solid = CsgSolid::new(tree.posed(&turned).unwrap()).unwrap();
            let boxes = node_boxes(&solid, solid.mesh());
            let reach = solid.mesh().aabb().max_abs_coordinate();
            let rounding = f64::EPSILON * reach + f64::from_bits(2);
            for node in [0, 1, 2] {
                let bounds = solid.surface(node).bounds();
                let needed = bounds.expanded(rounding);
                assert!(boxes[node].contains_box(&needed), "{node} at {scale:e}");
                let room = bounds.expanded(16.0 * rounding);
                assert!(room.contains_box(&boxes[node]), "{node} at {scale:e}");
            }
        }
    }

    /// Two bars that cross at the origin, each with a row of cubes along the diagonal.
    fn staircases(steps: u32) -> [CsgTree; 2] {
        let cube = |x, y| block([0.1; 3], [x, y, 0.0]);
        let mut upright = block([0.2, 200.0, 0.2], [0.0; 3]);
        let mut level = block([200.0, 0.2, 0.2], [0.0; 3]);
        for step in 1..=steps {
            let k = f64::from(step);
            // The last cube of the one is above all cubes of the other. Once it is dropped, the
            // last cube of the other is beside all of the one.
            upright = upright.union(cube(k, k + 0.25));
            level = level.union(cube(k - 0.5, k));
        }
        [upright, level]
    }

    #[test]
    fn interlocking_steps_end_at_the_limit_of_rounds_and_bars_remain() {
        let [a, b] = staircases(2);
        let few = outcome(&a, &b, &Pose::IDENTITY);
        assert_eq!(few.pairs, [[0, 0]]);
        // Four cubes are dropped one by one.
        assert_eq!(few.work.s_bound_rounds, 5);
        let [a, b] = staircases(10);
        let many = outcome(&a, &b, &Pose::IDENTITY);
        assert_eq!(many.work.s_bound_rounds, u64::from(MAX_ROUNDS));
        assert!(many.pairs.contains(&[0, 0]));
        assert!(many.region.unwrap().max.x > 5.0, "{:?}", many.region);
    }
}
