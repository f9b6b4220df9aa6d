//! Eight pairs of faces at once against the axes of their edges, and which of them surely cross.
//!
//! Good for pairs that the planes of both faces do not separate: most of these are apart by an axis
//! of two edges, or cross, and single precision with a bound tells which. The others need exact
//! signs. Corners come in single precision, with a bound on their error.
//!
//! For an edge `e` of A and an edge `f` of B the axis is `x = e × f`. The product of `x` and the
//! vector from the start of `e` to that of `f` is also `det(e, f, w)`, the orientation of the two
//! edges. So the nine products that look for a separating axis also tell which edges pass which
//! faces on one side: if `f` passes all three edges of A with one sign and its ends are on both
//! sides of the plane of A, it pierces A.
//!
//! # The bounds
//! `|v|` is the sum of the absolute coordinates, `u = 2⁻²⁴`, `S` a bound on the lengths of corners,
//! of differences between corners of two faces, and of half of an edge, and `δ = 8 u S + m` one on
//! the error of a coordinate of a corner, and half of that of a difference: `m` is what does not
//! come from `f32`.
//! - **Apart.** Any vector `x` is a valid axis. Differences of corners have an error of `2 δ`, and
//!   their products with `x` round by `8 u S`, so along `x` each is off by at most
//!   `|x| (2 δ + 8 u S)`. A gap compares two of them: `|x| (48 u S + 4 m)`, for which `2 margin`,
//!   where `margin = 32 u S + 2 m`, has room. The ends of `e` are taken to be at one place along
//!   `x`: as `x` is rounded, they are off by at most `2 u |e|² |f|`, and those of `f` by
//!   `2 u |e| |f|²`; `8 u |e| |f| (|e| + |f|)` has room for both. What underflows is below the
//!   smallest normal number, which is added.
//! - **Crossing.** `|det(x, y, z)| <= |x| |y| |z|`. If each of the three vectors is off by at most
//!   `6 δ` in that sum, and none is longer than `l - 6 δ`, the determinant is off by at most
//!   `18 δ l²`, and its rounding by at most `10 u l³`. The bound is computed a little larger, with
//!   the smallest normal number.
//!
//! Corners are those of world space but for a map that keeps or reverses all signs, and an error
//! that `δ` includes. So signs beyond the bound are those of the world vertices. An edge that
//! strictly pierces the inside of a face shares points with it that are inside both: the pair is
//! [`Interference::Crossing`](crate::Interference::Crossing).

use crate::lanes::{
    Dispatch, Instructions, Register, SINGLE_ROUNDOFF, VecLanes, WIDTH, cross, dispatch, dot, minus,
};

/// Bounds on the rounding of corners.
#[derive(Clone, Copy, Debug)]
pub struct EdgeBounds {
    /// `margin`: pairs are apart if they are farther from each other than this, up to the rounding
    /// of the axes. A larger one leaves out nothing that is nearer.
    pub margin: f32,
    /// `δ`: bound on the error of each coordinate of a corner, in the unit of the corners.
    pub corner_error: f32,
}

/// Up to eight pairs of faces.
#[derive(Clone, Debug)]
pub struct EdgeBatch {
    /// Corners of the faces of A and of B.
    corners: [[VecLanes; 3]; 2],
    /// The faces.
    faces: [[u32; 2]; WIDTH],
    len: usize,
}

/// Results for the pairs of a batch: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdgeVerdicts {
    /// Pairs that some axis separates, whatever rounding did.
    pub apart: u32,
    /// Pairs of which an edge of one face passes through the other, whatever rounding did.
    pub crossing: u32,
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
    /// Drops all pairs.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Returns true if there is no room for another pair.
    pub fn is_full(&self) -> bool {
        self.len == WIDTH
    }

    /// Returns the faces of all pairs, in the order in which they were added.
    pub fn faces(&self) -> &[[u32; 2]] {
        &self.faces[..self.len]
    }

    /// Adds a pair.
    ///
    /// # Panics
    /// If the batch is full.
    #[inline(always)]
    pub fn push(&mut self, faces: [u32; 2], corners: [[[f32; 3]; 3]; 2]) {
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

    /// Compares all pairs, for callers whose own instructions are not chosen at run time.
    pub fn verdicts_by_dispatch(&self, bounds: &EdgeBounds) -> EdgeVerdicts {
        let mut verdicts = EdgeVerdicts::default();
        dispatch(Compare(self, bounds, &mut verdicts));
        verdicts
    }

    /// Compares all pairs with these instructions, at one cost for any number of pairs.
    #[inline(always)]
    pub fn verdicts(&self, on: impl Instructions, bounds: &EdgeBounds) -> EdgeVerdicts {
        let present = (1u32 << self.len).wrapping_sub(1);
        let products = EdgeProducts::new(on, &self.corners, bounds.corner_error);
        let (apart, passes) = products.axes(bounds.margin);
        EdgeVerdicts {
            apart: apart & present,
            crossing: products.pierced(&passes) & present & !apart,
        }
    }
}

