//! Swept faces: contacts between two instants, against a reference that subdivides time.

use baselines::BruteForce;
use collision::{
    Body, BodyId, BodyPair, Detector, Findings, Frame, Probe, Query, Reason, Rejected, Snapshot,
    Step,
};
use face_octree::{Distribution, ParallelOptions, SweptFaceOctree, SweptMode, SweptOptions, Times};
use geometry::{Mesh, Pose, Quat, Vec3, power_of_two};
use oracle::swept::{ReferencePath, Reported, StepContacts, step_contacts};
use proptest::prelude::*;
use scenes::{Scene, SceneFrame, bodies};
use std::sync::{Arc, Mutex};

const MODES: [SweptMode; 3] = [SweptMode::Published, SweptMode::Swept, SweptMode::Rotation];

fn detector(mode: SweptMode, times: Times) -> SweptFaceOctree {
    SweptFaceOctree::with_options(SweptOptions {
        mode,
        times,
        ..SweptOptions::default()
    })
}

fn find(detector: &mut dyn Detector, scene: &Scene, index: usize, query: &Query<'_>) -> Findings {
    let mut found = Findings::default();
    detector.prepare(&scene.bodies).unwrap();
    detector
        .detect(&scene.frame(index), query, &mut found)
        .unwrap();
    found
}

/// Findings of one mode in the first frame of a scene.
fn in_first_frame(scene: &Scene, mode: SweptMode, times: Times) -> Findings {
    find(&mut detector(mode, times), scene, 0, &scene.query())
}

fn checked(scene: &Scene, mode: SweptMode, reference: &StepContacts) -> Reported {
    let mut last = Reported::default();
    for times in [Times::Certified, Times::Off] {
        let found = in_first_frame(scene, mode, times);
        last = reference
            .check(&found)
            .unwrap_or_else(|fault| panic!("{mode:?}: {fault}"));
    }
    last
}

fn two_frames(bodies: Vec<Body>, poses: [Vec<Pose>; 2]) -> Scene {
    Scene::new("motion", bodies, poses.map(SceneFrame::rigid).to_vec()).unwrap()
}

fn plate(thickness: f64) -> Arc<Mesh> {
    Arc::new(bodies::block(Vec3::new(thickness, 4.0, 4.0)))
}

fn turned(axis: Vec3, degrees: f64) -> Quat {
    Quat::from_axis_angle(axis.normalize(), degrees.to_radians())
}

#[test]
fn a_bullet_through_a_thin_wall_is_found_by_swept_volumes_only() {
    let bullet = Arc::new(bodies::cube(0.1));
    let bodies = vec![
        Body::rigid("wall", plate(0.01)),
        Body::rigid("bullet", bullet),
    ];
    let at = |x: f64| vec![Pose::IDENTITY, Pose::at(Vec3::new(x, 0.03, 0.02))];
    let scene = two_frames(bodies, [at(-5.0), at(5.0)]);
    let reference = step_contacts(&scene, 0, ReferencePath::Linear);
    assert!(
        reference
            .pairs
            .iter()
            .any(|(_, m)| matches!(m, oracle::swept::StepContact::At(_)))
    );
    for mode in [SweptMode::Swept, SweptMode::Rotation] {
        let found = in_first_frame(&scene, mode, Times::Off);
        assert!(found.contacts.is_empty());
        assert_eq!(found.bodies[0].reason, Reason::Swept);
        assert!(checked(&scene, mode, &reference).meeting > 0);
    }
    // Steps 1 to 3 of the paper look at the first instant: the paper assumes slow bodies (§3.1).
    let found = in_first_frame(&scene, SweptMode::Published, Times::Off);
    assert_eq!((found.bodies.len(), found.evidence.swept.len()), (0, 0));
}

