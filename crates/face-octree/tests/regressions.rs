//! Faults that were found once, each with its smallest input.

use crate::common::detect;
use baselines::BruteForce;
use collision::{Body, BodyPair, Detail, Detector, FacePair, Findings, Frame, Query, Sharing};
use face_octree::{Checklist, FaceOctree, FaceOctreeOptions, OctreeUpdate, OctreeUpdateOptions};
use face_octree::{FaceTest, SweptFaceOctree, SweptMode, SweptOptions, TunedFaceOctree};
use geometry::{Aabb, Mesh, Pose, Vec3, power_of_two};
use std::sync::Arc;

fn body(id: u32, vertices: &[[f64; 3]], faces: &[[u32; 3]]) -> Body {
    let vertices = vertices.iter().copied().map(Vec3::from_array).collect();
    let mesh = Mesh::new(vertices, faces.to_vec()).unwrap();
    Body::rigid(format!("body {id}"), Arc::new(mesh))
}

/// Checks that the contacts of two bodies, at least one, agree with brute force in either order.
fn agrees(make: impl Fn() -> Box<dyn Detector>, bodies: &[Body; 2], poses: [Pose; 2]) {
    for order in [[0, 1], [1, 0]] {
        let bodies = order.map(|i| bodies[i].clone());
        let poses = order.map(|i| poses[i]);
        let frame = Frame::new(&poses).unwrap();
        let truth = detect(&mut BruteForce::new(), &bodies, (&frame, &Query::default()));
        let found = detect(&mut *make(), &bodies, (&frame, &Query::default()));
        assert!(!truth.contacts.is_empty());
        assert_eq!(found.contacts, truth.contacts, "bodies in order {order:?}");
        let first = detect(&mut *make(), &bodies, (&frame, &Query::first_contact()));
        assert_eq!(colliding(&first), colliding(&truth));
    }
}

/// Returns the pairs of bodies with contacts, each once.
fn colliding(found: &Findings) -> Vec<BodyPair> {
    let mut pairs: Vec<BodyPair> = found.contacts.iter().map(|c| c.pair.bodies).collect();
    pairs.dedup();
    pairs
}

fn tuned() -> Box<dyn Detector> {
    Box::new(TunedFaceOctree::new())
}

