//! Work counts of tests of bounding volumes.

collision::counters! {
    /// Work of tests of bounding volumes in one pair or frame.
    pub struct VolumeWork {
        /// Pairs of bounding volumes tested.
        volume_tests = "volume-tests",
        /// Pairs that the last direction proved apart.
        cached_directions = "cached-directions",
        /// Pairs with a sphere, tested by closed formulas.
        closed_forms = "closed-forms",
        /// Searches for the closest points of two volumes.
        volume_searches = "volume-searches",
        /// Iterations of those searches.
        volume_search_iterations = "volume-search-iterations",
        /// Searches that ended at the limit of iterations.
        volume_searches_given_up = "volume-searches-given-up",
    }
}
