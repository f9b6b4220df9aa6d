//! Faces in strips along one axis, and in each strip in the order of another.
//!
//! Good for lists that are ordered once and searched along both axes: a square piece of a strip has
//! about 64 faces. With `n` faces: linear, `n log n` where most are at one place. The essence:
//! 1. Cut the range of the lower sides across into narrow cells, of which each strip has as many as
//!    make up its share of the faces. If one cell has more faces than two strips, sort all faces.
//! 2. List the faces strip by strip, by a counting sort. Parts of the list are sorted each on their
//!    own, by any thread, and a strip is a piece of each part.
//! 3. List those of each strip by cells of equal width along the other axis, by a counting sort.
//!    Threads share it, strip by strip.
//! 4. Sort the faces of a cell that has many, so that faces in one corner of a large space do not
//!    all come to be compared. Those of other cells are in no order.

use crate::workers::Team;
use geometry::lanes::{Box4, WIDTH, greater, lesser};
use std::ops::Range;

/// Mean number of faces of a cell.
const CELL_FACES: usize = 2;

/// Number of faces of a cell from which they are sorted.
const SORT_FROM: usize = 48;

/// Number of faces in a strip as wide as it is long.
const STRIP_FACES: usize = 64;

/// Number of faces of a narrow cell, in those of the mean strip, above which all faces are sorted.
const MAX_UNEVEN: usize = 2;

/// Least number of faces of a part, which a thread divides at once: about 5 µs of work.
const PART_FACES: usize = 1 << 10;

/// Number of narrow cells for each strip, by which faces are ranked.
const CELLS_FOR_RANKS: usize = 32;

/// Face with a box.
pub(crate) trait Boxed: Sync {
    fn bounds(&self) -> &Box4;
}

impl Boxed for Box4 {
    #[inline(always)]
    fn bounds(&self) -> &Box4 {
        self
    }
}

/// List of faces with boxes. Their indices ascend, without gaps within a run.
pub(crate) trait BoxedFaces: Sync {
    /// Face with a box, and what else belongs to it.
    type Face: Boxed;

    /// Returns the number of faces.
    fn count(&self) -> usize;

    /// Returns the face of an index, which is in a run.
    fn face(&self, index: u32) -> &Self::Face;

    /// Returns the indices of the faces of each run.
    fn runs(&self) -> impl Iterator<Item = Range<u32>> + Clone;

    /// Returns the faces of a run, or of a part of it.
    fn of_run(&self, run: Range<u32>) -> &[Self::Face];

    /// Returns the indices of the faces of each run, in parts of up to `at_most` faces, at least 1.
    fn runs_up_to(&self, at_most: u32) -> impl Iterator<Item = Range<u32>> {
        self.runs().flat_map(move |run| {
            let starts = run.clone().step_by(at_most as usize);
            starts.map(move |start| start..run.end.min(start.saturating_add(at_most)))
        })
    }
}

impl<T: Boxed> BoxedFaces for [T] {
    type Face = T;

    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn face(&self, index: u32) -> &T {
        &self[index as usize]
    }

    fn runs(&self) -> impl Iterator<Item = Range<u32>> + Clone {
        std::iter::once(0..self.len() as u32)
    }

    fn of_run(&self, run: Range<u32>) -> &[T] {
        &self[run.start as usize..run.end as usize]
    }
}

/// Returns the number of strips of a number of faces.
pub(crate) fn strip_count(faces: usize) -> usize {
    (faces / STRIP_FACES).isqrt().max(1)
}

/// Order of a list of faces.
#[derive(Clone, Debug, Default)]
pub(crate) struct StripOrder {
    parts: Vec<ListPart>,
    /// Number of parts in use.
    part_count: usize,
    /// Number of faces of each part but the last.
    part_faces: usize,
    /// Number of faces of each cell, in all parts; after that, the strip of the cell.
    cells: Vec<u32>,
    /// Positions of the faces in the list, by rank, if no cells part them.
    ranked: Vec<u32>,
}

