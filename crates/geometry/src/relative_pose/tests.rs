use super::*;
use crate::testing::Points;
use crate::{Pose, Quat, power_of_two};

fn turned(angle: f64, at: Vec3) -> Pose {
    let axis = Vec3::new(1.0, -2.0, 0.5).normalize();
    Pose::new(at, Quat::from_axis_angle(axis, angle))
}

fn posed(pose: &Pose, reach: f64) -> PosedExtent {
    PosedExtent::new(pose.world_map(), reach)
}

/// Returns pairs of poses, with the size of the bodies: large and small, near and far from the
/// origin, with quaternions up to a millionth off unit length.
fn cases() -> impl Iterator<Item = (Pose, Pose, f64)> {
    let scales = [(1.0, 0.0), (1e-6, 1.0), (1e6, 1e9), (1.0, 1e12)];
    let tiny = f64::from_bits(1 << 14); // 2⁻¹⁰⁶⁰
    let extremes = [(2f64.powi(98), 2f64.powi(99)), (tiny, 0.0)];
    scales.into_iter().chain(extremes).flat_map(|(scale, far)| {
        (0..200).map(move |i| {
            let (s, t) = (f64::from(i) * 0.37, f64::from(i) * 1.7);
            let offset = Vec3::new(0.3, -0.7, 0.2) * far;
            let mut a = turned(s, offset);
            a.rotation *= 1.0 + 1e-6 * f64::from(i % 3 - 1);
            (
                a,
                turned(t, offset + Vec3::new(0.5, 0.1, 0.2) * scale),
                scale,
            )
        })
    })
}

#[test]
fn points_that_coincide_in_world_space_are_within_the_margins() {
    let mut points = Points::new(2);
    for (a, b, scale) in cases() {
        let p = points.point() * scale;
        let [a, b] = [a, b].map(|pose| posed(&pose, 4.0 * scale));
        // That point in A's local space, by inverting the map of A's vertices.
        let world = b.map.apply(p);
        let q = a.map.linear.inverse() * (world - a.map.translation);
        let b_in_a = RelativePose::new(&a, &b);
        let off = (b_in_a.apply(p) - q).abs().max_element();
        assert!(
            off <= b_in_a.coordinate_margin(),
            "{off:e} at scale {scale:e}"
        );
        assert!(off <= b_in_a.distance_margin());
        let point = Aabb::new(p, p);
        assert!(b_in_a.apply_box(&point).contains(q));
        assert!(!b_in_a.separates_boxes(&Aabb::new(q, q), &point));
    }
}

#[test]
fn a_world_box_is_the_box_in_the_space_of_a_body_that_is_not_moved() {
    for (_, pose, scale) in cases() {
        let posed = posed(&pose, scale);
        let local = Aabb::new(Vec3::splat(-scale), Vec3::new(0.5, 1.0, 0.25) * scale);
        let world = RelativePose::new(&PosedExtent::world(0.0), &posed);
        assert_eq!(posed.world_box(&local), world.apply_box(&local));
        let loose = world_box(&pose.world_map(), scale, &local);
        assert!(loose.contains_box(&posed.world_box(&local)));
    }
}

#[test]
fn a_world_ball_holds_the_world_vertices_and_is_not_much_larger() {
    let mut points = Points::new(9);
    for (_, pose, scale) in cases() {
        let posed = posed(&pose, 2.0 * scale);
        let center = points.point() * scale;
        let cloud = [(); 20].map(|()| points.point() * scale);
        let local = Ball::around(center, &cloud);
        let world = posed.world_ball(&local);
        let bounds = world.aabb();
        for p in cloud {
            let p = posed.map.apply(p);
            assert!(!world.is_apart_from(&Ball::new(p, 0.0)), "{scale:e}");
            assert!(bounds.contains(p), "{scale:e}");
        }
        let far = pose.translation.abs().max_element();
        let most = local.radius * (1.0 + 1e-4) + 1e-12 * (scale + far) + power_of_two(-1062);
        assert!(world.radius <= most, "{scale:e}");
    }
}