/// The sign bit of a difference is no comparison: -0.0 - 0.0 is -0.0.
#[test]
fn tuned_loses_no_contact_where_zeros_differ_in_sign() {
    let a = body(
        0,
        &[[-1.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [-0.0, -0.0, -1.0]],
        &[[2, 1, 0]],
    );
    let b = body(
        1,
        &[[0.0, 0.0, -1.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        &[[2, 1, 0]],
    );
    agrees(
        tuned,
        &[a, b],
        [Pose::at(Vec3::new(-0.0, 0.0, 0.0)), Pose::IDENTITY],
    );
    let large = body(
        0,
        &[[-2.0, -2.0, 0.0], [2.0, -2.0, 0.0], [0.0, 2.0, 0.0]],
        &[[0, 1, 2]],
    );
    let small = body(
        1,
        &[[-1.0, -1.0, -0.0], [-0.5, -1.0, -0.0], [-1.0, -0.5, -0.0]],
        &[[0, 1, 2]],
    );
    let negative = Pose::at(Vec3::new(0.0, 0.0, -0.0));
    agrees(tuned, &[large, small], [Pose::IDENTITY, negative]);
}

/// As before, with zeros that are differences of small numbers.
#[test]
fn tuned_loses_no_contact_where_a_difference_is_a_negative_zero() {
    let u = 2f64.powi(-120);
    let a = [[u, 0.0, -u], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    let b = [[-1.0, 0.0, 0.0], [-0.0, -1.0, -1.0], [0.0, u, -u]];
    let bodies = [body(0, &a, &[[1, 0, 2]]), body(1, &b, &[[0, 2, 1]])];
    let [first, second] = [[-u, u, -2.0 * u], [-0.0, 0.0, -2.0 * u]];
    let poses = [first, second].map(|p| Pose::at(Vec3::from_array(p)));
    agrees(tuned, &bodies, poses);
}

/// Two boxes, one on the other, which meet at z = 0: at +0.0 in the one and -0.0 in the other.
#[test]
fn tuned_loses_no_contact_of_boxes_stacked_at_a_signed_zero() {
    let stacked = |id: u32, low: f64, high: f64| {
        let z = |z: f64| if z < 0.0 { low } else { high };
        let cube = scenes::bodies::cube(2.0);
        let vertices: Vec<[f64; 3]> = cube.vertices().iter().map(|p| [p.x, p.y, z(p.z)]).collect();
        body(id, &vertices, cube.triangles())
    };
    let negative = Pose::at(Vec3::splat(-0.0));
    for (top, bottom) in [(0.0, -0.0), (-0.0, 0.0)] {
        let bodies = [stacked(0, -2.0, top), stacked(1, bottom, 2.0)];
        agrees(tuned, &bodies, [negative, negative]);
        agrees(tuned, &bodies, [Pose::IDENTITY, negative]);
    }
}

/// A bound on rounding that is a part of a subnormal coordinate is zero.
#[test]
fn tuned_loses_no_contact_of_subnormal_bodies() {
    let unit = f64::from_bits(1 << 20);
    let scaled = |p: [f64; 3]| p.map(|x| x * unit);
    let a = [[0.0, 0.0, 0.0], [80.0, 80.0, 0.0], [-112.0, -96.0, 0.0]].map(scaled);
    let b = [
        [80.0, 0.0, 0.0],
        [0.0, 96.0, 0.0],
        [128.0, 0.0, 0.0],
        [-128.0, 0.0, 0.0],
        [0.0, -64.0, 0.0],
    ];
    let bodies = [
        body(0, &a, &[[0, 1, 2]]),
        body(1, &b.map(scaled), &[[1, 0, 2], [0, 1, 3], [0, 1, 4]]),
    ];
    let moved = Pose::at(Vec3::X * (-10.0 * unit));
    agrees(tuned, &bodies, [moved, Pose::IDENTITY]);
    // The direction between the boxes' centers is not exact in these units; rounded to even, the
    // two projections of the common point differ by a unit.
    let far = 2f64.powi(36);
    let least = f64::from_bits(1 << 8);
    let scaled = |p: [f64; 3]| p.map(|x| x * least);
    let a = [[2.0, 1.0, 0.0], [0.0, 5.0, 0.0], [-far, -0.5 * far, 0.0]].map(scaled);
    let b = [
        [1.0, 3.0, 0.0],
        [far + 1.0, 3.0, 0.0],
        [far + 1.0, 0.5 * far + 2.0, 0.0],
    ]
    .map(scaled);
    let bodies = [body(0, &a, &[[0, 1, 2]]), body(1, &b, &[[0, 1, 2]])];
    agrees(tuned, &bodies, [Pose::IDENTITY; 2]);
}

/// Returns a cylinder along x without caps: every box is as long as the cylinder.
fn tube(id: u32, radius: f64, slices: u32) -> Body {
    let ring = |x: f64| {
        (0..slices).map(move |i| {
            let angle = f64::from(i) * std::f64::consts::TAU / f64::from(slices);
            [x, radius * angle.cos(), radius * angle.sin()]
        })
    };
    let vertices: Vec<[f64; 3]> = ring(-5.0).chain(ring(5.0)).collect();
    let side = |i: u32| {
        let j = (i + 1) % slices;
        [[i, j, slices + j], [i, slices + j, slices + i]]
    };
    let faces: Vec<[u32; 3]> = (0..slices).flat_map(side).collect();
    body(id, &vertices, &faces)
}

/// A shaft in a bushing. Splits along the axis of the two separate nothing, and only splits across
/// it do.
#[test]
fn tuned_is_not_quadratic_on_slivers() {
    const SLICES: u32 = 2000;
    let bodies = [tube(0, 1.0, SLICES), tube(1, 1.0005, SLICES)];
    let found = detect(
        &mut *tuned(),
        &bodies,
        (
            &Frame::new(&[Pose::IDENTITY; 2]).unwrap(),
            &Query::default(),
        ),
    );
    assert!(found.contacts.is_empty());
    let all_pairs = u64::from(4 * SLICES * SLICES);
    let tests = found.work.count("face-box-tests") + found.work.count("cube-tests");
    assert!(tests < all_pairs / 50, "{tests} of {all_pairs} pairs");
    let frame = Frame::new(&[Pose::IDENTITY; 2]).unwrap();
    let first = detect(&mut *tuned(), &bodies, (&frame, &Query::first_contact()));
    assert!(first.contacts.is_empty());
    let tests = first.work.count("face-box-tests") + first.work.count("node-tests");
    assert!(tests < all_pairs / 50, "{tests} of {all_pairs} pairs");
}

/// Many small faces in a corner of what two large faces have in common: halving it in the middle
/// leaves all of them on one side several times.
#[test]
fn tuned_is_not_quadratic_on_faces_in_a_corner() {
    let grid = |id: u32, shift: f64| {
        let mut vertices = vec![[-64.0, -64.0, 9.0], [64.0, -64.0, 9.0], [64.0, 64.0, 9.0]];
        let mut faces = vec![[0, 1, 2]];
        for i in 0..2500u32 {
            let [x, y] = [i % 50, i / 50].map(|i| f64::from(i) / 25.0 + shift);
            let first = vertices.len() as u32;
            vertices.extend([[x, y, 0.0], [x + 0.02, y, 0.02], [x, y + 0.02, 0.01]]);
            faces.push([first, first + 1, first + 2]);
        }
        body(id, &vertices, &faces)
    };
    let bodies = [grid(0, 0.0), grid(1, 0.01)];
    let frame = Frame::new(&[Pose::IDENTITY; 2]).unwrap();
    let truth = detect(&mut BruteForce::new(), &bodies, (&frame, &Query::default()));
    let found = detect(&mut *tuned(), &bodies, (&frame, &Query::default()));
    assert_eq!(found.contacts, truth.contacts);
    let tests = found.work.count("face-box-tests") + found.work.count("cube-tests");
    assert!(tests < 2500 * 2500 / 20, "{tests} tests");
}

/// All pairs of two whole bodies in one voxel exceed the limit of the checklist (D7).
#[test]
fn a_checklist_of_all_pairs_is_bounded() {
    let sphere = Arc::new(scenes::bodies::sphere(3968).unwrap());
    let bodies = [0, 1].map(|i| Body::rigid(format!("sphere {i}"), sphere.clone()));
    let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.01, 0.02, 0.03))];
    let frame = Frame::new(&poses).unwrap();
    let find = |checklist| {
        let options = FaceOctreeOptions {
            level: 0,
            checklist,
            ..FaceOctreeOptions::default()
        };
        let mut octree = FaceOctree::with_options(options);
        detect(&mut octree, &bodies, (&frame, &Query::default()))
    };
    let (all, overlapping) = (find(Checklist::All), find(Checklist::Overlapping));
    assert_eq!(all.contacts, overlapping.contacts);
    assert!(!all.contacts.is_empty());
    let listed = all.work.count("listed-pairs");
    assert_eq!(listed, overlapping.work.count("listed-pairs"));
}

fn octree_update(level: u32, local_level: u32) -> OctreeUpdate {
    OctreeUpdate::with_options(OctreeUpdateOptions { level, local_level })
}

/// Five bodies where neighboring numbers are a sixteenth of the bodies' size apart: each black node
/// may meet all others. So it is with any world cube.
#[test]
fn octree_update_is_bounded_where_rounding_exceeds_the_bodies() {
    let vertices = [
        [
            -0.08735425656096796,
            0.34055779574275347,
            -0.1313744611840475,
        ],
        [-0.5797636872425007, 0.6085107461320338, 0.1061132765430095],
        [-0.3144550590311044, 0.6321659579466146, -0.6389048125900496],
        [-0.9125414028126744, 0.5655047754886005, 0.08002310786007438],
        [
            0.7108839607001152,
            -0.7358506024190767,
            -0.48727142656188827,
        ],
        [0.7567238022729104, 0.9329151109398275, 0.5443552444163762],
    ];
    let faces = [
        [0, 4, 5],
        [3, 2, 1],
        [3, 0, 2],
        [5, 1, 2],
        [4, 5, 3],
        [0, 2, 1],
        [3, 0, 5],
    ];
    let bodies = [0, 1, 2, 3, 4].map(|id| body(id, &vertices, &faces));
    let (x, y) = (2f64.powi(48), 2f64.powi(30));
    let poses = [
        [x + 0.75, y + 0.7171736, 0.3397855655283266],
        [x, y, 0.0],
        [x, y, 0.0],
        [x + 1.0, y, 0.0],
        [x, y - 0.4299046, 0.39161313793740105],
    ]
    .map(|p| Pose::at(Vec3::from_array(p)));
    let truth = detect(
        &mut BruteForce::new(),
        &bodies,
        (&Frame::new(&poses).unwrap(), &Query::default()),
    );
    let point = Aabb::new(Vec3::ZERO, Vec3::ZERO);
    let wide = Aabb::new(Vec3::splat(-2.0 * x), Vec3::splat(2.0 * x));
    for world_cube in [None, Some(point), Some(wide)] {
        for (level, local_level) in [(6, 4), (6, 1), (10, 0), (3, 6)] {
            let frame = Frame::new(&poses).unwrap();
            let query = Query::default().with_world(world_cube);
            let found = detect(
                &mut octree_update(level, local_level),
                &bodies,
                (&frame, &query),
            );
            assert_eq!(found.contacts, truth.contacts);
            let first = detect(
                &mut octree_update(level, local_level),
                &bodies,
                (&frame, &query.with_detail(Detail::FirstContact)),
            );
            assert_eq!(colliding(&first), colliding(&truth));
            assert!(first.work.count("face-pair-tests") < 1_000_000, "{first:?}");
            let work = found.work;
            assert!(
                work.count("voxels") < 10_000 && work.count("pairs-met") < 20_000_000,
                "{work:?}"
            );
        }
    }
}

/// Small bodies in a large world, with fine octrees: one voxel of the world holds them all, and
/// with them the pairs of all their nodes.
#[test]
fn octree_update_needs_no_memory_for_all_pairs_of_nodes() {
    let cube = scenes::bodies::cube(2.0);
    let vertices: Vec<[f64; 3]> = cube.vertices().iter().map(|p| p.to_array()).collect();
    let bodies = [0, 1].map(|id| body(id, &vertices, cube.triangles()));
    let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.0, 0.0, 0.5))];
    let frame = Frame::new(&poses).unwrap();
    let query =
        Query::default().with_world(Some(Aabb::new(Vec3::splat(-300.0), Vec3::splat(333.0))));
    let truth = detect(&mut BruteForce::new(), &bodies, (&frame, &query));
    let found = detect(&mut octree_update(6, 6), &bodies, (&frame, &query));
    assert_eq!(found.contacts, truth.contacts);
    assert!(
        found.work.count("pairs-met") < 20_000_000,
        "{:?}",
        found.work
    );
}

