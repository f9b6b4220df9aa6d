//! The vertices of one body as structure of arrays, and its faces in an overlap region.

use geometry::{Aabb, Mesh, Triangle, Vec3, WorldMap};
use std::sync::Arc;

/// How many vertices are moved at a time: enough to fill the registers of any machine.
const LANES: usize = 4;

/// One body in the current frame: world vertices by coordinate, and the faces listed last.
#[derive(Clone, Debug)]
pub struct MovingBody {
    mesh: Arc<Mesh>,
    /// Local vertices by coordinate, filled up to whole lanes with copies of the first vertex.
    local: [Vec<f64>; 3],
    /// Whether `local` holds deformed vertices, which a later frame at rest must replace.
    deformed: bool,
    world: [Vec<f64>; 3],
    bounds: Aabb,
    /// For each vertex, which of the six sides of the region it lies beyond.
    beyond: Vec<u8>,
    listed: Vec<u32>,
    listed_boxes: Vec<Aabb>,
}

impl MovingBody {
    /// The body at rest; nothing is computed but the order of the vertices in memory.
    pub fn new(mesh: Arc<Mesh>) -> MovingBody {
        let mut local = [const { Vec::new() }; 3];
        by_coordinate(mesh.vertices(), &mut local);
        let filled = local[0].len();
        MovingBody {
            listed: vec![0; mesh.face_count()],
            listed_boxes: Vec::new(),
            mesh,
            local,
            deformed: false,
            world: std::array::from_fn(|_| vec![0.0; filled]),
            bounds: Aabb::EMPTY,
            beyond: vec![0; filled],
        }
    }

    /// Moves every vertex to world space: the bits of [`WorldMap::apply`].
    ///
    /// `deformed`: the vertices of this frame in local space, when the body deforms.
    ///
    /// # Panics
    /// When deformed vertices are not as many as the mesh has.
    pub fn place(&mut self, map: &WorldMap, deformed: Option<&[Vec3]>) {
        if deformed.is_some() || self.deformed {
            let vertices = deformed.unwrap_or(self.mesh.vertices());
            assert_eq!(
                vertices.len(),
                self.vertex_count(),
                "deformation keeps the vertices"
            );
            by_coordinate(vertices, &mut self.local);
            self.deformed = deformed.is_some();
        }
        let [x, y, z] = &self.local;
        for k in 0..3 {
            let row = [
                map.linear.x_axis[k],
                map.linear.y_axis[k],
                map.linear.z_axis[k],
            ];
            let shift = map.translation[k];
            let (min, max) = move_coordinate([x, y, z], row, shift, &mut self.world[k]);
            self.bounds.min[k] = min;
            self.bounds.max[k] = max;
        }
    }

    /// The world box of all vertices.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// How many vertices it has.
    pub fn vertex_count(&self) -> usize {
        self.mesh.vertices().len()
    }

    /// How many faces it has.
    pub fn face_count(&self) -> usize {
        self.mesh.face_count()
    }

    /// Lists the faces whose boxes overlap `region`, in world space, and takes their boxes.
    ///
    /// A box misses a region exactly when all its vertices lie beyond one of the region's six
    /// sides; so one `and` of the vertices' bits decides, and no box is made for the many faces
    /// that miss.
    pub fn list_faces(&mut self, region: &Aabb) {
        self.mark_vertices(region);
        self.listed.resize(self.mesh.face_count(), 0);
        let mut count = 0;
        for (face, [a, b, c]) in (0u32..).zip(self.mesh.triangles()) {
            let code = |i: &u32| self.beyond[*i as usize];
            self.listed[count] = face;
            count += usize::from(code(a) & code(b) & code(c) == 0);
        }
        self.listed.truncate(count);
        let mut boxes = std::mem::take(&mut self.listed_boxes);
        boxes.clear();
        boxes.extend(self.listed.iter().map(|face| self.triangle(*face).aabb()));
        self.listed_boxes = boxes;
    }

    fn mark_vertices(&mut self, region: &Aabb) {
        let [x, y, z] = &self.world;
        let (low, high) = (region.min, region.max);
        let vertices = x.iter().zip(y).zip(z);
        for (code, ((x, y), z)) in self.beyond.iter_mut().zip(vertices) {
            let bit = |condition: bool, k: u8| u8::from(condition) << k;
            *code = bit(*x < low.x, 0)
                | bit(*x > high.x, 1)
                | bit(*y < low.y, 2)
                | bit(*y > high.y, 3)
                | bit(*z < low.z, 4)
                | bit(*z > high.z, 5);
        }
    }

    /// The faces listed last, ascending.
    pub fn listed(&self) -> &[u32] {
        &self.listed
    }

    /// The world boxes of the faces listed last, in their order.
    pub fn listed_boxes(&self) -> &[Aabb] {
        &self.listed_boxes
    }

    /// A face in world space.
    #[inline]
    pub fn triangle(&self, face: u32) -> Triangle {
        let [x, y, z] = &self.world;
        let at = |i: u32| Vec3::new(x[i as usize], y[i as usize], z[i as usize]);
        let [a, b, c] = self.mesh.triangles()[face as usize];
        Triangle::new(at(a), at(b), at(c))
    }
}

/// Splits vertices by coordinate, filled up to whole lanes with the first vertex, which changes no
/// box.
fn by_coordinate(vertices: &[Vec3], arrays: &mut [Vec<f64>; 3]) {
    let filled = vertices.len().next_multiple_of(LANES);
    for (k, array) in arrays.iter_mut().enumerate() {
        array.clear();
        array.extend(vertices.iter().map(|p| p[k]));
        array.resize(filled, vertices[0][k]);
    }
}

/// One world coordinate of all vertices, in the order of operations of `DMat3 * DVec3 + DVec3`, and
/// its least and greatest value.
fn move_coordinate(local: [&[f64]; 3], row: [f64; 3], shift: f64, world: &mut [f64]) -> (f64, f64) {
    let [x, y, z] = local.map(|array| array.as_chunks::<LANES>().0);
    let mut min = [f64::INFINITY; LANES];
    let mut max = [f64::NEG_INFINITY; LANES];
    let lanes = world.as_chunks_mut::<LANES>().0.iter_mut();
    for (w, ((x, y), z)) in lanes.zip(x.iter().zip(y).zip(z)) {
        for i in 0..LANES {
            let moved = row[0] * x[i] + row[1] * y[i] + row[2] * z[i] + shift;
            w[i] = moved;
            min[i] = if moved < min[i] { moved } else { min[i] };
            max[i] = if moved > max[i] { moved } else { max[i] };
        }
    }
    (
        min.into_iter().fold(f64::INFINITY, f64::min),
        max.into_iter().fold(f64::NEG_INFINITY, f64::max),
    )
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
        for region in [
            Aabb::new(Vec3::splat(0.3), Vec3::splat(2.0)),
            Aabb::new(Vec3::splat(-0.1), Vec3::splat(0.1)),
            Aabb::new(top, top + Vec3::ONE),
            Aabb::new(Vec3::splat(-9.0), Vec3::splat(9.0)),
        ] {
            body.list_faces(&region);
            assert_eq!(body.listed(), by_definition(&body, &region));
            let boxes = body.listed().iter().map(|f| body.triangle(*f).aabb());
            assert!(boxes.eq(body.listed_boxes().iter().copied()));
        }
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
