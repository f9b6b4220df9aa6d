//! The tuned form in single precision, against brute force: meshes of many patches at any scale,
//! and what it leaves undone.

use baselines::BruteForce;
use collision::{Body, Detector, Findings, Frame, Query, Sharing, Snapshot};
use face_octree::TunedFaceOctree;
use geometry::{Mesh, Pose, Quat, Vec3, power_of_two};
use proptest::prelude::*;
use std::num::NonZeroUsize;
use std::sync::Arc;

fn vector() -> impl Strategy<Value = Vec3> {
    let part = || prop_oneof![5 => -1.0..1.0f64, 1 => Just(0.0), 1 => Just(-0.0), 1 => Just(0.5)];
    [part(), part(), part()].prop_map(Vec3::from_array)
}

/// Rotations as far from unit length as frames may contain.
fn rotation() -> impl Strategy<Value = Quat> {
    let part = -1.0..1.0;
    let length = prop_oneof![Just(1.0), 1.0 - 9e-7..1.0 + 9e-7];
    let generic = ([part.clone(), part.clone(), part.clone(), part], length)
        .prop_filter("a direction", |(q, _)| {
            q.iter().map(|x| x * x).sum::<f64>() > 0.01
        })
        .prop_map(|(q, length)| Quat::from_array(q).normalize() * length);
    prop_oneof![3 => generic, 1 => Just(Quat::IDENTITY)]
}

/// Faces with corners of their own, large or small, or a stretched sphere.
fn mesh() -> impl Strategy<Value = Mesh> {
    let size = prop_oneof![Just(1.0), Just(0.1), Just(1e-3), Just(0.0)];
    let face = (vector(), [vector(), vector(), vector()], size)
        .prop_map(|(at, corners, size)| corners.map(|corner| at + corner * size));
    let soup = prop::collection::vec(face, 1..120).prop_map(|faces| {
        let faces = faces.concat();
        let triangles = (0..faces.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        Mesh::new(faces.clone(), triangles.collect()).unwrap()
    });
    let sphere = (prop::sample::select(vec![80, 528]), vector()).prop_map(|(faces, stretch)| {
        let sphere = scenes::bodies::sphere(faces).unwrap();
        let vertices = sphere.vertices().iter().map(|p| *p * stretch);
        sphere.with_vertices(vertices.collect()).unwrap()
    });
    prop_oneof![soup, sphere]
}

fn moved(mesh: &Mesh, change: impl Fn(Vec3) -> Vec3) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| change(*p));
    mesh.with_vertices(vertices.collect()).unwrap()
}

fn body(name: &str, mesh: Arc<Mesh>, deforms: bool) -> Body {
    let mut body = Body::rigid(name, mesh);
    body.deforms = deforms;
    body
}

