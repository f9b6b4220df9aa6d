//! Step 3 for nodes that rounding hides: boxes around the vertices of two subtrees in world space.
//!
//! The unit of a hierarchy is about the radius of its body. Faces that are some 10⁶ times smaller
//! than the body, or than what `f64` keeps of their coordinates in world space, are below the margin
//! of a pair: no comparison in that unit separates them, and each pair of them would be tested
//! exactly. Boxes of rounded world vertices have no error, so they need no margin. To make them
//! takes a pass over the faces of both subtrees. The walk comes to a pair of faces once, so all
//! passes together are no longer than the pairs of faces that they spare.
//!
//! # The bound
//! A face is also compared with a box by its plane: a large face has a box that contains much else.
//! With its edges `e` and `f` from a corner `p`, `|v|` the sum of absolute coordinates, `u = 2⁻⁵³`,
//! `L = |e| + |f|`, and `D` the largest `|x − p|` of the box: differences are off by `u` of
//! themselves, so the computed normal is off by at most `5 u |e| |f|`, and the face by at most
//! `5 u L³` along it. The products with `x − p`, `|n| <= L²`, add at most `10 u L² D`. The bound of
//! `64 u L² (L + D)` has room for its own rounding. What underflows is below 2⁻¹⁰⁷⁰ in each
//! product; the smallest normal number times `1 + L + D` is added. No product overflows, as
//! coordinates are at most about 2¹⁰⁰.

use crate::counters::BvhWork;
use crate::walk::{Candidate, HierarchyPair};
use geometry::bvh::Walk;
use geometry::{Aabb, Triangle};
use std::ops::Range;

/// Walk through two subtrees in world space: buffers only.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorldWalk {
    subtrees: [WorldSubtree; 2],
    /// Pairs of indices.
    stack: Vec<[u32; 2]>,
}

/// A node with all that is below, children after their parents.
#[derive(Clone, Debug, Default)]
struct WorldSubtree {
    nodes: Vec<WorldNode>,
}

/// Node or face of a hierarchy.
#[derive(Clone, Debug)]
struct WorldNode {
    bounds: Aabb,
    /// Index of the node in its hierarchy, or of the face.
    index: u32,
    content: WorldContent,
}

#[derive(Clone, Debug)]
enum WorldContent {
    Face(Triangle),
    Children(Range<u32>),
}

impl WorldWalk {
    /// Calls `visit` with all pairs of faces below two nodes whose boxes in world space overlap,
    /// until it returns [`Walk::Stop`].
    pub(crate) fn search(
        &mut self,
        pair: &HierarchyPair<'_>,
        nodes: [u32; 2],
        work: &mut BvhWork,
        mut visit: impl FnMut(Candidate, &mut BvhWork) -> Walk,
    ) -> Walk {
        for (k, subtree) in self.subtrees.iter_mut().enumerate() {
            subtree.fill(pair, k, nodes[k], work);
        }
        let [a, b] = self.subtrees.each_ref().map(|subtree| &*subtree.nodes);
        self.stack.clear();
        self.stack.push([0, 0]);
        while let Some([i, j]) = self.stack.pop() {
            let (node_a, node_b) = (&a[i as usize], &b[j as usize]);
            work.world_box_tests += 1;
            if node_a.is_apart_from(node_b) {
                continue;
            }
            match (&node_a.content, &node_b.content) {
                (WorldContent::Face(_), WorldContent::Face(_)) => {
                    let candidate = Candidate {
                        faces: [node_a.index, node_b.index],
                        crosses: false,
                    };
                    if visit(candidate, work) == Walk::Stop {
                        return Walk::Stop;
                    }
                }
                (WorldContent::Children(of_a), WorldContent::Face(_)) => {
                    self.stack.extend(of_a.clone().map(|child| [child, j]));
                }
                (WorldContent::Children(of_a), _) if node_a.is_larger(node_b) => {
                    self.stack.extend(of_a.clone().map(|child| [child, j]));
                }
                (_, WorldContent::Children(of_b)) => {
                    self.stack.extend(of_b.clone().map(|child| [i, child]));
                }
            }
        }
        Walk::Skip
    }
}

impl WorldSubtree {
    /// Takes a node of the `k`th body and all below.
    fn fill(&mut self, pair: &HierarchyPair<'_>, k: usize, root: u32, work: &mut BvhWork) {
        let (hierarchy, faces, map) = (pair.hierarchies[k], pair.faces[k], &pair.maps[k]);
        self.nodes.clear();
        self.nodes.push(WorldNode::below(root));
        let mut next = 0;
        while next < self.nodes.len() {
            let first = self.nodes.len() as u32;
            let index = self.nodes[next].index;
            if let WorldContent::Children(children) = &mut self.nodes[next].content {
                let node = &hierarchy.nodes[index as usize];
                *children = first..first + node.len;
                let below = node.children[..node.len as usize].iter();
                match node.cluster {
                    None => self
                        .nodes
                        .extend(below.map(|child| WorldNode::below(*child))),
                    Some(_) => self.nodes.extend(below.map(|face| {
                        work.vertices_moved += 3;
                        let [p, q, r] = faces.corners(*face).map(|corner| map.apply(corner));
                        let triangle = Triangle::new(p, q, r);
                        WorldNode {
                            bounds: triangle.aabb(),
                            index: *face,
                            content: WorldContent::Face(triangle),
                        }
                    })),
                }
            }
            next += 1;
        }
        for i in (0..self.nodes.len()).rev() {
            if let WorldContent::Children(children) = self.nodes[i].content.clone() {
                let below = self.nodes[children.start as usize..children.end as usize].iter();
                self.nodes[i].bounds = below.fold(Aabb::EMPTY, |all, node| all.union(node.bounds));
            }
        }
    }
}

impl WorldNode {
    /// Node of the hierarchy, whose children and box are still to be set.
    fn below(index: u32) -> WorldNode {
        WorldNode {
            bounds: Aabb::EMPTY,
            index,
            content: WorldContent::Children(0..0),
        }
    }

    fn is_apart_from(&self, other: &WorldNode) -> bool {
        let is_beyond = |(face, node): (&WorldNode, &WorldNode)| match &face.content {
            WorldContent::Face(face) => is_beyond_plane(face, &node.bounds),
            WorldContent::Children(_) => false,
        };
        !self.bounds.overlaps(&other.bounds)
            || [(self, other), (other, self)].into_iter().any(is_beyond)
    }

    fn is_larger(&self, other: &WorldNode) -> bool {
        self.bounds.size().max_element() > other.bounds.size().max_element()
    }
}

/// Returns true if the plane of a face surely has the face on one side and the box on the other.
fn is_beyond_plane(face: &Triangle, bounds: &Aabb) -> bool {
    let [p, q, r] = face.corners();
    let (e, f) = (q - p, r - p);
    let normal = e.cross(f);
    let (min, max) = (bounds.min - p, bounds.max - p);
    let (low, high) = (normal * min, normal * max);
    let (nearest, farthest) = (low.min(high).element_sum(), low.max(high).element_sum());
    let length = e.abs().element_sum() + f.abs().element_sum();
    let size = length + min.abs().max(max.abs()).element_sum();
    let bound = 32.0 * f64::EPSILON * length * length * size + f64::MIN_POSITIVE * (1.0 + size);
    nearest > bound || farthest < -bound
}
