//! Space shuttle of 528 faces [Smith95 §4.2, Figure 9].

use super::loft::Loft;
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};
use serde::Deserialize;

/// Number of vertices around the fuselage.
const SLICES: u32 = 12;

const SECTIONS: &str = include_str!("../../assets/shuttle.toml");

#[derive(Deserialize)]
struct ShuttleSections {
    /// Position on the axis, half width, half height, from nose to tail.
    fuselage: Vec<(f64, f64, f64)>,
}

/// Returns the space shuttle, 528 faces: fuselage, delta wings and fin.
///
/// The fuselage has a flat belly and a hollow tail. The nose points to −x, the right wing to +y,
/// the fin to +z. It is 2.3 units long and 1.9 wide, closed, concave, without self-intersection.
/// The fuselage has 384 faces (12 slices, 16 rings), both wings of two layers together 112, and the
/// fin of two layers 32.
pub fn space_shuttle() -> Mesh {
    let sections: ShuttleSections = toml::from_str(SECTIONS).expect("an included file");
    let rings: Vec<Vec<Vec3>> = sections.fuselage.into_iter().map(ring).collect();
    let nose = Vec3::new(-1.22, 0.0, -0.01);
    // The last fan points inward: the hollow of the engines.
    let engines = Vec3::new(0.95, 0.0, 0.05);
    let mut hull = Loft::new(nose, &rings, engines);
    let right = [wing(0.50, -0.06, 0.025), wing(0.95, 0.46, 0.010)];
    hull.draw_out(0, 7, 13, &right);
    hull.draw_out(6, 7, 13, &right.map(mirrored));
    let fin = [fin(0.52, 0.86, 1.18, 0.020), fin(0.88, 1.08, 1.28, 0.010)];
    hull.draw_out(3, 12, 15, &fin);
    hull.into_mesh()
}

/// Returns the section of the fuselage at `x`. It is flattened below the axis.
fn ring((x, width, height): (f64, f64, f64)) -> Vec<Vec3> {
    let corner = |slice: u32| {
        // Half a slice back, so that wings and fin are at the center of a slice.
        let (up, right) = sin_cos((f64::from(slice) - 0.5) / f64::from(SLICES));
        let depth = if up < 0.0 { 0.6 * height } else { height };
        Vec3::new(x, width * right, depth * up)
    };
    (0..SLICES).map(corner).collect()
}

/// Returns the section of the right wing at span `y`: seven rows of a lower and an upper vertex.
///
/// The leading edge is at `front`, and the trailing edge is straight. `thickness` is half of the
/// full thickness.
fn wing(y: f64, front: f64, thickness: f64) -> Vec<[Vec3; 2]> {
    const TRAILING_EDGE: f64 = 0.84;
    let row = |i: u32| {
        let x = front + (TRAILING_EDGE - front) * f64::from(i) / 6.0;
        [-thickness, thickness].map(|up| Vec3::new(x, y, up - 0.05))
    };
    (0..7).map(row).collect()
}

/// Mirrors a section of the right wing to the left, where the first vertex of a row is the upper.
fn mirrored(section: Vec<[Vec3; 2]>) -> Vec<[Vec3; 2]> {
    let mirror = |p: Vec3| Vec3::new(p.x, -p.y, p.z);
    section
        .into_iter()
        .map(|[lower, upper]| [mirror(upper), mirror(lower)])
        .collect()
}

/// Returns the section of the fin at height `z`: four rows of a right and a left vertex.
///
/// It reaches from `front` to `back`. `thickness` is half of the full thickness.
fn fin(z: f64, front: f64, back: f64, thickness: f64) -> Vec<[Vec3; 2]> {
    let row = |i: u32| {
        let x = front + (back - front) * f64::from(i) / 3.0;
        [thickness, -thickness].map(|y| Vec3::new(x, y, z))
    };
    (0..4).map(row).collect()
}
