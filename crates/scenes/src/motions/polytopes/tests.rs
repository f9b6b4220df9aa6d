use super::*;
use crate::bodies::cube;
use crate::motions::surfaces_meet;
use geometry::topology::Topology;
use geometry::{Pose, solid};

/// Returns the pairs of bodies whose solids share a point, by all faces of all pairs.
fn colliding_by_brute_force(scene: &Scene, frame: usize) -> Vec<[usize; 2]> {
    let bodies = &scene.bodies;
    let world: Vec<Vec<Vec3>> = (0..bodies.len())
        .map(|i| scene.frames[frame].world_vertices(i, &bodies[i]))
        .collect();
    let contains = |outer: usize, inner: usize| {
        let triangles = bodies[outer].mesh().triangles();
        solid::contains(&world[outer], triangles, world[inner][0])
    };
    let pairs = (0..bodies.len()).flat_map(|a| (a + 1..bodies.len()).map(move |b| [a, b]));
    pairs
        .filter(|&[a, b]| {
            let meshes = [a, b].map(|i| (&**bodies[i].mesh(), world[i].as_slice()));
            surfaces_meet(meshes[0], meshes[1]) || contains(a, b) || contains(b, a)
        })
        .collect()
}

fn small(response: CollisionResponse) -> Polytopes {
    Polytopes {
        bodies: 30,
        faces: 12,
        shapes: 7,
        density_permille: 60,
        frames: 40,
        response,
        ..Polytopes::default()
    }
}

/// Returns the motion of each body from a frame to the next one.
fn steps(scene: &Scene, frame: usize) -> Vec<Vec3> {
    let [now, next] = [frame, frame + 1].map(|i| &scene.frames[i].poses);
    let pairs = now.iter().zip(next);
    pairs.map(|(a, b)| b.translation - a.translation).collect()
}

#[test]
fn colliding_bodies_exchange_their_velocities_and_no_others_change_them() {
    for response in [CollisionResponse::Always, CollisionResponse::Approaching] {
        let scene = polytopes(&small(response)).unwrap();
        // The reach of a polytope is at most 2, and a step is 0.1.
        let clear = 0.5 * scene.world_cube.size().x - 2.2;
        let is_clear = |p: &Pose| p.translation.abs().max_element() < clear;
        let (mut exchanges, mut kept_apart, mut checked) = (0, 0, 0);
        for frame in 1..scene.frames.len() - 1 {
            let mut expected = steps(&scene, frame - 1);
            let poses = &scene.frames[frame].poses;
            // Steps that no wall has shortened.
            let mut whole: Vec<bool> = poses.iter().map(is_clear).collect();
            for [a, b] in colliding_by_brute_force(&scene, frame) {
                let way = poses[b].translation - poses[a].translation;
                let approach = (expected[b] - expected[a]).dot(way) < 0.0;
                if response == CollisionResponse::Always || approach {
                    expected.swap(a, b);
                    whole.swap(a, b);
                } else {
                    kept_apart += 1
                }
                exchanges += 1;
            }
            for (i, step) in steps(&scene, frame).into_iter().enumerate() {
                if whole[i] && is_clear(&poses[i]) {
                    assert!(
                        step.distance(expected[i]) < 1e-12,
                        "{response}, {frame}, {i}"
                    );
                    checked += 1;
                }
            }
        }
        assert!(
            exchanges > 40 && checked > 100,
            "{response}: {exchanges} {checked}"
        );
        assert_eq!(kept_apart > 0, response == CollisionResponse::Approaching);
    }
}

