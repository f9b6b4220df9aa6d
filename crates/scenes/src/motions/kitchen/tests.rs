use super::*;
use crate::motions::surfaces_meet;
use geometry::topology::Topology;
use geometry::{Aabb, Sign, Vec3, orient3d, solid};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the pairs of bodies whose solids share a point, with the lower index first.
fn meetings(scene: &Scene, frame: usize) -> Vec<(usize, usize)> {
    let bodies = &scene.bodies;
    let world: Vec<Vec<Vec3>> = (0..bodies.len())
        .map(|i| scene.frames[frame].world_vertices(i, &bodies[i]))
        .collect();
    let boxes: Vec<Aabb> = world.iter().map(Aabb::of_points).collect();
    let contains = |outer: usize, inner: usize| {
        let triangles = bodies[outer].mesh().triangles();
        solid::contains(&world[outer], triangles, world[inner][0])
    };
    let mut met = Vec::new();
    for a in 0..bodies.len() {
        for b in a + 1..bodies.len() {
            let meshes = [a, b].map(|i| (&**bodies[i].mesh(), world[i].as_slice()));
            if boxes[a].overlaps(&boxes[b])
                && (surfaces_meet(meshes[0], meshes[1]) || contains(a, b) || contains(b, a))
            {
                met.push((a, b));
            }
        }
    }
    met
}

fn generated(hand: HandShape, frames: u32) -> Scene {
    kitchen(&Kitchen { hand, frames }).unwrap()
}

/// Returns true if the mesh is closed and has no vertex in front of a face.
fn is_convex(mesh: &geometry::Mesh) -> bool {
    let faces = (0..mesh.face_count()).map(|i| mesh.triangle(i));
    let mut faces = faces.flat_map(|t| mesh.vertices().iter().map(move |p| (t, *p)));
    Topology::of(mesh).is_clean()
        && faces.all(|(t, p)| orient3d(t.a, t.b, t.c, p) != Sign::Positive)
}

#[test]
fn parts_are_convex_and_have_different_names() {
    let scene = generated(HandShape::Pieces, 2);
    let names: BTreeSet<&str> = scene.bodies.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names.len(), scene.bodies.len());
    assert!((100..=200).contains(&names.len()), "{}", names.len());
    for body in &scene.bodies {
        assert!(is_convex(body.mesh()), "{}", body.name);
        let thickness = body.mesh().aabb().size().min_element();
        assert!(thickness > 0.005, "{}: {thickness}", body.name);
    }
}

#[test]
fn only_the_hand_and_the_cup_meet_anything() {
    let scene = generated(HandShape::Pieces, 240);
    let name = |i: usize| scene.bodies[i].name.as_str();
    let first_piece = scene
        .bodies
        .iter()
        .position(|b| b.name == "forearm")
        .unwrap();
    let (mut met, mut busy) = (BTreeMap::<&str, usize>::new(), 0);
    for frame in 0..scene.frames.len() {
        let pairs = meetings(&scene, frame);
        for (a, b) in &pairs {
            // A piece of the hand comes after all parts. Pieces do not meet each other.
            let touched = name(*a);
            assert!(
                *b >= first_piece && *a < first_piece,
                "{touched} meets {} in frame {frame}",
                name(*b)
            );
            *met.entry(touched).or_default() += 1;
        }
        busy += usize::from(!pairs.is_empty());
        assert!(pairs.len() < 12, "frame {frame}: {pairs:?}");
    }
    for touched in ["chair 0 back", CARRIED, "cupboard door 2"] {
        assert!(met.contains_key(touched), "{touched}: {met:?}");
    }
    assert!((3..12).contains(&met.len()), "{met:?}");
    assert!((60..200).contains(&busy), "{busy} of 240 frames: {met:?}");
}

#[test]
fn the_cup_moves_with_the_hand_and_stays_where_it_is_put() {
    let scene = generated(HandShape::Pieces, 101);
    let cup = scene.bodies.iter().position(|b| b.name == CARRIED).unwrap();
    let moving: Vec<usize> = (1..101)
        .filter(|f| scene.frames[*f].poses[cup] != scene.frames[f - 1].poses[cup])
        .collect();
    assert_eq!(moving, (41..=70).collect::<Vec<_>>());
    let held = |frame: usize| {
        let palm = scene.bodies.iter().position(|b| b.name == "palm").unwrap();
        meetings(&scene, frame).contains(&(cup, palm))
    };
    assert!(!held(38) && held(41) && held(55) && held(70) && !held(75));
    let start = scene.frames[0].poses[cup].translation;
    let end = scene.frames[100].poses[cup].translation;
    assert!(start.distance(end) > 1.5);
    // Upright on the worktop, with about a gap below.
    let lowest = scene.frames[100].world_vertices(cup, &scene.bodies[cup]);
    let lowest = lowest.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
    assert!((lowest - 0.9).abs() < 0.004, "{lowest}");
}

#[test]
fn a_whole_hand_is_one_body_of_convex_parts_that_meets_the_same_cup() {
    let [pieces, whole] = [HandShape::Pieces, HandShape::Whole].map(|h| generated(h, 61));
    assert_eq!(pieces.bodies.len(), whole.bodies.len() + 15);
    let hand = whole.bodies.len() - 1;
    let mesh = whole.bodies[hand].mesh();
    let topology = Topology::of(mesh);
    assert!(topology.is_clean(), "{topology}");
    assert_eq!(topology.part_count(), 16);
    for mesh in Hand::new().meshes_bent_by(GRIP) {
        assert!(is_convex(&mesh));
    }
    let touched = |scene: &Scene, frame| -> BTreeSet<usize> {
        meetings(scene, frame).into_iter().map(|(a, _)| a).collect()
    };
    // At the end of the grasp the bend of the pieces is that of the whole.
    for frame in [24, 27, 36, 40] {
        assert_eq!(touched(&whole, frame), touched(&pieces, frame), "{frame}");
    }
    assert!(!touched(&whole, 30).is_empty());
}

#[test]
fn the_hand_moves_smoothly() {
    let scene = generated(HandShape::Pieces, 240);
    let palm = scene.bodies.iter().position(|b| b.name == "palm").unwrap();
    let centers: Vec<Vec3> = scene
        .frames
        .iter()
        .map(|f| f.poses[palm].translation)
        .collect();
    for w in centers.windows(3) {
        assert!(w[0].distance(w[1]) < 0.08);
        assert!((w[2] - w[1] - (w[1] - w[0])).length() < 0.012);
    }
}

#[test]
fn numbers_of_frames_out_of_range_name_the_limits() {
    for frames in [0, 1, 20_001] {
        let hand = HandShape::Pieces;
        let error = kitchen(&Kitchen { hand, frames }).unwrap_err().to_string();
        assert!(error.contains("it must be 2 to 20000"), "{error}");
    }
}
