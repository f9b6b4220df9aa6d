//! Guarantees of every built tree, on sound and on faulty bodies: coverage, bounds, structure, and
//! equal trees on any number of threads.

use geometry::{Ball, Mesh, Vec3};
use rand::RngExt;
use scenes::bodies;
use scenes::random::SceneRng;
use sphere_tree::accuracy::inner_radius;
use sphere_tree::build::NormalizedMesh;
use sphere_tree::build::{Progress, Unwatched};
use sphere_tree::{BuildError, BuildOptions, Builder, Coverage, SphereTree, build};

fn small(builder: Builder, coverage: Coverage) -> BuildOptions {
    BuildOptions {
        builder,
        coverage,
        samples: 120,
        depth: 3,
        ..BuildOptions::tuned()
    }
}

const EVERY: [(Builder, Coverage); 6] = [
    (Builder::Octree, Coverage::Regions),
    (Builder::Octree, Coverage::Level),
    (Builder::Octree, Coverage::Strict),
    (Builder::Medial, Coverage::Regions),
    (Builder::Medial, Coverage::Level),
    (Builder::Medial, Coverage::Strict),
];

/// Points of the surface: corners, midpoints of sides, and random ones.
fn points(mesh: &Mesh, each: usize) -> Vec<(u32, Vec3)> {
    let mut rng = SceneRng::new(7);
    let mut points = Vec::new();
    for face in 0..mesh.face_count() {
        let [a, b, c] = mesh.triangle(face).corners();
        points.extend([a, b, c, (a + b) / 2.0, (b + c) / 2.0].map(|p| (face as u32, p)));
        for _ in 0..each {
            let (mut u, mut v) = (rng.random::<f64>(), rng.random::<f64>());
            if u + v > 1.0 {
                (u, v) = (1.0 - u, 1.0 - v);
            }
            points.push((face as u32, a + (b - a) * u + (c - a) * v));
        }
    }
    // One or two thousand are a sufficient sample.
    let step = 1 + points.len() / 1500;
    points.into_iter().step_by(step).collect()
}

fn holds(tree: &SphereTree, node: u32, p: Vec3) -> bool {
    tree.ball(node).contains(p)
}

/// Every point lies in a sphere of each level.
fn assert_levels_cover(tree: &SphereTree, points: &[(u32, Vec3)]) {
    for level in 0..=tree.depth() {
        let nodes: Vec<u32> = tree.at_level(level).collect();
        for (face, p) in points {
            let covered = nodes.iter().any(|n| holds(tree, *n, *p));
            assert!(covered, "level {level}, face {face}, {p}");
        }
    }
}

/// Returns true if a search for `p` from `node`, which enters only spheres that contain `p`, ends
/// at a leaf that lists the face.
fn finds(tree: &SphereTree, node: u32, face: u32, p: Vec3) -> bool {
    holds(tree, node, p)
        && if tree.is_leaf(node) {
            tree.faces(node).binary_search(&face).is_ok()
        } else {
            tree.children(node).any(|child| finds(tree, child, face, p))
        }
}

/// The children of each node cover the points that it covers.
fn assert_strict(tree: &SphereTree, points: &[(u32, Vec3)]) {
    for node in (0..tree.len() as u32).filter(|n| !tree.is_leaf(*n)) {
        for (face, p) in points.iter().filter(|(_, p)| holds(tree, node, *p)) {
            let covered = tree.children(node).any(|child| holds(tree, child, *p));
            assert!(covered, "node {node}, face {face}, {p}");
        }
    }
}

/// No point of a ball is farther from the body than its bounds say; inner balls lie inside.
fn assert_bounds(mesh: &Mesh, tree: &SphereTree) {
    let surface = NormalizedMesh::new(mesh);
    let scale = surface.scale();
    let mut rng = SceneRng::new(8);
    let mut unit = || rng.random::<f64>() * 2.0 - 1.0;
    for node in (0..tree.len()).step_by(1 + tree.len() / 150) {
        let Ball { center, radius } = tree.ball(node as u32);
        let slack = 1e-9 * tree.radii[0];
        for i in 0..60 {
            let direction = Vec3::new(unit(), unit(), unit()).normalize_or(Vec3::X);
            let depth = if i % 2 == 0 { 1.0 } else { unit().abs() };
            let p = (center + direction * radius * depth) * scale;
            let distance = surface.tree().nearest(p).distance / scale;
            let solid = if surface.contains(p) { 0.0 } else { distance };
            assert!(solid <= tree.reach[node] + slack, "node {node}");
            if i % 2 == 0 {
                assert!(distance <= tree.surface_reach[node] + slack, "node {node}");
            }
            let inner = tree.inner[node];
            if inner > 0.0 {
                let p = (center + direction * inner * 0.999) * scale;
                assert!(surface.contains(p), "node {node}");
            }
        }
        assert!(tree.inner[node] <= radius.max(inner_radius(&surface, center * scale) / scale));
    }
}