#[test]
fn the_sweep_finds_the_pairs_of_brute_force() {
    let mut found = 0;
    for density_permille in [10, 100, 500] {
        let parameters = Polytopes {
            density_permille,
            frames: 12,
            ..small(CollisionResponse::Always)
        };
        let scene = polytopes(&parameters).unwrap();
        let shapes = shapes(&parameters, &mut SceneRng::new(1995).branch()).unwrap();
        for (i, frame) in scene.frames.iter().enumerate() {
            let mut simulation =
                PolytopeSimulation::new(&parameters, &shapes, Vec3::ONE, &mut SceneRng::new(3));
            simulation.set_poses(&frame.poses);
            let expected = colliding_by_brute_force(&scene, i);
            assert_eq!(simulation.colliding_pairs(), expected, "{parameters}, {i}");
            found += expected.len();
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn a_contained_solid_collides() {
    let polytope = |side: f64| RandomPolytope {
        mesh: Arc::new(cube(side)),
        volume: side * side * side,
        radius: side,
    };
    let parameters = Polytopes {
        bodies: 2,
        ..Polytopes::default()
    };
    for shapes in [
        [polytope(4.0), polytope(1.0)],
        [polytope(1.0), polytope(4.0)],
    ] {
        let mut simulation =
            PolytopeSimulation::new(&parameters, &shapes, Vec3::ONE, &mut SceneRng::new(3));
        for (x, expected) in [(0.0, 1), (1.0, 1), (2.5, 1), (2.5f64.next_up(), 0)] {
            simulation.set_poses(&[Pose::IDENTITY, Pose::at(Vec3::X * x)]);
            assert_eq!(simulation.colliding_pairs().len(), expected, "{x}");
        }
    }
}

#[test]
fn bodies_rebound_off_the_walls_and_keep_their_speed() {
    let parameters = Polytopes {
        bodies: 12,
        translation: 100,
        frames: 200,
        density_permille: 1,
        ..Polytopes::default()
    };
    let scene = polytopes(&parameters).unwrap();
    let most = scene.frames.iter().flat_map(|f| &f.poses);
    let most = most.map(|p| p.translation.abs().max_element());
    let most = most.fold(0.0, f64::max);
    let half = 0.5 * scene.world_cube.size().x;
    assert!(most > 0.7 * half && most < half - 0.9, "{most} of {half}");
    let lengths = (0..scene.frames.len() - 1).flat_map(|i| steps(&scene, i));
    let slow = lengths.filter(|step| step.length() < 1.0 - 1e-9).count();
    assert!((1..400).contains(&slow), "{slow} steps end at a wall");
}

/// Largest coordinates of the centroids in any frame.
fn reach_of(scene: &Scene) -> Vec3 {
    let poses = scene.frames.iter().flat_map(|f| &f.poses);
    poses.fold(Vec3::ZERO, |reach, p| reach.max(p.translation.abs()))
}

/// At equal volume, a box whose height is a tenth of its sides has sides 10^(1/3) times those of
/// the cube.
#[test]
fn a_flatter_box_has_the_volume_of_the_cube() {
    let scene = |height_percent: u32| {
        let parameters = Polytopes {
            bodies: 200,
            height_percent,
            frames: 100,
            ..Polytopes::default()
        };
        polytopes(&parameters).unwrap()
    };
    let cube = scene(100);
    for (height_percent, name) in [(10, "height-percent=10,"), (1, "height-percent=1,")] {
        let layer = scene(height_percent);
        assert!(layer.name.contains(name), "{}", layer.name);
        let flatness = f64::from(height_percent) / 100.0;
        let wider = cube_root(1.0 / flatness);
        // 20,000 positions of bodies that rebound come within 5 % of each wall, and never pass it.
        let [in_cube, in_layer] = [&cube, &layer].map(reach_of);
        let scaled = in_layer / (in_cube.max_element() * Vec3::new(wider, wider, wider * flatness));
        assert!(scaled.min_element() > 0.9, "{scaled}");
        assert!(scaled.max_element() < 1.05, "{scaled}");
        assert!(layer.world_cube.size().x > 2.0 * in_layer.x + 1.0);
    }
    assert!(!cube.name.contains("height"), "{}", cube.name);
}

#[test]
fn bodies_of_a_layer_overlap_on_its_height() {
    let parameters = Polytopes {
        height_percent: 1,
        ..small(CollisionResponse::Always)
    };
    let scene = polytopes(&parameters).unwrap();
    let pairs = |axis: usize| {
        let poses = &scene.frames[39].poses;
        let near = |a: &Pose, b: &Pose| (a.translation - b.translation)[axis].abs() < 1.0;
        let others = poses.iter().enumerate();
        let of_each = others.map(|(i, a)| poses[..i].iter().filter(|b| near(a, b)).count());
        of_each.sum::<usize>()
    };
    assert_eq!(pairs(2), 30 * 29 / 2, "all lie within the reach of one");
    assert!(pairs(0).max(pairs(1)) < 100, "{} {}", pairs(0), pairs(1));
}

#[test]
fn shapes_have_the_faces_and_the_density_of_the_parameters() {
    for faces in [4, 36, 52, 400] {
        let parameters = Polytopes {
            bodies: 20,
            faces,
            shapes: 5,
            frames: 2,
            ..Polytopes::default()
        };
        let scene = polytopes(&parameters).unwrap();
        let mut volume = 0.0;
        for (i, body) in scene.bodies.iter().enumerate() {
            let mesh = body.mesh();
            assert_eq!(mesh.face_count(), faces as usize);
            assert!(Topology::of(mesh).is_clean());
            assert!(Arc::ptr_eq(mesh, scene.bodies[(i + 5) % 20].mesh()));
            let triangles = (0..mesh.face_count()).map(|f| mesh.triangle(f));
            volume += triangles
                .map(|t| t.a.dot(t.b.cross(t.c)) / 6.0)
                .sum::<f64>();
        }
        // The world cube is larger by the reach of the polytopes, at most 2 on each side.
        let side = cube_root(volume * 100.0);
        let world = scene.world_cube.size().x;
        assert!(side + 1.9 < world && world < side + 4.0, "{side} {world}");
    }
}

#[test]
fn a_step_rotates_each_body_by_the_given_angle() {
    let scene = polytopes(&small(CollisionResponse::Always)).unwrap();
    for body in 0..30 {
        for frame in 0..39 {
            let [a, b] = [frame, frame + 1].map(|f| scene.frames[f].poses[body].rotation);
            let angle = 2.0 * a.dot(b).abs().min(1.0).acos().to_degrees();
            assert!((angle - 10.0).abs() < 1e-9, "{angle}");
        }
    }
}

#[test]
fn collisions_grow_with_the_density() {
    let count = |density_permille: u32| -> usize {
        let parameters = Polytopes {
            bodies: 200,
            shapes: 20,
            frames: 4,
            density_permille,
            ..Polytopes::default()
        };
        let scene = polytopes(&parameters).unwrap();
        (0..4)
            .map(|i| colliding_by_brute_force(&scene, i).len())
            .sum()
    };
    let [thin, dense] = [10, 40].map(count);
    assert!(
        2 * thin < dense && dense < 8 * thin && thin > 10,
        "{thin} {dense}"
    );
}

#[test]
fn parameters_out_of_range_name_the_limits() {
    type Change = fn(&mut Polytopes);
    let error = |change: Change| {
        let mut parameters = Polytopes::default();
        change(&mut parameters);
        polytopes(&parameters).unwrap_err().to_string()
    };
    let cases: [(Change, &str); 10] = [
        (
            |p| p.bodies = 1,
            "bodies = 1 is out of range; it must be 2 to 50000",
        ),
        (
            |p| p.faces = 2,
            "faces = 2 is out of range; it must be 4 to 4000",
        ),
        (|p| p.faces = 37, "the nearest counts are 36 and 38"),
        (|p| p.shapes = 0, "must be 1 to 50000"),
        (|p| p.rotation = 181, "must be 0 to 180"),
        (|p| p.translation = 101, "must be 0 to 100"),
        (
            |p| p.density_permille = 501,
            "density-permille = 501 is out of range; it must be 1 to 500",
        ),
        (
            |p| p.height_percent = 0,
            "height-percent = 0 is out of range; it must be 1 to 100",
        ),
        (|p| p.height_percent = 101, "must be 1 to 100"),
        (|p| p.frames = 4001, "must be 1 to 4000"),
    ];
    for (change, expected) in cases {
        let text = error(change);
        assert!(text.contains(expected), "{text}");
    }
}
