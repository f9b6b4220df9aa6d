//! Step 1: a tree of k-DOPs, from the top down.

use super::dop::Dop;
use crate::face_hierarchy::partition;
use geometry::{Mesh, Vec3, unit_scale};
use std::ops::Range;

/// Node: its k-DOP in local space and scene units, and its content.
#[derive(Clone, Copy, Debug)]
pub(super) struct DopNode<const N: usize> {
    pub(super) dop: Dop<N>,
    /// Index of the face of a leaf, else of the first child. The second child is the next node.
    link: u32,
    leaf: bool,
}

impl<const N: usize> DopNode<N> {
    /// Returns the face of a leaf.
    #[inline]
    pub(super) fn face(&self) -> Option<u32> {
        self.leaf.then_some(self.link)
    }

    /// Returns the children of a node that is no leaf.
    #[inline]
    pub(super) fn children(&self) -> [u32; 2] {
        debug_assert!(!self.leaf, "a leaf has no children");
        [self.link, self.link + 1]
    }
}

/// Binary tree of k-DOPs with one face in each leaf. Node 0 is the root.
#[derive(Clone, Debug)]
pub(super) struct DopTree<const N: usize> {
    nodes: Vec<DopNode<N>>,
    depth: usize,
}

impl<const N: usize> DopTree<N> {
    /// Builds the tree of all faces.
    ///
    /// # Cost
    /// Four passes over the faces for each level.
    pub(super) fn build(mesh: &Mesh) -> DopTree<N> {
        Builder::new(mesh).build()
    }

    pub(super) fn nodes(&self) -> &[DopNode<N>] {
        &self.nodes
    }

    /// Returns the number of steps from the root to the deepest leaf.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }
}

struct Builder<const N: usize> {
    /// For each face its k-DOP and its centroid.
    faces: Vec<(Dop<N>, Vec3)>,
    order: Vec<u32>,
    /// Power of two that brings lengths to about 1, so that volumes do not vanish.
    scale: f64,
    tree: DopTree<N>,
}

impl<const N: usize> Builder<N> {
    fn new(mesh: &Mesh) -> Builder<N> {
        let count = mesh.face_count();
        let scale = unit_scale(mesh.aabb().max_abs_coordinate());
        let face = |i| {
            let corners = mesh.triangle(i).corners();
            let centroid = corners.iter().fold(Vec3::ZERO, |sum, p| sum + *p * scale) / 3.0;
            (Dop::of_points(corners), centroid)
        };
        Builder {
            faces: (0..count).map(face).collect(),
            order: (0..count as u32).collect(),
            scale,
            tree: DopTree {
                nodes: Vec::with_capacity(2 * count - 1),
                depth: 0,
            },
        }
    }

    fn build(mut self) -> DopTree<N> {
        self.tree.nodes.push(self.bounded(&(0..self.order.len())));
        let mut tasks = vec![(0, 0..self.order.len(), 0)];
        while let Some((node, part, depth)) = tasks.pop() {
            self.tree.depth = self.tree.depth.max(depth);
            if part.len() == 1 {
                continue;
            }
            let middle = part.start + self.split(part.clone());
            let first = self.tree.nodes.len();
            self.tree.nodes[node].link = first as u32;
            let parts = [part.start..middle, middle..part.end];
            for (node, part) in (first..).zip(parts) {
                self.tree.nodes.push(self.bounded(&part));
                tasks.push((node, part, depth + 1));
            }
        }
        self.tree
    }

    /// Returns the node of a part of the order, linked to its first face.
    fn bounded(&self, part: &Range<usize>) -> DopNode<N> {
        let faces = &self.order[part.clone()];
        let dops = faces.iter().map(|face| &self.faces[*face as usize].0);
        DopNode {
            dop: dops.fold(Dop::EMPTY, |all, dop| all.union(dop)),
            link: faces[0],
            leaf: part.len() == 1,
        }
    }

    /// Splits a part of the order in two: orthogonal to the axis with the least sum of the
    /// children's volumes, at the mean of the centroids. Returns the number of faces of the first.
    fn split(&mut self, part: Range<usize>) -> usize {
        let (faces, order) = (&self.faces, &mut self.order[part]);
        let centroids = order.iter().map(|face| faces[*face as usize].1);
        let mean = centroids.fold(Vec3::ZERO, |sum, p| sum + p) / order.len() as f64;
        let mut best: Option<(f64, f64, usize)> = None;
        for axis in 0..3 {
            let mut halves = [Dop::<N>::EMPTY; 2];
            let mut counts = [0; 2];
            for face in order.iter() {
                let (dop, centroid) = &faces[*face as usize];
                let half = usize::from(centroid[axis] >= mean[axis]);
                halves[half] = halves[half].union(dop);
                counts[half] += 1;
            }
            if counts.contains(&0) {
                continue;
            }
            let volume: f64 = halves.iter().map(|half| half.volume(self.scale)).sum();
            let side = halves[0].union(&halves[1]).side(axis);
            // Flat faces have no volume: then across the longest side.
            let is_better = best.is_none_or(|(v, s, _)| volume < v || volume == v && side > s);
            if is_better {
                best = Some((volume, side, axis));
            }
        }
        let split = best.and_then(|(_, _, axis)| {
            partition(order, |face| faces[face as usize].1[axis] < mean[axis])
        });
        split.unwrap_or(order.len() / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::testing::random_soup;
    use scenes::random::SceneRng;

    /// Checks that each node bounds the faces below it, and returns these.
    fn check<const N: usize>(tree: &DopTree<N>, mesh: &Mesh, node: u32) -> Vec<u32> {
        let node = &tree.nodes()[node as usize];
        let faces = match node.face() {
            Some(face) => vec![face],
            None => node
                .children()
                .map(|child| check(tree, mesh, child))
                .concat(),
        };
        let corners = faces
            .iter()
            .flat_map(|f| mesh.triangle(*f as usize).corners());
        assert_eq!(node.dop, Dop::of_points(corners));
        faces
    }

    #[test]
    fn each_polytope_is_that_of_the_faces_below_it_and_each_face_has_one_leaf() {
        for seed in 0..30 {
            let lattice = (seed % 2 == 0).then_some(3.0);
            let soup = random_soup(&mut SceneRng::new(seed), 40, lattice);
            for exponent in [0, -900, 90, -1072] {
                let scaled = soup.vertices().iter().map(|p| *p * 2f64.powi(exponent));
                let mesh = soup.with_vertices(scaled.collect()).unwrap();
                let tree = DopTree::<9>::build(&mesh);
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
        assert_eq!(DopTree::<9>::build(&mesh).depth(), 6);
    }

    /// Two clusters along y: a split along x or z would leave both children as tall as the parent.
    #[test]
    fn the_split_with_the_least_volumes_is_taken() {
        let leaf = |y: f64, x: f64| {
            let at = |dx, dz| Vec3::new(x + dx, y, dz);
            [at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0)]
        };
        let corners = [
            leaf(0.0, 0.0),
            leaf(9.0, 0.25),
            leaf(0.1, 0.5),
            leaf(9.1, 0.75),
        ];
        let vertices = corners.concat();
        let triangles = (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let tree = DopTree::<9>::build(&Mesh::new(vertices, triangles).unwrap());
        let heights = tree.nodes()[0]
            .children()
            .map(|i| tree.nodes()[i as usize].dop.side(1));
        assert!(heights.iter().all(|height| *height < 1.0), "{heights:?}");
    }
}
