//! Step 3, not in the paper: exact arithmetic for pairs that rounding leaves open (D3).
//!
//! Good for the thin band between apart and overlapping, where few faces are near each other. With
//! `f` faces per body: `f` box tests, a sort of the faces near the slab, and exact tests of face
//! pairs whose boxes overlap. The essence:
//! 1. List the faces of each body that meet the other body's box and the slab of the last search.
//! 2. Sweep both lists along x and test face pairs with overlapping boxes exactly.
//! 3. If no pair interferes, the surfaces are disjoint. Then one solid contains the other or they
//!    share no point, and one vertex decides.

use crate::convexity::Polytope;
use crate::counters::ConvexWork;
use crate::gjk::SupportSlab;
use crate::posed_body::PosedBody;
use geometry::{Aabb, Interference, Triangle, interference_counted, solid};

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
        let vertices = &self.posed.vertices;
        Triangle::new(
            vertices[a as usize],
            vertices[b as usize],
            vertices[c as usize],
        )
    }

    /// Returns true if this closed surface encloses the first vertex of `other` or contains it.
    fn encloses_a_vertex_of(&self, other: &PosedSurface<'_>, work: &mut ConvexWork) -> bool {
        let p = other.posed.vertices[0];
        if !self.posed.bounds.contains(p) {
            return false;
        }
        work.containment_tests += self.body.triangles.len() as u64;
        let (vertices, triangles) = (&self.posed.vertices, &self.body.triangles);
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

    /// Returns true if the two solids share a point: their surfaces meet, or one contains a vertex
    /// of the other. Exact. Any slab of the two bodies gives the same answer and excludes faces.
    pub(crate) fn solids_meet(
        &mut self,
        a: &PosedSurface<'_>,
        b: &PosedSurface<'_>,
        slab: &SupportSlab,
        work: &mut ConvexWork,
    ) -> bool {
        self.surfaces_meet(a, b, slab, work)
            || a.encloses_a_vertex_of(b, work)
            || b.encloses_a_vertex_of(a, work)
    }

    /// Returns true if `inner` lies inside `outer` without touching its surface. Exact.
    pub(crate) fn contains(
        &mut self,
        outer: &PosedSurface<'_>,
        inner: &PosedSurface<'_>,
        work: &mut ConvexWork,
    ) -> bool {
        outer.posed.bounds.contains_box(&inner.posed.bounds)
            && !self.surfaces_meet(outer, inner, &SupportSlab::EVERYTHING, work)
            && outer.encloses_a_vertex_of(inner, work)
    }

    /// Returns true if a face of one body meets a face of the other. Exact.
    ///
    /// A common point lies in both boxes and, along the slab's normal, between `min_b` and `max_a`.
    /// Only faces that reach there are compared.
    fn surfaces_meet(
        &mut self,
        a: &PosedSurface<'_>,
        b: &PosedSurface<'_>,
        slab: &SupportSlab,
        work: &mut ConvexWork,
    ) -> bool {
        let error = slab.rounding(a.posed, b.posed);
        collect(&mut self.faces_a, a, &b.posed.bounds, work, |face| {
            face.corners()
                .iter()
                .any(|p| slab.normal.dot(*p) >= slab.min_b - error)
        });
        collect(&mut self.faces_b, b, &a.posed.bounds, work, |face| {
            face.corners()
                .iter()
                .any(|p| slab.normal.dot(*p) <= slab.max_a + error)
        });
        let meet = |fa: u32, fb: u32, work: &mut ConvexWork| {
            work.face_pair_tests += 1;
            let exact = &mut work.exact_fallbacks;
            interference_counted(&a.triangle(fa), &b.triangle(fb), exact) != Interference::Apart
        };
        any_overlapping_pair(&self.faces_a, &self.faces_b, work, meet)
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
    faces.sort_unstable_by(|x, y| x.0.min.x.total_cmp(&y.0.min.x).then(x.1.cmp(&y.1)));
}

/// Returns true if `meet` holds for some pair of faces whose boxes overlap.
///
/// A sweep along x over both sorted lists. Each box is compared with the boxes of the other list
/// that begin between its own begin and end.
fn any_overlapping_pair(
    a: &[(Aabb, u32)],
    b: &[(Aabb, u32)],
    work: &mut ConvexWork,
    mut meet: impl FnMut(u32, u32, &mut ConvexWork) -> bool,
) -> bool {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        // The list whose next box begins first advances, so each pair is met once.
        let a_first = a[i].0.min.x <= b[j].0.min.x;
        let (box_1, face_1) = if a_first { a[i] } else { b[j] };
        let ahead = if a_first { &b[j..] } else { &a[i..] };
        for (box_2, face_2) in ahead
            .iter()
            .take_while(|other| other.0.min.x <= box_1.max.x)
        {
            work.face_box_tests += 1;
            let (fa, fb) = if a_first {
                (face_1, *face_2)
            } else {
                (*face_2, face_1)
            };
            if box_1.overlaps(box_2) && meet(fa, fb, work) {
                return true;
            }
        }
        if a_first {
            i += 1;
        } else {
            j += 1;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{body, cube, posed};
    use geometry::{Pose, Vec3};

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

    #[test]
    fn the_sweep_finds_the_only_pair_at_every_rank() {
        let unit = |x: f64, y: f64| {
            (
                Aabb::new(Vec3::new(x, y, 0.0), Vec3::new(x + 1.0, y + 1.0, 1.0)),
                x as u32,
            )
        };
        let lower: Vec<_> = (0..20).map(|i| unit(f64::from(i), 0.0)).collect();
        for at in 0..20 {
            let one = [unit(f64::from(at) + 0.5, 0.5)];
            let mut met = Vec::new();
            let mut note = |i: u32, j: u32, _: &mut ConvexWork| {
                met.push((i, j));
                false
            };
            let mut work = ConvexWork::default();
            assert!(!any_overlapping_pair(&lower, &one, &mut work, &mut note));
            let mut swapped = |i: u32, j: u32, work: &mut ConvexWork| note(j, i, work);
            assert!(!any_overlapping_pair(&one, &lower, &mut work, &mut swapped));
            let expected: Vec<_> = (at..(at + 2).min(20)).map(|i| (i, at)).collect();
            assert_eq!(met, [expected.clone(), expected].concat());
            assert!(work.face_box_tests < 10);
        }
    }
}
