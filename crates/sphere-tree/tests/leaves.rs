//! Searches that end at the leaves, as in the paper's flights [Hubbard96 §11.3], and without inner
//! balls.

use crate::common::{covering, rigid_scenes, separations};
use collision::{Claim, Detector, Findings, Known, Query};
use oracle::certificates::{check_budgets, check_certificates};
use sphere_tree::{LastLevel, Schedule, Start, TimeCritical};

/// Counts of certificates: undecided with spheres, interfering with spheres, interfering without.
type Seen = [usize; 3];

/// Checks every frame of every scene without limit.
fn ends_at_the_leaves(make: impl Fn() -> TimeCritical, query: &Query<'_>) -> Seen {
    let mut seen = [0; 3];
    assert_eq!(make().detector().profile().claim, Claim::WithinBound);
    for scene in rigid_scenes() {
        let mut detector = make().detector();
        detector.prepare(&scene.bodies).unwrap();
        let mut found = Findings::default();
        for frame in 0..scene.frames.len() {
            let query = query.with_containment(scene.query().containment);
            detector
                .detect(&scene.frame(frame), &query, &mut found)
                .unwrap();
            let truth = separations(&scene, frame);
            check_certificates(&found, &truth).unwrap();
            let work = ["face-box-tests", "face-pair-tests"];
            assert_eq!(work.map(|name| found.work.count(name)), [0, 0]);
            assert!(found.contacts.is_empty());
            for certificate in &found.evidence.certificates {
                let reported = found.evidence.spheres_of(certificate);
                let models = [certificate.pair.a, certificate.pair.b].map(|b| detector.model(b));
                for contact in reported {
                    let mut sides = models.iter().zip(contact.spheres);
                    assert!(sides.all(|(model, node)| model.tree.is_leaf(node)));
                }
                let deepest = reported.iter().map(|contact| contact.level).max();
                assert!(deepest.is_none_or(|level| level == certificate.level));
                assert_eq!(certificate.centers.is_some(), !reported.is_empty());
                match (certificate.known, reported.is_empty()) {
                    (Known::Undecided { .. }, false) => seen[0] += 1,
                    (Known::Interfering, false) => seen[1] += 1,
                    (Known::Interfering, true) => seen[2] += 1,
                    (Known::Apart, true) => {}
                    other => panic!("{}: {other:?}", scene.name),
                }
            }
        }
    }
    seen
}

#[test]
fn without_faces_a_search_ends_with_colliding_leaves_and_a_bound() {
    for query in [Query::all_contacts(), Query::first_contact()] {
        for start in [Start::Root, Start::Frontier, Start::Witness] {
            let make = || {
                covering(1)
                    .with_last_level(LastLevel::Leaves)
                    .with_start(start)
            };
            let seen = ends_at_the_leaves(make, &query);
            assert!(seen[0] > 20 && seen[1] > 5, "{seen:?}");
        }
    }
}

#[test]
fn without_inner_balls_no_spheres_prove_interference() {
    let make = || {
        covering(1)
            .with_last_level(LastLevel::Leaves)
            .with_inner_balls(false)
    };
    let seen = ends_at_the_leaves(make, &Query::all_contacts());
    assert!(seen[0] > 20 && seen[1] == 0, "{seen:?}");
}

#[test]
fn without_inner_balls_faces_still_find_every_contact() {
    let make = || covering(4).with_inner_balls(false);
    assert_eq!(make().detector().profile().claim, Claim::Exact);
    oracle::conformance::check(|| Box::new(make().detector()), &rigid_scenes());
}

#[test]
fn certificates_narrow_as_the_budget_grows() {
    for inner in [true, false] {
        let make = || {
            covering(1)
                .with_last_level(LastLevel::Leaves)
                .with_inner_balls(inner)
        };
        for schedule in [Schedule::RoundRobin, Schedule::WidestFirst] {
            for scene in rigid_scenes() {
                let mut detector = make().with_schedule(schedule).detector();
                detector.prepare(&scene.bodies).unwrap();
                for frame in 0..scene.frames.len() {
                    let (at, query) = (scene.frame(frame), scene.query());
                    let truth = separations(&scene, frame);
                    if let Err((budget, fault)) =
                        check_budgets(&mut detector, &at, &query, &truth, |_| {})
                    {
                        panic!("{} frame {frame}, {budget:?} steps: {fault}", scene.name);
                    }
                }
            }
        }
    }
}
