//! Bodies that are swallowed by closed bodies: the part of the answer that faces alone cannot give.

use crate::{Body, BodyId, BodyPair, Contained, Findings, Frame, Step, Work, World};
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

/// The search as a detector holds it: what it needs to know of the bodies is gathered when a frame
/// asks for the first time, so that scenes that never ask do not pay for it.
#[derive(Clone, Debug, Default)]
pub struct ContainmentSearch {
    bodies: Vec<Body>,
    gathered: Option<Containment>,
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
        Containment {
            bodies: bodies.iter().map(Solidity::of).collect(),
        }
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
        assert_eq!(
            world.body_count(),
            self.bodies.len(),
            "the world has the prepared bodies"
        );
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
        let work = &mut found.work;
        let contained = if self.swallows(pair.b, pair.a, world, work) {
            Contained::AInB
        } else if self.swallows(pair.a, pair.b, world, work) {
            Contained::BInA
        } else {
            return;
        };
        found.add_bodies(pair, Some(contained));
    }

    /// Whether every part of `inner` lies inside `outer`; their surfaces are apart.
    fn swallows(&self, outer: BodyId, inner: BodyId, world: &World, work: &mut Work) -> bool {
        let solid = &self.bodies[outer.index()];
        let vertices = world.vertices(outer);
        let triangles = world.mesh(outer).triangles();
        let bounds = world.boxes()[outer.index()];
        let inside = |witness: &u32| {
            let p = world.vertices(inner)[*witness as usize];
            bounds.contains(p) && {
                work.containment_tests += triangles.len() as u64;
                solid::contains_counted(vertices, triangles, p, &mut work.exact_fallbacks)
            }
        };
        solid.closed
            && solid
                .twins
                .iter()
                .all(|[i, j]| vertices[*i as usize] == vertices[*j as usize])
            && self.bodies[inner.index()].witnesses.iter().all(inside)
    }
}

impl ContainmentSearch {
    /// For a detector that is prepared with `bodies`; forgets every earlier scene.
    pub fn prepare(&mut self, bodies: &[Body]) {
        self.bodies = bodies.to_vec();
        self.gathered = None;
    }

    /// The bodies of the scene.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// [`Containment::find`] if `frame` asks for it, announced to its probe; otherwise nothing.
    pub fn find(&mut self, frame: &Frame<'_>, world: &World, found: &mut Findings) {
        if !frame.containment {
            return;
        }
        frame.probe.begin(Step::Containment);
        let containment = self
            .gathered
            .get_or_insert_with(|| Containment::new(&self.bodies));
        containment.find(world, found);
    }
}

