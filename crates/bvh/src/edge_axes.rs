//! Step 5: eight pairs of faces at once against the axes of their edges, and which of them surely
//! cross.
//!
//! For an edge `e` of A and an edge `f` of B the axis is `x = e × f`. The product of `x` and the
//! vector from the start of `e` to that of `f` is also `det(e, f, w)`, the orientation of the two
//! edges. So the nine products that look for a separating axis also tell which edges pass which
//! faces on one side: if `f` passes all three edges of A with one sign and its ends are on both
//! sides of the plane of A, it pierces A.
//!
//! # The bounds
//! `|v|` is the sum of the absolute coordinates, `u = 2⁻²⁴`, and `δ` the error of a coordinate of a
//! corner (`pair_frame`).
//! - **Apart.** Any vector `x` is a valid axis. Differences of corners have an error of `2 δ`, and
//!   their products with `x` round by `4 u S`, so along `x` each is off by at most
//!   `|x| (2 δ + 4 u S)`, of which `2 margin` has room for three. The ends of `e` are taken to be at
//!   one place along `x`: as `x` is rounded, they are off by at most `2 u |e|² |f|`, and those of `f`
//!   by `2 u |e| |f|²`; `8 u |e| |f| (|e| + |f|)` has room for both. What underflows is below the
//!   smallest normal number, which is added.
//! - **Crossing.** `|det(x, y, z)| <= |x| |y| |z|`. If each of the three vectors is off by at most
//!   `6 δ` in that sum, and none is longer than `l - 6 δ`, the determinant is off by at most
//!   `18 δ l²`, and its rounding by at most `10 u l³`. The bound is computed a little larger, with
//!   the smallest normal number.
//!
//! Corners in A's space are those of world space but for a map that keeps or reverses all signs, and
//! an error that `δ` includes. So signs beyond the bound are those of the world vertices. An edge
//! that strictly pierces the inside of a face shares points with it that are inside both: the pair
//! is [`geometry::Interference::Crossing`].

use crate::lanes::{Lanes, VecLanes, WIDTH, bits, dots, max, min};
use crate::pair_frame::PairFrame;

/// Up to eight pairs of faces.
#[derive(Clone, Debug)]
pub(crate) struct EdgeBatch {
    /// Corners of the faces of A and of B, in A's space.
    corners: [[VecLanes; 3]; 2],
    /// The faces.
    faces: [[u32; 2]; WIDTH],
    len: usize,
}

/// What the axes of the edges say of the pairs of a batch: a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EdgeVerdicts {
    /// Surely apart.
    pub(crate) apart: u32,
    /// Surely crossing.
    pub(crate) crossing: u32,
}

impl Default for EdgeBatch {
    fn default() -> EdgeBatch {
        EdgeBatch {
            corners: [[[[0.0; WIDTH]; 3]; 3]; 2],
            faces: [[0; 2]; WIDTH],
            len: 0,
        }
    }
}

impl EdgeBatch {
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn is_full(&self) -> bool {
        self.len == WIDTH
    }

    /// Returns the faces of all pairs, in the order in which they were added.
    pub(crate) fn faces(&self) -> &[[u32; 2]] {
        &self.faces[..self.len]
    }

    /// Adds a pair.
    ///
    /// # Panics
    /// If the batch is full.
    #[inline(always)]
    pub(crate) fn push(&mut self, faces: [u32; 2], corners: [[[f32; 3]; 3]; 2]) {
        let k = self.len;
        for (lanes, corners) in self.corners.iter_mut().zip(corners) {
            for (lanes, corner) in lanes.iter_mut().zip(corners) {
                for (lanes, x) in lanes.iter_mut().zip(corner) {
                    lanes[k] = x;
                }
            }
        }
        self.faces[k] = faces;
        self.len += 1;
    }

    /// Compares all pairs.
    pub(crate) fn verdicts(&self, frame: &PairFrame) -> EdgeVerdicts {
        let present = (1u32 << self.len).wrapping_sub(1);
        let EdgeVerdicts { apart, crossing } = compare(&self.corners, frame);
        EdgeVerdicts {
            apart: apart & present,
            crossing: crossing & present & !apart,
        }
    }
}

const U: f32 = f32::EPSILON / 2.0;

#[inline(always)]
fn minus(p: &VecLanes, q: &VecLanes) -> VecLanes {
    let mut result = *p;
    for (lanes, q) in result.iter_mut().zip(q) {
        for k in 0..WIDTH {
            lanes[k] -= q[k];
        }
    }
    result
}

#[inline(always)]
fn cross(p: &VecLanes, q: &VecLanes) -> VecLanes {
    let mut result = [[0.0; WIDTH]; 3];
    for k in 0..WIDTH {
        result[0][k] = p[1][k] * q[2][k] - p[2][k] * q[1][k];
        result[1][k] = p[2][k] * q[0][k] - p[0][k] * q[2][k];
        result[2][k] = p[0][k] * q[1][k] - p[1][k] * q[0][k];
    }
    result
}

