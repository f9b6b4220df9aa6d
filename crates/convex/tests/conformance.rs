//! The claim, on every shared scene; bodies that are open, concave or deform are refused.

#[test]
fn separating_plane() {
    let make = || Box::new(convex::SeparatingPlane::published()) as Box<dyn collision::Detector>;
    oracle::conformance::check(make, &scenes::shared::shared_scenes());
}
