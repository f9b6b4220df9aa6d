//! Bodies and scenes that are hard on hierarchies or on single precision: answers are those of
//! brute force, and the work is in proportion to them.

use bvh::PreparedBvh;
use collision::{Body, Detector, Findings, Query, Sharing};
use geometry::{Mesh, Pose, Quat, Vec3, power_of_two};
use oracle::{compare, compare_first_contact, truth};
use scenes::{Scene, SceneFrame, bodies};
use std::num::NonZeroUsize;
use std::sync::Arc;

fn prepared(bodies: &[Body]) -> impl Detector {
    let mut detector = PreparedBvh::new();
    detector.prepare(bodies).unwrap();
    detector
}

fn found(detector: &mut dyn Detector, scene: &Scene, frame: usize, query: &Query<'_>) -> Findings {
    let mut found = Findings::default();
    let frame = scene.frame(frame);
    detector.detect(&frame, query, &mut found).unwrap();
    found
}

/// Answer to a frame for all contacts, with its work.
#[derive(Clone, Copy, Debug)]
struct Answer {
    contacts: u64,
    /// Pairs of nodes and of boxes in world space.
    nodes: u64,
    /// Pairs of faces compared in lanes.
    edge_tests: u64,
    /// Pairs of faces tested exactly.
    exact_tests: u64,
    vertices_moved: u64,
}

impl Answer {
    fn new(found: &Findings) -> Answer {
        let count = |name| found.work.count(name);
        Answer {
            contacts: found.contacts.len() as u64,
            nodes: count("node-pairs") + count("world-box-tests"),
            edge_tests: count("edge-tests"),
            exact_tests: count("face-pair-tests"),
            vertices_moved: count("vertices-moved"),
        }
    }

    /// Checks that at most `each` pairs of faces were compared for each contact, and `more`.
    fn check_face_tests(&self, each: u64, more: u64, what: &str) {
        let tests = self.edge_tests.max(self.exact_tests);
        assert!(tests <= each * self.contacts + more, "{what}: {self:?}");
    }
}

/// Answers to all frames, which are those of brute force, also for first contacts.
fn answers(scene: &Scene) -> Vec<Answer> {
    let (mut all, mut first) = (prepared(&scene.bodies), prepared(&scene.bodies));
    let answer = |frame| {
        let truth = truth(scene, frame);
        let found_all = found(&mut all, scene, frame, &Query::all_contacts());
        compare(&all.profile(), &truth, &found_all).unwrap();
        let found_first = found(&mut first, scene, frame, &Query::first_contact());
        compare_first_contact(&first.profile(), &truth, &found_first).unwrap();
        Answer::new(&found_all)
    };
    (0..scene.frames.len()).map(answer).collect()
}

/// Scene of two rigid bodies, with a frame for each pair of poses.
fn rigid(meshes: [&Arc<Mesh>; 2], poses: impl IntoIterator<Item = [Pose; 2]>) -> Scene {
    let bodies = meshes.map(|mesh| Body::rigid("body", mesh.clone()));
    let frames = poses.into_iter().map(|p| SceneFrame::rigid(p.to_vec()));
    Scene::new("bad input", bodies.to_vec(), frames.collect()).unwrap()
}

/// The only answer to two bodies in a pose.
fn answer(meshes: [&Arc<Mesh>; 2], poses: [Pose; 2]) -> Answer {
    answers(&rigid(meshes, [poses]))[0]
}

fn sphere(radius: f64) -> Arc<Mesh> {
    Arc::new(bodies::scaled(&bodies::sphere(960).unwrap(), radius))
}

/// Body of `count` faces in one place.
fn faces(corners: [Vec3; 3], count: usize) -> Arc<Mesh> {
    Arc::new(Mesh::new(corners.to_vec(), vec![[0, 1, 2]; count]).unwrap())
}

fn at(translation: Vec3) -> Pose {
    Pose::new(translation, Quat::IDENTITY)
}

