use super::*;
use crate::testing::{cube, notched_cube, open_cube, random_soup, two};
use baselines::BruteForce;
use collision::{Detector, Findings};
use geometry::{Pose, Quat, Vec3, power_of_two};
use rand::RngExt;
use scenes::bodies::{lat_long_sphere, torus};
use scenes::random::SceneRng;

const PAIR: BodyPair = BodyPair {
    a: BodyId(0),
    b: BodyId(1),
};

fn separation(bodies: &[Body], poses: &[Pose]) -> Separation {
    let mut separator = Separator::new(bodies);
    separator.place(&Frame::new(poses).unwrap());
    separator.separation(PAIR)
}

/// Returns the least distance over all pairs of faces, without hierarchies.
fn by_trial(bodies: &[Body], poses: &[Pose]) -> f64 {
    let mut separator = Separator::new(bodies);
    separator.place(&Frame::new(poses).unwrap());
    let (world, scale) = (&separator.world, separator.scale(PAIR));
    let faces = |body: BodyId| {
        let count = bodies[body.index()].mesh().face_count() as u32;
        (0..count).map(move |face| world.triangle(body, face))
    };
    let mut least = f64::INFINITY;
    for s in faces(PAIR.a) {
        for t in faces(PAIR.b) {
            least = least.min(face_distance(&s, &t, scale));
        }
    }
    least
}

fn random_pose(rng: &mut SceneRng, reach: f64) -> Pose {
    let mut number = || 2.0 * rng.random::<f64>() - 1.0;
    let rotation = Quat::from_xyzw(number(), number(), number(), number()).normalize();
    Pose::new(Vec3::new(number(), number(), number()) * reach, rotation)
}

#[test]
fn it_is_the_least_distance_over_all_pairs_of_faces() {
    let mut rng = SceneRng::new(1);
    let meshes = [
        Arc::new(torus(1.0, 0.3, 9, 6)),
        Arc::new(lat_long_sphere(7, 5)),
        random_soup(&mut SceneRng::new(3), 40, None),
        random_soup(&mut SceneRng::new(4), 40, Some(4.0)),
        open_cube(),
    ];
    let (mut apart, mut zero) = (0, 0);
    for i in 0..400 {
        let pick = |i: usize| meshes[i % meshes.len()].clone();
        let bodies = two(pick(i), pick(i / 5));
        let poses = [random_pose(&mut rng, 1.0), random_pose(&mut rng, 1.0)];
        let found = separation(&bodies, &poses);
        let trial = by_trial(&bodies, &poses);
        let mut ground_truth = BruteForce::new();
        ground_truth.prepare(&bodies).unwrap();
        let mut contacts = Findings::default();
        ground_truth
            .detect(
                &Frame::new(&poses).unwrap(),
                &Query::default(),
                &mut contacts,
            )
            .unwrap();
        assert_eq!(trial == 0.0, !contacts.bodies.is_empty());
        if found.distance == 0.0 {
            zero += 1;
        } else {
            apart += 1;
            assert!((found.distance - trial).abs() <= 16.0 * f64::EPSILON * trial);
            assert!(found.rounding < 1e-9 && found.rounding > 0.0, "{found:?}");
        }
    }
    assert!(apart > 50 && zero > 50, "{apart} apart, {zero} zero");
}

#[test]
fn distances_of_cubes_at_any_scale() {
    let bodies = |scale: f64| two(cube(2.0 * scale), cube(2.0 * scale));
    let cases = [
        (Vec3::new(3.0, 0.5, 0.25), 1.0),
        (Vec3::new(3.0, 4.0, 0.5), 5f64.sqrt()),
        (Vec3::new(4.0, 4.0, 3.0), 3.0),
        (Vec3::new(2.0, 2.0, 2.0), 0.0),
        (Vec3::new(0.5, 0.0, 0.0), 0.0),
    ];
    for exponent in [0, -260, 90] {
        let scale = power_of_two(exponent);
        for (offset, expected) in cases {
            let poses = [Pose::IDENTITY, Pose::at(offset * scale)];
            let found = separation(&bodies(scale), &poses);
            let error = (found.distance - expected * scale).abs();
            assert!(error <= found.rounding, "{offset}: {found:?}");
            assert!(found.rounding < 1e-11 * scale);
        }
        let beyond = Vec3::new(2.0f64.next_up(), 0.5, 0.0) * scale;
        let found = separation(&bodies(scale), &[Pose::IDENTITY, Pose::at(beyond)]);
        assert!(found.distance > 0.0 && found.at_least() == 0.0, "{found:?}");
    }
}

