//! Step 1 for bodies that deform: all boxes are fitted to other vertices, and the split is kept
//! until it has become poor.
//!
//! The quality of a hierarchy is the sum of the surfaces of its nodes over that of the root: by the
//! heuristic that built it, the number of nodes that a small body meets. While that sum is at most
//! [`POOR`] times what it was, only boxes are fitted. From then on the hierarchy is built again,
//! but not in [`REST`] frames after the last time, so that a body that crumples in every frame does
//! not take much longer than one that waves.

use crate::build::relative_surface;
use crate::counters::BvhWork;
use crate::hierarchy::{FaceVertices, UnitSpace, WideHierarchy};
use geometry::Aabb;
use geometry::lanes::Box4;
use std::sync::OnceLock;

/// Ratio of surfaces from which on a hierarchy is built again.
const POOR: f64 = 2.0;

/// Number of times that boxes are fitted after a hierarchy was built again. Building takes some
/// thirty times as long.
const REST: u32 = 32;

/// Buffers of fitting, and what is known of the hierarchy.
#[derive(Clone, Debug)]
pub(crate) struct RefitBuffers {
    /// Vertices of each leaf.
    leaves: LeafVertices,
    /// Box of each node.
    bounds: Vec<Box4>,
    /// Number of times that boxes are fitted before the hierarchy may be built again.
    rest: u32,
}

/// Vertices of the faces of each leaf, each once: eight faces side by side have some nine, and 24
/// corners.
#[derive(Clone, Debug, Default)]
struct LeafVertices {
    ids: Vec<u32>,
    /// Number of `ids` up to the end of each leaf.
    ends: Vec<u32>,
}

impl LeafVertices {
    /// Lists the vertices of a hierarchy's leaves.
    fn list(&mut self, hierarchy: &WideHierarchy, triangles: &[[u32; 3]]) {
        let mut leaves = vec![&hierarchy.nodes[0]; hierarchy.clusters.len()];
        for node in &hierarchy.nodes {
            if let Some(leaf) = node.cluster {
                leaves[leaf as usize] = node;
            }
        }
        self.ids.clear();
        self.ends.clear();
        for leaf in leaves {
            let start = self.ids.len();
            for face in &leaf.children[..leaf.len as usize] {
                for vertex in triangles[*face as usize] {
                    if !self.ids[start..].contains(&vertex) {
                        self.ids.push(vertex);
                    }
                }
            }
            self.ends.push(self.ids.len() as u32);
        }
    }

    /// Returns the vertices of a leaf.
    #[inline(always)]
    fn of(&self, leaf: u32) -> &[u32] {
        let leaf = leaf as usize;
        let start = leaf.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ids[start as usize..self.ends[leaf] as usize]
    }
}

impl WideHierarchy {
    /// Returns the buffers of all fits, and makes room for their results: memory that is new takes
    /// ten times as long as a fit.
    pub(crate) fn refit_buffers(&mut self, faces: &FaceVertices<'_>) -> RefitBuffers {
        self.space.round_vertices(faces, &mut self.rounded);
        // Empty until boxes are fitted, but written once.
        let leaves = self.clusters.len();
        self.fitted_leaves.resize_with(leaves, OnceLock::new);
        self.fitted_leaves.clear();
        let mut leaves = LeafVertices::default();
        leaves.list(self, faces.triangles);
        RefitBuffers {
            leaves,
            bounds: vec![Box4::EMPTY; self.nodes.len()],
            rest: 0,
        }
    }

    /// Fits all boxes to other vertices of the mesh, whose box is `bounds`, and builds the
    /// hierarchy again if it has become poor.
    ///
    /// # Cost
    /// One pass over the vertices, one over the nodes and the vertices of each leaf. Allocates
    /// nothing unless it builds, or the last fit has built a larger hierarchy.
    pub(crate) fn refit(
        &mut self,
        faces: &FaceVertices<'_>,
        bounds: &Aabb,
        buffers: &mut RefitBuffers,
        work: &mut BvhWork,
    ) {
        debug_assert!(self.copies.is_empty(), "copies may be parted");
        let space = UnitSpace::of(bounds);
        let radius = space.radius_of_box(bounds);
        (self.space, self.radius) = (space, radius);
        space.round_vertices(faces, &mut self.rounded);
        work.boxes_fitted += faces.triangles.len() as u64;
        let surface = self.fit(buffers);
        if surface <= POOR * self.surface || buffers.rest > 0 {
            buffers.rest = buffers.rest.saturating_sub(1);
            for cluster in &mut self.clusters {
                cluster.take();
            }
            for leaf in &mut self.fitted_leaves {
                leaf.take();
            }
            let leaves = self.clusters.len();
            self.fitted_leaves.resize_with(leaves, OnceLock::new);
        } else {
            work.hierarchies_built += 1;
            let rounded = std::mem::take(&mut self.rounded);
            let mut leaves = std::mem::take(&mut self.fitted_leaves);
            *self = WideHierarchy::over(faces, space, radius, &rounded, false);
            // Its nodes have the boxes of their faces. The next fit uses the memory again.
            leaves.clear();
            (self.rounded, self.fitted_leaves) = (rounded, leaves);
            buffers.leaves.list(self, faces.triangles);
            buffers.rest = REST;
        }
    }