impl Solidity {
    fn of(body: &Body) -> Solidity {
        let Topology {
            closed,
            part_vertices,
            ..
        } = Topology::of(&body.mesh);
        let mut twins = Vec::new();
        if body.deforms {
            let welded = topology::weld(body.mesh.vertices());
            let copies = (0..)
                .zip(welded)
                .filter(|(vertex, original)| vertex != original);
            twins.extend(copies.map(|(vertex, original)| [vertex, original]));
        }
        Solidity {
            closed,
            witnesses: part_vertices,
            twins,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyFinding, FaceId, FacePair};
    use geometry::{Interference, Mesh, Pose, Vec3};
    use std::sync::Arc;

    /// A tetrahedron with a right angle at `at`, the other corners `size` along each axis.
    fn corner(at: Vec3, size: f64) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let vertices = vec![
            at,
            at + size * Vec3::X,
            at + size * Vec3::Y,
            at + size * Vec3::Z,
        ];
        (vertices, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    }

    fn body(id: u32, parts: &[(Vec<Vec3>, Vec<[u32; 3]>)], faces: usize) -> Body {
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for (v, t) in parts {
            let first = vertices.len() as u32;
            vertices.extend(v);
            triangles.extend(t.iter().map(|t| t.map(|i| i + first)));
        }
        triangles.truncate(faces);
        Body::rigid(
            id,
            "tetrahedra",
            Arc::new(Mesh::new(vertices, triangles).unwrap()),
        )
    }

    fn find(bodies: &[Body], contact: bool) -> Vec<BodyFinding> {
        let poses = vec![Pose::IDENTITY; bodies.len()];
        let mut world = World::new(bodies);
        world.update(&Frame::new(&poses), &mut Work::default());
        let mut found = Findings::default();
        if contact {
            let face = |body| FaceId {
                body: BodyId(body),
                face: 0,
            };
            found.add_contact(FacePair::new(face(0), face(1)), Interference::Touching);
        }
        Containment::new(bodies).find(&world, &mut found);
        found.bodies
    }

    fn contained(inner: usize) -> Vec<BodyFinding> {
        let pair = BodyPair::new(BodyId(0), BodyId(1));
        let contained = Some(if inner == 0 {
            Contained::AInB
        } else {
            Contained::BInA
        });
        vec![BodyFinding { pair, contained }]
    }

    const ALL: usize = usize::MAX;

    #[test]
    fn a_body_inside_a_closed_one_is_found_whichever_comes_first() {
        let small = [corner(Vec3::ONE, 1.0)];
        let large = [corner(Vec3::ZERO, 8.0)];
        assert_eq!(
            find(&[body(0, &small, ALL), body(1, &large, ALL)], false),
            contained(0)
        );
        assert_eq!(
            find(&[body(0, &large, ALL), body(1, &small, ALL)], false),
            contained(1)
        );
    }

    #[test]
    fn the_search_answers_frames_that_ask_and_forgets_earlier_scenes() {
        let small = [corner(Vec3::ONE, 1.0)];
        let large = [corner(Vec3::ZERO, 8.0)];
        let poses = [Pose::IDENTITY; 2];
        let mut search = ContainmentSearch::default();
        let mut find = |first: &[_], second: &[_], containment| {
            let bodies = [body(0, first, ALL), body(1, second, ALL)];
            let frame = Frame {
                containment,
                ..Frame::new(&poses)
            };
            let mut world = World::new(&bodies);
            world.update(&frame, &mut Work::default());
            let mut found = Findings::default();
            search.prepare(&bodies);
            search.find(&frame, &world, &mut found);
            found.bodies
        };
        assert_eq!(find(&small, &large, false), []);
        assert_eq!(find(&small, &large, true), contained(0));
        assert_eq!(find(&large, &small, true), contained(1));
    }

    #[test]
    fn an_open_body_swallows_nothing_but_may_be_swallowed() {
        let small = [corner(Vec3::ONE, 1.0)];
        let large = [corner(Vec3::ZERO, 8.0)];
        assert_eq!(find(&[body(0, &small, ALL), body(1, &large, 3)], false), []);
        assert_eq!(
            find(&[body(0, &small, 3), body(1, &large, ALL)], false),
            contained(0)
        );
    }

    #[test]
    fn every_part_must_lie_inside() {
        let large = [corner(Vec3::ZERO, 8.0)];
        let inside = [corner(Vec3::ONE, 1.0), corner(Vec3::splat(0.25), 0.25)];
        assert_eq!(
            find(&[body(0, &inside, ALL), body(1, &large, ALL)], false),
            contained(0)
        );
        // Outside of the tetrahedron, yet in its box.
        let one_out = [corner(Vec3::ONE, 1.0), corner(Vec3::splat(6.0), 1.0)];
        assert_eq!(
            find(&[body(0, &one_out, ALL), body(1, &large, ALL)], false),
            []
        );
    }

    #[test]
    fn bodies_that_touch_are_not_contained() {
        let small = [corner(Vec3::ONE, 1.0)];
        let large = [corner(Vec3::ZERO, 8.0)];
        assert_eq!(
            find(&[body(0, &small, ALL), body(1, &large, ALL)], true),
            []
        );
    }

    #[test]
    fn a_deforming_body_that_is_torn_open_swallows_nothing() {
        // Corner 0 is repeated, and the last face names the copy.
        let (mut vertices, mut triangles) = corner(Vec3::ZERO, 8.0);
        vertices.push(vertices[0]);
        triangles[2][0] = 4;
        let mesh = Mesh::new(vertices.clone(), triangles).unwrap();
        let outer = Body {
            deforms: true,
            ..Body::rigid(1, "torn", Arc::new(mesh))
        };
        let bodies = [body(0, &[corner(Vec3::ONE, 1.0)], ALL), outer];
        let containment = Containment::new(&bodies);
        let mut world = World::new(&bodies);
        let mut find = |vertices: Vec<Vec3>| {
            let poses = [Pose::IDENTITY; 2];
            let deformed = [None, Some(vertices)];
            let frame = Frame {
                deformed: &deformed,
                ..Frame::new(&poses)
            };
            world.update(&frame, &mut Work::default());
            let mut found = Findings::default();
            containment.find(&world, &mut found);
            found.bodies
        };
        assert_eq!(find(vertices.clone()), contained(0));
        vertices[4].x = -1.0;
        assert_eq!(find(vertices), []);
    }
}
