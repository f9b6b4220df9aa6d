//! Cylinders and capsules around the z axis.

use super::loft::Loft;
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};

/// Returns the cylinder around the z axis, centered at the origin, `4 · slices` faces.
///
/// Corners lie on the surface: faces are inside it by at most `1 − cos(π / slices)` of the radius.
///
/// # Panics
/// Panics with fewer than 3 slices, or if a coordinate is out of range.
pub fn cylinder(radius: f64, length: f64, slices: u32) -> Mesh {
    let half = 0.5 * length;
    let rings = [-half, half].map(|z| ring(radius, z, slices));
    Loft::new(Vec3::NEG_Z * half, &rings, Vec3::Z * half).into_mesh()
}

/// Returns the cylinder with a half-sphere at each end, around the z axis, centered at the origin.
///
/// `length` is that of the cylinder alone. A quarter of `slices` rings, at least two, form a
/// half-sphere. Corners lie on the surface, as in [`cylinder`].
///
/// # Panics
/// As [`cylinder`].
pub fn capsule(radius: f64, length: f64, slices: u32) -> Mesh {
    let (half, bands) = (0.5 * length, (slices / 4).max(2));
    let latitude = |i: u32| sin_cos(0.25 * f64::from(i) / f64::from(bands));
    let mut rings = Vec::new();
    for i in (0..bands).rev() {
        let (up, out) = latitude(i);
        rings.push(ring(radius * out, -half - radius * up, slices));
    }
    for i in 0..bands {
        let (up, out) = latitude(i);
        rings.push(ring(radius * out, half + radius * up, slices));
    }
    let end = Vec3::Z * (half + radius);
    Loft::new(-end, &rings, end).into_mesh()
}

fn ring(radius: f64, z: f64, slices: u32) -> Vec<Vec3> {
    assert!(slices >= 3, "a ring has at least 3 slices");
    let corner = |i: u32| {
        let (sin, cos) = sin_cos(f64::from(i) / f64::from(slices));
        Vec3::new(radius * cos, radius * sin, z)
    };
    (0..slices).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::topology::Topology;

    #[test]
    fn round_bodies_are_closed_and_have_their_size() {
        for (mesh, faces, top) in [
            (cylinder(2.0, 3.0, 32), 128, 1.5),
            (capsule(2.0, 3.0, 32), 32 * (2 + 2 * 15), 3.5),
        ] {
            assert_eq!(mesh.face_count(), faces);
            let topology = Topology::of(&mesh);
            assert!(topology.is_clean(), "{topology}");
            let bounds = mesh.aabb();
            assert!((bounds.max - Vec3::new(2.0, 2.0, top)).length() < 1e-12);
            assert!((bounds.min + Vec3::new(2.0, 2.0, top)).length() < 1e-12);
            // Outward: the tetrahedra over the faces have a positive volume.
            let volume: f64 = (0..faces)
                .map(|i| mesh.triangle(i))
                .map(|t| t.a.dot(t.b.cross(t.c)) / 6.0)
                .sum();
            assert!(volume > 0.0, "{volume}");
        }
    }
}
