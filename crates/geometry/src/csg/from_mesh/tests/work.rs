//! Work of a conversion: in proportion to the faces, and limited for all of its parts together.

use super::super::pockets;
use super::bodies::*;
use super::*;
use crate::Vec3;
use std::f64::consts::TAU;

/// Returns a tube of `around` sides along a trefoil knot, in `along` steps.
fn knotted_tube(along: u32, around: u32) -> Mesh {
    let center = |u: f64| {
        let (sin, cos) = (TAU * u).sin_cos();
        let (sin2, cos2) = (2.0 * TAU * u).sin_cos();
        Vec3::new(sin + 2.0 * sin2, cos - 2.0 * cos2, -(3.0 * TAU * u).sin())
    };
    let mut vertices = Vec::new();
    for i in 0..along {
        let u = f64::from(i) / f64::from(along);
        let way = (center(u + 1e-4) - center(u - 1e-4)).normalize();
        let aside = way.cross(Vec3::Z).normalize();
        let up = aside.cross(way);
        for j in 0..around {
            let (sin, cos) = (TAU * f64::from(j) / f64::from(around)).sin_cos();
            vertices.push(center(u) + (aside * cos + up * sin) * 0.4);
        }
    }
    let index = |i: u32, j: u32| (i % along) * around + j % around;
    let mut triangles = Vec::new();
    for i in 0..along {
        for j in 0..around {
            let [a, b] = [index(i, j), index(i, j + 1)];
            let [c, d] = [index(i + 1, j + 1), index(i + 1, j)];
            triangles.extend([[a, c, b], [a, d, c]]);
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// Returns the work of a conversion.
fn work(mesh: &Mesh, route: Route) -> ConversionWork {
    let mut last = ConversionWork::default();
    let mut watch = |work: ConversionWork| {
        assert!(work.side_tests >= last.side_tests && work.leaves >= last.leaves);
        last = work;
    };
    let tree = CsgTree::from_mesh_watched(mesh, route, usize::MAX, &mut watch).unwrap();
    assert_eq!(last.leaves, tree.leaves().len());
    last
}

/// Ordinary meshes of thousands of faces seemed to hang: a knotted tube, and a rough ball like a
/// scanned animal.
#[test]
fn work_on_a_knot_and_a_rough_ball_grows_as_their_faces() {
    let knots = [24, 48, 96].map(|along| knotted_tube(along, 8));
    let balls = [2, 3, 4].map(|level| sphere(level, |i| 1.0 + 0.1 * noise(i)));
    for meshes in [knots, balls] {
        for route in [Route::Bsp, POCKETS] {
            for mesh in &meshes {
                let (work, faces) = (work(mesh, route), mesh.face_count());
                // A knot of ten times the faces takes twice the tests for each of them.
                let side_tests = work.side_tests / faces as u64;
                assert!(side_tests < 20_000, "{route:?}, {faces} faces: {work:?}");
                assert!(
                    work.leaves <= 2 * faces,
                    "{route:?}, {faces} faces: {work:?}"
                );
            }
        }
    }
}

/// Each tree of a conversion had the whole limit for itself.
#[test]
fn parts_share_one_limit_of_side_tests() {
    let bumpy = sphere(2, |i| 1.0 + 0.4 * noise(i));
    let of_one = work(&bumpy, Route::Bsp).side_tests;
    let two = joined(&bumpy, &moved(&bumpy, |p| p + Vec3::X * 4.0));
    let convert = |mesh: &Mesh, left: u64| {
        let mut unwatched = |_| {};
        let mut formula = Formula::with_limit(usize::MAX, &mut unwatched);
        formula.set_side_tests_left(left);
        let checked = CheckedMesh::of(mesh).unwrap();
        pockets::convert(&mut formula, &checked, 0).map(|_| ())
    };
    let enough = of_one + of_one / 8;
    assert_eq!(convert(&bumpy, enough), Ok(()));
    let refused = ConversionError::TooLarge { faces: 128 };
    assert_eq!(convert(&two, enough), Err(refused));
    assert_eq!(convert(&two, 2 * enough), Ok(()));
    let message = refused.to_string();
    let most = ConversionWork::MOST_SIDE_TESTS.to_string();
    assert!(
        message.contains(&most) && message.contains("simplify the mesh"),
        "{message}"
    );
}
