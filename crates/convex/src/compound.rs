//! Bodies of several convex pieces, as a tree of bounding hulls [Cohen95 §3.4].
//!
//! "Beginning with the leaf nodes, we construct either a convex hull or other bounding volume and
//! work up the tree". A search compares the hulls of two nodes before any piece below them, so that
//! bodies that are apart cost about as much as two convex ones. The essence:
//! 1. Part the body's mesh where faces share no edge. Each part has to be convex: it is a piece.
//! 2. Halve the pieces along the longest axis of their centers, until one is left (D14).
//! 3. Give each node the convex hull of all pieces below it. A leaf has its piece, too.
//!
//! A convex body is a tree of one leaf. With `k` pieces, each vertex takes part in the hulls of
//! about `1 + log2 k` nodes. All of it happens before motion.
//!
//! D14 (tree of two children). The paper's hierarchies are given by hand, "individual joints in the
//! leaves, fingers in the internal nodes". Here pieces are halved along the longest axis of their
//! centers until one is left. No answer depends on the tree.

use crate::closest_features::{FeatureModel, HullFeature};
use crate::convexity::{self, NotAPolytope, Polytope};
use collision::{Body, BodyId, Feature, Unsupported};
use geometry::hull::{ConvexHull, HullClimber};
use geometry::topology::{Orientation, Topology};
use geometry::unit_scale::length;
use geometry::{Aabb, Ball, Mesh, Vec3, unit_scale};

/// Body of one or more convex pieces, prepared for searches of closest features. Local space.
///
/// D15 (rigid bodies). Links of an articulated body are bodies of their own, or one compound.
#[derive(Clone, Debug)]
pub struct Compound {
    /// Nodes of the tree, the root first. The children of a node follow it.
    pub(crate) nodes: Vec<CompoundNode>,
    /// Smallest ball that contains the body.
    pub(crate) ball: Ball,
    /// Number of leaves.
    pub(crate) piece_count: usize,
}

/// Node of a compound.
#[derive(Clone, Debug)]
pub(crate) struct CompoundNode {
    /// Features of the hull.
    pub features: FeatureModel,
    /// Vertices of the hull, for support values.
    pub climber: HullClimber,
    /// Vertex of the body's mesh, for each vertex of the hull.
    mesh_vertices: Vec<u32>,
    /// Upper bound on the distance of a vertex from the local origin.
    pub reach: f64,
    /// Longest side of the hull's box.
    pub size: f64,
    pub part: NodePart,
}

/// Contents of a node.
#[derive(Clone, Debug)]
pub(crate) enum NodePart {
    /// One convex piece, with its rank among the leaves.
    Piece(Box<Polytope>, u32),
    /// Two children, by index.
    Children([u32; 2]),
}

/// Convex piece before it has its place in the tree.
struct LoosePiece {
    polytope: Polytope,
    /// Vertices of the body's mesh that the piece uses.
    vertices: Vec<u32>,
    center: Vec3,
    orientation: Orientation,
    /// One of its edges, for messages.
    edge: [u32; 2],
}

impl Compound {
    /// Prepares a rigid body. It has a piece at least, as a mesh has a triangle.
    ///
    /// # Errors
    /// [`Unsupported`] for a body that deforms, is not closed, or has a part that is not convex or
    /// has no volume.
    ///
    /// # Cost
    /// For each piece, its check and its hull; for each inner node, the hull of its pieces.
    pub fn new(id: BodyId, body: &Body) -> Result<Compound, Unsupported> {
        Unsupported::unless_rigid_body(id, body)?;
        let mesh = body.mesh();
        let mut pieces = Vec::new();
        let topology = Topology::of(mesh);
        for part in parts(mesh, &topology) {
            let vertex = part[0][0];
            let piece = LoosePiece::new(mesh, part).map_err(|fault| match fault {
                // Faces without area bound nothing, so the mesh may be closed with such a part. Nor
                // is an edge at fault if there are no other faces.
                PieceFault::NotClosed(_) if topology.unclosed_edge().is_none() => {
                    PieceFault::Flat(vertex)
                }
                fault => fault,
            });
            let piece = piece.map_err(|fault| fault.of(id, body))?;
            let same_side = |first: &LoosePiece| first.orientation == piece.orientation;
            if !pieces.first().is_none_or(same_side) {
                // A cavity: a part that faces the other way than the rest.
                return Err(PieceFault::NotConvex(piece.edge).of(id, body));
            }
            pieces.push(piece);
        }
        let piece_count = pieces.len();
        let mut compound = Compound {
            nodes: Vec::with_capacity(2 * piece_count - 1),
            ball: Ball {
                center: Vec3::ZERO,
                radius: 0.0,
            },
            piece_count,
        };
        let added = compound.add(mesh, &mut pieces);
        added.map_err(|fault| fault.of(id, body))?;
        compound.ball = smallest_ball(compound.root().climber.vertices());
        Ok(compound)
    }

