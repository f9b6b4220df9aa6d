//! Bodies by other authors, included with this crate (D3). `assets/NOTICE` has their licenses.

use super::parts::centered;
use crate::mesh_file;
use geometry::Mesh;

/// Thad Beier's chair, public domain, decimated to the paper's number of faces.
const CHAIR: &str = include_str!("../../assets/chair_146.obj");

/// Faucet of Meta-World, MIT license, its three solids joined and decimated to the paper's number
/// of faces.
const FAUCET: &str = include_str!("../../assets/faucet_1288.obj");

/// Returns the chair, 146 faces [Smith95 §4.3.2].
///
/// Closed, concave, 2 units high, centered at the origin.
pub fn chair() -> Mesh {
    two_units_long(CHAIR)
}

/// Returns the bathroom faucet, 1288 faces [Hubbard96 Figure 11].
///
/// Closed, concave, in one part, 2 units long, centered at the origin.
pub fn faucet() -> Mesh {
    two_units_long(FAUCET)
}

fn two_units_long(obj: &str) -> Mesh {
    let file = mesh_file::from_bytes("shipped.obj".as_ref(), obj.as_bytes())
        .expect("what ships with this crate is a mesh");
    centered(&file.mesh, 2.0)
}
