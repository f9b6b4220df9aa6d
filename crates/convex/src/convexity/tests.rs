use super::*;
use crate::testing::{cube, hull, mapped};
use geometry::power_of_two;
use std::f64::consts::PI;

fn mesh(vertices: &[(f64, f64, f64)], triangles: &[[u32; 3]]) -> Mesh {
    let vertices = vertices
        .iter()
        .map(|&(x, y, z)| Vec3::new(x, y, z))
        .collect();
    Mesh::new(vertices, triangles.to_vec()).unwrap()
}

fn both(a: &Mesh, b: &Mesh) -> Mesh {
    let shift = a.vertices().len() as u32;
    let vertices = [a.vertices(), b.vertices()].concat();
    let shifted = b.triangles().iter().map(|t| t.map(|v| v + shift));
    Mesh::new(
        vertices,
        a.triangles().iter().copied().chain(shifted).collect(),
    )
    .unwrap()
}

fn turned(mesh: &Mesh) -> Mesh {
    let triangles = mesh
        .triangles()
        .iter()
        .map(|&[a, b, c]| [a, c, b])
        .collect();
    Mesh::new(mesh.vertices().to_vec(), triangles).unwrap()
}

/// Returns two cones over a closed polygon.
fn bipyramid(waist: &[Vec3]) -> Mesh {
    let count = waist.len() as u32;
    let side = |i| [[i, (i + 1) % count, count], [(i + 1) % count, i, count + 1]];
    let vertices = [waist, &[Vec3::Z, Vec3::NEG_Z]].concat();
    Mesh::new(vertices, (0..count).flat_map(side).collect()).unwrap()
}

fn star(count: u32, turns: u32) -> Vec<Vec3> {
    let angle = |i: u32| f64::from(i * turns) / f64::from(count) * 2.0 * PI;
    (0..count)
        .map(|i| Vec3::new(angle(i).cos(), angle(i).sin(), 0.0))
        .collect()
}

#[test]
fn a_cube_has_the_expected_radii_and_dent() {
    let body = check(&mapped(&cube(2.0), |p| p + Vec3::X)).unwrap();
    assert!((body.inner_radius - 2.0).abs() < 1e-12);
    assert!((body.diameter - 48f64.sqrt()).abs() < 1e-12);
    assert!((body.radius - 17f64.sqrt()).abs() < 1e-12);
    assert!(body.dent > 0.0 && body.dent < 1e-13, "{}", body.dent);
    assert_eq!((body.vertices.len(), body.triangles.len()), (8, 12));
}

#[test]
fn measures_scale_with_the_body() {
    let body = check(&cube(1.0)).unwrap();
    for exponent in [-900, -300, 90] {
        let scale = power_of_two(exponent);
        let scaled = check(&cube(scale)).unwrap();
        assert_eq!(scaled.inner_radius, body.inner_radius * scale);
        assert_eq!(scaled.dent, body.dent * scale);
    }
}

#[test]
fn inside_out_is_the_same_body() {
    let points = [(0, 0, 0), (4, 1, 0), (1, 5, 0), (1, 1, 6), (3, 3, 3)];
    let mesh = hull(&points.map(|(x, y, z)| Vec3::new(x.into(), y.into(), z.into())));
    let (body, inverse) = (check(&mesh).unwrap(), check(&turned(&mesh)).unwrap());
    assert!((inverse.inner_radius - body.inner_radius).abs() < 1e-12 * body.diameter);
    assert!(body.inner_radius > 0.5);
}

#[test]
fn vertices_are_welded_and_unused_ones_left_out() {
    let cube = cube(1.0);
    let soup: Vec<Vec3> = (0..12).flat_map(|f| cube.triangle(f).corners()).collect();
    let far = [soup.as_slice(), &[Vec3::splat(9.0)]].concat();
    let triangles = (0..12).map(|f| [3 * f, 3 * f + 1, 3 * f + 2]).collect();
    let body = check(&Mesh::new(far, triangles).unwrap()).unwrap();
    assert_eq!(body.vertices.len(), 8);
    assert!(body.radius < 2.0);
}

#[test]
fn an_open_surface_is_rejected_with_an_edge() {
    let cube = cube(1.0);
    let lid_off = Mesh::new(cube.vertices().to_vec(), cube.triangles()[1..].to_vec()).unwrap();
    let Err(NotAPolytope::NotClosed([a, b])) = check(&lid_off) else {
        panic!("the surface is open")
    };
    assert!(cube.triangles()[0].contains(&a) && cube.triangles()[0].contains(&b));
}

