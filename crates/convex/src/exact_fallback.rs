//! Step 3, not in the paper: exact arithmetic for pairs that rounding leaves open (D3).
//!
//! Good for the thin band between apart and overlapping, where few faces are near each other. With
//! `f` faces per body: `f` box tests, a sort of the faces near the slab, and exact tests of face
//! pairs whose boxes overlap. The essence:
//! 1. List the faces of each body that meet the other body's box and the slab of the last search.
//! 2. Sweep both lists along x and test face pairs with overlapping boxes exactly.
//! 3. If no pair interferes, the surfaces are disjoint. Then one solid contains a part of the other
//!    or they share no point, and one vertex of each part decides.

use crate::convexity::Polytope;
use crate::counters::ConvexWork;
use crate::gjk::SupportSlab;
use crate::posed_body::PosedBody;
use geometry::{Aabb, Interference, Triangle, Vec3, interference_counted, solid, sweep};
use std::ops::ControlFlow;

/// Surface of a body in world space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PosedSurface<'a> {
    /// Body in local space.
    pub body: &'a Polytope,
    /// World vertices of this frame.
    pub posed: &'a PosedBody,
}

impl PosedSurface<'_> {
    fn triangle(&self, face: u32) -> Triangle {
        let [a, b, c] = self.body.triangles[face as usize];
        let vertices = self.posed.vertices();
        Triangle::new(
            vertices[a as usize],
            vertices[b as usize],
            vertices[c as usize],
        )
    }

    /// Returns true if this closed surface encloses a part of `other`, whose surface it does not
    /// meet, or contains a vertex of that part.
    pub(crate) fn encloses_a_part_of(
        &self,
        other: &PosedSurface<'_>,
        work: &mut ConvexWork,
    ) -> bool {
        let mut parts = other.body.part_vertices.iter();
        parts.any(|v| self.encloses(other.posed.vertices()[*v as usize], work))
    }

    /// Returns true if this closed surface encloses all parts of `other`, whose surface it does not
    /// meet.
    pub(crate) fn encloses_all_parts_of(
        &self,
        other: &PosedSurface<'_>,
        work: &mut ConvexWork,
    ) -> bool {
        let mut parts = other.body.part_vertices.iter();
        parts.all(|v| self.encloses(other.posed.vertices()[*v as usize], work))
    }

    /// Returns true if the solid that this closed surface bounds contains a point of world space.
    fn encloses(&self, p: Vec3, work: &mut ConvexWork) -> bool {
        if !self.posed.vertex_bounds().contains(p) {
            return false;
        }
        work.containment_tests += self.body.triangles.len() as u64;
        let (vertices, triangles) = (self.posed.vertices(), &self.body.triangles);
        solid::contains_counted(vertices, triangles, p, &mut work.exact_fallbacks)
    }
}

/// Exact decisions on pairs of surfaces. Keeps only buffers between calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExactFallback {
    faces_a: Vec<(Aabb, u32)>,
    faces_b: Vec<(Aabb, u32)>,
}

impl ExactFallback {
    /// Allocates buffers for bodies of at most `faces` faces.
    pub(crate) fn with_capacity(faces: usize) -> ExactFallback {
        ExactFallback {
            faces_a: Vec::with_capacity(faces),
            faces_b: Vec::with_capacity(faces),
        }
    }

    /// Returns true if the two solids share a point: their surfaces meet, or one contains a part
    /// of the other. Exact. Any slab of the two bodies gives the same answer and excludes faces.
    pub(crate) fn solids_meet(
        &mut self,
        a: &PosedSurface<'_>,
        b: &PosedSurface<'_>,
        slab: &SupportSlab,
        work: &mut ConvexWork,
    ) -> bool {
        self.surfaces_meet(a, b, slab, work)
            || a.encloses_a_part_of(b, work)
            || b.encloses_a_part_of(a, work)
    }

    /// Returns true if `inner` lies inside `outer` without touching its surface. Exact.
    pub(crate) fn contains(
        &mut self,
        outer: &PosedSurface<'_>,
        inner: &PosedSurface<'_>,
        work: &mut ConvexWork,
    ) -> bool {
        outer
            .posed
            .vertex_bounds()
            .contains_box(&inner.posed.vertex_bounds())
            && !self.surfaces_meet(outer, inner, &SupportSlab::EVERYTHING, work)
            && outer.encloses_all_parts_of(inner, work)
    }

