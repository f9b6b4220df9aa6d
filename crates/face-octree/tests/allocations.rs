//! In a steady state, `detect` allocates nothing.

use collision::{Detail, Detector, Findings};
use face_octree::{Checklist, FaceOctree, FaceOctreeOptions, OctreeUpdate, TunedFaceOctree};
use face_octree::{SweptFaceOctree, SweptMode, SweptOptions};
use scenes::Scene;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Runs all frames of the scene, and returns their number of contacts.
fn round(
    detector: &mut dyn Detector,
    scene: &Scene,
    detail: Detail,
    found: &mut Findings,
) -> usize {
    let (query, mut contacts) = (scene.query().with_detail(detail), 0);
    for index in 0..scene.frames.len() {
        detector.detect(&scene.frame(index), &query, found).unwrap();
        contacts += found.contacts.len();
    }
    contacts
}

// Without the harness, whose thread allocates beside its tests and would be counted, too.
fn main() {
    let scene = |text: &str| {
        text.parse::<scenes::Generator>()
            .unwrap()
            .generate()
            .unwrap()
    };
    let rigid = scene("four-bodies:seed=1995").with_containment(true);
    let deforming = scene("waving-spheres:faces=528,seed=1995");
    let swept = |mode| {
        let options = SweptOptions {
            mode,
            ..SweptOptions::default()
        };
        Box::new(SweptFaceOctree::with_options(options))
    };
    let all_pairs = FaceOctreeOptions {
        checklist: Checklist::All,
        ..FaceOctreeOptions::default()
    };
    let detectors: [(Box<dyn Detector>, &Scene); 10] = [
        (Box::new(FaceOctree::with_options(all_pairs)), &rigid),
        (Box::new(FaceOctree::published()), &rigid),
        (Box::new(FaceOctree::published()), &deforming),
        (Box::new(TunedFaceOctree::new()), &rigid),
        (Box::new(TunedFaceOctree::new()), &deforming),
        (Box::new(OctreeUpdate::published()), &rigid),
        (Box::new(SweptFaceOctree::published()), &rigid),
        (Box::new(SweptFaceOctree::published()), &deforming),
        (swept(SweptMode::Swept), &rigid),
        (swept(SweptMode::Rotation), &deforming),
    ];
    for (mut detector, scene) in detectors {
        detector.prepare(&scene.bodies).unwrap();
        for detail in [Detail::AllContacts, Detail::FirstContact] {
            let mut found = Findings::default();
            let cold = Region::new(GLOBAL);
            round(&mut *detector, scene, detail, &mut found);
            assert!(cold.change().allocations > 0, "the counter counts");
            let warm = Region::new(GLOBAL);
            let contacts = round(&mut *detector, scene, detail, &mut found);
            let change = warm.change();
            let asked = format!("{} in {}, {detail:?}", detector.profile().name, scene.name);
            let allocated = (change.allocations, change.reallocations);
            assert_eq!(allocated, (0, 0), "{asked}");
            assert!(contacts > 0, "{asked}");
        }
    }
}
