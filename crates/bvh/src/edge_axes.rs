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
//!   `|x| (2 δ + 4 u S)`. A gap compares two of them: `|x| (40 u S + 4 m)`, for which `2 margin`,
//!   which is `64 u S + 4 m`, has room. The ends of `e` are taken to be at one place along `x`: as
//!   `x` is rounded, they are off by at most `2 u |e|² |f|`, and those of `f` by `2 u |e| |f|²`;
//!   `8 u |e| |f| (|e| + |f|)` has room for both. What underflows is below the smallest normal
//!   number, which is added.
//! - **Crossing.** `|det(x, y, z)| <= |x| |y| |z|`. If each of the three vectors is off by at most
//!   `6 δ` in that sum, and none is longer than `l - 6 δ`, the determinant is off by at most
//!   `18 δ l²`, and its rounding by at most `10 u l³`. The bound is computed a little larger, with
//!   the smallest normal number.
//!
//! Corners in A's space are those of world space but for a map that keeps or reverses all signs,
//! and an error that `δ` includes. So signs beyond the bound are those of the world vertices. An
//! edge that strictly pierces the inside of a face shares points with it that are inside both: the
//! pair is [`geometry::Interference::Crossing`].

use crate::pair_frame::PairFrame;
use geometry::lanes::{
    Instructions, Register, SINGLE_ROUNDOFF, VecLanes, WIDTH, cross, dot, minus,
};

/// Up to eight pairs of faces.
#[derive(Clone, Debug)]
pub(crate) struct EdgeBatch {
    /// Corners of the faces of A and of B, in A's space.
    corners: [[VecLanes; 3]; 2],
    /// The faces.
    faces: [[u32; 2]; WIDTH],
    len: usize,
}

/// Results for the pairs of a batch: a bit for each.
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
    #[inline(always)]
    pub(crate) fn verdicts(&self, on: impl Instructions, frame: &PairFrame) -> EdgeVerdicts {
        let present = (1u32 << self.len).wrapping_sub(1);
        let products = EdgeProducts::new(on, &self.corners, frame);
        let (apart, passes) = products.axes(frame.margin);
        EdgeVerdicts {
            apart: apart & present,
            crossing: products.pierced(&passes) & present & !apart,
        }
    }
}

const U: f32 = SINGLE_ROUNDOFF as f32;

/// Returns the edges of a triangle in each lane.
#[inline(always)]
fn edges<R: Register>([p, q, r]: &[[R; 3]; 3]) -> [[R; 3]; 3] {
    [minus(q, p), minus(r, q), minus(p, r)]
}

/// Returns the sum of the absolute coordinates in each lane.
#[inline(always)]
fn sum<R: Register>(v: &[R; 3]) -> R {
    v[0].abs() + v[1].abs() + v[2].abs()
}

/// Sides that are beyond the bound: a bit for each pair.
#[derive(Clone, Copy, Debug, Default)]
struct SureSides {
    above: u32,
    below: u32,
}

impl SureSides {
    #[inline(always)]
    fn of<I: Instructions>(on: I, values: I::Register, bound: I::Register) -> SureSides {
        SureSides {
            above: values.above(bound),
            below: (on.splat(0.0) - values).above(bound),
        }
    }

    /// Returns a bit for each pair in which all three are on one side.
    #[inline(always)]
    fn agree(p: SureSides, q: SureSides, r: SureSides) -> u32 {
        p.above & q.above & r.above | p.below & q.below & r.below
    }

    /// Returns a bit for each pair in which the two are on different sides.
    #[inline(always)]
    fn differ(p: SureSides, q: SureSides) -> u32 {
        p.above & q.below | p.below & q.above
    }
}

/// Edges of two faces in each lane, which all products are made of.
struct EdgeProducts<I: Instructions> {
    on: I,
    /// Edges of A and of B, by their start.
    edges: [[[I::Register; 3]; 3]; 2],
    /// Sums of the absolute coordinates of the edges.
    lengths: [[I::Register; 3]; 2],
    /// Start of edge `j` of B less that of edge `i` of A, at `[i][j]`.
    starts: [[[I::Register; 3]; 3]; 3],
    /// Bound on the error of the determinant of three of these vectors.
    bound: I::Register,
}

