use super::*;
use crate::{Generator, Scene};
use geometry::topology::Topology;

/// Returns the pairs of bodies that meet in a frame, and the number of overlapping box pairs.
fn meetings(scene: &Scene, frame: usize) -> (Vec<(usize, usize)>, usize) {
    let world: Vec<Vec<Vec3>> = scene
        .bodies
        .iter()
        .enumerate()
        .map(|(i, b)| scene.frames[frame].world_vertices(i, b))
        .collect();
    let boxes: Vec<Aabb> = world.iter().map(Aabb::of_points).collect();
    let (mut met, mut overlaps) = (Vec::new(), 0);
    for i in 0..world.len() {
        for j in i + 1..world.len() {
            if !boxes[i].overlaps(&boxes[j]) {
                continue;
            }
            overlaps += 1;
            let (a, b) = (scene.bodies[i].mesh(), scene.bodies[j].mesh());
            if surfaces_meet((a, &world[i]), (b, &world[j])) {
                met.push((i, j));
            }
        }
    }
    (met, overlaps)
}

/// Asserts that only one pair meets, in the last frame. Returns the box overlaps per frame.
fn assert_meets_only_at_the_end(scene: &Scene, pair: (usize, usize)) -> Vec<usize> {
    assert_eq!(scene.frames.len(), CYCLES, "{}", scene.name);
    let mut overlaps = Vec::new();
    for frame in 0..CYCLES {
        let (met, boxes) = meetings(scene, frame);
        let expected = if frame == CYCLES - 1 {
            vec![pair]
        } else {
            vec![]
        };
        assert_eq!(met, expected, "{}, frame {frame}", scene.name);
        overlaps.push(boxes);
    }
    overlaps
}

fn generated(text: &str) -> Scene {
    text.parse::<Generator>().unwrap().generate().unwrap()
}

#[test]
fn spheres_of_every_count_meet_in_the_last_cycle_only() {
    for faces in crate::bodies::PAPER_FACE_COUNTS {
        for seed in [1995, 1] {
            let scene = two_spheres(faces, seed).unwrap();
            assert_meets_only_at_the_end(&scene, (0, 1));
            assert_eq!(scene.world_cube, cube_around_origin(8.0));
            let start = scene.frames[0].poses[0].translation.length();
            assert!((start - 3.0).abs() < 1e-9, "half of 6 radii, {start}");
        }
    }
}

#[test]
fn spheres_turn_while_they_move() {
    let scene = two_spheres(168, 3).unwrap();
    for body in 0..2 {
        let [first, second] = [0, 1].map(|f| scene.frames[f].poses[body]);
        assert!(first.rotation.dot(second.rotation).abs() < 0.99999);
        assert!((first.translation - second.translation).length() > 0.02);
        assert!(
            scene
                .frames
                .iter()
                .all(|f| (f.poses[body].rotation.length() - 1.0).abs() < 1e-15)
        );
    }
}

#[test]
fn shuttle_boxes_overlap_in_every_cycle_and_two_shuttles_meet_at_the_end() {
    let scene = shuttles(15, 1995).unwrap();
    let overlaps = assert_meets_only_at_the_end(&scene, (0, 1));
    assert!(overlaps.iter().all(|n| *n >= 7), "{overlaps:?}");
    let alone = shuttle_pair(15, 1995).unwrap();
    assert_eq!(alone.bodies.len(), 2);
    assert_eq!(alone.world_cube, scene.world_cube);
    for (two, all) in alone.frames.iter().zip(&scene.frames) {
        assert_eq!(two.poses, all.poses[..2]);
    }
}

#[test]
fn two_hundred_shuttles_keep_the_density_of_few() {
    let scene = shuttles(200, 1995).unwrap();
    assert_eq!((scene.bodies.len(), scene.frames.len()), (200, CYCLES));
    for frame in [0, CYCLES / 2, CYCLES - 1] {
        let (met, overlaps) = meetings(&scene, frame);
        let expected = if frame == CYCLES - 1 {
            vec![(0, 1)]
        } else {
            vec![]
        };
        assert_eq!(met, expected, "frame {frame}");
        assert!(overlaps >= 100, "{overlaps}");
    }
}

