//! The claim, on every shared scene; bodies that are open, concave or deform are refused.

use broad_phase::BroadPhaseKind;
use convex::{SeparatingPlane, SeparatingPlaneOptions};

#[test]
fn separating_plane() {
    let make = || Box::new(SeparatingPlane::published()) as Box<dyn collision::Detector>;
    oracle::conformance::check(make, &scenes::shared::shared_scenes());
}

#[test]
fn separating_plane_behind_every_broad_phase() {
    for broad_phase in BroadPhaseKind::ALL.iter().copied() {
        let options = SeparatingPlaneOptions { broad_phase };
        let make =
            || Box::new(SeparatingPlane::with_options(options)) as Box<dyn collision::Detector>;
        oracle::conformance::check(make, &scenes::shared::shared_scenes());
    }
}
