//! Certificates of a search that a budget stops early.

use crate::common::{Halving, count_certificates, covering, rigid_scenes, separations};
use broad_phase::SortAndSweep;
use collision::{
    Body, BodyPair, Budget, Claim, Contained, Deadline, Detector, Findings, Known, Pairwise, Query,
    Reason, SphereContact,
};
use geometry::{Mesh, Pose, Vec3, power_of_two};
use oracle::certificates::{check_budgets, check_certificates};
use scenes::{Scene, SceneFrame, bodies};
use sphere_tree::{Coverage, Schedule, Start, TimeCritical};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

type Searching = Pairwise<SortAndSweep, TimeCritical>;

fn prepared(search: TimeCritical, scene: &Scene) -> Searching {
    let mut detector = search.detector();
    detector.prepare(&scene.bodies).unwrap();
    detector
}

fn detect(
    detector: &mut Searching,
    (scene, frame): (&Scene, usize),
    budget: Budget<'_>,
    found: &mut Findings,
) {
    let query = scene.query().with_budget(budget);
    detector.detect(&scene.frame(frame), &query, found).unwrap();
}

/// Frames of each scene, every budget: certificates are right, intervals shrink, verdicts stay.
fn certificates_hold(make: impl Fn() -> TimeCritical) {
    let mut counts = [0; 3];
    for scene in rigid_scenes() {
        let mut detector = prepared(make(), &scene);
        for frame in 0..scene.frames.len() {
            let truth = separations(&scene, frame);
            let count = |found: &Findings| {
                let seen = count_certificates(found);
                (0..3).for_each(|i| counts[i] += seen[i]);
            };
            let (frame_now, query) = (scene.frame(frame), scene.query());
            let checked = check_budgets(&mut detector, &frame_now, &query, &truth, count);
            if let Err((budget, fault)) = checked {
                panic!("{} frame {frame}, {budget:?} steps: {fault}", scene.name);
            }
        }
    }
    assert!(counts.iter().all(|n| *n > 40), "{counts:?}");
}

#[test]
fn certificates_are_right_and_narrow_as_the_budget_grows() {
    certificates_hold(|| covering(1));
    certificates_hold(|| covering(3).with_schedule(Schedule::WidestFirst));
}

#[test]
fn certificates_are_right_and_narrow_from_a_frontier() {
    certificates_hold(|| covering(1).with_start(Start::Frontier));
}

#[test]
fn certificates_are_right_and_narrow_from_witnesses() {
    certificates_hold(|| covering(1).with_start(Start::Witness));
}

/// Another step never makes a certificate worse. With steps left, no pair is undecided.
#[test]
fn every_single_step_counts() {
    let scene = linked_rings();
    let truth = separations(&scene, 0);
    for schedule in [Schedule::RoundRobin, Schedule::WidestFirst] {
        let mut detector = prepared(covering(1).with_schedule(schedule), &scene);
        let (mut before, mut found) = (vec![f64::INFINITY; 3], Findings::default());
        for steps in 0.. {
            detect(&mut detector, (&scene, 0), Budget::Steps(steps), &mut found);
            check_certificates(&found, &truth).unwrap();
            for (before, (pair, _)) in before.iter_mut().zip(&truth) {
                let now = width(&found, *pair);
                assert!(
                    now <= *before,
                    "{steps} steps: {pair:?} is wider than before"
                );
                *before = now;
            }
            assert!(found.work.count("refinement-steps") <= steps.max(3));
            if found.work.count("refinement-steps") < steps {
                assert!(found.undecided.is_empty() && steps > 10);
                break;
            }
        }
    }
}

fn certificates_are_right_after_another_frame(make: impl Fn() -> TimeCritical) {
    for (budget, scene) in [0, 1, 3, 7, 12, 40].into_iter().cycle().zip(rigid_scenes()) {
        let mut detector = prepared(make(), &scene);
        let mut found = Findings::default();
        let frames = (0..scene.frames.len()).chain((0..scene.frames.len()).rev());
        for frame in frames.cycle().take(6) {
            let budget = Budget::Steps(budget);
            detect(&mut detector, (&scene, frame), budget, &mut found);
            check_certificates(&found, &separations(&scene, frame)).unwrap();
        }
    }
}

