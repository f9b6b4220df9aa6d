//! Once started, space-time bounds allocate nothing.

use broad_phase::{Motion, SpaceTimeBounds, SpaceTimeOptions};
use collision::{BodyId, Work};
use geometry::Vec3;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

// Without the harness, whose thread allocates beside its tests and would be counted, too.
fn main() {
    let mut motions: Vec<Motion> = (0..20)
        .map(|i| Motion {
            center: Vec3::new(2.5 * f64::from(i), 0.0, 0.0),
            velocity: Vec3::new(if i % 2 == 0 { 1.0 } else { -1.0 }, 0.0, 0.0),
            radius: 1.0,
            acceleration: 0.5,
        })
        .collect();
    let mut bounds = SpaceTimeBounds::new(SpaceTimeOptions::default());
    let (mut pairs, mut work) = (Vec::with_capacity(190), Work::default());
    let cold = Region::new(GLOBAL);
    bounds.start(motions.len());
    bounds.pairs_at(0.0, &motions, &mut pairs, &mut work);
    assert!(cold.change().allocations > 0, "the counter counts");
    let warm = Region::new(GLOBAL);
    let mut met = 0;
    for k in 0..100 {
        bounds.pairs_at(0.05 * f64::from(k), &motions, &mut pairs, &mut work);
        met += pairs.len();
        for motion in &mut motions {
            motion.center += motion.velocity * 0.05;
        }
        bounds.renew(BodyId(7));
    }
    let change = warm.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0));
    assert!(met > 0);
}
