use super::*;
use crate::swept::{Hull, UnitCube};
use crate::{Interference, Quat, Triangle, interference, power_of_two};
use proptest::prelude::*;

/// Instants of both faces: the first, the next, and one at each.
const INSTANTS: [[bool; 2]; 4] = [[false; 2], [true; 2], [false, true], [true, false]];

/// Coordinates of a lattice in some cases, so that faces touch and volumes are flat.
fn point() -> impl Strategy<Value = Vec3> {
    let part = || prop_oneof![3 => -1.0..1.0f64, 1 => Just(0.0), 1 => Just(0.5)];
    [part(), part(), part()].prop_map(Vec3::from_array)
}

fn face() -> impl Strategy<Value = Triangle> {
    [point(), point(), point()].prop_map(|[a, b, c]| Triangle::new(a, b, c))
}

fn moved(face: &Triangle, by: Vec3) -> Triangle {
    Triangle::new(face.a + by, face.b + by, face.c + by)
}

/// Faces in any motion, also at rest, in their own plane, or without an area.
fn sweep() -> impl Strategy<Value = SweptTriangle> {
    let by = |now: Triangle, by: Vec3| SweptTriangle::new(now, moved(&now, by));
    prop_oneof![
        4 => [face(), face()].prop_map(|[now, next]| SweptTriangle::new(now, next)),
        3 => (face(), point()).prop_map(move |(now, way)| by(now, 0.2 * way)),
        1 => face().prop_map(|face| SweptTriangle::new(face, face)),
        1 => face().prop_map(move |now| by(now, now.b - now.a)),
        1 => (point(), point(), point()).prop_map(move |(p, q, way)| {
            by(Triangle::new(p, q, 0.5 * (p + q)), 0.2 * way)
        }),
    ]
}

fn mapped(sweep: &SweptTriangle, map: impl Fn(Vec3) -> Vec3) -> SweptTriangle {
    let [a, b, c, d, e, f] = sweep.points().map(map);
    SweptTriangle::new(Triangle::new(a, b, c), Triangle::new(d, e, f))
}

fn offsets(pair: &[SweptTriangle; 2]) -> [SweptOffsets; 2] {
    let cube = UnitCube::around(&pair[0].aabb().union(pair[1].aabb()));
    pair.each_ref().map(|sweep| cube.offsets(sweep))
}

