use super::*;
use geometry::Mesh;
use scenes::bodies;

/// A cube from -0.5 to 0.5, faces outward; without its upper side if open.
fn cube(open: bool) -> NormalizedMesh {
    let cube = bodies::cube(1.0);
    let upper = |t: &[u32; 3]| t.iter().all(|v| cube.vertices()[*v as usize].z == 0.5);
    let mut triangles = cube.triangles().to_vec();
    triangles.retain(|t| !(open && upper(t)));
    NormalizedMesh::new(&Mesh::new(cube.vertices().to_vec(), triangles).unwrap())
}

const FINE: Effort = Effort {
    tolerance: 5e-3,
    pieces: 4_000,
};

fn near(found: Enclosure, right: f64, radius: f64) {
    assert!(
        found.lower <= right + 1e-12 && right <= found.upper,
        "{found:?} {right}"
    );
    assert!(found.upper - found.lower <= 2e-2 * radius, "{found:?}");
}

#[test]
fn a_ball_about_a_cube_reaches_beyond_its_sides() {
    let surface = cube(false);
    // Scaled by handy powers of two: coordinates of 0.5 stay.
    assert_eq!(surface.scale(), 1.0);
    let r = 0.75f64.sqrt();
    let ball = Ball::new(Vec3::ZERO, r);
    for over in [Over::Ball, Over::Sphere] {
        near(
            inaccuracy(&surface, &ball, over, Target::Solid, FINE),
            r - 0.5,
            r,
        );
    }
    near(
        inaccuracy(&surface, &ball, Over::Sphere, Target::Surface, FINE),
        r - 0.5,
        r,
    );
    // The center of the cube is farther from the faces than any point of the sphere.
    near(
        inaccuracy(&surface, &ball, Over::Ball, Target::Surface, FINE),
        0.5,
        r,
    );
}

#[test]
fn a_ball_inside_reaches_nowhere() {
    let ball = Ball::new(Vec3::new(0.1, 0.0, 0.0), 0.3);
    let closed = cube(false);
    let inside = inaccuracy(&closed, &ball, Over::Ball, Target::Solid, FINE);
    assert_eq!((inside.lower, inside.upper), (0.0, 0.0));
    assert!((inner_radius(&closed, ball.center) - 0.4).abs() < 1e-12);
    assert!(inner_radius(&closed, Vec3::X) < 0.0);
    // Without its upper side the cube has no inside: the nearest face counts.
    let open = cube(true);
    near(
        inaccuracy(&open, &ball, Over::Ball, Target::Solid, FINE),
        0.5,
        0.3,
    );
    assert!(inner_radius(&open, ball.center) < 0.0);
}

