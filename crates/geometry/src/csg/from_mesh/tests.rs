//! Conversion of bodies by both routes, and refused input.

use super::super::{CsgLeaf, CsgNode, CsgOperation, Membership, Primitive};
use super::pockets::MAX_DEPTH;
use super::*;
use crate::{ConvexHull, Pose, Vec3};
use proptest::prelude::*;

const POCKETS: Route = Route::HullMinusPockets { depth: 3 };

/// Returns the surface of unit cubes of a lattice. Layer `z` is `layers[z]`, its rows are along y,
/// and `#` is a cube.
fn cubes(layers: &[&[&str]]) -> Mesh {
    let full = |p: [i32; 3]| {
        let [x, y, z] = p.map(|i| usize::try_from(i).ok());
        let cube = || {
            let row = layers.get(z?)?.get(y?)?;
            row.as_bytes().get(x?)
        };
        cube() == Some(&b'#')
    };
    let extent = [
        layers[0][0].len() as i32,
        layers[0].len() as i32,
        layers.len() as i32,
    ];
    surface_of(extent, full)
}

fn surface_of(extent: [i32; 3], full: impl Fn([i32; 3]) -> bool) -> Mesh {
    let corners = extent.map(|n| n + 1);
    let index = |p: [i32; 3]| ((p[2] * corners[1] + p[1]) * corners[0] + p[0]) as u32;
    let mut vertices = Vec::new();
    for z in 0..corners[2] {
        for y in 0..corners[1] {
            vertices.extend((0..corners[0]).map(|x| Vec3::new(x.into(), y.into(), z.into())));
        }
    }
    let mut triangles = Vec::new();
    for z in 0..extent[2] {
        for y in 0..extent[1] {
            for x in 0..extent[0] {
                let p = [x, y, z];
                for k in (0..3).filter(|_| full(p)) {
                    let (u, v) = ((k + 1) % 3, (k + 2) % 3);
                    let step = |mut p: [i32; 3], axis: usize, by: i32| {
                        p[axis] += by;
                        p
                    };
                    for above in [false, true] {
                        if full(step(p, k, if above { 1 } else { -1 })) {
                            continue;
                        }
                        let a = step(p, k, above.into());
                        let (b, c) = (step(a, u, 1), step(a, v, 1));
                        let mut quad = [a, b, step(b, v, 1), c].map(index);
                        if !above {
                            quad.reverse();
                        }
                        let [a, b, c, d] = quad;
                        triangles.extend([[a, b, c], [a, c, d]]);
                    }
                }
            }
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

fn moved(mesh: &Mesh, map: impl Fn(Vec3) -> Vec3) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| map(*p)).collect();
    mesh.with_vertices(vertices).unwrap()
}

/// Turns, and shears by whole numbers, which is exact.
fn askew(mesh: &Mesh) -> Mesh {
    moved(mesh, |p| {
        Vec3::new(p.x + 2.0 * p.y - p.z, 3.0 * p.y + p.z, p.x + 5.0 * p.z)
    })
}

fn joined(a: &Mesh, b: &Mesh) -> Mesh {
    let offset = a.vertices().len() as u32;
    let vertices = [a.vertices(), b.vertices()].concat();
    let further = b.triangles().iter().map(|t| t.map(|v| v + offset));
    let triangles = a.triangles().iter().copied().chain(further).collect();
    Mesh::new(vertices, triangles).unwrap()
}

fn inverted(mesh: &Mesh) -> Mesh {
    let turned = mesh.triangles().iter().map(|[a, b, c]| [*a, *c, *b]);
    Mesh::new(mesh.vertices().to_vec(), turned.collect()).unwrap()
}

/// Returns an octasphere with `1 << level` edges along each of its edges. Each vertex is scaled by
/// `radius` of its index.
fn sphere(level: u32, radius: impl Fn(usize) -> f64) -> Mesh {
    let mut vertices = vec![
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
        Vec3::NEG_X,
        Vec3::NEG_Y,
        Vec3::NEG_Z,
    ];
    let mut triangles = vec![
        [0, 1, 2],
        [1, 3, 2],
        [3, 4, 2],
        [4, 0, 2],
        [1, 0, 5],
        [3, 1, 5],
        [4, 3, 5],
        [0, 4, 5],
    ];
    for _ in 0..level {
        let mut middles: Vec<([u32; 2], u32)> = Vec::new();
        for [a, b, c] in &triangles {
            for (u, v) in [(a, b), (b, c), (c, a)] {
                if u < v {
                    let middle = vertices[*u as usize] + vertices[*v as usize];
                    middles.push(([*u, *v], vertices.len() as u32));
                    vertices.push(middle.normalize());
                }
            }
        }
        middles.sort_unstable();
        let middle = |u: u32, v: u32| {
            let at = middles.binary_search_by_key(&[u.min(v), u.max(v)], |(edge, _)| *edge);
            middles[at.unwrap()].1
        };
        let split = |[a, b, c]: [u32; 3]| {
            let [d, e, f] = [middle(a, b), middle(b, c), middle(c, a)];
            [[a, d, f], [d, b, e], [f, e, c], [d, e, f]]
        };
        triangles = triangles.into_iter().flat_map(split).collect();
    }
    for (i, p) in vertices.iter_mut().enumerate() {
        *p *= radius(i);
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// Pseudorandom number in [0, 1).
fn noise(i: usize) -> f64 {
    let mixed = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 40) as f64 / (1u64 << 24) as f64
}

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
    // Shells within each other: solid, cavity, solid, cavity.
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
            let scaled = moved(&mesh, |p| p * 2f64.powi(exponent));
            assert_eq!(leaves(&scaled), expected, "2^{exponent}");
        }
    }
}

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
fn rough_spheres_and_tori_are_converted() {
    let bumpy = sphere(3, |i| 1.0 + 0.3 * noise(i));
    let [bsp, pockets] = leaves(&bumpy);
    assert!(bsp > 100 && pockets > 100);
    leaves(&torus(16, 8));
}

