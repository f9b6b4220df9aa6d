//! Choosing and testing volumes allocates nothing.

use csg_hybrid::surely_apart;
use csg_hybrid::{BvList, CostSample, HybridWork, SeparatingDirection, VolumeChoice, VolumeKind};
use geometry::{Pose, PosedExtent, RelativePose, Vec3};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

// Without the harness, whose thread allocates beside its tests and would be counted, too.
fn main() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let list = BvList::new(&corners, &faces).unwrap();
    let extent = |x: f64| PosedExtent::new(Pose::at(Vec3::X * x).world_map(), 1.0);
    let poses = [0.5, 1.0, 3.0].map(|x| RelativePose::new(&extent(0.0), &extent(x)).unit_sized());
    let sample = CostSample::new();
    let (mut cached, mut work) = (SeparatingDirection::default(), HybridWork::default());
    let region = Region::new(GLOBAL);
    let mut apart = 0;
    let [i, j] = VolumeChoice::Adaptive.choose([&list, &list]);
    for pose in &poses {
        let (a, b) = (&list.nodes()[i].volume, &list.nodes()[j].volume);
        apart += u32::from(surely_apart(a, b, pose, &mut cached, &mut work));
    }
    for a in VolumeKind::ALL {
        for b in VolumeKind::ALL {
            for pose in 0..CostSample::POSES {
                apart += u32::from(sample.test([a, b], pose, &mut work));
            }
        }
    }
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0));
    assert!(apart > 500, "{apart}");
    assert!(work.volume_searches > 500 && work.closed_forms > 500);
}
