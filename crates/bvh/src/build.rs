//! Step 1, building: from the top down by the surface area heuristic with bins (Wald 2007), opened
//! to eight children a node.
//!
//! A node of eight children comes from a list of faces: the part with the largest box among those
//! that a leaf cannot hold is split, until there are eight parts or all fit a leaf.

use crate::hierarchy::{Cluster, WideNode};
use geometry::lanes::WIDTH;
use geometry::{Aabb, Triangle, Vec3};
use std::ops::Range;

/// Number of bins along each axis. More hardly change the cost that the heuristic finds.
const BINS: usize = 16;

/// Number of splits above a part from which on parts are halved: a hierarchy of `n` faces has at
/// most `48 + log2 n` levels of splits, whatever the faces are.
const MAX_SPLITS: usize = 48;

/// Faces of a part of a node: their range of the order, box and number of splits above.
#[derive(Clone, Debug)]
struct Part {
    range: Range<usize>,
    bounds: Aabb,
    splits: usize,
}

/// Builds nodes and clusters. Node 0 is the root, children come after their parents.
pub(crate) fn build(faces: &[Triangle]) -> (Vec<WideNode>, Vec<Cluster>) {
    let boxes: Vec<Aabb> = faces.iter().map(Triangle::aabb).collect();
    let mut builder = Builder {
        faces,
        centers: boxes.iter().map(Aabb::center).collect(),
        order: (0..faces.len() as u32).collect(),
        boxes,
        nodes: Vec::new(),
        clusters: Vec::new(),
    };
    let root = builder.part(0..faces.len(), 0);
    builder.nodes.push(WideNode::EMPTY);
    let mut tasks = vec![(0, root)];
    while let Some((node, part)) = tasks.pop() {
        builder.fill(node, part, &mut tasks);
    }
    (builder.nodes, builder.clusters)
}

#[derive(Debug)]
struct Builder<'a> {
    faces: &'a [Triangle],
    boxes: Vec<Aabb>,
    centers: Vec<Vec3>,
    order: Vec<u32>,
    nodes: Vec<WideNode>,
    clusters: Vec<Cluster>,
}

impl Builder<'_> {
    fn part(&self, range: Range<usize>, splits: usize) -> Part {
        let boxes = self.order[range.clone()].iter();
        let bounds = boxes.fold(Aabb::EMPTY, |all, i| all.union(self.boxes[*i as usize]));
        Part {
            range,
            bounds,
            splits,
        }
    }

    /// Fills a node with the children of a part, and adds the tasks of those that are no leaves.
    fn fill(&mut self, node: usize, part: Part, tasks: &mut Vec<(usize, Part)>) {
        if part.range.len() <= WIDTH {
            return self.fill_leaf(node, part.range);
        }
        let mut parts = vec![part];
        while parts.len() < WIDTH {
            let open = parts
                .iter()
                .enumerate()
                .filter(|(_, p)| p.range.len() > WIDTH);
            let area = |part: &Part| surface_area(&part.bounds);
            let Some((widest, _)) = open.max_by(|(_, p), (_, q)| area(p).total_cmp(&area(q)))
            else {
                break;
            };
            let part = parts.swap_remove(widest);
            parts.extend(self.split(part));
        }
        // In the order of the faces, so that neighbors in the tree are neighbors in memory.
        parts.sort_unstable_by_key(|part| part.range.start);
        let first = self.nodes.len();
        self.nodes.resize(first + parts.len(), WideNode::EMPTY);
        for (child, part) in (first..).zip(parts) {
            self.nodes[node].push(child as u32, part.bounds.min, part.bounds.max);
            tasks.push((child, part));
        }
    }

    fn fill_leaf(&mut self, node: usize, range: Range<usize>) {
        let ids = &self.order[range];
        let leaf = &mut self.nodes[node];
        for id in ids {
            let bounds = &self.boxes[*id as usize];
            leaf.push(*id, bounds.min, bounds.max);
        }
        leaf.cluster = Some(self.clusters.len() as u32);
        let faces: Vec<Triangle> = ids.iter().map(|id| self.faces[*id as usize]).collect();
        self.clusters.push(Cluster::new(&faces));
    }

    fn split(&mut self, part: Part) -> [Part; 2] {
        let best = match part.splits < MAX_SPLITS {
            true => self.best_split(&part),
            false => None,
        };
        let range = part.range;
        let faces = &mut self.order[range.clone()];
        let low = match best {
            Some(split) => {
                let centers = &self.centers;
                let low = |id: u32| split.bins.of(centers[id as usize]) <= split.last;
                geometry::face_tree::partition(faces, low)
            }
            None => None,
        };
        let middle = range.start + low.unwrap_or(range.len() / 2);
        let splits = part.splits + 1;
        [range.start..middle, middle..range.end].map(|range| self.part(range, splits))
    }

    /// Returns the split of least cost, if the centers are not all in one place.
    fn best_split(&self, part: &Part) -> Option<Split> {
        let faces = &self.order[part.range.clone()];
        let centers = faces.iter().map(|id| &self.centers[*id as usize]);
        let bounds = Aabb::of_points(centers);
        let mut best: Option<(f64, Split)> = None;
        for axis in 0..3 {
            let Some(bins) = Bins::new(axis, &bounds) else {
                continue;
            };
            let mut filled = [(Aabb::EMPTY, 0usize); BINS];
            for id in faces {
                let bin = &mut filled[bins.of(self.centers[*id as usize])];
                *bin = (bin.0.union(self.boxes[*id as usize]), bin.1 + 1);
            }
            for (last, cost) in costs(&filled) {
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, Split { bins, last }));
                }
            }
        }
        best.map(|(_, split)| split)
    }
}

