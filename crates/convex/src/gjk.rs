//! Step 2: closest points of two convex bodies (GJK: Gilbert, Johnson and Keerthi 1988).
//!
//! The distance of two convex bodies `A` and `B` is the distance of the origin from their
//! Minkowski difference `A − B = {a − b}`. Good for bodies that move little between frames: the
//! last simplex then ends the search in about two iterations. An iteration costs one dot product
//! for each vertex of both bodies. The essence:
//! 1. Start with the simplex of the last frame, at most four points of `A − B`.
//! 2. Take the point `v` of the simplex nearest to the origin, and drop the simplex points that
//!    `v` does not need ([`Simplex::reduce`]). If the simplex contains the origin, `A` meets `B`.
//! 3. Take the support point `w` of `A − B`: the one farthest along `−v`.
//! 4. If `w` is not nearer to the origin along `v`, that is `v·v − v·w ≤ ε v·v`, then `v` is the
//!    shortest vector of `A − B`. Otherwise add `w` to the simplex and go on with 2.

use crate::counters::ConvexWork;
use crate::posed_body::PosedBody;
use crate::support::SupportBody;
pub(crate) use geometry::gjk::GjkOutcome;
use geometry::gjk::nearest_to_origin;
use geometry::simplex::{Simplex, VertexPair};
use geometry::{Vec3, unit_scale};

/// Maximum number of iterations of a search (D4). Searches take two on average and some tens on
/// smooth bodies of 100,000 faces. Beyond that, rounding dominates.
pub(crate) const ITERATION_CAP: u64 = 64;

/// Direction in world space with the support values of both bodies.
///
/// If `max_a < min_b`, a plane with this normal separates the bodies and supports body `A`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SupportSlab {
    /// Direction from `A` towards `B`. Not normalized. Zero before the first support query.
    pub normal: Vec3,
    /// Largest `normal · a` over the vertices of `A`, rounded.
    pub max_a: f64,
    /// Smallest `normal · b` over the vertices of `B`, rounded.
    pub min_b: f64,
}

impl SupportSlab {
    /// Slab that excludes nothing.
    pub(crate) const EVERYTHING: SupportSlab = SupportSlab {
        normal: Vec3::ZERO,
        max_a: 0.0,
        min_b: 0.0,
    };

    /// Returns twice a bound on the rounding of `normal · p` for points `p` of both bodies.
    ///
    /// A rounded dot product is off by at most 3 half ulps of `|normal| |p|`. The smallest normal
    /// number covers underflow.
    pub(crate) fn rounding(&self, a: &PosedBody, b: &PosedBody) -> f64 {
        let reach = a.bounds.max_abs_coordinate() + b.bounds.max_abs_coordinate();
        16.0 * f64::EPSILON * self.normal.length() * reach + f64::MIN_POSITIVE
    }
}

/// Result of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GjkSearch {
    /// Reason for the end of the search.
    pub outcome: GjkOutcome,
    /// Direction `−v` of the last support query, with its support values.
    pub slab: SupportSlab,
    /// Vector `v` from the closest point of `B` to that of `A`, in scene units. Meaningful only if
    /// the search converged.
    pub closest: Vec3,
}

/// Searches for the closest points of two bodies, in world space.
///
/// Starts from the simplex in `cached` and stores its own last simplex there. An empty cache starts
/// from the first vertex of each body.
///
/// The result carries rounding errors. A caller that needs certainty compares the gap of the slab,
/// or the depth, with their bounds on rounding.
///
/// The slab of a body that climbs may be short of extreme by [`SupportBody::excess`].
///
/// # Cost
/// Each iteration visits every vertex of both bodies once, as published, or the vertices on a climb
/// from the last support point.
pub(crate) fn closest_points(
    bodies: &mut [SupportBody<'_>; 2],
    cached: &mut CachedSimplex,
    work: &mut ConvexWork,
) -> GjkSearch {
    search(bodies, cached, ITERATION_CAP, work)
}

/// Last simplex of a pair of bodies, as vertex pairs. Survives the motion of the bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct CachedSimplex {
    pairs: [VertexPair; 4],
    len: usize,
}