/// Products of two lengths underflow long before the lengths do: two cubes of which each touches a
/// voxel with the other in it.
#[test]
fn octree_update_loses_no_contact_where_products_of_lengths_underflow() {
    for exponent in [-900, -538, -537, -536, -530, 0] {
        // 0.625² is less than half, and twice that is more than half of the smallest number.
        let h = 0.625 * power_of_two(exponent);
        let cube = scenes::bodies::cube(2.0);
        let vertices: Vec<[f64; 3]> = cube
            .vertices()
            .iter()
            .map(|p| (*p * h).to_array())
            .collect();
        let bodies = [0, 1].map(|id| body(id, &vertices, cube.triangles()));
        let poses = [Pose::at(Vec3::X * -h), Pose::at(Vec3::X * h)];
        let frame = Frame::new(&poses).unwrap();
        let query = Query::default()
            .with_world(Some(Aabb::new(Vec3::splat(-2.0 * h), Vec3::splat(2.0 * h))));
        let truth = detect(&mut BruteForce::new(), &bodies, (&frame, &query));
        let found = detect(&mut octree_update(1, 0), &bodies, (&frame, &query));
        assert!(!truth.contacts.is_empty());
        assert_eq!(found.contacts, truth.contacts, "at 2^{exponent}");
        let query = query.with_detail(Detail::FirstContact);
        let first = detect(&mut octree_update(1, 0), &bodies, (&frame, &query));
        assert_eq!(colliding(&first), colliding(&truth), "at 2^{exponent}");
    }
}

