//! Trees of oriented bounding boxes over faces (Gottschalk, Lin, Manocha, SIGGRAPH 1996).
//!
//! Good for large surfaces that come close to each other, as boxes follow a surface: their gap
//! shrinks with the square of their size. Poor where bodies overlap deeply, as a test of two boxes
//! takes some 200 operations. Building takes a few passes over the faces for each level. The
//! essence:
//! 1. Build a binary tree: a box along the principal axes of the faces (D1), split across its axis
//!    of greatest variance at the center of mass of the faces (D4), down to single faces.
//! 2. For two trees, compare their roots. If two boxes overlap on all fifteen axes, compare the
//!    smaller one with the children of the larger one (D2, D3). Two leaves are a pair of faces that
//!    the caller tests. On request one box is compared with eight at once ([`WideBoxTree`], D5).
//!
//! # Departures
//! The paper is S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree: A hierarchical structure for rapid
//! interference detection", SIGGRAPH 1996. Its program is RAPID.
//! - D1 (covariance of the faces). The paper takes the covariance of the convex hull of the faces
//!   of a node, because faces inside do not matter to a box. Its program, whose times are usually
//!   compared, takes that of the faces, and so do we. Only the fit of boxes depends on it.
//! - D2 (boxes relative to the body). RAPID stores a box relative to its parent and multiplies
//!   poses on the way down, so that rounding grows with depth. Ours are relative to the body. A
//!   step to a child of the moving body takes two products of matrices instead of one, and one
//!   bound on rounding is valid for all nodes. The second body is the moving one.
//! - D3 (margin of the fifteen axes). RAPID adds 1e-6 to the entries of the rotation matrix, so
//!   that the cross product of nearly parallel edges does not separate. That is wasteful for bodies
//!   of unit size and says nothing about other rounding. Ours is a proved bound for the pair of
//!   bodies, about 1e-12 of their size in [`OrientedBoxTree`], and no box test loses a contact.
//! - D4 (axis and point of the split). The paper splits across the longest side of the box, at the
//!   mean of the vertices. Its program takes the axis of greatest variance and the center of mass
//!   of the faces, both known from the covariance, and so do we. If that axis splits nothing, ours
//!   tries the others, as the paper does, where its program halves the list.
//! - D5 (six axes and eight boxes, on request). The paper tests fifteen axes for each two boxes,
//!   and so does [`OrientedBoxTree::pairs`]. [`WideBoxTree`] omits the nine products of edges, and
//!   has nodes of eight boxes in single precision, which one box is compared with at once.

mod build;
mod overlap;
mod wide;

pub use wide::WideBoxTree;

use crate::bvh::Walk;
use crate::face_tree::{FaceBinaryTree, FaceContent};
use crate::{Mat3, RelativePose, Triangle, Vec3};
use overlap::BoxFrame;

/// Tree of oriented boxes over faces of a body.
#[derive(Clone, Debug)]
pub struct OrientedBoxTree {
    tree: FaceBinaryTree<Obb>,
    /// Number of units of length of the boxes in a scene unit, a power of two.
    scale: f64,
}

/// Oriented box around faces, in local space and the unit of its tree.
///
/// Each point `y` of the faces is `center + axes s + r` with `|s_i| <= half_i` and each coordinate
/// of `r` at most `64 u` of the largest coordinate of the faces, for `u = 2⁻⁵³`: of these, 32 are
/// for axes that are not quite orthonormal ([`crate::covariance::AXES_DEFECT`]), the others for the
/// rounding of products with axes.
#[derive(Clone, Copy, Debug)]
struct Obb {
    /// Axes as columns: that of the greatest variance first.
    axes: Mat3,
    center: Vec3,
    half: Vec3,
}

/// Counted work of [`OrientedBoxTree::pairs`] and [`WideBoxTree::pairs`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObbWork {
    /// Pairs of boxes compared.
    pub box_tests: u64,
    /// Boxes of one tree mapped to the space of the other: by the first, those of the second tree.
    pub boxes_moved: u64,
}

impl OrientedBoxTree {
    /// Builds the tree of these faces, in local space and scene units.
    ///
    /// # Panics
    /// Without faces.
    pub fn new(faces: impl IntoIterator<Item = Triangle>) -> OrientedBoxTree {
        build::build(faces.into_iter().collect())
    }

    /// Returns the number of steps from the root to the deepest leaf.
    pub fn depth(&self) -> usize {
        self.tree.depth()
    }

    /// Calls `visit` with the positions of every two faces, one of each tree, whose boxes and those
    /// of all nodes above them overlap; until it returns [`Walk::Stop`]. Returns true if it did.
    ///
    /// Boxes are compared on all fifteen axes, as in the paper.
    ///
    /// `b_in_a` is the pose of the second body in the space of the first, for reaches at least
    /// those of the faces. No two faces that share a point in world space are left out, all
    /// rounding included.
    ///
    /// # Cost
    /// Keeps at most `2 + depth + depth` entries on `stack`, whose contents do not matter.
    pub fn pairs(
        &self,
        other: &OrientedBoxTree,
        b_in_a: &RelativePose,
        stack: &mut Vec<[u32; 2]>,
        work: &mut ObbWork,
        mut visit: impl FnMut(u32, u32) -> Walk,
    ) -> bool {
        let frame = BoxFrame::new(b_in_a, [self.scale, other.scale]);
        let (nodes_a, nodes_b) = (self.tree.nodes(), other.tree.nodes());
        // The node of B moved last: a walk compares it with both children of a node of A.
        let mut moved = (0, frame.moved(&nodes_b[0].volume));
        work.boxes_moved += 1;
        stack.clear();
        stack.push([0, 0]);
        while let Some([i, j]) = stack.pop() {
            let (node_a, node_b) = (&nodes_a[i as usize], &nodes_b[j as usize]);
            if moved.0 != j {
                moved = (j, frame.moved(&node_b.volume));
                work.boxes_moved += 1;
            }
            work.box_tests += 1;
            let overlap = frame.overlap(&node_a.volume, &moved.1);
            if !overlap {
                continue;
            }
            // The box with the longer leading side is split, the other one stays.
            let is_a_larger = node_a.volume.half.x > moved.1.half.x;
            match (node_a.content(), node_b.content()) {
                (FaceContent::Face(face_a), FaceContent::Face(face_b)) => {
                    if visit(face_a, face_b) == Walk::Stop {
                        return true;
                    }
                }
                (FaceContent::Children([first, second]), of_b)
                    if is_a_larger || matches!(of_b, FaceContent::Face(_)) =>
                {
                    stack.extend([[second, j], [first, j]]);
                }
                (_, FaceContent::Children([first, second])) => {
                    stack.extend([[i, second], [i, first]]);
                }
                (FaceContent::Children(_), FaceContent::Face(_)) => {
                    unreachable!("its node of A has been split")
                }
            }
        }
        false
    }
}
