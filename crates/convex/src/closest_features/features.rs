//! Step 0: features of a hull, with the planes of their Voronoi regions [Cohen95 §3.2].
//!
//! The Voronoi region of a feature is the set of points outside the hull that are nearest to that
//! feature. Each plane between two regions belongs to an edge: two planes cross the edge at its
//! ends, two contain it and the normal of an adjacent facet. So an edge stores four planes, and
//! every region is made of planes of edges:
//!
//! | region of | planes |
//! |---|---|
//! | vertex | the end plane of each incident edge |
//! | edge | its two end planes and its two side planes |
//! | facet | the side plane of each edge around it, and its own plane |
//!
//! Both regions at a plane thereby read the same three numbers, and no rounding can put a point
//! outside of both or strictly inside of both.

use geometry::hull::ConvexHull;
use geometry::{Mat3, Vec3, WorldMap, unit_scale};

/// Feature of a hull, as an index into its vertices, edges or facets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HullFeature {
    /// Index into [`ConvexHull::vertices`].
    Vertex(u32),
    /// Index into [`ConvexHull::edges`].
    Edge(u32),
    /// Index into [`ConvexHull::facets`].
    Facet(u32),
}

/// One feature of each of two bodies.
pub(crate) type FeaturePair = [HullFeature; 2];

/// Hull prepared for searches, in local space and in a unit of length in which it has about unit
/// size.
#[derive(Clone, Debug)]
pub(crate) struct FeatureModel {
    /// Hull in the model's unit.
    pub hull: ConvexHull,
    /// Number of units of length in a scene unit, a power of two.
    scale: f64,
    planes: Vec<EdgePlanes>,
    /// Mean of the vertices: the apex of the pseudo-Voronoi regions [Cohen95 §3.3] (D9).
    center: Vec3,
    /// Distance of `center` behind each facet, positive.
    depths: Vec<f64>,
}

/// Normals of the planes at an edge, of unit length.
#[derive(Clone, Copy, Debug)]
struct EdgePlanes {
    /// Direction from the first end to the second.
    along: Vec3,
    /// Normals of the side planes, away from the facet on the left and from that on the right.
    away: [Vec3; 2],
}

impl FeatureModel {
    /// Prepares a hull given in scene units.
    ///
    /// # Cost
    /// Linear in the number of features.
    pub(crate) fn new(mut hull: ConvexHull) -> FeatureModel {
        let reach = hull.vertices.iter().map(|p| p.abs().max_element());
        let scale = unit_scale(reach.fold(0.0, f64::max));
        hull.vertices.iter_mut().for_each(|p| *p *= scale);
        hull.facets.iter_mut().for_each(|f| f.offset *= scale);
        let planes = hull.edges.iter().map(|edge| {
            let [tail, head] = edge.vertices.map(|v| hull.vertices[v as usize]);
            let along = (head - tail).normalize_or_zero();
            let [left, right] = edge.facets.map(|f| hull.facets[f as usize].normal);
            let away = [along.cross(left), right.cross(along)];
            let away = away.map(Vec3::normalize_or_zero);
            EdgePlanes { along, away }
        });
        let center = hull.vertices.iter().sum::<Vec3>() / hull.vertices.len() as f64;
        let depth = |f: &geometry::hull::Facet| f.offset - f.normal.dot(center);
        FeatureModel {
            scale,
            planes: planes.collect(),
            center,
            // Rounding may put the center of a very flat hull on a facet.
            depths: hull
                .facets
                .iter()
                .map(|f| depth(f).max(f64::MIN_POSITIVE))
                .collect(),
            hull,
        }
    }
}

/// Plane between the Voronoi regions of two features: the points `p` with `at(p) >= 0` are on the
/// side of the feature that was asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegionPlane {
    normal: Vec3,
    anchor: Vec3,
    /// Feature on the other side.
    pub neighbor: HullFeature,
}

impl RegionPlane {
    /// Returns the signed distance of `p` from the plane.
    #[inline]
    pub(super) fn at(&self, p: Vec3) -> f64 {
        self.normal.dot(p - self.anchor)
    }
}

/// Hull in its local space, in the unit of length of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct HullView<'a> {
    pub model: &'a FeatureModel,
    /// Units of the pair in a unit of the model: a power of two, at most 1.
    ratio: f64,
}

impl<'a> HullView<'a> {
    #[inline]
    pub(super) fn vertex(&self, v: u32) -> Vec3 {
        self.model.hull.vertices[v as usize] * self.ratio
    }

    #[inline]
    pub(super) fn ends(&self, e: u32) -> [Vec3; 2] {
        self.model.hull.edges[e as usize]
            .vertices
            .map(|v| self.vertex(v))
    }

