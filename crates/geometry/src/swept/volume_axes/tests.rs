use super::*;
use crate::swept::test_volumes::{
    grid_pairs, moved, nearly_touching, offsets, offsets_in, pairs, touching,
};
use crate::swept::{Hull, UnitCube};
use crate::{Interference, SweptTriangle, Triangle, Vec3, interference};
use proptest::prelude::*;

/// Compares all that is proved with exact hulls and faces, and each pair with itself alone.
fn check(pairs: &[[SweptTriangle; 2]]) -> Result<(), TestCaseError> {
    let all: Vec<[SweptOffsets; 2]> = pairs.iter().map(offsets).collect();
    let lanes: Vec<[&SweptOffsets; 2]> = all.iter().map(|pair| pair.each_ref()).collect();
    let proofs = prove_by_axes(&lanes);
    for (k, pair) in pairs.iter().enumerate() {
        let bit = |mask: u32| mask >> k & 1;
        let alone = AxisProofs {
            volumes_apart: bit(proofs.volumes_apart),
            faces_apart: bit(proofs.faces_apart),
            faces_cross: bit(proofs.faces_cross),
        };
        prop_assert_eq!(prove_by_axes(&lanes[k..=k]), alone);
        let relation = interference(&pair[0].now, &pair[1].now);
        if alone.faces_cross == 1 {
            prop_assert_eq!(relation, Interference::Crossing);
        }
        if alone.faces_apart == 1 {
            prop_assert_eq!(relation, Interference::Apart);
        }
        if alone.volumes_apart == 1 {
            let hulls = pair.each_ref().map(|s| Hull::new(s.points(), &mut 0));
            prop_assert!(!hulls[0].meets(&hulls[1], &mut 0));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn proofs_agree_with_exact_hulls_and_faces(pairs in pairs()) {
        check(&pairs)?;
    }

    /// Volumes and faces that share a single point are neither apart nor crossing, however it is
    /// rounded.
    #[test]
    fn single_common_points_prove_nothing_wrong(pair in touching()) {
        check(&[pair])?;
        let proofs = prove_by_axes(&[offsets(&pair).each_ref()]);
        prop_assert_eq!(proofs.volumes_apart, 0);
    }

    #[test]
    fn rounding_decides_no_faces_that_nearly_touch(pair in nearly_touching()) {
        check(&[pair])?;
    }
}

#[test]
fn axes_separate_most_volumes_that_are_apart_and_find_faces_that_cross() {
    let (mut proved, mut apart) = (0, 0);
    let (mut crossing, mut cross) = (0, 0);
    for (pair, meet) in grid_pairs() {
        let proofs = prove_by_axes(&[offsets(&pair).each_ref()]);
        assert_eq!(proofs.volumes_apart & u32::from(meet), 0);
        proved += proofs.volumes_apart;
        apart += u32::from(!meet);
        let crosses = interference(&pair[0].now, &pair[1].now) == Interference::Crossing;
        assert_eq!(proofs.faces_cross & u32::from(!crosses), 0);
        crossing += proofs.faces_cross;
        cross += u32::from(crosses);
    }
    assert!(apart > 80 && cross > 5, "{apart} apart, {cross} cross");
    assert!(10 * proved > 8 * apart, "{proved} of {apart}");
    assert!(10 * crossing > 9 * cross, "{crossing} of {cross}");
}

#[test]
fn digits_are_those_of_the_faces_not_of_the_bodies() {
    // Faces of 1e-9 in a cube of side 2, in which single precision has steps of 3e-8.
    let cube = UnitCube::around(&crate::Aabb::new(Vec3::splat(-1.0), Vec3::ONE));
    let at = |x: f64, y: f64, z: f64| Vec3::splat(0.3) + Vec3::new(x, y, z) * 1e-9;
    let sweep = |face: Triangle| {
        let next = moved(&face, Vec3::Z * 1e-10);
        offsets_in(&cube, &SweptTriangle::new(face, next))
    };
    let floor = sweep(Triangle::new(
        at(0.0, 0.0, 0.0),
        at(1.0, 0.0, 0.0),
        at(0.0, 1.0, 0.0),
    ));
    let leaf = |x: f64| {
        let corners = [
            at(x + 0.2, 0.2, -0.5),
            at(x + 0.2, 0.3, 0.5),
            at(x + 0.5, 0.2, 0.4),
        ];
        let [p, q, r] = corners;
        sweep(Triangle::new(p, q, r))
    };
    let (through, beside) = (leaf(0.0), leaf(3.0));
    let proofs = prove_by_axes(&[[&floor, &through], [&floor, &beside]]);
    let expected = AxisProofs {
        volumes_apart: 0b10,
        faces_apart: 0b10,
        faces_cross: 0b01,
    };
    assert_eq!(proofs, expected);
}
