//! The claim of the time-critical detector, on every shared scene.

use crate::common;
use crate::common::{Once, count_certificates};
use collision::{Detector, Findings};
use sphere_tree::{BuildOptions, Coverage, Schedule, Start, TimeCritical};

fn conforms(make: impl Fn() -> Box<dyn Detector>) {
    oracle::conformance::check(make, &scenes::shared::shared_scenes());
}

#[test]
fn round_robin_from_the_roots() {
    conforms(|| Box::new(common::covering(4).detector()));
}

#[test]
fn widest_first_one_face_in_a_leaf() {
    conforms(|| {
        Box::new(
            common::covering(1)
                .with_schedule(Schedule::WidestFirst)
                .detector(),
        )
    });
}

#[test]
fn from_the_frontier() {
    conforms(|| Box::new(common::covering(2).with_start(Start::Frontier).detector()));
}

#[test]
fn widest_first_from_the_frontier() {
    conforms(|| {
        let detector = common::covering(8).with_schedule(Schedule::WidestFirst);
        Box::new(detector.with_start(Start::Frontier).detector())
    });
}

#[test]
fn from_witnesses() {
    conforms(|| Box::new(common::covering(2).with_start(Start::Witness).detector()));
}

/// Trees of the medial axis: of few points and small families, as many shapes count here and not
/// how tightly they are fitted.
fn medial(coverage: Coverage) -> Once {
    Once::new(BuildOptions {
        samples: 50,
        branching: 3,
        depth: 2,
        coverage,
        ..BuildOptions::tuned()
    })
}

#[test]
fn medial_trees_that_cover_regions() {
    let trees = medial(Coverage::Regions);
    conforms(|| Box::new(TimeCritical::new("medial", trees.clone()).detector()));
}

#[test]
fn medial_trees_that_cover_strictly() {
    let trees = medial(Coverage::Strict);
    conforms(|| Box::new(TimeCritical::new("medial", trees.clone()).detector()));
}

/// These trees may miss contacts, and the suite would also accept a detector that finds none.
#[test]
fn medial_trees_that_cover_levels() {
    let trees = medial(Coverage::Level);
    let make = || TimeCritical::new("medial", trees.clone()).detector();
    conforms(|| Box::new(make()));
    let (mut known, mut found_contacts, mut all_contacts) = ([0; 3], 0, 0);
    for scene in scenes::shared::shared_scenes() {
        let (mut detector, mut found) = (make(), Findings::default());
        if detector.prepare(&scene.bodies).is_err() {
            continue;
        }
        for frame in 0..scene.frames.len() {
            detector
                .detect(&scene.frame(frame), &scene.query(), &mut found)
                .unwrap();
            let counts = count_certificates(&found);
            (0..3).for_each(|i| known[i] += counts[i]);
            found_contacts += found.contacts.len();
            all_contacts += oracle::truth(&scene, frame).contacts().len();
        }
    }
    println!("{known:?}, {found_contacts} of {all_contacts} contacts");
    assert!(known.iter().all(|n| *n > 5), "{known:?}");
    assert!(
        10 * found_contacts > 9 * all_contacts,
        "{found_contacts} of {all_contacts}"
    );
}