/// Compares all that is proved with exact hulls and faces, and each pair with itself alone.
fn check(pairs: &[[SweptTriangle; 2]]) -> Result<(), TestCaseError> {
    let all: Vec<[SweptOffsets; 2]> = pairs.iter().map(offsets).collect();
    let lanes: Vec<[&SweptOffsets; 2]> = all.iter().map(|pair| pair.each_ref()).collect();
    for at_next in INSTANTS {
        let proofs = prove_by_axes(&lanes, at_next);
        for (k, pair) in pairs.iter().enumerate() {
            let bit = |mask: u32| mask >> k & 1;
            let alone = AxisProofs {
                volumes_apart: bit(proofs.volumes_apart),
                faces_apart: bit(proofs.faces_apart),
                faces_cross: bit(proofs.faces_cross),
            };
            prop_assert_eq!(prove_by_axes(&lanes[k..=k], at_next), alone);
            let at = |side: usize| {
                let SweptTriangle { now, next } = pair[side];
                if at_next[side] { next } else { now }
            };
            let relation = interference(&at(0), &at(1));
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
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// At any scale, far from the origin, and where corners have lost their digits there.
    #[test]
    fn proofs_agree_with_exact_hulls_and_faces(
        pairs in prop::collection::vec([sweep(), sweep()], 1..=WIDTH),
        shift in point(),
        size in prop::sample::select(vec![1.0, 1.0, 0.1, 1e-6]),
        (scale, far) in prop::sample::select(vec![
            (1.0, 0.0), (1.0, 0.0), (power_of_two(-1040), 0.0), (power_of_two(-900), 0.0),
            (power_of_two(-30), 0.0), (power_of_two(90), 0.0), (1.0, power_of_two(50)),
            (1.0, power_of_two(30)),
        ]),
    ) {
        let pairs: Vec<_> = pairs.iter().map(|[a, b]| {
            // The second volume is smaller in some cases.
            let b = mapped(b, |p| p * size + shift * 0.7);
            [a, &b].map(|sweep| mapped(sweep, |p| p * scale + Vec3::splat(far)))
        }).collect();
        check(&pairs)?;
    }

    /// Volumes and faces that share a single point are neither apart nor crossing, however it is
    /// rounded.
    #[test]
    fn single_common_points_prove_nothing_wrong(
        points in prop::array::uniform6(prop::array::uniform3(0..1i64 << 40)),
        stretch in 0.5..3.0,
    ) {
        let a = points.map(|p| Vec3::from_array(p.map(|x| x as f64 * power_of_two(-40))));
        // Exact: the sum of two such coordinates has 41 binary digits.
        let shared = (a[0] + a[1]) * 0.5;
        let mut b = a.map(|p| shared + (shared - p) * stretch);
        b[0] = shared;
        let volume = |[p, q, r, s, t, u]: [Vec3; 6]| {
            SweptTriangle::new(Triangle::new(p, q, r), Triangle::new(s, t, u))
        };
        let pair = [volume(a), volume(b)];
        check(&[pair])?;
        let offsets = offsets(&pair);
        for at_next in INSTANTS {
            let proofs = prove_by_axes(&[offsets.each_ref()], at_next);
            prop_assert_eq!(proofs.volumes_apart, 0);
        }
    }

    /// Faces that end within rounding of another one, on either side of it.
    #[test]
    fn rounding_decides_no_faces_that_nearly_touch(
        [a, b] in [face(), face()],
        (u, v) in (0.0..1.0f64, 0.0..1.0f64),
        off in prop::sample::select(vec![0.0, 1e-16, -1e-16, 1e-8, -1e-8, 1e-4, -1e-4]),
    ) {
        let foot = a.a + (a.b - a.a) * u + (a.c - a.b) * (u * v);
        let to = foot + a.area_vector() * off;
        let b = moved(&b, to - b.a);
        let pair = [a, b].map(|face| SweptTriangle::new(face, moved(&face, 0.01 * (to - a.c))));
        check(&[pair])?;
    }
}

/// Result of comparing the faces at all instants in turn, if one proves a relation of the volumes.
fn decided(pair: &[SweptTriangle; 2]) -> Option<bool> {
    let offsets = offsets(pair);
    INSTANTS.iter().find_map(|at_next| {
        let proofs = prove_by_axes(&[offsets.each_ref()], *at_next);
        let apart = proofs.volumes_apart == 1;
        (apart || proofs.faces_cross == 1).then_some(!apart)
    })
}

#[test]
fn most_volumes_of_faces_near_each_other_are_decided() {
    // A bent grid of triangles, and the same, turned, over it.
    let at = |i: i32, j: i32| {
        let (x, y) = (f64::from(i) * 0.1, f64::from(j) * 0.1);
        Vec3::new(x, y, 0.3 * x * x + 0.2 * y * y)
    };
    let cells = (0..8).flat_map(|i| (0..8).map(move |j| (i, j)));
    let faces: Vec<Triangle> = cells
        .map(|(i, j)| Triangle::new(at(i, j), at(i + 1, j), at(i, j + 1)))
        .collect();
    let center = Vec3::new(0.4, 0.4, 0.1);
    let turn = Quat::from_scaled_axis(Vec3::new(0.2, -0.3, 0.5));
    let turned = |face: &Triangle| {
        let corners = face.corners();
        let [p, q, r] = corners.map(|p| turn * (p - center) + Vec3::new(0.413, 0.427, 0.111));
        Triangle::new(p, q, r)
    };
    // Of volumes that are apart, in boxes that overlap, and of those that meet.
    let (mut proved, mut all) = ([0; 2], [0; 2]);
    for now in &faces {
        let a = SweptTriangle::new(*now, moved(now, Vec3::new(0.01, 0.03, 0.02)));
        for now in faces.iter().map(turned) {
            let b = SweptTriangle::new(now, moved(&now, Vec3::new(-0.02, 0.01, -0.03)));
            if a.aabb().overlaps(&b.aabb()) {
                let meet = a.meets(&b, &mut 0);
                let decided = decided(&[a, b]);
                assert!(decided.is_none_or(|decided| decided == meet));
                all[usize::from(meet)] += 1;
                proved[usize::from(meet)] += u32::from(decided.is_some());
            }
        }
    }
    assert!(all[0] > 80 && all[1] > 20, "{all:?}");
    assert!(10 * proved[0] > 9 * all[0], "{proved:?} of {all:?}");
    assert!(2 * proved[1] > all[1], "{proved:?} of {all:?}");
}

#[test]
fn digits_are_those_of_the_faces_not_of_the_bodies() {
    // Faces of 1e-9 in a cube of side 2, in which single precision has steps of 3e-8.
    let cube = UnitCube::around(&crate::Aabb::new(Vec3::splat(-1.0), Vec3::ONE));
    let at = |x: f64, y: f64, z: f64| Vec3::splat(0.3) + Vec3::new(x, y, z) * 1e-9;
    let sweep = |face: Triangle| {
        let next = moved(&face, Vec3::Z * 1e-10);
        cube.offsets(&SweptTriangle::new(face, next))
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
    let proofs = prove_by_axes(&[[&floor, &through], [&floor, &beside]], [false; 2]);
    let expected = AxisProofs {
        volumes_apart: 0b10,
        faces_apart: 0b10,
        faces_cross: 0b01,
    };
    assert_eq!(proofs, expected);
}