fn turned(translation: Vec3) -> Pose {
    Pose::new(translation, Quat::from_rotation_y(0.7))
}

const FLAT: [Vec3; 3] = [Vec3::ZERO, Vec3::X, Vec3::Y];

/// Crosses [`FLAT`].
const UPRIGHT: [Vec3; 3] = [
    Vec3::new(0.25, 0.25, -1.0),
    Vec3::new(0.25, 0.25, 1.0),
    Vec3::new(2.0, 2.0, 0.5),
];

#[test]
fn bodies_of_one_face() {
    let (flat, upright) = (faces(FLAT, 1), faces(UPRIGHT, 1));
    let offsets = [0.0, 0.25, 0.75, 1.0, -1.5, 9.0].map(|x| [Pose::IDENTITY, at(Vec3::X * x)]);
    let meet: Vec<u64> = answers(&rigid([&flat, &upright], offsets))
        .iter()
        .map(|answer| {
            assert!(answer.nodes <= 1 && answer.edge_tests <= 1, "{answer:?}");
            answer.contacts
        })
        .collect();
    assert_eq!(meet, [1, 1, 0, 0, 0, 0]);
    let same: Vec<u64> = answers(&rigid([&flat, &flat], offsets))
        .iter()
        .map(|answer| answer.contacts)
        .collect();
    assert_eq!(same, [1, 1, 1, 1, 0, 0], "coplanar");
}

#[test]
fn a_million_faces_in_one_place() {
    const MANY: usize = 1_000_000;
    let (flat, upright) = (faces(FLAT, MANY), faces(UPRIGHT, 1));
    let apart = [Pose::IDENTITY, at(Vec3::Z * 1.001)];
    let crossing = [[Pose::IDENTITY; 2], apart, [Pose::IDENTITY; 2]];
    let scene = rigid([&flat, &upright], crossing);
    let mut detector = prepared(&scene.bodies);

    let first = found(&mut detector, &scene, 0, &Query::first_contact());
    // From the root to a leaf: the depth of the hierarchy.
    assert!(first.contacts.len() == 1 && Answer::new(&first).nodes < 40);
    let none = found(&mut detector, &scene, 1, &Query::first_contact());
    assert!(none.contacts.is_empty() && Answer::new(&none).nodes <= 1);

    let all = found(&mut detector, &scene, 2, &Query::all_contacts());
    assert_eq!(all.contacts.len(), MANY);
    // One face against all others: brute force compares them, too.
    let profile = detector.profile();
    compare(&profile, &truth(&scene, 2), &all).unwrap();
    compare_first_contact(&profile, &truth(&scene, 0), &first).unwrap();
    compare_first_contact(&profile, &truth(&scene, 1), &none).unwrap();
    let work = Answer::new(&all);
    // One stands for all.
    assert_eq!((work.edge_tests, work.exact_tests), (1, 0), "{work:?}");
    assert!(work.nodes < 40, "{work:?}");
    let two = Query::all_contacts().with_workers(NonZeroUsize::new(2).unwrap());
    let shared = found(&mut detector, &scene, 0, &two);
    // The broad phase has compared these boxes already.
    assert!(shared.contacts == all.contacts, "on two threads");
    assert_eq!(Answer::new(&shared).nodes, work.nodes, "on two threads");
}

/// A trillion pairs, of which the first answers.
#[test]
fn a_million_faces_in_one_place_against_a_million() {
    const MANY: usize = 1_000_000;
    let (flat, upright) = (faces(FLAT, MANY), faces(UPRIGHT, MANY));
    let apart = [Pose::IDENTITY, at(Vec3::Z * 1.001)];
    let scene = rigid([&flat, &upright], [[Pose::IDENTITY; 2], apart]);
    let mut detector = prepared(&scene.bodies);
    for (frame, contacts) in [(0, 1), (1, 0)] {
        let found = found(&mut detector, &scene, frame, &Query::first_contact());
        assert_eq!(found.contacts.len(), contacts);
        // From both roots to a leaf of each.
        let work = Answer::new(&found);
        assert!(work.nodes < 40 && work.edge_tests < 100, "{work:?}");
    }
}