impl CachedSimplex {
    fn store(&mut self, simplex: &Simplex) {
        self.len = simplex.pairs().len();
        self.pairs[..self.len].copy_from_slice(simplex.pairs());
    }
}

fn search(
    bodies: &mut [SupportBody<'_>; 2],
    cached: &mut CachedSimplex,
    cap: u64,
    work: &mut ConvexWork,
) -> GjkSearch {
    let mut difference = MinkowskiDifference::of(bodies);
    let mut simplex = difference.simplex(cached, work);
    let mut slab = SupportSlab::EVERYTHING;
    // Steps 2 to 4.
    let walk = nearest_to_origin(&mut simplex, cap, |v| {
        Some(difference.support(-v, &mut slab, work))
    });
    work.closest_point_searches += 1;
    work.closest_point_iterations += walk.iterations;
    work.searches_given_up += u64::from(walk.outcome == GjkOutcome::GaveUp);
    cached.store(&simplex);
    GjkSearch {
        outcome: match walk.outcome {
            GjkOutcome::Inside(depth) => GjkOutcome::Inside(depth / difference.scale),
            outcome => outcome,
        },
        slab,
        closest: walk.nearest / difference.scale,
    }
}

/// Minkowski difference `A − B`, scaled by a power of two to coordinates of at most 1. Squares and
/// volumes then neither overflow nor underflow.
struct MinkowskiDifference<'a, 'b> {
    bodies: &'a mut [SupportBody<'b>; 2],
    scale: f64,
}