    /// Returns true if a face of one body meets a face of the other. Exact.
    ///
    /// A common point lies in both boxes and, along the slab's normal, between `min_b` and `max_a`.
    /// Only faces that reach there are compared.
    pub(crate) fn surfaces_meet(
        &mut self,
        a: &PosedSurface<'_>,
        b: &PosedSurface<'_>,
        slab: &SupportSlab,
        work: &mut ConvexWork,
    ) -> bool {
        let error = slab.rounding(a.posed, b.posed);
        collect(
            &mut self.faces_a,
            a,
            &b.posed.vertex_bounds(),
            work,
            |face| {
                face.corners()
                    .iter()
                    .any(|p| slab.normal.dot(*p) >= slab.min_b - error)
            },
        );
        collect(
            &mut self.faces_b,
            b,
            &a.posed.vertex_bounds(),
            work,
            |face| {
                face.corners()
                    .iter()
                    .any(|p| slab.normal.dot(*p) <= slab.max_a + error)
            },
        );
        let meet = |face_a: &(Aabb, u32), face_b: &(Aabb, u32)| {
            work.face_box_tests += 1;
            if !face_a.0.overlaps(&face_b.0) {
                return ControlFlow::Continue(());
            }
            work.face_pair_tests += 1;
            let (face_a, face_b) = (a.triangle(face_a.1), b.triangle(face_b.1));
            match interference_counted(&face_a, &face_b, &mut work.exact_fallbacks) {
                Interference::Apart => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        sweep::between(&self.faces_a, &self.faces_b, |face| face.0, meet).is_break()
    }
}

/// Lists the faces of `surface` that meet `bounds` and are `wanted`, sorted by the lower x of their
/// boxes.
fn collect(
    faces: &mut Vec<(Aabb, u32)>,
    surface: &PosedSurface<'_>,
    bounds: &Aabb,
    work: &mut ConvexWork,
    wanted: impl Fn(&Triangle) -> bool,
) {
    faces.clear();
    for face in 0..surface.body.triangles.len() as u32 {
        let triangle = surface.triangle(face);
        let own = triangle.aabb();
        if own.overlaps(bounds) && wanted(&triangle) {
            faces.push((own, face));
        }
    }
    work.face_box_tests += surface.body.triangles.len() as u64;
    faces.sort_unstable_by(|x, y| sweep::by_lower_x(&x.0, &y.0).then(x.1.cmp(&y.1)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{body, cube, posed};
    use geometry::Pose;

    /// Returns true if the cube of side 2 at the origin meets one of side `2 · half` at `offset`.
    fn meet(half: f64, offset: Vec3, slab: &SupportSlab) -> (bool, ConvexWork) {
        let (large, small) = (body(&cube(1.0)), body(&cube(half)));
        let (first, second) = (
            posed(&large, &Pose::IDENTITY),
            posed(&small, &Pose::at(offset)),
        );
        let a = PosedSurface {
            body: &large,
            posed: &first,
        };
        let b = PosedSurface {
            body: &small,
            posed: &second,
        };
        let mut work = ConvexWork::default();
        (
            ExactFallback::default().solids_meet(&a, &b, slab, &mut work),
            work,
        )
    }

    #[test]
    fn solids_meet_if_surfaces_do_or_one_contains_the_other() {
        let anywhere = &SupportSlab::EVERYTHING;
        assert!(meet(1.0, Vec3::new(2.0, 2.0, 2.0), anywhere).0);
        assert!(!meet(1.0, Vec3::new(2.0f64.next_up(), 2.0, 2.0), anywhere).0);
        assert!(meet(0.5, Vec3::new(0.25, 0.0, 0.125), anywhere).0, "B in A");
        assert!(meet(4.0, Vec3::new(0.25, 0.0, 0.125), anywhere).0, "A in B");
    }

    #[test]
    fn a_slab_excludes_faces_and_changes_no_verdict() {
        let slab = |shift: f64| SupportSlab {
            normal: Vec3::X,
            max_a: 1.0,
            min_b: 1.0 + shift,
        };
        for shift in [0.0, 1e-13, -1e-13] {
            let offset = Vec3::new(2.0 + shift, 1.5, 0.25);
            let (verdict, work) = meet(1.0, offset, &slab(shift));
            let (same, more) = meet(1.0, offset, &SupportSlab::EVERYTHING);
            assert_eq!((verdict, same), (shift <= 0.0, shift <= 0.0));
            assert!(work.face_box_tests <= more.face_box_tests);
        }
    }
}
