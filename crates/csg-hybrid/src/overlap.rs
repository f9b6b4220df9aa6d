//! Interference test of two bounding volumes in relative pose [Su07 §3].
//!
//! "If the minimum distance between two solid objects is greater than zero, there is no collision".
//! Good for pairs of volumes that are clearly apart, or that move little: the direction of the last
//! proof then needs one evaluation. With a sphere: one closed formula. The essence:
//! 1. Try the direction that proved the pair apart the last time.
//! 2. With a sphere, take the direction from the nearest point of the other volume to its center.
//! 3. Otherwise, if the midpoint of one volume is in the other, stop: they overlap. Else walk to
//!    the closest points by GJK, and try the direction of each step (D3).
//! 4. A direction proves the pair apart if the gap along it exceeds a bound on all rounding (D2).
//!
//! Directions are only suggestions: no answer rests on the formulas of steps 2 and 3.
//!
//! # The bound
//! Two local points of bodies A and B that are one world vertex, or that lie in world triangles at
//! one point, satisfy `y_a = M y_b + t + e` exactly, where `M` and `t` are the stored relative pose
//! and each coordinate of `e` is at most [`RelativePose::coordinate_margin`]. Both are in their
//! volumes. So if the exact gap
//! ```text
//! g(n) = n · (M c_b + t − c_a) − h_b(−Mᵀ n) − h_a(n)
//! ```
//! exceeds `‖n‖₁` times that margin, there are no such points. Here `c` is the center of a volume
//! and `h(n) = max n · (x − c)` its support value.
//!
//! The rounding of `g` is relative to `|n|` and to the size `S = |c_a| + r_a + 2 (|c_b| + r_b) +
//! |t|`, with the sums of absolute coordinates as lengths and the reach `r` of a volume about its
//! center. The norm of `M` is below 2, as a quaternion is of unit length up to 1e-6. With
//! `u = 2⁻⁵³`: mapping `c_b` takes `12 u S`, the product with `n` and the differences `8 u S`. The
//! direction in the axes of a volume takes two products with a matrix, `12 u` relative to `|n|`,
//! and a support value `10 u`. The total for both volumes is below `64 u |n| S`, and the constant
//! is twice that. Some hundred operations on subnormal numbers of scene units are off by at most
//! 2⁻¹⁰⁶⁴ for `|n| ≤ 2`, which is added. Directions have a largest coordinate between 1/2 and 1.

mod sphere;

use crate::counters::HybridWork;
use crate::volumes::BoundingVolume;
use geometry::gjk::{GjkOutcome, nearest_to_origin};
use geometry::simplex::Simplex;
use geometry::{RelativePose, Vec3, unit_scale};

/// Bound on the rounding of a gap, relative to `|n| S`: 128 half ulps, as derived above.
const VOLUME_GAP_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Number of units in a scene unit, up to which [`UNDERFLOW_AT_LARGE_SCALE`] is the bound: 2⁵⁰⁰.
const LARGE_SCALE: f64 = f64::from_bits((1023 + 500) << 52);

/// Bound on what subnormal numbers lose, 2⁻¹⁰⁶⁴ scene units as derived above, at [`LARGE_SCALE`].
const UNDERFLOW_AT_LARGE_SCALE: f64 = f64::from_bits((1023 - 564) << 52);

/// Maximum number of iterations of a search. Polytopes take some five, curved volumes that nearly
/// touch some tens. A search that ends here proves nothing.
const ITERATION_CAP: u64 = 48;

/// Direction that proved a pair of volumes apart, kept for the pair from frame to frame.
///
/// A direction of another pair, or of other volumes of the same pair, costs an evaluation and does
/// no harm.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeparatingDirection {
    /// From the first volume to the second, in the local space of the first.
    direction: Option<Vec3>,
}

