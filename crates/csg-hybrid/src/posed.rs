//! Body in the current frame: its pose, and the vertices that have been moved.

use geometry::{Mesh, Pose, PosedExtent, Triangle, Vec3, VisitedSet, WorldMap};

/// Body in the current frame.
#[derive(Debug)]
pub struct HybridPosed {
    pub(crate) map: WorldMap,
    /// The pose with the bound on its rounding, once a pair has needed it.
    extent: Option<PosedExtent>,
    /// World vertices, valid where `moved` has the index.
    vertices: Vec<Vec3>,
    moved: VisitedSet,
}

impl HybridPosed {
    pub(crate) fn new(vertex_count: usize) -> HybridPosed {
        HybridPosed {
            map: Pose::IDENTITY.world_map(),
            extent: None,
            vertices: vec![Vec3::ZERO; vertex_count],
            moved: VisitedSet::new(vertex_count),
        }
    }

    pub(crate) fn place(&mut self, pose: &Pose) {
        self.map = pose.world_map();
        self.extent = None;
        self.moved.clear();
    }

    pub(crate) fn extent(&mut self, reach: f64) -> PosedExtent {
        let map = self.map;
        *self
            .extent
            .get_or_insert_with(|| PosedExtent::new(map, reach))
    }

    /// Returns a face in world space, and counts the vertices that are moved for it.
    #[inline]
    pub(crate) fn triangle(&mut self, mesh: &Mesh, face: u32, moved: &mut u64) -> Triangle {
        let [a, b, c] = mesh.triangles()[face as usize].map(|i| {
            let at = i as usize;
            if self.moved.insert(i) {
                self.vertices[at] = self.map.apply(mesh.vertices()[at]);
                *moved += 1;
            }
            self.vertices[at]
        });
        Triangle::new(a, b, c)
    }
}
