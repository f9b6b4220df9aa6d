//! Precomputed face octree of one body [Smith95 §4.3.2].
//!
//! Good for rigid bodies, whose octree moves with them, poor for faces that meet many voxels. The
//! essence:
//! 1. Start with the bounding cube of the body and all its faces.
//! 2. Test in each of the eight children the faces of its parent. Leave out a child without faces.
//! 3. After the given number of halvings, keep the cube as a black node, with its faces.
//!
//! Closed children cover their closed parent, so each point of a face is in a voxel whose list has
//! the face. Two faces that share a point are therefore in the lists of two black nodes that share
//! it, wherever the bodies are (`world_node` and D6 for the rounding of poses).

use crate::subdivision::cannot_be_halved;
use geometry::triangle_box::{intersects_by_clipping_after_boxes, intersects_by_sat};
use geometry::{Aabb, Mesh, Triangle};
use std::ops::Range;

/// Voxel of a body's own octree that its surface meets, in local space.
#[derive(Clone, Debug, PartialEq)]
pub struct BlackNode {
    /// Cube of the voxel, closed.
    pub cube: Aabb,
    faces: Range<u32>,
}

/// Complete face octree of one body in local space: its black voxels, each with the list of the
/// faces that meet it. Nodes above the voxels are not kept (D5).
#[derive(Clone, Debug)]
pub struct LocalOctree {
    root: Aabb,
    nodes: Vec<BlackNode>,
    faces: Vec<u32>,
}

impl LocalOctree {
    /// Builds the octree under the body's bounding cube, halved `levels` times.
    ///
    /// "A node is black if and only if it intersects faces" [§3.2]. "there is no condensation"
    /// [§3.5].
    ///
    /// # Cost
    /// Eight exact tests for each face of each black cube. A face is in the list of every voxel
    /// that it meets.
    pub fn build(mesh: &Mesh, levels: u32) -> LocalOctree {
        let root = mesh.aabb().bounding_cube();
        let mut octree = LocalOctree {
            root,
            nodes: Vec::new(),
            faces: Vec::new(),
        };
        let faces = (0..mesh.face_count()).map(|i| mesh.triangle(i));
        let faces: Vec<(Triangle, Aabb)> = faces.map(|t| (t, t.aabb())).collect();
        let mut stack: Vec<u32> = (0..faces.len() as u32).collect();
        octree.visit(&faces, &mut stack, 0, root, levels);
        octree
    }

    fn visit(
        &mut self,
        faces: &[(Triangle, Aabb)],
        stack: &mut Vec<u32>,
        start: usize,
        cube: Aabb,
        levels: u32,
    ) {
        let items = start..stack.len();
        if items.is_empty() {
            return;
        }
        if levels == 0 || cannot_be_halved(&cube) {
            let first = self.faces.len() as u32;
            self.faces.extend(&stack[items]);
            self.nodes.push(BlackNode {
                cube,
                faces: first..self.faces.len() as u32,
            });
            return;
        }
        for child in cube.octants() {
            for i in items.clone() {
                let face = stack[i];
                let (triangle, bounds) = &faces[face as usize];
                if bounds.overlaps(&child)
                    && intersects_by_clipping_after_boxes(triangle, &child, &mut 0)
                {
                    stack.push(face);
                }
            }
            self.visit(faces, stack, items.end, child, levels - 1);
            stack.truncate(items.end);
        }
    }

    /// Returns the cube of the root.
    pub fn root(&self) -> Aabb {
        self.root
    }

    /// Returns the black voxels.
    pub fn nodes(&self) -> &[BlackNode] {
        &self.nodes
    }

    /// Returns the faces that meet a voxel, ascending.
    pub fn faces(&self, node: usize) -> &[u32] {
        let Range { start, end } = self.nodes[node].faces;
        &self.faces[start as usize..end as usize]
    }

    /// Returns the number of entries of all face lists, which dominate the memory of the octree.
    pub fn list_entries(&self) -> usize {
        self.faces.len()
    }

    /// Checks that every face is in the list of every voxel it meets, and in no other.
    ///
    /// # Panics
    /// With the invariant and its place when it does not hold. For tests.
    pub fn check(&self, mesh: &Mesh) {
        let mut seen = vec![false; mesh.face_count()];
        for (i, node) in self.nodes.iter().enumerate() {
            assert!(
                !self.faces(i).is_empty(),
                "voxel {i} is black without a face"
            );
            for (face, seen) in (0u32..).zip(&mut seen) {
                let listed = self.faces(i).binary_search(&face).is_ok();
                let triangle = mesh.triangle(face as usize);
                let meets = intersects_by_sat(&triangle, &node.cube, &mut 0);
                assert_eq!(listed, meets, "face {face} in the list of voxel {i}");
                *seen |= listed;
            }
        }
        let missing = seen.iter().position(|seen| !seen);
        assert_eq!(missing, None, "a face that is in no voxel");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_in_one_voxel() {
        let point = Mesh::new(vec![geometry::Vec3::ONE], vec![[0, 0, 0]]).unwrap();
        let octree = LocalOctree::build(&point, 6);
        octree.check(&point);
        assert_eq!(octree.nodes().len(), 1);
    }

    #[test]
    fn the_lists_hold_what_meets_each_voxel_and_nothing_else() {
        let sphere = scenes::bodies::sphere(120).unwrap();
        for levels in 0..4 {
            let octree = LocalOctree::build(&sphere, levels);
            octree.check(&sphere);
            let side = octree.root().size().x / f64::from(1 << levels);
            assert!(
                octree
                    .nodes()
                    .iter()
                    .all(|n| (n.cube.size().x - side).abs() < 1e-12)
            );
        }
        // A hollow ball: the middle of it is not black.
        let octree = LocalOctree::build(&sphere, 3);
        let middle = octree.root().center();
        assert!(octree.nodes().iter().all(|n| !n.cube.contains(middle)));
    }
}
