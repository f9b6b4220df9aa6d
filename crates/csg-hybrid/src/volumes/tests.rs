//! Containment and volumes of all types, on clouds of any size and flatness.

use super::*;
use crate::bv_list::BvList;
use crate::exact;
use geometry::angle::sin_cos;
use geometry::{Quat, power_of_two};
use proptest::prelude::*;

/// Vertices and triangles of a surface.
pub(crate) type Surface = (Vec<Vec3>, Vec<[u32; 3]>);

/// Returns a box about the origin with these half sides, faces outward.
pub(crate) fn cube(half: Vec3) -> Surface {
    let side = |i: u32, bit: u32| if i & bit == 0 { -1.0 } else { 1.0 };
    let corners: Vec<Vec3> = (0..8)
        .map(|i| half * Vec3::new(side(i, 1), side(i, 2), side(i, 4)))
        .collect();
    hull_of(&corners)
}

/// Returns the surface of a convex hull.
pub(crate) fn hull_of(points: &[Vec3]) -> Surface {
    let mesh = ConvexHull::of_points(points).unwrap().mesh();
    (mesh.vertices().to_vec(), mesh.triangles().to_vec())
}

fn circle(radius: f64, z: f64) -> impl Iterator<Item = Vec3> {
    (0..64).map(move |i| {
        let (sine, cosine) = sin_cos(f64::from(i) / 64.0);
        Vec3::new(radius * cosine, radius * sine, z)
    })
}

/// Returns two circles of radius 1, from `z = -2` to `z = 2`.
pub(crate) fn cylinder_cloud() -> Vec<Vec3> {
    circle(1.0, -2.0).chain(circle(1.0, 2.0)).collect()
}

fn turn() -> Quat {
    Quat::from_axis_angle(Vec3::new(1.0, -2.0, 0.5).normalize(), 0.7)
}

fn moved((points, triangles): &Surface, map: impl Fn(Vec3) -> Vec3) -> Surface {
    (points.iter().map(|p| map(*p)).collect(), triangles.clone())
}

fn list((points, triangles): &Surface) -> BvList {
    BvList::new(points, triangles).unwrap()
}

fn fitness(list: &BvList, kind: VolumeKind) -> f64 {
    list.nodes()[list.index_of(kind).unwrap()].fitness
}

#[test]
fn volumes_are_those_of_the_formulas() {
    use std::f64::consts::PI;
    let frame = VolumeFrame {
        center: Vec3::ONE,
        axes: Vec3::AXES,
    };
    let size = Vec3::new(2.0, 3.0, 4.0);
    let (radius, height) = (2.0, 3.0);
    let hull = ConvexHull::of_points(&cube(size).0).unwrap();
    for (volume, expected) in [
        (BoundingVolume::Box(BoundingBox { frame, size }), 24.0),
        (BoundingVolume::Wedge(BoundingWedge { frame, size }), 12.0),
        (
            BoundingVolume::Sphere(Ball::new(Vec3::ONE, 2.0)),
            32.0 * PI / 3.0,
        ),
        (
            BoundingVolume::Cylinder(BoundingCylinder {
                frame,
                radius,
                height,
            }),
            12.0 * PI,
        ),
        (
            BoundingVolume::Cone(BoundingCone {
                frame,
                radius,
                height,
            }),
            4.0 * PI,
        ),
        (BoundingVolume::Hull(BoundingHull::new(hull)), 8.0 * 24.0),
    ] {
        let relative = volume.volume() / expected - 1.0;
        assert!(relative.abs() < 1e-14, "{:?}: {relative:e}", volume.kind());
    }
}

#[test]
fn signed_tetrahedra_measure_any_closed_surface() {
    let (points, triangles) = moved(&cube(Vec3::ONE), |p| turn() * p + Vec3::splat(7.0));
    assert!((solid_volume(&points, &triangles, 1.0) - 8.0).abs() < 1e-12);
    assert!((solid_volume(&points, &triangles, 0.5) - 1.0).abs() < 1e-13);
    // A cube with a hollow, by a second shell turned inward.
    let (inner, shell) = moved(&cube(Vec3::ONE), |p| 0.5 * (turn() * p) + Vec3::splat(7.0));
    let all = [points.clone(), inner].concat();
    let inward = shell.iter().map(|[a, b, c]| [a + 8, c + 8, b + 8]);
    let both: Vec<[u32; 3]> = triangles.iter().copied().chain(inward).collect();
    assert!((solid_volume(&all, &both, 1.0) - 7.0).abs() < 1e-12);
    assert_eq!(solid_volume(&[], &[], 1.0), 0.0);
}

