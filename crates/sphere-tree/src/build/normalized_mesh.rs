//! Mesh of a body for the builders: scaled, oriented outward if possible, and with an inside.

use crate::build::winding::WindingTree;
use geometry::topology::{Orientation, Topology};
use geometry::{Aabb, Mesh, TriangleBvh, Vec3, unit_scale};
use std::fmt;

/// Mesh of a body, scaled by a power of two to coordinates of at most 1. Products of coordinates
/// then keep their precision for any unit of length.
#[derive(Debug)]
pub struct NormalizedMesh {
    mesh: Mesh,
    tree: TriangleBvh,
    inside: InsideTest,
    /// Factor of the mesh's coordinates: a power of two.
    scale: f64,
    report: MeshReport,
}

/// Inside test.
#[derive(Debug)]
enum InsideTest {
    /// Exact winding number of a closed surface.
    Closed,
    /// Generalized winding number of an open surface (D3).
    Open(WindingTree),
}

/// Faults of a mesh. None of them prevents a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeshReport {
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
    /// The surface bounds a volume. Only then certificates count an inside.
    pub closed: bool,
    /// The surface is closed and its normals point inward.
    pub inside_out: bool,
}

impl MeshReport {
    fn of(topology: &Topology) -> MeshReport {
        MeshReport {
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

/// Formats the report as one line.
impl fmt::Display for MeshReport {
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

impl NormalizedMesh {
    /// Prepares a mesh with at least one face.
    pub fn new(mesh: &Mesh) -> NormalizedMesh {
        let topology = Topology::of(mesh);
        let scale = unit_scale(mesh.aabb().max_abs_coordinate());
        let mut mesh = scaled(mesh, scale);
        let inside = if topology.closed {
            if topology.orientation == Orientation::InsideOut {
                let turned = mesh.triangles().iter().map(|[a, b, c]| [*b, *a, *c]);
                mesh = with_triangles(&mesh, turned.collect());
            }
            InsideTest::Closed
        } else {
            mesh = with_triangles(&mesh, crate::build::winding::turned_outward(&mesh));
            InsideTest::Open(WindingTree::new(&mesh))
        };
        NormalizedMesh {
            tree: TriangleBvh::new(mesh.vertices(), mesh.triangles()),
            mesh,
            inside,
            scale,
            report: MeshReport::of(&topology),
        }
    }

    /// Returns the faces in scaled coordinates, in the order of the original mesh.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Returns the BVH over the faces.
    pub fn tree(&self) -> &TriangleBvh {
        &self.tree
    }

    /// Returns the box of all faces.
    pub fn bounds(&self) -> Aabb {
        self.tree.bounds()
    }

    /// Returns the factor of the original coordinates: a power of two.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns the faults of the mesh.
    pub fn report(&self) -> &MeshReport {
        &self.report
    }

    /// Returns true if the surface is closed, so that the solid has an inside.
    pub fn is_closed(&self) -> bool {
        matches!(self.inside, InsideTest::Closed)
    }

    /// Returns true if a point lies in the solid. Exact, for points that are not on the surface.
    pub fn contains(&self, p: Vec3) -> bool {
        self.is_closed() && self.tree.winding(p) != 0
    }

    /// Returns true if a Voronoi vertex counts as interior: inside the solid, or with a generalized
    /// winding number above one half if the surface is open (D3). No certificate depends on it.
    pub fn seems_to_contain(&self, p: Vec3) -> bool {
        match &self.inside {
            InsideTest::Closed => self.tree.winding(p) != 0,
            InsideTest::Open(tree) => tree.winding(p).abs() > 0.5,
        }
    }
}

/// Returns the mesh in a unit in which no corner of a face has a coordinate above 1. A vertex that
/// has is of no face, and would be out of range in the unit of tiny faces: it goes to the origin.
fn scaled(mesh: &Mesh, scale: f64) -> Mesh {
    let place = |v: &Vec3| {
        let scaled = *v * scale;
        let is_near = scaled.abs().max_element() <= 1.0;
        if is_near { scaled } else { Vec3::ZERO }
    };
    let vertices = mesh.vertices().iter().map(place).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).expect("no coordinate is above 1")
}

fn with_triangles(mesh: &Mesh, triangles: Vec<[u32; 3]>) -> Mesh {
    Mesh::new(mesh.vertices().to_vec(), triangles).expect("the corners are the same")
}
