//! The claim, on every shared scene; bodies that are open, concave or deform are refused.

use broad_phase::BroadPhaseKind;
use collision::Detector;
use convex::{
    Boxes, FeatureWalk, ICollide, ICollideOptions, SeparatingPlane, SeparatingPlaneOptions,
    SupportSearch,
};

fn check<D: Detector + 'static>(make: impl Fn() -> D) {
    let make = || Box::new(make()) as Box<dyn Detector>;
    oracle::conformance::check(make, &scenes::shared::shared_scenes());
}

#[test]
fn separating_plane() {
    check(SeparatingPlane::published);
}

#[test]
fn separating_plane_by_climbing() {
    let options = SeparatingPlaneOptions {
        support: SupportSearch::Climb,
        ..SeparatingPlaneOptions::default()
    };
    check(|| SeparatingPlane::with_options(options));
}

#[test]
fn separating_plane_behind_every_broad_phase() {
    for broad_phase in BroadPhaseKind::ALL.iter().copied() {
        let options = SeparatingPlaneOptions {
            broad_phase,
            ..SeparatingPlaneOptions::default()
        };
        check(|| SeparatingPlane::with_options(options));
    }
}

#[test]
fn i_collide_with_every_option() {
    for (boxes, features) in [
        (Boxes::Fixed, FeatureWalk::Robust),
        (Boxes::Dynamic, FeatureWalk::Robust),
        (Boxes::Fixed, FeatureWalk::LinCanny),
    ] {
        let options = ICollideOptions {
            boxes,
            features,
            ..ICollideOptions::default()
        };
        check(|| ICollide::with_options(options));
    }
}
