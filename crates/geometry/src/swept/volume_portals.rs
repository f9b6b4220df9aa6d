//! Relations of pairs of swept volumes, eight pairs at once, by portals.
//!
//! Good for pairs that the axes of their faces leave open (`volume_axes`): volumes that meet, or
//! pass each other beside the faces. Each step is the same for all lanes, about 200 operations for
//! eight pairs. Poor for volumes that touch or nearly touch, and flat ones: those stay open. The
//! essence (Minkowski portal refinement, Snethen 2008): two volumes meet if their Minkowski
//! difference, the differences of their points, contains the origin.
//! 1. Start at an interior point, and take the support point, the difference that is farthest along
//!    a direction, towards the origin.
//! 2. Take two more, so that the ray from the interior point to the origin passes through a
//!    triangle of three support points, the portal.
//! 3. If the origin is on this side of the portal, it is in the tetrahedron of the interior point
//!    and the portal, so the volumes meet.
//! 4. Otherwise take the support point across the portal. If it does not reach the origin, the
//!    volumes are apart. If it does, it replaces a corner of the portal, so that the ray passes
//!    through the new one, too; go on with step 3.
//!
//! As long as there is no portal, the interior point stands for its third corner, so that steps 2
//! and 4 are one.
//!
//! # Rounding
//! With `u` half an ulp of 1 in single precision, and `R` a bound on coordinates, all offsets from
//! the first corner of the first volume, as in `volume_axes`: a coordinate of a corner is off by at
//! most `2uR`.
//!
//! - A gap on any axis of largest coordinate `N` proves that volumes are apart. A projection is off
//!   by `3N · 2uR` for its corner and `9NuR` for its three products and two sums, the difference of
//!   two by `30NuR`, and its own rounding is at most `6NuR`: what exceeds `64NuR` is proved.
//! - With `D` a bound on the coordinates of rounded differences, at most `2R`: a difference of two
//!   corners is off by `2 · 2uR + 2uR`. The interior point is off by `2 · (2 + 3 + 2)uR + 2uR`, for
//!   the corners, five sums over six, and a product with a rounded number. A determinant of it and
//!   two differences, whose cofactors are at most `2D²`, is off by `(16 + 6 + 6)uR · 6D²` and, for
//!   its products and sums, by `30uD³`, together `228uRD²`: what exceeds `512uRD²` has a proved
//!   sign. (Cofactors of exact differences may be larger, but such a determinant is at most `6D³`,
//!   so that `D` exceeds `85uR`, and 228 becomes 245.) The origin is inside a tetrahedron if its
//!   four determinants have one sign.
//!
//! A term of the smallest normal number, `2⁻¹²⁶`, covers underflow: `R` is at most 2, so that no
//! factor exceeds 128, and each of some hundred operations loses at most `2⁻¹⁵⁰`.

use super::volume_lanes::{PairLanes, SweptOffsets, bits_of};
use crate::lanes::{
    Dispatch, Instructions, Register, cross, dispatch, dot, minus, plus, select3_above,
};

/// Maximum number of portals.
const MAX_STEPS: usize = 8;

/// Bound on all rounding of compared projections, relative to the largest coordinates of the axis
/// and of the corners: 64 half ulps of 1 in single precision.
const PROJECTION_ROUNDING: f32 = 32.0 * f32::EPSILON;

/// Bound on all rounding of a determinant of three differences, relative to the square of their
/// largest coordinate and the largest of the corners: 512 half ulps of 1 in single precision.
const VOLUME_ROUNDING: f32 = 256.0 * f32::EPSILON;

/// Proofs on up to eight pairs of volumes, one bit for each pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PortalProofs {
    /// The volumes share no point.
    pub apart: u32,
    /// The volumes share a point.
    pub meet: u32,
}

/// Compares pairs of volumes. Bits beyond the last pair are not set.
///
/// Both volumes of a pair are of one scale. Of a pair with no bit, nothing is proved.
/// A bit does not depend on the other pairs.
///
/// # Panics
/// If there is no pair, or more than [`crate::lanes::WIDTH`].
pub fn prove_by_portals(pairs: &[[&SweptOffsets; 2]]) -> PortalProofs {
    let mut proofs = PortalProofs::default();
    dispatch(RefinePortals {
        pairs: PairLanes::new(pairs),
        proofs: &mut proofs,
    });
    let pairs = bits_of(pairs.len());
    PortalProofs {
        apart: proofs.apart & pairs,
        meet: proofs.meet & pairs,
    }
}

/// A comparison with instructions that are chosen at run time.
struct RefinePortals<'a> {
    pairs: PairLanes<'a>,
    proofs: &'a mut PortalProofs,
}

impl Dispatch for RefinePortals<'_> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let mut pairs = EightPairs::new(on, &self.pairs);
        *self.proofs = pairs.refine(on);
    }
}

/// Eight pairs of volumes, the second of each with its negated corners, and what is proved so far.
struct EightPairs<R> {
    a: [[R; 3]; 6],
    /// Negated, so that the differences of the points of both are sums.
    minus_b: [[R; 3]; 6],
    /// Bound on the coordinates of corners.
    reach: R,
    /// Bound on those of the differences so far.
    size: R,
    apart: u32,
}

