//! Conversion of bodies by both routes.

mod bodies;
mod refused;
mod work;

use super::super::{CsgLeaf, CsgNode, CsgOperation, Membership, Primitive};
use super::pockets::MAX_DEPTH;
use super::*;
use crate::{ConvexHull, Pose, Vec3, power_of_two};
use bodies::*;
use proptest::prelude::*;

const POCKETS: Route = Route::HullMinusPockets { depth: 3 };

/// Checks the formula by points, and that all leaves are bounded and have the half-spaces of their
/// primitives.
fn converted(mesh: &Mesh, route: Route) -> CsgTree {
    let tree = CsgTree::from_mesh(mesh, route).unwrap();
    assert_eq!(disagreement(&tree, mesh, 2000, 7), None, "{route:?}");
    for leaf in tree.leaves() {
        let again = CsgTree::leaf(leaf.primitive.clone()).unwrap();
        assert_eq!(again.leaves()[0].half_spaces, leaf.half_spaces);
        let bounds = mesh.aabb();
        let far = 4.0 * (bounds.size().max_element() + bounds.max_abs_coordinate());
        for direction in sphere(1, |_| far).vertices() {
            assert_eq!(leaf.membership(*direction), Membership::Outside);
        }
    }
    tree
}

fn leaves(mesh: &Mesh) -> [usize; 2] {
    [Route::Bsp, POCKETS].map(|route| converted(mesh, route).leaves().len())
}

#[test]
fn a_convex_solid_is_one_leaf_without_redundant_planes() {
    let block = cubes(&[&["##", "##"], &["##", "##"], &["##", "##"]]);
    for (mesh, planes) in [
        (block.clone(), 6),
        (askew(&block), 6),
        (sphere(0, |_| 1.0), 8),
        (sphere(3, |_| 1.0), 512),
    ] {
        for route in [Route::Bsp, POCKETS] {
            let tree = converted(&mesh, route);
            assert_eq!(tree.nodes(), [CsgNode::Leaf(0)]);
            assert_eq!(tree.leaves()[0].half_spaces.len(), planes);
        }
    }
    let tree = converted(&block, Route::Bsp);
    assert!(matches!(
        tree.leaves()[0].primitive,
        Primitive::Planes { .. }
    ));
}

#[test]
fn notches_and_holes_are_differences() {
    let l = cubes(&[&["#..", "#..", "###"]]);
    let u = cubes(&[&["#.#", "#.#", "###"]]);
    let around: &[&str] = &["###", "#.#", "###"];
    let full: &[&str] = &["###"; 3];
    let ring = cubes(&[around, around]);
    let cavity = cubes(&[full, around, full]);
    for mesh in [u, ring, cavity] {
        for mesh in [mesh.clone(), askew(&mesh)] {
            for route in [Route::Bsp, POCKETS] {
                let tree = converted(&mesh, route);
                assert_eq!(tree.leaves().len(), 2);
                let root = tree.nodes()[tree.root()];
                let CsgNode::Branch { operation, .. } = root else {
                    panic!("no branch");
                };
                assert_eq!(operation, CsgOperation::Difference);
            }
        }
    }
    assert_eq!(leaves(&l), [2, 2]);
}

#[test]
fn solids_within_cavities_and_cavities_within_them() {
    // Nested shells: solid, cavity, solid, cavity.
    let shells = surface_of([9; 3], |p| {
        let depth = p.map(|x| x.min(8 - x));
        let depth = depth.into_iter().min().unwrap();
        depth == 0 || depth == 2 || depth == 3
    });
    let mut triangles = shells.triangles().to_vec();
    let from_middle = |p: Vec3| (p - Vec3::splat(4.5)).abs().max_element() * 2.0;
    triangles.sort_by_key(|t| from_middle(shells.vertices()[t[0] as usize]) as u32);
    let inner_first = Mesh::new(shells.vertices().to_vec(), triangles).unwrap();
    for mesh in [&shells, &inner_first, &askew(&shells)] {
        assert_eq!(leaves(mesh)[1], 4);
    }
}

#[test]
fn separate_solids_are_united() {
    let apart = cubes(&[&["#.##", "#.#.", "..##"]]);
    assert_eq!(leaves(&apart), [3, 3]);
    // A notch between cubes that touch in a vertex.
    let at_vertex = cubes(&[&["##.", "##."], &["###", "###"], &["...", ".##"]]);
    leaves(&at_vertex);
    let touching = joined(
        &cubes(&[&["#"]]),
        &moved(&cubes(&[&["#"]]), |p| p + Vec3::ONE),
    );
    assert_eq!(leaves(&touching), [2, 2]);
}

#[test]
fn pockets_that_touch_along_edges_are_separate() {
    // A cube with a pyramid cut into each face: the edges of the cube are edges of the solid.
    let cube = cubes(&[&["#"]]);
    let mut vertices = moved(&cube, |p| 4.0 * p).vertices().to_vec();
    let mut triangles = Vec::new();
    for quad in cube.triangles().chunks(2) {
        let [a, b, c] = quad[0];
        let d = quad[1][2];
        let middle = (vertices[a as usize] + vertices[c as usize]) / 2.0;
        let apex = vertices.len() as u32;
        vertices.push(middle.lerp(Vec3::splat(2.0), 0.5));
        triangles.extend([(a, b), (b, c), (c, d), (d, a)].map(|(u, v)| [u, v, apex]));
    }
    let dented = Mesh::new(vertices, triangles).unwrap();
    for mesh in [&dented, &askew(&dented)] {
        assert_eq!(leaves(mesh)[1], 7);
    }
}

