//! Work counts of the detectors of convex bodies.

use collision::{PairWork, Step};

/// Proofs of pairs that a walk to the closest features does not show apart [Cohen95 §5.2].
pub(crate) const PAIR_PROOFS: Step = Step::new("pair-proofs");

collision::counters! {
    /// Work of separating planes in one pair or frame.
    pub(crate) struct ConvexWork {
        /// Active pairs that were visited. Others were apart, and neither body has moved since.
        pair_visits = "pair-visits",
        /// Pairs of bodies that have not moved since their last answer, visited or not.
        pairs_at_rest = "pairs-at-rest",
        /// Vertices mapped to world space.
        vertices_moved = "vertices-moved",
        /// Vertices tested against a cached separating plane [Smith95 §4.3.1].
        plane_tests = "plane-tests",
        /// Searches for closest points.
        closest_point_searches = "closest-point-searches",
        /// Iterations of those searches.
        closest_point_iterations = "closest-point-iterations",
        /// Searches that ended at the limit of iterations. Exact tests decide these pairs.
        searches_given_up = "searches-given-up",
        /// Vertices visited by support functions.
        support_vertices = "support-vertices",
        /// Searches for closest features [Cohen95 §3.2].
        feature_searches = "feature-searches",
        /// Pairs of features visited by those searches.
        feature_steps = "feature-steps",
        /// Searches that returned to a pair of features that they had left.
        feature_cycles = "feature-cycles",
        /// Searches that no walk answered, but closest points of all vertices.
        feature_fallbacks = "feature-fallbacks",
        /// Facets visited by walks through the interior of a body [Cohen95 §3.3].
        interior_facets = "interior-facets",
        /// Pairs of face boxes compared, or of a face box and a body box.
        face_box_tests = "face-box-tests",
        /// Face pairs whose interference was decided by signs.
        face_pair_tests = "face-pair-tests",
        /// Triangles tested by the search for contained bodies.
        containment_tests = "containment-tests",
        /// Signs, and pairs of bodies, that floating point left to exact arithmetic.
        exact_fallbacks = "exact-fallbacks",
    }
}

impl PairWork for ConvexWork {
    fn instructions(&self) -> u64 {
        15 * (self.plane_tests + self.support_vertices + self.vertices_moved)
            + 300 * (self.closest_point_iterations + self.feature_steps)
            + 20 * (self.face_box_tests + self.containment_tests)
            + 800 * self.face_pair_tests
    }
}
