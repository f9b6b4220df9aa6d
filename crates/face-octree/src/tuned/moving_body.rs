//! Steps 0 and 2, tuned: vertices as a structure of arrays, and faces near another body.
//!
//! Good for many vertices and few faces near the other body. With `v` vertices and `f` faces: `v`
//! products of matrix and vector per frame, `8v` comparisons and `f` tests of three bytes per
//! region. The essence:
//! 1. Map all local vertices to world space, several at a time, and take their box.
//! 2. Give each vertex an outcode: one bit for each side of the region that it lies beyond.
//! 3. Drop a face if its three vertices share a bit. Copy the others for the steps that follow.

use crate::posed_vertices::{Marks, Near, PosedVertices};
use crate::workers::Team;
use geometry::predicates::Plane;
use geometry::{Aabb, Mesh, Triangle, Vec3, WorldMap};
use std::sync::Arc;

/// Number of listed faces that a thread copies at once: about 20 µs of work.
pub(crate) const LISTED_FACES: usize = 512;

/// Body in the current frame: world vertices by coordinate.
#[derive(Clone, Debug)]
pub(super) struct MovingBody {
    mesh: Arc<Mesh>,
    vertices: PosedVertices,
    bounds: Aabb,
}

/// Faces of a body near another body. Only buffers, which serve one pair of bodies after another.
#[derive(Clone, Debug, Default)]
pub(super) struct NearFaces {
    marks: Marks,
    faces: Vec<u32>,
    boxes: Vec<Aabb>,
    triangles: Vec<(Triangle, Plane)>,
}

impl MovingBody {
    /// Returns the body at rest. Computes only the order of the vertices in memory.
    pub(super) fn new(mesh: Arc<Mesh>) -> MovingBody {
        MovingBody {
            vertices: PosedVertices::new(&mesh),
            bounds: Aabb::EMPTY,
            mesh,
        }
    }

    /// Moves every vertex to world space ([`PosedVertices::place`]).
    pub(super) fn place(&mut self, team: Team, map: &WorldMap, deformed: Option<&[Vec3]>) {
        self.bounds = self.vertices.place(team, &self.mesh, map, deformed);
    }

    /// Takes the body from the scene: an empty box.
    pub(super) fn take_away(&mut self) {
        self.bounds = Aabb::EMPTY;
    }

    /// Returns the world box of all vertices.
    pub(super) fn bounds(&self) -> Aabb {
        self.bounds
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
    pub(super) fn project(&self, team: Team, direction: Vec3, near: &mut NearFaces) -> (f64, f64) {
        self.vertices.project(team, direction, &mut near.marks)
    }

    /// Lists the faces that no side of `near` excludes, with their triangles, planes and boxes.
    /// The slab is along the direction of the last [`MovingBody::project`] with `faces`.
    pub(super) fn list_faces(&self, team: Team, near: &Near, faces: &mut NearFaces) {
        self.vertices.mark(team, near, &mut faces.marks);
        let NearFaces {
            marks,
            faces,
            boxes,
            triangles,
        } = faces;
        marks.list_faces(team, &self.mesh, faces);
        boxes.clear();
        triangles.clear();
        team.extend(triangles, faces.len(), LISTED_FACES, |i| {
            let triangle = self.triangle(faces[i]);
            (triangle, Plane::of(&triangle))
        });
        team.extend(boxes, faces.len(), LISTED_FACES, |i| triangles[i].0.aabb());
    }

    /// Returns a face in world space.
    #[inline]
    pub(super) fn triangle(&self, face: u32) -> Triangle {
        let [a, b, c] = self.mesh.triangles()[face as usize].map(|i| self.vertices.get(i));
        Triangle::new(a, b, c)
    }
}

impl NearFaces {
    /// Returns the faces listed last, ascending.
    pub(super) fn faces(&self) -> &[u32] {
        &self.faces
    }

    /// Returns the world boxes of the faces listed last, in their order.
    pub(super) fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    /// Returns the world triangles and planes of the faces listed last, in their order.
    pub(super) fn triangles(&self) -> &[(Triangle, Plane)] {
        &self.triangles
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
        body.place(Team::ALONE, &map, None);
        let mesh = body.mesh.clone();
        let mut bounds = Aabb::EMPTY;
        for (face, corners) in (0..).zip(mesh.triangles()) {
            let expected = corners.map(|i| map.apply(mesh.vertices()[i as usize]));
            assert_eq!(body.triangle(face).corners(), expected);
            bounds = bounds.union(body.triangle(face).aabb());
        }
        assert_eq!(body.bounds(), bounds);
    }

    #[test]
    fn listed_faces_are_those_whose_boxes_overlap() {
        let mut body = body();
        body.place(Team::ALONE, &Pose::IDENTITY.world_map(), None);
        let bounds = body.bounds();
        let mut near = NearFaces::default();
        let by_definition = |body: &MovingBody, region: &Aabb| -> Vec<u32> {
            let faces = 0..body.face_count() as u32;
            faces
                .filter(|f| body.triangle(*f).aabb().overlaps(region))
                .collect()
        };
        let top = bounds.max;
        let everywhere = body.project(Team::ALONE, Vec3::X, &mut near);
        for region in [
            Aabb::new(Vec3::splat(0.3), Vec3::splat(2.0)),
            Aabb::new(Vec3::splat(-0.1), Vec3::splat(0.1)),
            Aabb::new(top, top + Vec3::ONE),
            Aabb::new(Vec3::splat(-9.0), Vec3::splat(9.0)),
        ] {
            let slab = everywhere;
            body.list_faces(Team::ALONE, &Near { region, slab }, &mut near);
            assert_eq!(near.faces(), by_definition(&body, &region));
            let boxes = near.faces().iter().map(|f| body.triangle(*f).aabb());
            assert!(boxes.eq(near.boxes().iter().copied()));
        }
    }

    #[test]
    fn a_slab_cuts_off_the_faces_beyond_it() {
        let mut body = body();
        body.place(Team::ALONE, &Pose::IDENTITY.world_map(), None);
        let bounds = body.bounds();
        let mut near = NearFaces::default();
        let direction = Vec3::new(1.0, 1.0, 0.0);
        let (_, high) = body.project(Team::ALONE, direction, &mut near);
        let slab = (0.5 * high, high);
        let region = bounds;
        body.list_faces(Team::ALONE, &Near { region, slab }, &mut near);
        let reaches = |f: &u32| {
            body.triangle(*f)
                .corners()
                .iter()
                .any(|p| direction.dot(*p) >= slab.0)
        };
        let expected: Vec<u32> = (0..body.face_count() as u32).filter(reaches).collect();
        assert_eq!(near.faces(), expected);
        assert!(expected.len() > 4 && 2 * expected.len() < body.face_count());
    }

    #[test]
    fn deformation_lasts_as_long_as_the_frame_brings_it() {
        let mut body = body();
        let doubled: Vec<Vec3> = body.mesh.vertices().iter().map(|p| 2.0 * *p).collect();
        let map = Pose::IDENTITY.world_map();
        let mut place = |deformed| {
            body.place(Team::ALONE, &map, deformed);
            body.bounds()
        };
        let at_rest = place(None);
        assert_eq!(place(Some(&doubled)).max, 2.0 * at_rest.max);
        assert_eq!(place(None), at_rest);
    }
}