/// Returns true if two volumes certainly share no point of their bodies' world surfaces. False
/// means that they may overlap.
///
/// `a` is in the local space of body A, `b` in that of body B, and `b_in_a` is the pose of B in the
/// space of A. The proof includes the rounding of world vertices, poses and volumes.
///
/// Does not allocate.
///
/// # Cost
/// Some hundred operations for a cached direction or a pair with a sphere, and about three hundred
/// for each iteration of a search. Each step with a hull visits its vertices once.
pub fn surely_apart(
    a: &BoundingVolume,
    b: &BoundingVolume,
    b_in_a: &RelativePose,
    cached: &mut SeparatingDirection,
    work: &mut HybridWork,
) -> bool {
    test_volumes([a, b], b_in_a, cached, true, work) == VolumeTest::Apart
}

/// Result of a test of two volumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VolumeTest {
    /// They are certainly apart.
    Apart,
    /// A closed formula suggests no direction with a gap.
    NoGap,
    /// A search found no direction with a gap.
    SearchedInVain,
    /// Only a search could find such a direction, and none was allowed.
    NotSearched,
}

/// Tests two volumes as [`surely_apart`] does. Without `may_search`, steps 1 and 2 only.
pub(crate) fn test_volumes(
    [a, b]: [&BoundingVolume; 2],
    b_in_a: &RelativePose,
    cached: &mut SeparatingDirection,
    may_search: bool,
    work: &mut HybridWork,
) -> VolumeTest {
    work.volume_tests += 1;
    let pair = PosedVolumes::new(a, b, b_in_a);
    // Step 1.
    if let Some(direction) = cached.direction
        && pair.gap_is_proved(direction)
    {
        work.cached_directions += 1;
        return VolumeTest::Apart;
    }
    // Steps 2 and 3.
    let (found, otherwise) = match sphere::direction(&pair) {
        Some(suggested) => {
            work.closed_forms += 1;
            let found = suggested.filter(|direction| pair.gap_is_proved(*direction));
            (found, VolumeTest::NoGap)
        }
        None if may_search => (search(&pair, work), VolumeTest::SearchedInVain),
        None => return VolumeTest::NotSearched,
    };
    match found {
        Some(_) => {
            cached.direction = found;
            VolumeTest::Apart
        }
        None => otherwise,
    }
}

/// Two volumes in the local space of the first body, in the unit of the relative pose.
struct PosedVolumes<'a> {
    a: &'a BoundingVolume,
    b: &'a BoundingVolume,
    b_in_a: &'a RelativePose,
    /// Number of units in a scene unit, a power of two, and its inverse.
    scale: f64,
    unscale: f64,
    /// From the center of A to that of B.
    between: Vec3,
    /// `S` of the bound.
    size: f64,
}