impl<'a, 'b> MinkowskiDifference<'a, 'b> {
    fn of(bodies: &'a mut [SupportBody<'b>; 2]) -> MinkowskiDifference<'a, 'b> {
        let [a, b] = bodies.each_ref().map(|body| &body.posed.bounds);
        let upper = (a.max - b.min).abs();
        let lower = (a.min - b.max).abs();
        let scale = unit_scale(upper.max(lower).max_element());
        MinkowskiDifference { bodies, scale }
    }

    fn point(&self, [i, j]: VertexPair, work: &mut ConvexWork) -> Vec3 {
        let [a, b] = &*self.bodies;
        (a.point(i, work) - b.point(j, work)) * self.scale
    }

    /// Returns the simplex of the cached vertex pairs at their current positions.
    fn simplex(&self, cached: &CachedSimplex, work: &mut ConvexWork) -> Simplex {
        let pairs = &cached.pairs[..cached.len.max(1)];
        let mut simplex = Simplex::of(self.point(pairs[0], work), pairs[0]);
        for pair in &pairs[1..] {
            simplex.push(self.point(*pair, work), *pair);
        }
        simplex
    }

    /// Returns the support point of `A − B` along `normal`, and stores the support values.
    fn support(
        &mut self,
        normal: Vec3,
        slab: &mut SupportSlab,
        work: &mut ConvexWork,
    ) -> (VertexPair, Vec3) {
        // s_{A−B}(n) = s_A(n) − s_B(−n). The direction `−v` points from `A` to `B`.
        let [a, b] = &mut *self.bodies;
        let (i, max_a) = a.support(normal, work);
        let (j, max_b) = b.support(-normal, work);
        *slab = SupportSlab {
            normal,
            max_a,
            min_b: -max_b,
        };
        ([i, j], self.point([i, j], work))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{body, cube, hull, mapped, posed};
    use geometry::{Mesh, Pose, Quat, power_of_two};
    use proptest::prelude::*;

    fn search_cold(a: &PosedBody, b: &PosedBody) -> (GjkSearch, ConvexWork) {
        let mut work = ConvexWork::default();
        let search = closest_points(&mut scanned(a, b), &mut CachedSimplex::default(), &mut work);
        (search, work)
    }

    fn scanned<'a>(a: &'a PosedBody, b: &'a PosedBody) -> [SupportBody<'a>; 2] {
        [a, b].map(SupportBody::scanned)
    }

    fn cubes_at(offset: Vec3) -> GjkSearch {
        let cube = body(&cube(1.0));
        search_cold(
            &posed(&cube, &Pose::IDENTITY),
            &posed(&cube, &Pose::at(offset)),
        )
        .0
    }

    #[test]
    fn parallel_faces_edges_and_corners() {
        for (offset, closest) in [
            (Vec3::new(3.0, 0.5, 0.25), Vec3::new(-1.0, 0.0, 0.0)),
            (Vec3::new(3.0, 4.0, 0.25), Vec3::new(-1.0, -2.0, 0.0)),
            (Vec3::new(3.0, 4.0, -5.0), Vec3::new(-1.0, -2.0, 3.0)),
        ] {
            let search = cubes_at(offset);
            assert_eq!(search.outcome, GjkOutcome::Converged);
            assert!(
                search.closest.distance(closest) < 1e-12,
                "{offset}: {}",
                search.closest
            );
        }
    }

    #[test]
    fn parallel_edges_and_crossed_edges() {
        // A cube standing on an edge, above a cube that lies on a face, and above one like itself.
        let cube = body(&cube(1.0));
        let roof = Pose::new(
            Vec3::ZERO,
            Quat::from_rotation_x(std::f64::consts::FRAC_PI_4),
        );
        let high = Vec3::new(0.5, 0.0, 4.0);
        let keel = Pose::new(high, roof.rotation);
        let turned = Pose::new(high, Quat::from_rotation_z(1.0) * roof.rotation);
        let gap = 4.0 - 2.0 * 2f64.sqrt();
        for upper in [keel, turned] {
            let (search, _) = search_cold(&posed(&cube, &roof), &posed(&cube, &upper));
            assert!(search.closest.distance(Vec3::new(0.0, 0.0, -gap)) < 1e-12);
        }
    }

    #[test]
    fn touching_or_overlapping_bodies_have_no_gap() {
        for offset in [
            Vec3::ZERO,
            Vec3::X,
            Vec3::new(2.0, 0.0, 0.0),
            Vec3::new(2.0, 2.0, 2.0),
        ] {
            let search = cubes_at(offset);
            assert_ne!(search.outcome, GjkOutcome::GaveUp);
            assert!(search.closest.length() < 1e-12, "{offset}: {search:?}");
            assert!(
                search.slab.min_b - search.slab.max_a <= 0.0,
                "{offset}: {search:?}"
            );
        }
        // A small cube deep in a large one; the origin is well inside the difference.
        let (small, large) = (body(&cube(0.25)), body(&cube(2.0)));
        let (a, b) = (
            posed(&large, &Pose::IDENTITY),
            Pose::at(Vec3::new(0.3, -0.2, 0.1)),
        );
        let (search, _) = search_cold(&a, &posed(&small, &b));
        assert!(
            matches!(search.outcome, GjkOutcome::Inside(depth) if depth > 0.1 && depth < 1.5),
            "{search:?}"
        );
    }

    #[test]
    fn the_rounding_bound_of_a_slab_holds() {
        let body = body(&cube(1.0));
        let far = Vec3::new(1048576.0, -1048576.0, 524288.0);
        let (a, b) = (
            posed(&body, &Pose::at(far)),
            posed(&body, &Pose::at(far + 2.0)),
        );
        let mut largest: f64 = 0.0;
        for i in 1..100 {
            let t = f64::from(i);
            let normal = Vec3::new(t.sin(), t.cos(), (2.0 * t).sin()) * 1e-3;
            let slab = SupportSlab {
                normal,
                ..SupportSlab::EVERYTHING
            };
            // Differences of vertices are exact here: their products round by next to nothing.
            for (p, q) in a.vertices().iter().zip(b.vertices()) {
                let error = (normal.dot(*q) - normal.dot(*p) - normal.dot(*q - *p)).abs();
                largest = largest.max(error / slab.rounding(&a, &b));
            }
        }
        assert!(largest > 0.01 && largest < 0.5, "{largest}");
    }

    #[test]
    fn one_ulp_of_distance_is_never_called_inside() {
        let apart = Vec3::new(2.0f64.next_up(), 0.25, 0.0);
        let search = cubes_at(apart);
        assert!(
            !matches!(search.outcome, GjkOutcome::Inside(depth) if depth > 0.0),
            "{search:?}"
        );
        assert!(search.closest.length() < 1e-14);
    }

    #[test]
    fn a_cached_simplex_ends_the_same_search_at_once() {
        let leaning = Vec3::new(0.1, 0.0, 0.3);
        let ball = body(&mapped(&cube(1.0), |p| p + leaning * p.y));
        let (a, b) = (
            posed(&ball, &Pose::IDENTITY),
            posed(&ball, &Pose::at(Vec3::splat(2.5))),
        );
        let (mut cached, mut work) = (CachedSimplex::default(), ConvexWork::default());
        let first = closest_points(&mut scanned(&a, &b), &mut cached, &mut work);
        let cold = work.closest_point_iterations;
        let second = closest_points(&mut scanned(&a, &b), &mut cached, &mut work);
        assert!(cold > 1);
        assert_eq!(work.closest_point_iterations, cold + 1);
        assert_eq!(work.closest_point_searches, 2);
        assert!(first.closest.distance(second.closest) < 1e-12);
    }

    #[test]
    fn the_cap_is_reported() {
        let cube = body(&cube(1.0));
        let (a, b) = (
            posed(&cube, &Pose::IDENTITY),
            posed(&cube, &Pose::at(Vec3::new(3.0, 4.0, 5.0))),
        );
        let (mut cached, mut work) = (CachedSimplex::default(), ConvexWork::default());
        let search = search(&mut scanned(&a, &b), &mut cached, 1, &mut work);
        assert_eq!(search.outcome, GjkOutcome::GaveUp);
        assert_eq!(
            (work.closest_point_iterations, work.searches_given_up),
            (1, 1)
        );
    }

    #[test]
    fn scaling_by_a_power_of_two_changes_no_bit() {
        let points = [
            (0.0, 0.1, 0.2),
            (1.0, 0.3, -0.2),
            (0.2, 1.1, 0.4),
            (0.3, -0.4, 1.2),
            (0.9, 0.8, 1.1),
        ];
        let mesh = hull(&points.map(|(x, y, z)| Vec3::new(x, y, z)));
        let turned = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), 0.7);
        let at = |scale: f64, offset: Vec3| {
            let body = body(&mapped(&mesh, |p| p * scale));
            let other = Pose::new(offset * scale, turned);
            search_cold(&posed(&body, &Pose::IDENTITY), &posed(&body, &other))
        };
        for offset in [
            Vec3::new(2.0, 1.0, 0.5),
            Vec3::new(0.2, 0.1, 0.1),
            Vec3::new(1.2, 0.3, 0.1),
        ] {
            let (reference, work) = at(1.0, offset);
            for exponent in [-300, -30, 30, 90] {
                let scale = power_of_two(exponent);
                let (scaled, scaled_work) = at(scale, offset);
                assert_eq!(scaled.closest, reference.closest * scale);
                assert_eq!(scaled.slab.normal, reference.slab.normal);
                assert_eq!(scaled_work, work);
            }
        }
    }

    fn point() -> impl Strategy<Value = Vec3> {
        [-1.0..1.0, -1.0..1.0, -1.0..1.0f64].prop_map(Vec3::from)
    }

    fn polytope() -> impl Strategy<Value = Mesh> {
        prop::collection::vec(point(), 4..10).prop_map(|points| hull(&points))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn distances_equal_those_of_brute_force(a in polytope(), b in polytope(), t in point()) {
            let (body_a, body_b) = (body(&a), body(&b));
            let offset = 2.5 * t;
            let posed_a = posed(&body_a, &Pose::IDENTITY);
            let (search, _) = search_cold(&posed_a, &posed(&body_b, &Pose::at(offset)));
            let b = mapped(&b, |p| p + offset);
            let distance = brute_force::distance(&a, &b);
            prop_assert_ne!(search.outcome, GjkOutcome::GaveUp);
            prop_assert!(
                (search.closest.length() - distance).abs() < 1e-9,
                "{} instead of {distance}", search.closest.length()
            );
            let gap = (search.slab.min_b - search.slab.max_a) / search.slab.normal.length();
            if distance > 1e-3 {
                prop_assert!((gap - distance).abs() < 1e-9, "a gap of {gap} at {distance}");
            }
        }
    }

    /// Distances of convex bodies from their faces, edges and vertices.
    mod brute_force {
        use geometry::{Interference, Mesh, Triangle, Vec3, interference, solid};

        pub(super) fn distance(a: &Mesh, b: &Mesh) -> f64 {
            let inside = |outer: &Mesh, inner: &Mesh| {
                let p = inner.triangle(0).a;
                solid::contains(outer.vertices(), outer.triangles(), p)
            };
            if inside(a, b) || inside(b, a) {
                return 0.0;
            }
            let faces = |mesh: &Mesh| {
                (0..mesh.face_count())
                    .map(|i| mesh.triangle(i))
                    .collect::<Vec<_>>()
            };
            let (faces_a, faces_b) = (faces(a), faces(b));
            let pairs = faces_a
                .iter()
                .flat_map(|s| faces_b.iter().map(move |t| triangles(s, t)));
            pairs.fold(f64::INFINITY, f64::min)
        }

        fn triangles(s: &Triangle, t: &Triangle) -> f64 {
            if interference(s, t) != Interference::Apart {
                return 0.0;
            }
            let corners = s.corners().map(|p| point_triangle(p, t)).into_iter();
            let corners = corners.chain(t.corners().map(|p| point_triangle(p, s)));
            let edges = |t: &Triangle| [(t.a, t.b), (t.b, t.c), (t.c, t.a)];
            let crossed = edges(s)
                .into_iter()
                .flat_map(|e| edges(t).map(|f| segments(e, f)));
            corners.chain(crossed).fold(f64::INFINITY, f64::min)
        }

        fn point_triangle(p: Vec3, t: &Triangle) -> f64 {
            let normal = t.area_vector().normalize();
            let foot = p - normal * normal.dot(p - t.a);
            let left_of = |a: Vec3, b: Vec3| normal.dot((b - a).cross(foot - a)) >= 0.0;
            if left_of(t.a, t.b) && left_of(t.b, t.c) && left_of(t.c, t.a) {
                return p.distance(foot);
            }
            let edges = [(t.a, t.b), (t.b, t.c), (t.c, t.a)];
            edges
                .map(|e| point_segment(p, e))
                .into_iter()
                .fold(f64::INFINITY, f64::min)
        }

        fn point_segment(p: Vec3, (a, b): (Vec3, Vec3)) -> f64 {
            let t = (p - a).dot(b - a) / (b - a).length_squared();
            p.distance(a + (b - a) * t.clamp(0.0, 1.0))
        }

        fn segments((a, b): (Vec3, Vec3), (c, d): (Vec3, Vec3)) -> f64 {
            let ends = [
                point_segment(a, (c, d)),
                point_segment(b, (c, d)),
                point_segment(c, (a, b)),
                point_segment(d, (a, b)),
            ];
            let nearest_end = ends.into_iter().fold(f64::INFINITY, f64::min);
            // The common perpendicular counts when it meets both segments between their ends.
            let (u, v, w) = (b - a, d - c, c - a);
            let normal = u.cross(v);
            let area = normal.length_squared();
            let (s, t) = (w.cross(v).dot(normal) / area, w.cross(u).dot(normal) / area);
            let meets_both = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
            if meets_both {
                nearest_end.min(w.dot(normal).abs() / area.sqrt())
            } else {
                nearest_end
            }
        }
    }
}
