//! Bodies of convex pieces in one frame: pose, bounding box, and world vertices on demand.

use crate::compound::Compound;
use crate::convexity::Polytope;
use crate::counters::ConvexWork;
use crate::exact_fallback::PosedSurface;
use crate::posed_body::{POSE_ERROR, PosedBody};
use geometry::{Aabb, Ball, Pose, Vec3, WorldMap};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Axis-aligned box of a body [Cohen95 §4.1].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Boxes {
    /// Cube that contains the body at any orientation.
    #[default]
    Fixed,
    /// Smallest box at the current orientation, from extreme vertices found by hill climbing.
    Dynamic,
}

/// Body of convex pieces in the current frame. Threads that test pairs of bodies share it.
#[derive(Debug)]
pub struct PosedCompound {
    pub(crate) map: WorldMap,
    /// Upper bound on the distance of any local or world vertex from its origin, in scene units.
    pub(crate) reach: f64,
    /// Center of the body's ball in world space, rounded.
    pub(crate) center: Vec3,
    pose: Pose,
    /// The body's ball and the reach of its hull, in local space. Copies, because every frame needs
    /// them for every body, and the body lies elsewhere in memory.
    ball: Ball,
    hull_reach: f64,
    /// Pieces. Only the search for closest points and exact arithmetic need them.
    pieces: Vec<PosedPiece>,
    /// True if a piece may be posed. Most bodies need none in most frames.
    has_posed_pieces: AtomicBool,
    /// Last extreme vertices of the root's hull, along −x, x, −y, y, −z and z.
    extremes: [u32; 6],
    /// Box in this pose. `None` before the first.
    world_box: Option<Aabb>,
    /// Number of poses so far. A body at rest keeps its version.
    version: u64,
}

/// Piece of a body, posed by the first pair that needs it.
#[derive(Debug)]
struct PosedPiece {
    /// With this frame's pose.
    posed: OnceLock<Box<PosedBody>>,
    /// With an earlier pose.
    spare: Mutex<Option<Box<PosedBody>>>,
}

/// Bound on the length of a rotated vector, relative to its own length: a stored quaternion may be
/// 1e-6 off unit length.
const STRETCH: f64 = 1.0 + 1e-5;

impl PosedCompound {
    /// Returns the body at the identity pose.
    pub(crate) fn new(body: &Compound) -> PosedCompound {
        PosedCompound {
            map: Pose::IDENTITY.world_map(),
            reach: 0.0,
            center: Vec3::ZERO,
            pieces: body.pieces().map(PosedPiece::new).collect(),
            has_posed_pieces: AtomicBool::new(false),
            pose: Pose::IDENTITY,
            ball: body.ball,
            hull_reach: body.root().reach,
            extremes: [0; 6],
            world_box: None,
            version: 0,
        }
    }

    /// Returns the number of poses so far: equal if the body has not moved in between.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Sets the pose, and returns a world box that contains the body [Cohen95 §4.1].
    pub(crate) fn place(
        &mut self,
        body: &Compound,
        pose: &Pose,
        boxes: Boxes,
        work: &mut ConvexWork,
    ) -> Aabb {
        if let Some(world_box) = self.world_box
            && self.pose == *pose
        {
            return world_box;
        }
        self.version += 1;
        self.map = pose.world_map();
        self.pose = *pose;
        // A sum is at least the length of the vector, and needs no root.
        self.reach = STRETCH * self.hull_reach + pose.translation.abs().element_sum();
        self.center = self.map.apply(self.ball.center);
        if std::mem::take(self.has_posed_pieces.get_mut()) {
            self.pieces.iter_mut().for_each(PosedPiece::take_away);
        }
        let tight = match boxes {
            Boxes::Fixed => self.fixed_cube(),
            Boxes::Dynamic => self.dynamic_box(body, work),
        };
        // D16. World vertices are rounded, and so is the box. 64 smallest numbers cover underflow.
        let world_box = tight.expanded(self.rounding());
        self.world_box = Some(world_box);
        world_box
    }

