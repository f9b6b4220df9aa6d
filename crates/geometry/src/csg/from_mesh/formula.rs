//! Nodes of the tree under construction, children first.

use super::super::polygon::PlaneSide;
use super::super::{CsgLeaf, CsgNode, CsgOperation, CsgTree, HalfSpace, Primitive};
use super::plane_table::PlaneTable;
use super::{BspLimits, ConversionError, ConversionWork};
use crate::Pose;
use crate::hull::ConvexHull;

/// Leaves and nodes, appended from left to right, with the work on them.
pub(super) struct Formula<'w> {
    leaves: Vec<CsgLeaf>,
    nodes: Vec<CsgNode>,
    /// Largest number of leaves.
    limit: usize,
    /// Side tests that all BSP trees of the conversion have left.
    side_tests_left: u64,
    /// Called with the work so far, after each cell and each solid.
    watch: &'w mut dyn FnMut(ConversionWork),
}

impl<'w> Formula<'w> {
    /// Returns an empty formula of at most `limit` leaves.
    pub(super) fn with_limit(limit: usize, watch: &'w mut dyn FnMut(ConversionWork)) -> Self {
        Formula {
            leaves: Vec::new(),
            nodes: Vec::new(),
            limit,
            side_tests_left: BspLimits::MOST.side_tests,
            watch,
        }
    }
}

impl Formula<'_> {
    /// Returns the number of side tests that further BSP trees may take.
    pub(super) fn side_tests_left(&self) -> u64 {
        self.side_tests_left
    }

    /// Sets the number of side tests that are left, of those of this formula.
    pub(super) fn set_side_tests_left(&mut self, left: u64) {
        self.side_tests_left = left;
    }

    /// Shows the work so far, of which the tests of the BSP tree at work leave `side_tests_left`.
    pub(super) fn show(&mut self, side_tests_left: u64) {
        (self.watch)(ConversionWork {
            side_tests: BspLimits::MOST.side_tests.saturating_sub(side_tests_left),
            leaves: self.leaves.len(),
        });
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
