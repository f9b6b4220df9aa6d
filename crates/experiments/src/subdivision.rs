//! Subdivision of a mesh into smaller faces.

use geometry::{Mesh, Vec3};
use std::collections::BTreeMap;

/// Splits each face into four at the midpoints of its edges, `times` times.
///
/// Neighbors share the midpoint of their edge, so a closed mesh stays closed. The surface is the
/// same up to the rounding of midpoints.
pub(crate) fn subdivided(mesh: &Mesh, times: u32) -> Mesh {
    let mut vertices = mesh.vertices().to_vec();
    let mut triangles = mesh.triangles().to_vec();
    for _ in 0..times {
        let mut midpoints: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        let mut midpoint = |a: u32, b: u32, vertices: &mut Vec<Vec3>| {
            *midpoints.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                let [p, q] = [a.min(b), a.max(b)].map(|i| vertices[i as usize]);
                vertices.push((p + q) * 0.5);
                vertices.len() as u32 - 1
            })
        };
        let quarters = triangles.iter().flat_map(|[a, b, c]| {
            let [ab, bc, ca] =
                [(a, b), (b, c), (c, a)].map(|(i, j)| midpoint(*i, *j, &mut vertices));
            [[*a, ab, ca], [ab, *b, bc], [ca, bc, *c], [ab, bc, ca]]
        });
        triangles = quarters.collect();
    }
    Mesh::new(vertices, triangles).expect("midpoints are as finite as the ends")
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::topology::Topology;

    #[test]
    fn each_face_becomes_four_and_the_mesh_stays_closed() {
        let cube = scenes::bodies::cube(2.0);
        let fine = subdivided(&cube, 2);
        assert_eq!(fine.face_count(), 12 * 16);
        assert!(Topology::of(&fine).closed);
        assert_eq!(fine.aabb(), cube.aabb());
        assert_eq!(subdivided(&cube, 0), cube);
        let area = |mesh: &Mesh| -> f64 {
            let faces = 0..mesh.face_count();
            faces.map(|i| mesh.triangle(i).area_vector().length()).sum()
        };
        assert!((area(&fine) - area(&cube)).abs() < 1e-12);
    }
}
