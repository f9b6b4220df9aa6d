//! Walls, cabinets, oven, sink and cupboards.

use super::parts::{KitchenParts, polygon};
use geometry::Vec3;

/// Height of the worktops.
const WORKTOP: f64 = 0.9;

/// Depth of a cabinet's front below the northern wall at y = 3.
const FRONT: f64 = 2.42;

/// Adds the room, x from 0 to 4, y from 0 to 3, z from 0 to 2.4, and what stands along its northern
/// wall.
pub(super) fn add(parts: &mut KitchenParts) {
    walls(parts);
    fridge(parts);
    for (i, (x, width)) in [(0.6, 0.6), (1.2, 0.6), (1.8, 0.6), (2.4, 0.6), (3.6, 0.4)]
        .into_iter()
        .enumerate()
    {
        cabinet(parts, i, x, width);
    }
    worktops(parts);
    sink(parts);
    oven(parts);
    for i in 0..4 {
        cupboard(parts, i, 0.6 + 0.6 * i as f64);
    }
    hood(parts);
}

fn walls(parts: &mut KitchenParts) {
    parts.block("floor", [-0.1, -0.1, -0.1], [4.1, 3.1, 0.0]);
    parts.block("ceiling", [-0.1, -0.1, 2.4], [4.1, 3.1, 2.5]);
    parts.block("northern wall", [0.0, 3.0, 0.0], [4.0, 3.1, 2.4]);
    parts.block("western wall", [-0.1, -0.1, 0.0], [0.0, 3.1, 2.4]);
    parts.block("eastern wall", [4.0, -0.1, 0.0], [4.1, 3.1, 2.4]);
    parts.block("southern wall left", [0.0, -0.1, 0.0], [0.6, 0.0, 2.4]);
    parts.block("southern wall right", [1.5, -0.1, 0.0], [4.0, 0.0, 2.4]);
    parts.block("lintel", [0.6, -0.1, 2.0], [1.5, 0.0, 2.4]);
    parts.block("open door", [0.54, 0.02, 0.0], [0.58, 0.9, 2.0]);
    parts.block("door handle", [0.58, 0.8, 1.0], [0.62, 0.88, 1.03]);
}

fn fridge(parts: &mut KitchenParts) {
    parts.block("fridge", [0.0, FRONT, 0.0], [0.6, 3.0, 1.8]);
    parts.block("freezer door", [0.0, 2.38, 0.0], [0.6, FRONT, 0.7]);
    parts.block("fridge door", [0.0, 2.38, 0.7], [0.6, FRONT, 1.8]);
    parts.block("freezer handle", [0.5, 2.34, 0.3], [0.53, 2.38, 0.6]);
    parts.block("fridge handle", [0.5, 2.34, 0.9], [0.53, 2.38, 1.3]);
}

fn cabinet(parts: &mut KitchenParts, i: usize, x: f64, width: f64) {
    let (end, below) = (x + width, WORKTOP - 0.04);
    parts.block(format!("plinth {i}"), [x, 2.48, 0.0], [end, 3.0, 0.1]);
    // The sink hangs in the cabinet below it.
    let top = if i == 2 { 0.65 } else { below };
    parts.block(format!("cabinet {i}"), [x, FRONT, 0.1], [end, 3.0, top]);
    parts.block(
        format!("cabinet door {i}"),
        [x, 2.4, 0.1],
        [end, FRONT, below],
    );
    let grip = ([x + 0.1, 2.37, 0.76], [end - 0.1, 2.4, 0.78]);
    parts.block(format!("cabinet handle {i}"), grip.0, grip.1);
}

fn worktops(parts: &mut KitchenParts) {
    for (i, [from, to]) in [[0.6, 1.8], [2.4, 3.0], [3.6, 4.0]].into_iter().enumerate() {
        let (min, max) = ([from, 2.38, WORKTOP - 0.04], [to, 3.0, WORKTOP]);
        parts.block(format!("worktop {i}"), min, max);
    }
}

fn sink(parts: &mut KitchenParts) {
    let (low, high) = (0.7, WORKTOP);
    parts.block("sink bottom", [1.85, 2.48, 0.67], [2.35, 2.9, low]);
    parts.block("sink left side", [1.8, 2.42, low], [1.85, 2.96, high]);
    parts.block("sink right side", [2.35, 2.42, low], [2.4, 2.96, high]);
    parts.block("sink front", [1.85, 2.42, low], [2.35, 2.48, high]);
    parts.block("sink back", [1.85, 2.9, low], [2.35, 2.96, high]);
    parts.frustum("faucet column", [2.1, 2.93, high], [0.02, 0.015], 0.25, 8);
    parts.block("faucet spout", [2.085, 2.7, 1.15], [2.115, 2.95, 1.18]);
}

fn oven(parts: &mut KitchenParts) {
    parts.block("oven", [3.0, FRONT, 0.0], [3.6, 3.0, 0.86]);
    parts.block("oven door", [3.02, 2.38, 0.1], [3.58, FRONT, 0.7]);
    parts.block("oven handle", [3.08, 2.34, 0.64], [3.52, 2.37, 0.66]);
    parts.block("cooktop", [3.0, 2.38, 0.86], [3.6, 3.0, WORKTOP]);
    for i in 0..4 {
        let knob = [3.12 + 0.12 * f64::from(i), 2.4, 0.78];
        let disc = |y: f64| polygon(0.02, 8).map(move |[x, z]| Vec3::new(x, y, z));
        let points: Vec<Vec3> = disc(-0.016).chain(disc(0.016)).collect();
        parts.hull(format!("oven knob {i}"), knob, &points);
        let (x, y) = (f64::from(i % 2), f64::from(i / 2));
        let center = [3.16 + 0.28 * x, 2.55 + 0.28 * y, WORKTOP];
        parts.frustum(format!("burner {i}"), center, [0.09, 0.08], 0.02, 12);
    }
}

fn cupboard(parts: &mut KitchenParts, i: usize, x: f64) {
    let end = x + 0.6;
    parts.block(format!("cupboard {i}"), [x, 2.65, 1.5], [end, 3.0, 2.2]);
    parts.block(
        format!("cupboard door {i}"),
        [x, 2.63, 1.5],
        [end, 2.65, 2.2],
    );
    let handle = ([x + 0.05, 2.6, 1.56], [x + 0.07, 2.63, 1.72]);
    parts.block(format!("cupboard handle {i}"), handle.0, handle.1);
}

fn hood(parts: &mut KitchenParts) {
    let corners = |half: [f64; 2], z: f64| {
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
            .map(|[x, y]| Vec3::new(x * half[0], y * half[1], z))
    };
    let points = [corners([0.29, 0.24], -0.1), corners([0.12, 0.12], 0.1)].concat();
    parts.hull("hood", [3.3, 2.74, 1.6], &points);
    parts.block("hood chimney", [3.18, 2.64, 1.71], [3.42, 2.88, 2.4]);
}
