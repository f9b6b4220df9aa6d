//! Listed faces in arrays, as steps 3 and 4 read them.
//!
//! Copied in one pass, pair of bodies by pair of bodies: linear in the listed faces.

use super::listed_ids::ListedFaceIds;
use super::moving_bodies::MovingBodies;
use super::pair_frame::PairFrame;
use super::swept_face::SweptFace;
use crate::workers::Team;
use collision::{BodyPair, FaceId};
use geometry::Aabb;
use geometry::lanes::Box4;
use geometry::swept::SweptOffsets;
use std::ops::Range;

/// Number of listed faces that a thread copies at once: about 20 µs of work.
pub(super) const COPIED_AT_ONCE: usize = 256;

/// Arrays with one item for each listed face, or empty.
#[derive(Debug, Default)]
pub(super) struct FaceArrays {
    pub faces: Vec<SweptFace>,
    /// Boxes of the faces over both instants. As published, along the axes of the scene. Otherwise
    /// along those of the pair's frame, with the bulge.
    pub boxes: Vec<Aabb>,
    /// The same in single precision. Empty as published.
    pub singles: Vec<Box4>,
    /// Corners of the faces in single precision. Empty unless pairs are compared eight at once.
    pub offsets: Vec<SweptOffsets>,
}

impl FaceArrays {
    /// Copies all faces of `listed`.
    pub(super) fn copy(&mut self, team: Team, listed: &ListedPairs<'_>) {
        let count = listed.count();
        let first = listed.first_copy();
        resize(&mut self.faces, count, first.map(|copy| copy.face));
        resize(&mut self.boxes, count, first.map(|copy| copy.bounds));
        resize(&mut self.singles, count, first.map(|copy| copy.single));
        resize(
            &mut self.offsets,
            count,
            first.and_then(|copy| copy.offsets),
        );
        let part = ArrayPart {
            first: 0,
            faces: &mut self.faces,
            boxes: &mut self.boxes,
            singles: &mut self.singles,
            offsets: &mut self.offsets,
        };
        listed.copy_on(team, part);
    }
}

/// Makes `count` items, of which new ones are copies of `item`, or none without it.
fn resize<T: Clone>(list: &mut Vec<T>, count: usize, item: Option<T>) {
    match item {
        Some(item) => list.resize(count, item),
        None => list.clear(),
    }
}

/// Ids of the faces that are listed for each pair of bodies.
pub(super) struct ListedPairs<'a> {
    pub bodies: &'a MovingBodies,
    pub pairs: &'a [BodyPair],
    /// Both lists of each pair, as ranges of all listed faces. They follow each other without gaps.
    pub lists: &'a [[Range<u32>; 2]],
    /// Ids of the faces. All pieces but the last have as many pairs.
    pub pieces: &'a [ListedFaceIds],
    /// True if the faces are prepared for comparisons of eight pairs at once.
    pub by_eights: bool,
}

/// Items of the arrays from `first` on.
struct ArrayPart<'a> {
    first: usize,
    faces: &'a mut [SweptFace],
    boxes: &'a mut [Aabb],
    singles: &'a mut [Box4],
    offsets: &'a mut [SweptOffsets],
}

/// One item of each array.
#[derive(Clone, Copy)]
struct FaceCopy {
    face: SweptFace,
    bounds: Aabb,
    single: Box4,
    offsets: Option<SweptOffsets>,
}

impl ArrayPart<'_> {
    /// Returns the first `count` items, and the others.
    fn split(&mut self, count: usize) -> [ArrayPart<'_>; 2] {
        let (faces, later_faces) = self.faces.split_at_mut(count);
        let (boxes, later_boxes) = self.boxes.split_at_mut(count);
        let (singles, later_singles) = self.singles.split_at_mut(count);
        // There may be none.
        let (offsets, later_offsets) = self.offsets.split_at_mut(count.min(self.offsets.len()));
        let part = |first, faces, boxes, singles, offsets| ArrayPart {
            first,
            faces,
            boxes,
            singles,
            offsets,
        };
        [
            part(self.first, faces, boxes, singles, offsets),
            part(
                self.first + count,
                later_faces,
                later_boxes,
                later_singles,
                later_offsets,
            ),
        ]
    }
}

impl ListedPairs<'_> {
    /// Copies the faces of a part of the arrays.
    fn copy_on(&self, team: Team, mut part: ArrayPart<'_>) {
        let count = part.faces.len();
        if count == 0 {
            return;
        }
        if team.shares() && count > COPIED_AT_ONCE {
            let [low, high] = part.split(count / 2);
            team.join(|| self.copy_on(team, low), || self.copy_on(team, high));
            return;
        }
        let (first, end) = (part.first as u32, (part.first + count) as u32);
        // Lists ascend, and some are empty.
        let pairs = self.lists.partition_point(|[_, last]| last.end <= first)
            ..self.lists.partition_point(|[start, _]| start.start < end);
        self.bodies.prefetch(team, &self.pairs[pairs.clone()]);
        for k in pairs {
            let [of_a, of_b] = &self.lists[k];
            let listed = of_a.start.max(first)..of_b.end.min(end);
            if listed.is_empty() {
                continue;
            }
            let (frame, ids) = (self.frame(k), self.ids(k));
            for i in listed {
                let id = ids[(i - of_a.start) as usize];
                let (copy, to) = (self.copy_of(&frame, id), (i - first) as usize);
                part.faces[to] = copy.face;
                part.boxes[to] = copy.bounds;
                part.singles[to] = copy.single;
                if let Some(offsets) = copy.offsets {
                    part.offsets[to] = offsets;
                }
            }
        }
    }

    /// Returns the copy of the first face, if there is one.
    fn first_copy(&self) -> Option<FaceCopy> {
        let has_faces = |[of_a, of_b]: &[Range<u32>; 2]| of_a.start < of_b.end;
        let pair = self.lists.iter().position(has_faces)?;
        Some(self.copy_of(&self.frame(pair), self.ids(pair)[0]))
    }

    /// Returns the number of all listed faces.
    fn count(&self) -> usize {
        self.lists.last().map_or(0, |[_, last]| last.end as usize)
    }

    /// Returns the ids of the faces of a pair, and those of the pairs after it in its piece.
    fn ids(&self, pair: usize) -> &[FaceId] {
        let pairs_of_piece = self.pieces[0].counts.len();
        let piece = pair / pairs_of_piece;
        let start = |pair: usize| self.lists[pair][0].start;
        let before = start(pair) - start(piece * pairs_of_piece);
        &self.pieces[piece].ids[before as usize..]
    }

    /// Returns the axes of a pair.
    fn frame(&self, pair: usize) -> PairFrame {
        let BodyPair { a, b, .. } = self.pairs[pair];
        PairFrame::new([a, b].map(|body| &self.bodies.boxes()[body.index()]))
    }

    #[inline(always)] // In the loop over all listed faces, a call copies all arrays' items twice.
    fn copy_of(&self, frame: &PairFrame, id: FaceId) -> FaceCopy {
        let sweep = self.bodies.sweep(id);
        let bounds = frame.bounds(&sweep, self.bodies.bulge(id.body));
        FaceCopy {
            face: SweptFace { id, sweep },
            bounds,
            single: frame.single(&bounds),
            offsets: self.by_eights.then(|| frame.cube.offsets(&sweep)),
        }
    }
}
