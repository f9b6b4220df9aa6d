//! Step 2b, tuned: faces of a body near another, with their world vertices.
//!
//! Good for few faces near the other body. The vertices of a patch that is near move to world space
//! once, and its faces are then compared one by one. Swept faces are bounded over two instants, to
//! which their vertices move (`swept/patched_body`).

use super::pair_unit::PairUnit;
use super::patches::{MAX_VERTICES, Patches};
use super::reach::Reach;
use crate::strip_order::Boxed;
use crate::workers::Team;
use geometry::lanes::{Box4, Point4, WIDTH};
use geometry::{Triangle, Vec3, WorldMap};
use std::ops::Range;

/// Number of blocks of eight patches in a piece, which a thread takes at once: 1 µs of work where
/// they are far from the other body, up to 20 µs where all are near it.
const BLOCKS_AT_ONCE: usize = 32;

/// Number of pieces whose faces a thread compares with a region at once: up to 10 µs of work.
const GATHERED_AT_ONCE: usize = 8;

/// Number of faces that a thread copies at once: about 5 µs of work.
const COPIED_AT_ONCE: usize = 1 << 10;

// The corners of a piece have indices of 16 bits.
const _: () = assert!(BLOCKS_AT_ONCE * WIDTH * MAX_VERTICES <= 1 << 16);

/// Faces of a body near another body, at one instant or over several. Only buffers, which serve one
/// pair of bodies after another.
#[derive(Clone, Debug)]
pub(crate) struct NearFaces<const INSTANTS: usize = 1> {
    faces: Vec<NearFace>,
    /// Box of all faces, once they are gathered.
    bounds: Box4,
    /// Vertices of all faces, and faces that threads have listed, until [`NearFaces::gather`].
    pieces: Vec<Piece<INSTANTS>>,
    /// Number of pieces in use.
    piece_count: usize,
}

/// Patches of some blocks near another body.
#[derive(Clone, Debug)]
struct Piece<const INSTANTS: usize> {
    patches: Vec<u32>,
    /// World vertices of the patches at each instant, those of each patch on their own.
    vertices: Vec<[Vec3; INSTANTS]>,
    /// The same in the unit of the pair.
    points: Vec<[Point4; INSTANTS]>,
    /// Faces listed by a thread. Empty if the caller works alone.
    faces: Vec<NearFace>,
    bounds: Box4,
}

/// Face near another body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearFace {
    pub(crate) face: u32,
    piece: u32,
    /// Indices of its vertices in its piece.
    corners: [u16; 3],
    /// Box over all instants.
    pub(super) bounds: Box4,
}

/// Body in the current frame, as far as its faces go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PosedPatches<'a, const INSTANTS: usize = 1> {
    pub(crate) patches: &'a Patches,
    /// Local vertices.
    pub(crate) vertices: &'a [Vec3],
    /// Local → world, at each instant.
    pub(crate) maps: [&'a WorldMap; INSTANTS],
}

impl<const INSTANTS: usize> Default for NearFaces<INSTANTS> {
    fn default() -> NearFaces<INSTANTS> {
        NearFaces {
            faces: Vec::new(),
            bounds: Box4::EMPTY,
            pieces: Vec::new(),
            piece_count: 0,
        }
    }
}

#[cfg(test)]
impl NearFaces {
    /// Returns a list of faces with corners of their own.
    pub(super) fn of(triangles: &[Triangle], unit: &PairUnit) -> NearFaces {
        let mut near = NearFaces::default();
        for (i, triangles) in (0..).zip(triangles.chunks(100)) {
            let mut piece = Piece::EMPTY;
            for triangle in triangles {
                let first = piece.vertices.len() as u16;
                piece
                    .vertices
                    .extend(triangle.corners().map(|corner| [corner]));
                let points = triangle.corners().map(|corner| unit.point(corner));
                piece.points.extend(points.map(|point| [point]));
                near.faces.push(NearFace {
                    face: near.faces.len() as u32,
                    piece: i,
                    corners: [0, 1, 2].map(|k| first + k),
                    bounds: Box4::of(points.each_ref()),
                });
            }
            near.pieces.push(piece);
        }
        near.piece_count = near.pieces.len();
        near.bounds = bounds(&near.faces);
        near
    }
}

