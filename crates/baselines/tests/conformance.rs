//! This crate's own detectors keep their claims.

use baselines::{BruteForce, DopSides, KDopTreeOptions, ObbTree, Parry3d, Parry3dGjk, Update};
use oracle::conformance;
use scenes::shared::shared_scenes;

#[test]
fn brute_force_conforms() {
    conformance::check(|| Box::new(BruteForce::new()), &shared_scenes());
}

#[test]
fn obb_tree_conforms() {
    conformance::check(|| Box::new(ObbTree::new()), &shared_scenes());
}

fn k_dop_tree_conforms(k: DopSides) {
    let options = KDopTreeOptions {
        k,
        ..KDopTreeOptions::default()
    };
    conformance::check(|| options.detector(), &shared_scenes());
}

#[test]
fn k_dop_tree_with_6_sides_conforms() {
    k_dop_tree_conforms(DopSides::Six);
}

#[test]
fn k_dop_tree_with_14_sides_conforms() {
    k_dop_tree_conforms(DopSides::Fourteen);
}

#[test]
fn k_dop_tree_with_18_sides_conforms() {
    k_dop_tree_conforms(DopSides::Eighteen);
}

#[test]
fn k_dop_tree_with_26_sides_conforms() {
    k_dop_tree_conforms(DopSides::TwentySix);
}

#[test]
fn parry3d_with_refit_conforms() {
    conformance::check(|| Box::new(Parry3d::new(Update::Refit)), &shared_scenes());
}

#[test]
fn parry3d_with_rebuild_conforms() {
    conformance::check(|| Box::new(Parry3d::new(Update::Rebuild)), &shared_scenes());
}

/// It claims nothing about pairs that nearly touch. The suite checks the rest: the bodies it
/// accepts, and that its findings depend only on the frame.
#[test]
fn parry3d_gjk_conforms() {
    conformance::check(|| Box::new(Parry3dGjk::new()), &shared_scenes());
}
