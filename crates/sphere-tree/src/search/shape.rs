//! Bodies of a scene with the precomputed data of their shapes.

use crate::SphereTree;
use crate::search::face_words::{FaceWord, words_of_leaves};
use crate::search::leaf_faces::WorldFaceCache;
use geometry::unit_scale::{length, unit_scale};
use geometry::{Aabb, Csr, Mesh, PosedExtent, SolidInterior};
use std::sync::Arc;

/// A body in the current frame.
#[derive(Debug)]
pub struct PosedSpheres {
    pub(crate) placed: PosedExtent,
    pub(crate) faces: WorldFaceCache,
}

/// A mesh with its precomputed data. Several bodies may share it.
#[derive(Debug)]
pub struct SphereModel {
    pub(crate) mesh: Arc<Mesh>,
    /// Sphere-tree. Spheres in the findings are indices into it.
    pub tree: SphereTree,
    pub(crate) face_boxes: ScaledBoxes,
    pub(crate) leaf_words: Csr<FaceWord>,
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

/// Boxes of a body's faces in its local space, in a unit in which squares of lengths neither vanish
/// nor overflow.
#[derive(Debug)]
pub(crate) struct ScaledBoxes {
    pub boxes: Vec<Aabb>,
    /// Number of units in a scene unit: a power of two that brings the body's extent to about 1.
    pub scale: f64,
}

impl ScaledBoxes {
    fn new(mesh: &Mesh, extent: f64) -> ScaledBoxes {
        let scale = unit_scale(extent);
        let scaled = |b: Aabb| Aabb::new(b.min * scale, b.max * scale);
        let boxes = (0..mesh.face_count()).map(|i| scaled(mesh.triangle(i).aabb()));
        ScaledBoxes {
            boxes: boxes.collect(),
            scale,
        }
    }
}

impl SphereModel {
    /// # Panics
    /// If the tree is not sound. The builder then has a bug.
    pub(crate) fn new(mesh: Arc<Mesh>, tree: SphereTree) -> SphereModel {
        if let Err(fault) = tree.check(&mesh) {
            panic!("a builder gave a tree that is not sound: {fault}");
        }
        let bound = |node: u32| tree.ball(node).center.abs().max_element() + tree.ball(node).radius;
        let nodes = 0..tree.len() as u32;
        let farthest = nodes.map(bound).fold(0.0, f64::max);
        let corner = mesh.aabb().max_abs_coordinate();
        let root = tree.centers[0];
        let distances = tree.centers.iter().map(|c| length(*c - root));
        let extent = farthest.max(corner);
        SphereModel {
            face_boxes: ScaledBoxes::new(&mesh, extent),
            leaf_words: words_of_leaves(&tree),
            interior: SolidInterior::new(&mesh),
            extent,
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
            let farthest = length(larger.center - ball.center) + ball.radius;
            let scale = larger.center.abs().max_element() + farthest;
            let beyond = farthest - larger.radius + 32.0 * f64::EPSILON * scale;
            outside[node as usize] = beyond.max(0.0);
        }
    }
    outside
}
