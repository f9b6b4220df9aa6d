//! The claim, on every shared scene of convex bodies.

#[test]
fn separating_plane() {
    let make = || Box::new(convex::SeparatingPlane::published()) as Box<dyn detector::Detector>;
    oracle::conformance::check(make, &scenes::shared::convex_scenes());
}
