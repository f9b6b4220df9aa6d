use super::*;
use crate::BruteForce;
use geometry::{Quat, Vec3};
use scenes::bodies::{block, cube, joined, moved, torus, turned_inside_out, without_last_face};
use scenes::{Generator, Scene};

/// Returns the pairs that a detector finds in each frame, and the GJK tests of each.
fn pairs(detector: &mut dyn Detector, scene: &Scene) -> Vec<(Vec<BodyPair>, u64)> {
    detector.prepare(&scene.bodies).unwrap();
    let mut found = Findings::default();
    let query = scene.query().with_containment(true);
    let frames = (0..scene.frames.len()).map(|i| {
        detector
            .detect(&scene.frame(i), &query, &mut found)
            .unwrap();
        let pairs = found.bodies.iter().map(|b| b.pair).collect();
        (pairs, found.work.count("gjk-tests"))
    });
    frames.collect()
}

fn generated(text: &str) -> Scene {
    text.parse::<Generator>().unwrap().generate().unwrap()
}

/// In general position, rounding decides nothing. Bodies move by more and by less than the margin,
/// and most bodies of the kitchen do not move.
#[test]
fn in_general_position_it_finds_the_pairs_of_brute_force() {
    for (text, least) in [
        ("polytopes:bodies=60,density-permille=100,frames=20", 100),
        (
            "polytopes:bodies=60,density-permille=100,rotation=0,translation=1,frames=20",
            100,
        ),
        ("kitchen:frames=60", 30),
    ] {
        let scene = generated(text);
        let expected = pairs(&mut BruteForce::new(), &scene);
        let found = pairs(&mut Parry3dGjk::new(), &scene);
        let mut count = 0;
        for (i, ((expected, _), (found, _))) in expected.iter().zip(&found).enumerate() {
            assert_eq!(found, expected, "{text}, frame {i}");
            count += expected.len();
        }
        assert!(count >= least, "{text}: {count}");
    }
}

#[test]
fn pairs_of_bodies_that_rest_are_not_tested_again() {
    let mesh = Arc::new(cube(2.0));
    let bodies: Vec<Body> = (0..3)
        .map(|i| Body::rigid(format!("{i}"), mesh.clone()))
        .collect();
    let mut detector = Parry3dGjk::new();
    detector.prepare(&bodies).unwrap();
    let mut found = Findings::default();
    let mut frame = |x: f64| {
        let poses = [0.0, 1.0, x].map(|x| Pose::at(Vec3::X * x));
        let frame = Frame::new(&poses).unwrap();
        detector
            .detect(&frame, &Query::default(), &mut found)
            .unwrap();
        (found.bodies.len(), found.work.count("gjk-tests"))
    };
    let frames = [9.0, 9.0, 2.5, 2.5, 2.501, 9.0, 9.0].map(&mut frame);
    assert_eq!(
        frames,
        [(1, 1), (1, 0), (2, 1), (2, 0), (2, 1), (1, 0), (1, 0)]
    );
}

#[test]
fn a_pair_of_candidates_leaves_the_broad_phase_as_it_was() {
    let mesh = Arc::new(cube(2.0));
    let bodies: Vec<Body> = (0..2)
        .map(|i| Body::rigid(format!("{i}"), mesh.clone()))
        .collect();
    let mut detector = Parry3dGjk::new();
    detector.prepare(&bodies).unwrap();
    let mut found = Findings::default();
    let pair = [BodyPair::new(BodyId(0), BodyId(1))];
    let none = Query::default().with_candidates(&[]);
    let given = Query::default().with_candidates(&pair);
    let plain = Query::default();
    for (x, query, expected) in [
        (9.0, &plain, 0),
        (1.0, &none, 0),
        (1.0, &given, 1),
        (1.0, &plain, 1),
        (9.0, &given, 0),
        (1.0, &plain, 1),
    ] {
        let poses = [0.0, x].map(|x| Pose::new(Vec3::X * x, Quat::IDENTITY));
        let frame = Frame::new(&poses).unwrap();
        detector.detect(&frame, query, &mut found).unwrap();
        assert_eq!(found.bodies.len(), expected, "{x}");
    }
}

#[test]
fn bodies_that_are_not_convex_are_refused_with_the_reason() {
    let refusal = |mesh| {
        let body = Body::rigid("it", Arc::new(mesh));
        let mut detector = Parry3dGjk::new();
        detector.prepare(&[body]).map_err(|e| e.to_string())
    };
    assert_eq!(refusal(cube(2.0)), Ok(()));
    assert_eq!(refusal(turned_inside_out(&cube(2.0))), Ok(()));
    let dented = |depth: f64| {
        let mesh = block(Vec3::new(1.0, 2.0, 3.0));
        let mut vertices = mesh.vertices().to_vec();
        vertices[0] += Vec3::splat(depth);
        mesh.with_vertices(vertices).unwrap()
    };
    assert_eq!(refusal(dented(1e-9)), Ok(()));
    let two = joined(&[cube(1.0), moved(&cube(1.0), Vec3::X * 3.0)]);
    for mesh in [dented(0.3), torus(1.0, 0.3, 8, 6), two] {
        let refused = refusal(mesh).unwrap_err();
        assert!(refused.contains("is not convex"), "{refused}");
    }
    let refused = refusal(without_last_face(&cube(1.0))).unwrap_err();
    assert!(refused.contains("is not closed"), "{refused}");
}
