//! Step 1: does the plane of the last frame still separate the two bodies?

use crate::convexity::Polytope;
use crate::gjk::Slab;
use crate::placed::Placed;
use detector::Work;
use geometry::Vec3;

/// A plane that separated two bodies when it was found. It belongs to the first of them, moves
/// with it, and supports it: all of body 1 lies behind it at all times.
///
/// In the local space of body 1. Kept as normal and distance; the published program keeps the two
/// closest points, whose difference is the normal (D4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CachedPlane {
    /// From body 1 towards body 2; not normalised.
    normal: Vec3,
    /// No vertex `p` of body 1 has a larger `normal · p`, rounding included.
    reach: f64,
}

/// Bound on the sum of all roundings on the way from local vertices to a height above a mapped
/// plane, relative to `|normal| · (reach of body 1 + reach of body 2)`. World vertices of both
/// bodies are off by at most 16 half ulps of their reach, mapping the normal by 16, each dot
/// product by 8, differences and sums by 8: less than 64, and twice that is taken.
const PLANE_ERROR: f64 = 64.0 * f64::EPSILON;

impl CachedPlane {
    /// The plane of a slab that separates the bodies, `first` being its body `A`.
    pub fn of(slab: &Slab, body: &Polytope, first: &Placed) -> CachedPlane {
        let error = PLANE_ERROR * slab.normal.length() * (body.radius + first.reach);
        CachedPlane {
            normal: first.map.linear.transpose() * slab.normal,
            reach: slab.max_a - slab.normal.dot(first.map.translation) + error,
        }
    }

    /// Whether all of body 2 lies in front of the plane, where this frame puts the two bodies:
    /// then their world vertices are apart for certain. One vertex after the other is tested
    /// against the plane mapped to body 2's local space; the first that fails ends the test.
    ///
    /// Body 1 needs no test, its placement being rigid. A quaternion that is not quite of unit
    /// length makes it not quite rigid; what that changes is added to the plane's distance.
    pub fn separates(
        &self,
        (body_1, first): (&Polytope, &Placed),
        (body_2, second): (&Polytope, &Placed),
        work: &mut Work,
    ) -> bool {
        let normal = first.map.linear * self.normal;
        let bent = first.map.linear.transpose() * normal - self.normal;
        let error = PLANE_ERROR * normal.length() * (first.reach + second.reach);
        let apart = normal.dot(first.map.translation - second.map.translation);
        let reach = self.reach + bent.length() * body_1.radius + apart + error + f64::MIN_POSITIVE;
        let local_normal = second.map.linear.transpose() * normal;
        let behind = body_2.vertices.iter().position(|p| local_normal.dot(*p) <= reach);
        work.plane_tests += behind.map_or(body_2.vertices.len(), |i| i + 1) as u64;
        behind.is_none()
    }
}