    /// Returns the root.
    pub(crate) fn root(&self) -> &CompoundNode {
        &self.nodes[0]
    }

    /// Returns the piece of a leaf, with its rank among the leaves.
    pub(crate) fn piece(&self, node: u32) -> Option<(&Polytope, usize)> {
        match &self.nodes[node as usize].part {
            NodePart::Piece(polytope, index) => Some((polytope, *index as usize)),
            NodePart::Children(_) => None,
        }
    }

    /// Returns the pieces, in the order of their leaves.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &Polytope> + Clone {
        self.nodes.iter().filter_map(|node| match &node.part {
            NodePart::Piece(polytope, _) => Some(&**polytope),
            NodePart::Children(_) => None,
        })
    }

    /// Adds the tree of `pieces`, at least one, and returns the index of its root.
    fn add(&mut self, mesh: &Mesh, pieces: &mut [LoosePiece]) -> Result<u32, PieceFault> {
        let index = self.nodes.len();
        let vertices = pieces.iter().flat_map(|piece| &piece.vertices);
        let mut used: Vec<u32> = vertices.copied().collect();
        used.sort_unstable();
        let node = |part| CompoundNode::new(mesh, &used, part);
        if let [piece] = pieces {
            // Leaves are added from left to right.
            let rank = self.pieces().count() as u32;
            let leaf = NodePart::Piece(Box::new(piece.polytope.clone()), rank);
            self.nodes.push(node(leaf)?);
            return Ok(index as u32);
        }
        self.nodes.push(node(NodePart::Children([0; 2]))?);
        let axis = Aabb::of_points(pieces.iter().map(|piece| &piece.center)).longest_axis();
        // A stable sort: pieces at one place stay in the order of the mesh.
        pieces.sort_by(|p, q| p.center[axis].total_cmp(&q.center[axis]));
        let (low, high) = pieces.split_at_mut(pieces.len() / 2);
        let children = [self.add(mesh, low)?, self.add(mesh, high)?];
        self.nodes[index].part = NodePart::Children(children);
        Ok(index as u32)
    }
}

impl CompoundNode {
    fn new(mesh: &Mesh, used: &[u32], part: NodePart) -> Result<CompoundNode, PieceFault> {
        let points: Vec<Vec3> = used.iter().map(|v| mesh.vertices()[*v as usize]).collect();
        let hull = ConvexHull::of_points(&points).map_err(|_| PieceFault::Flat(used[0]))?;
        let mesh_vertices = hull.original.iter().map(|i| used[*i as usize]);
        Ok(CompoundNode {
            mesh_vertices: mesh_vertices.collect(),
            reach: reach(&hull.vertices),
            size: Aabb::of_points(&hull.vertices).size().max_element(),
            climber: HullClimber::of(&hull),
            features: FeatureModel::new(hull),
            part,
        })
    }

    /// Returns the two children of an inner node.
    pub(crate) fn children(&self) -> Option<[u32; 2]> {
        match self.part {
            NodePart::Piece(..) => None,
            NodePart::Children(children) => Some(children),
        }
    }

    /// Returns a vertex of a feature, as an index into the hull.
    pub(crate) fn vertex_of(&self, feature: HullFeature) -> u32 {
        let hull = &self.features.hull;
        match feature {
            HullFeature::Vertex(v) => v,
            HullFeature::Edge(e) => hull.edges[e as usize].vertices[0],
            HullFeature::Facet(f) => hull.facet_vertices.get(f as usize)[0],
        }
    }

    /// Returns the feature by the vertices of the body's mesh.
    pub(crate) fn feature(&self, feature: HullFeature) -> Feature {
        let hull = &self.features.hull;
        let vertex = |v: u32| self.mesh_vertices[v as usize];
        match feature {
            HullFeature::Vertex(v) => Feature::Vertex(vertex(v)),
            HullFeature::Edge(e) => {
                let [a, b] = hull.edges[e as usize].vertices.map(vertex);
                Feature::Edge([a.min(b), a.max(b)])
            }
            HullFeature::Facet(f) => {
                let corners = hull.facet_vertices.get(f as usize);
                Feature::Face([0, 1, 2].map(|i: usize| vertex(corners[i])))
            }
        }
    }
}

