//! Meshes of nodes as bodies.

use super::animation::Local;
use super::document::Document;
use super::nodes::{Affine, MeshPlacement, Nodes, PlacedNode, place};
use crate::import_error::LocatedFault;
use collision::Body;
use geometry::topology::{Topology, weld};
use geometry::{Mat3, Mesh, Pose, Vec3};
use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// Body of a node.
pub(super) struct NodeBody {
    pub(super) body: Body,
    /// Index in [`Nodes::placed`].
    node: usize,
    /// Vertices in the node's space, of a body that deforms.
    local: Vec<Vec3>,
}

/// Vertices and triangles of a mesh in the file.
type GltfSurface = (Vec<Vec3>, Vec<[u32; 3]>);

/// Shapes by mesh and scale: nodes that show a mesh at one scale share its body's shape.
type SharedShapes = BTreeMap<(usize, [u64; 3]), Arc<Mesh>>;

impl NodeBody {
    /// Returns the number of vertices that each frame gives it.
    pub(super) fn changing(&self) -> usize {
        self.local.len()
    }

    /// Returns pose and vertices of the body for the nodes' transforms.
    pub(super) fn placed(&self, nodes: &Nodes, locals: &[Local]) -> (Pose, Option<Vec<Vec3>>) {
        let PlacedNode {
            chain, placement, ..
        } = &nodes.placed[self.node];
        match placement {
            MeshPlacement::Rigid(_) => (nodes.pose(chain, locals), None),
            MeshPlacement::Baked(_) => (Pose::IDENTITY, None),
            MeshPlacement::Deforming => {
                let map = nodes.affine(chain, locals);
                let vertices = self.local.iter().map(|p| map.apply(*p)).collect();
                (Pose::IDENTITY, Some(vertices))
            }
        }
    }
}

/// Returns the bodies of all nodes with faces.
pub(super) fn bodies(
    document: &Document,
    nodes: &Nodes,
    notes: &mut Vec<String>,
) -> Result<Vec<NodeBody>, LocatedFault> {
    let mut surfaces: BTreeMap<usize, GltfSurface> = BTreeMap::new();
    let mut shared = SharedShapes::new();
    let mut bodies = Vec::new();
    let mut others = 0;
    for (index, placed) in nodes.placed.iter().enumerate() {
        check_supported(document, placed)?;
        if let Entry::Vacant(entry) = surfaces.entry(placed.mesh) {
            entry.insert(surface(document, placed.mesh, &mut others)?);
        }
        let surface = &surfaces[&placed.mesh];
        if surface.1.is_empty() {
            continue;
        }
        let body = body(document, placed, surface, &mut shared, notes)?;
        let local = if body.deforms {
            surface.0.clone()
        } else {
            Vec::new()
        };
        bodies.push(NodeBody {
            body,
            node: index,
            local,
        });
    }
    if others > 0 {
        notes.push(format!(
            "primitives of points and lines, which have no faces: {others}"
        ));
    }
    if bodies.is_empty() {
        let reason = "no node of its scene has a mesh with triangles; export such a scene";
        return Err(("as a whole".into(), reason.into()));
    }
    Ok(bodies)
}

/// Returns the body of a node, and adds the faults of its mesh to the notes.
fn body(
    document: &Document,
    placed: &PlacedNode,
    (vertices, triangles): &GltfSurface,
    shared: &mut SharedShapes,
    notes: &mut Vec<String>,
) -> Result<Body, LocatedFault> {
    let mut under = |map: &Affine| -> Result<Arc<Mesh>, LocatedFault> {
        let mesh = mapped(vertices, triangles, map)
            .map_err(|e| (place(document, placed.node), e.to_string()))?;
        describe(document, placed, &mesh, notes);
        Ok(Arc::new(mesh))
    };
    let name = document.node_name(placed.node);
    Ok(match placed.placement {
        MeshPlacement::Rigid(scale) => {
            let key = (placed.mesh, scale.to_array().map(f64::to_bits));
            if let Entry::Vacant(entry) = shared.entry(key) {
                entry.insert(under(&scaling(scale))?);
            }
            Body::rigid(name, shared[&key].clone())
        }
        MeshPlacement::Baked(map) => Body::rigid(name, under(&map)?),
        MeshPlacement::Deforming => Body::deforming(name, under(&scaling(Vec3::ONE))?),
    })
}

fn check_supported(document: &Document, placed: &PlacedNode) -> Result<(), LocatedFault> {
    let fault = |what: &str| {
        let reason = format!(
            "it has {what}, which are not supported; bake the deformation to a recording, or \
             remove them"
        );
        Err((place(document, placed.node), reason))
    };
    if document.root.nodes[placed.node].skin.is_some() {
        return fault("a skin and joints");
    }
    let primitives = &document.root.meshes[placed.mesh].primitives;
    let has_targets = |p: &Primitive| p.targets.as_ref().is_some_and(|t| !t.is_empty());
    if primitives.iter().any(has_targets) {
        fault("morph targets")
    } else {
        Ok(())
    }
}

