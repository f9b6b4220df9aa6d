//! Pose and world vertices of a body in one frame.

use crate::convexity::Polytope;
use crate::counters::ConvexWork;
use geometry::unit_scale::length;
use geometry::{Aabb, Pose, Vec3, WorldMap};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Pose of a body in one frame, with world vertices computed on demand. Threads that test pairs of
/// bodies share it.
///
/// The published program maps a cached plane to the body, not the body's vertices to world space.
/// Most bodies therefore need no world vertices in most frames.
#[derive(Debug)]
pub struct PosedBody {
    /// Map from local to world space.
    pub map: WorldMap,
    /// Box that contains the world vertices: that of the rotated local box.
    pub bounds: Aabb,
    /// Upper bound on the distance of any local or world vertex from its origin, in scene units.
    pub reach: f64,
    /// Box of the local vertices.
    local_bounds: Aabb,
    /// World vertices, whose stored bits decide every verdict.
    world: OnceLock<Vec<Vec3>>,
    /// Memory of the world vertices of an earlier frame.
    spare: Mutex<Vec<Vec3>>,
}

/// Bound on the distance of a world vertex from the exact image of its local vertex, relative to
/// [`PosedBody::reach`].
///
/// Nine roundings in each coordinate stay below 8 half ulps, with rows of the matrix of length at
/// most 1.00001. The constant is twice that.
pub(crate) const POSE_ERROR: f64 = 8.0 * f64::EPSILON;

impl PosedBody {
    /// Returns the body at the identity pose, without world vertices.
    pub fn new(body: &Polytope) -> PosedBody {
        PosedBody {
            map: Pose::IDENTITY.world_map(),
            bounds: Aabb::EMPTY,
            reach: body.radius,
            local_bounds: Aabb::of_points(&body.vertices),
            world: OnceLock::new(),
            spare: Mutex::new(Vec::with_capacity(body.vertices.len())),
        }
    }

    /// Sets the pose and invalidates the world vertices of the last frame.
    pub fn place(&mut self, body: &Polytope, pose: &Pose) {
        self.map = pose.world_map();
        self.reach = body.radius + length(pose.translation);
        if let Some(earlier) = self.world.take() {
            let spare = self.spare.get_mut();
            *spare.unwrap_or_else(PoisonError::into_inner) = earlier;
        }
        self.bounds = self.loose_bounds();
    }

    /// Returns a world box that contains the body: the box of the rotated local box. Moves no
    /// vertices.
    fn loose_bounds(&self) -> Aabb {
        let half = 0.5 * self.local_bounds.size();
        let linear = self.map.linear;
        let turned = linear.x_axis.abs() * half.x
            + linear.y_axis.abs() * half.y
            + linear.z_axis.abs() * half.z;
        // |R| h is the half size of the box of a rotated box with half size h. The error covers
        // the rounding here and that of the world vertices; 64 smallest numbers cover underflow.
        let error = 4.0 * POSE_ERROR * self.reach + f64::from_bits(64);
        let center = self.map.apply(self.local_bounds.center());
        let reach = turned + Vec3::splat(error);
        Aabb::new(center - reach, center + reach)
    }

    /// Computes the world vertices unless this frame did already.
    pub(crate) fn move_vertices(&self, body: &Polytope, work: &mut ConvexWork) {
        self.world.get_or_init(|| {
            let spare = &mut *self.spare.lock().unwrap_or_else(PoisonError::into_inner);
            let mut vertices = std::mem::take(spare);
            vertices.clear();
            vertices.extend(body.vertices.iter().map(|p| self.map.apply(*p)));
            work.vertices_moved += vertices.len() as u64;
            vertices
        });
    }

    /// Returns the world vertices.
    ///
    /// # Panics
    /// Before they are moved in this frame: an empty list would separate any bodies.
    pub fn vertices(&self) -> &[Vec3] {
        let moved = self.world.get();
        moved.expect("vertices are moved before they are read")
    }

    /// Returns the smallest box of the world vertices.
    ///
    /// # Cost
    /// A pass over them: only exact arithmetic asks.
    ///
    /// # Panics
    /// As [`PosedBody::vertices`].
    pub(crate) fn vertex_bounds(&self) -> Aabb {
        Aabb::of_points(self.vertices())
    }

    /// Returns the depth beyond which a body that reaches into this one certainly meets its solid.
    pub fn slack(&self, body: &Polytope) -> f64 {
        slack(body, self.reach)
    }
}

/// Returns the depth beyond which a body that reaches into this hull certainly meets the solid
/// inside, in scene units. Infinite for a body as thin as its dents. `reach` is that of
/// [`PosedBody::reach`], or more.
///
/// Let `d` bound the depth of the surface in its hull: the dents of the mesh plus the rounding
/// of world vertices. Let `r` be the radius of the inner ball. The hull shrunk towards the
/// center of that ball by `1 − d / r` keeps the distance `d` from the hull's border, so it
/// belongs to the solid. Shrinking moves no point by more than `diameter · d / r`.
pub(crate) fn slack(body: &Polytope, reach: f64) -> f64 {
    // A stored rotation stretches by up to a few millionths, and 1 % covers that. The smallest
    // normal number covers underflow.
    let dents = 1.01 * body.dent + 4.0 * POSE_ERROR * reach + f64::MIN_POSITIVE;
    let inner = 0.99 * body.inner_radius - dents;
    if inner > 0.0 {
        // The ratio comes first, because a product of two lengths may underflow.
        1.01 * dents * (body.diameter / inner)
    } else {
        f64::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{body, cube, mapped, posed};

    #[test]
    fn slack_grows_with_dents_with_distance_and_with_thinness() {
        let slack = |body: &Polytope, x: f64| posed(body, &Pose::at(Vec3::X * x)).slack(body);
        let round = body(&cube(1.0));
        let near = slack(&round, 0.0);
        assert!(near > round.dent && near < 1e-12, "{near}");
        assert!(slack(&round, 1e6) > 1e5 * near);
        let dented = Polytope {
            dent: 1e-7,
            ..round.clone()
        };
        // The dent itself, times the diameter over the inner radius: √12.
        let expected = 1e-7 * 12f64.sqrt();
        assert!((expected..1.1 * expected).contains(&slack(&dented, 0.0)));
        let thin = body(&mapped(&cube(1.0), |p| p * Vec3::new(1.0, 1.0, 1e-4)));
        assert!(slack(&thin, 0.0) > 1e3 * near);
        let flat = Polytope {
            inner_radius: 0.0,
            ..round
        };
        assert_eq!(slack(&flat, 0.0), f64::INFINITY);
    }

    #[test]
    fn vertices_are_moved_once_a_frame() {
        let cube = body(&cube(1.0));
        let mut work = ConvexWork::default();
        let mut posed = posed(&cube, &Pose::IDENTITY);
        posed.place(&cube, &Pose::at(Vec3::X));
        posed.move_vertices(&cube, &mut work);
        posed.move_vertices(&cube, &mut work);
        assert_eq!(work.vertices_moved, 8);
        assert_eq!(
            posed.vertex_bounds(),
            Aabb::new(Vec3::new(0.0, -1.0, -1.0), Vec3::new(2.0, 1.0, 1.0))
        );
    }
}
