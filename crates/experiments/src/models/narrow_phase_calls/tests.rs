use super::*;
use collision::{BodyId, BodyPair, Certificate, Query};
use sphere_tree::{BuildOptions, TimeCritical};

/// Level 5 descends as the paper does, and ends at the first contact as a BSP tree does.
#[test]
fn the_faces_of_a_call_are_compared_up_to_one_contact_and_levels_completely() {
    let calls = closed_flight::tests::some_calls(400);
    let octree = BuildOptions {
        depth: 2,
        ..BuildOptions::octree()
    };
    let mut detector = TimeCritical::new("octree", octree).detector();
    let bodies = closed_flight::tests::two_chairs();
    detector.prepare(&bodies).unwrap();
    let (mut one, mut all) = (Findings::default(), Findings::default());
    let mut tests = [0, 0];
    for call in &calls {
        call.answer(&mut detector, steps_to(None), &mut one)
            .unwrap();
        let every = Query::all_contacts().with_containment(true);
        detector.detect(&call.frame(), &every, &mut all).unwrap();
        assert_eq!(one.bodies.len(), all.bodies.len());
        assert_eq!(one.contacts.len(), all.contacts.len().min(1));
        let of = |found: &Findings| found.work.count("sphere-tests");
        assert_eq!(of(&one), of(&all), "not depth first");
        if all.contacts.len() < 4 {
            continue;
        }
        for (tests, found) in tests.iter_mut().zip([&one, &all]) {
            *tests += found.work.count("face-pair-tests");
        }
    }
    assert!(tests[0] > 0 && 2 * tests[0] < tests[1], "{tests:?}");
}

#[test]
fn inaccuracies_are_those_of_calls_whose_spheres_collide_certified_or_not() {
    let pair = BodyPair::new(BodyId(0), BodyId(1));
    let mut level = Level::default();
    let mut found = Findings::default();
    for known in [Known::Interfering, Known::Undecided { bound: 9.0 }] {
        found.clear();
        let spheres = [(4.0, -2.0), (3.0, 1.0)];
        let contact = |(bound, estimate)| SphereContact::new([0, 0], 1, bound, estimate);
        found.evidence.spheres.extend(spheres.map(contact));
        let mut certificate = Certificate::new(pair, known, 1);
        certificate.spheres = [0, 2];
        found.evidence.certificates.push(certificate);
        level.record(&found, true, 2.0);
        level.record(&found, false, 2.0);
    }
    found.evidence.certificates[0].spheres = [0, 0];
    level.record(&found, true, 2.0);
    assert_eq!(level.inaccuracies, [[1.5, -1.0]; 2]);
}

#[test]
fn a_short_call_runs_several_times_in_one_measurement() {
    assert_eq!(timed_runs(3e-7), 7);
    assert_eq!((timed_runs(2e-6), timed_runs(1e-3)), (1, 1));
    // A clock of coarse steps.
    assert_eq!(timed_runs(0.0), 16);
}
