//! Step 4: interference of a pair of faces [Smith95 §3.6].
//!
//! Good for pairs that are mostly apart: six signs decide most of them. The essence, for faces with
//! an area:
//! 1. If the corners of one face lie strictly on one side of the plane of the other, the faces are
//!    apart.
//! 2. Otherwise look for an edge of one face that meets the other. What two faces share is a point,
//!    a segment or, in one plane, a polygon. Each of its ends or corners lies on an edge of one of
//!    the faces, so faces share a point exactly if an edge does.
//! 3. An edge with ends on both sides of the plane, or one in it, meets the face if its line passes
//!    the three edges of the face on one side. An edge in the plane is compared in a projection.
//!
//! The paper computes the point where an edge meets the plane, and rounds it. Signs of orientation
//! determinants answer the same without a point (D3).

use crate::counters::OctreeWork;
use geometry::interference::projection_axis;
use geometry::predicates::{Plane, Sign, orient2d_counted, orient3d_counted};
use geometry::{Aabb, Interference, Triangle, Vec3, interference_counted};

/// Returns true if the closed world boxes of two faces overlap.
///
/// "First, the bounding boxes of the faces are computed and checked for overlap". Called before a
/// pair enters the checklist (D7).
#[inline]
pub(crate) fn boxes_overlap(first: &Aabb, second: &Aabb, work: &mut OctreeWork) -> bool {
    work.face_box_tests += 1;
    first.overlaps(second)
}

/// Returns the interference of two closed world-space faces whose boxes overlap.
///
/// Follows [Smith95 §3.6] sentence by sentence with exact signs (D3). The kind of interference is
/// computed afterwards. Property tests show that both decisions agree.
///
/// # Cost
/// Six signs for most pairs. If neither face lies beyond the other's plane, up to six edge tests of
/// three signs each.
pub(crate) fn check_face_pair(
    first: &Triangle,
    second: &Triangle,
    work: &mut OctreeWork,
) -> Interference {
    work.face_pair_tests += 1;
    let exact = &mut work.exact_fallbacks;
    if interferes(first, second, exact) {
        interference_counted(first, second, exact)
    } else {
        Interference::Apart
    }
}

/// Returns true if the closed faces share a point. The steps and their order are the paper's.
fn interferes(first: &Triangle, second: &Triangle, exact: &mut u64) -> bool {
    // "the vertices of the second face are evaluated in this equation; if all … the same sign"
    let sides_of_second = Plane::of(first).sides(second, exact);
    if on_one_side(sides_of_second) {
        return false;
    }
    // "The plane equation of the face plane of the second face is then determined"
    let sides_of_first = Plane::of(second).sides(first, exact);
    if on_one_side(sides_of_first) {
        return false;
    }
    // A face of zero area has no face plane (D3).
    let coplanar = |sides: [Sign; 3]| sides == [Sign::Zero; 3];
    let might_be_flat = coplanar(sides_of_first) || coplanar(sides_of_second);
    if might_be_flat && (first.is_flat() || second.is_flat()) {
        return interference_counted(first, second, exact) != Interference::Apart;
    }
    // "For each edge, in turn, of face 1 … In the same way, the edges of face 2"
    an_edge_meets_face(first, sides_of_first, second, exact)
        || an_edge_meets_face(second, sides_of_second, first, exact)
}

fn on_one_side(sides: [Sign; 3]) -> bool {
    sides[0] != Sign::Zero && sides[0] == sides[1] && sides[1] == sides[2]
}

/// Returns true if an edge of `edges_of` meets `face`, which has an area. `sides` are the sides of
/// the corners of `edges_of` relative to the plane of `face`.
fn an_edge_meets_face(
    edges_of: &Triangle,
    sides: [Sign; 3],
    face: &Triangle,
    exact: &mut u64,
) -> bool {
    let p = edges_of.corners();
    (0..3).any(|i| {
        let j = (i + 1) % 3;
        match (sides[i], sides[j]) {
            // "The case when an edge and face plane are coplanar"
            (Sign::Zero, Sign::Zero) => coplanar_edge_meets_face(p[i], p[j], face, exact),
            (s, t) if s == t => false,
            // "the intersection point of it with the face plane … is inside face 2"
            _ => line_passes_inside(p[i], p[j], face, exact),
        }
    })
}

