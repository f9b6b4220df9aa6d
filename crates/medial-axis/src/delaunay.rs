//! Delaunay triangulation, the dual of the Voronoi diagram [Hubbard96 §7, second step].
//!
//! Good for points of any degeneracy: all decisions are exact signs. Near `O(n log n)` for points
//! in a volume, up to `O(n²)` for points on surfaces. The essence [Bowyer 1981, Watson 1981]:
//! 1. Insert the points one by one, in a random order with locality.
//! 2. Walk to a tetrahedron whose circumsphere contains the new point.
//! 3. Remove all tetrahedra whose circumspheres contain it.
//! 4. Fill the hole with tetrahedra from its faces to the point.
//!
//! Tetrahedra with one vertex at infinity fill the space outside the hull, so a point outside is no
//! special case. Cospherical points are perturbed symbolically (Devillers and Teillaud 2011): the
//! point that is last in the order of x, then y, then z moves out. The result is one of their
//! Delaunay triangulations, depends on the points only, and contains no flat tetrahedron.
//!
//! # Departures
//! The paper extends Inagaki's topological algorithm by choices of estimated accuracy. Exact signs
//! make both unnecessary (D1).

mod check;
mod insertion;
mod order;

use geometry::{MAX_COORDINATE, Vec3, unit_scale};
use thiserror::Error;

/// Missing tetrahedron beyond a face of the hull.
pub const NONE: u32 = u32::MAX;

/// Delaunay triangulation in space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delaunay {
    /// Tetrahedra of four distinct points with positive [`geometry::orient3d`]. Their order has no
    /// meaning, but is deterministic.
    pub tets: Vec<[u32; 4]>,
    /// Neighbor of each tetrahedron opposite each of its vertices, or [`NONE`].
    pub neighbors: Vec<[u32; 4]>,
    /// First point with the coordinates of each point. Only first points occur in `tets`.
    pub first: Vec<u32>,
}

/// Reason why points have no Delaunay triangulation.
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
    /// Returns the triangulation of `points`, in any space and order. `0.0` equals `-0.0`.
    ///
    /// # Errors
    /// [`DelaunayError`].
    ///
    /// # Panics
    /// With 2²⁹ points or more.
    ///
    /// # Cost
    /// Near `O(n log n)` for points in a volume. Points on surfaces can have more tetrahedra, up to
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
        let (mut tets, neighbors) = insertion::triangulate(&in_order, &ranks);
        for v in tets.as_flattened_mut() {
            *v = order[*v as usize];
        }
        Ok(Delaunay {
            tets,
            neighbors,
            first,
        })
    }
}

/// Returns the points, scaled up by a power of two if they are tiny. Products of five differences
/// could underflow, and exact predicates are slow there. Never scales down, which could round.
fn enlarged(points: &[Vec3]) -> Vec<Vec3> {
    let largest = points.iter().map(|p| p.abs().max_element());
    let scale = unit_scale(largest.fold(0.0, f64::max)).max(1.0);
    points.iter().map(|p| *p * scale).collect()
}

#[cfg(test)]
mod tests;
