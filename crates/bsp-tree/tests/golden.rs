//! Work counts per scene, so that a change of behavior shows in the diff.

use bsp_tree::{BspQuery, BspTree, BspTreeOptions};
use insta::assert_snapshot;
use oracle::golden::counts_on as counts;

const TWO_SPHERES: &str = "two-spheres:faces=528,seed=1995";
const FOUR_BODIES: &str = "four-bodies:seed=1995";

#[test]
fn all_pairs_of_faces() {
    assert_snapshot!("all, two spheres", counts(TWO_SPHERES, BspTree::culled()));
    assert_snapshot!("all, four bodies", counts(FOUR_BODIES, BspTree::culled()));
}

#[test]
fn boolean() {
    let boolean = || {
        BspTree::with_options(BspTreeOptions {
            query: BspQuery::Boolean,
            ..BspTreeOptions::default()
        })
    };
    assert_snapshot!("boolean, two spheres", counts(TWO_SPHERES, boolean()));
    assert_snapshot!("boolean, four bodies", counts(FOUR_BODIES, boolean()));
}

#[test]
fn boolean_as_published() {
    assert_snapshot!(
        "published, two spheres",
        counts(TWO_SPHERES, BspTree::published())
    );
    assert_snapshot!(
        "published, four bodies",
        counts(FOUR_BODIES, BspTree::published())
    );
}
