//! Latitude-longitude spheres of radius 1 [Smith95 §4.1].

use super::generated;
use crate::SceneError;
use geometry::angle::sin_cos;
use geometry::{Mesh, Sign, Vec3, orient3d};

/// Numbers of faces in Smith95 §4.1, in order.
pub const PAPER_FACE_COUNTS: [u32; 14] = [
    8, 10, 24, 48, 54, 80, 120, 168, 224, 360, 528, 728, 960, 3968,
];

/// Returns the sphere with exactly `faces` faces.
///
/// [Smith95 §4.1] states numbers of faces only. All but two are `4m(m − 1)`, the number for `m`
/// stacks and `2m` slices. The others are 10 (5 slices, 2 stacks) and 54 (9 slices, 4 stacks).
/// Accepts these two and any `4m(m − 1)`.
///
/// # Errors
/// Returns [`SceneError::NoSuchSphere`] with the nearest numbers for any other number.
pub fn sphere(faces: u32) -> Result<Mesh, SceneError> {
    match faces {
        10 => Ok(lat_long_sphere(5, 2)),
        54 => Ok(lat_long_sphere(9, 4)),
        _ => {
            let m = stacks_at_most(faces).max(2);
            if family_count(m) == u64::from(faces) {
                return Ok(lat_long_sphere(2 * m, m));
            }
            let below = family_count(m) as u32;
            let above = family_count(m + 1).min(u64::from(u32::MAX)) as u32;
            Err(SceneError::NoSuchSphere {
                faces,
                below,
                above,
            })
        }
    }
}

/// Returns the sphere whose number of faces `4m(m − 1)` is nearest to `faces`, at least 8.
pub fn sphere_near(faces: u32) -> Mesh {
    let m = stacks_at_most(faces).max(2);
    let off = |m: u32| family_count(m).abs_diff(u64::from(faces));
    let m = if off(m + 1) < off(m) { m + 1 } else { m };
    lat_long_sphere(2 * m, m)
}

/// Returns the sphere of radius 1 with `slices` meridians and `stacks` bands.
///
/// Its poles are on the z axis, and it has `2 slices (stacks − 1)` faces. Every vertex lies on the
/// unit sphere up to rounding. The mesh is exactly convex: rounded corners of a band's trapezoid
/// are not exactly coplanar, so each trapezoid is split along the diagonal that bends outward.
///
/// # Panics
/// Panics with fewer than 3 slices or 2 stacks.
pub fn lat_long_sphere(slices: u32, stacks: u32) -> Mesh {
    assert!(
        slices >= 3 && stacks >= 2,
        "a sphere has at least 3 slices and 2 stacks"
    );
    let mut vertices = vec![Vec3::Z];
    for stack in 1..stacks {
        let (radius, height) = sin_cos(f64::from(stack) / f64::from(2 * stacks));
        for slice in 0..slices {
            let (y, x) = sin_cos(f64::from(slice) / f64::from(slices));
            vertices.push(Vec3::new(radius * x, radius * y, height));
        }
    }
    vertices.push(Vec3::NEG_Z);
    let south = vertices.len() as u32 - 1;
    let at = |stack: u32, slice: u32| 1 + (stack - 1) * slices + slice % slices;
    let mut triangles = Vec::with_capacity((2 * slices * (stacks - 1)) as usize);
    triangles.extend((0..slices).map(|s| [0, at(1, s), at(1, s + 1)]));
    for stack in 1..stacks - 1 {
        for s in 0..slices {
            let quad = [
                at(stack, s),
                at(stack + 1, s),
                at(stack + 1, s + 1),
                at(stack, s + 1),
            ];
            triangles.extend(split_convexly(&vertices, quad));
        }
    }
    triangles.extend((0..slices).map(|s| [south, at(stacks - 1, s + 1), at(stacks - 1, s)]));
    generated(vertices, triangles)
}

/// Splits an outward quadrilateral into two triangles that bend outward.
fn split_convexly(vertices: &[Vec3], [a, b, c, d]: [u32; 4]) -> [[u32; 3]; 2] {
    let [p, q, r, s] = [a, b, c, d].map(|i| vertices[i as usize]);
    if orient3d(p, q, r, s) == Sign::Positive {
        [[a, b, d], [b, c, d]]
    } else {
        [[a, b, c], [a, c, d]]
    }
}

/// Returns the largest `m` with `4m(m − 1) <= faces`.
fn stacks_at_most(faces: u32) -> u32 {
    let root = (f64::from(faces) + 1.0).sqrt();
    let guess = (0.5 * (1.0 + root)) as u32 + 1;
    (1..=guess)
        .rev()
        .find(|m| family_count(*m) <= u64::from(faces))
        .unwrap_or(1)
}

fn family_count(m: u32) -> u64 {
    4 * u64::from(m) * u64::from(m - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_lie_on_the_unit_sphere() {
        let mesh = lat_long_sphere(9, 4);
        assert!(
            mesh.vertices()
                .iter()
                .all(|p| (p.length() - 1.0).abs() < 1e-15)
        );
        assert_eq!(mesh.vertices().len(), 9 * 3 + 2);
    }

    #[test]
    fn other_counts_name_their_neighbors() {
        let error = sphere(100).unwrap_err();
        assert!(
            matches!(
                error,
                SceneError::NoSuchSphere {
                    below: 80,
                    above: 120,
                    ..
                }
            ),
            "{error}"
        );
        assert!(sphere(0).is_err() && sphere(u32::MAX).is_err());
        let error = sphere(100_000).unwrap_err();
        assert!(
            matches!(
                error,
                SceneError::NoSuchSphere {
                    below: 99_224,
                    above: 100_488,
                    ..
                }
            ),
            "{error}"
        );
    }

    #[test]
    fn the_nearest_count_is_found_on_both_sides() {
        assert_eq!(sphere_near(99).face_count(), 80);
        assert_eq!(sphere_near(101).face_count(), 120);
        assert_eq!(sphere_near(3968).face_count(), 3968);
        assert_eq!(sphere_near(0).face_count(), 8);
        assert_eq!(sphere_near(100_000).face_count(), 100_488);
        assert_eq!(sphere_near(99_800).face_count(), 99_224);
    }
}
