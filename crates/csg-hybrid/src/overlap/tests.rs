//! Tests of overlap against exact faces, sampled points and each other.

use super::*;
use crate::bv_list::BvList;
use crate::exact;
use crate::volumes::tests::{Surface, cube, hull_of};
use crate::volumes::{SolidPoints, VolumeKind};
use geometry::{Ball, Interference, Pose, PosedExtent, Quat, Triangle, interference, power_of_two};
use num_traits::Signed;
use proptest::prelude::*;

/// No pair of types.
const NONE: [[VolumeKind; 2]; 0] = [];

fn list((points, triangles): &Surface) -> BvList {
    BvList::new(points, triangles).unwrap()
}

fn reach((points, _): &Surface) -> f64 {
    let sizes = points.iter().map(|p| p.abs().max_element());
    sizes.fold(0.0, f64::max)
}

fn relative(surfaces: [&Surface; 2], poses: [&Pose; 2]) -> RelativePose {
    let extent = |k: usize| PosedExtent::new(poses[k].world_map(), reach(surfaces[k]));
    RelativePose::new(&extent(0), &extent(1)).unit_sized()
}

fn apart(a: &BoundingVolume, b: &BoundingVolume, pose: &RelativePose) -> bool {
    let (mut cached, mut work) = (SeparatingDirection::default(), HybridWork::default());
    surely_apart(a, b, pose, &mut cached, &mut work)
}

/// Returns the pairs of types that are proved apart, and the number of all pairs.
fn apart_pairs(lists: [&BvList; 2], pose: &RelativePose) -> (Vec<[VolumeKind; 2]>, usize) {
    let mut pairs = Vec::new();
    for a in lists[0].nodes() {
        for b in lists[1].nodes() {
            if apart(&a.volume, &b.volume, pose) {
                pairs.push([a.volume.kind(), b.volume.kind()]);
            }
        }
    }
    (pairs, lists[0].nodes().len() * lists[1].nodes().len())
}

/// Cubes that share exactly one corner, one edge or one face in world space: volumes of any type
/// have that point in common, and rounding may not hide it.
#[test]
fn touching_bodies_are_never_apart_at_any_scale_and_place() {
    let half_turn = Quat::from_xyzw(0.0, 0.0, 1.0, 0.0);
    for exponent in [-1050, -700, -300, 0, 80] {
        let scale = power_of_two(exponent);
        let corners = cube(Vec3::new(1.0, 1.0, 1.0) * scale);
        let list = list(&corners);
        for offset in [
            Vec3::new(2.0, 2.0, 2.0),
            Vec3::new(-2.0, 2.0, 1.0),
            Vec3::new(0.25, 0.0, -2.0),
        ] {
            for far in [0.0, 1024.0, 2f64.powi(40)] {
                let at = Vec3::new(far, -far, 0.5 * far) * scale;
                let poses = [Pose::at(at), Pose::new(at + offset * scale, half_turn)];
                let pose = relative([&corners; 2], [&poses[0], &poses[1]]);
                let (pairs, _) = apart_pairs([&list; 2], &pose);
                assert_eq!(pairs, NONE, "{exponent} {offset} {far}");
            }
        }
    }
}

#[test]
fn bodies_far_apart_are_apart_at_any_scale() {
    let turn = Quat::from_axis_angle(Vec3::new(1.0, -2.0, 0.5).normalize(), 0.7);
    for exponent in [-1000, -300, 0, 80] {
        let scale = power_of_two(exponent);
        let corners = cube(Vec3::new(1.0, 0.5, 0.25) * scale);
        let list = list(&corners);
        // The cone around this box reaches farthest.
        let poses = [
            Pose::IDENTITY,
            Pose::new(Vec3::new(6.0, 5.0, 4.0) * scale, turn),
        ];
        let pose = relative([&corners; 2], [&poses[0], &poses[1]]);
        let (pairs, all) = apart_pairs([&list; 2], &pose);
        assert_eq!(pairs.len(), all, "{exponent}: only {pairs:?}");
    }
}

