//! The claim of the default mode, on every shared scene. Other options: `random_trees.rs`.

use collision::Detector;
use csg_hybrid::CsgHybrid;

#[test]
fn verified() {
    let boxed = || Box::new(CsgHybrid::verified()) as Box<dyn Detector>;
    oracle::conformance::check(boxed, &scenes::shared::shared_scenes());
}