/// A body of each shape is bounded by its own shape, in any pose and at any scale.
#[test]
fn each_shape_is_fitted_exactly() {
    use std::f64::consts::PI;
    let polygon = 64.0 * sin_cos(1.0 / 64.0).0 / 2.0;
    let cone: Vec<Vec3> = circle(1.0, -1.0).chain([Vec3::Z * 2.0]).collect();
    let disc: Vec<Vec3> = circle(1.0, 0.0).chain(circle(1.0, 0.25)).collect();
    for (kind, surface, volume) in [
        (VolumeKind::Box, cube(Vec3::new(1.0, 2.0, 3.0)), 48.0),
        (VolumeKind::Cylinder, hull_of(&cylinder_cloud()), 4.0 * PI),
        (VolumeKind::Cylinder, hull_of(&disc), PI / 4.0),
        (VolumeKind::Cone, hull_of(&cone), PI),
        (VolumeKind::Hull, hull_of(&cone), polygon),
    ] {
        for exponent in [-300, 0, 90] {
            let scale = power_of_two(exponent);
            let shift = Vec3::new(3.0, -1.0, 2.0);
            let list = list(&moved(&surface, |p| (turn() * p + shift) * scale));
            let found = fitness(&list, kind) / scale / scale / scale;
            assert!(
                (found / volume - 1.0).abs() < 1e-6,
                "{kind:?} {exponent}: {found}"
            );
        }
    }
}

/// The axes of a wedge are not those of its covariance, so they are given.
#[test]
fn a_wedge_is_fitted_exactly_at_each_of_twelve_edges() {
    let corners = [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]];
    for axis in 0..3 {
        for mirrored in [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]] {
            let points = corners.iter().flat_map(|[x, y]| {
                [0.0, 9.0].map(|z| {
                    let p = [x * mirrored[0], y * mirrored[1], z];
                    Vec3::new(p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3])
                })
            });
            let points: Vec<Vec3> = points.collect();
            let solid = SolidPoints::with_axes(&points, Vec3::AXES);
            let found = solid.smallest(VolumeKind::Wedge).unwrap().volume();
            assert!(
                (found / 54.0 - 1.0).abs() < 1e-9,
                "{axis} {mirrored:?}: {found}"
            );
        }
    }
}

#[test]
fn a_wedge_with_corners_beyond_the_diagonal_slides_its_plane() {
    // The whole box needs a wedge of twice its sides.
    let solid = SolidPoints::with_axes(&cube(Vec3::new(1.0, 2.0, 3.0)).0, Vec3::AXES);
    let Some(BoundingVolume::Wedge(wedge)) = solid.smallest(VolumeKind::Wedge) else {
        panic!("a wedge")
    };
    // Two sides are doubled, and half of that box is the wedge.
    let volume = BoundingVolume::Wedge(wedge).volume();
    assert!((volume / 96.0 - 1.0).abs() < 1e-9, "{volume}");
}

#[test]
fn a_cone_is_at_least_as_small_as_trial_finds() {
    let points: Vec<Vec3> = circle(1.0, 0.0)
        .chain(circle(0.7, 0.5))
        .chain(circle(0.2, 1.1))
        .collect();
    let solid = SolidPoints::with_axes(&points, Vec3::AXES);
    let found = solid.smallest(VolumeKind::Cone).unwrap().volume();
    let rings = [[0.0, 1.0], [0.5, 0.7], [1.1, 0.2]];
    let by_trial = (1..4000).map(|i| {
        let height = 1.1 + 1e-3 * f64::from(i);
        let radius = rings.map(|[h, rho]| rho * height / (height - h));
        let radius = radius.into_iter().fold(0.0, f64::max);
        std::f64::consts::PI / 3.0 * radius * radius * height
    });
    let by_trial = by_trial.fold(f64::INFINITY, f64::min);
    assert!(
        found <= by_trial * (1.0 + 1e-9),
        "{found} instead of {by_trial}"
    );
    assert!(
        found >= by_trial * (1.0 - 1e-4),
        "{found} instead of {by_trial}"
    );
}

