//! Pairs of overlapping boxes of two lists, by sorted strips of boxes in lanes.
//!
//! Good for boxes that are short along two of the four axes. With `n` faces in each list, about
//! `n` to order one, and for each face of the other a search in each strip that it reaches and the
//! blocks of eight boxes that begin before it ends. Poor if all boxes overlap: the product of both
//! lists. The essence:
//! 1. Take the two axes along which the fewest boxes of a sample overlap.
//! 2. Cut one list into strips along the second of them. Order each strip along the first
//!    ([`crate::strip_order`]), and put its boxes in blocks of eight.
//! 3. For each face of the other list, look for the first block of each strip that ends after the
//!    face begins, and go on to the last that begins before it ends.
//! 4. Compare eight boxes at once along four axes.
//!
//! A box is in one strip, so each pair comes once. None is lost: a strip is left out only if the
//! box of all its boxes is apart from the face. Within a strip neither side of the blocks ascends,
//! as boxes of one cell are in no order and longer ones end later. But the greatest upper side up
//! to a block ascends, and the least lower side from a block on. So a binary search of the former
//! finds the first block, and a comparison with the latter the last.

use crate::counters::OctreeWork;
use crate::strip_order::{Boxed, BoxedFaces, StripCells, StripOrder, StripSort};
use crate::workers::{Spares, Team};
use geometry::lanes::{Box4, Instructions, Lanes, Register, WIDTH, greater, lesser};
use std::ops::Range;

/// Maximum number of faces of a list of which boxes are compared to choose axes, evenly spread.
const SAMPLE: usize = 8;

/// Sorted boxes of one list, with `P` beside each block of eight.
#[derive(Debug, Default)]
pub(crate) struct BoxStrips<P> {
    /// First axis: that of the order within a strip.
    axis: usize,
    order: StripOrder,
    /// Buffers of the threads that sort strips.
    sorts: Spares<StripSort>,
    strips: Vec<Strip>,
    /// Those of all strips, and buffers after them.
    blocks: Vec<SweepBlock>,
    beside: Vec<P>,
}

/// Blocks of a strip, with the box of all their boxes.
#[derive(Clone, Debug)]
struct Strip {
    blocks: Range<usize>,
    bounds: Box4,
}

/// Eight boxes. A lane without a face has a box that is nowhere.
#[derive(Clone, Debug)]
struct SweepBlock {
    low: [Lanes; 4],
    high: [Lanes; 4],
    /// Least lower side of this block and those after it in its strip, along the first axis.
    begins: f32,
    /// Greatest upper side.
    ends: f32,
    /// Greatest upper side of this block and those before it in its strip.
    all_end: f32,
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
        begins: f32::INFINITY,
        ends: f32::NEG_INFINITY,
        all_end: f32::NEG_INFINITY,
        faces: [0; WIDTH],
    };

    fn set(&mut self, k: usize, face: u32, bounds: &Box4, axis: usize) {
        for i in 0..4 {
            self.low[i][k] = bounds.low[i];
            self.high[i][k] = bounds.high[i];
        }
        self.faces[k] = face;
        self.begins = lesser(self.begins, bounds.low[axis]);
        self.ends = greater(self.ends, bounds.high[axis]);
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

impl<P: Clone + Default + Send> BoxStrips<P> {
    /// Sorts the first list, to be compared with the second. `beside` makes what belongs beside a
    /// block of up to eight faces of the first.
    pub(crate) fn sort(
        &mut self,
        team: Team,
        lists: [&(impl BoxedFaces + ?Sized); 2],
        beside: &(impl Fn(&[u32]) -> P + Sync),
    ) {
        let axes = separating_axes(lists);
        self.axis = axes[0];
        let (strips, cells) = self.order.fill(team, lists[0], axes);
        let count = self.lay_out(strips);
        let part = StripPart {
            first: 0,
            strips: &mut self.strips,
            blocks: &mut self.blocks[..count],
            beside: &mut self.beside[..count],
        };
        let sorted = SortedFaces {
            order: &self.order,
            cells: &cells,
            sorts: &self.sorts,
            faces: lists[0],
            make_beside: beside,
            axis: self.axis,
        };
        sorted.fill_on(team, part);
    }

    /// Gives each strip its blocks. Returns the number of blocks.
    fn lay_out(&mut self, strips: usize) -> usize {
        self.strips.clear();
        let mut end = 0;
        self.strips.extend((0..strips).map(|strip| {
            let first = end;
            end += self
                .order
                .strip(strip)
                .map(<[u32]>::len)
                .sum::<usize>()
                .div_ceil(WIDTH);
            Strip {
                blocks: first..end,
                bounds: Box4::EMPTY,
            }
        }));
        if self.blocks.len() < end {
            self.blocks.resize(end, SweepBlock::NOWHERE);
            self.beside.resize(end, P::default());
        }
        end
    }
}

impl<P> BoxStrips<P> {
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
        let lanes = SplatBox::new(on, bounds);
        let (begin, end) = (bounds.low[self.axis], bounds.high[self.axis]);
        let strips = self.strips.iter();
        for strip in strips.filter(|strip| strip.bounds.overlaps(bounds)) {
            for k in self.blocks_from(strip, begin) {
                let block = &self.blocks[k];
                // No later block of the strip begins before this.
                if block.begins > end {
                    break;
                }
                // Only an earlier block ends so late that the search has come to this one.
                if block.ends < begin {
                    continue;
                }
                work.face_box_tests += WIDTH as u64;
                let overlapping = block.overlaps(on, &lanes);
                if overlapping != 0 {
                    visit(&block.faces, &self.beside[k], overlapping, work);
                }
            }
        }
    }

    /// Returns the blocks of a strip from the first on that ends after `begin`.
    #[inline(always)]
    fn blocks_from(&self, strip: &Strip, begin: f32) -> Range<usize> {
        let blocks = &self.blocks[strip.blocks.clone()];
        let first = blocks.partition_point(|block| block.all_end < begin);
        strip.blocks.start + first..strip.blocks.end
    }
}

