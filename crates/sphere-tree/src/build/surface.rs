//! A body as the builders see it: of handy size, faces turned outward where that can be told, and
//! with an inside.

use crate::build::winding::WindingTree;
use geometry::topology::{Orientation, Topology};
use geometry::{Aabb, Mesh, MeshError, TriangleBvh, Vec3, unit_scale};
use std::fmt;

/// A body's surface, scaled by a power of two to coordinates of at most 1, so that products of
/// coordinates keep their precision whatever the unit of length is.
#[derive(Debug)]
pub struct Surface {
    mesh: Mesh,
    tree: TriangleBvh,
    inside: Inside,
    /// What the mesh's coordinates were multiplied by: a power of two.
    scale: f64,
    diagnosis: Diagnosis,
}

/// How a point is told to be inside.
#[derive(Debug)]
enum Inside {
    /// The surface is closed: its winding number, exactly.
    Closed,
    /// It is not: the share of the directions in which it hides the far away.
    Open(WindingTree),
}

/// What is to be said of a mesh from which a tree was built. Nothing here stops the building.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// Edges with one face.
    pub open_edges: usize,
    /// Edges with three faces or more.
    pub crowded_edges: usize,
    /// Edges whose faces disagree about outside.
    pub miswound_edges: usize,
    /// Faces of zero area.
    pub flat_faces: usize,
    /// Faces that repeat an earlier one.
    pub duplicate_faces: usize,
    /// Pieces that no edge connects.
    pub parts: usize,
    /// Whether the surface bounds a volume; only then has it an inside for certificates.
    pub closed: bool,
    /// Whether a closed surface looks inward.
    pub inside_out: bool,
}

impl Diagnosis {
    fn of(topology: &Topology) -> Diagnosis {
        Diagnosis {
            open_edges: topology.open_edges.len(),
            crowded_edges: topology.crowded_edges.len(),
            miswound_edges: topology.miswound_edges.len(),
            flat_faces: topology.flat.len(),
            duplicate_faces: topology.duplicates.len(),
            parts: topology.part_vertices.len(),
            closed: topology.closed,
            inside_out: topology.orientation == Orientation::InsideOut,
        }
    }
}

/// One line: what is there, and what it means for the tree.
impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = if self.parts == 1 { "part" } else { "parts" };
        write!(f, "{} {parts}, ", self.parts)?;
        match (self.closed, self.inside_out) {
            (true, false) => f.write_str("closed")?,
            (true, true) => f.write_str("closed, inside out")?,
            (false, _) => {
                f.write_str("not closed: it has no inside, and bounds speak of its surface")?;
            }
        }
        let faults = [
            (self.open_edges, "open edges"),
            (self.crowded_edges, "edges of three faces or more"),
            (self.miswound_edges, "edges of mixed winding"),
            (self.flat_faces, "faces of zero area"),
            (self.duplicate_faces, "duplicate faces"),
        ];
        for (count, what) in faults.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "; {count} {what}")?;
        }
        Ok(())
    }
}

impl Surface {
    /// Prepares a mesh with at least one face.
    pub fn new(mesh: &Mesh) -> Surface {
        let topology = Topology::of(mesh);
        let scale = unit_scale(mesh.aabb().max_abs_coordinate());
        let mut mesh = scaled(mesh, scale).expect("smaller coordinates are in range, too");
        let inside = if topology.closed {
            if topology.orientation == Orientation::InsideOut {
                let turned = mesh.triangles().iter().map(|[a, b, c]| [*b, *a, *c]);
                mesh = with_triangles(&mesh, turned.collect());
            }
            Inside::Closed
        } else {
            mesh = with_triangles(&mesh, crate::build::winding::turned_outward(&mesh));
            Inside::Open(WindingTree::new(&mesh))
        };
        Surface {
            tree: TriangleBvh::new(mesh.vertices(), mesh.triangles()),
            mesh,
            inside,
            scale,
            diagnosis: Diagnosis::of(&topology),
        }
    }

    /// The faces, in the order of the original mesh, in scaled coordinates.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Boxes over the faces.
    pub fn tree(&self) -> &TriangleBvh {
        &self.tree
    }

    /// The box of all faces.
    pub fn bounds(&self) -> Aabb {
        self.tree.bounds()
    }

    /// What the original coordinates were multiplied by: a power of two.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// What is to be said of the mesh.
    pub fn diagnosis(&self) -> &Diagnosis {
        &self.diagnosis
    }

    /// Whether the solid has an inside: whether the surface is closed.
    pub fn is_closed(&self) -> bool {
        matches!(self.inside, Inside::Closed)
    }

    /// Whether a point that is not on the surface lies in the solid: exactly.
    pub fn contains(&self, p: Vec3) -> bool {
        self.is_closed() && self.tree.winding(p) != 0
    }

    /// Whether a point is a good place for a sphere of the medial axis: inside of the solid, or
    /// wrapped by more than half of all directions where the surface is open. No certificate
    /// depends on it.
    pub fn seems_to_contain(&self, p: Vec3) -> bool {
        match &self.inside {
            Inside::Closed => self.tree.winding(p) != 0,
            Inside::Open(tree) => tree.winding(p).abs() > 0.5,
        }
    }
}

fn scaled(mesh: &Mesh, scale: f64) -> Result<Mesh, MeshError> {
    let vertices = mesh.vertices().iter().map(|v| *v * scale).collect();
    Mesh::new(vertices, mesh.triangles().to_vec())
}

fn with_triangles(mesh: &Mesh, triangles: Vec<[u32; 3]>) -> Mesh {
    Mesh::new(mesh.vertices().to_vec(), triangles).expect("the corners are the same")
}