/// Neighbors in the list.
#[derive(Clone, Debug, Default)]
struct ListPart {
    /// Their indices.
    runs: Vec<Range<u32>>,
    /// Lower sides along the first axis, and across.
    lows: [Vec<f32>; 2],
    /// Cell of each face; after that, its strip.
    cells: Vec<u32>,
    /// Number of faces of each cell; after that, the end of each strip in `faces`.
    ends: Vec<u32>,
    /// Indices of the faces, strip by strip. Those of one strip ascend.
    faces: Vec<u32>,
}

/// Cells of the strips of a list, along the first axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StripCells {
    along: CellsAlong,
    axis: usize,
    count: usize,
}

/// Buffers to sort the faces of a strip.
#[derive(Clone, Debug, Default)]
pub(crate) struct StripSort {
    strip: Vec<u32>,
    cells: Vec<u32>,
    ends: Vec<u32>,
    faces: Vec<u32>,
}

impl StripOrder {
    /// Divides faces by the lower sides of their boxes into strips across the second axis. Returns
    /// the number of strips, and their cells along the first.
    pub(crate) fn fill(
        &mut self,
        team: Team,
        faces: &(impl BoxedFaces + ?Sized),
        axes: [usize; 2],
    ) -> (usize, StripCells) {
        let strips = strip_count(faces.count());
        let cells = if strips == 1 {
            1
        } else {
            CELLS_FOR_RANKS * strips
        };
        // Each part counts the faces of all cells, in total about as many as there are faces.
        let part_faces = PART_FACES.max(cells);
        self.take_parts(faces, part_faces);
        let take_lows = |_: usize, parts: &mut [ListPart]| {
            let taken = parts.iter_mut().map(|part| {
                part.take_lows(faces, axes);
                part.lows.each_ref().map(|lows| Extent::of(lows))
            });
            taken.fold([Extent::EMPTY; 2], around_both)
        };
        let parts = &mut self.parts[..self.part_count];
        let [along, across] = team.fold_mut(parts, 1, &take_lows, &around_both);
        self.divide(team, &across, [strips, cells], faces.count());
        let count = (faces.count() / (strips * CELL_FACES)).max(1);
        let cells = StripCells {
            along: CellsAlong::new(&along, count),
            axis: axes[0],
            count,
        };
        (strips, cells)
    }

    /// Divides the list into parts of `part_faces` faces.
    fn take_parts(&mut self, faces: &(impl BoxedFaces + ?Sized), part_faces: usize) {
        self.part_faces = part_faces;
        self.part_count = faces.count().div_ceil(part_faces);
        if self.parts.len() < self.part_count {
            self.parts.resize(self.part_count, ListPart::default());
        }
        let mut runs = faces.runs();
        let mut rest = 0..0;
        for part in &mut self.parts[..self.part_count] {
            part.runs.clear();
            let mut room = part_faces as u32;
            while room > 0 {
                if rest.is_empty() {
                    match runs.next() {
                        Some(run) => rest = run,
                        None => break,
                    }
                }
                let end = rest.end.min(rest.start.saturating_add(room));
                part.runs.push(rest.start..end);
                room -= end - rest.start;
                rest.start = end;
            }
        }
    }

    /// Lists the faces of each part strip by strip.
    fn divide(&mut self, team: Team, across: &Extent, [strips, cells]: [usize; 2], count: usize) {
        let most = self.count_cells(team, across, cells);
        let is_by_cells = most * strips <= MAX_UNEVEN * count;
        if is_by_cells {
            let mut before = 0;
            for cell in &mut self.cells {
                let in_cell = *cell as usize;
                // By the rank of the cell's median face, so that strips ascend with cells.
                *cell = ((before + in_cell / 2) * strips / count.max(1)) as u32;
                before += in_cell;
            }
        } else {
            self.rank(strips, count);
        }
        let strip_of_cell = is_by_cells.then_some(&self.cells[..]);
        let list = |_: usize, parts: &mut [ListPart]| {
            for part in parts {
                part.list_strips(strips, strip_of_cell);
            }
        };
        team.fold_mut(&mut self.parts[..self.part_count], 1, &list, &|(), ()| ());
    }

