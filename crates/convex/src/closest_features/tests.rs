//! Tests of whole searches. Those of single steps are in `steps`.

mod bodies;
mod brute_force;
mod steps;
mod survey;

use super::*;
use bodies::{Numbers, POSE_FAMILIES, poses, scaled, zoo};
use geometry::hull::ConvexHull;
use geometry::{Pose, Vec3, power_of_two};

/// Pair of bodies in one place, with everything that a check needs.
struct Case {
    hulls: [ConvexHull; 2],
    models: [FeatureModel; 2],
    poses: [Pose; 2],
}

impl Case {
    fn new(hulls: [&ConvexHull; 2], poses: [Pose; 2]) -> Case {
        Case {
            hulls: hulls.map(Clone::clone),
            models: hulls.map(|hull| FeatureModel::new(hull.clone())),
            poses,
        }
    }

    fn models(&self) -> [&FeatureModel; 2] {
        [&self.models[0], &self.models[1]]
    }

    fn pair(&self) -> HullPair<'_> {
        let maps = self.poses.map(|pose| pose.world_map());
        HullPair::new(self.models(), [&maps[0], &maps[1]])
    }

    fn world(&self, body: usize) -> Vec<Vec3> {
        let map = self.poses[body].world_map();
        let vertices = self.hulls[body].vertices.iter();
        vertices.map(|p| map.apply(*p)).collect()
    }

    fn distance(&self) -> f64 {
        let world = [self.world(0), self.world(1)];
        brute_force::distance([&self.hulls[0], &self.hulls[1]], [&world[0], &world[1]])
    }

    /// Largest coordinate, relative to which everything rounds.
    fn size(&self) -> f64 {
        let world = [self.world(0), self.world(1)].concat();
        world.iter().fold(0.0, |x, p| x.max(p.abs().max_element()))
    }

    /// Returns the error of an outcome. Infinite if it gave up.
    fn error(&self, outcome: FeatureOutcome, truth: f64) -> f64 {
        match outcome {
            FeatureOutcome::Apart(closest) => (closest.distance - truth).abs(),
            FeatureOutcome::Penetrating => truth,
            FeatureOutcome::GaveUp(_) => f64::INFINITY,
        }
    }
}

/// Returns case `i` of a family: two bodies of the zoo, poses and sizes.
fn case(zoo: &[ConvexHull], family: &str, numbers: &mut Numbers) -> Case {
    let picked = [0, 1].map(|_| numbers.below(zoo.len()));
    let same = numbers.below(4) == 0;
    let [a, b] = if same { [picked[0]; 2] } else { picked };
    let poses = poses(family, numbers);
    let size = numbers.pick(&[1.0, 1.0, 1e-3, 1e3, 1e-30, 1e20]);
    let ratio = numbers.pick(&[1.0, 1.0, 1.0, 0.1, 1e-3]);
    let (a, b) = (scaled(&zoo[a], size), scaled(&zoo[b], size * ratio));
    let poses = poses.map(|pose| Pose::new(pose.translation * size, pose.rotation));
    Case::new([&a, &b], poses)
}

/// Moves the second body along the vector between the closest points: touching, up to rounding.
fn bring_together(case: &mut Case) {
    let found = v_clip(&case.pair(), FIRST_FEATURES, &mut ConvexWork::default());
    if let FeatureOutcome::Apart(closest) = found.outcome {
        let by = closest.points[0] - closest.points[1];
        let to_world = case.poses[0].world_map().linear;
        case.poses[1].translation += to_world * by;
    }
}

#[test]
fn the_fallback_finds_the_same_distances_without_a_start() {
    let zoo = zoo(3);
    let mut numbers = Numbers(4);
    for family in ["any", "parallel", "almost parallel", "edges", "far"] {
        for i in 0..100 {
            let case = case(&zoo, family, &mut numbers);
            let (truth, size) = (case.distance(), case.size());
            let hulls = case.pair();
            let found = global::search(&hulls);
            let distance = found.map_or(0.0, |pair| in_scene_units(&hulls, pair).distance);
            assert!(
                (distance - truth).abs() <= 1e-9 * (truth + size),
                "{family} {i}: {found:?} {distance:e} {truth:e}"
            );
        }
    }
}

