//! Pairs of overlapping boxes of two lists, by sorted strips of boxes in lanes.
//!
//! Good for boxes that are short along two of the four axes. With `n` faces in each list, about
//! `n` to order one, `n √(n / 64)` comparisons of a face with a strip, eight at once, and for each
//! face of the other list and each strip that it reaches a search and the blocks of eight boxes
//! that begin before it ends. Poor if all boxes overlap: the product of both lists. The essence:
//! 1. Take the two axes along which the fewest boxes of a sample overlap.
//! 2. Cut one list into strips along the second of them ([`crate::strip_order`]).
//! 3. For each strip: order it along the first axis, and put its boxes in blocks of eight.
//! 4. Of the other list, take the faces that overlap the strip along the second axis. For each,
//!    look for the first block that ends where the face begins or later, and for the last that
//!    begins before it ends.
//! 5. Compare eight boxes at once along four axes.
//!
//! A box is in one strip, so each pair comes once. None is lost: a face is left out only if it is
//! apart from the box of all boxes of the strip. Within a strip neither side of the blocks ascends,
//! as boxes of one cell are in no order and longer ones end later. But the greatest upper side up
//! to a block ascends, and the least lower side from a block on. So a binary search of the former
//! finds the first block, and a comparison with the latter the last.
//!
//! Strips are handled one by one: the blocks of one fit a core's own cache, and the core that has
//! written them reads them most often.

use crate::counters::OctreeWork;
use crate::strip_order::{Boxed, BoxedFaces, StripCells, StripOrder, StripSort, strip_count};
use crate::workers::{Spares, Team};
use geometry::lanes::{
    Box4, Dispatch, Instructions, Lanes, Register, WIDTH, dispatch, greater, lesser, set_bits,
};
use std::ops::Range;

/// Maximum number of faces of a list of which boxes are compared to choose axes, evenly spread.
const SAMPLE: usize = 8;

/// Maximum number of faces of one [`Intervals`].
const INTERVAL_FACES: u32 = 256;

/// Number of such parts that a thread compares with a strip at once: about 10 µs of work. Intervals
/// are taken of as many at once.
const PARTS_AT_ONCE: usize = 4;

/// Search among faces whose boxes overlap.
pub(crate) trait StripSearch: Sync {
    /// Data beside a block of eight boxes.
    type Beside: Clone + Default + Send + Sync;

    /// Findings of a thread.
    type Found: Default + Send;

    /// Returns what belongs beside a block of up to eight faces of the sorted list.
    fn beside(&self, faces: &[u32]) -> Self::Beside;

    /// Compares faces of the other list with those of a strip ([`SortedStrip::visit`]), by boxes
    /// that are widened by the margin of [`BoxStrips::compare`].
    fn find(&self, strip: &SortedStrip<'_, Self::Beside>, others: &[u32], found: &mut Self::Found);

    /// Removes what was found.
    fn clear(&self, found: &mut Self::Found);

    /// Moves what a thread has found to what was found before.
    fn append(&self, found: &mut Self::Found, more: &mut Self::Found);
}

/// Search for overlapping boxes of two lists. Keeps only buffers.
#[derive(Debug, Default)]
pub(crate) struct BoxStrips<P, F> {
    order: StripOrder,
    /// Faces of the other list, across the strips.
    others: Vec<Intervals>,
    /// Buffers of the caller's thread, and of the threads that share a search.
    alone: StripBuffers<P>,
    buffers: Spares<StripBuffers<P>>,
    found: Spares<F>,
}

/// Neighbors in a list, along one axis.
#[derive(Clone, Debug, Default)]
struct Intervals {
    faces: Range<u32>,
    /// Sides of their boxes, in eights: the last have an interval that is nowhere. Empty if there
    /// is one strip, with which all faces are compared.
    low: Vec<Lanes>,
    high: Vec<Lanes>,
    /// Interval around all.
    around: [f32; 2],
}

/// Buffers of a thread.
#[derive(Clone, Debug)]
struct StripBuffers<P> {
    sort: StripSort,
    blocks: Vec<SweepBlock>,
    sides: BlockSides,
    beside: Vec<P>,
}

/// Sides of blocks along the first axis.
#[derive(Clone, Debug, Default)]
struct BlockSides {
    /// Greatest upper side of each block.
    ends: Vec<f32>,
    /// The same of each block and those before it, in eights; beyond the last block, infinity.
    all_end: Vec<Lanes>,
    /// Least lower side of each block and those after it, in eights; beyond the last block,
    /// infinity.
    begins: Vec<Lanes>,
}

/// Blocks of a strip, with what is beside each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SortedStrip<'a, P> {
    blocks: &'a [SweepBlock],
    sides: &'a BlockSides,
    beside: &'a [P],
    /// Box of all boxes.
    bounds: Box4,
    /// Axis of the order of blocks.
    axis: usize,
}

