//! The commands as a person or a program runs them.

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

fn xtask(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments).output().unwrap()
}

fn succeeds(arguments: &[&str]) -> String {
    let output = xtask(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// The message of a run that fails as it should: one paragraph, no panic.
fn fails(arguments: &[&str]) -> String {
    let output = xtask(arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{arguments:?} succeeded");
    assert!(!error.contains("panicked"), "{arguments:?}: {error}");
    assert!(error.starts_with("error: "), "{arguments:?}: {error}");
    assert!(
        !error.trim_end().contains("\n\n") || error.contains("Usage"),
        "{error}"
    );
    error
}

const LEAF: &str = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n";
const CUBE: &str = "OFF\n8 6 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n\
    4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";

/// Two leaves: apart, then crossing, then touching in a point.
fn leaves() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "leaf.obj", LEAF);
    write(
        folder.path(),
        "needle.obj",
        "v 1 1 -1\nv 1 1 1\nv 2 1 1\nf 1 2 3\n",
    );
    scene(
        folder.path(),
        &json!([
            [[0, 0, 0], [9, 0, 0]],
            [[0, 0, 0], [0, 0, 0]],
            [[0, 0, 0], [0, 0, 1]]
        ]),
        &["leaf.obj", "needle.obj"],
    );
    folder
}

/// A small cube that lies inside a large one in its only frame.
fn nested() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "small.off", CUBE);
    // Vertex lines alone have three numbers that may be 1.
    let (head, faces) = CUBE.split_at(CUBE.find("4 0 3").unwrap());
    write(
        folder.path(),
        "large.off",
        &(head.replace('1', "9") + faces),
    );
    scene(
        folder.path(),
        &json!([[[4, 4, 4], [0, 0, 0]]]),
        &["small.off", "large.off"],
    );
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

/// Writes `scene.json` of bodies that are moved, never turned.
fn scene(folder: &Path, translations: &Value, meshes: &[&str]) {
    let pose = |t: &Value| json!([t[0], t[1], t[2], 0, 0, 0, 1]);
    let frames = translations.as_array().unwrap().iter();
    let frames: Vec<Vec<Value>> = frames
        .map(|f| f.as_array().unwrap().iter().map(pose).collect())
        .collect();
    let objects: Vec<Value> = meshes.iter().map(|m| json!({ "mesh": m })).collect();
    let scene = json!({ "name": "test", "objects": objects, "frames": frames });
    write(folder, "scene.json", &scene.to_string());
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn detect_writes_exactly_the_pairs() {
    let folder = leaves();
    let out = folder.path().join("pairs.json");
    let faced = json!({ "a": 0, "b": 1, "faces": [[0, 0]], "contained": null });
    let frames = json!([
        { "frame": 0, "pairs": [] },
        { "frame": 1, "pairs": [faced] },
        { "frame": 2, "pairs": [faced] },
    ]);
    for detector in [
        "brute-force",
        "face-octree",
        "face-octree-tuned",
        "octree-update",
        "parry3d",
    ] {
        let summary = succeeds(&[
            "detect",
            text(folder.path()),
            "--detector",
            detector,
            "--out",
            text(&out),
            "--force",
        ]);
        assert!(summary.contains("1 crossing, 1 touching"), "{summary}");
        let written: Value = serde_json::from_str(&std::fs::read_to_string(&out).unwrap()).unwrap();
        let expected = json!({ "scene": "test", "detector": detector, "frames": frames });
        assert_eq!(written, expected);
    }
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        4,
        "no temporary file is left"
    );
}

#[test]
fn detect_reads_the_json_itself_and_pipes_json_alone() {
    let folder = leaves();
    let path = folder.path().join("scene.json");
    let piped = succeeds(&[
        "detect",
        text(&path),
        "--detector",
        "face-octree",
        "--option",
        "level=3",
        "--out",
        "-",
    ]);
    let piped: Value = serde_json::from_str(&piped).unwrap();
    assert_eq!(piped["detector"], "face-octree level=3");
    assert_eq!(piped["frames"][1]["pairs"][0]["faces"], json!([[0, 0]]));
}

