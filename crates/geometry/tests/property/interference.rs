//! Triangle against triangle.

use crate::exact;
use crate::inputs::{self, Pair, cases};
use geometry::predicates::Plane;
use geometry::{Interference, Triangle, Vec3, interference, interference_with_plane};
use proptest::prelude::*;

fn agrees([a, b]: Pair) -> Result<(), TestCaseError> {
    prop_assert_eq!(interference(&a, &b), exact::interference_of(&a, &b));
    Ok(())
}

fn agrees_on_lattice([a, b]: Pair) -> Result<(), TestCaseError> {
    prop_assert_eq!(interference(&a, &b), exact::interference_on_lattice(&a, &b));
    Ok(())
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn lattice_pairs(pair in inputs::lattice_pair()) { agrees_on_lattice(pair)?; }

    #[test]
    fn pairs_without_area(pair in inputs::flat_pair()) { agrees_on_lattice(pair)?; }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn random_pairs(pair in inputs::random_pair()) { agrees(pair)?; }

    #[test]
    fn pairs_with_a_common_corner_or_edge(pair in inputs::joined_pair()) { agrees(pair)?; }

    #[test]
    fn slivers(pair in inputs::sliver_pair()) { agrees(pair)?; }

    #[test]
    fn coplanar_pairs(pair in inputs::coplanar_pair()) { agrees(pair)?; }

    #[test]
    fn nearly_coplanar_pairs(pair in inputs::nearly_coplanar_pair()) { agrees(pair)?; }

    #[test]
    fn pairs_of_like_triangles(pair in inputs::alike_pair()) { agrees(pair)?; }

    #[test]
    fn a_small_triangle_at_a_large_one(pair in inputs::mixed_scale_pair()) { agrees(pair)?; }

    #[test]
    fn pairs_far_off_large_and_small(pair in inputs::displaced_pair()) { agrees(pair)?; }
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn order_and_turns_do_not_matter(
        [a, b] in inputs::displaced_pair(), turn_a in 0..6usize, turn_b in 0..6usize,
    ) {
        let class = interference(&a, &b);
        prop_assert_eq!(interference(&b, &a), class);
        let plane_a = Plane::of(&a);
        let with_plane = interference_with_plane((&a, &plane_a), &b, &mut 0);
        prop_assert_eq!(with_plane, class);
        let (a, b) = (inputs::turned(&a, turn_a), inputs::turned(&b, turn_b));
        prop_assert_eq!(interference(&a, &b), class);
    }

    #[test]
    fn powers_of_two_do_not_matter([a, b] in inputs::any_pair(), exponent in -800..=90) {
        let scaled = |t| inputs::scaled(t, exponent);
        prop_assert_eq!(interference(&scaled(&a), &scaled(&b)), interference(&a, &b));
    }

    #[test]
    fn lattice_moves_do_not_matter(
        [a, b] in prop_oneof![inputs::lattice_pair(), inputs::flat_pair()],
        by in inputs::lattice_point(1 << 30),
    ) {
        let moved = |t: &Triangle| Triangle::new(t.a + by, t.b + by, t.c + by);
        prop_assert_eq!(interference(&moved(&a), &moved(&b)), interference(&a, &b));
    }
}

/// Every class turns up often enough in the cases above that an answer which never, or always,
/// gives it is seen.
#[test]
fn the_inputs_hold_every_class() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::new(cases(400));
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..2000 {
        let [a, b] = inputs::any_pair()
            .new_tree(&mut runner)
            .expect("no filter")
            .current();
        *counts.entry(interference(&a, &b)).or_insert(0) += 1;
    }
    use Interference::{Apart, CoplanarOverlap, Crossing, Touching};
    for class in [Apart, Touching, Crossing, CoplanarOverlap] {
        assert!(counts.get(&class) >= Some(&100), "{class:?}: {counts:?}");
    }
}

/// All triangles on the corners of a cube with one another: segments and points among them.
#[test]
fn every_pair_on_the_corners_of_a_cube() {
    let corner = |i: usize| Vec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64);
    let mut triangles = Vec::new();
    for i in 0..8 {
        for j in i..8 {
            triangles.extend((j..8).map(|k| Triangle::new(corner(i), corner(j), corner(k))));
        }
    }
    for a in &triangles {
        for b in &triangles {
            assert_eq!(
                interference(a, b),
                exact::interference_on_lattice(a, b),
                "{a:?} {b:?}"
            );
        }
    }
}
