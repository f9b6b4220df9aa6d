//! CSG trees: primitives joined by union, intersection and difference [Su07 §2.1].

use super::{CsgError, CsgFault, HalfSpace, Primitive};
use crate::{Pose, Sign, Vec3};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Boolean operation of a branch on its left and right child. Regularized: the result has no
/// dangling faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CsgOperation {
    /// Points of either child.
    Union,
    /// Points of both children.
    Intersection,
    /// Points of the left child that are not in the right one.
    Difference,
}

impl CsgOperation {
    /// Returns the operation on two truth values.
    #[inline]
    pub fn apply(self, left: bool, right: bool) -> bool {
        match self {
            CsgOperation::Union => left | right,
            CsgOperation::Intersection => left & right,
            CsgOperation::Difference => left & !right,
        }
    }

    /// Returns the name, as in files.
    pub fn name(self) -> &'static str {
        match self {
            CsgOperation::Union => "union",
            CsgOperation::Intersection => "intersection",
            CsgOperation::Difference => "difference",
        }
    }
}

/// Node of a [`CsgTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsgNode {
    /// Index into [`CsgTree::leaves`].
    Leaf(u32),
    /// Operation on two earlier nodes.
    Branch {
        /// The operation.
        operation: CsgOperation,
        /// Index of the left child.
        left: u32,
        /// Index of the right child.
        right: u32,
    },
}

/// Leaf of a [`CsgTree`]: a placed primitive, which is convex.
#[derive(Clone, Debug, PartialEq)]
pub struct CsgLeaf {
    /// Shape with its sizes, in scene units, centered as its variant says.
    pub primitive: Primitive,
    /// Pose of the primitive within the tree's space.
    pub pose: Pose,
    /// The leaf is the intersection of these half-spaces, in the tree's space.
    pub half_spaces: Vec<HalfSpace>,
}

/// Solid as a formula: a binary tree over convex primitives, in the local space of a body.
///
/// Built from primitives by [`CsgTree::union`], [`CsgTree::intersection`] and
/// [`CsgTree::difference`], or from nodes in order ([`CsgTree::from_nodes`]).
#[derive(Clone, Debug, PartialEq)]
pub struct CsgTree {
    /// Children come before their parents. The last node is the root.
    nodes: Vec<CsgNode>,
    leaves: Vec<CsgLeaf>,
    /// Name of each node in messages, empty if it has none.
    names: Vec<Option<Arc<str>>>,
}

/// Relation of a point to the solid of a [`CsgTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    /// In the interior.
    Inside,
    /// Outside.
    Outside,
    /// On the boundary of a leaf, and the other leaves do not decide. The point may be inside,
    /// outside or on the boundary of the solid.
    OnLeaf,
}

impl CsgTree {
    /// Returns a tree of one primitive.
    ///
    /// # Errors
    /// [`CsgError`] with the parameter that is not finite, not positive or out of range.
    pub fn leaf(primitive: Primitive) -> Result<CsgTree, CsgError> {
        CsgTree::leaf_at(primitive, Pose::IDENTITY)
    }

    /// Returns a tree of one primitive that is moved by a pose: the exact rotation of the
    /// quaternion's direction, then the translation.
    ///
    /// # Errors
    /// As for [`CsgTree::leaf`], and for a pose that is not finite or a quaternion of zeros.
    pub fn leaf_at(primitive: Primitive, pose: Pose) -> Result<CsgTree, CsgError> {
        let half_spaces = primitive
            .half_spaces(&pose)
            .map_err(|fault| CsgError::at(0, Some(primitive.kind().into()), fault))?;
        let leaf = CsgLeaf {
            primitive,
            pose,
            half_spaces,
        };
        Ok(CsgTree {
            nodes: vec![CsgNode::Leaf(0)],
            leaves: vec![leaf],
            names: vec![None],
        })
    }

    /// Returns the tree of leaves and nodes. The last node is the root. Each node but the root must
    /// be the child of exactly one later node, and each leaf the leaf of exactly one node.
    ///
    /// # Errors
    /// [`CsgError`] with the node that breaks this rule.
    pub fn from_nodes(leaves: Vec<CsgLeaf>, nodes: Vec<CsgNode>) -> Result<CsgTree, CsgError> {
        let mut used = vec![false; nodes.len()];
        let mut leaf_used = vec![false; leaves.len()];
        for (at, node) in nodes.iter().enumerate() {
            let marks: &mut [(&mut [bool], u32)] = match node {
                CsgNode::Leaf(leaf) => &mut [(&mut leaf_used[..], *leaf)],
                CsgNode::Branch { left, right, .. } => {
                    let (earlier, _) = used.split_at_mut(at);
                    for child in [left, right] {
                        match earlier.get_mut(*child as usize) {
                            Some(mark) if !*mark => *mark = true,
                            _ => return Err(CsgError::at(at, None, CsgFault::Shape)),
                        }
                    }
                    &mut []
                }
            };
            for (list, index) in marks {
                match list.get_mut(*index as usize) {
                    Some(mark) if !*mark => *mark = true,
                    _ => return Err(CsgError::at(at, None, CsgFault::Shape)),
                }
            }
        }
        let Some((_root, others)) = used.split_last() else {
            return Err(CsgError::at(0, None, CsgFault::Shape));
        };
        if let Some(loose) = others.iter().position(|used| !used) {
            return Err(CsgError::at(loose, None, CsgFault::Shape));
        }
        if leaf_used.contains(&false) {
            return Err(CsgError::at(0, None, CsgFault::Shape));
        }
        let names = vec![None; nodes.len()];
        Ok(CsgTree {
            nodes,
            leaves,
            names,
        })
    }

    /// Returns the union with another tree.
    #[must_use]
    pub fn union(self, other: CsgTree) -> CsgTree {
        self.joined(CsgOperation::Union, other)
    }

