//! Whether one solid lies inside another whose surface it does not meet.

use crate::placement::{Placed, Relative};
use detector::Work;
use geometry::topology::Topology;
use geometry::{Aabb, FaceTree, Mesh, Vec3, solid};

/// What tells whether a point is inside a body.
#[derive(Clone, Debug)]
pub struct Solidity {
    /// One vertex of each part, in local space: a part that meets no surface is inside as a whole or
    /// not at all.
    witnesses: Vec<Vec3>,
    /// The box of all faces, in local space.
    bounds: Aabb,
    /// Set for a closed body; any other has no inside.
    faces: Option<FaceTree>,
}

/// A body as [`Solidity`] sees it, where a frame puts it.
#[derive(Clone, Copy)]
pub struct Solid<'a> {
    /// What is known of its inside.
    pub solidity: &'a Solidity,
    /// Its mesh.
    pub mesh: &'a Mesh,
    /// Where it is.
    pub placed: &'a Placed,
}

/// How many parts of a body lie inside another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// None.
    None,
    /// Some, but not all.
    Some,
    /// All.
    All,
}

impl Solidity {
    /// Looks at the parts of a mesh, and whether it is closed.
    pub fn of(mesh: &Mesh) -> Solidity {
        let topology = Topology::of(mesh);
        let vertex = |i: &u32| mesh.vertices()[*i as usize];
        let tree = || FaceTree::new(mesh.vertices(), mesh.triangles());
        Solidity {
            witnesses: topology.part_vertices.iter().map(vertex).collect(),
            bounds: mesh.aabb(),
            faces: topology.closed.then(tree),
        }
    }

    /// The box of all faces, in local space.
    pub fn bounds(&self) -> &Aabb {
        &self.bounds
    }
}

impl Solid<'_> {
    /// Whether a part of `inner` might lie inside this body: it is closed, and the witness of the part
    /// is in its box, with rounding to spare. `self_from_inner` is `inner` seen from this body.
    pub fn might_hold(&self, inner: &Solid, inner_in_self: &Relative) -> bool {
        let bounds = self.solidity.bounds.loosened(inner_in_self.pad);
        let mut witnesses = inner.solidity.witnesses.iter();
        self.solidity.faces.is_some() && witnesses.any(|p| bounds.holds(inner_in_self.apply(*p)))
    }

    /// How many parts of `inner` lie inside this body or on its surface, exactly, as
    /// [`solid::contains`] says of world vertices. `world` is a buffer.
    ///
    /// The winding number is taken in local space where the surface is further from the witness
    /// than all rounding: moving every vertex by less never makes the surface pass over it. Nearer
    /// than that, world vertices decide.
    ///
    /// # Cost
    /// Two descents in a tree of boxes for each part; a walk over all faces when a witness is
    /// within rounding of the surface.
    pub fn holds(
        &self,
        inner: &Solid,
        inner_in_self: &Relative,
        world: &mut Vec<Vec3>,
        work: &mut Work,
    ) -> Inside {
        let Some(faces) = &self.solidity.faces else {
            return Inside::None;
        };
        world.clear();
        let mut inside = 0;
        for witness in &inner.solidity.witnesses {
            let p = inner_in_self.apply(*witness);
            work.containment_tests += 1;
            let rounding = inner_in_self.pad + faces.rounding(p);
            let holds = if faces.nearest(p).distance > rounding {
                faces.winding(p) != 0
            } else {
                self.holds_world_vertex(inner.placed.map.apply(*witness), world, work)
            };
            inside += usize::from(holds);
        }
        match inside {
            0 => Inside::None,
            n if n == inner.solidity.witnesses.len() => Inside::All,
            _ => Inside::Some,
        }
    }

    fn holds_world_vertex(&self, p: Vec3, world: &mut Vec<Vec3>, work: &mut Work) -> bool {
        if world.is_empty() {
            let local = self.mesh.vertices();
            world.extend(local.iter().map(|p| self.placed.map.apply(*p)));
            work.vertices_moved += local.len() as u64;
        }
        let triangles = self.mesh.triangles();
        work.containment_tests += triangles.len() as u64;
        solid::contains_counted(world, triangles, p, &mut work.exact_fallbacks)
    }
}
