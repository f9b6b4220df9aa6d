//! Step 1, building: from the top down by the surface area heuristic with bins (Wald 2007), opened
//! to eight children a node.
//!
//! Makes boxes that few walks enter without need, also for faces of very different sizes and in
//! clusters. Each level of splits takes three passes over the faces: one to bound the centers, one
//! to fill the bins of all axes, one to part the faces. With `n` faces there are about `log2 n`
//! levels, at most `48 + log2 n`. The essence:
//! 1. Start with a part that has all faces. Up to eight faces are a leaf.
//! 2. Split the part with the largest box among those that a leaf cannot hold, until there are
//!    eight parts, or all fit a leaf. They are the children of one node.
//! 3. For a split, count the faces in 16 bins along each axis, by the centers of their boxes. Of
//!    all splits between bins, take that of the least cost: surface times groups of eight faces,
//!    added up for both halves. If all centers are equal, or after 48 splits, let one face stand
//!    for those with the same corners (`copies`), and then halve the part.
//! 4. Go on with each child that is no leaf.
//!
//! Faces lie in one array with their boxes, and a split puts those of each half next to each other.
//! The crate obvhs was weighed against it: `reports/HISTORY.md` has the figures.

use crate::copies::Copies;
use crate::hierarchy::{FaceVertices, UnitSpace, WideHierarchy, WideNode, box_of_face};
use geometry::Mesh;
use geometry::face_tree::partition;
use geometry::lanes::{Box4, Point4, WIDTH};
use std::ops::Range;
use std::sync::OnceLock;

/// Number of bins along each axis. More hardly change the cost that the heuristic finds.
const BINS: usize = 16;

/// Number of splits above a part from which on parts are halved: a hierarchy of `n` faces has at
/// most `48 + log2 n` levels of splits, whatever the faces are.
const MAX_SPLITS: usize = 48;

/// Face with its box.
#[derive(Clone, Copy, Debug)]
struct Face {
    bounds: Box4,
    id: u32,
}

/// Faces of a part of a node: their range of the list, box and number of splits above.
#[derive(Clone, Debug)]
struct Part {
    range: Range<usize>,
    bounds: Box4,
    splits: usize,
    /// No two of its faces are copies.
    is_distinct: bool,
}

impl WideHierarchy {
    /// Builds the hierarchy of the mesh of a rigid body. Of faces with the same corners, one may
    /// stand for all.
    ///
    /// # Cost
    /// Three passes over the faces for each level of splits, and 44 bytes a face until it returns;
    /// 140 for faces with equal centers, which are sorted.
    pub fn new(mesh: &Mesh) -> WideHierarchy {
        WideHierarchy::of_mesh(mesh, true)
    }

    /// Builds the hierarchy of a mesh, of all faces unless it is that of a rigid body.
    pub(crate) fn of_mesh(mesh: &Mesh, is_rigid: bool) -> WideHierarchy {
        let faces = FaceVertices {
            triangles: mesh.triangles(),
            vertices: mesh.vertices(),
        };
        let space = UnitSpace::of(&mesh.aabb());
        let mut vertices = Vec::new();
        space.round_vertices(&faces, &mut vertices);
        let radius = space.radius(&faces);
        let hierarchy = WideHierarchy::over(&faces, space, radius, &vertices, is_rigid);
        for node in &hierarchy.nodes {
            if node.cluster.is_some() {
                hierarchy.cluster(node, &faces);
            }
        }
        hierarchy
    }

    /// Builds the hierarchy of faces with these rounded vertices, none of which is farther than the
    /// radius from the center. Its clusters are made when a walk comes to them. With `is_rigid`,
    /// one face may stand for its copies.
    pub(crate) fn over(
        faces: &FaceVertices<'_>,
        space: UnitSpace,
        radius: f64,
        vertices: &[Point4],
        is_rigid: bool,
    ) -> WideHierarchy {
        let Built {
            nodes,
            surface,
            copies,
        } = build(faces.triangles, vertices, Some(faces).filter(|_| is_rigid));
        let leaves = nodes.iter().filter(|node| node.cluster.is_some()).count();
        WideHierarchy {
            clusters: std::iter::repeat_with(OnceLock::new).take(leaves).collect(),
            fitted_leaves: Vec::new(),
            rounded: Vec::new(),
            space,
            radius,
            surface,
            nodes,
            copies,
        }
    }
}

/// Nodes of a build, with what it found on the way.
pub(crate) struct Built {
    /// Node 0 is the root, children come after their parents, leaves have numbers.
    pub(crate) nodes: Vec<WideNode>,
    /// See [`relative_surface`].
    pub(crate) surface: f64,
    /// Faces that are in no leaf.
    pub(crate) copies: Copies,
}

