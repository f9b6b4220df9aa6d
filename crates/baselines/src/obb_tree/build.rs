//! Step 1: a tree of oriented boxes, from the top down.

use super::axes::{centroid, covariance, eigenvectors, triangle_axes};
use crate::face_hierarchy::partition;
use geometry::{Mat3, Mesh, Triangle, Vec3, unit_scale};
use std::ops::Range;

/// Oriented box around faces, in local space and the unit of its tree.
///
/// Each point `y` of the faces is `center + axes s + r` with `|s_i| <= half_i` and each coordinate
/// of `r` at most `64 u` of the largest coordinate of the body, for `u = 2⁻⁵³`: of these, 32 are
/// for axes that are not quite orthonormal ([`super::axes::AXES_DEFECT`]), the others for the
/// rounding of products with axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObbNode {
    /// Axes as columns: that of the greatest variance first.
    pub(super) axes: Mat3,
    pub(super) center: Vec3,
    pub(super) half: Vec3,
    /// Index of the face of a leaf, else of the first child. The second child is the next node.
    link: u32,
    leaf: bool,
}

/// Content of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObbContent {
    /// A leaf with one face.
    Face(u32),
    /// The two children.
    Children([u32; 2]),
}

impl ObbNode {
    #[inline]
    pub(super) fn content(&self) -> ObbContent {
        match self.leaf {
            true => ObbContent::Face(self.link),
            false => ObbContent::Children([self.link, self.link + 1]),
        }
    }
}

/// Binary tree of oriented boxes with one face in each leaf. Node 0 is the root.
#[derive(Clone, Debug)]
pub(super) struct BoxTree {
    nodes: Vec<ObbNode>,
    /// Number of units of length of the nodes in a scene unit, a power of two.
    scale: f64,
    depth: usize,
}

impl BoxTree {
    /// Builds the tree of all faces.
    ///
    /// # Cost
    /// A few passes over the faces for each level.
    pub(super) fn build(mesh: &Mesh) -> BoxTree {
        Builder::new(mesh).build()
    }

    pub(super) fn nodes(&self) -> &[ObbNode] {
        &self.nodes
    }

    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns the number of steps from the root to the deepest leaf.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }
}

/// Faces in the unit of the tree, and the nodes so far.
struct Builder {
    faces: Vec<Triangle>,
    /// Areas. A face without area has the smallest one that is not zero.
    weights: Vec<f64>,
    order: Vec<u32>,
    tree: BoxTree,
}

/// Node to be made of a part of the order.
struct Task {
    node: usize,
    part: Range<usize>,
    depth: usize,
}

impl Builder {
    fn new(mesh: &Mesh) -> Builder {
        let scale = unit_scale(mesh.aabb().max_abs_coordinate());
        let count = mesh.face_count();
        let scaled = (0..count).map(|i| {
            let [a, b, c] = mesh.triangle(i).corners().map(|p| p * scale);
            Triangle::new(a, b, c)
        });
        let faces: Vec<Triangle> = scaled.collect();
        let areas = faces.iter().map(|face| 0.5 * face.area_vector().length());
        let mut weights: Vec<f64> = areas.collect();
        let positive = weights.iter().copied().filter(|area| *area > 0.0);
        let least = positive.reduce(f64::min).unwrap_or(1.0);
        weights.iter_mut().for_each(|area| *area = area.max(least));
        Builder {
            faces,
            weights,
            order: (0..count as u32).collect(),
            tree: BoxTree {
                nodes: Vec::with_capacity(2 * count - 1),
                scale,
                depth: 0,
            },
        }
    }

    fn build(mut self) -> BoxTree {
        let root = Task {
            node: 0,
            part: 0..self.order.len(),
            depth: 0,
        };
        self.tree.nodes.push(self.bounded(&root.part));
        let mut tasks = vec![root];
        while let Some(Task { node, part, depth }) = tasks.pop() {
            self.tree.depth = self.tree.depth.max(depth);
            if part.len() == 1 {
                continue;
            }
            let middle = part.start + self.split(node, part.clone());
            let first = self.tree.nodes.len();
            self.tree.nodes[node].link = first as u32;
            let parts = [part.start..middle, middle..part.end];
            for (node, part) in (first..).zip(parts) {
                self.tree.nodes.push(self.bounded(&part));
                tasks.push(Task {
                    node,
                    part,
                    depth: depth + 1,
                });
            }
        }
        self.tree
    }

