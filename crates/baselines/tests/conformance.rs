//! This crate's own detectors keep their claims.

use baselines::{BruteForce, Parry3d, Update};
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
