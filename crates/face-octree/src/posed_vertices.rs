//! World vertices of a body as a structure of arrays, and the sides of a region that they lie
//! beyond.

use crate::workers::Team;
use geometry::soa::{LANES, PointList, Slab, codes_beyond, combine, gather};
use geometry::{Aabb, Mesh, Vec3, WorldMap};

/// Number of vertices that a thread takes at once: 5 to 20 µs of work.
const VERTICES: usize = 2048 * LANES;

/// Number of faces that a thread takes at once: about 20 µs of work.
const FACES: usize = 8192;

/// Vertices of a body at one instant.
#[derive(Clone, Debug)]
pub(crate) struct PosedVertices {
    local: PointList,
    /// True if `local` contains deformed vertices, which a later frame without them must replace.
    deformed: bool,
    world: PointList,
}

/// Vertices of a body against one [`NearRegion`]. Only buffers: the body's own, or those of a
/// thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// World vertices along the direction of the last [`PosedVertices::project`].
    along: Vec<f64>,
    /// Outcodes: one bit for each of the eight sides of the last [`NearRegion`] that a vertex lies
    /// beyond.
    beyond: Vec<u8>,
}

/// Region where faces of two bodies can meet: their overlap region, cut by a slab.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearRegion {
    /// Overlap region [Smith95 §3.3], world space.
    pub region: Aabb,
    /// Least and greatest `direction · p`, with the direction of the last
    /// [`PosedVertices::project`].
    pub slab: (f64, f64),
}

impl PosedVertices {
    /// Returns the vertices at rest. Computes only their order in memory.
    pub(crate) fn new(mesh: &Mesh) -> PosedVertices {
        let mut local = PointList::default();
        local.assign(mesh.vertices());
        PosedVertices {
            world: local.clone(),
            local,
            deformed: false,
        }
    }

    /// Moves every vertex to world space, with the same bits as [`WorldMap::apply`], and returns
    /// the world box of all vertices.
    ///
    /// `deformed` is the list of local vertices of this frame, if the body deforms.
    ///
    /// # Panics
    /// If the number of deformed vertices differs from that of the mesh.
    pub(crate) fn place(
        &mut self,
        team: Team,
        mesh: &Mesh,
        map: &WorldMap,
        deformed: Option<&[Vec3]>,
    ) -> Aabb {
        let team = team.for_size(mesh.vertices().len(), VERTICES);
        if deformed.is_some() || self.deformed {
            let vertices = deformed.unwrap_or(mesh.vertices());
            assert_eq!(
                vertices.len(),
                mesh.vertices().len(),
                "deformation keeps the vertices"
            );
            assign(team, vertices, &mut self.local);
            self.deformed = deformed.is_some();
        }
        if !team.shares() {
            return self.world.assign_mapped(&self.local, map);
        }
        let from = self.local.coordinates();
        let [x, y, z] = self.world.resize(self.local.len());
        let image = |axis: usize, to: &mut [f64]| {
            combine_on(team, from, map.row(axis), map.translation[axis], to)
        };
        let (x, (y, z)) = team.join(|| image(0, x), || team.join(|| image(1, y), || image(2, z)));
        Aabb::new(Vec3::new(x.0, y.0, z.0), Vec3::new(x.1, y.1, z.1))
    }

    /// Returns the least and greatest `direction · p` over all world vertices, rounded.
    pub(crate) fn project(&self, team: Team, direction: Vec3, marks: &mut Marks) -> (f64, f64) {
        let team = team.for_size(self.world.len(), VERTICES);
        if !team.shares() {
            return self.world.project(direction, &mut marks.along);
        }
        let from = self.world.coordinates();
        marks.along.resize(from[0].len(), 0.0);
        combine_on(team, from, direction.to_array(), 0.0, &mut marks.along)
    }

    /// Returns a vertex in world space.
    #[inline]
    pub(crate) fn get(&self, i: u32) -> Vec3 {
        self.world.get(i)
    }

    /// Computes the outcodes of all vertices for `near`.
    pub(crate) fn mark(&self, team: Team, near: &NearRegion, marks: &mut Marks) {
        let [x, y, z] = self.world.coordinates();
        let (min, max) = (near.region.min, near.region.max);
        let Marks { along, beyond } = marks;
        beyond.resize(along.len(), 0);
        let team = team.for_size(along.len(), VERTICES);
        let mark = |first: usize, codes: &mut [u8]| {
            let values = [x, y, z, along.as_slice()].map(|values| &values[first..][..codes.len()]);
            let [x, y, z, along] = values;
            let slab = |values, low, high| Slab { values, low, high };
            let slabs = [
                slab(x, min.x, max.x),
                slab(y, min.y, max.y),
                slab(z, min.z, max.z),
                slab(along, near.slab.0, near.slab.1),
            ];
            codes_beyond(slabs, codes);
        };
        team.fold_mut(beyond, VERTICES, &mark, &|(), ()| ());
    }
}

impl Marks {
    /// Keeps of each outcode the bits that the vertex has at another instant, too.
    pub(crate) fn keep_common(&mut self, other: &Marks) {
        for (code, other) in self.beyond.iter_mut().zip(&other.beyond) {
            *code &= other;
        }
    }

