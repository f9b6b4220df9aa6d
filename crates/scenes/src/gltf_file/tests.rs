use super::*;
use crate::import_error::fails;
use crate::random::SceneRng;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use geometry::Vec3;
use rand::RngExt;
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

/// Corners of a tetrahedron, its faces, times 0 and 1, a way along x, a turn about z and scales.
fn numbers() -> Vec<u8> {
    let corners: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let faces: [u16; 12] = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let keys: [f32; 2 + 6 + 8 + 6] = [
        0.0, 1.0, // times
        0.0, 0.0, 0.0, 4.0, 0.0, 0.0, // translations
        0.0, 0.0, 0.0, 1.0, 0.0, 0.0, half, half, // rotations: a quarter turn
        1.0, 1.0, 1.0, 3.0, 1.0, 1.0, // scales
    ];
    let cubic: [f32; 18] = [
        0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, // before, at and behind the first key
        0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    ];
    let floats = |list: &[f32]| {
        list.iter()
            .flat_map(|x| x.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    let faces: Vec<u8> = faces.iter().flat_map(|i| i.to_le_bytes()).collect();
    [
        floats(&corners),
        faces,
        floats(&keys),
        floats(&cubic),
        vec![1, 9, 0, 0],
    ]
    .concat()
}

/// A base that moves and turns, with an arm that is placed at (0, 2, 0) and scaled by 2.
fn document() -> Value {
    let view = |at: u32, length: u32| json!({"buffer": 0, "byteOffset": at, "byteLength": length});
    let accessor = |view: u32, kind: &str, count: u32| {
        let float = 5126;
        json!({"bufferView": view, "componentType": float, "type": kind, "count": count})
    };
    let mut corners = accessor(0, "VEC3", 4);
    corners["min"] = json!([0, 0, 0]);
    corners["max"] = json!([1, 1, 1]);
    let length = numbers().len();
    json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"name": "base", "mesh": 0, "children": [1]},
            {"name": "arm", "mesh": 0, "translation": [0, 2, 0], "scale": [2, 2, 2]},
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "animations": [{
            "name": "go",
            "channels": [
                {"sampler": 0, "target": {"node": 0, "path": "translation"}},
                {"sampler": 1, "target": {"node": 0, "path": "rotation"}},
            ],
            "samplers": [{"input": 2, "output": 3}, {"input": 2, "output": 4},
                {"input": 2, "output": 5}],
        }],
        "accessors": [
            corners,
            {"bufferView": 1, "componentType": 5123, "type": "SCALAR", "count": 12},
            accessor(2, "SCALAR", 2), accessor(3, "VEC3", 2), accessor(4, "VEC4", 2),
            accessor(5, "VEC3", 2),
        ],
        "bufferViews": [view(0, 48), view(48, 24), view(72, 8), view(80, 24), view(104, 32),
            view(136, 24), view(160, 72), view(232, 4)],
        "buffers": [{"byteLength": length}],
    })
}

/// Returns the document as text with its buffer inside.
fn text(mut document: Value) -> Vec<u8> {
    let data = STANDARD.encode(numbers());
    document["buffers"][0]["uri"] = json!(format!("data:application/octet-stream;base64,{data}"));
    document.to_string().into_bytes()
}

/// Returns the document as a binary file.
fn binary(document: &Value) -> Vec<u8> {
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let chunk =
        |kind: &[u8; 4], data: &[u8]| [&(data.len() as u32).to_le_bytes()[..], kind, data].concat();
    let chunks = [chunk(b"JSON", &text), chunk(b"BIN\0", &numbers())].concat();
    let length = (12 + chunks.len()) as u32;
    [
        b"glTF",
        &2u32.to_le_bytes()[..],
        &length.to_le_bytes(),
        &chunks,
    ]
    .concat()
}

fn folder(name: &str, bytes: &[u8]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    folder
}

fn read_with(bytes: &[u8], options: &GltfOptions) -> Result<Scene, ImportError> {
    let folder = folder("a.gltf", bytes);
    read(folder.path().join("a.gltf"), options)
}

fn at_rate(rate: f64) -> GltfOptions {
    GltfOptions {
        rate,
        ..GltfOptions::default()
    }
}

