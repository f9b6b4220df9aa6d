//! Step 3 for nodes that rounding hides: boxes around the vertices of two subtrees in world space.
//!
//! The unit of a hierarchy is about the radius of its body. Faces that are some 10⁶ times smaller
//! than the body, or than what `f64` keeps of their coordinates in world space, are below the
//! margin of a pair: no comparison in that unit separates them, and each pair of them would be
//! tested exactly. Boxes of rounded world vertices have no error, so they need no margin. They form
//! trees of their own, as what rounding hides it does not sort either. The essence:
//! 1. Move the faces below each of two nodes to world space, and halve them at the median of their
//!    centers, down to single faces: `k log k` for `k` faces.
//! 2. Compare the boxes of both trees from the roots down, the larger box first.
//! 3. Compare a single face with a box by its plane, too.
//! 4. Visit each pair of faces that is left.
//!
//! The walk comes to a pair of faces once, so all trees together take, up to the logarithm, no
//! longer than the pairs of faces that they spare. A pair of nodes often shares one with the pair
//! before, and the tree below it is kept: a tiny body at the tip of a fan meets all leaves of the
//! fan.
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
use crate::hierarchy_pair::{Candidate, HierarchyPair};
use geometry::bvh::Walk;
use geometry::{Aabb, Triangle};
use std::ops::Range;

/// Walk through two subtrees in world space: buffers, and the subtrees of the last pair of nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorldWalk {
    subtrees: [WorldSubtree; 2],
    /// Pairs of indices.
    stack: Vec<[u32; 2]>,
}

/// Tree over the faces below a node. Node 0 is the root.
#[derive(Clone, Debug, Default)]
struct WorldSubtree {
    /// Node of the hierarchy below which its faces are. None if they are to be listed.
    root: Option<u32>,
    nodes: Vec<WorldNode>,
    faces: Vec<WorldFace>,
    /// Nodes of the hierarchy that are still to be gone through.
    below: Vec<u32>,
    /// Nodes of the tree that are still to be filled, with their faces.
    open: Vec<(usize, Range<usize>)>,
}

/// Face with its box in world space.
#[derive(Clone, Copy, Debug)]
struct WorldFace {
    bounds: Aabb,
    triangle: Triangle,
    id: u32,
}

/// Box around faces, and what is below.
#[derive(Clone, Copy, Debug)]
struct WorldNode {
    bounds: Aabb,
    content: WorldContent,
}

#[derive(Clone, Copy, Debug)]
enum WorldContent {
    Face(WorldFace),
    /// This node and the next one.
    Children(u32),
}

impl WorldWalk {
    /// Drops the subtrees: those of other bodies, or of other poses, have other faces.
    pub(crate) fn clear(&mut self) {
        for subtree in &mut self.subtrees {
            subtree.root = None;
        }
    }

    /// Calls `visit` with all pairs of faces below two nodes whose boxes in world space overlap,
    /// until it returns [`Walk::Stop`]: if the bodies coincide, in one order of the two below one
    /// node. The pair is that of the searches before, up to [`WorldWalk::clear`].
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
        let one_order = pair.coincide && nodes[0] == nodes[1];
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
                (WorldContent::Face(face_a), WorldContent::Face(face_b)) => {
                    if one_order && face_a.id > face_b.id {
                        continue;
                    }
                    let candidate = Candidate {
                        faces: [face_a.id, face_b.id],
                        crosses: false,
                    };
                    if visit(candidate, work) == Walk::Stop {
                        return Walk::Stop;
                    }
                }
                (WorldContent::Children(of_a), WorldContent::Face(_)) => {
                    self.stack.extend([[*of_a, j], [*of_a + 1, j]]);
                }
                // The larger box first: its children are more often apart from the other.
                (WorldContent::Children(of_a), _) if node_a.is_larger(node_b) => {
                    self.stack.extend([[*of_a, j], [*of_a + 1, j]]);
                }
                (_, WorldContent::Children(of_b)) => {
                    self.stack.extend([[i, *of_b], [i, *of_b + 1]]);
                }
            }
        }
        Walk::Skip
    }
}

