//! Interior of a body, precomputed for many queries.
//!
//! The interior of a closed surface is the set of points it winds around. Other surfaces have none.
//! If the surface of a part meets no other surface, the part lies inside a solid as a whole or not
//! at all, so one vertex of each part decides. The winding number is exact
//! ([`TriangleBvh::winding`]).

use crate::topology::{Topology, weld};
use crate::{Aabb, Mesh, TriangleBvh, Vec3};

/// Interior of a surface, with its closedness and one vertex of each of its parts.
///
/// # Cost
/// Construction: [`Topology::of`] and a BVH of the faces. Query: two walks down the BVH, without
/// allocation.
#[derive(Clone, Debug)]
pub struct SolidInterior {
    closed: bool,
    part_vertices: Vec<u32>,
    bounds: Aabb,
    /// BVH of the faces. `None` if the surface is not closed.
    faces: Option<TriangleBvh>,
}

impl SolidInterior {
    /// Returns the interior of a rigid body, in its local space.
    pub fn new(mesh: &Mesh) -> SolidInterior {
        SolidInterior::with_vertices(mesh, mesh.vertices())
    }

    /// Returns the interior of a rigid body in another space. `vertices` are the mapped vertices of
    /// `mesh`. The topology is that of `mesh`, even if the map rounds two vertices to one.
    pub fn with_vertices(mesh: &Mesh, vertices: &[Vec3]) -> SolidInterior {
        let topology = Topology::of(mesh);
        let corners = mesh.triangles().iter().flatten();
        let faces = || TriangleBvh::new(vertices, mesh.triangles());
        SolidInterior {
            closed: topology.closed,
            part_vertices: topology.part_vertices,
            bounds: Aabb::of_points(corners.map(|i| &vertices[*i as usize])),
            faces: topology.closed.then(faces),
        }
    }

    /// Returns true if the surface bounds a volume.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns one vertex of each part, as an index into the mesh's vertices.
    pub fn part_vertices(&self) -> &[u32] {
        &self.part_vertices
    }

    /// Returns the box of all faces.
    pub fn bounds(&self) -> &Aabb {
        &self.bounds
    }

    /// Returns true if the surface is closed and winds around `p`. Exact for a point not on it.
    pub fn contains(&self, p: Vec3) -> bool {
        self.faces.as_ref().is_some_and(|f| f.winding(p) != 0)
    }

    /// Returns [`SolidInterior::contains`] for a point and a surface known up to `margin`, or
    /// `None` if the surface is within `margin` of `p` and only exact coordinates can decide.
    ///
    /// A surface whose vertices move by less than its distance from `p` never passes over `p`. The
    /// answer therefore holds for every surface and point within the margin.
    pub fn contains_within(&self, p: Vec3, margin: f64) -> Option<bool> {
        let Some(faces) = &self.faces else {
            return Some(false);
        };
        if !self.bounds.expanded(margin).contains(p) {
            return Some(false);
        }
        let is_clear = faces.nearest(p).distance > margin + faces.rounding(p);
        is_clear.then(|| faces.winding(p) != 0)
    }
}

/// Returns the pairs of vertices with equal coordinates at rest. A closed surface of a deforming
/// body stays closed while the vertices of each pair stay equal.
pub fn coincident_vertices(mesh: &Mesh) -> Vec<[u32; 2]> {
    let welded = weld(mesh.vertices());
    (0u32..)
        .zip(welded)
        .filter(|(vertex, original)| vertex != original)
        .map(|(vertex, original)| [vertex, original])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cube;

    fn mesh(faces: usize) -> Mesh {
        let (vertices, triangles) = cube();
        Mesh::new(vertices, triangles[..faces].to_vec()).unwrap()
    }

    #[test]
    fn a_closed_body_contains_what_it_winds_around() {
        let solid = SolidInterior::new(&mesh(12));
        assert!(solid.is_closed());
        assert_eq!(solid.part_vertices().len(), 1);
        assert!(solid.contains(Vec3::ZERO) && !solid.contains(Vec3::X * 1.5));
        let open = SolidInterior::new(&mesh(11));
        assert!(!open.is_closed() && !open.contains(Vec3::ZERO));
        assert_eq!(open.contains_within(Vec3::X, 0.5), Some(false));
    }

    #[test]
    fn a_point_within_the_margin_of_the_surface_is_left_open() {
        let solid = SolidInterior::new(&mesh(12));
        let at = |x: f64| solid.contains_within(Vec3::X * x, 0.25);
        let answers = [0.0, 0.74, 0.76, 1.0, 1.24, 1.26].map(at);
        let expected = [Some(true), Some(true), None, None, None, Some(false)];
        assert_eq!(answers, expected);
    }

    #[test]
    fn vertices_that_a_map_rounds_to_one_leave_a_body_closed() {
        let mesh = mesh(12);
        let flat: Vec<Vec3> = mesh
            .vertices()
            .iter()
            .map(|p| *p * Vec3::new(1.0, 1.0, 0.0))
            .collect();
        let solid = SolidInterior::with_vertices(&mesh, &flat);
        assert!(solid.is_closed() && !solid.contains(Vec3::Z));
        assert_eq!(solid.bounds().size().z, 0.0);
    }

    #[test]
    fn repeated_vertices_are_paired_with_the_first() {
        let (mut vertices, mut triangles) = cube();
        vertices.push(vertices[3]);
        triangles[0] = triangles[0].map(|i| if i == 3 { 8 } else { i });
        let mesh = Mesh::new(vertices, triangles).unwrap();
        assert_eq!(coincident_vertices(&mesh), [[8, 3]]);
    }
}
