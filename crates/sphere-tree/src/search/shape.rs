//! The bodies of a scene, with all that is prepared of their shapes.

use crate::SphereTree;
use crate::search::leaf_faces::WorldFaces;
use geometry::{Aabb, Mesh, PosedExtent, SolidInterior};
use std::sync::Arc;

/// A body in the current frame.
#[derive(Debug)]
pub struct PosedSpheres {
    pub(crate) placed: PosedExtent,
    pub(crate) faces: WorldFaces,
}

/// A mesh, which several bodies may share, with all that is prepared of it.
#[derive(Debug)]
pub struct SphereModel {
    pub(crate) mesh: Arc<Mesh>,
    /// The sphere-tree, which the spheres of findings are indices into.
    pub tree: SphereTree,
    pub(crate) face_boxes: Vec<Aabb>,
    pub(crate) interior: SolidInterior,
    /// For each sphere its parent; for the root itself.
    pub(crate) parents: Vec<u32>,
    /// For each sphere, how far it reaches out of its parent.
    pub(crate) outside_parent: Vec<f64>,
    /// The largest absolute local coordinate of any point of a face or of a sphere.
    pub(crate) extent: f64,
    /// Of a ball about the root's center that holds all centers.
    pub(crate) spread: f64,
}

impl SphereModel {
    /// # Panics
    /// When the tree is not sound; then the builder has a bug.
    pub(crate) fn new(mesh: Arc<Mesh>, tree: SphereTree) -> SphereModel {
        if let Err(fault) = tree.check(&mesh) {
            panic!("a builder gave a tree that is not sound: {fault}");
        }
        let face_boxes = (0..mesh.face_count()).map(|i| mesh.triangle(i).aabb());
        let reach = |node: u32| tree.ball(node).center.abs().max_element() + tree.ball(node).radius;
        let nodes = 0..tree.len() as u32;
        let farthest = nodes.map(reach).fold(0.0, f64::max);
        let corner = mesh.aabb().max_abs_coordinate();
        let root = tree.centers[0];
        let distances = tree.centers.iter().map(|c| c.distance(root));
        SphereModel {
            face_boxes: face_boxes.collect(),
            interior: SolidInterior::new(&mesh),
            extent: farthest.max(corner),
            parents: parents(&tree),
            outside_parent: outside_parent(&tree),
            spread: distances.fold(0.0, f64::max),
            mesh,
            tree,
        }
    }
}

fn parents(tree: &SphereTree) -> Vec<u32> {
    let mut parents = vec![0; tree.len()];
    for parent in 0..tree.len() as u32 {
        for node in tree.children(parent) {
            parents[node as usize] = parent;
        }
    }
    parents
}

/// Rounded up by far more than the rounding of a distance.
fn outside_parent(tree: &SphereTree) -> Vec<f64> {
    let mut outside = vec![0.0; tree.len()];
    for parent in 0..tree.len() as u32 {
        let larger = tree.ball(parent);
        for node in tree.children(parent) {
            let ball = tree.ball(node);
            let reach = larger.center.distance(ball.center) + ball.radius;
            let scale = larger.center.abs().max_element() + reach;
            let beyond = reach - larger.radius + 32.0 * f64::EPSILON * scale;
            outside[node as usize] = beyond.max(0.0);
        }
    }
    outside
}