#[test]
fn a_spinning_blade_is_found_by_the_rotation_mode_only() {
    let blade = Arc::new(bodies::moved(
        &bodies::block(Vec3::new(2.0, 0.02, 0.02)),
        Vec3::X * 9.0,
    ));
    let post = Arc::new(bodies::cube(0.2));
    let bodies = vec![Body::rigid("blade", blade), Body::rigid("post", post)];
    let post_at = Pose::at(Vec3::new(0.0, 9.9, 0.0));
    let at = |degrees| vec![Pose::new(Vec3::ZERO, turned(Vec3::Z, degrees)), post_at];
    let scene = two_frames(bodies, [at(60.0), at(120.0)]);
    let reference = step_contacts(&scene, 0, ReferencePath::Turning);
    assert!(checked(&scene, SweptMode::Rotation, &reference).meeting > 0);
    let linear = in_first_frame(&scene, SweptMode::Swept, Times::Off);
    assert!(
        linear.evidence.swept.is_empty(),
        "straight paths pass below the post"
    );
}

#[test]
fn bodies_at_rest_and_frames_without_a_next_instant_have_the_contacts_of_now() {
    let cube = Arc::new(bodies::cube(1.0));
    let bodies = vec![Body::rigid("a", cube.clone()), Body::rigid("b", cube)];
    let poses = || vec![Pose::IDENTITY, Pose::at(Vec3::new(0.9, 0.25, 0.125))];
    let scene = two_frames(bodies, [poses(), poses()]);
    let truth = find(&mut BruteForce::new(), &scene, 0, &scene.query());
    for mode in MODES {
        for (index, alone) in [(0, 0), (1, 1)] {
            let found = find(
                &mut detector(mode, Times::Off),
                &scene,
                index,
                &scene.query(),
            );
            assert_eq!(found.contacts, truth.contacts, "{mode:?}");
            let swept: Vec<_> = found.evidence.swept.iter().map(|s| s.pair).collect();
            let contacts: Vec<_> = truth.contacts.iter().map(|c| c.pair).collect();
            assert_eq!(swept, contacts, "{mode:?}");
            assert_eq!(found.work.count("no-next-instant"), alone);
        }
    }
}

#[test]
fn motion_in_the_plane_of_a_face_and_a_body_that_teleports_are_no_exception() {
    let tile = Arc::new(Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap());
    let bodies = vec![Body::rigid("a", tile.clone()), Body::rigid("b", tile)];
    for far in [4.0, 1e6, 1e12] {
        let at = |x: f64| vec![Pose::IDENTITY, Pose::at(Vec3::new(x, 0.25, 0.0))];
        let scene = two_frames(bodies.clone(), [at(-far), at(far)]);
        for mode in [SweptMode::Swept, SweptMode::Rotation] {
            let found = in_first_frame(&scene, mode, Times::Off);
            assert_eq!(found.evidence.swept.len(), 1, "{mode:?} {far:e}");
        }
        let at = |x: f64| vec![Pose::IDENTITY, Pose::at(Vec3::new(x, 0.25, 0.1))];
        let above = two_frames(bodies.clone(), [at(-far), at(far)]);
        let found = in_first_frame(&above, SweptMode::Swept, Times::Off);
        assert!(found.evidence.swept.is_empty(), "{far:e}");
    }
}

#[test]
fn a_body_that_deforms_around_a_needle_meets_it() {
    // A flap folds over from one side of the needle to the other.
    let flap = Mesh::new(
        vec![Vec3::ZERO, Vec3::Y, Vec3::new(1.0, 0.5, 1.0)],
        vec![[0, 1, 2]],
    );
    let needle = Arc::new(bodies::block(Vec3::new(0.01, 0.01, 0.2)));
    let bodies = vec![
        Body::deforming("flap", Arc::new(flap.unwrap())),
        Body::rigid("needle", needle),
    ];
    let poses = vec![Pose::IDENTITY, Pose::at(Vec3::new(0.3, 0.5, 0.0))];
    let frame = |z: f64| SceneFrame {
        poses: poses.clone(),
        deformed: vec![
            Some(vec![Vec3::ZERO, Vec3::Y, Vec3::new(1.0, 0.5, z)]),
            None,
        ],
    };
    let scene = Scene::new("flap", bodies, vec![frame(1.0), frame(-1.0)]).unwrap();
    for (mode, path) in [
        (SweptMode::Swept, ReferencePath::Linear),
        (SweptMode::Rotation, ReferencePath::Turning),
    ] {
        assert!(checked(&scene, mode, &step_contacts(&scene, 0, path)).meeting > 0);
    }
}

