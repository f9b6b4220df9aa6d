//! Pairs of swept volumes for tests.

use super::{EightSweeps, SweptOffsets, UnitCube};
use crate::lanes::{Dispatch, Instructions, WIDTH, dispatch};
use crate::{Quat, SweptTriangle, Triangle, Vec3, power_of_two};
use proptest::prelude::*;

/// Coordinates of a lattice in some cases, so that faces touch and volumes are flat.
pub(super) fn point() -> impl Strategy<Value = Vec3> {
    let part = || prop_oneof![3 => -1.0..1.0f64, 1 => Just(0.0), 1 => Just(0.5)];
    [part(), part(), part()].prop_map(Vec3::from_array)
}

pub(super) fn face() -> impl Strategy<Value = Triangle> {
    [point(), point(), point()].prop_map(|[a, b, c]| Triangle::new(a, b, c))
}

pub(super) fn moved(face: &Triangle, by: Vec3) -> Triangle {
    Triangle::new(face.a + by, face.b + by, face.c + by)
}

/// Faces in any motion, also at rest, in their own plane, or without an area.
pub(super) fn sweep() -> impl Strategy<Value = SweptTriangle> {
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

pub(super) fn mapped(sweep: &SweptTriangle, map: impl Fn(Vec3) -> Vec3) -> SweptTriangle {
    let [a, b, c, d, e, f] = sweep.points().map(map);
    SweptTriangle::new(Triangle::new(a, b, c), Triangle::new(d, e, f))
}

pub(super) fn offsets(pair: &[SweptTriangle; 2]) -> [SweptOffsets; 2] {
    let cube = UnitCube::around(&pair[0].aabb().union(pair[1].aabb()));
    pair.each_ref().map(|sweep| offsets_in(&cube, sweep))
}

/// The corners of a volume in a cube.
pub(super) fn offsets_in(cube: &UnitCube, sweep: &SweptTriangle) -> SweptOffsets {
    struct Offsets<'a>(&'a EightSweeps, f64, &'a mut [SweptOffsets; WIDTH]);
    impl Dispatch for Offsets<'_> {
        #[inline(always)]
        fn run(self, on: impl Instructions) {
            let volumes = self.0.volumes(on, self.1);
            self.0.store_offsets(on, &volumes, self.1, self.2);
        }
    }
    let mut eight = EightSweeps::default();
    for (instant, face) in [sweep.now, sweep.next].iter().enumerate() {
        for (i, p) in face.corners().into_iter().enumerate() {
            eight.corners[instant][i] = p.to_array().map(|x| [x; WIDTH]);
        }
    }
    let mut all = [SweptOffsets::NONE; WIDTH];
    dispatch(Offsets(&eight, cube.scale(), &mut all));
    all[0]
}

/// Pairs at any scale, far from the origin, and where corners have lost their digits there.
pub(super) fn pairs() -> impl Strategy<Value = Vec<[SweptTriangle; 2]>> {
    let size = prop::sample::select(vec![1.0, 1.0, 0.1, 1e-6]);
    let place = prop::sample::select(vec![
        (1.0, 0.0),
        (1.0, 0.0),
        (power_of_two(-1040), 0.0),
        (power_of_two(-900), 0.0),
        (power_of_two(-30), 0.0),
        (power_of_two(90), 0.0),
        (1.0, power_of_two(50)),
        (1.0, power_of_two(30)),
    ]);
    let pairs = prop::collection::vec([sweep(), sweep()], 1..=crate::lanes::WIDTH);
    (pairs, point(), size, place).prop_map(|(pairs, shift, size, (scale, far))| {
        let place = |[a, b]: &[SweptTriangle; 2]| {
            // The second volume is smaller in some cases.
            let b = mapped(b, |p| p * size + shift * 0.7);
            [a, &b].map(|sweep| mapped(sweep, |p| p * scale + Vec3::splat(far)))
        };
        pairs.iter().map(place).collect()
    })
}

/// Pairs of volumes that share a point: an end of one in the middle of a line of the other. Of most
/// it is the only one.
pub(super) fn touching() -> impl Strategy<Value = [SweptTriangle; 2]> {
    let points = prop::array::uniform6(prop::array::uniform3(0..1i64 << 40));
    (points, 0.5..3.0).prop_map(|(points, stretch)| {
        let a = points.map(|p| Vec3::from_array(p.map(|x| x as f64 * power_of_two(-40))));
        // Exact: the sum of two such coordinates has 41 binary digits.
        let shared = (a[0] + a[1]) * 0.5;
        let mut b = a.map(|p| shared + (shared - p) * stretch);
        b[0] = shared;
        let volume = |[p, q, r, s, t, u]: [Vec3; 6]| {
            SweptTriangle::new(Triangle::new(p, q, r), Triangle::new(s, t, u))
        };
        [volume(a), volume(b)]
    })
}

/// Pairs of faces that end within rounding of each other, on either side.
pub(super) fn nearly_touching() -> impl Strategy<Value = [SweptTriangle; 2]> {
    let off = prop::sample::select(vec![0.0, 1e-16, -1e-16, 1e-8, -1e-8, 1e-4, -1e-4]);
    ([face(), face()], (0.0..1.0f64, 0.0..1.0f64), off).prop_map(|([a, b], (u, v), off)| {
        let foot = a.a + (a.b - a.a) * u + (a.c - a.b) * (u * v);
        let to = foot + a.area_vector() * off;
        let b = moved(&b, to - b.a);
        [a, b].map(|face| SweptTriangle::new(face, moved(&face, 0.01 * (to - a.c))))
    })
}

/// Pairs with overlapping boxes of the faces of a bent grid and the same, turned, over it, which
/// both move, with true for those that meet.
pub(super) fn grid_pairs() -> Vec<([SweptTriangle; 2], bool)> {
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
    let mut pairs = Vec::new();
    for now in &faces {
        let a = SweptTriangle::new(*now, moved(now, Vec3::new(0.01, 0.03, 0.02)));
        for now in faces.iter().map(turned) {
            let b = SweptTriangle::new(now, moved(&now, Vec3::new(-0.02, 0.01, -0.03)));
            if a.aabb().overlaps(&b.aabb()) {
                pairs.push(([a, b], a.meets(&b, &mut 0)));
            }
        }
    }
    pairs
}