/// Reads the changed document at two frames per second.
fn changed(change: impl FnOnce(&mut Value)) -> Result<Scene, ImportError> {
    let mut document = document();
    change(&mut document);
    read_with(&text(document), &at_rate(2.0))
}

/// Returns the world position of the tetrahedron's corner on the x axis.
fn tip(scene: &Scene, frame: usize, body: usize) -> Vec3 {
    scene.frames[frame]
        .world_vertices(body, &scene.bodies[body])
        .into_iter()
        .zip(scene.bodies[body].mesh().vertices())
        .find(|(_, local)| local.x > 0.5)
        .unwrap()
        .0
}

#[track_caller]
fn assert_near(a: Vec3, b: Vec3) {
    // Quaternions of the file are in single precision.
    assert!((a - b).length() < 1e-6, "{a} is not {b}");
}

#[test]
fn an_animation_moves_rigid_bodies() {
    for bytes in [text(document()), binary(&document())] {
        let scene = read_with(&bytes, &at_rate(2.0)).unwrap();
        assert_eq!(scene.frames.len(), 3);
        assert_eq!(scene.bodies[1].name, "arm");
        assert!(!scene.deforms());
        assert_eq!(scene.bodies[0].mesh().triangles()[0], [0, 1, 2]);
        assert_near(tip(&scene, 0, 0), Vec3::X);
        assert_near(tip(&scene, 0, 1), Vec3::new(2.0, 2.0, 0.0));
        // Half way: 2 along x, an eighth of a turn.
        let half = 0.5f64.sqrt();
        assert_near(tip(&scene, 1, 0), Vec3::new(2.0 + half, half, 0.0));
        // At its end: a quarter turn brings y to −x.
        assert_near(tip(&scene, 2, 0), Vec3::new(4.0, 1.0, 0.0));
        assert_near(tip(&scene, 2, 1), Vec3::new(4.0 - 2.0, 2.0, 0.0));
        // Nodes that show a mesh at one scale share it.
        assert_eq!(scene.bodies[1].mesh().aabb().max, Vec3::splat(2.0));
    }
    assert_eq!(
        read_with(&text(document()), &at_rate(30.0))
            .unwrap()
            .frames
            .len(),
        31
    );
}

#[test]
fn a_file_beside_the_scene_is_its_buffer() {
    let mut document = document();
    document["buffers"][0]["uri"] = json!("my%20numbers.bin");
    let folder = folder("a.gltf", document.to_string().as_bytes());
    let read = || read(folder.path().join("a.gltf"), &at_rate(1.0));
    fails(read(), &["my numbers.bin", "buffers[0]", "cannot read"]);
    fs::write(folder.path().join("my numbers.bin"), numbers()).unwrap();
    assert_eq!(read().unwrap().files.len(), 2);
    fs::write(folder.path().join("my numbers.bin"), &numbers()[1..]).unwrap();
    fails(read(), &["buffers[0]", "235 bytes of 236", "cut short"]);
}

#[test]
fn scales_that_change_deform_and_matrices_at_rest_are_in_the_mesh() {
    let scales = json!({"sampler": 2, "target": {"node": 0, "path": "scale"}});
    let scene = changed(|d| d["animations"][0]["channels"] = json!([scales])).unwrap();
    assert!(scene.bodies.iter().all(|body| body.deforms));
    assert_near(tip(&scene, 1, 0), Vec3::X * 2.0);
    assert_near(tip(&scene, 2, 1), Vec3::new(6.0, 2.0, 0.0));
    // Mirrored in x, and moved: turned over, it stays outward.
    let matrix = json!([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]);
    let scene = changed(|d| {
        d["nodes"][0]["matrix"] = matrix.clone();
        d["animations"] = json!([]);
    });
    let scene = scene.unwrap();
    assert_eq!(scene.frames.len(), 1);
    assert!(!scene.deforms());
    let mesh = scene.bodies[0].mesh();
    assert_eq!(mesh.aabb().max, Vec3::new(5.0, 1.0, 1.0));
    let volume = |i: usize| {
        let t = mesh.triangle(i);
        let base = mesh.vertices()[0];
        (t.a - base).dot((t.b - base).cross(t.c - base)) / 6.0
    };
    let volume: f64 = (0..4).map(volume).sum();
    assert!((volume - 1.0 / 6.0).abs() < 1e-12, "{volume}");
    assert_eq!(scene.bodies[1].mesh().aabb().min, Vec3::new(3.0, 2.0, 0.0));
    // A matrix that moves with its parent deforms.
    let scene = changed(|d| {
        d["nodes"][1] = json!({"mesh": 0, "matrix": matrix});
    });
    let scene = scene.unwrap();
    assert_eq!(
        scene.bodies.iter().map(|b| b.deforms).collect::<Vec<_>>(),
        [false, true]
    );
    assert_eq!(scene.bodies[1].name, "node 1");
}

