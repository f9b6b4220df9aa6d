//! The hybrid CSG and B-rep model of a body [Su07 §2.2, Figure 3], made once per shape: for each
//! node of the CSG tree its BV list, for each leaf the faces of the body that lie on it.
//!
//! The essence:
//! 1. Evaluate the boundary of each node (`geometry::csg`), and link each face of the body to the
//!    leaves whose planes it lies in.
//! 2. Build a tree of oriented boxes over the faces of each leaf (D11).
//! 3. Fit the volumes of each node to the corners of its own boundary, and to the vertices of the
//!    faces on the leaves below. The former are what the tables of [Su07 §3] ask for, the latter
//!    what the body's faces are after rounding.
//! 4. Fit those of a child that contains its parent's solid, by the operator, to the parent's faces
//!    as well: then no contact of the parent is lost if that child alone is found apart.
//!
//! Boundaries and volumes are those of each node, inner ones included: some milliseconds a node.

use crate::bv_list::BvList;
use crate::links::FaceLinks;
use crate::node_boxes::node_boxes;
use geometry::csg::{CsgNode, CsgOperation, CsgSolid, CsgTree, Primitive};
use geometry::obb::{OrientedBoxTree, WideBoxTree};
use geometry::{Aabb, MAX_COORDINATE, Mesh, Triangle, Vec3};
use std::sync::Arc;

/// Precomputed model of a body: CSG tree, bounding volumes, and faces by leaf.
#[derive(Debug)]
pub struct HybridModel {
    /// The solid: formula, and boundary of each node.
    pub(crate) solid: Arc<CsgSolid>,
    /// The surface whose faces are reported.
    pub(crate) mesh: Arc<Mesh>,
    /// Bounds of each node of the tree.
    pub(crate) bounds: Vec<NodeBounds>,
    /// Box of each node for S-bounds, in local space.
    pub(crate) s_bounds: Vec<Aabb>,
    /// True for nodes with faces of the body on their leaves. The others matter to the tables only:
    /// their solids may be the inside of the body.
    pub(crate) has_faces: Vec<bool>,
    /// Faces of each leaf. `None` if no face lies on it.
    pub(crate) faces: Vec<Option<CsgLeafFaces>>,
    /// Faces with two equal corners, which lie on no leaf, if there are any.
    pub(crate) degenerate: Option<CsgLeafFaces>,
    /// If set, a face may lie on several leaves, so that pairs of faces may be found twice.
    pub(crate) shares_faces: bool,
    /// Box of the surface, in local space.
    pub(crate) local_box: Aabb,
    /// Largest absolute coordinate of the volumes, the bounded boxes and the surface.
    pub(crate) reach: f64,
}

/// Bounds of a node.
#[derive(Debug)]
pub(crate) enum NodeBounds {
    /// None are known: the solid of the node is empty or not bounded.
    Unknown,
    /// Volumes that contain the node's solid and the faces that lie on its leaves.
    Volumes(BvList),
}

/// Faces of a body that lie on one leaf, or on none.
#[derive(Debug)]
pub(crate) struct CsgLeafFaces {
    /// Tree over the faces, by position in the list (D11).
    pub(crate) boxes: OrientedBoxTree,
    /// The same tree with eight boxes in a node, for searches with shortcuts (D11). A model has
    /// both, whatever the options are.
    pub(crate) wide_boxes: WideBoxTree,
    pub(crate) faces: Vec<u32>,
}

impl CsgLeafFaces {
    fn new(mesh: &Mesh, faces: &[u32]) -> Option<CsgLeafFaces> {
        let triangles = faces.iter().map(|face| mesh.triangle(*face as usize));
        let triangles: Vec<Triangle> = triangles.collect();
        (!faces.is_empty()).then(|| {
            let boxes = OrientedBoxTree::new(triangles.iter().copied());
            CsgLeafFaces {
                wide_boxes: WideBoxTree::new(&boxes, &triangles),
                boxes,
                faces: faces.to_vec(),
            }
        })
    }
}

