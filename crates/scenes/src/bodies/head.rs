//! Head of 1816 faces, in place of the Venus of [Smith95 §4.3.2, Figure 12] (D3).

use super::loft::Loft;
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};

/// Number of vertices around the head.
const SLICES: u32 = 32;
/// Number of rings from the neck to the crown.
const RINGS: u32 = 28;
/// Height of the lowest ring. [`HIGHEST`] is that of the highest.
const LOWEST: f64 = -1.15;
const HIGHEST: f64 = 0.94;

/// Returns the head, 1816 faces: skull, neck, nose, eye hollows and two ears.
///
/// Faces +x, with the crown at +z, 2.1 units high. Closed, concave, without self-intersection.
/// Skull and neck have 1792 faces (32 slices, 28 rings), each ear has 12.
pub fn head() -> Mesh {
    let rings: Vec<Vec<Vec3>> = (0..RINGS).map(ring).collect();
    let (neck, crown) = (Vec3::new(-0.12, 0.0, LOWEST), Vec3::new(0.0, 0.0, 0.97));
    let mut skull = Loft::new(neck, &rings, crown);
    for (slice, side) in [(SLICES / 4, 1.0), (3 * SLICES / 4, -1.0)] {
        skull.draw_out(slice, 14, 16, &[ear(&rings, slice, side)]);
    }
    skull.into_mesh()
}

fn ring(index: u32) -> Vec<Vec3> {
    let z = LOWEST + (HIGHEST - LOWEST) * f64::from(index) / f64::from(RINGS - 1);
    // From neck to skull.
    let skull = smooth_step((z + 0.78) / 0.36);
    let ellipse = 0.66 * (1.0 - z * z / (0.97 * 0.97)).max(0.0).sqrt();
    let radius = 0.33 + (ellipse - 0.33) * skull;
    let corner = |slice: u32| {
        // Half a slice back, so that nose and ears are at the center of a slice.
        let turns = (f64::from(slice) - 0.5) / f64::from(SLICES);
        let (sin, cos) = sin_cos(turns);
        let from_front = (turns + 0.5).rem_euclid(1.0) - 0.5;
        let nose = 0.22 * bump(from_front / 0.055) * bump((z + 0.12) / 0.26);
        let eyes = 0.07 * bump((from_front.abs() - 0.07) / 0.05) * bump((z - 0.14) / 0.16);
        let chin = 0.10 * bump(from_front / 0.10) * bump((z + 0.50) / 0.20);
        let r = radius + nose + chin - eyes;
        let back = -0.12 * (1.0 - skull);
        // Longer from front to back than from ear to ear.
        Vec3::new(1.15 * r * cos + back, r * sin, z)
    };
    (0..SLICES).map(corner).collect()
}

/// Returns the rim of an ear: the strip's vertices moved outward.
fn ear(rings: &[Vec<Vec3>], slice: u32, side: f64) -> Vec<[Vec3; 2]> {
    let next = (slice + 1) % SLICES;
    let outward = |p: Vec3| Vec3::new(1.2 * p.x - 0.05, p.y + side * 0.14, 1.05 * p.z);
    let row = |ring: usize| [slice, next].map(|s| outward(rings[ring][s as usize]));
    (14..=16).map(row).collect()
}

/// Returns a smooth bump: 1 at 0, and 0 from 1 on.
fn bump(x: f64) -> f64 {
    let height = (1.0 - x * x).max(0.0);
    height * height
}

/// Returns a smooth step: 0 up to 0, and 1 from 1 on.
fn smooth_step(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}