#[test]
fn unmeasured_bounds_contain_the_world_vertices_and_are_not_much_larger() {
    let mut points = Points::new(11);
    for (a, b, scale) in cases() {
        let cloud = [(); 20].map(|()| points.point() * scale);
        let local = Aabb::of_points(&cloud);
        let ball = Ball::around(local.center(), &cloud);
        let reach = local.max_abs_coordinate();
        for pose in [a, b] {
            let map = pose.world_map();
            let (around, world) = world_bounds(&map, reach, &local, &ball);
            for p in cloud {
                let p = map.apply(p);
                assert!(!world.is_apart_from(&Ball::new(p, 0.0)), "{scale:e}");
                assert!(around.contains(p), "{scale:e}");
            }
            let (tight, tight_ball) = posed(&pose, reach).world_bounds(&local, &ball);
            let size = scale + pose.translation.abs().max_element();
            let most = 2e-5 * ball.radius + 1e-12 * size + power_of_two(-1062);
            assert!(world.radius <= tight_ball.radius + most, "{scale:e}");
            let larger = Vec3::splat(most);
            let grown = Aabb::new(tight.min - larger, tight.max + larger);
            assert!(grown.contains_box(&around), "{scale:e}");
        }
    }
}

#[test]
fn margins_are_positive_for_the_smallest_bodies_and_small_for_unit_ones() {
    let tiny = f64::from_bits(1);
    let tiny = RelativePose::new(&PosedExtent::world(tiny), &PosedExtent::world(tiny));
    assert!(tiny.coordinate_margin() >= 64.0 * f64::from_bits(1));
    let unit = posed(&turned(0.3, Vec3::ONE), 1.0);
    let unit = RelativePose::new(&unit, &unit);
    assert!(unit.coordinate_margin() < 1e-13 && unit.distance_margin() < 2e-13);
    let large = posed(&turned(0.3, Vec3::splat(2f64.powi(100))), 2f64.powi(100));
    assert!(RelativePose::new(&large, &large).distance_margin() < 2f64.powi(70));
}

#[test]
fn a_world_distance_is_never_exaggerated() {
    let mut points = Points::new(8);
    for (a, b, scale) in cases() {
        let [p, q] = [points.point() * scale, points.point() * scale];
        let [a, b] = [a, b].map(|pose| posed(&pose, 4.0 * scale));
        let b_in_a = RelativePose::new(&a, &b);
        let moved = b_in_a.apply_box(&Aabb::new(q, q));
        // Halved, so that no square overflows.
        let half = |b: Aabb| Aabb::new(0.5 * b.min, 0.5 * b.max);
        let gap = 2.0 * crate::bvh::box_distance(&half(Aabb::new(p, p)), &half(moved));
        let world = 2.0 * (0.5 * a.map.apply(p)).distance(0.5 * b.map.apply(q));
        assert!(
            b_in_a.world_distance(gap) <= world * (1.0 + 1e-15),
            "{scale:e}"
        );
    }
}

#[test]
fn motion_bounds_how_far_points_go() {
    let rest = posed(&turned(0.4, Vec3::ONE), 3.0);
    let at = |angle, x| RelativePose::new(&rest, &posed(&turned(angle, Vec3::X * x), 3.0));
    let (before, now) = (at(0.1, 1.0), at(0.3, 1.25));
    let center = Vec3::new(0.5, 1.0, 0.0);
    let bound = now.motion_since(&before, center, 1.5);
    let mut largest: f64 = 0.0;
    for i in 0..100 {
        let (s, t) = (f64::from(i), f64::from(i) * 0.7);
        let away = Vec3::new(s.sin() * t.cos(), s.sin() * t.sin(), s.cos());
        let p = center + 1.5 * away;
        largest = largest.max(now.apply(p).distance(before.apply(p)));
    }
    assert!(
        largest <= bound && bound < 3.0 * largest,
        "{largest} {bound}"
    );
    assert_eq!(now.motion_since(&now, center, 1.5), 0.0);
}

