//! Step 2b, tuned: faces of a body near another, with their world vertices.
//!
//! Good for few faces near the other body. The vertices of a patch that is near move to world space
//! once, and its faces are then compared one by one.

use super::pair_unit::{Box4, PairUnit, Point4};
use super::patches::Patches;
use super::reach::Reach;
use crate::workers::Team;
use geometry::{Triangle, Vec3, WorldMap};
use std::ops::Range;

/// Number of blocks of eight patches that a thread looks through at once: about 20 µs of work.
const BLOCKS_AT_ONCE: usize = 1024;

/// Number of patches that a thread takes at once: about 20 µs of work.
const PATCHES_AT_ONCE: usize = 256;

/// Faces of a body near another body. Only buffers, which serve one pair of bodies after another.
#[derive(Clone, Debug, Default)]
pub(super) struct NearFaces {
    patches: Vec<u32>,
    list: FaceList,
}

/// Faces with their vertices.
#[derive(Clone, Debug, Default)]
struct FaceList {
    /// World vertices of the patches, those of each patch on their own.
    vertices: Vec<Vec3>,
    /// The same in the unit of the pair.
    points: Vec<Point4>,
    faces: Vec<NearFace>,
}

/// Face near another body.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearFace {
    pub(super) face: u32,
    /// Indices of its vertices in the list of its body.
    corners: [u32; 3],
    pub(super) bounds: Box4,
}

/// Body in the current frame, as far as its faces go.
#[derive(Clone, Copy, Debug)]
pub(super) struct PosedPatches<'a> {
    pub(super) patches: &'a Patches,
    /// Local vertices.
    pub(super) vertices: &'a [Vec3],
    pub(super) map: &'a WorldMap,
}

#[cfg(test)]
impl NearFaces {
    /// Returns a list of faces with corners of their own.
    pub(super) fn of(triangles: &[Triangle], unit: &PairUnit) -> NearFaces {
        let mut list = FaceList::default();
        for (face, triangle) in (0u32..).zip(triangles) {
            list.vertices.extend(triangle.corners());
            let points = triangle.corners().map(|corner| unit.point(corner));
            list.points.extend(points);
            list.faces.push(NearFace {
                face,
                corners: [0, 1, 2].map(|k| 3 * face + k),
                bounds: Box4::of(points.each_ref()),
            });
        }
        NearFaces {
            patches: Vec::new(),
            list,
        }
    }
}

#[cfg(test)]
impl NearFace {
    /// Returns a face with this box.
    pub(super) fn at(bounds: Box4) -> NearFace {
        NearFace {
            face: 0,
            corners: [0; 3],
            bounds,
        }
    }
}

impl NearFaces {
    /// Removes all faces.
    pub(super) fn clear(&mut self) {
        self.list.clear();
    }

    /// Lists the faces of `body` in a region: those of the patches in `reach`, which is in local
    /// space, whose boxes overlap `region`.
    pub(super) fn fill(
        &mut self,
        team: Team,
        body: &PosedPatches<'_>,
        reach: &Reach,
        unit: &PairUnit,
        region: &Box4,
    ) {
        let NearFaces { patches, list } = self;
        patches.clear();
        list.clear();
        let blocks = 0..body.patches.block_count();
        if !team.shares() {
            body.patches.find(reach, blocks, patches);
            return list.extend(body, patches, unit, region);
        }
        let find = |blocks: Range<usize>| {
            let mut found = Vec::new();
            body.patches.find(reach, blocks, &mut found);
            found
        };
        *patches = team.fold(blocks, BLOCKS_AT_ONCE, &find, &crate::workers::append);
        let part = |range: Range<usize>| {
            let mut list = FaceList::default();
            list.extend(body, &patches[range], unit, region);
            list
        };
        *list = team.fold(0..patches.len(), PATCHES_AT_ONCE, &part, &FaceList::and);
    }

    /// Keeps the faces whose boxes overlap `region`.
    pub(super) fn retain(&mut self, region: &Box4) {
        self.list.faces.retain(|face| face.bounds.overlaps(region));
    }

    /// Returns the box of all faces, empty if there are none.
    pub(super) fn bounds(&self) -> Box4 {
        let mut bounds = Box4::EMPTY;
        self.list
            .faces
            .iter()
            .for_each(|face| bounds.add(&face.bounds));
        bounds
    }

    /// Returns the faces listed.
    pub(super) fn faces(&self) -> &[NearFace] {
        &self.list.faces
    }

    /// Returns the number of vertices that were moved to world space.
    pub(super) fn vertices_moved(&self) -> u64 {
        self.list.vertices.len() as u64
    }

    /// Returns a listed face in world space.
    #[inline]
    pub(super) fn triangle(&self, face: &NearFace) -> Triangle {
        let [a, b, c] = face.corners.map(|i| self.list.vertices[i as usize]);
        Triangle::new(a, b, c)
    }

    /// Returns the corners of a listed face in the unit of the pair.
    #[inline]
    pub(super) fn points(&self, face: &NearFace) -> [Point4; 3] {
        face.corners.map(|i| self.list.points[i as usize])
    }
}

impl FaceList {
    fn clear(&mut self) {
        self.vertices.clear();
        self.points.clear();
        self.faces.clear();
    }

    /// Appends the faces of these patches whose boxes overlap `region`.
    fn extend(&mut self, body: &PosedPatches<'_>, patches: &[u32], unit: &PairUnit, region: &Box4) {
        for patch in patches {
            let first = self.vertices.len() as u32;
            let vertices = body.patches.vertices(*patch).iter();
            let moved = vertices.map(|v| body.map.apply(body.vertices[*v as usize]));
            self.vertices.extend(moved);
            let moved = self.vertices[first as usize..].iter();
            self.points.extend(moved.map(|vertex| unit.point(*vertex)));
            let points = &self.points[first as usize..];
            let mut around = Box4::EMPTY;
            points.iter().for_each(|point| around.add_point(point));
            if !around.overlaps(region) {
                continue;
            }
            for face in body.patches.faces(*patch) {
                let bounds = Box4::of(face.corners.map(|i| &points[i as usize]));
                if bounds.overlaps(region) {
                    self.faces.push(NearFace {
                        face: face.face,
                        corners: face.corners.map(|i| first + u32::from(i)),
                        bounds,
                    });
                }
            }
        }
    }

    /// Returns the list with another appended.
    fn and(mut self, other: FaceList) -> FaceList {
        let first = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        self.points.extend(other.points);
        self.faces.extend(other.faces.into_iter().map(|mut face| {
            face.corners.iter_mut().for_each(|i| *i += first);
            face
        }));
        self
    }
}
