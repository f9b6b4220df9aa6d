//! Extreme vertices by hill climbing, with a proved bound [Cohen95 §4.1].
//!
//! "at each step, we need only check the neighbors": good for directions that turn little between
//! frames, when few steps lead from the last extreme vertex to the next. On a convex body a vertex
//! that no neighbor exceeds is extreme. Rounded heights show only that no neighbor exceeds it by
//! more than rounding, and then the vertex may be farther from extreme.
//!
//! # The bound
//! Let no neighbor `w` of the vertex `v` be higher along `n` than `v` by more than `ε ≥ 0`, that is
//! `n · (w − v) ≤ ε`. Every point `u` of the hull lies in the cone of the edges at `v`:
//! `u − v = Σ λ_w (w − v)` with `λ_w ≥ 0`. Hence
//! ```text
//! n · (u − v) = Σ λ_w n · (w − v) ≤ ε Σ λ_w.
//! ```
//! Let `a` be any vector with `a · (w − v) ≥ r > 0` for all neighbors. With the diameter `d` of the
//! hull, `r Σ λ_w ≤ a · (u − v) ≤ |a| d`. So no point of the hull is higher than `v` by more than
//! `k ε`, where
//! ```text
//! k = |a| d / r ≥ Σ λ_w
//! ```
//! is the *excess factor* of `v`. It depends on the shape only and does not change with its size.
//! It is 3 at the corners of a cube, about as large as the number of vertices on a sphere, and
//! large at vertices that stick out little or have short edges.

use super::ConvexHull;
use crate::csr::Csr;
use crate::{Aabb, Vec3, unit_scale};

/// Bound on the relative rounding of `a · (w − v)`: one half ulp for the differences and three for
/// the product. The constant is four times that.
const RISE_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// End of a climb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Climb {
    /// Index of the vertex, in the hull.
    pub vertex: u32,
    /// Its height `direction · vertex`, rounded.
    pub height: f64,
    /// Number of vertices that the climb stepped to. Zero if it ended where it started.
    pub steps: u32,
    /// Number of heights that it computed.
    pub visited: u32,
}

/// Vertices of a hull with their neighbors and excess factors, for climbing. Local space.
#[derive(Clone, Debug, PartialEq)]
pub struct HullClimber {
    vertices: Vec<Vec3>,
    neighbors: Csr,
    excess_factors: Vec<f64>,
}

impl HullClimber {
    /// Prepares a hull for climbing.
    ///
    /// # Cost
    /// Linear in the number of edges.
    pub fn of(hull: &ConvexHull) -> HullClimber {
        HullClimber {
            vertices: hull.vertices.clone(),
            neighbors: hull.vertex_neighbors.clone(),
            excess_factors: hull.excess_factors(),
        }
    }

    /// Returns the vertices, with the indices of the hull.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// Climbs as [`ConvexHull::climb`].
    ///
    /// # Panics
    /// If `start` is no vertex.
    #[inline]
    pub fn climb(&self, direction: Vec3, start: u32) -> Climb {
        climb(&self.vertices, &self.neighbors, direction, start)
    }

    /// Returns an upper bound on how much higher than `vertex` a point of the hull can be, if no
    /// neighbor is higher by more than `error > 0`. Infinite if no bound is known.
    #[inline]
    pub fn excess(&self, vertex: u32, error: f64) -> f64 {
        // The product is rounded once, the sum covers that.
        error * self.excess_factors[vertex as usize] * (1.0 + f64::EPSILON)
    }
}

impl ConvexHull {
    /// Climbs from the vertex `start` to a vertex that no neighbor exceeds along `direction`, in
    /// local space. Steps to the highest neighbor, and only if it is strictly higher, so the climb
    /// ends on a plateau, too.
    ///
    /// Exact heights would make the vertex extreme. Rounded ones do up to the bound of
    /// [`ConvexHull::excess_factors`].
    ///
    /// # Cost
    /// One dot product for each neighbor of each vertex on the way.
    ///
    /// # Panics
    /// If `start` is no vertex.
    pub fn climb(&self, direction: Vec3, start: u32) -> Climb {
        climb(&self.vertices, &self.vertex_neighbors, direction, start)
    }

