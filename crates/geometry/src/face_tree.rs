//! Binary tree over faces, from the top down, with one face in each leaf.
//!
//! Good for hierarchies that differ in their volumes and in where they split only, as those of
//! Gottschalk 1996 and Klosowski 1998 do. The caller bounds a list of faces, and splits it; a list
//! that cannot be split is halved, so that faces in one place have a tree, too. A few passes over
//! the faces for each level.

use std::ops::Range;

/// Binary tree of volumes `V` with one face in each leaf. Node 0 is the root.
#[derive(Clone, Debug)]
pub struct FaceBinaryTree<V> {
    nodes: Vec<FaceNode<V>>,
    depth: usize,
}

/// Node of a [`FaceBinaryTree`]: a volume that contains the faces below, and what is below.
#[derive(Clone, Copy, Debug)]
pub struct FaceNode<V> {
    /// Volume of all faces below.
    pub volume: V,
    /// Index of the face of a leaf, else of the first child. The second child is the next node.
    link: u32,
    leaf: bool,
}

/// Content of a [`FaceNode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceContent {
    /// A leaf with one face.
    Face(u32),
    /// The indices of the two children.
    Children([u32; 2]),
}

impl<V> FaceNode<V> {
    /// Returns true for a node of one face.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.leaf
    }

    /// Returns the face, or the children.
    #[inline]
    pub fn content(&self) -> FaceContent {
        if self.leaf {
            FaceContent::Face(self.link)
        } else {
            FaceContent::Children([self.link, self.link + 1])
        }
    }
}

impl<V> FaceBinaryTree<V> {
    /// Builds the tree of the faces `0..count`.
    ///
    /// `bound` returns the volume of a list of faces. `split` gets the volume and the list of a
    /// node. It puts the faces of the first child first, and returns their number, which is above 0
    /// and below the length of the list: see [`partition`]. For `None`, the list is halved.
    ///
    /// # Panics
    /// Without faces.
    pub fn build(
        count: u32,
        bound: impl Fn(&[u32]) -> V,
        split: impl Fn(&V, &mut [u32]) -> Option<usize>,
    ) -> FaceBinaryTree<V> {
        assert!(count > 0, "a tree has a face");
        let mut order: Vec<u32> = (0..count).collect();
        let node = |faces: &[u32]| FaceNode {
            volume: bound(faces),
            link: faces[0],
            leaf: faces.len() == 1,
        };
        let mut nodes = Vec::with_capacity(2 * count as usize - 1);
        nodes.push(node(&order));
        // Nodes whose faces are not divided yet: index, run of `order`, depth. The last one is
        // next, so that the list stays as short as the tree is deep.
        let mut tasks: Vec<(usize, Range<usize>, usize)> = vec![(0, 0..order.len(), 0)];
        let mut deepest = 0;
        while let Some((parent, part, depth)) = tasks.pop() {
            deepest = deepest.max(depth);
            if part.len() == 1 {
                continue;
            }
            let low = split(&nodes[parent].volume, &mut order[part.clone()]);
            let low = low.unwrap_or(part.len() / 2);
            debug_assert!(0 < low && low < part.len(), "a child without faces");
            let boundary = part.start + low;
            let first = nodes.len();
            nodes[parent].link = first as u32;
            // Children are neighbors in the list: one link names both.
            for (child, part) in (first..).zip([part.start..boundary, boundary..part.end]) {
                nodes.push(node(&order[part.clone()]));
                tasks.push((child, part, depth + 1));
            }
        }
        FaceBinaryTree {
            nodes,
            depth: deepest,
        }
    }

    /// Returns the same tree with another volume for each one.
    pub fn map<U>(self, map: impl Fn(V) -> U) -> FaceBinaryTree<U> {
        let node = |node: FaceNode<V>| FaceNode {
            volume: map(node.volume),
            link: node.link,
            leaf: node.leaf,
        };
        FaceBinaryTree {
            nodes: self.nodes.into_iter().map(node).collect(),
            depth: self.depth,
        }
    }

    /// Returns the nodes, the root first, the children of a node next to each other.
    #[inline]
    pub fn nodes(&self) -> &[FaceNode<V>] {
        &self.nodes
    }

    /// Returns the number of steps from the root to the deepest leaf.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the faces below a node.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn faces_below(&self, node: u32) -> Vec<u32> {
        match self.nodes[node as usize].content() {
            FaceContent::Face(face) => vec![face],
            FaceContent::Children(children) => {
                children.map(|child| self.faces_below(child)).concat()
            }
        }
    }
}

/// Partitions `faces`, or what stands for them, so that those with `is_low` come first. Returns
/// their number, or `None` if one side would be empty.
pub fn partition<F: Copy>(faces: &mut [F], is_low: impl Fn(F) -> bool) -> Option<usize> {
    let mut low = 0;
    for i in 0..faces.len() {
        if is_low(faces[i]) {
            faces.swap(low, i);
            low += 1;
        }
    }
    (0 < low && low < faces.len()).then_some(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_face_has_one_leaf_below_all_volumes_that_contain_it() {
        // Volumes are sorted lists of faces, split into odd and even, then by halves.
        let sorted = |faces: &[u32]| {
            let mut faces = faces.to_vec();
            faces.sort_unstable();
            faces
        };
        for count in [1, 2, 7, 40] {
            let tree =
                FaceBinaryTree::build(count, sorted, |_, faces| partition(faces, |f| f % 2 == 1));
            assert_eq!(tree.nodes().len(), 2 * count as usize - 1);
            for (i, node) in (0..).zip(tree.nodes()) {
                assert_eq!(sorted(&tree.faces_below(i)), node.volume);
            }
            assert_eq!(tree.faces_below(0).len(), count as usize);
            if let FaceContent::Children([odd, _]) = tree.nodes()[0].content() {
                assert!(tree.faces_below(odd).iter().all(|face| face % 2 == 1));
            }
        }
    }

    #[test]
    fn faces_that_no_split_separates_are_halved() {
        let tree = FaceBinaryTree::build(64, |_| (), |(), _| None);
        assert_eq!(tree.depth(), 6);
    }

    #[test]
    fn a_partition_keeps_all_faces_and_has_no_empty_side() {
        let mut faces = [5, 2, 9, 4, 7, 1];
        assert_eq!(partition(&mut faces, |face| face < 5), Some(3));
        assert!(faces[..3].iter().all(|f| *f < 5) && faces[3..].iter().all(|f| *f >= 5));
        faces.sort_unstable();
        assert_eq!(faces, [1, 2, 4, 5, 7, 9]);
        assert_eq!(partition(&mut faces, |_| true), None);
        assert_eq!(partition(&mut faces, |_| false), None);
    }
}
