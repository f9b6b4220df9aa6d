//! Closest points of two given features.
//!
//! Most pairs of kinds come down to three: a point and a segment, two segments, and a point above a
//! facet. Each gives points that lie on both features up to rounding, and the nearest two are kept.
//! So a candidate that rounding misplaces, as between almost parallel segments, is only not the
//! nearest. One case has a tolerance: on segments that are parallel up to rounding, all points that
//! face each other are as near, and those in the middle are taken, as in the paper [Cohen95 §6.3].

use super::clip::{clip, point_at};
use super::features::{FeaturePair, HullFeature, HullPair, HullView};
use HullFeature::{Edge, Facet, Vertex};
use geometry::Vec3;

/// Two points and their distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ClosestPoints {
    /// Point of each body, in A's local space.
    pub points: [Vec3; 2],
    /// Distance of the points. Of a vertex above a facet, its height.
    pub distance: f64,
}

impl ClosestPoints {
    /// Worse than any.
    const NONE: ClosestPoints = ClosestPoints {
        points: [Vec3::ZERO; 2],
        distance: f64::INFINITY,
    };

    fn between(p: Vec3, q: Vec3) -> ClosestPoints {
        ClosestPoints {
            points: [p, q],
            distance: p.distance(q),
        }
    }

    fn offer(&mut self, other: ClosestPoints) {
        if other.distance < self.distance {
            *self = other;
        }
    }
}

/// Segment with the squared sine of the angle to another below which they count as parallel.
const PARALLEL: f64 = f64::EPSILON * f64::EPSILON * 256.0;

/// Returns the parameters of the closest points of two segments. Of parallel segments, those in the
/// middle of the overlap [Cohen95 §6.3].
///
/// A perpendicular that rounding misplaces, as between almost parallel segments, is checked against
/// the nearest points from all four ends.
pub(super) fn closest_of_segments(s: [Vec3; 2], t: [Vec3; 2]) -> [f64; 2] {
    let (u, v) = (s[1] - s[0], t[1] - t[0]);
    let onto = |p: Vec3, [a, _]: [Vec3; 2], along: Vec3| {
        ((p - a).dot(along) / along.length_squared()).clamp(0.0, 1.0)
    };
    let ends = [
        [0.0, onto(s[0], t, v)],
        [1.0, onto(s[1], t, v)],
        [onto(t[0], s, u), 0.0],
        [onto(t[1], s, u), 1.0],
    ];
    let distance = |[x, y]: [f64; 2]| point_at(s, x).distance_squared(point_at(t, y));
    let mut best = (f64::INFINITY, [0.0; 2]);
    for candidate in ends {
        let squared = distance(candidate);
        if squared < best.0 {
            best = (squared, candidate);
        }
    }
    let normal = u.cross(v);
    let area = normal.length_squared();
    if area <= PARALLEL * u.length_squared() * v.length_squared() {
        return middle_of_overlap(s, t).unwrap_or(best.1);
    }
    let w = t[0] - s[0];
    let perpendicular = [w.cross(v).dot(normal) / area, w.cross(u).dot(normal) / area];
    if perpendicular.iter().all(|x| (0.0..=1.0).contains(x)) && distance(perpendicular) <= best.0 {
        return perpendicular;
    }
    best.1
}

fn middle_of_overlap(s: [Vec3; 2], t: [Vec3; 2]) -> Option<[f64; 2]> {
    let u = s[1] - s[0];
    let on_s = t.map(|p| (p - s[0]).dot(u) / u.length_squared());
    let lo = on_s[0].min(on_s[1]).max(0.0);
    let hi = on_s[0].max(on_s[1]).min(1.0);
    let x = 0.5 * (lo + hi);
    (lo < hi).then(|| [x, (x - on_s[0]) / (on_s[1] - on_s[0])])
}

/// Returns the edge or vertex of the boundary of a facet that is nearest to a segment, seen from
/// the facet's body, with its distance.
pub(super) fn nearest_boundary(view: &HullView, f: u32, segment: [Vec3; 2]) -> (f64, HullFeature) {
    let hull = &view.model.hull;
    let mut best = (f64::INFINITY, Facet(f));
    for e in hull.facet_edges.get(f as usize) {
        let ends = view.ends(*e);
        let [x, y] = closest_of_segments(ends, segment);
        let distance = point_at(ends, x).distance_squared(point_at(segment, y));
        if distance < best.0 {
            let [tail, head] = hull.edges[*e as usize].vertices;
            let feature = match x {
                0.0 => Vertex(tail),
                1.0 => Vertex(head),
                _ => Edge(*e),
            };
            best = (distance, feature);
        }
    }
    (best.0.sqrt(), best.1)
}

