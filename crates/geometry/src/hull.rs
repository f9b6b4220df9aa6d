//! Convex hulls with merged coplanar facets, and the adjacency of their features [Cohen95 §3.2].
//!
//! Closest features and bounding boxes both walk from a feature to its neighbors. Such a walk can
//! cycle between coplanar faces, so all coplanar faces of a hull are one [`Facet`].
//!
//! For any number of points, once for a body: it allocates. [`crate::swept::hull`] is for at most
//! six points, many times in a frame, and allocates nothing.

mod build;
mod climb;
mod measure;
mod merge;
mod points;
mod quickhull;

pub use climb::{Climb, HullClimber};
pub use points::NoHull;

use crate::Vec3;
use crate::csr::Csr;

/// Boundary of the convex hull of a set of points, in local space: vertices, edges, facets and who
/// is adjacent to whom.
///
/// A body with `v` vertices has at most `3v − 6` edges and `2v − 4` facets.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexHull {
    /// Extreme points: each is a corner of the hull, none lies within an edge or a facet.
    pub vertices: Vec<Vec3>,
    /// Index of each vertex in the points that the hull is of. Of equal points, the lowest.
    pub original: Vec<u32>,
    /// Edges between two facets that are not coplanar.
    pub edges: Vec<HullEdge>,
    /// Facets, no two of them coplanar.
    pub facets: Vec<Facet>,
    /// Edges at each vertex, counterclockwise seen from outside.
    pub vertex_edges: Csr,
    /// Neighbors of each vertex, in the order of `vertex_edges`.
    pub vertex_neighbors: Csr,
    /// Edges around each facet, counterclockwise seen from outside.
    pub facet_edges: Csr,
    /// Vertices around each facet, counterclockwise seen from outside. Edge `i` of the facet leads
    /// from vertex `i` to the next one.
    pub facet_vertices: Csr,
}

/// Edge of a hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HullEdge {
    /// Its ends, the lower index first.
    pub vertices: [u32; 2],
    /// Facet on its left and on its right, seen from outside and along the edge.
    pub facets: [u32; 2],
}

/// Facet of a hull: a convex polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facet {
    /// Outward normal of unit length, rounded.
    pub normal: Vec3,
    /// Largest `normal · p` over the vertices of the hull, rounded.
    pub offset: f64,
}