#[test]
fn motion_in_world_space_is_bounded_at_any_scale() {
    let mut points = Points::new(3);
    for (before, now, scale) in cases() {
        let [before, now] = [before, now].map(|pose| pose.world_map());
        // Turned a little, or not at all.
        let near = WorldMap {
            translation: before.translation + points.point() * scale * 1e-3,
            ..before
        };
        let center = points.point() * scale;
        let cloud = [(); 20].map(|()| points.point() * scale);
        let ball = Ball::around(center, &cloud);
        for now in [now, near, before] {
            let bound = motion_bound(&before, &now, &ball, 4.0 * scale);
            for p in cloud {
                let moved = length(now.apply(p) - before.apply(p));
                assert!(moved <= bound, "{moved:e} of {bound:e} at scale {scale:e}");
            }
        }
    }
}

#[test]
fn another_unit_changes_nothing_else_and_shows_the_smallest_bodies() {
    let mut points = Points::new(4);
    for exponent in [-1060, -900, -520, -100, 0, 2, 90] {
        let size = power_of_two(exponent);
        let at = |angle, x: f64| posed(&turned(angle, Vec3::new(x, 0.0, 0.25) * size), size);
        let pose = RelativePose::new(&at(0.5, -1.0), &at(2.0, 0.5));
        let unit = pose.unit_sized();
        assert_eq!(unit.in_scene_units(unit.scale()), 1.0);
        let bounds = if exponent < -1022 {
            1e-13..1.0
        } else {
            0.5..1.0
        };
        assert!(bounds.contains(&(unit.scale() * pose.size)), "2^{exponent}");
        let p = points.point() * size;
        let [mapped, scaled] = [pose.apply(p), unit.apply(p) * unit.in_scene_units(1.0)];
        if exponent > -1000 {
            assert_eq!(mapped, scaled, "2^{exponent}");
            assert!(unit.distance_margin() < 1e-12);
        } else {
            let off = (mapped - scaled).abs().max_element();
            assert!(off <= pose.coordinate_margin(), "2^{exponent}");
            assert!(unit.distance_margin() < unit.scale() * size);
        }
    }
    let nothing = RelativePose::new(&PosedExtent::world(0.0), &PosedExtent::world(0.0));
    assert_eq!(nothing.unit_sized().scale(), 1.0);
}

#[test]
fn boxes_are_separated_on_the_axes_of_either() {
    let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
    let apart = |pose: &Pose| {
        let (a, b) = (posed(&Pose::IDENTITY, 2.0), posed(pose, 2.0));
        let (ab, ba) = (RelativePose::new(&a, &b), RelativePose::new(&b, &a));
        let apart = ab.separates_boxes(&unit, &unit);
        assert_eq!(apart, ba.separates_boxes(&unit, &unit));
        apart
    };
    assert!(!apart(&Pose::at(Vec3::X)), "they share a side");
    assert!(apart(&Pose::at(Vec3::X * 1.001)));
    // A corner points at the side of the other.
    let corner = Quat::from_rotation_z(std::f64::consts::FRAC_PI_4);
    assert!(apart(&Pose::new(Vec3::new(1.8, 0.0, 0.0), corner)));
    assert!(!apart(&Pose::new(Vec3::new(1.6, 0.0, 0.0), corner)));
}

#[test]
fn bounds_that_are_measured_when_asked_for_are_those_of_the_matrix() {
    let pose =
        |angle: f64, length: f64| Pose::new(Vec3::ZERO, Quat::from_rotation_y(angle) * length);
    let mut lazy = LazyMatrixBounds::default();
    for step in 0..50 {
        let map = pose(f64::from(step), 1.0 + 1e-6 * f64::from(step % 3 - 1)).world_map();
        let bounds = MatrixBounds::of(&map.linear);
        std::thread::scope(|scope| {
            let asked = [(); 4].map(|()| scope.spawn(|| lazy.of(&map.linear)));
            for asked in asked {
                assert_eq!(asked.join().unwrap(), bounds);
            }
        });
        // Kept, whatever matrix is passed, but not by a clone.
        let other = Mat3::IDENTITY;
        assert_eq!(lazy.of(&other), bounds);
        assert_eq!(lazy.clone().of(&other), MatrixBounds::of(&other));
        lazy.reset();
    }
}
