//! Small scenes of the conformance suite, on both sides of touching.

use crate::bodies::{block, cube, lat_long_sphere, sphere, tetrahedron, torus};
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
    let scene = |(what, offset): &(&str, [f64; 3])| {
        let poses = vec![Pose::IDENTITY, Pose::at(Vec3::from_array(*offset))];
        still(&format!("two cubes {what}"), &[&mesh, &mesh], poses)
    };
    let mut scenes: Vec<Scene> = offsets.iter().map(scene).collect();
    // An edge that touches the interior of a face, and a vertex inside the other body.
    let tip = Arc::new(tetrahedron(2.0));
    let tips = vec![Pose::IDENTITY, Pose::at(Vec3::new(0.25, 0.125, 2.0))];
    scenes.push(still(
        "a tetrahedron's edge touches a cube's face",
        &[&mesh, &tip],
        tips,
    ));
    let corner = vec![Pose::IDENTITY, Pose::at(Vec3::new(1.75, 1.5, 1.25))];
    scenes.push(still(
        "a tetrahedron's vertex is inside a cube",
        &[&mesh, &tip],
        corner,
    ));
    scenes
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
    vec![mixed, two_spheres, swarm]
}

/// Returns scenes of a body inside another, without and with containment.
fn contained() -> Vec<Scene> {
    let (large, small) = (Arc::new(cube(4.0)), Arc::new(tetrahedron(1.0)));
    let hollow = Arc::new(joined(&[cube(4.0), turned_inside_out(&cube(3.0))]));
    let two_parts = Arc::new(joined(&[small_at(-1.0), small_at(1.0)]));
    let half_out = Arc::new(joined(&[small_at(0.0), small_at(5.0)]));
    let open_box = Arc::new(without_last_face(&cube(4.0)));
    let at = |x: f64| vec![Pose::IDENTITY, Pose::at(Vec3::new(x, 0.25, 0.125))];
    let cases = [
        still("a tetrahedron inside a cube", &[&large, &small], at(0.5)),
        still("a cube around a tetrahedron", &[&small, &large], at(0.25)),
        still("a tetrahedron beside a cube", &[&large, &small], at(3.5)),
        still(
            "a tetrahedron in the hollow of a cube",
            &[&hollow, &small],
            at(0.0),
        ),
        still(
            "a tetrahedron inside an open cube",
            &[&open_box, &small],
            at(0.5),
        ),
        still(
            "a body of two parts inside a cube",
            &[&large, &two_parts],
            at(0.0),
        ),
        still(
            "a body of two parts, one inside a cube",
            &[&large, &half_out],
            at(0.0),
        ),
        still(
            "a tetrahedron touching a cube from within",
            &[&large, &small],
            at(1.5),
        ),
    ];
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
    let through = vec![
        Pose::IDENTITY,
        Pose::new(Vec3::X, about(Vec3::X, 0.25)),
        Pose::at(Vec3::new(0.0, 0.0, 0.4)),
    ];
    let linked = still(
        "linked rings, and one that touches",
        &[&ring, &ring, &ring],
        through,
    );
    let rod = Arc::new(block(Vec3::new(0.5, 0.5, 4.0)));
    let in_hole = still(
        "a rod in a ring's hole",
        &[&ring, &rod],
        vec![Pose::IDENTITY; 2],
    );
    let beside = vec![Pose::IDENTITY, Pose::at(Vec3::new(0.6, 0.0, 0.0))];
    let at_rim = still("a rod through a ring", &[&ring, &rod], beside);
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
    sphere(faces).unwrap_or_else(|_| lat_long_sphere(8, 4))
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
    let small = tetrahedron(0.5);
    let vertices = small.vertices().iter().map(|p| *p + Vec3::X * x).collect();
    Mesh::new(vertices, small.triangles().to_vec()).expect("a mesh that is moved")
}

/// Joins parts into one mesh.
fn joined(parts: &[Mesh]) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for part in parts {
        let first = vertices.len() as u32;
        vertices.extend_from_slice(part.vertices());
        triangles.extend(part.triangles().iter().map(|t| t.map(|v| v + first)));
    }
    Mesh::new(vertices, triangles).expect("meshes that are joined")
}

fn turned_inside_out(mesh: &Mesh) -> Mesh {
    let triangles = mesh
        .triangles()
        .iter()
        .map(|[a, b, c]| [*a, *c, *b])
        .collect();
    Mesh::new(mesh.vertices().to_vec(), triangles).expect("a mesh that is turned")
}

fn without_last_face(mesh: &Mesh) -> Mesh {
    let triangles = mesh.triangles()[..mesh.face_count() - 1].to_vec();
    Mesh::new(mesh.vertices().to_vec(), triangles).expect("a mesh without a face")
}

#[cfg(test)]
mod tests;
