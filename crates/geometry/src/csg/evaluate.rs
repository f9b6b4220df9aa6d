//! Boundary evaluation: from a CSG tree to closed meshes whose faces name their leaves [Su07 §2.2].
//!
//! The essence:
//! 1. The facets of each leaf are convex polygons in the planes of its half-spaces.
//! 2. Bottom-up, the boundary of a node consists of parts of its children's boundaries. Each piece
//!    of one child is split by the leaves of the other that it touches, until the truth values of
//!    the other child just in front of the piece and just behind it are known. The node's value
//!    follows on both sides. The piece remains if they differ. Coplanar faces need no special case:
//!    a piece in a leaf's plane is behind it on one side only. If both children have the same piece
//!    of boundary, the left child's remains.
//! 3. All pieces of a leaf in one plane are a region. Points at which no region's border turns are
//!    dropped, the others become corners of all regions on whose border they lie.
//! 4. Regions are triangulated, corners are rounded. Each edge is traversed as often in one
//!    direction as in the other: the surface is closed.
//!
//! Until step 4 all is exact: a corner is the point where three planes meet, and each decision is
//! the sign of a plane at such a point. Rounding moves corners by at most half an ulp. Corners that
//! round to the same point become one, and the triangles between them vanish.
//!
//! # Cost
//! For each piece, the half-spaces of the leaves whose boxes it touches. Parts of a child's
//! boundary beyond the box of the other child are kept or dropped as a whole (`surface`), so a
//! chain of `n` boxes in a row takes `n log n`. Where boxes overlap in any order, a walk over the
//! chain for each primitive comes to `n²` short steps.
//!
//! | step | module |
//! |---|---|
//! | 1 facets of leaves | `facets` |
//! | 2 joined boundaries; truth values near a piece; parts of a piece | `joint`; `formula`; `classify` |
//! | 3 regions; collinear corners; corners of neighbors | `region`, `merge`, `close` |
//! | 4 triangles | `triangulate`, `planar` |

mod arena;
mod classify;
mod close;
mod facets;
mod formula;
mod joint;
mod merge;
mod piece;
mod planar;
mod region;
#[cfg(test)]
mod tests;
mod triangulate;

use super::surface::{NodeRuns, NodeSurface, RunIx, SurfacePolygon, Surfaces};
use super::{CsgError, CsgFault, CsgNode, CsgOperation, CsgTree, HalfSpace, Membership};
use crate::csr::Csr;
use crate::{Aabb, Mesh, Vec3};
use arena::Arena;
use facets::{LeafFacets, Universe};
use piece::FacetPiece;
use std::sync::Arc;

/// Largest number of stored polygons of all nodes together, 8 bytes each. A polygon that a node
/// shares with a child is stored once. The balanced tree that shares them counts by its memory: in
/// a long chain, some hundred polygons for each node.
///
/// Nested differences get there: each reverses all polygons of the right child.
pub const MAX_POLYGONS: usize = 30_000_000;

/// Largest number of corners, also of pieces that do not remain: some ten seconds, and about half a
/// gigabyte. Hundreds of primitives that all overlap get there, and more than ten thousand
/// anywhere: a box alone meets up to 56, most of them far outside.
pub const MAX_POINTS: usize = 1_000_000;

/// Number of points at which [`Evaluation::contains_border`] looks. A power of two.
const BORDER_POINTS: u32 = 4096;

/// EvaluationLimits of one evaluation.
#[derive(Clone, Copy, Debug)]
struct EvaluationLimits {
    polygons: usize,
    points: usize,
}

impl EvaluationLimits {
    const MOST: EvaluationLimits = EvaluationLimits {
        polygons: MAX_POLYGONS,
        points: MAX_POINTS,
    };
}

/// Solid as a CSG tree and as the boundary of each node, linked by the leaves: the hybrid model of
/// [Su07 §2.2]. In the local space of a body.
#[derive(Clone, Debug)]
pub struct CsgSolid {
    tree: CsgTree,
    mesh: Arc<Mesh>,
    leaf_of_face: Vec<u32>,
    surfaces: Surfaces,
    nodes: Vec<NodeRuns>,
    /// Rounded corners of all surfaces.
    points: Vec<Vec3>,
    /// Corners of each polygon, seen counterclockwise from outside of its leaf.
    polygons: Csr<u32>,
    leaf_of_polygon: Vec<u32>,
    /// Plane of each polygon, outward from its leaf.
    planes: Vec<HalfSpace>,
}

impl CsgSolid {
    /// Evaluates the boundary of a tree and of each of its nodes.
    ///
    /// # Errors
    /// [`CsgError`] with the node if the solid is empty, not bounded, its corners are out of the
    /// range of a mesh or round to too few points, or there are more than [`MAX_POLYGONS`] or
    /// [`MAX_POINTS`].
    pub fn new(tree: CsgTree) -> Result<CsgSolid, CsgError> {
        let mut evaluation = Evaluation::new(tree, EvaluationLimits::MOST);
        evaluation.run()?;
        evaluation.finish()
    }