/// A trillion pairs whose boxes overlap, and none that touches.
#[test]
fn a_million_slanted_faces_in_one_place_near_a_million() {
    const MANY: usize = 1_000_000;
    let slanted = faces([Vec3::X, Vec3::Y, Vec3::Z], MANY);
    let near = [Pose::IDENTITY, at(Vec3::splat(1e-9))];
    let scene = rigid([&slanted, &slanted], [near]);
    let mut detector = prepared(&scene.bodies);
    for query in [Query::all_contacts(), Query::first_contact()] {
        let found = found(&mut detector, &scene, 0, &query);
        assert!(found.contacts.is_empty());
        let work = Answer::new(&found);
        assert!(work.edge_tests.max(work.exact_tests) <= 1, "{work:?}");
    }
}

/// All in one plane: none is certified, so one is tested exactly, for all.
#[test]
fn a_hundred_thousand_faces_in_one_place_touch_one_in_their_plane() {
    const MANY: u64 = 100_000;
    let (many, one) = (faces(FLAT, MANY as usize), faces(FLAT, 1));
    let offsets = [1.0, 1.0 + f64::EPSILON].map(|x| [Pose::IDENTITY, at(Vec3::X * x)]);
    let [touching, apart] = [0, 1].map(|i| answers(&rigid([&many, &one], offsets))[i]);
    assert_eq!((touching.contacts, touching.exact_tests), (MANY, 1));
    assert!(touching.nodes < 40, "{touching:?}");
    assert_eq!(apart.contacts, 0);
    assert!(apart.exact_tests <= 1, "{apart:?}");
}

#[test]
fn many_coplanar_faces_in_one_place() {
    let flat = faces(FLAT, 100);
    let answer = answer([&flat, &flat], [at(Vec3::Z), at(Vec3::Z)]);
    assert_eq!((answer.contacts, answer.exact_tests), (10_000, 1));
}

#[test]
fn bodies_of_zero_size() {
    let point = |at: Vec3| faces([at; 3], 100);
    for exponent in [90, 0, -20, -120, -160, -1000, -1060] {
        let unit = power_of_two(exponent);
        let sphere = sphere(unit);
        // In the hollow sphere, no face is near.
        let inside = answer([&sphere, &point(Vec3::ZERO)], [Pose::IDENTITY; 2]);
        assert_eq!(inside.contacts, 0, "2^{exponent}");
        inside.check_face_tests(0, 0, "inside");
        assert!(inside.nodes < 100, "2^{exponent}: {inside:?}");
        let corner = point(sphere.triangle(7).corners()[0]);
        let on = answer([&corner, &sphere], [Pose::IDENTITY; 2]);
        assert!(on.contacts >= 400, "2^{exponent}: {on:?}");
        on.check_face_tests(1, 0, "on a vertex");
        let far = answer(
            [&sphere, &corner],
            [Pose::IDENTITY, at(Vec3::X * 3.0 * unit)],
        );
        assert_eq!((far.contacts, far.nodes), (0, 0), "2^{exponent}");
    }
    let apart = [at(Vec3::X), at(Vec3::X * (1.0 + f64::EPSILON))];
    for (poses, contacts) in [([at(Vec3::X); 2], 10_000), (apart, 0)] {
        let points = answer([&point(Vec3::Y), &point(Vec3::Y)], poses);
        assert_eq!(points.contacts, contacts);
        points.check_face_tests(1, 0, "two points");
    }
}