/// Returns the smallest ball around the vertices, at least one.
fn smallest_ball(vertices: &[Vec3]) -> Ball {
    // In units in which squares of lengths do not underflow.
    let scale = unit_scale(
        vertices
            .iter()
            .map(|p| p.abs().max_element())
            .fold(0.0, f64::max),
    );
    let scaled: Vec<Vec3> = vertices.iter().map(|p| *p * scale).collect();
    let ball = Ball::minimal(&scaled).expect("a hull has vertices");
    let center = ball.center / scale;
    // The center of a subnormal body is rounded, so the radius is measured from there.
    let radii = vertices.iter().map(|p| length(*p - center));
    Ball {
        center,
        radius: radii.fold(0.0, f64::max) * (1.0 + 8.0 * f64::EPSILON),
    }
}

/// Returns the largest distance of a vertex from the origin, rounded up.
fn reach(vertices: &[Vec3]) -> f64 {
    let distances = vertices.iter().map(|p| length(*p));
    distances.fold(0.0, f64::max) * (1.0 + 4.0 * f64::EPSILON)
}

/// Reason to reject a part of a mesh, with vertices of the mesh.
enum PieceFault {
    NotClosed([u32; 2]),
    NotConvex([u32; 2]),
    Flat(u32),
}

impl PieceFault {
    fn of(self, body: BodyId, of: &Body) -> Unsupported {
        let name = of.name.clone();
        match self {
            PieceFault::NotClosed(edge) => Unsupported::NotClosed { body, name, edge },
            PieceFault::NotConvex(edge) => Unsupported::NotConvex { body, name, edge },
            PieceFault::Flat(vertex) => Unsupported::Flat { body, name, vertex },
        }
    }
}

impl LoosePiece {
    fn new(mesh: &Mesh, faces: Vec<[u32; 3]>) -> Result<LoosePiece, PieceFault> {
        let mut vertices = faces.as_flattened().to_vec();
        vertices.sort_unstable();
        vertices.dedup();
        let [a, b, _] = faces[0];
        let part = Mesh::new(mesh.vertices().to_vec(), faces).expect("a part of a mesh is one");
        let polytope = convexity::check(&part).map_err(|fault| match fault {
            NotAPolytope::NotClosed(edge) => PieceFault::NotClosed(edge),
            NotAPolytope::NotConvex(edge) => PieceFault::NotConvex(edge),
        })?;
        let sum: Vec3 = polytope.vertices.iter().sum();
        Ok(LoosePiece {
            center: sum / polytope.vertices.len() as f64,
            orientation: Topology::of(&part).orientation,
            edge: [a.min(b), a.max(b)],
            polytope,
            vertices,
        })
    }
}

/// Returns the faces of each edge-connected part of a mesh.
fn parts(mesh: &Mesh, topology: &Topology) -> Vec<Vec<[u32; 3]>> {
    let mut parts = vec![Vec::new(); topology.part_count()];
    for (face, part) in mesh.triangles().iter().zip(&topology.part_of_face) {
        parts[*part as usize].push(*face);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::MeshError;
    use std::sync::Arc;

    /// Nothing comes to a compound without pieces: neither no triangle, nor triangles that are
    /// points or segments.
    #[test]
    fn a_mesh_that_is_empty_or_bounds_nothing_is_refused() {
        let empty = Mesh::new(vec![Vec3::ZERO], Vec::new()).unwrap_err();
        assert_eq!(empty, MeshError::Empty);
        let expected = "the mesh has no triangle; a body needs at least one";
        assert_eq!(empty.to_string(), expected);
        for faces in [vec![[1; 3]], vec![[1, 0, 0], [0, 1, 1]]] {
            let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X], faces).unwrap();
            let body = Body::rigid("needle", Arc::new(mesh));
            let refused = Compound::new(BodyId(0), &body).map(|compound| compound.piece_count);
            let expected = Unsupported::Flat {
                body: BodyId(0),
                name: "needle".to_owned(),
                vertex: 1,
            };
            assert_eq!(refused, Err(expected));
        }
    }
}
