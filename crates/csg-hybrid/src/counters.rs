//! Work counts of tests of bounding volumes, and of the detector.

use collision::PairWork;

collision::counters! {
    /// Work of one pair or frame: tests of volumes, descent into CSG trees, faces at its end.
    pub struct HybridWork {
        /// Pairs of nodes whose boxes were compared, before their volumes.
        node_box_tests = "node-box-tests",
        /// Pairs of bounding volumes tested.
        volume_tests = "volume-tests",
        /// Pairs that the last direction proved apart.
        cached_directions = "cached-directions",
        /// Pairs with a sphere, tested by closed formulas.
        closed_forms = "closed-forms",
        /// Pairs in which the midpoint of one volume is in the other.
        shared_midpoints = "shared-midpoints",
        /// Searches for the closest points of two volumes.
        volume_searches = "volume-searches",
        /// Iterations of those searches.
        volume_search_iterations = "volume-search-iterations",
        /// Searches that ended at the limit of iterations.
        volume_searches_given_up = "volume-searches-given-up",
        /// Boxes of nodes computed for S-bounds.
        s_bound_boxes = "s-bound-boxes",
        /// Rounds of S-bounds, downward and upward.
        s_bound_rounds = "s-bound-rounds",
        /// Pairs of leaves whose S-bounds were compared.
        s_bound_tests = "s-bound-tests",
        /// Sub-trees frozen by an operator [Su07 §3].
        frozen_subtrees = "frozen-subtrees",
        /// Pairs of leaves tested.
        leaf_pairs = "leaf-pairs",
        /// Pairs of polygons of a hole and of another node whose boxes were compared.
        polygon_tests = "polygon-tests",
        /// Answers yes of the row UNION, if rows are checked.
        union_yes = "union-yes",
        /// Those that are wrong, made of right answers.
        union_wrong = "union-wrong",
        /// Answers yes of the row INTERSECTION, yes and yes, if rows are checked.
        intersection_yes = "intersection-yes",
        /// Those that are wrong, made of right answers.
        intersection_wrong = "intersection-wrong",
        /// Answers yes of the rows DIFFERENCE with a yes of the right child, if rows are checked.
        touched_hole_yes = "touched-hole-yes",
        /// Those that are wrong.
        touched_hole_wrong = "touched-hole-wrong",
        /// Answers yes of the row DIFFERENCE, yes and no, if rows are checked.
        free_hole_yes = "free-hole-yes",
        /// Those that are wrong, made of right answers.
        free_hole_wrong = "free-hole-wrong",
        /// Pairs of oriented boxes of faces compared, up to eight at once.
        node_tests = "node-tests",
        /// Oriented boxes of one body mapped to the space of the other.
        nodes_moved = "nodes-moved",
        /// Vertices mapped to world space.
        vertices_moved = "vertices-moved",
        /// Pairs of face boxes compared, in world space.
        face_box_tests = "face-box-tests",
        /// Face pairs whose interference was decided by signs.
        face_pair_tests = "face-pair-tests",
        /// Signs that floating-point filters left to exact arithmetic.
        exact_fallbacks = "exact-fallbacks",
    }
}

impl PairWork for HybridWork {
    fn instructions(&self) -> u64 {
        60 * (self.node_box_tests + self.s_bound_boxes + self.polygon_tests)
            + 150 * self.volume_tests
            + 300 * self.volume_search_iterations
            // Of boxes that are compared eight at once. One by one, without shortcuts, it is 200.
            + 30 * (self.node_tests + self.nodes_moved)
            + 800 * self.face_pair_tests
    }
}
