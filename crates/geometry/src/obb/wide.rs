//! Trees of oriented boxes for eight comparisons at once: nodes of up to eight boxes in single
//! precision (D5).
//!
//! Made of an [`OrientedBoxTree`]: a node takes the two children of one of its nodes, and opens the
//! longest of them until there are eight boxes or all are faces. Each box keeps its own axes.
//!
//! Good for the same surfaces, where pairs of boxes are compared in one space on the six normals of
//! faces: eight such comparisons take some 170 vector operations. Boxes of single faces are
//! compared, too. Poor for trees of two or three faces, whose nodes are hardly filled. A node has
//! 520 bytes, some 90 for each face.
//!
//! # Slabs
//! Lengths are in a unit of the tree, a power of two near its size, from its center: all
//! coordinates are at most 1, whatever those of the faces are. A box has the axes `q_i`, as they
//! are stored, and contains the points `y` with `|q_i · (y − c)| <= h_i`. Half sides are computed
//! for these axes and this center and rounded outward, so that rounding to `f32` loses no point of
//! a face; that of a corner from its scene units is part of the margin of a pair. The axes are
//! those of the binary tree, orthonormal up to `2⁻⁴⁸`, with each coordinate rounded.

mod pair;
#[cfg(test)]
mod tests;

use super::{Obb, OrientedBoxTree};
use crate::face_tree::FaceContent;
use crate::lanes::{VecLanes, WIDTH};
use crate::{Aabb, Triangle, Vec3, unit_scale};

/// Tree of oriented boxes over faces of a body, eight in a node.
#[derive(Clone, Debug)]
pub struct WideBoxTree {
    /// Node 0 has one lane, the box of all faces.
    nodes: Vec<WideBoxNode>,
    /// Center of the faces, in local space.
    center: Vec3,
    /// Number of units of length of the boxes in a scene unit, a power of two.
    scale: f64,
    /// Bound on the distance of a point of the faces from the center, in its unit.
    radius: f64,
    /// Number of nodes on the longest way down from the first one, which is not counted.
    levels: usize,
}

/// Boxes of up to eight children, as slabs. A lane without a child has a point.
#[derive(Clone, Copy, Debug)]
struct WideBoxNode {
    /// Axis `i` of each box.
    axes: [VecLanes; 3],
    center: VecLanes,
    half: VecLanes,
    /// Nodes, or faces of the lanes in `faces`.
    children: [u32; WIDTH],
    /// Bit for each lane with a single face.
    faces: u32,
    len: u32,
}

/// Bound on the rounding, in `f64`, of a projection of a point of a tree, in its unit: some ten
/// operations on numbers up to 4.
const PROJECTION_ROUNDING: f64 = 64.0 * f64::EPSILON;

impl WideBoxNode {
    const EMPTY: WideBoxNode = WideBoxNode {
        axes: [[[0.0; WIDTH]; 3]; 3],
        center: [[0.0; WIDTH]; 3],
        half: [[0.0; WIDTH]; 3],
        children: [0; WIDTH],
        faces: 0,
        len: 0,
    };

    /// Adds a lane: a node or a face with its box, in the unit of the tree.
    fn push(&mut self, child: u32, is_face: bool, fitted: &FittedBox) {
        let lane = self.len as usize;
        for i in 0..3 {
            for axis in 0..3 {
                self.axes[i][axis][lane] = fitted.axes[i][axis];
            }
            self.center[i][lane] = fitted.center[i];
            self.half[i][lane] = fitted.half[i];
        }
        self.children[lane] = child;
        self.faces |= u32::from(is_face) << lane;
        self.len += 1;
    }
}

/// Box in single precision that contains its points, rounded outward.
#[derive(Clone, Copy, Debug)]
struct FittedBox {
    axes: [[f32; 3]; 3],
    center: [f32; 3],
    half: [f32; 3],
}

