//! A body: what is prepared for its mesh, and where it is in the current frame.

use crate::counters::BvhWork;
use crate::hierarchy::{FaceVertices, WideHierarchy};
use crate::odometer::Odometer;
use crate::refit::RefitBuffers;
use collision::{Body, BodyId, Frame};
use geometry::relative_pose::{LazyMatrixBounds, world_bounds};
use geometry::{Aabb, Ball, Mesh, Pose, PosedExtent, Vec3, WorldMap};
use std::sync::Arc;

/// Precomputed model of a mesh.
#[derive(Clone, Debug)]
pub struct BvhModel {
    mesh: Arc<Mesh>,
    hierarchy: WideHierarchy,
    bounds: Aabb,
    ball: Ball,
    /// Largest absolute local coordinate of a face.
    reach: f64,
    deforms: bool,
}

/// State of a body in the current frame.
#[derive(Clone, Debug)]
pub struct PosedBvh {
    placed: Placed,
    pub(crate) map: WorldMap,
    /// Ball in world space.
    world_ball: Ball,
    /// Box, ball and largest absolute coordinate of the faces, in local space.
    pub(crate) bounds: Aabb,
    ball: Ball,
    reach: f64,
    /// Bounds of the map's matrix, once a pair needs them. Threads that test pairs of the body
    /// share them.
    matrix: LazyMatrixBounds,
    odometer: Odometer,
    /// Shape of a body that deforms.
    deformed: Option<Box<DeformedBvh>>,
}

/// All that a frame reads of a body that keeps its pose and shape, side by side: two lines of the
/// cache.
#[derive(Clone, Copy, Debug)]
struct Placed {
    pose: Pose,
    /// World box.
    around: Aabb,
    /// Number of frames so far in which it had another pose or shape than in the one before.
    version: u64,
    /// The last frame was one of them.
    has_changed: bool,
    deforms: bool,
}

/// Vertices of a body that deforms, with the hierarchy that follows them.
#[derive(Clone, Debug)]
struct DeformedBvh {
    vertices: Vec<Vec3>,
    hierarchy: WideHierarchy,
    /// False if the hierarchy is still that of other vertices.
    is_fitted: bool,
    /// It is not fitted, and has to be.
    is_near: bool,
    buffers: RefitBuffers,
}

impl BvhModel {
    pub(crate) fn new(body: &Body) -> BvhModel {
        let bounds = body.mesh().aabb();
        BvhModel {
            mesh: body.mesh().clone(),
            hierarchy: WideHierarchy::of_mesh(body.mesh(), !body.deforms),
            reach: bounds.max_abs_coordinate(),
            ball: Ball::around(bounds.center(), body.mesh().vertices()),
            bounds,
            deforms: body.deforms,
        }
    }
}

impl BvhModel {
    /// Returns true if the body deforms.
    pub(crate) const fn deforms(&self) -> bool {
        self.deforms
    }
}

impl DeformedBvh {
    fn new(model: &BvhModel) -> DeformedBvh {
        let mut hierarchy = model.hierarchy.clone();
        let buffers = hierarchy.refit_buffers(&FaceVertices {
            triangles: model.mesh.triangles(),
            vertices: model.mesh.vertices(),
        });
        DeformedBvh {
            vertices: model.mesh.vertices().to_vec(),
            hierarchy,
            is_fitted: true,
            is_near: false,
            buffers,
        }
    }
}

impl PosedBvh {
    pub(crate) fn new(model: &BvhModel) -> PosedBvh {
        let map = Pose::IDENTITY.world_map();
        let (around, world_ball) = world_bounds(&map, model.reach, &model.bounds, &model.ball);
        PosedBvh {
            placed: Placed {
                pose: Pose::IDENTITY,
                around,
                version: 0,
                has_changed: true,
                deforms: model.deforms,
            },
            map,
            world_ball,
            bounds: model.bounds,
            ball: model.ball,
            reach: model.reach,
            matrix: LazyMatrixBounds::default(),
            odometer: Odometer::default(),
            deformed: model.deforms.then(|| Box::new(DeformedBvh::new(model))),
        }
    }

    /// Takes pose and vertices of a frame. Returns a world box that contains the body. A body at
    /// rest costs a comparison.
    #[inline]
    pub(crate) fn place(&mut self, body: BodyId, model: &BvhModel, frame: &Frame<'_>) -> Aabb {
        let pose = frame.poses()[body.index()];
        let has_moved = pose != self.placed.pose;
        if !has_moved && !self.placed.deforms && !self.placed.has_changed {
            return self.placed.around;
        }
        self.odometer.end_frame(&self.map);
        let has_changed = self.deform(body, model, frame) || has_moved;
        self.odometer.begin_frame(has_changed);
        if !has_changed {
            self.placed.has_changed = false;
            return self.placed.around;
        }
        // Computed first and stored last. A wide load over several narrow stores waits until they
        // are done, and all stores before them, of which some are to lines in the cache of another
        // core.
        let map = pose.world_map();
        let (around, world_ball) = world_bounds(&map, self.reach, &self.bounds, &self.ball);
        self.matrix.reset();
        self.placed.has_changed = true;
        self.placed.version += 1;
        self.placed.pose = pose;
        self.placed.around = around;
        self.map = map;
        self.world_ball = world_ball;
        around
    }

    /// Returns the number of frames so far in which it had another pose or shape than in the one
    /// before.
    #[inline]
    pub(crate) fn version(&self) -> u64 {
        self.placed.version
    }

    /// Returns true if the faces of both are the same, in the same order, in the same place.
    pub(crate) fn coincides(&self, model: &BvhModel, other: &PosedBvh, of: &BvhModel) -> bool {
        self.map == other.map
            && !self.placed.deforms
            && !other.placed.deforms
            && (Arc::ptr_eq(&model.mesh, &of.mesh) || model.mesh == of.mesh)
    }

