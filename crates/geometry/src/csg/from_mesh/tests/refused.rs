//! Input that is refused, by name.

use super::bodies::*;
use super::*;

#[test]
fn refused_input_is_named() {
    let error = |mesh: &Mesh| CsgTree::from_mesh(mesh, POCKETS).unwrap_err();
    let cube = cubes(&[&["#"]]);
    let with_faces =
        |triangles: Vec<[u32; 3]>| Mesh::new(cube.vertices().to_vec(), triangles).unwrap();
    let open = with_faces(cube.triangles()[1..].to_vec());
    assert!(matches!(error(&open), ConversionError::Open { .. }));
    let mut turned = cube.triangles().to_vec();
    turned[0].swap(0, 1);
    let turned = error(&with_faces(turned));
    assert!(matches!(turned, ConversionError::Miswound { .. }));
    assert!(turned.to_string().starts_with("the faces at edge "));
    let inverted_cube = inverted(&cube);
    let inside_out = error(&inverted_cube);
    assert!(matches!(
        inside_out,
        ConversionError::InsideOut { face: 0, .. }
    ));
    let half = moved(&cube, |p| p * 0.5 + Vec3::splat(0.25));
    assert_eq!(
        error(&joined(&cube, &half)),
        ConversionError::Nested { face: 12 }
    );
    let cavity_outside = joined(&cube, &moved(&inverted_cube, |p| p + Vec3::splat(5.0)));
    let inside_out = error(&cavity_outside);
    assert!(matches!(
        inside_out,
        ConversionError::InsideOut { face: 12, .. }
    ));
    let at_edge = cubes(&[&["#.", ".#"]]);
    assert!(matches!(error(&at_edge), ConversionError::Crowded { .. }));
}

#[test]
fn surfaces_that_meet_themselves_are_refused_with_two_faces() {
    let cube = cubes(&[&["#"]]);
    for (offset, meets) in [
        (Vec3::splat(0.5), true),
        (Vec3::X, true),
        (Vec3::new(1.0, 0.5, 0.25), true),
        (Vec3::new(1.0f64.next_up(), 0.5, 0.25), false),
        (Vec3::new(1.0, 1.0, 0.5), true),
    ] {
        let both = joined(&cube, &moved(&cube, |p| p + offset));
        let result = CsgTree::from_mesh(&both, POCKETS);
        // Equal cubes side by side share edges with four faces.
        let refused = matches!(
            result,
            Err(ConversionError::Intersecting { faces: [i, j] }) if i < 12 && j >= 12
        );
        let crowded = matches!(result, Err(ConversionError::Crowded { .. }));
        assert_eq!(refused || crowded, meets, "{offset}");
    }
    // A spike through the opposite face, whose faces share one corner, one edge or none with it.
    let mut vertices = sphere(0, |_| 1.0).vertices().to_vec();
    for (depth, meets) in [(-0.5, false), (-0.999, false), (-3.0, true)] {
        vertices[0].x = depth;
        let spiked = sphere(0, |_| 1.0).with_vertices(vertices.clone()).unwrap();
        let refused = matches!(
            CsgTree::from_mesh(&spiked, POCKETS),
            Err(ConversionError::Intersecting { .. }
                | ConversionError::NoVolume { .. }
                | ConversionError::InsideOut { .. })
        );
        assert_eq!(refused, meets, "{depth}");
    }
    // Two faces back to back.
    let sheet = Mesh::new(
        vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        vec![[0, 1, 2], [0, 2, 1]],
    )
    .unwrap();
    assert_eq!(
        CsgTree::from_mesh(&sheet, Route::Bsp),
        Err(ConversionError::Intersecting { faces: [0, 1] })
    );
}

#[test]
fn flat_faces_are_dropped_or_named() {
    let cube = cubes(&[&["#"]]);
    let mut triangles = cube.triangles().to_vec();
    triangles.push([0, 0, 1]);
    let collapsed = Mesh::new(cube.vertices().to_vec(), triangles).unwrap();
    assert_eq!(leaves(&collapsed), [1, 1]);
    // An edge of the face 0–1–2 is divided on one side only.
    let vertices = vec![
        Vec3::ZERO,
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
        Vec3::new(0.5, 0.5, 0.0),
    ];
    let triangles = vec![
        [0, 1, 3],
        [0, 3, 2],
        [1, 2, 3],
        [0, 2, 4],
        [0, 4, 1],
        [1, 4, 2],
    ];
    let mesh = Mesh::new(vertices, triangles).unwrap();
    let flat = CsgTree::from_mesh(&mesh, Route::Bsp);
    assert_eq!(flat, Err(ConversionError::Flat { face: 5 }));
}

#[test]
fn a_tree_beyond_the_limits_is_refused() {
    let bumpy = sphere(2, |i| 1.0 + 0.4 * noise(i));
    let convert = |limits: BspLimits| {
        let mut unwatched = |_| {};
        let mut formula = Formula::with_limit(usize::MAX, &mut unwatched);
        cells::convert(&mut formula, bumpy.vertices(), bumpy.triangles(), limits)
    };
    let refused = Err(ConversionError::TooLarge { faces: 128 });
    let enough = BspLimits::MOST;
    assert!(convert(enough).is_ok());
    let pieces = 128;
    assert_eq!(convert(BspLimits { pieces, ..enough }), refused);
    for side_tests in [0, 10, 100, 1000] {
        let limits = BspLimits {
            side_tests,
            ..enough
        };
        assert_eq!(convert(limits), refused);
    }
}

#[test]
fn a_formula_of_too_many_leaves_is_given_up() {
    let bumpy = sphere(2, |i| 1.0 + 0.4 * noise(i));
    for route in [Route::Bsp, POCKETS] {
        let leaves = CsgTree::from_mesh(&bumpy, route).unwrap().leaves().len();
        assert!(leaves > 20, "{leaves}");
        let within = |limit| CsgTree::from_mesh_within(&bumpy, route, limit);
        assert_eq!(within(leaves).unwrap().leaves().len(), leaves);
        for limit in [0, 1, leaves / 2, leaves - 1] {
            assert_eq!(within(limit), Err(ConversionError::TooManyLeaves { limit }));
        }
    }
}
