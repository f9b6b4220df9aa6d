//! A binary tree of boxes over the faces of a mesh, in its own space, and the search through two of
//! them.

use geometry::{Aabb, Mat3, Mesh, Pose, Vec3};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Faces in a leaf, at most.
const LEAF_FACES: usize = 4;

/// Boxes over the faces of a mesh, in local space: there, long thin faces along the axes of a body
/// have thin boxes. The tree is that of the mesh at rest, the boxes follow the faces.
#[derive(Clone, Debug)]
pub(super) struct FaceBoxes {
    nodes: Vec<Node>,
    boxes: Vec<Aabb>,
    /// The faces in the order of the leaves.
    faces: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its faces, as a range of the order.
    first: u32,
    end: u32,
    /// The second child; the first one is next. Zero for a leaf.
    second: u32,
}

impl FaceBoxes {
    /// The tree: halves the faces along the longest side of the box of their middles.
    pub(super) fn new(mesh: &Mesh) -> FaceBoxes {
        let mut faces: Vec<u32> = (0..mesh.face_count() as u32).collect();
        let mut nodes = Vec::new();
        split(mesh, &mut faces, 0, &mut nodes);
        let mut tree = FaceBoxes {
            boxes: vec![Aabb::EMPTY; nodes.len()],
            nodes,
            faces,
        };
        tree.refit(mesh);
        tree
    }

    /// Fits all boxes to the faces of `mesh`, which is the one that the tree is of, deformed.
    pub(super) fn refit(&mut self, mesh: &Mesh) {
        let box_of = |face: u32| mesh.triangle(face as usize).aabb();
        // Children come after their parents.
        for i in (0..self.nodes.len()).rev() {
            let node = self.nodes[i];
            self.boxes[i] = if node.second == 0 {
                let faces = &self.faces[node.first as usize..node.end as usize];
                faces
                    .iter()
                    .fold(Aabb::EMPTY, |all, face| all.union(box_of(*face)))
            } else {
                self.boxes[i + 1].union(self.boxes[node.second as usize])
            };
        }
    }

    fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].second == 0
    }

    fn children(&self, node: u32) -> [u32; 2] {
        [node + 1, self.nodes[node as usize].second]
    }

    fn faces_of(&self, node: u32) -> &[u32] {
        let Node { first, end, .. } = self.nodes[node as usize];
        &self.faces[first as usize..end as usize]
    }
}

fn split(mesh: &Mesh, faces: &mut [u32], first: usize, nodes: &mut Vec<Node>) {
    let place = nodes.len();
    nodes.push(Node {
        first: first as u32,
        end: (first + faces.len()) as u32,
        second: 0,
    });
    if faces.len() <= LEAF_FACES {
        return;
    }
    let center = |face: &u32| mesh.triangle(*face as usize).aabb().center();
    let centers: Vec<_> = faces.iter().map(center).collect();
    let size = Aabb::of_points(&centers).size();
    let longer = |x: &usize, y: &usize| size[*x].total_cmp(&size[*y]);
    let axis = (0..3).max_by(longer).expect("there are three axes");
    let half = faces.len() / 2;
    faces.select_nth_unstable_by(half, |f, g| {
        let by_center = center(f)[axis].total_cmp(&center(g)[axis]);
        by_center.then(f.cmp(g))
    });
    let (low, high) = faces.split_at_mut(half);
    split(mesh, low, first, nodes);
    nodes[place].second = nodes.len() as u32;
    split(mesh, high, first + half, nodes);
}

/// How two placed trees lie to each other.
pub(super) struct Meeting<'a> {
    a: &'a FaceBoxes,
    b: &'a FaceBoxes,
    a_in_b: Relative,
    b_in_a: Relative,
    /// What rounding may add to a gap.
    pad: f64,
    /// What maps that are not quite rotations may do to lengths.
    shrinking: f64,
}

/// The map from the space of one body to that of the other.
struct Relative {
    linear: Mat3,
    offset: Vec3,
    /// `linear` with absolute values: what it does to the half sides of a box.
    reach: Mat3,
}

