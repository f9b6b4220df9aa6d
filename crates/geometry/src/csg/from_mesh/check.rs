//! Step 1: the input is a closed surface without self-intersection that bounds a solid.

use super::ConversionError;
use super::parts::{Integers, LidSide};
use crate::bvh::Walk;
use crate::topology::{Topology, weld};
use crate::{
    Aabb, Bvh, Interference, Mesh, Sign, Triangle, TriangleBvh, Vec3, interference, orient2d,
    orient3d,
};

/// Faces of a mesh that passed all checks.
#[derive(Debug)]
pub(super) struct CheckedMesh {
    pub(super) points: Vec<Vec3>,
    /// Faces with an area, over welded vertices.
    pub(super) triangles: Vec<[u32; 3]>,
}

impl CheckedMesh {
    /// Checks a mesh. Collapsed faces (two equal corners) are dropped.
    ///
    /// # Errors
    /// The first fault found.
    ///
    /// # Cost
    /// A BVH of the faces, one exact test for each pair of faces whose boxes overlap, and for each
    /// part one walk down the BVHs of the others.
    pub(super) fn of(mesh: &Mesh) -> Result<CheckedMesh, ConversionError> {
        let topology = Topology::of(mesh);
        if let Some(&edge) = topology.open_edges.first() {
            return Err(ConversionError::Open { edge });
        }
        if let Some(&edge) = topology.crowded_edges.first() {
            return Err(ConversionError::Crowded { edge });
        }
        if let Some(&edge) = topology.miswound_edges.first() {
            return Err(ConversionError::Miswound { edge });
        }
        let welded = weld(mesh.vertices());
        let mut surface = NonzeroFaces::default();
        for (face, corners) in (0u32..).zip(mesh.triangles()) {
            let corners = corners.map(|v| welded[v as usize]);
            let [a, b, c] = corners;
            if a == b || b == c || c == a {
                continue;
            }
            if topology.flat.binary_search(&face).is_ok() {
                return Err(ConversionError::Flat { face });
            }
            surface.triangles.push(corners);
            surface.faces.push(face);
            surface.parts.push(topology.part_of_face[face as usize]);
        }
        if surface.triangles.is_empty() {
            return Err(ConversionError::NoFaces);
        }
        // Adding zero turns -0.0 into 0.0.
        let points: Vec<Vec3> = mesh.vertices().iter().map(|p| *p + Vec3::ZERO).collect();
        surface.check_contacts(&points)?;
        surface.check_nesting(&points)?;
        Ok(CheckedMesh {
            points,
            triangles: surface.triangles,
        })
    }
}

/// Faces that have an area.
#[derive(Default)]
struct NonzeroFaces {
    triangles: Vec<[u32; 3]>,
    /// Index of each in the mesh.
    faces: Vec<u32>,
    /// Part of each.
    parts: Vec<u32>,
}

impl NonzeroFaces {
    /// Checks that faces share nothing but corners and edges.
    fn check_contacts(&self, points: &[Vec3]) -> Result<(), ConversionError> {
        let triangle = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|v| points[v as usize]);
            Triangle::new(a, b, c)
        };
        let boxes: Vec<Aabb> = self.triangles.iter().map(|t| triangle(t).aabb()).collect();
        let bvh = Bvh::new(&boxes, 4);
        let mut worst: Option<[usize; 2]> = None;
        bvh.overlapping_leaves(
            &bvh,
            |a, b| a.overlaps(b).then_some(0.0),
            |first, second| {
                for &i in &bvh.items()[first] {
                    for &j in &bvh.items()[second.clone()] {
                        let (i, j) = (i as usize, j as usize);
                        // Of all pairs the first in order is reported, so that the message does not
                        // depend on the order of the walk. Later ones need no exact test.
                        if i < j
                            && boxes[i].overlaps(&boxes[j])
                            && worst.is_none_or(|w| [i, j] < w)
                            && share_more_than_features(
                                points,
                                self.triangles[i],
                                self.triangles[j],
                            )
                        {
                            worst = Some([i, j]);
                        }
                    }
                }
                Walk::Enter
            },
        );
        match worst {
            Some(pair) => Err(ConversionError::Intersecting {
                faces: pair.map(|i| self.faces[i]),
            }),
            None => Ok(()),
        }
    }

    /// Returns the triangles of each part, and its first face in the mesh.
    fn by_part(&self) -> (Vec<Vec<[u32; 3]>>, Vec<u32>) {
        let count = self.parts.iter().max().map_or(0, |p| *p as usize + 1);
        let mut triangles: Vec<Vec<[u32; 3]>> = vec![Vec::new(); count];
        let mut first_faces = vec![u32::MAX; count];
        for ((t, &part), &face) in self.triangles.iter().zip(&self.parts).zip(&self.faces) {
            triangles[part as usize].push(*t);
            let first = &mut first_faces[part as usize];
            *first = face.min(*first);
        }
        (triangles, first_faces)
    }

    /// Checks that each part faces outward where it is outermost, and that parts within others
    /// alternate: cavity in a solid, solid in a cavity.
    fn check_nesting(&self, points: &[Vec3]) -> Result<(), ConversionError> {
        let (triangles, first_faces) = self.by_part();
        // Parts of collapsed faces only have no triangles left.
        let present = (0..triangles.len()).filter(|p| !triangles[*p].is_empty());
        let present: Vec<usize> = present.collect();
        let integers = Integers::of(points);
        let mut owners: Vec<Owner> = vec![Owner::None; points.len()];
        for &part in &present {
            for &v in triangles[part].as_flattened() {
                owners[v as usize] = owners[v as usize].with(part);
            }
        }
        let trees: Vec<(usize, TriangleBvh)> = present
            .iter()
            .map(|&p| (p, TriangleBvh::new(points, &triangles[p])))
            .collect();
        for &part in &present {
            let face = first_faces[part];
            let inward = match integers.volume_sign(&triangles[part]) {
                Sign::Positive => false,
                Sign::Negative => true,
                Sign::Zero => return Err(ConversionError::NoVolume { face }),
            };
            let corners = triangles[part].as_flattened();
            let own = |v: &&u32| owners[**v as usize] == Owner::Part(part);
            let Some(&vertex) = corners.iter().find(own) else {
                return Err(ConversionError::SharedCorners { face });
            };
            let p = points[vertex as usize];
            let others = trees.iter().filter(|(q, _)| *q != part);
            let around: i64 = others.map(|(_, tree)| tree.winding(p)).sum();
            match (inward, around) {
                (false, 0) | (true, 1) => {}
                (true, 0) => {
                    let [a, b, _] = triangles[part][0];
                    let edge = LidSide::edge_of(a, b);
                    return Err(ConversionError::InsideOut { face, edge });
                }
                _ => return Err(ConversionError::Nested { face }),
            }
        }
        Ok(())
    }
}