impl HullPair<'_> {
    /// Returns the closest points of two features, in A's space and the common unit. If an edge
    /// crosses a facet, the distance is zero.
    ///
    /// # Cost
    /// Constant, times the number of edges around a facet; for two facets, the product.
    pub(super) fn closest(&self, pair: FeaturePair) -> ClosestPoints {
        match pair {
            [Vertex(a), Vertex(b)] => {
                ClosestPoints::between(self.view(0).vertex(a), self.vertex_seen(1, b))
            }
            [Vertex(v), Edge(e)] => self.vertex_edge(0, v, e),
            [Edge(e), Vertex(v)] => self.vertex_edge(1, v, e),
            [Edge(a), Edge(b)] => {
                let (s, t) = (self.view(0).ends(a), self.ends_seen(1, b));
                let [x, y] = closest_of_segments(s, t);
                ClosestPoints::between(point_at(s, x), point_at(t, y))
            }
            [Vertex(v), Facet(f)] => self.vertex_facet(0, v, f),
            [Facet(f), Vertex(v)] => self.vertex_facet(1, v, f),
            [Edge(e), Facet(f)] => self.edge_facet(0, e, f),
            [Facet(f), Edge(e)] => self.edge_facet(1, e, f),
            [Facet(a), Facet(b)] => {
                let mut best = ClosestPoints::NONE;
                for e in self.view(0).model.hull.facet_edges.get(a as usize) {
                    best.offer(self.edge_facet(0, *e, b));
                }
                for e in self.view(1).model.hull.facet_edges.get(b as usize) {
                    best.offer(self.edge_facet(1, *e, a));
                }
                best
            }
        }
    }

    /// Point `p` of `body`, `q` of the other, both in the other's local space.
    fn between(&self, body: usize, p: Vec3, q: Vec3) -> ClosestPoints {
        let mut points = [self.in_a(1 - body, p), self.in_a(1 - body, q)];
        if body == 1 {
            points.swap(0, 1);
        }
        ClosestPoints {
            points,
            distance: p.distance(q),
        }
    }

    fn vertex_edge(&self, body: usize, v: u32, e: u32) -> ClosestPoints {
        let p = self.vertex_seen(body, v);
        let [tail, head] = self.view(1 - body).ends(e);
        let along = head - tail;
        let x = (p - tail).dot(along) / along.length_squared();
        self.between(body, p, point_at([tail, head], x.clamp(0.0, 1.0)))
    }

    fn vertex_facet(&self, body: usize, v: u32, f: u32) -> ClosestPoints {
        let view = self.view(1 - body);
        let p = self.vertex_seen(body, v);
        if view.facet_planes(f).all(|plane| plane.at(p) >= 0.0) {
            return self.above(body, p, f);
        }
        let mut best = ClosestPoints::NONE;
        for e in view.model.hull.facet_edges.get(f as usize) {
            best.offer(self.vertex_edge(body, v, *e));
        }
        best
    }

    fn edge_facet(&self, body: usize, e: u32, f: u32) -> ClosestPoints {
        let view = self.view(1 - body);
        let ends = self.ends_seen(body, e);
        let mut best = ClosestPoints::NONE;
        for other in view.model.hull.facet_edges.get(f as usize) {
            let other = view.ends(*other);
            let [x, y] = closest_of_segments(ends, other);
            best.offer(self.between(body, point_at(ends, x), point_at(other, y)));
        }
        // Over or under the facet, the height is linear along the edge: an end of the part is
        // nearest, unless it crosses the plane.
        let part = clip(ends, view.facet_planes(f), 0.0).ok();
        if let Some(part) = part.filter(|part| !part.is_empty()) {
            let [lo, hi] = [part.lo, part.hi].map(|x| point_at(ends, x));
            let (at_lo, at_hi) = (view.height(f, lo), view.height(f, hi));
            if (at_lo <= 0.0) == (at_hi <= 0.0) {
                best.offer(self.above(body, lo, f));
                best.offer(self.above(body, hi, f));
            } else {
                let crossing = lo + (hi - lo) * (at_lo / (at_lo - at_hi));
                best.offer(self.between(body, crossing, crossing));
            }
        }
        best
    }

    /// Returns `p` of `body`, which lies in the prism over or under the facet, and its foot point.
    fn above(&self, body: usize, p: Vec3, f: u32) -> ClosestPoints {
        let view = self.view(1 - body);
        let height = view.height(f, p);
        ClosestPoints {
            distance: height.abs(),
            ..self.between(body, p, p - height * view.normal(f))
        }
    }
}