    /// Returns a bound on the rounding of a world vertex together with that of a bound around it.
    fn rounding(&self) -> f64 {
        4.0 * POSE_ERROR * self.reach + f64::from_bits(64)
    }

    /// Returns true if the balls around two bodies prove them apart.
    pub(crate) fn ball_is_apart(&self, other: &PosedCompound) -> bool {
        let radii = STRETCH * (self.ball.radius + other.ball.radius);
        let reach = radii + self.rounding() + other.rounding();
        // The squares are rounded, and may underflow.
        let square = self.center.distance_squared(other.center) * (1.0 - 8.0 * f64::EPSILON);
        square > reach * reach + f64::MIN_POSITIVE
    }

    /// Returns the center and the radius of a ball in world space that lies inside a piece. The
    /// radius is zero or less if none is known.
    ///
    /// The local ball is inside the piece. World vertices, and with them all points of its faces,
    /// are at most [`POSE_ERROR`] of the reach from their exact images, and so is the center, whose
    /// local coordinates are rounded, too. A stored rotation shrinks by a few millionths, and 1 %
    /// covers that.
    pub(crate) fn inner_ball(&self, piece: &Polytope) -> (Vec3, f64) {
        let error = 1.01 * piece.dent + self.rounding() + f64::MIN_POSITIVE;
        let center = self.map.apply(piece.inner_center);
        (center, 0.99 * piece.inner_radius - error)
    }

    /// Returns a piece in this frame, by its rank among the leaves. Its world vertices may not be
    /// computed yet.
    pub(crate) fn piece(&self, rank: usize, polytope: &Polytope) -> &PosedBody {
        // Read by the next frame, after all threads are done.
        self.has_posed_pieces.store(true, Ordering::Relaxed);
        self.pieces[rank].place(polytope, &self.pose)
    }

    /// Computes the world vertices of all pieces.
    pub(crate) fn move_vertices(&self, body: &Compound, work: &mut ConvexWork) {
        for (rank, polytope) in body.pieces().enumerate() {
            self.piece(rank, polytope).move_vertices(polytope, work);
        }
    }

    /// Returns the surfaces of all pieces, whose world vertices are up to date.
    pub(crate) fn surfaces<'a>(
        &'a self,
        body: &'a Compound,
    ) -> impl Iterator<Item = PosedSurface<'a>> + Clone {
        let pieces = body.pieces().enumerate();
        pieces.map(|(rank, body)| PosedSurface {
            body,
            posed: self.piece(rank, body),
        })
    }

    /// Returns the cube around the body's ball: "large enough to contain the object at any
    /// orientation".
    fn fixed_cube(&self) -> Aabb {
        // "1. Transform the center using one vector-matrix multiplication."
        let center = self.center;
        // "2. Compute the minimum and maximum x, y, and z-coordinates by subtracting and adding
        // the radius."
        let radius = Vec3::splat(STRETCH * self.ball.radius);
        Aabb::new(center - radius, center + radius)
    }

    /// Returns "the tightest axis-aligned box containing the object at a particular orientation".
    fn dynamic_box(&mut self, body: &Compound, work: &mut ConvexWork) -> Aabb {
        let climber = &body.root().climber;
        let mut ends = [Vec3::ZERO; 2];
        for axis in [0, 1, 2] {
            // "there is no need to transform the other coordinates": along the world axis e, a
            // local point p has the coordinate (Rᵀ e) · p + t · e.
            let row = self.map.linear.row(axis);
            for (side, direction) in [-row, row].into_iter().enumerate() {
                let extreme = &mut self.extremes[2 * axis + side];
                let climb = climber.climb(direction, *extreme);
                work.support_vertices += u64::from(climb.visited);
                *extreme = climb.vertex;
                // Heights are rounded, so the climb may have ended below the extreme vertex.
                let error = HEIGHT_DIFFERENCE_ROUNDING * self.hull_reach + f64::from_bits(64);
                let height = match climber.excess(climb.vertex, error) {
                    excess if excess <= LOOSE * self.ball.radius => climb.height + excess,
                    _ => highest(climber.vertices(), direction, work) + error,
                };
                let sign = if side == 0 { -1.0 } else { 1.0 };
                ends[side][axis] = self.map.translation[axis] + sign * height;
            }
        }
        let [min, max] = ends;
        Aabb::new(min, max)
    }
}

