//! Faces of a list that overlap a strip: their intervals across the strips, eight at once.

use crate::strip_order::{Boxed, BoxedFaces, strip_count};
use crate::workers::Team;
use geometry::lanes::{
    Dispatch, Instructions, Lanes, Register, WIDTH, dispatch, greater, lesser, set_bits,
};
use std::ops::Range;

/// Maximum number of faces of one [`Intervals`].
pub(super) const INTERVAL_FACES: u32 = 256;

/// Number of such parts that a thread compares with a strip at once: about 10 µs of work. Intervals
/// are taken of as many at once.
pub(super) const PARTS_AT_ONCE: usize = 4;

/// Neighbors in a list, along one axis.
#[derive(Clone, Debug, Default)]
pub(super) struct Intervals {
    faces: Range<u32>,
    /// Sides of their boxes, in eights: the last have an interval that is nowhere. Empty if there
    /// is one strip, with which all faces are compared.
    low: Vec<Lanes>,
    high: Vec<Lanes>,
    /// Interval around all.
    around: [f32; 2],
}

/// Takes the intervals of the second list along an axis, to be compared with strips of the first.
/// Returns those in use.
pub(super) fn take_intervals<'a, L: BoxedFaces + ?Sized>(
    team: Team,
    parts: &'a mut Vec<Intervals>,
    [sorted, list]: [&L; 2],
    margin: f32,
    axis: usize,
) -> &'a [Intervals] {
    let mut count = 0;
    for faces in list.runs_up_to(INTERVAL_FACES) {
        if parts.len() == count {
            parts.push(Intervals::default());
        }
        parts[count].set_all(faces);
        count += 1;
    }
    let parts = &mut parts[..count];
    if strip_count(sorted.count()) > 1 {
        let margin = if axis == 3 { margin } else { 0.0 };
        let take = |_: usize, parts: &mut [Intervals]| {
            for part in parts {
                part.take(list, margin, axis);
            }
        };
        team.fold_mut(parts, PARTS_AT_ONCE, &take, &|(), ()| ());
    }
    parts
}

impl Intervals {
    /// Sets the faces, without intervals.
    fn set_all(&mut self, faces: Range<u32>) {
        self.faces = faces;
        self.low.clear();
        self.high.clear();
        self.around = [f32::NEG_INFINITY, f32::INFINITY];
    }

    /// Takes the interval of each face, widened by a margin.
    fn take(&mut self, list: &(impl BoxedFaces + ?Sized), margin: f32, axis: usize) {
        self.around = [f32::INFINITY, f32::NEG_INFINITY];
        for eight in list.of_run(self.faces.clone()).chunks(WIDTH) {
            let (mut low, mut high) = ([f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]);
            for (k, face) in eight.iter().enumerate() {
                low[k] = face.bounds().low[axis] - margin;
                high[k] = face.bounds().high[axis] + margin;
                self.around[0] = lesser(self.around[0], low[k]);
                self.around[1] = greater(self.around[1], high[k]);
            }
            self.low.push(low);
            self.high.push(high);
        }
    }

    /// Writes the faces whose intervals overlap another to `faces`, and returns their number.
    pub(super) fn overlapping(
        &self,
        other: [f32; 2],
        faces: &mut [u32; INTERVAL_FACES as usize],
    ) -> usize {
        if self.low.is_empty() {
            let all = faces.iter_mut().zip(self.faces.clone());
            all.for_each(|(to, face)| *to = face);
            return self.faces.len();
        }
        let mut count = 0;
        if self.around[0] <= other[1] && other[0] <= self.around[1] {
            dispatch(FindOverlapping {
                intervals: self,
                other,
                faces,
                count: &mut count,
            });
        }
        count
    }
}

/// A comparison of intervals, with instructions that are chosen at run time.
struct FindOverlapping<'a> {
    intervals: &'a Intervals,
    other: [f32; 2],
    faces: &'a mut [u32; INTERVAL_FACES as usize],
    count: &'a mut usize,
}

impl Dispatch for FindOverlapping<'_> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let [low, high] = self.other.map(|x| on.splat(x));
        let Intervals {
            faces: indices,
            low: lows,
            high: highs,
            ..
        } = self.intervals;
        let eights = indices.clone().step_by(WIDTH).zip(lows.iter().zip(highs));
        for (first, (of_low, of_high)) in eights {
            let beyond = on.load(of_low).above(high) | low.above(on.load(of_high));
            for k in set_bits((!beyond & 0xff).into()) {
                self.faces[*self.count] = first + k as u32;
                *self.count += 1;
            }
        }
    }
}