fn found(detector: &mut dyn Detector, bodies: &[Body], frame: &Frame<'_>) -> Findings {
    let mut found = Findings::default();
    detector.prepare(bodies).unwrap();
    detector
        .detect(frame, &Query::all_contacts(), &mut found)
        .unwrap();
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn contacts_are_those_of_brute_force_at_any_scale(
        meshes in [mesh(), mesh()],
        turns in [rotation(), rotation()],
        at in [vector(), vector()],
        far in prop_oneof![3 => Just(0.0), 1 => Just(1e5), 1 => Just(2f64.powi(40))],
        local in prop_oneof![3 => Just(0.0), 1 => Just(1e3)],
        exponent in prop_oneof![
            4 => Just(0), 1 => Just(-1060), 1 => Just(-900), 1 => Just(-140), 1 => Just(-60),
            1 => Just(50)
        ],
        small in prop_oneof![4 => Just(0), 1 => Just(-20), 1 => Just(-140)],
        largest in prop::bool::weighted(0.1),
        deforms in any::<bool>(),
    ) {
        // 2⁹⁷ and factors up to 4 about the center: up to the largest coordinates.
        let (scale, far, local) = if largest { (power_of_two(97), 0.0, 0.0) } else { (power_of_two(exponent), far, local) };
        let offset = Vec3::splat(local);
        let a = moved(&meshes[0], |p| (p + offset) * scale);
        let b = moved(&meshes[1], |p| p * scale * 2f64.powi(small));
        // The first body lies off its origin, so that its pose brings it back.
        let back = Pose::new(Vec3::ZERO, turns[0]).world_map().apply(offset * scale);
        let center = at[0] * (1.0 + far) * scale;
        let poses = [
            Pose::new(center - back, turns[0]),
            Pose::new(center + 0.3 * at[1] * scale, turns[1]),
        ];
        let shape = b.vertices().to_vec();
        // At rest elsewhere: what the frame brings counts.
        let rest = if deforms { moved(&b, |p| 0.5 * p + Vec3::splat(scale)) } else { b };
        let bodies = [
            Body::rigid("a", Arc::new(a)),
            body("b", Arc::new(rest), deforms),
        ];
        let deformed = [None, deforms.then_some(shape.as_slice())];
        let frame = Frame::at(Snapshot::with_deformed(&poses, &deformed[..]).unwrap());
        let expected = found(&mut BruteForce::new(), &bodies, &frame);
        let contacts = found(&mut TunedFaceOctree::new(), &bodies, &frame);
        prop_assert_eq!(contacts.contacts, expected.contacts);
    }
}

fn spheres(faces: u32, deforms: bool) -> [Body; 2] {
    let mesh = Arc::new(scenes::bodies::sphere(faces).unwrap());
    ["a", "b"].map(|name| body(name, mesh.clone(), deforms))
}

fn turned(at: Vec3) -> [Pose; 2] {
    [
        Pose::IDENTITY,
        Pose::new(at, Quat::from_xyzw(0.1, -0.7, 0.3, 0.64).normalize()),
    ]
}

/// Boxes of spheres side by side along a diagonal overlap, their balls do not.
#[test]
fn bodies_near_nothing_cost_their_bounds_only() {
    for deforms in [false, true] {
        let bodies = spheres(528, deforms);
        let shape = bodies[0].mesh().vertices().to_vec();
        let deformed = [deforms.then_some(shape.as_slice()); 2];
        for (distance, regions) in [(1.2, 1), (9.0, 0)] {
            let poses = turned(Vec3::splat(distance));
            let frame = Frame::at(Snapshot::with_deformed(&poses, &deformed[..]).unwrap());
            let findings = found(&mut TunedFaceOctree::new(), &bodies, &frame);
            assert_eq!(findings.work.count("overlap-regions"), regions);
            // The ball of a deforming body is that of its box, and does overlap.
            let work = |name| findings.work.count(name);
            assert!(findings.contacts.is_empty());
            assert!(work("vertices-moved") <= if deforms { 528 / 2 } else { 0 });
            assert!(regions > 0 || work("boxes-fitted") == 0);
            assert!(deforms || work("boxes-fitted") == 0);
        }
        let poses = turned(Vec3::splat(0.5));
        let frame = Frame::at(Snapshot::with_deformed(&poses, &deformed[..]).unwrap());
        let findings = found(&mut TunedFaceOctree::new(), &bodies, &frame);
        assert!(!findings.contacts.is_empty());
        assert!(findings.work.count("vertices-moved") > 0);
        assert_eq!(findings.work.count("boxes-fitted") > 0, deforms);
    }
}

/// Each step leaves few faces to the next where bodies meet in a small part of them.
#[test]
fn few_faces_are_compared_where_bodies_meet_in_few() {
    let bodies = spheres(3968, false);
    let poses = turned(Vec3::splat(1.93 / 3f64.sqrt()));
    let frame = Frame::new(&poses).unwrap();
    let findings = found(&mut TunedFaceOctree::new(), &bodies, &frame);
    let contacts = findings.contacts.len() as u64;
    let work = |name| findings.work.count(name);
    assert!(contacts > 50, "{contacts}");
    // A patch has some seven faces. Each would be looked at twice, before and after the interval on
    // the line of centers is known, but a half are in groups that are far away.
    assert!(work("region-tests") <= 2 * 3968 / 6, "{:?}", findings.work);
    assert!(work("listed") <= 5 * contacts, "{:?}", findings.work);
    // The corners of two faces that are tested exactly are moved again.
    let moved = work("vertices-moved") - 6 * work("face-pair-tests");
    assert!(2 * moved <= 3 * work("listed"), "{:?}", findings.work);
    assert!(
        work("face-box-tests") <= 40 * work("listed"),
        "{:?}",
        findings.work
    );
    assert!(
        work("face-pair-tests") <= 3 * contacts,
        "{:?}",
        findings.work
    );
}

