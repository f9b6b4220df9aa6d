//! Triangle mesh in local space, checked at construction.

use crate::{Aabb, Triangle, Vec3};
use thiserror::Error;

/// Largest absolute coordinate that is accepted, in scene units: 2¹⁰⁰, about 1.27e30.
///
/// Up to this bound no product of the predicates overflows (three differences of at most 2¹⁰¹ each,
/// and the sixth powers of a few bounds), so every intermediate value is finite. There is no
/// smallest coordinate: if a product could underflow, the predicates use big integers.
pub const MAX_COORDINATE: f64 = (1u128 << 100) as f64;

/// Vertices and triangles in local space, scene units.
///
/// Triangles are kept in their order and with their faults: zero area, duplicates, open borders
/// ([`crate::topology`] reports them). Checked: at least one triangle, every index in range, every
/// coordinate finite and at most [`MAX_COORDINATE`] in absolute value.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// Largest absolute coordinate of a vertex.
    max_abs_coordinate: f64,
}

/// Reason to reject vertices and triangles as a mesh.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum MeshError {
    /// No triangle.
    #[error("the mesh has no triangle; a body needs at least one")]
    Empty,
    /// Triangle with a vertex index out of range.
    #[error(
        "triangle {triangle} names vertex {index}, but there are {vertices} vertices (counted from 0); \
         correct the index or add the vertex"
    )]
    IndexOutOfRange {
        /// Index of the triangle.
        triangle: usize,
        /// Vertex index out of range.
        index: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// Coordinate that is NaN, infinite or too large.
    #[error(
        "vertex {vertex} has the coordinate {value:e}; coordinates must be finite and at most \
         2^100 (about 1.27e30) in absolute value: repair or rescale the mesh"
    )]
    BadCoordinate {
        /// Index of the vertex.
        vertex: usize,
        /// Value of the coordinate.
        value: f64,
    },
    /// More vertices or triangles than 32-bit indices can name.
    #[error("the mesh has {0} vertices or triangles, more than 32-bit indices can name")]
    TooLarge(usize),
}

impl Mesh {
    /// Checks and takes vertices and triangles.
    ///
    /// # Errors
    /// The first fault found: no triangle, an index out of range, a bad coordinate.
    pub fn new(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Result<Mesh, MeshError> {
        let largest = vertices.len().max(triangles.len());
        if largest > u32::MAX as usize {
            return Err(MeshError::TooLarge(largest));
        }
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&index) = corners.iter().find(|i| **i as usize >= vertices.len()) {
                let vertices = vertices.len();
                return Err(MeshError::IndexOutOfRange {
                    triangle,
                    index,
                    vertices,
                });
            }
        }
        check_coordinates(&vertices)?;
        let bounds = Aabb::of_slice(&vertices);
        Ok(Mesh {
            vertices,
            triangles,
            max_abs_coordinate: bounds.max_abs_coordinate(),
        })
    }

    /// Returns a mesh with the same triangles over other vertices.
    ///
    /// # Errors
    /// As [`Mesh::new`].
    pub fn with_vertices(&self, vertices: Vec<Vec3>) -> Result<Mesh, MeshError> {
        Mesh::new(vertices, self.triangles.clone())
    }

    /// Returns the vertices, in local space.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// Returns the triangles, as vertex indices; counter-clockwise seen from the front.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Returns the number of faces.
    pub fn face_count(&self) -> usize {
        self.triangles.len()
    }

    /// Face `index`, in local space.
    #[inline]
    pub fn triangle(&self, index: usize) -> Triangle {
        let [a, b, c] = self.triangles[index].map(|i| self.vertices[i as usize]);
        Triangle::new(a, b, c)
    }

    /// Returns the box of each face.
    pub fn face_boxes(&self) -> impl Iterator<Item = Aabb> {
        (0..self.face_count()).map(|face| self.triangle(face).aabb())
    }

    /// Returns the largest absolute coordinate of all vertices, with those that no triangle uses.
    /// Cost: none, as it is computed once.
    pub fn max_abs_coordinate(&self) -> f64 {
        self.max_abs_coordinate
    }

    /// Returns the smallest box that holds every vertex that a triangle uses.
    pub fn aabb(&self) -> Aabb {
        let used = self.triangles.iter().flatten();
        Aabb::of_points(used.map(|i| &self.vertices[*i as usize]))
    }
}

/// Checks that all of `vertices` are finite and in range.
///
/// # Errors
/// [`MeshError::BadCoordinate`] for the first that is not.
pub fn check_coordinates(vertices: &[Vec3]) -> Result<(), MeshError> {
    for (vertex, p) in vertices.iter().enumerate() {
        // NaN fails the comparison too.
        if let Some(value) = p
            .to_array()
            .into_iter()
            .find(|x| x.is_nan() || x.abs() > MAX_COORDINATE)
        {
            return Err(MeshError::BadCoordinate { vertex, value });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner() -> Vec<Vec3> {
        vec![Vec3::ZERO, Vec3::X, Vec3::Y]
    }

    #[test]
    fn each_fault_is_named_with_its_place() {
        assert_eq!(Mesh::new(corner(), vec![]), Err(MeshError::Empty));
        let out_of_range = Mesh::new(corner(), vec![[0, 1, 2], [0, 3, 1]]);
        let expected = MeshError::IndexOutOfRange {
            triangle: 1,
            index: 3,
            vertices: 3,
        };
        assert_eq!(out_of_range, Err(expected));
        for bad in [f64::INFINITY, -2.0 * MAX_COORDINATE] {
            let mut vertices = corner();
            vertices[2].y = bad;
            let expected = MeshError::BadCoordinate {
                vertex: 2,
                value: bad,
            };
            assert_eq!(Mesh::new(vertices, vec![[0, 1, 2]]), Err(expected));
        }
        let mut vertices = corner();
        vertices[1].z = f64::NAN;
        let error = Mesh::new(vertices, vec![[0, 1, 2]]).unwrap_err();
        assert!(matches!(error, MeshError::BadCoordinate { vertex: 1, .. }));
    }

    #[test]
    fn the_largest_coordinate_is_accepted() {
        let mut vertices = corner();
        vertices[0].x = -MAX_COORDINATE;
        assert!(Mesh::new(vertices, vec![[0, 1, 2]]).is_ok());
    }

    #[test]
    fn the_box_leaves_unused_vertices_out() {
        let mut vertices = corner();
        vertices.push(Vec3::splat(9.0));
        let mesh = Mesh::new(vertices, vec![[0, 1, 2]]).unwrap();
        assert_eq!(mesh.aabb(), Aabb::new(Vec3::ZERO, Vec3::new(1.0, 1.0, 0.0)));
    }
}
