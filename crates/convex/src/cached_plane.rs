//! Step 1: the test of the plane that separated the pair in the last frame [Smith95 §4.3.1].
//!
//! Good for slow motion: most pairs end here. Cost: one dot product for each vertex of body 2, up
//! to the first vertex behind the plane. The essence:
//! 1. Map the plane from body 1's local space to world space with body 1's matrix, and from there
//!    to body 2's local space with the transpose of body 2's matrix. No vertex moves.
//! 2. Add to the plane's offset a bound on all rounding, and on the stretch of body 1.
//! 3. The plane separates if every vertex of body 2 lies beyond that offset.

use crate::convexity::Polytope;
use crate::counters::ConvexWork;
use crate::gjk::SupportSlab;
use crate::posed_body::PosedBody;
use geometry::Vec3;
use geometry::hull::HullClimber;

/// Plane that separated two bodies in an earlier frame, in the local space of body 1.
///
/// The plane moves with body 1 and supports it: body 1 lies behind the plane in every frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CachedPlane {
    /// Direction from body 1 towards body 2. Not normalized.
    normal: Vec3,
    /// Upper bound on `normal · p` for the vertices `p` of body 1, rounding included.
    reach: f64,
}

/// Bound on the rounding of a height above a mapped plane, from local vertices on, relative to
/// `|normal| · (reach of body 1 + reach of body 2)`.
///
/// In half ulps: world vertices of both bodies 16, the mapped normal 16, each dot product 8,
/// differences and sums 8. That is less than 64, and the constant is twice that.
const PLANE_ERROR: f64 = 64.0 * f64::EPSILON;

/// Bound on the rounding of a dot product, relative to the lengths: 4 half ulps, one more than its
/// roundings.
const DOT_PRODUCT_ROUNDING: f64 = 2.0 * f64::EPSILON;

impl CachedPlane {
    /// Returns the plane of a slab that separates the bodies. `first` is body `A` of the slab.
    pub(crate) fn of(slab: &SupportSlab, body: &Polytope, first: &PosedBody) -> CachedPlane {
        let error = PLANE_ERROR * slab.normal.length() * (body.radius + first.reach);
        // World to local: n · (R p + t) ≤ max_a  ⇔  (Rᵀ n) · p ≤ max_a − n · t.
        CachedPlane {
            normal: first.map.linear.transpose() * slab.normal,
            reach: slab.max_a - slab.normal.dot(first.map.translation) + error,
        }
    }

    /// Returns true if all of body 2 lies in front of the plane at the current poses. The world
    /// vertices of the bodies are then certainly apart.
    ///
    /// The first vertex that fails ends the test. Body 1 needs no test, because its motion is
    /// rigid. A quaternion that is not exactly of unit length stretches body 1, so the plane's
    /// offset grows by that stretch.
    pub(crate) fn separates(
        &self,
        first: (&Polytope, &PosedBody),
        (body_2, second): (&Polytope, &PosedBody),
        work: &mut ConvexWork,
    ) -> bool {
        let plane = self.in_space_of(first, second);
        plane.is_below(&body_2.vertices, work)
    }

    /// Returns [`CachedPlane::separates`], by a climb on body 2 from the vertex `extreme` to its
    /// lowest one, which becomes `extreme`. Scans if the climb decides nothing.
    pub(crate) fn separates_by_climbing(
        &self,
        first: (&Polytope, &PosedBody),
        (body_2, second): (&Polytope, &PosedBody),
        climber: &HullClimber,
        extreme: &mut u32,
        work: &mut ConvexWork,
    ) -> bool {
        let plane = self.in_space_of(first, second);
        let end = climber.climb(-plane.normal, *extreme);
        *extreme = end.vertex;
        work.plane_tests += u64::from(end.visited);
        let lowest = -end.height;
        if lowest <= plane.reach {
            return false;
        }
        // Rounded heights are off by at most e, so no neighbor is lower by more than 2 e. A vertex
        // lower by the excess has a rounded height that is lower by another 2 e at most.
        let error =
            DOT_PRODUCT_ROUNDING * plane.normal.length() * body_2.radius + f64::MIN_POSITIVE;
        let excess = climber.excess(end.vertex, 2.0 * error) + 2.0 * error;
        lowest - excess > plane.reach || plane.is_below(&body_2.vertices, work)
    }