/// Builds the nodes over these triangles, by their rounded vertices. Copies are looked for if
/// their vertices are given as they are, too.
pub(crate) fn build(
    triangles: &[[u32; 3]],
    vertices: &[Point4],
    exact: Option<&FaceVertices<'_>>,
) -> Built {
    let face = |(id, triangle): (usize, &[u32; 3])| Face {
        bounds: box_of_face(*triangle, vertices),
        id: id as u32,
    };
    let faces: Vec<Face> = triangles.iter().enumerate().map(face).collect();
    let root = Part {
        range: 0..faces.len(),
        bounds: around(&faces),
        splits: 0,
        is_distinct: false,
    };
    let mut builder = Builder {
        exact,
        copies: Copies::default(),
        faces,
        nodes: vec![WideNode::EMPTY],
        leaves: 0,
        surface: 0.0,
    };
    let root_surface = f64::from(root.bounds.half_surface());
    let mut tasks = vec![(0, root)];
    while let Some((node, part)) = tasks.pop() {
        builder.fill(node, part, &mut tasks);
    }
    let surface = relative_surface(builder.surface, root_surface);
    // A list that has grown has room for up to twice as many.
    builder.nodes.shrink_to_fit();
    builder.copies.finish();
    Built {
        nodes: builder.nodes,
        surface,
        copies: builder.copies,
    }
}

/// Returns the sum of the surfaces of all nodes but the root over that of the root, 0 if all is on
/// a line.
pub(crate) fn relative_surface(sum: f64, root: f64) -> f64 {
    if root > 0.0 { sum / root } else { 0.0 }
}

/// Returns the box of faces.
fn around(faces: &[Face]) -> Box4 {
    let all = Box4::EMPTY;
    faces.iter().fold(all, |all, face| all.union(&face.bounds))
}

#[derive(Debug)]
struct Builder<'a> {
    /// Vertices by which copies are found.
    exact: Option<&'a FaceVertices<'a>>,
    copies: Copies,
    faces: Vec<Face>,
    nodes: Vec<WideNode>,
    leaves: u32,
    surface: f64,
}

impl Builder<'_> {
    /// Fills a node with the children of a part, and adds the tasks of those that are no leaves.
    fn fill(&mut self, node: usize, part: Part, tasks: &mut Vec<(usize, Part)>) {
        self.nodes[node].set_bounds(&part.bounds);
        if part.range.len() <= WIDTH {
            return self.fill_leaf(node, part.range);
        }
        let mut parts = vec![part];
        while parts.len() < WIDTH {
            let open = parts
                .iter()
                .enumerate()
                .filter(|(_, p)| p.range.len() > WIDTH);
            let area = |part: &Part| part.bounds.half_surface();
            let Some((widest, _)) = open.max_by(|(_, p), (_, q)| area(p).total_cmp(&area(q)))
            else {
                break;
            };
            let part = parts.swap_remove(widest);
            let (low, high) = self.split(part);
            parts.push(low);
            parts.extend(high);
        }
        // In the order of the faces, so that neighbors in the tree are neighbors in memory.
        parts.sort_unstable_by_key(|part| part.range.start);
        let first = self.nodes.len();
        self.nodes.resize(first + parts.len(), WideNode::EMPTY);
        for (child, part) in (first..).zip(parts) {
            self.nodes[node].push(child as u32, &part.bounds);
            self.surface += f64::from(part.bounds.half_surface());
            tasks.push((child, part));
        }
    }

    fn fill_leaf(&mut self, node: usize, range: Range<usize>) {
        let leaf = &mut self.nodes[node];
        for face in &self.faces[range] {
            leaf.push(face.id, &face.bounds);
        }
        leaf.cluster = Some(self.leaves);
        self.leaves += 1;
    }

    /// Divides a part: by the heuristic, or in halves where it has no answer. One part comes back
    /// without the copies among its faces, which are looked for before the first halving.
    fn split(&mut self, part: Part) -> (Part, Option<Part>) {
        let faces = &mut self.faces[part.range.clone()];
        let best = if part.splits < MAX_SPLITS {
            best_split(faces)
        } else {
            None
        };
        let parted = best.and_then(|Split { bins, last, bounds }| {
            let low = partition(faces, |face| bins.of(&face) <= last);
            low.map(|low| (low, bounds))
        });
        if let (None, false, Some(exact)) = (&parted, part.is_distinct, self.exact) {
            return (self.without_copies(part, exact), None);
        }
        let (low, bounds) = parted.unwrap_or_else(|| {
            let (low, high) = faces.split_at(faces.len() / 2);
            (low.len(), [around(low), around(high)])
        });
        let Range { start, end } = part.range;
        let ranges = [start..start + low, start + low..end];
        let [low, high] = [0, 1].map(|k| Part {
            range: ranges[k].clone(),
            bounds: bounds[k],
            splits: part.splits + 1,
            is_distinct: part.is_distinct,
        });
        (low, Some(high))
    }

    /// Returns the part with one face for each set of copies.
    fn without_copies(&mut self, part: Part, exact: &FaceVertices<'_>) -> Part {
        let id = |face: &Face| face.id;
        let corners = |face| exact.corners(face);
        let copies = &mut self.copies;
        Part {
            range: copies.move_out(&mut self.faces, part.range, id, corners),
            is_distinct: true,
            ..part
        }
    }
}

