//! Work counts on two scenes of the paper, so that a change of behavior shows in the diff.

use convex::SeparatingPlane;

fn counts(scene: &str) -> String {
    let generator: scenes::Generator = scene.parse().unwrap();
    let mut detector = SeparatingPlane::published();
    oracle::golden::counts(&mut detector, &generator.generate().unwrap())
}

#[test]
fn two_spheres_of_figure_6() {
    insta::assert_snapshot!(counts("two-spheres:faces=528,seed=1995"), @r"
    closest-point-iterations 38 3
    closest-point-searches 6 1
    overlap-regions 72 1
    plane-tests 18426 215
    support-vertices 19684 1064
    vertices-moved 3192 532
    contacts 0 0
    bodies 1 1
    ");
}

#[test]
fn ten_spheres_of_figure_10() {
    insta::assert_snapshot!(counts("sphere-swarm:bodies=10,faces=528,seed=1995"), @r"
    closest-point-iterations 347 3
    closest-point-searches 94 1
    overlap-regions 3240 45
    plane-tests 842042 11919
    support-vertices 184072 1064
    vertices-moved 26334 532
    contacts 0 0
    bodies 1 1
    ");
}
