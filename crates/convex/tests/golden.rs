//! Work counts on two scenes of the paper, so that a change of behaviour shows in the diff.

use collision::{Detector, Findings, Work};
use convex::SeparatingPlane;
use std::fmt::Write;

/// The counts of all frames together, and those of the last frame, where two bodies meet.
fn counts(scene: &str) -> String {
    let scene = scene
        .parse::<scenes::Generator>()
        .unwrap()
        .generate()
        .unwrap();
    let mut detector = SeparatingPlane::published();
    detector.prepare(&scene.bodies).unwrap();
    let (mut found, mut total) = (Findings::default(), Work::default());
    for frame in 0..scene.frames.len() {
        detector.detect(&scene.frame(frame), &mut found);
        total += found.work;
    }
    assert_eq!(found.bodies.len(), 1);
    let mut text = String::new();
    for ((name, all), (_, last)) in total.entries().zip(found.work.entries()) {
        if all > 0 {
            writeln!(text, "{name} {all} {last}").unwrap();
        }
    }
    text
}

#[test]
fn two_spheres_of_figure_6() {
    insta::assert_snapshot!(counts("two-spheres:faces=528,seed=1995"), @r"
    vertices-moved 3192 532
    plane-tests 18426 215
    closest-point-searches 6 1
    closest-point-iterations 38 3
    support-vertices 19684 1064
    ");
}

#[test]
fn ten_spheres_of_figure_10() {
    insta::assert_snapshot!(counts("sphere-swarm:bodies=10,faces=528,seed=1995"), @r"
    vertices-moved 26334 532
    plane-tests 842042 11919
    closest-point-searches 94 1
    closest-point-iterations 347 3
    support-vertices 184072 1064
    ");
}