/// Two boxes, or a box and a ball, with gaps from wide to a few roundings. The directions of a
/// search are as good as `v`, so that faces of boxes nearer than about 1e-8 of their size may stay
/// open.
#[test]
fn small_gaps_are_found_down_to_the_margin() {
    let corners = cube(Vec3::ONE);
    let list = list(&corners);
    let boxes = [VolumeKind::Box, VolumeKind::Hull];
    let volume = |kind| &list.nodes()[list.index_of(kind).unwrap()].volume;
    for gap in [1.0, 1e-3, 1e-6, 1e-9, 1e-11] {
        for a in boxes.into_iter().filter(|_| gap > 1e-7) {
            for b in boxes {
                let b_at = Pose::at(Vec3::new(2.0 + gap, 0.3, 0.1));
                let pose = relative([&corners; 2], [&Pose::IDENTITY, &b_at]);
                assert!(apart(volume(a), volume(b), &pose), "{a:?} {b:?} {gap}");
            }
        }
        let ball = BoundingVolume::Sphere(Ball::new(Vec3::ZERO, 0.5));
        for kind in boxes {
            // Beyond a face, an edge and a corner.
            for beyond in [Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::ONE] {
                if kind == VolumeKind::Hull && gap < 1e-7 {
                    continue;
                }
                let place = beyond + beyond.normalize() * (0.5 + gap);
                let pose = relative([&corners; 2], [&Pose::IDENTITY, &Pose::at(place)]);
                assert!(apart(volume(kind), &ball, &pose), "{kind:?} {beyond} {gap}");
                let inside = beyond + beyond.normalize() * (0.5 - gap);
                let pose = relative([&corners; 2], [&Pose::IDENTITY, &Pose::at(inside)]);
                assert!(
                    !apart(volume(kind), &ball, &pose),
                    "{kind:?} {beyond} {gap}"
                );
            }
        }
    }
}

/// A ball beyond a point of the border, in the direction of the normal there, has its distance.
#[test]
fn balls_beyond_the_border_of_each_shape_are_apart_by_their_gap() {
    let turn = Quat::from_axis_angle(Vec3::new(1.0, -2.0, 0.5).normalize(), 0.7);
    let (points, triangles) = cube(Vec3::new(1.0, 0.7, 0.4));
    let corners = (points.iter().map(|p| turn * *p).collect(), triangles);
    let ball = BoundingVolume::Sphere(Ball::new(Vec3::ZERO, 0.5));
    for node in list(&corners).nodes() {
        let volume = &node.volume;
        for i in 0..64 {
            let (sine, cosine) = geometry::angle::sin_cos(0.381_966 * f64::from(i));
            let n = Vec3::new(sine, cosine, f64::from(i) / 32.0 - 1.0).normalize();
            let radius = match volume {
                BoundingVolume::Sphere(ball) => ball.radius,
                _ => 0.0,
            };
            let top = volume.center() + volume.support(n).offset + n * radius;
            for gap in [1e-6, -1e-6] {
                let place = Pose::at(top + n * (0.5 + gap));
                let surfaces = [&corners; 2];
                let pose = relative(surfaces, [&Pose::IDENTITY, &place]);
                let swapped = relative(surfaces, [&place, &Pose::IDENTITY]);
                let found = [apart(volume, &ball, &pose), apart(&ball, volume, &swapped)];
                assert_eq!(found, [gap > 0.0; 2], "{:?} {n} {gap}", volume.kind());
            }
        }
    }
}