    /// Puts the faces into cells of equal width, and counts those in each. Returns the greatest
    /// number.
    fn count_cells(&mut self, team: Team, across: &Extent, count: usize) -> usize {
        let cells = CellsAlong::new(across, count);
        let put = |_: usize, parts: &mut [ListPart]| {
            for part in parts {
                part.count_cells(&cells, count);
            }
        };
        let parts = &mut self.parts[..self.part_count];
        team.fold_mut(parts, 1, &put, &|(), ()| ());
        self.cells.clear();
        self.cells.resize(count, 0);
        for part in parts {
            let all = self.cells.iter_mut().zip(&part.ends);
            all.for_each(|(all, of_part)| *all += of_part);
        }
        self.cells.iter().max().map_or(0, |most| *most as usize)
    }

    /// Sets the strip of each face by its rank.
    fn rank(&mut self, strips: usize, count: usize) {
        let part_faces = self.part_faces;
        let part_and_rank = |i: u32| [i as usize / part_faces, i as usize % part_faces];
        let low = |i: u32| {
            let [part, k] = part_and_rank(i);
            self.parts[part].lows[1][k]
        };
        self.ranked.clear();
        self.ranked.extend(0..count as u32);
        self.ranked
            .sort_unstable_by(|i, j| low(*i).total_cmp(&low(*j)));
        for (rank, i) in self.ranked.iter().enumerate() {
            let [part, k] = part_and_rank(*i);
            self.parts[part].cells[k] = (rank * strips / count) as u32;
        }
    }

    /// Returns the faces of a strip, ascending, in pieces.
    pub(crate) fn strip(&self, strip: usize) -> impl Iterator<Item = &[u32]> + Clone {
        let parts = self.parts[..self.part_count].iter();
        parts.map(move |part| {
            let start = strip.checked_sub(1).map_or(0, |before| part.ends[before]);
            &part.faces[start as usize..part.ends[strip] as usize]
        })
    }
}

impl ListPart {
    fn take_lows(&mut self, faces: &(impl BoxedFaces + ?Sized), axes: [usize; 2]) {
        self.lows.iter_mut().for_each(Vec::clear);
        for run in &self.runs {
            let faces = faces.of_run(run.clone());
            for (lows, axis) in self.lows.iter_mut().zip(axes) {
                lows.extend(faces.iter().map(|face| face.bounds().low[axis]));
            }
        }
    }

    /// Sets the cell of each face, and the number of faces of each cell.
    fn count_cells(&mut self, cells: &CellsAlong, count: usize) {
        self.cells.clear();
        let lows = self.lows[1].iter();
        self.cells.extend(lows.map(|low| cells.cell(*low) as u32));
        self.ends.clear();
        self.ends.resize(count, 0);
        let ends = &mut self.ends;
        self.cells.iter().for_each(|cell| ends[*cell as usize] += 1);
    }

    /// Lists the faces strip by strip, by the strip of each cell, or of each face if there are no
    /// cells.
    fn list_strips(&mut self, strips: usize, strip_of_cell: Option<&[u32]>) {
        if let Some(strip_of) = strip_of_cell {
            let cells = self.cells.iter_mut();
            cells.for_each(|cell| *cell = strip_of[*cell as usize]);
        }
        let strip_of_face = self.cells.iter().copied();
        let faces = self.runs.iter().cloned().flatten();
        sort_by_cell(
            (faces, strip_of_face),
            strips,
            &mut self.ends,
            &mut self.faces,
        );
    }
}

impl StripCells {
    /// Returns the axis along which strips are divided into cells.
    pub(crate) fn axis(&self) -> usize {
        self.axis
    }
}

