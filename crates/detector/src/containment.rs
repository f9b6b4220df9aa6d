//! Bodies that are swallowed by closed bodies: the part of the answer that faces alone cannot give.

use crate::{Body, BodyId, BodyPair, Contained, Findings, World};
use geometry::solid;
use geometry::topology::{self, Topology};

/// What the search for swallowed bodies needs to know of each body, gathered once per scene.
///
/// Body A is swallowed by body B when their surfaces share no point, B is closed, and every part
/// of A lies inside B. As the surfaces are apart, a part lies inside as a whole or not at all,
/// and one vertex decides it, exactly ([`geometry::solid::contains`]).
///
/// Closed is a property of the mesh at rest. A deforming body whose file repeats a vertex counts
/// as closed in a frame only while the copies stay together: a surface torn open has no inside.
#[derive(Clone, Debug, Default)]
pub struct Containment {
    bodies: Vec<Solidity>,
}

#[derive(Clone, Debug)]
struct Solidity {
    closed: bool,
    /// One vertex of each part.
    witnesses: Vec<u32>,
    /// Vertices that lie in one place at rest and might part, because the body deforms.
    twins: Vec<[u32; 2]>,
}

impl Containment {
    /// Gathers which bodies are closed and of which parts they consist.
    pub fn new(bodies: &[Body]) -> Containment {
        Containment { bodies: bodies.iter().map(Solidity::of).collect() }
    }

    /// Adds to `found` every pair of bodies one of which swallows the other.
    ///
    /// For frames with [`crate::Frame::containment`]. Call it after the last contact was added,
    /// and before [`Findings::finish`]. `world` is the frame's world; everything is decided in
    /// world space, on closed sets.
    ///
    /// # Cost
    /// One box test per pair of bodies, and a walk over the faces of B for every part of A whose
    /// witness lies in B's box. Allocates nothing. Counts the faces in `containment_tests`.
    ///
    /// # Panics
    /// When `world` has other bodies than were given to [`Containment::new`].
    pub fn find(&self, world: &World, found: &mut Findings) {
        assert_eq!(world.body_count(), self.bodies.len(), "the world has the prepared bodies");
        found.contacts.sort_unstable();
        let count = self.bodies.len() as u32;
        for a in (0..count).map(BodyId) {
            for b in (a.0 + 1..count).map(BodyId) {
                self.find_in_pair(BodyPair::new(a, b), world, found);
            }
        }
    }

    fn find_in_pair(&self, pair: BodyPair, world: &World, found: &mut Findings) {
        let boxes = world.boxes();
        if !boxes[pair.a.index()].overlaps(&boxes[pair.b.index()]) || found.touches(pair) {
            return;
        }
        let tests = &mut found.work.containment_tests;
        let contained = if self.swallows(pair.b, pair.a, world, tests) {
            Contained::AInB
        } else if self.swallows(pair.a, pair.b, world, tests) {
            Contained::BInA
        } else {
            return;
        };
        found.add_bodies(pair, Some(contained));
    }

    /// Whether every part of `inner` lies inside `outer`; their surfaces are apart.
    fn swallows(&self, outer: BodyId, inner: BodyId, world: &World, tests: &mut u64) -> bool {
        let solid = &self.bodies[outer.index()];
        let vertices = world.vertices(outer);
        let triangles = world.mesh(outer).triangles();
        let bounds = world.boxes()[outer.index()];
        let inside = |witness: &u32| {
            let p = world.vertices(inner)[*witness as usize];
            bounds.holds(p) && {
                *tests += triangles.len() as u64;
                solid::contains(vertices, triangles, p)
            }
        };
        solid.closed
            && solid.twins.iter().all(|[i, j]| vertices[*i as usize] == vertices[*j as usize])
            && self.bodies[inner.index()].witnesses.iter().all(inside)
    }
}

impl Solidity {
    fn of(body: &Body) -> Solidity {
        let Topology { closed, part_vertices, .. } = Topology::of(&body.mesh);
        let mut twins = Vec::new();
        if body.deforms {
            let welded = topology::weld(body.mesh.vertices());
            let copies = (0..).zip(welded).filter(|(vertex, original)| vertex != original);
            twins.extend(copies.map(|(vertex, original)| [vertex, original]));
        }
        Solidity { closed, witnesses: part_vertices, twins }
    }
}
