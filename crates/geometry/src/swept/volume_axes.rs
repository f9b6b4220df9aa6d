//! Relations of pairs of swept volumes, eight pairs at once, by the axes of one face of each.
//!
//! Good for many pairs of faces whose boxes overlap: no branch depends on a pair. A volume is the
//! hull of its face at both instants. The faces at the first instant, two triangles, have eleven
//! axes: two normals, and nine products of an edge of each. For eight pairs that is about a hundred
//! dot products of eight vectors. Poor for volumes that meet, or that are apart beside the faces.
//! The essence:
//! 1. Take each corner as an offset from the first corner of its volume, in single precision, so
//!    that digits are those of the faces and not of the bodies.
//! 2. Project both volumes on each axis. A gap between them proves that they are apart, and one
//!    between the faces alone that these are.
//! 3. The same projections give the sides on which an edge of one face passes the edges of the
//!    other, and its ends the plane of the other. An edge that pierces the other face proves that
//!    the faces cross, so the volumes meet.
//!
//! # Rounding
//! With `u` half an ulp of 1 in single precision, and `R` a bound on coordinates, `(p − a_0) s` for
//! a corner `p` of either volume, the first corner `a_0` of the first one and a power of two `s`:
//! a rounded coordinate is off by at most `2uR`, an edge, the difference of two offsets of at most
//! `R`, by `4uR`, and an axis, whose coordinates are at most `8R²`, by `48uR²` from the exact
//! product of the exact edges. A projection on the rounded axis is off by `24R² · 2uR` for the
//! corner and `72uR³` for its three products and two sums, and the difference of two by `288uR³`.
//!
//! - A gap on the rounded axis proves that sets are apart, as any axis does. Of corners that the
//!   exact axis does not distinguish, as of the ends of its edge, one is projected. The other lies
//!   up to `3 · 48uR² · 2R` from it, in each set: `288 + 2 · 288 = 864` times `uR³`.
//! - A side is the sign of a projection on the exact axis, which is up to `3 · 48uR² · R` from that
//!   on the rounded one, for each of two corners: `288 + 2 · 144 = 576` times `uR³`.
//!
//! So what exceeds `1024uR³` is proved. A term of the smallest normal number covers underflow: `R`
//! is at most 2, and each of some hundred operations loses at most `2⁻¹⁵⁰`.

use super::volume_lanes::{EightVolumes, PairLanes, SweptOffsets, bits_of};
use crate::lanes::{Dispatch, Instructions, Register, cross, dispatch, dot, minus};

/// Bound on all rounding of compared projections, in cubes of the bound on coordinates: 1024 half
/// ulps of 1 in single precision, of which 864 are proved to suffice.
const AXIS_ROUNDING: f32 = 512.0 * f32::EPSILON;

/// Proofs on up to eight pairs of volumes and of a face of each, one bit for each pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AxisProofs {
    /// The volumes share no point.
    pub volumes_apart: u32,
    /// The faces share no point.
    pub faces_apart: u32,
    /// The faces cross ([`crate::Interference::Crossing`]), so the volumes meet.
    pub faces_cross: u32,
}

/// Compares pairs of volumes along the axes of their faces at the first instant. Bits beyond the
/// last pair are not set.
///
/// Both volumes of a pair are of one scale. A bit that is not set proves nothing. It
/// does not depend on the other pairs.
///
/// # Panics
/// If there is no pair, or more than [`crate::lanes::WIDTH`].
pub fn prove_by_axes(pairs: &[[&SweptOffsets; 2]]) -> AxisProofs {
    let mut proofs = AxisProofs::default();
    dispatch(CompareAlongAxes {
        pairs: PairLanes::new(pairs),
        proofs: &mut proofs,
    });
    let pairs = bits_of(pairs.len());
    AxisProofs {
        volumes_apart: proofs.volumes_apart & pairs,
        faces_apart: proofs.faces_apart & pairs,
        faces_cross: proofs.faces_cross & pairs,
    }
}

/// A comparison with instructions that are chosen at run time.
struct CompareAlongAxes<'a> {
    pairs: PairLanes<'a>,
    proofs: &'a mut AxisProofs,
}

impl Dispatch for CompareAlongAxes<'_> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let zero = on.splat(0.0);
        let (a, mut b) = (self.pairs.volumes(on, 0), self.pairs.volumes(on, 1));
        // Of offsets, which have more digits than corners that are moved.
        let (edges_a, edges_b) = (edges(&a.now), edges(&b.now));
        b.move_by(&self.pairs.between(on));
        let reach = a.reach.max(b.reach);
        let margin = reach * reach * reach * on.splat(AXIS_ROUNDING) + on.splat(f32::MIN_POSITIVE);

        let mut gaps = Gaps::none(on);
        let over_b = gaps.look_along_normal(&cross(&edges_b[0], &edges_b[1]), &b, &a);
        let over_a = gaps.look_along_normal(&cross(&edges_a[0], &edges_a[1]), &a, &b);
        let none = LaneSpan::none(on);
        let (mut past_b, mut past_a) = ([none; 3], [none; 3]);
        for i in 0..3 {
            for j in 0..3 {
                let axis = cross(&edges_a[i], &edges_b[j]);
                let side = gaps.look_along_edges(&axis, (&a, i), (&b, j));
                past_b[i].add(side);
                past_a[j].add(side);
            }
        }
        let mut depth = on.splat(f32::NEG_INFINITY);
        for i in 0..3 {
            let next = (i + 1) % 3;
            let ends = [over_b[i], over_b[next]];
            depth = depth.max(pierces(zero, ends, &past_b[i]));
            let ends = [over_a[i], over_a[next]];
            depth = depth.max(pierces(zero, ends, &past_a[i]));
        }
        *self.proofs = AxisProofs {
            volumes_apart: gaps.volumes.above(margin),
            faces_apart: gaps.faces.above(margin),
            faces_cross: depth.above(margin),
        };
    }
}