    /// Takes the vertices of a frame. Returns false if they are those of before.
    fn deform(&mut self, body: BodyId, model: &BvhModel, frame: &Frame<'_>) -> bool {
        let Some(deformed) = &mut self.deformed else {
            return false;
        };
        let vertices = frame.deformed_vertices(body);
        let vertices = vertices.unwrap_or(model.mesh.vertices());
        if deformed.vertices == vertices {
            return false;
        }
        let before = std::mem::replace(&mut self.bounds, Aabb::of_slice(vertices));
        self.odometer
            .deform([&deformed.vertices, vertices], [&before, &self.bounds]);
        deformed.vertices.copy_from_slice(vertices);
        deformed.is_fitted = false;
        // Of a frame that a panic ended.
        deformed.is_near = false;
        // That of the box: nothing else needs a second pass over the vertices. Its center is
        // rounded, so another corner may be farther away, by two ulps of the largest coordinate at
        // most, for which the margins of `world_bounds` and `motion_bound` have room.
        let corners = [self.bounds.min, self.bounds.max];
        self.ball = Ball::around(self.bounds.center(), &corners);
        self.reach = self.bounds.max_abs_coordinate();
        true
    }

    /// Takes that a pair needs the hierarchy. Returns the number of faces that it has to be fitted
    /// to, 0 if it is known already.
    pub(crate) fn mark_near(&mut self, model: &BvhModel) -> usize {
        match &mut self.deformed {
            Some(deformed) if !deformed.is_fitted && !deformed.is_near => {
                deformed.is_near = true;
                model.mesh.face_count()
            }
            _ => 0,
        }
    }

    /// Fits the hierarchy of a body that is marked.
    pub(crate) fn fit_if_near(&mut self, model: &BvhModel, work: &mut BvhWork) {
        let is_near = |deformed: &mut Box<DeformedBvh>| std::mem::take(&mut deformed.is_near);
        if self.deformed.as_mut().is_some_and(is_near) {
            self.fit(model, work);
        }
    }

    /// Fits the hierarchy of a body that deforms to its vertices, once a pair needs it.
    pub(crate) fn fit(&mut self, model: &BvhModel, work: &mut BvhWork) {
        if let Some(deformed) = &mut self.deformed
            && !deformed.is_fitted
        {
            let DeformedBvh {
                vertices,
                hierarchy,
                is_fitted,
                buffers,
                ..
            } = &mut **deformed;
            let faces = FaceVertices {
                triangles: model.mesh.triangles(),
                vertices,
            };
            hierarchy.refit(&faces, &self.bounds, buffers, work);
            // Last: after a panic in between it is still that of other vertices.
            *is_fitted = true;
        }
    }

    pub(crate) fn hierarchy<'a>(&'a self, model: &'a BvhModel) -> &'a WideHierarchy {
        match &self.deformed {
            Some(deformed) => &deformed.hierarchy,
            None => &model.hierarchy,
        }
    }

    pub(crate) fn faces<'a>(&'a self, model: &'a BvhModel) -> FaceVertices<'a> {
        let vertices = match &self.deformed {
            Some(deformed) => &deformed.vertices,
            None => model.mesh.vertices(),
        };
        FaceVertices {
            triangles: model.mesh.triangles(),
            vertices,
        }
    }

    /// Returns the distance that the faces have gone, in scene units, and about that of the last
    /// frame.
    pub(crate) fn traveled(&self) -> [f64; 2] {
        self.odometer.read(&self.map, &self.ball, self.reach)
    }

    /// Returns a world ball that contains the body.
    #[inline]
    pub(crate) fn world_ball(&self) -> &Ball {
        &self.world_ball
    }

    /// Returns the bound on the rounding of this pose.
    #[inline]
    pub(crate) fn extent(&self) -> PosedExtent {
        self.matrix.extent(&self.map, self.reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Quat;
    use scenes::bodies;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn deformed(posed: &mut PosedBvh) -> &mut DeformedBvh {
        posed.deformed.as_deref_mut().expect("it deforms")
    }

    #[test]
    fn bounds_are_those_of_the_pose_of_the_frame() {
        let model = BvhModel::new(&Body::rigid("sphere", bodies::sphere(168).unwrap().into()));
        let mut posed = PosedBvh::new(&model);
        for length in [1.0 + 9e-7, 1.0, 1.0 - 5e-7] {
            let poses = [Pose::new(Vec3::X, Quat::from_rotation_y(0.3) * length)];
            posed.place(BodyId(0), &model, &Frame::new(&poses).unwrap());
            let expected = PosedExtent::new(poses[0].world_map(), model.reach);
            for _ in 0..2 {
                let margin = posed.extent().distance_margin();
                assert_eq!(margin, expected.distance_margin(), "length {length}");
            }
        }
    }

    #[test]
    fn a_fit_that_panics_is_made_again() {
        let mesh = Arc::new(bodies::sphere(168).unwrap());
        let model = BvhModel::new(&Body::deforming("soft", mesh.clone()));
        let mut posed = PosedBvh::new(&model);
        let fit = |posed: &mut PosedBvh| {
            let mut work = BvhWork::default();
            catch_unwind(AssertUnwindSafe(|| posed.fit(&model, &mut work)))
        };
        deformed(&mut posed).is_fitted = false;
        deformed(&mut posed).vertices.truncate(3);
        assert!(fit(&mut posed).is_err(), "vertices are missing");
        assert!(!deformed(&mut posed).is_fitted);
        deformed(&mut posed).vertices = mesh.vertices().to_vec();
        assert!(fit(&mut posed).is_ok());
        assert!(deformed(&mut posed).is_fitted);
    }
}