/// Adds the faults of a mesh to the notes.
fn describe(document: &Document, placed: &PlacedNode, mesh: &Mesh, notes: &mut Vec<String>) {
    let topology = Topology::of(mesh);
    if !topology.is_clean() {
        notes.push(format!("{}: {topology}", place(document, placed.node)));
    }
}

fn scaling(scale: Vec3) -> Affine {
    Affine {
        linear: Mat3::from_diagonal(scale),
        translation: Vec3::ZERO,
    }
}

/// Returns the mapped mesh. Mirrored faces are turned over, so that they stay outward.
fn mapped(
    vertices: &[Vec3],
    triangles: &[[u32; 3]],
    map: &Affine,
) -> Result<Mesh, geometry::MeshError> {
    let is_mirrored = map.linear.determinant() < 0.0;
    let face = |[a, b, c]: &[u32; 3]| {
        if is_mirrored {
            [*a, *c, *b]
        } else {
            [*a, *b, *c]
        }
    };
    let vertices = vertices.iter().map(|p| map.apply(*p)).collect();
    Mesh::new(vertices, triangles.iter().map(face).collect())
}

/// Returns the faces of all primitives. Equal positions are one vertex, as neighbors that differ in
/// normals or colors repeat them.
fn surface(
    document: &Document,
    mesh: usize,
    others: &mut usize,
) -> Result<GltfSurface, LocatedFault> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (p, primitive) in document.root.meshes[mesh].primitives.iter().enumerate() {
        let in_place = |reason: &str| (format!("meshes[{mesh}].primitives[{p}]"), reason.into());
        let positions = primitive
            .attributes
            .get(&Checked::Valid(Semantic::Positions))
            .ok_or_else(|| in_place("has no positions; export it again"))?;
        let points = document.numbers::<3>(positions.value())?;
        if let Some(at) = points.iter().flatten().position(|x| !x.is_finite()) {
            let reason = format!("position {} is not finite; export it again", at / 3);
            return Err(in_place(&reason));
        }
        let corners = match primitive.indices {
            Some(index) => document.indices(index.value())?,
            None => (0..points.len() as u32).collect(),
        };
        if corners
            .iter()
            .any(|corner| *corner as usize >= points.len())
        {
            return Err(in_place(
                "has an index of a missing position; export it again",
            ));
        }
        let Some(faces) = faces(primitive, &corners) else {
            *others += 1;
            continue;
        };
        let first = vertices.len();
        if first + points.len() > u32::MAX as usize {
            return Err(in_place("has more vertices than 32-bit indices can name"));
        }
        let moved = |face: [u32; 3]| face.map(|corner| corner + first as u32);
        triangles.extend(faces.into_iter().map(moved));
        vertices.extend(points.into_iter().map(Vec3::from_array));
    }
    Ok(welded(&vertices, &triangles))
}

/// Returns the triangles of a primitive, or `None` for points and lines.
fn faces(primitive: &Primitive, corners: &[u32]) -> Option<Vec<[u32; 3]>> {
    let windows = || corners.windows(3).map(|w| [w[0], w[1], w[2]]);
    Some(match primitive.mode {
        Checked::Valid(Mode::Triangles) => corners
            .chunks_exact(3)
            .map(|c| [c[0], c[1], c[2]])
            .collect(),
        // Every second triangle of a strip is turned.
        Checked::Valid(Mode::TriangleStrip) => windows()
            .enumerate()
            .map(|(i, [a, b, c])| if i % 2 == 0 { [a, b, c] } else { [a, c, b] })
            .collect(),
        Checked::Valid(Mode::TriangleFan) => {
            let first = corners.first().copied().unwrap_or_default();
            windows().map(|[_, b, c]| [first, b, c]).collect()
        }
        _ => return None,
    })
}

fn welded(vertices: &[Vec3], triangles: &[[u32; 3]]) -> GltfSurface {
    let same_as = weld(vertices);
    let mut new_index = vec![u32::MAX; vertices.len()];
    let mut kept = Vec::new();
    let mut corner = |v: u32| {
        let v = same_as[v as usize] as usize;
        if new_index[v] == u32::MAX {
            new_index[v] = kept.len() as u32;
            kept.push(vertices[v]);
        }
        new_index[v]
    };
    let triangles: Vec<[u32; 3]> = triangles.iter().map(|t| t.map(&mut corner)).collect();
    (kept, triangles)
}
