//! Mutated robots with trajectories, and mutated glTF scenes.

use crate::Case;
use crate::files::{ensure_found, ensure_short, mutated};
use anyhow::Result;
use rand::RngExt;
use scenes::gltf_file::{self, GltfOptions};
use scenes::random::SceneRng;
use scenes::urdf_file::{self, UrdfOptions};

const MESH: &str = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
const URDF: &str = r#"<?xml version="1.0"?>
<robot name="arm">
  <link name="base"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.5 0 0" rpy="0 1.57 0"/>
    <geometry><cylinder radius="0.05" length="1"/></geometry></collision></link>
  <link name="tool"><collision><geometry><mesh filename="package://arm/a.obj" scale="1 -1 0.1"/>
    </geometry></collision></link>
  <link name="tip"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="j1" type="revolute"><parent link="base"/><child link="upper"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" velocity="1" effort="1"/></joint>
  <joint name="j2" type="prismatic"><origin xyz="1 0 0"/><parent link="upper"/>
    <child link="tool"/><axis xyz="0 1 0"/>
    <limit lower="-9" upper="9" velocity="1" effort="1"/></joint>
  <joint name="j3" type="continuous"><parent link="tool"/><child link="tip"/>
    <axis xyz="0 0 2"/><mimic joint="j1" multiplier="-2" offset="0.25"/></joint>
</robot>"#;
const CSV: &str = "time,j1,j2\n0,0,0\n0.04,0.5,-1e-3\n0.08,-0.0,2\n";
const JSON: &str = r#"{"joints":["j1","j2"],"frames":[[0,0.5],[0.1,0.5]],"time":[0,0.04]}"#;

/// A tetrahedron and its copy that moves: corners, faces, times and ways in one buffer.
const GLTF: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
    "nodes":[{"name":"a","mesh":0},{"name":"b","mesh":0,"scale":[2,1,1]}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
    "animations":[{"channels":[{"sampler":0,"target":{"node":1,"path":"translation"}}],
    "samplers":[{"input":2,"output":3}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":4,
    "min":[0,0,0],"max":[1,1,1]},
    {"bufferView":1,"componentType":5123,"type":"SCALAR","count":12},
    {"bufferView":2,"componentType":5126,"type":"SCALAR","count":2},
    {"bufferView":3,"componentType":5126,"type":"VEC3","count":2}],
    "bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":48},
    {"buffer":0,"byteOffset":48,"byteLength":24},{"buffer":0,"byteOffset":72,"byteLength":8},
    {"buffer":0,"byteOffset":80,"byteLength":24}],"buffers":[{"byteLength":104URI}]}"#;

/// Frames per second of animations.
const RATES: [f64; 3] = [1.0, 2.0, 30.0];

/// Checks that mutated robots and glTF scenes are refused with a short message, or that a detector
/// agrees with brute force on them.
pub(crate) fn check(case: &mut Case) -> Result<()> {
    let mut rng = SceneRng::new(case.seed);
    match rng.random_range(0..3) {
        0 => check_gltf(case, &mut rng),
        _ => check_robot(case, &mut rng),
    }
}

fn check_robot(case: &mut Case, rng: &mut SceneRng) -> Result<()> {
    let mut parts = [
        ("robot.urdf", URDF),
        ("joints.csv", CSV),
        ("joints.json", JSON),
        ("a.obj", MESH),
    ]
    .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let motion = [None, Some("joints.csv"), Some("joints.json")][rng.random_range(0..3)];
    // Mostly the robot and its trajectory: meshes have a target of their own.
    let part = match (rng.random_range(0..8), motion) {
        (0, _) => 3,
        (1..4, Some("joints.csv")) => 1,
        (1..4, Some(_)) => 2,
        _ => 0,
    };
    parts[part].1 = mutated(rng, &parts[part].1);
    case.files = parts.to_vec();
    let folder = case.written()?;
    let mut options = UrdfOptions::default();
    options.motion = motion.map(|name| folder.path().join(name));
    options.adjacent = rng.random_range(0..2) == 0;
    let packages = [("arm".to_owned(), folder.path().to_owned())];
    options.packages = packages.into();
    match urdf_file::read(folder.path().join("robot.urdf"), &options) {
        Ok(scene) => ensure_found(&scene),
        Err(error) => ensure_short(&error),
    }
}

fn check_gltf(case: &mut Case, rng: &mut SceneRng) -> Result<()> {
    let corners: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let faces: [u16; 12] = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];
    let motion: [f32; 8] = [0.0, 1.0, 4.0, 0.0, 0.0, 0.25, 0.0, 0.0];
    let mut buffer: Vec<u8> = corners.iter().flat_map(|x| x.to_le_bytes()).collect();
    buffer.extend(faces.iter().flat_map(|i| i.to_le_bytes()));
    buffer.extend(motion.iter().flat_map(|x| x.to_le_bytes()));
    let is_binary = rng.random_range(0..2) == 0;
    let mut files = if is_binary {
        vec![("a.glb".to_owned(), binary(&buffer))]
    } else {
        let text = GLTF.replace("URI", r#","uri":"a.bin""#);
        vec![
            ("a.gltf".to_owned(), text.into_bytes()),
            ("a.bin".to_owned(), buffer),
        ]
    };
    let part = rng.random_range(0..files.len());
    files[part].1 = mutated(rng, &files[part].1);
    let name = files[0].0.clone();
    case.files = files;
    let folder = case.written()?;
    let mut options = GltfOptions::default();
    options.rate = RATES[rng.random_range(0..RATES.len())];
    match gltf_file::read(folder.path().join(name), &options) {
        Ok(scene) => ensure_found(&scene),
        Err(error) => ensure_short(&error),
    }
}

/// Returns the scene as a binary file.
fn binary(buffer: &[u8]) -> Vec<u8> {
    let mut text = GLTF.replace("URI", "").into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut chunks = Vec::new();
    for (kind, data) in [(b"JSON", &text[..]), (b"BIN\0", buffer)] {
        chunks.extend((data.len() as u32).to_le_bytes());
        chunks.extend(kind);
        chunks.extend(data);
    }
    let length = (12 + chunks.len()) as u32;
    [
        &b"glTF"[..],
        &2u32.to_le_bytes(),
        &length.to_le_bytes(),
        &chunks,
    ]
    .concat()
}
