//! Bodies contained in closed bodies: the part of the answer that faces alone cannot give.

use crate::workers::Team;
use crate::{Body, BodyId, BodyPair, Contained, Counter, Findings, Frame, Reason, World};
use geometry::interior::coincident_vertices;
use geometry::relative_pose::world_box;
use geometry::topology::{Forest, Topology};
use geometry::{Aabb, Mesh, Vec3, solid, sweep};
use std::ops::ControlFlow;

/// Search for contained bodies, with the data of each body that it needs, gathered once per scene.
///
/// Body A is contained in body B if their surfaces share no point, B is closed, and every part of A
/// lies inside B. As the surfaces are apart, a part lies inside as a whole or not at all. So one
/// vertex of the part decides, exactly ([`geometry::solid::contains`]).
///
/// With `n` bodies, `p` parts of A and `m` faces of B, the essence is:
/// 1. Sweep over boxes along x, in `O(n log n)` and the overlapping pairs. The boxes are those of
///    local boxes, loosened: no body is moved for them.
/// 2. Skip pairs whose boxes are apart or whose faces are in contact.
/// 3. Skip pairs in which a vertex of a part of A is outside of B's box.
/// 4. Move B, and test one vertex of each part of A against its `m` faces, in at most `O(p m)`.
/// 5. Exchange A and B.
///
/// Closed is a property of the mesh at rest. If the mesh of a deforming body repeats a vertex, the
/// body counts as closed only in frames in which the copies coincide: a surface torn open has no
/// inside. In the same way, parts of a deforming body that only repeated vertices join are parts of
/// their own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Containment {
    bodies: Vec<Solidity>,
    /// A box in world space around each body, empty if it was removed.
    boxes: Vec<Aabb>,
    /// Bodies, sorted by the lower end of their boxes along x.
    order: Vec<BodyId>,
}

/// Parts of a body, and its closedness.
///
/// Less than a [`geometry::SolidInterior`], whose hierarchy over the faces would be built for every
/// body, while few frames ask for a point in one. It also covers bodies that deform.
#[derive(Clone, Debug)]
struct Solidity {
    /// Box at rest, in local space.
    bounds: Aabb,
    closed: bool,
    /// One vertex of each part.
    representatives: Vec<u32>,
    /// Pairs of vertices that coincide at rest and may separate, because the body deforms.
    twins: Vec<[u32; 2]>,
}

