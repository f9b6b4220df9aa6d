//! Closest features as published: Lin-Canny [Cohen95 §3.2, §3.3, §6.3].
//!
//! Good for bodies that move little between frames and stay apart. A step costs one plane test for
//! each neighbor of a feature, and the closest points of the two. The essence:
//! 1. "starts with a candidate pair of features, one from each polytope, and checks whether the
//!    closest points lie on these features": whether the closest point of each feature lies in the
//!    Voronoi region of the other.
//! 2. "If either feature fails the test, the algorithm steps to a neighboring feature of one or
//!    both candidates, and tries again."
//! 3. A vertex or edge below a facet walks through the pseudo-Voronoi regions inside. "If either of
//!    the closest features falls into a pseudo-Voronoi region at the end of the walk, we know the
//!    objects are interpenetrating."
//!
//! The paper refers to [Lin and Canny 1991] for the six kinds of pairs. Its regions overlap by a
//! tolerance (D11). Two facets always step to features of smaller dimension, which are as near
//! (D23).

use super::FeatureStep;
use super::clip::{clip, point_at};
use super::features::{FeaturePair, HullFeature, HullPair, HullView, RegionPlane};
use super::nearest::{closest_of_segments, nearest_boundary};
use crate::counters::ConvexWork;
use HullFeature::{Edge, Facet, Vertex};
use geometry::Vec3;

/// D11. Distance by which a point may lie outside a region, in units of about the larger body's
/// size.
///
/// "performing all of our feature tests to some tolerance", which the paper does not state. Well
/// above the rounding of a plane test, some 1e-15, for bodies up to a thousand times their size
/// apart. A pair accepted wrongly is farther than the closest one by at most a few tolerances.
const REGION_TOLERANCE: f64 = 1.0 / (1u64 << 36) as f64;

/// Returns the step from a pair of features.
pub(super) fn step(hulls: &HullPair, pair: FeaturePair, work: &mut ConvexWork) -> FeatureStep {
    let state = LinCannyPair { hulls, pair };
    match pair {
        [Vertex(a), Vertex(b)] => state.vertices(a, b),
        [Vertex(v), Edge(e)] => state.vertex_edge(0, v, e),
        [Edge(e), Vertex(v)] => state.vertex_edge(1, v, e),
        [Edge(a), Edge(b)] => state.edges(a, b),
        [Vertex(v), Facet(f)] => state.vertex_facet(0, v, f, work),
        [Facet(f), Vertex(v)] => state.vertex_facet(1, v, f, work),
        [Edge(e), Facet(f)] => state.edge_facet(0, e, f, work),
        [Facet(f), Edge(e)] => state.edge_facet(1, e, f, work),
        [Facet(a), Facet(b)] => state.facets(a, b),
    }
}

/// Returns the neighbor beyond the plane that `p` violates most, by more than the tolerance.
fn exit(planes: impl IntoIterator<Item = RegionPlane>, p: Vec3) -> Option<HullFeature> {
    let mut worst = (-REGION_TOLERANCE, None);
    for plane in planes {
        let distance = plane.at(p);
        if distance < worst.0 {
            worst = (distance, Some(plane.neighbor));
        }
    }
    worst.1
}

/// Returns the neighbor of an edge toward `p`: a vertex before a facet.
fn edge_exit(view: &HullView, e: u32, p: Vec3) -> Option<HullFeature> {
    exit(view.end_planes(e), p).or_else(|| exit(view.side_planes(e), p))
}

struct LinCannyPair<'a> {
    hulls: &'a HullPair<'a>,
    pair: FeaturePair,
}

