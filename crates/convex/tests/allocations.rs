//! In a steady state, [`Detector::detect`] allocates nothing.

use collision::{Body, Detector, Findings, Frame, Query};
use convex::{
    Boxes, FeatureWalk, ICollide, ICollideOptions, SeparatingPlane, SeparatingPlaneOptions,
    SupportSearch,
};
use geometry::{Mesh, Pose, Quat, Vec3};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::sync::Arc;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn octahedron() -> Arc<Mesh> {
    let corners = [Vec3::X, Vec3::Y, Vec3::Z];
    let corners = corners.iter().flat_map(|c| [*c, -*c]).collect();
    let octant = |i: u32| {
        let pick = |axis: u32| 2 * axis + (i >> axis & 1);
        let odd = i.count_ones() % 2 == 1;
        if odd {
            [pick(0), pick(2), pick(1)]
        } else {
            [pick(0), pick(1), pick(2)]
        }
    };
    Arc::new(Mesh::new(corners, (0..8).map(octant).collect()).unwrap())
}

/// Two octahedra, 3 apart, as one body.
fn dumbbell() -> Arc<Mesh> {
    let one = octahedron();
    let ends = [Vec3::Z * -1.5, Vec3::Z * 1.5];
    let vertices = ends
        .iter()
        .flat_map(|end| one.vertices().iter().map(move |p| *p + *end));
    let second = one.triangles().iter().map(|face| face.map(|v| v + 6));
    let faces = one.triangles().iter().copied().chain(second);
    Arc::new(Mesh::new(vertices.collect(), faces.collect()).unwrap())
}

/// Bodies that come and go, at most `reach` away: every path through the detector is taken,
/// containment and exact arithmetic included.
fn poses(step: u32, reach: f64) -> [Pose; 4] {
    let t = f64::from(step % 16) * reach / 16.0;
    let turn = Quat::from_rotation_y(t);
    [
        Pose::at(Vec3::ZERO),
        Pose::new(Vec3::new(t, 0.0, 0.0), turn),
        Pose::at(Vec3::new(2.0 - t, 0.0, 0.0)),
        Pose::at(Vec3::new(0.0, t, 5.0)),
    ]
}

// Without the harness, whose thread allocates beside its tests and would be counted, too.
fn main() {
    for support in [SupportSearch::Scan, SupportSearch::Climb] {
        let options = SeparatingPlaneOptions {
            support,
            ..SeparatingPlaneOptions::default()
        };
        check(
            SeparatingPlane::with_options(options),
            octahedron(),
            4.0,
            false,
        );
    }
    for (boxes, features) in [
        (Boxes::Fixed, FeatureWalk::Robust),
        (Boxes::Dynamic, FeatureWalk::Robust),
        (Boxes::Fixed, FeatureWalk::LinCanny),
    ] {
        let options = ICollideOptions {
            boxes,
            features,
            ..ICollideOptions::default()
        };
        for distances in [false, true] {
            let detector = || ICollide::with_options(options);
            check(detector(), octahedron(), 4.0, distances);
            // Near ones stay active, far ones end and begin again.
            check(detector(), dumbbell(), 4.0, distances);
            let active = check(detector(), dumbbell(), 16.0, distances);
            let (first, last) = (active[0], active[15]);
            assert!(
                first == 6 && last == 0,
                "no pair ends and begins: {active:?}"
            );
        }
    }
}

/// Moves four bodies three times and counts allocations the third time. Returns the number of
/// active pairs in each of its frames.
fn check(mut detector: impl Detector, mesh: Arc<Mesh>, reach: f64, distances: bool) -> Vec<u64> {
    let bodies: Vec<Body> = (0..4)
        .map(|i| Body::rigid(format!("body {i}"), mesh.clone()))
        .collect();
    detector.prepare(&bodies).unwrap();
    let mut found = Findings::default();
    let mut active = Vec::with_capacity(64);
    let mut round = |found: &mut Findings| {
        let (mut collisions, mut exact) = (0, 0);
        for step in 0..16 {
            let frame = poses(step, reach);
            let query = Query::default().with_containment(true);
            let query = query.with_distances(distances);
            let frame = Frame::new(&frame).unwrap();
            detector.detect(&frame, &query, found).unwrap();
            collisions += found.bodies.len();
            exact += found.work.count("exact-fallbacks");
            active.push(found.work.count("overlap-regions"));
        }
        (collisions, exact)
    };
    // In the first round the longest list of features grows, in the second the other lists do.
    round(&mut found);
    round(&mut found);
    let region = Region::new(GLOBAL);
    let (collisions, exact) = round(&mut found);
    let change = region.change();
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
    assert!(
        collisions > 10 && exact > 2,
        "{collisions} collisions, {exact} exact"
    );
    active.split_off(32)
}
