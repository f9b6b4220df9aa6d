//! Solids that share a point although no surfaces meet and no body contains the other as a whole.
//!
//! A body of several parts may have one part inside another body and the rest outside. Its surface
//! is then apart from the other, and it is not contained, but the solids share points. Brute force
//! on faces, with containment, does not report such pairs.

use collision::{Body, BodyFinding, BodyId, BodyPair, Findings, Reason, Work, World};
use geometry::topology::Topology;
use geometry::{solid, sweep};
use scenes::Scene;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Returns the pairs of bodies of which a part, but not the whole, lies inside the other closed
/// body, in frame `index`. `exact` are the findings of an exact detector of faces, with
/// containment.
pub(crate) fn partly_contained(
    scene: &Scene,
    index: usize,
    exact: &Findings,
    parts: &mut SolidParts<'_>,
) -> Vec<BodyFinding> {
    let mut world = World::new(&scene.bodies);
    world.update(&scene.frame(index), &mut Work::default());
    let mut order: Vec<BodyId> = world.body_ids().collect();
    let boxes = world.boxes();
    let by_x = |a: &BodyId, b: &BodyId| sweep::by_lower_x(&boxes[a.index()], &boxes[b.index()]);
    order.sort_unstable_by(by_x);
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

/// Topologies of bodies, each computed once for a mesh and when it is needed first. Serves all
/// frames of a scene: no motion changes them.
#[derive(Debug)]
pub(crate) struct SolidParts<'a> {
    bodies: &'a [Body],
    /// First body with the mesh of each body.
    first_with_mesh: Vec<usize>,
    topologies: Vec<Option<Topology>>,
}

impl SolidParts<'_> {
    pub(crate) fn new(bodies: &[Body]) -> SolidParts<'_> {
        let mut first = BTreeMap::new();
        let first_with_mesh = (0..).zip(bodies).map(|(i, body)| {
            let mesh = Arc::as_ptr(body.mesh());
            *first.entry(mesh).or_insert(i)
        });
        SolidParts {
            bodies,
            first_with_mesh: first_with_mesh.collect(),
            topologies: vec![None; bodies.len()],
        }
    }

    fn of(&mut self, body: BodyId) -> &Topology {
        let first = self.first_with_mesh[body.index()];
        let topology = || Topology::of(self.bodies[first].mesh());
        self.topologies[first].get_or_insert_with(topology)
    }

    /// Returns true if a part of `inner`, a body of several, lies inside `outer`. Their surfaces
    /// are apart.
    fn reaches_into(&mut self, world: &World, inner: BodyId, outer: BodyId) -> bool {
        // A body of one part is inside as a whole or not at all.
        if self.of(inner).part_count() < 2 || !self.of(outer).closed {
            return false;
        }
        let (vertices, mesh) = (world.vertices(outer), world.mesh(outer));
        let bounds = world.boxes()[outer.index()];
        let inside = |v: &u32| {
            let p = world.vertices(inner)[*v as usize];
            // Most parts of most bodies lie beyond the other's box, which costs no look at its
            // faces.
            bounds.contains(p) && solid::contains(vertices, mesh.triangles(), p)
        };
        self.of(inner).part_vertices.iter().any(inside)
    }
}

#[cfg(test)]
mod tests {
    use super::SolidParts;
    use crate::truth::truth;
    use collision::{Body, BodyId, Meaning, Reason};
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

    #[test]
    fn a_mesh_has_one_topology_in_all_frames() {
        let room = Arc::new(scenes::bodies::cube(12.0));
        let body = |mesh: &Arc<Mesh>| Body::rigid("body", mesh.clone());
        let dumbbell = dumbbell();
        let bodies = [body(&room), body(&dumbbell), body(&room), body(&dumbbell)];
        let mut parts = SolidParts::new(&bodies);
        for id in (0..4).chain(0..4).map(BodyId) {
            let count = parts.of(id).part_count();
            assert_eq!(count, 1 + usize::from(id.0 % 2 == 1));
        }
        let computed = parts.topologies.iter().map(Option::is_some);
        assert_eq!(computed.collect::<Vec<_>>(), [true, true, false, false]);
    }
}
