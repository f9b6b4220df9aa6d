use super::*;
use geometry::{Sign, power_of_two, predicates::insphere};
use rand::RngExt;
use scenes::random::SceneRng;

fn cube(count: usize, seed: u64) -> Vec<Vec3> {
    let mut random = SceneRng::new(seed);
    let mut next = || random.random_range(-1.0..1.0);
    (0..count)
        .map(|_| Vec3::new(next(), next(), next()))
        .collect()
}

fn sphere(count: usize) -> Vec<Vec3> {
    cube(count, 5).iter().map(|p| p.normalize()).collect()
}

fn lat_long(slices: usize, stacks: usize) -> Vec<Vec3> {
    let turn = std::f64::consts::TAU;
    let ring = |i: usize| {
        let polar = turn / 2.0 * i as f64 / stacks as f64;
        let at = move |j: usize| {
            let (s, c) = (turn * j as f64 / slices as f64).sin_cos();
            Vec3::new(polar.sin() * c, polar.sin() * s, polar.cos())
        };
        (0..slices).map(at)
    };
    (0..=stacks).flat_map(ring).collect()
}

/// The lattice points on the surface of a box of `n` cells a side.
fn box_lattice(n: i32) -> Vec<Vec3> {
    let mut points = Vec::new();
    for (x, y) in (0..=n).flat_map(|x| (0..=n).map(move |y| (x, y))) {
        let inner = x % n != 0 && y % n != 0;
        let step = if inner { n as usize } else { 1 };
        for z in (0..=n).step_by(step) {
            points.push(Vec3::new(f64::from(x), f64::from(y), f64::from(z)));
        }
    }
    points
}

fn box_random(count: usize) -> Vec<Vec3> {
    let onto_face = |(i, p): (usize, &Vec3)| {
        let mut p = *p;
        p[i % 3] = if i % 2 == 0 { 1.0 } else { -1.0 };
        p
    };
    cube(count, 9).iter().enumerate().map(onto_face).collect()
}

fn sheets(n: i32) -> Vec<Vec3> {
    let cells = (0..n * n).map(|i| (f64::from(i % n), f64::from(i / n)));
    let pair = |(x, y)| [0.0, 0.05].map(|z| Vec3::new(x, y, z));
    cells.flat_map(pair).collect()
}

fn checked(points: &[Vec3]) -> Delaunay {
    let delaunay = Delaunay::new(points).unwrap();
    assert_eq!(delaunay.check(points), Ok(()));
    delaunay
}

/// Exact for lattice points.
fn six_volumes(delaunay: &Delaunay, points: &[Vec3]) -> f64 {
    let of = |tet: &[u32; 4]| {
        let [a, b, c, d] = tet.map(|v| points[v as usize]);
        (b - a).cross(c - a).dot(d - a)
    };
    delaunay.tets.iter().map(of).sum()
}

#[test]
fn points_of_every_kind_have_their_tetrahedra() {
    for points in [
        cube(2000, 1),
        sphere(2000),
        lat_long(48, 24),
        box_lattice(14),
        box_random(2000),
        sheets(24),
    ] {
        checked(&points);
    }
}

#[test]
fn no_circumsphere_contains_a_point() {
    for points in [cube(150, 2), sphere(150), box_lattice(4)] {
        for tet in &checked(&points).tets {
            let [a, b, c, d] = tet.map(|v| points[v as usize]);
            for p in &points {
                assert_ne!(insphere(a, b, c, d, *p), Sign::Positive);
            }
        }
    }
}

#[test]
fn a_lattice_fills_its_box() {
    let points: Vec<Vec3> = (0..8 * 8 * 8)
        .map(|i| Vec3::new(f64::from(i % 8), f64::from(i / 8 % 8), f64::from(i / 64)))
        .collect();
    let delaunay = checked(&points);
    assert_eq!(six_volumes(&delaunay, &points), 6.0 * 343.0);
    // A cube is cut into five tetrahedra or six.
    assert!((5 * 343..=6 * 343).contains(&delaunay.tets.len()));
}

#[test]
fn the_order_of_points_does_not_matter() {
    for points in [cube(300, 3), box_lattice(6), lat_long(16, 8)] {
        let turned: Vec<Vec3> = points.iter().rev().copied().collect();
        let places = |points: &[Vec3]| {
            let delaunay = checked(points);
            let place = |tet: &[u32; 4]| {
                let mut corners = tet.map(|v| points[v as usize].to_array());
                corners.sort_by(|p, q| p.partial_cmp(q).unwrap());
                corners
            };
            let mut all: Vec<_> = delaunay.tets.iter().map(place).collect();
            all.sort_by(|p, q| p.partial_cmp(q).unwrap());
            all
        };
        assert_eq!(places(&points), places(&turned));
        assert_eq!(Delaunay::new(&points), Delaunay::new(&points));
    }
}

#[test]
fn very_small_and_very_large_points_are_like_others() {
    for points in [cube(200, 4), box_lattice(5)] {
        let tets = checked(&points).tets;
        for exponent in [-900, -200, -60, 90] {
            let scaled: Vec<Vec3> = points.iter().map(|p| *p * power_of_two(exponent)).collect();
            assert_eq!(checked(&scaled).tets, tets, "2^{exponent}");
        }
    }
    let far: Vec<Vec3> = cube(300, 6).iter().map(|p| *p + 1e12).collect();
    checked(&far);
}

#[test]
fn equal_points_are_one() {
    let mut points = cube(100, 7);
    points.extend(cube(100, 7));
    points.push(Vec3::ZERO);
    points.push(-Vec3::ZERO);
    let delaunay = checked(&points);
    assert_eq!(delaunay.first[150], 50);
    assert_eq!(delaunay.first[201], 200);
}

#[test]
fn points_in_a_plane_and_few_points_have_none() {
    let plane: Vec<Vec3> = sheets(9).into_iter().filter(|p| p.z == 0.0).collect();
    for points in [&plane[..], &plane[..2], &[Vec3::ONE; 9], &[]] {
        assert_eq!(Delaunay::new(points), Err(DelaunayError::Flat));
    }
    let mut raised = plane;
    raised.push(Vec3::new(4.0, 4.0, f64::MIN_POSITIVE));
    checked(&raised);
    let four = [Vec3::ZERO, Vec3::Y, Vec3::X, Vec3::Z];
    assert_eq!(checked(&four).tets.len(), 1);
}

#[test]
fn bad_coordinates_are_named() {
    let mut points = cube(9, 8);
    points[4].y = f64::NAN;
    let error = Delaunay::new(&points).unwrap_err();
    assert!(matches!(
        error,
        DelaunayError::BadCoordinate { point: 4, .. }
    ));
}

#[test]
fn the_check_detects_faults() {
    let points = cube(60, 10);
    let good = checked(&points);
    let seen = |spoil: &dyn Fn(&mut Delaunay)| {
        let mut bad = good.clone();
        spoil(&mut bad);
        bad.check(&points).is_err()
    };
    assert!(seen(&|d| d.tets[3].swap(0, 1)));
    assert!(seen(&|d| d.neighbors[3].swap(0, 1)));
    assert!(seen(&|d| d.first[5] = 6));
    assert!(seen(&|d| {
        let tet = d.tets.len() - 1;
        d.tets.pop();
        d.neighbors.pop();
        for n in d.neighbors.as_flattened_mut() {
            if *n as usize == tet {
                *n = NONE;
            }
        }
    }));
    let mut moved = points.clone();
    moved[good.tets[0][0] as usize] *= 0.5;
    assert!(good.check(&moved).is_err());
}
