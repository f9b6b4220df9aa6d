use super::*;
use crate::{Generator, shared_scenes};
use std::fs;
use tempfile::TempDir;

const TETRAHEDRON: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

const STILL: &str = "[0, 0, 0, 0, 0, 0, 1]";

/// Returns a folder with a tetrahedron and this `scene.json`.
fn folder(json: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.obj"), TETRAHEDRON).unwrap();
    fs::write(folder.path().join("scene.json"), json).unwrap();
    folder
}

fn two(frames: &str) -> String {
    format!(
        r#"{{"name": "two", "objects": [{{"mesh": "a.obj"}}, {{"mesh": "a.obj"}}], "frames": {frames}}}"#
    )
}

fn fault(json: &str) -> String {
    read(folder(json).path()).unwrap_err().to_string()
}

/// Returns the world triangles of every frame, as bits.
fn world_bits(scene: &Scene) -> Vec<u64> {
    let mut bits = Vec::new();
    for frame in &scene.frames {
        for (i, body) in scene.bodies.iter().enumerate() {
            let world = frame.world_vertices(i, body);
            let corners = body.mesh().triangles().as_flattened().iter();
            bits.extend(corners.flat_map(|v| world[*v as usize].to_array().map(f64::to_bits)));
        }
    }
    bits
}

#[test]
fn a_recording_is_read_from_its_folder_or_its_file() {
    let json = two("[[[0, 0, 0, 0, 0, 0, 1], [0.1, 2e-3, -3, 0, 0.6, 0, 0.8]]]");
    let folder = folder(&json);
    for path in [folder.path().to_owned(), folder.path().join("scene.json")] {
        let scene = read(path).unwrap();
        assert_eq!(
            (scene.name.as_str(), scene.bodies.len(), scene.frames.len()),
            ("two", 2, 1)
        );
        let pose = scene.frames[0].poses[1];
        assert_eq!(pose.translation, Vec3::new(0.1, 2e-3, -3.0));
        assert_eq!(pose.rotation, Quat::from_xyzw(0.0, 0.6, 0.0, 0.8));
        assert!(Arc::ptr_eq(scene.bodies[0].mesh(), scene.bodies[1].mesh()));
        assert!(!scene.containment && !scene.deforms() && scene.notes.is_empty());
    }
}

#[test]
fn generated_and_shared_scenes_come_back_bit_for_bit() {
    let waving: Generator = "waving-spheres:faces=48".parse().unwrap();
    let mut scenes = shared_scenes();
    scenes.push(waving.generate().unwrap());
    for scene in scenes.iter().filter(|s| s.face_count() < 1000) {
        let folder = tempfile::tempdir().unwrap();
        write(scene, folder.path().join("new")).unwrap();
        let again = read(folder.path().join("new")).unwrap();
        assert_eq!(again.name, scene.name);
        let faces =
            |s: &Scene| -> Vec<usize> { s.bodies.iter().map(|b| b.mesh().face_count()).collect() };
        assert_eq!(faces(&again), faces(scene), "{}", scene.name);
        assert_eq!(world_bits(&again), world_bits(scene), "{}", scene.name);
        assert_eq!(again.deforms(), scene.deforms());
    }
}

#[test]
fn nothing_is_overwritten() {
    let folder = folder(&two(&format!("[[{STILL}, {STILL}]]")));
    let scene = read(folder.path()).unwrap();
    let before = fs::read(folder.path().join("scene.json")).unwrap();
    let error = write(&scene, folder.path()).unwrap_err();
    assert!(matches!(error, SceneError::Exists { .. }), "{error}");
    assert_eq!(fs::read(folder.path().join("scene.json")).unwrap(), before);
    assert!(!folder.path().join("mesh-0.obj").exists());
    fs::remove_file(folder.path().join("scene.json")).unwrap();
    fs::write(folder.path().join("mesh-0.obj"), "mine").unwrap();
    assert!(matches!(
        write(&scene, folder.path()),
        Err(SceneError::Exists { .. })
    ));
    assert_eq!(fs::read(folder.path().join("mesh-0.obj")).unwrap(), b"mine");
}