impl WorldSubtree {
    /// Takes all faces below a node of the `k`th body, if it does not have them.
    fn fill(&mut self, pair: &HierarchyPair<'_>, k: usize, root: u32, work: &mut BvhWork) {
        if self.root != Some(root) {
            self.list(pair, k, root);
            self.build();
            self.root = Some(root);
        }
        // Each time, so that the count does not depend on where a walk is divided.
        work.vertices_moved += 3 * self.faces.len() as u64;
    }

    /// Lists all faces below a node of the `k`th body.
    fn list(&mut self, pair: &HierarchyPair<'_>, k: usize, root: u32) {
        let (hierarchy, vertices, map) = (pair.hierarchies[k], pair.faces[k], pair.maps[k]);
        self.faces.clear();
        self.below.clear();
        self.below.push(root);
        while let Some(index) = self.below.pop() {
            let node = &hierarchy.nodes[index as usize];
            let children = &node.children[..node.len as usize];
            match node.cluster {
                None => self.below.extend(children),
                Some(_) => self.faces.extend(children.iter().map(|id| {
                    let [p, q, r] = vertices.corners(*id).map(|corner| map.apply(corner));
                    let triangle = Triangle::new(p, q, r);
                    WorldFace {
                        bounds: triangle.aabb(),
                        triangle,
                        id: *id,
                    }
                })),
            }
        }
    }

    /// Halves the faces at the median of their centers, until each has a node.
    fn build(&mut self) {
        let WorldSubtree {
            nodes, faces, open, ..
        } = self;
        nodes.clear();
        nodes.push(WorldNode::of(&faces[0]));
        open.clear();
        open.push((0, 0..faces.len()));
        while let Some((node, Range { start, end })) = open.pop() {
            let part = &mut faces[start..end];
            if let [face] = part {
                nodes[node] = WorldNode::of(face);
                continue;
            }
            let bounds = part
                .iter()
                .fold(Aabb::EMPTY, |all, face| all.union(face.bounds));
            // Halves by number, so that faces at one place have a tree of `log2 k` levels, too.
            let (axis, half) = (bounds.longest_axis(), part.len() / 2);
            let center = |face: &WorldFace| face.bounds.min[axis] + face.bounds.max[axis];
            part.select_nth_unstable_by(half, |x, y| {
                center(x).total_cmp(&center(y)).then(x.id.cmp(&y.id))
            });
            let first = nodes.len();
            nodes[node] = WorldNode {
                bounds,
                content: WorldContent::Children(first as u32),
            };
            nodes.extend([WorldNode::of(&faces[start]); 2]);
            open.push((first, start..start + half));
            open.push((first + 1, start + half..end));
        }
    }
}

impl WorldNode {
    fn of(face: &WorldFace) -> WorldNode {
        WorldNode {
            bounds: face.bounds,
            content: WorldContent::Face(*face),
        }
    }