    /// Returns the formula that was evaluated. Its leaves and nodes keep their indices.
    pub fn tree(&self) -> &CsgTree {
        &self.tree
    }

    /// Returns the closed boundary, faces counterclockwise seen from outside.
    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.mesh
    }

    /// Returns the index of the leaf whose facet contains each face of the mesh.
    pub fn leaf_of_face(&self) -> &[u32] {
        &self.leaf_of_face
    }

    /// Returns the boundary of a node's solid. Intermediate nodes may be empty or not bounded: then
    /// they have no polygon, or polygons that end far outside.
    pub fn surface(&self, node: usize) -> NodeSurface<'_> {
        self.surfaces.of_node(self.nodes[node])
    }

    /// Returns the half-space behind the plane of a polygon, outward from its leaf.
    pub fn plane(&self, polygon: u32) -> &HalfSpace {
        &self.planes[polygon as usize]
    }

    /// Returns the leaf and the corners of a polygon, counterclockwise seen from outside of its
    /// leaf.
    pub fn polygon(&self, polygon: u32) -> (u32, impl ExactSizeIterator<Item = Vec3> + '_) {
        let corners = self.polygons.get(polygon as usize).iter();
        let leaf = self.leaf_of_polygon[polygon as usize];
        (leaf, corners.map(|p| self.points[*p as usize]))
    }
}

/// State of an evaluation.
#[derive(Debug)]
struct Evaluation {
    tree: CsgTree,
    limits: EvaluationLimits,
    arena: Arena,
    universe: Universe,
    leaves: Vec<LeafFacets>,
    /// Box of each node's solid.
    bounds: Vec<Aabb>,
    /// True for nodes whose solid may have parts beyond the cube that do not reach into it.
    beyond: Vec<bool>,
    pieces: Vec<FacetPiece>,
    surfaces: Surfaces,
    /// Boundary of each node.
    nodes: Vec<NodeRuns>,
}

impl Evaluation {
    fn new(tree: CsgTree, limits: EvaluationLimits) -> Evaluation {
        let mut arena = Arena::default();
        let universe = Universe::new(&mut arena);
        Evaluation {
            limits,
            arena,
            universe,
            leaves: Vec::with_capacity(tree.leaves().len()),
            bounds: Vec::with_capacity(tree.nodes().len()),
            beyond: Vec::with_capacity(tree.nodes().len()),
            pieces: Vec::new(),
            surfaces: Surfaces::default(),
            nodes: Vec::with_capacity(tree.nodes().len()),
            tree,
        }
    }

    /// Steps 1 and 2.
    fn run(&mut self) -> Result<(), CsgError> {
        for (i, leaf) in (0..).zip(self.tree.leaves()) {
            let limit = self.limits.points;
            let facets = LeafFacets::of(&mut self.arena, &self.universe, i, leaf, limit);
            self.leaves.push(facets);
            let of_leaf = |node: &CsgNode| *node == CsgNode::Leaf(i);
            if self.exceeds_points() {
                let node = self.tree.nodes().iter().position(of_leaf);
                self.check_limits(node.expect("each leaf has a node"))?;
            }
        }
        for i in 0..self.tree.nodes().len() {
            let (bounds, beyond, runs) = match self.tree.nodes()[i] {
                CsgNode::Leaf(leaf) => {
                    let LeafFacets {
                        bounds, is_beyond, ..
                    } = self.leaves[leaf as usize];
                    (bounds, is_beyond, self.leaf_runs(leaf))
                }
                CsgNode::Branch {
                    operation,
                    left,
                    right,
                } => (
                    self.joined_bounds(operation, left, right),
                    self.is_joined_beyond(operation, left, right),
                    self.joined_runs(operation, left, right),
                ),
            };
            self.check_limits(i)?;
            self.bounds.push(bounds);
            self.beyond.push(beyond);
            self.nodes.push(runs);
        }
        Ok(())
    }

    fn exceeds_points(&self) -> bool {
        self.arena.point_count() > self.limits.points
    }

    fn check_limits(&self, node: usize) -> Result<(), CsgError> {
        let fault = if self.exceeds_points() {
            CsgFault::TooManyCorners(self.limits.points)
        } else if self.surfaces.stored() > self.limits.polygons {
            CsgFault::TooManyPolygons(self.limits.polygons)
        } else {
            return Ok(());
        };
        Err(self.fault(node, fault))
    }

    fn fault(&self, node: usize, fault: CsgFault) -> CsgError {
        CsgError::at(node, self.tree.name(node).map(String::from), fault)
    }

    fn leaf_runs(&mut self, leaf: u32) -> NodeRuns {
        let first = self.pieces.len() as u32;
        self.pieces.append(&mut self.leaves[leaf as usize].pieces);
        let polygons = (first..self.pieces.len() as u32).map(|polygon| SurfacePolygon {
            polygon,
            reversed: false,
        });
        let root = self.list(&polygons.collect::<Vec<_>>());
        NodeRuns {
            root,
            from_left: self.surfaces.count(root),
        }
    }