/// Steps of the search are shorter than the radius and its gap together, but only the last shows
/// the gap.
#[test]
fn a_large_ball_near_a_hull_is_apart() {
    let corners = cube(Vec3::ONE);
    let list = list(&corners);
    let hull = &list.nodes()[list.index_of(VolumeKind::Hull).unwrap()].volume;
    let ball = BoundingVolume::Sphere(Ball::new(Vec3::ZERO, 8.0));
    for i in 0..100 {
        let (sine, cosine) = geometry::angle::sin_cos(0.381_966 * f64::from(i));
        let direction = Vec3::new(sine, cosine, f64::from(i) / 50.0 - 1.0).normalize();
        let corner = Vec3::ONE.copysign(direction);
        for gap in [0.1, 0.001] {
            let place = Pose::at(corner + direction * (8.0 + gap));
            let pose = relative([&corners; 2], [&Pose::IDENTITY, &place]);
            assert!(apart(hull, &ball, &pose), "{direction} {gap}");
        }
    }
}

#[test]
fn a_cached_direction_answers_the_next_frame_alone() {
    let corners = cube(Vec3::ONE);
    let list = list(&corners);
    for node in list.nodes() {
        let (mut cached, mut work) = (SeparatingDirection::default(), HybridWork::default());
        for (frame, x) in [4.6, 4.5, 4.4].into_iter().enumerate() {
            let b_at = Pose::at(Vec3::new(x, 1.0, 0.5) * 1.5);
            let pose = relative([&corners; 2], [&Pose::IDENTITY, &b_at]);
            assert!(surely_apart(
                &node.volume,
                &node.volume,
                &pose,
                &mut cached,
                &mut work
            ));
            let searched = work.volume_searches + work.closed_forms;
            assert_eq!((searched, work.cached_directions), (1, frame as u64));
        }
        // Overlapping volumes do not believe it.
        let pose = relative([&corners; 2], [&Pose::IDENTITY, &Pose::at(Vec3::X)]);
        assert!(!surely_apart(
            &node.volume,
            &node.volume,
            &pose,
            &mut cached,
            &mut work
        ));
        assert_eq!(work.volume_tests, 4);
    }
}

/// Also where the bodies are turned and differ in size, and at any scale.
#[test]
fn volumes_around_the_others_midpoint_overlap_without_a_search() {
    let turn = Quat::from_axis_angle(Vec3::new(1.0, -2.0, 0.5).normalize(), 0.7);
    for exponent in [-1000, 0, 80] {
        let scale = power_of_two(exponent);
        let (large, small) = (cube(Vec3::ONE * scale), cube(0.25 * Vec3::ONE * scale));
        let lists = [list(&large), list(&small)];
        let pose = |at: Vec3| {
            let poses = [
                Pose::at(Vec3::splat(7.0) * scale),
                Pose::new(at * scale, turn),
            ];
            relative([&large, &small], [&poses[0], &poses[1]])
        };
        for kind in [
            VolumeKind::Box,
            VolumeKind::Cylinder,
            VolumeKind::Cone,
            VolumeKind::Wedge,
        ] {
            let [a, b] = lists.each_ref().map(|list| {
                let index = list.index_of(kind).unwrap();
                &list.nodes()[index].volume
            });
            let searches = |at: Vec3| {
                let (mut cached, mut work) =
                    (SeparatingDirection::default(), HybridWork::default());
                assert!(
                    !surely_apart(a, b, &pose(at), &mut cached, &mut work),
                    "{kind:?}"
                );
                [work.shared_midpoints, work.volume_searches]
            };
            assert_eq!(searches(Vec3::splat(6.8)), [1, 0], "{kind:?}");
            // A corner of the large cube: both volumes contain it, and no midpoint is near.
            if kind == VolumeKind::Box {
                assert_eq!(searches(Vec3::splat(8.05)), [0, 1]);
            }
        }
    }
}

fn point() -> impl Strategy<Value = Vec3> {
    [-1.0..1.0, -1.0..1.0, -1.0..1.0f64].prop_map(Vec3::from)
}

