//! Step 1: BSP tree of one body, its faces cut by the planes of faces [Hubbard96 §11.1].
//!
//! Good for bodies whose planes split few faces, poor for convex bodies. With `n` faces: `n log n`
//! classifications for a balanced tree and `n²` for a convex body, each against at most twenty
//! candidate planes. At most [`MAX_PIECES_PER_FACE`] pieces per face. The essence:
//! 1. Start with one region, the whole space, with every face as a piece.
//! 2. Choose the plane of a piece of the region that splits few other pieces and balances the rest.
//! 3. Keep the coplanar pieces in the node. Pass each other piece to its side, or cut it in two.
//! 4. A side without pieces is a leaf: OUT in front of the plane, IN behind it.
//! 5. Process the other sides breadth first, so a limit ends all regions at the same depth.

use crate::polygon::{CutPlane, Polygon, Side};
use geometry::{Mesh, Triangle, Vec3, unit_scale};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::VecDeque;

/// Thickness of a plane to either side: a corner within it counts as on the plane. In tree space,
/// where the body reaches from -1 to 1, 2⁻³⁶ is about 1.5e-11 of half the body's size.
///
/// The thickness prevents slivers whose corners differ only by rounding, so it must exceed
/// [`CUTS_ROUNDING`]. It is otherwise as small as possible, because a thicker plane sends more
/// polygons down both sides.
pub(crate) const PLANE_THICKNESS: f64 = 1.0 / (1u64 << 36) as f64;

/// Bound on the rounding of corners and distances of a polygon after all cuts on a path through the
/// tree, relative to the size of the polygon in tree space.
///
/// A cut adds about eight roundings, and a path has at most [`MAX_DEPTH`] cuts: 2¹³ half ulps. The
/// constant is twice that.
pub(crate) const CUTS_ROUNDING: f64 = 1.0 / (1u64 << 39) as f64;

/// Maximum number of nodes on a path through the tree. The tree of a convex body is as deep as the
/// body has faces. The faces left at this depth become a list (D7).
pub(crate) const MAX_DEPTH: u32 = 1024;

/// Maximum number of pieces per face. Beyond it, the remaining faces become lists (D7). Bodies of
/// the paper have one to three. For randomly scattered triangles the number grows with the body.
pub(crate) const MAX_PIECES_PER_FACE: usize = 16;

/// Weight of a split in faces of imbalance. Splits come first [Hubbard96 §11.1]. Balance keeps the
/// tree from becoming a chain if all candidates split equally many faces.
const SPLIT_WEIGHT: u64 = 8;

/// Seed of the candidates, fixed so that equal meshes have equal trees.
const SEED: u64 = 1987;

/// Choice of the plane of a node (D9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Planes {
    /// Candidate that splits fewest faces and balances the sides: the heuristic that "makes the BSP
    /// trees more efficient" [Hubbard96 §11.1].
    #[default]
    FewestSplits,
    /// Plane of the first face, as a baseline for the heuristic.
    First,
}

/// Maximum number of candidate faces of a node under [`Planes::FewestSplits`].
const CANDIDATES: usize = 20;

/// BSP tree of a body in tree space. Contains every face at least once.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) space: TreeSpace,
    pub(crate) nodes: Vec<BspNode>,
    /// Faces of all nodes and lists, node by node.
    pub(crate) faces: Vec<u32>,
    pub(crate) root: Child,
    statistics: TreeStatistics,
}

/// Sizes of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeStatistics {
    /// Faces of the body.
    pub faces: usize,
    /// Pieces of faces in nodes and lists. Equals `faces` if nothing was split.
    pub pieces: usize,
    /// Nodes, each with a plane.
    pub nodes: usize,
    /// Nodes on the longest path from the root.
    pub depth: usize,
    /// Leaves inside the body.
    pub in_leaves: usize,
    /// Leaves outside the body.
    pub out_leaves: usize,
    /// Pieces in lists, because they have no plane or because the tree reached a limit (D7).
    pub listed: usize,
}

/// Map from local space to tree space: the body's center moves to the origin, and a power of two
/// scales the largest coordinate to between 1/2 and 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeSpace {
    /// Center of the body's box, in local space.
    pub center: Vec3,
    /// Tree units per scene unit.
    pub scale: f64,
    /// Largest absolute local coordinate of the body.
    pub reach: f64,
}