#[test]
fn a_swallowed_body_is_found_when_asked_and_always_by_solids() {
    let folder = nested();
    let pairs = |arguments: &[&str]| {
        let all = [&["detect", text(folder.path()), "--out", "-"], arguments].concat();
        serde_json::from_str::<Value>(&succeeds(&all)).unwrap()["frames"][0]["pairs"].clone()
    };
    let swallowed = json!([{ "a": 0, "b": 1, "faces": [], "contained": "a_in_b" }]);
    for detector in [
        "brute-force",
        "face-octree",
        "face-octree-tuned",
        "octree-update",
        "parry3d",
    ] {
        assert_eq!(pairs(&["--detector", detector]), json!([]), "{detector}");
        assert_eq!(
            pairs(&["--detector", detector, "--contained"]),
            swallowed,
            "{detector}"
        );
    }
    let solid = pairs(&["--detector", "separating-plane"]);
    assert_eq!(
        (&solid[0]["a"], &solid[0]["faces"]),
        (&json!(0), &json!([]))
    );
}

#[test]
fn a_pipe_that_closes_early_is_quiet() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args([
            "detect",
            "two-spheres:faces=528",
            "--detector",
            "face-octree-tuned",
            "--out",
            "-",
        ])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
}

#[test]
fn nothing_is_overwritten_by_mistake() {
    let folder = leaves();
    let out = folder.path().join("precious.json");
    write(folder.path(), "precious.json", "keep me");
    let scene = text(folder.path());
    let detect = ["detect", scene, "--detector", "brute-force", "--out"];
    let error = fails(&[&detect[..], &[text(&out)]].concat());
    assert!(
        error.contains("precious.json exists") && error.contains("--force"),
        "{error}"
    );
    let missing = folder.path().join("missing/pairs.json");
    let error = fails(&[&detect[..], &[text(&missing)]].concat());
    assert!(
        error.contains("missing does not exist; create it"),
        "{error}"
    );
    let error = fails(&[&detect[..], &[scene]].concat());
    assert!(error.contains("it is a folder"), "{error}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "keep me");
    // A scene that turns out bad after --force was given: the old file stays.
    write(folder.path(), "scene.json", "{");
    fails(&[&detect[..], &[text(&out), "--force"]].concat());
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "keep me");
}

#[test]
fn bad_recordings_are_told_with_file_place_and_remedy() {
    let good = r#"{"name":"t","objects":[{"mesh":"leaf.obj"}],"frames":[[[0,0,0,0,0,0,1]]]}"#;
    let told = |scene: &str, mesh: &str| {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "leaf.obj", mesh);
        write(folder.path(), "scene.json", scene);
        fails(&["detect", text(folder.path()), "--detector", "face-octree"])
    };
    for (good_part, bad_part, expected) in [
        ("leaf.obj", "leef.obj", "leef.obj"),
        ("leaf.obj", "scene.json", "scene.json"),
        ("\"name\"", "\"nome\"", "nome"),
        ("\"frames\"", "\"frame\"", "frame"),
        ("0,0,0,0,0,0,1", "0,0,0,0,0,0,1.01", "1e-6 from 1"),
        ("0,0,0,0,0,0,1", "0,0,0,0,0,0", "scene.json"),
        ("0,0,0,0,0,0,1", "1e300,0,0,0,0,0,1", "2^100"),
        ("[[[0,0,0,0,0,0,1]]]", "[]", "no frame"),
        ("[[[0,0,0,0,0,0,1]]]", "[[]]", "poses"),
        ("[{\"mesh\":\"leaf.obj\"}]", "[]", "no body"),
        ("1]]]}", "1]]]", "line 1"),
        (
            "{\"mesh\":\"leaf.obj\"}",
            "{\"mesh\":\"leaf.obj\",\"frame_vertices\":\"a.npy\"}",
            "a.npy",
        ),
    ] {
        let bad = good.replacen(good_part, bad_part, 1);
        assert_ne!(bad, good);
        let error = told(&bad, LEAF);
        assert!(error.contains(expected), "{bad}: {error}");
        assert!(
            [".json", ".obj", ".npy"]
                .iter()
                .any(|file| error.contains(file)),
            "{bad}: {error}"
        );
    }
    for (mesh, expected) in [
        ("", "leaf.obj"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 7\n", "7"),
        ("v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n", "NaN"),
        ("v 0 0 0\nv 1 0 inf\nv 0 1 0\nf 1 2 3\n", "inf"),
        ("v 0 0 0\nv 1 0 0\nv 0 1\nf 1 2 3\n", "3"),
    ] {
        let error = told(good, mesh);
        assert!(
            error.contains(expected) && error.contains("leaf.obj"),
            "{mesh:?}: {error}"
        );
    }
}