#[test]
fn certificates_are_right_from_a_frontier_of_another_frame() {
    certificates_are_right_after_another_frame(|| covering(1).with_start(Start::Frontier));
}

#[test]
fn certificates_are_right_from_witnesses_of_another_frame() {
    for schedule in [Schedule::RoundRobin, Schedule::WidestFirst] {
        let make = || covering(1).with_schedule(schedule);
        certificates_are_right_after_another_frame(|| make().with_start(Start::Witness));
    }
}

/// Returns the bound of the pair's separation; negative if the pair is decided or not reported.
fn width(found: &Findings, pair: BodyPair) -> f64 {
    let certificate = found.evidence.certificates.iter().find(|c| c.pair == pair);
    match certificate.map(|c| c.known) {
        Some(Known::Undecided { bound }) => bound,
        _ => -1.0,
    }
}

fn linked_rings() -> Scene {
    let is_it = |scene: &Scene| scene.name.starts_with("linked rings");
    rigid_scenes().into_iter().find(is_it).unwrap()
}

#[test]
fn every_pair_is_refined_once_whatever_the_budget() {
    let scene = linked_rings();
    let mut detector = prepared(covering(1), &scene);
    let mut found = Findings::default();
    detect(&mut detector, (&scene, 0), Budget::Steps(0), &mut found);
    assert_eq!(found.evidence.certificates.len(), 3);
    assert_eq!(found.work.count("refinement-steps"), 3);
    assert!(found.evidence.certificates.iter().all(|c| c.level == 1));
    assert!(found.contacts.is_empty() && found.undecided.len() == 3);
    // Each is left with the spheres it stopped on, and the best of them gives its bound.
    for certificate in &found.evidence.certificates {
        let (pair, reported) = (certificate.pair, found.evidence.spheres_of(certificate));
        let best = reported
            .iter()
            .map(|s| s.bound)
            .fold(f64::INFINITY, f64::min);
        assert_eq!(width(&found, pair), best);
        let bodies = [pair.a, pair.b];
        let centers = |s: &SphereContact| -> Vec<Vec3> {
            let of_body = bodies.iter().zip(s.spheres).map(|(body, node)| {
                let map = scene.frame(0).poses()[body.index()].world_map();
                map.apply(detector.model(*body).tree.centers[node as usize])
            });
            of_body.collect()
        };
        for s in reported {
            let radii = bodies.iter().zip(s.spheres);
            let radii = radii.map(|(body, node)| detector.model(*body).tree.radii[node as usize]);
            let [a, b] = centers(s)[..] else {
                unreachable!("a pair is of two")
            };
            assert!(a.distance(b) - radii.sum::<f64>() < 1e-9);
            assert!(s.level == 1 && s.estimate <= s.bound);
        }
        // The certificate names those of smallest estimate.
        let nearest = reported
            .iter()
            .min_by(|s, t| s.estimate.total_cmp(&t.estimate))
            .unwrap();
        assert_eq!(certificate.centers.unwrap()[..], centers(nearest)[..]);
    }
}

/// Deadline that passes at poll number `after`.
struct DeadlineAtPoll {
    times: AtomicU64,
    after: u64,
}

impl Deadline for DeadlineAtPoll {
    fn passed(&self) -> bool {
        self.times.fetch_add(1, Ordering::Relaxed) + 1 >= self.after
    }
}

#[test]
fn a_deadline_is_asked_before_each_further_step_and_then_obeyed() {
    let scene = linked_rings();
    let mut detector = prepared(covering(1), &scene);
    let mut found = Findings::default();
    for after in 1..10 {
        let deadline = DeadlineAtPoll {
            times: AtomicU64::new(0),
            after,
        };
        let budget = Budget::Until(&deadline);
        detect(&mut detector, (&scene, 0), budget, &mut found);
        // Once more where a step was cut off.
        assert!([after, after + 1].contains(&deadline.times.load(Ordering::Relaxed)));
        assert!((3..3 + after).contains(&found.work.count("refinement-steps")));
    }
}