    fn list(&mut self, polygons: &[SurfacePolygon]) -> Option<RunIx> {
        let pieces = &self.pieces;
        self.surfaces
            .list(polygons, |p| pieces[p.polygon as usize].bounds)
    }

    fn joined_bounds(&self, operation: CsgOperation, left: u32, right: u32) -> Aabb {
        let (left, right) = (self.bounds[left as usize], self.bounds[right as usize]);
        match operation {
            CsgOperation::Union => left.union(right),
            CsgOperation::Intersection => left.intersection(&right).unwrap_or(Aabb::EMPTY),
            CsgOperation::Difference => left,
        }
    }

    fn is_joined_beyond(&self, operation: CsgOperation, left: u32, right: u32) -> bool {
        let beyond = |node: u32| self.beyond[node as usize];
        // Bounds are finite, or infinite where a node reaches the border of the cube.
        let goes_on = |node: u32| {
            beyond(node)
                || self.bounds[node as usize]
                    .max_abs_coordinate()
                    .is_infinite()
        };
        match operation {
            CsgOperation::Union => beyond(left) || beyond(right),
            CsgOperation::Intersection => {
                (beyond(left) && goes_on(right)) || (goes_on(left) && beyond(right))
            }
            CsgOperation::Difference => beyond(left),
        }
    }

    /// Steps 3 and 4.
    fn finish(self) -> Result<CsgSolid, CsgError> {
        let root = self.tree.root();
        let fault = |fault| Err(self.fault(root, fault));
        let surface = self.surfaces.of_node(self.nodes[root]);
        let polygons: Vec<SurfacePolygon> = surface.polygons().collect();
        let bounded = |p: &SurfacePolygon| {
            let piece = &self.pieces[p.polygon as usize];
            !self.universe.bounds_piece(piece)
        };
        if !polygons.iter().all(bounded) || self.beyond[root] || self.contains_border() {
            return fault(CsgFault::Unbounded);
        }
        if polygons.is_empty() {
            return fault(CsgFault::Empty);
        }
        let regions = region::regions(&self.arena, &self.pieces, &polygons);
        let faces = match triangulate::faces(&self.arena, &regions) {
            Ok(faces) => faces,
            Err(place) => return fault(CsgFault::Open(place.to_array())),
        };
        let (vertices, triangles, leaf_of_face) = triangulate::welded(&self.arena, faces);
        if triangles.is_empty() {
            return fault(CsgFault::Vanished);
        }
        let mesh = match Mesh::new(vertices, triangles) {
            Ok(mesh) => Arc::new(mesh),
            Err(reason) => return fault(CsgFault::Mesh(reason)),
        };
        Ok(self.into_solid(mesh, leaf_of_face))
    }

    /// Returns true if the solid contains the space between the coordinates of meshes and the
    /// border of the cube. No polygon of a mesh lies there, so one point decides for all.
    ///
    /// Points of the curve are tried until one lies on no plane that matters. A plane meets the
    /// curve in at most three points. If there are more planes than points, the answer is true,
    /// with which no wrong mesh is made.
    fn contains_border(&self) -> bool {
        let on_curve = |i: u32| {
            // From 1 to 3/2, and exact, as its third power has 40 bits.
            let t = 1.0 + f64::from(i) / f64::from(2 * BORDER_POINTS);
            Vec3::new(t, t * t / 2.0, t * t * t / 4.0) * (1.25 * crate::MAX_COORDINATE)
        };
        let decided = (0..BORDER_POINTS).map(|i| self.tree.membership(on_curve(i)));
        let mut decided = decided.filter(|found| *found != Membership::OnLeaf);
        decided.next() != Some(Membership::Outside)
    }

    fn into_solid(self, mesh: Arc<Mesh>, leaf_of_face: Vec<u32>) -> CsgSolid {
        let mut numbers = vec![u32::MAX; self.arena.point_count()];
        let mut points = Vec::new();
        let mut number = |point: u32| {
            let known = &mut numbers[point as usize];
            if *known == u32::MAX {
                *known = points.len() as u32;
                points.push(self.arena.rounded(point));
            }
            *known
        };
        let corners = self.pieces.iter().map(|piece| {
            let corners = piece.corners().iter();
            corners.map(|c| number(c.point)).collect::<Vec<u32>>()
        });
        let polygons = Csr::from_lists(corners);
        let leaf_of_polygon = self.pieces.iter().map(|piece| piece.leaf).collect();
        let planes = self.pieces.iter().map(FacetPiece::support);
        CsgSolid {
            planes: planes.map(|side| self.arena.half_space(side)).collect(),
            tree: self.tree,
            mesh,
            leaf_of_face,
            surfaces: self.surfaces,
            nodes: self.nodes,
            points,
            polygons,
            leaf_of_polygon,
        }
    }
}