#[test]
fn bodies_near_a_third_are_no_pair_as_published_unless_they_are_near_each_other() {
    // Two leaves that stand on a plate in one voxel, apart now. One moves into the other.
    let leaf = |x: f64| {
        let corners = vec![Vec3::new(x, -1.0, 0.0), Vec3::new(x, 1.0, 0.0), Vec3::Z];
        Arc::new(Mesh::new(corners, vec![[0, 1, 2]]).unwrap())
    };
    let bodies = vec![
        Body::rigid("first", leaf(0.0)),
        Body::rigid("second", leaf(0.0)),
        Body::rigid("plate", Arc::new(bodies::block(Vec3::new(8.0, 8.0, 0.5)))),
    ];
    let at = |x: f64| vec![Pose::at(Vec3::X * x), Pose::IDENTITY, Pose::IDENTITY];
    let scene = two_frames(bodies, [at(-0.1), at(0.1)]);
    let with_plate = [0, 1].map(|leaf| BodyPair::new(BodyId(leaf), BodyId(2)));
    let pairs = |found: &Findings| found.bodies.iter().map(|b| b.pair).collect::<Vec<_>>();
    let mut detector = SweptFaceOctree::with_options(SweptOptions {
        mode: SweptMode::Published,
        level: 0,
        times: Times::Off,
    });
    let all = find(&mut detector, &scene, 0, &scene.query());
    assert_eq!(pairs(&all), with_plate);
    let query = scene.query().with_detail(collision::Detail::FirstContact);
    let first = find(&mut detector, &scene, 0, &query);
    assert_eq!(first.bodies, all.bodies);
}

#[test]
fn a_turning_body_of_any_size_is_not_missed() {
    // Squares of lengths vanish below 2⁻⁵³⁷.
    for exponent in [-1040, -900, -545, -500, 90] {
        let scale = power_of_two(exponent);
        let blade = mesh(
            [
                Vec3::X,
                Vec3::new(10.0, 0.0, 0.5),
                Vec3::new(10.0, 0.0, -0.5),
            ]
            .map(|p| p * scale)
            .to_vec(),
        );
        let leaf = mesh(
            [
                Vec3::ZERO,
                Vec3::new(0.0, 0.5, 0.25),
                Vec3::new(0.25, 0.5, -0.25),
            ]
            .map(|p| p * scale)
            .to_vec(),
        );
        let bodies = vec![Body::rigid("blade", blade), Body::rigid("leaf", leaf)];
        let leaf_at = Pose::at(Vec3::Y * 9.5 * scale);
        let at = |degrees| vec![Pose::new(Vec3::ZERO, turned(Vec3::Z, degrees)), leaf_at];
        let scene = two_frames(bodies, [at(45.0), at(135.0)]);
        for times in [Times::Off, Times::Certified] {
            let found = in_first_frame(&scene, SweptMode::Rotation, times);
            assert_eq!(found.evidence.swept.len(), 1, "2^{exponent} {times:?}");
        }
    }
}

