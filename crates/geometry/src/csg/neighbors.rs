//! Facets of a primitive that are likely neighbors, so that few cuts make each facet.

use super::Primitive;
use crate::hull::ConvexHull;
use crate::{Aabb, Csr, Mat3, Vec3};

/// Least number of planes for which neighbors are estimated.
const ESTIMATED_FROM: usize = 12;

/// Indices of half-spaces that bound the facet of each half-space.
#[derive(Debug)]
pub(super) struct Neighbors {
    lists: Csr<u32>,
    exact: bool,
}

impl Neighbors {
    /// Returns the neighbors of facet `i`.
    pub(super) fn of(&self, i: usize) -> &[u32] {
        if self.lists.is_empty() {
            &[]
        } else {
            self.lists.get(i)
        }
    }

    /// Returns true if the neighbors alone bound the facets. Else they are a guess.
    pub(super) fn are_exact(&self) -> bool {
        self.exact
    }
}

impl Primitive {
    /// Returns the neighbors of each facet. The pose of a leaf does not change them.
    pub(super) fn neighbors(&self, count: usize) -> Neighbors {
        let guess = |lists| Neighbors {
            lists: Csr::from_lists(lists),
            exact: false,
        };
        match self {
            Primitive::HalfSpace { .. } => guess(Vec::new()),
            Primitive::Planes { points } if count < ESTIMATED_FROM || points.len() != count => {
                guess(Vec::new())
            }
            Primitive::Planes { points } => guess(estimated(
                &points
                    .iter()
                    .map(|p| p.map(Vec3::from_array))
                    .collect::<Vec<_>>(),
            )),
            _ => match ConvexHull::of_points(&self.corners()) {
                Ok(hull) => Neighbors {
                    lists: Csr::from_lists((0..hull.facets.len()).map(|f| across(&hull, f))),
                    exact: true,
                },
                Err(_) => guess(Vec::new()),
            },
        }
    }
}

/// Returns the facets across the edges of a facet.
fn across(hull: &ConvexHull, facet: usize) -> Vec<u32> {
    let edges = hull.facet_edges.get(facet).iter();
    let other = |edge: &u32| {
        let [left, right] = hull.edges[*edge as usize].facets;
        if left as usize == facet { right } else { left }
    };
    edges.map(other).collect()
}

/// Returns the planes that bound the facet in each plane, by rounded clipping of a square around
/// the points.
///
/// # Cost
/// For `n` planes `n²` clips of polygons with few corners.
fn estimated(planes: &[[Vec3; 3]]) -> Vec<Vec<u32>> {
    let points = planes.as_flattened().iter();
    let bounds = Aabb::of_points(points);
    let reach = 4.0 * bounds.size().max_element();
    let plane = |[a, b, c]: &[Vec3; 3]| {
        let normal = (*b - *a).cross(*c - *a).normalize_or_zero();
        (normal, normal.dot(*a - bounds.center()))
    };
    let rounded: Vec<(Vec3, f64)> = planes.iter().map(plane).collect();
    (0..rounded.len())
        .map(|i| estimated_edges(&rounded, i, reach))
        .collect()
}

/// Clips a square in plane `i` by all others. Returns the planes along its edges.
fn estimated_edges(planes: &[(Vec3, f64)], i: usize, reach: f64) -> Vec<u32> {
    let (normal, offset) = planes[i];
    let (x, y) = normal.any_orthonormal_pair();
    let axes = Mat3::from_cols(x * reach, y * reach, normal * offset);
    let corner = |u, v| (axes * Vec3::new(u, v, 1.0), u32::MAX);
    let mut polygon = vec![
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ];
    let mut clipped = Vec::new();
    for (k, (other, limit)) in (0..).zip(planes) {
        // Sutherland and Hodgman 1974: keep corners behind the plane, and add one at each crossing.
        // A new edge is along this plane; a shortened edge keeps its own.
        let height = |p: Vec3| other.dot(p) - limit;
        if k as usize == i || polygon.iter().all(|(p, _)| height(*p) <= 0.0) {
            continue;
        }
        clipped.clear();
        for (at, &(p, edge)) in polygon.iter().enumerate() {
            let q = polygon[(at + 1) % polygon.len()].0;
            let (here, next) = (height(p), height(q));
            if here <= 0.0 {
                clipped.push((p, edge));
            }
            if (here <= 0.0) != (next <= 0.0) {
                let crossing = p + (q - p) * (here / (here - next));
                clipped.push((crossing, if here <= 0.0 { k } else { edge }));
            }
        }
        std::mem::swap(&mut polygon, &mut clipped);
        if polygon.is_empty() {
            break;
        }
    }
    let edges = polygon.iter().map(|(_, edge)| *edge);
    edges.filter(|edge| *edge != u32::MAX).collect()
}
