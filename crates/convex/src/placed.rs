//! A body where a frame puts it.

use crate::convexity::Polytope;
use crate::counters::ConvexWork;
use geometry::unit_scale::length;
use geometry::{Aabb, Pose, Vec3, WorldMap};

/// A body's placement in one frame, and its world vertices once somebody asked for them.
///
/// The published program maps a cached plane to a body rather than the body's vertices to the
/// plane; so most bodies are not moved at all in most frames.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Local → world.
    pub map: WorldMap,
    /// The vertices in world space, the bits on which verdicts fall. Valid once [`Placed::move_vertices`]
    /// was called in this frame.
    pub vertices: Vec<Vec3>,
    /// The smallest box that holds them.
    pub bounds: Aabb,
    /// No vertex of the body, nor its mapped local vertex, is further than this from the local or
    /// the world origin, in scene units.
    pub reach: f64,
    /// Box of the vertices in local space.
    local_bounds: Aabb,
    moved: bool,
}

/// A world vertex is off the exact image of its local vertex by at most this part of
/// [`Placed::reach`]: nine roundings in each coordinate, with the matrix's rows of length at most
/// 1.00001, stay below 8 half ulps; twice that is taken.
const POSE_ERROR: f64 = 8.0 * f64::EPSILON;

impl Placed {
    /// A body that no frame has placed yet.
    pub fn new(body: &Polytope) -> Placed {
        Placed {
            map: Pose::IDENTITY.world_map(),
            vertices: Vec::with_capacity(body.vertices.len()),
            bounds: Aabb::EMPTY,
            reach: body.radius,
            local_bounds: Aabb::of_points(&body.vertices),
            moved: false,
        }
    }

    /// Puts the body where `pose` says, and forgets the world vertices of the last frame.
    pub fn place(&mut self, body: &Polytope, pose: &Pose) {
        self.map = pose.world_map();
        self.reach = body.radius + length(pose.translation);
        self.moved = false;
    }

    /// A world box that contains the body, without moving its vertices: the box around the turned
    /// local box.
    pub fn loose_bounds(&self) -> Aabb {
        let half = 0.5 * self.local_bounds.size();
        let linear = self.map.linear;
        let turned = linear.x_axis.abs() * half.x
            + linear.y_axis.abs() * half.y
            + linear.z_axis.abs() * half.z;
        // A few roundings on both ways from local to world, and some units of the smallest number.
        let error = 4.0 * POSE_ERROR * self.reach + f64::from_bits(64);
        let center = self.map.apply(self.local_bounds.center());
        let reach = turned + Vec3::splat(error);
        Aabb::new(center - reach, center + reach)
    }

    /// Computes the world vertices unless this frame did already.
    pub(crate) fn move_vertices(&mut self, body: &Polytope, work: &mut ConvexWork) {
        if std::mem::replace(&mut self.moved, true) {
            return;
        }
        self.vertices.clear();
        self.vertices
            .extend(body.vertices.iter().map(|p| self.map.apply(*p)));
        self.bounds = Aabb::of_points(&self.vertices);
        work.vertices_moved += self.vertices.len() as u64;
    }

    /// How deep the other body must reach into the hull of this one, at the least, to be sure of
    /// meeting the solid that the surface bounds; in scene units, infinite for a body as thin as
    /// its dents.
    ///
    /// No point of the surface is deeper in the hull than its dents, `d`: those of the mesh and
    /// what rounding to world vertices adds. The hull shrunk towards the centre of its inner
    /// ball, of radius `r`, by the factor `1 − d / r` keeps the distance `d` from the hull's
    /// border, so it belongs to the solid; and shrinking moves no point by more than the
    /// diameter times `d / r`.
    pub fn slack(&self, body: &Polytope) -> f64 {
        // Rotations as stored stretch by up to a few millionths; a hundredth covers that. The
        // smallest normal number covers what underflow takes away.
        let dents = 1.01 * body.dent + 4.0 * POSE_ERROR * self.reach + f64::MIN_POSITIVE;
        let inner = 0.99 * body.inner_radius - dents;
        if inner > 0.0 {
            // The ratio first: a product of two lengths may underflow.
            1.01 * dents * (body.diameter / inner)
        } else {
            f64::INFINITY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{body, cube, mapped, placed};

    #[test]
    fn slack_grows_with_dents_with_distance_and_with_thinness() {
        let slack = |body: &Polytope, x: f64| placed(body, &Pose::at(Vec3::X * x)).slack(body);
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
        let mut placed = placed(&cube, &Pose::IDENTITY);
        placed.place(&cube, &Pose::at(Vec3::X));
        placed.move_vertices(&cube, &mut work);
        placed.move_vertices(&cube, &mut work);
        assert_eq!(work.vertices_moved, 8);
        assert_eq!(
            placed.bounds,
            Aabb::new(Vec3::new(0.0, -1.0, -1.0), Vec3::new(2.0, 1.0, 1.0))
        );
    }
}
