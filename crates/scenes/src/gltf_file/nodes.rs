//! Nodes with meshes, and how each is placed in the world.

use super::animation::{Animated, Local};
use super::document::Document;
use crate::import_error::LocatedFault;
use crate::rotation;
use geometry::{Mat3, Pose, Vec3};

/// Nodes of the scene that have a mesh.
pub(super) struct Nodes {
    pub(super) placed: Vec<PlacedNode>,
    /// Matrix of each node that has one.
    matrices: Vec<Option<Affine>>,
}

/// Node with a mesh.
pub(super) struct PlacedNode {
    pub(super) node: usize,
    pub(super) mesh: usize,
    /// Nodes from a root to this one.
    pub(super) chain: Vec<usize>,
    pub(super) placement: MeshPlacement,
}

/// Way in which a node's mesh becomes a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MeshPlacement {
    /// Its scale is in the mesh, and its pose changes.
    Rigid(Vec3),
    /// Its whole transform is in the mesh. The node does not move.
    Baked(Affine),
    /// Its vertices change.
    Deforming,
}

/// Linear map and translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Affine {
    pub(super) linear: Mat3,
    pub(super) translation: Vec3,
}

impl Affine {
    pub(super) fn apply(&self, p: Vec3) -> Vec3 {
        self.linear * p + self.translation
    }

    fn after(&self, inner: &Affine) -> Affine {
        Affine {
            linear: self.linear * inner.linear,
            translation: self.apply(inner.translation),
        }
    }
}

impl Nodes {
    /// Finds the nodes with meshes of the file's scene.
    pub(super) fn new(document: &Document, animated: &Animated) -> Result<Nodes, LocatedFault> {
        let root = &document.root;
        let matrices = root
            .nodes
            .iter()
            .map(|node| node.matrix.map(affine))
            .collect();
        let mut nodes = Nodes {
            placed: Vec::new(),
            matrices,
        };
        let rest = animated.transforms(document, 0.0);
        let mut seen = vec![false; root.nodes.len()];
        // Pairs of a node and its depth. The chain has the nodes above it.
        let mut next: Vec<(usize, usize)> = roots(document).into_iter().map(|n| (n, 0)).collect();
        next.reverse();
        let mut chain = Vec::new();
        while let Some((node, depth)) = next.pop() {
            if std::mem::replace(&mut seen[node], true) {
                let reason = "it is below two nodes or below itself; glTF nodes form trees: export \
                              it again";
                return Err((place(document, node), reason.into()));
            }
            chain.truncate(depth);
            chain.push(node);
            if let Some(mesh) = root.nodes[node].mesh {
                let placement = nodes.placement(&chain, animated, &rest);
                nodes.placed.push(PlacedNode {
                    node,
                    mesh: mesh.value(),
                    chain: chain.clone(),
                    placement,
                });
            }
            let children = root.nodes[node].children.iter().flatten();
            next.extend(children.rev().map(|child| (child.value(), depth + 1)));
        }
        Ok(nodes)
    }

    fn placement(&self, chain: &[usize], animated: &Animated, rest: &[Local]) -> MeshPlacement {
        let has_matrix = chain.iter().any(|node| self.matrices[*node].is_some());
        let is_scaled = chain.iter().any(|node| animated.scales(*node));
        let (own, above) = chain.split_last().expect("a chain ends with its node");
        let is_even = |node: &usize| {
            let Vec3 { x, y, z } = rest[*node].scale;
            x == y && y == z
        };
        if !has_matrix && !is_scaled && above.iter().all(is_even) {
            let above: f64 = above.iter().map(|node| rest[*node].scale.x).product();
            return MeshPlacement::Rigid(rest[*own].scale * above);
        }
        if chain.iter().any(|node| animated.moves(*node)) {
            MeshPlacement::Deforming
        } else {
            MeshPlacement::Baked(self.affine(chain, rest))
        }
    }

    /// Returns the map from a node's space to the world.
    pub(super) fn affine(&self, chain: &[usize], locals: &[Local]) -> Affine {
        let of_node = |node: &usize| self.matrices[*node].unwrap_or_else(|| locals[*node].affine());
        let all = chain
            .iter()
            .map(of_node)
            .reduce(|outer, inner| outer.after(&inner));
        all.expect("a chain ends with its node")
    }

    /// Returns the pose of a rigid node. Scales above it are even.
    pub(super) fn pose(&self, chain: &[usize], locals: &[Local]) -> Pose {
        let (mut pose, mut scale) = (Pose::IDENTITY, 1.0);
        for node in chain {
            let local = &locals[*node];
            pose = Pose::new(
                pose.world_map().apply(local.translation * scale),
                rotation::unit(pose.rotation * local.rotation),
            );
            scale *= local.scale.x;
        }
        pose
    }
}

impl Local {
    fn affine(&self) -> Affine {
        let linear = Mat3::from_quat(self.rotation);
        let [x, y, z] = self.scale.to_array();
        Affine {
            linear: Mat3::from_cols(linear.x_axis * x, linear.y_axis * y, linear.z_axis * z),
            translation: self.translation,
        }
    }
}

/// Returns the map of a matrix, column by column. Its last row is that of affine maps.
fn affine(m: [f32; 16]) -> Affine {
    let column = |i: usize| Vec3::from_array([0, 1, 2].map(|row| f64::from(m[4 * i + row])));
    Affine {
        linear: Mat3::from_cols(column(0), column(1), column(2)),
        translation: column(3),
    }
}

/// Returns the roots of the file's scene, or of all nodes if it has no scene.
fn roots(document: &Document) -> Vec<usize> {
    let root = &document.root;
    let scene = root.scene.map_or(0, |scene| scene.value());
    if let Some(scene) = root.scenes.get(scene) {
        return scene.nodes.iter().map(|node| node.value()).collect();
    }
    let mut is_child = vec![false; root.nodes.len()];
    for child in root
        .nodes
        .iter()
        .filter_map(|n| n.children.as_ref())
        .flatten()
    {
        is_child[child.value()] = true;
    }
    (0..root.nodes.len())
        .filter(|node| !is_child[*node])
        .collect()
}

/// Returns the place of a node in messages.
pub(super) fn place(document: &Document, node: usize) -> String {
    format!("node `{}` (nodes[{node}])", document.node_name(node))
}
