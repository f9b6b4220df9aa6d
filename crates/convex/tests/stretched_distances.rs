//! Distances of bodies whose quaternions are not of unit length.

use broad_phase::NoCulling;
use collision::{Body, Detector, Feature, Findings, Frame, Query};
use convex::{ICollide, ICollideOptions};
use geometry::{Mesh, Pose, Quat, Vec3};
use std::sync::Arc;

/// Stored quaternions may be 1e-6 off unit length. The search takes bodies for rigid, and distances
/// were off by as much.
#[test]
fn distances_allow_for_quaternions_off_unit_length() {
    let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let mesh = Arc::new(Mesh::new(corners, faces).unwrap());
    let bodies = [Body::rigid("a", mesh.clone()), Body::rigid("b", mesh)];
    let mut detector = ICollide::with_broad_phase(ICollideOptions::default(), NoCulling::default());
    detector.prepare(&bodies).unwrap();
    let turn = |angle: f64, drift: f64| Quat::from_rotation_z(angle) * (1.0 + drift);
    let poses = [
        Pose::new(Vec3::ZERO, turn(0.6, 9e-7)),
        Pose::new(Vec3::new(2.0, 1.4, 0.0), turn(3.6, -9e-7)),
    ];
    // Corner 1 of each.
    let corner = |pose: &Pose| pose.world_map().apply(Vec3::X);
    let expected = [corner(&poses[0]), corner(&poses[1])];
    let mut found = Findings::default();
    let query = Query::default().with_distances(true);
    let frame = Frame::new(&poses).unwrap();
    detector.detect(&frame, &query, &mut found).unwrap();
    let closest = found.evidence.closest[0];
    let points = closest.points.unwrap();
    assert_eq!(closest.features, [Feature::Vertex(1); 2]);
    for (point, expected) in points.iter().zip(&expected) {
        assert!(point.distance(*expected) < 1e-14, "{point}, {expected}");
    }
    let distance = expected[0].distance(expected[1]);
    assert!(
        (closest.distance - distance).abs() < 1e-14,
        "{closest:?}, {distance}"
    );
}