/// Single precision overflows near 2^128, squares of it near 2^64, and products underflow below
/// 2^-149; doubles have few digits below 2^-1022.
#[test]
fn coordinates_from_the_least_to_the_largest() {
    const EXPONENTS: [i32; 16] = [
        -1071, -1040, -1022, -1000, -550, -160, -149, -127, -75, -47, 0, 42, 63, 65, 90, 96,
    ];
    for exponent in EXPONENTS {
        let unit = power_of_two(exponent);
        let [flat, upright] = [FLAT, UPRIGHT].map(|face| faces(face.map(|p| p * unit), 1));
        let offsets = [0.0, 0.25, 0.75, 1.0, -1.5, 9.0].map(|x| at(Vec3::X * (x * unit)));
        for (other, meet) in [(&upright, [1, 1, 0, 0, 0, 0]), (&flat, [1, 1, 1, 1, 0, 0])] {
            let poses = offsets.map(|pose| [Pose::IDENTITY, pose]);
            let scene = rigid([&flat, other], poses);
            let contacts = answers(&scene)
                .iter()
                .map(|a| a.contacts)
                .collect::<Vec<_>>();
            assert_eq!(contacts, meet, "2^{exponent}");
        }
        if exponent < -1000 {
            continue;
        }
        let sphere = sphere(unit);
        let near = answer(
            [&sphere, &sphere],
            [at(Vec3::ZERO), turned(Vec3::X * (1.9 * unit))],
        );
        assert!(near.contacts > 50, "2^{exponent}: {near:?}");
        near.check_face_tests(4, 0, "near");
        let apart = answer(
            [&sphere, &sphere],
            [at(Vec3::ZERO), turned(Vec3::X * (2.5 * unit))],
        );
        assert_eq!((apart.contacts, apart.nodes), (0, 0), "2^{exponent}");
    }
}

/// A body that fills all space that coordinates may have, about one of every smaller size.
#[test]
fn bodies_of_very_different_sizes() {
    let large = sphere(power_of_two(99));
    for exponent in [98, 60, 0, -60, -150, -1000] {
        let small = sphere(power_of_two(exponent));
        let inside = answer([&large, &small], [Pose::IDENTITY; 2]);
        assert_eq!(inside.contacts, 0, "2^{exponent}");
        let corner = large.triangle(100).corners()[1];
        let on = answer([&large, &small], [Pose::IDENTITY, at(corner)]);
        assert!(on.contacts > 0, "2^{exponent}: {on:?}");
    }
}

#[test]
fn meshes_that_coincide() {
    for exponent in [90, 0, -900, -1000] {
        let unit = power_of_two(exponent);
        let sphere = sphere(unit);
        let copy = Arc::new((*sphere).clone());
        for other in [&sphere, &copy] {
            for pose in [Pose::IDENTITY, turned(Vec3::new(1.0, 0.3, 0.0) * unit)] {
                let same = answer([&sphere, other], [pose; 2]);
                // Each face meets itself and all that share a vertex with it, half of which are
                // compared, in one of the two orders.
                assert!(same.contacts > 12 * 960, "2^{exponent}: {same:?}");
                assert!(
                    same.exact_tests >= same.contacts / 2,
                    "2^{exponent}: {same:?}"
                );
                let one_order = (same.contacts + 960) / 2;
                let tests = same.edge_tests.max(same.exact_tests);
                assert!(
                    tests <= one_order + one_order / 50,
                    "2^{exponent}: {same:?}"
                );
                assert!(same.nodes < same.contacts / 8, "2^{exponent}: {same:?}");
            }
        }
    }
}

/// Body of copies of a face, with vertices of their own, in any order and with either sign of zero,
/// among stones.
fn copies(corners: [Vec3; 3], count: usize) -> Arc<Mesh> {
    let stone = bodies::stone(60, 1995);
    let mut vertices = stone.vertices().to_vec();
    let mut triangles = stone.triangles().to_vec();
    let orders = [[0, 1, 2], [1, 2, 0], [2, 1, 0], [0, 2, 1]];
    for i in 0..count {
        let first = vertices.len() as u32;
        let negated = |x: f64| if x == 0.0 && i % 2 == 1 { -0.0 } else { x };
        vertices.extend(corners.map(|p| Vec3::from(p.to_array().map(negated))));
        triangles.push(orders[i % 4].map(|k| first + k));
    }
    Arc::new(Mesh::new(vertices, triangles).unwrap())
}