    /// Maps the plane to the local space of body 2.
    fn in_space_of(
        &self,
        (body_1, first): (&Polytope, &PosedBody),
        second: &PosedBody,
    ) -> MappedPlane {
        // D2. Both bodies turn. World normal n' = R₁ n. If R₁ is not exactly a rotation, a local
        // point p has the world height (R₁ᵀ n') · p, which differs from n · p by at most
        // |R₁ᵀ n' − n| |p|.
        let normal = first.map.linear * self.normal;
        let bent = first.map.linear.transpose() * normal - self.normal;
        let error = PLANE_ERROR * normal.length() * (first.reach + second.reach);
        let apart = normal.dot(first.map.translation - second.map.translation);
        // n' · (R₂ p + t₂) > reach₁ + n' · t₁, with n' · R₂ p = (R₂ᵀ n') · p.
        MappedPlane {
            normal: second.map.linear.transpose() * normal,
            reach: self.reach + bent.length() * body_1.radius + apart + error + f64::MIN_POSITIVE,
        }
    }
}

/// Cached plane in the local space of body 2. Rounding is allowed for: if each rounded height
/// `normal · p` of a vertex exceeds `reach`, the plane separates the bodies.
struct MappedPlane {
    normal: Vec3,
    reach: f64,
}

impl MappedPlane {
    /// Returns true if all vertices lie in front of the plane.
    fn is_below(&self, vertices: &[Vec3], work: &mut ConvexWork) -> bool {
        let behind = first_behind(vertices, self.normal, self.reach);
        work.plane_tests += behind.map_or(vertices.len(), |i| i + 1) as u64;
        behind.is_none()
    }
}

/// Returns the index of the first vertex at most `reach` high along `normal`.
// On its own, as the caller has too few registers for the loop.
#[inline(never)]
fn first_behind(vertices: &[Vec3], normal: Vec3, reach: f64) -> Option<usize> {
    let behind = |p: &Vec3| normal.dot(*p) <= reach;
    // Nearly all vertices lie in front: one branch for four of them.
    let (fours, rest) = vertices.as_chunks::<4>();
    let one = fours
        .iter()
        .position(|[a, b, c, d]| behind(a) | behind(b) | behind(c) | behind(d));
    let (start, here) = match one {
        Some(i) => (4 * i, &fours[i][..]),
        None => (4 * fours.len(), rest),
    };
    here.iter().position(behind).map(|i| start + i)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{body, cube, posed};
    use geometry::{Pose, Quat};

    fn separates(plane: &CachedPlane, cube: &Polytope, first: &Pose, second: &Pose) -> (bool, u64) {
        let mut work = ConvexWork::default();
        let (first, second) = (posed(cube, first), posed(cube, second));
        let apart = plane.separates((cube, &first), (cube, &second), &mut work);
        (apart, work.plane_tests)
    }

    /// Returns the plane `x = 1` of a cube at the origin.
    fn right_side(cube: &Polytope, at: &Pose) -> CachedPlane {
        let normal = at.world_map().linear * Vec3::X;
        let slab = SupportSlab {
            normal,
            max_a: normal.dot(at.translation) + 1.0,
            min_b: f64::INFINITY,
        };
        CachedPlane::of(&slab, cube, &posed(cube, at))
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
    fn the_stretch_of_a_long_quaternion_moves_the_plane() {
        let cube = body(&cube(1.0));
        let plane = right_side(&cube, &Pose::IDENTITY);
        let half = std::f64::consts::FRAC_PI_4;
        let stretched = Quat::from_rotation_z(std::f64::consts::PI - 2.0 * half) * (1.0 + 1e-6);
        let first = Pose::new(Vec3::ZERO, stretched);
        // Beyond body 1's stretched side by less than the stretch: maybe apart, not shown.
        let side = posed(&cube, &first).bounds.max.y;
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
