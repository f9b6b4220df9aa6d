//! Test of a face against a ball, and balls below the range of squares.

use geometry::unit_scale::SQUARES_UNDERFLOW;
use geometry::{Aabb, Ball, Vec3};

/// Bound on the rounding of distances to a ball, relative to the coordinates. A difference, a
/// square, two sums, a root and a product on either side are about twelve half ulps. The constant
/// is 32.
const BALL_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Ball against which many faces are tested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearBall {
    center: Vec3,
    /// Radius, enlarged for rounding.
    reach: f64,
}

impl NearBall {
    pub(crate) fn new(ball: &Ball) -> NearBall {
        let slack = BALL_ROUNDING * (ball.center.abs().max_element() + ball.radius);
        NearBall {
            center: ball.center,
            reach: ball.radius + slack,
        }
    }

    /// Returns false only if a box and the ball certainly share no point, rounding included.
    ///
    /// A box is looser than its face, but its distance is accurate even for a sliver.
    #[inline]
    pub(crate) fn meets(&self, bounds: &Aabb) -> bool {
        let nearest = self.center.clamp(bounds.min, bounds.max);
        is_within(nearest - self.center, self.reach)
    }
}

/// Returns true if a vector is at most `reach` long. For a reach below [`SQUARES_UNDERFLOW`],
/// returns true if none of its coordinates is larger, which is a weaker condition.
#[inline]
pub(crate) fn is_within(v: Vec3, reach: f64) -> bool {
    if reach < SQUARES_UNDERFLOW {
        v.abs().max_element() <= reach
    } else {
        v.length_squared() <= reach * reach
    }
}

/// Returns the radius of a ball that contains a box, computed without squares: more than √3 times
/// the largest coordinate relative to the center.
pub(crate) fn radius_around(center: Vec3, bounds: &Aabb) -> f64 {
    let farthest = (bounds.max - center).abs().max((bounds.min - center).abs());
    1.75 * farthest.max_element() + f64::MIN_POSITIVE
}
