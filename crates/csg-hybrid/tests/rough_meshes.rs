//! Rough meshes, whose trees would have about as many leaves as faces, are one leaf.

use baselines::BruteForce;
use collision::{Body, Detector, Findings, Frame, Query};
use csg_hybrid::{CsgHybrid, CsgHybridOptions, HybridMode, Localization, Shortcuts};
use geometry::{Mesh, Pose, Quat, Vec3};
use std::sync::Arc;

/// A ball of peaks and pits: every third vertex lies deeper.
fn rough_ball() -> Arc<Mesh> {
    let ball = scenes::bodies::sphere(168).unwrap();
    let pit = |(i, p): (usize, &Vec3)| if i % 3 == 0 { *p * 0.8 } else { *p };
    let vertices = ball.vertices().iter().enumerate().map(pit).collect();
    Arc::new(ball.with_vertices(vertices).unwrap())
}

/// The second ball comes near, touches, overlaps and is in the place of the first one.
fn frames() -> Vec<[Pose; 2]> {
    let reach = scenes::bodies::sphere(168).unwrap().aabb().size().x;
    let at = |share: f64| {
        let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), 5.0 * share);
        [Pose::IDENTITY, Pose::new(Vec3::X * (reach * share), turn)]
    };
    let mut frames: Vec<[Pose; 2]> = (0..24).map(|i| at(1.15 - 0.05 * f64::from(i))).collect();
    frames.push([Pose::IDENTITY; 2]);
    frames
}

/// Returns the findings of all frames, and the sum of a work count.
fn run(mut detector: impl Detector, bodies: &[Body], count: &str) -> (Vec<Findings>, u64) {
    detector.prepare(bodies).unwrap();
    let query = Query::all_contacts().with_containment(true);
    let (frames, mut sum) = (frames(), 0);
    let each = frames.iter().map(|poses| {
        let mut found = Findings::default();
        let frame = Frame::new(&poses[..]).unwrap();
        detector.detect(&frame, &query, &mut found).unwrap();
        sum += found.work.count(count);
        found
    });
    let found = each.collect();
    (found, sum)
}

#[test]
fn a_rough_mesh_is_one_leaf_and_exact() {
    let bodies = ["a", "b"].map(|name| Body::rigid(name, rough_ball()));
    let (expected, _) = run(BruteForce::new(), &bodies, "");
    let colliding = expected.iter().filter(|found| !found.bodies.is_empty());
    assert!((10..expected.len()).contains(&colliding.count()));
    let with = |localization, shortcuts| CsgHybridOptions {
        localization,
        shortcuts,
        ..CsgHybridOptions::default()
    };
    for options in [
        CsgHybridOptions::default(),
        with(Localization::On, Shortcuts::Off),
        with(Localization::Off, Shortcuts::On),
        with(Localization::SBounds, Shortcuts::On),
    ] {
        let detector = CsgHybrid::with_options(options);
        let (found, leaf_pairs) = run(detector, &bodies, "leaf-pairs");
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found.contacts, expected.contacts);
            assert_eq!(found.bodies, expected.bodies);
        }
        assert!(leaf_pairs <= expected.len() as u64, "{leaf_pairs}");
    }
}

#[test]
fn the_tables_keep_the_tree_of_a_rough_mesh() {
    let bodies = ["a", "b"].map(|name| Body::rigid(name, rough_ball()));
    let options = CsgHybridOptions {
        mode: HybridMode::Published,
        ..CsgHybridOptions::default()
    };
    let (_, tests) = run(CsgHybrid::with_options(options), &bodies, "volume-tests");
    // Two leaves are one test.
    assert!(tests > frames().len() as u64, "{tests}");
}

/// A ring of few leaves is converted, though it is not convex.
#[test]
fn a_part_with_a_hole_keeps_its_leaves() {
    let ring = scenes::bodies::torus(2.0, 0.5, 6, 4);
    let ball = scenes::bodies::sphere(168).unwrap();
    let small = ball.vertices().iter().map(|p| *p * 0.3).collect();
    let ball = Arc::new(ball.with_vertices(small).unwrap());
    let bodies = [
        Body::rigid("ring", Arc::new(ring)),
        Body::rigid("ball", ball),
    ];
    let (found, leaf_pairs) = run(CsgHybrid::verified(), &bodies, "leaf-pairs");
    let (expected, _) = run(BruteForce::new(), &bodies, "");
    assert!(leaf_pairs > 0, "the ball comes near");
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found.contacts, expected.contacts);
    }
}
