//! Straight and bent tubes.

use super::generated;
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};
use std::f64::consts::TAU;

/// Curvature, in turns, below which a tube counts as straight.
///
/// Below it, the arc's radius exceeds the length a million times, and rounding of its coordinates
/// cancels the bend.
const STRAIGHT: f64 = 1e-7;

/// Returns the straight closed tube along the x axis, `2 · slices · (segments + 1)` faces.
///
/// It is centered at the origin and exactly convex: its sides are exactly flat.
///
/// # Panics
/// Panics with fewer than 3 slices or no segment.
pub fn tube(length: f64, radius: f64, slices: u32, segments: u32) -> Mesh {
    assert!(
        slices >= 3 && segments >= 1,
        "a tube has at least 3 slices and a segment"
    );
    let mut vertices = Vec::new();
    for i in 0..=segments {
        let x = length * (f64::from(i) / f64::from(segments) - 0.5);
        vertices.extend((0..slices).map(|s| {
            let (sin, cos) = sin_cos(f64::from(s) / f64::from(slices));
            Vec3::new(x, radius * cos, radius * sin)
        }));
    }
    let (left, right) = (vertices.len() as u32, vertices.len() as u32 + 1);
    vertices.extend([Vec3::X * (-0.5 * length), Vec3::X * (0.5 * length)]);
    let at = |ring: u32, s: u32| ring * slices + s % slices;
    let mut triangles: Vec<[u32; 3]> = (0..slices)
        .map(|s| [left, at(0, s + 1), at(0, s)])
        .collect();
    for i in 0..segments {
        for s in 0..slices {
            let [a, b, c, d] = [at(i, s), at(i, s + 1), at(i + 1, s + 1), at(i + 1, s)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    triangles.extend((0..slices).map(|s| [right, at(segments, s), at(segments, s + 1)]));
    generated(vertices, triangles)
}

/// Bends the vertices of a straight tube of `length` into an arc of `turns` full turns.
///
/// The arc is in the xy-plane and bends toward +y. The center and the length of the axis stay the
/// same.
pub fn bent(vertices: &[Vec3], length: f64, turns: f64) -> Vec<Vec3> {
    if turns.abs() < STRAIGHT {
        return vertices.to_vec();
    }
    let radius = length / (TAU * turns);
    let bend = |p: &Vec3| {
        let (sin, cos) = sin_cos(turns * p.x / length);
        let from_center = radius - p.y;
        Vec3::new(from_center * sin, radius - from_center * cos, p.z)
    };
    vertices.iter().map(bend).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bending_keeps_the_center_and_the_length() {
        let axis: Vec<Vec3> = (-50..=50)
            .map(|i| Vec3::X * (0.02 * f64::from(i)))
            .collect();
        let arc = bent(&axis, 2.0, 0.25);
        let length: f64 = arc.windows(2).map(|w| (w[1] - w[0]).length()).sum();
        assert!((length - 2.0).abs() < 1e-3, "{length}");
        assert!(arc[50].length() < 1e-12);
        // A quarter turn: the ends point 45 degrees up.
        let end = (arc[100] - arc[99]).normalize();
        assert!((end.x - end.y).abs() < 0.02, "{end}");
        assert_eq!(bent(&axis, 2.0, 0.0), axis);
    }
}
