//! The tree of one body: faces cut by the planes of faces [Hubbard96 §11.1].

use crate::polygon::{CutPlane, Polygon, Side};
use geometry::{Mesh, Triangle, Vec3, unit_scale};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::VecDeque;

/// How far a corner may lie from a plane and still count as on it, in tree space, where the body
/// reaches from -1 to 1: 2⁻³⁶, about 1.5e-11 of half the body's size.
///
/// It is what keeps cutting from leaving slivers whose corners differ by rounding alone, so it
/// has to exceed [`CUTS_ROUNDING`], and is else as thin as can be: a thicker plane sends more
/// polygons down both sides.
pub(crate) const FAT: f64 = 1.0 / (1u64 << 36) as f64;

/// Bound on how far corners and distances of a polygon are off after all cuts on a way through the
/// tree, for polygons in the unit of tree space; grows with the polygon. A cut is some eight
/// roundings, and there are at most [`MAX_DEPTH`] of them: 2¹³ half-ulps, with a margin of two.
pub(crate) const CUTS_ROUNDING: f64 = 1.0 / (1u64 << 39) as f64;

/// The nodes on a way through the tree, at most. Convex bodies make trees as deep as they have
/// faces; what is left at this depth becomes a list (D7).
pub(crate) const MAX_DEPTH: u32 = 1024;

/// Pieces per face of the body, at most, before what is left becomes lists (D7). Bodies of the
/// paper have one to three; triangles strewn at random would have a number that grows with the
/// body.
pub(crate) const MAX_PIECES_PER_FACE: usize = 16;

/// How many faces of imbalance one split weighs. Splits come first [Hubbard96 §11.1]; balance keeps
/// the tree from becoming a chain where splits do not tell planes apart.
const SPLIT_WEIGHT: u64 = 8;

/// The candidates of a node are drawn from this seed, so that equal meshes make equal trees.
const SEED: u64 = 1987;

/// How the plane of a node is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Planes {
    /// Of some candidates, the one that splits fewest faces and leaves the sides balanced: the
    /// heuristic that "makes the BSP trees more efficient" [Hubbard96 §11.1].
    #[default]
    FewestSplits,
    /// That of the first face: what the heuristic is measured against.
    First,
}

/// How many faces of a node are tried under [`Planes::FewestSplits`].
const CANDIDATES: usize = 20;

/// The BSP tree of a body, in its own space. It holds every face at least once.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) space: TreeSpace,
    pub(crate) nodes: Vec<Node>,
    /// The faces of all nodes and lists, node by node.
    pub(crate) faces: Vec<u32>,
    pub(crate) root: Child,
    statistics: TreeStatistics,
}

/// What came of building a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeStatistics {
    /// Faces of the body.
    pub faces: usize,
    /// Pieces of faces in nodes and lists: as many as faces when nothing was split.
    pub pieces: usize,
    /// Nodes, each with a plane.
    pub nodes: usize,
    /// Nodes on the longest way from the root.
    pub depth: usize,
    /// Leaves inside of the body.
    pub in_leaves: usize,
    /// Leaves outside of the body.
    pub out_leaves: usize,
    /// Pieces that are in lists, because they have no plane or the tree has grown too large (D7).
    pub listed: usize,
}

/// Where the tree lives: local space moved to the body's centre, and scaled by a power of two so
/// that the body fits into the cube from -1 to 1, and not into one half as large.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeSpace {
    /// The centre of the body's box, in local space.
    pub center: Vec3,
    /// Tree units in a scene unit.
    pub scale: f64,
    /// The largest local coordinate of the body.
    pub reach: f64,
}

/// A plane, and the faces that lie in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub plane: CutPlane,
    pub front: Child,
    pub back: Child,
    pub faces: Range,
}

/// What lies on one side of a plane.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Child {
    Node(u32),
    /// Behind all faces: inside of the body, if it has an inside.
    In,
    /// In front of all faces.
    Out,
    /// Faces that no plane tells apart.
    List(Range),
}

/// A part of [`Tree::faces`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    start: u32,
    end: u32,
}

impl Tree {
    /// The tree of a mesh. Deterministic.
    ///
    /// # Cost
    /// Each node classifies its pieces against some twenty candidate planes: `n log n` for a
    /// balanced tree, `n²` for a convex body. Memory within [`MAX_PIECES_PER_FACE`] pieces a face.
    pub fn build(mesh: &Mesh, planes: Planes) -> Tree {
        Builder::new(mesh, planes).build()
    }

    /// Size, depth and splits.
    pub(crate) fn face_count(&self) -> usize {
        self.statistics.faces
    }

    /// Sizes of the tree.
    pub fn statistics(&self) -> TreeStatistics {
        self.statistics
    }