    /// Lists the faces that no side of the last region excludes, ascending.
    ///
    /// A face certainly misses a convex region if all its vertices lie beyond one of the region's
    /// sides, so one `and` of three outcodes decides. Faces that miss need no box. For the six
    /// sides along the axes, the test equals that of the face's box.
    pub(crate) fn list_faces(&self, team: Team, mesh: &Mesh, listed: &mut Vec<u32>) {
        listed.resize(mesh.face_count(), 0);
        let count = self.list(team, mesh, 0, listed);
        listed.truncate(count);
    }

    /// Writes the faces from `first` on that no side excludes to the beginning of `listed`, which
    /// has room for all, and returns their number.
    fn list(&self, team: Team, mesh: &Mesh, first: usize, listed: &mut [u32]) -> usize {
        if !team.shares() || listed.len() <= FACES {
            return list_serially(&self.beyond, mesh, first, listed);
        }
        let middle = listed.len() / 2;
        let (low, high) = listed.split_at_mut(middle);
        let (in_low, in_high) = team.join(
            || self.list(team, mesh, first, low),
            || self.list(team, mesh, first + middle, high),
        );
        listed.copy_within(middle..middle + in_high, in_low);
        in_low + in_high
    }
}

#[inline(never)] // Inside its caller, the loop over all faces runs out of registers.
fn list_serially(beyond: &[u8], mesh: &Mesh, first: usize, listed: &mut [u32]) -> usize {
    let triangles = &mesh.triangles()[first..][..listed.len()];
    // Branch-free: each face is written, and counted only if no side excludes it.
    let mut count = 0;
    for (face, [a, b, c]) in (first as u32..).zip(triangles) {
        let code = |i: &u32| beyond[*i as usize];
        listed[count] = face;
        count += usize::from(code(a) & code(b) & code(c) == 0);
    }
    count
}

/// Replaces all points of `list`.
fn assign(team: Team, points: &[Vec3], list: &mut PointList) {
    if !team.shares() {
        return list.assign(points);
    }
    let [x, y, z] = list.resize(points.len());
    let gather = |axis: usize, to: &mut [f64]| {
        let part = |first, to: &mut [f64]| gather(points, axis, first, to);
        team.fold_mut(to, VERTICES, &part, &|(), ()| ());
    };
    team.join(
        || gather(0, x),
        || team.join(|| gather(1, y), || gather(2, z)),
    );
}

/// Runs [`combine`] in parts.
fn combine_on(
    team: Team,
    from: [&[f64]; 3],
    row: [f64; 3],
    shift: f64,
    to: &mut [f64],
) -> (f64, f64) {
    let part = |first: usize, to: &mut [f64]| {
        let from = from.map(|array| &array[first..][..to.len()]);
        combine(from, row, shift, to)
    };
    team.fold_mut(to, VERTICES, &part, &|low: (f64, f64), high: (f64, f64)| {
        (low.0.min(high.0), low.1.max(high.1))
    })
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use super::*;
    use crate::workers::Workers;
    use geometry::{Pose, Quat};

    /// Box, interval and listed faces of a body with enough vertices for several pieces, on up to
    /// `count` threads.
    fn listed(count: usize, deforms: bool) -> (Aabb, (f64, f64), Vec<u32>) {
        let mesh = scenes::bodies::sphere(39_600).unwrap();
        let count_of_vertices = mesh.vertices().len();
        assert!(count_of_vertices > 2 * VERTICES && !count_of_vertices.is_multiple_of(LANES));
        let doubled: Vec<Vec3> = mesh.vertices().iter().map(|p| 2.0 * *p).collect();
        let deformed = deforms.then_some(doubled.as_slice());
        let rotation = Quat::from_xyzw(0.1, -0.7, 0.3, 0.64);
        let map = Pose::new(Vec3::new(0.3, -7.0, 1e3), rotation).world_map();
        let (mut vertices, mut marks) = (PosedVertices::new(&mesh), Marks::default());
        Workers::default().run(count, true, |team| {
            let bounds = vertices.place(team, &mesh, &map, deformed);
            let slab = vertices.project(team, Vec3::new(1.0, 0.5, -0.2), &mut marks);
            let region = Aabb::new(bounds.min, bounds.center());
            let middle = 0.5 * (slab.0 + slab.1);
            let slab = (slab.0, middle);
            vertices.mark(team, &NearRegion { region, slab }, &mut marks);
            let mut faces = Vec::new();
            marks.list_faces(team, &mesh, &mut faces);
            assert!((0..mesh.vertices().len()).all(|i| {
                let local = deformed.unwrap_or(mesh.vertices())[i];
                vertices.get(i as u32) == map.apply(local)
            }));
            (bounds, slab, faces)
        })
    }

    #[test]
    fn vertices_and_faces_do_not_depend_on_the_number_of_threads() {
        for deforms in [false, true] {
            let alone = listed(1, deforms);
            assert!(alone.2.len() > 500 && alone.2.len() < 20_000);
            for count in [2, 3, 8] {
                assert!(listed(count, deforms) == alone, "{count} threads");
            }
        }
    }
}