/// One face stands for its copies: all pairs of them were compared.
#[test]
fn copies_of_faces_cost_one_pair() {
    const COPIES: usize = 100;
    let (flat, upright) = (copies(FLAT, COPIES), copies(UPRIGHT, COPIES));
    let far = Vec3::new(40.0, 0.0, 0.0);
    for exponent in [0, 90, -900] {
        let unit = power_of_two(exponent);
        let scaled = |mesh: &Mesh| Arc::new(bodies::scaled(mesh, unit));
        let [flat, upright] = [&*flat, &*upright].map(scaled);
        for (meshes, pose) in [
            ([&flat, &upright], Pose::IDENTITY),
            ([&flat, &flat], Pose::IDENTITY),
            ([&flat, &flat], at(Vec3::X * (0.5 * unit))),
        ] {
            let met = answer(meshes, [Pose::IDENTITY, pose]);
            let all = (COPIES * COPIES) as u64;
            assert!(met.contacts >= all, "2^{exponent}: {met:?}");
            assert!(met.exact_tests < 4000, "2^{exponent}: {met:?}");
        }
        // Their boxes overlap, turned as they are, and the stones are far from each other.
        let apart = [turned(Vec3::ZERO), turned(Vec3::Z * (1e-9 * unit))];
        let [lone_flat, lone_copy] = [0, 1].map(|_| faces(FLAT.map(|p| p * unit), COPIES));
        let apart = answer([&lone_flat, &lone_copy], apart);
        assert_eq!(apart.contacts, 0);
        assert!(apart.edge_tests.max(apart.exact_tests) <= 64, "{apart:?}");
    }
    let away = answer([&flat, &upright], [Pose::IDENTITY, at(far)]);
    assert_eq!(away.contacts, 0);
}

/// Sets of copies that share one box: both halves of a square by each diagonal, and faces without
/// area between the same corners.
#[test]
fn sets_of_copies_in_one_box_stand_for_themselves() {
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let corners = corners.map(|[x, y]| Vec3::new(x, y, 0.0));
    let sets = [
        [0, 1, 2],
        [0, 2, 3],
        [0, 1, 3],
        [1, 2, 3],
        [0, 0, 2],
        [0, 2, 2],
    ];
    let triangles: Vec<[u32; 3]> = (0..60).map(|i| sets[i % sets.len()]).collect();
    let square = Arc::new(Mesh::new(corners.to_vec(), triangles).unwrap());
    let upright = copies(UPRIGHT, 20);
    for (other, pose) in [
        (&square, Pose::IDENTITY),
        (&square, at(Vec3::X)),
        (&square, turned(Vec3::ZERO)),
        (&upright, Pose::IDENTITY),
    ] {
        let met = answer([&square, other], [Pose::IDENTITY, pose]);
        assert!(met.contacts >= 400, "{met:?}");
        assert!(met.exact_tests < met.contacts / 4, "{met:?}");
    }
}

/// Findings and the contact that is kept are those of one thread.
#[test]
fn copies_are_the_same_on_threads() {
    let (flat, upright) = (copies(FLAT, 70), copies(UPRIGHT, 90));
    for meshes in [[&flat, &upright], [&flat, &flat]] {
        let scene = rigid(meshes, [[Pose::IDENTITY; 2]]);
        let mut alone = prepared(&scene.bodies);
        let all = found(&mut alone, &scene, 0, &Query::all_contacts());
        let first = found(&mut alone, &scene, 0, &Query::first_contact());
        for workers in [2, 3, 8] {
            let mut shared = prepared(&scene.bodies);
            let on = |query: Query<'static>| {
                query
                    .with_workers(NonZeroUsize::new(workers).unwrap())
                    .with_sharing(Sharing::Always)
            };
            let same = found(&mut shared, &scene, 0, &on(Query::all_contacts()));
            assert_eq!(all, same, "{workers} workers");
            let same = found(&mut shared, &scene, 0, &on(Query::first_contact()));
            assert_eq!(first.contacts, same.contacts, "{workers} workers");
        }
    }
}

