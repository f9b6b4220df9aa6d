//! A body where a frame puts it.

use crate::convexity::Polytope;
use detector::Work;
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
            moved: false,
        }
    }

    /// Puts the body where `pose` says, and forgets the world vertices of the last frame.
    pub fn place(&mut self, body: &Polytope, pose: &Pose) {
        self.map = pose.world_map();
        self.reach = body.radius + pose.translation.length();
        self.moved = false;
    }

    /// Computes the world vertices unless this frame did already.
    pub fn move_vertices(&mut self, body: &Polytope, work: &mut Work) {
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
        // Rotations as stored stretch by up to a few millionths; a hundredth covers that.
        let dents = 1.01 * body.dent + 4.0 * POSE_ERROR * self.reach;
        let inner = 0.99 * body.inner_radius - dents;
        if inner > 0.0 {
            1.01 * dents * body.diameter / inner
        } else {
            f64::INFINITY
        }
    }
}
