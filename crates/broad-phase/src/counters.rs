//! Work counts of the broad phases, beside the box tests that all of them count.

collision::counters! {
    /// Work of a broad phase in one update.
    pub(crate) struct BroadPhaseWork {
        /// Exchanges of neighbors in sorted lists of endpoints: ex + ey + ez of [Cohen95 §4.2].
        endpoint_swaps = "endpoint-swaps",
        /// Pairs of boxes that overlap on the axis on which most pairs do, as sweep and prune
        /// rounds their ends: how clustered the intervals are [Cohen95 §4.3].
        axis_overlaps = "axis-overlaps",
        /// Updates that sorted all endpoints and found all pairs without the last order.
        full_sorts = "full-sorts",
        /// Nodes of an interval tree that queries visited [Cohen95 §4.3].
        interval_tree_visits = "interval-tree-visits",
        /// Boxes of a tree over bodies that queries compared.
        body_tree_tests = "body-tree-tests",
        /// Bodies that left their fat box and were inserted into a tree over bodies again.
        reinsertions = "reinsertions",
        /// Updates that built the tree over bodies again.
        body_tree_builds = "body-tree-builds",
    }
}
