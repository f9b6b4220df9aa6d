//! Bounds of whole bodies in a query for first contacts (D10): tight for a rotated body, and never
//! smaller than it, whatever its scale.

use baselines::BruteForce;
use collision::{Body, BodyId, BodyPair, Detector, Findings, Frame, Query, Snapshot};
use face_octree::{OctreeUpdate, OctreeUpdateOptions, TunedFaceOctree};
use geometry::{Mesh, Pose, Quat, Vec3, power_of_two};
use std::sync::Arc;

fn octree_update() -> OctreeUpdate {
    OctreeUpdate::with_options(OctreeUpdateOptions {
        local_level: 1,
        ..OctreeUpdateOptions::default()
    })
}

fn both() -> [Box<dyn Detector>; 2] {
    [Box::new(TunedFaceOctree::new()), Box::new(octree_update())]
}

fn first_contacts(detector: &mut dyn Detector, frame: &Frame<'_>) -> Findings {
    let mut found = Findings::default();
    detector
        .detect(frame, &Query::first_contact(), &mut found)
        .unwrap();
    found
}

fn colliding(found: &Findings) -> Vec<BodyPair> {
    found.bodies.iter().map(|body| body.pair).collect()
}

/// Returns the numbers of pairs whose boxes, balls and nodes were compared.
fn tests(found: &Findings) -> [u64; 3] {
    ["overlap-regions", "ball-tests", "node-tests"].map(|name| found.work.count(name))
}

fn sphere() -> Arc<Mesh> {
    Arc::new(scenes::bodies::sphere(168).unwrap())
}

fn turned(by: f64) -> Quat {
    Quat::from_axis_angle(Vec3::new(1.0, -2.0, 0.5).normalize(), by)
}

#[test]
fn rotated_spheres_that_are_apart_need_no_test_of_nodes() {
    let scene = scenes::motions::calm(27, 48, 1995).unwrap();
    for mut detector in both() {
        detector.prepare(&scene.bodies).unwrap();
        for frame in (0..scene.frames.len()).step_by(6) {
            let found = first_contacts(&mut *detector, &scene.frame(frame));
            assert_eq!(tests(&found), [0; 3], "frame {frame}");
        }
    }
}

#[test]
fn spheres_with_boxes_that_overlap_are_apart_by_their_balls() {
    let bodies = [0, 1].map(|i| Body::rigid(format!("sphere {i}"), sphere()));
    // The centers are 2.08 radii apart, and 1.2 along each axis.
    let poses = [
        Pose::new(Vec3::ZERO, turned(0.7)),
        Pose::new(Vec3::splat(1.2), turned(2.1)),
    ];
    for mut detector in both() {
        detector.prepare(&bodies).unwrap();
        let found = first_contacts(&mut *detector, &Frame::new(&poses).unwrap());
        assert_eq!(tests(&found), [1, 1, 0]);
        let mut near = poses;
        near[1].translation = Vec3::splat(1.0);
        let found = first_contacts(&mut *detector, &Frame::new(&near).unwrap());
        assert_eq!(colliding(&found).len(), 1);
        // A body that is gone has no bounds.
        assert!(detector.remove(BodyId(1)));
        let found = first_contacts(&mut *detector, &Frame::new(&near).unwrap());
        assert_eq!((tests(&found), found.bodies.len()), ([0; 3], 0));
    }
}

/// The ball follows each deformation, and the return to rest.
#[test]
fn a_deformed_body_is_bounded_by_its_deformed_vertices() {
    let mesh = sphere();
    let bodies = [
        Body::deforming("jelly", mesh.clone()),
        Body::rigid("still", mesh.clone()),
    ];
    let scaled =
        |factor: f64| -> Vec<Vec3> { mesh.vertices().iter().map(|p| factor * p).collect() };
    let (larger, smaller) = (scaled(1.6), scaled(0.5));
    let poses = [
        Pose::new(Vec3::ZERO, turned(0.7)),
        Pose::new(Vec3::splat(1.2), turned(2.1)),
    ];
    let mut tuned = TunedFaceOctree::new();
    tuned.prepare(&bodies).unwrap();
    let mut found = |deformed: Option<&[Vec3]>| {
        let deformed = [deformed, None];
        let snapshot = Snapshot::with_deformed(&poses, &deformed[..]).unwrap();
        let frame = Frame::at(snapshot);
        let found = first_contacts(&mut tuned, &frame);
        (colliding(&found).len(), tests(&found)[2] > 0)
    };
    for _ in 0..2 {
        assert_eq!(found(Some(&larger)), (1, true), "it reaches the other");
        assert_eq!(found(None), (0, false));
        assert_eq!(found(Some(&smaller)), (0, false));
    }
}

