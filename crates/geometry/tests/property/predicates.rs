//! Signs against rational determinants.

use crate::exact::{self, cross, dot, minus};
use crate::inputs::{self, cases};
use geometry::predicates::insphere;
use geometry::{Sign, Vec3, orient2d, orient3d, power_of_two};
use num_rational::BigRational;
use num_traits::Signed;
use proptest::prelude::*;

fn sign(x: &BigRational) -> Sign {
    if x.is_positive() {
        Sign::Positive
    } else if x.is_negative() {
        Sign::Negative
    } else {
        Sign::Zero
    }
}

/// Four points: those of any pair, or with exponents anywhere in the range of doubles.
fn four_points() -> impl Strategy<Value = [Vec3; 4]> {
    let of_pair = inputs::displaced_pair().prop_map(|[a, b]| [a.a, a.b, a.c, b.a]);
    let coordinate = (-1.0..=1.0f64, -1074..=100).prop_map(|(m, e)| m * power_of_two(e));
    let wild = prop::array::uniform3(coordinate).prop_map(Vec3::from_array);
    prop_oneof![
        of_pair,
        on_a_plane(),
        on_a_line(),
        prop::array::uniform4(wild.boxed())
    ]
}

/// The last point is the parallelogram's fourth corner or a mean, exact or a few ulps off, at
/// every scale around the borders between the three stages.
fn on_a_plane() -> impl Strategy<Value = [Vec3; 4]> {
    let corner = || prop_oneof![inputs::random_point(), inputs::lattice_point(9)];
    let corners = [corner(), corner(), corner()];
    let nudge = prop::array::uniform3(-1i64..=1);
    (corners, nudge, any::<bool>(), any_exponent()).prop_map(
        |([a, b, c], nudge, mean, exponent)| {
            let d = if mean { 0.5 * (b + c) } else { b + (c - a) };
            [a, b, c, inputs::nudged(d, nudge)].map(|p| inputs::scaled_point(p, exponent))
        },
    )
}

/// Returns exponents of scales at which products of two or three differences are normal, subnormal
/// or lost, and at which only some coordinates are subnormal.
fn any_exponent() -> impl Strategy<Value = i32> {
    prop_oneof![-420..=90, -540..=-500, -1030..=-1010]
}

/// The third point is on the line of the first two, up to rounding and a few ulps.
fn on_a_line() -> impl Strategy<Value = [Vec3; 4]> {
    let ends = [
        inputs::random_point(),
        inputs::random_point(),
        inputs::random_point(),
    ];
    let nudge = prop::array::uniform3(-1i64..=1);
    (ends, -1.0..=2.0f64, nudge, any_exponent()).prop_map(|([a, b, d], part, nudge, exponent)| {
        let c = inputs::nudged(a + part * (b - a), nudge);
        [a, b, c, d].map(|p| inputs::scaled_point(p, exponent))
    })
}

/// Corners of a box: on one sphere exactly, or with the last off it by a few ulps; points of a
/// sphere up to rounding; or any four points with one more.
fn five_points() -> impl Strategy<Value = [Vec3; 5]> {
    let corner = || prop_oneof![inputs::random_point(), inputs::lattice_point(9)];
    let chosen = prop::sample::subsequence((0..8usize).collect::<Vec<_>>(), 5).prop_shuffle();
    let nudge = prop::array::uniform3(-1i64..=1);
    let of_box = (corner(), corner(), chosen, nudge, -230..=90).prop_map(
        |(low, high, chosen, nudge, exponent)| {
            let at = |i: usize, k: usize| if i >> k & 1 == 0 { low[k] } else { high[k] };
            let corner = |i: usize| Vec3::new(at(chosen[i], 0), at(chosen[i], 1), at(chosen[i], 2));
            let mut points: [Vec3; 5] = std::array::from_fn(corner);
            points[4] = inputs::nudged(points[4], nudge);
            points.map(|p| inputs::scaled_point(p, exponent))
        },
    );
    let on_sphere = (
        prop::array::uniform5(inputs::random_point()),
        inputs::random_point(),
    )
        .prop_map(|(points, center)| points.map(|p| center + p.normalize_or(Vec3::X)));
    let other = (four_points(), corner()).prop_map(|([a, b, c, d], e)| [a, b, c, d, e]);
    prop_oneof![of_box, on_sphere, other]
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn orientation_in_space([a, b, c, d] in four_points()) {
        let p = exact::points(&[a, b, c, d]);
        let normal = cross(&minus(&p[1], &p[0]), &minus(&p[2], &p[0]));
        prop_assert_eq!(orient3d(a, b, c, d), sign(&dot(&normal, &minus(&p[3], &p[0]))));
    }

    #[test]
    fn orientation_in_each_projection([a, b, c, d] in four_points()) {
        let p = exact::points(&[a, b, c, d]);
        for (q, last) in [(c, &p[2]), (d, &p[3])] {
            let normal = cross(&minus(&p[1], &p[0]), &minus(last, &p[0]));
            for (axis, coordinate) in normal.iter().enumerate() {
                prop_assert_eq!(orient2d(axis, a, b, q), sign(coordinate), "axis {}", axis);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn inside_of_a_sphere([a, b, c, d, e] in five_points()) {
        // Lifted to the paraboloid, the sphere is a plane: the fifth point is below it inside.
        let p = exact::points(&[a, b, c, d, e]);
        let edges: Vec<_> = p[..4].iter().map(|q| minus(q, &p[4])).collect();
        let mut det = BigRational::from_integer(0.into());
        for i in 0..4 {
            let [u, v, w] = [(i + 1) % 4, (i + 2) % 4, (i + 3) % 4].map(|j| &edges[j]);
            let volume = dot(&edges[i], &edges[i]) * dot(u, &cross(v, w));
            det = if i % 2 == 0 { det + volume } else { det - volume };
        }
        prop_assert_eq!(insphere(a, b, c, d, e), sign(&det));
        prop_assert_eq!(insphere(b, a, c, d, e), sign(&det).flipped());
    }
}
