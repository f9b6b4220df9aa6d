//! Searches that start from the witnesses of the previous frame (D19).

use crate::common::{covering, separations};
use collision::{Body, Budget, Detector, Findings, Known, Query};
use geometry::{Mesh, Pose, Quat, Vec3};
use oracle::certificates::check_certificates;
use rand::RngExt;
use scenes::random::SceneRng;
use scenes::{Scene, SceneFrame, bodies};
use sphere_tree::Start;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// Detectors that start at the roots, and from witnesses.
type BothStarts = [Box<dyn Detector>; 2];

fn both_starts(scene: &Scene) -> BothStarts {
    [Start::Root, Start::Witness].map(|start| -> Box<dyn Detector> {
        let mut detector = covering(2).with_start(start).detector();
        detector.prepare(&scene.bodies).unwrap();
        Box::new(detector)
    })
}

/// Returns the findings of both in one frame.
fn detect(
    detectors: &mut BothStarts,
    (scene, frame): (&Scene, usize),
    budget: Budget<'_>,
) -> [Findings; 2] {
    let query = scene.query().with_budget(budget);
    detectors.each_mut().map(|detector| {
        let mut found = Findings::default();
        detector
            .detect(&scene.frame(frame), &query, &mut found)
            .unwrap();
        found
    })
}

fn known(found: &Findings) -> Vec<Known> {
    let certificates = found.evidence.certificates.iter();
    certificates.map(|c| c.known).collect()
}

/// Returns the bound of a separation; negative if the pair is decided.
fn width(known: Known) -> f64 {
    match known {
        Known::Undecided { bound } => bound,
        Known::Apart | Known::Interfering => -1.0,
    }
}

/// Returns the pairs of the first findings that the second know less well, and all if the pairs
/// differ.
fn wider([root, witness]: &[Findings; 2]) -> usize {
    let (root, witness) = (&root.evidence.certificates, &witness.evidence.certificates);
    let pairs = || root.iter().zip(witness);
    if root.len() != witness.len() || pairs().any(|(r, w)| r.pair != w.pair) {
        return root.len().max(witness.len());
    }
    pairs()
        .filter(|(r, w)| width(w.known) > width(r.known))
        .count()
}

fn two_bodies(meshes: [Mesh; 2], poses: &[[Pose; 2]]) -> Scene {
    let bodies = meshes.map(|mesh| Body::rigid("it", Arc::new(mesh)));
    let frames = poses.iter().map(|poses| SceneFrame::rigid(poses.to_vec()));
    Scene::new("two bodies", bodies.to_vec(), frames.collect()).unwrap()
}

fn two_rings(poses: &[[Pose; 2]]) -> Scene {
    let ring = bodies::torus(1.0, 0.25, 36, 16);
    two_bodies([ring.clone(), ring], poses)
}

/// One ring above another. Spheres alone show that they are apart.
fn ring_above(height: f64) -> [Pose; 2] {
    [Pose::IDENTITY, Pose::at(Vec3::new(0.1, 0.05, height))]
}

/// Two rings whose bounding spheres collide.
fn anywhere(rng: &mut SceneRng) -> [Pose; 2] {
    let at = rng.direction() * rng.between(0.5, 2.4);
    [Vec3::ZERO, at].map(|at| Pose::new(at, rng.rotation()))
}

/// A walk of two small rings at one speed, with a jump now and then.
fn walk(rng: &mut SceneRng) -> Scene {
    let exponent: i32 = rng.random_range(1..8);
    let speed = 10f64.powi(-exponent);
    let mut now = anywhere(rng);
    let mut poses = Vec::new();
    for _ in 0..16 {
        if rng.random::<f64>() < 0.1 {
            now = anywhere(rng);
        }
        poses.push(now);
        now = now.map(|pose| {
            let turn = Quat::from_axis_angle(rng.direction(), speed * rng.random::<f64>());
            let at = pose.translation + rng.in_cube(speed);
            Pose::new(at, (turn * pose.rotation).normalize())
        });
    }
    let ring = bodies::torus(1.0, 0.25, 16, 8);
    two_bodies([ring.clone(), ring], &poses)
}

#[test]
fn two_bodies_are_known_at_least_as_well_after_two_more_tests() {
    let mut rng = SceneRng::new(1996);
    let (mut better, mut free) = (0, 0);
    for _ in 0..24 {
        let scene = walk(&mut rng);
        let mut detectors = both_starts(&scene);
        for frame in 0..scene.frames.len() {
            let steps: u64 = rng.random_range(0..15);
            let budget = if steps < 12 {
                Budget::Steps(steps)
            } else {
                Budget::Unlimited
            };
            let found = detect(&mut detectors, (&scene, frame), budget);
            check_certificates(&found[1], &separations(&scene, frame)).unwrap();
            assert_eq!(wider(&found), 0, "frame {frame}, {found:?}");
            let [root, witness] = &found;
            let of = |name| [root, witness].map(|found| found.work.count(name));
            let ([tests, with_witness], [steps, fewer]) =
                (of("sphere-tests"), of("refinement-steps"));
            assert!(with_witness <= tests + 2 && fewer <= steps);
            if matches!(budget, Budget::Unlimited) {
                assert_eq!(root.contacts, witness.contacts);
            }
            let [wide, narrow] =
                [root, witness].map(|found| known(found).into_iter().map(width).sum::<f64>());
            better += u32::from(narrow < wide);
            free += u32::from(tests > 2 && with_witness <= 1);
        }
    }
    assert!(better > 10 && free > 5, "{better} {free}");
}

