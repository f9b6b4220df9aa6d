//! The claim of the time-critical detector, on every shared scene.

mod common;

use detector::Detector;
use sphere_tree::{Schedule, Start};

fn conforms(make: impl Fn() -> Box<dyn Detector>) {
    oracle::conformance::check(make, &scenes::shared::shared_scenes());
}

#[test]
fn round_robin_from_the_roots() {
    conforms(|| Box::new(common::covering(4)));
}

#[test]
fn widest_first_one_face_in_a_leaf() {
    conforms(|| Box::new(common::covering(1).with_schedule(Schedule::WidestFirst)));
}

#[test]
fn from_the_frontier() {
    conforms(|| Box::new(common::covering(2).with_start(Start::Frontier)));
}

#[test]
fn widest_first_from_the_frontier() {
    conforms(|| {
        let detector = common::covering(8).with_schedule(Schedule::WidestFirst);
        Box::new(detector.with_start(Start::Frontier))
    });
}
