//! Containment of one solid in another whose surface it does not meet (D13).
//!
//! Good for bodies of few parts. If two surfaces share no point, each connected part of one lies
//! inside the other solid as a whole or not at all, so one vertex of each part decides. The
//! essence:
//! 1. Leave out vertices that are not in the other body's box.
//! 2. In local space, find how often the other surface winds around the vertex. If the surface is
//!    farther from it than all rounding, rounding takes no face across the vertex, so the answer
//!    is that of world space.
//! 3. Otherwise decide exactly with world vertices, face by face.

use crate::counters::SphereWork;
use crate::search::schedule::Cutoff;
use geometry::{Mesh, PosedExtent, RelativePose, SolidInterior, Triangle, Vec3, solid};

/// Interior of a body in the current frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid<'a> {
    /// Interior in local space.
    pub interior: &'a SolidInterior,
    pub mesh: &'a Mesh,
    pub placed: &'a PosedExtent,
}

/// Parts of a body that lie inside another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InnerParts {
    None,
    /// At least one part, but not all.
    Some,
    All,
}

/// Cost of two BVH descents, in sphere tests.
const TESTS_OF_A_PART: usize = 256;

impl Solid<'_> {
    /// Returns true if a part of `inner` may lie inside this body: the body is closed, and its box,
    /// enlarged by rounding, contains the part's vertex. `inner_in_self` maps to this body's space.
    pub(super) fn may_contain(&self, inner: &Solid, inner_in_self: &RelativePose) -> bool {
        let margin = inner_in_self.distance_margin();
        let bounds = self.interior.bounds().expanded(margin);
        let mut parts = inner.parts();
        self.interior.is_closed() && parts.any(|p| bounds.contains(inner_in_self.apply(p)))
    }

    /// Returns one vertex of each part, in local space. It represents the part: if the surfaces do
    /// not meet, the whole part is on one side.
    fn parts(&self) -> impl ExactSizeIterator<Item = Vec3> {
        let vertices = self.interior.part_vertices().iter();
        vertices.map(|i| self.mesh.vertices()[*i as usize])
    }

    /// Returns the parts of `inner` that lie inside this body or on its surface; `None` if the
    /// cutoff is reached.
    ///
    /// Exact: agrees with [`solid::contains`] on world vertices. If the surface is farther from a
    /// part's vertex than all rounding, the winding number in local space decides: moving vertices
    /// by less than that distance cannot move the surface across the vertex. If it is nearer, world
    /// vertices decide.
    ///
    /// # Cost
    /// Two BVH descents for each part whose vertex is in this body's box. A test of all faces if
    /// the vertex is within rounding of the surface.
    pub(super) fn contains(
        &self,
        inner: &Solid,
        inner_in_self: &RelativePose,
        cutoff: &mut Cutoff,
        work: &mut SphereWork,
    ) -> Option<InnerParts> {
        if !self.interior.is_closed() {
            return Some(InnerParts::None);
        }
        let margin = inner_in_self.distance_margin();
        let bounds = self.interior.bounds().expanded(margin);
        let mut inside = 0;
        for vertex in inner.parts() {
            let p = inner_in_self.apply(vertex);
            // A point outside the box, padded by all rounding, is outside the solid.
            if !bounds.contains(p) {
                continue;
            }
            if cutoff.reached(TESTS_OF_A_PART) {
                return None;
            }
            work.containment_tests += 1;
            let contains = match self.interior.contains_within(p, margin) {
                Some(contains) => contains,
                None => self.contains_world_vertex(inner.placed.map.apply(vertex), cutoff, work)?,
            };
            inside += usize::from(contains);
        }
        Some(match inside {
            0 => InnerParts::None,
            n if n == inner.parts().len() => InnerParts::All,
            _ => InnerParts::Some,
        })
    }

    /// Returns true if the world faces enclose a world point; `None` if the cutoff is reached.
    fn contains_world_vertex(
        &self,
        p: Vec3,
        cutoff: &mut Cutoff,
        work: &mut SphereWork,
    ) -> Option<bool> {
        let mut total = 0;
        for i in 0..self.mesh.face_count() {
            if cutoff.reached(1) {
                return None;
            }
            let [a, b, c] = self
                .mesh
                .triangle(i)
                .corners()
                .map(|p| self.placed.map.apply(p));
            work.vertices_moved += 3;
            work.containment_tests += 1;
            match solid::crossing(&Triangle::new(a, b, c), p, &mut work.exact_fallbacks) {
                // Crossings of a ray add up to the winding number. `None`: the point is on this
                // face, and so in the closed solid.
                Some(crossing) => total += crossing,
                None => return Some(true),
            }
        }
        Some(total != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use collision::{Budget, Deadline};
    use geometry::Pose;
    use scenes::bodies::{cube, tetrahedron};
    use std::sync::atomic::{AtomicU32, Ordering};

    fn ask(outer: &Mesh, inner: &Mesh, at: Vec3) -> (bool, InnerParts, SphereWork) {
        let (of_outer, of_inner) = (SolidInterior::new(outer), SolidInterior::new(inner));
        let placed = [Pose::at(Vec3::ONE), Pose::at(Vec3::ONE + at)]
            .map(|p| PosedExtent::new(p.world_map(), 8.0));
        let solid = |mesh, interior, placed| Solid {
            interior,
            mesh,
            placed,
        };
        let outer = solid(outer, &of_outer, &placed[0]);
        let inner = solid(inner, &of_inner, &placed[1]);
        let inner_in_outer = RelativePose::new(&placed[0], &placed[1]);
        let mut work = SphereWork::default();
        let inside = outer.contains(&inner, &inner_in_outer, &mut Cutoff::never(), &mut work);
        let inside = inside.expect("the cutoff is never reached");
        (outer.may_contain(&inner, &inner_in_outer), inside, work)
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
        let (of_outer, of_inner) = (SolidInterior::new(&outer), SolidInterior::new(&inner));
        let placed = PosedExtent::new(Pose::IDENTITY.world_map(), 8.0);
        let solid = |mesh, interior| Solid {
            interior,
            mesh,
            placed: &placed,
        };
        let (outer, inner) = (solid(&outer, &of_outer), solid(&inner, &of_inner));
        let seen = RelativePose::new(&placed, &placed);
        let ask =
            |mut cutoff| outer.contains(&inner, &seen, &mut cutoff, &mut SphereWork::default());
        assert_eq!(ask(Cutoff::never()), Some(InnerParts::All));
        assert_eq!(ask(Cutoff::new(Budget::Until(&Passed))), None);
    }

    /// The deadline was polled once per part, however many faces were tested.
    #[test]
    fn a_test_of_all_faces_could_not_be_cut_off() {
        struct Asked(AtomicU32);
        impl Deadline for Asked {
            fn passed(&self) -> bool {
                self.0.fetch_add(1, Ordering::Relaxed) + 1 > 2
            }
        }
        let outer = scenes::bodies::lamp();
        // Beside the body, but within rounding of its surface.
        let farthest = |p: &&Vec3, q: &&Vec3| p.x.total_cmp(&q.x);
        let corner = *outer.vertices().iter().max_by(farthest).unwrap();
        let beside = corner.with_x(corner.x.next_up());
        let beside = Mesh::new(vec![beside], vec![[0, 0, 0]]).unwrap();
        let (of_outer, of_inner) = (SolidInterior::new(&outer), SolidInterior::new(&beside));
        let placed = PosedExtent::new(Pose::IDENTITY.world_map(), 8.0);
        let solid = |mesh, interior| Solid {
            interior,
            mesh,
            placed: &placed,
        };
        let (outer, inner) = (solid(&outer, &of_outer), solid(&beside, &of_inner));
        let seen = RelativePose::new(&placed, &placed);
        let ask =
            |mut cutoff| outer.contains(&inner, &seen, &mut cutoff, &mut SphereWork::default());
        assert_eq!(ask(Cutoff::never()), Some(InnerParts::None));
        let deadline = Asked(AtomicU32::new(0));
        assert_eq!(ask(Cutoff::new(Budget::Until(&deadline))), None);
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
        assert_eq!((of(0.25).0, of(0.25).1), (true, InnerParts::All));
        assert_eq!((of(5.0).0, of(5.0).1), (false, InnerParts::None));
        let two = joined(&small, &moved(&small, Vec3::X * 5.0));
        assert_eq!(ask(&outer, &two, Vec3::ZERO).1, InnerParts::Some);
        assert_eq!(ask(&outer, &two, Vec3::X * -9.0).1, InnerParts::None);
    }

    #[test]
    fn a_hollow_and_an_open_body_contain_nothing() {
        let (outer, small) = (cube(4.0), tetrahedron(0.5));
        let hole = cube(3.0);
        let turned = hole.triangles().iter().map(|[a, b, c]| [*a, *c, *b]);
        let inward = Mesh::new(hole.vertices().to_vec(), turned.collect()).unwrap();
        let hollow = joined(&outer, &inward);
        assert_eq!(ask(&hollow, &small, Vec3::ZERO).1, InnerParts::None);
        let open = outer.triangles()[1..].to_vec();
        let open = Mesh::new(outer.vertices().to_vec(), open).unwrap();
        let (might, inside, _) = ask(&open, &small, Vec3::ZERO);
        assert_eq!((might, inside), (false, InnerParts::None));
    }

    #[test]
    fn near_the_surface_world_vertices_decide() {
        // One vertex of the tetrahedron lies on the cube's face, exactly, or an ulp beyond.
        let outer = cube(2.0);
        let dot = |x: f64| Mesh::new(vec![Vec3::new(x, 0.25, 0.5)], vec![[0, 0, 0]]).unwrap();
        let (_, on, work) = ask(&outer, &dot(1.0), Vec3::ZERO);
        assert_eq!((on, work.containment_tests), (InnerParts::All, 1 + 12));
        // In world space, at 2, the next number is twice as far.
        let beyond = dot(1.0 + 2.0 * f64::EPSILON);
        let (might, inside, work) = ask(&outer, &beyond, Vec3::ZERO);
        assert_eq!(
            (might, inside, work.containment_tests),
            (true, InnerParts::None, 1 + 12)
        );
        let (_, inside, work) = ask(&outer, &dot(0.75), Vec3::ZERO);
        assert_eq!((inside, work.containment_tests), (InnerParts::All, 1));
    }
}