/// Pairs that are known to interfere come last, and those that are still apart need no step. So the
/// others get at least the steps that they get from the roots.
#[test]
fn many_bodies_in_turn_are_known_at_least_as_well() {
    let mut scenes = scenes::shared::shared_scenes();
    scenes.retain(|scene| scene.bodies.iter().all(|body| !body.deforms));
    for (i, scene) in scenes.iter().enumerate() {
        let mut detectors = both_starts(scene);
        let count = scene.frames.len();
        let there_and_back = (0..count).chain((0..count).rev()).cycle();
        let budgets = [0, 2, 5, 9, 40].map(|steps| steps + i as u64 % 3);
        for (frame, steps) in there_and_back.take(10).zip(budgets.into_iter().cycle()) {
            let budget = Budget::Steps(steps);
            let found = detect(&mut detectors, (scene, frame), budget);
            check_certificates(&found[1], &separations(scene, frame)).unwrap();
            assert_eq!(wider(&found), 0, "{} frame {frame}, {steps}", scene.name);
        }
    }
}

#[test]
fn bodies_at_rest_that_are_apart_need_no_sphere_test() {
    let (there, moved) = (ring_above(1.2), ring_above(1.2 + 1e-9));
    let scene = two_rings(&[there, there, moved, there]);
    let [_, mut detector] = both_starts(&scene);
    let mut found = Findings::default();
    let mut ask = |frame: usize, query: &Query<'_>| {
        detector
            .detect(&scene.frame(frame), query, &mut found)
            .unwrap();
        let [certificate] = found.evidence.certificates[..] else {
            panic!("{:?}", found.evidence)
        };
        assert_eq!(certificate.known, Known::Apart);
        let counts = ["sphere-tests", "spheres-moved", "refinement-steps"];
        (certificate.level, counts.map(|name| found.work.count(name)))
    };
    let all = scene.query();
    let (level, [tests, ..]) = ask(0, &all);
    assert!(level > 0 && tests > 10);
    assert_eq!(ask(1, &all), (level, [0; 3]));
    let other = Query::first_contact().with_containment(true);
    assert_eq!(ask(1, &other), (level, [0; 3]));
    assert_eq!(ask(1, &all.with_budget(Budget::Steps(0))), (level, [0; 3]));
    // After a motion the roots are tested: without a collision of theirs there is no certificate.
    let (after, [tests, _, steps]) = ask(2, &all);
    assert_eq!((after, tests, steps), (level, 1, 0));
    assert_eq!(ask(3, &all), (level, [0; 3]));
}

/// A memory of an apart pair is of no use after motions larger than its gap, of either body.
#[test]
fn a_motion_beyond_the_gap_is_searched_again() {
    // The second ring stands beside the first.
    let upright = Quat::from_rotation_y(FRAC_PI_2);
    let (turned, at) = (Quat::from_rotation_z(FRAC_PI_2) * upright, Vec3::X * 1.6);
    let apart = [Pose::IDENTITY, Pose::new(at, upright)];
    let by = Vec3::X * 0.6;
    let moved = [
        [Pose::IDENTITY, Pose::new(at - by, upright)],
        [Pose::IDENTITY, Pose::new(at, turned)],
        [Pose::at(by), Pose::new(at, upright)],
    ];
    for meeting in moved {
        let scene = two_rings(&[apart, apart, meeting, apart]);
        let mut detectors = both_starts(&scene);
        for frame in 0..scene.frames.len() {
            let [root, witness] = detect(&mut detectors, (&scene, frame), Budget::Unlimited);
            assert_eq!(known(&root), known(&witness), "{frame} {meeting:?}");
            assert_eq!(root.contacts, witness.contacts);
            assert_eq!(witness.contacts.is_empty(), frame != 2, "{meeting:?}");
            let free = witness.work.count("sphere-tests") == 0;
            assert_eq!(free, frame == 1, "frame {frame}");
        }
    }
}

/// A tetrahedron in the hole of a ring jumps into the tube, where no surfaces meet.
#[test]
fn a_jump_into_a_body_is_no_separation() {
    let at = |x: f64| [Pose::IDENTITY, Pose::at(Vec3::X * x)];
    let meshes = [bodies::torus(1.0, 0.25, 36, 16), bodies::tetrahedron(0.1)];
    let scene = two_bodies(meshes, &[at(0.0), at(0.0), at(1.0), at(0.0)]);
    let mut detectors = both_starts(&scene);
    for frame in 0..scene.frames.len() {
        let [root, witness] = detect(&mut detectors, (&scene, frame), Budget::Unlimited);
        let expected = if frame == 2 {
            Known::Interfering
        } else {
            Known::Apart
        };
        assert_eq!(
            (known(&root), known(&witness)),
            (vec![expected], vec![expected])
        );
        assert!(witness.contacts.is_empty());
        let free = witness.work.count("sphere-tests") == 0;
        assert_eq!(free, frame == 1, "frame {frame}");
    }
}

/// A ring comes down on another in bursts of small motions, until they interfere.
#[test]
fn small_motions_are_no_search_until_the_gap_is_used_up() {
    let height = |i: u32| 1.3 - 0.1 * f64::from(i / 5) + 1e-7 * f64::from(i % 5);
    let poses: Vec<[Pose; 2]> = (0..60).map(|i| ring_above(height(i))).collect();
    let scene = two_rings(&poses);
    let mut detectors = both_starts(&scene);
    let (mut free, mut meet) = (0, 0);
    for frame in 0..scene.frames.len() {
        let [root, witness] = detect(&mut detectors, (&scene, frame), Budget::Unlimited);
        assert_eq!(known(&root), known(&witness), "frame {frame}");
        assert_eq!(root.contacts, witness.contacts, "frame {frame}");
        free += u32::from(witness.work.count("sphere-tests") == 1);
        meet += u32::from(!witness.contacts.is_empty());
    }
    assert!(free > 8 && meet > 8, "{free} {meet}");
}
