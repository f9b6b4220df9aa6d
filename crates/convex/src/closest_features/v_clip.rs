//! Closest features whose region tests have no tolerance, after V-Clip [Mirtich 1998].
//!
//! Good where Lin-Canny cycles: parallel and penetrating features. It never computes a closest
//! point before the end. A step costs one or two plane tests for each neighbor of a feature. The
//! essence, with the states by the kinds of the two features:
//! 1. Vertex and vertex, vertex and edge, vertex and facet: a vertex outside a region steps the
//!    other feature to the neighbor beyond the plane. End planes come before side planes: beyond
//!    the end of an edge, its facet need not be nearer.
//! 2. Edge against a region: clip the edge by the planes. If nothing is left, or the distance at a
//!    cut falls toward the outside, step to the neighbor beyond that cut.
//! 3. Vertex and facet: if an edge at the vertex leads nearer to the plane, step to it. If not, and
//!    the vertex is below the plane, this is a local minimum: see whether the vertex is inside.
//! 4. Edge and facet: an edge that crosses the facet penetrates. If it misses the prism over the
//!    facet, step to the nearest boundary feature, else to the end of the part that is nearer.
//!
//! Distances and slopes that may be only rounding count as zero (D12). In exact arithmetic each
//! step outside of both bodies reduces the distance, or keeps it and goes to a smaller dimension.
//!
//! # Cycles
//! As rounded, no quantity falls with each step: the planes of a body are tested in its own space,
//! and the two spaces differ by the rounding of the relative pose. So walks can return to a pair
//! where all pairs on the way are as near as that, that is in contact up to rounding, or up to
//! 1e-10 between slivers. Two of 1,000,000 hostile cases do, and the nearest pair on the way
//! answers them (D10). It would take exact arithmetic in one common space to exclude them: planes
//! through the rounded images of one body's vertices, and signs of polynomials in the entries of
//! the pose.

use super::FeatureStep;
use super::clip::{ClipExit, clip, point_at};
use super::features::{FeaturePair, HullFeature, HullPair, HullView};
use super::nearest::nearest_boundary;
use crate::counters::ConvexWork;
use HullFeature::{Edge, Facet, Vertex};
use geometry::Vec3;

/// Returns the step from a pair of features.
pub(super) fn step(hulls: &HullPair, pair: FeaturePair, work: &mut ConvexWork) -> FeatureStep {
    let state = State { hulls, pair };
    match pair {
        [Vertex(a), Vertex(b)] => state.vertices(a, b),
        [Vertex(v), Edge(e)] => state.vertex_edge(0, v, e, work),
        [Edge(e), Vertex(v)] => state.vertex_edge(1, v, e, work),
        [Edge(a), Edge(b)] => state.edges(a, b, work),
        [Vertex(v), Facet(f)] => state.vertex_facet(0, v, f, work),
        [Facet(f), Vertex(v)] => state.vertex_facet(1, v, f, work),
        [Edge(e), Facet(f)] => state.edge_facet(0, e, f),
        [Facet(f), Edge(e)] => state.edge_facet(1, e, f),
        // Never reached from another state.
        [Facet(f), Facet(_)] => {
            let edges = hulls.view(0).model.hull.facet_edges.get(f as usize);
            state.to(0, Edge(edges[0]))
        }
    }
}

struct State<'a> {
    hulls: &'a HullPair<'a>,
    pair: FeaturePair,
}