#[test]
fn a_next_instant_that_does_not_fit_the_bodies_is_rejected() {
    let cube = Arc::new(bodies::cube(1.0));
    let mut detector = detector(SweptMode::Swept, Times::Off);
    detector
        .prepare(&[Body::deforming("a", cube.clone()), Body::rigid("b", cube)])
        .unwrap();
    let poses = [Pose::IDENTITY; 2];
    let now = Snapshot::new(&poses).unwrap();
    let mut reject = |next: Snapshot<'_>| {
        let frame = Frame::at(now).before(next, 0.1);
        detector
            .detect(&frame, &Query::default(), &mut Findings::default())
            .unwrap_err()
    };
    let few = reject(Snapshot::new(&poses[1..]).unwrap());
    assert!(matches!(
        few,
        Rejected::PoseCount {
            found: 1,
            expected: 2
        }
    ));
    let short = [Vec3::X; 3];
    let slices = [Some(&short[..]), None];
    let wrong = reject(Snapshot::with_deformed(&poses, &slices[..]).unwrap());
    assert!(matches!(
        wrong,
        Rejected::VertexCount {
            found: 3,
            expected: 8,
            ..
        }
    ));
}

/// Point on a lattice, with some noise in half of the cases.
fn point() -> impl Strategy<Value = Vec3> {
    let lattice = [-2..3i32, -2..3i32, -2..3i32].prop_map(|p| Vec3::from_array(p.map(f64::from)));
    let noise = [-0.4..0.4f64, -0.4..0.4f64, -0.4..0.4f64].prop_map(Vec3::from_array);
    (lattice, prop::option::of(noise)).prop_map(|(p, by)| p + by.unwrap_or(Vec3::ZERO))
}

fn soup() -> impl Strategy<Value = Vec<Vec3>> {
    prop::collection::vec([point(), point(), point()], 1..4).prop_map(|faces| faces.concat())
}

fn mesh(vertices: Vec<Vec3>) -> Arc<Mesh> {
    let faces = (0..vertices.len() as u32).step_by(3);
    Arc::new(Mesh::new(vertices, faces.map(|i| [i, i + 1, i + 2]).collect()).unwrap())
}

/// Poses of a body at both instants: a turn of at most `degrees` between them.
fn motion(degrees: f64) -> impl Strategy<Value = [Pose; 2]> {
    (
        point(),
        point(),
        point(),
        -180.0..180.0f64,
        -degrees..=degrees,
    )
        .prop_map(|(from, to, axis, first, turn)| {
            let axis = axis.try_normalize().unwrap_or(Vec3::Z);
            let next = turned(axis, turn) * turned(Vec3::ONE, first);
            [
                Pose::new(from, turned(Vec3::ONE, first)),
                Pose::new(2.0 * to, next.normalize()),
            ]
        })
}

fn scene_of(soups: Vec<Vec<Vec3>>, motions: &[[Pose; 2]], bend: Option<Vec3>) -> Scene {
    let mut bodies: Vec<Body> = Vec::new();
    for (i, soup) in soups.iter().enumerate() {
        let mut body = Body::rigid(format!("soup {i}"), mesh(soup.clone()));
        body.deforms = i == 0 && bend.is_some();
        bodies.push(body);
    }
    let frame = |k: usize| {
        let poses = motions[..bodies.len()]
            .iter()
            .map(|poses| poses[k])
            .collect();
        let mut frame = SceneFrame::rigid(poses);
        if let (Some(bend), 1) = (bend, k) {
            let first = soups[0].iter().map(|p| *p + bend * p.x).collect();
            frame.deformed = vec![None; bodies.len()];
            frame.deformed[0] = Some(first);
        }
        frame
    };
    Scene::new("soups", bodies.clone(), vec![frame(0), frame(1)]).unwrap()
}

#[test]
fn hostile_scenes_agree_with_the_reference() {
    let mut meeting = 0;
    for seed in 0..60 {
        let scene = scenes::hostile::scene(scenes::hostile::Bodies::Any, seed);
        for (mode, path) in [
            (SweptMode::Swept, ReferencePath::Linear),
            (SweptMode::Rotation, ReferencePath::Turning),
        ] {
            let reference = step_contacts(&scene, 0, path);
            let found = in_first_frame(&scene, mode, Times::Certified);
            match reference.check(&found) {
                Ok(reported) => meeting += reported.meeting,
                Err(fault) => panic!("seed {seed}, {mode:?}: {fault}"),
            }
        }
    }
    assert!(meeting > 2000, "{meeting}");
}

