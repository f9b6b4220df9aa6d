//! Once warm, detection allocates nothing.

use bvh::PreparedBvh;
use collision::{Detector, Findings, Query};
use scenes::{Generator, Scene};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Number of allocations of the second pass over all frames. One test in this file, as the counter
/// is global.
fn allocations(scene: &Scene, query: &Query<'_>) -> usize {
    let mut detector = PreparedBvh::new();
    detector.prepare(&scene.bodies).unwrap();
    let mut found = Findings::default();
    let mut contacts = 0;
    let mut pass = |detector: &mut dyn Detector| {
        for i in 0..scene.frames.len() {
            detector.detect(&scene.frame(i), query, &mut found).unwrap();
            contacts += found.contacts.len();
        }
    };
    pass(&mut detector);
    let region = Region::new(GLOBAL);
    pass(&mut detector);
    let stats = region.change();
    assert!(contacts > 0, "`{}` shows nothing", scene.name);
    stats.allocations + stats.reallocations
}

#[test]
fn detection_allocates_nothing_once_warm() {
    for name in [
        "two-spheres:faces=168,seed=1995",
        "four-bodies:seed=1995",
        "two-spheres:faces=3968,seed=1995",
        "waving-spheres:faces=168,seed=1995",
    ] {
        let scene = name.parse::<Generator>().unwrap().generate().unwrap();
        for query in [Query::all_contacts(), Query::first_contact()] {
            let query = query.with_containment(true);
            assert_eq!(allocations(&scene, &query), 0, "{name}");
        }
    }
}
