//! Triangle against box: both tests.

use crate::exact;
use crate::inputs::{self, cases};
use geometry::triangle_box::{intersects_by_clipping, intersects_by_sat};
use geometry::{Aabb, Triangle, Vec3};
use proptest::prelude::*;

fn both_are(t: &Triangle, b: &Aabb, expected: bool) -> Result<(), TestCaseError> {
    prop_assert_eq!(intersects_by_sat(t, b, &mut 0), expected, "axes");
    prop_assert_eq!(intersects_by_clipping(t, b, &mut 0), expected, "clipping");
    Ok(())
}

fn box_of(p: Vec3, q: Vec3) -> Aabb {
    Aabb::new(p.min(q), p.max(q))
}

/// Returns a box between points of the triangle's own kind: boxes that are flat in some axis among
/// them.
fn any_triangle_and_box() -> impl Strategy<Value = (Triangle, Aabb)> {
    inputs::displaced_pair().prop_map(|[t, s]| (t, box_of(s.a, s.b)))
}

/// Returns a plane, an edge or a corner through a corner or edge of the box, up to rounding and
/// nudges.
fn grazing_triangle_and_box() -> impl Strategy<Value = (Triangle, Aabb)> {
    let ends = [inputs::random_point(), inputs::random_point()];
    let directions = prop::array::uniform3(prop_oneof![
        inputs::random_point(),
        inputs::lattice_point(1)
    ]);
    let nudges = prop::array::uniform3(prop::array::uniform3(-2i64..=2));
    let lengths = [-10.0..=1.0f64, -10.0..=10.0, -10.0..=10.0];
    (ends, 0..8usize, directions, lengths, nudges).prop_map(
        |([p, q], corner, directions, lengths, nudges)| {
            let b = box_of(p, q);
            let at = b.octant(b.max, corner ^ 7).min;
            let [u, v, w] = directions;
            // The corner of the box is on the edge from u to v, or in the plane.
            let corners = [
                at + lengths[0] * u,
                at + lengths[1] * u + lengths[2] * w,
                at + v,
            ];
            let t: [Vec3; 3] = std::array::from_fn(|i| inputs::nudged(corners[i], nudges[i]));
            (Triangle::new(t[0], t[1], t[2]), b)
        },
    )
}

/// Returns a corner within the clipping's margins of a side, the others far away: the clipped point
/// is near the box and says little.
fn corner_near_a_side() -> impl Strategy<Value = (Triangle, Aabb)> {
    let far = || inputs::random_point().prop_map(|p| 64.0 * p);
    let off = -4i32..=4;
    let within = [-1.5..=1.5, -1.5..=1.5];
    (far(), far(), off.clone(), off, within, 0..6usize, 0..6usize).prop_map(
        |(mut p, q, near, also_near, [y, z], turn, axes)| {
            let margin = 2f64.powi(-41);
            let corner = Vec3::new(1.0 + f64::from(near) * margin, y, z);
            p.x = 1.0 + f64::from(also_near) * margin;
            let order = [
                [0, 1, 2],
                [1, 2, 0],
                [2, 0, 1],
                [0, 2, 1],
                [2, 1, 0],
                [1, 0, 2],
            ][axes];
            let swap = |p: Vec3| Vec3::new(p[order[0]], p[order[1]], p[order[2]]);
            let flip = if turn < 3 { 1.0 } else { -1.0 };
            let t = Triangle::new(swap(corner) * flip, swap(p) * flip, swap(q) * flip);
            (inputs::turned(&t, turn), Aabb::new(-Vec3::ONE, Vec3::ONE))
        },
    )
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn lattice(corners in prop::array::uniform5(inputs::lattice_point(4))) {
        let [a, b, c, p, q] = corners;
        let (t, b) = (Triangle::new(a, b, c), box_of(p, q));
        both_are(&t, &b, exact::meets_box_on_lattice(&t, &b))?;
    }
}

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn any_triangle_any_box((t, b) in any_triangle_and_box()) {
        both_are(&t, &b, exact::meets_box(&t, &b))?;
    }

    #[test]
    fn grazing((t, b) in grazing_triangle_and_box()) {
        both_are(&t, &b, exact::meets_box(&t, &b))?;
    }

    #[test]
    fn a_corner_as_near_to_a_side_as_rounding((t, b) in corner_near_a_side()) {
        both_are(&t, &b, exact::meets_box(&t, &b))?;
    }
}
