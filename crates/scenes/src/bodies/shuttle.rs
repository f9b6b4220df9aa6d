//! A space shuttle of 528 faces [Smith95 §4.2, Figure 9].

use super::loft::Loft;
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};

/// Vertices around the fuselage.
const SLICES: u32 = 12;

/// The fuselage from nose to tail: place on the axis, half width, half height above the axis.
const FUSELAGE: [(f64, f64, f64); 16] = [
    (-1.18, 0.06, 0.05),
    (-1.10, 0.12, 0.10),
    (-0.98, 0.17, 0.15),
    (-0.86, 0.20, 0.20),
    (-0.74, 0.22, 0.26),
    (-0.60, 0.23, 0.27),
    (-0.40, 0.23, 0.26),
    (-0.20, 0.23, 0.26),
    (0.00, 0.23, 0.26),
    (0.20, 0.23, 0.26),
    (0.40, 0.23, 0.26),
    (0.58, 0.24, 0.27),
    (0.74, 0.25, 0.28),
    (0.88, 0.25, 0.29),
    (1.00, 0.24, 0.28),
    (1.10, 0.22, 0.26),
];

/// The space shuttle, 528 faces: fuselage with a flat belly and a hollow tail, delta wings, fin.
///
/// The nose points to −x, the right wing to +y, the fin to +z; 2.3 units long, 1.9 wide.
/// Closed, concave, without self-intersection. Fuselage 384 faces (12 slices, 16 rings), two
/// wings of two layers 112, fin of two layers 32.
pub fn space_shuttle() -> Mesh {
    let rings: Vec<Vec<Vec3>> = FUSELAGE.iter().map(|section| ring(*section)).collect();
    let nose = Vec3::new(-1.22, 0.0, -0.01);
    // The last fan reaches inward: the hollow of the engines.
    let engines = Vec3::new(0.95, 0.0, 0.05);
    let mut hull = Loft::new(nose, &rings, engines);
    hull.draw_out(
        0,
        7,
        13,
        &[wing(0.50, -0.06, 0.025), wing(0.95, 0.46, 0.010)],
    );
    let left = [wing(0.50, -0.06, 0.025), wing(0.95, 0.46, 0.010)].map(mirrored);
    hull.draw_out(6, 7, 13, &left);
    hull.draw_out(
        3,
        12,
        15,
        &[fin(0.52, 0.86, 1.18, 0.020), fin(0.88, 1.08, 1.28, 0.010)],
    );
    hull.into_mesh()
}

/// The section of the fuselage at `x`; below the axis it is flattened.
fn ring((x, width, height): (f64, f64, f64)) -> Vec<Vec3> {
    let corner = |slice: u32| {
        // Half a slice back, so that wings and fin grow from the middle of their side.
        let (up, right) = sin_cos((f64::from(slice) - 0.5) / f64::from(SLICES));
        let depth = if up < 0.0 { 0.6 * height } else { height };
        Vec3::new(x, width * right, depth * up)
    };
    (0..SLICES).map(corner).collect()
}

/// The right wing's section at span `y` with its leading edge at `front`, of half `thickness`:
/// seven rows of a lower and an upper vertex. The trailing edge is straight.
fn wing(y: f64, front: f64, thickness: f64) -> Vec<[Vec3; 2]> {
    const TRAILING_EDGE: f64 = 0.84;
    let row = |i: u32| {
        let x = front + (TRAILING_EDGE - front) * f64::from(i) / 6.0;
        [-thickness, thickness].map(|up| Vec3::new(x, y, up - 0.05))
    };
    (0..7).map(row).collect()
}

/// The left wing from the right one; there the strip's first vertex is the upper one.
fn mirrored(section: Vec<[Vec3; 2]>) -> Vec<[Vec3; 2]> {
    let mirror = |p: Vec3| Vec3::new(p.x, -p.y, p.z);
    section
        .into_iter()
        .map(|[lower, upper]| [mirror(upper), mirror(lower)])
        .collect()
}

/// The fin's section at height `z` from `front` to `back`, of half `thickness`: four rows of a
/// right and a left vertex.
fn fin(z: f64, front: f64, back: f64, thickness: f64) -> Vec<[Vec3; 2]> {
    let row = |i: u32| {
        let x = front + (back - front) * f64::from(i) / 3.0;
        [thickness, -thickness].map(|y| Vec3::new(x, y, z))
    };
    (0..4).map(row).collect()
}