/// A step that is cut off keeps what it has proved, and the spheres of the level above.
#[test]
fn a_certificate_had_the_level_that_was_cut_off() {
    let scene: scenes::Generator = "two-spheres:faces=960,seed=1995".parse().unwrap();
    let scene = scene.generate().unwrap();
    let last = scene.frames.len() - 1;
    let separations = separations(&scene, last);
    let pair = separations[0].0;
    for start in [Start::Root, Start::Frontier] {
        let (mut bound, mut cut, mut decided) = (f64::INFINITY, 0, 0);
        let mut cuts = BTreeSet::new();
        for after in (1..40).chain((40..400).step_by(10)) {
            // The frontier of the run before would prove more than this budget.
            let mut detector = prepared(covering(4).with_start(start), &scene);
            let mut found = Findings::default();
            let deadline = DeadlineAtPoll {
                times: AtomicU64::new(0),
                after,
            };
            let budget = Budget::Until(&deadline);
            detect(&mut detector, (&scene, last), budget, &mut found);
            check_certificates(&found, &separations).unwrap();
            let now = width(&found, pair);
            assert!(now <= bound, "{after}: {now} after {bound}");
            bound = now;
            let certificate = &found.evidence.certificates[0];
            let reported = found.evidence.spheres_of(certificate);
            // The level was that of spheres that had been looked at and taken back.
            let deepest = reported.iter().map(|s| s.level).max();
            let faces = found.work.count("face-box-tests") > 0;
            assert!(faces || deepest.is_none_or(|level| level == certificate.level));
            cut += u64::from(cuts.insert((certificate.level, found.work.count("sphere-tests"))));
            decided += u64::from(now < 0.0);
            // The rest of it is a cut through all pairs: the next frame finds all there is.
            let mut all = Findings::default();
            detector
                .detect(&scene.frame(last), &scene.query(), &mut all)
                .unwrap();
            oracle::compare(&detector.profile(), &oracle::truth(&scene, last), &all).unwrap();
        }
        assert!(cut > 2 && decided > 2, "{cut} {decided}");
    }
}

#[test]
fn a_step_of_faces_is_small() {
    let scene: scenes::Generator = "two-spheres:faces=960,seed=1995".parse().unwrap();
    let scene = scene.generate().unwrap();
    let mut detector = prepared(covering(64), &scene);
    let (mut before, mut found) = (0, Findings::default());
    let last = scene.frames.len() - 1;
    let mut face_steps = 0;
    for steps in 1.. {
        detect(
            &mut detector,
            (&scene, last),
            Budget::Steps(steps),
            &mut found,
        );
        let made = found.work.count("face-box-tests") - before;
        // The first lists the faces of all leaves that meet.
        if face_steps > 0 {
            assert!(made <= 512, "{made} in step {steps}");
        }
        face_steps += u64::from(made > 0);
        before = found.work.count("face-box-tests");
        if found.work.count("refinement-steps") < steps {
            break;
        }
    }
    assert!(face_steps > 2 && !found.contacts.is_empty());
}

