//! Whether a point, or a whole body, is inside of another body (D3, D4).

use crate::counters::BspWork;
use crate::query::{Way, is_clear};
use crate::tree::{Tree, TreeSpace};
use collision::{BodyId, World};
use geometry::{Mesh, SolidInterior, Vec3, solid};

/// The interior of a body in tree space.
pub(crate) fn interior(mesh: &Mesh) -> SolidInterior {
    SolidInterior::with_vertices(mesh, &TreeSpace::vertices(mesh))
}

/// A body in the world as something to be looked into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outer<'a> {
    /// The body.
    pub body: BodyId,
    /// Its tree.
    pub tree: &'a Tree,
    /// Its inside.
    pub inside: &'a SolidInterior,
    /// The way into its tree, when there is one.
    pub way: Option<&'a Way>,
}

impl Outer<'_> {
    /// Whether every part of `inner` lies inside; exactly. The surfaces of the two share no point.
    ///
    /// # Cost
    /// A walk down the tree and along a line through the faces for each part; a walk over all faces
    /// where the part's vertex is too near to a plane, counted in `containment_tests`.
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

    /// Whether the world point `p`, which is not on the surface, is inside; exactly.
    fn contains(&self, p: Vec3, world: &World, work: &mut BspWork) -> bool {
        if !world.boxes()[self.body.index()].contains(p) {
            return false;
        }
        if let Some(way) = self.way {
            let local = way.point(p);
            let clearance = 2.0 * way.thickness(1.0 + local.abs().max_element());
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