/// Eight boxes. A lane without a face has a box that is nowhere.
#[derive(Clone, Debug)]
struct SweepBlock {
    low: [Lanes; 4],
    high: [Lanes; 4],
    faces: [u32; WIDTH],
}

/// One box in all lanes.
struct SplatBox<R> {
    low: [R; 4],
    high: [R; 4],
}

impl<R: Register> SplatBox<R> {
    #[inline(always)]
    fn new(on: impl Instructions<Register = R>, bounds: &Box4) -> SplatBox<R> {
        SplatBox {
            low: bounds.low.map(|x| on.splat(x)),
            high: bounds.high.map(|x| on.splat(x)),
        }
    }
}

impl SweepBlock {
    const NOWHERE: SweepBlock = SweepBlock {
        low: [[f32::INFINITY; WIDTH]; 4],
        high: [[f32::NEG_INFINITY; WIDTH]; 4],
        faces: [0; WIDTH],
    };

    fn set(&mut self, k: usize, face: u32, bounds: &Box4) {
        for i in 0..4 {
            self.low[i][k] = bounds.low[i];
            self.high[i][k] = bounds.high[i];
        }
        self.faces[k] = face;
    }

    /// Returns a bit for each box that overlaps another: no gap is above zero.
    #[inline(always)]
    fn overlaps<I: Instructions>(&self, on: I, other: &SplatBox<I::Register>) -> u32 {
        let mut gap = on.splat(0.0);
        for i in 0..4 {
            gap = gap.max(on.load(&self.low[i]) - other.high[i]);
            gap = gap.max(other.low[i] - on.load(&self.high[i]));
        }
        !gap.above(on.splat(0.0)) & 0xff
    }
}

impl<P> Default for StripBuffers<P> {
    fn default() -> StripBuffers<P> {
        StripBuffers {
            sort: StripSort::default(),
            blocks: Vec::new(),
            sides: BlockSides::default(),
            beside: Vec::new(),
        }
    }
}

impl<P: Clone + Default + Send + Sync, F: Default + Send> BoxStrips<P, F> {
    /// Sorts the first list, and compares the second with it. `margin` widens the boxes of the
    /// second along the fourth axis. Threads add what they find in any order. Neither list is
    /// empty, and sides of boxes are finite.
    pub(crate) fn compare<L: BoxedFaces + ?Sized>(
        &mut self,
        team: Team,
        lists: [&L; 2],
        margin: f32,
        search: &impl StripSearch<Beside = P, Found = F>,
        found: &mut F,
    ) {
        let axes = separating_axes(lists);
        let (order, others) = (&mut self.order, &mut self.others);
        let ((strips, cells), others) = team.join(
            || order.fill(team, lists[0], axes),
            || take_intervals(team, others, lists, margin, axes[1]),
        );
        let comparison = Comparison {
            order: &self.order,
            cells: &cells,
            lists,
            across: axes[1],
            search,
        };
        if !team.shares() {
            for strip in 0..strips {
                let strip = comparison.sort(strip, &mut self.alone);
                comparison.find(team, &strip, others, found);
            }
            return;
        }
        // A frame that ended with a panic has left what it found.
        self.found.all().for_each(|found| search.clear(found));
        let (buffers, of_threads) = (&self.buffers, &self.found);
        let on_strips = |strips: Range<usize>| {
            buffers.lend(|buffers| {
                for strip in strips {
                    let strip = comparison.sort(strip, buffers);
                    let find = |parts: Range<usize>| {
                        of_threads.lend(|found| {
                            comparison.find(team, &strip, &others[parts], found);
                        });
                    };
                    team.fold(0..others.len(), PARTS_AT_ONCE, &find, &|(), ()| ());
                }
            });
        };
        team.fold(0..strips, 1, &on_strips, &|(), ()| ());
        for more in self.found.all() {
            search.append(found, more);
        }
    }
}

