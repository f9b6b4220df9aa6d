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
//! For each piece, the half-spaces of the leaves whose boxes it touches.

mod arena;
mod classify;
mod close;
mod facets;
mod formula;
mod merge;
mod piece;
mod planar;
mod region;
#[cfg(test)]
mod tests;
mod triangulate;

use super::{CsgError, CsgFault, CsgNode, CsgOperation, CsgTree, HalfSpace, Membership};
use crate::csr::Csr;
use crate::{Aabb, Mesh, Vec3};
use arena::Arena;
use classify::{Neighborhood, classify};
use facets::{LeafFacets, Universe};
use formula::LocalFormula;
use piece::Piece;
use std::sync::Arc;

/// Largest number of polygons of all nodes together. Each takes 8 bytes. Long chains get there: the
/// `n`-th node of a chain has the polygons of `n` leaves.
pub const MAX_POLYGONS: usize = 30_000_000;

/// Largest number of corners, also of pieces that do not remain: some ten seconds, and about half a
/// gigabyte. Hundreds of primitives that all overlap get there.
pub const MAX_POINTS: usize = 1_000_000;

/// Solid as a CSG tree and as the boundary of each node, linked by the leaves: the hybrid model of
/// [Su07 §2.2]. In the local space of a body.
#[derive(Clone, Debug)]
pub struct CsgSolid {
    tree: CsgTree,
    mesh: Arc<Mesh>,
    leaf_of_face: Vec<u32>,
    nodes: Vec<NodeSurface>,
    /// Rounded corners of all surfaces.
    points: Vec<Vec3>,
    /// Corners of each polygon, seen counterclockwise from outside of its leaf.
    polygons: Csr<u32>,
    leaf_of_polygon: Vec<u32>,
    /// Plane of each polygon, outward from its leaf.
    planes: Vec<HalfSpace>,
}

/// Boundary of the solid of one node: convex polygons that are parts of facets of its leaves.
#[derive(Clone, Debug)]
pub struct NodeSurface {
    /// The polygons, those of the left child first. Reversed where the leaf is subtracted.
    pub polygons: Vec<SurfacePolygon>,
    /// Number of polygons from the left child. The others are from the right child.
    pub from_left: usize,
    /// Box of the polygons.
    pub bounds: Aabb,
}

/// Polygon of a node's surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfacePolygon {
    /// Index of the polygon.
    pub polygon: u32,
    /// If set, the node's inside is in front of the leaf's facet, which bounds a subtracted part.
    pub reversed: bool,
}

impl CsgSolid {
    /// Evaluates the boundary of a tree and of each of its nodes.
    ///
    /// # Errors
    /// [`CsgError`] with the node if the solid is empty, not bounded, or its corners are out of the
    /// range of a mesh.
    pub fn new(tree: CsgTree) -> Result<CsgSolid, CsgError> {
        let mut evaluation = Evaluation::new(&tree);
        evaluation.run()?;
        evaluation.finish()
    }