    /// Returns the excess factor `k` of each vertex, rounded up: if no neighbor is higher than the
    /// vertex by more than `ε`, no point of the hull is higher by more than `k ε`. Infinite if the
    /// edges at the vertex are too nearly flat for floating point.
    ///
    /// # Cost
    /// Linear in the number of edges.
    pub fn excess_factors(&self) -> Vec<f64> {
        let size = Aabb::of_points(&self.vertices).size();
        // Scaled, because products of small lengths underflow.
        let scale = unit_scale(size.max_element());
        let diameter = (size * scale).length() * (1.0 + 8.0 * f64::EPSILON);
        let center = self.vertices.iter().map(|p| *p * scale);
        let center = center.sum::<Vec3>() / self.vertices.len() as f64;
        let factor = |v: usize| self.excess_factor(v, scale, diameter, center);
        (0..self.vertices.len()).map(factor).collect()
    }

    fn excess_factor(&self, v: usize, scale: f64, diameter: f64, center: Vec3) -> f64 {
        let here = self.vertices[v];
        let edge = |w: &u32| (self.vertices[*w as usize] - here) * scale;
        let edges = self.vertex_neighbors.get(v).iter().map(edge);
        // Any axis gives a bound, a good one a small bound. No edge rises above a facet at `v`, and
        // each facet has edges below it, so the sum of inward normals has a positive product with
        // every edge. The sum of the edges is better for needles, where the normals cancel.
        let facet = |e: &u32| self.edges[*e as usize].facets.map(|f| f as usize);
        let sides = self.vertex_edges.get(v).iter().flat_map(facet);
        let inward: Vec3 = sides.map(|f| -self.facets[f].normal).sum();
        let along: Vec3 = edges.clone().map(Vec3::normalize_or_zero).sum();
        let axes = [inward, along, center - here * scale];
        let factors = axes.map(|axis| {
            let axis = axis.normalize_or_zero();
            let rises = edges.clone().map(|e| {
                axis.dot(e) - RISE_ROUNDING * axis.length() * e.length() - f64::MIN_POSITIVE
            });
            let rise = rises.fold(f64::INFINITY, f64::min);
            if rise > 0.0 {
                axis.length() * diameter / rise * (1.0 + 8.0 * f64::EPSILON)
            } else {
                f64::INFINITY
            }
        });
        factors.into_iter().fold(f64::INFINITY, f64::min)
    }
}