/// Split of a part: the faces in bins up to `last` go to the first half.
#[derive(Clone, Copy, Debug)]
struct Split {
    bins: Bins,
    last: usize,
    /// Boxes of both halves.
    bounds: [Box4; 2],
}

/// Bins of equal width along an axis.
#[derive(Clone, Copy, Debug)]
struct Bins {
    axis: usize,
    start: f32,
    per_length: f32,
}

/// Number of faces in a bin, and their box.
#[derive(Clone, Copy, Debug)]
struct Bin {
    count: usize,
    bounds: Box4,
}

impl Bin {
    const EMPTY: Bin = Bin {
        count: 0,
        bounds: Box4::EMPTY,
    };

    fn union(&self, other: &Bin) -> Bin {
        Bin {
            count: self.count + other.count,
            bounds: self.bounds.union(&other.bounds),
        }
    }

    /// Returns surface times lanes that are compared, in groups of [`WIDTH`], so that leaves are
    /// well filled.
    fn cost(&self) -> f32 {
        self.bounds.half_surface() * self.count.div_ceil(WIDTH) as f32
    }
}

impl Bins {
    /// Returns the bins of these centers along an axis. All are in the first one if they are not
    /// apart.
    fn new(axis: usize, low: f32, high: f32) -> Bins {
        let per_length = BINS as f32 / (high - low);
        Bins {
            axis,
            start: low,
            per_length: if per_length.is_finite() {
                per_length
            } else {
                0.0
            },
        }
    }

    #[inline]
    fn of(&self, face: &Face) -> usize {
        let bin = (face.bounds.doubled_center()[self.axis] - self.start) * self.per_length;
        (bin as usize).min(BINS - 1)
    }
}

/// Returns the split of least cost, if the centers are not all equal.
fn best_split(faces: &[Face]) -> Option<Split> {
    let mut centers = Box4::EMPTY;
    for face in faces {
        let center = face.bounds.doubled_center();
        centers = centers.union(&Box4 {
            low: center,
            high: center,
        });
    }
    let bins = [0, 1, 2].map(|axis| Bins::new(axis, centers.low[axis], centers.high[axis]));
    let mut filled = [[Bin::EMPTY; BINS]; 3];
    for face in faces {
        for (bins, filled) in bins.iter().zip(&mut filled) {
            let bin = &mut filled[bins.of(face)];
            bin.count += 1;
            bin.bounds = bin.bounds.union(&face.bounds);
        }
    }
    let mut best: Option<(f32, Split)> = None;
    for (bins, filled) in bins.into_iter().zip(&filled) {
        for_each_split(filled, |last, low, high| {
            let cost = low.cost() + high.cost();
            if best.is_none_or(|(least, _)| cost < least) {
                let bounds = [low.bounds, high.bounds];
                best = Some((cost, Split { bins, last, bounds }));
            }
        });
    }
    best.map(|(_, split)| split)
}