#[test]
fn two_thousand_shuttles_have_the_density_of_two_hundred() {
    let overlaps_of_each = |bodies: u32| {
        let scene = shuttles(bodies, 1995).unwrap();
        assert_eq!(scene.bodies.len(), bodies as usize);
        let (met, overlaps) = meetings(&scene, CYCLES - 1);
        assert_eq!(met, [(0, 1)], "{bodies}");
        overlaps as f64 / f64::from(bodies)
    };
    let overlaps = [200, 2000].map(overlaps_of_each);
    assert!(
        overlaps.iter().all(|n| (0.5..1.0).contains(n)),
        "{overlaps:?}"
    );
}

#[test]
fn in_a_swarm_only_the_first_two_meet_and_smaller_swarms_are_part_of_larger_ones() {
    let large = sphere_swarm(40, 528, 1995).unwrap();
    let overlaps = assert_meets_only_at_the_end(&large, (0, 1));
    assert!(
        overlaps.iter().sum::<usize>() > 72,
        "boxes overlap now and then: {overlaps:?}"
    );
    let small = sphere_swarm(10, 528, 1995).unwrap();
    assert_eq!(small.world_cube, large.world_cube);
    for (few, many) in small.frames.iter().zip(&large.frames) {
        assert_eq!(few.poses, many.poses[..10]);
    }
    assert_meets_only_at_the_end(&sphere_swarm(100, 24, 2).unwrap(), (0, 1));
}

#[test]
fn head_and_shuttle_meet_at_the_end_and_boxes_overlap_from_cycle_17() {
    for seed in [1995, 7] {
        let scene = four_bodies(seed).unwrap();
        let overlaps = assert_meets_only_at_the_end(&scene, (1, 3));
        assert_eq!(
            overlaps.iter().position(|n| *n > 0),
            Some(16),
            "{overlaps:?}"
        );
        let faces: Vec<usize> = scene.bodies.iter().map(|b| b.mesh().face_count()).collect();
        assert_eq!(faces, [120, 528, 146, 1816]);
        // The other two move.
        for body in [0, 2] {
            assert_ne!(scene.frames[0].poses[body], scene.frames[71].poses[body]);
        }
    }
}

#[test]
fn deforming_bodies_stay_closed_and_meet_now_and_then() {
    for scene in [
        waving_spheres(168, 1995).unwrap(),
        bending_tubes(528, 1995).unwrap(),
    ] {
        let count = scene.frames.len();
        let met = (0..count)
            .filter(|f| !meetings(&scene, *f).0.is_empty())
            .count();
        assert!(
            4 * met >= count && 8 * met <= 7 * count,
            "{}: {met} of {count}",
            scene.name
        );
        assert!(scene.bodies.iter().all(|b| b.deforms));
        let (a, b) = (&scene.frames[3], &scene.frames[4]);
        for (i, body) in scene.bodies.iter().enumerate() {
            assert!(Topology::of(body.mesh()).closed);
            assert_ne!(a.local_vertices(i, body), b.local_vertices(i, body));
        }
    }
}

#[test]
fn nothing_ever_overlaps_in_a_calm_scene() {
    let scene = calm(20, 48, 5).unwrap();
    assert!((0..CYCLES).all(|frame| meetings(&scene, frame).1 == 0));
    assert_ne!(scene.frames[0], scene.frames[1]);
}

#[test]
fn a_seed_gives_the_same_bits_and_another_seed_others() {
    for name in [
        "two-spheres:faces=80",
        "shuttles:bodies=4",
        "bending-tubes:faces=96",
    ] {
        let with_seed = |seed: u32| generated(&format!("{name},seed={seed}")).frames;
        assert_eq!(with_seed(5), with_seed(5), "{name}");
        assert_ne!(with_seed(5), with_seed(6), "{name}");
    }
}

#[test]
fn large_spheres_meet_too() {
    let scene = two_spheres(20_000, 1995).unwrap();
    assert_eq!(scene.bodies[0].mesh().face_count(), 19_880);
    let (met, _) = meetings(&scene, CYCLES - 1);
    assert_eq!(met, [(0, 1)]);
    assert!(meetings(&scene, CYCLES - 2).0.is_empty());
}