#[test]
fn one_point_has_volumes_of_no_size() {
    for p in [Vec3::ZERO, Vec3::new(0.1, -0.2, 1e9)] {
        let list = list(&(vec![p; 4], vec![[0, 1, 2]]));
        assert_eq!(list.nodes().len(), 5);
        for node in list.nodes() {
            assert_eq!(node.fitness, 0.0, "{:?}", node.volume);
            assert_eq!(node.emptiness, 0.0);
            assert_eq!(node.volume.reach(), 0.0);
            assert!(node.volume.surely_contains(p));
            assert!(
                !node
                    .volume
                    .surely_contains(p + Vec3::X * 1e-300 + p * 1e-15)
            );
        }
    }
    assert_eq!(BvList::new(&[], &[]), None);
}

/// Half of an odd subnormal height is no number.
#[test]
fn a_wedge_of_subnormal_size_contains_no_more_than_its_half_height() {
    let least = f64::from_bits(1);
    let turn = Quat::from_rotation_x(-0.03);
    let frame = VolumeFrame {
        center: Vec3::ZERO,
        axes: Vec3::AXES.map(|axis| turn * axis),
    };
    let size = Vec3::new(30.0, 30.0, 3.0) * least;
    let wedge = BoundingVolume::Wedge(BoundingWedge { frame, size });
    assert!(wedge.surely_contains(Vec3::new(-2.0, -2.0, 1.0) * least));
    // At a height of about 1.94.
    assert!(!wedge.surely_contains(Vec3::new(-2.0, -2.0, 2.0) * least));
}

#[test]
fn points_outside_are_not_contained() {
    let list = list(&moved(&cube(Vec3::ONE), |p| turn() * p));
    for node in list.nodes() {
        for i in 0..64u32 {
            let (sine, cosine) = sin_cos(f64::from(i) * 0.381_966);
            let direction = Vec3::new(sine, cosine, f64::from(i) / 32.0 - 1.0).normalize();
            let volume = &node.volume;
            let top = volume.center() + volume.support(direction).offset;
            let outside = match volume {
                BoundingVolume::Sphere(ball) => top + direction * ball.radius * (1.0 + 1e-12),
                _ => top + direction * 1e-12,
            };
            assert!(!volume.surely_contains(outside), "{:?}", volume.kind());
            let inside = volume.midpoint() + (outside - volume.midpoint()) * (1.0 - 1e-9);
            assert!(
                volume.surely_contains(inside),
                "{:?} {direction}",
                volume.kind()
            );
        }
    }
}

fn point() -> impl Strategy<Value = Vec3> {
    [-1.0..1.0, -1.0..1.0, -1.0..1.0f64].prop_map(Vec3::from)
}

/// Clouds of any size, far from the origin or not, flat, thin, collinear, with repeated points.
fn cloud() -> impl Strategy<Value = Vec<Vec3>> {
    let stretch = || prop::sample::select(vec![1.0, 1e-3, 1e-9, 1e-17, 0.0]);
    let exponent = prop::sample::select(vec![-1060, -700, -300, -30, 0, 0, 0, 30, 98, 300]);
    let far = prop::sample::select(vec![0.0, 0.0, 1.0, 1e6, 1e15]);
    let shape = (stretch(), stretch(), exponent, far, -3.0..3.0f64, point());
    let points = prop::collection::vec((point(), any::<bool>()), 1..24);
    (points, shape).prop_map(|(points, (y, z, exponent, far, angle, axis))| {
        let turn = Quat::from_axis_angle(axis.normalize_or(Vec3::X), angle);
        let first = points[0].0;
        let scale = 2f64.powi(exponent / 2);
        let place = |(p, repeated): &(Vec3, bool)| {
            let p = if *repeated { first } else { *p };
            (turn * (p * Vec3::new(1.0, y, z)) + axis * far) * scale * scale
        };
        points.iter().map(place).collect()
    })
}

