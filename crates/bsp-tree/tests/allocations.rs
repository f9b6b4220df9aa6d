//! In a steady state, `detect` allocates nothing.

use broad_phase::SortAndSweep;
use bsp_tree::{BspQuery, BspTree, BspTreeOptions};
use collision::{Detector, Findings};
use scenes::Scene;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Runs all frames of the scene, and returns their number of colliding body pairs.
fn round(detector: &mut dyn Detector, scene: &Scene, found: &mut Findings) -> usize {
    let mut bodies = 0;
    for index in 0..scene.frames.len() {
        detector
            .detect(&scene.frame(index), &scene.query(), found)
            .unwrap();
        bodies += found.bodies.len();
    }
    bodies
}

// Without the harness, whose thread allocates beside its tests and would be counted, too.
fn main() {
    let scene = "four-bodies:seed=1995"
        .parse::<scenes::Generator>()
        .unwrap();
    let scene = scene.generate().unwrap().with_containment(true);
    let boolean = BspTreeOptions {
        query: BspQuery::Boolean,
        ..BspTreeOptions::default()
    };
    for mut detector in [
        BspTree::culled(),
        BspTree::published(),
        BspTree::with_broad_phase(boolean, SortAndSweep::default()),
    ] {
        detector.prepare(&scene.bodies).unwrap();
        let mut found = Findings::default();
        let cold = Region::new(GLOBAL);
        round(&mut detector, &scene, &mut found);
        assert!(cold.change().allocations > 0, "the counter counts");
        let warm = Region::new(GLOBAL);
        let bodies = round(&mut detector, &scene, &mut found);
        let change = warm.change();
        assert_eq!((change.allocations, change.reallocations), (0, 0));
        assert!(bodies > 0);
    }
}