/// Returns the sum of the absolute coordinates in each lane.
#[inline(always)]
fn sums(v: &VecLanes) -> Lanes {
    let mut result = [0.0; WIDTH];
    for k in 0..WIDTH {
        result[k] = v[0][k].abs() + v[1][k].abs() + v[2][k].abs();
    }
    result
}

/// Signs that decide whether edges pierce faces. `1` and `-1` are beyond the bound, `0` is not.
type Signs = [f32; WIDTH];

#[inline(always)]
fn signs(values: &Lanes, bound: &Lanes) -> Signs {
    let mut result = [0.0; WIDTH];
    for k in 0..WIDTH {
        let positive = if values[k] > bound[k] { 1.0 } else { 0.0 };
        let negative = if values[k] < -bound[k] { 1.0 } else { 0.0 };
        result[k] = positive - negative;
    }
    result
}

fn compare(corners: &[[VecLanes; 3]; 2], frame: &PairFrame) -> EdgeVerdicts {
    let [a, b] = corners;
    let edges = |p: &[VecLanes; 3]| [0, 1, 2].map(|i| minus(&p[(i + 1) % 3], &p[i]));
    let (edges_a, edges_b) = (edges(a), edges(b));
    let lengths_a = edges_a.each_ref().map(sums);
    let lengths_b = edges_b.each_ref().map(sums);
    let mut apart = [0.0; WIDTH];
    // Start of edge j of B less that of edge i of A.
    let mut longest = [0.0; WIDTH];
    let mut starts = [[[[0.0; WIDTH]; 3]; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            starts[i][j] = minus(&b[j], &a[i]);
            let length = sums(&starts[i][j]);
            for k in 0..WIDTH {
                longest[k] = max(
                    max(length[k], longest[k]),
                    max(lengths_a[i][k], lengths_b[j][k]),
                );
            }
        }
    }
    let mut bound = [0.0; WIDTH];
    for k in 0..WIDTH {
        let l = longest[k] + 6.0 * frame.corner_error;
        bound[k] = 1.01 * (18.0 * frame.corner_error + 10.0 * U * l) * (l * l) + f32::MIN_POSITIVE;
    }
    let mut passes = [[[0.0; WIDTH]; 3]; 3];
    for i in 0..3 {
        // From the start of edge i of A to the corner that is not on it.
        let to_third = minus(&a[(i + 2) % 3], &a[i]);
        for j in 0..3 {
            let axis = cross(&edges_a[i], &edges_b[j]);
            let of_a = dots(&to_third, &axis);
            let of_b = dots(&starts[i][j], &axis);
            let of_b_third = dots(&starts[i][(j + 2) % 3], &axis);
            let length = sums(&axis);
            for k in 0..WIDTH {
                let (e, f) = (lengths_a[i][k], lengths_b[j][k]);
                let tolerance = 2.0 * frame.margin * length[k]
                    + 8.0 * U * (e * f) * (e + f)
                    + f32::MIN_POSITIVE;
                let (low, high) = (min(of_b[k], of_b_third[k]), max(of_b[k], of_b_third[k]));
                let beyond =
                    (low - max(of_a[k], 0.0) > tolerance) | (min(of_a[k], 0.0) - high > tolerance);
                apart[k] = if beyond { 1.0 } else { apart[k] };
            }
            passes[i][j] = signs(&of_b, &bound);
        }
    }
    let normal_a = cross(&edges_a[0], &edges_a[1]);
    let normal_b = cross(&edges_b[0], &edges_b[1]);
    // Sides of A's plane of the corners of B, and the reverse.
    let sides_b = [0, 1, 2].map(|j| signs(&dots(&starts[0][j], &normal_a), &bound));
    let sides_a = [0, 1, 2].map(|i| signs(&dots(&starts[i][0], &normal_b), &bound));
    let mut crossing = 0;
    for edge in 0..3 {
        let next = (edge + 1) % 3;
        crossing |= bits(|k| {
            let of_b = passes[0][edge][k] + passes[1][edge][k] + passes[2][edge][k];
            let of_a = passes[edge][0][k] + passes[edge][1][k] + passes[edge][2][k];
            let b_pierces = (of_b.abs() == 3.0) & (sides_b[edge][k] * sides_b[next][k] < 0.0);
            let a_pierces = (of_a.abs() == 3.0) & (sides_a[edge][k] * sides_a[next][k] < 0.0);
            a_pierces | b_pierces
        });
    }
    EdgeVerdicts {
        apart: bits(|k| apart[k] != 0.0),
        crossing,
    }
}