impl HybridModel {
    /// Returns the model of a solid whose own boundary is the body's surface.
    pub fn of_solid(solid: Arc<CsgSolid>) -> HybridModel {
        let mut faces = vec![Vec::new(); solid.tree().leaves().len()];
        for (face, leaf) in (0..).zip(solid.leaf_of_face()) {
            faces[*leaf as usize].push(face);
        }
        let mesh = solid.mesh().clone();
        let links = FaceLinks {
            by_leaf: faces,
            degenerate: Vec::new(),
        };
        HybridModel::new(solid, mesh, links, false)
    }

    /// Returns the model of a mesh and of a solid that was made of it. Each face counts for all
    /// leaves with a polygon in its plane whose box it meets.
    pub fn of_mesh(solid: Arc<CsgSolid>, mesh: Arc<Mesh>) -> HybridModel {
        let links = crate::links::link_faces(&solid, &mesh);
        HybridModel::new(solid, mesh, links, true)
    }

    /// Returns the model of a mesh whose tree has too many leaves: one leaf, its hull, with all
    /// faces (D17). Its volumes contain all faces, and the tree over these localizes alone.
    ///
    /// # Errors
    /// The fault if the hull has no boundary that can be evaluated.
    pub(crate) fn of_rough_mesh(mesh: Arc<Mesh>) -> Result<HybridModel, String> {
        let corners = mesh.triangles().as_flattened().iter();
        let points = corners.map(|v| mesh.vertices()[*v as usize].to_array());
        let points = points.collect();
        let tree = CsgTree::leaf(Primitive::Hull { points }).map_err(|e| e.to_string())?;
        let solid = CsgSolid::new(tree).map_err(|e| e.to_string())?;
        let links = FaceLinks {
            by_leaf: vec![(0..mesh.face_count() as u32).collect()],
            degenerate: Vec::new(),
        };
        Ok(HybridModel::new(Arc::new(solid), mesh, links, false))
    }

    fn new(
        solid: Arc<CsgSolid>,
        mesh: Arc<Mesh>,
        links: FaceLinks,
        shares_faces: bool,
    ) -> HybridModel {
        let vertices = node_vertices(&solid, &mesh, &links.by_leaf);
        let bounds = node_bounds(&solid, &mesh, &vertices);
        let faces = links
            .by_leaf
            .iter()
            .map(|faces| CsgLeafFaces::new(&mesh, faces));
        let s_bounds = node_boxes(&solid, &mesh);
        let local_box = mesh.aabb();
        let reaches = bounds.iter().map(|bounds| match bounds {
            NodeBounds::Volumes(list) => list
                .nodes()
                .iter()
                .map(|node| node.volume.center().abs().max_element() + node.volume.reach())
                .fold(0.0, f64::max),
            _ => 0.0,
        });
        let box_reaches = s_bounds.iter().map(Aabb::max_abs_coordinate);
        let box_reaches = box_reaches.filter(|reach| reach.is_finite());
        let surface_reach = local_box.max_abs_coordinate();
        HybridModel {
            reach: reaches.chain(box_reaches).fold(surface_reach, f64::max),
            has_faces: vertices.iter().map(|v| !v.is_empty()).collect(),
            faces: faces.collect(),
            degenerate: CsgLeafFaces::new(&mesh, &links.degenerate),
            solid,
            mesh,
            bounds,
            s_bounds,
            shares_faces,
            local_box,
        }
    }

    /// Returns the most entries that one tree over faces adds to the stack of a search: each level
    /// of a binary tree leaves one, each of eight boxes a node seven.
    pub(crate) fn stack_depth_of_faces(&self) -> usize {
        let trees = self.faces.iter().chain([&self.degenerate]).flatten();
        let depths = trees.map(|faces| faces.boxes.depth().max(faces.wide_boxes.stack_depth()));
        depths.fold(0, usize::max)
    }