/// A face of the floor is near all faces of both spheres: its comparison was one step.
#[test]
fn a_large_face_was_compared_with_all_faces_of_the_other_body_in_one_step() {
    let scene = floor_below_two_spheres();
    let all = oracle::truth(&scene, 0);
    for first_only in [false, true] {
        let (mut detector, mut before) = (prepared(covering(64), &scene), 0);
        let (mut face_steps, mut found) = (0, Findings::default());
        for steps in 1.. {
            let all_or_one = [Query::all_contacts(), Query::first_contact()];
            let query = all_or_one[usize::from(first_only)].with_budget(Budget::Steps(steps));
            detector
                .detect(&scene.frame(0), &query, &mut found)
                .unwrap();
            let made = found.work.count("face-box-tests");
            // One step for each of the two pairs lists the faces of leaves.
            assert!(face_steps < 2 || made <= before + 512, "{steps} steps");
            face_steps += usize::from(made > before);
            before = made;
            if found.work.count("refinement-steps") < steps {
                break;
            }
        }
        if first_only {
            assert_eq!(found.contacts.len(), 2);
        } else {
            assert!(face_steps > 6, "{face_steps} steps of faces");
            // To list the two faces of the floor, one test in each of 64 leaves. Then each pair of
            // faces once, though leaves overlap and slices end within them.
            assert_eq!(before, 2 * (2 * 64 + 2 * 960));
            assert_eq!(found.contacts, all.contacts());
        }
    }
}

/// Two triangles of a slanted floor, whose boxes contain two spheres that dip into it.
fn floor_below_two_spheres() -> Scene {
    let corners = [(9.0, -9.0, 0.0), (0.0, 9.0, -9.0), (-9.0, 0.0, 9.0)];
    let corners = corners.map(|(x, y, z)| Vec3::new(x, y, z)).to_vec();
    let floor = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 1]]).unwrap();
    let sphere = Arc::new(bodies::sphere(960).unwrap());
    let bodies = vec![
        Body::rigid("floor", Arc::new(floor)),
        Body::rigid("one", sphere.clone()),
        Body::rigid("another", sphere),
    ];
    // Spheres of radius 1, whose centers are 0.95 from the plane.
    let above = 0.95 * Vec3::ONE / 3f64.sqrt();
    let aside = Vec3::new(1.5, -1.5, 0.0);
    let poses = [Vec3::ZERO, above + aside, above - aside].map(Pose::at);
    Scene::new("floor", bodies, vec![SceneFrame::rigid(poses.to_vec())]).unwrap()
}

#[test]
fn pairs_that_an_outside_broad_phase_has_left_are_enough() {
    let scene = linked_rings();
    let mut detector = prepared(covering(2), &scene);
    let (mut own, mut given, mut none) = Default::default();
    detector
        .detect(&scene.frame(0), &scene.query(), &mut own)
        .unwrap();
    let pairs: Vec<BodyPair> = separations(&scene, 0)
        .iter()
        .map(|(pair, _)| *pair)
        .collect();
    let mut with = |candidates: &[BodyPair], found: &mut Findings| {
        let query = scene.query().with_candidates(candidates);
        detector.detect(&scene.frame(0), &query, found).unwrap();
    };
    with(&pairs, &mut given);
    with(&[], &mut none);
    assert!(!own.contacts.is_empty());
    assert_eq!(
        (&own.contacts, &own.evidence.certificates),
        (&given.contacts, &given.evidence.certificates)
    );
    assert_eq!(none, Findings::default());
}

/// Under the paper's policy a search that ends without spheres proves nothing by itself.
#[test]
fn level_coverage_certifies_apart_only_what_it_proves() {
    let make = || {
        TimeCritical::new(
            "level",
            Halving {
                leaf: 1,
                coverage: Coverage::Level,
            },
        )
    };
    assert_eq!(make().detector().profile().claim, Claim::WithinBound);
    let mut seen = [0; 3];
    for scene in rigid_scenes() {
        let mut detector = prepared(make(), &scene);
        let mut found = Findings::default();
        for frame in 0..scene.frames.len() {
            detector
                .detect(&scene.frame(frame), &scene.query(), &mut found)
                .unwrap();
            check_certificates(&found, &separations(&scene, frame)).unwrap();
            let counts = count_certificates(&found);
            (0..3).for_each(|i| seen[i] += counts[i]);
            // No spheres are reported for a pair whose search ended without a contact.
            for certificate in &found.evidence.certificates {
                let reported = found.evidence.spheres_of(certificate);
                assert_eq!(reported.is_empty(), certificate.known != Known::Interfering);
            }
        }
    }
    assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
}

