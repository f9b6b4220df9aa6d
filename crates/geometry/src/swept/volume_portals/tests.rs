use super::*;
use crate::lanes::WIDTH;
use crate::swept::test_volumes::{
    grid_pairs, mapped, nearly_touching, offsets, offsets_in, pairs, sweep, touching,
};
use crate::swept::{Hull, UnitCube};
use crate::{Aabb, SweptTriangle, Triangle, Vec3};
use proptest::prelude::*;

/// Compares all that is proved with exact hulls, and each pair with itself alone.
fn check(pairs: &[[SweptTriangle; 2]]) -> Result<(), TestCaseError> {
    let all: Vec<[SweptOffsets; 2]> = pairs.iter().map(offsets).collect();
    let lanes: Vec<[&SweptOffsets; 2]> = all.iter().map(|pair| pair.each_ref()).collect();
    let proofs = prove_by_portals(&lanes);
    for (k, pair) in pairs.iter().enumerate() {
        let alone = PortalProofs {
            apart: proofs.apart >> k & 1,
            meet: proofs.meet >> k & 1,
        };
        prop_assert_eq!(prove_by_portals(&lanes[k..=k]), alone);
        let hulls = pair.each_ref().map(|s| Hull::new(s.points(), &mut 0));
        let meet = hulls[0].meets(&hulls[1], &mut 0);
        prop_assert!(alone.apart == 0 || !meet);
        prop_assert!(alone.meet == 0 || meet);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn proofs_agree_with_exact_hulls(pairs in pairs()) {
        check(&pairs)?;
    }

    /// However the point is rounded.
    #[test]
    fn volumes_that_share_a_point_are_not_apart(pair in touching()) {
        check(&[pair])?;
        let proofs = prove_by_portals(&[offsets(&pair).each_ref()]);
        prop_assert_eq!(proofs.apart, 0);
    }

    #[test]
    fn rounding_decides_no_volumes_that_nearly_touch(pair in nearly_touching()) {
        check(&[pair])?;
    }

    /// A copy at such a distance that both nearly touch, on either side.
    #[test]
    fn rounding_decides_no_copies_that_nearly_touch(
        a in sweep(),
        along in [-1.0..1.0f64, -1.0..1.0, -1.0..1.0],
        off in prop::sample::select(vec![0.0, 1e-15, -1e-15, 1e-8, -1e-8, 1e-6, -1e-6, 1e-4, -1e-4]),
    ) {
        let along = Vec3::from_array(along).normalize_or(Vec3::X);
        let heights = a.points().map(|p| p.dot(along));
        let least = heights.into_iter().fold(f64::INFINITY, f64::min);
        let most = heights.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let [mirrored, copy] = [1.0, -1.0].map(|sign| {
            // Mirrored at its highest point, it touches there; a copy is higher by its height.
            let shift = if sign > 0.0 { 2.0 * most } else { most - least };
            mapped(&a, |p| p * -sign + along * (shift + off))
        });
        check(&[[a, mirrored], [a, copy]])?;
    }
}

#[test]
fn portals_decide_nearly_all_volumes_of_faces_near_each_other() {
    let (mut proved, mut all) = ([0; 2], [0; 2]);
    for (pair, meet) in grid_pairs() {
        let proofs = prove_by_portals(&[offsets(&pair).each_ref()]);
        assert_eq!(proofs.apart & u32::from(meet), 0);
        assert_eq!(proofs.meet & u32::from(!meet), 0);
        all[usize::from(meet)] += 1;
        proved[usize::from(meet)] += proofs.apart + proofs.meet;
    }
    assert!(all[0] > 80 && all[1] > 20, "{all:?}");
    assert!(50 * proved[0] > 49 * all[0], "{proved:?} of {all:?}");
    assert!(50 * proved[1] > 49 * all[1], "{proved:?} of {all:?}");
}

/// Their differences are flat, or have the origin as their interior point.
#[test]
fn flat_volumes_that_meet_and_copies_stay_open() {
    let leaf = |p: Vec3| {
        let face = Triangle::new(p, p + Vec3::X, p + Vec3::Y);
        SweptTriangle::new(face, face)
    };
    let mut pairs = [[leaf(Vec3::ZERO), leaf(Vec3::new(0.1, 0.2, 0.0))]; WIDTH];
    let face = leaf(Vec3::ZERO).now;
    let prism = SweptTriangle::new(face, leaf(Vec3::Z).now);
    pairs[3] = [prism; 2];
    let all = pairs.each_ref().map(offsets);
    let proofs = prove_by_portals(&all.each_ref().map(|pair| pair.each_ref()));
    assert_eq!(proofs, PortalProofs::default());
}

#[test]
fn digits_are_those_of_the_faces_not_of_the_bodies() {
    // Faces of 1e-9 in a cube of side 2, in which single precision has steps of 3e-8.
    let cube = UnitCube::around(&Aabb::new(Vec3::splat(-1.0), Vec3::ONE));
    let sweep = |to: [f64; 3], [u, v, way]: [[f64; 3]; 3]| {
        let at = |p: Vec3| Vec3::splat(0.3) + (Vec3::from_array(to) + p) * 1e-9;
        let [u, v, way] = [u, v, way].map(Vec3::from_array);
        let face = |p: Vec3| Triangle::new(at(p), at(p + u), at(p + v));
        offsets_in(&cube, &SweptTriangle::new(face(Vec3::ZERO), face(way)))
    };
    let first = sweep(
        [0.0; 3],
        [[1.0, 0.1, 0.2], [0.2, 1.1, 0.0], [0.1, 0.0, 0.9]],
    );
    let other = |x: f64| {
        let sides = [[0.9, -0.2, 0.1], [0.1, 1.0, 0.3], [-0.1, 0.2, 1.0]];
        sweep([x, 0.1, 0.2], sides)
    };
    let (beside, apart) = (other(0.3), other(1.9));
    let proofs = prove_by_portals(&[[&first, &beside], [&first, &apart]]);
    let expected = PortalProofs {
        apart: 0b10,
        meet: 0b01,
    };
    assert_eq!(proofs, expected);
}
