//! Small scenes of the conformance suite, on both sides of touching.

use crate::bodies::{
    block, cube, joined, moved, sphere, tetrahedron, torus, turned_inside_out, without_last_face,
};
use crate::fixtures::fixtures;
use crate::rotation::about;
use crate::{Generator, Scene, SceneFrame};
use collision::Body;
use geometry::{Mesh, Pose, Vec3};
use std::sync::Arc;

/// Returns every shared scene. Each is small enough for brute force.
///
/// They contain touching and nearly touching cubes, contained bodies, faulty and open meshes,
/// slivers, lattices, tiny, huge and distant coordinates, and moving and deforming bodies.
pub fn shared_scenes() -> Vec<Scene> {
    let mut scenes = convex_scenes();
    scenes.extend(contained());
    scenes.extend(fixtures().into_iter().map(|fixture| fixture.scene));
    scenes.extend(concave());
    scenes.extend(moving());
    scenes
}

/// Returns the shared scenes whose bodies are all rigid, closed and exactly convex.
pub fn convex_scenes() -> Vec<Scene> {
    let mut scenes = touching_cubes();
    scenes.extend(scales());
    scenes.extend(convex_mixed());
    scenes
}

/// Returns scenes of two cubes of side 2, the second moved by an exact offset.
///
/// They touch at a vertex, an edge or a face, or are one ulp from it. They overlap with coplanar
/// sides or deeply, are identical, or are far apart.
fn touching_cubes() -> Vec<Scene> {
    let (beyond, within) = (2.0f64.next_up(), 2.0f64.next_down());
    let offsets = [
        ("share a vertex", [2.0, 2.0, 2.0]),
        ("share a vertex at the other end", [-2.0, 2.0, -2.0]),
        ("are one ulp from a vertex", [2.0, 2.0, beyond]),
        ("share an edge", [2.0, 2.0, 0.0]),
        ("share a part of an edge", [2.0, 2.0, 0.5]),
        ("are one ulp from an edge", [2.0, beyond, 0.0]),
        ("share a face", [2.0, 0.0, 0.0]),
        ("share a part of a face", [2.0, 0.5, -0.25]),
        ("are one ulp from a face", [beyond, 0.0, 0.0]),
        ("are one ulp deep", [within, 0.5, 0.25]),
        ("overlap with coplanar sides", [1.0, 0.0, 0.0]),
        ("overlap deeply", [0.5, 0.75, 0.25]),
        ("are identical", [0.0, 0.0, 0.0]),
        ("are far apart", [9.0, 5.0, -7.0]),
    ];
    let mesh = Arc::new(cube(2.0));
    let pair = |name: &str, second: &Arc<Mesh>, offset: [f64; 3]| {
        let poses = vec![Pose::IDENTITY, Pose::at(Vec3::from_array(offset))];
        still(name, &[&mesh, second], poses)
    };
    let cubes = offsets.map(|(what, offset)| pair(&format!("two cubes {what}"), &mesh, offset));
    // An edge that touches the interior of a face, and a vertex inside the other body.
    let tip = Arc::new(tetrahedron(2.0));
    let edge = "a tetrahedron's edge touches a cube's face";
    let vertex = "a tetrahedron's vertex is inside a cube";
    let tips = [(edge, [0.25, 0.125, 2.0]), (vertex, [1.75, 1.5, 1.25])];
    let tips = tips.map(|(name, offset)| pair(name, &tip, offset));
    cubes.into_iter().chain(tips).collect()
}

/// Returns one scene scaled by 2^30, 2^-30 and 2^-200, moved by 2^20, and unchanged.
fn scales() -> Vec<Scene> {
    let mesh = Arc::new(cube(2.0));
    let ball = Arc::new(paper_sphere(48));
    let poses = vec![
        Pose::IDENTITY,
        Pose::at(Vec3::new(2.0, 1.0, 0.0)),
        Pose::new(Vec3::new(-1.7, 0.3, 0.2), about(Vec3::Z, 0.07)),
        Pose::at(Vec3::new(0.0, 0.0, -2.0f64.next_up())),
    ];
    let scene = still("cubes and a sphere", &[&mesh, &mesh, &ball, &mesh], poses);
    let scaled = |exponent| scene.scaled_by_power_of_two(exponent).expect("in range");
    let far = scene
        .moved(Vec3::splat(f64::from(1 << 20)))
        .expect("in range");
    vec![scaled(30), scaled(-30), scaled(-200), far, scene]
}