impl Containment {
    /// Finds the closed bodies, and the parts of each body.
    pub(crate) fn new(bodies: &[Body]) -> Containment {
        Containment {
            bodies: bodies.iter().map(Solidity::of).collect(),
            boxes: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Adds to `found` every pair of bodies in which one contains the other, among `candidates` if
    /// they are given.
    ///
    /// Call it after the last contact was added. Decides in world space, on closed sets.
    ///
    /// # Cost
    /// A sweep over the boxes along x, and for every part of A whose representative lies in B's
    /// box a pass over the faces of B, which is moved unless it was. Allocates nothing once warm.
    ///
    /// # Panics
    /// If the number of bodies in `world` differs from that given to [`Containment::new`].
    pub(crate) fn find(
        &mut self,
        world: &mut World,
        frame: &Frame<'_>,
        candidates: Option<&[BodyPair]>,
        found: &mut Findings,
    ) {
        assert_eq!(
            world.body_count(),
            self.bodies.len(),
            "the world has the prepared bodies"
        );
        found.sort_contacts(Team::ALONE);
        self.place(world, frame);
        let Containment {
            bodies,
            boxes,
            order,
        } = self;
        let mut search = ContainmentSearch {
            bodies,
            boxes,
            frame,
            world,
            found,
        };
        if let Some(candidates) = candidates {
            candidates.iter().for_each(|pair| search.test(*pair));
            return;
        }
        order.clear();
        order.extend((0..boxes.len() as u32).map(BodyId));
        order.sort_unstable_by(|a, b| sweep::by_lower_x(&boxes[a.index()], &boxes[b.index()]));
        let test = |a: &BodyId, b: &BodyId| {
            search.test(BodyPair::new(*a, *b));
            ControlFlow::Continue(())
        };
        let _ = sweep::within(order, |body| boxes[body.index()], test);
    }

    /// Computes the boxes of a frame.
    fn place(&mut self, world: &World, frame: &Frame<'_>) {
        self.boxes.clear();
        let bodies = world.body_ids().zip(&self.bodies);
        self.boxes.extend(bodies.map(|(body, solid)| {
            if !world.contains(body) {
                return Aabb::EMPTY;
            }
            let map = frame.poses()[body.index()].world_map();
            let deformed = frame.deformed_vertices(body).map(Aabb::of_points);
            let local = deformed.unwrap_or(solid.bounds);
            world_box(&map, local.max_abs_coordinate(), &local)
        }));
    }
}

/// Search in one frame.
struct ContainmentSearch<'a, 'f> {
    bodies: &'a [Solidity],
    boxes: &'a [Aabb],
    frame: &'a Frame<'f>,
    world: &'a mut World,
    found: &'a mut Findings,
}

impl ContainmentSearch<'_, '_> {
    /// Adds a pair if one body contains the other.
    fn test(&mut self, pair: BodyPair) {
        if !self.boxes[pair.a.index()].overlaps(&self.boxes[pair.b.index()])
            || !self.found.contacts_of(pair).is_empty()
        {
            return;
        }
        let contained = Contained::if_any(|order| match order {
            Contained::AInB => self.contains(pair.b, pair.a),
            Contained::BInA => self.contains(pair.a, pair.b),
        });
        if let Some(contained) = contained {
            self.found.add_bodies(pair, Reason::Contained(contained));
        }
    }

    /// Returns true unless `outer` is open, or its box shows that a part of `inner` is outside.
    fn may_contain(&self, outer: BodyId, inner: BodyId) -> bool {
        let around = &self.boxes[outer.index()];
        let mut parts = self.bodies[inner.index()].representatives.iter();
        let vertex = world_vertex(self.world, self.frame, inner);
        self.bodies[outer.index()].closed && parts.all(|part| around.contains(vertex(*part)))
    }

    /// Returns true if every part of `inner` lies inside `outer`. Their surfaces are apart. Counts
    /// the vertices moved, the triangles tested, and the signs that needed exact arithmetic.
    fn contains(&mut self, outer: BodyId, inner: BodyId) -> bool {
        if !self.may_contain(outer, inner) {
            return false;
        }
        let solid = &self.bodies[outer.index()];
        let parts = &self.bodies[inner.index()].representatives;
        let work = &mut self.found.work;
        let bounds = self.world.move_body(outer, self.frame, work);
        let vertices = self.world.vertices(outer);
        let triangles = self.world.mesh(outer).triangles();
        let vertex = world_vertex(self.world, self.frame, inner);
        let inside = |part: &u32| {
            let p = vertex(*part);
            bounds.contains(p) && {
                let mut exact = 0;
                let inside = solid::contains_counted(vertices, triangles, p, &mut exact);
                work.add(Counter::CONTAINMENT_TESTS, triangles.len() as u64);
                work.add(Counter::EXACT_FALLBACKS, exact);
                inside
            }
        };
        solid.is_whole(vertices) && parts.iter().all(inside)
    }
}

/// Returns the world vertices of a body, by their index, of which only few are needed.
fn world_vertex<'a>(
    world: &'a World,
    frame: &'a Frame<'_>,
    body: BodyId,
) -> impl Fn(u32) -> Vec3 + use<'a> {
    let map = frame.poses()[body.index()].world_map();
    let local = frame.deformed_vertices(body);
    let local = local.unwrap_or(world.mesh(body).vertices());
    move |vertex| map.apply(local[vertex as usize])
}

impl Solidity {
    fn of(body: &Body) -> Solidity {
        let Topology {
            closed,
            part_vertices,
            ..
        } = Topology::of(body.mesh());
        let deforms = body.deforms;
        Solidity {
            bounds: body.mesh().aabb(),
            closed,
            representatives: if deforms {
                vertices_of_connected_faces(body.mesh())
            } else {
                part_vertices
            },
            twins: if deforms {
                coincident_vertices(body.mesh())
            } else {
                Vec::new()
            },
        }
    }

