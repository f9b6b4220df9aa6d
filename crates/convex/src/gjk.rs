//! Step 2: closest points of two convex bodies (GJK: Gilbert, Johnson and Keerthi 1988).
//!
//! The distance of two convex bodies `A` and `B` is the distance of the origin from their
//! Minkowski difference `A − B = {a − b}`. Good for bodies that move little between frames: the
//! last simplex then ends the search in about two iterations. An iteration costs one dot product
//! for each vertex of both bodies. The essence:
//! 1. Start with the simplex of the last frame, at most four points of `A − B`.
//! 2. Take the point `v` of the simplex nearest to the origin, and drop the simplex points that
//!    `v` does not need ([`Simplex::reduce`]). If the simplex contains the origin, `A` meets `B`.
//! 3. Take the support point `w` of `A − B`: the one farthest along `−v`.
//! 4. If `w` is not nearer to the origin along `v`, that is `v·v − v·w ≤ ε v·v`, then `v` is the
//!    shortest vector of `A − B`. Otherwise add `w` to the simplex and go on with 2.

use crate::counters::ConvexWork;
use crate::posed_body::PosedBody;
use crate::support::SupportBody;
pub(crate) use geometry::gjk::GjkOutcome;
use geometry::gjk::nearest_to_origin;
use geometry::simplex::{Simplex, VertexPair, depth_in_tetrahedron};
use geometry::{Vec3, unit_scale};

/// Maximum number of iterations of a search (D4). Searches take two on average and some tens on
/// smooth bodies of 100,000 faces. Beyond that, rounding dominates.
pub(crate) const ITERATION_CAP: u64 = 64;

/// Direction in world space with the support values of both bodies.
///
/// If `max_a < min_b`, a plane with this normal separates the bodies and supports body `A`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SupportSlab {
    /// Direction from `A` towards `B`. Not normalized. Zero before the first support query.
    pub normal: Vec3,
    /// Largest `normal · a` over the vertices of `A`, rounded.
    pub max_a: f64,
    /// Smallest `normal · b` over the vertices of `B`, rounded.
    pub min_b: f64,
}

impl SupportSlab {
    /// Slab that excludes nothing.
    pub(crate) const EVERYTHING: SupportSlab = SupportSlab {
        normal: Vec3::ZERO,
        max_a: 0.0,
        min_b: 0.0,
    };

    /// Returns twice a bound on the rounding of `normal · p` for points `p` of both bodies.
    ///
    /// A rounded dot product is off by at most 3 half ulps of `|normal| |p|`. The smallest normal
    /// number covers underflow.
    pub(crate) fn rounding(&self, a: &PosedBody, b: &PosedBody) -> f64 {
        let reach = a.bounds.max_abs_coordinate() + b.bounds.max_abs_coordinate();
        16.0 * f64::EPSILON * self.normal.length() * reach + f64::MIN_POSITIVE
    }
}

/// Result of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GjkSearch {
    /// Reason for the end of the search.
    pub outcome: GjkOutcome,
    /// Direction `−v` of the last support query, with its support values.
    pub slab: SupportSlab,
    /// Vector `v` from the closest point of `B` to that of `A`, in scene units. Meaningful only if
    /// the search converged.
    pub closest: Vec3,
}

/// Searches for the closest points of two bodies, in world space.
///
/// Starts from the simplex in `cached` and stores its own last simplex there. An empty cache starts
/// from the first vertex of each body.
///
/// The result carries rounding errors. A caller that needs certainty compares the gap of the slab,
/// or the depth, with their bounds on rounding.
///
/// The slab of a body that climbs may be short of extreme by [`SupportBody::excess`].
///
/// # Cost
/// Each iteration visits every vertex of both bodies once, as published, or the vertices on a climb
/// from the last support point.
pub(crate) fn closest_points(
    bodies: &mut [SupportBody<'_>; 2],
    cached: &mut CachedSimplex,
    work: &mut ConvexWork,
) -> GjkSearch {
    search(bodies, cached, ITERATION_CAP, work)
}

/// Last simplex of a pair of bodies, as vertex pairs. Survives the motion of the bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct CachedSimplex {
    pairs: [VertexPair; 4],
    len: usize,
}

