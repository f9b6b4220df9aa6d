//! Once started, an update of a broad phase allocates nothing. The counter sees all threads, so
//! this test is alone in its program.

use broad_phase::BroadPhaseKind;
use collision::Work;
use geometry::{Aabb, Vec3};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Boxes that move, meet, go and come back with a period of 40 steps, and teleport once in it, so
/// that sweep and prune takes each of its paths. Those from `moving` on stand still, so that a tree
/// takes leaves out and puts them in.
fn moving_boxes(step: u32, moving: u32, boxes: &mut Vec<Aabb>) {
    boxes.clear();
    boxes.extend((0..60).map(|i| {
        let step = if i < moving { step } else { 0 };
        if (i + step) % 40 == 7 {
            return Aabb::EMPTY;
        }
        let t = f64::from(step % 40);
        let phase = f64::from(i)
            + if step % 40 < 20 {
                0.0
            } else {
                31.0 * f64::from(i % 7)
            };
        let x = f64::from(i % 6) + 2.0 * (0.157 * t + phase).sin();
        let corner = Vec3::new(x, phase.sin() * 5.0, 0.1 * t * phase.cos());
        Aabb::new(corner, corner + Vec3::ONE)
    }));
}

/// Runs a broad phase until it allocates no more, and then again. Returns the work of both.
fn check(kind: BroadPhaseKind, moving: u32) -> Work {
    let mut phase = kind.build();
    let (mut boxes, mut work) = (Vec::with_capacity(60), Work::default());
    let mut round = |work: &mut Work| {
        let mut changes = 0;
        for step in 0..80 {
            moving_boxes(step, moving, &mut boxes);
            phase.update(&boxes, work);
            changes += phase.changes().began.len() + phase.changes().ended.len();
        }
        changes
    };
    let cold = Region::new(GLOBAL);
    round(&mut work);
    assert!(cold.change().allocations > 0, "the counter counts");
    let warm = Region::new(GLOBAL);
    let changes = round(&mut work);
    let change = warm.change();
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{kind:?}"
    );
    assert!(changes > 100, "{kind:?}");
    work
}

// Without the harness, whose thread allocates beside its tests and would be counted, too.
fn main() {
    for kind in BroadPhaseKind::ALL {
        let (all_move, few_move) = (check(*kind, 60), check(*kind, 6));
        if *kind == BroadPhaseKind::SweepAndPrune {
            assert!(all_move.count("full-sorts") > 2);
            assert!(all_move.count("endpoint-swaps") > 1000);
        }
        if *kind == BroadPhaseKind::AabbTree {
            let builds = [&all_move, &few_move].map(|work| work.count("body-tree-builds"));
            assert!(builds[0] > 80 && (2..30).contains(&builds[1]), "{builds:?}");
            let reinsertions = few_move.count("reinsertions");
            assert!(reinsertions > 200, "{reinsertions}");
        }
    }
}