impl State<'_> {
    fn to(&self, body: usize, feature: HullFeature) -> FeatureStep {
        FeatureStep::to(self.pair, body, feature)
    }

    fn vertices(&self, a: u32, b: u32) -> FeatureStep {
        for (body, v, other) in [(0, a, b), (1, b, a)] {
            let p = self.hulls.vertex_seen(1 - body, other);
            for plane in self.hulls.view(body).vertex_planes(v) {
                if plane.at(p) < 0.0 {
                    return self.to(body, plane.neighbor);
                }
            }
        }
        FeatureStep::Apart
    }

    /// Vertex `v` of `body`, edge `e` of the other.
    fn vertex_edge(&self, body: usize, v: u32, e: u32, work: &mut ConvexWork) -> FeatureStep {
        let (of_vertex, of_edge) = (self.hulls.view(body), self.hulls.view(1 - body));
        let p = self.hulls.vertex_seen(body, v);
        for plane in of_edge.end_planes(e) {
            if plane.at(p) < 0.0 {
                return self.to(1 - body, plane.neighbor);
            }
        }
        if self.hulls.is_rounding(of_edge.distance_from_line(e, p)) {
            return FeatureStep::Penetrating;
        }
        for plane in of_edge.side_planes(e) {
            if plane.at(p) < 0.0 {
                return self.beyond(body, [p; 2], plane.neighbor, work);
            }
        }
        if of_edge.is_behind(e, p) {
            return self.below(body, p, work);
        }
        let ends = self.hulls.ends_seen(1 - body, e);
        let part = match clip(ends, of_vertex.vertex_planes(v), 0.0) {
            Err(outside) => return self.to(body, outside),
            Ok(part) => part,
        };
        // On a plane between the regions of a vertex and of its edge both are equally far.
        let exit = part.exit(|lambda, _| self.slope(body, ends, lambda, Vertex(v)));
        self.leave(exit, body).unwrap_or(FeatureStep::Apart)
    }

    fn edges(&self, a: u32, b: u32, work: &mut ConvexWork) -> FeatureStep {
        for (body, e, other) in [(0, a, b), (1, b, a)] {
            let ends = self.hulls.ends_seen(1 - body, other);
            let view = self.hulls.view(body);
            let mut inside = ends[0];
            for planes in [view.end_planes(e), view.side_planes(e)] {
                let part = match clip(ends, planes, 0.0) {
                    Err(outside) => return self.beyond(1 - body, ends, outside, work),
                    Ok(part) => part,
                };
                // Seen from the vertex or facet beyond the plane, as far there as the edge.
                match part.exit(|lambda, beyond| self.slope(body, ends, lambda, beyond)) {
                    ClipExit::Stay => {}
                    ClipExit::Contact => return FeatureStep::Penetrating,
                    ClipExit::To(feature) => {
                        let before = part.before == Some(feature);
                        let cut = point_at(ends, if before { part.lo } else { part.hi });
                        return self.beyond(1 - body, [cut; 2], feature, work);
                    }
                }
                inside = point_at(ends, part.lo);
            }
            if view.is_behind(e, inside) {
                return self.below(1 - body, inside, work);
            }
        }
        FeatureStep::Apart
    }

    /// Vertex `v` of `body`, facet `f` of the other.
    fn vertex_facet(&self, body: usize, v: u32, f: u32, work: &mut ConvexWork) -> FeatureStep {
        let view = self.hulls.view(1 - body);
        let p = self.hulls.vertex_seen(body, v);
        // The plane violated most belongs to an edge that contains the nearest point of the
        // facet. Another violated plane need not.
        let mut worst = (0.0, None);
        for plane in view.facet_planes(f) {
            let distance = plane.at(p);
            if distance < worst.0 {
                worst = (distance, Some(plane.neighbor));
            }
        }
        if let (_, Some(edge)) = worst {
            return self.to(1 - body, edge);
        }
        let height = view.height(f, p);
        if self.hulls.is_rounding(height) {
            return FeatureStep::Penetrating;
        }
        let hull = &self.hulls.view(body).model.hull;
        let edges = hull.vertex_edges.get(v as usize).iter();
        for (e, w) in edges.zip(hull.vertex_neighbors.get(v as usize)) {
            let rise = self.rise(&view, f, self.hulls.vertex_seen(body, *w) - p);
            if (height > 0.0 && rise < 0.0) || (height < 0.0 && rise > 0.0) {
                return self.to(body, Edge(*e));
            }
        }
        if height > 0.0 {
            return FeatureStep::Apart;
        }
        self.below(body, p, work)
    }

    /// Points of `body`, in the other's space and beyond a plane of an edge of the other, with this
    /// neighbor there. Steps to the neighbor, unless it is a facet and the highest point is inside.
    ///
    /// D12. V-Clip only steps. Below a facet the regions do not lead to the nearest feature: a
    /// corner, its two edges and the facet between them lead a point straight below the corner
    /// around in a cycle, as rounding decides.
    fn beyond(
        &self,
        body: usize,
        points: [Vec3; 2],
        neighbor: HullFeature,
        work: &mut ConvexWork,
    ) -> FeatureStep {
        if let Facet(f) = neighbor {
            let view = self.hulls.view(1 - body);
            let heights = points.map(|p| view.height(f, p));
            let highest = points[usize::from(heights[1] > heights[0])];
            if heights.iter().all(|h| *h < 0.0) && self.highest_facet(body, highest, work).is_none()
            {
                return FeatureStep::Penetrating;
            }
        }
        self.to(1 - body, neighbor)
    }

    /// Point `p` of `body`, in the other's space and below one of its facets: inside, up to
    /// rounding, if below all. Else the highest facet is nearer.
    ///
    /// D20. Heights decide here, not the regions of [Cohen95 §3.3].
    fn below(&self, body: usize, p: Vec3, work: &mut ConvexWork) -> FeatureStep {
        match self.highest_facet(body, p, work) {
            Some(f) => self.to(1 - body, Facet(f)),
            None => FeatureStep::Penetrating,
        }
    }

    /// Returns the facet of the other body above which a point of `body`, in the other's space, is
    /// highest. `None` if the point is inside, up to rounding.
    fn highest_facet(&self, body: usize, p: Vec3, work: &mut ConvexWork) -> Option<u32> {
        let view = self.hulls.view(1 - body);
        let count = view.model.hull.facets.len() as u32;
        work.interior_facets += u64::from(count);
        let mut highest = (0.0, None);
        for f in 0..count {
            let height = view.height(f, p);
            if height > highest.0 {
                highest = (height, Some(f));
            }
        }
        highest.1.filter(|_| !self.hulls.is_rounding(highest.0))
    }

    /// Edge `e` of `body`, facet `f` of the other.
    fn edge_facet(&self, body: usize, e: u32, f: u32) -> FeatureStep {
        let view = self.hulls.view(1 - body);
        let ends = self.hulls.ends_seen(body, e);
        // D12. An edge along a side of the prism is in it or not, as rounding decides. Counted as
        // outside, it would step to the edge of that side, which may lead back here.
        let slack = self.hulls.rounding();
        let part = match clip(ends, view.facet_planes(f), slack) {
            Ok(part) if !part.is_empty() => part,
            _ => {
                let (distance, feature) = nearest_boundary(&view, f, ends);
                if self.hulls.is_rounding(distance) {
                    return FeatureStep::Penetrating;
                }
                return self.to(1 - body, feature);
            }
        };
        let [at_lo, at_hi] = [part.lo, part.hi].map(|x| view.height(f, point_at(ends, x)));
        // An end on the plane touches the facet, whatever the other end does.
        let touches = self.hulls.is_rounding(at_lo) || self.hulls.is_rounding(at_hi);
        if touches || (at_lo < 0.0) != (at_hi < 0.0) {
            return FeatureStep::Penetrating;
        }
        let rise = self.rise(&view, f, ends[1] - ends[0]);
        let [tail, head] = self.hulls.view(body).model.hull.edges[e as usize].vertices;
        // Toward the plane, from below too. D12. A parallel edge steps to its end.
        let tail_is_nearer = if at_lo > 0.0 {
            rise >= 0.0
        } else {
            rise <= 0.0
        };
        let (cut, end) = if tail_is_nearer {
            (part.before, tail)
        } else {
            (part.after, head)
        };
        match cut {
            Some(edge) => self.to(1 - body, edge),
            None => self.to(body, Vertex(end)),
        }
    }

    /// Returns the derivative of the distance from `feature` of `body` along an edge, for the whole
    /// edge as unit of length. Zero if it may be rounding, `None` if the distance may be.
    fn slope(
        &self,
        body: usize,
        ends: [Vec3; 2],
        lambda: f64,
        feature: HullFeature,
    ) -> Option<f64> {
        let view = self.hulls.view(body);
        let along = ends[1] - ends[0];
        let p = point_at(ends, lambda);
        let (distance, slope) = match feature {
            Vertex(v) => {
                let offset = p - view.vertex(v);
                let distance = offset.length();
                (distance, along.dot(offset) / distance)
            }
            Facet(f) => {
                let height = view.height(f, p);
                (height, height.signum() * self.rise(&view, f, along))
            }
            Edge(_) => unreachable!("a cut is seen from a vertex or a facet"),
        };
        let slope = if self.hulls.is_rounding(slope) {
            0.0
        } else {
            slope
        };
        (!self.hulls.is_rounding(distance)).then_some(slope)
    }

    /// Returns how much an edge rises above a facet. Zero if that may be rounding: along a plane
    /// that is parallel, all is equally near. Without this, searches between parallel facets cycle.
    fn rise(&self, view: &HullView, f: u32, along: Vec3) -> f64 {
        let rise = view.normal(f).dot(along);
        if self.hulls.is_rounding(rise) {
            0.0
        } else {
            rise
        }
    }

    fn leave(&self, exit: ClipExit, body: usize) -> Option<FeatureStep> {
        match exit {
            ClipExit::Stay => None,
            ClipExit::To(feature) => Some(self.to(body, feature)),
            ClipExit::Contact => Some(FeatureStep::Penetrating),
        }
    }
}
