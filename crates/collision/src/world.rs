//! The world vertices of one frame, computed once and shared by the steps of a detector.

use crate::{Body, BodyId, Frame, Work};
use geometry::{Aabb, Mesh, Triangle, Vec3};
use std::sync::Arc;

/// World vertices and boxes of all bodies in one frame. Buffers are reused: nothing is allocated
/// once they have grown.
#[derive(Clone, Debug, Default)]
pub struct World {
    meshes: Vec<Arc<Mesh>>,
    vertices: Vec<Vec<Vec3>>,
    boxes: Vec<Aabb>,
}

impl World {
    /// The world of `bodies`, still without positions.
    pub fn new(bodies: &[Body]) -> World {
        World {
            meshes: bodies.iter().map(|b| b.mesh.clone()).collect(),
            vertices: bodies
                .iter()
                .map(|b| Vec::with_capacity(b.mesh.vertices().len()))
                .collect(),
            boxes: vec![Aabb::EMPTY; bodies.len()],
        }
    }

    /// Moves every vertex to where `frame` puts it, and takes the bodies' boxes.
    ///
    /// # Panics
    /// When the frame does not have one pose per body, or a deformed body another number of
    /// vertices than its mesh.
    pub fn update(&mut self, frame: &Frame<'_>, work: &mut Work) {
        assert_eq!(
            frame.poses.len(),
            self.meshes.len(),
            "a frame has one pose per body"
        );
        for (i, pose) in frame.poses.iter().enumerate() {
            let mesh = &self.meshes[i];
            let local = frame.deformed_vertices(i).unwrap_or(mesh.vertices());
            assert_eq!(
                local.len(),
                mesh.vertices().len(),
                "deformation keeps the vertices"
            );
            let map = pose.world_map();
            let world = &mut self.vertices[i];
            world.clear();
            world.extend(local.iter().map(|p| map.apply(*p)));
            work.vertices_moved += local.len() as u64;
            self.boxes[i] = Aabb::of_points(world.iter());
        }
    }

    /// How many bodies there are.
    pub fn body_count(&self) -> usize {
        self.meshes.len()
    }

    /// The world boxes of all bodies, in order. They hold vertices that no face uses, too.
    pub fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    /// The world vertices of a body.
    pub fn vertices(&self, body: BodyId) -> &[Vec3] {
        &self.vertices[body.index()]
    }

    /// The mesh of a body, at rest.
    pub fn mesh(&self, body: BodyId) -> &Mesh {
        &self.meshes[body.index()]
    }

    /// Face `face` of a body in world space.
    #[inline]
    pub fn triangle(&self, body: BodyId, face: u32) -> Triangle {
        let vertices = &self.vertices[body.index()];
        let [a, b, c] = self.meshes[body.index()].triangles()[face as usize];
        Triangle::new(
            vertices[a as usize],
            vertices[b as usize],
            vertices[c as usize],
        )
    }

    /// A box that holds every body.
    pub fn bounds(&self) -> Aabb {
        self.boxes.iter().fold(Aabb::EMPTY, |all, b| all.union(*b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Pose;

    #[test]
    fn deformed_vertices_are_moved_by_the_pose_too() {
        let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
        let mut body = Body::rigid(0, "leaf", Arc::new(mesh));
        body.deforms = true;
        let mut world = World::new(&[body]);
        let deformed = [Some(vec![Vec3::Z, Vec3::X, Vec3::Y])];
        let poses = [Pose::at(Vec3::new(10.0, 0.0, 0.0))];
        let frame = Frame {
            deformed: &deformed,
            ..Frame::new(&poses)
        };
        let mut work = Work::default();
        world.update(&frame, &mut work);
        assert_eq!(world.triangle(BodyId(0), 0).a, Vec3::new(10.0, 0.0, 1.0));
        assert_eq!(
            world.bounds(),
            Aabb::new(Vec3::new(10.0, 0.0, 0.0), Vec3::new(11.0, 1.0, 1.0))
        );
        assert_eq!(work.vertices_moved, 3);
        world.update(&Frame::new(&poses), &mut work);
        assert_eq!(world.triangle(BodyId(0), 0).a, Vec3::new(10.0, 0.0, 0.0));
    }
}