/// Takes the intervals of the second list along an axis, to be compared with strips of the first.
/// Returns those in use.
fn take_intervals<'a, L: BoxedFaces + ?Sized>(
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
    fn overlapping(&self, other: [f32; 2], faces: &mut [u32; INTERVAL_FACES as usize]) -> usize {
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

/// Two lists, of which one is in strips.
struct Comparison<'a, L: ?Sized, S> {
    order: &'a StripOrder,
    cells: &'a StripCells,
    /// The sorted list, and the other one.
    lists: [&'a L; 2],
    /// Axis across the strips.
    across: usize,
    search: &'a S,
}

impl<L: BoxedFaces + ?Sized, S: StripSearch> Comparison<'_, L, S> {
    /// Compares parts of the other list with a strip.
    fn find(
        &self,
        team: Team,
        strip: &SortedStrip<'_, S::Beside>,
        others: &[Intervals],
        found: &mut S::Found,
    ) {
        let mut faces = [0; INTERVAL_FACES as usize];
        let across = [strip.bounds.low, strip.bounds.high].map(|side| side[self.across]);
        for part in others {
            let count = part.overlapping(across, &mut faces);
            if count > 0 {
                let faces = &faces[..count];
                let lows = faces.iter().map(|i| self.lists[1].face(*i).bounds().low[0]);
                team.prefetch(lows.map(f64::from));
                self.search.find(strip, faces, found);
            }
        }
    }

    /// Sorts a strip into blocks.
    fn sort<'b>(
        &self,
        strip: usize,
        buffers: &'b mut StripBuffers<S::Beside>,
    ) -> SortedStrip<'b, S::Beside> {
        let StripBuffers {
            sort,
            blocks,
            sides,
            beside,
        } = buffers;
        let order = sort.sort(self.order.strip(strip), self.lists[0], self.cells);
        let axis = self.cells.axis();
        let mut bounds = Box4::EMPTY;
        blocks.clear();
        sides.clear();
        beside.clear();
        for eight in order.chunks(WIDTH) {
            let (mut block, mut around) = (SweepBlock::NOWHERE, Box4::EMPTY);
            for (k, i) in eight.iter().enumerate() {
                let face = self.lists[0].face(*i).bounds();
                block.set(k, *i, face);
                around.add(face);
            }
            bounds.add(&around);
            blocks.push(block);
            sides.push(around.low[axis], around.high[axis]);
            beside.push(self.search.beside(eight));
        }
        sides.end();
        SortedStrip {
            blocks,
            sides,
            beside,
            bounds,
            axis,
        }
    }
}

impl<P> SortedStrip<'_, P> {
    /// Calls `visit` with each block that has boxes which overlap another one: its faces, what is
    /// beside it, and a bit for each such box, at least one.
    #[inline(always)]
    pub(crate) fn visit<I: Instructions>(
        &self,
        on: I,
        bounds: &Box4,
        work: &mut OctreeWork,
        mut visit: impl FnMut(&[u32; WIDTH], &P, u32, &mut OctreeWork),
    ) {
        if !self.bounds.overlaps(bounds) {
            return;
        }
        let lanes = SplatBox::new(on, bounds);
        let (begin, end) = (bounds.low[self.axis], bounds.high[self.axis]);
        let BlockSides { ends, .. } = self.sides;
        for k in self.sides.between(on, begin, end) {
            // Only an earlier block ends so late that the search has come to this one.
            if ends[k] < begin {
                continue;
            }
            work.face_box_tests += WIDTH as u64;
            let block = &self.blocks[k];
            let overlapping = block.overlaps(on, &lanes);
            if overlapping != 0 {
                visit(&block.faces, &self.beside[k], overlapping, work);
            }
        }
    }
}

impl BlockSides {
    fn clear(&mut self) {
        self.ends.clear();
        self.all_end.clear();
        self.begins.clear();
    }