    fn is_apart_from(&self, other: &WorldNode) -> bool {
        let is_beyond = |(face, node): (&WorldNode, &WorldNode)| match &face.content {
            WorldContent::Face(face) => is_beyond_plane(&face.triangle, &node.bounds),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{FaceVertices, WideHierarchy};
    use crate::pair_frame::PairFrame;
    use geometry::{Pose, PosedExtent, RelativePose, Vec3, power_of_two};

    /// Returns the answer for a face and the box around two points, which does not depend on the
    /// unit, nor on the side that the face shows.
    fn is_beyond([p, q, r]: [Vec3; 3], points: [Vec3; 2]) -> bool {
        let answers = [-300, 0, 300].map(|exponent| {
            let scale = power_of_two(exponent);
            let bounds = Aabb::of_points(&points.map(|point| point * scale));
            [[p, q, r], [p, r, q]].map(|corners| {
                let [p, q, r] = corners.map(|corner| corner * scale);
                is_beyond_plane(&Triangle::new(p, q, r), &bounds)
            })
        });
        assert_eq!(answers, [[answers[0][0]; 2]; 3]);
        answers[0][0]
    }

    #[test]
    fn a_box_just_above_or_below_the_plane_is_beyond_it() {
        let face = [Vec3::X, Vec3::Y, Vec3::Z];
        let on_plane = Vec3::new(0.5, 0.25, 0.25);
        for side in [-1.0, 1.0] {
            let near = on_plane + Vec3::splat(side * 2e-12);
            assert!(is_beyond(face, [near, near + Vec3::splat(side)]));
            assert!(!is_beyond(face, [on_plane, on_plane + Vec3::splat(side)]));
            assert!(!is_beyond(face, [near, near - Vec3::splat(side)]));
        }
    }

    /// Rounding puts some of these boxes off the plane: the bound has room for it.
    #[test]
    fn a_box_that_touches_a_face_is_not_beyond_its_plane() {
        for k in 1..=200 {
            let part = |i: i32| 0.1 / f64::from(7 * k + i);
            let face = [
                Vec3::new(1.0 + part(0), part(1), part(2)),
                Vec3::new(part(3), 1.0 + part(4), part(5)),
                Vec3::new(part(6), part(7), 1.0 + part(8)),
            ];
            for (corner, side) in face.into_iter().flat_map(|p| [(p, -1.0), (p, 1.0)]) {
                assert!(
                    !is_beyond(face, [corner, corner + Vec3::splat(side)]),
                    "{k}"
                );
            }
        }
    }

    #[test]
    fn no_box_is_beyond_a_face_without_area() {
        let p = Vec3::new(0.1, 0.2, 0.3);
        let along = Vec3::new(1.0, 2.0, -3.0);
        for face in [
            [p; 3],
            [p, p + along, p + along],
            [along, 2.0 * along, 5.0 * along],
        ] {
            for points in [
                [p, p + Vec3::ONE],
                [3.0 * p, 4.0 * p],
                [-7.0 * along, -8.0 * along],
            ] {
                assert!(!is_beyond(face, points), "{face:?}, {points:?}");
            }
        }
    }

    #[test]
    fn a_subtree_is_kept_for_the_next_pair_of_nodes_and_gives_the_same_pairs() {
        let sphere = scenes::bodies::sphere(168).unwrap();
        let hierarchy = WideHierarchy::new(&sphere);
        let map = Pose::IDENTITY.world_map();
        let extent = PosedExtent::new(map, sphere.max_abs_coordinate());
        let pose = RelativePose::new(&extent, &extent);
        let frame = PairFrame::new(&hierarchy, &hierarchy, &pose);
        let faces = FaceVertices {
            triangles: sphere.triangles(),
            vertices: sphere.vertices(),
        };
        let pair = HierarchyPair {
            hierarchies: [&hierarchy; 2],
            faces: [faces; 2],
            frame: &frame,
            maps: [&map; 2],
            coincide: false,
        };
        let search = |walk: &mut WorldWalk, nodes: [u32; 2]| {
            let (mut found, mut work) = (Vec::new(), BvhWork::default());
            walk.search(&pair, nodes, &mut work, |candidate, _| {
                found.push(candidate.faces);
                Walk::Skip
            });
            (found, work)
        };
        let [first, second] = [0, 1].map(|k: usize| hierarchy.nodes[0].children[k]);
        let mut kept = WorldWalk::default();
        for nodes in [[first, 0], [second, 0], [0, second], [second; 2]] {
            // Faces are listed by way of this list, which leaves it empty.
            kept.subtrees[1].below.push(u32::MAX);
            let is_kept = kept.subtrees[1].root == Some(nodes[1]);
            let found = search(&mut kept, nodes);
            assert_eq!(found, search(&mut WorldWalk::default(), nodes), "{nodes:?}");
            assert!(!found.0.is_empty(), "{nodes:?}");
            assert_eq!(is_kept, !kept.subtrees[1].below.is_empty(), "{nodes:?}");
            assert_eq!(is_kept, nodes[0] == second, "{nodes:?}");
        }
        kept.clear();
        search(&mut kept, [0, second]);
        assert!(kept.subtrees[1].below.is_empty(), "it is listed again");
    }
}
