//! Listed faces in arrays, as steps 3 and 4 read them.
//!
//! Copied in one pass, pair of bodies by pair of bodies: linear in the listed faces. If faces are
//! prepared for comparisons of eight pairs at once, they are copied so, too (`face_corners`): only
//! in single precision, which leaves few pairs open. Corners of these are then moved again.

use super::face_corners::FaceCorners;
use super::listed_ids::ListedFaceIds;
use super::moving_bodies::MovingBodies;
use super::pair_frame::PairFrame;
use crate::workers::Team;
use collision::{BodyPair, FaceId};
use geometry::lanes::{Box4, Dispatch, Instructions, WIDTH, dispatch};
use geometry::swept::{EightSweeps, SweptOffsets};
use geometry::{Aabb, SweptTriangle, Triangle, Vec3};
use std::ops::Range;

/// Number of listed faces that a thread copies at once: about 5 to 20 µs of work.
pub(super) const COPIED_AT_ONCE: usize = 256;

/// Arrays with one item for each listed face, or empty.
#[derive(Debug, Default)]
pub(super) struct FaceArrays {
    pub ids: Vec<FaceId>,
    /// Faces at both instants, world space. Empty if faces are prepared for eight pairs at once.
    pub sweeps: Vec<SweptTriangle>,
    /// Boxes of the faces over both instants. As published, along the axes of the scene. Otherwise
    /// along those of the pair's frame, with the bulge. Empty if faces are prepared so.
    pub boxes: Vec<Aabb>,
    /// The same in single precision. Empty as published.
    pub singles: Vec<Box4>,
    /// Corners of the faces in single precision. Empty unless faces are prepared so.
    pub offsets: Vec<SweptOffsets>,
}

impl FaceArrays {
    /// Copies all faces of `listed`.
    pub(super) fn copy(&mut self, team: Team, listed: &ListedPairs<'_>) {
        let count = listed.count();
        let (by_eights, one_by_one) = if listed.by_eights {
            (count, 0)
        } else {
            (0, count)
        };
        let origin = Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
        self.ids.clear();
        for piece in listed.pieces {
            self.ids.extend_from_slice(&piece.ids);
        }
        self.sweeps
            .resize(one_by_one, SweptTriangle::new(origin, origin));
        self.boxes.resize(one_by_one, Aabb::EMPTY);
        self.singles.resize(count, Box4::EMPTY);
        self.offsets.resize(by_eights, SweptOffsets::NONE);
        let part = ArrayPart {
            first: 0,
            ids: &self.ids,
            sweeps: &mut self.sweeps,
            boxes: &mut self.boxes,
            singles: &mut self.singles,
            offsets: &mut self.offsets,
        };
        listed.copy_on(team, part);
    }
}

/// Faces that are listed for each pair of bodies.
pub(super) struct ListedPairs<'a> {
    pub bodies: &'a MovingBodies,
    pub pairs: &'a [BodyPair],
    /// Both lists of each pair, as ranges of all listed faces. They follow each other without gaps.
    pub lists: &'a [[Range<u32>; 2]],
    /// Ids of the faces, piece after piece.
    pub pieces: &'a [ListedFaceIds],
    /// True if the faces are prepared for comparisons of eight pairs at once.
    pub by_eights: bool,
}

/// Items of the arrays from `first` on.
struct ArrayPart<'a> {
    first: usize,
    ids: &'a [FaceId],
    sweeps: &'a mut [SweptTriangle],
    boxes: &'a mut [Aabb],
    singles: &'a mut [Box4],
    offsets: &'a mut [SweptOffsets],
}

impl ArrayPart<'_> {
    /// Returns the items of `count` faces, and those of the others.
    fn split(&mut self, count: usize) -> [ArrayPart<'_>; 2] {
        let (ids, later_ids) = self.ids.split_at(count);
        let (sweeps, later_sweeps) = split_if_used(self.sweeps, count);
        let (boxes, later_boxes) = split_if_used(self.boxes, count);
        let (singles, later_singles) = self.singles.split_at_mut(count);
        let (offsets, later_offsets) = split_if_used(self.offsets, count);
        let part = |first, ids, sweeps, boxes, singles, offsets| ArrayPart {
            first,
            ids,
            sweeps,
            boxes,
            singles,
            offsets,
        };
        [
            part(self.first, ids, sweeps, boxes, singles, offsets),
            part(
                self.first + count,
                later_ids,
                later_sweeps,
                later_boxes,
                later_singles,
                later_offsets,
            ),
        ]
    }
}

/// Splits an array, of which there may be no items.
fn split_if_used<T>(items: &mut [T], count: usize) -> (&mut [T], &mut [T]) {
    let at = count.min(items.len());
    items.split_at_mut(at)
}

impl ListedPairs<'_> {
    /// Copies the faces of a part of the arrays.
    fn copy_on(&self, team: Team, mut part: ArrayPart<'_>) {
        let count = part.ids.len();
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
            if of_a.start == of_b.end {
                continue;
            }
            let frame = self.frame(k);
            for list in [of_a, of_b] {
                let listed = list.start.max(first)..list.end.min(end);
                if !listed.is_empty() {
                    let at = (listed.start - first) as usize..(listed.end - first) as usize;
                    self.copy_list(&frame, at, &mut part);
                }
            }
        }
    }

    /// Copies some faces of a body, at least one.
    fn copy_list(&self, frame: &PairFrame, at: Range<usize>, part: &mut ArrayPart<'_>) {
        let ids = &part.ids[at.clone()];
        let singles = &mut part.singles[at.clone()];
        if self.by_eights {
            return dispatch(CopyByEights {
                frame,
                corners: self.bodies.face_corners(ids[0].body),
                ids,
                singles,
                offsets: &mut part.offsets[at],
            });
        }
        for (i, id) in at.zip(ids) {
            let sweep = self.bodies.sweep(*id);
            let bounds = frame.bounds(&sweep, self.bodies.bulge(id.body));
            part.singles[i] = frame.single(&bounds);
            (part.sweeps[i], part.boxes[i]) = (sweep, bounds);
        }
    }

    /// Returns the number of all listed faces.
    fn count(&self) -> usize {
        self.lists.last().map_or(0, |[_, last]| last.end as usize)
    }

    /// Returns the axes of a pair.
    fn frame(&self, pair: usize) -> PairFrame {
        let BodyPair { a, b, .. } = self.pairs[pair];
        PairFrame::new([a, b].map(|body| &self.bodies.boxes()[body.index()]))
    }
}

/// A copy of faces of one body, eight at once, with instructions that are chosen at run time.
struct CopyByEights<'a> {
    frame: &'a PairFrame,
    corners: FaceCorners<'a>,
    ids: &'a [FaceId],
    singles: &'a mut [Box4],
    offsets: &'a mut [SweptOffsets],
}

impl Dispatch for CopyByEights<'_> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let scale = self.frame.scale;
        let eights = self.ids.chunks(WIDTH);
        let singles = self.singles.chunks_mut(WIDTH);
        let offsets = self.offsets.chunks_mut(WIDTH);
        let mut faces = EightSweeps::default();
        for ((ids, singles), offsets) in eights.zip(singles).zip(offsets) {
            self.corners.take(ids, &mut faces);
            let volumes = faces.volumes(on, scale);
            let boxes = self.frame.eight_boxes(on, &faces, &volumes);
            singles.copy_from_slice(&boxes[..ids.len()]);
            faces.store_offsets(on, &volumes, scale, offsets);
        }
    }
}