    /// Checks that every face is in the tree and that every node has one parent.
    ///
    /// # Panics
    /// When that does not hold.
    pub fn check(&self) {
        let mut held = vec![false; self.statistics.faces];
        self.faces.iter().for_each(|f| held[*f as usize] = true);
        assert!(held.iter().all(|h| *h), "every face is in the tree");
        let mut reached = vec![false; self.nodes.len()];
        let mut pieces = 0;
        let mut stack = vec![self.root];
        while let Some(child) = stack.pop() {
            match child {
                Child::Node(i) => {
                    let node = &self.nodes[i as usize];
                    assert!(!reached[i as usize], "every node has one parent");
                    reached[i as usize] = true;
                    pieces += self.faces_in(node.faces).len();
                    stack.extend([node.front, node.back]);
                }
                Child::List(range) => pieces += self.faces_in(range).len(),
                Child::In | Child::Out => {}
            }
        }
        assert!(reached.iter().all(|r| *r), "every node is reached");
        assert_eq!(pieces, self.faces.len(), "every piece has its place");
    }

    #[inline]
    pub(crate) fn faces_in(&self, range: Range) -> &[u32] {
        &self.faces[range.start as usize..range.end as usize]
    }
}

impl TreeSpace {
    fn of(mesh: &Mesh) -> TreeSpace {
        let bounds = mesh.aabb();
        TreeSpace {
            center: bounds.center(),
            scale: unit_scale(0.5 * bounds.size().max_element()),
            reach: bounds.max_abs_coordinate(),
        }
    }

    /// Tree space from local space.
    pub(crate) fn apply(&self, p: Vec3) -> Vec3 {
        (p - self.center) * self.scale
    }

    /// The vertices of a mesh in tree space.
    pub(crate) fn vertices(mesh: &Mesh) -> Vec<Vec3> {
        let space = TreeSpace::of(mesh);
        mesh.vertices().iter().map(|p| space.apply(*p)).collect()
    }
}

/// Pieces that share a region of space, and where in the tree that region hangs.
struct Region {
    pieces: Vec<Piece>,
    parent: Option<(u32, Side)>,
    depth: u32,
}

#[derive(Clone, Copy)]
struct Piece {
    face: u32,
    polygon: Polygon,
}

struct Builder {
    planes: Planes,
    /// The plane of each face that has one.
    face_planes: Vec<Option<CutPlane>>,
    tree: Tree,
    rng: Pcg64Mcg,
    /// Breadth first, so that a limit is met by all regions at once, when they are small.
    regions: VecDeque<Region>,
    pieces: usize,
}

impl Builder {
    fn new(mesh: &Mesh, planes: Planes) -> Builder {
        let space = TreeSpace::of(mesh);
        let triangle = |face: usize| {
            let [a, b, c] = mesh.triangle(face).corners().map(|p| space.apply(p));
            Triangle::new(a, b, c)
        };
        let count = mesh.face_count();
        let piece = |face: usize| Piece {
            face: face as u32,
            polygon: Polygon::triangle(&triangle(face)),
        };
        let whole = Region {
            pieces: (0..count).map(piece).collect(),
            parent: None,
            depth: 0,
        };
        let statistics = TreeStatistics {
            faces: count,
            ..TreeStatistics::default()
        };
        Builder {
            planes,
            face_planes: (0..count).map(|f| own_plane(&triangle(f))).collect(),
            tree: Tree {
                space,
                nodes: Vec::new(),
                faces: Vec::new(),
                root: Child::Out,
                statistics,
            },
            rng: Pcg64Mcg::seed_from_u64(SEED),
            regions: VecDeque::from([whole]),
            pieces: count,
        }
    }

    fn build(mut self) -> Tree {
        while let Some(region) = self.regions.pop_front() {
            let child = match self.choose(&region) {
                Some(chosen) => self.split(&region, chosen),
                None => self.list(&region),
            };
            self.hang(region.parent, child);
        }
        self.tree.statistics.pieces = self.tree.faces.len();
        self.tree.statistics.nodes = self.tree.nodes.len();
        self.tree
    }

    /// The piece whose plane is to cut the region; `None` when it is to become a list (D7).
    fn choose(&mut self, region: &Region) -> Option<usize> {
        let too_many = self.pieces > MAX_PIECES_PER_FACE * self.tree.statistics.faces;
        if region.depth == MAX_DEPTH || too_many {
            return None;
        }
        let first = || (0..region.pieces.len()).find(|i| self.plane_of(region, *i).is_some());
        if self.planes == Planes::First {
            return first();
        }
        let count = region.pieces.len();
        let mut best: Option<(u64, usize)> = None;
        for k in 0..count.min(CANDIDATES) {
            let all = count <= CANDIDATES;
            let i = if all {
                k
            } else {
                self.rng.random_range(0..count)
            };
            let Some(plane) = self.plane_of(region, i) else {
                continue;
            };
            let limit = best.map_or(u64::MAX, |(score, _)| score);
            if let Some(score) = score(&plane, &region.pieces, limit) {
                best = Some((score, i));
            }
        }
        let first = || (0..region.pieces.len()).find(|i| self.plane_of(region, *i).is_some());
        best.map(|(_, i)| i).or_else(first)
    }

