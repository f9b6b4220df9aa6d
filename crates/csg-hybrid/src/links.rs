//! Links from leaves of a CSG tree to faces of the mesh that it was made of [Su07 §2.2] (D10).

use geometry::csg::{CsgSolid, HalfSpace};
use geometry::{Aabb, Mesh};
use std::collections::BTreeMap;

/// Faces of a mesh by leaf, and those that lie on no leaf.
#[derive(Debug)]
pub(crate) struct FaceLinks {
    /// Faces of each leaf, sorted.
    pub by_leaf: Vec<Vec<u32>>,
    /// Faces with two equal corners. They have no plane; other flat faces are refused.
    pub degenerate: Vec<u32>,
}

/// Returns, for each leaf, the faces of the mesh that may share points with the leaf's part of the
/// solid's boundary: those in the plane of a polygon whose box they meet.
///
/// The boundary of the solid is that of the mesh, and the planes of a converted solid are those of
/// its faces, exactly. So each point of a face lies on a polygon of a leaf that lists the face.
pub(crate) fn link_faces(solid: &CsgSolid, mesh: &Mesh) -> FaceLinks {
    let leaves = solid.tree().leaves();
    let mut faces_of_plane: BTreeMap<HalfSpace, Vec<u32>> = BTreeMap::new();
    let mut degenerate = Vec::new();
    for face in 0..mesh.face_count() as u32 {
        let t = mesh.triangle(face as usize);
        match HalfSpace::behind(t.a, t.b, t.c) {
            Some(plane) => faces_of_plane.entry(plane).or_default().push(face),
            None => degenerate.push(face),
        }
    }
    let mut faces = vec![Vec::new(); leaves.len()];
    for polygon in solid.surface(solid.tree().root()).polygons() {
        let (leaf, corners) = solid.polygon(polygon.polygon);
        let bounds = corners.fold(Aabb::EMPTY, Aabb::with_point);
        let plane = solid.plane(polygon.polygon);
        let outward = if polygon.reversed {
            plane.complement()
        } else {
            plane.clone()
        };
        let coplanar = faces_of_plane.get(&outward);
        let near = coplanar.into_iter().flatten().filter(|face| {
            let face = mesh.triangle(**face as usize).aabb();
            face.overlaps(&bounds)
        });
        faces[leaf as usize].extend(near);
    }
    for list in &mut faces {
        list.sort_unstable();
        list.dedup();
    }
    FaceLinks {
        by_leaf: faces,
        degenerate,
    }
}
