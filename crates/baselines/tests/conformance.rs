//! This crate's own detectors keep their claims.

use baselines::{BruteForce, Parry3d, Parry3dGjk, Update};
use oracle::conformance;
use scenes::shared::shared_scenes;

#[test]
fn brute_force_conforms() {
    conformance::check(|| Box::new(BruteForce::new()), &shared_scenes());
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
