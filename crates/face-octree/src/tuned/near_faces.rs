//! Step 2b, tuned: faces of a body near another, with their corners in the unit of the pair.
//!
//! Good for few faces near the other body. The vertices of a patch that is near move to world space
//! once, in lanes, and its faces are then compared one by one. World vertices are not kept: exact
//! tests, which most pairs do not need, move them again. Swept faces are bounded over two instants,
//! to which their vertices move (`swept/patched_body`).

use super::moved_vertices::move_vertices;
use super::pair_unit::PairUnit;
use super::patches::{MAX_FACES, MAX_VERTICES, PIECE_BLOCKS, Patches};
use super::reach::{Reach, RoundedReach};
use crate::strip_order::{Boxed, BoxedFaces};
use crate::workers::Team;
#[cfg(test)]
use geometry::Triangle;
use geometry::lanes::{Box4, Point4, WIDTH};
use geometry::{Vec3, WorldMap};
use std::ops::Range;

/// Number of pieces whose faces a thread compares with a region at once: up to 10 µs of work.
const KEPT_AT_ONCE: usize = 8;

/// Maximum number of faces of a piece.
const PIECE_FACES: u32 = (PIECE_BLOCKS * WIDTH * MAX_FACES) as u32;

/// Maximum number of pieces whose faces have indices of 32 bits.
const MAX_PIECES: usize = (u32::MAX / PIECE_FACES) as usize;

// The corners of a piece have indices of 16 bits.
const _: () = assert!(PIECE_BLOCKS * WIDTH * MAX_VERTICES <= 1 << 16);

/// Faces of a body near another body, at one instant or over several. Only buffers, which serve one
/// pair of bodies after another.
///
/// Faces stay where the thread that listed them has put them. The index of a face is that of its
/// piece times [`PIECE_FACES`], plus its rank in the piece.
#[derive(Clone, Debug)]
pub(crate) struct NearFaces<const INSTANTS: usize = 1> {
    listed: Listed,
    pieces: Vec<Piece<INSTANTS>>,
    /// Number of pieces in use.
    piece_count: usize,
}

/// Sum of what is listed in some pieces.
#[derive(Clone, Copy, Debug)]
struct Listed {
    /// Number of faces.
    count: usize,
    /// Box of all faces.
    bounds: Box4,
    /// Number of vertices of the patches near the other body.
    vertices: usize,
    /// Number of boxes of groups and patches that were compared.
    region_tests: u64,
}

impl Listed {
    const NONE: Listed = Listed {
        count: 0,
        bounds: Box4::EMPTY,
        vertices: 0,
        region_tests: 0,
    };

    /// Returns what is listed in both.
    fn and(self, other: Listed) -> Listed {
        Listed {
            count: self.count + other.count,
            bounds: self.bounds.union(&other.bounds),
            vertices: self.vertices + other.vertices,
            region_tests: self.region_tests + other.region_tests,
        }
    }
}

/// Patches of some blocks near another body, and the faces of these.
#[derive(Clone, Debug)]
struct Piece<const INSTANTS: usize> {
    patches: Vec<u32>,
    /// World vertices of the patches at each instant, in the unit of the pair: those of each patch
    /// on their own.
    points: Vec<[Point4; INSTANTS]>,
    faces: Vec<NearFace>,
    listed: Listed,
}

/// Face near another body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearFace {
    pub(crate) face: u32,
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
            listed: Listed::NONE,
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
        for triangles in triangles.chunks(30) {
            let mut piece = Piece::EMPTY;
            for triangle in triangles {
                let first = piece.points.len() as u16;
                let points = triangle.corners().map(|corner| unit.point(corner));
                piece.points.extend(points.map(|point| [point]));
                piece.faces.push(NearFace {
                    face: (near.count() + piece.faces.len()) as u32,
                    corners: [0, 1, 2].map(|k| first + k),
                    bounds: Box4::of(points.each_ref()),
                });
            }
            piece.list();
            near.listed = near.listed.and(piece.listed);
            near.pieces.push(piece);
        }
        near.piece_count = near.pieces.len();
        near
    }
}

