//! Trees of small bodies.

use super::*;
use geometry::power_of_two;
use scenes::bodies;

fn built(mesh: &Mesh, planes: Planes) -> TreeStatistics {
    let tree = Tree::build(mesh, planes);
    tree.check();
    tree.statistics()
}

fn soup(faces: u32, size: f64) -> Mesh {
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    let mut vector = || Vec3::new(rng.random(), rng.random(), rng.random());
    let corners = |_| {
        let center = vector();
        [vector(), vector(), vector()].map(|p| center + size * p)
    };
    let vertices = (0..faces).flat_map(corners).collect();
    let triangles = (0..faces).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(vertices, triangles).unwrap()
}

#[test]
fn a_convex_body_is_a_chain_of_its_planes_with_one_inside() {
    let statistics = built(&bodies::cube(2.0), Planes::FewestSplits);
    let expected = TreeStatistics {
        faces: 12,
        pieces: 12,
        nodes: 6,
        depth: 6,
        in_leaves: 1,
        out_leaves: 6,
        listed: 0,
    };
    assert_eq!(
        statistics, expected,
        "two coplanar faces a node, nothing split"
    );
    let sphere = built(&bodies::sphere(528).unwrap(), Planes::First);
    assert_eq!((sphere.in_leaves, sphere.pieces), (1, 528));
}

/// [Hubbard96 §11.1]: trees "were optimized to avoid face-splitting".
#[test]
fn choosing_planes_avoids_splits() {
    for mesh in [bodies::lamp(), bodies::chair(), bodies::head()] {
        let chosen = built(&mesh, Planes::FewestSplits);
        let first = built(&mesh, Planes::First);
        assert!(
            first.pieces > first.faces,
            "the planes of a concave body split"
        );
        assert!(2 * chosen.pieces < first.pieces, "{chosen:?} {first:?}");
    }
}

#[test]
fn the_tree_does_not_depend_on_scale_or_translation() {
    let chair = bodies::chair();
    let moved = |exponent: i32, by: f64| {
        let scale = power_of_two(exponent);
        let map = |p: &Vec3| (*p + Vec3::splat(by)) * scale;
        let vertices = chair.vertices().iter().map(map).collect();
        Mesh::new(vertices, chair.triangles().to_vec()).unwrap()
    };
    let here = built(&chair, Planes::FewestSplits);
    for exponent in [-900, -60, 60, 90] {
        assert_eq!(built(&moved(exponent, 0.0), Planes::FewestSplits), here);
    }
    // Far from its own origin, where the translation rounds every corner.
    let far = built(&moved(0, 1e6), Planes::FewestSplits);
    assert!(far.pieces < 2 * here.pieces, "{far:?}");
    let tiniest = built(&moved(-1070, 0.0), Planes::FewestSplits);
    assert_eq!(tiniest.faces, chair.face_count());
}

#[test]
fn faces_without_a_plane_are_listed() {
    let (a, b, c) = (Vec3::ZERO, Vec3::X, Vec3::Y);
    let mesh = |vertices: Vec<Vec3>, triangles| Mesh::new(vertices, triangles).unwrap();
    let needles = mesh(vec![a, b, 0.5 * b], vec![[0, 1, 2], [0, 0, 1]]);
    let statistics = built(&needles, Planes::FewestSplits);
    assert_eq!((statistics.nodes, statistics.listed), (0, 2));
    let point = mesh(vec![c], vec![[0, 0, 0]]);
    assert_eq!(built(&point, Planes::First).listed, 1);
    let one = built(&mesh(vec![a, b, c], vec![[0, 1, 2]]), Planes::FewestSplits);
    assert_eq!((one.nodes, one.in_leaves, one.out_leaves), (1, 1, 1));
    // Copies lie in one plane.
    let thrice = vec![[0, 1, 2], [0, 2, 1], [0, 1, 2]];
    let copies = built(&mesh(vec![a, b, c], thrice), Planes::FewestSplits);
    assert_eq!((copies.nodes, copies.pieces), (1, 3));
}

#[test]
fn pieces_of_random_triangles_stay_below_the_limit() {
    for planes in [Planes::FewestSplits, Planes::First] {
        let statistics = built(&soup(1500, 1.0), planes);
        let limit = (MAX_PIECES_PER_FACE + 2) * 1500;
        assert!(statistics.pieces < limit, "{statistics:?}");
        assert!(statistics.listed > 0, "{statistics:?}");
    }
}

#[test]
fn a_chain_ends_at_the_maximum_depth() {
    let sphere = bodies::sphere_near(3000);
    let statistics = built(&sphere, Planes::First);
    assert_eq!(statistics.depth, MAX_DEPTH as usize);
    assert!(
        statistics.listed > 1000 && statistics.in_leaves == 0,
        "{statistics:?}"
    );
}

#[test]
fn equal_meshes_make_equal_trees() {
    let one = Tree::build(&bodies::head(), Planes::FewestSplits);
    let other = Tree::build(&bodies::head(), Planes::FewestSplits);
    assert_eq!(format!("{one:?}"), format!("{other:?}"));
}
