//! The vertices of one body as structure of arrays, and its faces in an overlap region.

use geometry::predicates::Plane;
use geometry::soa::{PointList, Slab, codes_beyond};
use geometry::{Aabb, Mesh, Triangle, Vec3, WorldMap};
use std::sync::Arc;

/// One body in the current frame: world vertices by coordinate, and the faces listed last.
#[derive(Clone, Debug)]
pub(super) struct MovingBody {
    mesh: Arc<Mesh>,
    local: PointList,
    /// Whether `local` holds deformed vertices, which a later frame at rest must replace.
    deformed: bool,
    world: PointList,
    bounds: Aabb,
    /// World vertices along the direction of the last [`MovingBody::project`].
    along: Vec<f64>,
    /// For each vertex, which of the eight sides of the last [`Near`] it lies beyond.
    beyond: Vec<u8>,
    listed: Vec<u32>,
    listed_boxes: Vec<Aabb>,
    listed_triangles: Vec<(Triangle, Plane)>,
}

impl MovingBody {
    /// The body at rest; nothing is computed but the order of the vertices in memory.
    pub(super) fn new(mesh: Arc<Mesh>) -> MovingBody {
        let mut local = PointList::default();
        local.assign(mesh.vertices());
        MovingBody {
            listed: vec![0; mesh.face_count()],
            listed_boxes: Vec::new(),
            listed_triangles: Vec::new(),
            mesh,
            world: local.clone(),
            local,
            deformed: false,
            bounds: Aabb::EMPTY,
            along: Vec::new(),
            beyond: Vec::new(),
        }
    }

    /// Moves every vertex to world space: the bits of [`WorldMap::apply`].
    ///
    /// `deformed`: the vertices of this frame in local space, when the body deforms.
    ///
    /// # Panics
    /// When deformed vertices are not as many as the mesh has.
    pub(super) fn place(&mut self, map: &WorldMap, deformed: Option<&[Vec3]>) {
        if deformed.is_some() || self.deformed {
            let vertices = deformed.unwrap_or(self.mesh.vertices());
            assert_eq!(
                vertices.len(),
                self.vertex_count(),
                "deformation keeps the vertices"
            );
            self.local.assign(vertices);
            self.deformed = deformed.is_some();
        }
        self.bounds = self.world.assign_mapped(&self.local, map);
    }

    /// The world box of all vertices.
    pub(super) fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// How many vertices it has.
    pub(super) fn vertex_count(&self) -> usize {
        self.mesh.vertices().len()
    }

    /// How many faces it has.
    pub(super) fn face_count(&self) -> usize {
        self.mesh.face_count()
    }

    /// The least and greatest value of `direction · p` over all world vertices, rounded.
    pub(super) fn project(&mut self, direction: Vec3) -> (f64, f64) {
        self.world.project(direction, &mut self.along)
    }

    /// Lists the faces that no side of `near` cuts off, and takes their boxes.
    ///
    /// A face misses a convex region for sure when all its vertices lie beyond one of the region's
    /// sides; so one `and` of the vertices' bits decides, and no box is made for the many faces that
    /// miss. For the six sides along the axes this is the test of boxes, neither more nor less.
    pub(super) fn list_faces(&mut self, near: &Near) {
        self.list_boxes(near);
        let mut triangles = std::mem::take(&mut self.listed_triangles);
        triangles.clear();
        triangles.extend(self.listed.iter().map(|face| {
            let triangle = self.triangle(*face);
            (triangle, Plane::of(&triangle))
        }));
        self.listed_triangles = triangles;
    }

    /// [`MovingBody::list_faces`] without triangles and planes, for searches that look at few.
    pub(super) fn list_boxes(&mut self, near: &Near) {
        self.mark_vertices(near);
        self.listed.resize(self.mesh.face_count(), 0);
        let (listed, beyond) = (&mut self.listed, &self.beyond);
        let mut count = 0;
        for (face, [a, b, c]) in (0u32..).zip(self.mesh.triangles()) {
            let code = |i: &u32| beyond[*i as usize];
            listed[count] = face;
            count += usize::from(code(a) & code(b) & code(c) == 0);
        }
        self.listed.truncate(count);
        let mut boxes = std::mem::take(&mut self.listed_boxes);
        boxes.clear();
        boxes.extend(self.listed.iter().map(|face| self.triangle(*face).aabb()));
        self.listed_boxes = boxes;
    }

    fn mark_vertices(&mut self, near: &Near) {
        let slab = |values, low, high| Slab { values, low, high };
        let [x, y, z] = self.world.coordinates();
        let (min, max) = (near.region.min, near.region.max);
        let slabs = [
            slab(x, min.x, max.x),
            slab(y, min.y, max.y),
            slab(z, min.z, max.z),
            slab(&self.along, near.slab.0, near.slab.1),
        ];
        self.beyond.resize(self.along.len(), 0);
        codes_beyond(slabs, &mut self.beyond);
    }

    /// The faces listed last, ascending.
    pub(super) fn listed(&self) -> &[u32] {
        &self.listed
    }

    /// The world boxes of the faces listed last, in their order.
    pub(super) fn listed_boxes(&self) -> &[Aabb] {
        &self.listed_boxes
    }

    /// The faces listed last in world space, with their planes, in their order.
    pub(super) fn listed_triangles(&self) -> &[(Triangle, Plane)] {
        &self.listed_triangles
    }

    /// A face in world space.
    #[inline]
    pub(super) fn triangle(&self, face: u32) -> Triangle {
        let [a, b, c] = self.mesh.triangles()[face as usize].map(|i| self.world.get(i));
        Triangle::new(a, b, c)
    }
}

/// Where faces of a pair of bodies can meet: its overlap region, and a slab across some direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// The overlap region [Smith95 §3.3], world space.
    pub region: Aabb,
    /// The least and greatest value along the direction that both bodies were projected on.
    pub slab: (f64, f64),
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
        body.place(&map, None);
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
        body.place(&Pose::IDENTITY.world_map(), None);
        let by_definition = |body: &MovingBody, region: &Aabb| -> Vec<u32> {
            let faces = 0..body.face_count() as u32;
            faces
                .filter(|f| body.triangle(*f).aabb().overlaps(region))
                .collect()
        };
        let top = body.bounds().max;
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
        body.place(&Pose::IDENTITY.world_map(), None);
        let direction = Vec3::new(1.0, 1.0, 0.0);
        let (_, high) = body.project(direction);
        let slab = (0.5 * high, high);
        body.list_faces(&Near {
            region: body.bounds(),
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
        body.place(&map, None);
        let at_rest = body.bounds();
        body.place(&map, Some(&doubled));
        assert_eq!(body.bounds().max, 2.0 * at_rest.max);
        body.place(&map, None);
        assert_eq!(body.bounds(), at_rest);
    }
}