#[test]
fn approaching_spheres_meet_between_the_last_two_frames_and_move_little_in_each() {
    for faces in [960, 3968] {
        let scene = approaching_spheres(faces, 1995, 0).unwrap();
        assert_eq!(scene.frames.len(), CYCLES + 1);
        let meets = |index: usize| {
            let [a, b] =
                [0, 1].map(|body| scene.frames[index].world_vertices(body, &scene.bodies[body]));
            let mesh = scene.bodies[0].mesh();
            surfaces_meet((mesh, &a), (mesh, &b))
        };
        assert!(!meets(CYCLES - 1) && meets(CYCLES));
        let centers = |index: usize| scene.frames[index].poses[0].translation;
        for index in 0..CYCLES {
            // A voxel of level 6 is 0.078 wide.
            assert!(centers(index).distance(centers(index + 1)) < 0.01);
        }
    }
}

#[test]
fn approaching_spheres_go_on_at_the_same_pace_after_they_have_met() {
    let before = approaching_spheres(960, 1995, 0).unwrap();
    let scene = approaching_spheres(960, 1995, 8).unwrap();
    assert_eq!(scene.frames.len(), CYCLES + 9);
    for (i, frame) in before.frames.iter().enumerate() {
        for (pose, same) in frame.poses.iter().zip(&scene.frames[i].poses) {
            assert!(pose.translation.distance(same.translation) < 1e-12);
            let difference = pose.rotation - same.rotation;
            assert!(difference.length() < 1e-12, "{i}: {difference}");
        }
    }
    let depth = |index: usize| {
        let [a, b] = [0, 1].map(|body: usize| scene.frames[index].poses[body].translation);
        2.0 - a.distance(b)
    };
    assert!(depth(CYCLES + 8) > 0.1 && depth(CYCLES + 8) < 0.13);
    let deeper = approaching_spheres(960, 1995, 37);
    assert!(deeper.is_err(), "only 36 cycles after");
}

#[test]
fn deep_spheres_cross_in_every_frame() {
    for faces in [48, 528] {
        let scene = deep_spheres(faces, 1995).unwrap();
        assert_eq!(scene.frames.len(), 8);
        for (i, frame) in scene.frames.iter().enumerate() {
            assert_eq!(meetings(&scene, i), (vec![(0, 1)], 1), "frame {i}");
            let [a, b] = [0, 1].map(|i| frame.poses[i].translation);
            assert!((a - b).length() < 1.0, "frame {i}");
        }
    }
}

#[test]
fn aligned_solids_are_convex_and_have_parallel_facets_and_contacts() {
    let scene = aligned_solids(100, 1995).unwrap();
    assert_eq!(scene.bodies.len(), 10);
    let met: usize = (0..100).map(|frame| meetings(&scene, frame).0.len()).sum();
    assert!((50..2000).contains(&met), "{met} pairs of bodies meet");
    let aligned = |pose: &Pose| {
        let x = pose.world_map().linear.x_axis.abs().to_array();
        x.iter().any(|c| (c - 1.0).abs() < 1e-12)
    };
    let all = scene.frames.iter().flat_map(|frame| &frame.poses);
    let share = all.filter(|pose| aligned(pose)).count();
    assert!(
        (550..750).contains(&share),
        "{share} of 1000 poses are aligned"
    );
}

#[test]
fn near_stones_are_concave_come_near_and_meet_in_the_last_frames() {
    for faces in [528, 3968] {
        let scene = near_stones(faces, 1995).unwrap();
        let met = (0..8).map(|frame| meetings(&scene, frame).0.len());
        assert_eq!(met.collect::<Vec<_>>(), [0, 0, 0, 0, 0, 0, 0, 1]);
        // Meshes of both bodies differ.
        let [a, b] = [0, 1].map(|i| scene.bodies[i].mesh());
        assert_ne!(a, b);
    }
}

