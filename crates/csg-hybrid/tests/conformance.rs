//! The claim of the default mode, on the shared scenes. Other options: `random_trees.rs`.

use collision::Detector;
use csg_hybrid::CsgHybrid;

/// Largest number of faces of a scene. The suite prepares each scene many times, and a rough body
/// of 1816 faces takes seconds to convert.
const FACES: usize = 500;

#[test]
fn verified_passes_the_suite_on_small_shared_scenes() {
    let boxed = || Box::new(CsgHybrid::verified()) as Box<dyn Detector>;
    let mut scenes = scenes::shared::shared_scenes();
    scenes.retain(|scene| {
        let faces = scene.bodies.iter().map(|body| body.mesh().face_count());
        faces.sum::<usize>() <= FACES
    });
    oracle::conformance::check(boxed, &scenes);
}