#[test]
fn wrong_names_get_the_nearest() {
    for (arguments, nearest) in [
        (
            vec!["detect", "two-spheres:faces=8", "--detector", "face-octre"],
            "face-octree",
        ),
        (
            vec!["detect", "two-sphere", "--detector", "brute-force"],
            "two-spheres",
        ),
        (vec!["compare", "smith95-fig12", "--quick"], "smith95-fig1"),
        (
            vec![
                "detect",
                "two-spheres",
                "--detector",
                "face-octree",
                "--option",
                "levl=3",
            ],
            "level",
        ),
    ] {
        let error = fails(&arguments);
        assert!(
            error.contains(&format!("did you mean `{nearest}")),
            "{error}"
        );
    }
    let error = fails(&[
        "detect",
        "two-spheres",
        "--detector",
        "parry3d",
        "--option",
        "update=x",
    ]);
    assert!(error.contains("refit, rebuild"), "{error}");
    let error = fails(&["detect", "two-spheres:faces=9", "--detector", "parry3d"]);
    assert!(error.contains("nearest counts"), "{error}");
}

#[test]
fn a_concave_body_is_refused_by_name_and_edge() {
    let error = fails(&["detect", "shuttle-pair", "--detector", "separating-plane"]);
    for part in ["body 0", "shuttle", "not convex", "edge between vertices"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn the_summary_tells_what_is_wrong_with_a_mesh() {
    let folder = leaves();
    let summary = succeeds(&["detect", text(folder.path()), "--detector", "face-octree"]);
    for part in ["note: ", "leaf.obj", "open edge", "face-pair-tests"] {
        assert!(summary.contains(part), "{summary}");
    }
}

#[test]
fn list_names_detectors_generators_and_experiments() {
    let list = succeeds(&["list"]);
    for name in [
        "face-octree-tuned",
        "separating-plane",
        "two-spheres",
        "smith95-fig10",
        "[Smith95",
    ] {
        assert!(list.contains(name), "{list}");
    }
}

#[test]
fn compare_verifies_measures_and_draws_into_a_folder_of_its_own() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let compare = [
        "compare",
        "smith95-sec23-face-test",
        "--quick",
        "--out",
        text(&out),
    ];
    let table = succeeds(&compare);
    assert!(
        table.contains("sec2.3") && table.contains("files written"),
        "{table}"
    );
    let rows = std::fs::read_to_string(out.join("data/smith95-sec23-face-test.csv")).unwrap();
    assert!(rows.contains("face-octree face-test=box") && rows.contains("frames-verified"));
    let page = std::fs::read_to_string(out.join("smith95/README.md")).unwrap();
    assert!(page.contains("Section 2.3"));
    // Again into the same folder, and drawn again without measuring.
    succeeds(&["report", "--out", text(&out)]);
    assert_eq!(
        std::fs::read_to_string(out.join("smith95/README.md")).unwrap(),
        page
    );
    // But not into a folder that holds something else, or that has no parent.
    write(parent.path(), "letter.txt", "dear");
    let error = fails(&[
        "compare",
        "smith95-fig11",
        "--quick",
        "--out",
        text(parent.path()),
    ]);
    assert!(error.contains("left as it is"), "{error}");
    let orphan = parent.path().join("no/such");
    let error = fails(&[
        "compare",
        "smith95-fig11",
        "--quick",
        "--out",
        text(&orphan),
    ]);
    assert!(error.contains("does not exist"), "{error}");
    let error = fails(&["report", "--out", text(&orphan)]);
    assert!(error.contains("such"), "{error}");
}

#[test]
fn a_quick_run_never_replaces_the_reports() {
    let reports = concat!(env!("CARGO_MANIFEST_DIR"), "/../reports");
    let error = fails(&["compare", "--quick", "--out", reports]);
    assert!(error.contains("does not replace"), "{error}");
}

#[test]
fn compare_races_on_an_own_scene() {
    let folder = nested();
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let scene = text(folder.path());
    let table = succeeds(&["compare", "--scene", scene, "--quick", "--out", text(&out)]);
    for name in ["brute-force", "face-octree", "separating-plane", "parry3d"] {
        assert!(table.contains(name), "{table}");
    }
    assert!(out.join("data/own-scene.csv").is_file() && out.join("README.md").is_file());
}

#[test]
fn audit_prints_a_table_for_every_detector() {
    let table = succeeds(&["audit", "--cases", "2"]);
    for name in ["brute-force", "face-octree-tuned", "parry3d"] {
        assert!(table.contains(name), "{table}");
    }
}
