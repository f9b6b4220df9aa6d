//! The claim of each query, on every shared scene.

use bsp_tree::{BspQuery, BspTree, BspTreeOptions, Cull, Planes};
use collision::Detector;

fn conforms<D: Detector + 'static>(make: impl Fn() -> D) {
    let boxed = || Box::new(make()) as Box<dyn Detector>;
    oracle::conformance::check(boxed, &scenes::shared::shared_scenes());
}

#[test]
fn all_pairs_of_faces() {
    conforms(BspTree::culled);
}

#[test]
fn all_pairs_of_faces_without_cull_and_with_other_trees() {
    conforms(|| {
        BspTree::with_options(BspTreeOptions {
            query: BspQuery::All,
            cull: Cull::None,
            planes: Planes::First,
            ..BspTreeOptions::default()
        })
    });
}

#[test]
fn boolean_as_published() {
    conforms(BspTree::published);
}

#[test]
fn boolean_with_cull() {
    conforms(|| {
        BspTree::with_options(BspTreeOptions {
            query: BspQuery::Boolean,
            ..BspTreeOptions::default()
        })
    });
}