    fn push(&mut self, low: f32, high: f32) {
        let k = self.ends.len() % WIDTH;
        if k == 0 {
            self.all_end.push([f32::INFINITY; WIDTH]);
            self.begins.push([f32::INFINITY; WIDTH]);
        }
        self.ends.push(high);
        let eight = self.all_end.len() - 1;
        self.all_end[eight][k] = high;
        self.begins[eight][k] = low;
    }

    /// Ends with the last block.
    fn end(&mut self) {
        let count = self.ends.len();
        let mut all_end = f32::NEG_INFINITY;
        let sides = self.all_end.as_flattened_mut()[..count].iter_mut();
        for side in sides {
            all_end = greater(all_end, *side);
            *side = all_end;
        }
        // Backward, as a block begins for those after it, too.
        let mut rest_begins = f32::INFINITY;
        let sides = self.begins.as_flattened_mut()[..count].iter_mut();
        for side in sides.rev() {
            rest_begins = lesser(rest_begins, *side);
            *side = rest_begins;
        }
    }

    /// Returns the blocks from the first that ends at or after `begin` to the last that begins at
    /// or before `end`, which is finite.
    #[inline(always)]
    fn between<I: Instructions>(&self, on: I, begin: f32, end: f32) -> Range<usize> {
        debug_assert!(end.is_finite(), "sides of boxes are finite");
        let eight = self
            .all_end
            .partition_point(|sides| sides[WIDTH - 1] < begin);
        let Some(sides) = self.all_end.get(eight) else {
            return 0..0;
        };
        let before = on.splat(begin).above(on.load(sides)) & 0xff;
        let first = eight * WIDTH + before.count_ones() as usize;
        let mut last = eight * WIDTH;
        for sides in &self.begins[eight..] {
            let beyond = on.load(sides).above(on.splat(end)) & 0xff;
            last += WIDTH - beyond.count_ones() as usize;
            if beyond != 0 {
                break;
            }
        }
        first..last
    }
}

