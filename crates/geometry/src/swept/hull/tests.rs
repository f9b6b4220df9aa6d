use super::*;
use proptest::prelude::*;

fn hull(points: [[i32; 3]; 6]) -> Hull {
    Hull::new(points.map(|p| Vec3::from_array(p.map(f64::from))), &mut 0)
}

#[test]
fn a_prism_has_eight_facets_and_flat_hulls_cover_their_polygon() {
    let prism = hull([
        [0, 0, 0],
        [2, 0, 0],
        [0, 2, 0],
        [0, 0, 3],
        [2, 0, 3],
        [0, 2, 3],
    ]);
    // Two ends, and four triples for each of three sides.
    assert!(prism.is_solid());
    assert_eq!(prism.facets().count(), 2 + 3 * 4);
    let center = Vec3::new(0.5, 0.5, 1.5);
    for facet in prism.facets() {
        assert_eq!(Plane::of(&facet).side(center, &mut 0), Sign::Negative);
    }
    let octahedron = hull([
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
    ]);
    assert_eq!(octahedron.facets().count(), 8);
    assert_eq!(octahedron.edges().count_ones(), 12);
    // Motion in the own plane.
    let slide = hull([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [5, 0, 0],
        [6, 0, 0],
        [5, 1, 0],
    ]);
    assert!(!slide.is_solid() && slide.has_area);
    // No motion; a segment; a point.
    let still = hull([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
    ]);
    assert_eq!((still.points().len(), still.facets().count()), (3, 1));
    let line = hull([
        [1, 1, 1],
        [0, 0, 0],
        [2, 2, 2],
        [3, 3, 3],
        [0, 0, 0],
        [1, 1, 1],
    ]);
    assert!(!line.has_area);
    let ends = Triangle::new(Vec3::ZERO, Vec3::splat(3.0), Vec3::splat(3.0));
    assert_eq!(line.facets().collect::<Vec<_>>(), [ends]);
    assert_eq!(hull([[7; 3]; 6]).points().len(), 1);
}

#[test]
fn one_hull_inside_the_other_meets_although_no_edge_meets_a_facet() {
    let outer = [
        [-9, -9, -9],
        [30, -9, -9],
        [-9, 30, -9],
        [-9, -9, 30],
        [-8, -8, 29],
        [-9, -9, 1],
    ];
    let inner = [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [1, 0, 1],
        [0, 1, 1],
    ];
    let (outer, inner) = (hull(outer), hull(inner));
    assert!(!outer.an_edge_meets_facet(&inner, &mut 0, &mut 0));
    assert!(!inner.an_edge_meets_facet(&outer, &mut 0, &mut 0));
    assert!(outer.meets(&inner, &mut 0) && inner.meets(&outer, &mut 0));
    // A flat hull and a point inside, too.
    let flat = hull([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
        [1, 1, 0],
        [1, 1, 0],
    ]);
    assert!(outer.meets(&flat, &mut 0) && flat.meets(&outer, &mut 0));
    assert!(outer.meets(&hull([[1, 1, 1]; 6]), &mut 0));
}

type Lattice = [[i32; 3]; 6];

/// Six points, often in one plane, on a line or equal, as those of faces at rest are.
fn six_points() -> impl Strategy<Value = Lattice> {
    let point = || [-2..3i32, -2..3i32, -1..2i32];
    let any = prop::array::uniform6(point());
    let triangle = || [point(), point(), point()];
    prop_oneof![
        4 => any,
        1 => triangle().prop_map(|[a, b, c]| [a, b, c, a, b, c]),
        2 => (triangle(), point()).prop_map(|([a, b, c], d)| {
            let moved = |p: [i32; 3]| [p[0] + d[0], p[1] + d[1], p[2] + d[2]];
            [a, b, c, moved(a), moved(b), moved(c)]
        }),
    ]
}

fn minus(p: [i32; 3], q: [i32; 3]) -> [i64; 3] {
    [0, 1, 2].map(|k| i64::from(p[k] - q[k]))
}

fn cross(u: [i64; 3], v: [i64; 3]) -> [i64; 3] {
    [0, 1, 2].map(|k| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3])
}

fn dot(u: [i64; 3], v: [i64; 3]) -> i64 {
    (0..3).map(|k| u[k] * v[k]).sum()
}

/// Returns true if two hulls meet, by another way: they are apart exactly if a plane through
/// the origin has all differences of their points strictly on one side. If there is one, there
/// is one whose normal is a difference, a cross product of two differences, or the rejection of
/// one difference from another: turn the plane until it touches.
fn meet_by_normals(a: &Lattice, b: &Lattice) -> bool {
    let mut differences: Vec<_> = a.iter().flat_map(|p| b.map(|q| minus(*p, q))).collect();
    differences.sort_unstable();
    differences.dedup();
    // Directions between differences: the sides of the hull of all differences.
    let mut sides: Vec<[i64; 3]> = Vec::new();
    for p in &differences {
        sides.extend(differences.iter().map(|q| [0, 1, 2].map(|k| p[k] - q[k])));
    }
    sides.sort_unstable();
    sides.dedup();
    let separates = |n: [i64; 3]| {
        differences.iter().all(|d| dot(n, *d) > 0) || differences.iter().all(|d| dot(n, *d) < 0)
    };
    // The point of the hull nearest to the origin lies on a corner, a side or a facet.
    let apart = differences.iter().any(|d| separates(*d))
        || differences
            .iter()
            .any(|d| sides.iter().any(|s| separates(cross(cross(*s, *d), *s))))
        || sides
            .iter()
            .any(|s| sides.iter().any(|t| separates(cross(*s, *t))));
    !apart
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn hulls_meet_exactly_if_no_plane_separates_them(
        a in six_points(), b in six_points(), by in [-4..5i32, -3..4i32, -3..4i32]
    ) {
        let b = b.map(|p| [0, 1, 2].map(|k| p[k] + by[k]));
        let expected = meet_by_normals(&a, &b);
        let (x, y) = (hull(a), hull(b));
        prop_assert_eq!(x.meets(&y, &mut 0), expected);
        prop_assert_eq!(y.meets(&x, &mut 0), expected);
        let swept = |h: &Lattice| {
            let [a, b, c, d, e, f] = h.map(|p| Vec3::from_array(p.map(f64::from)));
            crate::SweptTriangle::new(Triangle::new(a, b, c), Triangle::new(d, e, f))
        };
        let (s, t) = (swept(&a), swept(&b));
        prop_assert_eq!(s.meets(&t, &mut 0), expected);
        prop_assert!(!expected || s.comes_within(&t, 0.0));
    }
}