/// A fixed sequence of numbers in `[-1, 1)`.
fn numbers(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// Two cubes, one of which sticks in the other: faces inside of the solid.
fn cubes_in_one_another() -> NormalizedMesh {
    let cube = bodies::cube(1.0);
    let moved = cube
        .vertices()
        .iter()
        .map(|v| *v + Vec3::new(0.6, 0.3, 0.2));
    let vertices = cube.vertices().iter().copied().chain(moved).collect();
    let second = cube.triangles().iter().map(|t| t.map(|v| v + 8));
    let triangles = cube.triangles().iter().copied().chain(second).collect();
    NormalizedMesh::new(&Mesh::new(vertices, triangles).unwrap())
}

/// The paper's lamp without some faces: not closed.
fn torn_lamp() -> NormalizedMesh {
    let lamp = bodies::lamp();
    let kept = lamp.triangles().iter().enumerate();
    let kept = kept.filter(|(i, _)| i % 50 != 7).map(|(_, t)| *t);
    NormalizedMesh::new(&Mesh::new(lamp.vertices().to_vec(), kept.collect()).unwrap())
}

const EVERY: [(Over, Target); 4] = [
    (Over::Ball, Target::Solid),
    (Over::Ball, Target::Surface),
    (Over::Sphere, Target::Solid),
    (Over::Sphere, Target::Surface),
];

/// The greatest distance from some points of a ball, found without any bound.
fn seen(
    surface: &NormalizedMesh,
    ball: &Ball,
    over: Over,
    target: Target,
    next: &mut impl FnMut() -> f64,
) -> f64 {
    let mut most = 0.0f64;
    for i in 0..150 {
        let direction = Vec3::new(next(), next(), next()).normalize_or(Vec3::X);
        let inner = over == Over::Ball && i % 3 > 0;
        let depth = if inner { next().abs() } else { 1.0 };
        let p = ball.center + direction * (ball.radius * depth);
        let inside = target == Target::Solid && surface.contains(p);
        if !inside {
            most = most.max(surface.tree().nearest(p).distance);
        }
    }
    most
}

/// On closed and open surfaces, with much effort and little: no point is farther than the upper
/// end, enclosures of the same number overlap, and effort narrows them.
#[test]
fn enclosures_hold_on_any_body_with_any_effort() {
    const LITTLE: Effort = Effort {
        tolerance: 0.05,
        pieces: 5,
    };
    let lamp = NormalizedMesh::new(&bodies::lamp());
    let every = [
        cube(false),
        cube(true),
        cubes_in_one_another(),
        torn_lamp(),
        lamp,
    ];
    for (surface, seed) in every.iter().zip(1..) {
        let mut next = numbers(seed);
        let (mut balls, mut capped) = (0, 0);
        for _ in 0..40 {
            let center = Vec3::new(next(), next(), next()) * 0.8;
            let ball = Ball::new(center, 0.4 * next().abs().powi(2));
            for (over, target) in EVERY {
                let [little, quick, fine] = [LITTLE, Effort::BUILD, FINE]
                    .map(|effort| inaccuracy(surface, &ball, over, target, effort));
                let farthest = seen(surface, &ball, over, target, &mut next);
                for found in [little, quick, fine] {
                    assert!(
                        farthest <= found.upper + 1e-12,
                        "{ball:?} {farthest} {found:?}"
                    );
                    assert!(found.lower <= fine.upper, "{ball:?} {found:?} {fine:?}");
                    assert!(fine.lower <= found.upper, "{ball:?} {found:?} {fine:?}");
                }
                let width = |found: Enclosure| found.upper - found.lower;
                assert!(
                    width(fine) <= 2e-2 * ball.radius + 1e-12,
                    "{ball:?} {fine:?}"
                );
                assert!(width(little) <= ball.radius + 1e-12, "{ball:?} {little:?}");
                balls += 1;
                capped += usize::from(width(quick) > 0.051 * ball.radius + 1e-12);
            }
        }
        assert!(20 * capped <= balls, "{capped} of {balls} stopped early");
    }
}

/// Two blocks with a narrow gap between them, about z = 0.
fn gap() -> NormalizedMesh {
    let block = bodies::block(Vec3::new(1.9, 1.9, 0.9));
    let at = |z: f64| block.vertices().iter().map(move |v| *v + Vec3::Z * z);
    let vertices = at(-0.46).chain(at(0.46)).collect();
    let second = block.triangles().iter().map(|t| t.map(|v| v + 8));
    let triangles = block.triangles().iter().copied().chain(second).collect();
    NormalizedMesh::new(&Mesh::new(vertices, triangles).unwrap())
}

/// A point that is farther than what is settled lies in an open piece that knows it.
#[test]
fn no_point_is_lost_on_the_way() {
    const ALL: Effort = Effort {
        tolerance: 0.0,
        pieces: 0,
    };
    let every = [gap(), cubes_in_one_another(), torn_lamp()];
    for (surface, seed) in every.iter().zip(5..) {
        let mut next = numbers(seed);
        let mut open = 0;
        for _ in 0..16 {
            let center = Vec3::new(next(), next(), next()) * 0.4;
            let ball = Ball::new(center, 0.1 + 0.3 * next().abs());
            for (over, target) in EVERY {
                let points = far_points(surface, &ball, (over, target), &mut next);
                let mut search = InaccuracySearch::new(surface, &ball, over, target, ALL);
                for _ in 0..60 {
                    let known = search.lower.max(search.settled) + 1e-12;
                    for (p, distance) in points.iter().filter(|(_, distance)| *distance > known) {
                        let holds = |open: &&OpenPiece| piece::tests::holds(&open.piece, &ball, *p);
                        let most = search.queue.iter().filter(holds).map(|open| open.upper);
                        assert!(most.fold(0.0, f64::max) >= *distance, "{ball:?} {p}");
                        open += 1;
                    }
                    search.narrow();
                }
            }
        }
        assert!(open > 500, "{open}");
    }
}

/// Points of a ball with their distances; every other one about z = 0, if the ball reaches there.
fn far_points(
    surface: &NormalizedMesh,
    ball: &Ball,
    (over, target): (Over, Target),
    next: &mut impl FnMut() -> f64,
) -> Vec<(Vec3, f64)> {
    let mut points = Vec::new();
    for i in 0..100 {
        let mut way = Vec3::new(next(), next(), next()).normalize_or(Vec3::X);
        let height = -ball.center.z / ball.radius;
        if i % 2 == 0 && height.abs() < 1.0 {
            let flat = Vec3::new(way.x, way.y, 0.0).normalize_or(Vec3::X);
            way = flat * (1.0 - height * height).sqrt() + Vec3::Z * height;
        } else if over == Over::Ball {
            way *= next().abs();
        }
        let p = ball.center + way * ball.radius;
        if target == Target::Surface || !surface.contains(p) {
            points.push((p, surface.tree().nearest(p).distance));
        }
    }
    points
}

#[test]
fn a_ball_without_radius_has_the_distance_of_its_center() {
    let surface = cube(false);
    for (center, solid) in [(Vec3::X, 0.5), (Vec3::X * 0.25, 0.0)] {
        let ball = Ball::new(center, 0.0);
        for (over, target) in EVERY {
            let right = if target == Target::Solid {
                solid
            } else {
                (center.x - 0.5).abs()
            };
            near(inaccuracy(&surface, &ball, over, target, FINE), right, 1e-9);
        }
    }
}

/// In a cavity the farthest point is neither on the sphere nor its center.
#[test]
fn the_farthest_point_may_lie_within_the_ball() {
    let (outer, inner) = (bodies::cube(2.0), bodies::cube(1.0));
    let vertices = [outer.vertices(), inner.vertices()].concat();
    let inward = inner
        .triangles()
        .iter()
        .map(|[a, b, c]| [*b + 8, *a + 8, *c + 8]);
    let triangles = outer.triangles().iter().copied().chain(inward).collect();
    let surface = NormalizedMesh::new(&Mesh::new(vertices, triangles).unwrap());
    assert!(surface.is_closed());
    let scale = surface.scale();
    let ball = Ball::new(Vec3::new(0.2, 0.1, 0.0) * scale, 0.6 * scale);
    let found = inaccuracy(&surface, &ball, Over::Ball, Target::Solid, FINE);
    near(found, 0.5 * scale, ball.radius);
    let found = inaccuracy(&surface, &ball, Over::Sphere, Target::Solid, FINE);
    assert!(found.upper < 0.3 * scale, "{found:?}");
}

#[test]
fn the_dodecahedron_with_its_correction_is_a_bound_too() {
    let surface = cube(false);
    let ball = Ball::new(Vec3::new(0.2, 0.1, 0.0), 0.7);
    let (at_vertices, correction) = by_dodecahedron(&surface, &ball);
    let fine = inaccuracy(&surface, &ball, Over::Sphere, Target::Surface, FINE);
    assert!(at_vertices <= fine.upper && fine.lower <= at_vertices + correction);
    assert!((correction / 0.7 - 0.64085).abs() < 1e-5);
    // The twenty directions are those of a regular dodecahedron: each is as far from its nearest.
    let unit = cube(false);
    let far = by_dodecahedron(&unit, &Ball::new(Vec3::ZERO, 100.0)).0;
    assert!((far - (100.0 - 0.5)).abs() < 1.0);
}
