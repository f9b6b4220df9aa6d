//! First contact, tuned: hierarchy of one body's faces, from which only the faces that are reached
//! move to world space ([`crate::first_contact`]).

use crate::first_contact::PosedTree;
use collision::{Body, BodyId, Frame};
use geometry::{Aabb, Bvh, Mesh, Triangle, Vec3, WorldMap};
use std::sync::Arc;

/// Maximum number of faces in a leaf.
const LEAF_FACES: usize = 4;

/// Body with a hierarchy of its faces.
#[derive(Clone, Debug)]
pub(super) struct FaceTree {
    mesh: Arc<Mesh>,
    /// Local vertices of the current frame if the body is deformed, else empty.
    deformed: Vec<Vec3>,
    pub(super) tree: PosedTree,
}

impl FaceTree {
    /// Builds the hierarchy over the faces at rest.
    pub(super) fn new(body: &Body) -> FaceTree {
        let mesh = body.mesh().clone();
        let faces = 0..mesh.face_count();
        let boxes: Vec<Aabb> = faces.map(|face| mesh.triangle(face).aabb()).collect();
        FaceTree {
            tree: PosedTree::new(Bvh::new(&boxes, LEAF_FACES), mesh.vertices()),
            deformed: Vec::new(),
            mesh,
        }
    }

    /// Takes pose and deformation of the current frame. Returns a world box around all faces.
    pub(super) fn place(&mut self, body: BodyId, frame: &Frame<'_>) -> Aabb {
        // A deformation lasts as long as the frame brings it.
        let deformed = frame.deformed_vertices(body).unwrap_or_default();
        if self.deformed != deformed {
            self.deformed.clear();
            self.deformed.extend_from_slice(deformed);
            let vertices = if deformed.is_empty() {
                self.mesh.vertices()
            } else {
                deformed
            };
            self.tree.deform(vertices);
        }
        self.tree.place(frame.poses()[body.index()].world_map())
    }

    /// Fits the hierarchy of a body near another one. Returns the number of face boxes that it was
    /// fitted to, 0 if its vertices are those of the last time.
    pub(super) fn fit(&mut self) -> u64 {
        let FaceTree {
            mesh,
            deformed,
            tree,
        } = self;
        if tree.fit(|face| local_triangle(mesh, deformed, face).aabb()) {
            mesh.face_count() as u64
        } else {
            0
        }
    }

    /// Returns a face in world space, with the bits of all detectors.
    #[inline]
    pub(super) fn triangle(&self, face: u32) -> Triangle {
        let Triangle { a, b, c } = local_triangle(&self.mesh, &self.deformed, face);
        let map: &WorldMap = self.tree.map();
        Triangle::new(map.apply(a), map.apply(b), map.apply(c))
    }
}

fn local_triangle(mesh: &Mesh, deformed: &[Vec3], face: u32) -> Triangle {
    if deformed.is_empty() {
        return mesh.triangle(face as usize);
    }
    let [a, b, c] = mesh.triangles()[face as usize].map(|i| deformed[i as usize]);
    Triangle::new(a, b, c)
}
