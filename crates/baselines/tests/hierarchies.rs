//! Trees of oriented boxes and of k-DOPs find what brute force finds, and visit what their papers
//! say.

use baselines::{BruteForce, DopSides, KDopTreeOptions, ObbTree};
use collision::{Body, Detector, Findings, Frame, Query};
use geometry::{Mesh, Pose, Quat, Vec3, power_of_two};
use oracle::testing::random_soup;
use proptest::prelude::*;
use scenes::random::SceneRng;
use std::sync::Arc;

/// Returns each detector with its label.
fn detectors() -> Vec<(String, Box<dyn Detector>)> {
    let k_dops = DopSides::ALL.map(|k| {
        let options = KDopTreeOptions {
            k,
            ..KDopTreeOptions::default()
        };
        (format!("k-dop-tree k={}", k.name()), options.detector())
    });
    let obb = ("obb-tree".to_owned(), Box::new(ObbTree::new()) as _);
    std::iter::once(obb).chain(k_dops).collect()
}

fn detect(
    detector: &mut dyn Detector,
    bodies: &[Body],
    poses: &[Pose],
    query: &Query<'_>,
) -> Findings {
    detector.prepare(bodies).unwrap();
    let mut found = Findings::default();
    let frame = Frame::new(poses).unwrap();
    detector.detect(&frame, query, &mut found).unwrap();
    found
}

fn scaled(mesh: &Mesh, scale: f64, offset: Vec3) -> Arc<Mesh> {
    let vertices = mesh.vertices().iter().map(|p| *p * scale + offset);
    Arc::new(mesh.with_vertices(vertices.collect()).unwrap())
}

