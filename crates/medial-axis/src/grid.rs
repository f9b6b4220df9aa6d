//! Grid of points for proximity queries.

use geometry::Vec3;

/// Points sorted by the cube of a regular grid that contains them.
#[derive(Debug)]
pub struct Grid {
    low: Vec3,
    cell: f64,
    /// Cube of each entry, sorted. The bits of z are the highest, those of x the lowest.
    cells: Vec<u64>,
    /// Indices of the points, in the order of their cubes.
    points: Vec<u32>,
}

/// Number of bits per coordinate of a cube. Points farther out share the last cube.
const BITS: u32 = 21;

impl Grid {
    /// Returns the grid of `points` with cubes of side `cell > 0`.
    pub fn new(points: &[Vec3], cell: f64) -> Grid {
        let low = points.iter().copied().reduce(Vec3::min).unwrap_or_default();
        let mut grid = Grid {
            low,
            cell,
            cells: Vec::new(),
            points: Vec::new(),
        };
        let keyed = points.iter().zip(0u32..);
        let mut entries: Vec<(u64, u32)> = keyed
            .map(|(p, i)| (grid.key(grid.coordinates(*p)), i))
            .collect();
        entries.sort_unstable();
        (grid.cells, grid.points) = entries.into_iter().unzip();
        grid
    }

    /// Calls `visit` for every point within one cube side of `p`, and for some others. The order
    /// depends on the points alone.
    pub fn near(&self, p: Vec3, mut visit: impl FnMut(u32)) {
        let [x, y, z] = self.coordinates(p);
        let around = |c: u64| c.saturating_sub(1)..=(c + 1).min((1 << BITS) - 1);
        for (z, y) in around(z).flat_map(|z| around(y).map(move |y| (z, y))) {
            let (low, high) = (*around(x).start(), *around(x).end());
            let first = self.key([low, y, z]);
            let last = self.key([high, y, z]);
            let start = self.cells.partition_point(|c| *c < first);
            let row = self.cells[start..].iter().zip(&self.points[start..]);
            for (_, i) in row.take_while(|(c, _)| **c <= last) {
                visit(*i);
            }
        }
    }

    fn coordinates(&self, p: Vec3) -> [u64; 3] {
        let scaled = (p - self.low) / self.cell;
        // The cast saturates.
        scaled.to_array().map(|c| (c as u64).min((1 << BITS) - 1))
    }

    fn key(&self, [x, y, z]: [u64; 3]) -> u64 {
        (z << BITS | y) << BITS | x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_points_within_a_side_are_seen_once() {
        let spread = |i: u32| (f64::from(i) * 0.618).fract();
        let points: Vec<Vec3> = (0..500)
            .map(|i| Vec3::new(spread(i), spread(7 * i), spread(31 * i)) - 0.3)
            .collect();
        for cell in [0.04, 0.2, 1e-9, 5.0] {
            let grid = Grid::new(&points, cell);
            for p in &points {
                let mut seen = Vec::new();
                grid.near(*p, |i| seen.push(i));
                let count = seen.len();
                seen.sort_unstable();
                seen.dedup();
                assert_eq!(seen.len(), count);
                for (i, q) in points.iter().enumerate() {
                    let is_near = p.distance(*q) <= cell;
                    assert!(!is_near || seen.binary_search(&(i as u32)).is_ok());
                }
            }
        }
    }
}