#[test]
fn distances_equal_those_of_gjk() {
    use crate::gjk::{CachedSimplex, closest_points};
    use crate::support::SupportBody;
    use crate::testing::{body, hull, posed};
    let mut numbers = Numbers(11);
    for _ in 0..200 {
        let points = [0, 1].map(|_| (0..9).map(|_| numbers.point()).collect::<Vec<_>>());
        let meshes = points.map(|points| hull(&points));
        let poses = bodies::poses("any", &mut numbers);
        let models = [0, 1].map(|i| {
            let loops = meshes[i].triangles().iter().map(|t| t.to_vec()).collect();
            bodies::used_only(meshes[i].vertices(), loops)
        });
        let [a, b] = meshes.map(|mesh| body(&mesh));
        let mut cached = CachedSimplex::default();
        let mut work = ConvexWork::default();
        let (posed_a, posed_b) = (posed(&a, &poses[0]), posed(&b, &poses[1]));
        let mut scanned = [&posed_a, &posed_b].map(SupportBody::scanned);
        let gjk = closest_points(&mut scanned, &mut cached, &mut work);
        let case = Case::new([&models[0], &models[1]], poses);
        let found = v_clip(&case.pair(), FIRST_FEATURES, &mut work);
        let distance = match found.outcome {
            FeatureOutcome::Apart(closest) => closest.distance,
            _ => 0.0,
        };
        assert!(
            (distance - gjk.closest.length()).abs() < 1e-9,
            "{found:?} {gjk:?}"
        );
    }
}

#[test]
fn closest_points_lie_in_the_local_space_of_the_first_body() {
    let cube = bodies::cuboid(Vec3::ONE);
    let turn = geometry::Quat::from_rotation_z(std::f64::consts::FRAC_PI_2);
    let origin = Pose::new(Vec3::new(5.0, 6.0, 7.0), turn);
    // In the first body's space, the second is at (4, 0.5, 0.25).
    let other = Pose::new(origin.translation + turn * Vec3::new(4.0, 0.5, 0.25), turn);
    let case = Case::new([&cube, &cube], [origin, other]);
    for search in [v_clip, lin_canny] {
        let found = search(&case.pair(), FIRST_FEATURES, &mut ConvexWork::default());
        let FeatureOutcome::Apart(closest) = found.outcome else {
            panic!("{found:?}")
        };
        let [p, q] = closest.points;
        assert!((closest.distance - 2.0).abs() < 1e-14);
        assert!((q - p).distance(2.0 * Vec3::X) < 1e-14 && (p.x - 1.0).abs() < 1e-14);
        assert!((-0.5..=1.0).contains(&p.y) && (-0.75..=1.0).contains(&p.z));
    }
}

#[test]
fn scaling_by_a_power_of_two_changes_no_step() {
    let zoo = zoo(5);
    let mut numbers = Numbers(6);
    for _ in 0..50 {
        let [a, b] = [0, 1].map(|_| &zoo[numbers.below(zoo.len())]);
        let poses = bodies::poses("any", &mut numbers);
        let search = |scale: f64| {
            let (a, b) = (scaled(a, scale), scaled(b, scale));
            let poses = poses.map(|pose| Pose::new(pose.translation * scale, pose.rotation));
            let case = Case::new([&a, &b], poses);
            let mut work = ConvexWork::default();
            let found = v_clip(&case.pair(), FIRST_FEATURES, &mut work);
            let distance = match found.outcome {
                FeatureOutcome::Apart(closest) => closest.distance / scale,
                _ => 0.0,
            };
            (found.features, found.steps, distance, work)
        };
        let reference = search(1.0);
        for exponent in [-900, -300, 90] {
            assert_eq!(search(power_of_two(exponent)), reference);
        }
    }
}

#[test]
fn quaternions_that_are_not_quite_of_unit_length_do_no_harm() {
    let zoo = zoo(8);
    let mut numbers = Numbers(9);
    for i in 0..400 {
        let mut case = case(&zoo, POSE_FAMILIES[i % 9], &mut numbers);
        let truth = case.distance();
        case.poses[0].rotation *= 1.0 + 1e-6;
        case.poses[1].rotation *= 1.0 - 1e-6;
        let mut work = ConvexWork::default();
        let start = numbers.features(case.models());
        let found = v_clip(&case.pair(), start, &mut work);
        assert_eq!(work.feature_cycles, 0);
        // Such a matrix bends the body by some millionths of its size.
        assert!(case.error(found.outcome, truth) <= 1e-5 * case.size());
    }
}

