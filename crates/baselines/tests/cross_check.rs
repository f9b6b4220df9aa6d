//! parry3d, which shares no code with us, agrees in generic position.

use baselines::parry::gjk::{GJK32, GJK64, TriangleTest};
use baselines::{BruteForce, Parry3d};
use collision::{Body, BodyId, BodyPair, Detector, Findings, Frame, Query, World};
use geometry::{Mesh, Pose, Quat, Vec3};
use oracle::Separator;
use parry3d_f64::{math, query, shape};
use rand::RngExt;
use scenes::bodies::{BodyModel, torus};
use scenes::random::SceneRng;
use std::sync::Arc;

/// Returns two tori in random poses whose surfaces mostly meet.
fn tori(rng: &mut SceneRng) -> (Vec<Body>, [Pose; 2]) {
    let mesh = Arc::new(torus(1.0, 0.4, 14, 8));
    let bodies = (0..2).map(|_| Body::rigid("torus", mesh.clone())).collect();
    (bodies, [random_pose(rng, 1.0), random_pose(rng, 1.0)])
}

/// Returns a pose with a translation of at most `reach` along each axis.
fn random_pose(rng: &mut SceneRng, reach: f64) -> Pose {
    let mut number = || 2.0 * rng.random::<f64>() - 1.0;
    let rotation = Quat::from_xyzw(number(), number(), number(), number()).normalize();
    Pose::new(reach * Vec3::new(number(), number(), number()), rotation)
}

fn detect(detector: &mut dyn Detector, bodies: &[Body], poses: &[Pose]) -> Findings {
    let mut found = Findings::default();
    detector.prepare(bodies).unwrap();
    detector
        .detect(&Frame::new(poses).unwrap(), &Query::default(), &mut found)
        .unwrap();
    found
}

#[test]
fn its_leaf_test_agrees_with_exact_signs_on_every_face_pair() {
    let mut rng = SceneRng::new(2);
    let (mut contacts, mut rounded_differs) = (0, 0);
    for _ in 0..8 {
        let (bodies, poses) = tori(&mut rng);
        let exact = detect(&mut BruteForce::new(), &bodies, &poses);
        let mut world = World::new(&bodies);
        world.update(&Frame::new(&poses).unwrap(), &mut Default::default());
        let faces = bodies[0].mesh().face_count() as u32;
        let said = |test: TriangleTest| {
            let mut said = Vec::new();
            for a in 0..faces {
                let triangle = world.triangle(BodyId(0), a);
                for b in 0..faces {
                    if (test.interfere)(&triangle, &world.triangle(BodyId(1), b)) {
                        said.push((a, b));
                    }
                }
            }
            said
        };
        let truth: Vec<_> = exact
            .contacts
            .iter()
            .map(|c| (c.pair.face_a, c.pair.face_b))
            .collect();
        assert_eq!(said(GJK64), truth);
        contacts += truth.len();
        rounded_differs += usize::from(said(GJK32) != truth);
    }
    assert!(contacts > 300, "only {contacts} contacts");
    // In single precision it does not, or this test would show nothing.
    assert!(rounded_differs > 0);
}

#[test]
fn its_hierarchies_lose_no_face_pair() {
    let mut rng = SceneRng::new(3);
    let mut contacts = 0;
    for _ in 0..60 {
        let (bodies, poses) = tori(&mut rng);
        let exact = detect(&mut BruteForce::new(), &bodies, &poses);
        let parry = detect(&mut Parry3d::default(), &bodies, &poses);
        assert_eq!(parry.contacts, exact.contacts);
        assert_eq!(parry.bodies, exact.bodies);
        let [pairs, tested] = [&exact, &parry].map(|found| found.work.count("face-box-tests"));
        assert!(
            10 * tested < pairs,
            "{tested} of {pairs} face pairs reach the leaf test"
        );
        contacts += exact.contacts.len();
    }
    assert!(contacts > 2000, "only {contacts} contacts");
}

#[test]
fn it_measures_the_separation_of_the_oracle() {
    let mut rng = SceneRng::new(2);
    let meshes = [torus(1.0, 0.3, 12, 8), BodyModel::Chair.mesh()].map(Arc::new);
    let trimesh = |mesh: &Arc<Mesh>| {
        let vertices = mesh.vertices().to_vec();
        shape::TriMesh::new(vertices, mesh.triangles().to_vec()).unwrap()
    };
    let theirs = meshes.each_ref().map(trimesh);
    let [torus, chair] = meshes;
    let bodies = [Body::rigid("a", torus), Body::rigid("b", chair)];
    let mut separator = Separator::new(&bodies);
    let pair = BodyPair::new(BodyId(0), BodyId(1));
    let mut compared = 0;
    for _ in 0..60 {
        let poses = [random_pose(&mut rng, 2.5), random_pose(&mut rng, 2.5)];
        separator.place(&Frame::new(&poses).unwrap());
        let ours = separator.separation(pair);
        if ours.distance == 0.0 {
            continue;
        }
        let [p, q] = poses.map(|pose| math::Pose::from_parts(pose.translation, pose.rotation));
        let theirs = query::distance(&p, &theirs[0], &q, &theirs[1])
            .unwrap()
            .distance;
        assert!((ours.distance - theirs).abs() < 1e-6, "{ours:?} {theirs}");
        compared += 1;
    }
    assert!(compared > 30, "{compared}");
}