impl Boxed for NearFace {
    #[inline(always)]
    fn bounds(&self) -> &Box4 {
        &self.bounds
    }
}

impl<const INSTANTS: usize> BoxedFaces for NearFaces<INSTANTS> {
    type Face = NearFace;

    fn count(&self) -> usize {
        self.listed.count
    }

    #[inline(always)]
    fn face(&self, index: u32) -> &NearFace {
        let (piece, rank) = piece_and_rank(index);
        &self.pieces[piece].faces[rank]
    }

    fn runs(&self) -> impl Iterator<Item = Range<u32>> + Clone {
        let pieces = (0..).zip(&self.pieces[..self.piece_count]);
        let runs = pieces.map(|(i, piece)| {
            let start = i * PIECE_FACES;
            start..start + piece.faces.len() as u32
        });
        runs.filter(|run| !run.is_empty())
    }

    fn of_run(&self, run: Range<u32>) -> &[NearFace] {
        let (piece, rank) = piece_and_rank(run.start);
        &self.pieces[piece].faces[rank..rank + run.len()]
    }
}

/// Returns the piece of an index, and the rank in it.
#[inline(always)]
fn piece_and_rank(index: u32) -> (usize, usize) {
    let [piece, rank] = [index / PIECE_FACES, index % PIECE_FACES];
    (piece as usize, rank as usize)
}

impl<const INSTANTS: usize> NearFaces<INSTANTS> {
    /// Removes all faces.
    pub(super) fn clear(&mut self) {
        (self.piece_count, self.listed) = (0, Listed::NONE);
    }

    /// Lists the faces of `body` in a region: those of the patches in `reach`, which is in local
    /// space, whose boxes overlap `region`.
    ///
    /// # Panics
    /// If the body has more than 2²¹ - 1 pieces of 256 patches.
    pub(super) fn fill(
        &mut self,
        team: Team,
        body: &PosedPatches<'_, INSTANTS>,
        reach: &Reach,
        unit: &PairUnit,
        region: &Box4,
    ) {
        self.piece_count = body.patches.piece_count();
        assert!(
            self.piece_count <= MAX_PIECES,
            "{} pieces",
            self.piece_count
        );
        let reach = &body.patches.rounded(reach);
        if self.pieces.len() < self.piece_count {
            self.pieces.resize(self.piece_count, Piece::EMPTY);
        }
        self.for_pieces(team, 1, &|index, piece| {
            piece.fill(&PieceOfBody {
                body,
                reach,
                unit,
                region,
                index,
            });
        });
    }

    /// Keeps the faces whose boxes overlap `region`, and drops the others.
    pub(super) fn keep(&mut self, team: Team, region: &Box4) {
        self.for_pieces(team, KEPT_AT_ONCE, &|_, piece| {
            keep_overlapping(&mut piece.faces, region);
            piece.list();
        });
    }

    /// Changes the pieces, of which a thread takes `at_once`, and adds up what they list. Threads
    /// add up what they have changed: a second pass would read all pieces on one.
    fn for_pieces(
        &mut self,
        team: Team,
        at_once: usize,
        change: &(impl Fn(usize, &mut Piece<INSTANTS>) + Sync),
    ) {
        let change = |first: usize, pieces: &mut [Piece<INSTANTS>]| {
            let mut listed = Listed::NONE;
            for (i, piece) in (first..).zip(pieces) {
                change(i, piece);
                listed = listed.and(piece.listed);
            }
            listed
        };
        let pieces = &mut self.pieces[..self.piece_count];
        self.listed = team.fold_mut(pieces, at_once, &change, &Listed::and);
    }

    /// Returns the box of all faces, empty if there are none.
    pub(super) fn bounds(&self) -> Box4 {
        self.listed.bounds
    }

