//! Whether one solid lies inside another whose surface it does not meet.

use crate::placement::{Placed, Relative};
use crate::schedule::Cutoff;
use collision::Work;
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
#[derive(Clone, Copy, Debug)]
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

/// Two descents in a tree of boxes take about as long as so many tests of spheres.
const TESTS_OF_A_PART: usize = 256;

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
    /// [`solid::contains`] says of world vertices; nothing when the deadline passes meanwhile. `world` is
    /// a buffer.
    ///
    /// The winding number is taken in local space where the surface is further from the witness
    /// than all rounding: moving every vertex by less never makes the surface pass over it. Nearer
    /// than that, world vertices decide.
    ///
    /// # Cost
    /// Two descents in a tree of boxes for each part whose witness is in this body's box; a walk over
    /// all faces when it is within rounding of the surface.
    pub fn holds(
        &self,
        inner: &Solid,
        inner_in_self: &Relative,
        world: &mut Vec<Vec3>,
        cutoff: &mut Cutoff,
        work: &mut Work,
    ) -> Option<Inside> {
        let Some(faces) = &self.solidity.faces else {
            return Some(Inside::None);
        };
        let bounds = self.solidity.bounds.loosened(inner_in_self.pad);
        world.clear();
        let mut inside = 0;
        for witness in &inner.solidity.witnesses {
            let p = inner_in_self.apply(*witness);
            if !bounds.holds(p) {
                continue;
            }
            if cutoff.reached(TESTS_OF_A_PART) {
                return None;
            }
            work.containment_tests += 1;
            let rounding = inner_in_self.pad + faces.rounding(p);
            let holds = if faces.nearest(p).distance > rounding {
                faces.winding(p) != 0
            } else {
                self.holds_world_vertex(inner.placed.map.apply(*witness), world, work)
            };
            inside += usize::from(holds);
        }
        Some(match inside {
            0 => Inside::None,
            n if n == inner.solidity.witnesses.len() => Inside::All,
            _ => Inside::Some,
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use collision::{Budget, Deadline};
    use geometry::Pose;
    use scenes::bodies::{cube, tetrahedron};

    fn ask(outer: &Mesh, inner: &Mesh, at: Vec3) -> (bool, Inside, Work) {
        let (of_outer, of_inner) = (Solidity::of(outer), Solidity::of(inner));
        let placed = [Pose::at(Vec3::ONE), Pose::at(Vec3::ONE + at)].map(|p| Placed::new(&p, 8.0));
        let solid = |mesh, solidity, placed| Solid {
            solidity,
            mesh,
            placed,
        };
        let outer = solid(outer, &of_outer, &placed[0]);
        let inner = solid(inner, &of_inner, &placed[1]);
        let inner_in_outer = Relative::between(&placed[0], &placed[1]);
        let mut work = Work::default();
        let (mut world, mut cutoff) = (Vec::new(), Cutoff::never());
        let inside = outer.holds(&inner, &inner_in_outer, &mut world, &mut cutoff, &mut work);
        let inside = inside.expect("nobody cuts it off");
        (outer.might_hold(&inner, &inner_in_outer), inside, work)
    }

    #[test]
    fn a_deadline_cuts_off_between_parts() {
        struct Passed;
        impl Deadline for Passed {
            fn passed(&self) -> bool {
                true
            }
        }
        let (outer, inner) = (cube(4.0), tetrahedron(0.5));
        let (of_outer, of_inner) = (Solidity::of(&outer), Solidity::of(&inner));
        let placed = Placed::new(&Pose::IDENTITY, 8.0);
        let solid = |mesh, solidity| Solid {
            solidity,
            mesh,
            placed: &placed,
        };
        let (outer, inner) = (solid(&outer, &of_outer), solid(&inner, &of_inner));
        let seen = Relative::between(&placed, &placed);
        let ask = |mut cutoff| {
            outer.holds(
                &inner,
                &seen,
                &mut Vec::new(),
                &mut cutoff,
                &mut Work::default(),
            )
        };
        assert_eq!(ask(Cutoff::never()), Some(Inside::All));
        assert_eq!(ask(Cutoff::new(Budget::Until(&Passed))), None);
    }

    fn joined(a: &Mesh, b: &Mesh) -> Mesh {
        let first = a.vertices().len() as u32;
        let vertices = [a.vertices(), b.vertices()].concat();
        let moved = b.triangles().iter().map(|t| t.map(|i| i + first));
        let triangles = a.triangles().iter().copied().chain(moved).collect();
        Mesh::new(vertices, triangles).unwrap()
    }

    fn moved(mesh: &Mesh, by: Vec3) -> Mesh {
        let vertices = mesh.vertices().iter().map(|p| *p + by).collect();
        Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
    }

    #[test]
    fn inside_outside_and_some_of_each() {
        let (outer, small) = (cube(4.0), tetrahedron(0.5));
        let of = |at: f64| ask(&outer, &small, Vec3::X * at);
        assert_eq!((of(0.25).0, of(0.25).1), (true, Inside::All));
        assert_eq!((of(5.0).0, of(5.0).1), (false, Inside::None));
        let two = joined(&small, &moved(&small, Vec3::X * 5.0));
        assert_eq!(ask(&outer, &two, Vec3::ZERO).1, Inside::Some);
        assert_eq!(ask(&outer, &two, Vec3::X * -9.0).1, Inside::None);
    }

    #[test]
    fn a_hollow_and_an_open_body_hold_nothing() {
        let (outer, small) = (cube(4.0), tetrahedron(0.5));
        let hole = cube(3.0);
        let turned = hole.triangles().iter().map(|[a, b, c]| [*a, *c, *b]);
        let inward = Mesh::new(hole.vertices().to_vec(), turned.collect()).unwrap();
        let hollow = joined(&outer, &inward);
        assert_eq!(ask(&hollow, &small, Vec3::ZERO).1, Inside::None);
        let open = outer.triangles()[1..].to_vec();
        let open = Mesh::new(outer.vertices().to_vec(), open).unwrap();
        let (might, inside, _) = ask(&open, &small, Vec3::ZERO);
        assert_eq!((might, inside), (false, Inside::None));
    }

    #[test]
    fn near_the_surface_world_vertices_decide() {
        // One vertex of the tetrahedron lies on the cube's face, exactly, or an ulp beyond.
        let outer = cube(2.0);
        let dot = |x: f64| Mesh::new(vec![Vec3::new(x, 0.25, 0.5)], vec![[0, 0, 0]]).unwrap();
        let (_, on, work) = ask(&outer, &dot(1.0), Vec3::ZERO);
        assert_eq!((on, work.containment_tests), (Inside::All, 1 + 12));
        // In world space, at 2, the next number is twice as far.
        let beyond = dot(1.0 + 2.0 * f64::EPSILON);
        let (might, inside, work) = ask(&outer, &beyond, Vec3::ZERO);
        assert_eq!(
            (might, inside, work.containment_tests),
            (true, Inside::None, 1 + 12)
        );
        let (_, inside, work) = ask(&outer, &dot(0.75), Vec3::ZERO);
        assert_eq!((inside, work.containment_tests), (Inside::All, 1));
    }
}
