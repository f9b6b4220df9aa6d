//! First contact, tuned: hierarchy of one body's faces, from which only the faces that are reached
//! move to world space ([`crate::first_contact`]).

use crate::counters::OctreeWork;
use crate::first_contact::PosedTree;
use collision::{Body, BodyId, Frame};
use geometry::{Aabb, Bvh, Interference, Mesh, Triangle, Vec3, WorldMap, interference_counted};
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

/// Returns the first two faces of two leaves that meet, with their relation. `few` is a buffer.
pub(super) fn meet_in_leaves(
    [a, b]: [&FaceTree; 2],
    [of_a, of_b]: [&[u32]; 2],
    few: &mut Vec<(Triangle, Aabb)>,
    work: &mut OctreeWork,
) -> Option<([u32; 2], Interference)> {
    let faces_b = of_b.iter().map(|face| b.triangle(*face));
    few.clear();
    few.extend(faces_b.map(|face| (face, face.aabb())));
    work.vertices_moved += 3 * (of_a.len() + of_b.len()) as u64;
    for face_a in of_a {
        let s = a.triangle(*face_a);
        let bounds = s.aabb();
        for (face_b, (t, around)) in of_b.iter().zip(&*few) {
            work.face_box_tests += 1;
            if !bounds.overlaps(around) {
                continue;
            }
            work.face_pair_tests += 1;
            let kind = interference_counted(&s, t, &mut work.exact_fallbacks);
            if kind != Interference::Apart {
                return Some(([*face_a, *face_b], kind));
            }
        }
    }
    None
}