impl<R: Register> EightPairs<R> {
    #[inline(always)]
    fn new(on: impl Instructions<Register = R>, pairs: &PairLanes<'_>) -> EightPairs<R> {
        let (a, mut b) = (pairs.volumes(on, 0), pairs.volumes(on, 1));
        b.move_by(&pairs.between(on));
        let reach = a.reach.max(b.reach);
        let zero = on.splat3([0.0; 3]);
        let mut minus_b = b.corners();
        for corner in &mut minus_b {
            *corner = minus(&zero, corner);
        }
        EightPairs {
            a: a.corners(),
            minus_b,
            reach,
            size: on.splat(0.0),
            apart: 0,
        }
    }

    /// Looks for proofs.
    #[inline(always)]
    fn refine(&mut self, on: impl Instructions<Register = R>) -> PortalProofs {
        let (zero, tiny) = (on.splat(0.0), on.splat(f32::MIN_POSITIVE));
        let interior = plus(&mean(on, &self.a), &mean(on, &self.minus_b));
        self.size = largest(&interior);
        let p = self.support(on, &minus(&[zero; 3], &interior));
        let q = self.support(on, &cross(&p, &interior));
        // So that the normal of the portal points to the side of the origin.
        let side = dot(&cross(&p, &q), &interior);
        let (p, q) = (
            select3_above(side, zero, &q, &p),
            select3_above(side, zero, &p, &q),
        );
        let mut portal = [p, q, interior];
        // Infinite where the interior point is still the third corner, below all numbers elsewhere.
        let mut open_bound = on.splat(f32::INFINITY);
        let mut meet = 0;
        for _ in 0..MAX_STEPS {
            let [p, q, r] = &portal;
            // Six times the volumes of the tetrahedra of the origin, and each side of that of the
            // interior point and the portal.
            let (of_pq, of_qr, of_rp) = (cross(p, q), cross(q, r), cross(r, p));
            let beyond = dot(p, &of_qr);
            let beside = dot(&interior, &of_pq)
                .max(dot(&interior, &of_qr))
                .max(dot(&interior, &of_rp));
            let rounding = self.reach * on.splat(VOLUME_ROUNDING);
            let margin = self.size * self.size * rounding + tiny;
            meet |= beyond.min(zero - beside).above(margin);
            if meet | self.apart == u32::from(u8::MAX) {
                break;
            }
            let normal = cross(&minus(q, p), &minus(r, p));
            let far = self.support(on, &normal);
            let across = cross(&far, &interior);
            let (past_p, past_q) = (dot(p, &across), dot(q, &across));
            let past_r = dot(r, &across).max(open_bound);
            // Where the ray to the origin passes the planes of interior point and new corner.
            let if_above = select3_above(past_q, zero, &far, p);
            let if_not = select3_above(past_r, zero, p, &far);
            let next_p = select3_above(past_p, zero, &if_above, &if_not);
            let if_not = select3_above(past_r, zero, &far, q);
            let next_q = select3_above(past_p, zero, q, &if_not);
            let if_above = select3_above(past_q, zero, r, &far);
            let next_r = select3_above(past_p, zero, &if_above, r);
            let if_above = past_q.select_above(zero, open_bound, on.splat(f32::NEG_INFINITY));
            open_bound = past_p.select_above(zero, if_above, open_bound);
            portal = [next_p, next_q, next_r];
        }
        PortalProofs {
            apart: self.apart,
            meet,
        }
    }

    /// Returns the support points along some directions. Notes the pairs that are apart along them.
    #[inline(always)]
    fn support(&mut self, on: impl Instructions<Register = R>, along: &[R; 3]) -> [R; 3] {
        let margin = largest(along) * self.reach * on.splat(PROJECTION_ROUNDING);
        let (of_a, p) = support_corner(&self.a, along);
        let (of_b, q) = support_corner(&self.minus_b, along);
        let gap = on.splat(0.0) - (of_a + of_b);
        self.apart |= gap.above(margin + on.splat(f32::MIN_POSITIVE));
        let difference = plus(&p, &q);
        self.size = self.size.max(largest(&difference));
        difference
    }
}

/// Returns the largest coordinate in absolute value.
#[inline(always)]
fn largest<R: Register>([x, y, z]: &[R; 3]) -> R {
    x.abs().max(y.abs()).max(z.abs())
}

/// Returns the mean of the corners, a point inside.
#[inline(always)]
fn mean<R: Register>(on: impl Instructions<Register = R>, corners: &[[R; 3]; 6]) -> [R; 3] {
    let [p, q, r, s, t, u] = corners;
    let sum = plus(&plus(&plus(p, q), &plus(r, s)), &plus(t, u));
    sum.map(|x| x * on.splat(1.0 / 6.0))
}

/// Returns the greatest projection of the corners, and the first corner that has it.
#[inline(always)]
fn support_corner<R: Register>(corners: &[[R; 3]; 6], along: &[R; 3]) -> (R, [R; 3]) {
    let [first, others @ ..] = corners;
    let (mut greatest, mut farthest) = (dot(along, first), *first);
    for corner in others {
        let projection = dot(along, corner);
        farthest = select3_above(projection, greatest, corner, &farthest);
        greatest = projection.max(greatest);
    }
    (greatest, farthest)
}

#[cfg(test)]
mod tests;
