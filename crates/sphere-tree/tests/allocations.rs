//! In a steady state, `detect` allocates nothing.

mod common;

use collision::{Budget, Detector, Findings};
use common::covering;
use scenes::Scene;
use sphere_tree::{Schedule, Start};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// All frames of the scene under each budget; how many certificates and spheres they give together.
fn round(detector: &mut dyn Detector, scene: &Scene, found: &mut Findings) -> usize {
    let mut results = 0;
    for budget in [Budget::Unlimited, Budget::Steps(0), Budget::Steps(12)] {
        for index in 0..scene.frames.len() {
            let query = scene.query().with_budget(budget);
            detector.detect(&scene.frame(index), &query, found).unwrap();
            let evidence = &found.evidence;
            results += evidence.certificates.len() + evidence.spheres.len() + found.contacts.len();
        }
    }
    results
}

// Without the harness, whose thread allocates beside its tests and would be counted, too.
fn main() {
    let generator: scenes::Generator = "four-bodies:seed=1995".parse().unwrap();
    let scene = generator.generate().unwrap().with_containment(true);
    for schedule in [Schedule::RoundRobin, Schedule::WidestFirst] {
        for start in [Start::Root, Start::Frontier, Start::Witness] {
            let search = covering(4).with_schedule(schedule).with_start(start);
            let mut detector = search.detector();
            detector.prepare(&scene.bodies).unwrap();
            let mut found = Findings::default();
            let cold = Region::new(GLOBAL);
            round(&mut detector, &scene, &mut found);
            assert!(cold.change().allocations > 0, "the counter counts");
            // The second round begins where the first has ended.
            round(&mut detector, &scene, &mut found);
            let warm = Region::new(GLOBAL);
            let results = round(&mut detector, &scene, &mut found);
            let change = warm.change();
            let allocated = (change.allocations, change.reallocations);
            assert_eq!(allocated, (0, 0), "{schedule:?}, {start:?}");
            assert!(results > 100, "{results}");
        }
    }
}
