//! Faces in strips along one axis, and in each strip in the order of another.
//!
//! Good for lists that are ordered once and searched along both axes: a square piece of a strip has
//! about 64 faces. With `n` faces: linear, `n log n` where most are at one place. The essence:
//! 1. Cut the range of the lower sides across into strips of equal width. If these are too unequal
//!    in faces, make them of narrow cells, of which each strip has as many as make up its share.
//!    If one such cell has more faces than two strips, sort all faces.
//! 2. List the faces strip by strip, by a counting sort.
//! 3. List those of each strip by cells of equal width along the other axis, by a counting sort.
//!    Threads share it, strip by strip.
//! 4. Sort the faces of a cell that has many, so that faces in one corner of a large space do not
//!    all come to be compared. Those of other cells are in no order.

use geometry::lanes::{Box4, WIDTH, greater, lesser};

/// Mean number of faces of a cell.
const CELL_FACES: usize = 2;

/// Number of faces of a cell from which they are sorted.
const SORT_FROM: usize = 48;

/// Number of faces in a strip as wide as it is long.
const STRIP_FACES: usize = 64;

/// Number of faces of a strip or cell, in those of the mean strip, from which they are too many.
const MAX_UNEVEN: usize = 2;

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

/// Order of a list of faces.
#[derive(Clone, Debug, Default)]
pub(crate) struct StripOrder {
    /// Lower sides along one axis.
    lows: Vec<f32>,
    /// Strip of each face; before that, its narrow cell.
    cells: Vec<u32>,
    /// End of each strip; before that, numbers of faces.
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
    cells: Vec<u32>,
    ends: Vec<u32>,
    faces: Vec<u32>,
}

impl StripOrder {
    /// Divides faces by the lower sides of their boxes into strips across the second axis. Returns
    /// the number of strips, and their cells along the first.
    pub(crate) fn fill(
        &mut self,
        faces: &[impl Boxed],
        [axis, across]: [usize; 2],
    ) -> (usize, StripCells) {
        let strips = (faces.len() / STRIP_FACES).isqrt().max(1);
        self.take_lows(faces, across);
        self.fill_strips(strips);
        self.take_lows(faces, axis);
        self.sort_into_strips(strips);
        let count = (faces.len() / (strips * CELL_FACES)).max(1);
        let along = CellsAlong::new(&self.lows, count);
        (strips, StripCells { along, axis, count })
    }

    fn take_lows(&mut self, faces: &[impl Boxed], axis: usize) {
        self.lows.clear();
        let lows = faces.iter().map(|face| face.bounds().low[axis]);
        self.lows.extend(lows);
    }

    /// Sets the strip of each face: by its coordinate if strips of equal width are about equal in
    /// faces, else by about its rank.
    fn fill_strips(&mut self, strips: usize) {
        let count = self.lows.len();
        if strips == 1 {
            self.cells.clear();
            return self.cells.resize(count, 0);
        }
        let is_even = |most: usize| most * strips <= MAX_UNEVEN * count;
        // The cells are the strips.
        if is_even(self.count_cells(strips)) {
            return;
        }
        // Narrow cells, of which each strip has as many as make up its share of the faces.
        if is_even(self.count_cells(CELLS_FOR_RANKS * strips)) {
            let mut before = 0;
            for end in &mut self.ends {
                let in_cell = *end as usize;
                // By the rank of the cell's median face, so that strips ascend with cells.
                *end = ((before + in_cell / 2) * strips / count) as u32;
                before += in_cell;
            }
            let strip_of = &self.ends;
            let cells = self.cells.iter_mut();
            return cells.for_each(|cell| *cell = strip_of[*cell as usize]);
        }
        // One narrow cell has more faces than two strips: no cells part them, so by their ranks.
        let low = |i: u32| self.lows[i as usize];
        self.faces.clear();
        self.faces.extend(0..count as u32);
        self.faces
            .sort_unstable_by(|i, j| low(*i).total_cmp(&low(*j)));
        for (rank, face) in self.faces.iter().enumerate() {
            self.cells[*face as usize] = (rank * strips / count) as u32;
        }
    }

    /// Sets the cell of each face, of equal width, and the number of faces of each cell. Returns
    /// the greatest.
    fn count_cells(&mut self, count: usize) -> usize {
        let cell_of = CellsAlong::new(&self.lows, count);
        self.ends.clear();
        self.ends.resize(count, 0);
        self.cells.clear();
        let cells = self.lows.iter().map(|low| cell_of.cell(*low) as u32);
        self.cells.extend(cells);
        let ends = &mut self.ends;
        self.cells.iter().for_each(|cell| ends[*cell as usize] += 1);
        self.ends.iter().max().map_or(0, |most| *most as usize)
    }

    /// Lists the faces strip by strip.
    fn sort_into_strips(&mut self, strips: usize) {
        let cells = self.cells.iter().copied();
        sort_by_cell(cells, strips, &mut self.ends, &mut self.faces);
    }

    /// Returns the faces of a strip, ascending.
    pub(crate) fn strip(&self, strip: usize) -> &[u32] {
        let start = strip.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.faces[start as usize..self.ends[strip] as usize]
    }
}