#[test]
fn spheres_that_miss_prove_nothing_under_level_coverage() {
    let known = |coverage, name: &str| {
        let is_it = |scene: &Scene| scene.name == name;
        let scene = rigid_scenes().into_iter().find(is_it).unwrap();
        let halving = Halving { leaf: 1, coverage };
        let mut detector = prepared(TimeCritical::new("it", halving), &scene);
        let mut found = Findings::default();
        detector
            .detect(&scene.frame(0), &scene.query(), &mut found)
            .unwrap();
        found.evidence.certificates[0].known
    };
    for name in [
        "a triangle that stops short with a vertex",
        "a triangle that lies beside in the plane",
        "a tetrahedron in the hollow of a cube",
    ] {
        assert_eq!(known(Coverage::Regions, name), Known::Apart, "{name}");
        let level = known(Coverage::Level, name);
        assert!(
            matches!(level, Known::Undecided { .. }),
            "{name}: {level:?}"
        );
    }
    // Here the boxes show it.
    let name = "a tetrahedron beside a cube";
    assert_eq!(known(Coverage::Level, name), Known::Apart);
}

#[test]
fn a_body_in_another_interferes_and_is_named_when_asked() {
    let scenes = rigid_scenes();
    let scene = |name: &str| scenes.iter().find(|s| s.name == name).unwrap().clone();
    for (name, all) in [
        ("a tetrahedron inside a cube", true),
        ("a body of two parts, one inside a cube", false),
    ] {
        for asked in [false, true] {
            let scene = scene(name).with_containment(asked);
            let mut detector = prepared(covering(1), &scene);
            let mut found = Findings::default();
            detector
                .detect(&scene.frame(0), &scene.query(), &mut found)
                .unwrap();
            assert_eq!(
                found.evidence.certificates[0].known,
                Known::Interfering,
                "{name}"
            );
            let reason = if all && asked {
                Reason::Contained(Contained::BInA)
            } else {
                Reason::Solids
            };
            let reasons: Vec<Reason> = found.bodies.iter().map(|b| b.reason).collect();
            assert_eq!(reasons, [reason], "{name}");
        }
    }
}

#[test]
fn scale_changes_no_certificate() {
    let scene = linked_rings();
    let at = |exponent: i32, steps: u64| {
        let scene = scene.scaled_by_power_of_two(exponent).unwrap();
        let mut detector = prepared(covering(1), &scene);
        let mut found = Findings::default();
        detect(&mut detector, (&scene, 0), Budget::Steps(steps), &mut found);
        let unit = power_of_two(exponent);
        let scaled = |known| match known {
            Known::Undecided { bound } => Known::Undecided {
                bound: bound / unit,
            },
            known => known,
        };
        let known: Vec<_> = found
            .evidence
            .certificates
            .iter()
            .map(|c| scaled(c.known))
            .collect();
        (known, found.work)
    };
    for steps in [0, 4, 6, 8, 100] {
        let expected = at(0, steps);
        for exponent in [-40, -20, 20, 40] {
            assert_eq!(at(exponent, steps), expected, "2^{exponent}, {steps} steps");
        }
    }
}

#[test]
fn a_quaternion_that_is_not_quite_of_unit_length_loses_nothing() {
    let mut scene = linked_rings();
    for (i, pose) in scene.frames[0].poses.iter_mut().enumerate() {
        let stretch = 1.0 + 5e-7 * (i as f64 - 1.0);
        *pose = Pose::new(
            pose.translation + Vec3::splat(0.01 * i as f64),
            pose.rotation * stretch,
        );
    }
    let mut detector = prepared(covering(1), &scene);
    let mut found = Findings::default();
    detector
        .detect(&scene.frame(0), &scene.query(), &mut found)
        .unwrap();
    let truth = oracle::truth(&scene, 0);
    assert!(!found.contacts.is_empty());
    oracle::compare(&detector.profile(), &truth, &found).unwrap();
}