    /// Returns true if no surface of the body is torn open in a frame with these vertices.
    fn is_whole(&self, vertices: &[Vec3]) -> bool {
        let together = |[i, j]: &[u32; 2]| vertices[*i as usize] == vertices[*j as usize];
        self.twins.iter().all(together)
    }
}

/// Returns one vertex of each set of faces that stay connected however the body deforms: faces
/// that share a vertex by its index, not by its place at rest.
fn vertices_of_connected_faces(mesh: &Mesh) -> Vec<u32> {
    let mut forest = Forest::new(mesh.vertices().len());
    for [a, b, c] in mesh.triangles() {
        forest.join(*a, *b);
        forest.join(*a, *c);
    }
    let mut roots: Vec<u32> = mesh.triangles().iter().map(|t| forest.root(t[0])).collect();
    roots.sort_unstable();
    roots.dedup();
    roots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyFinding, FaceId, FacePair, Frame, Query, Snapshot};
    use geometry::{Interference, Mesh, Pose, Vec3};
    use std::sync::Arc;

    /// Returns a tetrahedron with a right angle at `at`, the other corners `size` along each axis.
    fn corner(at: Vec3, size: f64) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let vertices = vec![
            at,
            at + size * Vec3::X,
            at + size * Vec3::Y,
            at + size * Vec3::Z,
        ];
        (vertices, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    }

    fn body(parts: &[(Vec<Vec3>, Vec<[u32; 3]>)], faces: usize) -> Body {
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for (v, t) in parts {
            let first = vertices.len() as u32;
            vertices.extend(v);
            triangles.extend(t.iter().map(|t| t.map(|i| i + first)));
        }
        triangles.truncate(faces);
        let mesh = Mesh::new(vertices, triangles).unwrap();
        Body::rigid("tetrahedra", Arc::new(mesh))
    }

    fn find(bodies: &[Body], contact: bool) -> Vec<BodyFinding> {
        let poses = vec![Pose::IDENTITY; bodies.len()];
        let mut world = World::new(bodies);
        let mut found = Findings::default();
        if contact {
            let face = |body| FaceId {
                body: BodyId(body),
                face: 0,
            };
            found.add_contact(FacePair::new(face(0), face(1)), Interference::Touching);
        }
        let frame = Frame::new(&poses).unwrap();
        world.find_contained(&frame, &Query::default(), &mut found);
        found.bodies
    }

    fn contained(inner: usize) -> Vec<BodyFinding> {
        let pair = BodyPair::new(BodyId(0), BodyId(1));
        let reason = Reason::Contained(match inner {
            0 => Contained::AInB,
            _ => Contained::BInA,
        });
        vec![BodyFinding::new(pair, reason)]
    }

    const ALL: usize = usize::MAX;

    #[test]
    fn a_body_inside_a_closed_one_is_found_whichever_comes_first() {
        let small = [corner(Vec3::ONE, 1.0)];
        let large = [corner(Vec3::ZERO, 8.0)];
        assert_eq!(
            find(&[body(&small, ALL), body(&large, ALL)], false),
            contained(0)
        );
        assert_eq!(
            find(&[body(&large, ALL), body(&small, ALL)], false),
            contained(1)
        );
    }

    #[test]
    fn an_open_body_contains_nothing_but_may_be_contained() {
        let small = [corner(Vec3::ONE, 1.0)];
        let large = [corner(Vec3::ZERO, 8.0)];
        assert_eq!(find(&[body(&small, ALL), body(&large, 3)], false), []);
        assert_eq!(
            find(&[body(&small, 3), body(&large, ALL)], false),
            contained(0)
        );
    }

    #[test]
    fn every_part_must_lie_inside() {
        let large = [corner(Vec3::ZERO, 8.0)];
        let inside = [corner(Vec3::ONE, 1.0), corner(Vec3::splat(0.25), 0.25)];
        assert_eq!(
            find(&[body(&inside, ALL), body(&large, ALL)], false),
            contained(0)
        );
        // Outside of the tetrahedron, yet in its box.
        let one_out = [corner(Vec3::ONE, 1.0), corner(Vec3::splat(6.0), 1.0)];
        assert_eq!(find(&[body(&one_out, ALL), body(&large, ALL)], false), []);
    }

    #[test]
    fn only_a_body_that_may_contain_another_is_moved() {
        let small = body(&[corner(Vec3::ZERO, 1.0)], ALL);
        let large = body(
            &[corner(Vec3::ZERO, 8.0), corner(Vec3::splat(90.0), 1.0)],
            ALL,
        );
        let mut world = World::new(&[small, large]);
        let mut moved = |at: f64| {
            let poses = [Pose::at(Vec3::splat(at)), Pose::IDENTITY];
            let (frame, query) = (Frame::new(&poses).unwrap(), Query::default());
            world.begin_frame(&frame, &query).unwrap();
            let mut found = Findings::default();
            world.find_contained(&frame, &query, &mut found);
            (found.work.count("vertices-moved"), found.bodies.len())
        };
        assert_eq!(moved(1.0), (8, 1), "inside");
        assert_eq!(moved(20.0), (8, 0), "in the box, outside");
        // Boxes overlap. A vertex of the small body is outside of the large one's box, and none of
        // the large body's is in the small one's.
        assert_eq!(moved(-0.5), (0, 0));
        assert_eq!(moved(-2.0), (0, 0), "boxes apart");
    }

    #[test]
    fn bodies_that_touch_are_not_contained() {
        let small = [corner(Vec3::ONE, 1.0)];
        let large = [corner(Vec3::ZERO, 8.0)];
        assert_eq!(find(&[body(&small, ALL), body(&large, ALL)], true), []);
    }

    #[test]
    fn a_deforming_body_that_is_torn_open_contains_nothing() {
        // Corner 0 is repeated, and the last face names the copy.
        let (mut vertices, mut triangles) = corner(Vec3::ZERO, 8.0);
        vertices.push(vertices[0]);
        triangles[2][0] = 4;
        let mesh = Mesh::new(vertices.clone(), triangles).unwrap();
        let outer = Body::deforming("torn", Arc::new(mesh));
        let bodies = [body(&[corner(Vec3::ONE, 1.0)], ALL), outer];
        let mut world = World::new(&bodies);
        let mut find = |vertices: Vec<Vec3>| {
            let poses = [Pose::IDENTITY; 2];
            let deformed = [None, Some(vertices)];
            let now = Snapshot::with_deformed(&poses, &deformed[..]).unwrap();
            let (frame, query) = (Frame::at(now), Query::default());
            world.begin_frame(&frame, &query).unwrap();
            let mut found = Findings::default();
            world.find_contained(&frame, &query, &mut found);
            found.bodies
        };
        assert_eq!(find(vertices.clone()), contained(0));
        vertices[4].x = -1.0;
        assert_eq!(find(vertices), []);
    }

    #[test]
    fn a_deforming_body_that_is_torn_apart_is_contained_only_as_a_whole() {
        // Two tetrahedra share an edge, by repeated vertices. One of them moves away.
        let (half, triangles) = corner(Vec3::ONE, 1.0);
        let turned = |p: &Vec3| Vec3::new(p.x, 2.0 - p.y, 2.0 - p.z);
        let other = (half.iter().map(turned).collect(), triangles.clone());
        let mut inner = body(&[(half, triangles), other], ALL);
        inner.deforms = true;
        let together = inner.mesh().vertices().to_vec();
        let mut apart = together.clone();
        apart[4..].iter_mut().for_each(|p| *p += Vec3::splat(100.0));
        let bodies = [inner, body(&[corner(Vec3::splat(-9.0), 60.0)], ALL)];
        let mut world = World::new(&bodies);
        let mut find = |vertices: Vec<Vec3>| {
            let poses = [Pose::IDENTITY; 2];
            let deformed = [Some(vertices), None];
            let now = Snapshot::with_deformed(&poses, &deformed[..]).unwrap();
            let mut found = Findings::default();
            world
                .begin_frame(&Frame::at(now), &Query::default())
                .unwrap();
            world.find_contained(&Frame::at(now), &Query::default(), &mut found);
            found.bodies
        };
        assert_eq!(find(together), contained(0));
        assert_eq!(find(apart), []);
    }
}