    /// Returns the formula.
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
    pub fn surface(&self, node: usize) -> &NodeSurface {
        &self.nodes[node]
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
struct Evaluation<'a> {
    tree: &'a CsgTree,
    arena: Arena,
    universe: Universe,
    leaves: Vec<LeafFacets>,
    /// Box of each node's solid.
    bounds: Vec<Aabb>,
    pieces: Vec<Piece>,
    surfaces: Vec<NodeSurface>,
}

impl<'a> Evaluation<'a> {
    fn new(tree: &'a CsgTree) -> Evaluation<'a> {
        let mut arena = Arena::default();
        let universe = Universe::new(&mut arena);
        Evaluation {
            tree,
            arena,
            universe,
            leaves: Vec::with_capacity(tree.leaves().len()),
            bounds: Vec::with_capacity(tree.nodes().len()),
            pieces: Vec::new(),
            surfaces: Vec::with_capacity(tree.nodes().len()),
        }
    }

    /// Steps 1 and 2.
    fn run(&mut self) -> Result<(), CsgError> {
        let tree = self.tree;
        let mut stored = 0;
        for (i, leaf) in tree.leaves().iter().enumerate() {
            let facets = LeafFacets::of(&mut self.arena, &self.universe, i as u32, leaf);
            self.leaves.push(facets);
        }
        for node in tree.nodes() {
            let (bounds, surface) = match *node {
                CsgNode::Leaf(leaf) => {
                    let bounds = self.leaves[leaf as usize].bounds;
                    (bounds, self.leaf_surface(leaf))
                }
                CsgNode::Branch {
                    operation,
                    left,
                    right,
                } => (
                    self.joined_bounds(operation, left, right),
                    self.joined_surface(operation, left, right),
                ),
            };
            stored += surface.polygons.len();
            if stored > MAX_POLYGONS {
                let node = self.surfaces.len();
                let name = tree.name(node).map(String::from);
                return Err(CsgError::at(
                    node,
                    name,
                    CsgFault::TooManyPolygons(MAX_POLYGONS),
                ));
            }
            self.bounds.push(bounds);
            self.surfaces.push(surface);
        }
        Ok(())
    }

    fn leaf_surface(&mut self, leaf: u32) -> NodeSurface {
        let first = self.pieces.len() as u32;
        self.pieces
            .extend_from_slice(&self.leaves[leaf as usize].pieces);
        let polygons: Vec<SurfacePolygon> = (first..self.pieces.len() as u32)
            .map(|polygon| SurfacePolygon {
                polygon,
                reversed: false,
            })
            .collect();
        self.surface_of(polygons.len(), polygons)
    }

    fn surface_of(&self, from_left: usize, polygons: Vec<SurfacePolygon>) -> NodeSurface {
        let boxes = polygons
            .iter()
            .map(|p| self.pieces[p.polygon as usize].bounds);
        let bounds = boxes.fold(Aabb::EMPTY, Aabb::union);
        NodeSurface {
            polygons,
            from_left,
            bounds,
        }
    }

    fn joined_bounds(&self, operation: CsgOperation, left: u32, right: u32) -> Aabb {
        let (left, right) = (self.bounds[left as usize], self.bounds[right as usize]);
        match operation {
            CsgOperation::Union => left.union(right),
            CsgOperation::Intersection => left.intersection(&right).unwrap_or(Aabb::EMPTY),
            CsgOperation::Difference => left,
        }
    }

    fn joined_surface(&mut self, operation: CsgOperation, left: u32, right: u32) -> NodeSurface {
        let mut kept = Vec::new();
        // Pieces of the left child: their own truth values come first.
        self.keep_parts(left, right, &mut kept, |own, other| {
            own.joined(operation, other)
        });
        let from_left = kept.len();
        self.keep_parts(right, left, &mut kept, |own, other| {
            if other.is_boundary() {
                // The left child has the same piece.
                return Neighborhood::OUTSIDE;
            }
            other.joined(operation, own)
        });
        self.surface_of(from_left, kept)
    }

    /// Splits the surface of a child by the other child, and keeps the parts on which the node's
    /// truth values differ.
    fn keep_parts(
        &mut self,
        child: u32,
        other: u32,
        kept: &mut Vec<SurfacePolygon>,
        value: impl Fn(Neighborhood, Neighborhood) -> Neighborhood,
    ) {
        let mut formula = LocalFormula::default();
        for i in 0..self.surfaces[child as usize].polygons.len() {
            if self.arena.point_count() > MAX_POINTS {
                // An error follows.
                return;
            }
            let own = self.surfaces[child as usize].polygons[i];
            let own_value = Neighborhood {
                front: own.reversed,
                back: !own.reversed,
            };
            let piece = &self.pieces[own.polygon as usize];
            formula.collect(self.tree.nodes(), &self.bounds, other, &piece.bounds);
            let parts = if formula.is_outside() {
                None
            } else {
                let piece = piece.clone();
                Some(classify(
                    &mut self.arena,
                    &self.leaves,
                    &mut formula,
                    &piece,
                ))
            };
            let Some(parts) = parts else {
                let node = value(own_value, Neighborhood::OUTSIDE);
                if node.is_boundary() {
                    kept.push(SurfacePolygon {
                        reversed: node.front,
                        ..own
                    });
                }
                continue;
            };
            let values: Vec<Neighborhood> =
                parts.iter().map(|(_, v)| value(own_value, *v)).collect();
            if values.iter().all(|v| *v == values[0]) {
                // Whole again.
                if values[0].is_boundary() {
                    kept.push(SurfacePolygon {
                        reversed: values[0].front,
                        ..own
                    });
                }
                continue;
            }
            for ((part, _), value) in parts.into_iter().zip(values) {
                if value.is_boundary() {
                    kept.push(SurfacePolygon {
                        polygon: self.pieces.len() as u32,
                        reversed: value.front,
                    });
                    self.pieces.push(part);
                }
            }
        }
    }

    /// Steps 3 and 4.
    fn finish(self) -> Result<CsgSolid, CsgError> {
        let root = self.tree.root();
        let fault = |fault| {
            let name = self.tree.name(root).map(String::from);
            Err(CsgError::at(root, name, fault))
        };
        let surface = &self.surfaces[root];
        let bounded = |p: &SurfacePolygon| {
            let piece = &self.pieces[p.polygon as usize];
            !self.universe.bounds_piece(piece)
        };
        if !surface.polygons.iter().all(bounded) || self.contains_infinity() {
            return fault(CsgFault::Unbounded);
        }
        if surface.polygons.is_empty() {
            return fault(CsgFault::Empty);
        }
        let regions = region::regions(&self.arena, &self.pieces, &surface.polygons);
        let faces = match triangulate::faces(&self.arena, &regions) {
            Ok(faces) => faces,
            Err(place) => return fault(CsgFault::Open(place.to_array())),
        };
        let (vertices, triangles, leaf_of_face) = triangulate::welded(&self.arena, faces);
        if triangles.is_empty() {
            return fault(CsgFault::Empty);
        }
        let mesh = match Mesh::new(vertices, triangles) {
            Ok(mesh) => Arc::new(mesh),
            Err(reason) => return fault(CsgFault::Mesh(reason)),
        };
        Ok(self.into_solid(mesh, leaf_of_face))
    }

    /// Returns true if points far from all bounded leaves are inside.
    fn contains_infinity(&self) -> bool {
        let far = Vec3::new(1.0, 0.75, 0.625) * crate::MAX_COORDINATE;
        self.tree.membership(far) == Membership::Inside
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
        let planes = self.pieces.iter().map(Piece::support);
        CsgSolid {
            planes: planes.map(|side| self.arena.half_space(side)).collect(),
            tree: self.tree.clone(),
            mesh,
            leaf_of_face,
            nodes: self.surfaces,
            points,
            polygons,
            leaf_of_polygon,
        }
    }
}