    /// Returns the intersection with another tree.
    #[must_use]
    pub fn intersection(self, other: CsgTree) -> CsgTree {
        self.joined(CsgOperation::Intersection, other)
    }

    /// Returns the points of this tree that are not in the other.
    #[must_use]
    pub fn difference(self, other: CsgTree) -> CsgTree {
        self.joined(CsgOperation::Difference, other)
    }

    /// Returns the tree with its root named, for messages.
    #[must_use]
    pub fn named(mut self, name: impl Into<Arc<str>>) -> CsgTree {
        let root = self.root();
        self.names[root] = Some(name.into());
        self
    }

    /// Returns the operation on two trees. Takes time for the right tree only, so long chains are
    /// best built to the left.
    #[must_use]
    pub fn joined(mut self, operation: CsgOperation, other: CsgTree) -> CsgTree {
        let (node_offset, leaf_offset) = (self.nodes.len() as u32, self.leaves.len() as u32);
        let left = node_offset - 1;
        self.leaves.extend(other.leaves);
        self.names.extend(other.names);
        self.nodes
            .extend(other.nodes.iter().map(|node| match *node {
                CsgNode::Leaf(leaf) => CsgNode::Leaf(leaf + leaf_offset),
                CsgNode::Branch {
                    operation,
                    left,
                    right,
                } => CsgNode::Branch {
                    operation,
                    left: left + node_offset,
                    right: right + node_offset,
                },
            }));
        let right = self.nodes.len() as u32 - 1;
        self.nodes.push(CsgNode::Branch {
            operation,
            left,
            right,
        });
        self.names.push(None);
        self
    }

    /// Returns the tree moved by a pose, exactly.
    ///
    /// # Errors
    /// [`CsgError`] if the pose is not finite or its quaternion is zero.
    pub fn posed(mut self, pose: &Pose) -> Result<CsgTree, CsgError> {
        let fault = || CsgError::at(0, None, CsgFault::BadPose);
        for leaf in &mut self.leaves {
            let moved = leaf.half_spaces.iter().map(|h| h.posed(pose));
            leaf.half_spaces = moved.collect::<Option<_>>().ok_or_else(fault)?;
            // For display only: the half-spaces are exact.
            let map = pose.world_map();
            leaf.pose = Pose::new(
                map.apply(leaf.pose.translation),
                pose.rotation * leaf.pose.rotation,
            );
        }
        Ok(self)
    }

    /// Returns the nodes. Children come before their parents, the root is last.
    pub fn nodes(&self) -> &[CsgNode] {
        &self.nodes
    }

    /// Returns the leaves, in order from left to right.
    pub fn leaves(&self) -> &[CsgLeaf] {
        &self.leaves
    }

    /// Returns the index of the root.
    pub fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns the name of a node, if it has one.
    pub fn name(&self, node: usize) -> Option<&str> {
        self.names[node].as_deref()
    }

    /// Names a node, for messages.
    pub fn set_name(&mut self, node: usize, name: impl Into<Arc<str>>) {
        self.names[node] = Some(name.into());
    }

    /// Returns the number of levels: 1 for a leaf.
    pub fn depth(&self) -> usize {
        let mut depths = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            depths.push(match node {
                CsgNode::Leaf(_) => 1,
                CsgNode::Branch { left, right, .. } => {
                    let depth = |i: &u32| -> usize { depths[*i as usize] };
                    1 + depth(left).max(depth(right))
                }
            });
        }
        depths[self.root()]
    }

    /// Returns the relation of a finite point to the solid. Exact.
    ///
    /// # Cost
    /// One side test for each half-space, at most.
    pub fn membership(&self, p: Vec3) -> Membership {
        self.membership_of_node(self.root(), p)
    }

    /// Returns the relation of a finite point to the solid of a node, as [`CsgTree::membership`]
    /// does for the root.
    ///
    /// # Panics
    /// If there is no node of this index.
    pub fn membership_of_node(&self, node: usize, p: Vec3) -> Membership {
        // Children come before their parents.
        let mut values = Vec::with_capacity(node + 1);
        for node in &self.nodes[..=node] {
            values.push(match *node {
                CsgNode::Leaf(leaf) => self.leaves[leaf as usize].membership(p),
                CsgNode::Branch {
                    operation,
                    left,
                    right,
                } => Membership::of(operation, values[left as usize], values[right as usize]),
            });
        }
        values[node]
    }
}

impl CsgLeaf {
    /// Returns the relation of a finite point to the leaf.
    pub fn membership(&self, p: Vec3) -> Membership {
        let mut touched = false;
        for plane in &self.half_spaces {
            match plane.side(p) {
                Sign::Positive => return Membership::Outside,
                Sign::Zero => touched = true,
                Sign::Negative => {}
            }
        }
        if touched {
            Membership::OnLeaf
        } else {
            Membership::Inside
        }
    }
}

impl Membership {
    /// Returns the relation to the result of an operation. On the boundary of a leaf, both values
    /// are tried.
    fn of(operation: CsgOperation, left: Membership, right: Membership) -> Membership {
        let values = |m: Membership| -> &[bool] {
            match m {
                Membership::Inside => &[true],
                Membership::Outside => &[false],
                Membership::OnLeaf => &[false, true],
            }
        };
        let results = values(left)
            .iter()
            .flat_map(|l| values(right).iter().map(|r| operation.apply(*l, *r)));
        let (mut inside, mut outside) = (false, false);
        for result in results {
            inside |= result;
            outside |= !result;
        }
        match (inside, outside) {
            (true, true) => Membership::OnLeaf,
            (true, false) => Membership::Inside,
            _ => Membership::Outside,
        }
    }
}

#[cfg(test)]
mod tests;