/// Returns the edges of eight triangles: the first from corner 0 to 1, then 1 to 2 and 2 to 0.
#[inline(always)]
fn edges<R: Register>([p, q, r]: &[[R; 3]; 3]) -> [[R; 3]; 3] {
    [minus(q, p), minus(r, q), minus(p, r)]
}

/// Returns a number that exceeds all rounding only if an edge pierces a face. `ends` are the
/// heights of its ends over the plane of the face. `past` are the sides on which it passes the
/// edges of the face.
#[inline(always)]
fn pierces<R: Register>(zero: R, ends: [R; 2], past: &LaneSpan<R>) -> R {
    let mut heights = LaneSpan::of(ends[0]);
    heights.add(ends[1]);
    // The ends lie on different sides of the plane.
    let through_plane = heights.high.min(zero - heights.low);
    // The edge passes all edges on one side.
    let within_edges = past.low.max(zero - past.high);
    through_plane.min(within_edges)
}

/// Least and greatest of some numbers, in each lane.
#[derive(Clone, Copy)]
struct LaneSpan<R> {
    low: R,
    high: R,
}

impl<R: Register> LaneSpan<R> {
    #[inline(always)]
    fn none(on: impl Instructions<Register = R>) -> LaneSpan<R> {
        LaneSpan {
            low: on.splat(f32::INFINITY),
            high: on.splat(f32::NEG_INFINITY),
        }
    }

    #[inline(always)]
    fn of(x: R) -> LaneSpan<R> {
        LaneSpan { low: x, high: x }
    }

    #[inline(always)]
    fn add(&mut self, x: R) {
        self.low = self.low.min(x);
        self.high = self.high.max(x);
    }

    /// Returns the length of the gap between two spans, below zero if they overlap.
    #[inline(always)]
    fn gap(&self, other: &LaneSpan<R>) -> R {
        (other.low - self.high).max(self.low - other.high)
    }
}

/// Greatest gaps so far, in each lane.
struct Gaps<R> {
    volumes: R,
    faces: R,
}

impl<R: Register> Gaps<R> {
    #[inline(always)]
    fn none(on: impl Instructions<Register = R>) -> Gaps<R> {
        let none = on.splat(f32::NEG_INFINITY);
        Gaps {
            volumes: none,
            faces: none,
        }
    }

    /// Looks along the normals of the faces of `owner`. Returns the heights of the corners of the
    /// other faces over the planes of these, times the length of the normal.
    #[inline(always)]
    fn look_along_normal(
        &mut self,
        normal: &[R; 3],
        owner: &EightVolumes<R>,
        other: &EightVolumes<R>,
    ) -> [R; 3] {
        // Corner 1, which both edges have that the normal is made of, stands for all three.
        let level = dot(normal, &owner.now[1]);
        let [p, q, r] = &other.now;
        let along = [dot(normal, p), dot(normal, q), dot(normal, r)];
        let mut of_other = LaneSpan::of(along[0]);
        of_other.add(along[1]);
        of_other.add(along[2]);
        self.look_along(normal, (owner, LaneSpan::of(level)), (other, of_other));
        [along[0] - level, along[1] - level, along[2] - level]
    }

    /// Looks along the products of edge `i` of the faces of `a` and edge `j` of those of `b`.
    /// Returns the side on which the one passes the other.
    #[inline(always)]
    fn look_along_edges(
        &mut self,
        axis: &[R; 3],
        (a, i): (&EightVolumes<R>, usize),
        (b, j): (&EightVolumes<R>, usize),
    ) -> R {
        // The first end of an edge stands for both.
        let (p, q) = (dot(axis, &a.now[i]), dot(axis, &b.now[j]));
        let (mut of_a, mut of_b) = (LaneSpan::of(p), LaneSpan::of(q));
        of_a.add(dot(axis, &a.now[(i + 2) % 3]));
        of_b.add(dot(axis, &b.now[(j + 2) % 3]));
        self.look_along(axis, (a, of_a), (b, of_b));
        q - p
    }

    /// Takes the gaps along an axis, given the projections of both faces.
    #[inline(always)]
    fn look_along(
        &mut self,
        axis: &[R; 3],
        (a, mut of_a): (&EightVolumes<R>, LaneSpan<R>),
        (b, mut of_b): (&EightVolumes<R>, LaneSpan<R>),
    ) {
        self.faces = self.faces.max(of_a.gap(&of_b));
        for (p, q) in a.next.iter().zip(&b.next) {
            of_a.add(dot(axis, p));
            of_b.add(dot(axis, q));
        }
        self.volumes = self.volumes.max(of_a.gap(&of_b));
    }
}

#[cfg(test)]
mod tests;
