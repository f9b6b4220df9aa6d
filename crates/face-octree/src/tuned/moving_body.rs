//! The vertices of one body as structure of arrays, and its faces in an overlap region.

use geometry::predicates::Plane;
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
    pub fn new(mesh: Arc<Mesh>) -> MovingBody {
        let mut local = [const { Vec::new() }; 3];
        by_coordinate(mesh.vertices(), &mut local);
        let filled = local[0].len();
        MovingBody {
            listed: vec![0; mesh.face_count()],
            listed_boxes: Vec::new(),
            listed_triangles: Vec::new(),
            mesh,
            local,
            deformed: false,
            world: std::array::from_fn(|_| vec![0.0; filled]),
            bounds: Aabb::EMPTY,
            along: vec![0.0; filled],
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
            let (min, max) = combine([x, y, z], row, shift, &mut self.world[k]);
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

    /// The least and greatest value of `direction · p` over all world vertices, rounded.
    pub fn project(&mut self, direction: Vec3) -> (f64, f64) {
        let [x, y, z] = &self.world;
        combine([x, y, z], direction.to_array(), 0.0, &mut self.along)
    }

    /// Lists the faces that no side of `near` cuts off, and takes their boxes.
    ///
    /// A face misses a convex region for sure when all its vertices lie beyond one of the region's
    /// sides; so one `and` of the vertices' bits decides, and no box is made for the many faces that
    /// miss. For the six sides along the axes this is the test of boxes, neither more nor less.
    pub fn list_faces(&mut self, near: &Near) {
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
        let mut triangles = std::mem::take(&mut self.listed_triangles);
        triangles.clear();
        triangles.extend(self.listed.iter().map(|face| {
            let triangle = self.triangle(*face);
            (triangle, Plane::of(&triangle))
        }));
        self.listed_boxes.clear();
        self.listed_boxes
            .extend(triangles.iter().map(|(triangle, _)| triangle.aabb()));
        self.listed_triangles = triangles;
    }

    fn mark_vertices(&mut self, near: &Near) {
        let [x, y, z] = &self.world;
        let (low, high) = (near.region.min, near.region.max);
        let sides = [
            (x, low.x, high.x),
            (y, low.y, high.y),
            (z, low.z, high.z),
            (&self.along, near.slab.0, near.slab.1),
        ];
        let sides = sides.map(|(values, low, high)| (values.as_chunks::<LANES>().0, low, high));
        for (chunk, codes) in self
            .beyond
            .as_chunks_mut::<LANES>()
            .0
            .iter_mut()
            .enumerate()
        {
            let mut bits = [0u64; LANES];
            for (k, (values, low, high)) in sides.iter().enumerate() {
                for (bits, value) in bits.iter_mut().zip(&values[chunk]) {
                    *bits |= u64::from(value < low) << (2 * k);
                    *bits |= u64::from(value > high) << (2 * k + 1);
                }
            }
            *codes = bits.map(|b| b as u8);
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

    /// The faces listed last in world space, with their planes, in their order.
    pub fn listed_triangles(&self) -> &[(Triangle, Plane)] {
        &self.listed_triangles
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

/// Where faces of a pair of bodies can meet: its overlap region, and a slab across some direction.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// The overlap region [Smith95 §3.3], world space.
    pub region: Aabb,
    /// The least and greatest value along the direction that both bodies were projected on.
    pub slab: (f64, f64),
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

/// `row · (x, y, z) + shift` for all vertices, in the order of operations of `DMat3 * DVec3 + DVec3`,
/// and the least and greatest of them.
fn combine(from: [&[f64]; 3], row: [f64; 3], shift: f64, to: &mut [f64]) -> (f64, f64) {
    let [x, y, z] = from.map(|array| array.as_chunks::<LANES>().0);
    let mut min = [f64::INFINITY; LANES];
    let mut max = [f64::NEG_INFINITY; LANES];
    let lanes = to.as_chunks_mut::<LANES>().0.iter_mut();
    for (to, ((x, y), z)) in lanes.zip(x.iter().zip(y).zip(z)) {
        for i in 0..LANES {
            let value = row[0] * x[i] + row[1] * y[i] + row[2] * z[i] + shift;
            to[i] = value;
            min[i] = if value < min[i] { value } else { min[i] };
            max[i] = if value > max[i] { value } else { max[i] };
        }
    }
    let least = min.into_iter().fold(f64::INFINITY, f64::min);
    (least, max.into_iter().fold(f64::NEG_INFINITY, f64::max))
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
