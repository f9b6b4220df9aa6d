//! A warm `detect` allocates nothing, also where pairs of bodies end and begin.

use collision::{Body, Detector, Findings, Frame, Query};
use csg_hybrid::{CsgHybrid, CsgHybridOptions, HybridMode, Localization};
use geometry::csg::{CsgSolid, CsgTree, Primitive};
use geometry::{Pose, Vec3};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::sync::Arc;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

// One test, since other threads would be counted, too.
#[test]
fn a_warm_frame_allocates_nothing() {
    let block = |size| CsgTree::leaf(Primitive::Box { size }).unwrap();
    let plate = block([4.0, 4.0, 1.0]).difference(block([2.0, 2.0, 2.0]));
    let plate = Arc::new(CsgSolid::new(plate).unwrap());
    let peg = Arc::new(CsgSolid::new(block([1.0, 1.0, 6.0])).unwrap());
    let bodies = [Body::rigid_csg("plate", plate), Body::rigid_csg("peg", peg)];
    // In the hole, at its wall, in the plate, far away.
    let places = [0.0, 0.5, 1.25, 9.0].map(|x| [Pose::IDENTITY, Pose::at(Vec3::X * x)]);
    for (mode, localization, colliding) in [
        (HybridMode::Verified, Localization::On, 2),
        (HybridMode::Verified, Localization::SBounds, 2),
        (HybridMode::Published, Localization::On, 3),
    ] {
        let options = CsgHybridOptions {
            mode,
            localization,
            ..CsgHybridOptions::default()
        };
        let mut detector = CsgHybrid::with_options(options);
        detector.prepare(&bodies).unwrap();
        let mut found = Findings::default();
        let mut round = |found: &mut Findings| {
            let mut colliding = 0;
            for poses in &places {
                let frame = Frame::new(poses).unwrap();
                detector.detect(&frame, &Query::default(), found).unwrap();
                colliding += usize::from(!found.bodies.is_empty());
            }
            colliding
        };
        (0..3).for_each(|_| _ = round(&mut found));
        let region = Region::new(GLOBAL);
        assert_eq!(round(&mut found), colliding, "{mode:?}, {localization:?}");
        let change = region.change();
        let allocated = (change.allocations, change.reallocations);
        assert_eq!(allocated, (0, 0), "{mode:?}, {localization:?}");
    }
}
