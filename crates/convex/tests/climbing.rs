//! Climbing gives the findings of scanning, for a fraction of the work [Cohen95 §4.1].

use collision::{Body, Detector, Findings, Frame, Query, Work};
use convex::{SeparatingPlane, SeparatingPlaneOptions, SupportSearch};
use geometry::{ConvexHull, Mesh, Pose, Quat, Vec3};
use std::sync::Arc;

/// Returns a sphere of radius 1, its vertices along a spiral.
fn sphere(count: u32) -> Arc<Mesh> {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let point = |i: u32| {
        let z = 1.0 - (2.0 * f64::from(i) + 1.0) / f64::from(count);
        let ring = (1.0 - z * z).sqrt();
        let (sine, cosine) = (golden * f64::from(i)).sin_cos();
        Vec3::new(ring * cosine, ring * sine, z)
    };
    let points: Vec<Vec3> = (0..count).map(point).collect();
    Arc::new(ConvexHull::of_points(&points).unwrap().mesh())
}

/// Returns the number of collisions in each frame, and the work of all frames.
fn run(support: SupportSearch, motion: impl Fn(f64) -> [Pose; 3]) -> (Vec<usize>, Work) {
    let sphere = sphere(2000);
    let bodies = [0, 1, 2].map(|i| Body::rigid(format!("sphere {i}"), sphere.clone()));
    let mut detector = SeparatingPlane::with_options(SeparatingPlaneOptions {
        support,
        ..SeparatingPlaneOptions::default()
    });
    detector.prepare(&bodies).unwrap();
    let (mut found, mut total) = (Findings::default(), Work::default());
    let collisions = (0..200).map(|step| {
        let poses = motion(f64::from(step));
        let frame = Frame::new(&poses).unwrap();
        detector
            .detect(&frame, &Query::default(), &mut found)
            .unwrap();
        total += &found.work;
        found.bodies.len()
    });
    (collisions.collect(), total)
}

#[test]
fn slow_motion_costs_few_vertices() {
    // Two spheres roll toward each other and apart again, turning; the third stays far.
    let motion = |step: f64| {
        let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 2.0) / 3.0, 0.01 * step);
        let x = 2.02 + 0.01 * (0.05 * step).cos();
        [
            Pose::new(Vec3::ZERO, turn),
            Pose::new(Vec3::X * x, turn.conjugate()),
            Pose::new(Vec3::Y * 5.0, turn),
        ]
    };
    let (scanned, all) = run(SupportSearch::Scan, motion);
    let (climbed, few) = run(SupportSearch::Climb, motion);
    assert_eq!(climbed, scanned);
    let vertices = |work: &Work| work.count("plane-tests") + work.count("support-vertices");
    let searches = |work: &Work| work.count("closest-point-searches");
    assert!(
        searches(&all) > 10 && searches(&few) > 10,
        "planes fail, too"
    );
    let (few, all) = (vertices(&few), vertices(&all));
    assert!(few * 50 < all, "{few} instead of {all}");
}

#[test]
fn no_vertex_is_moved_in_vain() {
    let motion = |step: f64| {
        let away = |axis: Vec3| Pose::at(axis * (5.0 + 0.001 * step));
        [away(Vec3::X), away(Vec3::Y), away(Vec3::Z)]
    };
    let (_, work) = run(SupportSearch::Climb, motion);
    let searches = work.count("closest-point-searches");
    assert!(work.count("vertices-moved") < 100 * searches, "{work:?}");
}