#[test]
fn a_solid_contains_a_body_inside_it_and_a_surface_does_not() {
    let here = [Pose::IDENTITY; 2];
    let (small, large) = (cube(1.0), cube(4.0));
    for bodies in [two(small.clone(), large.clone()), two(large, small.clone())] {
        assert_eq!(separation(&bodies, &here).distance, 0.0);
    }
    let open = Mesh::new(
        open_cube().vertices().iter().map(|p| *p * 4.0).collect(),
        open_cube().triangles().to_vec(),
    );
    let found = separation(&two(Arc::new(open.unwrap()), small), &here);
    assert!((found.distance - 1.5).abs() < 1e-12);
}

#[test]
fn a_part_inside_is_enough_and_a_hollow_is_outside() {
    let joined = |parts: &[(Arc<Mesh>, Vec3, bool)]| {
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for (mesh, at, turned) in parts {
            let first = vertices.len() as u32;
            vertices.extend(mesh.vertices().iter().map(|p| *p + *at));
            let moved = mesh.triangles().iter().map(|t| t.map(|i| i + first));
            triangles.extend(moved.map(|[a, b, c]| if *turned { [a, c, b] } else { [a, b, c] }));
        }
        Arc::new(Mesh::new(vertices, triangles).unwrap())
    };
    let here = [Pose::IDENTITY; 2];
    let far = Vec3::X * 9.0;
    let split = joined(&[(cube(1.0), far, false), (cube(1.0), Vec3::ZERO, false)]);
    assert_eq!(separation(&two(split, cube(4.0)), &here).distance, 0.0);
    let hollow = joined(&[
        (cube(4.0), Vec3::ZERO, false),
        (cube(3.0), Vec3::ZERO, true),
    ]);
    let found = separation(&two(hollow, cube(1.0)), &here);
    assert!((found.distance - 1.0).abs() < 1e-12, "{found:?}");
    let notch = [Pose::IDENTITY, Pose::at(Vec3::splat(0.45))];
    let found = separation(&two(notched_cube(), cube(0.25)), &notch);
    assert!(found.distance > 0.0, "{found:?}");
}

#[test]
fn nearly_parallel_edges_and_needles_stay_within_the_bound() {
    // A needle at a known height above an edge, at a small angle.
    for exponent in 10..60 {
        let tiny = power_of_two(-exponent);
        let needle = Triangle::new(
            Vec3::new(-1.0, 0.0, 0.0),
            Vec3::new(1.0, 0.0, 0.0),
            Vec3::new(0.3, tiny, 0.0),
        );
        for height in [0.5, 1e-3, 1e-7] {
            let edge = Triangle::new(
                Vec3::new(-1.0, -tiny, height),
                Vec3::new(1.0, tiny, height),
                Vec3::new(1.0, tiny, height),
            );
            let found = triangles::distance(&needle, &edge);
            let slack = 16.0 * triangles::SQUARE_ROUNDING;
            let square = found * found - height * height;
            assert!(square.abs() <= slack, "{found} for {height}, 2^-{exponent}");
        }
    }
}

#[test]
fn a_deforming_body_follows_its_vertices() {
    let mut bodies = two(cube(2.0), cube(2.0));
    bodies[1].deforms = true;
    let taller = bodies[1]
        .mesh()
        .vertices()
        .iter()
        .map(|p| *p * Vec3::new(2.0, 1.0, 1.0));
    let deformed: [Option<Vec<Vec3>>; 2] = [None, Some(taller.collect())];
    let poses = [Pose::IDENTITY, Pose::at(Vec3::X * 4.0)];
    let mut separator = Separator::new(&bodies);
    separator.place(&Frame::new(&poses).unwrap());
    assert!((separator.separation(PAIR).distance - 2.0).abs() < 1e-12);
    let now = collision::Snapshot::with_deformed(&poses, &deformed[..]).unwrap();
    separator.place(&Frame::at(now));
    assert!((separator.separation(PAIR).distance - 1.0).abs() < 1e-12);
}