/// Split of a part: the faces in bins up to `last` go to the first half.
#[derive(Clone, Copy, Debug)]
struct Split {
    bins: Bins,
    last: usize,
}

/// Bins of equal width along an axis.
#[derive(Clone, Copy, Debug)]
struct Bins {
    axis: usize,
    start: f64,
    per_length: f64,
}

impl Bins {
    /// Returns the bins of these centers, `None` if they are not apart along the axis.
    fn new(axis: usize, centers: &Aabb) -> Option<Bins> {
        let length = centers.max[axis] - centers.min[axis];
        let per_length = BINS as f64 / length;
        (length > 0.0 && per_length.is_finite()).then_some(Bins {
            axis,
            start: centers.min[axis],
            per_length,
        })
    }

    fn of(&self, center: Vec3) -> usize {
        let bin = (center[self.axis] - self.start) * self.per_length;
        (bin as usize).min(BINS - 1)
    }
}

/// Returns the cost of each split between bins that leaves faces on both sides: surface times lanes
/// that are compared, in groups of [`WIDTH`], so that leaves are well filled.
fn costs(bins: &[(Aabb, usize); BINS]) -> impl Iterator<Item = (usize, f64)> {
    let join = |all: (Aabb, usize), bin: &(Aabb, usize)| (all.0.union(bin.0), all.1 + bin.1);
    let cost = |part: (Aabb, usize)| surface_area(&part.0) * part.1.div_ceil(WIDTH) as f64;
    let mut after = [(Aabb::EMPTY, 0); BINS];
    for last in (0..BINS - 1).rev() {
        after[last] = join(after[last + 1], &bins[last + 1]);
    }
    let mut before = (Aabb::EMPTY, 0);
    let mut found = [None; BINS];
    for last in 0..BINS - 1 {
        before = join(before, &bins[last]);
        if before.1 > 0 && after[last].1 > 0 {
            found[last] = Some((last, cost(before) + cost(after[last])));
        }
    }
    found.into_iter().flatten()
}

/// Returns half the surface of a box, 0 for the empty box.
fn surface_area(bounds: &Aabb) -> f64 {
    let size = bounds.size().max(Vec3::ZERO);
    size.x * size.y + size.y * size.z + size.z * size.x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(faces: &[Triangle]) {
        let (nodes, clusters) = build(faces);
        let mut seen = vec![0; faces.len()];
        let mut parents = vec![0; nodes.len()];
        let inside = |node: &WideNode, k: usize, p: Vec3| {
            (0..3).all(|axis| {
                let (c, h) = (node.center[axis][k], node.half[axis][k]);
                (p[axis] - f64::from(c)).abs() <= f64::from(h)
            })
        };
        for (i, node) in nodes.iter().enumerate() {
            assert!(0 < node.len && node.len as usize <= WIDTH);
            for k in 0..node.len as usize {
                let child = node.children[k] as usize;
                if node.cluster.is_some() {
                    seen[child] += 1;
                    let corners = faces[child].corners();
                    assert!(corners.iter().all(|p| inside(node, k, *p)), "{i} {k}");
                    continue;
                }
                assert!(child > i);
                parents[child] += 1;
                let below = &nodes[child];
                for j in 0..below.len as usize {
                    let corner = |s: f64| {
                        let side = |a: usize| {
                            f64::from(below.center[a][j]) + s * f64::from(below.half[a][j])
                        };
                        Vec3::new(side(0), side(1), side(2))
                    };
                    // Boxes are rounded outward one by one, so a child's may stand out by an ulp.
                    let middle = corner(0.0);
                    assert!(inside(node, k, middle), "{i} {k} {j}");
                }
            }
        }
        assert!(seen.iter().all(|n| *n == 1), "each face is in one leaf");
        assert!(
            parents[1..].iter().all(|n| *n == 1),
            "each node has one parent"
        );
        let leaves = nodes.iter().filter(|node| node.cluster.is_some());
        assert_eq!(leaves.count(), clusters.len());
    }

    fn face(at: Vec3, size: f64) -> Triangle {
        Triangle::new(at, at + Vec3::X * size, at + Vec3::Y * size)
    }

    #[test]
    fn each_face_has_one_leaf_in_boxes_that_contain_it() {
        for count in [1usize, 7, 8, 9, 64, 65, 1000] {
            let spread =
                |i: usize| Vec3::new((i % 10) as f64, (i / 10 % 10) as f64, (i / 100) as f64);
            let faces: Vec<_> = (0..count).map(|i| face(spread(i) * 0.05, 0.04)).collect();
            check(&faces);
        }
    }

    #[test]
    fn faces_in_one_place_and_faces_that_shrink_have_a_shallow_hierarchy() {
        check(&[face(Vec3::ZERO, 0.5); 500]);
        check(&[Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO); 20]);
        let shrinking: Vec<_> = (0..1000)
            .map(|i| face(Vec3::X * 0.5f64.powi(i), 0.5f64.powi(i)))
            .collect();
        check(&shrinking);
    }
}