impl PosedPiece {
    fn new(polytope: &Polytope) -> PosedPiece {
        PosedPiece {
            posed: OnceLock::new(),
            spare: Mutex::new(Some(Box::new(PosedBody::new(polytope)))),
        }
    }

    /// Forgets the pose, and keeps the memory.
    fn take_away(&mut self) {
        if let Some(posed) = self.posed.take() {
            let spare = self.spare.get_mut();
            *spare.unwrap_or_else(PoisonError::into_inner) = Some(posed);
        }
    }

    /// Returns the piece in this pose.
    fn place(&self, polytope: &Polytope, pose: &Pose) -> &PosedBody {
        self.posed.get_or_init(|| {
            let spare = &mut *self.spare.lock().unwrap_or_else(PoisonError::into_inner);
            let new = || Box::new(PosedBody::new(polytope));
            let mut posed = spare.take().unwrap_or_else(new);
            posed.place(polytope, pose);
            posed
        })
    }
}

/// Bound on the rounding of the difference of two heights of local vertices, relative to their
/// distance from the origin: twice three half ulps, and twice that.
pub(crate) const HEIGHT_DIFFERENCE_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Loosest accepted support value, relative to the size of the body. Beyond it, all vertices are
/// visited. Any value gives valid boxes; this one keeps them tight.
pub(crate) const LOOSE: f64 = 1e-9;

/// Returns the largest height of the vertices along `direction`, rounded.
pub(crate) fn highest(vertices: &[Vec3], direction: Vec3, work: &mut ConvexWork) -> f64 {
    work.support_vertices += vertices.len() as u64;
    let heights = vertices.iter().map(|p| direction.dot(*p));
    heights.fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cube, mapped};
    use collision::{Body, BodyId};
    use geometry::Quat;
    use std::sync::Arc;

    /// Each vertex and each face keeps a distance from the center of the ball, on bodies that lie
    /// far from their origin, are turned, or shrink by a quaternion off unit length.
    #[test]
    fn the_inner_ball_lies_behind_every_face_in_the_world() {
        for offset in [0.0, 3.0, 1e6] {
            let mesh = mapped(&cube(1.0), |p| p + Vec3::splat(offset));
            let body = Body::rigid("cube", Arc::new(mesh));
            let compound = Compound::new(BodyId(0), &body).unwrap();
            let (piece, _) = compound.piece(0).unwrap();
            for turn in [0.0, 0.7] {
                let rotation = Quat::from_rotation_y(turn) * (1.0 - 4e-7);
                let pose = Pose::new(Vec3::new(5.0, -2.0, 0.5), rotation);
                let mut posed = PosedCompound::new(&compound);
                let work = &mut ConvexWork::default();
                posed.place(&compound, &pose, Boxes::Fixed, work);
                let (center, radius) = posed.inner_ball(piece);
                assert!((0.98..1.0).contains(&radius), "{radius}");
                posed.move_vertices(&compound, work);
                let vertices = posed.piece(0, piece).vertices();
                for face in &piece.triangles {
                    let [a, b, c] = face.map(|v| vertices[v as usize]);
                    let normal = (b - a).cross(c - a).normalize();
                    let behind = (a - center).dot(normal);
                    assert!(behind > radius, "{behind} {radius}");
                }
            }
        }
    }
}