/// One pair in one plane meets in the square of all voxels on a side: a million of level 10.
#[test]
fn a_coplanar_pair_is_not_met_in_every_voxel_of_its_plane() {
    let square = |id: u32| {
        let corners = [
            [-1.0, -1.0, 0.0],
            [1.0, -1.0, 0.0],
            [1.0, 1.0, 0.0],
            [-1.0, 1.0, 0.0],
        ];
        body(id, &corners, &[[0, 1, 2], [0, 2, 3]])
    };
    let bodies = [square(0), square(1)];
    let frame = Frame::new(&[Pose::IDENTITY; 2]).unwrap();
    for face_test in [FaceTest::Clip, FaceTest::Box] {
        let options = FaceOctreeOptions {
            level: 10,
            face_test,
            ..FaceOctreeOptions::default()
        };
        let found = detect(
            &mut FaceOctree::with_options(options),
            &bodies,
            (&frame, &Query::default()),
        );
        let pairs: Vec<FacePair> = found.contacts.iter().map(|c| c.pair).collect();
        assert_eq!(pairs.len(), 4);
        assert!(found.work.count("voxels") < 150_000, "{:?}", found.work);
    }
}

/// Two bodies of as many copies of one face, all in one place.
fn coincident_faces(count: usize) -> [Body; 2] {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.2, 0.1], [0.0, 1.0, 0.3]];
    [0, 1].map(|id| body(id, &corners, &vec![[0, 1, 2]; count]))
}