/// Parts that a vertex belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Owner {
    None,
    Part(usize),
    Several,
}

impl Owner {
    fn with(self, part: usize) -> Owner {
        match self {
            Owner::None => Owner::Part(part),
            Owner::Part(p) if p == part => self,
            _ => Owner::Several,
        }
    }
}

/// Returns true if two triangles with areas share a point that is on no corner or edge of both.
/// Exact.
fn share_more_than_features(points: &[Vec3], s: [u32; 3], t: [u32; 3]) -> bool {
    let at = |v: u32| points[v as usize];
    let triangle = |t: [u32; 3]| Triangle::new(at(t[0]), at(t[1]), at(t[2]));
    let shared = |v: &u32| t.contains(v);
    let own = |t: [u32; 3], u: [u32; 3]| t.into_iter().filter(move |v| !u.contains(v));
    match s.iter().filter(|v| shared(v)).count() {
        0 => interference(&triangle(s), &triangle(t)) != Interference::Apart,
        1 => {
            // Both are convex, so with another common point they share a segment from the common
            // corner. Prolonged, it leaves one of them through the opposite edge, within the other.
            let opposite_meets = |s: [u32; 3], t: [u32; 3]| {
                let mut ends = own(s, t).map(at);
                let (p, q) = (ends.next().expect("two"), ends.next().expect("two"));
                interference(&Triangle::new(p, q, q), &triangle(t)) != Interference::Apart
            };
            opposite_meets(s, t) || opposite_meets(t, s)
        }
        2 => {
            // Planes that differ share only the line of the edge.
            let mut edge = s.into_iter().filter(|v| shared(v)).map(at);
            let (u, v) = (edge.next().expect("two"), edge.next().expect("two"));
            let p = at(own(s, t).next().expect("one"));
            let q = at(own(t, s).next().expect("one"));
            orient3d(u, v, p, q) == Sign::Zero
                && (0..3).any(|axis| {
                    let side = orient2d(axis, u, v, p);
                    side != Sign::Zero && side == orient2d(axis, u, v, q)
                })
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_may_share_their_features_only() {
        // The face 0–1–2, and others over points above, in and below its plane.
        let points = [
            Vec3::ZERO,
            Vec3::X * 4.0,
            Vec3::Y * 4.0,
            Vec3::new(1.0, 1.0, 1.0),
            Vec3::new(1.0, 1.0, 0.0),
            Vec3::new(1.0, 1.0, -1.0),
            Vec3::new(-1.0, -1.0, 0.0),
            Vec3::new(-1.0, 1.0, 0.0),
            Vec3::new(2.0, 2.0, 1.0),
            Vec3::new(8.0, 0.0, 0.0),
            Vec3::new(9.0, 9.0, 0.0),
        ];
        for (other, more) in [
            // No common corner.
            ([3, 5, 8], true),
            ([3, 6, 4], true),
            ([3, 6, 8], false),
            // One common corner.
            ([0, 3, 8], false),
            ([0, 6, 3], false),
            ([0, 6, 7], false),
            ([0, 3, 5], true),
            ([0, 4, 8], true),
            ([0, 7, 4], true),
            ([0, 9, 6], true),
            // The edge 1–2 of the face leads through the other.
            ([0, 10, 8], true),
            // A common edge.
            ([1, 0, 3], false),
            ([1, 0, 6], false),
            ([1, 0, 4], true),
            ([0, 1, 10], true),
            // The same corners.
            ([0, 2, 1], true),
        ] {
            assert_eq!(
                share_more_than_features(&points, [0, 1, 2], other),
                more,
                "{other:?}"
            );
            assert_eq!(
                share_more_than_features(&points, other, [0, 1, 2]),
                more,
                "{other:?}"
            );
        }
    }
}
