//! Walk of GJK for any convex sets: the point of a difference of two sets that is nearest to the
//! origin (Gilbert, Johnson and Keerthi 1988).
//!
//! Good for sets with a fast support function: polytopes, cylinders, cones. Two iterations on
//! average if the sets move little, some tens for curved sets that nearly touch. The essence:
//! 1. Take the point `v` of the simplex nearest to the origin, and drop the points that `v` does
//!    not need ([`Simplex::reduce`]). If the simplex contains the origin, the sets meet.
//! 2. Take the support point `w`: the one farthest along `−v`.
//! 3. If `w` is not nearer to the origin along `v`, that is `v·v − v·w ≤ ε v·v`, then `v` is the
//!    answer. Otherwise add `w` to the simplex and go on with 1.

use crate::Vec3;
use crate::simplex::{Reduction, Simplex, VertexPair};

/// Relative gap `ε` at which a search has converged: `v·v − v·w ≤ ε v·v`.
///
/// Relative, so the size of the bodies does not matter. 2⁻⁴⁰ is well above the rounding of the
/// support values at distances of 1/1000 of the bodies' size. At smaller distances the search ends
/// because it makes no progress.
pub const CONVERGED_GAP: f64 = f64::EPSILON * 4096.0;

/// Length of `v` up to which its direction is only rounding: eight ulps of 1, in units in which no
/// coordinate of a difference exceeds 1.
pub const ORIGIN_ROUNDING: f64 = f64::EPSILON * 8.0;

/// End of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GjkOutcome {
    /// Nearest point, up to rounding.
    Converged,
    /// Tetrahedron that contains the ball of this radius around the origin. Negative if rounding
    /// leaves that open.
    Inside(f64),
    /// Origin on the simplex, up to rounding.
    AtOrigin,
    /// Iteration cap reached.
    GaveUp,
    /// The support function returned `None`.
    Stopped,
}

/// Result of [`nearest_to_origin`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GjkWalk {
    /// Reason for the end.
    pub outcome: GjkOutcome,
    /// Nearest point `v` so far, in the units of the simplex. Zero if the origin is inside.
    pub nearest: Vec3,
    /// Number of iterations, at least 1.
    pub iterations: u64,
}

/// Searches for the point nearest to the origin of a convex set, in units in which no coordinate
/// exceeds 1 in absolute value.
///
/// `support` maps `v` to a point of the set that is extreme along `−v`, with the name under which
/// the simplex keeps it, or to `None` to end the search. `simplex` is of points of the set, and
/// becomes the last one. All results are rounded: a caller that needs certainty proves it.
///
/// # Cost
/// At most `cap` calls of `support`, with one sub-distance step each.
pub fn nearest_to_origin(
    simplex: &mut Simplex,
    cap: u64,
    mut support: impl FnMut(Vec3) -> Option<(VertexPair, Vec3)>,
) -> GjkWalk {
    let mut reduced = simplex.reduce();
    let mut iterations = 0;
    loop {
        iterations += 1;
        let end = |outcome, nearest| GjkWalk {
            outcome,
            nearest,
            iterations,
        };
        // Step 1: `v` is the point of the simplex nearest to the origin.
        let v = match reduced {
            Reduction::Inside(depth) => return end(GjkOutcome::Inside(depth), Vec3::ZERO),
            Reduction::Point(v) => v,
        };
        let distance_squared = v.length_squared();
        if distance_squared <= ORIGIN_ROUNDING * ORIGIN_ROUNDING {
            return end(GjkOutcome::AtOrigin, v);
        }
        // Step 2: the support point `w` along `−v`.
        let Some((pair, w)) = support(v) else {
            return end(GjkOutcome::Stopped, v);
        };
        // Step 3: `v·w` bounds `|v|` times the distance from below, so `v·v − v·w` is the gap.
        if distance_squared - v.dot(w) <= CONVERGED_GAP * distance_squared {
            return end(GjkOutcome::Converged, v);
        }
        if iterations == cap {
            return end(GjkOutcome::GaveUp, v);
        }
        let before = *simplex;
        simplex.push(w, pair);
        reduced = simplex.reduce();
        // In exact arithmetic each step comes strictly nearer. If this one does not, `w` is a
        // point of the simplex up to rounding, and the previous `v` is the answer.
        if matches!(reduced, Reduction::Point(next) if next.length_squared() >= distance_squared) {
            *simplex = before;
            return end(GjkOutcome::Converged, v);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ball is the hardest set: no support point repeats.
    fn ball(center: Vec3, radius: f64, cap: u64) -> GjkWalk {
        let mut simplex = Simplex::of(center + Vec3::X * radius, [0; 2]);
        nearest_to_origin(&mut simplex, cap, |v| {
            Some(([0; 2], center - v.normalize() * radius))
        })
    }

    #[test]
    fn the_nearest_point_of_a_curved_set_is_found() {
        for center in [Vec3::new(0.5, 0.3, 0.1), Vec3::new(-0.4, 0.4, 0.5)] {
            let walk = ball(center, 0.25, 64);
            let expected = center - center.normalize() * 0.25;
            assert_eq!(walk.outcome, GjkOutcome::Converged);
            assert!(walk.nearest.distance(expected) < 1e-5, "{walk:?}");
        }
        let inside = ball(Vec3::new(0.05, 0.02, 0.01), 0.25, 64);
        // All points lie in the plane of the center, the first point and the origin.
        assert_eq!(inside.outcome, GjkOutcome::AtOrigin);
    }

    #[test]
    fn an_origin_inside_is_found_with_its_depth() {
        let corner = |v: Vec3| Vec3::new(0.1, 0.05, 0.02) - 0.5 * v.signum();
        let mut simplex = Simplex::of(Vec3::new(0.6, 0.2, 0.1), [0; 2]);
        let walk = nearest_to_origin(&mut simplex, 64, |v| Some(([0; 2], corner(v))));
        let inside = |depth| depth > 0.0 && depth < 0.4;
        assert!(matches!(walk.outcome, GjkOutcome::Inside(depth) if inside(depth)));
    }

    #[test]
    fn the_cap_and_the_caller_end_a_walk() {
        let walk = ball(Vec3::new(0.5, 0.3, 0.1), 0.25, 2);
        assert_eq!((walk.outcome, walk.iterations), (GjkOutcome::GaveUp, 2));
        let mut simplex = Simplex::of(Vec3::X, [0; 2]);
        let walk = nearest_to_origin(&mut simplex, 9, |_| None);
        assert_eq!((walk.outcome, walk.nearest), (GjkOutcome::Stopped, Vec3::X));
    }
}
