//! Bodies of a scene with the precomputed data of their shapes.

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

/// A mesh with its precomputed data. Several bodies may share it.
#[derive(Debug)]
pub struct SphereModel {
    pub(crate) mesh: Arc<Mesh>,
    /// Sphere-tree. Spheres in the findings are indices into it.
    pub tree: SphereTree,
    pub(crate) face_boxes: Vec<Aabb>,
    pub(crate) interior: SolidInterior,
    /// Parent of each sphere. The root is its own parent.
    pub(crate) parents: Vec<u32>,
    /// Distance by which each sphere extends beyond its parent, in scene units.
    pub(crate) outside_parent: Vec<f64>,
    /// Largest absolute local coordinate of any point of a face or of a sphere.
    pub(crate) extent: f64,
    /// Radius of a ball about the center of the root that contains all centers.
    pub(crate) spread: f64,
}

impl SphereModel {
    /// # Panics
    /// If the tree is not sound. The builder then has a bug.
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

/// Returns the distance by which each sphere extends beyond its parent, rounded up.
///
/// `max(0, |c_p − c| + r − r_p)`, plus far more than the rounding of a distance.
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
