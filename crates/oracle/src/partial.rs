//! Solids that share a point although no surfaces meet and no body contains the other as a whole.
//!
//! A body of several parts may have one part inside another body and the rest outside. Its surface
//! is then apart from the other, and it is not contained, but the solids share points. Brute force
//! on faces, with containment, does not report such pairs.

use collision::{Body, BodyFinding, BodyId, BodyPair, Findings, Reason, Work, World};
use geometry::topology::Topology;
use geometry::{solid, sweep};
use scenes::Scene;
use std::ops::ControlFlow;

/// Returns the pairs of bodies of which a part, but not the whole, lies inside the other closed
/// body, in frame `index`. `exact` are the findings of an exact detector of faces, with
/// containment.
pub(crate) fn partly_contained(scene: &Scene, index: usize, exact: &Findings) -> Vec<BodyFinding> {
    let mut world = World::new(&scene.bodies);
    world.update(&scene.frame(index), &mut Work::default());
    let mut order: Vec<BodyId> = world.body_ids().collect();
    let boxes = world.boxes();
    let by_x = |a: &BodyId, b: &BodyId| sweep::by_lower_x(&boxes[a.index()], &boxes[b.index()]);
    order.sort_unstable_by(by_x);
    let mut parts = Parts::new(&scene.bodies);
    let mut partly = Vec::new();
    let find = |a: &BodyId, b: &BodyId| {
        let pair = BodyPair::new(*a, *b);
        let known = || exact.bodies.binary_search_by_key(&pair, |b| b.pair).is_ok();
        if boxes[a.index()].overlaps(&boxes[b.index()])
            && !known()
            && (parts.reaches_into(&world, *a, *b) || parts.reaches_into(&world, *b, *a))
        {
            partly.push(BodyFinding::new(pair, Reason::Solids));
        }
        ControlFlow::Continue(())
    };
    let _ = sweep::within(&order, |body| boxes[body.index()], find);
    partly
}

/// Topologies of bodies, computed when they are needed.
struct Parts<'a> {
    bodies: &'a [Body],
    topologies: Vec<Option<Topology>>,
}

impl Parts<'_> {
    fn new(bodies: &[Body]) -> Parts<'_> {
        let topologies = vec![None; bodies.len()];
        Parts { bodies, topologies }
    }

    fn of(&mut self, body: BodyId) -> &Topology {
        let topology = || Topology::of(self.bodies[body.index()].mesh());
        self.topologies[body.index()].get_or_insert_with(topology)
    }

    /// Returns true if a part of `inner`, a body of several, lies inside `outer`. Their surfaces
    /// are apart.
    fn reaches_into(&mut self, world: &World, inner: BodyId, outer: BodyId) -> bool {
        // A body of one part is inside as a whole or not at all.
        if self.of(inner).part_count() < 2 || !self.of(outer).closed {
            return false;
        }
        let (vertices, mesh) = (world.vertices(outer), world.mesh(outer));
        let inside = |v: &u32| {
            let p = world.vertices(inner)[*v as usize];
            solid::contains(vertices, mesh.triangles(), p)
        };
        self.of(inner).part_vertices.iter().any(inside)
    }
}

#[cfg(test)]
mod tests {
    use crate::truth::truth;
    use collision::{Body, Meaning, Reason};
    use geometry::{Mesh, Pose, Vec3};
    use scenes::{Scene, SceneFrame};
    use std::sync::Arc;

    /// Two cubes of side 2 in one mesh, their centers 10 apart.
    fn dumbbell() -> Arc<Mesh> {
        let cube = scenes::bodies::cube(2.0);
        let far = |p: &Vec3| *p + Vec3::X * 10.0;
        let vertices = cube.vertices().iter().copied();
        let vertices = vertices.chain(cube.vertices().iter().map(far)).collect();
        let count = cube.vertices().len() as u32;
        let second = cube.triangles().iter().map(|t| t.map(|v| v + count));
        let triangles = cube.triangles().iter().copied().chain(second).collect();
        Arc::new(Mesh::new(vertices, triangles).unwrap())
    }

    #[test]
    fn a_part_inside_makes_solids_meet_and_surfaces_not() {
        let room = Arc::new(scenes::bodies::cube(12.0));
        for (x, solids) in [(2.0, 1), (-20.0, 0)] {
            let bodies = vec![
                Body::rigid("dumbbell", dumbbell()),
                Body::rigid("room", room.clone()),
            ];
            let frame = SceneFrame::rigid(vec![Pose::at(Vec3::X * x), Pose::IDENTITY]);
            let scene = Scene::new("part inside", bodies, vec![frame]).unwrap();
            let truth = truth(&scene, 0);
            let found: Vec<_> = truth.bodies(Meaning::Solids).collect();
            assert_eq!(found.len(), solids, "at {x}");
            assert!(found.iter().all(|body| body.reason == Reason::Solids));
            assert_eq!(truth.bodies(Meaning::Surfaces).count(), 0);
        }
    }
}
