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