fn assert_sound(name: &str, mesh: &Mesh, each: usize) {
    let points = points(mesh, each);
    for (builder, coverage) in EVERY {
        let built = build(mesh, &small(builder, coverage), &Unwatched).unwrap();
        let tree = &built.tree;
        println!(
            "{name} {builder:?} {coverage:?}: {} spheres, {} repairs",
            tree.len(),
            built.repairs
        );
        tree.check(mesh).unwrap();
        assert_eq!(tree.coverage, coverage);
        match coverage {
            Coverage::Level => assert_levels_cover(tree, &points),
            Coverage::Strict => {
                assert_levels_cover(tree, &points);
                assert_strict(tree, &points);
            }
            Coverage::Regions => assert_levels_cover(tree, &points),
        }
        if coverage.misses_nothing() {
            let all = points.iter().all(|(face, p)| finds(tree, 0, *face, *p));
            assert!(
                all,
                "{name} {builder:?} {coverage:?}: a search from the root loses a point"
            );
        }
        assert_bounds(mesh, tree);
    }
}

fn scaled(mesh: &Mesh, factor: f64, offset: Vec3) -> Mesh {
    let vertices = mesh
        .vertices()
        .iter()
        .map(|v| *v * factor + offset)
        .collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

fn soup(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Mesh {
    let vertices = vertices.iter().map(|v| Vec3::from_array(*v)).collect();
    Mesh::new(vertices, triangles.to_vec()).unwrap()
}

#[test]
fn sound_bodies_are_covered_and_bounded() {
    assert_sound("lamp", &bodies::lamp(), 1);
    assert_sound("chair", &bodies::chair(), 6);
    assert_sound("cube", &bodies::cube(2.0), 60);
    assert_sound("sphere", &bodies::sphere(120).unwrap(), 4);
}

#[test]
fn scale_and_place_do_not_matter() {
    let chair = bodies::chair();
    for (factor, offset) in [
        (1e-6, Vec3::ZERO),
        (1e6, Vec3::new(1e9, -2e9, 5e8)),
        (2f64.powi(-300), Vec3::ZERO),
        (2f64.powi(90), Vec3::ZERO),
    ] {
        assert_sound(
            &format!("chair times {factor:e}"),
            &scaled(&chair, factor, offset),
            4,
        );
    }
    // A power of two changes no bit but the exponent.
    let options = small(Builder::Octree, Coverage::Level);
    let one = build(&chair, &options, &Unwatched).unwrap().tree;
    let large = build(&scaled(&chair, 1024.0, Vec3::ZERO), &options, &Unwatched)
        .unwrap()
        .tree;
    assert!(
        one.radii
            .iter()
            .zip(&large.radii)
            .all(|(r, s)| r * 1024.0 == *s)
    );
}

#[test]
fn any_soup_of_triangles_gets_a_tree() {
    let corner = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ];
    assert_sound("triangle", &soup(&corner[..3], &[[0, 1, 2]]), 50);
    assert_sound(
        "twice",
        &soup(&corner[..3], &[[0, 1, 2], [0, 1, 2], [2, 1, 0]]),
        50,
    );
    assert_sound("two sheets", &soup(&corner, &[[0, 1, 2], [0, 1, 3]]), 50);
    assert_sound(
        "open tetrahedron",
        &soup(&corner, &[[0, 2, 1], [0, 1, 3], [0, 3, 2]]),
        50,
    );
    assert_sound(
        "mixed winding",
        &soup(&corner, &[[0, 2, 1], [0, 3, 1], [0, 3, 2], [1, 2, 3]]),
        50,
    );
    assert_sound("point", &soup(&corner[..1], &[[0, 0, 0]]), 5);
    assert_sound(
        "origin only in x",
        &soup(&corner[1..2], &[[0, 0, 0], [0, 0, 0]]),
        5,
    );
    assert_sound("segment", &soup(&corner[..2], &[[0, 1, 0], [0, 1, 1]]), 20);
    let line = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]];
    assert_sound("flat face", &soup(&line, &[[0, 1, 2]]), 20);
    let sliver = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.4, 1e-13, 0.0],
        [0.5, 1e-4, 0.0],
    ];
    assert_sound("slivers", &soup(&sliver, &[[0, 1, 2], [0, 1, 3]]), 50);
}