/// D21: the paper's distributions compare one pair after another, the default eight at once.
#[test]
fn pairs_compared_eight_at_once_are_found_like_those_compared_one_by_one() {
    let (mut pairs, mut pairs_of_one, mut walks) = (0, 0, 0);
    for seed in 0..120 {
        let scene = scenes::hostile::scene(scenes::hostile::Bodies::Any, seed);
        let find_by = |distribution| {
            let options = ParallelOptions {
                distribution,
                mode: SweptMode::Swept,
                ..ParallelOptions::default()
            };
            let mut detector = SweptFaceOctree::parallel(options);
            find(&mut detector, &scene, 0, &scene.query())
        };
        let (one, eight) = (
            find_by(Distribution::Static),
            find_by(Distribution::Stealing),
        );
        assert_eq!(one.contacts, eight.contacts, "seed {seed}");
        assert_eq!(one.evidence, eight.evidence, "seed {seed}");
        assert_eq!(one.bodies, eight.bodies, "seed {seed}");
        let count = |found: &Findings, name| found.work.count(name);
        // Boxes differ: in double precision along three axes, in single precision along four.
        let [of_one, of_eight] = [&one, &eight].map(|found| count(found, "swept-pair-tests"));
        assert_eq!(count(&one, "volume-walks"), of_one, "seed {seed}");
        assert_eq!(count(&eight, "volume-axis-tests"), of_eight, "seed {seed}");
        pairs += of_eight;
        pairs_of_one += of_one;
        walks += count(&eight, "volume-walks");
    }
    assert!(pairs > 1000 && walks < pairs, "{walks} of {pairs}");
    assert!(pairs <= pairs_of_one, "{pairs}, one by one {pairs_of_one}");
}

/// Faces of 1e-9 in bodies of size 2, far from the center of their overlap region: in single
/// precision all boxes there overlap.
#[test]
fn small_faces_of_large_bodies_are_compared_with_their_neighbors_only() {
    let (count, size) = (300, 1e-9);
    let mut vertices = vec![
        Vec3::splat(-1.0),
        Vec3::new(1.0, -1.0, 1.0),
        Vec3::splat(1.0),
    ];
    for i in 0..count {
        let at = Vec3::new(0.9, 0.8, 0.7) + Vec3::new(1.0, 0.3, -0.2) * (3.0 * size * f64::from(i));
        vertices.extend([
            at,
            at + Vec3::Y * size,
            at + Vec3::new(0.5, 0.2, 1.0) * size,
        ]);
    }
    let mesh = mesh(vertices);
    let bodies = ["a", "b"].map(|name| Body::rigid(name, mesh.clone()));
    let at = |x: f64| SceneFrame::rigid(vec![Pose::IDENTITY, Pose::at(Vec3::X * x)]);
    let frames = vec![at(-0.2 * size), at(0.2 * size)];
    let scene = Scene::new("small faces", bodies.to_vec(), frames).unwrap();
    let found = in_first_frame(&scene, SweptMode::Swept, Times::Off);
    let (pairs, meeting) = (
        found.work.count("swept-pair-tests"),
        found.evidence.swept.len() as u64,
    );
    assert!(meeting >= count as u64, "{meeting}");
    assert!(pairs < 4 * count as u64, "{pairs}");
}

/// D21: of two spheres that overlap, axes leave less than two thirds of the pairs, and portals less
/// than a hundredth.
#[test]
fn axes_and_portals_decide_most_pairs_of_spheres_that_overlap() {
    let generator: scenes::Generator = "approaching-spheres:faces=960,seed=1995,after=8"
        .parse()
        .unwrap();
    let scene = generator.generate().unwrap();
    let found = find(
        &mut detector(SweptMode::Swept, Times::Off),
        &scene,
        scene.frames.len() - 2,
        &scene.query(),
    );
    let count = |name| found.work.count(name);
    let pairs = count("swept-pair-tests");
    assert!(pairs > 100 && found.contacts.len() > 20, "{found:?}");
    for (name, most) in [
        ("volume-portal-tests", 2 * pairs / 3),
        ("volume-walks", pairs / 100),
        ("face-pair-tests", pairs / 10),
    ] {
        assert!(count(name) < most, "{name}: {:?}", found.work);
    }
}