    /// Fits the boxes of all children but faces to vertices in unit space. Returns the sum of the
    /// surfaces of all nodes but the root, over that of the root.
    ///
    /// A box of a leaf is that of its vertices, so the boxes of its faces wait until a walk needs
    /// them ([`WideHierarchy::node`]).
    fn fit(&mut self, buffers: &mut RefitBuffers) -> f64 {
        let RefitBuffers { leaves, bounds, .. } = buffers;
        let vertices = &self.rounded;
        // All are written below, so those of before may stay.
        bounds.resize(self.nodes.len(), Box4::EMPTY);
        // Backward, as children come after their parents.
        for (i, node) in self.nodes.iter_mut().enumerate().rev() {
            let mut all = Box4::EMPTY;
            if let Some(leaf) = node.cluster {
                // Two boxes in turn, as each point waits for the one before.
                let (twos, last) = leaves.of(leaf).as_chunks::<2>();
                let mut other = Box4::EMPTY;
                for [one, two] in twos {
                    all.add_point(&vertices[*one as usize]);
                    other.add_point(&vertices[*two as usize]);
                }
                for vertex in last {
                    all.add_point(&vertices[*vertex as usize]);
                }
                all.add(&other);
            } else {
                for k in 0..node.len as usize {
                    let below = bounds[node.children[k] as usize];
                    node.fit(k, &below);
                    all.add(&below);
                }
            }
            node.set_bounds(&all);
            bounds[i] = all;
        }
        // In a loop of its own, which leaves the one above in registers.
        let surface = |bounds: &Box4| f64::from(bounds.half_surface());
        relative_surface(bounds[1..].iter().map(surface).sum(), surface(&bounds[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::lanes::{VecLanes, WIDTH};
    use geometry::{Mesh, Vec3, power_of_two};
    use scenes::bodies;

    /// A body that deforms, with its hierarchy.
    struct Deforming {
        mesh: Mesh,
        hierarchy: WideHierarchy,
        buffers: RefitBuffers,
    }

    impl Deforming {
        fn new(mesh: Mesh) -> Deforming {
            let mut hierarchy = WideHierarchy::of_mesh(&mesh, false);
            let buffers = hierarchy.refit_buffers(&FaceVertices {
                triangles: mesh.triangles(),
                vertices: mesh.vertices(),
            });
            Deforming {
                hierarchy,
                buffers,
                mesh,
            }
        }

        /// Faces of which each is a body of its own, on a lattice.
        fn shards() -> Deforming {
            let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
            let at = |i: u32| Vec3::new((i % 8) as f64, (i / 8 % 8) as f64, (i / 64) as f64);
            let face = |i: u32| corners.map(|corner| at(i) + 0.5 * corner);
            let triangles = (0..512).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
            let vertices = (0..512).flat_map(face).collect();
            Deforming::new(Mesh::new(vertices, triangles.collect()).unwrap())
        }

        /// Takes other vertices, and returns true if the hierarchy was built again.
        fn refit(&mut self, vertices: &[Vec3]) -> bool {
            let faces = FaceVertices {
                triangles: self.mesh.triangles(),
                vertices,
            };
            let mut work = BvhWork::default();
            let bounds = Aabb::of_points(vertices);
            let Deforming {
                hierarchy, buffers, ..
            } = self;
            hierarchy.refit(&faces, &bounds, buffers, &mut work);
            assert_eq!(work.boxes_fitted, faces.triangles.len() as u64);
            self.assert_contains(&faces);
            work.hierarchies_built == 1
        }

        /// Checks, down from the root, that the box of each child contains all faces below.
        fn assert_contains(&self, faces: &FaceVertices<'_>) {
            let hierarchy = &self.hierarchy;
            let to_unit = |v: u32| hierarchy.space.of_point(faces.vertices[v as usize]);
            let lane = |v: &VecLanes, k: usize| Vec3::from_array(v.map(|x| f64::from(x[k])));
            let mut tasks: Vec<(u32, Vec<[Vec3; 2]>)> = vec![(0, Vec::new())];
            let mut count = 0;
            while let Some((node, above)) = tasks.pop() {
                let node = hierarchy.node(node, faces.triangles);
                for k in 0..node.len as usize {
                    let mut boxes = above.clone();
                    boxes.push([lane(&node.center, k), lane(&node.half, k)]);
                    if node.cluster.is_none() {
                        let below = &hierarchy.nodes[node.children[k] as usize].bounds;
                        for axis in 0..3 {
                            assert!(node.bounds.low[axis] <= below.low[axis]);
                            assert!(below.high[axis] <= node.bounds.high[axis]);
                        }
                        tasks.push((node.children[k], boxes));
                        continue;
                    }
                    count += 1;
                    let cluster = hierarchy.cluster(node, faces);
                    for p in faces.triangles[node.children[k] as usize].map(to_unit) {
                        let inside =
                            |[center, half]: &[Vec3; 2]| (p - *center).abs().cmple(*half).all();
                        assert!(boxes.iter().all(inside));
                        assert!(node.contains(p.to_array()));
                        assert!(p.length() <= hierarchy.radius);
                        let off = lane(&cluster.normal, k).dot(p) - f64::from(cluster.offset[k]);
                        assert!(off.abs() <= f64::from(cluster.width[k]));
                        assert!(cluster.width[k] < 2e-6, "a slab is thin");
                    }
                }
                for k in node.len as usize..WIDTH {
                    assert_eq!(lane(&node.half, k), Vec3::ZERO);
                }
            }
            assert_eq!(count, faces.triangles.len());
        }
    }

    #[test]
    fn a_refitted_hierarchy_contains_the_faces_where_they_are() {
        let mut body = Deforming::new(bodies::sphere(528).unwrap());
        let bent = |v: &Vec3| Vec3::new(3.0 * v.x + 100.0, v.y * v.x, 0.1 * v.z);
        let vertices: Vec<Vec3> = body.mesh.vertices().iter().map(bent).collect();
        body.refit(&vertices);
        for exponent in [90, -500, -530, -900, -1000] {
            let scaled: Vec<Vec3> = vertices
                .iter()
                .map(|v| *v * power_of_two(exponent))
                .collect();
            body.refit(&scaled);
        }
        // The center of the box is rounded to one of its sides.
        let far = Vec3::splat(2f64.powi(52));
        let unit: Vec<Vec3> = vertices
            .iter()
            .map(|v| far + v.clamp(Vec3::ZERO, Vec3::ONE))
            .collect();
        body.refit(&unit);
    }

    #[test]
    fn a_body_that_keeps_about_its_shape_keeps_its_hierarchy() {
        for mut body in [
            Deforming::new(bodies::sphere(3968).unwrap()),
            Deforming::shards(),
        ] {
            for frame in 0..100 {
                let wave = |v: &Vec3| *v * (1.0 + 0.1 * (frame as f64 + 5.0 * v.x).sin());
                let vertices: Vec<Vec3> = body.mesh.vertices().iter().map(wave).collect();
                assert!(!body.refit(&vertices), "frame {frame}");
            }
        }
    }

    #[test]
    fn a_poor_hierarchy_is_built_again_but_not_in_each_frame() {
        let mut body = Deforming::shards();
        let mut vertices = body.mesh.vertices().to_vec();
        let mut built = Vec::new();
        for frame in 1..100 {
            // Another face comes to each place: 5 is prime to 512.
            let shuffled = (0..512).flat_map(|i| {
                let from = 3 * (5 * i % 512);
                vertices[from..from + 3].to_vec()
            });
            vertices = shuffled.collect();
            if body.refit(&vertices) {
                built.push(frame);
                let nodes = &body.hierarchy.nodes;
                let halves = nodes.iter().filter(|node| node.cluster.is_some());
                let widest = halves.map(|node| node.half[2][0]).fold(0.0, f32::max);
                assert!(widest < 0.2, "leaves are small again: {widest}");
            }
        }
        assert_eq!(built, [1, 34, 67]);
    }

    #[test]
    fn a_body_without_extent_is_never_built_again() {
        let mut body = Deforming::shards();
        let count = body.mesh.vertices().len();
        let line: Vec<Vec3> = (0..count)
            .map(|i| Vec3::X * (i * 77 % count) as f64)
            .collect();
        for vertices in [vec![Vec3::ONE; count], line] {
            assert!(!body.refit(&vertices));
        }
    }
}
