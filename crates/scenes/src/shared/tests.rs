use super::*;
use crate::motions::surfaces_meet;
use geometry::topology::Topology;
use geometry::{Interference, interference};
use std::collections::BTreeSet;

/// Returns true if the surfaces of any two bodies meet in a frame.
fn anything_meets(scene: &Scene, frame: usize) -> bool {
    let world: Vec<Vec<Vec3>> = scene
        .bodies
        .iter()
        .enumerate()
        .map(|(i, b)| scene.frames[frame].world_vertices(i, b))
        .collect();
    (0..world.len()).any(|i| {
        (i + 1..world.len()).any(|j| {
            let (a, b) = (scene.bodies[i].mesh(), scene.bodies[j].mesh());
            surfaces_meet((a, &world[i]), (b, &world[j]))
        })
    })
}

fn meets(name: &str) -> bool {
    let scenes = shared_scenes();
    let found = scenes.iter().find(|s| s.name == name);
    anything_meets(found.unwrap_or_else(|| panic!("no scene `{name}`")), 0)
}

#[test]
fn names_differ_and_scenes_are_small() {
    let scenes = shared_scenes();
    let names: BTreeSet<&str> = scenes.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names.len(), scenes.len());
    assert!(scenes.len() > 50);
    for scene in &scenes {
        let pairs: usize = (0..scene.bodies.len())
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .map(|(i, j)| scene.bodies[i].mesh().face_count() * scene.bodies[j].mesh().face_count())
            .sum();
        let all = pairs * scene.frames.len();
        assert!(
            all <= 2_000_000,
            "{}: {all} face pairs are too many for brute force",
            scene.name
        );
    }
}

#[test]
fn there_are_scenes_on_both_sides_of_touching() {
    for (meeting, apart) in [
        (
            "two cubes share a vertex",
            "two cubes are one ulp from a vertex",
        ),
        (
            "two cubes share an edge",
            "two cubes are one ulp from an edge",
        ),
        (
            "two cubes share a face",
            "two cubes are one ulp from a face",
        ),
        (
            "a point on a cube's face",
            "a point one ulp from a cube's face",
        ),
        (
            "a triangle that touches with a vertex",
            "a triangle that stops short with a vertex",
        ),
        (
            "a triangle that overlaps in the plane",
            "a triangle that lies beside in the plane",
        ),
        (
            "a tetrahedron touching a cube from within",
            "a tetrahedron inside a cube",
        ),
        (
            "linked rings, and one that touches",
            "a rod in a ring's hole",
        ),
    ] {
        assert!(meets(meeting), "{meeting}");
        assert!(!meets(apart), "{apart}");
    }
    let frames = shared_scenes().into_iter().flat_map(|s| {
        (0..s.frames.len())
            .map(move |i| anything_meets(&s, i))
            .collect::<Vec<_>>()
    });
    let frames: Vec<bool> = frames.collect();
    let meeting = frames.iter().filter(|m| **m).count();
    assert!(
        3 * meeting > frames.len() && meeting < frames.len() * 7 / 8,
        "{meeting} of {}",
        frames.len()
    );
}

#[test]
fn every_kind_of_interference_occurs() {
    let mut kinds = BTreeSet::new();
    for scene in shared_scenes().iter().filter(|s| s.face_count() < 100) {
        let triangles = |i: usize| -> Vec<geometry::Triangle> {
            let b = &scene.bodies[i];
            let world = scene.frames[0].world_vertices(i, b);
            let at = |t: &[u32; 3]| t.map(|v| world[v as usize]);
            let corners = b.mesh().triangles().iter().map(at);
            corners
                .map(|[p, q, r]| geometry::Triangle::new(p, q, r))
                .collect()
        };
        let (a, b) = (triangles(0), triangles(1));
        kinds.extend(a.iter().flat_map(|s| b.iter().map(|t| interference(s, t))));
    }
    let all = [
        Interference::Apart,
        Interference::Touching,
        Interference::Crossing,
        Interference::CoplanarOverlap,
    ];
    assert_eq!(kinds, BTreeSet::from(all));
}

#[test]
fn convex_scenes_hold_rigid_closed_exactly_convex_bodies() {
    use geometry::{Sign, orient3d};
    for scene in convex_scenes() {
        for body in &scene.bodies {
            let mesh = body.mesh();
            assert!(
                !body.deforms && Topology::of(mesh).is_clean(),
                "{}",
                scene.name
            );
            for i in 0..mesh.face_count() {
                let t = mesh.triangle(i);
                let in_front = mesh
                    .vertices()
                    .iter()
                    .any(|p| orient3d(t.a, t.b, t.c, *p) == Sign::Positive);
                assert!(!in_front, "{}, {}", scene.name, body.name);
            }
        }
    }
}

#[test]
fn faults_are_there_to_be_met() {
    let all: Vec<Topology> = shared_scenes()
        .iter()
        .flat_map(|s| {
            s.bodies
                .iter()
                .map(|b| Topology::of(b.mesh()))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(all.iter().any(|t| !t.flat.is_empty()));
    assert!(all.iter().any(|t| !t.duplicates.is_empty()));
    assert!(all.iter().any(|t| !t.open_edges.is_empty()));
    assert!(all.iter().any(|t| t.part_count() > 1 && t.closed));
    assert!(shared_scenes().iter().any(Scene::deforms));
}

#[test]
fn scaling_and_reversing_keep_verdicts() {
    for scene in shared_scenes().iter().filter(|s| s.face_count() < 200) {
        let expected = anything_meets(scene, 0);
        assert_eq!(
            anything_meets(&scene.reversed(), 0),
            expected,
            "{}",
            scene.name
        );
        if scene.name.contains("scaled by") {
            continue;
        }
        for exponent in [-60, 60] {
            let scaled = scene.scaled_by_power_of_two(exponent).unwrap();
            assert_eq!(anything_meets(&scaled, 0), expected, "{}", scaled.name);
        }
    }
}
