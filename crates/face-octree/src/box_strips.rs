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

mod block_sides;
mod intervals;

use crate::counters::OctreeWork;
use crate::strip_order::{Boxed, BoxedFaces, StripCells, StripOrder, StripSort};
use crate::workers::{Spares, Team};
use block_sides::BlockSides;
use geometry::lanes::{Box4, Instructions, Lanes, Register, WIDTH};
use intervals::{INTERVAL_FACES, Intervals, PARTS_AT_ONCE, take_intervals};
use std::ops::Range;

/// Maximum number of faces of a list of which boxes are compared to choose axes, evenly spread.
const SAMPLE: usize = 8;

/// Search among faces whose boxes overlap.
pub(crate) trait StripSearch: Sync {
    /// Data beside a block of eight boxes.
    type Beside: Default + Send + Sync;

    type Found: Found;

    /// Returns by how much [`StripSearch::find`] widens boxes of the other list along the fourth
    /// axis.
    fn margin(&self) -> f32;

    /// Returns what belongs beside a block of up to eight faces of the sorted list.
    fn beside(&self, faces: &[u32]) -> Self::Beside;

    /// Compares faces of the other list with those of a strip ([`SortedStrip::visit`]), by boxes
    /// that are widened by the margin.
    fn find(&self, strip: &SortedStrip<'_, Self::Beside>, others: &[u32], found: &mut Self::Found);
}

/// Results of a search.
pub(crate) trait Found: Default + Send {
    /// Removes all.
    fn clear(&mut self);

    /// Moves the results of a thread to the end of these.
    fn append(&mut self, more: &mut Self);
}

impl<T: Send> Found for (Vec<T>, OctreeWork) {
    fn clear(&mut self) {
        self.0.clear();
        self.1 = OctreeWork::default();
    }

    fn append(&mut self, more: &mut Self) {
        self.0.append(&mut more.0);
        self.1 += std::mem::take(&mut more.1);
    }
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

/// Buffers of a thread.
#[derive(Debug, Default)]
struct StripBuffers<P> {
    sort: StripSort,
    blocks: Vec<SweepBlock>,
    sides: BlockSides,
    beside: Vec<P>,
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

impl<P: Default + Send + Sync, F: Found> BoxStrips<P, F> {
    /// Sorts the first list, and compares the second with it. Threads add what they find in any
    /// order. Neither list is empty, and sides of boxes are finite.
    pub(crate) fn compare<L: BoxedFaces + ?Sized>(
        &mut self,
        team: Team,
        lists: [&L; 2],
        search: &impl StripSearch<Beside = P, Found = F>,
        found: &mut F,
    ) {
        let axes = separating_axes(lists);
        let (order, others) = (&mut self.order, &mut self.others);
        let ((strips, cells), others) = team.join(
            || order.fill(team, lists[0], axes),
            || take_intervals(team, others, lists, search.margin(), axes[1]),
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
        self.found.all().for_each(Found::clear);
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
            found.append(more);
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
    use geometry::lanes::{Dispatch, dispatch, set_bits};
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
        found: &'a mut AllFound,
    }

    type AllFound = (Vec<[u32; 2]>, OctreeWork);

    impl Dispatch for FindAll<'_> {
        fn run(self, on: impl Instructions) {
            let (pairs, work) = self.found;
            for other in self.others {
                let bounds = &self.search.other[*other as usize];
                let bounds = bounds.widened_along_fourth(self.search.margin);
                (self.strip).visit(on, &bounds, work, |block, (), overlapping, _| {
                    pairs.extend(set_bits(overlapping.into()).map(|k| [block[k], *other]));
                });
            }
        }
    }

    impl StripSearch for AllPairs<'_> {
        type Beside = ();
        type Found = AllFound;

        fn margin(&self) -> f32 {
            self.margin
        }

        fn beside(&self, _: &[u32]) {}

        fn find(&self, strip: &SortedStrip<'_, ()>, others: &[u32], found: &mut AllFound) {
            let panics = |other: &u32| self.panics_at == Some(*other);
            assert!(!others.iter().any(panics), "a search may panic");
            dispatch(FindAll {
                search: self,
                strip,
                others,
                found,
            });
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
                let (mut strips, mut found) = (BoxStrips::default(), AllFound::default());
                let mut search = AllPairs {
                    other,
                    margin,
                    panics_at: Some(other.len() as u32 / 2),
                };
                let mut compare = |search: &AllPairs<'_>, found: &mut AllFound| {
                    Workers::default().run(workers, true, |team| {
                        let lists = [&lists[0][..], other];
                        strips.compare(team, lists, search, found);
                    });
                };
                // What a search finds that ends with a panic is not found again by the next.
                let mut lost = AllFound::default();
                let panics = AssertUnwindSafe(|| compare(&search, &mut lost));
                assert!(catch_unwind(panics).is_err());
                search.panics_at = None;
                compare(&search, &mut found);
                let mut found = found.0;
                assert_eq!(found.len(), neighbors, "{workers} threads");
                found.sort_unstable();
                found.dedup();
                assert_eq!(found.len(), neighbors, "each once");
            }
        }
    }
}