impl StripSort {
    /// Returns the faces of a strip in the order of its cells.
    pub(crate) fn sort(
        &mut self,
        strip: &[u32],
        list: &[impl Boxed],
        cells: &StripCells,
    ) -> &[u32] {
        let low = |face: u32| list[face as usize].bounds().low[cells.axis];
        self.cells.clear();
        let cell = |face: &u32| cells.along.cell(low(*face)) as u32;
        self.cells.extend(strip.iter().map(cell));
        let in_cells = self.cells.iter().copied();
        sort_by_cell(in_cells, cells.count, &mut self.ends, &mut self.faces);
        self.faces.iter_mut().for_each(|i| *i = strip[*i as usize]);
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

/// Lists the indices of `cells` in the order of these, and the end of each cell in the list.
fn sort_by_cell(
    cells: impl ExactSizeIterator<Item = u32> + Clone,
    count: usize,
    ends: &mut Vec<u32>,
    sorted: &mut Vec<u32>,
) {
    ends.clear();
    ends.resize(count, 0);
    cells.clone().for_each(|cell| ends[cell as usize] += 1);
    let mut sum = 0;
    for end in &mut *ends {
        // The start of the cell, until its indices are counted up to its end.
        sum += std::mem::replace(end, sum);
    }
    sorted.resize(cells.len(), 0);
    for (i, cell) in cells.enumerate() {
        let next = &mut ends[cell as usize];
        sorted[*next as usize] = i as u32;
        *next += 1;
    }
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
    fn new(lows: &[f32], count: usize) -> CellsAlong {
        // Eight minima and maxima in turn, as each comparison waits for the one before.
        let (eights, rest) = lows.as_chunks::<WIDTH>();
        let (mut low, mut high) = ([f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]);
        for eight in eights {
            for k in 0..WIDTH {
                low[k] = lesser(eight[k], low[k]);
                high[k] = greater(eight[k], high[k]);
            }
        }
        let low = low
            .iter()
            .chain(rest)
            .fold(f32::INFINITY, |x, y| lesser(*y, x));
        let high = high
            .iter()
            .chain(rest)
            .fold(f32::NEG_INFINITY, |x, y| greater(*y, x));
        let size = high - low;
        CellsAlong {
            low,
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
mod tests {
    use super::*;

    fn faces(lows: impl Iterator<Item = [f32; 2]>) -> Vec<Box4> {
        let point = |[x, y]: [f32; 2]| [x, y, 0.0, 0.0];
        let bounds = lows.map(|low| Box4 {
            low: point(low),
            high: point(low),
        });
        bounds.collect()
    }

    /// Low-discrepancy numbers from 0 to 1.
    fn scattered(count: u32) -> impl Iterator<Item = [f32; 2]> {
        let part = |i: u32, step: f64| ((f64::from(i) * step) % 1.0) as f32;
        (0..count).map(move |i| [part(i, 0.618_033_988_7), part(i, 0.754_877_666_2)])
    }

    #[test]
    fn each_face_is_in_one_strip_and_strips_follow_the_second_axis() {
        for count in [0, 1, 7, 63, 64, 300, 5000] {
            let faces = faces(scattered(count));
            let mut order = StripOrder::default();
            let (strips, _) = order.fill(&faces, [0, 1]);
            let mut listed: Vec<u32> = (0..strips).flat_map(|i| order.strip(i)).copied().collect();
            let mut last = f32::NEG_INFINITY;
            for strip in 0..strips {
                let across = order.strip(strip).iter().map(|i| faces[*i as usize].low[1]);
                assert!(
                    across.clone().all(|y| y >= last),
                    "{count} faces, strip {strip}"
                );
                last = across.fold(last, f32::max);
            }
            listed.sort_unstable();
            assert!(listed.into_iter().eq(0..count), "{count} faces");
        }
    }

    #[test]
    fn a_strip_is_nearly_in_the_order_of_the_first_axis() {
        let faces = faces(scattered(5000));
        let mut order = StripOrder::default();
        let (strips, cells) = order.fill(&faces, [0, 1]);
        assert!(strips > 4);
        for strip in 0..strips {
            let mut sort = StripSort::default();
            let along = sort
                .sort(order.strip(strip), &faces, &cells)
                .iter()
                .map(|i| faces[*i as usize].low[0]);
            let mut greatest: f32 = 0.0;
            for x in along {
                assert!(x > greatest - 0.01, "{x} after {greatest}");
                greatest = greatest.max(x);
            }
        }
    }

    #[test]
    fn strips_of_a_crowd_at_one_end_are_about_equal_in_faces() {
        // A tenth of the faces in a hundredth of the width.
        let crowd = scattered(20_000).map(|[x, y]| [x, y * y]);
        let faces = faces(crowd);
        let mut order = StripOrder::default();
        let (strips, _) = order.fill(&faces, [0, 1]);
        let mean = faces.len() / strips;
        assert!(strips > 10);
        let mut last = f32::NEG_INFINITY;
        for strip in 0..strips {
            let across = order.strip(strip).iter();
            let across = across.map(|i| faces[*i as usize].low[1]);
            assert!(
                order.strip(strip).len() < (1 + MAX_UNEVEN) * mean,
                "{strip}"
            );
            assert!(across.clone().all(|y| y >= last), "strip {strip}");
            last = across.fold(last, f32::max);
        }
    }

    #[test]
    fn faces_that_share_a_cell_are_sorted_if_they_are_many() {
        // All but one in a corner of the space.
        let crowd = scattered(1000).map(|[x, y]| [x * 1e-6, y * 1e-6]);
        let faces = faces(crowd.chain([[1.0, 1.0]]));
        let mut order = StripOrder::default();
        let (strips, cells) = order.fill(&faces, [0, 1]);
        let mut sort = StripSort::default();
        for strip in 0..strips {
            assert!(order.strip(strip).len() < 400, "strips of equal size");
            let along = sort
                .sort(order.strip(strip), &faces, &cells)
                .iter()
                .map(|i| faces[*i as usize].low[0]);
            assert!(along.is_sorted());
        }
    }
}