/// Returns the most steps of a warm search and the steps of the cold one, of two balls that roll on
/// each other in steps of 0.001.
fn rolling_steps(
    ball: &ConvexHull,
    search: fn(&HullPair, FeaturePair, &mut ConvexWork) -> FeatureSearch,
) -> [u64; 2] {
    let mut features = FIRST_FEATURES;
    let (mut cold, mut most) = (0, 0);
    let mut case = Case::new([ball, ball], [Pose::IDENTITY; 2]);
    for frame in 0..500 {
        let angle = 1e-3 * f64::from(frame);
        let axis = Vec3::new(2.0, -1.0, 3.0).normalize();
        let turn = geometry::Quat::from_axis_angle(axis, angle);
        case.poses[1] = Pose::new(turn * Vec3::new(1.0, 2.0, 0.5), turn * turn);
        let found = search(&case.pair(), features, &mut ConvexWork::default());
        assert!(
            matches!(found.outcome, FeatureOutcome::Apart(_)),
            "{frame}: {found:?}"
        );
        features = found.features;
        if frame == 0 {
            cold = found.steps;
        } else {
            most = most.max(found.steps);
        }
    }
    [most, cold]
}

#[test]
fn after_a_small_motion_the_number_of_steps_does_not_grow_with_that_of_facets() {
    let balls = [(3, 6), (11, 18), (37, 54)].map(|(rings, around)| bodies::ball(rings, around));
    assert_eq!(balls.each_ref().map(|b| b.vertices.len()), [20, 200, 2000]);
    for search in [v_clip, lin_canny] {
        let [small, medium, large] = balls.each_ref().map(|ball| rolling_steps(ball, search));
        for [warm, _] in [small, medium, large] {
            assert!(warm <= WARM_STEPS, "{small:?} {medium:?} {large:?}");
        }
        assert!(
            large[1] > 2 * WARM_STEPS,
            "a cold start goes around: {large:?}"
        );
    }
}

/// Most steps after a motion smaller than a facet: one pair stays or two features change.
const WARM_STEPS: u64 = 7;

#[test]
fn a_recurring_pair_ends_a_walk_and_is_counted() {
    let pair = |i: u32| [HullFeature::Vertex(i), HullFeature::Vertex(0)];
    let next = |p: FeaturePair, _: &mut ConvexWork| {
        let HullFeature::Vertex(i) = p[0] else {
            unreachable!()
        };
        // Ten pairs, then a cycle of seven.
        FeatureStep::To(pair(if i == 16 { 10 } else { i + 1 }))
    };
    let mut work = ConvexWork::default();
    let (end, reason, steps) = walk(pair(0), &mut work, next);
    assert!(matches!(reason, FeatureWalkEnd::Cycle));
    let HullFeature::Vertex(i) = end[0] else {
        unreachable!()
    };
    assert!((10..17).contains(&i));
    assert!((17..=3 * 17).contains(&steps), "{steps}");
    assert_eq!(
        (
            work.feature_cycles,
            work.feature_searches,
            work.feature_steps
        ),
        (1, 1, steps)
    );
}

/// The two cycles of 1,000,000 cases: the walk itself answers, though rounding makes it return.
#[test]
fn a_walk_that_returns_in_contact_is_answered_by_its_nearest_pair() {
    for (family, seed, index) in [("far", 1995, 9446), ("almost parallel", 1, 2461)] {
        let zoo = zoo(seed);
        let mut numbers = Numbers(seed);
        for i in 0..=index {
            let mut case = case(&zoo, family, &mut numbers);
            if numbers.below(4) == 0 {
                bring_together(&mut case);
            }
            let start = numbers.features(case.models());
            if i < index {
                continue;
            }
            let mut work = ConvexWork::default();
            let found = v_clip(&case.pair(), start, &mut work);
            assert_eq!((work.feature_cycles, work.feature_fallbacks), (1, 0));
            assert!(case.error(found.outcome, case.distance()) <= 1e-10 * case.size());
        }
    }
}
