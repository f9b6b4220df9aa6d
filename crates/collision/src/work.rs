//! Counts of work. They are deterministic, free of the machine, and explain every curve.

/// Declares the counters once: field, name in rows, meaning.
macro_rules! counters {
    ($($(#[$doc:meta])* $field:ident = $name:literal,)*) => {
        /// How often each elementary test was made in one frame.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Work {
            $($(#[$doc])* pub $field: u64,)*
        }

        impl Work {
            /// The names of all counters, in the order of [`Work::entries`].
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            /// All counters with their names in rows and reports.
            pub fn entries(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$(($name, self.$field),)*].into_iter()
            }
        }

        impl std::ops::AddAssign for Work {
            fn add_assign(&mut self, other: Work) {
                $(self.$field += other.$field;)*
            }
        }
    };
}

counters! {
    /// Vertices mapped to world space.
    vertices_moved = "vertices-moved",
    /// Pairs of body boxes compared [Smith95 §3.3].
    body_box_tests = "body-box-tests",
    /// Overlap regions found: body pairs whose boxes overlap [Smith95 §3.3].
    overlap_regions = "overlap-regions",
    /// Faces, or black nodes, tested against an overlap region [Smith95 §3.4].
    region_tests = "region-tests",
    /// Faces, or black nodes, that are in a check list [Smith95 §3.4].
    listed = "listed",
    /// Cubes of the octree that were split [Smith95 §3.5].
    cubes_split = "cubes-split",
    /// Faces, or black nodes, tested against a cube of the octree [Smith95 §3.5].
    cube_tests = "cube-tests",
    /// Voxels that hold faces of two or more bodies [Smith95 §3.5].
    voxels = "voxels",
    /// Face pairs met in voxels, repetitions counted [Smith95 §3.5].
    pairs_met = "pairs-met",
    /// Nodes, or pairs of nodes, of a bounding-volume hierarchy visited.
    node_tests = "node-tests",
    /// Pairs of face boxes compared [Smith95 §3.6].
    face_box_tests = "face-box-tests",
    /// Face pairs whose interference was decided by signs [Smith95 §3.6].
    face_pair_tests = "face-pair-tests",
    /// Vertices tested against a cached separating plane [Smith95 §4.3.1].
    plane_tests = "plane-tests",
    /// Searches for closest points.
    closest_point_searches = "closest-point-searches",
    /// Iterations of those searches.
    closest_point_iterations = "closest-point-iterations",
    /// Vertices looked at by support functions.
    support_vertices = "support-vertices",
    /// Pairs of spheres compared [Hubbard96 §4.1].
    sphere_tests = "sphere-tests",
    /// Centers of spheres mapped into another body's space [Hubbard96 §4.1].
    spheres_moved = "spheres-moved",
    /// Refinement steps: one level down for one body pair [Hubbard96 §4.1].
    refinement_steps = "refinement-steps",
    /// Polygons classified against a node's plane of a BSP tree [Hubbard96 §11].
    bsp_nodes = "bsp-nodes",
    /// Polygons split by such a plane.
    bsp_splits = "bsp-splits",
    /// Pairs of space-time bounds intersected [Hubbard96 §3].
    space_time_tests = "space-time-tests",
    /// Triangles tested by the search for swallowed bodies.
    containment_tests = "containment-tests",
    /// Signs that floating-point filters left to exact arithmetic.
    exact_fallbacks = "exact-fallbacks",
    /// Times the world cube had to grow, because a body left it.
    world_cube_grown = "world-cube-grown",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_add_and_list_under_their_names() {
        let mut total = Work {
            voxels: 2,
            ..Work::default()
        };
        total += Work {
            voxels: 3,
            node_tests: 1,
            ..Work::default()
        };
        let listed: Vec<_> = total.entries().filter(|(_, n)| *n > 0).collect();
        assert_eq!(listed, [("voxels", 5), ("node-tests", 1)]);
        assert_eq!(Work::NAMES.len(), total.entries().count());
    }
}
