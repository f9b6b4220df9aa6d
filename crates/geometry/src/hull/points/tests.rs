//! Hulls against brute force, and the invariants of hulls of any points.

use super::*;
use crate::power_of_two;
use crate::testing::Points;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Checks that `hull` is the hull of `points`, by exact signs.
fn check_hull(hull: &ConvexHull, points: &[Vec3]) {
    let corner = |v: &u32| hull.vertices[*v as usize];
    for (vertex, original) in hull.vertices.iter().zip(&hull.original) {
        assert_eq!(points[*original as usize], *vertex);
    }
    // Numbered by their vertices, from the lowest on.
    let loops: Vec<&[u32]> = (0..hull.facets.len())
        .map(|f| hull.facet_vertices.get(f))
        .collect();
    assert!(loops.iter().all(|l| l.iter().min() == l.first()));
    assert!(loops.is_sorted() && hull.original.is_sorted());
    for facet in &hull.facets {
        let heights = hull.vertices.iter().map(|p| facet.normal.dot(*p));
        assert_eq!(heights.fold(f64::NEG_INFINITY, f64::max), facet.offset);
    }
    // Euler's formula: with closed fans, a sphere.
    let (v, e, f) = (hull.vertices.len(), hull.edges.len(), hull.facets.len());
    assert_eq!(v + f, e + 2);
    for facet in 0..f {
        let corners: Vec<Vec3> = hull.facet_vertices.get(facet).iter().map(corner).collect();
        let [a, b, c] = [corners[0], corners[1], corners[2]];
        for p in points {
            assert_ne!(orient3d(a, b, c, *p), Sign::Positive, "{p} above {facet}");
        }
        assert!(corners.iter().all(|p| orient3d(a, b, c, *p) == Sign::Zero));
        // Seen from the front, every other corner lies left of every edge.
        let behind = points
            .iter()
            .find(|p| orient3d(a, b, c, **p) == Sign::Negative);
        let behind = behind.expect("a hull has volume");
        for (i, p) in corners.iter().enumerate() {
            let next = (i + 1) % corners.len();
            for (j, r) in corners.iter().enumerate() {
                if j != i && j != next {
                    let side = orient3d(*p, corners[next], *behind, *r);
                    assert_eq!(side, Sign::Positive, "facet {facet} is strictly convex");
                }
            }
        }
    }
    for edge in &hull.edges {
        let [left, right] = edge.facets.map(|f| hull.facet_vertices.get(f as usize));
        let [a, b, c] = [corner(&left[0]), corner(&left[1]), corner(&left[2])];
        let apart = right
            .iter()
            .any(|v| orient3d(a, b, c, corner(v)) == Sign::Negative);
        assert!(apart, "adjacent facets are coplanar");
    }
}

/// Returns the hull after checking it.
fn checked(points: &[Vec3]) -> ConvexHull {
    let hull = ConvexHull::of_points(points).unwrap();
    check_hull(&hull, points);
    hull
}

fn counts(hull: &ConvexHull) -> [usize; 3] {
    [hull.vertices.len(), hull.edges.len(), hull.facets.len()]
}

fn key(p: Vec3) -> [i64; 3] {
    // The bits of floating point numbers, ordered as the numbers are. Zeros are equal.
    (p + Vec3::ZERO).to_array().map(|x| {
        let bits = x.to_bits() as i64;
        if bits < 0 { i64::MIN - bits } else { bits }
    })
}

/// Returns the points on each plane that has all points on one side, of every triple: facets.
fn brute_force(points: &[Vec3]) -> BTreeSet<BTreeSet<[i64; 3]>> {
    let mut facets = BTreeSet::new();
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            for c in &points[j + 1..] {
                if (0..3).all(|axis| orient2d(axis, *a, *b, *c) == Sign::Zero) {
                    continue;
                }
                let sides: Vec<Sign> = points.iter().map(|p| orient3d(*a, *b, *c, *p)).collect();
                if sides.contains(&Sign::Positive) && sides.contains(&Sign::Negative) {
                    continue;
                }
                let on = points.iter().zip(&sides).filter(|(_, s)| **s == Sign::Zero);
                facets.insert(on.map(|(p, _)| key(*p)).collect());
            }
        }
    }
    facets
}

/// Returns true if the hull of the others does not contain `p`.
fn is_extreme(points: &[Vec3], p: Vec3) -> bool {
    let others: Vec<Vec3> = points.iter().copied().filter(|q| *q != p).collect();
    let Ok(hull) = ConvexHull::of_points(&others) else {
        return true; // The points span a volume, and the others do not.
    };
    (0..hull.facets.len()).any(|facet| {
        let [a, b, c] = [0, 1, 2].map(|i| hull.facet_vertices.get(facet)[i]);
        let [a, b, c] = [a, b, c].map(|v| hull.vertices[v as usize]);
        orient3d(a, b, c, p) == Sign::Positive
    })
}