#[test]
fn a_dent_is_rejected_with_the_edge_that_bends_inward() {
    // A tetrahedron whose fourth face is pushed in to a point.
    let corners = [
        (0.0, 0.0, 0.0),
        (8.0, 0.0, 0.0),
        (0.0, 8.0, 0.0),
        (0.0, 0.0, 8.0),
    ];
    let pushed = |depth: f64| {
        let tip = (8.0 - depth) / 3.0;
        let vertices = [corners.as_slice(), &[(tip, tip, tip)]].concat();
        mesh(
            &vertices,
            &[
                [0, 2, 1],
                [0, 1, 3],
                [0, 3, 2],
                [1, 2, 4],
                [2, 3, 4],
                [3, 1, 4],
            ],
        )
    };
    let Err(NotAPolytope::NotConvex(edge)) = check(&pushed(1.0)) else {
        panic!("there is a dent")
    };
    assert_eq!(
        edge[1], 4,
        "the edges that bend inward end at the pushed vertex"
    );
    assert!(check(&pushed(1e-4)).is_err());
    // Within the tolerance, and measured.
    let body = check(&pushed(1e-6)).unwrap();
    assert!(body.dent > 1e-7 && body.dent < 1e-5, "{}", body.dent);
    assert!(check(&pushed(0.0)).unwrap().dent < 1e-12);
    assert!(check(&pushed(-1e-3)).unwrap().dent < 1e-10);
}

#[test]
fn separate_nested_and_coincident_parts_are_rejected() {
    let small = cube(1.0);
    let apart = both(&small, &mapped(&small, |p| p + 3.0 * Vec3::X));
    let nested = both(&small, &cube(2.0));
    for mesh in [apart, nested] {
        assert!(matches!(check(&mesh), Err(NotAPolytope::NotConvex(_))));
    }
    // Every vertex is behind every face, but the surface is there twice.
    let corners = [
        (0.0, 0.0, 0.0),
        (2.0, 0.0, 0.0),
        (0.0, 2.0, 0.0),
        (0.0, 0.0, 2.0),
    ];
    let midpoints = [
        (1.0, 0.0, 0.0),
        (0.0, 1.0, 0.0),
        (0.0, 0.0, 1.0),
        (1.0, 1.0, 0.0),
        (1.0, 0.0, 1.0),
        (0.0, 1.0, 1.0),
    ];
    let whole = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let quartered = [
        [0, 5, 4],
        [5, 2, 7],
        [4, 7, 1],
        [4, 5, 7],
        [0, 4, 6],
        [4, 1, 8],
        [6, 8, 3],
        [4, 8, 6],
        [0, 6, 5],
        [6, 3, 9],
        [5, 9, 2],
        [5, 6, 9],
        [1, 7, 8],
        [7, 2, 9],
        [8, 9, 3],
        [7, 9, 8],
    ];
    let vertices = [corners.as_slice(), &midpoints].concat();
    assert!(check(&mesh(&vertices, &quartered)).is_ok());
    let twice = [whole.as_slice(), &quartered].concat();
    assert!(matches!(
        check(&mesh(&vertices, &twice)),
        Err(NotAPolytope::NotConvex(_))
    ));
}

#[test]
fn a_surface_that_winds_twice_is_rejected_though_no_edge_bends_inward() {
    assert!(check(&bipyramid(&star(5, 1))).is_ok());
    let twice = bipyramid(&star(5, 2));
    let topology = Topology::of(&twice);
    assert!(topology.closed && topology.part_count() == 1);
    assert!(matches!(check(&twice), Err(NotAPolytope::NotConvex(_))));
}

#[test]
fn a_ring_is_rejected() {
    let angle = |i: u32, n: u32| 2.0 * PI * f64::from(i) / f64::from(n);
    let point = |i: u32| {
        let (around, across) = (angle(i / 4, 6), angle(i % 4, 4));
        let out = 3.0 + across.cos();
        Vec3::new(out * around.cos(), out * around.sin(), across.sin())
    };
    let quad = |i: u32| {
        let at = |di: u32, dj: u32| (i / 4 + di) % 6 * 4 + (i % 4 + dj) % 4;
        [
            [at(0, 0), at(1, 0), at(1, 1)],
            [at(0, 0), at(1, 1), at(0, 1)],
        ]
    };
    let ring = Mesh::new(
        (0..24).map(point).collect(),
        (0..24).flat_map(quad).collect(),
    );
    assert!(matches!(
        check(&ring.unwrap()),
        Err(NotAPolytope::NotConvex(_))
    ));
}

#[test]
fn a_body_without_volume_is_accepted_with_inner_radius_zero() {
    let two_sided = mesh(
        &[(0.0, 0.0, 1.0), (1.0, 0.0, 1.0), (0.0, 1.0, 1.0)],
        &[[0, 1, 2], [0, 2, 1]],
    );
    let body = check(&two_sided).unwrap();
    assert!(body.inner_radius <= 0.0);
}

#[test]
fn the_tree_finds_the_highest_vertex() {
    let points: Vec<Vec3> = (0..500u32)
        .map(|i| {
            Vec3::new(
                f64::from(i * 37 % 101),
                f64::from(i * 53 % 97),
                f64::from(i * 71 % 89),
            ) / 128.0
        })
        .collect();
    let tree = VertexTree::of(&points);
    for corners in [[0, 1, 2], [3, 77, 200], [400, 250, 9]] {
        let plane = FacePlane::of(corners, &points).unwrap();
        let highest = points
            .iter()
            .map(|p| plane.height(*p))
            .fold(f64::MIN, f64::max);
        assert_eq!(tree.highest(&plane), highest.max(0.0));
    }
}
