//! parry3d, which shares no code with us, agrees in generic position.

use collision::{Body, Detector, Findings, Frame, World};
use geometry::{Pose, Quat, Vec3};
use oracle::gjk::{Gjk32, Gjk64, Witness};
use oracle::{BruteForce, Parry3d};
use rand::RngExt;
use scenes::bodies::torus;
use scenes::random::SceneRng;
use std::sync::Arc;

/// Two tori in random poses whose surfaces mostly meet.
fn tori(rng: &mut SceneRng) -> (Vec<Body>, [Pose; 2]) {
    let mesh = Arc::new(torus(1.0, 0.4, 14, 8));
    let bodies = (0..2)
        .map(|id| Body::rigid(id, "torus", mesh.clone()))
        .collect();
    let mut number = || rng.random::<f64>() - 0.5;
    let mut pose = || {
        let rotation = Quat::from_xyzw(number(), number(), number(), number()).normalize();
        Pose::new(2.0 * Vec3::new(number(), number(), number()), rotation)
    };
    (bodies, [pose(), pose()])
}

fn detect(detector: &mut dyn Detector, bodies: &[Body], poses: &[Pose]) -> Findings {
    let mut found = Findings::default();
    detector.prepare(bodies).unwrap();
    detector.detect(&Frame::new(poses), &mut found);
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
        world.update(&Frame::new(&poses), &mut Default::default());
        let faces = bodies[0].mesh.face_count() as u32;
        let said = |witness: &dyn Witness| {
            let mut said = Vec::new();
            for a in 0..faces {
                let triangle = world.triangle(bodies[0].id, a);
                for b in 0..faces {
                    if witness.interfere(&triangle, &world.triangle(bodies[1].id, b)) {
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
        assert_eq!(said(&Gjk64), truth);
        contacts += truth.len();
        rounded_differs += usize::from(said(&Gjk32) != truth);
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
        let rival = detect(&mut Parry3d::default(), &bodies, &poses);
        assert_eq!(rival.contacts, exact.contacts);
        assert_eq!(rival.bodies, exact.bodies);
        let [pairs, tested] = [&exact, &rival].map(|found| found.work.face_box_tests);
        assert!(
            10 * tested < pairs,
            "{tested} of {pairs} face pairs reach the leaf test"
        );
        contacts += exact.contacts.len();
    }
    assert!(contacts > 2000, "only {contacts} contacts");
}
