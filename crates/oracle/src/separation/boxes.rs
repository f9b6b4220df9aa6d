//! A binary tree of boxes over the faces of a mesh, and the walk over two of them.

use geometry::{Aabb, Mesh};

/// Faces in a leaf, at most.
const LEAF_FACES: usize = 4;

/// Boxes over the faces of a mesh; the tree is that of the mesh at rest, the boxes follow the faces.
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
    /// The tree, without boxes: halves the faces along the longest side of the box of their middles.
    pub(super) fn new(mesh: &Mesh) -> FaceBoxes {
        let mut faces: Vec<u32> = (0..mesh.face_count() as u32).collect();
        let mut nodes = Vec::new();
        split(mesh, &mut faces, 0, &mut nodes);
        FaceBoxes {
            boxes: vec![Aabb::EMPTY; nodes.len()],
            nodes,
            faces,
        }
    }

    /// Fits all boxes to the faces, whose boxes are given.
    pub(super) fn refit(&mut self, box_of: impl Fn(u32) -> Aabb) {
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

    /// The box of all faces.
    pub(super) fn bounds(&self) -> Aabb {
        self.boxes[0]
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

/// Lowers `nearest` to the least of itself and the distances of all pairs of faces, as `distance`
/// gives them. Asks it about every pair whose boxes are nearer than what is nearest already; stops
/// at zero.
pub(super) fn walk(
    a: &FaceBoxes,
    b: &FaceBoxes,
    nearest: &mut f64,
    distance: &mut impl FnMut(u32, u32) -> f64,
) {
    visit(a, b, [0, 0], nearest, distance);
}

fn visit(
    a: &FaceBoxes,
    b: &FaceBoxes,
    [i, j]: [u32; 2],
    nearest: &mut f64,
    distance: &mut impl FnMut(u32, u32) -> f64,
) {
    if a.is_leaf(i) && b.is_leaf(j) {
        for f in a.faces_of(i) {
            for g in b.faces_of(j) {
                *nearest = nearest.min(distance(*f, *g));
            }
        }
        return;
    }
    let extent = |tree: &FaceBoxes, node: u32| tree.boxes[node as usize].size().length_squared();
    let split_a = b.is_leaf(j) || !a.is_leaf(i) && extent(a, i) >= extent(b, j);
    let pairs = if split_a {
        a.children(i).map(|i| [i, j])
    } else {
        b.children(j).map(|j| [i, j])
    };
    let [mut near, mut far] = pairs.map(|[i, j]| {
        let gap = gap(&a.boxes[i as usize], &b.boxes[j as usize]);
        (gap, [i, j])
    });
    if far.0 < near.0 {
        std::mem::swap(&mut near, &mut far);
    }
    for (gap, nodes) in [near, far] {
        if gap < *nearest {
            visit(a, b, nodes, nearest, distance);
        }
    }
}

/// How far two boxes are apart, rounded; exactly zero when they share a point.
fn gap(a: &Aabb, b: &Aabb) -> f64 {
    let between = (a.min - b.max).max(b.min - a.max);
    between.max(geometry::Vec3::ZERO).length()
}