/// Torus with a bumpy tube of `m · n` quadrangles.
fn torus(m: usize, n: usize) -> Mesh {
    let vertex = |i: usize| {
        let turn = std::f64::consts::TAU;
        let (a, b) = (i / n, i % n);
        let (a, b) = (a as f64 / m as f64 * turn, b as f64 / n as f64 * turn);
        let r = 1.0 + 0.3 * noise(i);
        let ring = 3.0 + r * b.cos();
        Vec3::new(ring * a.cos(), ring * a.sin(), r * b.sin())
    };
    let index = |a: usize, b: usize| (a % m * n + b % n) as u32;
    let quad = |i: usize| {
        let (a, b) = (i / n, i % n);
        let [p, q, r, s] = [
            index(a, b),
            index(a + 1, b),
            index(a + 1, b + 1),
            index(a, b + 1),
        ];
        [[p, q, r], [p, r, s]]
    };
    Mesh::new(
        (0..m * n).map(vertex).collect(),
        (0..m * n).flat_map(quad).collect(),
    )
    .unwrap()
}

/// Solid between the plane z = 0 and heights over a square grid of `n · n` vertices.
fn terrain(n: usize, height: impl Fn(usize) -> f64) -> Mesh {
    let ground = |i: usize| Vec3::new((i % n) as f64, (i / n) as f64, 0.0);
    let above = (0..n * n).map(|i| ground(i) + Vec3::Z * height(i));
    let vertices: Vec<Vec3> = (0..n * n).map(ground).chain(above).collect();
    let top = |i: usize| (i + n * n) as u32;
    let mut triangles = Vec::new();
    for x in 0..n - 1 {
        for y in 0..n - 1 {
            let i = y * n + x;
            let [a, b, c, d] = [i, i + 1, i + n + 1, i + n];
            triangles.extend([[a, b, c], [a, c, d]].map(|t| t.map(top)));
            triangles.extend([[a, c, b], [a, d, c]].map(|t| t.map(|v| v as u32)));
        }
        let last = n * n - 1;
        for (a, b) in [
            (x, x + 1),
            (last - x, last - x - 1),
            (x * n + n - 1, x * n + 2 * n - 1),
            (last - n + 1 - x * n, last - n + 1 - x * n - n),
        ] {
            let (c, d) = (a as u32, b as u32);
            triangles.extend([[c, d, top(b)], [c, top(b), top(a)]]);
        }
    }
    Mesh::new(vertices, triangles).unwrap()
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
fn a_tree_beyond_the_limits_is_refused() {
    let bumpy = sphere(2, |i| 1.0 + 0.4 * noise(i));
    let convert = |limits: Limits| {
        let mut formula = Formula::default();
        cells::convert(&mut formula, bumpy.vertices(), bumpy.triangles(), limits)
    };
    let refused = Err(ConversionError::TooLarge { faces: 128 });
    let enough = Limits::MOST;
    assert!(convert(enough).is_ok());
    let pieces = 128;
    assert_eq!(convert(Limits { pieces, ..enough }), refused);
    for side_tests in [0, 10, 100, 1000] {
        let limits = Limits {
            side_tests,
            ..enough
        };
        assert_eq!(convert(limits), refused);
    }
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