impl Boxed for NearFace {
    #[inline(always)]
    fn bounds(&self) -> &Box4 {
        &self.bounds
    }
}

impl<const INSTANTS: usize> NearFaces<INSTANTS> {
    /// Removes all faces.
    pub(super) fn clear(&mut self) {
        self.faces.clear();
        self.piece_count = 0;
    }

    /// Lists the faces of `body` in a region: those of the patches in `reach`, which is in local
    /// space, whose boxes overlap `region`. Returns the box of all faces, empty if there are none.
    ///
    /// Threads leave the faces in pieces, until [`NearFaces::gather`].
    pub(super) fn fill(
        &mut self,
        team: Team,
        body: &PosedPatches<'_, INSTANTS>,
        reach: &Reach,
        unit: &PairUnit,
        region: &Box4,
    ) -> Box4 {
        let blocks = body.patches.block_count();
        self.piece_count = blocks.div_ceil(BLOCKS_AT_ONCE);
        if self.pieces.len() < self.piece_count {
            self.pieces.resize(self.piece_count, Piece::EMPTY);
        }
        let patches_of = |i: usize| {
            let start = i * BLOCKS_AT_ONCE;
            PieceOfBody {
                body,
                reach,
                unit,
                region,
                index: i as u32,
                blocks: start..blocks.min(start + BLOCKS_AT_ONCE),
            }
        };
        let pieces = &mut self.pieces[..self.piece_count];
        if !team.shares() {
            self.faces.clear();
            for (i, piece) in pieces.iter_mut().enumerate() {
                piece.faces.clear();
                piece.fill(patches_of(i), &mut self.faces);
            }
            return bounds(&self.faces);
        }
        let fill = |first: usize, pieces: &mut [Piece<INSTANTS>]| {
            for (i, piece) in (first..).zip(pieces) {
                let mut faces = std::mem::take(&mut piece.faces);
                faces.clear();
                piece.fill(patches_of(i), &mut faces);
                piece.bounds = bounds(&faces);
                piece.faces = faces;
            }
        };
        team.fold_mut(pieces, 1, &fill, &|(), ()| ());
        around(pieces)
    }

    /// Makes one list of the faces in pieces, and keeps those whose boxes overlap `region`.
    pub(super) fn gather(&mut self, team: Team, region: Option<&Box4>) {
        if !team.shares() {
            self.bounds = keep(&mut self.faces, region);
            return;
        }
        let keep = |_: usize, pieces: &mut [Piece<INSTANTS>]| {
            for piece in pieces {
                piece.bounds = keep(&mut piece.faces, region);
            }
        };
        let pieces = &mut self.pieces[..self.piece_count];
        if region.is_some() {
            team.fold_mut(pieces, GATHERED_AT_ONCE, &keep, &|(), ()| ());
        }
        self.bounds = around(pieces);
        let count = |piece: &Piece<INSTANTS>| piece.faces.len();
        let all = pieces.iter().map(count).sum();
        // Stale faces are overwritten.
        self.faces.resize(all, NearFace::NOWHERE);
        let copy = |piece: &Piece<INSTANTS>, to: &mut [NearFace]| to.copy_from_slice(&piece.faces);
        team.fill(&mut self.faces, pieces, COPIED_AT_ONCE, &count, &copy);
    }

    /// Returns the box of all faces, empty if there are none. Valid after [`NearFaces::gather`].
    pub(super) fn bounds(&self) -> Box4 {
        self.bounds
    }

    /// Returns the faces listed. Valid after [`NearFaces::gather`].
    pub(crate) fn faces(&self) -> &[NearFace] {
        &self.faces
    }

    /// Returns the number of vertices that were moved to world space, once for each instant.
    pub(super) fn vertices_moved(&self) -> u64 {
        let pieces = self.pieces[..self.piece_count].iter();
        let vertices: usize = pieces.map(|piece| piece.vertices.len()).sum();
        (INSTANTS * vertices) as u64
    }
}

