//! Work counts of the hierarchy.

collision::counters! {
    /// Work of one frame.
    pub(crate) struct BvhWork {
        /// Pairs of bodies not compared, as they have not gone as far as they were apart.
        pairs_at_rest = "pairs-at-rest",
        /// Walks through two hierarchies for a reach, within which no faces of the other body are.
        rest_walks = "rest-walks",
        /// Pairs of faces for which a walk for a reach sought a separating direction.
        gap_tests = "gap-tests",
        /// Pairs of bodies' balls compared.
        ball_tests = "ball-tests",
        /// Pairs of nodes of two hierarchies compared.
        node_pairs = "node-pairs",
        /// Pairs of boxes of nodes compared, in lanes: children with children, and children with
        /// the other node.
        box_tests = "node-tests",
        /// Pairs of boxes in world space compared, where rounding hides the nodes.
        world_box_tests = "world-box-tests",
        /// Pairs of leaves with boxes of faces that overlap.
        leaf_pairs = "leaf-pairs",
        /// Pairs of faces compared with each other's slab.
        slab_tests = "slab-tests",
        /// Pairs of faces compared along the axes of their edges.
        edge_tests = "edge-tests",
        /// Pairs of faces that surely cross, by signs beyond all rounding.
        certified = "certified-crossings",
        /// Last contacts of a pair of bodies tested first.
        witness_tests = "witness-tests",
        /// Faces that a hierarchy was fitted to, because its body deforms.
        boxes_fitted = "boxes-fitted",
        /// Hierarchies built again, because their bodies have deformed much.
        hierarchies_built = "hierarchies-built",
        /// Vertices mapped to world space. Those of a tree in world space count each time it is
        /// searched.
        vertices_moved = "vertices-moved",
        /// Face pairs whose interference was decided by signs.
        face_pair_tests = "face-pair-tests",
        /// Signs that floating-point filters left to exact arithmetic.
        exact_fallbacks = "exact-fallbacks",
    }
}

impl BvhWork {
    /// Returns the cost of walks: [`NODE_PAIR_COST`] for a pair of nodes, one for a pair of faces
    /// that comes to the axes of edges, each some hundred instructions, and [`GAP_TEST_COST`].
    #[inline]
    pub(crate) fn cost(&self) -> u64 {
        NODE_PAIR_COST * self.node_pairs + self.edge_tests + GAP_TEST_COST * self.gap_tests
    }
}

/// Cost of a pair of nodes.
pub(crate) const NODE_PAIR_COST: u64 = 8;

/// Cost of a gap test: some 230 ns, three times what a pair of nodes takes without what follows
/// from it (Intel, family 6, model 167, 2026-11-29).
const GAP_TEST_COST: u64 = 3 * NODE_PAIR_COST;

/// Names of the work counts of this crate.
pub const BVH_COUNTERS: &[&str] = BvhWork::NAMES;