/// Visits each split between bins that leaves faces on both sides: the last bin of the first half,
/// and both halves.
fn for_each_split(bins: &[Bin; BINS], mut visit: impl FnMut(usize, &Bin, &Bin)) {
    let mut after = [Bin::EMPTY; BINS];
    for last in (0..BINS - 1).rev() {
        after[last] = after[last + 1].union(&bins[last + 1]);
    }
    let mut before = Bin::EMPTY;
    for last in 0..BINS - 1 {
        before = before.union(&bins[last]);
        if before.count > 0 && after[last].count > 0 {
            visit(last, &before, &after[last]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::SLACK;

    /// Checks the hierarchy of these faces, and returns the number of levels below the root.
    fn checked_depth(corners: &[[Point4; 3]]) -> usize {
        let triangles: Vec<_> = (0..corners.len() as u32)
            .map(|i| [3 * i, 3 * i + 1, 3 * i + 2])
            .collect();
        let Built { nodes, .. } = build(&triangles, corners.as_flattened(), None);
        let mut seen = vec![0; corners.len()];
        let mut parents = vec![0; nodes.len()];
        let mut depths = vec![0; nodes.len()];
        let inside = |node: &WideNode, k: usize, p: [f64; 3]| {
            (0..3).all(|axis| {
                let (c, h) = (node.center[axis][k], node.half[axis][k]);
                (p[axis] - f64::from(c)).abs() <= f64::from(h)
            })
        };
        let mut clusters: Vec<u32> = nodes.iter().filter_map(|node| node.cluster).collect();
        clusters.sort_unstable();
        assert!((0..).zip(&clusters).all(|(i, cluster)| i == *cluster));
        for (i, node) in nodes.iter().enumerate() {
            assert!(0 < node.len && node.len as usize <= WIDTH);
            for k in 0..node.len as usize {
                let child = node.children[k] as usize;
                if node.cluster.is_some() {
                    seen[child] += 1;
                    let corners = corners[child].map(|p| [0, 1, 2].map(|i| f64::from(p[i])));
                    assert!(corners.iter().all(|p| inside(node, k, *p)), "{i} {k}");
                    assert!(corners.iter().all(|p| node.contains(*p)), "{i} {k}");
                    continue;
                }
                assert!(child > i);
                parents[child] += 1;
                depths[child] = depths[i] + 1;
                let below = &nodes[child];
                for axis in 0..3 {
                    assert!(node.bounds.low[axis] <= below.bounds.low[axis], "{i} {k}");
                    assert!(below.bounds.high[axis] <= node.bounds.high[axis], "{i} {k}");
                }
                for j in 0..below.len as usize {
                    // Each box has a slack of its own, so a child's may stand out by some ulps.
                    let center = [0, 1, 2].map(|axis| f64::from(below.center[axis][j]));
                    assert!(inside(node, k, center), "{i} {k} {j}");
                }
            }
        }
        assert!(seen.iter().all(|n| *n == 1), "each face is in one leaf");
        let all = corners.as_flattened();
        for axis in 0..3 {
            let along = || all.iter().map(|p| p[axis]);
            let (low, high) = (nodes[0].bounds.low[axis], nodes[0].bounds.high[axis]);
            let beyond = [
                along().fold(f32::INFINITY, f32::min) - low,
                high - along().fold(f32::NEG_INFINITY, f32::max),
            ];
            assert!(beyond.iter().all(|x| *x <= 2.0 * SLACK), "{beyond:?}");
        }
        assert!(
            parents[1..].iter().all(|n| *n == 1),
            "each node has one parent"
        );
        depths.into_iter().max().expect("there is a root")
    }

    fn face(at: [f32; 3], size: f32) -> [Point4; 3] {
        let [x, y, z] = at;
        [[x, y, z, 0.0], [x + size, y, z, 0.0], [x, y + size, z, 0.0]]
    }

    /// Half of a square around a point of an axis, across it.
    fn square(axis: usize, at: f32) -> [Point4; 3] {
        [[-at, -at], [at, -at], [at, at]].map(|[x, y]| {
            let mut corner = [0.0; 4];
            corner[axis] = at;
            (corner[(axis + 1) % 3], corner[(axis + 2) % 3]) = (x, y);
            corner
        })
    }

    #[test]
    fn each_face_has_one_leaf_in_boxes_that_contain_it() {
        for count in [1usize, 7, 8, 9, 64, 65, 1000] {
            let spread = |i: usize| [i % 10, i / 10 % 10, i / 100].map(|x| x as f32 * 0.05);
            let faces: Vec<_> = (0..count).map(|i| face(spread(i), 0.04)).collect();
            let depth = checked_depth(&faces);
            assert!(depth <= 3, "{depth} levels for {count} faces");
        }
    }

    #[test]
    fn equal_faces_and_faces_that_shrink_have_a_shallow_hierarchy() {
        assert_eq!(checked_depth(&[face([0.0; 3], 0.5); 500]), 4);
        assert_eq!(checked_depth(&[face([0.0; 3], 0.0); 20]), 1);
        let shrinking: Vec<_> = (0..1000)
            .map(|i| 0.5f32.powi(i))
            .map(|size| face([size, 0.0, 0.0], size))
            .collect();
        let depth = checked_depth(&shrinking);
        assert!(depth <= 8, "{depth}");
        // Equal squares on all axes, 17 times as near to the origin each time: a split parts those
        // farthest out on one axis from all others.
        let nested: Vec<_> = (0..30)
            .map(|i| 17f32.powi(-i))
            .flat_map(|at| [square(0, at), square(1, at), square(2, at)])
            .flat_map(|face| [face; 32])
            .collect();
        let depth = checked_depth(&nested);
        assert!(depth <= 22, "{depth}");
    }
}
