//! A chair of 146 faces [Smith95 §4.3.2].

use crate::mesh_file;
use geometry::Mesh;

/// Thad Beier's chair, public domain, decimated to the paper's count; see `assets/NOTICE`.
const CHAIR: &str = include_str!("../../assets/chair_146.obj");

/// The chair, 146 faces: closed, concave, 2 units high, centred at the origin.
pub fn chair() -> Mesh {
    let file = mesh_file::from_bytes("chair_146.obj".as_ref(), CHAIR.as_bytes())
        .expect("the chair that ships with this crate is a mesh");
    let bounds = file.mesh.aabb();
    let (center, scale) = (bounds.center(), 2.0 / bounds.size().max_element());
    let vertices = file.mesh.vertices().iter().map(|p| (*p - center) * scale);
    super::generated(vertices.collect(), file.mesh.triangles().to_vec())
}