    /// Returns the CSG tree with the boundary of each node.
    pub fn solid(&self) -> &Arc<CsgSolid> {
        &self.solid
    }

    /// Returns the BV list of a node, if it has one.
    pub fn volumes(&self, node: usize) -> Option<&BvList> {
        match &self.bounds[node] {
            NodeBounds::Volumes(list) => Some(list),
            _ => None,
        }
    }

    /// Returns the node's operation and children, or `None` for a leaf.
    pub(crate) fn branch(&self, node: u32) -> Option<(CsgOperation, u32, u32)> {
        match self.solid.tree().nodes()[node as usize] {
            CsgNode::Leaf(_) => None,
            CsgNode::Branch {
                operation,
                left,
                right,
            } => Some((operation, left, right)),
        }
    }
}

/// Returns the bounds of all nodes, leaves included (D9).
///
/// Sub-trees are frozen by the rules for operators: nothing of an intersection lies outside of
/// either child, nothing of a difference outside of the left one. So these children's volumes also
/// contain the faces of their parents, whose rounded corners may lie outside by an ulp.
fn node_bounds(solid: &CsgSolid, mesh: &Mesh, vertices: &[Vec<u32>]) -> Vec<NodeBounds> {
    let nodes = solid.tree().nodes();
    let mut outer: Vec<Option<u32>> = vec![None; nodes.len()];
    for (parent, node) in (0..).zip(nodes) {
        if let CsgNode::Branch {
            operation,
            left,
            right,
        } = node
        {
            match operation {
                CsgOperation::Union => {}
                CsgOperation::Intersection => {
                    outer[*left as usize] = Some(parent);
                    outer[*right as usize] = Some(parent);
                }
                CsgOperation::Difference => outer[*left as usize] = Some(parent),
            }
        }
    }
    let of_node = |node: usize| {
        let own = &vertices[node];
        let parents = outer[node].map_or(&[][..], |p| &vertices[p as usize]);
        let surface = solid.surface(node);
        if surface.is_empty() || surface.bounds().max_abs_coordinate() > MAX_COORDINATE {
            return NodeBounds::Unknown;
        }
        let (mut points, triangles) = surface_triangles(solid, node);
        let extra = own.iter().chain(parents);
        points.extend(extra.map(|v| mesh.vertices()[*v as usize]));
        match BvList::new(&points, &triangles) {
            Some(list) => NodeBounds::Volumes(list),
            None => NodeBounds::Unknown,
        }
    };
    (0..nodes.len()).map(of_node).collect()
}

/// Returns the vertices of the mesh on faces of each node's leaves, sorted.
fn node_vertices(solid: &CsgSolid, mesh: &Mesh, faces: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = Vec::with_capacity(solid.tree().nodes().len());
    for node in solid.tree().nodes() {
        let mut vertices: Vec<u32> = match node {
            CsgNode::Leaf(leaf) => faces[*leaf as usize]
                .iter()
                .flat_map(|face| mesh.triangles()[*face as usize])
                .collect(),
            CsgNode::Branch { left, right, .. } => {
                [left, right].map(|i| &all[*i as usize][..]).concat()
            }
        };
        vertices.sort_unstable();
        vertices.dedup();
        all.push(vertices);
    }
    all
}

/// Returns the polygons of a node's surface as triangles, outward, with their corners.
pub(crate) fn surface_triangles(solid: &CsgSolid, node: usize) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for polygon in solid.surface(node).polygons() {
        let first = points.len() as u32;
        points.extend(solid.polygon(polygon.polygon).1);
        for i in first + 1..points.len() as u32 - 1 {
            triangles.push(if polygon.reversed {
                [first, i + 1, i]
            } else {
                [first, i, i + 1]
            });
        }
    }
    (points, triangles)
}