#[test]
fn malformed_json_names_file_and_place() {
    let still = two(&format!("[[{STILL}, {STILL}]]"));
    for (from, to, expected) in [
        ("\"name\": \"two\", ", "", "missing field `name`"),
        ("\"name\"", "\"title\"", "unknown field `title`"),
        ("\"mesh\"", "\"color\"", "unknown field `color`"),
        (
            "[0, 0, 0, 0, 0, 0, 1]",
            "[0, 0, 0, 0, 0, 1]",
            "invalid length 6",
        ),
        (
            "[0, 0, 0, 0, 0, 0, 1]",
            "[0, 0, 0, 0, 0, 0, 1, 1]",
            "line 1 column",
        ),
        (
            "[0, 0, 0, 0, 0, 0, 1]",
            "[NaN, 0, 0, 0, 0, 0, 1]",
            "line 1 column",
        ),
        (
            "[0, 0, 0, 0, 0, 0, 1]",
            "[1e999, 0, 0, 0, 0, 0, 1]",
            "out of range",
        ),
        (
            "[0, 0, 0, 0, 0, 0, 1]",
            "[null, 0, 0, 0, 0, 0, 1]",
            "invalid type: null",
        ),
        ("]]}", "]]", "EOF"),
        ("]]}", "]]}}", "trailing characters"),
    ] {
        let error = fault(&still.replacen(from, to, 1));
        assert!(
            error.contains(expected) && error.contains("scene.json"),
            "{from}: {error}"
        );
    }
    assert!(fault("").contains("EOF"));
}

#[test]
fn scenes_without_objects_frames_or_poses_are_errors() {
    assert!(fault(r#"{"name": "", "objects": [], "frames": [[]]}"#).contains("no body"));
    assert!(fault(&two("[]")).contains("no frame"));
    let error = fault(&two(&format!("[[{STILL}, {STILL}], [{STILL}]]")));
    assert!(
        error.contains("frame 1: the frame has 1 poses for 2 bodies"),
        "{error}"
    );
}

#[test]
fn rotations_must_be_of_unit_length_and_are_used_as_stored() {
    let with = |w: &str| {
        two(&format!(
            "[[{STILL}, {STILL}], [{STILL}, [0, 0, 0, 0, 0, 0, {w}]]]"
        ))
    };
    let error = fault(&with("1.000002"));
    for part in [
        "scene.json",
        "frame 1",
        "body 1",
        "`a.obj`",
        "1.000002",
        "normalize",
    ] {
        assert!(error.contains(part), "{part}: {error}");
    }
    assert!(fault(&with("0")).contains("length 0,"));
    assert!(fault(&with("1e200")).contains("length inf,"));
    let scene = read(folder(&with("1.0000009")).path()).unwrap();
    assert_eq!(scene.frames[1].poses[1].rotation.w, 1.0000009);
}

#[test]
fn coordinates_out_of_range_name_frame_and_body() {
    let error = fault(&two(&format!("[[{STILL}, [1e31, 0, 0, 0, 0, 0, 1]]]")));
    assert!(
        error.contains("frame 0, body 1") && error.contains("2^100"),
        "{error}"
    );
    // The pose is in range, but the world vertex is not.
    let json = two(&format!(
        "[[{STILL}, [1.2676506002282294e30, 0, 0, 0, 0, 0, 1]]]"
    ));
    let folder = folder(&json);
    fs::write(
        folder.path().join("a.obj"),
        TETRAHEDRON.replace("v 1 0 0", "v 1e29 0 0"),
    )
    .unwrap();
    let error = read(folder.path()).unwrap_err().to_string();
    assert!(
        error.contains("frame 0, body 1") && error.contains("carries a vertex"),
        "{error}"
    );
}

#[test]
fn missing_and_faulty_files_name_the_object() {
    let still = two(&format!("[[{STILL}, {STILL}]]"));
    let folder = folder(&still.replacen("a.obj", "missing.obj", 1));
    let error = read(folder.path()).unwrap_err();
    assert!(
        error.to_string().contains("object 0: cannot read"),
        "{error}"
    );
    assert!(error.to_string().contains("missing.obj"), "{error}");
    let chain = std::iter::successors(Some(&error as &dyn std::error::Error), |e| e.source());
    assert_eq!(chain.count(), 3, "scene, mesh file, system");
    let error = read("no/such/folder").unwrap_err();
    assert!(
        error.to_string().contains("cannot read no/such/folder"),
        "{error}"
    );
}

const DRILLED: &str = r#"{"difference": [{"box": {"size": [2, 2, 2]}},
    {"cylinder": {"radius": 0.5, "height": 3, "segments": 8}, "name": "hole"}]}"#;