/// Faces of the sorted list, in their strips.
struct SortedFaces<'a, L: ?Sized, F> {
    order: &'a StripOrder,
    cells: &'a StripCells,
    sorts: &'a Spares<StripSort>,
    faces: &'a L,
    make_beside: &'a F,
    axis: usize,
}

/// Strips from `first` on, with their blocks.
struct StripPart<'a, P> {
    first: usize,
    strips: &'a mut [Strip],
    blocks: &'a mut [SweepBlock],
    beside: &'a mut [P],
}

impl<P> StripPart<'_, P> {
    /// Returns about half of the strips, and the others.
    fn halves(&mut self) -> [StripPart<'_, P>; 2] {
        let middle = self.strips.len() / 2;
        let (low, high) = self.strips.split_at_mut(middle);
        // Blocks are numbered in all strips, and those of a part begin with its first strip.
        let cut = high[0].blocks.start - low[0].blocks.start;
        let (blocks_low, blocks_high) = self.blocks.split_at_mut(cut);
        let (beside_low, beside_high) = self.beside.split_at_mut(cut);
        let part = |first, strips, blocks, beside| StripPart {
            first,
            strips,
            blocks,
            beside,
        };
        [
            part(self.first, low, blocks_low, beside_low),
            part(self.first + middle, high, blocks_high, beside_high),
        ]
    }
}

impl<L: BoxedFaces + ?Sized, F> SortedFaces<'_, L, F> {
    /// Fills the blocks of strips. A strip is up to 30 µs of work.
    fn fill_on<P: Send>(&self, team: Team, mut part: StripPart<'_, P>)
    where
        F: Fn(&[u32]) -> P + Sync,
    {
        if team.shares() && part.strips.len() > 1 {
            let [low, high] = part.halves();
            team.join(|| self.fill_on(team, low), || self.fill_on(team, high));
            return;
        }
        let mut start = 0;
        self.sorts.lend(|sort| {
            for (strip, of_strip) in (part.first..).zip(part.strips) {
                let blocks = start..start + of_strip.blocks.len();
                start = blocks.end;
                let beside = &mut part.beside[blocks.clone()];
                let faces = sort.sort(self.order.strip(strip), self.faces, self.cells);
                of_strip.bounds = self.fill(faces, &mut part.blocks[blocks], beside);
            }
        });
    }

    /// Fills the blocks of one strip, and returns the box of its faces.
    fn fill<P>(&self, order: &[u32], blocks: &mut [SweepBlock], beside: &mut [P]) -> Box4
    where
        F: Fn(&[u32]) -> P,
    {
        let (mut bounds, mut all_end) = (Box4::EMPTY, f32::NEG_INFINITY);
        let filled = blocks.iter_mut().zip(beside);
        for (eight, (block, beside)) in order.chunks(WIDTH).zip(filled) {
            *block = SweepBlock::NOWHERE;
            for (k, i) in eight.iter().enumerate() {
                let face = self.faces.face(*i).bounds();
                block.set(k, *i, face, self.axis);
                bounds.add(face);
            }
            all_end = greater(all_end, block.ends);
            block.all_end = all_end;
            *beside = (self.make_beside)(eight);
        }
        // Backward, as a block begins for those after it, too.
        let mut rest_begins = f32::INFINITY;
        for block in blocks.iter_mut().rev() {
            rest_begins = lesser(rest_begins, block.begins);
            block.begins = rest_begins;
        }
        bounds
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
