//! Once warm, detection allocates nothing.

use baselines::{BruteForce, DopSides, KDopTreeOptions, ObbTree, Parry3d, Update};
use collision::{Detector, Findings};
use scenes::{Generator, Scene};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Number of allocations of the second pass over all frames.
fn allocations(detector: &mut dyn Detector, scene: &Scene) -> usize {
    detector.prepare(&scene.bodies).unwrap();
    let mut found = Findings::default();
    let mut contacts = 0;
    let mut pass = |detector: &mut dyn Detector| {
        for i in 0..scene.frames.len() {
            detector
                .detect(&scene.frame(i), &scene.query(), &mut found)
                .unwrap();
            contacts += found.contacts.len();
        }
    };
    pass(detector);
    let region = Region::new(GLOBAL);
    pass(detector);
    let stats = region.change();
    assert!(contacts > 0, "`{}` shows nothing", scene.name);
    stats.allocations + stats.reallocations
}

fn scene(text: &str) -> Scene {
    text.parse::<Generator>()
        .unwrap()
        .generate()
        .unwrap()
        .with_containment(true)
}

// Without the harness, whose thread allocates beside its tests and would be counted, too.
fn main() {
    let rigid = scene("two-spheres:faces=168,seed=1995");
    let waving = scene("waving-spheres:faces=168,seed=1995");
    for scene in [&rigid, &waving] {
        for update in [Update::Refit, Update::Rebuild] {
            let count = allocations(&mut Parry3d::new(update), scene);
            assert_eq!(count, 0, "parry3d with {update:?} on `{}`", scene.name);
        }
    }
    let four = scene("four-bodies:seed=1995");
    for scene in [&rigid, &four] {
        let count = allocations(&mut ObbTree::new(), scene);
        assert_eq!(count, 0, "obb-tree on `{}`", scene.name);
        for k in DopSides::ALL {
            let options = KDopTreeOptions {
                k,
                ..KDopTreeOptions::default()
            };
            let count = allocations(&mut *options.detector(), scene);
            assert_eq!(count, 0, "k-dop-tree k={} on `{}`", k.name(), scene.name);
        }
    }
    // Few enough faces for the caller's thread alone.
    let small = scene("two-spheres:faces=80,seed=1995");
    assert_eq!(allocations(&mut BruteForce::new(), &small), 0);
    // The one allocation that is left: the stack of `leaf_pairs`, when a walk needs more than 32.
    let large = scene("two-spheres:faces=3968,seed=1995");
    let count = allocations(&mut Parry3d::default(), &large);
    assert!(
        count <= large.frames.len(),
        "{count} allocations in {} frames",
        large.frames.len()
    );
}