#[test]
fn a_stone_in_its_mold_moves_near_it_and_never_meets_it() {
    for (faces, gap) in [(168, 40), (960, 100), (3968, 5)] {
        let scene = stone_in_mold(faces, gap, 1995).unwrap();
        let faces: Vec<usize> = scene.bodies.iter().map(|b| b.mesh().face_count()).collect();
        assert_eq!(faces[1], 2 * faces[0]);
        assert!(Topology::of(scene.bodies[1].mesh()).closed);
        for frame in 0..8 {
            assert_eq!(meetings(&scene, frame), (vec![], 1), "{gap}, frame {frame}");
        }
        assert_ne!(scene.frames[0].poses[0], scene.frames[1].poses[0]);
        assert_eq!(scene.frames[0].poses[1], scene.frames[1].poses[1]);
    }
    // As near as that: a gap in the other direction is a contact.
    let mut scene = stone_in_mold(168, 5, 1995).unwrap();
    scene.frames[1].poses[0].translation += Vec3::new(0.03, 0.0, 0.0);
    assert_eq!(meetings(&scene, 1).0, [(0, 1)]);
}

#[test]
fn most_neighbors_in_a_crowd_cross_in_every_frame() {
    let scene = crowded_stones(27, 168, 1995).unwrap();
    for frame in 0..8 {
        // A cube of 27 has 54 pairs of neighbors.
        let met = meetings(&scene, frame).0.len();
        assert!((27..=54 + 27).contains(&met), "frame {frame}: {met}");
    }
    let all = scene.bodies.iter().map(|body| body.mesh());
    assert_eq!(
        all.filter(|mesh| *mesh == scene.bodies[0].mesh()).count(),
        7
    );
}

#[test]
fn dented_spheres_are_concave_and_meet_as_the_others_do() {
    let of = |dent: &str| generated(&format!("dented-spheres:faces=528,dent={dent},seed=1995"));
    let [plain, far] = ["none", "far"].map(of);
    assert_eq!(assert_meets_only_at_the_end(&far, (0, 1))[71], 1);
    // A vertex beyond the plane of a face.
    let concave = |scene: &Scene| {
        let mesh = scene.bodies[0].mesh();
        mesh.triangles().iter().any(|t| {
            let [a, b, c] = t.map(|v| mesh.vertices()[v as usize]);
            let normal = (b - a).cross(c - a);
            let beyond = |p: &Vec3| (*p - a).dot(normal) > 1e-6;
            mesh.vertices().iter().any(beyond)
        })
    };
    assert_eq!([&plain, &far].map(concave), [false, true]);
    // The same pairs of faces meet.
    let contacts = |scene: &Scene| {
        let frame = &scene.frames[CYCLES - 1];
        let [v, w] = [0, 1].map(|i| frame.world_vertices(i, &scene.bodies[i]));
        let faces = |i: usize, world: &[Vec3]| -> Vec<geometry::Triangle> {
            let triangles = scene.bodies[i].mesh().triangles().iter();
            let face = |t: &[u32; 3]| {
                let [a, b, c] = t.map(|v| world[v as usize]);
                geometry::Triangle::new(a, b, c)
            };
            triangles.map(face).collect()
        };
        let (s, t) = (faces(0, &v), faces(1, &w));
        let mut met = Vec::new();
        for (i, a) in s.iter().enumerate() {
            for (j, b) in t.iter().enumerate() {
                let near = a.aabb().overlaps(&b.aabb());
                if near && geometry::interference(a, b) != geometry::Interference::Apart {
                    met.push((i, j));
                }
            }
        }
        met
    };
    assert!(!contacts(&plain).is_empty());
    assert_eq!(contacts(&plain), contacts(&far));
}

#[test]
fn as_many_pairs_meet_at_the_end_as_are_asked_for() {
    for meeting in [0, 1, 3, 4] {
        let scene = generated(&format!("sphere-pairs:bodies=8,meeting={meeting},faces=48"));
        let pairs = (0..meeting).map(|i| (2 * i, 2 * i + 1));
        assert_eq!(meetings(&scene, CYCLES - 1).0, pairs.collect::<Vec<_>>());
        for frame in 0..CYCLES - 1 {
            assert!(
                meetings(&scene, frame).0.is_empty(),
                "{meeting}, frame {frame}"
            );
        }
        let cube = scene.world_cube;
        for (i, body) in scene.bodies.iter().enumerate() {
            for frame in &scene.frames {
                let vertices = frame.world_vertices(i, body);
                assert!(
                    vertices.iter().all(|p| cube.contains(*p)),
                    "body {i} leaves"
                );
            }
        }
    }
    let error = "sphere-pairs:bodies=8,meeting=5"
        .parse::<Generator>()
        .unwrap()
        .generate();
    assert!(error.is_err());
}