impl Relative {
    fn between(from: &Pose, to: &Pose) -> Relative {
        let (from, to) = (from.world_map(), to.world_map());
        let back = to.linear.inverse();
        let linear = back * from.linear;
        Relative {
            linear,
            offset: back * (from.translation - to.translation),
            reach: linear.abs(),
        }
    }

    fn apply(&self, bounds: &Aabb) -> Aabb {
        let center = self.linear * bounds.center() + self.offset;
        let half = self.reach * (0.5 * bounds.size());
        Aabb::new(center - half, center + half)
    }
}

impl<'a> Meeting<'a> {
    /// Two trees and where they are.
    pub(super) fn new(
        (a, p): (&'a FaceBoxes, &Pose),
        (b, q): (&'a FaceBoxes, &Pose),
    ) -> Meeting<'a> {
        let coordinates = |tree: &FaceBoxes, pose: &Pose| {
            tree.boxes[0].magnitude() + pose.translation.abs().max_element()
        };
        Meeting {
            a,
            b,
            a_in_b: Relative::between(p, q),
            b_in_a: Relative::between(q, p),
            // Some twenty roundings of coordinates, with a wide margin.
            pad: 256.0 * f64::EPSILON * (coordinates(a, p) + coordinates(b, q)),
            shrinking: 1.0 - 4.0 * (p.drift().max(q.drift()) + 4.0 * f64::EPSILON),
        }
    }

    /// Not more than the distance of the faces under two nodes; zero when they may share a point.
    /// One of the two spaces shows most gaps well.
    fn gap(&self, [i, j]: [u32; 2]) -> f64 {
        let (a, b) = (&self.a.boxes[i as usize], &self.b.boxes[j as usize]);
        let in_a = gap(a, &self.b_in_a.apply(b));
        let in_b = gap(&self.a_in_b.apply(a), b);
        ((in_a.max(in_b) - self.pad) * self.shrinking).max(0.0)
    }

    /// The least of the distances of all pairs of faces, as `distance` gives them.
    ///
    /// Goes down where the boxes are nearest, so that it looks at no pair of nodes whose boxes are
    /// farther apart than the faces in the end are; stops at zero. `distance` is asked about pairs of
    /// faces of such nodes, and told what is nearest so far: for what is not nearer, any number that is
    /// not smaller will do.
    pub(super) fn least(&self, distance: &mut impl FnMut(u32, u32, f64) -> f64) -> f64 {
        let (a, b) = (self.a, self.b);
        let mut nearest = f64::INFINITY;
        let open = |nodes: [u32; 2]| Open {
            gap: self.gap(nodes),
            nodes,
        };
        let mut heap = BinaryHeap::from([open([0, 0])]);
        while let Some(Open { gap, nodes: [i, j] }) = heap.pop() {
            if gap >= nearest {
                break;
            }
            if a.is_leaf(i) && b.is_leaf(j) {
                for f in a.faces_of(i) {
                    for g in b.faces_of(j) {
                        nearest = nearest.min(distance(*f, *g, nearest));
                    }
                }
                continue;
            }
            let extent = |tree: &FaceBoxes, i: u32| tree.boxes[i as usize].size().length_squared();
            let split_a = b.is_leaf(j) || !a.is_leaf(i) && extent(a, i) >= extent(b, j);
            let pairs = if split_a {
                a.children(i).map(|i| [i, j])
            } else {
                b.children(j).map(|j| [i, j])
            };
            heap.extend(
                pairs
                    .map(open)
                    .into_iter()
                    .filter(|child| child.gap < nearest),
            );
        }
        nearest
    }
}

/// Two nodes, one of each tree, that may hold the nearest faces.
#[derive(PartialEq)]
struct Open {
    gap: f64,
    nodes: [u32; 2],
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Open) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The nearest is the greatest; among equals the later nodes, which are the smaller ones.
impl Ord for Open {
    fn cmp(&self, other: &Open) -> Ordering {
        let by_gap = other.gap.total_cmp(&self.gap);
        by_gap.then(self.nodes.cmp(&other.nodes))
    }
}

/// How far two boxes are apart, rounded; exactly zero when they share a point.
pub(super) fn gap(a: &Aabb, b: &Aabb) -> f64 {
    let between = (a.min - b.max).max(b.min - a.max);
    between.max(Vec3::ZERO).length()
}
