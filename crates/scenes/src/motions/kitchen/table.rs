//! Table, laid for four.

use super::parts::KitchenParts;
use crate::rotation::about;
use geometry::{Pose, Vec3};

/// Height of the table.
const HEIGHT: f64 = 0.76;

/// Height of a cup.
pub(super) const CUP: f64 = 0.09;

/// Base of the cup that the hand carries.
pub(super) const CARRIED_CUP: [f64; 3] = [1.55, 1.0, HEIGHT];

/// Adds the table and what is on it.
pub(super) fn add(parts: &mut KitchenParts) {
    parts.block("table top", [1.2, 0.7, HEIGHT - 0.04], [2.6, 1.5, HEIGHT]);
    for (i, (x, y)) in [(1.25, 0.75), (2.55, 0.75), (1.25, 1.45), (2.55, 1.45)]
        .into_iter()
        .enumerate()
    {
        let name = format!("table leg {i}");
        parts.frustum(name, [x, y, 0.0], [0.025, 0.035], HEIGHT - 0.04, 8);
    }
    // A place is seen from its chair, with the plate at the origin.
    for (i, (x, y, turns)) in [
        (1.36, 1.1, 0.25),
        (2.44, 1.1, 0.75),
        (1.9, 0.86, 0.5),
        (1.9, 1.34, 0.0),
    ]
    .into_iter()
    .enumerate()
    {
        let pose = Pose::new(Vec3::new(x, y, HEIGHT), about(Vec3::Z, turns));
        parts.group(pose, |parts| place(parts, i));
    }
    for (i, base) in [
        CARRIED_CUP,
        [2.25, 1.2, HEIGHT],
        [2.1, 0.98, HEIGHT],
        [1.7, 1.22, HEIGHT],
    ]
    .into_iter()
    .enumerate()
    {
        parts.frustum(format!("cup {i}"), base, [0.028, 0.04], CUP, 10);
    }
    pot(parts);
}

fn place(parts: &mut KitchenParts, i: usize) {
    parts.frustum(format!("plate {i}"), [0.0; 3], [0.06, 0.11], 0.02, 16);
    let [fork, knife] = [-0.16, 0.13].map(|x| ([x, -0.09, 0.0], [x + 0.02, 0.1, 0.012]));
    parts.block(format!("fork {i}"), fork.0, fork.1);
    parts.block(format!("knife {i}"), knife.0, knife.1);
}

fn pot(parts: &mut KitchenParts) {
    let base = [1.9, 1.1, HEIGHT];
    parts.frustum("teapot", base, [0.07, 0.05], 0.12, 12);
    let lid = [base[0], base[1], HEIGHT + 0.12];
    parts.frustum("teapot lid", lid, [0.045, 0.015], 0.03, 12);
    let spout = [
        Vec3::new(0.0, -0.01, -0.02),
        Vec3::new(0.0, 0.01, -0.02),
        Vec3::new(0.0, 0.0, 0.015),
        Vec3::new(0.06, -0.005, 0.04),
        Vec3::new(0.06, 0.005, 0.04),
        Vec3::new(0.06, 0.0, 0.05),
    ];
    parts.hull("teapot spout", [1.9 + 0.075, 1.1, HEIGHT + 0.06], &spout);
}
