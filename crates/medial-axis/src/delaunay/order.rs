//! Order of insertion, and distinct points.
//!
//! A random order keeps the number of tetrahedra low that are made only to be removed, whatever the
//! points are. An order in which each point is near the one before keeps walks short. This one does
//! both (Amenta, Choi and Rote 2003), in `n log n`. The essence:
//! 1. Shuffle the points.
//! 2. The second half is the last round, the second half of the rest the round before, and so on.
//!    Rounds alone are random enough: the bounds of a random order hold up to a constant factor.
//! 3. Sort each round along Hilbert's curve, whose neighbors are neighbors in space.

use geometry::{Sign, Vec3, orient3d, predicates::orient2d};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Returns for each point the first one with its coordinates, and its rank by x, then y, then z.
pub(super) fn distinct(points: &[Vec3]) -> (Vec<u32>, Vec<u32>) {
    // Adding zero turns -0.0 into 0.0 and leaves every other value as it is.
    let key = |i: u32| (points[i as usize] + Vec3::ZERO).to_array();
    let mut sorted: Vec<u32> = (0..points.len() as u32).collect();
    sorted.sort_unstable_by(|&i, &j| {
        let (p, q) = (key(i), key(j));
        let by_axis = |k: usize| p[k].total_cmp(&q[k]);
        by_axis(0).then(by_axis(1)).then(by_axis(2)).then(i.cmp(&j))
    });
    let (mut first, mut rank) = (vec![0; points.len()], vec![0; points.len()]);
    for (r, same) in sorted.chunk_by(|&i, &j| key(i) == key(j)).enumerate() {
        for &i in same {
            first[i as usize] = same[0];
            rank[i as usize] = r as u32;
        }
    }
    (first, rank)
}

/// Returns all distinct points in a biased randomized insertion order (Amenta, Choi and Rote 2003).
///
/// Each random round is about as large as all rounds before it together. Within a round, points
/// follow Hilbert's curve. So no order of the input is slow, and each point is near the one before.
pub(super) fn insertion_order(points: &[Vec3], first: &[u32]) -> Vec<u32> {
    const SMALLEST_ROUND: usize = 64;
    let mut order: Vec<u32> = (0..points.len() as u32)
        .filter(|i| first[*i as usize] == *i)
        .collect();
    let mut random = Pcg64Mcg::seed_from_u64(1996);
    for i in (1..order.len()).rev() {
        order.swap(i, random.random_range(0..=i));
    }
    let curve = HilbertCurve::over(points);
    let mut end = order.len();
    while end > 0 {
        let start = if end > SMALLEST_ROUND { end / 2 } else { 0 };
        order[start..end].sort_by_cached_key(|i| curve.index_of(points[*i as usize]));
        end = start;
    }
    order
}

/// Returns the same order, but with four points first that span a tetrahedron; `None` if no four
/// do.
pub(super) fn start_with_a_tetrahedron(points: &[Vec3], mut order: Vec<u32>) -> Option<Vec<u32>> {
    let p = |i: u32| points[i as usize];
    let &a = order.first()?;
    let &b = order.get(1)?;
    let off_line = |c: &u32| (0..3).any(|axis| orient2d(axis, p(a), p(b), p(*c)) != Sign::Zero);
    let third = order.iter().position(off_line)?;
    let c = order[third];
    let off_plane = |d: &u32| orient3d(p(a), p(b), p(c), p(*d)) != Sign::Zero;
    let fourth = order.iter().position(off_plane)?;
    // The fourth is not before the third: all before it are on the line.
    order[2..=third].rotate_right(1);
    order[3..=fourth].rotate_right(1);
    Some(order)
}

/// Hilbert curve through a grid over a box.
struct HilbertCurve {
    low: Vec3,
    scale: f64,
}

impl HilbertCurve {
    const BITS: u32 = 16;

    fn over(points: &[Vec3]) -> HilbertCurve {
        let low = points.iter().copied().reduce(Vec3::min);
        let high = points.iter().copied().reduce(Vec3::max);
        let (low, high) = (low.unwrap_or_default(), high.unwrap_or_default());
        let size = (high - low).max_element().max(f64::MIN_POSITIVE);
        let cells = f64::from((1 << HilbertCurve::BITS) - 1);
        HilbertCurve {
            low,
            scale: cells / size,
        }
    }

    /// Returns the index along the curve of the cell that contains `p` (Skilling 2004).
    fn index_of(&self, p: Vec3) -> u64 {
        let mut x = ((p - self.low) * self.scale).to_array().map(|c| c as u32);
        let top = 1 << (HilbertCurve::BITS - 1);
        let mut bit = top;
        // Skilling undoes the rotations and reflections of the cells, from the largest cells down.
        while bit > 1 {
            let below = bit - 1;
            for k in 0..3 {
                if x[k] & bit != 0 {
                    x[0] ^= below;
                } else {
                    let change = (x[0] ^ x[k]) & below;
                    x[0] ^= change;
                    x[k] ^= change;
                }
            }
            bit >>= 1;
        }
        // The three coordinates become one Gray code, whose bits alternate between the axes.
        x[1] ^= x[0];
        x[2] ^= x[1];
        let mut flips = 0;
        bit = top;
        while bit > 1 {
            if x[2] & bit != 0 {
                flips ^= bit - 1;
            }
            bit >>= 1;
        }
        let x = x.map(|c| c ^ flips);
        let bits = (0..HilbertCurve::BITS).rev();
        bits.flat_map(|b| x.map(|c| u64::from(c >> b & 1)))
            .fold(0, |index, bit| index << 1 | bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_goes_from_cell_to_neighboring_cell() {
        // The first 4096 indices of the curve fill a cube of 16 cells a side.
        let corners = [Vec3::ZERO, Vec3::splat(65535.0)];
        let curve = HilbertCurve::over(&corners);
        let cells = (0..4096).map(|i| Vec3::from([i % 16, i / 16 % 16, i / 256].map(f64::from)));
        let mut cells: Vec<Vec3> = cells.collect();
        cells.sort_by_key(|p| curve.index_of(*p));
        assert_eq!(curve.index_of(cells[4095]), 4095);
        for pair in cells.windows(2) {
            assert_eq!(pair[0].distance(pair[1]), 1.0);
        }
    }

    #[test]
    fn equal_points_are_one_and_ranks_follow_x_then_y_then_z() {
        let points = [
            Vec3::new(1.0, 0.0, 0.0),
            Vec3::new(-0.0, 2.0, 0.0),
            Vec3::new(0.0, 2.0, -0.0),
            Vec3::new(0.0, 1.0, 9.0),
        ];
        assert_eq!(distinct(&points), (vec![0, 1, 1, 3], vec![2, 1, 1, 0]));
    }
}
