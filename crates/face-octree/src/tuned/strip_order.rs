//! Faces in strips along one axis, and in each strip in the order of another.
//!
//! A counting sort into cells of equal width: linear in the number of faces, `n log n` where most
//! would be in one strip. Faces of one cell are in no order, unless they are many: then they are
//! sorted, so that faces in one corner of a large space do not all come to be compared.

use super::near_faces::NearFace;
use super::pair_unit::{max, min};

/// Mean number of faces of a cell.
const CELL_FACES: usize = 2;

/// Number of faces of a cell from which they are sorted.
const SORT_FROM: usize = 48;

/// Number of faces in a strip as wide as it is long.
const STRIP_FACES: usize = 64;

/// Number of faces of a strip, in those of the mean strip, from which faces go to strips by rank.
const MAX_UNEVEN: usize = 2;

/// Order of a list of faces.
#[derive(Clone, Debug, Default)]
pub(super) struct StripOrder {
    /// Indices of the faces.
    faces: Vec<u32>,
    /// Cell of each face, and strip before.
    cells: Vec<u32>,
    /// End of each cell; before that, number of faces of each strip.
    ends: Vec<u32>,
    cells_in_strip: usize,
}

impl StripOrder {
    /// Orders faces by the lower sides of their boxes, in strips across the second axis. Returns
    /// the number of strips.
    pub(super) fn fill(&mut self, faces: &[NearFace], axis: usize, across: usize) -> usize {
        let strips = (faces.len() / STRIP_FACES).isqrt().max(1);
        let cells = (faces.len() / (strips * CELL_FACES)).max(1);
        self.fill_strips(faces, across, strips);
        let cell_of = CellsAlong::new(faces, axis, cells);
        for (cell, face) in self.cells.iter_mut().zip(faces) {
            *cell = *cell * cells as u32 + cell_of.cell(face.bounds.low[axis]) as u32;
        }
        self.ends.clear();
        self.ends.resize(strips * cells, 0);
        self.cells
            .iter()
            .for_each(|cell| self.ends[*cell as usize] += 1);
        let mut sum = 0;
        for end in &mut self.ends {
            // The start of the cell, until its faces are counted up to its end.
            sum += std::mem::replace(end, sum);
        }
        self.faces.resize(faces.len(), 0);
        for (face, cell) in self.cells.iter().enumerate() {
            let next = &mut self.ends[*cell as usize];
            self.faces[*next as usize] = face as u32;
            *next += 1;
        }
        self.cells_in_strip = cells;
        self.sort_full_cells(faces, axis);
        strips
    }

    /// Sets the strip of each face: by its coordinate, or by its rank if strips of equal width
    /// would be too unequal in faces.
    fn fill_strips(&mut self, faces: &[NearFace], across: usize, strips: usize) {
        if strips == 1 {
            self.cells.clear();
            return self.cells.resize(faces.len(), 0);
        }
        let low = |i: u32| faces[i as usize].bounds.low[across];
        let strip_of = CellsAlong::new(faces, across, strips);
        self.cells.clear();
        self.ends.clear();
        self.ends.resize(strips, 0);
        for i in 0..faces.len() as u32 {
            let strip = strip_of.cell(low(i));
            self.ends[strip] += 1;
            self.cells.push(strip as u32);
        }
        let most = self.ends.iter().max().map_or(0, |count| *count as usize);
        if most * strips <= MAX_UNEVEN * faces.len() {
            return;
        }
        self.faces.clear();
        self.faces.extend(0..faces.len() as u32);
        self.faces
            .sort_unstable_by(|i, j| low(*i).total_cmp(&low(*j)));
        for (rank, face) in self.faces.iter().enumerate() {
            self.cells[*face as usize] = (rank * strips / faces.len()) as u32;
        }
    }

    fn sort_full_cells(&mut self, faces: &[NearFace], axis: usize) {
        let mut start = 0;
        for end in &self.ends {
            let cell = &mut self.faces[start..*end as usize];
            start = *end as usize;
            if cell.len() >= SORT_FROM {
                let low = |i: &u32| faces[*i as usize].bounds.low[axis];
                cell.sort_unstable_by(|i, j| low(i).total_cmp(&low(j)));
            }
        }
    }

    /// Returns the faces of a strip.
    pub(super) fn strip(&self, strip: usize) -> &[u32] {
        let last = (strip + 1) * self.cells_in_strip - 1;
        let start = match strip {
            0 => 0,
            _ => self.ends[strip * self.cells_in_strip - 1],
        };
        &self.faces[start as usize..self.ends[last] as usize]
    }
}

/// Cells of equal width along an axis.
struct CellsAlong {
    low: f32,
    scale: f32,
    last: f32,
}

impl CellsAlong {
    /// Divides the lower sides of the boxes of all faces.
    fn new(faces: &[NearFace], axis: usize, count: usize) -> CellsAlong {
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        for face in faces {
            low = min(face.bounds.low[axis], low);
            high = max(face.bounds.low[axis], high);
        }
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
        max(min((x - self.low) * self.scale, self.last), 0.0) as i32 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair_unit::Box4;
    use super::*;

    fn faces(lows: impl Iterator<Item = [f32; 2]>) -> Vec<NearFace> {
        let point = |[x, y]: [f32; 2]| [x, y, 0.0, 0.0];
        let bounds = lows.map(|low| Box4 {
            low: point(low),
            high: point(low),
        });
        bounds.map(NearFace::at).collect()
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
            let strips = order.fill(&faces, 0, 1);
            let mut listed: Vec<u32> = (0..strips).flat_map(|i| order.strip(i)).copied().collect();
            let mut last = f32::NEG_INFINITY;
            for strip in 0..strips {
                let across = order
                    .strip(strip)
                    .iter()
                    .map(|i| faces[*i as usize].bounds.low[1]);
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
        let strips = order.fill(&faces, 0, 1);
        assert!(strips > 4);
        for strip in 0..strips {
            let along = order
                .strip(strip)
                .iter()
                .map(|i| faces[*i as usize].bounds.low[0]);
            let mut greatest: f32 = 0.0;
            for x in along {
                assert!(x > greatest - 0.01, "{x} after {greatest}");
                greatest = greatest.max(x);
            }
        }
    }

    #[test]
    fn faces_that_share_a_cell_are_sorted_if_they_are_many() {
        // All but one in a corner of the space.
        let crowd = scattered(1000).map(|[x, y]| [x * 1e-6, y * 1e-6]);
        let faces = faces(crowd.chain([[1.0, 1.0]]));
        let mut order = StripOrder::default();
        for strip in 0..order.fill(&faces, 0, 1) {
            assert!(order.strip(strip).len() < 400, "strips of equal size");
            let along = order
                .strip(strip)
                .iter()
                .map(|i| faces[*i as usize].bounds.low[0]);
            assert!(along.is_sorted());
        }
    }
}