/// A comparison with instructions that are chosen at run time.
struct Compare<'a>(&'a EdgeBatch, &'a EdgeBounds, &'a mut EdgeVerdicts);

impl Dispatch for Compare<'_> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        *self.2 = self.0.verdicts(on, self.1);
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
        corner_error: f32,
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
        let l = longest + on.splat(6.0 * corner_error);
        let error = on.splat(18.0 * corner_error) + on.splat(10.0 * U) * l;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Interference, Triangle, Vec3, interference};
    use proptest::prelude::*;

    /// Returns the verdicts on pairs of faces whose corners are exact in single precision, and at
    /// most 2 from each other.
    fn verdicts(pairs: &[[[[f32; 3]; 3]; 2]]) -> EdgeVerdicts {
        let mut batch = EdgeBatch::default();
        for (i, corners) in (0..).zip(pairs) {
            batch.push([i, i], *corners);
        }
        let bounds = EdgeBounds {
            margin: 128.0 * U,
            corner_error: 32.0 * U,
        };
        batch.verdicts_by_dispatch(&bounds)
    }

    const FLOOR: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

    #[test]
    fn only_faces_that_cross_and_faces_beside_each_other_have_a_verdict() {
        let pierced = [[0.2, 0.2, -0.5], [0.2, 0.2, 0.5], [0.9, 0.9, 0.1]];
        // Beyond the slanted edge, on both sides of the floor: only axes of edges separate it.
        let beside = [[0.6, 0.6, -0.5], [0.6, 0.6, 0.5], [0.9, 0.9, 0.1]];
        let touching = [[0.2, 0.2, 0.0], [0.2, 0.2, 0.5], [0.9, 0.9, 0.5]];
        let coplanar = [[0.1, 0.1, 0.0], [0.5, 0.1, 0.0], [0.1, 0.5, 0.0]];
        let flat = [[0.2, 0.2, 0.0]; 3];
        let others = [pierced, beside, touching, coplanar, FLOOR, flat];
        let found = verdicts(&others.map(|other| [FLOOR, other]));
        let expected = EdgeVerdicts {
            apart: 0b10,
            crossing: 0b1,
        };
        assert_eq!(found, expected);
        // Lanes without a pair have no verdict.
        assert_eq!(
            verdicts(&[]),
            EdgeVerdicts {
                apart: 0,
                crossing: 0
            }
        );
    }

    fn face() -> impl Strategy<Value = [[f32; 3]; 3]> {
        let part = || prop_oneof![5 => -0.5..0.5f32, 1 => Just(0.0), 1 => Just(0.25)];
        let point = || [part(), part(), part()];
        let size = prop_oneof![3 => Just(1.0f32), 1 => Just(1e-3), 1 => Just(1e-9)];
        (point(), [point(), point(), point()], size).prop_map(|(at, corners, size)| {
            corners.map(|p| [0, 1, 2].map(|i| 0.5 * at[i] + size * p[i]))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn verdicts_are_those_of_exact_signs(pairs in prop::collection::vec([face(), face()], 1..9)) {
            let found = verdicts(&pairs);
            for (k, pair) in pairs.iter().enumerate() {
                let [a, b] = pair.map(|face| {
                    let [p, q, r] = face.map(|p| Vec3::from_array(p.map(f64::from)));
                    Triangle::new(p, q, r)
                });
                let kind = interference(&a, &b);
                if found.apart >> k & 1 == 1 {
                    prop_assert_eq!(kind, Interference::Apart);
                }
                if found.crossing >> k & 1 == 1 {
                    prop_assert_eq!(kind, Interference::Crossing);
                }
            }
        }
    }
}
