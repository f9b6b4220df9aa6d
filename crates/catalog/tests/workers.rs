//! Findings are the same bytes for any number of threads: every detector of the catalog.
#![cfg(all(feature = "rayon", feature = "face-octree", feature = "parry"))]

use catalog::{Entry, Options, Query, Sharing};
use scenes::{Generator, Scene};

/// Numbers of threads beside one.
const WORKERS: [usize; 5] = [2, 3, 5, 8, 16];

/// Scenes in which pairs of bodies come near each other, meet and part. The second is of bodies
/// that are not convex.
const SCENES: [&str; 3] = [
    "sphere-swarm:bodies=8,faces=120",
    "crowded-stones:bodies=6,faces=120",
    "polytopes:bodies=16",
];

/// Returns the findings of the first frames and every tenth later one, the query changing from
/// frame to frame, as text.
fn replayed(entry: &Entry, scene: &Scene, workers: usize) -> Option<Vec<String>> {
    let mut detector = entry.build(&Options::none()).unwrap();
    detector.prepare(&scene.bodies).ok()?;
    let frames = (0..scene.frames.len()).filter(|i| *i < 4 || i % 10 == 0);
    let mut found = catalog::Findings::default();
    let of_frame = |i: usize| {
        let base = match i % 3 {
            0 => Query::first_contact(),
            _ => Query::all_contacts(),
        };
        let query = base
            .with_containment(i.is_multiple_of(2))
            .with_distances(i % 4 < 2)
            .with_workers(workers.try_into().unwrap())
            .with_sharing(Sharing::Always);
        detector
            .detect(&scene.frame(i), &query, &mut found)
            .unwrap();
        format!("{i}: {found:?}")
    };
    Some(frames.take(12).map(of_frame).collect())
}

/// Returns the detectors that may use threads. Time-critical ones search on one, in the order of
/// their budget, and take minutes to prepare.
fn detectors() -> impl Iterator<Item = &'static Entry> {
    let entries = catalog::entries().iter();
    entries.filter(|entry| !entry.profile().supports_budgets)
}

#[test]
fn findings_do_not_depend_on_the_number_of_threads() {
    let mut tested = Vec::new();
    for scene in SCENES {
        let scene = scene.parse::<Generator>().unwrap().generate().unwrap();
        for entry in detectors() {
            let name = entry.profile().name;
            let Some(alone) = replayed(entry, &scene, 1) else {
                continue;
            };
            tested.push(name);
            for workers in WORKERS {
                let shared = replayed(entry, &scene, workers).unwrap();
                for (shared, alone) in shared.iter().zip(&alone) {
                    assert_eq!(shared, alone, "{name}, `{}`, {workers} threads", scene.name);
                }
            }
        }
    }
    for entry in detectors() {
        let name = entry.profile().name;
        assert!(tested.contains(&name), "{name} accepts none of the scenes");
    }
}
