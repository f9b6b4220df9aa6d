//! Closest features from closest points, without a start (D10).
//!
//! GJK on the vertices of two hulls, with supports by linear scan. Only for pairs on which a walk
//! over features returned to a pair that it had left.

use super::features::{FeatureModel, FeaturePair, HullFeature, HullPair};
use geometry::simplex::{Reduction, Simplex, VertexPair};
use geometry::{Vec3, unit_scale};

/// Maximum number of iterations, and the relative gap at convergence: those of `gjk`, whose
/// reasons hold here too.
const ITERATION_CAP: usize = 64;
const GAP: f64 = f64::EPSILON * 4096.0;
/// Length of the shortest vector that is only rounding, in a unit in which no difference of two
/// vertices has a coordinate above 1.
const AT_ORIGIN: f64 = f64::EPSILON * 8.0;

/// Returns features that contain the closest points of two hulls. `None` if the hulls meet up to
/// rounding.
///
/// # Cost
/// Each iteration visits all vertices of both hulls.
pub(super) fn search(hulls: &HullPair) -> Option<FeaturePair> {
    let difference = |[i, j]: VertexPair| hulls.view(0).vertex(i) - hulls.vertex_seen(1, j);
    let reach = hulls.seen(1, Vec3::ZERO).abs().max_element() + 4.0;
    let unit = unit_scale(reach);
    let mut simplex = Simplex::of(unit * difference([0, 0]), [0, 0]);
    for _ in 0..ITERATION_CAP {
        let v = match simplex.reduce() {
            Reduction::Inside(_) => return None,
            Reduction::Point(v) => v,
        };
        let squared = v.length_squared();
        if squared <= AT_ORIGIN * AT_ORIGIN {
            return None;
        }
        let pair = [
            farthest(hulls, 0, -v),
            farthest(hulls, 1, hulls.direction_seen(0, v)),
        ];
        let support = unit * difference(pair);
        let known = simplex.pairs().contains(&pair);
        if known || squared - v.dot(support) <= GAP * squared {
            break;
        }
        let before = simplex;
        simplex.push(support, pair);
        let mut reduced = simplex;
        if matches!(reduced.reduce(), Reduction::Point(next) if next.length_squared() >= squared) {
            simplex = before;
            break;
        }
    }
    let pairs = simplex.pairs();
    Some([0, 1].map(|body| {
        let mut corners = [pairs[0][body]; 3];
        for (corner, pair) in corners.iter_mut().zip(pairs) {
            *corner = pair[body];
        }
        smallest_feature(hulls.view(body).model, corners)
    }))
}

/// Returns the vertex of a body that is farthest along a direction in its own space.
fn farthest(hulls: &HullPair, body: usize, direction: Vec3) -> u32 {
    let vertices = &hulls.view(body).model.hull.vertices;
    let mut best = (f64::NEG_INFINITY, 0);
    for (v, p) in (0..).zip(vertices) {
        let reach = direction.dot(*p);
        if reach > best.0 {
            best = (reach, v);
        }
    }
    best.1
}

/// Returns the smallest feature that has these vertices. Of vertices on no common facet, which only
/// rounding brings together, the first.
fn smallest_feature(model: &FeatureModel, corners: [u32; 3]) -> HullFeature {
    let hull = &model.hull;
    let first = corners[0];
    let Some(second) = corners.into_iter().find(|v| *v != first) else {
        return HullFeature::Vertex(first);
    };
    let edges = hull.vertex_edges.get(first as usize);
    let within = |allowed: &[u32]| corners.iter().all(|v| allowed.contains(v));
    if within(&[first, second]) {
        let neighbors = hull.vertex_neighbors.get(first as usize);
        if let Some(i) = neighbors.iter().position(|v| *v == second) {
            return HullFeature::Edge(edges[i]);
        }
    }
    let facets = edges.iter().flat_map(|e| hull.edges[*e as usize].facets);
    let mut facets = facets.filter(|f| within(hull.facet_vertices.get(*f as usize)));
    facets
        .next()
        .map_or(HullFeature::Vertex(first), HullFeature::Facet)
}
