//! Shelves, chairs, a lamp, and small things on worktops and shelves.

use super::parts::{HALF_GAP, KitchenParts};
use crate::rotation::about;
use geometry::{Pose, Vec3};

/// Adds all furniture but the table.
pub(super) fn add(parts: &mut KitchenParts) {
    shelves(parts);
    for (i, (x, y, turns)) in [
        (1.0, 1.1, 0.25),
        (2.8, 1.1, 0.75),
        (1.9, 0.55, 0.5),
        (1.9, 1.65, 0.01),
    ]
    .into_iter()
    .enumerate()
    {
        let pose = Pose::new(Vec3::new(x, y, 0.0), about(Vec3::Z, turns));
        parts.group(pose, |parts| chair(parts, i));
    }
    on_worktops(parts);
    parts.frustum("lamp shade", [1.9, 1.1, 1.75], [0.2, 0.08], 0.15, 12);
    parts.frustum("lamp cord", [1.9, 1.1, 1.9], [0.005, 0.005], 0.5, 6);
    parts.frustum("bin", [3.7, 0.3, 0.0], [0.12, 0.15], 0.5, 12);
    parts.frustum("bin lid", [3.7, 0.3, 0.5], [0.16, 0.13], 0.05, 12);
}

fn shelves(parts: &mut KitchenParts) {
    for i in 0..3 {
        let z = 1.2 + 0.35 * f64::from(i);
        let board = ([3.75, 0.6, z], [4.0, 1.8, z + 0.03]);
        parts.block(format!("shelf {i}"), board.0, board.1);
        for (side, y) in [("left", 0.7), ("right", 1.66)] {
            let bracket = ([3.8, y, z - 0.12], [4.0, y + 0.04, z]);
            parts.block(format!("shelf {i} {side} bracket"), bracket.0, bracket.1);
        }
    }
    for i in 0..6 {
        let (row, column) = (i / 3, i % 3);
        let base = [
            3.87,
            0.9 + 0.25 * f64::from(column),
            1.23 + 0.35 * f64::from(row),
        ];
        let radius = 0.045 + 0.005 * f64::from(column);
        parts.frustum(format!("jar {i}"), base, [radius; 2], 0.14, 10);
        let lid = [base[0], base[1], base[2] + 0.14];
        parts.frustum(
            format!("jar lid {i}"),
            lid,
            [radius, 0.9 * radius],
            0.02,
            10,
        );
    }
}

/// Adds a chair whose back is at the end of +y, with the seat around the origin of the group.
fn chair(parts: &mut KitchenParts, i: usize) {
    parts.block(
        format!("chair {i} seat"),
        [-0.2, -0.2, 0.43],
        [0.2, 0.16, 0.46],
    );
    parts.block(
        format!("chair {i} back"),
        [-0.2, 0.16, 0.46],
        [0.2, 0.2, 0.92],
    );
    for (leg, (x, y)) in [(-0.18, -0.18), (0.18, -0.18), (-0.18, 0.14), (0.18, 0.14)]
        .into_iter()
        .enumerate()
    {
        let name = format!("chair {i} leg {leg}");
        parts.frustum(name, [x, y, 0.0], [0.015, 0.02], 0.43, 8);
    }
}

fn on_worktops(parts: &mut KitchenParts) {
    let top = 0.9;
    parts.frustum("kettle", [2.7, 2.75, top], [0.09, 0.06], 0.2, 12);
    parts.frustum("kettle lid", [2.7, 2.75, top + 0.2], [0.05, 0.02], 0.03, 12);
    parts.block("toaster", [3.68, 2.6, top], [3.94, 2.78, top + 0.18]);
    parts.block("cutting board", [1.45, 2.5, top], [1.75, 2.75, top + 0.02]);
    parts.block("bread", [1.5, 2.56, top + 0.02], [1.7, 2.68, top + 0.12]);
    parts.frustum("bottle", [0.75, 2.85, top], [0.04, 0.04], 0.2, 10);
    let shoulder = top + 0.2;
    parts.frustum(
        "bottle neck",
        [0.75, 2.85, shoulder],
        [0.035, 0.013],
        0.1,
        10,
    );
    let tilt = about(Vec3::X, -0.03);
    let tray = Pose::new(Vec3::new(1.1, 2.94, top + 0.15 + 2.0 * HALF_GAP), tilt);
    parts.group(tray, |parts| {
        parts.block("tray", [-0.2, -0.01, -0.15], [0.2, 0.01, 0.15]);
    });
}
