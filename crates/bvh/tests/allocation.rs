//! Once warm, detection allocates nothing.

use bvh::PreparedBvh;
use collision::{Body, Detector, Findings, Frame, Query, Snapshot};
use geometry::{Pose, Quat, Vec3};
use scenes::{Generator, Scene, SceneFrame, bodies};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::sync::Arc;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Number of allocations of the second pass over all frames.
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

/// Bodies in one place that turn, so that all surfaces meet, and part in every second frame: stones
/// with a far smaller stone inside, whose faces rounding hides.
fn heap() -> Scene {
    let stone = |seed| {
        let large = bodies::stone(60, seed);
        let tiny = bodies::scaled(&large, 1e-9);
        let both = bodies::joined(&[large, tiny]);
        Body::rigid("stone", Arc::new(both))
    };
    let frame = |k: u32| {
        let pose = |i: u32| {
            let apart = f64::from(k % 2 * i) * 3.0;
            let turn = Quat::from_rotation_y(0.1 * f64::from(i * k));
            Pose::new(Vec3::X * apart, turn)
        };
        SceneFrame::rigid((0..8).map(pose).collect())
    };
    let frames = (0..6).map(frame).collect();
    Scene::new("heap", (0..8).map(stone).collect(), frames).unwrap()
}

/// Two spheres with the same vertices in every frame.
fn coinciding() -> Scene {
    let sphere = Arc::new(bodies::sphere(528).unwrap());
    let frame = |k: u32| {
        let longer = |p: &Vec3| Vec3::new(p.x * f64::from(k + 1), p.y, p.z);
        let vertices: Vec<Vec3> = sphere.vertices().iter().map(longer).collect();
        SceneFrame {
            poses: vec![Pose::IDENTITY; 2],
            deformed: vec![Some(vertices.clone()), Some(vertices)],
        }
    };
    let body = || Body::deforming("sphere", sphere.clone());
    let frames = (0..3).map(frame).collect();
    Scene::new("coinciding", vec![body(), body()], frames).unwrap()
}

/// Number of allocations of the first frame in which a body deforms, after one in which all bodies
/// are at rest and meet.
fn allocations_of_the_first_fit() -> usize {
    let sphere = Arc::new(bodies::sphere(3968).unwrap());
    let longer = |p: &Vec3| Vec3::new(p.x * 1.001, p.y, p.z);
    let deformed = [Some(sphere.vertices().iter().map(longer).collect()), None];
    let mut detector = PreparedBvh::new();
    let bodies = [
        Body::deforming("soft", sphere.clone()),
        Body::rigid("hard", sphere),
    ];
    detector.prepare(&bodies).unwrap();
    let poses = [Pose::IDENTITY, Pose::at(Vec3::X * 1.99)];
    let mut found = Findings::default();
    let mut detect = |deformed: &[Option<Vec<Vec3>>]| {
        let now = Snapshot::with_deformed(&poses, deformed).unwrap();
        let query = Query::all_contacts();
        detector
            .detect(&Frame::at(now), &query, &mut found)
            .unwrap();
        assert!(!found.contacts.is_empty());
    };
    // So that counters and contacts have room.
    detect(&[]);
    let region = Region::new(GLOBAL);
    detect(&deformed);
    let stats = region.change();
    stats.allocations + stats.reallocations
}

// Without the harness, whose thread allocates beside its tests and would be counted, too.
fn main() {
    let named = [
        "two-spheres:faces=168,seed=1995",
        "four-bodies:seed=1995",
        "two-spheres:faces=3968,seed=1995",
        "waving-spheres:faces=168,seed=1995",
    ]
    .map(|name| name.parse::<Generator>().unwrap().generate().unwrap());
    for scene in named.into_iter().chain([heap(), coinciding()]) {
        for query in [Query::all_contacts(), Query::first_contact()] {
            let query = query.with_containment(true);
            assert_eq!(allocations(&scene, &query), 0, "{}", scene.name);
        }
    }
    assert_eq!(allocations_of_the_first_fit(), 0);
}