fn pose(distance: f64) -> impl Strategy<Value = Pose> {
    (point(), point(), -3.2..3.2f64, -1e-6..1e-6f64).prop_map(move |(at, axis, angle, drift)| {
        let turn = Quat::from_axis_angle(axis.normalize_or(Vec3::X), angle);
        Pose::new(at * distance, turn * (1.0 + drift))
    })
}

fn body() -> impl Strategy<Value = Surface> {
    let stretch = prop::sample::select(vec![1.0, 0.3, 1e-4]);
    let points = prop::collection::vec(point(), 4..12);
    (points, stretch).prop_filter_map("flat", |(points, stretch)| {
        let points: Vec<Vec3> = points
            .iter()
            .map(|p| *p * Vec3::new(1.0, 1.0, stretch))
            .collect();
        geometry::ConvexHull::of_points(&points).ok()?;
        Some(hull_of(&points))
    })
}

fn faces_meet(surfaces: [&Surface; 2], poses: [&Pose; 2]) -> bool {
    let world = |k: usize| {
        let map = poses[k].world_map();
        let corner = move |i: u32| map.apply(surfaces[k].0[i as usize]);
        let triangle =
            move |[a, b, c]: &[u32; 3]| Triangle::new(corner(*a), corner(*b), corner(*c));
        surfaces[k].1.iter().map(triangle).collect::<Vec<_>>()
    };
    let (a, b) = (world(0), world(1));
    let meets = |s: &Triangle, t: &Triangle| interference(s, t) != Interference::Apart;
    a.iter().any(|s| b.iter().any(|t| meets(s, t)))
}