#[test]
fn steps_and_cubic_keys_are_interpolated() {
    let step = changed(|d| d["animations"][0]["samplers"][0]["interpolation"] = json!("STEP"));
    assert_near(
        tip(&step.unwrap(), 1, 0) - Vec3::new(0.5f64.sqrt(), 0.5f64.sqrt(), 0.0),
        Vec3::ZERO,
    );
    let cubic = changed(|d| {
        d["animations"][0]["channels"] = json!([d["animations"][0]["channels"][0]]);
        d["animations"][0]["samplers"][0]["interpolation"] = json!("CUBICSPLINE");
        d["accessors"][3]["bufferView"] = json!(6);
        d["accessors"][3]["count"] = json!(6);
    });
    // From 0, leaving with speed 2, to 4, arriving with speed 0.
    assert_near(tip(&cubic.unwrap(), 1, 0), Vec3::X * (1.0 + 2.0 + 0.25));
}

#[test]
fn sparse_accessors_replace_elements() {
    let sparse = |index: u32| {
        changed(|d| {
            d["accessors"][0]["sparse"] = json!({"count": 1,
                "indices": {"bufferView": 7, "byteOffset": index, "componentType": 5121},
                "values": {"bufferView": 3, "byteOffset": 12}});
        })
    };
    assert_eq!(
        sparse(0).unwrap().bodies[0].mesh().aabb().max,
        Vec3::new(4.0, 1.0, 1.0)
    );
    fails(sparse(1), &["accessors[0]", "element 9 of 4"]);
}

#[test]
fn one_animation_is_played() {
    let two = |wanted: Option<&str>| {
        let mut document = document();
        let mut second = document["animations"][0].clone();
        second["name"] = json!("stay");
        second["channels"] = json!([second["channels"][1]]);
        document["animations"].as_array_mut().unwrap().push(second);
        let animation = wanted.map(str::to_owned);
        read_with(
            &text(document),
            &GltfOptions {
                animation,
                rate: 1.0,
            },
        )
    };
    let first = two(None).unwrap();
    assert!(
        first
            .notes
            .contains(&"other animations, which are not played: `stay`".to_owned())
    );
    assert_near(tip(&first, 1, 0), Vec3::new(4.0, 1.0, 0.0));
    for name in ["stay", "1"] {
        assert_near(tip(&two(Some(name)).unwrap(), 1, 0), Vec3::Y);
    }
    fails(
        two(Some("sty")),
        &["no animation `sty`", "did you mean `stay`?", "go, stay"],
    );
}

#[test]
fn strips_fans_and_points() {
    let with = |mode: u32| {
        changed(|d| {
            d["meshes"][0]["primitives"][0]["mode"] = json!(mode);
            d["accessors"][1]["count"] = json!(4);
        })
    };
    // Corners 0, 2, 1, 0.
    let strip = with(5).unwrap();
    assert_eq!(strip.bodies[0].mesh().triangles(), [[0, 1, 2], [1, 0, 2]]);
    let fan = with(6).unwrap();
    assert_eq!(fan.bodies[0].mesh().triangles(), [[0, 1, 2], [0, 2, 0]]);
    fails(with(0), &["no node of its scene has a mesh with triangles"]);
}