    fn plane_of(&self, region: &Region, piece: usize) -> Option<CutPlane> {
        self.face_planes[region.pieces[piece].face as usize]
    }

    /// Cuts the region by the plane of one of its pieces: coplanar pieces stay, the others go to
    /// the front, to the back, or in two parts to both.
    fn split(&mut self, region: &Region, chosen: usize) -> Child {
        let plane = self
            .plane_of(region, chosen)
            .expect("the chosen piece has a plane");
        let (mut here, mut front, mut back) = (Vec::new(), Vec::new(), Vec::new());
        for (i, piece) in region.pieces.iter().enumerate() {
            let d = piece.polygon.distances(&plane).snapped(FAT);
            let part = |side| Piece {
                polygon: piece.polygon.beyond(&d, 0.0, side),
                ..*piece
            };
            // The chosen one stays whatever its cuts have done to it, so that each node takes one.
            if i == chosen || (d.low == 0.0 && d.high == 0.0) {
                here.push(piece.face);
            } else if d.low >= 0.0 {
                front.push(*piece);
            } else if d.high <= 0.0 {
                back.push(*piece);
            } else {
                front.push(part(Side::Front));
                back.push(part(Side::Back));
                self.pieces += 1;
            }
        }
        let index = self.tree.nodes.len() as u32;
        let faces = self.store(here);
        self.tree.nodes.push(Node {
            plane,
            front: Child::Out,
            back: Child::In,
            faces,
        });
        let depth = region.depth + 1;
        let statistics = &mut self.tree.statistics;
        statistics.depth = statistics.depth.max(depth as usize);
        statistics.out_leaves += usize::from(front.is_empty());
        statistics.in_leaves += usize::from(back.is_empty());
        for (pieces, side) in [(front, Side::Front), (back, Side::Back)] {
            if !pieces.is_empty() {
                self.regions.push_back(Region {
                    pieces,
                    parent: Some((index, side)),
                    depth,
                });
            }
        }
        Child::Node(index)
    }

    fn list(&mut self, region: &Region) -> Child {
        self.tree.statistics.listed += region.pieces.len();
        Child::List(self.store(region.pieces.iter().map(|p| p.face).collect()))
    }

    fn store(&mut self, mut faces: Vec<u32>) -> Range {
        faces.sort_unstable();
        let start = self.tree.faces.len() as u32;
        self.tree.faces.extend(faces);
        let end = self.tree.faces.len() as u32;
        Range { start, end }
    }

    fn hang(&mut self, parent: Option<(u32, Side)>, child: Child) {
        match parent {
            None => self.tree.root = child,
            Some((node, Side::Front)) => self.tree.nodes[node as usize].front = child,
            Some((node, Side::Back)) => self.tree.nodes[node as usize].back = child,
        }
    }
}

/// The plane of a face, if the face's own corners are on it.
fn own_plane(t: &Triangle) -> Option<CutPlane> {
    let plane = CutPlane::of(t)?;
    let on = |p: &Vec3| plane.distance(*p).abs() <= FAT;
    t.corners().iter().all(on).then_some(plane)
}