    /// Returns the faces listed.
    pub(crate) fn faces(&self) -> impl Iterator<Item = &NearFace> {
        let pieces = self.pieces[..self.piece_count].iter();
        pieces.flat_map(|piece| &piece.faces)
    }

    /// Returns the number of boxes of groups and patches that were compared.
    pub(super) fn region_tests(&self) -> u64 {
        self.listed.region_tests
    }

    /// Returns the number of vertices that were moved to world space, once for each instant.
    pub(super) fn vertices_moved(&self) -> u64 {
        (INSTANTS * self.listed.vertices) as u64
    }
}

impl NearFaces {
    /// Returns the corners of a listed face in the unit of the pair.
    #[inline]
    pub(super) fn points(&self, index: u32) -> [Point4; 3] {
        let (piece, rank) = piece_and_rank(index);
        let piece = &self.pieces[piece];
        piece.faces[rank].corners.map(|i| {
            let [point] = piece.points[usize::from(i)];
            point
        })
    }
}

/// Piece of a body's patches, and where they are looked for.
struct PieceOfBody<'a, const INSTANTS: usize> {
    body: &'a PosedPatches<'a, INSTANTS>,
    reach: &'a RoundedReach,
    unit: &'a PairUnit,
    region: &'a Box4,
    index: usize,
}

impl<const INSTANTS: usize> Piece<INSTANTS> {
    const EMPTY: Piece<INSTANTS> = Piece {
        patches: Vec::new(),
        points: Vec::new(),
        faces: Vec::new(),
        listed: Listed::NONE,
    };

    /// Sets what is listed, but for the work.
    fn list(&mut self) {
        // Not in its place: the compiler would store it for each face.
        let mut bounds = Box4::EMPTY;
        self.faces.iter().for_each(|face| bounds.add(&face.bounds));
        self.listed.bounds = bounds;
        self.listed.count = self.faces.len();
    }

    /// Moves the vertices of the patches in reach, and lists their faces whose boxes overlap the
    /// region.
    fn fill(&mut self, of: &PieceOfBody<'_, INSTANTS>) {
        self.points.clear();
        self.patches.clear();
        self.faces.clear();
        let (patches, near) = (of.body.patches, &mut self.patches);
        self.listed.region_tests = patches.find(of.reach, of.index, near);
        // At once: lists that grow are copied again and again in the first frames near a body.
        self.points.reserve(near.len() * MAX_VERTICES + WIDTH);
        self.faces.reserve(near.len() * MAX_FACES);
        move_vertices(of.body, of.unit, near, &mut self.points);
        self.listed.vertices = self.points.len();
        self.list_faces(of);
        self.list();
    }

    /// Lists the faces of the patches, whose vertices are moved, that overlap the region.
    fn list_faces(&mut self, of: &PieceOfBody<'_, INSTANTS>) {
        let PieceOfBody { body, region, .. } = *of;
        let mut first = 0;
        for patch in &self.patches {
            let count = body.patches.vertices(*patch).len();
            let points = &self.points[first..first + count];
            // Along the axes of the pair: the patch was found by its box in local space.
            let mut around = Box4::EMPTY;
            let all = points.iter().flatten();
            all.for_each(|point| around.add_point(point));
            if around.overlaps(region) {
                for face in body.patches.faces(*patch) {
                    let bounds = bounds_of(face.corners.map(|i| &points[i as usize]));
                    if bounds.overlaps(region) {
                        self.faces.push(NearFace {
                            face: face.face,
                            corners: face.corners.map(|i| first as u16 + u16::from(i)),
                            bounds,
                        });
                    }
                }
            }
            first += count;
        }
    }
}

/// Drops the faces whose boxes do not overlap a region, without a branch for each: which are
/// dropped is as good as random.
fn keep_overlapping(faces: &mut Vec<NearFace>, region: &Box4) {
    let mut kept = 0;
    for i in 0..faces.len() {
        let face = faces[i];
        faces[kept] = face;
        kept += usize::from(face.bounds.overlaps(region));
    }
    faces.truncate(kept);
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

#[cfg(test)]
mod tests;