#[test]
fn faults_are_named_with_their_place() {
    let node = |key: &str, value: Value| changed(|d| d["nodes"][1][key] = value);
    let skinned = changed(|d| {
        d["skins"] = json!([{"joints": [0]}]);
        d["nodes"][1]["skin"] = json!(0);
    });
    fails(skinned, &["node `arm` (nodes[1])", "skin", "recording"]);
    let morph = changed(|d| {
        d["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": 3}]);
    });
    fails(morph, &["node `base`", "morph targets"]);
    let weights = json!({"sampler": 0, "target": {"node": 0, "path": "weights"}});
    let weights = changed(|d| d["animations"][0]["channels"][0] = weights);
    fails(
        weights,
        &["animations[0].channels[0]", "morph targets", "`base`"],
    );
    fails(
        node("children", json!([0])),
        &["node `base`", "below two nodes or below itself"],
    );
    fails(
        node("mesh", json!(7)),
        &["nodes[1].mesh", "by the rules of glTF"],
    );
    let position = |value: u32| {
        changed(|d| d["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(value))
    };
    fails(
        position(77),
        &[
            "meshes[0].primitives[0].attributes.POSITION",
            "no such accessor",
        ],
    );
    let index = changed(|d| d["accessors"][1]["bufferView"] = json!(0));
    fails(index, &["missing position"]);
    let long = changed(|d| d["accessors"][0]["count"] = json!(5_000_000_000_000u64));
    fails(long, &["accessors[0]", "cut short"]);
    let kind = changed(|d| d["accessors"][3]["type"] = json!("VEC4"));
    fails(kind, &["accessors[3]", "4 numbers per element, and 3"]);
    let keys = changed(|d| d["accessors"][4]["count"] = json!(1));
    fails(keys, &["animations[0].channels[1]", "1 values for 2 keys"]);
    let draco = changed(|d| d["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]));
    fails(
        draco,
        &["KHR_draco_mesh_compression", "without compression"],
    );
    let moved = changed(|d| {
        d["nodes"][0]["matrix"] = json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    });
    fails(
        moved,
        &["animations[0].channels[0]", "`base`, which has a matrix"],
    );
    fails(
        read_with(b"{}", &at_rate(1.0)),
        &["a.gltf", "is no glTF text"],
    );
    fails(
        read_with(&text(document()), &at_rate(0.0)),
        &["rate 0", "positive"],
    );
    fails(
        read_with(&text(document()), &at_rate(1e9)),
        &["too many", "lower rate"],
    );
    let mut short = binary(&document());
    short[8..12].copy_from_slice(&[0; 4]);
    // The length of the whole is not used: those of the chunks are.
    assert!(read_with(&short, &at_rate(1.0)).is_ok());
    short.truncate(short.len() - 1);
    fails(read_with(&short, &at_rate(1.0)), &["cut short"]);
    fails(
        read_with(b"glTF\x02\0\0\0", &at_rate(1.0)),
        &["no JSON chunk"],
    );
    fails(read_with(b"glTF\x01\0\0\0", &at_rate(1.0)), &["version 2"]);
}

#[test]
fn damaged_files_are_errors_or_scenes_and_never_panics() {
    const TOKENS: [&str; 12] = [
        "{",
        "]",
        "\"",
        "1e400",
        "-1",
        "99999999",
        "null",
        "0",
        "5125",
        "\"matrix\":",
        ",",
        "4",
    ];
    let originals = [text(document()), binary(&document())];
    let mut rng = SceneRng::new(2025);
    let (mut read_well, mut refused) = (0, 0);
    for case in 0..1500 {
        let mut bytes = originals[case % 2].clone();
        for _ in 0..=case % 3 {
            let at = rng.random_range(0..bytes.len());
            match rng.random_range(0..6) {
                0 => bytes.truncate(at.max(1)),
                1 => bytes[at] = rng.random_range(0..=255),
                2 => drop(bytes.drain(at..(at + 5).min(bytes.len()))),
                3 => {
                    let token = TOKENS[rng.random_range(0..TOKENS.len())];
                    drop(bytes.splice(at..at, token.bytes()));
                }
                // Another digit: indices, counts and offsets that are wrong.
                _ => {
                    let digit = bytes[at..].iter().position(u8::is_ascii_digit);
                    if let Some(digit) = digit {
                        bytes[at + digit] = b'0' + rng.random_range(0..10);
                    }
                }
            }
            if bytes.is_empty() {
                bytes.push(b'{');
            }
        }
        match read_with(&bytes, &at_rate(2.0)) {
            Ok(_) => read_well += 1,
            Err(error) => {
                refused += 1;
                assert!(error.to_string().len() < 5000, "{error}");
            }
        }
    }
    assert!(read_well > 50 && refused > 500, "{read_well} {refused}");
}
