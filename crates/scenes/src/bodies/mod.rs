//! Bodies of the papers and of the tests, as meshes in local space.
//!
//! All are closed with outward faces, and one to three scene units long. All but rocket and truck
//! have one part. [`BodyModel`] names the bodies of the papers, for files and command lines.
//! [`CncBody`] names those that are CSG trees, which are up to five units long.

mod cnc;
mod head;
mod lamp;
mod loft;
mod model;
mod parts;
mod rocket;
mod round;
mod shipped;
mod shuttle;
mod solids;
mod sphere;
mod stone;
mod truck;
mod tube;

pub use cnc::{CncBody, die, drilled_plate, fork, pin};
pub use head::head;
pub use lamp::lamp;
pub use model::{BodyModel, UnknownBodyModel};
pub use rocket::rocket;
pub use round::{capsule, cylinder};
pub use shipped::{chair, faucet};
pub use shuttle::space_shuttle;
pub use solids::{
    block, cube, hexahedron, joined, moved, scaled, tetrahedron, torus, turned_inside_out,
    without_last_face,
};
pub use sphere::{PAPER_FACE_COUNTS, lat_long_sphere, sphere, sphere_near};
pub use stone::stone;
pub use truck::truck;
pub use tube::{bent, tube};

use geometry::{Mesh, Vec3};

/// Returns the mesh of generated vertices and triangles, which are valid.
pub(crate) fn generated(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Mesh {
    Mesh::new(vertices, triangles).expect("generated vertices are finite and indices in range")
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::topology::{Orientation, Topology};
    use geometry::{Sign, Triangle, interference, orient3d};

    /// Returns true if some face has a vertex of the mesh in front of it.
    fn is_concave(mesh: &Mesh) -> bool {
        (0..mesh.face_count()).any(|i| {
            let t = mesh.triangle(i);
            mesh.vertices()
                .iter()
                .any(|p| orient3d(t.a, t.b, t.c, *p) == Sign::Positive)
        })
    }

    /// Returns the pairs of faces that meet without a shared vertex.
    fn self_intersections(mesh: &Mesh) -> Vec<(usize, usize)> {
        let faces = mesh.triangles();
        let mut met = Vec::new();
        for i in 0..faces.len() {
            let (a, box_a) = (mesh.triangle(i), mesh.triangle(i).aabb());
            for j in i + 1..faces.len() {
                let neighbors = faces[i].iter().any(|v| faces[j].contains(v));
                let b = mesh.triangle(j);
                let near = !neighbors && box_a.overlaps(&b.aabb());
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
        assert_sound("lamp", &lamp(), 626, true);
        assert_sound("faucet", &faucet(), 1288, true);
        assert_sound("torus", &torus(1.0, 0.3, 16, 8), 256, true);
        assert_sound("stone", &stone(960, 7), 960, true);
        assert_sound("tube", &tube(3.0, 0.3, 8, 12), 208, false);
        assert_sound("cube", &cube(2.0), 12, false);
        assert_sound("tetrahedron", &tetrahedron(2.0), 4, false);
        for faces in PAPER_FACE_COUNTS {
            let sphere = sphere(faces).unwrap();
            assert_sound(&format!("sphere {faces}"), &sphere, faces as usize, false);
        }
    }

    #[test]
    fn bodies_of_many_parts_have_the_papers_face_counts_and_closed_parts() {
        for (mesh, faces, parts, collapsed) in [(rocket(), 1420, 15, 0), (truck(), 10171, 147, 1)] {
            assert_eq!(mesh.face_count(), faces);
            let topology = Topology::of(&mesh);
            assert!(topology.closed, "{topology}");
            assert_eq!(topology.orientation, Orientation::Outward);
            assert_eq!(topology.flat.len(), collapsed, "{topology}");
            assert_eq!(topology.duplicates, [0; 0]);
            assert_eq!(topology.part_count(), parts);
            assert_eq!(topology.vertices, mesh.vertices().len());
            let size = mesh.aabb().size().max_element();
            assert!((size - 3.0).abs() < 1e-12, "{size} units");
            let turned_in = parts_with_negative_volume(&mesh, &topology);
            assert_eq!(turned_in, [0; 0], "parts that look inward");
        }
    }

    /// Returns the parts whose signed volume is not positive.
    fn parts_with_negative_volume(mesh: &Mesh, topology: &Topology) -> Vec<usize> {
        let mut volumes = vec![0.0; topology.part_count()];
        for (face, part) in topology.part_of_face.iter().enumerate() {
            let t = mesh.triangle(face);
            volumes[*part as usize] += t.a.dot(t.b.cross(t.c)) / 6.0;
        }
        (0..volumes.len()).filter(|p| volumes[*p] <= 0.0).collect()
    }

    #[test]
    fn the_shade_of_the_lamp_is_open_below() {
        // From the tip of the bulb a segment leaves the shade without meeting the lamp.
        let lamp = lamp();
        let tree = geometry::TriangleBvh::new(lamp.vertices(), lamp.triangles());
        let inside = |p: Vec3| tree.winding(p);
        let bulb = Vec3::new(0.509, 0.0, 0.778);
        assert_eq!(inside(bulb), 1, "in the bulb");
        let beside = bulb + Vec3::Y * 0.23;
        assert_eq!(inside(beside), 0, "between bulb and shade");
        let below = Triangle::new(beside, beside, beside + Vec3::new(0.637, 0.0, -0.77));
        let meets =
            |i: usize| interference(&lamp.triangle(i), &below) != geometry::Interference::Apart;
        assert!(!(0..lamp.face_count()).any(meets));
        let above = Triangle::new(beside, beside, beside - Vec3::new(0.637, 0.0, -0.77));
        let meets =
            |i: usize| interference(&lamp.triangle(i), &above) != geometry::Interference::Apart;
        assert!((0..lamp.face_count()).any(meets));
    }

    #[test]
    fn the_shuttle_is_longer_than_wide_and_wider_than_high() {
        let size = space_shuttle().aabb().size();
        assert!(size.x > 1.3 * size.y && size.y > 1.2 * size.z, "{size}");
    }
}
