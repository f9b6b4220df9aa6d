//! The claim, on every shared scene; bodies that are open, concave or deform are refused.

#[test]
fn separating_plane() {
    let make = || Box::new(convex::SeparatingPlane::published()) as Box<dyn collision::Detector>;
    oracle::conformance::check(make, &scenes::shared::shared_scenes());
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