/// A body that deforms may part its copies.
#[test]
fn copies_that_deform_apart_are_faces_of_their_own() {
    let flat = copies(FLAT, 30);
    let shape = |k: u32| -> Vec<Vec3> {
        let moved = |(i, p): (usize, &Vec3)| *p + Vec3::Z * (0.01 * f64::from(k) * i as f64);
        flat.vertices().iter().enumerate().map(moved).collect()
    };
    let frames = (0..3).map(|k| SceneFrame {
        poses: vec![Pose::IDENTITY; 2],
        deformed: vec![Some(shape(k)), None],
    });
    let bodies = vec![
        Body::deforming("soft", flat.clone()),
        Body::rigid("rigid", copies(UPRIGHT, 30)),
    ];
    let scene = Scene::new("copies", bodies, frames.collect()).unwrap();
    let answers = answers(&scene);
    assert!(answers[0].contacts >= 900, "{answers:?}");
}

/// Bodies that are nearly copies, in the place of the other: each order has answers of its own.
#[test]
fn meshes_that_nearly_coincide() {
    let sphere = sphere(1.0);
    let mut vertices = sphere.vertices().to_vec();
    vertices[100] *= 1.001;
    let dented = Mesh::new(vertices, sphere.triangles().to_vec()).unwrap();
    let mut triangles = sphere.triangles().to_vec();
    triangles.reverse();
    let reordered = Mesh::new(sphere.vertices().to_vec(), triangles).unwrap();
    for other in [dented, reordered].map(Arc::new) {
        let near = answer([&sphere, &other], [turned(Vec3::X); 2]);
        assert!(near.contacts > 12 * 950, "{near:?}");
    }
    let aside = turned(Vec3::X * 1.0f64.next_up());
    let near = answer([&sphere, &sphere], [turned(Vec3::X), aside]);
    assert!(near.contacts > 960, "{near:?}");
}

/// Rounding hides the small stones, the whole of both bodies far from the origin, and neither.
#[test]
fn meshes_that_coincide_where_rounding_hides_their_nodes() {
    let stones = [1.0, 1e-9, 1e-9].map(|size| bodies::scaled(&bodies::stone(60, 1995), size));
    let both = Arc::new(bodies::joined(&stones));
    for pose in [
        Pose::IDENTITY,
        turned(Vec3::splat(1e-3)),
        turned(Vec3::new(2f64.powi(40), 1.0, -2f64.powi(38))),
        at(Vec3::splat(2f64.powi(52))),
    ] {
        let same = answer([&both, &both], [pose; 2]);
        assert!(same.contacts >= 180, "{same:?}");
        assert!(same.exact_tests < same.contacts + 180, "{same:?}");
    }
}

#[test]
fn meshes_that_deform_and_coincide() {
    let sphere = sphere(1.0);
    let shape = |k: u32| -> Vec<Vec3> {
        let bent = |p: &Vec3| Vec3::new(p.x, p.y + 0.3 * f64::from(k) * p.x * p.x, p.z);
        sphere.vertices().iter().map(bent).collect()
    };
    let frames = (0..4).map(|k| SceneFrame {
        poses: vec![turned(Vec3::X); 2],
        deformed: vec![Some(shape(k)), Some(shape(k))],
    });
    let body = || Body::deforming("jelly", sphere.clone());
    let scene = Scene::new("jelly", vec![body(), body()], frames.collect()).unwrap();
    for same in answers(&scene) {
        assert!(same.contacts > 12 * 960, "{same:?}");
        same.check_face_tests(1, same.contacts / 50, "the same mesh");
    }
}