/// Plane with the faces that lie in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BspNode {
    pub plane: CutPlane,
    pub front: Child,
    pub back: Child,
    pub faces: Range,
}

/// Subtree on one side of a plane.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Child {
    Node(u32),
    /// Leaf behind all faces: inside the body, if the surface is closed.
    In,
    /// Leaf in front of all faces.
    Out,
    /// Faces that no plane separates (D7).
    List(Range),
}

/// Range of [`Tree::faces`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    start: u32,
    end: u32,
}

impl Tree {
    /// Builds the tree of a mesh. Deterministic.
    ///
    /// # Cost
    /// About twenty plane tests for each piece of each node: `n log n` for a balanced tree of `n`
    /// faces, `n²` for a convex body. Memory for at most 16 pieces per face.
    pub fn build(mesh: &Mesh, planes: Planes) -> Tree {
        BspBuilder::new(mesh, planes).build()
    }

    /// Returns the number of faces of the body.
    pub(crate) fn face_count(&self) -> usize {
        self.statistics.faces
    }

    /// Returns the sizes of the tree.
    pub fn statistics(&self) -> TreeStatistics {
        self.statistics
    }

    /// Checks that every face is in the tree and that every node has one parent.
    ///
    /// # Panics
    /// If a face is missing, or a node is unreachable or has two parents.
    pub fn check(&self) {
        let mut contained = vec![false; self.statistics.faces];
        self.faces
            .iter()
            .for_each(|f| contained[*f as usize] = true);
        assert!(contained.iter().all(|h| *h), "every face is in the tree");
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
        assert_eq!(
            pieces,
            self.faces.len(),
            "every piece is in a node or a list"
        );
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

    /// Maps a point from local space to tree space.
    pub(crate) fn apply(&self, p: Vec3) -> Vec3 {
        (p - self.center) * self.scale
    }

    /// Returns the vertices of a mesh in tree space.
    pub(crate) fn vertices(mesh: &Mesh) -> Vec<Vec3> {
        let space = TreeSpace::of(mesh);
        mesh.vertices().iter().map(|p| space.apply(*p)).collect()
    }
}

/// Region of space with its pieces, before its subtree is built.
struct BspRegion {
    pieces: Vec<BspPiece>,
    /// Node and side that the subtree belongs to. `None` for the root.
    parent: Option<(u32, Side)>,
    depth: u32,
}

#[derive(Clone, Copy)]
struct BspPiece {
    face: u32,
    polygon: Polygon,
}

struct BspBuilder {
    planes: Planes,
    /// Plane of each face. `None` for a face that does not cut (D7).
    face_planes: Vec<Option<CutPlane>>,
    tree: Tree,
    rng: Pcg64Mcg,
    /// Queue, breadth first, so a limit ends all regions when they are small.
    regions: VecDeque<BspRegion>,
    pieces: usize,
}

impl BspBuilder {
    fn new(mesh: &Mesh, planes: Planes) -> BspBuilder {
        let space = TreeSpace::of(mesh);
        let triangle = |face: usize| {
            let [a, b, c] = mesh.triangle(face).corners().map(|p| space.apply(p));
            Triangle::new(a, b, c)
        };
        let count = mesh.face_count();
        let piece = |face: usize| BspPiece {
            face: face as u32,
            polygon: Polygon::triangle(&triangle(face)),
        };
        let whole = BspRegion {
            pieces: (0..count).map(piece).collect(),
            parent: None,
            depth: 0,
        };
        let statistics = TreeStatistics {
            faces: count,
            ..TreeStatistics::default()
        };
        BspBuilder {
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

    /// Returns the piece whose plane cuts the region, or `None` if the region becomes a list (D7).
    fn choose(&mut self, region: &BspRegion) -> Option<usize> {
        let too_many = self.pieces > MAX_PIECES_PER_FACE * self.tree.statistics.faces;
        if region.depth == MAX_DEPTH || too_many {
            return None;
        }
        if self.planes == Planes::First {
            return self.first_plane(region);
        }
        // D9. All pieces of a small region are candidates, random ones of a large region.
        let count = region.pieces.len();
        let mut best: Option<(u64, usize)> = None;
        for k in 0..count.min(CANDIDATES) {
            let i = if count <= CANDIDATES {
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
        // If no random candidate has a plane, take the first piece that has one.
        best.map(|(_, i)| i).or_else(|| self.first_plane(region))
    }

    fn first_plane(&self, region: &BspRegion) -> Option<usize> {
        (0..region.pieces.len()).find(|i| self.plane_of(region, *i).is_some())
    }

    fn plane_of(&self, region: &BspRegion, piece: usize) -> Option<CutPlane> {
        self.face_planes[region.pieces[piece].face as usize]
    }

    /// Cuts the region by the plane of one of its pieces. Coplanar pieces stay in the node. Others
    /// go to the front, to the back, or in two parts to both.
    fn split(&mut self, region: &BspRegion, chosen: usize) -> Child {
        let plane = self
            .plane_of(region, chosen)
            .expect("the chosen piece has a plane");
        let (here, [front, back]) = self.parted(region, chosen, &plane);
        // A side without pieces is a leaf. `hang` replaces the leaves of the other sides later.
        let index = self.tree.nodes.len() as u32;
        let faces = self.store(here);
        self.tree.nodes.push(BspNode {
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
                self.regions.push_back(BspRegion {
                    pieces,
                    parent: Some((index, side)),
                    depth,
                });
            }
        }
        Child::Node(index)
    }

    /// Sorts the pieces of a region by a plane. Returns the faces of the coplanar ones, and the
    /// pieces in front and behind. A piece on both sides is cut in two.
    fn parted(
        &mut self,
        region: &BspRegion,
        chosen: usize,
        plane: &CutPlane,
    ) -> (Vec<u32>, [Vec<BspPiece>; 2]) {
        let (mut here, mut front, mut back) = (Vec::new(), Vec::new(), Vec::new());
        for (i, piece) in region.pieces.iter().enumerate() {
            // Corners within the thickness count as on the plane, so a cut leaves no sliver.
            let d = piece.polygon.distances(plane).snapped(PLANE_THICKNESS);
            let part = |side| BspPiece {
                polygon: piece.polygon.beyond(&d, 0.0, side),
                ..*piece
            };
            // The chosen piece always stays, even if its cuts have moved it out of its own plane.
            // Each node thus removes a piece, and the build ends.
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
        (here, [front, back])
    }

    /// Turns a region into a list of its faces (D7).
    fn list(&mut self, region: &BspRegion) -> Child {
        self.tree.statistics.listed += region.pieces.len();
        Child::List(self.store(region.pieces.iter().map(|p| p.face).collect()))
    }

    /// Appends faces to [`Tree::faces`], sorted.
    fn store(&mut self, mut faces: Vec<u32>) -> Range {
        faces.sort_unstable();
        let start = self.tree.faces.len() as u32;
        self.tree.faces.extend(faces);
        let end = self.tree.faces.len() as u32;
        Range { start, end }
    }

    /// Attaches a subtree to its parent.
    fn hang(&mut self, parent: Option<(u32, Side)>, child: Child) {
        match parent {
            None => self.tree.root = child,
            Some((node, Side::Front)) => self.tree.nodes[node as usize].front = child,
            Some((node, Side::Back)) => self.tree.nodes[node as usize].back = child,
        }
    }
}

/// Returns the plane of a face, or `None` if the face has none or its own corners are off it.
fn own_plane(t: &Triangle) -> Option<CutPlane> {
    let plane = CutPlane::of(t)?;
    let on = |p: &Vec3| plane.distance(*p).abs() <= PLANE_THICKNESS;
    t.corners().iter().all(on).then_some(plane)
}

/// Returns the cost of a plane, or `None` if it is not below `limit`: splits times their weight
/// plus imbalance.
fn score(plane: &CutPlane, pieces: &[BspPiece], limit: u64) -> Option<u64> {
    let (mut front, mut back, mut splits) = (0u64, 0u64, 0u64);
    for piece in pieces {
        let d = piece.polygon.distances(plane);
        let (before, behind) = (d.high > PLANE_THICKNESS, d.low < -PLANE_THICKNESS);
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
mod tests;