fn any_quat() -> impl Strategy<Value = Quat> {
    let part = -1.0..1.0;
    let length = prop_oneof![Just(1.0), 1.0 - 1e-6..1.0 + 1e-6];
    let generic = ([part.clone(), part.clone(), part.clone(), part], length)
        .prop_filter("a direction", |(q, _)| {
            q.iter().map(|x| x * x).sum::<f64>() > 0.01
        })
        .prop_map(|(q, length)| Quat::from_array(q).normalize() * length);
    let third = Quat::from_xyzw(0.5, 0.5, 0.5, 0.5);
    prop_oneof![2 => generic, 1 => Just(Quat::IDENTITY), 1 => Just(third)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Faces from a lattice touch and lie in common planes; others are in general position.
    #[test]
    fn contacts_are_those_of_brute_force(
        seed in 0u64..1000,
        lattice in prop_oneof![Just(None), Just(Some(2.0)), Just(Some(4.0))],
        counts in [1u32..30, 1u32..30],
        turns in [any_quat(), any_quat()],
        at in [-1.0..1.0f64, -1.0..1.0, -1.0..1.0],
        exponent in prop_oneof![2 => Just(0), 1 => Just(-1060), 1 => Just(-900), 1 => Just(90)],
        flat in prop_oneof![3 => Just(None), 1 => (0usize..3).prop_map(Some)],
    ) {
        let mut rng = SceneRng::new(seed);
        let scale = power_of_two(exponent);
        let bodies = counts.map(|count| {
            let mut mesh = random_soup(&mut rng, count, lattice);
            if let Some(axis) = flat {
                let mut vertices = mesh.vertices().to_vec();
                vertices.iter_mut().for_each(|p| p[axis] = 0.0);
                mesh = Arc::new(mesh.with_vertices(vertices).unwrap());
            }
            Body::rigid("soup", scaled(&mesh, scale, Vec3::ZERO))
        });
        let at = Vec3::from_array(at).map(|x| lattice.map_or(x, |n| (x * n).round() / n));
        let poses = [Pose::new(Vec3::ZERO, turns[0]), Pose::new(at * scale, turns[1])];
        let query = Query::default();
        let exact = detect(&mut BruteForce::new(), &bodies, &poses, &query);
        for (label, mut detector) in detectors() {
            let found = detect(&mut *detector, &bodies, &poses, &query);
            prop_assert_eq!(&found.contacts, &exact.contacts, "{}", label);
            let first = detect(&mut *detector, &bodies, &poses, &Query::first_contact());
            prop_assert_eq!(first.contacts.len(), usize::from(!exact.contacts.is_empty()));
            prop_assert!(first.contacts.iter().all(|c| exact.contacts.contains(c)), "{}", label);
        }
    }
}

/// Bodies that differ in size by 2^60, the small one on a corner of the large one.
#[test]
fn a_tiny_body_on_a_corner_of_a_huge_one_is_found() {
    let cube = scenes::bodies::cube(2.0);
    let bodies = [
        Body::rigid("huge", scaled(&cube, 1.0, Vec3::ZERO)),
        Body::rigid("tiny", scaled(&cube, 2f64.powi(-60), Vec3::ZERO)),
    ];
    let poses = [Pose::IDENTITY, Pose::at(Vec3::ONE)];
    for poses in [poses, [poses[0], Pose::at(Vec3::new(1.0, 0.3, 0.2))]] {
        let exact = detect(&mut BruteForce::new(), &bodies, &poses, &Query::default());
        assert!(!exact.contacts.is_empty());
        for (label, mut detector) in detectors() {
            let found = detect(&mut *detector, &bodies, &poses, &Query::default());
            assert_eq!(found.contacts, exact.contacts, "{label}");
        }
    }
}

/// Each face is half as far from the origin as the one before, so that each split parts one face
/// from the others: trees as deep as there are faces.
#[test]
fn deep_trees_are_walked_to_the_bottom() {
    let faces = 900;
    let at = |i: u32| 2f64.powi(40 - i as i32);
    let corners = |i| {
        [
            at(i) * Vec3::X,
            at(i) * Vec3::new(0.9, 0.1, 0.0),
            at(i) * Vec3::new(0.9, 0.0, 0.1),
        ]
    };
    let vertices = (0..faces).flat_map(corners).collect();
    let triangles = (0..faces).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let spike = Arc::new(Mesh::new(vertices, triangles).unwrap());
    let bodies = [Body::rigid("a", spike.clone()), Body::rigid("b", spike)];
    let poses = [Pose::IDENTITY; 2];
    for (label, mut detector) in detectors() {
        let found = detect(&mut *detector, &bodies, &poses, &Query::default());
        assert_eq!(found.contacts.len(), faces as usize, "{label}");
    }
}

fn spheres_apart(gap: f64) -> ([Body; 2], [Pose; 2]) {
    let sphere = Arc::new(scenes::bodies::sphere(3968).unwrap());
    let bodies = [Body::rigid("a", sphere.clone()), Body::rigid("b", sphere)];
    let direction = Vec3::new(0.48, 0.6, 0.64);
    (bodies, [Pose::IDENTITY, Pose::at(direction * (2.0 + gap))])
}

/// "OBB-trees converge quadratically": for surfaces that are close to each other, boxes need fewer
/// tests than k-DOPs, and 26 sides fewer than 6 [Gottschalk 1996; Klosowski 1998].
#[test]
fn tighter_volumes_need_fewer_tests() {
    let (bodies, poses) = spheres_apart(1e-4);
    let tests: Vec<u64> = detectors()
        .into_iter()
        .map(|(_, mut detector)| {
            let found = detect(&mut *detector, &bodies, &poses, &Query::default());
            assert!(found.contacts.is_empty());
            found.work.count("node-tests")
        })
        .collect();
    let [obb, k6, k14, k18, k26] = tests[..] else {
        panic!("five detectors");
    };
    assert!(obb < k26 && k26 < k18 && k18 < k6 && k14 < k6, "{tests:?}");
}

/// Nodes of the moving body are bounded once, and only those that a walk comes to.
#[test]
fn nodes_are_moved_on_demand_and_once() {
    let (bodies, poses) = spheres_apart(-0.01);
    for (label, mut detector) in detectors().into_iter().skip(1) {
        let found = detect(&mut *detector, &bodies, &poses, &Query::default());
        let [moved, tested] = ["nodes-moved", "node-tests"].map(|name| found.work.count(name));
        assert!(found.contacts.len() > 10, "{label}");
        assert!(
            10 * moved < 7935 && 2 * moved < tested,
            "{label}: {moved} of {tested}"
        );
    }
}

/// Vertices are moved for faces whose leaves overlap only.
#[test]
fn vertices_are_moved_for_leaves_only() {
    let (bodies, poses) = spheres_apart(0.01);
    for (label, mut detector) in detectors() {
        let found = detect(&mut *detector, &bodies, &poses, &Query::default());
        let [moved, faces] =
            ["vertices-moved", "face-box-tests"].map(|name| found.work.count(name));
        assert!(
            moved <= 6 * faces,
            "{label}: {moved} for {faces} pairs of leaves"
        );
        assert!(found.work.count("node-tests") > 0, "{label}");
    }
}

#[test]
fn deforming_bodies_are_refused_by_name() {
    let cube = Arc::new(scenes::bodies::cube(1.0));
    for (label, mut detector) in detectors() {
        let refused = detector.prepare(&[Body::deforming("jelly", cube.clone())]);
        assert!(
            refused.unwrap_err().to_string().contains("jelly"),
            "{label}"
        );
    }
}