/// Compares the hull with brute force, or the error with the dimension of the points.
fn compare(points: &[Vec3]) {
    let facets = brute_force(points);
    let all: BTreeSet<[i64; 3]> = points.iter().map(|p| key(*p)).collect();
    let hull = match ConvexHull::of_points(points) {
        Ok(hull) => hull,
        Err(NoHull::TooFewPoints(count)) => return assert!(count == all.len() && count < 4),
        Err(NoHull::Collinear) => return assert!(facets.is_empty()),
        Err(NoHull::Coplanar) => return assert_eq!(facets.into_iter().collect::<Vec<_>>(), [all]),
        Err(other) => panic!("{other}"),
    };
    check_hull(&hull, points);
    let extreme: BTreeSet<_> = points
        .iter()
        .filter(|p| is_extreme(points, **p))
        .collect_keys();
    assert_eq!(hull.vertices.iter().collect_keys(), extreme);
    let corners = |on: BTreeSet<_>| &on & &extreme;
    let loops = (0..hull.facets.len()).map(|f| hull.facet_vertices.get(f));
    let found: Vec<BTreeSet<_>> = loops
        .map(|l| l.iter().map(|v| &hull.vertices[*v as usize]).collect_keys())
        .collect();
    assert_eq!(found.len(), facets.len(), "each plane once");
    let found: BTreeSet<_> = found.into_iter().collect();
    assert_eq!(found, facets.into_iter().map(corners).collect());
}

trait CollectKeys {
    fn collect_keys(self) -> BTreeSet<[i64; 3]>;
}

impl<'a, I: Iterator<Item = &'a Vec3>> CollectKeys for I {
    fn collect_keys(self) -> BTreeSet<[i64; 3]> {
        self.map(|p| key(*p)).collect()
    }
}

/// Returns all points of a grid of `n³` points.
fn grid(n: u32) -> Vec<Vec3> {
    let axis = |i: u32| (0..n).map(move |k| (i, k));
    let plane = (0..n).flat_map(axis);
    let at = |(i, j): (u32, u32), k: u32| Vec3::new(i.into(), j.into(), k.into());
    plane
        .flat_map(|ij| (0..n).map(move |k| at(ij, k)))
        .collect()
}

#[test]
fn a_grid_is_a_cube() {
    let hull = checked(&grid(7));
    assert_eq!(counts(&hull), [8, 12, 6]);
    assert_eq!(hull.original, [0, 6, 42, 48, 294, 300, 336, 342]);
    assert!(
        hull.facets
            .iter()
            .all(|f| f.normal.abs().max_element() == 1.0)
    );
}

#[test]
fn equal_points_have_the_lowest_index_whatever_the_signs_of_zeros() {
    let mut points = vec![
        Vec3::X,
        Vec3::ZERO,
        -Vec3::ZERO,
        Vec3::X,
        Vec3::Y,
        Vec3::Y,
        Vec3::Z,
    ];
    assert_eq!(checked(&points).original, [0, 1, 4, 6]);
    points.swap(1, 2);
    assert_eq!(checked(&points).original, [0, 1, 4, 6]);
}

#[test]
fn cocircular_points_form_a_drum_and_a_cone() {
    // Pythagorean triples: exactly on one circle, with other points on its chords.
    let triples = [
        (65, 0),
        (63, 16),
        (60, 25),
        (56, 33),
        (52, 39),
        (39, 52),
        (33, 56),
        (25, 60),
        (16, 63),
    ];
    let mut ring: Vec<Vec3> = Vec::new();
    for (x, y) in triples.map(|(x, y)| (f64::from(x), f64::from(y))) {
        ring.extend([(x, y), (-y, x), (-x, -y), (y, -x)].map(|(x, y)| Vec3::new(x, y, 0.0)));
    }
    let n = ring.len();
    let drum: Vec<Vec3> = [0.0, 3.0]
        .iter()
        .flat_map(|z| ring.iter().map(|p| p.with_z(*z)))
        .collect();
    assert_eq!(counts(&checked(&drum)), [2 * n, 3 * n, n + 2]);
    let mut cone = ring.clone();
    cone.push(Vec3::Z * 7.0);
    // Points on the sides of the cone are no vertices.
    cone.extend(ring.iter().map(|p| (*p * 0.5).with_z(3.5)));
    assert_eq!(counts(&checked(&cone)), [n + 1, 2 * n, n + 1]);
}

#[test]
fn each_fault_is_named() {
    let error = |points: &[Vec3]| ConvexHull::of_points(points).unwrap_err();
    assert_eq!(error(&[]), NoHull::TooFewPoints(0));
    assert_eq!(
        error(&[Vec3::X, Vec3::Y, Vec3::ZERO, Vec3::X]),
        NoHull::TooFewPoints(3)
    );
    let line: Vec<Vec3> = (0..9)
        .map(|i| Vec3::new(1.0, 3.0, -7.0) * f64::from(i))
        .collect();
    assert_eq!(error(&line), NoHull::Collinear);
    let flat: Vec<Vec3> = grid(3).iter().map(|p| p.with_z(p.x + 3.0 * p.y)).collect();
    assert_eq!(error(&flat), NoHull::Coplanar);
    let mut points = grid(2);
    points[5].y = f64::NAN;
    assert!(matches!(error(&points), NoHull::BadPoint { point: 5, value } if value.is_nan()));
    points[5].y = MAX_COORDINATE.next_up();
    points[3].z = f64::NEG_INFINITY;
    let expected = NoHull::BadPoint {
        point: 3,
        value: f64::NEG_INFINITY,
    };
    assert_eq!(error(&points), expected);
    assert_eq!(
        check_count(MAX_POINTS + 1),
        Err(NoHull::TooManyPoints(MAX_POINTS + 1))
    );
    assert_eq!(check_count(MAX_POINTS), Ok(()));
}

