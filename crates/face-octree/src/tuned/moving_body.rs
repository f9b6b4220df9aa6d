//! Steps 0 and 2, tuned: vertices as a structure of arrays, and faces near another body.
//!
//! Good for many vertices and few faces near the other body. With `v` vertices and `f` faces: `v`
//! products of matrix and vector per frame, `8v` comparisons and `f` tests of three bytes per
//! region. The essence:
//! 1. Map all local vertices to world space, several at a time, and take their box.
//! 2. Give each vertex an outcode: one bit for each side of the region that it lies beyond.
//! 3. Drop a face if its three vertices share a bit. Copy the others for the steps that follow.

use crate::posed_vertices::{Near, PosedVertices};
use geometry::predicates::Plane;
use geometry::{Aabb, Mesh, Triangle, Vec3, WorldMap};
use std::sync::Arc;

/// Body in the current frame: world vertices by coordinate, and the faces listed last.
#[derive(Clone, Debug)]
pub(super) struct MovingBody {
    mesh: Arc<Mesh>,
    vertices: PosedVertices,
    listed: Vec<u32>,
    listed_boxes: Vec<Aabb>,
    listed_triangles: Vec<(Triangle, Plane)>,
}

impl MovingBody {
    /// Returns the body at rest. Computes only the order of the vertices in memory.
    pub(super) fn new(mesh: Arc<Mesh>) -> MovingBody {
        MovingBody {
            listed: vec![0; mesh.face_count()],
            listed_boxes: Vec::new(),
            listed_triangles: Vec::new(),
            vertices: PosedVertices::new(&mesh),
            mesh,
        }
    }

    /// Moves every vertex to world space ([`PosedVertices::place`]).
    pub(super) fn place(&mut self, map: &WorldMap, deformed: Option<&[Vec3]>) -> Aabb {
        self.vertices.place(&self.mesh, map, deformed)
    }

    /// Returns the number of vertices.
    pub(super) fn vertex_count(&self) -> usize {
        self.mesh.vertices().len()
    }

    /// Returns the number of faces.
    pub(super) fn face_count(&self) -> usize {
        self.mesh.face_count()
    }

    /// Returns the least and greatest `direction · p` over all world vertices, rounded.
    pub(super) fn project(&mut self, direction: Vec3) -> (f64, f64) {
        self.vertices.project(direction)
    }

    /// Lists the faces that no side of `near` excludes, with their triangles, planes and boxes.
    pub(super) fn list_faces(&mut self, near: &Near) {
        self.vertices.mark(near);
        self.vertices.list_faces(&self.mesh, &mut self.listed);
        let mut boxes = std::mem::take(&mut self.listed_boxes);
        let mut triangles = std::mem::take(&mut self.listed_triangles);
        boxes.clear();
        triangles.clear();
        triangles.extend(self.listed.iter().map(|face| {
            let triangle = self.triangle(*face);
            (triangle, Plane::of(&triangle))
        }));
        boxes.extend(triangles.iter().map(|(triangle, _)| triangle.aabb()));
        (self.listed_boxes, self.listed_triangles) = (boxes, triangles);
    }

    /// Returns the faces listed last, ascending.
    pub(super) fn listed(&self) -> &[u32] {
        &self.listed
    }

    /// Returns the world boxes of the faces listed last, in their order.
    pub(super) fn listed_boxes(&self) -> &[Aabb] {
        &self.listed_boxes
    }

    /// Returns the world triangles and planes of the faces listed last, in their order.
    pub(super) fn listed_triangles(&self) -> &[(Triangle, Plane)] {
        &self.listed_triangles
    }

    /// Returns a face in world space.
    #[inline]
    pub(super) fn triangle(&self, face: u32) -> Triangle {
        let [a, b, c] = self.mesh.triangles()[face as usize].map(|i| self.vertices.get(i));
        Triangle::new(a, b, c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Pose, Quat};

    fn body() -> MovingBody {
        MovingBody::new(Arc::new(scenes::bodies::sphere(120).unwrap()))
    }

    #[test]
    fn world_vertices_have_the_bits_of_the_one_map() {
        let rotation = Quat::from_xyzw(0.1, -0.7, 0.3, 0.64);
        let map = Pose::new(Vec3::new(0.3, -7.0, 1e5), rotation).world_map();
        let mut body = body();
        let placed = body.place(&map, None);
        let mesh = body.mesh.clone();
        let mut bounds = Aabb::EMPTY;
        for (face, corners) in (0..).zip(mesh.triangles()) {
            let expected = corners.map(|i| map.apply(mesh.vertices()[i as usize]));
            assert_eq!(body.triangle(face).corners(), expected);
            bounds = bounds.union(body.triangle(face).aabb());
        }
        assert_eq!(placed, bounds);
    }

    #[test]
    fn listed_faces_are_those_whose_boxes_overlap() {
        let mut body = body();
        let bounds = body.place(&Pose::IDENTITY.world_map(), None);
        let by_definition = |body: &MovingBody, region: &Aabb| -> Vec<u32> {
            let faces = 0..body.face_count() as u32;
            faces
                .filter(|f| body.triangle(*f).aabb().overlaps(region))
                .collect()
        };
        let top = bounds.max;
        let everywhere = body.project(Vec3::X);
        for region in [
            Aabb::new(Vec3::splat(0.3), Vec3::splat(2.0)),
            Aabb::new(Vec3::splat(-0.1), Vec3::splat(0.1)),
            Aabb::new(top, top + Vec3::ONE),
            Aabb::new(Vec3::splat(-9.0), Vec3::splat(9.0)),
        ] {
            body.list_faces(&Near {
                region,
                slab: everywhere,
            });
            assert_eq!(body.listed(), by_definition(&body, &region));
            let boxes = body.listed().iter().map(|f| body.triangle(*f).aabb());
            assert!(boxes.eq(body.listed_boxes().iter().copied()));
        }
    }

    #[test]
    fn a_slab_cuts_off_the_faces_beyond_it() {
        let mut body = body();
        let bounds = body.place(&Pose::IDENTITY.world_map(), None);
        let direction = Vec3::new(1.0, 1.0, 0.0);
        let (_, high) = body.project(direction);
        let slab = (0.5 * high, high);
        body.list_faces(&Near {
            region: bounds,
            slab,
        });
        let reaches = |f: &u32| {
            body.triangle(*f)
                .corners()
                .iter()
                .any(|p| direction.dot(*p) >= slab.0)
        };
        let expected: Vec<u32> = (0..body.face_count() as u32).filter(reaches).collect();
        assert_eq!(body.listed(), expected);
        assert!(expected.len() > 4 && 2 * expected.len() < body.face_count());
    }

    #[test]
    fn deformation_lasts_as_long_as_the_frame_brings_it() {
        let mut body = body();
        let doubled: Vec<Vec3> = body.mesh.vertices().iter().map(|p| 2.0 * *p).collect();
        let map = Pose::IDENTITY.world_map();
        let at_rest = body.place(&map, None);
        assert_eq!(body.place(&map, Some(&doubled)).max, 2.0 * at_rest.max);
        assert_eq!(body.place(&map, None), at_rest);
    }
}
