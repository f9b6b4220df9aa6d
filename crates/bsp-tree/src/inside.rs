//! Whether a point, or a whole body, is inside of another body (D3, D4).

use crate::counters::BspWork;
use crate::query::{Way, is_clear};
use crate::tree::{Tree, TreeSpace};
use collision::{BodyId, World};
use geometry::topology::Topology;
use geometry::{FaceTree, Mesh, Vec3, solid};

/// What there is to know about the inside of a body, gathered once.
#[derive(Clone, Debug)]
pub struct Inside {
    closed: bool,
    /// One vertex of each part.
    representatives: Vec<u32>,
    /// The faces in tree space.
    faces: FaceTree,
}

impl Inside {
    /// Gathers whether the body is closed, of which parts it consists, and where its faces are.
    pub fn of(mesh: &Mesh) -> Inside {
        let Topology {
            closed,
            part_vertices: representatives,
            ..
        } = Topology::of(mesh);
        let vertices = TreeSpace::vertices(mesh);
        Inside {
            closed,
            representatives,
            faces: FaceTree::new(&vertices, mesh.triangles()),
        }
    }

    /// Whether the body is of one part: then it lies inside of a closed body, or meets its surface, as
    /// soon as one of its points is inside.
    pub fn is_one_part(&self) -> bool {
        self.representatives.len() == 1
    }

    /// Whether the body is closed and winds around `p`, which is in tree space and clear of its surface.
    pub fn holds(&self, p: Vec3) -> bool {
        self.closed && self.faces.winding(p) != 0
    }
}

/// A body in the world as something to be looked into.
#[derive(Clone, Copy, Debug)]
pub struct Outer<'a> {
    /// The body.
    pub body: BodyId,
    /// Its tree.
    pub tree: &'a Tree,
    /// Its inside.
    pub inside: &'a Inside,
    /// The way into its tree, when there is one.
    pub way: Option<&'a Way>,
}

impl Outer<'_> {
    /// Whether every part of `inner` lies inside; exactly. The surfaces of the two share no point.
    ///
    /// # Cost
    /// A walk down the tree and along a line through the faces for each part; a walk over all faces where
    /// the part's vertex is too near to a plane, counted in `containment_tests`.
    pub fn contains(
        &self,
        (inner, parts): (BodyId, &Inside),
        world: &World,
        work: &mut BspWork,
    ) -> bool {
        let vertices = world.vertices(inner);
        self.inside.closed
            && parts
                .representatives
                .iter()
                .all(|v| self.holds(vertices[*v as usize], world, work))
    }

    /// Whether the world point `p`, which is not on the surface, is inside; exactly.
    fn holds(&self, p: Vec3, world: &World, work: &mut BspWork) -> bool {
        if !world.boxes()[self.body.index()].holds(p) {
            return false;
        }
        if let Some(way) = self.way {
            let local = way.point(p);
            let clearance = 2.0 * way.thickness(1.0 + local.abs().max_element());
            if is_clear(self.tree, local, clearance, work) {
                return self.inside.holds(local);
            }
        }
        let triangles = world.mesh(self.body).triangles();
        work.containment_tests += triangles.len() as u64;
        let exact = &mut work.exact_fallbacks;
        solid::contains_counted(world.vertices(self.body), triangles, p, exact)
    }
}