#[test]
fn lids_that_are_not_simple_fall_back_on_cells() {
    // A post in the middle of a well: the lid has a hole.
    let post = cubes(&[
        &["#####"; 5],
        &["#####", "#...#", "#.#.#", "#...#", "#####"],
    ]);
    // Two dips in a plateau: one vertex is on the border of both.
    let dips = terrain(5, |i| if i == 6 || i == 18 { 1.0 } else { 2.0 });
    for mesh in [post, dips] {
        let by_pockets = converted(&mesh, POCKETS);
        assert_eq!(by_pockets, converted(&mesh, Route::Bsp));
    }
}

#[test]
fn depth_ends_in_cells() {
    let bumpy = sphere(2, |i| 1.0 + 0.4 * noise(i));
    let at = |depth| converted(&bumpy, Route::HullMinusPockets { depth });
    let hulls = |depth| {
        let hull = |leaf: &&CsgLeaf| matches!(leaf.primitive, Primitive::Hull { .. });
        at(depth).leaves().iter().filter(hull).count()
    };
    assert_eq!(at(0), converted(&bumpy, Route::Bsp));
    assert!(hulls(2) > hulls(1) && hulls(3) > hulls(2));
    assert_eq!(at(u32::MAX), at(MAX_DEPTH));
}

#[test]
fn scale_does_not_matter() {
    let ring = cubes(&[&["###", "#.#", "###"], &["###", "..#", "###"]]);
    let bumpy = sphere(2, |i| 1.0 + 0.4 * noise(i));
    for mesh in [askew(&ring), bumpy] {
        let expected = leaves(&mesh);
        for exponent in [-300, -1000, 90] {
            let scaled = moved(&mesh, |p| p * power_of_two(exponent));
            assert_eq!(leaves(&scaled), expected, "2^{exponent}");
        }
    }
}

#[test]
fn rough_spheres_and_tori_are_converted() {
    let bumpy = sphere(3, |i| 1.0 + 0.3 * noise(i));
    let [bsp, pockets] = leaves(&bumpy);
    assert!(bsp > 100 && pockets > 100);
    leaves(&torus(16, 8));
}

#[test]
fn peaks_and_ridges_may_touch_a_lid() {
    let ridge = terrain(5, |i| if i / 5 % 2 == 1 { 1.0 } else { 2.0 });
    assert_eq!(leaves(&ridge), [3, 3]);
    let peak = |i: usize| {
        let at_most = (i % 5).abs_diff(2).max((i / 5).abs_diff(2));
        if at_most == 1 { 1.0 } else { 2.0 }
    };
    assert_eq!(leaves(&terrain(5, peak)), [10, 3]);
}

#[test]
fn a_wrong_formula_is_found() {
    let ring = cubes(&[&["###", "#.#", "###"]]);
    let block = cubes(&[&["###", "###", "###"]]);
    let tree = CsgTree::from_mesh(&block, Route::Bsp).unwrap();
    assert_eq!(disagreement(&tree, &block, 100, 1), None);
    let p = disagreement(&tree, &ring, 0, 1).unwrap();
    assert!(p.x > 1.0 && p.x < 2.0 && p.y > 1.0 && p.y < 2.0);
    // Far from all faces, only random points find a cavity.
    let middle = Pose::at(Vec3::new(1.5, 1.5, 0.5));
    let small = CsgTree::leaf_at(Primitive::Box { size: [0.4; 3] }, middle).unwrap();
    let tree = tree.difference(small);
    assert_eq!(disagreement(&tree, &block, 0, 1), None);
    let p = disagreement(&tree, &block, 2000, 1).unwrap();
    assert_eq!(tree.membership(p), Membership::Outside);
}

#[test]
fn hulls_of_points_are_one_leaf() {
    let points: Vec<Vec3> = (0..60)
        .map(|i| Vec3::new(noise(3 * i), noise(3 * i + 1), noise(3 * i + 2)))
        .collect();
    let mesh = ConvexHull::of_points(&points).unwrap().mesh();
    assert_eq!(leaves(&mesh), [1, 1]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_cubes_are_converted(bits in proptest::collection::vec(any::<bool>(), 36)) {
        let mesh = surface_of([3, 3, 4], |p| {
            let inside = p[0] >= 0 && p[0] < 3 && p[1] >= 0 && p[1] < 3 && p[2] >= 0 && p[2] < 4;
            inside && bits[((p[2] * 3 + p[1]) * 3 + p[0]) as usize]
        });
        match CsgTree::from_mesh(&mesh, Route::Bsp) {
            Err(ConversionError::Crowded { .. }) => {}
            _ => { leaves(&askew(&mesh)); }
        }
    }

    #[test]
    fn random_terrains_are_converted(heights in proptest::collection::vec(1u32..4, 25)) {
        // Peaks and ridges touch lids over the valleys, and walls have coplanar faces.
        let terrain = terrain(5, |i| f64::from(heights[i]));
        leaves(&terrain);
        leaves(&askew(&terrain));
    }

    #[test]
    fn random_stars_are_converted(radii in proptest::collection::vec(1u32..8, 18)) {
        leaves(&sphere(1, |i| f64::from(radii[i])));
    }
}