/// Returns scenes of three or more convex bodies in general position over some frames.
fn convex_mixed() -> Vec<Scene> {
    let meshes = [
        cube(1.5),
        tetrahedron(2.0),
        paper_sphere(80),
        block(Vec3::new(4.0, 0.1, 0.5)),
    ]
    .map(Arc::new);
    let frame = |i: usize| {
        let t = i as f64 / 6.0;
        let pose =
            |center: Vec3, turns: f64| Pose::new(center, about(Vec3::new(0.36, 0.48, 0.8), turns));
        SceneFrame::rigid(vec![
            pose(Vec3::new(1.5 - 2.0 * t, 0.1, 0.2), 0.1 * t),
            pose(Vec3::new(-1.0, 1.2 - t, 0.3), 0.3 * t),
            pose(Vec3::new(0.0, -2.0, 1.5 * t), 0.2),
            pose(Vec3::new(0.3, -0.5 - t, 0.9), 0.5 * t),
        ])
    };
    let refs: Vec<&Arc<Mesh>> = meshes.iter().collect();
    let mixed = scene(
        "four convex bodies that move",
        &refs,
        (0..7).map(frame).collect(),
    );
    let two_spheres = last_frames(generated("two-spheres:faces=48,seed=7"), 3);
    let swarm = last_frames(generated("sphere-swarm:bodies=5,faces=24,seed=7"), 2);
    let polytopes = "polytopes:bodies=8,faces=16,density-permille=200,frames=6,seed=7";
    let polytopes = last_frames(generated(polytopes), 3);
    vec![
        mixed,
        two_spheres,
        swarm,
        polytopes,
        part_of_kitchen("pieces"),
    ]
}

/// Returns the hand, or the palm and three fingers of it, with what it meets around the table.
fn part_of_kitchen(hand: &str) -> Scene {
    const BODIES: [&str; 13] = [
        "hand",
        "forearm",
        "palm",
        "thumb 0",
        "thumb 1",
        "index finger 0",
        "index finger 1",
        "index finger 2",
        "chair 0 back",
        "table top",
        "plate 0",
        "fork 0",
        "cup 0",
    ];
    let mut scene = generated(&format!("kitchen:hand={hand},frames=11"));
    scene.frames.truncate(7);
    let scene = last_frames(scene, 5);
    let bodies = (0..).zip(&scene.bodies);
    let near = bodies.filter(|(_, body)| BODIES.contains(&body.name.as_str()));
    scene.only(&near.map(|(i, _)| i).collect::<Vec<_>>())
}

/// Returns scenes of a body inside another, without and with containment.
fn contained() -> Vec<Scene> {
    let (large, small) = (Arc::new(cube(4.0)), Arc::new(tetrahedron(1.0)));
    let hollow = Arc::new(joined(&[cube(4.0), turned_inside_out(&cube(3.0))]));
    let two_parts = Arc::new(joined(&[small_at(-1.0), small_at(1.0)]));
    let half_out = Arc::new(joined(&[small_at(0.0), small_at(5.0)]));
    let open_box = Arc::new(without_last_face(&cube(4.0)));
    let cases = [
        ("a tetrahedron inside a cube", &large, &small, 0.5),
        ("a cube around a tetrahedron", &small, &large, 0.25),
        ("a tetrahedron beside a cube", &large, &small, 3.5),
        (
            "a tetrahedron in the hollow of a cube",
            &hollow,
            &small,
            0.0,
        ),
        ("a tetrahedron inside an open cube", &open_box, &small, 0.5),
        ("a body of two parts inside a cube", &large, &two_parts, 0.0),
        (
            "a body of two parts, one inside a cube",
            &large,
            &half_out,
            0.0,
        ),
        (
            "a tetrahedron touching a cube from within",
            &large,
            &small,
            1.5,
        ),
    ];
    let cases = cases.map(|(name, first, second, x)| {
        let second_at = Pose::at(Vec3::new(x, 0.25, 0.125));
        still(name, &[first, second], vec![Pose::IDENTITY, second_at])
    });
    let both = |scene: Scene| {
        let mut with = scene.clone().with_containment(true);
        with.name.push_str(", containment on");
        [scene, with]
    };
    let mut scenes: Vec<Scene> = cases.into_iter().flat_map(both).collect();
    let nested = [cube(1.0), cube(2.0), cube(4.0)].map(Arc::new);
    let poses = vec![Pose::IDENTITY; 3];
    let refs: Vec<&Arc<Mesh>> = nested.iter().collect();
    scenes.push(still("three nested cubes", &refs, poses).with_containment(true));
    scenes
}

