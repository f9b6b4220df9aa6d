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

// Without the harness, whose thread allocates beside its tests and would be counted, too.
fn main() {
    let block = |size| CsgTree::leaf(Primitive::Box { size }).unwrap();
    let plate = block([4.0, 4.0, 1.0]).difference(block([2.0, 2.0, 2.0]));
    let plate = Arc::new(CsgSolid::new(plate).unwrap());
    let peg = Arc::new(CsgSolid::new(block([1.0, 1.0, 6.0])).unwrap());
    // A larger tree, so that caches grow, and a mesh, whose tree shares faces.
    let tooth = |i: u32| {
        let pose = Pose::at(Vec3::X * (2.0 * f64::from(i)));
        let primitive = Primitive::Box {
            size: [1.0, 1.0, 3.0],
        };
        CsgTree::leaf_at(primitive, pose).unwrap()
    };
    let comb = (0..7)
        .map(tooth)
        .fold(block([16.0, 1.0, 1.0]), CsgTree::union);
    let comb = Arc::new(CsgSolid::new(comb).unwrap());
    let ring = plate.mesh().clone();
    let bodies = [
        Body::rigid_csg("plate", plate),
        Body::rigid_csg("peg", peg),
        Body::rigid_csg("comb", comb),
        Body::rigid("ring", ring),
    ];
    // The peg: in the hole of the plate, at its wall, in the plate, far away. The comb and the ring
    // meet when the peg is away from the wall, so that pairs end and others begin.
    let places = [
        (0.0, 50.0, 90.0),
        (0.5, 50.0, 50.5),
        (1.25, 3.0, 90.0),
        (9.0, 3.0, 1.0),
    ];
    let places = places.map(|(peg, comb, ring)| {
        let at = |x: f64| Pose::at(Vec3::X * x);
        [Pose::IDENTITY, at(peg), at(comb), at(ring)]
    });
    for (mode, localization, colliding) in [
        (HybridMode::Verified, Localization::On, 9),
        (HybridMode::Verified, Localization::SBounds, 9),
        (HybridMode::Published, Localization::On, 10),
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
                colliding += found.bodies.len();
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