/// What a plane costs: splits, then imbalance; `None` when that is not below `limit`.
fn score(plane: &CutPlane, pieces: &[Piece], limit: u64) -> Option<u64> {
    let (mut front, mut back, mut splits) = (0u64, 0u64, 0u64);
    for piece in pieces {
        let d = piece.polygon.distances(plane);
        let (before, behind) = (d.high > FAT, d.low < -FAT);
        front += u64::from(before);
        back += u64::from(behind);
        splits += u64::from(before && behind);
        if splits * SPLIT_WEIGHT >= limit {
            return None;
        }
    }
    let score = splits * SPLIT_WEIGHT + front.abs_diff(back);
    (score < limit).then_some(score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenes::bodies;

    fn built(mesh: &Mesh, planes: Planes) -> TreeStatistics {
        let tree = Tree::build(mesh, planes);
        tree.check();
        tree.statistics()
    }

    fn soup(faces: u32, size: f64) -> Mesh {
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        let mut vector = || Vec3::new(rng.random(), rng.random(), rng.random());
        let corners = |_| {
            let place = vector();
            [vector(), vector(), vector()].map(|p| place + size * p)
        };
        let vertices = (0..faces).flat_map(corners).collect();
        let triangles = (0..faces).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Mesh::new(vertices, triangles).unwrap()
    }

    #[test]
    fn a_convex_body_is_a_chain_of_its_planes_with_one_inside() {
        let statistics = built(&bodies::cube(2.0), Planes::FewestSplits);
        let expected = TreeStatistics {
            faces: 12,
            pieces: 12,
            nodes: 6,
            depth: 6,
            in_leaves: 1,
            out_leaves: 6,
            listed: 0,
        };
        assert_eq!(
            statistics, expected,
            "two coplanar faces a node, nothing split"
        );
        let sphere = built(&bodies::sphere(528).unwrap(), Planes::First);
        assert_eq!((sphere.in_leaves, sphere.pieces), (1, 528));
    }

    /// [Hubbard96 §11.1]: trees "were optimized to avoid face-splitting".
    #[test]
    fn choosing_planes_avoids_splits() {
        for mesh in [bodies::lamp(), bodies::chair(), bodies::head()] {
            let chosen = built(&mesh, Planes::FewestSplits);
            let first = built(&mesh, Planes::First);
            assert!(
                first.pieces > first.faces,
                "the planes of a concave body split"
            );
            assert!(2 * chosen.pieces < first.pieces, "{chosen:?} {first:?}");
        }
    }

    #[test]
    fn size_and_place_make_no_difference() {
        let chair = bodies::chair();
        let moved = |exponent: i32, by: f64| {
            let scale = 2f64.powi(exponent);
            let place = |p: &Vec3| (*p + Vec3::splat(by)) * scale;
            let vertices = chair.vertices().iter().map(place).collect();
            Mesh::new(vertices, chair.triangles().to_vec()).unwrap()
        };
        let here = built(&chair, Planes::FewestSplits);
        for exponent in [-900, -60, 60, 90] {
            assert_eq!(built(&moved(exponent, 0.0), Planes::FewestSplits), here);
        }
        // Far off its own origin, where moving has rounded every corner.
        let far = built(&moved(0, 1e6), Planes::FewestSplits);
        assert!(far.pieces < 2 * here.pieces, "{far:?}");
        let tiniest = built(&moved(-1070, 0.0), Planes::FewestSplits);
        assert_eq!(tiniest.faces, chair.face_count());
    }

    #[test]
    fn faces_without_a_plane_are_listed() {
        let (a, b, c) = (Vec3::ZERO, Vec3::X, Vec3::Y);
        let mesh = |vertices: Vec<Vec3>, triangles| Mesh::new(vertices, triangles).unwrap();
        let needles = mesh(vec![a, b, 0.5 * b], vec![[0, 1, 2], [0, 0, 1]]);
        let statistics = built(&needles, Planes::FewestSplits);
        assert_eq!((statistics.nodes, statistics.listed), (0, 2));
        let point = mesh(vec![c], vec![[0, 0, 0]]);
        assert_eq!(built(&point, Planes::First).listed, 1);
        let one = built(&mesh(vec![a, b, c], vec![[0, 1, 2]]), Planes::FewestSplits);
        assert_eq!((one.nodes, one.in_leaves, one.out_leaves), (1, 1, 1));
        // Copies lie in one plane.
        let thrice = vec![[0, 1, 2], [0, 2, 1], [0, 1, 2]];
        let copies = built(&mesh(vec![a, b, c], thrice), Planes::FewestSplits);
        assert_eq!((copies.nodes, copies.pieces), (1, 3));
    }

    #[test]
    fn triangles_strewn_at_random_do_not_multiply_without_end() {
        for planes in [Planes::FewestSplits, Planes::First] {
            let statistics = built(&soup(1500, 1.0), planes);
            let limit = (MAX_PIECES_PER_FACE + 2) * 1500;
            assert!(statistics.pieces < limit, "{statistics:?}");
            assert!(statistics.listed > 0, "{statistics:?}");
        }
    }

    #[test]
    fn a_chain_is_cut_off_at_the_greatest_depth() {
        let sphere = bodies::sphere_near(3000);
        let statistics = built(&sphere, Planes::First);
        assert_eq!(statistics.depth, MAX_DEPTH as usize);
        assert!(
            statistics.listed > 1000 && statistics.in_leaves == 0,
            "{statistics:?}"
        );
    }

    #[test]
    fn equal_meshes_make_equal_trees() {
        let one = Tree::build(&bodies::head(), Planes::FewestSplits);
        let other = Tree::build(&bodies::head(), Planes::FewestSplits);
        assert_eq!(format!("{one:?}"), format!("{other:?}"));
    }
}
