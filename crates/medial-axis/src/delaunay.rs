//! Delaunay tetrahedra of points, whose dual is their Voronoi diagram [§7, second step].
//!
//! Points are inserted one by one [Bowyer 1981, Watson 1981]: the tetrahedra whose spheres hold the
//! new point go, and the hole is filled with tetrahedra from its faces to the point. The space
//! outside of the hull is made of tetrahedra with one vertex at infinity, so that a point outside
//! is no special case.
//!
//! Everything is decided by exact signs. Points on one sphere are decided as if the point that comes
//! last in the order of x, then y, then z were a little farther out than the others (Devillers and
//! Teillaud 2011): the result is one of their Delaunay triangulations, depends on nothing but the
//! points, and holds no flat tetrahedron.
//!
//! # Departures
//! The paper extends Inagaki's topological algorithm by choices of estimated accuracy; exact signs
//! make both unnecessary (D1).

mod check;
mod insertion;
mod order;

use geometry::{MAX_COORDINATE, Vec3, unit_scale};
use thiserror::Error;

/// No tetrahedron: what lies beyond a face of the hull.
pub const NONE: u32 = u32::MAX;

/// A Delaunay triangulation in space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delaunay {
    /// The tetrahedra: four different points each, [`geometry::orient3d`] positive. In no order that
    /// means anything, but always the same.
    pub tets: Vec<[u32; 4]>,
    /// For each tetrahedron the one opposite each of its vertices, or [`NONE`].
    pub neighbours: Vec<[u32; 4]>,
    /// For each point the first one with its coordinates, the only one of them in `tets`.
    pub first: Vec<u32>,
}

/// Why points have no Delaunay triangulation.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum DelaunayError {
    /// All points lie in one plane, exactly; so do fewer than four.
    #[error("the points lie in one plane and have no tetrahedra")]
    Flat,
    /// A coordinate is NaN, infinite or too large.
    #[error(
        "point {point} has the coordinate {value:e}; coordinates must be finite and at most 2^100"
    )]
    BadCoordinate {
        /// Index of the point.
        point: usize,
        /// The coordinate's value.
        value: f64,
    },
}

impl Delaunay {
    /// The triangulation of `points`, in any space and order; `0.0` equals `-0.0`.
    ///
    /// # Errors
    /// [`DelaunayError`].
    ///
    /// # Panics
    /// With 2²⁹ points or more.
    ///
    /// # Cost
    /// Near `n log n` for points in a volume. Points on surfaces can have more tetrahedra, up to
    /// `n²` in theory.
    pub fn new(points: &[Vec3]) -> Result<Delaunay, DelaunayError> {
        assert!(points.len() < 1 << 29, "verdicts have two spare bits");
        for (point, p) in points.iter().enumerate() {
            let mut coordinates = p.to_array().into_iter();
            if let Some(value) = coordinates.find(|x| x.is_nan() || x.abs() > MAX_COORDINATE) {
                return Err(DelaunayError::BadCoordinate { point, value });
            }
        }
        let points = enlarged(points);
        let (first, rank) = order::distinct(&points);
        let order = order::insertion_order(&points, &first);
        let Some(order) = order::start_with_a_tetrahedron(&points, order) else {
            return Err(DelaunayError::Flat);
        };
        let in_order: Vec<Vec3> = order.iter().map(|i| points[*i as usize]).collect();
        let ranks: Vec<u32> = order.iter().map(|i| rank[*i as usize]).collect();
        let (mut tets, neighbours) = insertion::triangulate(&in_order, &ranks);
        for v in tets.as_flattened_mut() {
            *v = order[*v as usize];
        }
        Ok(Delaunay {
            tets,
            neighbours,
            first,
        })
    }
}

/// The points times a power of two, if they are so small that products of five differences might
/// underflow: exact, and the predicates are slow down there. Never smaller, which might round.
fn enlarged(points: &[Vec3]) -> Vec<Vec3> {
    let largest = points.iter().map(|p| p.abs().max_element());
    let scale = unit_scale(largest.fold(0.0, f64::max)).max(1.0);
    points.iter().map(|p| *p * scale).collect()
}

#[cfg(test)]
mod tests;