/// All pairs of a cell that cannot be halved were listed before the first was tested: eight
/// gigabytes for a million faces in one place.
#[test]
fn a_first_contact_among_coincident_faces_takes_one_row_of_tests() {
    const FACES: usize = 2000;
    let bodies = coincident_faces(FACES);
    let frame = Frame::new(&[Pose::IDENTITY; 2]).unwrap();
    let swept = |mode| SweptOptions {
        mode,
        ..SweptOptions::default()
    };
    let detectors: [Box<dyn Detector>; 5] = [
        Box::new(FaceOctree::published()),
        Box::new(TunedFaceOctree::new()),
        Box::new(SweptFaceOctree::with_options(swept(SweptMode::Published))),
        Box::new(SweptFaceOctree::with_options(swept(SweptMode::Swept))),
        Box::new(SweptFaceOctree::with_options(swept(SweptMode::Rotation))),
    ];
    for mut detector in detectors {
        let found = detect(&mut *detector, &bodies, (&frame, &Query::first_contact()));
        assert_eq!(found.contacts.len(), 1);
        for name in ["face-box-tests", "pairs-met"] {
            let count = found.work.count(name);
            assert!(count <= FACES as u64, "{count} {name}");
        }
    }
}

/// Faces that coincide were listed with each other in each of thousands of voxels.
#[test]
fn coincident_faces_are_not_listed_in_all_their_voxels() {
    // More than the faces of a cube that threads share.
    const FACES: usize = 130;
    let bodies = coincident_faces(FACES);
    let frame = Frame::new(&[Pose::IDENTITY; 2]).unwrap();
    let published = SweptOptions {
        mode: SweptMode::Published,
        ..SweptOptions::default()
    };
    // At this level threads divided 270,000 cubes, before the frame began again on one.
    let deep = FaceOctreeOptions {
        level: 10,
        ..FaceOctreeOptions::default()
    };
    let detectors: [Box<dyn Detector>; 5] = [
        Box::new(FaceOctree::published()),
        Box::new(FaceOctree::with_options(deep)),
        Box::new(TunedFaceOctree::new()),
        Box::new(SweptFaceOctree::with_options(published)),
        Box::new(OctreeUpdate::with_options(OctreeUpdateOptions::default())),
    ];
    for mut detector in detectors {
        let name = detector.profile().name;
        let answers = [1, 3].map(|count: usize| {
            let query = Query::all_contacts().with_workers(count.try_into().unwrap());
            let query = query.with_sharing(Sharing::Always);
            detect(&mut *detector, &bodies, (&frame, &query))
        });
        assert_eq!(answers[0].contacts.len(), FACES * FACES, "{name}");
        assert_eq!(answers[0], answers[1], "{name}");
        let met = answers[0].work.count("pairs-met");
        assert!(
            met < 200 * (FACES * FACES) as u64,
            "{name}: {met} pairs met"
        );
    }
}