/// Returns random points of a volume, on its border and inside.
fn sampled(volume: &BoundingVolume, directions: &[Vec3]) -> Vec<Vec3> {
    let border = directions.iter().map(|n| {
        let core = volume.center() + volume.support(*n).offset;
        match volume {
            BoundingVolume::Sphere(ball) => core + n.normalize_or_zero() * ball.radius,
            _ => core,
        }
    });
    let border: Vec<Vec3> = border.collect();
    let between = border
        .windows(3)
        .map(|w| 0.2 * w[0] + 0.5 * w[1] + 0.3 * w[2]);
    let inside: Vec<Vec3> = between.collect();
    [border, inside].concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Exact interference of faces decides, with the bodies moved apart until they only just meet:
    /// no pair of volumes of such bodies is apart, with quaternions off unit length, too.
    #[test]
    fn bodies_whose_faces_just_meet_are_never_apart(
        a in body(), b in body(), pose_a in pose(10.0), offset in point(), turn in pose(0.0),
    ) {
        let surfaces = [&a, &b];
        let b_at = |factor: f64| {
            Pose::new(pose_a.translation + offset * factor, turn.rotation)
        };
        prop_assume!(faces_meet(surfaces, [&pose_a, &b_at(0.5)]));
        let (mut meeting, mut apart) = (0.5, 64.0);
        for _ in 0..60 {
            let between = 0.5 * (meeting + apart);
            if faces_meet(surfaces, [&pose_a, &b_at(between)]) {
                meeting = between;
            } else {
                apart = between;
            }
        }
        let lists = [list(&a), list(&b)];
        for factor in [0.5, meeting] {
            let pose = relative(surfaces, [&pose_a, &b_at(factor)]);
            let (pairs, _) = apart_pairs([&lists[0], &lists[1]], &pose);
            prop_assert_eq!(pairs, NONE);
        }
    }

    /// A vertex of one body is at exactly a vertex of the other, and nothing else needs to meet.
    #[test]
    fn bodies_with_a_world_vertex_in_common_are_never_apart(
        a in body(), b in body(), at in pose(3.0), far in prop::sample::select(vec![0.0, 1e6]),
    ) {
        // Both bodies have the corner where they touch at their origin, and lie on different sides.
        let side = |(points, triangles): &Surface, sign: f64| {
            let least = points.iter().map(|p| p.z * sign).fold(f64::INFINITY, f64::min);
            let lowest = points.iter().position(|p| p.z * sign == least).unwrap();
            let corner = points[lowest];
            let points: Vec<Vec3> = points.iter().map(|p| *p - corner).collect();
            (points, triangles.clone())
        };
        let (a, b) = (side(&a, 1.0), side(&b, -1.0));
        let place = Pose::new(at.translation + Vec3::splat(far), at.rotation);
        let other = Pose::new(place.translation, Quat::from_xyzw(0.0, 0.0, 1.0, 0.0) * at.rotation);
        for poses in [[&place, &place], [&place, &other]] {
            let lists = [list(&a), list(&b)];
            let (pairs, _) = apart_pairs([&lists[0], &lists[1]], &relative([&a, &b], poses));
            prop_assert_eq!(pairs, NONE);
        }
    }

    /// Sampled points of the volumes: a pair that is apart has all of them on the two sides of a
    /// plane. A pair whose volumes have a clear gap is apart, either way around.
    #[test]
    fn answers_agree_with_points_of_the_volumes(
        a in body(), b in body(), pose_b in pose(4.0),
        directions in prop::collection::vec(point(), 40),
    ) {
        let relative_b = relative([&a, &b], [&Pose::IDENTITY, &pose_b]);
        let relative_a = relative([&b, &a], [&pose_b, &Pose::IDENTITY]);
        let lists = [list(&a), list(&b)];
        let map = pose_b.world_map();
        for first in lists[0].nodes() {
            for second in lists[1].nodes() {
                let (mut cached, mut work) = (SeparatingDirection::default(), HybridWork::default());
                let volumes = (&first.volume, &second.volume);
                let found = surely_apart(volumes.0, volumes.1, &relative_b, &mut cached, &mut work);
                let swapped = apart(volumes.1, volumes.0, &relative_a);
                let here = sampled(volumes.0, &directions);
                let there: Vec<Vec3> =
                    sampled(volumes.1, &directions).iter().map(|p| map.apply(*p)).collect();
                if let Some(n) = cached.direction {
                    prop_assert!(found);
                    let top = here.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
                    let bottom = there.iter().map(|p| n.dot(*p)).fold(f64::INFINITY, f64::min);
                    prop_assert!(top < bottom, "{:?}", (first, second));
                }
                // Both searches see the same volumes: they differ in nearly touching ones only.
                let clearly = |grown: f64| {
                    let ball = |node: &crate::BvNode| node.volume.reach() * grown;
                    let pair = PosedVolumes::new(volumes.0, volumes.1, &relative_b);
                    pair.between.length() / pair.scale > ball(first) + ball(second)
                };
                let hulls = [first, second].map(|node| node.volume.kind() == VolumeKind::Hull);
                prop_assert!(found || hulls.contains(&true) || !clearly(1.0 + 1e-5));
                prop_assert!(found == swapped || near(&volumes, &relative_b), "{volumes:?}");
            }
        }
    }

    /// GJK from the center of the sphere gives the answer of the formula, but for touching pairs.
    #[test]
    fn closed_forms_agree_with_searches(
        a in body(), center in point(), radius in 0.01..1.0f64, pose_b in pose(4.0),
    ) {
        let points = SolidPoints::new(&a.0, &a.1).unwrap();
        let ball = (vec![center], vec![]);
        let sphere = BoundingVolume::Sphere(Ball::new(center, radius));
        for kind in VolumeKind::ALL {
            let volume = points.smallest(kind).unwrap();
            let b_in_a = relative([&a, &ball], [&Pose::IDENTITY, &pose_b]);
            let a_in_b = relative([&ball, &a], [&pose_b, &Pose::IDENTITY]);
            for pair in [
                PosedVolumes::new(&volume, &sphere, &b_in_a),
                PosedVolumes::new(&sphere, &volume, &a_in_b),
            ] {
                let Some(suggested) = sphere::direction(&pair) else {
                    prop_assert_eq!(kind, VolumeKind::Hull);
                    continue;
                };
                let closed = suggested.is_some_and(|n| pair.gap_is_proved(n));
                let searched = search(&pair, &mut HybridWork::default());
                // The search may end early at a distance as small as its convergence.
                prop_assert!(closed || searched.is_none(), "{volume:?}");
                prop_assert!(!closed || searched.is_some() || near(&(pair.a, pair.b), pair.b_in_a));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// The gap of boxes and hulls in rational numbers, along any direction: a proof is never wrong,
    /// and the rounding stays below the bound.
    #[test]
    fn a_proved_gap_is_one_in_exact_arithmetic(
        a in body(), b in body(), pose_b in pose(4.0), n in point(),
        exponent in prop::sample::select(vec![-1060, -1030, -700, 0, 0, 90]),
    ) {
        let scale = power_of_two(exponent);
        let sized = |(points, triangles): &Surface| -> Surface {
            (points.iter().map(|p| *p * scale).collect(), triangles.clone())
        };
        let (a, b) = (sized(&a), sized(&b));
        let pose_b = Pose::new(pose_b.translation * scale, pose_b.rotation);
        let b_in_a = relative([&a, &b], [&Pose::IDENTITY, &pose_b]);
        let columns = Vec3::AXES.map(|axis| exact::vector(b_in_a.apply_vector(axis)));
        let translation = exact::vector(b_in_a.apply(Vec3::ZERO));
        let lists = [list(&a), list(&b)];
        let n = n * unit_scale(n.abs().max_element());
        let (exact_n, unit) = (exact::vector(n), exact::number(b_in_a.scale()));
        for first in lists[0].nodes() {
            for second in lists[1].nodes() {
                let round = |node: &crate::BvNode| {
                    !matches!(node.volume.kind(), VolumeKind::Box | VolumeKind::Hull)
                };
                if round(first) || round(second) {
                    continue;
                }
                let pair = PosedVolumes::new(&first.volume, &second.volume, &b_in_a);
                let heights_a = exact::corners(pair.a).into_iter();
                let heights_a = heights_a.map(|p| exact::dot(&exact_n, &exact::times(&p, &unit)));
                let heights_b = exact::corners(pair.b).into_iter().map(|p| {
                    let images = [0, 1, 2].map(|k| exact::times(&columns[k], &p[k]));
                    let image = images.iter().fold(translation.clone(), |q, v| exact::plus(&q, v));
                    exact::dot(&exact_n, &image)
                });
                let gap = heights_b.min().unwrap() - heights_a.max().unwrap();
                let [to_a, to_b] = pair.heights(n);
                let rounded = n.dot(pair.between) - (to_a + to_b) * pair.scale;
                let bound = (VOLUME_GAP_ROUNDING * pair.size + pair.underflow()) * n.abs().element_sum();
                let error = (exact::number(rounded) - &gap).abs();
                prop_assert!(error <= exact::number(0.5 * bound), "{bound:e}");
                let margin = exact::number(b_in_a.coordinate_margin() * n.abs().element_sum());
                prop_assert!(!pair.gap_is_proved(n) || gap > margin * exact::number(1.0 - 1e-15));
            }
        }
    }
}

/// Returns true if the volumes are nearly touching: with spheres a bit larger, or a pose a bit
/// nearer, the answer is the other one.
fn near((a, b): &(&BoundingVolume, &BoundingVolume), b_in_a: &RelativePose) -> bool {
    let pair = PosedVolumes::new(a, b, b_in_a);
    let gap = |n: Vec3| {
        let [to_a, to_b] = pair.heights(n);
        (n.dot(pair.between) - (to_a + to_b) * pair.scale) / n.length()
    };
    let mut best = f64::NEG_INFINITY;
    let suggested = sphere::direction(&pair).flatten();
    let mut work = HybridWork::default();
    for n in suggested.into_iter().chain(search(&pair, &mut work)) {
        best = best.max(gap(n));
    }
    best < 1e-5
}