impl CachedSimplex {
    /// Returns a lower bound on the depth, in scene units, to which the simplex surrounds the
    /// origin, for the points that its vertex pairs have now. `None` if the origin is outside, or
    /// there are fewer than four points. Negative if rounding leaves open whether it is inside.
    pub(crate) fn depth(&self, point: impl FnMut(VertexPair) -> Vec3) -> Option<f64> {
        if self.len < self.pairs.len() {
            return None;
        }
        let points = self.pairs.map(point);
        let largest = points.map(|p| p.abs().max_element());
        let scale = unit_scale(largest.into_iter().fold(0.0, f64::max));
        let depth = depth_in_tetrahedron(&points.map(|p| p * scale))?;
        Some(depth / scale)
    }

    fn store(&mut self, simplex: &Simplex) {
        self.len = simplex.pairs().len();
        self.pairs[..self.len].copy_from_slice(simplex.pairs());
    }
}

fn search(
    bodies: &mut [SupportBody<'_>; 2],
    cached: &mut CachedSimplex,
    cap: u64,
    work: &mut ConvexWork,
) -> GjkSearch {
    let mut difference = MinkowskiDifference::of(bodies);
    let mut simplex = difference.simplex(cached, work);
    let mut slab = SupportSlab::EVERYTHING;
    // Steps 2 to 4.
    let walk = nearest_to_origin(&mut simplex, cap, |v| {
        Some(difference.support(-v, &mut slab, work))
    });
    work.closest_point_searches += 1;
    work.closest_point_iterations += walk.iterations;
    work.searches_given_up += u64::from(walk.outcome == GjkOutcome::GaveUp);
    cached.store(&simplex);
    GjkSearch {
        outcome: match walk.outcome {
            GjkOutcome::Inside(depth) => GjkOutcome::Inside(depth / difference.scale),
            outcome => outcome,
        },
        slab,
        closest: walk.nearest / difference.scale,
    }
}

/// Minkowski difference `A − B`, scaled by a power of two to coordinates of at most 1. Squares and
/// volumes then neither overflow nor underflow.
struct MinkowskiDifference<'a, 'b> {
    bodies: &'a mut [SupportBody<'b>; 2],
    scale: f64,
}

impl<'a, 'b> MinkowskiDifference<'a, 'b> {
    fn of(bodies: &'a mut [SupportBody<'b>; 2]) -> MinkowskiDifference<'a, 'b> {
        let [a, b] = bodies.each_ref().map(|body| &body.posed.bounds);
        let upper = (a.max - b.min).abs();
        let lower = (a.min - b.max).abs();
        let scale = unit_scale(upper.max(lower).max_element());
        MinkowskiDifference { bodies, scale }
    }

    fn point(&self, [i, j]: VertexPair, work: &mut ConvexWork) -> Vec3 {
        let [a, b] = &*self.bodies;
        (a.point(i, work) - b.point(j, work)) * self.scale
    }

    /// Returns the simplex of the cached vertex pairs at their current positions.
    fn simplex(&self, cached: &CachedSimplex, work: &mut ConvexWork) -> Simplex {
        let pairs = &cached.pairs[..cached.len.max(1)];
        let mut simplex = Simplex::of(self.point(pairs[0], work), pairs[0]);
        for pair in &pairs[1..] {
            simplex.push(self.point(*pair, work), *pair);
        }
        simplex
    }

    /// Returns the support point of `A − B` along `normal`, and stores the support values.
    fn support(
        &mut self,
        normal: Vec3,
        slab: &mut SupportSlab,
        work: &mut ConvexWork,
    ) -> (VertexPair, Vec3) {
        // s_{A−B}(n) = s_A(n) − s_B(−n). The direction `−v` points from `A` to `B`.
        let [a, b] = &mut *self.bodies;
        let (i, max_a) = a.support(normal, work);
        let (j, max_b) = b.support(-normal, work);
        *slab = SupportSlab {
            normal,
            max_a,
            min_b: -max_b,
        };
        ([i, j], self.point([i, j], work))
    }
}

#[cfg(test)]
mod tests;