/// Returns triangles of random points: the surface need not be closed.
fn fan(count: usize) -> Vec<[u32; 3]> {
    (2..count as u32).map(|i| [0, i - 1, i]).collect()
}

/// Compares heights alone with those of the farthest points.
#[track_caller]
fn check_heights(points: &[Vec3], n: Vec3) {
    let list = BvList::new(points, &[]).unwrap();
    for volume in list.nodes().iter().map(|node| &node.volume) {
        let (height, support) = (volume.height(n), volume.support(n).height);
        let size = n.length() * (volume.reach() + volume.center().length());
        // Products of subnormal numbers are off by units of the smallest one.
        let bound = 1e-14 * size + f64::from_bits(16);
        assert!((height - support).abs() <= bound, "{:?}", volume.kind());
    }
}

#[test]
fn heights_of_subnormal_points_are_those_of_their_supports() {
    let points = [
        Vec3::new(-1.081e-320, 0.0, 0.0),
        Vec3::ZERO,
        Vec3::ZERO,
        Vec3::new(-7.796e-321, -3.314e-320, 0.0),
    ];
    check_heights(&points, Vec3::new(0.0, -0.751_006_911_319_214_7, 0.0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Points as near to the border as rounding: a proof is never wrong.
    #[test]
    fn a_proof_of_containment_holds_in_exact_arithmetic(
        points in cloud(), n in point(), off in prop::sample::select(vec![1e-13, 1e-14, 1e-15, 0.0]),
    ) {
        let list = BvList::new(&points, &[]).unwrap();
        for node in list.nodes().iter().filter(|node| node.volume.kind() != VolumeKind::Hull) {
            let volume = &node.volume;
            let rim = match volume {
                BoundingVolume::Sphere(ball) => n.normalize_or_zero() * ball.radius,
                _ => volume.support(n).offset,
            };
            for factor in [1.0 - off, 1.0 + off] {
                let p = volume.center() + rim * factor;
                let claimed = volume.surely_contains(p);
                prop_assert!(!claimed || exact::contains(volume, p), "{volume:?}: {p}");
            }
        }
    }

    #[test]
    fn each_volume_contains_all_points(points in cloud()) {
        let list = BvList::new(&points, &fan(points.len())).unwrap();
        let expected = if list.index_of(VolumeKind::Hull).is_some() { 6 } else { 5 };
        prop_assert_eq!(list.nodes().len(), expected);
        for node in list.nodes() {
            for p in &points {
                prop_assert!(node.volume.surely_contains(*p), "{:?}: {p}", node.volume);
                let exact = node.volume.kind() == VolumeKind::Hull || exact::contains(&node.volume, *p);
                prop_assert!(exact, "{:?}: {p}", node.volume);
            }
        }
    }

    /// The height alone is that of the farthest point.
    #[test]
    fn a_height_is_that_of_the_support(points in cloud(), n in point()) {
        check_heights(&points, n);
    }

    #[test]
    fn volumes_ascend_and_none_is_smaller_than_the_hull(
        points in prop::collection::vec(point(), 4..24),
    ) {
        let Ok(hull) = ConvexHull::of_points(&points) else { return Ok(()) };
        let mesh = hull.mesh();
        let list = BvList::new(mesh.vertices(), mesh.triangles()).unwrap();
        let nodes = list.nodes();
        prop_assert_eq!(nodes[0].volume.kind(), VolumeKind::Hull);
        prop_assert!(nodes.windows(2).all(|pair| pair[0].fitness <= pair[1].fitness));
        prop_assert!(nodes[0].emptiness < 1e-12);
        for node in nodes {
            let expected = 1.0 - nodes[0].fitness / node.fitness;
            prop_assert!((node.emptiness - expected).abs() < 1e-12);
        }
        // A wedge is at most twice its box, and a cylinder around a box at most π/2 of it.
        let (cuboid, wedge) = (fitness(&list, VolumeKind::Box), fitness(&list, VolumeKind::Wedge));
        prop_assert!(wedge <= 2.0 * cuboid * (1.0 + 1e-12));
        let (cone, cylinder) = (fitness(&list, VolumeKind::Cone), fitness(&list, VolumeKind::Cylinder));
        prop_assert!(cone <= 2.25 * cylinder * (1.0 + 1e-9));
    }
}