/// Returns a folder with a CSG file, and a scene of these objects, each at its place.
fn solids(objects: &[&str]) -> TempDir {
    let frame = vec![STILL; objects.len()].join(", ");
    let objects = objects.join(", ");
    let folder = folder(&format!(
        r#"{{"name": "solids", "objects": [{objects}], "frames": [[{frame}]]}}"#
    ));
    let file = format!(r#"{{"version": 1, "csg": {DRILLED}}}"#);
    fs::write(folder.path().join("drilled.csg.json"), file).unwrap();
    folder
}

fn tree(body: &Body) -> &geometry::csg::CsgTree {
    match &body.shape {
        Shape::Csg(solid) => solid.tree(),
        shape => panic!("{shape:?}"),
    }
}

#[test]
fn objects_are_csg_trees_from_files_or_inline() {
    let file = r#"{"csg": "drilled.csg.json"}"#;
    let inline = format!(r#"{{"csg": {DRILLED}}}"#);
    let named = r#"{"csg": {"box": {"size": [1, 2, 3]}, "name": "brick"}}"#;
    let folder = solids(&[file, &inline, r#"{"mesh": "a.obj"}"#, file, named]);
    let scene = read(folder.path()).unwrap();
    let names: Vec<&str> = scene.bodies.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "drilled.csg.json",
            "csg 1",
            "a.obj",
            "drilled.csg.json",
            "brick"
        ]
    );
    let shared = |i: usize| scene.bodies[0].shape.is_shared_with(&scene.bodies[i].shape);
    assert!(shared(3) && !shared(1) && !shared(2));
    assert!(tree(&scene.bodies[0]) == tree(&scene.bodies[1]));
    assert_eq!(tree(&scene.bodies[0]).leaves().len(), 2);
    assert_eq!(scene.bodies[4].mesh().face_count(), 12);
    let files: Vec<_> = scene.files.iter().map(|f| f.file_name().unwrap()).collect();
    let expected = [
        "drilled.csg.json",
        "a.obj",
        "drilled.csg.json",
        "scene.json",
    ];
    assert_eq!(files, expected);

    let again = tempfile::tempdir().unwrap();
    write(&scene, again.path().join("new")).unwrap();
    let written = again.path().join("new");
    assert_eq!(
        fs::read_dir(&written).unwrap().count(),
        5,
        "shared shapes are written once"
    );
    let again = read(&written).unwrap();
    assert_eq!(world_bits(&again), world_bits(&scene));
    assert!(again.bodies[0].shape.is_shared_with(&again.bodies[3].shape));
    for i in [0, 1, 3, 4] {
        assert!(tree(&again.bodies[i]) == tree(&scene.bodies[i]), "{i}");
    }
}

#[test]
fn faulty_csg_objects_name_object_node_and_remedy() {
    let deep = |levels| {
        let block = r#"{"box": {"size": [1, 1, 1]}}"#;
        let head = format!(r#"{{"union": [{block}, "#).repeat(levels);
        format!(r#"{{"csg": {head}{block}{}}}"#, "]}".repeat(levels))
    };
    assert!(read(solids(&[&deep(csg_file::MAX_NESTED)]).path()).is_ok());
    let mesh = r#"{"mesh": "a.obj"}"#;
    for (object, parts) in [
        (
            r#"{"mesh": "a.obj", "csg": "drilled.csg.json"}"#,
            ["object 1", "both `mesh` and `csg`"],
        ),
        (r#"{}"#, ["object 1", "neither `mesh` nor `csg`"]),
        (
            r#"{"csg": "drilled.csg.json", "frame_vertices": "a.npy"}"#,
            ["object 1", "does not deform"],
        ),
        (
            r#"{"csg": "missing.csg.json"}"#,
            ["object 1: cannot read", "missing.csg.json"],
        ),
        (
            r#"{"csg": "a.obj"}"#,
            ["object 1: ", "a.obj: expected value at line 1"],
        ),
        (
            r#"{"csg": 7}"#,
            [
                "scene.json, objects[1].csg: ",
                "a file or the root of a CSG tree",
            ],
        ),
        (
            r#"{"csg": {"bux": 7}}"#,
            ["scene.json, objects[1].csg: ", "did you mean `box`?"],
        ),
        (
            r#"{"csg": {"union": [{"box": {"size": [1, 0, 1]}}, {"box": {"size": [1, 1, 1]}}]}}"#,
            [
                "object 1: ",
                "scene.json, objects[1].csg.union[0].box: size is 0",
            ],
        ),
        (
            r#"{"csg": {"intersection": [{"box": {"size": [1, 1, 1]}},
            {"box": {"size": [1, 1, 1]}, "at": {"translation": [5, 0, 0]}}]}}"#,
            [
                "object 1: ",
                "scene.json, objects[1].csg: the solid is empty",
            ],
        ),
        (
            &deep(csg_file::MAX_NESTED + 1),
            ["objects[1].csg.union[1]", "the form `nodes`"],
        ),
        (
            &deep(10_000),
            ["objects[1].csg.union[1]", "the form `nodes`"],
        ),
    ] {
        let error = read(solids(&[mesh, object]).path())
            .unwrap_err()
            .to_string();
        for part in parts {
            assert!(error.contains(part), "{part}: {error}");
        }
    }
    // The fault of a file names the object and the file.
    let folder = solids(&[mesh, r#"{"csg": "drilled.csg.json"}"#]);
    let file = folder.path().join("drilled.csg.json");
    let text = fs::read_to_string(&file).unwrap().replace("0.5", "0");
    fs::write(file, text).unwrap();
    let error = read(folder.path()).unwrap_err().to_string();
    let expected = "drilled.csg.json, csg.difference[1].cylinder: radius is 0; it must be above 0";
    assert!(
        error.starts_with("object 1: ") && error.contains(expected),
        "{error}"
    );
}

fn deforming() -> (TempDir, String) {
    let json = r#"{"name": "leaf", "objects": [{"mesh": "b.obj", "frame_vertices": "b.npy"}, {"mesh": "a.obj"}], "frames": [[P, P], [P, P]]}"#;
    let json = json.replace('P', STILL);
    let folder = folder(&json);
    // Four vertices, two of them equal and one unused, are all kept.
    fs::write(
        folder.path().join("b.obj"),
        "v 0 0 0\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 2 3 4\n",
    )
    .unwrap();
    (folder, json)
}

#[test]
fn deforming_bodies_keep_the_files_vertices() {
    let (folder, _) = deforming();
    let vertices = |z: f64| [Vec3::ZERO, Vec3::Z * z, Vec3::X, Vec3::Y];
    fs::write(
        folder.path().join("b.npy"),
        npy::write(&[&vertices(1.0), &vertices(2.0)]),
    )
    .unwrap();
    let scene = read(folder.path()).unwrap();
    assert!(scene.bodies[0].deforms && !scene.bodies[1].deforms);
    assert_eq!(scene.bodies[0].mesh().vertices().len(), 4);
    assert_eq!(
        scene.frames[1].local_vertices(0, &scene.bodies[0])[1],
        Vec3::Z * 2.0
    );
    assert_eq!(scene.frames[1].deformed[1], None);
    assert_eq!(scene.notes.len(), 1, "the leaf is open: {:?}", scene.notes);
}

#[test]
fn faulty_frame_vertices_name_object_file_and_both_shapes() {
    let (folder, _) = deforming();
    let path = folder.path().join("b.npy");
    assert!(
        read(folder.path())
            .unwrap_err()
            .to_string()
            .contains("b.npy")
    );
    let three = [Vec3::X; 3];
    fs::write(&path, npy::write(&[&three, &three])).unwrap();
    let error = read(folder.path()).unwrap_err().to_string();
    for part in ["object 0", "b.npy", "[2, 3, 3]", "[2, 4, 3]"] {
        assert!(error.contains(part), "{part}: {error}");
    }
    let nan = [Vec3::X, Vec3::NAN, Vec3::X, Vec3::X];
    fs::write(&path, npy::write(&[&[Vec3::X; 4], &nan])).unwrap();
    let error = read(folder.path()).unwrap_err().to_string();
    assert!(
        error.contains("frame 1, body 0") && error.contains("vertex 1"),
        "{error}"
    );
}

#[test]
#[cfg(target_os = "linux")] // For the path of an open pipe.
fn frames_from_a_device_or_a_pipe_are_refused() {
    use std::os::fd::AsRawFd;
    let (folder, _) = deforming();
    // A pipe whose writer stays would be waited for. This one has none left, so that the test ends
    // if it is read.
    let (pipe, writer) = std::io::pipe().unwrap();
    drop(writer);
    let path = format!("/proc/self/fd/{}", pipe.as_raw_fd());
    for (name, target) in [
        ("b.npy", "/dev/null"),
        ("b.npy", &path),
        ("scene.json", "/dev/null"),
        ("scene.json", &path),
    ] {
        let file = folder.path().join(name);
        std::fs::remove_file(&file).ok();
        std::os::unix::fs::symlink(target, &file).unwrap();
        let error = read(folder.path()).unwrap_err().to_string();
        assert!(
            error.contains(name) && error.contains("it is a device or a pipe"),
            "{name}, {target}: {error}"
        );
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(500))]

    /// Any change of a few bytes results in a scene or an error, not in a panic.
    #[test]
    fn damaged_recordings_never_panic(
        which in 0..2usize,
        places in proptest::collection::vec((0.0..1.0f64, proptest::prelude::any::<u8>()), 1..4),
        cut in 0.5..1.5f64,
    ) {
        let (folder, _) = deforming();
        let vertices = [Vec3::ZERO, Vec3::Z, Vec3::X, Vec3::Y];
        fs::write(folder.path().join("b.npy"), npy::write(&[&vertices, &vertices])).unwrap();
        let path = folder.path().join(["scene.json", "b.npy"][which]);
        let mut bytes = fs::read(&path).unwrap();
        for (place, byte) in places {
            let at = (place * bytes.len() as f64) as usize;
            bytes[at] = byte;
        }
        bytes.truncate((cut * bytes.len() as f64) as usize);
        fs::write(&path, bytes).unwrap();
        match read(folder.path()) {
            Ok(scene) => proptest::prop_assert_eq!(scene.frames.len(), 2),
            Err(error) => proptest::prop_assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn chosen_frames_are_those_of_the_whole_recording() {
    let folder = tempfile::tempdir().unwrap();
    let generator: Generator = "waving-spheres:faces=48".parse().unwrap();
    write(&generator.generate().unwrap(), folder.path()).unwrap();
    let whole = read(folder.path()).unwrap();
    let choice = |range, every| FrameChoice {
        range,
        every: NonZeroUsize::new(every).unwrap(),
    };
    let (some, count) = read_some(folder.path(), &choice(7..90, 4)).unwrap();
    assert_eq!(count, whole.frames.len());
    let expected = whole.frames.iter().skip(7).step_by(4);
    assert!(some.frames.iter().eq(expected) && some.frames.len() == 11);
    let (one, _) = read_some(folder.path(), &choice(3..4, 1)).unwrap();
    assert_eq!(one.frames, whole.frames[3..4]);
    for range in [48..60, 5..5] {
        let error = read_some(folder.path(), &choice(range, 1)).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("scene.json has no frame in"), "{error}");
        assert!(error.contains("0..48; name the first"), "{error}");
    }
}

#[test]
fn a_fault_in_a_chosen_frame_has_the_number_in_the_file() {
    let bad = "[0, 0, 0, 0, 0, 0, 2]";
    let json = two(&format!(
        "[[{STILL}, {STILL}], [{STILL}], [{STILL}, {STILL}], [{STILL}, {bad}]]"
    ));
    let folder = folder(&json);
    let choice = |range| FrameChoice {
        range,
        ..FrameChoice::ALL
    };
    let error = |range| {
        let read = read_some(folder.path(), &choice(range));
        read.unwrap_err().to_string()
    };
    assert!(error(2..4).contains("frame 3"), "{}", error(2..4));
    assert!(error(0..3).contains("frame 1"), "{}", error(0..3));
    let (scene, count) = read_some(folder.path(), &choice(2..3)).unwrap();
    assert_eq!((scene.frames.len(), count), (1, 4));
}
