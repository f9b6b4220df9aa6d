//! The claim, on every shared scene; bodies that are open, concave or deform are refused.

use convex::{Boxes, ICollide, ICollideOptions, Walk};

#[test]
fn separating_plane() {
    let make = || Box::new(convex::SeparatingPlane::published()) as Box<dyn collision::Detector>;
    oracle::conformance::check(make, &scenes::shared::shared_scenes());
}

fn i_collide(boxes: Boxes, features: Walk) {
    let options = ICollideOptions {
        boxes,
        features,
        ..ICollideOptions::default()
    };
    let make = || Box::new(ICollide::with_options(options)) as Box<dyn collision::Detector>;
    oracle::conformance::check(make, &scenes::shared::shared_scenes());
}

#[test]
fn i_collide_with_fixed_cubes() {
    i_collide(Boxes::Fixed, Walk::Robust);
}

#[test]
fn i_collide_with_dynamic_boxes() {
    i_collide(Boxes::Dynamic, Walk::Robust);
}

#[test]
fn i_collide_with_lin_canny() {
    i_collide(Boxes::Fixed, Walk::LinCanny);
}

#[test]
fn separating_plane_by_climbing() {
    let options = convex::SeparatingPlaneOptions {
        support: convex::SupportSearch::Climb,
    };
    let make = || {
        let detector = convex::SeparatingPlane::with_options(options);
        Box::new(detector) as Box<dyn collision::Detector>
    };
    oracle::conformance::check(make, &scenes::shared::shared_scenes());
}