impl StripSort {
    /// Returns the faces of a strip in the order of its cells.
    pub(crate) fn sort<'a>(
        &mut self,
        strip: impl Iterator<Item = &'a [u32]>,
        list: &(impl BoxedFaces + ?Sized),
        cells: &StripCells,
    ) -> &[u32] {
        let low = |face: u32| list.face(face).bounds().low[cells.axis];
        self.strip.clear();
        strip.for_each(|piece| self.strip.extend_from_slice(piece));
        let strip = &self.strip;
        self.cells.clear();
        let cell = |face: &u32| cells.along.cell(low(*face)) as u32;
        self.cells.extend(strip.iter().map(cell));
        let in_cells = self.cells.iter().copied();
        let faces = strip.iter().copied();
        sort_by_cell(
            (faces, in_cells),
            cells.count,
            &mut self.ends,
            &mut self.faces,
        );
        let mut start = 0;
        for end in &self.ends {
            let cell = &mut self.faces[start..*end as usize];
            start = *end as usize;
            if cell.len() >= SORT_FROM {
                cell.sort_unstable_by(|i, j| low(*i).total_cmp(&low(*j)));
            }
        }
        &self.faces
    }
}

/// Lists faces in the order of their cells, and the end of each cell in the list.
fn sort_by_cell(
    (faces, cells): (
        impl Iterator<Item = u32>,
        impl ExactSizeIterator<Item = u32> + Clone,
    ),
    count: usize,
    ends: &mut Vec<u32>,
    sorted: &mut Vec<u32>,
) {
    ends.clear();
    ends.resize(count, 0);
    cells.clone().for_each(|cell| ends[cell as usize] += 1);
    let mut sum = 0;
    for end in &mut *ends {
        // The start of the cell, until its faces are counted up to its end.
        sum += std::mem::replace(end, sum);
    }
    sorted.resize(cells.len(), 0);
    for (face, cell) in faces.zip(cells) {
        let next = &mut ends[cell as usize];
        sorted[*next as usize] = face;
        *next += 1;
    }
}

/// Least and greatest of some numbers.
#[derive(Clone, Copy, Debug)]
struct Extent {
    low: f32,
    high: f32,
}

impl Extent {
    const EMPTY: Extent = Extent {
        low: f32::INFINITY,
        high: f32::NEG_INFINITY,
    };

    fn of(numbers: &[f32]) -> Extent {
        // Eight minima and maxima in turn, as each comparison waits for the one before.
        let (eights, rest) = numbers.as_chunks::<WIDTH>();
        let (mut low, mut high) = ([f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]);
        for eight in eights {
            for k in 0..WIDTH {
                low[k] = lesser(eight[k], low[k]);
                high[k] = greater(eight[k], high[k]);
            }
        }
        let pairs = low.iter().zip(&high);
        let pairs = pairs.chain(rest.iter().zip(rest));
        pairs.fold(Extent::EMPTY, |all, (low, high)| all.and(*low, *high))
    }

    #[inline]
    fn and(&self, low: f32, high: f32) -> Extent {
        Extent {
            low: lesser(low, self.low),
            high: greater(high, self.high),
        }
    }
}

fn around_both([a, b]: [Extent; 2], [c, d]: [Extent; 2]) -> [Extent; 2] {
    [a.and(c.low, c.high), b.and(d.low, d.high)]
}

/// Cells of equal width along an axis.
#[derive(Clone, Copy, Debug)]
struct CellsAlong {
    low: f32,
    scale: f32,
    last: f32,
}

impl CellsAlong {
    /// Divides the range of all lower sides.
    fn new(lows: &Extent, count: usize) -> CellsAlong {
        let size = lows.high - lows.low;
        CellsAlong {
            low: lows.low,
            scale: if size > f32::MIN_POSITIVE {
                count as f32 / size
            } else {
                0.0
            },
            last: (count - 1) as f32,
        }
    }

    #[inline]
    fn cell(&self, x: f32) -> usize {
        greater(lesser((x - self.low) * self.scale, self.last), 0.0) as i32 as usize
    }
}

#[cfg(test)]
mod tests;