/// Octahedra that touch with one corner each, in the point where their balls touch. Some cross, and
/// some are apart, by the last bit.
#[test]
fn balls_that_touch_lose_no_contact_at_any_scale() {
    let corners = [Vec3::X, Vec3::Y, Vec3::Z];
    let corners = corners.into_iter().flat_map(|p| [p, -p]);
    let corners: Vec<Vec3> = corners.collect();
    let upper = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4]];
    let lower = upper.map(|[a, b, _]| [b, a, 5]);
    for exponent in [-1072, -1060, -1030, -600, -500, -20, 0, 40, 90] {
        let unit = power_of_two(exponent);
        let vertices = corners.iter().map(|p| 4.0 * unit * p).collect();
        let mesh = Mesh::new(vertices, [upper, lower].concat()).unwrap();
        let mesh = Arc::new(mesh);
        let bodies = [0, 1].map(|i| Body::rigid(format!("octahedron {i}"), mesh.clone()));
        let mut detectors = both();
        let mut brute_force = BruteForce::new();
        brute_force.prepare(&bodies).unwrap();
        for detector in &mut detectors {
            detector.prepare(&bodies).unwrap();
        }
        let mut answers = [0; 2];
        for i in 0..200 {
            let rotation = turned(0.37 * f64::from(i));
            let at = Vec3::new(0.3, -0.7, 0.2) * f64::from(i % 5) * unit;
            let corner = corners[i as usize % 6] * 4.0 * unit;
            let other = at + 2.0 * (rotation * corner);
            let poses = [Pose::new(at, rotation), Pose::new(other, rotation)];
            let frame = Frame::new(&poses).unwrap();
            let truth = first_contacts(&mut brute_force, &frame);
            answers[truth.bodies.len()] += 1;
            for detector in &mut detectors {
                let found = first_contacts(&mut **detector, &frame);
                assert_eq!(
                    colliding(&found),
                    colliding(&truth),
                    "2^{exponent}, pose {i}"
                );
            }
        }
        assert!(answers[1] > 20, "2^{exponent}: {answers:?}");
    }
}

/// Away from the last bits, bodies of any scale are found apart before their hierarchies.
#[test]
fn balls_separate_bodies_at_any_scale() {
    let sphere = sphere();
    for exponent in [-1050, -1030, -600, -500, -20, 0, 40, 90] {
        let unit = power_of_two(exponent);
        let vertices = sphere.vertices().iter().map(|p| unit * p).collect();
        let mesh = Mesh::new(vertices, sphere.triangles().to_vec()).unwrap();
        let mesh = Arc::new(mesh);
        let bodies = [0, 1].map(|i| Body::rigid(format!("sphere {i}"), mesh.clone()));
        let at = |x: f64, angle| Pose::new(Vec3::splat(x * unit), turned(angle));
        for mut detector in both() {
            detector.prepare(&bodies).unwrap();
            let poses = [at(0.0, 0.7), at(1.3, 2.1)];
            let found = first_contacts(&mut *detector, &Frame::new(&poses).unwrap());
            assert_eq!(tests(&found)[1..], [1, 0], "2^{exponent}");
            let poses = [at(0.0, 0.7), at(0.9, 2.1)];
            let found = first_contacts(&mut *detector, &Frame::new(&poses).unwrap());
            assert_eq!(found.bodies.len(), 1, "2^{exponent}");
        }
    }
}

/// A body that waves: near nothing, then near another, then as it was, then at rest.
#[test]
fn hierarchies_of_bodies_that_deform_are_fitted_near_others_only() {
    let bodies = ["still", "waving"].map(|name| Body::deforming(name, sphere()));
    let faces = sphere().face_count() as u64;
    let waved = |by: f64| -> Vec<Vec3> {
        let bend = |p: &Vec3| *p + Vec3::Y * by * (3.0 * p.x).sin();
        sphere().vertices().iter().map(bend).collect()
    };
    let mut detector = TunedFaceOctree::new();
    detector.prepare(&bodies).unwrap();
    for (wave, at, fitted, meets) in [
        (Some(0.3), Vec3::splat(9.0), 0, false),
        // Balls apart, boxes not.
        (Some(0.2), Vec3::splat(1.45), 0, false),
        (Some(0.1), Vec3::splat(1.0), faces, true),
        (Some(0.1), Vec3::splat(1.01), 0, true),
        (None, Vec3::splat(8.0), 0, false),
        (None, Vec3::splat(1.0), faces, true),
        (None, Vec3::splat(1.0), 0, true),
    ] {
        let shape = wave.map(waved);
        let deformed = [None, shape.as_deref()];
        let poses = [Pose::IDENTITY, Pose::new(at, turned(2.1))];
        let frame = Frame::at(Snapshot::with_deformed(&poses, &deformed[..]).unwrap());
        let found = first_contacts(&mut detector, &frame);
        let case = format!("{wave:?} at {at}");
        assert_eq!(found.work.count("boxes-fitted"), fitted, "{case}");
        assert_eq!(!found.bodies.is_empty(), meets, "{case}");
        let mut brute = BruteForce::new();
        brute.prepare(&bodies).unwrap();
        assert_eq!(
            first_contacts(&mut brute, &frame).bodies,
            found.bodies,
            "{case}"
        );
    }
}
