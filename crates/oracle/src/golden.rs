//! Work counts as text: a change of behavior shows in the diff of a snapshot.

use crate::truth::detect;
use collision::{Detector, Findings, Work};
use scenes::{Generator, Scene};
use std::fmt::Write;

/// Returns [`counts`] on a generated scene: "two-spheres:faces=528,seed=1995".
///
/// # Panics
/// Panics if there is no such scene, or the detector does not accept its bodies.
pub fn counts_on(scene: &str, mut detector: impl Detector) -> String {
    let generator: Generator = scene.parse().expect("a generator with its parameters");
    let scene = generator.generate().expect("parameters in range");
    counts(&mut detector, &scene)
}

/// Runs a detector on a scene and returns its work counts as text.
///
/// Each line has the name of a nonzero counter, its sum over all frames, and its value in the last
/// frame. The last two lines have the same numbers for contacts and colliding body pairs.
///
/// # Panics
/// Panics if the detector does not accept the scene's bodies.
pub fn counts(detector: &mut dyn Detector, scene: &Scene) -> String {
    detector
        .prepare(&scene.bodies)
        .expect("the detector accepts the scene");
    let (mut found, mut total) = (Findings::default(), Work::default());
    let (mut contacts, mut bodies) = (0, 0);
    for frame in 0..scene.frames.len() {
        found = detect(detector, &scene.frame(frame), &scene.query());
        total += &found.work;
        contacts += found.contacts.len();
        bodies += found.bodies.len();
    }
    let mut text = String::new();
    for (name, all) in total.entries() {
        let last = found.work.count(name);
        writeln!(text, "{name} {all} {last}").expect("a string takes every text");
    }
    let (last_contacts, last_bodies) = (found.contacts.len(), found.bodies.len());
    write!(
        text,
        "contacts {contacts} {last_contacts}\nbodies {bodies} {last_bodies}\n"
    )
    .expect("a string takes every text");
    text
}