/// Returns scenes of interlocked closed concave bodies.
fn concave() -> Vec<Scene> {
    let ring = Arc::new(torus(1.0, 0.25, 12, 6));
    let across = Pose::new(Vec3::X, about(Vec3::X, 0.25));
    let above = Pose::at(Vec3::new(0.0, 0.0, 0.4));
    let linked = "linked rings, and one that touches";
    let linked = still(linked, &[&ring; 3], vec![Pose::IDENTITY, across, above]);
    let rod = Arc::new(block(Vec3::new(0.5, 0.5, 4.0)));
    let with_rod = |name: &str, x: f64| {
        let poses = vec![Pose::IDENTITY, Pose::at(Vec3::X * x)];
        still(name, &[&ring, &rod], poses)
    };
    let in_hole = with_rod("a rod in a ring's hole", 0.0);
    let at_rim = with_rod("a rod through a ring", 0.6);
    vec![linked, in_hole.with_containment(true), at_rim]
}

/// Returns some frames of generated scenes, rigid and deforming.
fn moving() -> Vec<Scene> {
    vec![
        last_frames(generated("shuttle-pair:bodies=3,seed=7"), 2),
        last_frames(generated("four-bodies:seed=7"), 1),
        every(generated("waving-spheres:faces=80,seed=7"), 8),
        every(generated("bending-tubes:faces=96,seed=7"), 8),
        last_frames(generated("calm:bodies=3,faces=24,seed=7"), 2),
        part_of_kitchen("whole"),
    ]
}

fn generated(text: &str) -> Scene {
    let generator: Generator = text.parse().expect("a shared scene's generator");
    generator.generate().expect("a shared scene's motion")
}

/// Keeps the last `count` frames of a scene.
fn last_frames(mut scene: Scene, count: usize) -> Scene {
    scene.frames.drain(..scene.frames.len() - count);
    scene.name.push_str(", last frames");
    scene
}

/// Keeps every `step`th frame of a scene.
fn every(mut scene: Scene, step: usize) -> Scene {
    scene.frames = scene.frames.into_iter().step_by(step).collect();
    scene.name.push_str(", some frames");
    scene
}

fn paper_sphere(faces: u32) -> Mesh {
    sphere(faces).expect("the paper has this number of faces")
}

fn still(name: &str, meshes: &[&Arc<Mesh>], poses: Vec<Pose>) -> Scene {
    scene(name, meshes, vec![SceneFrame::rigid(poses)])
}

fn scene(name: &str, meshes: &[&Arc<Mesh>], frames: Vec<SceneFrame>) -> Scene {
    let body = |(i, mesh): (usize, &&Arc<Mesh>)| Body::rigid(format!("body {i}"), Arc::clone(mesh));
    let bodies = meshes.iter().enumerate().map(body).collect();
    Scene::new(name, bodies, frames).expect("a shared scene is a scene")
}

fn small_at(x: f64) -> Mesh {
    moved(&tetrahedron(0.5), Vec3::X * x)
}

#[cfg(test)]
mod tests;