#[test]
fn the_reference_decides_all_reported_pairs_of_ordinary_spheres() {
    let scene = scenes::motions::two_spheres(528, 1995).unwrap();
    let last = scene.frames.len() - 1;
    let mut counted = [Reported::default(); 2];
    for index in last - 6..last {
        for (i, (mode, path)) in [
            (SweptMode::Swept, ReferencePath::Linear),
            (SweptMode::Rotation, ReferencePath::Turning),
        ]
        .into_iter()
        .enumerate()
        {
            let found = find(
                &mut detector(mode, Times::Off),
                &scene,
                index,
                &scene.query(),
            );
            let reported = step_contacts(&scene, index, path).check(&found).unwrap();
            counted[i].meeting += reported.meeting;
            counted[i].false_positives += reported.false_positives;
            counted[i].undecided += reported.undecided;
        }
    }
    let counts = counted.map(|r| (r.meeting, r.false_positives, r.undecided));
    // As in the rows of `kitamura95-linear` and `kitamura95-turning`.
    assert_eq!(counts, [(99, 3, 0), (99, 5, 0)]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn linear_motion_is_never_missed(
        soups in prop::collection::vec(soup(), 2..4),
        motions in prop::collection::vec(motion(0.0), 3),
        bend in prop::option::of(point()),
    ) {
        let scene = scene_of(soups, &motions, bend);
        let reference = step_contacts(&scene, 0, ReferencePath::Linear);
        for mode in [SweptMode::Swept, SweptMode::Rotation] {
            checked(&scene, mode, &reference);
        }
        let truth = find(&mut BruteForce::new(), &scene, 0, &scene.query());
        for mode in MODES {
            let found = in_first_frame(&scene, mode, Times::Off);
            prop_assert_eq!(&found.contacts, &truth.contacts, "{:?}", mode);
        }
    }

    #[test]
    fn turning_bodies_are_never_missed(
        soups in prop::collection::vec(soup(), 2..4),
        motions in prop::collection::vec(prop_oneof![motion(30.0), motion(179.0)], 3),
        bend in prop::option::of(point()),
    ) {
        let scene = scene_of(soups, &motions, bend);
        checked(&scene, SweptMode::Rotation, &step_contacts(&scene, 0, ReferencePath::Turning));
        checked(&scene, SweptMode::Swept, &step_contacts(&scene, 0, ReferencePath::Linear));
    }

    #[test]
    fn a_first_contact_is_one_of_all_and_prefers_contacts_of_now(
        soups in prop::collection::vec(soup(), 2..4),
        motions in prop::collection::vec(motion(30.0), 3),
    ) {
        let scene = scene_of(soups, &motions, None);
        for mode in MODES {
            let all = in_first_frame(&scene, mode, Times::Off);
            let query = scene.query().with_detail(collision::Detail::FirstContact);
            let first = find(&mut detector(mode, Times::Off), &scene, 0, &query);
            let swept = &first.evidence.swept;
            prop_assert!(swept.iter().all(|s| all.evidence.swept.contains(s)));
            prop_assert!(swept.is_sorted_by(|s, t| s.pair.bodies < t.pair.bodies));
            prop_assert_eq!(&first.bodies, &all.bodies);
        }
    }
}

/// Names of the steps that begin in a frame.
#[derive(Default)]
struct Steps(Mutex<Vec<&'static str>>);

impl Probe for Steps {
    fn begin(&self, step: Step, _: usize) {
        self.0.lock().unwrap().push(step.name());
    }
}

/// D13: steps 2 to 4 look at bodies near each other over both instants.
#[test]
fn a_frame_of_bodies_far_apart_ends_after_step_1_except_as_published() {
    for mode in MODES {
        for (distance, goes_on) in [(50.0, mode == SweptMode::Published), (0.5, true)] {
            let at = [Pose::IDENTITY, Pose::at(Vec3::X * distance)].to_vec();
            let cube = |name| Body::rigid(name, Arc::new(bodies::block(Vec3::ONE)));
            let scene = two_frames(vec![cube("a"), cube("b")], [at.clone(), at]);
            for query in [scene.query(), Query::first_contact()] {
                let steps = Steps::default();
                let found = find(
                    &mut detector(mode, Times::Off),
                    &scene,
                    0,
                    &query.with_probe(&steps),
                );
                let steps = steps.0.into_inner().unwrap();
                assert_eq!(steps[..2], ["update", "overlap-regions"], "{mode:?}");
                assert_eq!(steps.len() > 2, goes_on, "{mode:?}, {distance}: {steps:?}");
                let reported = found.contacts.len() + found.evidence.swept.len();
                assert_eq!(reported > 0, distance < 1.0, "{mode:?}, {distance}");
            }
        }
    }
}

/// Balls, pairs and turns are kept from frame to frame. One that deforms, or has candidates, keeps
/// others than the next one needs.
#[test]
fn a_frame_finds_the_same_after_frames_of_other_kinds() {
    let mesh = Arc::new(scenes::bodies::sphere(168).unwrap());
    let size = mesh.max_abs_coordinate();
    let bodies: Vec<Body> = (0..6)
        .map(|i| Body::deforming(format!("{i}"), mesh.clone()))
        .collect();
    let poses = |shift: f64| -> Vec<Pose> {
        let at = |i: usize| Vec3::X * (i as f64 * 1.9) + Vec3::Y * shift * (i % 2) as f64;
        (0..6)
            .map(|i| Pose::new(at(i) * size, turned(Vec3::ONE, 40.0 * shift)))
            .collect()
    };
    let instants = [0.0, 0.2, 0.4, 3.0, 0.4].map(poses);
    let larger: Vec<Vec3> = mesh.vertices().iter().map(|p| *p * 1.1).collect();
    let (at_rest, mut deformed) = ([None; 6], [None; 6]);
    deformed[2] = Some(&larger[..]);
    let candidates = [BodyPair::new(BodyId(0), BodyId(1))];
    // Of each frame: if a body deforms, and if there are candidates.
    let kinds = [
        (false, false),
        (true, false),
        (false, true),
        (true, true),
        (false, false),
        (false, false),
        (true, false),
        (false, false),
    ];
    for mode in [SweptMode::Swept, SweptMode::Rotation] {
        let mut kept = detector(mode, Times::Off);
        kept.prepare(&bodies).unwrap();
        let mut pairs = 0;
        for (k, (deforms, has_candidates)) in kinds.into_iter().enumerate() {
            let local = if deforms { &deformed } else { &at_rest };
            let [now, next] = [k, k + 1].map(|i| {
                Snapshot::with_deformed(&instants[i % instants.len()], &local[..]).unwrap()
            });
            let frame = Frame::at(now).before(next, 0.1);
            let mut query = Query::default();
            if has_candidates {
                query = query.with_candidates(&candidates);
            }
            let mut fresh = detector(mode, Times::Off);
            fresh.prepare(&bodies).unwrap();
            let [of_kept, of_fresh] = [&mut kept, &mut fresh].map(|detector| {
                let mut found = Findings::default();
                detector.detect(&frame, &query, &mut found).unwrap();
                (found.contacts, found.evidence, found.bodies)
            });
            assert_eq!(of_kept, of_fresh, "frame {k}");
            pairs += of_fresh.1.swept.len();
        }
        assert!(pairs > 500, "{pairs}");
    }
}