/// One face as large as the body and one far away do not make the others compare all with all.
#[test]
fn faces_of_unequal_size_and_density_are_compared_with_few() {
    let grid = || {
        let at = |i: u32, j: u32| Vec3::new(f64::from(i), f64::from(j), 0.0) * 1e-3;
        let corners = |i, j| [at(i, j), at(i + 1, j), at(i, j + 1)];
        let faces = (0..60).flat_map(|i| (0..60).map(move |j| (i, j)));
        let mut vertices: Vec<Vec3> = faces.flat_map(|(i, j)| corners(i, j)).collect();
        vertices.extend([Vec3::ZERO, Vec3::X * 0.06, Vec3::Y * 0.06]);
        vertices.extend([Vec3::ONE, Vec3::ONE * 1.001, Vec3::ONE + Vec3::X]);
        let faces = (0..vertices.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        Arc::new(Mesh::new(vertices, faces.collect()).unwrap())
    };
    let bodies = [Body::rigid("a", grid()), Body::rigid("b", grid())];
    let frame = [Pose::IDENTITY, Pose::at(Vec3::new(2e-4, 3e-4, 0.0))];
    let frame = Frame::new(&frame).unwrap();
    let findings = found(&mut TunedFaceOctree::new(), &bodies, &frame);
    let expected = found(&mut BruteForce::new(), &bodies, &frame);
    assert_eq!(findings.contacts, expected.contacts);
    let work = |name| findings.work.count(name);
    assert!(work("listed") > 7000, "{:?}", findings.work);
    assert!(
        work("face-box-tests") <= 200 * work("listed"),
        "{:?}",
        findings.work
    );
}

#[test]
fn a_body_at_rest_again_is_fitted_when_it_comes_near() {
    let bodies = spheres(528, true);
    let shape: Vec<Vec3> = bodies[0]
        .mesh()
        .vertices()
        .iter()
        .map(|p| 0.25 * Vec3::new(p.x * (1.0 + 0.5 * p.y), p.z, p.y + 0.3 * p.x * p.x))
        .collect();
    let (far, near) = (Vec3::new(9.0, 0.0, 0.0), Vec3::new(1.3, 0.1, 0.0));
    // Deformed far away, near, then at rest far away, and near.
    let frames = [(far, true), (near, true), (far, false), (near, false)];
    for (workers, first_between) in [(1, false), (3, false), (3, true)] {
        let query = Query::all_contacts()
            .with_workers(NonZeroUsize::new(workers).unwrap())
            .with_sharing(Sharing::Always);
        let mut tuned = TunedFaceOctree::new();
        tuned.prepare(&bodies).unwrap();
        for (at, deforms) in frames {
            let poses = turned(at);
            let deformed = [None, deforms.then_some(shape.as_slice())];
            let frame = Frame::at(Snapshot::with_deformed(&poses, &deformed[..]).unwrap());
            let mut contacts = Findings::default();
            if first_between {
                let first = Query::first_contact();
                tuned.detect(&frame, &first, &mut contacts).unwrap();
            }
            tuned.detect(&frame, &query, &mut contacts).unwrap();
            let expected = found(&mut BruteForce::new(), &bodies, &frame).contacts;
            assert_eq!(expected.is_empty(), at == far || deforms, "the scene");
            let what = format!("{at}, {deforms}, {workers} threads");
            assert!(contacts.contacts == expected, "{what}");
        }
    }
}