    /// Returns the height of `p` above the plane of a facet, negative inside the hull.
    #[inline]
    pub(super) fn height(&self, f: u32, p: Vec3) -> f64 {
        let facet = &self.model.hull.facets[f as usize];
        facet.normal.dot(p) - facet.offset * self.ratio
    }

    pub(super) fn normal(&self, f: u32) -> Vec3 {
        self.model.hull.facets[f as usize].normal
    }

    /// Returns the planes of the region of a vertex, each with the edge beyond it.
    pub(super) fn vertex_planes(&self, v: u32) -> impl Iterator<Item = RegionPlane> + use<'a> {
        let (model, anchor) = (self.model, self.vertex(v));
        let edges = model.hull.vertex_edges.get(v as usize);
        edges.iter().map(move |e| {
            let along = model.planes[*e as usize].along;
            let from_here = model.hull.edges[*e as usize].vertices[0] == v;
            RegionPlane {
                normal: if from_here { -along } else { along },
                anchor,
                neighbor: HullFeature::Edge(*e),
            }
        })
    }

    /// Returns the planes that end the region of an edge, each with the vertex beyond it.
    pub(super) fn end_planes(&self, e: u32) -> [RegionPlane; 2] {
        let along = self.model.planes[e as usize].along;
        let ends = self.model.hull.edges[e as usize].vertices;
        let plane = |normal, v| RegionPlane {
            normal,
            anchor: self.vertex(v),
            neighbor: HullFeature::Vertex(v),
        };
        [plane(along, ends[0]), plane(-along, ends[1])]
    }

    /// Returns the planes between the regions of an edge and of its two facets.
    pub(super) fn side_planes(&self, e: u32) -> [RegionPlane; 2] {
        let edge = &self.model.hull.edges[e as usize];
        let away = self.model.planes[e as usize].away;
        let anchor = self.vertex(edge.vertices[0]);
        [0, 1].map(|side| RegionPlane {
            normal: away[side],
            anchor,
            neighbor: HullFeature::Facet(edge.facets[side]),
        })
    }

    /// Returns the distance of `p` from the line through an edge.
    pub(super) fn distance_from_line(&self, e: u32, p: Vec3) -> f64 {
        let along = self.model.planes[e as usize].along;
        let offset = p - self.vertex(self.model.hull.edges[e as usize].vertices[0]);
        (offset - along * along.dot(offset)).length()
    }

    /// Returns true if `p`, between the side planes of an edge, is below both of its facets.
    ///
    /// Between the normals `m` and `n` of the facets, `p = α m + β n` from the edge with
    /// `α, β ≥ 0`, and the heights `α + β m·n` and `β + α m·n` have the sum `(α + β)(1 + m·n) ≥ 0`:
    /// one of them is not negative. But if rounding makes the side planes of almost coplanar facets
    /// equal, they have points inside the hull between them, too.
    pub(super) fn is_behind(&self, e: u32, p: Vec3) -> bool {
        let [left, right] = self.model.hull.edges[e as usize].facets;
        self.height(left, p) < 0.0 && self.height(right, p) < 0.0
    }

    /// Returns the side planes around a facet, each with the edge beyond it. As many as it has
    /// edges (D22).
    pub(super) fn facet_planes(&self, f: u32) -> impl Iterator<Item = RegionPlane> + use<'a> {
        let view = *self;
        let edges = view.model.hull.facet_edges.get(f as usize);
        edges.iter().map(move |e| {
            let side = usize::from(view.model.hull.edges[*e as usize].facets[1] == f);
            let plane = view.side_planes(*e)[side];
            RegionPlane {
                normal: -plane.normal,
                neighbor: HullFeature::Edge(*e),
                ..plane
            }
        })
    }

    /// Walks through the pseudo-Voronoi regions of [Cohen95 §3.3] and returns the facet whose
    /// pyramid, or the cone beyond it, contains `p`. Starts from the facet `f`. `p` lies inside the
    /// hull if it is not above that facet.
    ///
    /// D9. The paper joins each vertex with the centroid `c` and omits how the walk converges. `p`
    /// leaves the pyramid of `f` towards a neighbor `f'` just if `g(f') > g(f)`, where
    /// `g(f) = n_f · (p − c) / (o_f − n_f · c)`. This is a linear function on the vertices of the
    /// polar polytope, so a facet without a better neighbor is the best of all; and as `g` grows
    /// with each step, also as rounded, no walk returns.
    pub(super) fn pyramid_of(&self, f: u32, p: Vec3, visited: &mut u64) -> u32 {
        let hull = &self.model.hull;
        let from_center = p - self.model.center * self.ratio;
        let reach = |f: u32| {
            let f = f as usize;
            hull.facets[f].normal.dot(from_center) / (self.model.depths[f] * self.ratio)
        };
        let (mut f, mut best) = (f, reach(f));
        loop {
            let mut next = f;
            for e in hull.facet_edges.get(f as usize) {
                let [left, right] = hull.edges[*e as usize].facets;
                let neighbor = if left == f { right } else { left };
                let value = reach(neighbor);
                *visited += 1;
                if value > best {
                    (next, best) = (neighbor, value);
                }
            }
            if next == f {
                return f;
            }
            f = next;
        }
    }
}