fn climb(vertices: &[Vec3], neighbors: &Csr, direction: Vec3, start: u32) -> Climb {
    let mut at = Climb {
        vertex: start,
        height: direction.dot(vertices[start as usize]),
        steps: 0,
        visited: 1,
    };
    loop {
        let here = at.vertex;
        let around = neighbors.get(here as usize);
        at.visited += around.len() as u32;
        for neighbor in around {
            let height = direction.dot(vertices[*neighbor as usize]);
            if height > at.height {
                (at.vertex, at.height) = (*neighbor, height);
            }
        }
        if at.vertex == here {
            return at;
        }
        at.steps += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::power_of_two;
    use crate::testing::Points;
    use proptest::prelude::*;

    fn cube() -> ConvexHull {
        let (corners, _) = crate::testing::cube();
        ConvexHull::of_points(&corners).unwrap()
    }

    /// Looking down a corner of a cube, its three neighbors are as high as `ε` allows, and the
    /// opposite corner is three times as high: the bound is reached.
    #[test]
    fn the_excess_covers_the_corner_opposite_to_a_stop() {
        let cube = cube();
        let climber = HullClimber::of(&cube);
        for (v, here) in (0..).zip(&cube.vertices) {
            // Each edge has length 2, so each neighbor rises by 2e-16 along n.
            let n = *here * -1e-16;
            let rise = |p: &Vec3| n.dot(*p - *here);
            let neighbors = cube.vertex_neighbors.get(v as usize);
            let step = neighbors.iter().map(|w| rise(&cube.vertices[*w as usize]));
            let step = step.fold(0.0, f64::max);
            let most = cube.vertices.iter().map(rise).fold(0.0, f64::max);
            assert!(most > 2.9 * step, "{most:e} for {step:e}");
            assert!(climber.excess(v, step) >= most);
            assert!(climber.excess(v, step) <= 1.01 * most, "looser than needed");
        }
    }

    #[test]
    fn a_climb_ends_at_the_extreme_vertex_and_counts_its_steps() {
        let cube = cube();
        let up = Vec3::new(1.0, 2.0, 3.0);
        let climb = cube.climb(up, 0);
        assert_eq!(cube.vertices[climb.vertex as usize], Vec3::ONE);
        assert_eq!((climb.height, climb.steps, climb.visited), (6.0, 3, 13));
        let again = cube.climb(up, climb.vertex);
        assert_eq!(
            (again.vertex, again.steps, again.visited),
            (climb.vertex, 0, 4)
        );
        // On a plateau the first corner is as good as any.
        assert_eq!(cube.climb(Vec3::Z, climb.vertex).vertex, climb.vertex);
        assert_eq!(cube.climb(Vec3::ZERO, 5).vertex, 5);
    }

    #[test]
    fn factors_are_small_on_round_bodies_and_the_same_at_any_scale() {
        let factors = cube().excess_factors();
        // The corner across: three edges, one of each axis.
        assert!(
            factors.iter().all(|k| (3.0..3.0 + 1e-13).contains(k)),
            "{factors:?}"
        );
        let points: Vec<Vec3> = Points::new(3)
            .cloud(500)
            .iter()
            .map(|p| p.normalize())
            .collect();
        let factors = ConvexHull::of_points(&points).unwrap().excess_factors();
        let large = factors.iter().filter(|k| **k > 1e4).count();
        assert!(
            factors.iter().all(|k| k.is_finite()) && large < 50,
            "{large}"
        );
        for exponent in [-1000, -500, 90] {
            let scaled = points.iter().map(|p| *p * power_of_two(exponent));
            let scaled = ConvexHull::of_points(&scaled.collect::<Vec<_>>()).unwrap();
            let near = |(a, b): (&f64, &f64)| (a / b - 1.0).abs() < 1e-9;
            let mut pairs = scaled.excess_factors();
            assert!(pairs.iter_mut().zip(&factors).all(|(a, b)| near((a, b))));
        }
    }

    fn point() -> impl Strategy<Value = Vec3> {
        [-1.0..1.0, -1.0..1.0, -1.0..1.0f64].prop_map(Vec3::from)
    }

    /// Bodies of any roundness: needles, slivers and crumbs at a corner.
    fn body() -> impl Strategy<Value = ConvexHull> {
        let stretch = || prop::sample::select(vec![1.0, 1e-2, 1e-5]);
        let points = prop::collection::vec((point(), any::<bool>()), 5..40);
        let hull = |(points, y, z, crumb): (Vec<(Vec3, bool)>, f64, f64, f64)| {
            let place =
                |(p, near): (Vec3, bool)| p * Vec3::new(1.0, y, z) * if near { crumb } else { 1.0 };
            let points: Vec<Vec3> = points.into_iter().map(place).collect();
            ConvexHull::of_points(&points).ok()
        };
        (points, stretch(), stretch(), stretch()).prop_filter_map("flat", hull)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// The proved bound against all vertices, with the true slopes of the edges as `ε`.
        #[test]
        fn no_point_exceeds_a_vertex_by_more_than_the_bound(hull in body(), n in point()) {
            let facets = hull.facets.iter().map(|f| f.normal + 1e-4 * n);
            let factors = hull.excess_factors();
            for n in facets.chain([n, hull.facets[0].normal, n * Vec3::new(1e-3, 1.0, 1.0)]) {
                for (v, k) in factors.iter().enumerate() {
                    let rise = |w: &Vec3| n.dot(*w - hull.vertices[v]);
                    let around = hull.vertex_neighbors.get(v).iter();
                    let steepest = around.map(|w| rise(&hull.vertices[*w as usize])).fold(0.0, f64::max);
                    let excess = hull.vertices.iter().map(rise).fold(0.0, f64::max);
                    // Rounding of these products is relative to the lengths of their factors.
                    let bound = k * (steepest + 1e-15 * n.length());
                    prop_assert!(excess <= bound, "{excess:e} above {bound:e} with {k:e}");
                }
            }
        }

        /// From any start, the climb ends as high as a scan finds, up to the bound.
        #[test]
        fn climbs_end_as_high_as_scans(hull in body(), n in point()) {
            let climber = HullClimber::of(&hull);
            let highest = hull.vertices.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
            for start in 0..hull.vertices.len() as u32 {
                let end = climber.climb(n, start);
                prop_assert_eq!(end, hull.climb(n, start));
                prop_assert_eq!(end.height, n.dot(hull.vertices[end.vertex as usize]));
                let error = 8.0 * f64::EPSILON * n.length();
                let bound = end.height + error + climber.excess(end.vertex, error);
                prop_assert!(highest <= bound, "{highest} above {bound}");
            }
        }
    }
}