impl<I: Instructions> EdgeProducts<I> {
    #[inline(always)]
    fn new(
        on: I,
        [[a0, a1, a2], [b0, b1, b2]]: &[[VecLanes; 3]; 2],
        frame: &PairFrame,
    ) -> EdgeProducts<I> {
        let a = [on.load3(a0), on.load3(a1), on.load3(a2)];
        let b = [on.load3(b0), on.load3(b1), on.load3(b2)];
        let zero = on.splat(0.0);
        let mut products = EdgeProducts {
            on,
            edges: [edges(&a), edges(&b)],
            lengths: [[zero; 3]; 2],
            starts: [[[zero; 3]; 3]; 3],
            bound: zero,
        };
        // In place, as the struct is too large to be copied.
        let EdgeProducts {
            edges,
            lengths,
            starts,
            bound,
            ..
        } = &mut products;
        let mut longest = zero;
        for i in 0..3 {
            for k in 0..2 {
                lengths[k][i] = sum(&edges[k][i]);
                longest = longest.max(lengths[k][i]);
            }
            for j in 0..3 {
                starts[i][j] = minus(&b[j], &a[i]);
                longest = longest.max(sum(&starts[i][j]));
            }
        }
        let l = longest + on.splat(6.0 * frame.corner_error);
        let error = on.splat(18.0 * frame.corner_error) + on.splat(10.0 * U) * l;
        *bound = on.splat(1.01) * error * (l * l) + on.splat(f32::MIN_POSITIVE);
        products
    }

    /// Returns a bit for each pair that one of the nine axes separates, and the sides on which
    /// edges `i` of A and `j` of B pass each other, at `[i][j]`.
    #[inline(always)]
    fn axes(&self, margin: f32) -> (u32, [[SureSides; 3]; 3]) {
        let on = self.on;
        let [edges_a, edges_b] = &self.edges;
        let zero = on.splat(0.0);
        let mut apart = 0;
        let mut passes = [[SureSides::default(); 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                // From the start of A's edge, A extends along the axis from 0 to `of_a`, and B from
                // `of_b` to `of_b_third`: each edge is at one place along its own product.
                let axis = cross(&edges_a[i], &edges_b[j]);
                // From the start of the edge of A to the corner that is not on it: the edge before,
                // reversed.
                let of_a = zero - dot(&edges_a[(i + 2) % 3], &axis);
                let of_b = dot(&self.starts[i][j], &axis);
                let of_b_third = dot(&self.starts[i][(j + 2) % 3], &axis);
                let (e, f) = (self.lengths[0][i], self.lengths[1][j]);
                let tolerance = on.splat(2.0 * margin) * sum(&axis)
                    + on.splat(8.0 * U) * (e * f) * (e + f)
                    + on.splat(f32::MIN_POSITIVE);
                let (low, high) = (of_b.min(of_b_third), of_b.max(of_b_third));
                let gap = (low - of_a.max(zero)).max(of_a.min(zero) - high);
                apart |= gap.above(tolerance);
                passes[i][j] = SureSides::of(on, of_b, self.bound);
            }
        }
        (apart, passes)
    }

    /// Returns a bit for each pair of which an edge pierces the other face.
    #[inline(always)]
    fn pierced(&self, passes: &[[SureSides; 3]; 3]) -> u32 {
        let [edges_a, edges_b] = &self.edges;
        // Products with a normal are determinants of two edges and a start, so that the same bound
        // holds for sides of planes.
        let normal_a = cross(&edges_a[0], &edges_a[1]);
        let normal_b = cross(&edges_b[0], &edges_b[1]);
        // Sides of A's plane of the corners of B, and the reverse.
        let mut sides_b = [SureSides::default(); 3];
        let mut sides_a = [SureSides::default(); 3];
        for i in 0..3 {
            let of_b = dot(&self.starts[0][i], &normal_a);
            let of_a = dot(&self.starts[i][0], &normal_b);
            sides_b[i] = SureSides::of(self.on, of_b, self.bound);
            sides_a[i] = SureSides::of(self.on, of_a, self.bound);
        }
        let mut pierced = 0;
        for edge in 0..3 {
            let next = (edge + 1) % 3;
            let b_pierces = SureSides::agree(passes[0][edge], passes[1][edge], passes[2][edge])
                & SureSides::differ(sides_b[edge], sides_b[next]);
            let a_pierces = SureSides::agree(passes[edge][0], passes[edge][1], passes[edge][2])
                & SureSides::differ(sides_a[edge], sides_a[next]);
            pierced |= b_pierces | a_pierces;
        }
        pierced
    }
}