impl FittedBox {
    /// Returns the box of points along the axes of another box.
    fn of(points: impl Iterator<Item = Vec3> + Clone, volume: &Obb) -> FittedBox {
        let axes = volume.axes;
        let rounded = |v: Vec3| v.to_array().map(|x| x as f32);
        let single = [axes.x_axis, axes.y_axis, axes.z_axis].map(rounded);
        let exact = single.map(|axis| Vec3::from_array(axis.map(f64::from)));
        let along = |p: Vec3| Vec3::from_array(exact.map(|axis| axis.dot(p)));
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for p in points.clone() {
            (low, high) = (low.min(along(p)), high.max(along(p)));
        }
        let center = rounded(axes * (0.5 * (low + high)));
        let midpoint = Vec3::from_array(center.map(f64::from));
        let mut half = Vec3::ZERO;
        for p in points {
            half = half.max(along(p - midpoint).abs());
        }
        let outward = |x: f64| ((x + PROJECTION_ROUNDING) as f32).next_up();
        FittedBox {
            axes: single,
            center,
            half: half.to_array().map(outward),
        }
    }
}

impl WideBoxTree {
    /// Builds the tree of these faces from the tree of the same faces, in local space and scene
    /// units.
    ///
    /// # Panics
    /// If there are fewer faces than the tree has.
    pub fn new(tree: &OrientedBoxTree, faces: &[Triangle]) -> WideBoxTree {
        let bounds = faces.iter().map(Triangle::aabb);
        let bounds = bounds.fold(Aabb::EMPTY, Aabb::union);
        let center = bounds.center();
        let reach = (bounds.max - center).max(center - bounds.min);
        // A tree of zero size has the least unit, so that a pair has that of the other tree.
        let scale = unit_scale(reach.max_element().max(f64::from_bits(1)));
        let half = reach * scale;
        let mut builder = WideBuilder {
            tree,
            faces: faces
                .iter()
                .map(|face| face.corners().map(|p| (p - center) * scale))
                .collect(),
            nodes: vec![WideBoxNode::EMPTY],
        };
        let levels = builder.build();
        WideBoxTree {
            nodes: builder.nodes,
            levels,
            center,
            scale,
            // The enlargement has room for rounding, and for squares that vanish.
            radius: half.length() * (1.0 + PROJECTION_ROUNDING),
        }
    }
}

impl WideBoxTree {
    /// Returns how many entries of the stack of [`WideBoxTree::pairs`] this tree accounts for at
    /// most: a search by two trees needs the sum of both, and one more. On each level one of up to
    /// eight boxes is opened, and the others wait.
    pub fn stack_depth(&self) -> usize {
        (WIDTH - 1) * self.levels
    }
}

#[derive(Debug)]
struct WideBuilder<'a> {
    tree: &'a OrientedBoxTree,
    /// Corners in the unit of the tree.
    faces: Vec<[Vec3; 3]>,
    nodes: Vec<WideBoxNode>,
}

impl WideBuilder<'_> {
    /// Returns the number of levels.
    fn build(&mut self) -> usize {
        let mut levels = 0usize;
        // Lists of nodes of the binary tree, each to become a node of this one, and its level.
        let mut tasks = vec![(0, vec![0], 0)];
        while let Some((node, lanes, level)) = tasks.pop() {
            levels = levels.max(level);
            for binary in lanes {
                let (child, is_face) = match self.content(binary) {
                    FaceContent::Face(face) => (face, true),
                    FaceContent::Children(children) => {
                        let child = self.nodes.len();
                        self.nodes.push(WideBoxNode::EMPTY);
                        tasks.push((child, self.opened(children), level + 1));
                        (child as u32, false)
                    }
                };
                let below = self.tree.tree.faces_below(binary);
                let points = below.iter().flat_map(|face| self.faces[*face as usize]);
                let volume = &self.tree.tree.nodes()[binary as usize].volume;
                let fitted = FittedBox::of(points, volume);
                self.nodes[node].push(child, is_face, &fitted);
            }
        }
        levels
    }

    fn content(&self, binary: u32) -> FaceContent {
        self.tree.tree.nodes()[binary as usize].content()
    }

    /// Opens the longest box of more than one face, until there are eight or none is left.
    fn opened(&self, children: [u32; 2]) -> Vec<u32> {
        let length = |binary: u32| self.tree.tree.nodes()[binary as usize].volume.half.x;
        let mut open = children.to_vec();
        while open.len() < WIDTH {
            let inner =
                open.iter()
                    .enumerate()
                    .filter_map(|(at, binary)| match self.content(*binary) {
                        FaceContent::Face(_) => None,
                        FaceContent::Children(children) => Some((at, length(*binary), children)),
                    });
            let Some((at, _, children)) = inner.max_by(|(_, l, _), (_, m, _)| l.total_cmp(m))
            else {
                break;
            };
            open.splice(at..=at, children);
        }
        open
    }
}