impl NearFaces {
    /// Returns a listed face in world space.
    #[inline]
    pub(super) fn triangle(&self, face: &NearFace) -> Triangle {
        let vertices = &self.pieces[face.piece as usize].vertices;
        let [[a], [b], [c]] = face.corners.map(|i| vertices[usize::from(i)]);
        Triangle::new(a, b, c)
    }

    /// Returns the corners of a listed face in the unit of the pair.
    #[inline]
    pub(super) fn points(&self, face: &NearFace) -> [Point4; 3] {
        let points = &self.pieces[face.piece as usize].points;
        face.corners.map(|i| {
            let [point] = points[usize::from(i)];
            point
        })
    }
}

/// Drops the faces whose boxes do not overlap `region`. Returns the box of the others.
fn keep(faces: &mut Vec<NearFace>, region: Option<&Box4>) -> Box4 {
    if let Some(region) = region {
        faces.retain(|face| face.bounds.overlaps(region));
    }
    bounds(faces)
}

/// Returns the box of the faces of all pieces, from the boxes of the pieces.
fn around<const INSTANTS: usize>(pieces: &[Piece<INSTANTS>]) -> Box4 {
    let mut bounds = Box4::EMPTY;
    pieces.iter().for_each(|piece| bounds.add(&piece.bounds));
    bounds
}

/// Returns the box of all faces.
fn bounds(faces: &[NearFace]) -> Box4 {
    let mut bounds = Box4::EMPTY;
    faces.iter().for_each(|face| bounds.add(&face.bounds));
    bounds
}

/// Blocks of a body's patches, and where they are looked for.
struct PieceOfBody<'a, const INSTANTS: usize> {
    body: &'a PosedPatches<'a, INSTANTS>,
    reach: &'a Reach,
    unit: &'a PairUnit,
    region: &'a Box4,
    index: u32,
    blocks: Range<usize>,
}

impl NearFace {
    const NOWHERE: NearFace = NearFace {
        face: 0,
        piece: 0,
        corners: [0; 3],
        bounds: Box4::EMPTY,
    };
}

impl<const INSTANTS: usize> Piece<INSTANTS> {
    const EMPTY: Piece<INSTANTS> = Piece {
        patches: Vec::new(),
        vertices: Vec::new(),
        points: Vec::new(),
        faces: Vec::new(),
        bounds: Box4::EMPTY,
    };

    /// Moves the vertices of the patches in reach, and appends their faces whose boxes overlap the
    /// region.
    fn fill(&mut self, piece: PieceOfBody<'_, INSTANTS>, faces: &mut Vec<NearFace>) {
        let PieceOfBody { body, region, .. } = piece;
        self.vertices.clear();
        self.points.clear();
        self.patches.clear();
        body.patches
            .find(piece.reach, piece.blocks, &mut self.patches);
        for patch in &self.patches {
            let first = self.vertices.len();
            let vertices = body.patches.vertices(*patch).iter();
            let moved = vertices.map(|v| {
                let local = body.vertices[*v as usize];
                body.maps.map(|map| map.apply(local))
            });
            self.vertices.extend(moved);
            let moved = self.vertices[first..].iter();
            self.points
                .extend(moved.map(|vertex| vertex.map(|p| piece.unit.point(p))));
            // Along the axes of the pair: the patch was found by its box in local space.
            let points = &self.points[first..];
            let mut around = Box4::EMPTY;
            let all = points.iter().flatten();
            all.for_each(|point| around.add_point(point));
            if !around.overlaps(region) {
                continue;
            }
            for face in body.patches.faces(*patch) {
                let bounds = bounds_of(face.corners.map(|i| &points[i as usize]));
                if bounds.overlaps(region) {
                    faces.push(NearFace {
                        face: face.face,
                        piece: piece.index,
                        corners: face.corners.map(|i| first as u16 + u16::from(i)),
                        bounds,
                    });
                }
            }
        }
    }
}

/// Returns the box of a face over all instants, given its corners.
#[inline(always)]
fn bounds_of<const INSTANTS: usize>(corners: [&[Point4; INSTANTS]; 3]) -> Box4 {
    let mut bounds = Box4::of(corners.map(|corner| &corner[0]));
    for i in 1..INSTANTS {
        bounds.add(&Box4::of(corners.map(|corner| &corner[i])));
    }
    bounds
}
