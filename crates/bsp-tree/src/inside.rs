//! Step 5: tests whether a point, or a whole body, lies inside another body (D3, D4).

use crate::counters::BspWork;
use crate::query::{WorldInTree, is_clear};
use crate::tree::{Tree, TreeSpace};
use collision::{BodyId, World};
use geometry::{Mesh, SolidInterior, Vec3, solid};

/// Returns the interior of a body in tree space.
pub(crate) fn interior(mesh: &Mesh) -> SolidInterior {
    SolidInterior::with_vertices(mesh, &TreeSpace::vertices(mesh))
}

/// Posed body that may contain another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContainmentTarget<'a> {
    /// Index in the scene.
    pub body: BodyId,
    /// Tree of its faces.
    pub tree: &'a Tree,
    /// Interior in tree space.
    pub inside: &'a SolidInterior,
    /// Map from world space into its tree, if rounding permits one.
    pub world_in_tree: Option<&'a WorldInTree>,
}

impl ContainmentTarget<'_> {
    /// Returns true if every part of `inner` lies inside. Exact. The surfaces must share no point.
    ///
    /// # Cost
    /// For each part, a walk down the tree and a ray through a BVH of the faces. If the vertex of
    /// the part is too near a plane, a test of all faces, counted in `containment_tests`.
    pub(crate) fn contains_body(
        &self,
        (inner, parts): (BodyId, &SolidInterior),
        world: &World,
        work: &mut BspWork,
    ) -> bool {
        let vertices = world.vertices(inner);
        self.inside.is_closed()
            && parts
                .part_vertices()
                .iter()
                .all(|v| self.contains(vertices[*v as usize], world, work))
    }

    /// Returns true if some part of `inner` lies inside. The surfaces are disjoint. Exact.
    pub(crate) fn contains_part(
        &self,
        (inner, parts): (BodyId, &SolidInterior),
        world: &World,
        work: &mut BspWork,
    ) -> bool {
        let vertices = world.vertices(inner);
        let mut parts = parts.part_vertices().iter();
        self.inside.is_closed() && parts.any(|v| self.contains(vertices[*v as usize], world, work))
    }

    /// Returns true if the world point `p`, which is not on the surface, lies inside. Exact.
    fn contains(&self, p: Vec3, world: &World, work: &mut BspWork) -> bool {
        if !world.boxes()[self.body.index()].contains(p) {
            return false;
        }
        if let Some(world_in_tree) = self.world_in_tree {
            let local = world_in_tree.point(p);
            // If `p` is clear of the surface, rounding of the map cannot move it across.
            let clearance = 2.0 * world_in_tree.thickness(1.0 + local.abs().max_element());
            if is_clear(self.tree, local, clearance, work) {
                return self.inside.contains(local);
            }
        }
        let triangles = world.mesh(self.body).triangles();
        work.containment_tests += triangles.len() as u64;
        let exact = &mut work.exact_fallbacks;
        solid::contains_counted(world.vertices(self.body), triangles, p, exact)
    }
}