impl<'a> PosedVolumes<'a> {
    fn new(
        a: &'a BoundingVolume,
        b: &'a BoundingVolume,
        b_in_a: &'a RelativePose,
    ) -> PosedVolumes<'a> {
        let scale = b_in_a.scale();
        let (center_a, center_b) = (a.center(), b.center());
        let sum = |v: Vec3| v.abs().element_sum();
        let size_a = sum(center_a) + a.reach();
        let size_b = sum(center_b) + b.reach();
        PosedVolumes {
            a,
            b,
            b_in_a,
            scale,
            unscale: b_in_a.in_scene_units(1.0),
            between: b_in_a.apply(center_b) - center_a * scale,
            size: scale * (size_a + 2.0 * size_b) + sum(b_in_a.apply(Vec3::ZERO)),
        }
    }

    /// Returns true if a direction provably separates the volumes: step 4.
    #[inline]
    fn gap_is_proved(&self, n: Vec3) -> bool {
        self.is_gap(n, self.heights(n))
    }

    /// Returns the support values of A along `n` and of B along `−n`, in scene units.
    #[inline]
    fn heights(&self, n: Vec3) -> [f64; 2] {
        [self.a.height(n), self.b.height(self.direction_in_b(-n))]
    }

    /// Returns a direction of A's space in B's, of the same length but for rounding.
    #[inline]
    fn direction_in_b(&self, n: Vec3) -> Vec3 {
        // Without the scale: the squares of a direction must not overflow.
        self.b_in_a.apply_transposed(n) * self.unscale
    }

    /// Returns true if the exact gap of two support values, in scene units, exceeds all rounding
    /// and the margin of the relative pose.
    #[inline]
    fn is_gap(&self, n: Vec3, [a, b]: [f64; 2]) -> bool {
        let gap = n.dot(self.between) - a * self.scale - b * self.scale;
        let rounding = VOLUME_GAP_ROUNDING * self.size + self.underflow();
        let margin = self.b_in_a.coordinate_margin() * (1.0 + 8.0 * f64::EPSILON);
        gap > (rounding + margin) * n.abs().element_sum()
    }

    /// Returns a bound on what subnormal numbers lose.
    #[inline]
    fn underflow(&self) -> f64 {
        // No factor is subnormal: such a product takes a hundred times as long as another one.
        UNDERFLOW_AT_LARGE_SCALE * (self.scale / LARGE_SCALE).max(1.0)
    }

    /// Returns true if the midpoint of a volume is in the other one, up to rounding: then no
    /// direction separates them, and a search would find none.
    fn has_midpoint_inside(&self) -> bool {
        // From the center of A to the midpoint of B in A's space, and the other way round.
        let to_b = self.b_in_a.apply(self.b.midpoint()) - self.a.center() * self.scale;
        let to_a = self.a.midpoint() * self.scale - self.b_in_a.apply(self.b.center());
        self.a.roughly_contains(to_b, self.scale)
            || self
                .b
                .roughly_contains(self.direction_in_b(to_a), self.scale)
    }

    /// Returns the radii of the parts around the cores, in the unit of the relative pose.
    fn radii(&self) -> f64 {
        let radius = |volume: &BoundingVolume| match volume {
            BoundingVolume::Sphere(ball) => ball.radius,
            _ => 0.0,
        };
        self.scale * (radius(self.a) + radius(self.b))
    }
}

/// Searches for a direction that proves the volumes apart, along the steps of GJK.
fn search(pair: &PosedVolumes<'_>, work: &mut HybridWork) -> Option<Vec3> {
    if pair.has_midpoint_inside() {
        work.shared_midpoints += 1;
        return None;
    }
    // No coordinate of a point of `A − B` exceeds 1 in this unit. Halved for rounding.
    let reach = pair.scale * (pair.a.reach() + 2.0 * pair.b.reach());
    let unit = 0.5 * unit_scale(pair.between.abs().max_element() + reach);
    let radii = pair.radii();
    let from_b = pair.b_in_a.apply(pair.b.midpoint());
    let start = (pair.a.midpoint() * pair.scale - from_b) * unit;
    let mut simplex = Simplex::of(start, [0; 2]);
    let mut found = None;
    let walk = nearest_to_origin(&mut simplex, ITERATION_CAP, |v| {
        // A direction of about unit length, so that bounds on rounding do not underflow.
        let n = -v * unit_scale(v.abs().max_element());
        let to_a = pair.a.support(n);
        let to_b = pair.b.support(pair.direction_in_b(-n));
        if pair.is_gap(n, [to_a.height, to_b.height]) {
            found = Some(n);
            return None;
        }
        // The cores are nowhere farther apart than `v` is long.
        if v.length() < radii * unit {
            return None;
        }
        let difference =
            to_a.offset * pair.scale - pair.b_in_a.apply_vector(to_b.offset) - pair.between;
        Some(([0; 2], difference * unit))
    });
    work.volume_searches += 1;
    work.volume_search_iterations += walk.iterations;
    work.volume_searches_given_up += u64::from(walk.outcome == GjkOutcome::GaveUp);
    found
}

#[cfg(test)]
mod tests;
