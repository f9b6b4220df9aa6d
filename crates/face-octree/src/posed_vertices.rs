//! World vertices of a body as a structure of arrays, and the sides of a region that they lie
//! beyond.

use geometry::soa::{PointList, Slab, codes_beyond};
use geometry::{Aabb, Mesh, Vec3, WorldMap};

/// Vertices of a body at one instant.
#[derive(Clone, Debug)]
pub(crate) struct PosedVertices {
    local: PointList,
    /// True if `local` contains deformed vertices, which a later frame without them must replace.
    deformed: bool,
    world: PointList,
    /// World vertices along the direction of the last [`PosedVertices::project`].
    along: Vec<f64>,
    /// Outcodes: one bit for each of the eight sides of the last [`Near`] that a vertex lies
    /// beyond.
    beyond: Vec<u8>,
}

/// Region where faces of two bodies can meet: their overlap region, cut by a slab.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
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
            along: Vec::new(),
            beyond: Vec::new(),
        }
    }

    /// Moves every vertex to world space, with the same bits as [`WorldMap::apply`], and returns
    /// the world box of all vertices.
    ///
    /// `deformed` is the list of local vertices of this frame, if the body deforms.
    ///
    /// # Panics
    /// If the number of deformed vertices differs from that of the mesh.
    pub(crate) fn place(&mut self, mesh: &Mesh, map: &WorldMap, deformed: Option<&[Vec3]>) -> Aabb {
        if deformed.is_some() || self.deformed {
            let vertices = deformed.unwrap_or(mesh.vertices());
            assert_eq!(
                vertices.len(),
                mesh.vertices().len(),
                "deformation keeps the vertices"
            );
            self.local.assign(vertices);
            self.deformed = deformed.is_some();
        }
        self.world.assign_mapped(&self.local, map)
    }

    /// Returns the least and greatest `direction · p` over all world vertices, rounded.
    pub(crate) fn project(&mut self, direction: Vec3) -> (f64, f64) {
        self.world.project(direction, &mut self.along)
    }

    /// Returns a vertex in world space.
    #[inline]
    pub(crate) fn get(&self, i: u32) -> Vec3 {
        self.world.get(i)
    }

    /// Computes the outcodes of all vertices for `near`.
    pub(crate) fn mark(&mut self, near: &Near) {
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

    /// Keeps of each outcode the bits that the vertex has at another instant, too.
    pub(crate) fn keep_common_marks(&mut self, other: &PosedVertices) {
        for (code, other) in self.beyond.iter_mut().zip(&other.beyond) {
            *code &= other;
        }
    }

    /// Lists the faces that no side of the last region excludes.
    ///
    /// A face certainly misses a convex region if all its vertices lie beyond one of the region's
    /// sides, so one `and` of three outcodes decides. Faces that miss need no box. For the six
    /// sides along the axes, the test equals that of the face's box.
    #[inline(never)] // Inside its caller, the loop over all faces runs out of registers.
    pub(crate) fn list_faces(&self, mesh: &Mesh, listed: &mut Vec<u32>) {
        listed.resize(mesh.face_count(), 0);
        let beyond = &self.beyond;
        // Branch-free: each face is written, and counted only if no side excludes it.
        let mut count = 0;
        for (face, [a, b, c]) in (0u32..).zip(mesh.triangles()) {
            let code = |i: &u32| beyond[*i as usize];
            listed[count] = face;
            count += usize::from(code(a) & code(b) & code(c) == 0);
        }
        listed.truncate(count);
    }
}
