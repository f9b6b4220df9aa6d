//! Work counts and steps of the face octrees.

use collision::Step;

collision::counters! {
    /// Work of the face octrees' steps in one frame.
    pub(crate) struct OctreeWork {
        /// Faces, or black nodes, tested against an overlap region [Smith95 §3.4]; patches of
        /// faces, and groups of these, in eights, lanes without one included.
        region_tests = "region-tests",
        /// Faces, or black nodes, in a checklist [Smith95 §3.4].
        listed = "listed",
        /// Cubes of the octree that were split [Smith95 §3.5].
        cubes_split = "cubes-split",
        /// Faces, or black nodes, tested against a cube of the octree [Smith95 §3.5].
        cube_tests = "cube-tests",
        /// Faces that were clipped at the sides of a region or a cube: neither boxes nor a corner
        /// inside decided [Smith95 §3.7].
        clipped = "clipped",
        /// Faces that were clipped at all four sides [Smith95 §3.7].
        clipped_at_four = "clipped-at-four",
        /// Voxels that contain faces of two or more bodies [Smith95 §3.5].
        voxels = "voxels",
        /// Face pairs met in voxels, repetitions counted [Smith95 §3.5].
        pairs_met = "pairs-met",
        /// Face pairs in the face pair checklist, each once [Smith95 §3.5]. With the option
        /// `checklist=all` they are the paper's; otherwise their boxes overlap, too.
        listed_pairs = "listed-pairs",
        /// Pairs of bodies' balls tested.
        ball_tests = "ball-tests",
        /// Pairs of nodes of two bodies' hierarchies tested, for a first contact.
        node_tests = "node-tests",
        /// Boxes of faces or patches fitted to vertices, because their body deforms.
        boxes_fitted = "boxes-fitted",
        /// Vertices moved to world space where they are needed.
        vertices_moved = "vertices-moved",
        /// Pairs of face boxes compared; in the tuned form, and for all contacts of swept faces but
        /// with the dynamic distribution, whole blocks of eight are counted [Smith95 §3.6].
        face_box_tests = "face-box-tests",
        /// Pairs of faces with overlapping boxes of which each was compared with the slab of the
        /// other.
        slab_tests = "slab-tests",
        /// Pairs of faces compared along the axes of their edges.
        edge_tests = "edge-tests",
        /// Pairs of faces that surely cross, by signs beyond all rounding.
        certified = "certified-crossings",
        /// Face pairs whose interference was decided by signs [Smith95 §3.6].
        face_pair_tests = "face-pair-tests",
        /// Pairs of faces whose swept volumes were compared [Kitamura95 §3.5].
        swept_pair_tests = "swept-pair-tests",
        /// Pairs of swept volumes compared along the axes of both faces, up to eight at once
        /// [Kitamura95 §3.5].
        volume_axis_tests = "volume-axis-tests",
        /// Pairs of swept volumes compared by portals, up to eight at once.
        volume_portal_tests = "volume-portal-tests",
        /// Pairs of swept volumes between which a direction was searched for, one pair at a time.
        volume_walks = "volume-walks",
        /// Pairs of faces whose swept volumes meet, but whose paths certainly do not.
        swept_pairs_refuted = "swept-pairs-refuted",
        /// Edges of hulls tested against facets, as published [Kitamura95 §3.5].
        hull_edge_tests = "hull-edge-tests",
        /// Frames without a next instant, in which bodies were taken as standing still.
        no_next_instant = "no-next-instant",
        /// Accesses to the list of pairs and to the results that the workers share
        /// [Kitamura95 §6.1].
        shared_accesses = "shared-accesses",
        /// Signs that floating-point filters left to exact arithmetic.
        exact_fallbacks = "exact-fallbacks",
        /// Number of times the world cube had to grow, because a body left it.
        world_cube_grown = "world-cube-grown",
    }
}

/// Faces, or black nodes, that meet overlap regions are listed [Smith95 §3.4].
pub(crate) const FACE_CHECKLIST: Step = Step::new("face-checklist");
/// Subdivision down to voxels, and the face pair checklist [Smith95 §3.5].
pub(crate) const SUBDIVISION: Step = Step::new("subdivision");