/// Returns true if the line from `p` to `q` crosses the plane of `face` inside the face.
///
/// The line then passes all three edges on the same side. It must cross the plane in one point.
fn line_passes_inside(p: Vec3, q: Vec3, face: &Triangle, exact: &mut u64) -> bool {
    let [a, b, c] = face.corners();
    let passes = [(a, b), (b, c), (c, a)].map(|(u, v)| orient3d_counted(p, q, u, v, exact));
    !(passes.contains(&Sign::Positive) && passes.contains(&Sign::Negative))
}

/// Returns true if the edge from `p` to `q` meets the coplanar `face`: if it begins inside the face
/// or crosses one of its edges.
///
/// "projecting the edge and face onto the two-dimensional coordinate axis most parallel to the face
/// plane". We read "axis" as coordinate plane. Any plane in which the face keeps an area gives the
/// same answer.
fn coplanar_edge_meets_face(p: Vec3, q: Vec3, face: &Triangle, exact: &mut u64) -> bool {
    let [a, b, c] = face.corners();
    let axis = projection_axis(a, b, c, exact).expect("the face has an area");
    let mut side = |u: Vec3, v: Vec3, w: Vec3| orient2d_counted(axis, u, v, w, exact);
    let around = [side(a, b, p), side(b, c, p), side(c, a, p)];
    if !(around.contains(&Sign::Positive) && around.contains(&Sign::Negative)) {
        return true;
    }
    [(a, b), (b, c), (c, a)].into_iter().any(|(u, v)| {
        let apart = |s: Sign, t: Sign| s != Sign::Zero && s == t;
        !apart(side(p, q, u), side(p, q, v)) && !apart(side(u, v, p), side(u, v, q)) && {
            // All signs of collinear edges are zero, so their boxes decide.
            let collinear = side(u, v, p) == Sign::Zero && side(u, v, q) == Sign::Zero;
            let bounds = |x: Vec3, y: Vec3| Aabb::of_points([&x, &y]);
            !collinear || bounds(p, q).overlaps(&bounds(u, v))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::interference;
    use proptest::prelude::*;

    /// Corners on a small lattice: most pairs touch, are coplanar, or have no area.
    fn lattice_triangle() -> impl Strategy<Value = Triangle> {
        let corner =
            || [-2..3i32, -2..3i32, -1..2i32].prop_map(|p| Vec3::from_array(p.map(f64::from)));
        (corner(), corner(), corner()).prop_map(|(a, b, c)| Triangle::new(a, b, c))
    }

    fn random_triangle() -> impl Strategy<Value = Triangle> {
        let corner = || [0.0..1.0, 0.0..1.0, 0.0..1.0f64].prop_map(Vec3::from_array);
        (corner(), corner(), corner()).prop_map(|(a, b, c)| Triangle::new(a, b, c))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn edges_against_faces_decide_as_intervals_do_on_a_lattice(
            a in lattice_triangle(), b in lattice_triangle()
        ) {
            prop_assert_eq!(interferes(&a, &b, &mut 0), interference(&a, &b) != Interference::Apart);
        }

        #[test]
        fn edges_against_faces_decide_as_intervals_do_in_general_position(
            a in random_triangle(), b in random_triangle()
        ) {
            prop_assert_eq!(interferes(&a, &b, &mut 0), interference(&a, &b) != Interference::Apart);
        }
    }

    #[test]
    fn the_kind_is_reported_and_tests_are_counted() {
        let leaf = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
        let moved = |by: Vec3| Triangle::new(leaf.a + by, leaf.b + by, leaf.c + by);
        let mut work = OctreeWork::default();
        let mut check = |other: Triangle| {
            let near = boxes_overlap(&leaf.aabb(), &other.aabb(), &mut work);
            near.then(|| check_face_pair(&leaf, &other, &mut work))
        };
        assert_eq!(check(moved(2.0 * Vec3::X)), None);
        assert_eq!(
            check(moved(0.75 * (Vec3::X + Vec3::Y))),
            Some(Interference::Apart)
        );
        assert_eq!(check(moved(Vec3::X)), Some(Interference::Touching));
        assert_eq!(
            check(moved(0.25 * Vec3::X)),
            Some(Interference::CoplanarOverlap)
        );
        assert_eq!((work.face_box_tests, work.face_pair_tests), (4, 3));
    }
}
