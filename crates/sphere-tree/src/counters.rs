//! Work counts and steps of the time-critical search.

use collision::Step;

collision::counters! {
    /// Work of one search.
    pub(crate) struct SphereWork {
        /// Vertices mapped to world space.
        vertices_moved = "vertices-moved",
        /// Pairs of spheres compared [Hubbard96 §4.1].
        sphere_tests = "sphere-tests",
        /// Centers of spheres mapped into another body's space [Hubbard96 §4.1].
        spheres_moved = "spheres-moved",
        /// Refinement steps: one level down for one body pair [Hubbard96 §4.1].
        refinement_steps = "refinement-steps",
        /// Pairs of face boxes compared, or of a face box and a sphere.
        face_box_tests = "face-box-tests",
        /// Face pairs whose interference was decided by signs.
        face_pair_tests = "face-pair-tests",
        /// Triangles tested by the search for contained parts.
        containment_tests = "containment-tests",
        /// Signs that floating-point filters left to exact arithmetic.
        exact_fallbacks = "exact-fallbacks",
    }
}

/// One refinement step: one level down in the hierarchies of one body pair [Hubbard96 §4.1].
pub(crate) const REFINEMENT: Step = Step::new("refinement");