    fn part(&self, part: &Range<usize>) -> impl Iterator<Item = (Triangle, f64)> + Clone {
        let faces = self.order[part.clone()].iter().map(|i| *i as usize);
        faces.map(|i| (self.faces[i], self.weights[i]))
    }

    /// Splits a part of the order in two along the longest axis of its box, at the mean of the
    /// centroids. Returns the number of faces of the first.
    fn split(&mut self, node: usize, part: Range<usize>) -> usize {
        let (mean, _) = covariance(self.part(&part));
        let axes = self.tree.nodes[node].axes;
        let (faces, order) = (&self.faces, &mut self.order[part]);
        // "If the longest axis cannot be subdivided, the second longest axis is chosen."
        for axis in [axes.x_axis, axes.y_axis, axes.z_axis] {
            let low = |face: u32| axis.dot(centroid(&faces[face as usize]) - mean) < 0.0;
            if let Some(count) = partition(order, low) {
                return count;
            }
        }
        order.len() / 2
    }

    /// Returns the box of a part, linked to its first face.
    fn bounded(&self, part: &Range<usize>) -> ObbNode {
        let face = self.order[part.start];
        let leaf = part.len() == 1;
        let axes = match leaf {
            true => triangle_axes(&self.faces[face as usize]),
            // D5. The covariance of the faces instead of that of their convex hull.
            false => eigenvectors(&covariance(self.part(part)).1),
        };
        let along = axes.transpose();
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for p in self.part(part).flat_map(|(face, _)| face.corners()) {
            let s = along * p;
            (low, high) = (low.min(s), high.max(s));
        }
        let middle = 0.5 * (low + high);
        // D6. Relative to the body, where RAPID stores boxes relative to their parents.
        ObbNode {
            axes,
            center: axes * middle,
            half: (high - middle).max(middle - low),
            link: face,
            leaf,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::testing::random_soup;
    use scenes::random::SceneRng;

    /// Checks that each node bounds the faces below it, and returns these.
    fn check(tree: &BoxTree, mesh: &Mesh, node: u32) -> Vec<u32> {
        let bounds = &tree.nodes()[node as usize];
        let faces = match bounds.content() {
            ObbContent::Face(face) => vec![face],
            ObbContent::Children(children) => {
                let below = children.map(|child| check(tree, mesh, child));
                assert!(below.iter().all(|faces| !faces.is_empty()));
                below.concat()
            }
        };
        let reach = mesh.max_abs_coordinate() * tree.scale();
        for face in &faces {
            for p in mesh.triangle(*face as usize).corners() {
                let s = bounds.axes.transpose() * (p * tree.scale() - bounds.center);
                let out = (s.abs() - bounds.half).max_element();
                assert!(out <= 64.0 * f64::EPSILON * reach, "{out:e} outside");
            }
        }
        faces
    }

    #[test]
    fn each_box_contains_the_faces_below_it_and_each_face_has_one_leaf() {
        for seed in 0..30 {
            let lattice = (seed % 2 == 0).then_some(3.0);
            let soup = random_soup(&mut SceneRng::new(seed), 40, lattice);
            for exponent in [0, -900, 90, -1072] {
                let scaled = soup.vertices().iter().map(|p| *p * 2f64.powi(exponent));
                let mesh = soup.with_vertices(scaled.collect()).unwrap();
                let tree = BoxTree::build(&mesh);
                let mut faces = check(&tree, &mesh, 0);
                faces.sort_unstable();
                assert!(faces.into_iter().eq(0..40), "seed {seed}");
                assert_eq!(tree.nodes().len(), 79);
            }
        }
    }

    #[test]
    fn faces_in_one_place_are_halved() {
        let vertices = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
        let mesh = Mesh::new(vertices, vec![[0, 1, 2]; 64]).unwrap();
        assert_eq!(BoxTree::build(&mesh).depth(), 6);
    }

    #[test]
    fn the_root_of_a_turned_block_fits_it() {
        let block = scenes::bodies::block(Vec3::new(1.0, 4.0, 2.0));
        let turn = geometry::Quat::from_xyzw(0.1, -0.7, 0.3, 0.64).normalize();
        let vertices = block.vertices().iter().map(|p| turn * *p).collect();
        let tree = BoxTree::build(&block.with_vertices(vertices).unwrap());
        let half = tree.nodes()[0].half / tree.scale();
        assert!(
            (half - Vec3::new(2.0, 1.0, 0.5)).abs().max_element() < 1e-9,
            "{half}"
        );
    }
}
