//! Work counts per scene, so that a change of behavior shows in the diff.

use crate::common::covering;
use insta::assert_snapshot;
use sphere_tree::{LastLevel, Start, TimeCritical};

fn counts(scene: &str, search: TimeCritical) -> String {
    oracle::golden::counts_on(scene, search.detector())
}

const TWO_SPHERES: &str = "two-spheres:faces=528,seed=1995";
const FOUR_BODIES: &str = "four-bodies:seed=1995";

#[test]
fn from_the_roots() {
    assert_snapshot!("root, two spheres", counts(TWO_SPHERES, covering(4)));
    assert_snapshot!("root, four bodies", counts(FOUR_BODIES, covering(4)));
}

#[test]
fn from_the_frontier() {
    let frontier = || covering(4).with_start(Start::Frontier);
    assert_snapshot!("frontier, two spheres", counts(TWO_SPHERES, frontier()));
    assert_snapshot!("frontier, four bodies", counts(FOUR_BODIES, frontier()));
}

#[test]
fn to_the_leaves() {
    let leaves = || {
        covering(4)
            .with_last_level(LastLevel::Leaves)
            .with_inner_balls(false)
    };
    assert_snapshot!("leaves, two spheres", counts(TWO_SPHERES, leaves()));
    assert_snapshot!("leaves, four bodies", counts(FOUR_BODIES, leaves()));
}
