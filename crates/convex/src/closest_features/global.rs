//! Closest features from closest points, without a start (D10).
//!
//! GJK on the vertices of two hulls, with supports by linear scan. Only for pairs on which a walk
//! over features returned to a pair that it had left, unless the bodies are in contact there. The
//! search ends as that of `gjk`, and also at a pair of vertices that the simplex has.

use super::features::{FeatureModel, FeaturePair, HullFeature, HullPair};
use crate::gjk::ITERATION_CAP;
use geometry::gjk::{CONVERGED_GAP, ORIGIN_ROUNDING};
use geometry::hull::ConvexHull;
use geometry::simplex::{Reduction, Simplex, VertexPair};
use geometry::{Vec3, unit_scale};

/// Returns features that contain the closest points of two hulls. `None` if the hulls meet up to
/// rounding.
///
/// # Cost
/// Each iteration visits all vertices of both hulls.
pub(super) fn search(hulls: &HullPair) -> Option<FeaturePair> {
    let (simplex, apart) = last_simplex(hulls);
    apart.then(|| nearest_features(hulls, &simplex))
}

/// Returns features that contain the closest points of two hulls which are apart, if only by
/// less than rounding.
///
/// # Cost
/// As [`search`]. If the search does not show a gap, all pairs of facets at its last vertices.
pub(super) fn search_apart(hulls: &HullPair) -> FeaturePair {
    let (simplex, apart) = last_simplex(hulls);
    if apart {
        return nearest_features(hulls, &simplex);
    }
    let mut best = (f64::INFINITY, super::FIRST_FEATURES);
    let facets = |body: usize| {
        let corners = simplex.pairs().iter().map(move |pair| pair[body]);
        corners.flat_map(move |v| facets_at(&hulls.view(body).model.hull, v))
    };
    for a in facets(0) {
        for b in facets(1) {
            let pair = [HullFeature::Facet(a), HullFeature::Facet(b)];
            let distance = hulls.closest(pair).distance;
            if distance < best.0 {
                best = (distance, pair);
            }
        }
    }
    best.1
}

/// Returns the last simplex of the search for closest points. False if the hulls meet up to
/// rounding.
fn last_simplex(hulls: &HullPair) -> (Simplex, bool) {
    let difference = |[i, j]: VertexPair| hulls.view(0).vertex(i) - hulls.vertex_seen(1, j);
    let reach = hulls.seen(1, Vec3::ZERO).abs().max_element() + 4.0;
    // No coordinate of a difference of two vertices exceeds 1 in this unit.
    let unit = unit_scale(reach);
    let mut simplex = Simplex::of(unit * difference([0, 0]), [0, 0]);
    for _ in 0..ITERATION_CAP {
        let v = match simplex.reduce() {
            Reduction::Inside(_) => return (simplex, false),
            Reduction::Point(v) => v,
        };
        let squared = v.length_squared();
        if squared <= ORIGIN_ROUNDING * ORIGIN_ROUNDING {
            return (simplex, false);
        }
        let pair = [
            farthest(hulls, 0, -v),
            farthest(hulls, 1, hulls.direction_seen(0, v)),
        ];
        let support = unit * difference(pair);
        let known = simplex.pairs().contains(&pair);
        if known || squared - v.dot(support) <= CONVERGED_GAP * squared {
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
    (simplex, true)
}

/// Returns the nearest pair of features that have the vertices of a simplex.
fn nearest_features(hulls: &HullPair, simplex: &Simplex) -> FeaturePair {
    let pairs = simplex.pairs();
    let [a, b] = [0, 1].map(|body| {
        let mut corners = [pairs[0][body]; 3];
        for (corner, pair) in corners.iter_mut().zip(pairs) {
            *corner = pair[body];
        }
        Candidates::of(hulls.view(body).model, corners)
    });
    let first = [&a, &b].map(|of| of.smallest.unwrap_or(HullFeature::Vertex(of.corners[0])));
    let mut best = (f64::INFINITY, first);
    a.visit(|of_a| {
        b.visit(|of_b| {
            let distance = hulls.closest([of_a, of_b]).distance;
            if distance < best.0 {
                best = (distance, [of_a, of_b]);
            }
        });
    });
    best.1
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

/// Features of one body that may contain a closest point.
struct Candidates<'a> {
    hull: &'a ConvexHull,
    /// Vertices of the simplex, some of them equal.
    corners: [u32; 3],
    /// Smallest feature that has all of these vertices. Facets that are coplanar up to rounding may
    /// have them together only.
    smallest: Option<HullFeature>,
}

impl Candidates<'_> {
    fn of(model: &FeatureModel, corners: [u32; 3]) -> Candidates<'_> {
        let hull = &model.hull;
        Candidates {
            hull,
            corners,
            smallest: smallest_feature(hull, corners),
        }
    }

    /// Visits the smallest feature; if there is none, the facets at the vertices.
    fn visit(&self, mut candidate: impl FnMut(HullFeature)) {
        if let Some(feature) = self.smallest {
            return candidate(feature);
        }
        for v in self.corners {
            for facet in facets_at(self.hull, v) {
                candidate(HullFeature::Facet(facet));
            }
        }
    }
}

fn facets_at(hull: &ConvexHull, v: u32) -> impl Iterator<Item = u32> {
    let edges = hull.vertex_edges.get(v as usize).iter();
    // Each facet is on one side of two edges; as seen from the vertex, on the left of one.
    edges.map(move |e| {
        let edge = &hull.edges[*e as usize];
        edge.facets[usize::from(edge.vertices[0] != v)]
    })
}

fn smallest_feature(hull: &ConvexHull, corners: [u32; 3]) -> Option<HullFeature> {
    let first = corners[0];
    let Some(second) = corners.into_iter().find(|v| *v != first) else {
        return Some(HullFeature::Vertex(first));
    };
    let within = |allowed: &[u32]| corners.iter().all(|v| allowed.contains(v));
    if within(&[first, second]) {
        let neighbors = hull.vertex_neighbors.get(first as usize);
        if let Some(i) = neighbors.iter().position(|v| *v == second) {
            return Some(HullFeature::Edge(hull.vertex_edges.get(first as usize)[i]));
        }
    }
    let mut facets = facets_at(hull, first);
    let facet = facets.find(|f| within(hull.facet_vertices.get(*f as usize)));
    facet.map(HullFeature::Facet)
}