#[test]
fn thin_plates_do_not_break_anything() {
    for thickness in [0.1, 1e-3, 1e-9, 0.0] {
        let cube = bodies::cube(2.0);
        let flat = cube
            .vertices()
            .iter()
            .map(|v| Vec3::new(v.x, v.y, v.z * thickness / 2.0));
        let plate = Mesh::new(flat.collect(), cube.triangles().to_vec()).unwrap();
        assert_sound(&format!("plate of {thickness}"), &plate, 40);
    }
}

#[test]
fn the_same_tree_on_any_number_of_threads() {
    let lamp = bodies::lamp();
    for (builder, coverage) in EVERY {
        let options = small(builder, coverage);
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| build(&lamp, &options, &Unwatched).unwrap())
        };
        let one = on(1);
        assert_eq!(one, on(2));
        assert_eq!(one, on(5));
    }
}

#[test]
fn the_diagnosis_names_the_faults_of_a_mesh() {
    let open = soup(
        &[
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
        ],
        &[[0, 2, 1], [0, 1, 3], [0, 1, 3]],
    );
    let built = build(&open, &small(Builder::Medial, Coverage::Level), &Unwatched).unwrap();
    let message = built.mesh_report.to_string();
    assert!(
        message.contains("not closed") && message.contains("1 duplicate faces"),
        "{message}"
    );
    assert!(
        built.tree.inner.iter().all(|inner| *inner < 0.0),
        "an open body has no inside"
    );
    let closed = build(
        &bodies::cube(1.0),
        &small(Builder::Medial, Coverage::Level),
        &Unwatched,
    );
    let closed = closed.unwrap();
    assert_eq!(closed.mesh_report.to_string(), "1 part, closed");
    assert!(closed.tree.inner.iter().any(|inner| *inner > 0.0));
}

#[test]
fn a_build_can_be_stopped_and_options_are_checked() {
    struct StopAt(&'static str, std::sync::atomic::AtomicBool);
    impl Progress for StopAt {
        fn stage(&self, name: &'static str) {
            let reached = name == self.0;
            self.1
                .fetch_or(reached, std::sync::atomic::Ordering::Relaxed);
        }
        fn canceled(&self) -> bool {
            self.1.load(std::sync::atomic::Ordering::Relaxed)
        }
    }
    let cube = bodies::cube(1.0);
    let options = small(Builder::Medial, Coverage::Level);
    for stage in [
        "reading the surface",
        "spreading points",
        "merging spheres",
        "proving coverage",
    ] {
        let stopped = build(&cube, &options, &StopAt(stage, false.into()));
        assert_eq!(stopped, Err(BuildError::Stopped), "{stage}");
    }
    for (wrong, message) in [
        (
            BuildOptions {
                samples: 0,
                ..options.clone()
            },
            "samples",
        ),
        (
            BuildOptions {
                depth: 7,
                ..options.clone()
            },
            "depth",
        ),
        (
            BuildOptions {
                branching: 1,
                ..options.clone()
            },
            "branching",
        ),
    ] {
        let error = build(&cube, &wrong, &Unwatched).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn redundant_spheres_go_and_the_others_still_cover() {
    let lamp = bodies::lamp();
    let all = points(&lamp, 1);
    for coverage in [Coverage::Level, Coverage::Regions] {
        let whole = BuildOptions {
            samples: 300,
            ..small(Builder::Medial, coverage)
        };
        let thinned = BuildOptions {
            remove_redundant: true,
            ..whole.clone()
        };
        let whole = build(&lamp, &whole, &Unwatched).unwrap();
        let thinned = build(&lamp, &thinned, &Unwatched).unwrap();
        assert!(thinned.removed > 0);
        assert!(thinned.tree.len() < whole.tree.len());
        assert_levels_cover(&thinned.tree, &all);
    }
}