/// One last bit decides whether a point is a vertex.
#[test]
fn one_ulp_makes_a_vertex() {
    let mut points = vec![
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
        Vec3::ZERO,
        Vec3::new(0.25, 0.25, 0.5),
    ];
    assert_eq!(counts(&checked(&points)), [4, 6, 4]);
    points[4].z = 0.5f64.next_up();
    assert_eq!(counts(&checked(&points)), [5, 9, 6]);
    points[4].z = 0.5f64.next_down();
    assert_eq!(counts(&checked(&points)), [4, 6, 4]);
}

#[test]
fn many_points_on_a_sphere_are_all_vertices() {
    let points = Points::new(7).cloud(40_000);
    let on_sphere: Vec<Vec3> = points
        .iter()
        .map(|p| p.normalize() * 3.0 + Vec3::ONE)
        .collect();
    let hull = ConvexHull::of_points(&on_sphere).unwrap();
    let n = on_sphere.len();
    assert_eq!(counts(&hull), [n, 3 * n - 6, 2 * n - 4]);
    for (facet, plane) in hull.facets.iter().enumerate() {
        let center = hull.vertices[hull.facet_vertices.get(facet)[0] as usize] - Vec3::ONE;
        assert!(plane.normal.dot(center) > 2.0, "outward");
    }
}

fn lattice_point(half: i32) -> impl Strategy<Value = Vec3> {
    let coordinate = || -half..=half;
    (coordinate(), coordinate(), coordinate())
        .prop_map(|(x, y, z)| Vec3::new(x.into(), y.into(), z.into()))
}

/// Moves each coordinate by at most one ulp.
fn nudged(p: Vec3, nudge: u32) -> Vec3 {
    let by = |x: f64, bits: u32| match bits % 4 {
        0 => x.next_up(),
        1 => x.next_down(),
        _ => x,
    };
    Vec3::new(by(p.x, nudge), by(p.y, nudge / 4), by(p.z, nudge / 16))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn hulls_of_lattice_points_equal_those_of_brute_force(
        points in prop::collection::vec(lattice_point(2), 0..14),
    ) {
        compare(&points);
    }

    #[test]
    fn hulls_of_nearly_coplanar_points_equal_those_of_brute_force(
        points in prop::collection::vec((lattice_point(1), 0..64u32), 0..14),
        far in prop::sample::select(vec![0.0, 0.75, 1e9]),
    ) {
        let points: Vec<Vec3> = points.iter().map(|(p, n)| nudged(*p / 3.0 + far, *n)).collect();
        compare(&points);
    }

    #[test]
    fn scale_and_order_change_nothing(
        points in prop::collection::vec(lattice_point(2), 4..40),
        exponent in prop::sample::select(vec![-1074, -1030, -900, -330, 98]),
        shift in 0..40usize,
    ) {
        let Ok(hull) = ConvexHull::of_points(&points) else {
            return Ok(());
        };
        check_hull(&hull, &points);
        let unit = power_of_two(exponent);
        let scaled: Vec<Vec3> = points.iter().map(|p| *p * unit).collect();
        let small = ConvexHull::of_points(&scaled).unwrap();
        check_hull(&small, &scaled);
        prop_assert_eq!(&small.original, &hull.original);
        prop_assert_eq!(&small.facet_vertices, &hull.facet_vertices);
        for (a, b) in small.facets.iter().zip(&hull.facets) {
            prop_assert_eq!(a.normal, b.normal);
        }
        let mut turned = points.clone();
        turned.rotate_left(shift % points.len());
        let turned = ConvexHull::of_points(&turned).unwrap();
        let loops = |hull: &ConvexHull| -> BTreeSet<BTreeSet<[i64; 3]>> {
            let of = |f| hull.facet_vertices.get(f).iter();
            let corners = |f| of(f).map(|v| &hull.vertices[*v as usize]).collect_keys();
            (0..hull.facets.len()).map(corners).collect()
        };
        prop_assert_eq!(loops(&turned), loops(&hull));
    }

    #[test]
    fn hulls_of_rounded_grids_and_spheres_are_hulls(
        points in prop::collection::vec((lattice_point(3), 0..64u32), 20..120),
        round in any::<bool>(),
    ) {
        let place = |(p, n): &(Vec3, u32)| {
            let p = if round { p.normalize_or_zero() } else { *p / 7.0 };
            nudged(p, *n)
        };
        let points: Vec<Vec3> = points.iter().map(place).collect();
        if let Ok(hull) = ConvexHull::of_points(&points) {
            check_hull(&hull, &points);
        }
    }
}