impl LinCannyPair<'_> {
    fn to(&self, body: usize, feature: HullFeature) -> FeatureStep {
        FeatureStep::to(self.pair, body, feature)
    }

    fn vertices(&self, a: u32, b: u32) -> FeatureStep {
        for (body, v, other) in [(0, a, b), (1, b, a)] {
            let p = self.hulls.vertex_seen(1 - body, other);
            if let Some(edge) = exit(self.hulls.view(body).vertex_planes(v), p) {
                return self.to(body, edge);
            }
        }
        FeatureStep::Apart
    }

    /// Vertex `v` of `body`, edge `e` of the other.
    fn vertex_edge(&self, body: usize, v: u32, e: u32) -> FeatureStep {
        let p = self.hulls.vertex_seen(body, v);
        let view = self.hulls.view(1 - body);
        if let Some(next) = edge_exit(&view, e, p) {
            return self.to(1 - body, next);
        }
        let [tail, head] = view.ends(e);
        let along = head - tail;
        let x = (p - tail).dot(along) / along.length_squared();
        let foot = point_at([tail, head], x.clamp(0.0, 1.0));
        let foot = self.hulls.seen(1 - body, foot);
        match exit(self.hulls.view(body).vertex_planes(v), foot) {
            Some(edge) => self.to(body, edge),
            None => FeatureStep::Apart,
        }
    }

    fn edges(&self, a: u32, b: u32) -> FeatureStep {
        let (s, t) = (self.hulls.view(0).ends(a), self.hulls.ends_seen(1, b));
        let [x, y] = closest_of_segments(s, t);
        let on_b = point_at(self.hulls.view(1).ends(b), y);
        let on_a = self.hulls.seen(0, point_at(s, x));
        for (body, e, p) in [(1, b, on_a), (0, a, self.hulls.seen(1, on_b))] {
            if let Some(next) = edge_exit(&self.hulls.view(body), e, p) {
                return self.to(body, next);
            }
        }
        FeatureStep::Apart
    }

    /// Vertex `v` of `body`, facet `f` of the other.
    fn vertex_facet(&self, body: usize, v: u32, f: u32, work: &mut ConvexWork) -> FeatureStep {
        let view = self.hulls.view(1 - body);
        let p = self.hulls.vertex_seen(body, v);
        if let Some(edge) = exit(view.facet_planes(f), p) {
            return self.to(1 - body, edge);
        }
        let height = view.height(f, p);
        if height < 0.0 {
            return self.below(body, p, f, work);
        }
        let foot = self.hulls.seen(1 - body, p - height * view.normal(f));
        match exit(self.hulls.view(body).vertex_planes(v), foot) {
            Some(edge) => self.to(body, edge),
            None => FeatureStep::Apart,
        }
    }

    /// Edge `e` of `body`, facet `f` of the other.
    fn edge_facet(&self, body: usize, e: u32, f: u32, work: &mut ConvexWork) -> FeatureStep {
        let view = self.hulls.view(1 - body);
        let ends = self.hulls.ends_seen(body, e);
        let part = match clip(ends, view.facet_planes(f), REGION_TOLERANCE) {
            Ok(part) if !part.is_empty() => part,
            // It misses the prism over the facet, whose nearest point is then on its boundary.
            _ => return self.to(1 - body, nearest_boundary(&view, f, ends).1),
        };
        let [lo, hi] = [part.lo, part.hi].map(|x| point_at(ends, x));
        let (at_lo, at_hi) = (view.height(f, lo), view.height(f, hi));
        if (at_lo <= 0.0) != (at_hi <= 0.0) {
            return FeatureStep::Penetrating;
        }
        // The nearest point is at one end of the part: at a cut, the facet's edge there is nearer,
        // else the edge's own vertex.
        if (at_hi - at_lo).abs() > REGION_TOLERANCE {
            let [tail, head] = self.hulls.view(body).model.hull.edges[e as usize].vertices;
            let (cut, end) = if at_lo.abs() < at_hi.abs() {
                (part.before, tail)
            } else {
                (part.after, head)
            };
            return match cut {
                Some(edge) => self.to(1 - body, edge),
                None => self.to(body, Vertex(end)),
            };
        }
        // Parallel.
        let midpoint = 0.5 * (lo + hi);
        let height = view.height(f, midpoint);
        if height < 0.0 {
            return self.below(body, midpoint, f, work);
        }
        let foot = self
            .hulls
            .seen(1 - body, midpoint - height * view.normal(f));
        match exit(self.hulls.view(body).side_planes(e), foot) {
            Some(facet) => self.to(body, facet),
            None => FeatureStep::Apart,
        }
    }

    fn facets(&self, a: u32, b: u32) -> FeatureStep {
        let mut best = (f64::INFINITY, self.pair);
        let mut offer = |pair| {
            let distance = self.hulls.closest(pair).distance;
            if distance < best.0 {
                best = (distance, pair);
            }
        };
        let [of_a, of_b] = [(0, a), (1, b)].map(|(body, f): (usize, u32)| {
            let hull = &self.hulls.view(body).model.hull;
            hull.facet_edges.get(f as usize)
        });
        // Edges first: of equally near pairs the one of smaller dimension.
        for e in of_a {
            of_b.iter()
                .for_each(|other| offer([Edge(*e), Edge(*other)]));
        }
        of_a.iter().for_each(|e| offer([Edge(*e), Facet(b)]));
        of_b.iter().for_each(|e| offer([Facet(a), Edge(*e)]));
        FeatureStep::To(best.1)
    }

    /// Point `p` of `body` in the other's space, below the facet `f` of the other.
    fn below(&self, body: usize, p: Vec3, f: u32, work: &mut ConvexWork) -> FeatureStep {
        let view = self.hulls.view(1 - body);
        let facet = view.pyramid_of(f, p, &mut work.interior_facets);
        if view.height(facet, p) <= 0.0 {
            FeatureStep::Penetrating
        } else {
            self.to(1 - body, Facet(facet))
        }
    }
}