/// Two bodies of two faces each that touch in two points, by corners inside faces. `f32` rounds the
/// corners to one side of these faces, more than the rounding of squares would allow.
#[test]
fn small_bodies_that_deform_touched_and_no_contact_was_found() {
    for exponent in [0, -100, -530, -600, -900, -1000] {
        let unit = power_of_two(exponent);
        let (x, h) = (
            2f64.powi(-4) + 3.0 * 2f64.powi(-28) + 2f64.powi(-48),
            2f64.powi(-5),
        );
        let v = Vec3::new;
        let mirrored = |face: [Vec3; 3]| -> Vec<Vec3> {
            let other = face.map(|p| -p);
            face.iter().chain(&other).map(|p| *p * unit).collect()
        };
        let shapes = [
            mirrored([v(x + h, x - h, -h), v(x - h, x + h, -h), v(x, x, h)]),
            mirrored([v(x, x, 0.0), v(x + h, x + h, h), v(x + h, x + h, -h)]),
        ];
        let body = |shape: &Vec<Vec3>| {
            let rest = shape.iter().map(|p| *p * 2.0).collect();
            let mesh = Mesh::new(rest, vec![[0, 1, 2], [3, 4, 5]]).unwrap();
            Body::deforming("pair of faces", Arc::new(mesh))
        };
        let bodies = shapes.iter().map(body).collect();
        let frame = SceneFrame {
            poses: vec![Pose::IDENTITY; 2],
            deformed: shapes.iter().map(|shape| Some(shape.clone())).collect(),
        };
        let scene = Scene::new("touching", bodies, vec![frame]).unwrap();
        assert_eq!(answers(&scene)[0].contacts, 2, "2^{exponent}");
    }
}

#[test]
fn everything_overlaps_everything() {
    let bodies = (0..60).map(|seed| Body::rigid("stone", Arc::new(bodies::stone(60, seed))));
    let bodies: Vec<Body> = bodies.collect();
    let turn = |i: u32| Quat::from_axis_angle(Vec3::ONE.normalize(), 0.1 * f64::from(i));
    // Each stone is near the unit sphere, so all surfaces cross each other.
    let poses = (0..60)
        .map(|i| Pose::new(Vec3::splat(7.0), turn(i)))
        .collect();
    let scene = Scene::new("heap", bodies, vec![SceneFrame::rigid(poses)]).unwrap();
    let heap = answers(&scene)[0];
    assert!(heap.contacts > 1770 * 60, "{heap:?}");
    heap.check_face_tests(3, 0, "a heap");
    assert!(heap.nodes < heap.contacts / 2, "{heap:?}");
}

/// Sphere with one more face, this far away.
fn with_far_face(far: f64) -> Arc<Mesh> {
    let sphere = sphere(1.0);
    let (mut vertices, mut triangles) = (sphere.vertices().to_vec(), sphere.triangles().to_vec());
    let first = vertices.len() as u32;
    let sides = [Vec3::ZERO, Vec3::Y / 8.0, Vec3::Z / 16.0];
    vertices.extend(sides.map(|side| far * (Vec3::ONE + side)));
    triangles.push([first, first + 1, first + 2]);
    // Neighbors in the list are not neighbors in space.
    let shuffled = (0..triangles.len()).map(|i| triangles[i * 619 % triangles.len()]);
    let triangles: Vec<_> = shuffled.collect();
    Arc::new(Mesh::new(vertices, triangles).unwrap())
}

