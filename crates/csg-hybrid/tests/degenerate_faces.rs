//! Faces with two equal corners lie on no leaf. Their contacts are found all the same.

use baselines::BruteForce;
use collision::{Body, Detector, Findings, Frame, Query};
use csg_hybrid::{CsgHybrid, CsgHybridOptions, Localization};
use geometry::{Mesh, Pose, Vec3};
use std::sync::Arc;

/// Returns a cube of unit size with a segment as a face, from a corner of the cube to `end`.
fn cube_with_segment(end: Vec3) -> Arc<Mesh> {
    let cube = scenes::bodies::cube(1.0);
    let (mut vertices, mut triangles) = (cube.vertices().to_vec(), cube.triangles().to_vec());
    let far = vertices.len() as u32;
    vertices.push(end);
    triangles.push([triangles[0][0], far, far]);
    Arc::new(Mesh::new(vertices, triangles).unwrap())
}

/// Returns the contacts, and whether the first one is found if one is enough.
fn contacts(mut detector: impl Detector, bodies: &[Body], pose: Pose) -> (Findings, bool) {
    detector.prepare(bodies).unwrap();
    let poses = [Pose::IDENTITY, pose];
    let frame = Frame::new(&poses).unwrap();
    let (mut all, mut first) = (Findings::default(), Findings::default());
    detector
        .detect(&frame, &Query::all_contacts(), &mut all)
        .unwrap();
    detector
        .detect(&frame, &Query::first_contact(), &mut first)
        .unwrap();
    (all, !first.bodies.is_empty())
}

#[test]
fn degenerate_faces_touch_faces_of_leaves_and_each_other() {
    let long = cube_with_segment(Vec3::new(3.0, 3.0, 3.0));
    let across = cube_with_segment(Vec3::new(-3.0, 3.0, -3.0));
    let plain = Arc::new(scenes::bodies::cube(1.0));
    // The second cube lies on the segment of the first, the segment of the second on the first
    // cube, the segments meet far from both cubes, and nothing meets.
    let places = [
        Vec3::splat(2.0),
        Vec3::new(2.0, -2.0, 2.0),
        Vec3::new(4.0, 0.0, 4.0),
        Vec3::new(0.0, -9.0, 0.0),
    ];
    let mut met = [0; 3];
    for (i, meshes) in [[&long, &plain], [&plain, &across], [&long, &across]]
        .iter()
        .enumerate()
    {
        let bodies = [
            Body::rigid("a", meshes[0].clone()),
            Body::rigid("b", meshes[1].clone()),
        ];
        for at in places {
            let pose = Pose::at(at);
            let (expected, _) = contacts(BruteForce::new(), &bodies, pose);
            for localization in [Localization::On, Localization::SBounds] {
                let options = CsgHybridOptions {
                    localization,
                    ..Default::default()
                };
                let detector = CsgHybrid::with_options(options);
                let (found, first) = contacts(detector, &bodies, pose);
                assert_eq!(
                    found.contacts, expected.contacts,
                    "{i}, {at}, {localization:?}"
                );
                assert_eq!(
                    first,
                    !expected.contacts.is_empty(),
                    "{i}, {at}, {localization:?}"
                );
            }
            met[i] += usize::from(!expected.contacts.is_empty());
        }
    }
    assert!(met[0] >= 1 && met[1] >= 1 && met[2] >= 3, "{met:?}");
}