/// Returns the two axes along which the fewest boxes of a sample overlap, the fewest first.
///
/// The mean length of boxes compared with the room that they are in does not do: one face far away
/// makes much room along an axis on which all others are at one place.
fn separating_axes(lists: [&(impl BoxedFaces + ?Sized); 2]) -> [usize; 2] {
    let [a, b] = lists.map(|list| {
        let all = list.runs().flatten();
        let some = all.step_by(list.count().div_ceil(SAMPLE));
        some.map(|i| list.face(i))
    });
    let mut overlaps = [0u32; 4];
    for face in a {
        for other in b.clone() {
            let (p, q) = (face.bounds(), other.bounds());
            for (i, count) in overlaps.iter_mut().enumerate() {
                *count += u32::from((p.low[i] <= q.high[i]) & (q.low[i] <= p.high[i]));
            }
        }
    }
    let mut axes = [0, 1, 2, 3];
    axes.sort_by_key(|i| overlaps[*i]);
    [axes[0], axes[1]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workers::Workers;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Lists the pairs of faces whose boxes overlap.
    struct AllPairs<'a> {
        other: &'a [Box4],
        margin: f32,
        /// Face of the other list with which a search panics.
        panics_at: Option<u32>,
    }

    struct FindAll<'a> {
        search: &'a AllPairs<'a>,
        strip: &'a SortedStrip<'a, ()>,
        others: &'a [u32],
        found: &'a mut Vec<[u32; 2]>,
    }

    impl Dispatch for FindAll<'_> {
        fn run(self, on: impl Instructions) {
            let mut work = OctreeWork::default();
            for other in self.others {
                let bounds = &self.search.other[*other as usize];
                let bounds = bounds.widened_along_fourth(self.search.margin);
                (self.strip).visit(on, &bounds, &mut work, |block, (), overlapping, _| {
                    let pairs = set_bits(overlapping.into()).map(|k| [block[k], *other]);
                    self.found.extend(pairs);
                });
            }
        }
    }

    impl StripSearch for AllPairs<'_> {
        type Beside = ();
        type Found = Vec<[u32; 2]>;

        fn beside(&self, _: &[u32]) {}

        fn find(&self, strip: &SortedStrip<'_, ()>, others: &[u32], found: &mut Vec<[u32; 2]>) {
            let panics = |other: &u32| self.panics_at == Some(*other);
            assert!(!others.iter().any(panics), "a search may panic");
            dispatch(FindAll {
                search: self,
                strip,
                others,
                found,
            });
        }

        fn clear(&self, found: &mut Vec<[u32; 2]>) {
            found.clear();
        }

        fn append(&self, found: &mut Vec<[u32; 2]>, more: &mut Vec<[u32; 2]>) {
            found.append(more);
        }
    }

    /// Boxes of a grid along the third and the fourth axis. Along the latter, which is across the
    /// strips as more boxes of a sample overlap there, each ends a gap before others begin.
    #[test]
    fn boxes_that_only_the_margin_joins_are_found_across_strips() {
        let (side, gap) = (39, 0.25);
        let boxes = |shift: f32| -> Vec<Box4> {
            let places = (0..side * side).map(|i| [i % side, i / side].map(|x| x as f32));
            let boxes = places.map(|[x, y]| Box4 {
                low: [0.0, 0.0, x, 2.0 * y + shift],
                high: [1.0, 1.0, x + 0.5, 2.0 * y + shift + 9.0 - gap],
            });
            boxes.collect()
        };
        let lists = [boxes(0.0), boxes(1.0)];
        let other = &lists[1];
        assert_eq!(separating_axes([&lists[0][..], other]), [2, 3]);
        let neighbors = |margin: f32| {
            let widened = other
                .iter()
                .map(|bounds| bounds.widened_along_fourth(margin));
            let overlapping = |bounds: Box4| lists[0].iter().filter(move |x| x.overlaps(&bounds));
            widened.flat_map(overlapping).count()
        };
        assert!(neighbors(gap) > neighbors(0.0) + 2 * side * (side - 5));
        for margin in [0.0, gap] {
            let neighbors = neighbors(margin);
            for workers in [1, 2, 5] {
                let (mut strips, mut found) = (BoxStrips::default(), Vec::new());
                let mut search = AllPairs {
                    other,
                    margin,
                    panics_at: Some(other.len() as u32 / 2),
                };
                let mut compare = |search: &AllPairs<'_>, found: &mut Vec<[u32; 2]>| {
                    Workers::default().run(workers, true, |team| {
                        let lists = [&lists[0][..], other];
                        strips.compare(team, lists, margin, search, found);
                    });
                };
                // What a search finds that ends with a panic is not found again by the next.
                let mut lost = Vec::new();
                let panics = AssertUnwindSafe(|| compare(&search, &mut lost));
                assert!(catch_unwind(panics).is_err());
                search.panics_at = None;
                compare(&search, &mut found);
                assert_eq!(found.len(), neighbors, "{workers} threads");
                found.sort_unstable();
                found.dedup();
                assert_eq!(found.len(), neighbors, "each once");
            }
        }
    }

    #[test]
    fn blocks_between_two_positions_are_those_of_the_definition() {
        struct Between<'a>(&'a BlockSides, [f32; 2], &'a mut Range<usize>);
        impl Dispatch for Between<'_> {
            fn run(self, on: impl Instructions) {
                *self.2 = self.0.between(on, self.1[0], self.1[1]);
            }
        }
        for count in [0, 1, 7, 8, 9, 30] {
            let mut sides = BlockSides::default();
            // In no strict order, and some equal.
            let of_block = |k: usize| (k / 2 * 3 + k * 5 % 4) as f32;
            (0..count).for_each(|k| sides.push(of_block(k), of_block(k) + (k % 5) as f32));
            sides.end();
            for begin in 0..60 {
                for length in [0, 1, 5, 80] {
                    let [begin, end] = [begin, begin + length].map(|x| x as f32);
                    let mut blocks = 0..0;
                    dispatch(Between(&sides, [begin, end], &mut blocks));
                    let reaches = |k: &usize| of_block(*k) + (k % 5) as f32 >= begin;
                    let begins = |k: &usize| of_block(*k) <= end;
                    let first = (0..count).find(reaches).unwrap_or(count);
                    let last = (0..count).rfind(begins).map_or(0, |k| k + 1);
                    if first < last {
                        assert_eq!(blocks, first..last, "{count}: {begin} to {end}");
                    } else {
                        assert!(blocks.is_empty(), "{count}: {begin} to {end}");
                    }
                }
            }
        }
    }
}