/// Bound on the rounding of the height of a vertex of one body above a facet of the other, relative
/// to 1 and the largest coordinate `t` of the translation, in the common unit.
///
/// Coordinates of vertices are at most 1, those of seen vertices at most `√3 + t`. A coordinate of
/// a seen vertex is off by at most 24 half ulps of 1 for the matrix, by 6 for the products and
/// sums, and by `2 (√3 + t)` for the translation. The product with the normal, whose own
/// coordinates are off by some half ulps unless the facet is a sliver, makes this at most `√3`
/// times as much and adds `6 (√3 + t)`: less than 128 half ulps of `1 + t`.
const FACET_HEIGHT_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Two hulls with their relative pose. Points of both are in a common unit of length, in which the
/// larger body has about unit size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HullPair<'a> {
    views: [HullView<'a>; 2],
    /// Rotation from B's local space to A's.
    b_in_a: Mat3,
    /// B's origin in A's local space, in the common unit.
    translation: Vec3,
    /// Units of the pair in a scene unit, a power of two.
    pub(super) scale: f64,
    /// Distance that is only rounding, in the common unit.
    rounding: f64,
}

impl<'a> HullPair<'a> {
    /// Poses two bodies.
    pub(crate) fn new(models: [&'a FeatureModel; 2], maps: [&WorldMap; 2]) -> HullPair<'a> {
        let scale = models[0].scale.min(models[1].scale);
        let [turn_a, turn_b] = maps.map(|map| nearest_rotation(map.linear));
        let to_a = turn_a.transpose();
        let translation = to_a * (maps[1].translation - maps[0].translation) * scale;
        HullPair {
            rounding: FACET_HEIGHT_ROUNDING * (1.0 + translation.abs().max_element()),
            views: models.map(|model| HullView {
                model,
                ratio: scale / model.scale,
            }),
            b_in_a: to_a * turn_b,
            translation,
            scale,
        }
    }

    /// Returns true if a distance, with any sign, may be only rounding.
    ///
    /// D12. V-Clip compares with zero. Near contact and between parallel facets, signs are then
    /// those of rounding errors, and searches cycle. Distances and slopes within the bound count as
    /// zero: bodies that touch, edges that stay as near. A search thereby loses at most the bound
    /// in each step. Region tests have no tolerance, but for the prism over a facet that an edge
    /// enters.
    #[inline]
    pub(super) fn is_rounding(&self, distance: f64) -> bool {
        distance.abs() <= self.rounding
    }

    /// Distance that may be only rounding, in the common unit.
    #[inline]
    pub(super) fn rounding(&self) -> f64 {
        self.rounding
    }

    #[inline]
    pub(super) fn view(&self, body: usize) -> HullView<'a> {
        self.views[body]
    }

    /// Maps a point of `body` to the local space of the other body.
    #[inline]
    pub(super) fn seen(&self, body: usize, p: Vec3) -> Vec3 {
        if body == 1 {
            self.b_in_a * p + self.translation
        } else {
            self.b_in_a.transpose() * (p - self.translation)
        }
    }

    /// Maps a vector of `body` to the local space of the other body.
    pub(super) fn direction_seen(&self, body: usize, v: Vec3) -> Vec3 {
        if body == 1 {
            self.b_in_a * v
        } else {
            self.b_in_a.transpose() * v
        }
    }

    /// Maps a point of `body` to A's local space.
    pub(super) fn in_a(&self, body: usize, p: Vec3) -> Vec3 {
        if body == 1 { self.seen(1, p) } else { p }
    }

    #[inline]
    pub(super) fn vertex_seen(&self, body: usize, v: u32) -> Vec3 {
        self.seen(body, self.views[body].vertex(v))
    }

    #[inline]
    pub(super) fn ends_seen(&self, body: usize, e: u32) -> [Vec3; 2] {
        self.views[body].ends(e).map(|p| self.seen(body, p))
    }
}

/// Returns the rotation nearest to the matrix of a quaternion of almost unit length.
///
/// Matrices of recorded poses may be off by millionths. A search needs maps between the two local
/// spaces that are inverse to each other, else it cycles. Two steps of Newton's iteration for the
/// polar decomposition leave only rounding, and keep a rotation without rounding bit for bit.
fn nearest_rotation(m: Mat3) -> Mat3 {
    let step = |m: Mat3| 0.5 * (m * (3.0 * Mat3::IDENTITY - m.transpose() * m));
    step(step(m))
}
