//! Placed primitives, and solids whose number of primitives is a parameter.

use super::evaluated;
use crate::rotation::about;
use geometry::csg::{CsgSolid, CsgTree, Primitive};
use geometry::{Pose, Quat, Vec3};
use std::sync::Arc;

/// Radius of the holes of [`drilled_plate`], in scene units.
const HOLE: f64 = 0.12;

/// Distance between the axes of neighboring holes, in scene units.
const SPACING: f64 = 0.4;

/// Returns a primitive whose own space is rotated, then moved to `at`.
pub(super) fn placed(primitive: Primitive, at: [f64; 3], rotation: Quat) -> CsgTree {
    let pose = Pose::new(Vec3::from_array(at), rotation);
    CsgTree::leaf_at(primitive, pose).expect("numbers of this module are valid")
}

/// Returns a box around `at`.
pub(super) fn block(size: [f64; 3], at: [f64; 3]) -> CsgTree {
    placed(Primitive::Box { size }, at, Quat::IDENTITY)
}

/// Returns a cylinder parallel to z around `[x, y]`, between two heights.
pub(super) fn cylinder(radius: f64, segments: u32, [x, y]: [f64; 2], z: [f64; 2]) -> CsgTree {
    let primitive = Primitive::Cylinder {
        radius,
        height: z[1] - z[0],
        segments,
    };
    placed(primitive, [x, y, 0.5 * (z[0] + z[1])], Quat::IDENTITY)
}

/// Returns a cone whose apex is `height` below the base around `at`.
pub(super) fn cone_down(radius: f64, height: f64, segments: u32, at: [f64; 3]) -> CsgTree {
    let primitive = Primitive::Cone {
        radius,
        height,
        segments,
    };
    placed(primitive, at, Quat::from_xyzw(1.0, 0.0, 0.0, 0.0))
}

/// Returns the cut that breaks the edge parallel to y through `at`: a box with its diagonals along
/// x and z.
pub(super) fn chamfer(size: [f64; 3], at: [f64; 3]) -> CsgTree {
    placed(Primitive::Box { size }, at, about(Vec3::Y, 0.125))
}

/// Returns a plate with `primitives − 1` vertical holes on a square lattice, evaluated.
///
/// The holes are the leaves of a balanced union, which is subtracted. The plate grows with their
/// number.
///
/// # Cost
/// Quadratic in the number of primitives: 400 take some seconds.
///
/// # Panics
/// Panics if there are less than two primitives.
pub fn drilled_plate(primitives: u32) -> Arc<CsgSolid> {
    assert!(
        primitives >= 2,
        "a plate with holes has two primitives or more"
    );
    let holes = primitives - 1;
    let row = (1..).find(|n| n * n >= holes).expect("there is a row");
    let side = SPACING * f64::from(row);
    let hole = |i: u32| {
        let [x, y] = [i % row, i / row].map(|n| SPACING * (f64::from(n) + 0.5) - 0.5 * side);
        cylinder(HOLE, 8, [x, y], [-0.5, 0.5])
    };
    let plate = block([side, side, 0.4], [0.0; 3]);
    evaluated(plate.difference(balanced_union((0..holes).map(hole).collect())))
}

/// Returns a pin with a conical tip that fits into the holes of [`drilled_plate`], evaluated.
pub fn pin() -> Arc<CsgSolid> {
    let shank = cylinder(0.9 * HOLE, 12, [0.0; 2], [-0.3, 0.5]);
    let tip = cone_down(0.8 * HOLE, 0.2, 12, [0.0, 0.0, -0.25]);
    let center = cone_down(0.05, 0.1, 6, [0.0, 0.0, 0.52]);
    evaluated(shank.union(tip).difference(center))
}

/// Returns a die, evaluated: the intersection of a box and a ball, with a hole through it.
///
/// The corners of the box are outside of the ball, and the caps of the ball outside of the box. So
/// a body can touch both operands beside the die.
pub fn die() -> Arc<CsgSolid> {
    let ball = Primitive::Sphere {
        radius: 0.65,
        segments: 16,
        bands: 12,
    };
    let ball = placed(ball, [0.0; 3], Quat::IDENTITY);
    let die = block([1.0; 3], [0.0; 3]).intersection(ball);
    evaluated(die.difference(cylinder(0.2, 12, [0.0; 2], [-1.0, 1.0])))
}

/// Returns a fork with two prongs along −z, evaluated. Each is the intersection of a wedge-shaped
/// prism and a bar.
pub fn fork() -> Arc<CsgSolid> {
    let profile = vec![[-0.1, 0.0], [0.1, 0.0], [0.02, -0.9], [-0.02, -0.9]];
    let prong = |x: f64| {
        let prism = Primitive::Prism {
            profile: profile.clone(),
            height: 0.4,
        };
        // From the plane of the profile to x and z.
        let prism = placed(prism, [x, 0.2, 0.0], about(Vec3::X, 0.25));
        prism.intersection(block([0.3, 0.16, 1.6], [x, 0.0, -0.5]))
    };
    let bridge = block([1.0, 0.3, 0.2], [0.0, 0.0, 0.05]);
    evaluated(bridge.union(prong(-0.35)).union(prong(0.35)))
}

/// Returns the union of trees, with branches of equal size.
///
/// # Panics
/// Panics without trees.
pub(super) fn balanced_union(mut trees: Vec<CsgTree>) -> CsgTree {
    while trees.len() > 1 {
        let mut next = Vec::with_capacity(trees.len().div_ceil(2));
        let mut pairs = trees.into_iter();
        while let Some(left) = pairs.next() {
            next.push(match pairs.next() {
                Some(right) => left.union(right),
                None => left,
            });
        }
        trees = next;
    }
    trees.pop().expect("at least one tree")
}
