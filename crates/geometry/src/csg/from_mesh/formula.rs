//! Nodes of the tree under construction, children first.

use super::super::polygon::PlaneSide;
use super::super::{CsgLeaf, CsgNode, CsgOperation, CsgTree, HalfSpace, Primitive};
use super::ConversionError;
use super::plane_table::PlaneTable;
use crate::Pose;
use crate::hull::ConvexHull;

/// Leaves and nodes, appended from left to right.
#[derive(Debug)]
pub(super) struct Formula {
    leaves: Vec<CsgLeaf>,
    nodes: Vec<CsgNode>,
    /// Largest number of leaves.
    limit: usize,
}

impl Formula {
    /// Returns an empty formula of at most `limit` leaves.
    pub(super) fn with_limit(limit: usize) -> Formula {
        Formula {
            leaves: Vec::new(),
            nodes: Vec::new(),
            limit,
        }
    }

    /// Checks the number of leaves so far.
    ///
    /// # Errors
    /// [`ConversionError::TooManyLeaves`].
    pub(super) fn check_limit(&self) -> Result<(), ConversionError> {
        let limit = self.limit;
        if self.leaves.len() > limit {
            return Err(ConversionError::TooManyLeaves { limit });
        }
        Ok(())
    }

    /// Adds the convex solid behind planes, and returns its node.
    pub(super) fn planes(&mut self, table: &PlaneTable, planes: &[PlaneSide]) -> u32 {
        let points = planes
            .iter()
            .map(|p| table.points(*p).map(|x| x.to_array()));
        let points = points.collect();
        let half_spaces = planes.iter().map(|p| table.get(*p).clone()).collect();
        self.leaf(Primitive::Planes { points }, half_spaces)
    }

    /// Adds a convex hull whose facets have these half-spaces, and returns its node.
    pub(super) fn hull(&mut self, hull: &ConvexHull, half_spaces: Vec<HalfSpace>) -> u32 {
        let points = hull.vertices.iter().map(|p| p.to_array()).collect();
        self.leaf(Primitive::Hull { points }, half_spaces)
    }

    fn leaf(&mut self, primitive: Primitive, half_spaces: Vec<HalfSpace>) -> u32 {
        self.nodes.push(CsgNode::Leaf(self.leaves.len() as u32));
        self.leaves.push(CsgLeaf {
            primitive,
            pose: Pose::IDENTITY,
            half_spaces,
        });
        self.nodes.len() as u32 - 1
    }

    /// Adds an operation on two nodes, and returns its node.
    pub(super) fn branch(&mut self, operation: CsgOperation, left: u32, right: u32) -> u32 {
        self.nodes.push(CsgNode::Branch {
            operation,
            left,
            right,
        });
        self.nodes.len() as u32 - 1
    }

    /// Adds the union of nodes as a balanced tree, and returns its node.
    pub(super) fn union(&mut self, mut nodes: Vec<u32>) -> Option<u32> {
        while nodes.len() > 1 {
            let pairs = nodes.chunks(2).map(|pair| match *pair {
                [left, right] => self.branch(CsgOperation::Union, left, right),
                _ => pair[0],
            });
            nodes = pairs.collect();
        }
        nodes.pop()
    }

    /// Returns the tree whose root is the last node.
    ///
    /// # Panics
    /// If a node is used twice or never.
    pub(super) fn tree(self) -> CsgTree {
        CsgTree::from_nodes(self.leaves, self.nodes).expect("each node has one parent")
    }
}
