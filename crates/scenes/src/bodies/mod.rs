//! Bodies of the papers and of the tests, as meshes in local space.
//!
//! All are closed, of one part, and look outward; lengths are about one to three scene units.

mod chair;
mod head;
mod loft;
mod shuttle;
mod solids;
mod sphere;
mod tube;

pub use chair::chair;
pub use head::head;
pub use shuttle::space_shuttle;
pub use solids::{block, cube, tetrahedron, torus};
pub use sphere::{PAPER_FACE_COUNTS, lat_long_sphere, sphere, sphere_near};
pub use tube::{bent, tube};

use geometry::{Mesh, Vec3};

/// The mesh of generated vertices and triangles, which are never faulty.
fn generated(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Mesh {
    Mesh::new(vertices, triangles).expect("generated vertices are finite and indices in range")
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Sign, interference, orient3d, topology::Topology};

    /// Whether some face has a vertex of the mesh in front of it.
    fn is_concave(mesh: &Mesh) -> bool {
        (0..mesh.face_count()).any(|i| {
            let t = mesh.triangle(i);
            mesh.vertices()
                .iter()
                .any(|p| orient3d(t.a, t.b, t.c, *p) == Sign::Positive)
        })
    }

    /// Pairs of faces that meet although they share no vertex.
    fn self_intersections(mesh: &Mesh) -> Vec<(usize, usize)> {
        let faces = mesh.triangles();
        let mut met = Vec::new();
        for i in 0..faces.len() {
            let (a, box_a) = (mesh.triangle(i), mesh.triangle(i).aabb());
            for j in i + 1..faces.len() {
                let neighbours = faces[i].iter().any(|v| faces[j].contains(v));
                let b = mesh.triangle(j);
                let near = !neighbours && box_a.overlaps(&b.aabb());
                if near && interference(&a, &b) != geometry::Interference::Apart {
                    met.push((i, j));
                }
            }
        }
        met
    }

    fn assert_sound(name: &str, mesh: &Mesh, faces: usize, concave: bool) {
        assert_eq!(mesh.face_count(), faces, "{name}");
        let topology = Topology::of(mesh);
        assert!(topology.is_clean(), "{name}: {topology}");
        assert_eq!(topology.part_count(), 1, "{name}");
        assert_eq!(
            topology.vertices,
            mesh.vertices().len(),
            "{name}: no vertex twice or unused"
        );
        assert_eq!(is_concave(mesh), concave, "{name}");
        assert_eq!(self_intersections(mesh), [], "{name}");
        let size = mesh.aabb().size().max_element();
        assert!((0.9..=3.2).contains(&size), "{name}: {size} units");
    }

    #[test]
    fn bodies_have_the_papers_face_counts_and_are_sound() {
        assert_sound("shuttle", &space_shuttle(), 528, true);
        assert_sound("chair", &chair(), 146, true);
        assert_sound("head", &head(), 1816, true);
        assert_sound("torus", &torus(1.0, 0.3, 16, 8), 256, true);
        assert_sound("tube", &tube(3.0, 0.3, 8, 12), 208, false);
        assert_sound("cube", &cube(2.0), 12, false);
        assert_sound("tetrahedron", &tetrahedron(2.0), 4, false);
        for faces in PAPER_FACE_COUNTS {
            let sphere = sphere(faces).unwrap();
            assert_sound(&format!("sphere {faces}"), &sphere, faces as usize, false);
        }
    }

    #[test]
    fn the_shuttle_is_longer_than_wide_and_wider_than_high() {
        let size = space_shuttle().aabb().size();
        assert!(size.x > 1.3 * size.y && size.y > 1.2 * size.z, "{size}");
    }
}
