//! Step 1: does the plane of the last frame still separate the two bodies?

use crate::convexity::Polytope;
use crate::counters::ConvexWork;
use crate::gjk::Slab;
use crate::placed::Placed;
use geometry::Vec3;

/// A plane that separated two bodies when it was found. It belongs to the first of them, moves
/// with it, and supports it: all of body 1 lies behind it at all times.
///
/// In the local space of body 1. Kept as normal and distance; the published program keeps the two
/// closest points, whose difference is the normal (D2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CachedPlane {
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
    pub(crate) fn of(slab: &Slab, body: &Polytope, first: &Placed) -> CachedPlane {
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
    pub(crate) fn separates(
        &self,
        (body_1, first): (&Polytope, &Placed),
        (body_2, second): (&Polytope, &Placed),
        work: &mut ConvexWork,
    ) -> bool {
        let normal = first.map.linear * self.normal;
        let bent = first.map.linear.transpose() * normal - self.normal;
        let error = PLANE_ERROR * normal.length() * (first.reach + second.reach);
        let apart = normal.dot(first.map.translation - second.map.translation);
        let reach = self.reach + bent.length() * body_1.radius + apart + error + f64::MIN_POSITIVE;
        let local_normal = second.map.linear.transpose() * normal;
        let behind = body_2
            .vertices
            .iter()
            .position(|p| local_normal.dot(*p) <= reach);
        work.plane_tests += behind.map_or(body_2.vertices.len(), |i| i + 1) as u64;
        behind.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{body, cube, placed};
    use geometry::{Pose, Quat};

    fn separates(plane: &CachedPlane, cube: &Polytope, first: &Pose, second: &Pose) -> (bool, u64) {
        let mut work = ConvexWork::default();
        let (first, second) = (placed(cube, first), placed(cube, second));
        let apart = plane.separates((cube, &first), (cube, &second), &mut work);
        (apart, work.plane_tests)
    }

    /// The plane `x = 1` of a cube at the origin.
    fn right_side(cube: &Polytope, at: &Pose) -> CachedPlane {
        let normal = at.world_map().linear * Vec3::X;
        let slab = Slab {
            normal,
            max_a: normal.dot(at.translation) + 1.0,
            min_b: f64::INFINITY,
        };
        CachedPlane::of(&slab, cube, &placed(cube, at))
    }

    #[test]
    fn the_plane_moves_with_body_1_and_the_first_failure_ends_the_test() {
        let cube = body(&cube(1.0));
        let turn = Pose::new(Vec3::new(3.0, 5.0, 7.0), Quat::from_rotation_z(1.0));
        let plane = right_side(&cube, &turn);
        let origin = Pose::IDENTITY;
        assert_eq!(
            separates(&plane, &cube, &origin, &Pose::at(Vec3::X * 2.001)),
            (true, 8)
        );
        assert_eq!(
            separates(&plane, &cube, &origin, &Pose::at(Vec3::X * -2.001)),
            (false, 1)
        );
        // In body 2's order of vertices the first one lies at its low x.
        assert_eq!(
            separates(&plane, &cube, &origin, &Pose::at(Vec3::X * 1.999)),
            (false, 1)
        );
        let below = Pose::at(Vec3::Y * 2.001);
        let quarter = Pose::new(
            Vec3::ZERO,
            Quat::from_rotation_z(std::f64::consts::FRAC_PI_2),
        );
        assert!(separates(&plane, &cube, &quarter, &below).0);
        assert!(!separates(&plane, &cube, &origin, &below).0);
    }

    #[test]
    fn touching_is_not_separated_and_rounding_is_allowed_for() {
        let cube = body(&cube(1.0));
        let plane = right_side(&cube, &Pose::IDENTITY);
        let apart = |x: f64| separates(&plane, &cube, &Pose::IDENTITY, &Pose::at(Vec3::X * x)).0;
        assert!(!apart(2.0) && !apart(2.0f64.next_up()) && apart(2.0 + 1e-12));
    }

    /// A quaternion longer than 1 stretches the body by more than rounding does.
    #[test]
    fn a_body_that_its_quaternion_stretches_is_not_trusted_to_stay_behind() {
        let cube = body(&cube(1.0));
        let plane = right_side(&cube, &Pose::IDENTITY);
        let half = std::f64::consts::FRAC_PI_4;
        let stretched = Quat::from_rotation_z(std::f64::consts::PI - 2.0 * half) * (1.0 + 1e-6);
        let first = Pose::new(Vec3::ZERO, stretched);
        // Beyond body 1's stretched side by less than the stretch: maybe apart, not shown.
        let side = placed(&cube, &first).bounds.max.y;
        assert!(side > 1.0 + 1e-6);
        let close = Pose::at(Vec3::Y * (side + 1.0 - 1e-7));
        assert!(!separates(&plane, &cube, &first, &close).0);
        assert!(
            separates(
                &plane,
                &cube,
                &first,
                &Pose::at(Vec3::Y * (side + 1.0 + 1e-4))
            )
            .0
        );
    }
}