/// One face that is far from all others makes the unit of the hierarchy large.
#[test]
fn bodies_with_a_face_far_from_all_others() {
    let sphere = sphere(1.0);
    let (near, apart) = (turned(Vec3::X * 1.9), turned(Vec3::X * 3.9));
    for far in [1e3, 1e5, 1e6, 1e9, 1e25] {
        let (first, second) = (with_far_face(far), with_far_face(-far));
        for other in [&second, &sphere] {
            let meeting = answer([&first, other], [Pose::IDENTITY, near]);
            assert!(meeting.contacts > 50);
            meeting.check_face_tests(4, 0, "far face");
            let none = answer([&first, other], [Pose::IDENTITY, apart]);
            assert_eq!(none.contacts, 0);
            none.check_face_tests(0, 0, "far face");
            let most = meeting.vertices_moved.max(none.vertices_moved);
            assert!(most < 50 * 960, "{far:e}: {meeting:?}, {none:?}");
        }
    }
}

#[test]
fn a_body_that_throws_a_vertex_far_away() {
    let sphere = sphere(1.0);
    let thrown = |far: f64| {
        let mut vertices = sphere.vertices().to_vec();
        vertices[7] *= far;
        vertices
    };
    let frame = |far: f64| SceneFrame {
        poses: vec![Pose::IDENTITY, turned(Vec3::X * 1.9)],
        deformed: vec![Some(thrown(far)), Some(thrown(-far))],
    };
    let frames = [1.0, 1e6, 1e12, 2.0].map(frame).to_vec();
    let body = || Body::deforming("jelly", sphere.clone());
    let scene = Scene::new("thrown", vec![body(), body()], frames).unwrap();
    for answer in answers(&scene) {
        // The faces about the vertex are large, and in boxes that contain all others.
        assert!(answer.contacts > 50);
        answer.check_face_tests(4, 8 * 960, "thrown");
    }
}

/// World vertices keep few digits of what is small.
#[test]
fn bodies_far_from_the_origin() {
    let unit = sphere(1.0);
    for far in [1e6, 1e9, 1e12, 1e15] {
        let off = Vec3::splat(far);
        let local = Arc::new(bodies::moved(&unit, off));
        for (mesh, poses) in [
            (&unit, [at(off), turned(off + Vec3::X * 1.9)]),
            (&local, [Pose::IDENTITY, at(Vec3::X * 1.9)]),
        ] {
            let answer = answer([mesh, mesh], poses);
            assert!(answer.contacts > 50);
            answer.check_face_tests(4, 0, &format!("{far:e}"));
        }
    }
}

#[test]
fn a_tiny_body_near_a_large_one() {
    let large = sphere(1.0);
    let [p, q, r] = large.triangle(100).corners();
    let on_face = (p + q + r) / 3.0;
    let inward = -on_face.normalize();
    for size in [1e-4, 1e-6, 1e-8, 1e-11] {
        let tiny = sphere(size);
        for (place, least) in [
            (on_face + inward * (1.02 * size), 0),
            (on_face + inward * (0.5 * size), 50),
            (r, 50),
        ] {
            let answer = answer([&large, &tiny], [Pose::IDENTITY, turned(place)]);
            assert!(answer.contacts >= least, "{size:e}: {answer:?}");
            answer.check_face_tests(4, 300, &format!("{size:e}"));
        }
    }
}

#[test]
fn rotations_as_far_from_unit_length_as_frames_may_have() {
    let lengths = [1.0 - 9e-7, 1.0 + 9e-7];
    let cases = [90, 0, -100, -900].map(|exponent| lengths.map(|length| (exponent, length)));
    for (exponent, length) in cases.into_iter().flatten() {
        let unit = power_of_two(exponent);
        let sphere = sphere(unit);
        let pose = |x: f64| {
            let turn = Quat::from_rotation_y(x);
            Pose::new(Vec3::X * x * unit, turn * length)
        };
        let meeting = answer([&sphere, &sphere], [pose(0.0), pose(1.9)]);
        assert!(meeting.contacts > 50);
        meeting.check_face_tests(4, 0, "not of unit length");
        let apart = answer([&sphere, &sphere], [pose(0.0), pose(2.01)]);
        assert_eq!((apart.contacts, apart.nodes), (0, 0));
    }
}
