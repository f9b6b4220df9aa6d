//! Fixture (1120 triangles), panel (524) and workpiece (164).

use super::parts::{balanced_union, block, chamfer, cylinder};
use geometry::csg::CsgTree;

/// Returns a base plate with bolted holes, slots, clamps, two pins and a stop.
pub(super) fn fixture() -> CsgTree {
    let mut cuts = Vec::new();
    for x in [-1.3, 1.3] {
        for y in [-0.8, -0.3, 0.3, 0.8] {
            cuts.push(cylinder(0.08, 16, [x, y], [-0.5, 0.2]));
        }
        for y in [-0.8, 0.8] {
            cuts.push(cylinder(0.14, 16, [x, y], [-0.1, 0.2]));
        }
        // Slots over the whole depth.
        cuts.push(block([0.12, 2.4, 0.4], [0.75 * x, 0.0, 0.1]));
    }
    let plate = block([3.0, 2.0, 0.3], [0.0, 0.0, -0.15]).difference(balanced_union(cuts));
    let mut mounted = Vec::new();
    for x in [-0.6, 0.6] {
        for y in [-0.6, 0.6] {
            let clamp = block([0.4, 0.3, 0.35], [x, y, 0.075]);
            mounted.push(clamp.union(cylinder(0.1, 6, [x, y], [0.1, 0.4])));
        }
    }
    for y in [-0.3, 0.3] {
        mounted.push(cylinder(0.06, 12, [0.0, y], [-0.1, 0.35]));
    }
    let stop = block([0.3, 0.2, 0.5], [0.0, 0.7, 0.15]);
    mounted.push(stop.difference(chamfer([0.1, 0.4, 0.1], [0.15, 0.7, 0.4])));
    plate.union(balanced_union(mounted))
}

/// Returns a plate with a recessed screen, eight buttons, an emergency stop, two keys and four
/// screw holes.
pub(super) fn panel() -> CsgTree {
    let screen = block([1.0, 0.6, 0.2], [-0.5, 0.3, 0.15]);
    let mut cuts = vec![screen];
    for x in [-1.1, 1.1] {
        for y in [-0.7, 0.7] {
            cuts.push(cylinder(0.05, 6, [x, y], [-0.3, 0.3]));
        }
    }
    let mut mounted = Vec::new();
    for x in [-0.8, -0.5, -0.2, 0.1] {
        for y in [-0.5, -0.25] {
            mounted.push(cylinder(0.08, 8, [x, y], [0.0, 0.16]));
        }
    }
    // A mushroom head on its stem.
    let stem = cylinder(0.1, 12, [0.7, 0.35], [0.0, 0.25]);
    mounted.push(stem.union(cylinder(0.2, 12, [0.7, 0.35], [0.2, 0.3])));
    for y in [-0.5, -0.25] {
        mounted.push(block([0.3, 0.12, 0.2], [0.6, y, 0.05]));
    }
    let plate = block([2.4, 1.6, 0.2], [0.0; 3]).difference(balanced_union(cuts));
    plate.union(balanced_union(mounted))
}

/// Returns a block with a pocket, three holes, a boss and a broken edge.
pub(super) fn workpiece() -> CsgTree {
    let pocket = block([0.5, 0.5, 0.4], [-0.25, 0.0, 0.25]);
    let cuts = [
        pocket,
        cylinder(0.12, 8, [-0.25, 0.0], [-0.4, 0.4]),
        cylinder(0.06, 6, [0.45, -0.3], [-0.4, 0.4]),
        cylinder(0.06, 6, [0.45, 0.3], [-0.4, 0.4]),
        chamfer([0.08, 1.2, 0.08], [0.6, 0.0, 0.25]),
    ];
    let boss = cylinder(0.1, 10, [0.3, 0.0], [0.0, 0.4]);
    let stock = block([1.2, 0.9, 0.5], [0.0; 3]);
    stock.difference(balanced_union(cuts.into())).union(boss)
}
