//! The commands, run as a user or a program runs them.

use crate::commands::{fails, succeeds, text, write, xtask};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const LEAF: &str = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n";
const CUBE: &str = "OFF\n8 6 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n\
    4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";

/// Writes a scene of two leaves: apart, then crossing, then touching in a point.
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

/// Writes a scene of a small cube inside a large one, with one frame.
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

/// Two cubes of side 1, side by side, and then far apart.
fn cubes(gap: f64) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "cube.off", CUBE);
    scene(
        folder.path(),
        &json!([[[0, 0, 0], [1.0 + gap, 0.3, 0.2]], [[0, 0, 0], [9, 0, 0]]]),
        &["cube.off", "cube.off"],
    );
    folder
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
        let expected =
            json!({ "scene": "test", "detector": detector, "version": 1, "frames": frames });
        assert_eq!(written, expected);
    }
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        4,
        "no temporary file is left"
    );
}

/// Writes a scene of a leaf, and a needle that passes through it between frames 0 and 1.
fn needle_through_leaf() -> TempDir {
    let folder = leaves();
    scene(
        folder.path(),
        &json!([[[0, 0, 0], [0, 0, 8]], [[0, 0, 0], [0, 0, -8]]]),
        &["leaf.obj", "needle.obj"],
    );
    folder
}

#[test]
fn swept_contacts_have_faces_and_certified_times() {
    let folder = needle_through_leaf();
    let folder = text(folder.path());
    let detect = |detector: &str, more: &[&str]| {
        let arguments = ["detect", folder, "--detector", detector];
        succeeds(&[&arguments[..], more].concat())
    };
    let frames = |detector: &str, more: &[&str]| -> Value {
        let output = detect(detector, &[more, &["--out", "-"]].concat());
        serde_json::from_str::<Value>(&output).unwrap()["frames"].take()
    };
    let nothing = json!({ "frame": 1, "pairs": [] });
    let pair = |swept: Value| {
        let pair = json!({
            "a": 0, "b": 1, "faces": [], "contained": null, "by": "swept", "swept": [swept],
        });
        json!([{ "frame": 0, "pairs": [pair] }, nothing])
    };
    let swept = pair(json!({ "faces": [0, 0] }));
    assert_eq!(frames("face-octree-swept", &[]), swept);
    let parallel = ["--option", "mode=swept", "--workers", "2"];
    assert_eq!(frames("face-octree-parallel", &parallel), swept);
    // The tip meets the leaf at 7/16 of the step.
    let certified = ["--option", "times=certified"];
    let mut found = frames("face-octree-swept", &certified);
    let times = found[0]["pairs"][0]["swept"][0].take();
    let [earliest, latest] = ["earliest", "latest"].map(|key| times[key].as_f64().unwrap());
    assert!(earliest <= 0.4375 && 0.4375 <= latest && latest - earliest < 1e-5);
    assert_eq!(times.as_object().unwrap().len(), 3);
    // At instants, there is nothing.
    assert_eq!(
        frames("face-octree-tuned", &[]),
        json!([{ "frame": 0, "pairs": [] }, nothing])
    );

    let summary = detect("face-octree-swept", &certified);
    for part in [
        "may meet",
        "until the next frame: 1 face pairs may meet: 1 proved, 0 open; 0 refuted\n",
        "note: frame 1 has no next one; bodies were taken as standing still there\n",
    ] {
        assert!(summary.contains(part), "{summary}");
    }
    let summary = detect("face-octree-swept", &[]);
    let line = "until the next frame: 1 face pairs may meet\n";
    assert!(summary.contains(line), "{summary}");
    let summary = detect("face-octree-tuned", &[]);
    assert!(!summary.contains("until the next frame"), "{summary}");
}

#[test]
fn contacts_at_the_instant_are_swept_contacts_at_time_zero() {
    // Frame 1 crosses, frame 2 touches.
    let folder = leaves();
    let output = succeeds(&[
        "detect",
        text(folder.path()),
        "--detector",
        "face-octree-swept",
        "--option",
        "times=certified",
        "--out",
        "-",
    ]);
    let output: Value = serde_json::from_str(&output).unwrap();
    let swept = json!([{ "faces": [0, 0], "earliest": 0.0, "latest": 0.0 }]);
    for frame in [1, 2] {
        let pair = &output["frames"][frame]["pairs"][0];
        let expected = json!({
            "a": 0, "b": 1, "faces": [[0, 0]], "contained": null, "swept": swept,
        });
        assert_eq!(*pair, expected);
    }
    let before = &output["frames"][0]["pairs"][0];
    assert_eq!(before["by"], "swept");
}

#[test]
fn paths_that_do_not_meet_are_refuted_and_counted() {
    // The second moves ahead of the first, over the same places.
    let folder = leaves();
    let detect = |times: &str| {
        succeeds(&[
            "detect",
            text(folder.path()),
            "--detector",
            "face-octree-swept",
            "--option",
            &format!("times={times}"),
        ])
    };
    scene(
        folder.path(),
        &json!([[[0, 0, 0], [0, 0, 1]], [[0, 0, 4], [0, 0, 5]]]),
        &["leaf.obj", "leaf.obj"],
    );
    let summary = detect("off");
    assert!(summary.contains("1 face pairs may meet\n"), "{summary}");
    let summary = detect("certified");
    let line = "0 face pairs may meet: 0 proved, 0 open; 1 refuted\n";
    assert!(summary.contains(line), "{summary}");
}

#[test]
fn a_broad_phase_changes_no_answer_and_needs_a_pairwise_detector() {
    let folder = leaves();
    let detect = |detector: &str, more: &[&str]| {
        let scene = ["detect", text(folder.path()), "--detector", detector];
        xtask(&[&scene[..], more].concat())
    };
    let frames = |more: &[&str]| {
        let output = detect("bsp-tree", &[more, &["--out", "-"]].concat());
        assert!(output.status.success());
        let output: Value = serde_json::from_slice(&output.stdout).unwrap();
        output["frames"].clone()
    };
    let default = frames(&[]);
    assert!(default[1]["pairs"][0].is_object(), "{default}");
    for kind in [
        "no-culling",
        "sweep-and-prune",
        "interval-tree",
        "aabb-tree",
    ] {
        assert_eq!(frames(&["--broad-phase", kind]), default);
    }
    let refused = |detector, more: &[&str], reason: &str| {
        let output = detect(detector, more);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && error.contains(reason),
            "{error}"
        );
    };
    let kind = ["--broad-phase", "aabb-tree"];
    refused("face-octree", &kind, "`face-octree` is not pairwise");
    refused("parry3d", &kind, "use one of separating-plane, i-collide");
    refused(
        "bsp-tree",
        &["--broad-phase", "aabbtree"],
        "did you mean `aabb-tree`?",
    );
    let twice = [&kind[..], &["--option", "broad-phase=all-pairs"]].concat();
    refused("bsp-tree", &twice, "twice");
}

#[test]
fn workers_are_at_least_one_and_change_no_answer() {
    let folder = leaves();
    let detect = |detector: &str, workers: &str| {
        succeeds(&[
            "detect",
            text(folder.path()),
            "--detector",
            detector,
            "--workers",
            workers,
            "--out",
            "-",
        ])
    };
    for detector in ["brute-force", "face-octree-swept", "face-octree-parallel"] {
        assert_eq!(detect(detector, "1"), detect(detector, "3"));
    }
    for wrong in ["0", "65", "-1", "two"] {
        for command in [
            &["detect", text(folder.path()), "--detector", "brute-force"][..],
            &["compare", "--quick"],
        ] {
            let argument = format!("--workers={wrong}");
            let output = xtask(&[command, &[&argument]].concat());
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(!output.status.success());
            assert!(
                error.contains("give a number of threads from 1 to 64"),
                "{error}"
            );
        }
    }
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
fn a_contained_body_is_found_when_asked_and_always_by_solids() {
    let folder = nested();
    let pairs = |arguments: &[&str]| {
        let all = [&["detect", text(folder.path()), "--out", "-"], arguments].concat();
        serde_json::from_str::<Value>(&succeeds(&all)).unwrap()["frames"][0]["pairs"].clone()
    };
    let contained = json!([{ "a": 0, "b": 1, "faces": [], "contained": "a_in_b" }]);
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
            contained,
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
    // A bad scene is found after --force was given: the old file stays.
    write(folder.path(), "scene.json", "{");
    fails(&[&detect[..], &[text(&out), "--force"]].concat());
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "keep me");
}

/// An empty name and the name of a folder are rejected before the work is done.
#[test]
fn names_that_no_file_can_have_fail_at_once() {
    let folder = leaves();
    // The scene cannot be read. That would be the error if the name were checked later.
    write(folder.path(), "scene.json", "{");
    let new_folder = folder.path().join("new/");
    let scene = text(folder.path());
    for (out, expected) in [("", "empty path"), (text(&new_folder), "it is a folder")] {
        let error = fails(&["detect", scene, "--detector", "brute-force", "--out", out]);
        assert!(error.contains(expected), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_are_not_replaced_without_force() {
    let folder = leaves();
    let scene = text(folder.path());
    for (link, target) in [("dangling", "gone"), ("circular", "circular")] {
        let link = folder.path().join(link);
        std::os::unix::fs::symlink(folder.path().join(target), &link).unwrap();
        let detect = [
            "detect",
            scene,
            "--detector",
            "brute-force",
            "--out",
            text(&link),
        ];
        let error = fails(&detect);
        assert!(error.contains("exists and is left as it is"), "{error}");
        assert!(link.is_symlink());
        succeeds(&[&detect[..], &["--force"]].concat());
        assert!(!link.is_symlink() && link.is_file());
    }
}

#[test]
fn terminal_commands_in_files_are_escaped_in_every_message() {
    let folder = leaves();
    let scene = folder.path().join("scene.json");
    let named = |name: &str| {
        let text = std::fs::read_to_string(&scene).unwrap();
        text.replace("\"test\"", &json!(name).to_string())
    };
    write(folder.path(), "scene.json", &named("\u{1b}[31mred\u{9b}2J"));
    let detect = ["detect", text(folder.path()), "--detector", "brute-force"];
    let summary = succeeds(&detect);
    assert!(summary.contains("\\u{1b}[31mred\\u{9b}2J"), "{summary}");
    write(
        folder.path(),
        "leaf.obj",
        &format!("{LEAF}\u{1b}[31m{}\n", "x".repeat(9000)),
    );
    let error = fails(&detect);
    assert!(error.contains("leaf.obj, line 5: `\\u{1b}[31m"), "{error}");
    // An unknown key that is longer than any message should be.
    write(
        folder.path(),
        "scene.json",
        &json!({ "y".repeat(9000): 1 }).to_string(),
    );
    let error = fails(&detect);
    assert!(
        error.contains("unknown field") && error.len() < 2500,
        "{error}"
    );
}

#[test]
fn an_audit_of_no_cases_is_refused() {
    let error = fails(&["audit", "--cases", "0"]);
    assert!(error.contains("--cases"), "{error}");
}

#[test]
fn bad_recordings_are_refused_with_file_place_and_remedy() {
    let good = r#"{"name":"t","objects":[{"mesh":"leaf.obj"}],"frames":[[[0,0,0,0,0,0,1]]]}"#;
    let refused = |scene: &str, mesh: &str| {
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
        let error = refused(&bad, LEAF);
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
        let error = refused(good, mesh);
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
fn distances_of_near_bodies_are_found_when_asked() {
    let folder = cubes(0.5);
    let detect = |more: &[&str]| {
        let scene = ["detect", text(folder.path()), "--detector", "i-collide"];
        succeeds(&[&scene[..], more].concat())
    };
    let frames = |more: &[&str]| {
        let piped = detect(&[more, &["--out", "-"]].concat());
        let piped: Value = serde_json::from_str(&piped).unwrap();
        piped["frames"].clone()
    };
    assert_eq!(frames(&[])[0]["closest"], json!([]), "not asked for");
    let near = frames(&["--distances"]);
    let closest = &near[0]["closest"][0];
    assert_eq!((&closest["a"], &closest["b"]), (&json!(0), &json!(1)));
    assert_eq!(closest["distance"], json!(0.5));
    let x = |side: usize| closest["points"][side][0].as_f64();
    assert_eq!((x(0), x(1)), (Some(1.0), Some(1.5)), "{closest}");
    // The smaller cubes' boxes overlap in no other frame.
    assert_eq!(near[1]["closest"], json!([]), "not active");
    let all = frames(&["--distances", "--broad-phase", "no-culling"]);
    assert_eq!(all[1]["closest"][0]["distance"], json!(8.0));

    let summary = detect(&["--distances"]);
    for part in [
        "0 pairs that collide, 1 apart",
        "least distance 5.000000e-1, of bodies 0 and 1 in frame 0",
    ] {
        assert!(summary.contains(part), "{part}: {summary}");
    }
    let error = fails(&[
        "detect",
        text(folder.path()),
        "--detector",
        "brute-force",
        "--distances",
    ]);
    for part in ["drop --distances", "use one of i-collide"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn features_of_bodies_that_collide_are_listed_without_asking() {
    let folder = cubes(-0.25);
    let scene = ["detect", text(folder.path()), "--detector", "i-collide"];
    let piped = succeeds(&[&scene[..], &["--out", "-"]].concat());
    let piped: Value = serde_json::from_str(&piped).unwrap();
    let closest = &piped["frames"][0]["closest"];
    assert_eq!(closest.as_array().map(Vec::len), Some(1), "{closest}");
    assert_eq!(closest[0]["points"], Value::Null);
    assert_eq!(closest[0]["distance"], json!(0.0));
    for feature in closest[0]["features"].as_array().unwrap() {
        let (kind, vertices) = feature.as_object().unwrap().iter().next().unwrap();
        let count = vertices.as_array().map_or(1, Vec::len);
        let expected = ["vertex", "edge", "face"][count - 1];
        assert_eq!(kind, expected);
    }
    let summary = succeeds(&scene);
    assert!(summary.contains("1 pairs that collide"), "{summary}");
    assert!(!summary.contains("least distance"), "{summary}");
}

#[test]
fn list_names_detectors_generators_and_experiments() {
    let list = succeeds(&["list"]);
    let unfolded = list.split_whitespace().collect::<Vec<_>>().join(" ");
    for name in [
        "face-octree-tuned",
        "separating-plane",
        "two-spheres",
        "smith95-fig10",
        "[Smith95",
        "takes convex, or parts that are, rigid only, closed only",
        "rigid only, closed without self-intersections only",
        "--distances: distances and closest points",
    ] {
        assert!(unfolded.contains(name), "{list}");
    }
    let [detectors, experiments] = [["-e", "^bvh$"], ["-f", "fig10$"]];
    let some = succeeds(&[&["list"], &detectors[..]].concat());
    assert!(
        some.contains("  bvh  [") && !some.contains("parry3d  ["),
        "{some}"
    );
    assert!(!some.contains("smith95-fig10"), "{some}");
    let some = succeeds(&[&["list"], &experiments[..]].concat());
    assert!(some.starts_with("Experiments\n  smith95-fig10\n"), "{some}");
    let both = succeeds(&[&["list"], &detectors[..], &experiments[..]].concat());
    assert!(
        both.contains("  bvh  [") && both.contains("smith95-fig10"),
        "{both}"
    );
    let none = fails(&["list", "-e", "nothing", "-f", "nothing"]);
    assert!(none.contains("no detector and no experiment"), "{none}");
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
    let recording = recording(&out);
    let rows = recording.join("smith95-sec23-face-test.csv");
    let rows = std::fs::read_to_string(rows).unwrap();
    assert!(rows.contains("face-octree face-test=box") && rows.contains("frames-verified"));
    assert!(!recording.join("parts").exists());
    let page = std::fs::read_to_string(out.join("smith95/README.md")).unwrap();
    assert!(page.contains("Section 2.3"));
    // A second run into the same folder, and a report without measuring.
    succeeds(&["report", "--out", text(&out)]);
    assert_eq!(
        std::fs::read_to_string(out.join("smith95/README.md")).unwrap(),
        page
    );
    // Some verdicts, without a page.
    std::fs::remove_file(out.join("smith95/README.md")).unwrap();
    let selected = [
        "report",
        "--out",
        text(&out),
        "-f",
        "sec23",
        "-e",
        "^face-octree checklist=all$",
    ];
    let verdicts = succeeds(&selected);
    assert!(verdicts.contains("sec2.3") && !verdicts.contains("files written"));
    let error = fails(&[&selected[..5], &["-e", "face-test=sat"]].concat());
    assert!(error.contains("no claim is on such"), "{error}");
    assert!(!out.join("smith95/README.md").exists());
    let error = fails(&["report", "--out", text(&out), "-f", "no-such"]);
    assert!(
        error.contains("no claim is on such an experiment"),
        "{error}"
    );
    // A folder with other content, or without a parent, is rejected.
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
    assert!(
        error.contains("such") && error.contains("not the folder of a comparison"),
        "{error}"
    );
}

/// Returns the folders of recordings in an output folder, sorted.
fn recordings(out: &Path) -> Vec<PathBuf> {
    let folders = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|e| e.unwrap().path()).collect::<Vec<_>>()
    };
    let machines = folders(&out.join("record"));
    let mut all: Vec<PathBuf> = machines.iter().flat_map(|m| folders(m)).collect();
    all.retain(|folder| folder.join("run.json").is_file());
    all.sort();
    all
}

/// Returns the only recording in an output folder.
fn recording(out: &Path) -> PathBuf {
    let all = recordings(out);
    assert_eq!(all.len(), 1, "{all:?}");
    all[0].clone()
}

#[test]
fn experiments_and_detectors_are_selected_and_processes_share_the_repeats() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let compare = |arguments: &[&str]| {
        let quick = ["compare", "--quick", "--out", text(&out)];
        succeeds(&[&quick, arguments].concat())
    };
    let selected = [
        "-f",
        "^smith95-sec23",
        "-e",
        "face-test=box$",
        "--processes",
        "2",
    ];
    compare(&selected);
    let first = recording(&out);
    let rows = std::fs::read_to_string(first.join("smith95-sec23-face-test.csv")).unwrap();
    assert!(rows.contains("face-octree face-test=box") && !rows.contains("face-test=sat"));
    // The samples of both processes, 6 and 5.
    let time = rows.lines().find(|line| line.contains(",time,s,")).unwrap();
    let samples = time.rsplit(',').next().unwrap();
    let lengths = samples.split('|').map(|p| p.split_whitespace().count());
    assert_eq!(lengths.collect::<Vec<_>>(), [6, 5], "{time}");
    // A second run is another recording, with two experiments, and leaves the first as it is.
    let before = std::fs::read(first.join("smith95-sec23-face-test.csv")).unwrap();
    compare(&["smith95-sec23-face-test", "hubbard96-sec3-cubes"]);
    let all = recordings(&out);
    assert_eq!(all.len(), 2, "{all:?}");
    let after = std::fs::read(first.join("smith95-sec23-face-test.csv")).unwrap();
    assert!(before == after);
    let other = all.iter().find(|folder| **folder != first).unwrap();
    let diff = succeeds(&["diff", text(&first), text(other)]);
    assert!(diff.contains("times: the intervals of"), "{diff}");
    assert!(diff.contains("a fixed loop takes"), "{diff}");
    assert!(diff.contains("numbers without samples: 0 differ"), "{diff}");
    assert!(diff.contains("only after"), "{diff}");
    for line in [
        "processes: 2 before, 1 after",
        "detectors: face-test=box$ before, all after",
    ] {
        assert!(diff.contains(line), "{diff}");
    }
    // The calibration stays, whatever is selected.
    let diff = succeeds(&["diff", text(&first), text(other), "-e", "face-test=box$"]);
    assert!(diff.contains("a fixed loop takes"), "{diff}");
    let error = fails(&["diff", text(&first), text(other), "-e", "^nothing"]);
    assert!(error.contains("no measurement in common"), "{error}");
    // A value may begin with a dash.
    compare(&["-f=23-face-test$", "-e=-octree face-test=box$"]);
    let error = fails(&["diff", text(&first), text(parent.path())]);
    assert!(error.contains("is no recording"), "{error}");
    let error = fails(&["compare", "--quick", "-f", "^nothing"]);
    assert!(error.contains("no experiment has a name"), "{error}");
    let error = fails(&["compare", "--quick", "-e", "^nothing"]);
    assert!(
        error.contains("none of these experiments has a detector"),
        "{error}"
    );
    let error = fails(&["compare", "--quick", "-e", "("]);
    assert!(error.contains("regex"), "{error}");
}

#[test]
fn a_recording_does_not_differ_from_itself() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let compare = ["compare", "smith95-sec23-face-test", "--quick"];
    succeeds(&[&compare[..], &["--out", text(&out)]].concat());
    let folder = recording(&out);
    let rows = folder.join("smith95-sec23-face-test.csv");
    // A count with proved bounds.
    let written = std::fs::read_to_string(&rows).unwrap();
    let (exact, proved) = (
        "count,exact,,,,4.0,,,,,",
        "count,enclosure,,,,4.0,,,3.0,5.0,",
    );
    assert!(written.contains(exact));
    std::fs::write(&rows, written.replacen(exact, proved, 1)).unwrap();
    let diff = succeeds(&["diff", text(&folder), text(&folder)]);
    for line in [
        "times: the intervals of 0 (0.0 %) do not overlap",
        "numbers without samples: 0 differ",
        "the verdicts of 0 changed",
        "0 flipped",
        "rows with intervals: those of 0 (0.0 %) do not overlap",
        "0 and 0): they do.",
    ] {
        assert!(diff.contains(line), "{diff}");
    }
    assert!(
        !diff.contains("in one of both") && !diff.contains("before, "),
        "{diff}"
    );
    // Other bounds are another number.
    let other = parent.path().join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::copy(folder.join("run.json"), other.join("run.json")).unwrap();
    let wider = written.replacen(exact, &proved.replace("3.0", "2.0"), 1);
    write(&other, "smith95-sec23-face-test.csv", &wider);
    let diff = succeeds(&["diff", text(&folder), text(&other)]);
    assert!(
        diff.contains("1 differ") && diff.contains("4 in 2 to 5"),
        "{diff}"
    );
}

/// Makes a recording as if it had been stopped before its rows were merged: those of its only process
/// are there, with this outcome. Returns the file of its rows.
fn stopped_before_merging(recording: &Path, name: &str, outcome: &str) -> PathBuf {
    let rows = recording.join(format!("{name}.csv"));
    let parts = recording.join("parts");
    std::fs::create_dir_all(&parts).unwrap();
    std::fs::rename(&rows, parts.join(format!("{name}.1.csv"))).unwrap();
    write(&parts, &format!("{name}.1.json"), outcome);
    rows
}

#[test]
fn a_process_whose_files_are_broken_measures_again() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let name = "smith95-sec23-face-test";
    succeeds(&["compare", name, "--quick", "--out", text(&out)]);
    let folder = recording(&out);
    let resume = ["compare", "--resume", "--out", text(&out)];
    let good = r#"{"failures":[],"error":null,"seconds":1.5}"#;
    for (outcome, is_again) in [(good, false), (&good[..20], true), ("", true)] {
        let rows = stopped_before_merging(&folder, name, outcome);
        let before = std::fs::read(folder.join(format!("parts/{name}.1.csv"))).unwrap();
        // Sphere-trees of the run that was stopped.
        let trees = folder.join("parts/trees");
        std::fs::create_dir(&trees).unwrap();
        write(&trees, "0123456789abcdef.json", "{}");
        let output = xtask(&resume);
        assert!(output.status.success(), "{}", stderr(&output));
        let said = stderr(&output).contains("process 1 of 1 measures again");
        assert_eq!(said, is_again, "{}", stderr(&output));
        let is_same = std::fs::read(&rows).unwrap() == before;
        assert_eq!(is_same, !is_again);
        assert!(!folder.join("parts").exists());
    }
    // A row that is cut off.
    let rows = stopped_before_merging(&folder, name, good);
    let part = folder.join(format!("parts/{name}.1.csv"));
    let text_of_part = std::fs::read_to_string(&part).unwrap();
    std::fs::write(&part, &text_of_part[..text_of_part.len() - 300]).unwrap();
    let output = xtask(&resume);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains("measures again") && rows.is_file());
}

#[test]
fn a_comparison_continues_with_the_same_build_and_loses_no_process() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let name = "smith95-sec23-face-test";
    succeeds(&["compare", name, "--quick", "--out", text(&out)]);
    let folder = recording(&out);
    let good = r#"{"failures":[],"error":null,"seconds":1.5}"#;
    stopped_before_merging(&folder, name, good);
    let run = folder.join("run.json");
    let before = std::fs::read_to_string(&run).unwrap();
    let profile = if cfg!(debug_assertions) {
        "dev"
    } else {
        "release"
    };
    for (is, was, word) in [
        (
            &*format!("\"{profile}\""),
            "\"other\"",
            "the profile `other`",
        ),
        ("\"dirty\": false", "\"dirty\": true", "not committed"),
    ] {
        let changed = before.replace(is, was);
        assert_ne!(changed, before);
        std::fs::write(&run, changed).unwrap();
        let error = fails(&["compare", "--resume", "--out", text(&out)]);
        assert!(error.contains(word), "{error}");
    }
    std::fs::write(&run, before).unwrap();
    let part = |number: u32| folder.join(format!("parts/{name}.{number}.csv"));
    std::fs::copy(part(1), part(3)).unwrap();
    let error = fails(&["compare", "--resume", "--out", text(&out)]);
    assert!(
        error.contains(".3.csv would be lost") && error.contains("--processes 3"),
        "{error}"
    );
    assert!(part(1).is_file() && part(3).is_file());
}

/// Returns the command of the only process of an experiment, as a comparison starts it.
fn measure(folder: &Path, definition: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command
        .arg("measure")
        .args(["--process=1/1", "--revision=abc", "--workers=1"])
        .args(["--definition", text(definition)])
        .stdin(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null());
    for (option, name) in [
        ("--rows", "rows.csv"),
        ("--outcome", "outcome.json"),
        ("--calls", "calls"),
    ] {
        command.arg(option).arg(folder.join(name));
    }
    command
}

#[test]
fn a_detector_that_ended_the_process_fails_alone() {
    let folder = tempfile::tempdir().unwrap();
    let definitions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/experiments");
    let definition = definitions.join("smith95-sec23-face-test.toml");
    // Returns the detectors of all rows with the errors of these, and the failures.
    let measured = |ended: &[&str]| {
        let mut measure = measure(folder.path(), &definition);
        measure.arg("--quick");
        measure.args(ended.iter().map(|call| format!("--ended={call}")));
        let mut process = measure.spawn().unwrap();
        // It ends with its input, which waiting would close.
        let _input = process.stdin.take();
        assert!(process.wait().unwrap().success());
        assert_eq!(experiments::last_call(&folder.path().join("calls")), None);
        let rows = records::Rows::read_file(&folder.path().join("rows.csv")).unwrap();
        let rows = rows.iter().map(|row| {
            (
                row.key.detector.clone(),
                row.error().unwrap_or_default().to_owned(),
            )
        });
        let outcome = std::fs::read_to_string(folder.path().join("outcome.json")).unwrap();
        let outcome: Value = serde_json::from_str(&outcome).unwrap();
        let failures = outcome["failures"].as_array().unwrap().clone();
        (rows.collect::<std::collections::BTreeSet<_>>(), failures)
    };
    let (all, failures) = measured(&[]);
    assert!(failures.is_empty(), "{failures:?}");
    let (rows, failures) = measured(&["1=signal: 6 (SIGABRT)"]);
    let [failure] = &failures[..] else {
        panic!("{failures:?}");
    };
    let words = "it ended the process (signal: 6 (SIGABRT))";
    assert!(failure.as_str().unwrap().contains(words), "{failure}");
    let is_failure = |error: &str| error.contains(words);
    let of = |wanted: bool| {
        let rows = rows.iter().filter(|(_, error)| is_failure(error) == wanted);
        rows.map(|(detector, _)| detector).collect::<Vec<_>>()
    };
    assert_eq!(of(true).len(), 1);
    let names = |rows: &std::collections::BTreeSet<(String, String)>| {
        let names: std::collections::BTreeSet<_> = rows.iter().map(|r| r.0.clone()).collect();
        names
    };
    assert_eq!(names(&rows), names(&all), "each detector has rows");
    assert!(of(false).len() + 1 >= all.len());
}

#[test]
fn a_process_ends_when_the_comparison_that_started_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let definitions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/experiments");
    // It takes minutes.
    let definition = definitions.join("hubbard96-fig15.toml");
    let [rows, outcome] = ["rows.csv", "outcome.json"].map(|name| folder.path().join(name));
    let mut measure = measure(folder.path(), &definition);
    let mut process = measure.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(process.try_wait().unwrap(), None);
    // As the system does when the other end is gone.
    drop(process.stdin.take());
    let mut waited = 0;
    while process.try_wait().unwrap().is_none() {
        assert!(waited < 1000, "it goes on");
        std::thread::sleep(std::time::Duration::from_millis(20));
        waited += 1;
    }
    assert!(!rows.exists() && !outcome.exists());
}

#[test]
fn broken_rows_are_named_and_nothing_else_is_lost() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let compare = ["compare", "smith95-sec23-face-test", "--quick"];
    succeeds(&[&compare[..], &["--out", text(&out)]].concat());
    let rows = recording(&out).join("smith95-sec23-face-test.csv");
    let good = std::fs::read_to_string(&rows).unwrap();
    std::fs::write(&rows, &good[..good.len() - 300]).unwrap();
    let error = fails(&["report", "--out", text(&out)]);
    assert!(
        error.contains("smith95-sec23-face-test.csv, line"),
        "{error}"
    );
    std::fs::write(&rows, good.replace("format 4", "format 9")).unwrap();
    let error = fails(&["report", "--out", text(&out)]);
    assert!(error.contains("another version"), "{error}");
    let run = recording(&out).join("run.json");
    let text_of_run = std::fs::read_to_string(&run).unwrap();
    // The clock stepped back since.
    let (before, date) = text_of_run.split_once("\"date\": \"20").unwrap();
    std::fs::write(&run, [before, "\"date\": \"90", date].concat()).unwrap();
    let error = fails(&[
        "compare",
        "hubbard96-sec3-cubes",
        "--quick",
        "--out",
        text(&out),
    ]);
    assert!(
        error.contains("the clock reads 20") && error.contains("--out"),
        "{error}"
    );
    std::fs::write(&run, text_of_run.replace("\"format\": 2", "\"format\": 7")).unwrap();
    let error = fails(&["report", "--out", text(&out)]);
    assert!(
        error.contains("run.json") && error.contains("format 7"),
        "{error}"
    );
}

#[test]
fn a_comparison_that_was_stopped_leaves_a_folder_for_the_next() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let compare = |name| {
        let out = text(&out);
        ["compare", name, "--quick", "--workers", "2", "--out", out]
    };
    let mut first = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let first = first.args(compare("smith95-sec23-face-test"));
    let mut first = first.stderr(std::process::Stdio::null()).spawn().unwrap();
    // The folder is marked before anything is measured.
    while !out.join("record").is_dir() || recordings(&out).is_empty() {
        assert_eq!(first.try_wait().unwrap(), None, "it ended without a mark");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let error = fails(&compare("smith95-fig11"));
    assert!(
        error.contains("another comparison is writing to"),
        "{error}"
    );
    first.kill().unwrap();
    first.wait().unwrap();
    let stopped = recording(&out);
    let rows = stopped.join("smith95-sec23-face-test.csv");
    assert!(!rows.exists(), "it was stopped too late");
    // Not with the message about other content.
    // A wrong answer before it was stopped still fails the command, after everything is measured.
    let run = stopped.join("run.json");
    let text_of_run = std::fs::read_to_string(&run).unwrap();
    let with_failure = text_of_run.replacen('{', "{\"failures\": [\"a wrong answer\"],", 1);
    std::fs::write(&run, with_failure).unwrap();
    let error = fails(&["compare", "--resume", "--out", text(&out)]);
    assert!(
        error.contains("verification failed: a wrong answer"),
        "{error}"
    );
    assert!(rows.is_file());
    let error = fails(&["compare", "--resume", "--out", text(&out)]);
    assert!(error.contains("nothing to continue"), "{error}");
}

#[test]
fn a_quick_run_never_replaces_the_reports() {
    let reports = concat!(env!("CARGO_MANIFEST_DIR"), "/../reports");
    let error = fails(&["compare", "--quick", "--out", reports]);
    assert!(error.contains("holds full runs"), "{error}");
    let error = fails(&["compare", "-e", "parry3d", "--out", reports]);
    assert!(error.contains("holds full runs"), "{error}");
}

#[test]
fn rows_of_several_workers_are_not_mixed_with_those_of_one() {
    // In full, so the refusal comes before anything is measured.
    let error = fails(&["compare", "--workers", "2"]);
    assert!(
        error.contains("measured with --workers 1") && error.contains("another folder with --out"),
        "{error}"
    );
    let reports = concat!(env!("CARGO_MANIFEST_DIR"), "/../reports");
    let error = fails(&["compare", "--workers", "2", "--out", reports]);
    assert!(error.contains("another folder with --out"), "{error}");

    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let compare = |workers| {
        let experiment = ["compare", "smith95-sec23-face-test", "--quick"];
        [
            &experiment[..],
            &["--out", text(&out), "--workers", workers],
        ]
        .concat()
    };
    succeeds(&compare("2"));
    let run = std::fs::read_to_string(recording(&out).join("run.json")).unwrap();
    let run: Value = serde_json::from_str(&run).unwrap();
    assert_eq!(run["workers"], 2);
    let command = run["command"].as_str().unwrap();
    assert!(command.ends_with("--workers 2"), "{command}");
    let page = std::fs::read_to_string(out.join("README.md")).unwrap();
    assert!(page.contains("detectors may use 2 threads"), "{page}");
    let error = fails(&compare("1"));
    assert!(
        error.contains("measured with --workers 2") && error.contains("pass --workers 2"),
        "{error}"
    );
}

#[test]
fn compare_replays_a_users_scene() {
    let folder = nested();
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let scene = text(folder.path());
    let table = succeeds(&["compare", "--scene", scene, "--quick", "--out", text(&out)]);
    for name in ["brute-force", "face-octree", "separating-plane", "parry3d"] {
        assert!(table.contains(name), "{table}");
    }
    assert!(table.contains("| all contacts | `"), "{table}");
    assert!(table.contains("| yes or no | `"), "{table}");
    assert!(table.contains("checked against `brute-force`"), "{table}");
    assert!(table.contains("cargo xtask detect"), "{table}");
    // The rules of other experiments are no matter of this scene.
    assert!(!table.contains("Rules that were changed"), "{table}");
    for name in ["lab-user-scene.csv", "lab-user-trial.csv"] {
        assert!(recording(&out).join(name).is_file(), "{name}");
    }
    let advice = std::fs::read_to_string(out.join("advice.json")).unwrap();
    let advice: Value = serde_json::from_str(&advice).unwrap();
    assert_eq!(advice["format"], "collision-lab advice 1");
    assert_eq!(advice["verified"], json!([1, "brute-force"]));
    let all = &advice["questions"][0];
    assert_eq!(all["question"], "all contacts");
    assert_eq!(all["take"]["exact"], true);
    let dependency = all["take"]["dependency"].as_str().unwrap();
    assert!(
        dependency.starts_with("catalog = { path = "),
        "{dependency}"
    );
    assert_eq!(advice["deadline"]["in-time"], 1);
    let played = std::fs::read_to_string(out.join("lab/scene.html")).unwrap();
    assert!(played.contains("collision-lab playback 1"));
    // The definition is stored beside the rows, so the page can be drawn again.
    let page = out.join("lab/README.md");
    std::fs::remove_file(&page).unwrap();
    succeeds(&["report", "--out", text(&out)]);
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains("lab-user-scene"), "{page}");
}

#[test]
fn advice_on_a_broken_scene_without_contacts_says_so_and_escapes_names() {
    let folder = tempfile::tempdir().unwrap();
    // A fan of two faces of which one is twice there, and one has no area: open, not convex.
    let mesh = "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 1\n2 0 0\n3 0 1 2\n3 0 1 2\n3 1 0 2\n3 0 1 3\n";
    write(folder.path(), "a|b.off", mesh);
    scene(folder.path(), &json!([[[0, 0, 0]]]), &["a|b.off"]);
    let json = std::fs::read_to_string(folder.path().join("scene.json")).unwrap();
    let name = "<img src=x onerror=alert(1)>|x";
    write(
        folder.path(),
        "scene.json",
        &json.replace("\"test\"", &format!("\"{name}\"")),
    );
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let scene = [
        "compare",
        "--scene",
        text(folder.path()),
        "--quick",
        "--out",
        text(&out),
    ];
    let table = succeeds(&[&scene[..], &["--deadline", "1"]].concat());
    for words in [
        "one body meets no other",
        "one frame",
        "no contact in 1 frames",
        "zero-area faces: 1",
        "duplicate faces: 2",
        "Detectors that refuse the scene",
        "1 ms a frame",
    ] {
        assert!(table.contains(words), "{words}: {table}");
    }
    assert!(!table.contains("<img"), "{table}");
    for page in ["advice.md", "lab/README.md", "README.md"] {
        let page = std::fs::read_to_string(out.join(page)).unwrap();
        assert!(!page.contains("<img"), "{page}");
    }
    let error = fails(&["compare", "--scene", text(folder.path()), "--deadline", "0"]);
    assert!(error.contains("milliseconds"), "{error}");
    let error = fails(&["compare", "--deadline", "5"]);
    assert!(error.contains("--scene"), "{error}");
}

#[test]
fn compare_puts_a_broad_phase_before_pairwise_detectors() {
    let folder = nested();
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let scene = ["compare", "--scene", text(folder.path()), "--quick"];
    let chosen = ["--out", text(&out), "--broad-phase", "sweep-and-prune"];
    let table = succeeds(&[&scene[..], &chosen].concat());
    assert!(
        table.contains("separating-plane broad-phase=sweep-and-prune"),
        "{table}"
    );
    assert!(!table.contains("face-octree broad-phase"), "{table}");
    let run = std::fs::read_to_string(recording(&out).join("run.json")).unwrap();
    assert!(run.contains("--broad-phase sweep-and-prune"), "{run}");
    let error = fails(&[&scene[..], &["--broad-phase", "sweep-and-prun"]].concat());
    assert!(error.contains("did you mean `sweep-and-prune`?"), "{error}");
    // The definition of an experiment names its own.
    let error = fails(&["compare", "--quick", "--broad-phase", "all-pairs"]);
    assert!(error.contains("--scene"), "{error}");
}

#[test]
fn audit_prints_a_table_for_every_detector() {
    let table = succeeds(&["audit", "--cases", "2"]);
    for name in ["brute-force", "face-octree-tuned", "parry3d"] {
        assert!(table.contains(name), "{table}");
    }
}

#[test]
fn a_budget_stops_the_search_and_what_is_known_is_certified() {
    let folder = cubes(0.01);
    let sphere_tree = |arguments: &[&str]| {
        let scene = text(folder.path());
        let detect = ["detect", scene, "--detector", "sphere-tree-octree"];
        succeeds(&[&detect[..], arguments].concat())
    };
    let frames = |arguments: &[&str]| {
        let piped = sphere_tree(&[&["--out", "-"], arguments].concat());
        let piped: Value = serde_json::from_str(&piped).unwrap();
        assert_eq!(piped["frames"][1]["certificates"], json!([]), "far apart");
        (
            piped["steps"].clone(),
            piped["frames"][0]["certificates"].clone(),
        )
    };
    let (steps, known) = frames(&["--steps", "1"]);
    assert_eq!(steps, json!(1));
    let bound = known[0]["bound"].as_f64().unwrap();
    assert!((0.01..2.0).contains(&bound), "{bound}");
    assert!(known[0]["spheres"].as_u64() > Some(0), "{known}");
    assert_eq!(
        (&known[0]["a"], &known[0]["b"], &known[0]["known"]),
        (&json!(0), &json!(1), &json!("undecided"))
    );
    let (steps, known) = frames(&[]);
    assert_eq!((steps, &known[0]["known"]), (Value::Null, &json!("apart")));
    assert_eq!(
        (&known[0]["bound"], &known[0]["spheres"]),
        (&Value::Null, &json!(0))
    );

    let summary = sphere_tree(&["--steps", "1"]);
    for part in [
        "steps in each: at most 1",
        "0 apart, 0 interfering, 1 undecided but at most",
        "at most apart",
    ] {
        assert!(summary.contains(part), "{part}: {summary}");
    }
    let error = fails(&[
        "detect",
        text(folder.path()),
        "--detector",
        "brute-force",
        "--steps",
        "1",
    ]);
    assert!(error.contains("sphere-tree, sphere-tree-octree"), "{error}");
}

#[test]
fn detect_does_not_write_over_the_vertices_of_a_deforming_body() {
    let folder = tempfile::tempdir().unwrap();
    let generator: scenes::Generator = "waving-spheres:faces=48".parse().unwrap();
    scenes::recording::write(&generator.generate().unwrap(), folder.path()).unwrap();
    let out = folder.path().join("body-1.npy");
    let before = std::fs::read(&out).unwrap();
    let scene = text(folder.path());
    let error = fails(&[
        "detect",
        scene,
        "--detector",
        "brute-force",
        "--force",
        "--out",
        text(&out),
    ]);
    assert!(error.contains("is read by this command"), "{error}");
    assert_eq!(std::fs::read(&out).unwrap(), before);
}

#[test]
fn detect_does_not_write_over_its_scene() {
    let folder = leaves();
    let scene = folder.path().join("scene.json");
    for file in ["scene.json", "leaf.obj"] {
        let out = folder.path().join(file);
        let before = std::fs::read(&out).unwrap();
        for scene in [folder.path(), &scene] {
            let error = fails(&[
                "detect",
                text(scene),
                "--detector",
                "brute-force",
                "--force",
                "--format",
                "json",
                "--out",
                text(&out),
            ]);
            assert!(error.contains("is read by this command"), "{error}");
        }
        assert_eq!(std::fs::read(&out).unwrap(), before);
    }
}

/// Runs `sphere-tree` with few levels.
fn sphere_tree(arguments: &[&str]) -> Output {
    xtask(&[&["sphere-tree"], arguments, &["--depth", "1", "--octree"]].concat())
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_tree_is_stored_and_read_and_described_beside_the_data() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = folder.path().join("cube.off");
    write(folder.path(), "cube.off", CUBE);
    let (tree, spheres) = (
        folder.path().join("tree.json"),
        folder.path().join("s.json"),
    );
    let files = ["--out", text(&tree), "--spheres", text(&spheres)];
    let first = sphere_tree(&[&[text(&mesh)], &files[..]].concat());
    assert!(first.status.success(), "{}", stderr(&first));
    let table = String::from_utf8(first.stdout).unwrap();
    assert!(
        table.contains("closed") && table.contains("solid: mean"),
        "{table}"
    );
    let stored = std::fs::read_to_string(&tree).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |file: &Path| file.metadata().unwrap().permissions().mode();
        assert_eq!(mode(&tree), mode(&spheres));
        assert_eq!(mode(&tree), mode(&mesh), "as any file that a program makes");
    }
    // The same to standard output: data alone, and the rest to standard error.
    for (option, file) in [("--out", &tree), ("--spheres", &spheres)] {
        let piped = sphere_tree(&[text(&mesh), option, "-"]);
        assert!(piped.status.success(), "{}", stderr(&piped));
        assert_eq!(piped.stdout, std::fs::read(file).unwrap());
        let aside = stderr(&piped);
        assert!(
            aside.contains("closed") && aside.contains("solid: mean"),
            "{aside}"
        );
    }
    assert!(!Path::new("-").exists());
    let read = succeeds(&["sphere-tree", text(&mesh), "--from", text(&tree)]);
    assert!(read.contains("tree read from"), "{read}");

    let nowhere = folder.path().join("nowhere.json");
    let error = fails(&["sphere-tree", text(&mesh), "--from", text(&nowhere)]);
    assert!(
        error.contains("nowhere.json") && error.contains("--out"),
        "{error}"
    );
    assert_eq!(std::fs::read_to_string(&tree).unwrap(), stored);
}

#[test]
fn detect_takes_stored_sphere_trees() {
    let scene = nested();
    let path = |name: &str| text(&scene.path().join(name)).to_owned();
    let (mesh, tree) = (path("small.off"), path("small.json"));
    assert!(sphere_tree(&[&mesh, "--out", &tree]).status.success());
    let detect = |detector, tree| {
        [
            "detect",
            text(scene.path()),
            "--detector",
            detector,
            "--tree",
            tree,
        ]
    };
    // The stored tree has one level only: the same answer by other tests.
    let built = succeeds(&detect("sphere-tree-octree", &tree)[..4]);
    let read = succeeds(&detect("sphere-tree-octree", &tree));
    let answers = [&built, &read].map(|text| text.split_once("work,").unwrap());
    assert_eq!(answers[0].0, answers[1].0);
    assert_ne!(answers[0].1, answers[1].1);
    let error = fails(&detect("bvh", &tree));
    assert!(
        error.contains("has no sphere-trees; drop --tree"),
        "{error}"
    );
    // A tree of no body, and a file that is no tree.
    write(
        scene.path(),
        "corner.off",
        "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
    );
    let (other, corner) = (path("corner.off"), path("corner.json"));
    assert!(sphere_tree(&[&other, "--out", &corner]).status.success());
    let error = fails(&detect("sphere-tree-octree", &corner));
    assert!(
        error.contains("1 faces") && error.contains("no body of the scene"),
        "{error}"
    );
    let error = fails(&detect("sphere-tree", &mesh));
    assert!(error.contains("not a stored sphere-tree"), "{error}");
}

#[test]
fn no_result_of_sphere_tree_replaces_another_or_what_is_read() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "cube.off", CUBE);
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let (mesh, both) = (path("cube.off"), path("both.json"));
    let again = path("./both.json");
    for (arguments, expected) in [
        (["--out", &both, "--spheres", &again], "both go to"),
        (
            ["--out", "-", "--spheres", "-"],
            "both go to standard output",
        ),
    ] {
        let error = stderr(&sphere_tree(&[&[mesh.as_str()], &arguments[..]].concat()));
        assert!(
            error.starts_with("error: ") && error.contains(expected),
            "{error}"
        );
    }
    for option in ["--out", "--spheres"] {
        let output = sphere_tree(&[&mesh, "--force", option, &mesh]);
        let error = stderr(&output);
        assert!(
            !output.status.success() && error.contains("is read by"),
            "{error}"
        );
    }
    assert_eq!(std::fs::read_to_string(&mesh).unwrap(), CUBE);
    let left = std::fs::read_dir(folder.path()).unwrap();
    assert_eq!(left.count(), 1, "nothing was written");
    // The spheres must not replace the tree that is read.
    assert!(sphere_tree(&[&mesh, "--out", &both]).status.success());
    let from = ["sphere-tree", &mesh, "--from", &both, "--force"];
    let error = fails(&[&from[..], &["--spheres", &both]].concat());
    assert!(error.contains("is read by"), "{error}");
}

#[test]
fn octants_refuse_the_options_of_the_medial_axis() {
    for given in [
        &["--published"][..],
        &["--balls", "ritter"],
        &["--branching", "4"],
        &["--samples", "100"],
        &["--seed", "7"],
        &["--no-gaps"],
        &["--remove-redundant"],
    ] {
        let octree = ["sphere-tree", "lamp", "--octree"];
        let error = fails(&[&octree[..], given].concat());
        assert!(
            error.contains(given[0]) && error.contains("--octree"),
            "{error}"
        );
    }
}

#[test]
fn a_tree_that_is_read_has_no_options_of_building() {
    for given in [
        &["--octree"][..],
        &["--depth", "2"],
        &["--seed", "7"],
        &["--out", "x.json"],
    ] {
        let error = fails(&[&["sphere-tree", "lamp", "--from", "tree.json"], given].concat());
        assert!(
            error.contains(given[0]) && error.contains("--from"),
            "{error}"
        );
    }
    let error = stderr(&xtask(&["sphere-tree", "lamp", "--coverage", "levels"]));
    assert!(error.contains("did you mean `level`?"), "{error}");
}

#[test]
fn the_fit_table_has_no_bound_looser_than_the_certified_one() {
    let folder = tempfile::tempdir().unwrap();
    // A cube with sides of a millionth, so lengths need exponents.
    let (head, faces) = CUBE.split_at(CUBE.find("4 0 3").unwrap());
    write(
        folder.path(),
        "cube.off",
        &(head.replace('1', "1e-6") + faces),
    );
    let mesh = folder.path().join("cube.off");
    let output = sphere_tree(&[text(&mesh)]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("(8.6603e-7)"), "{table}");
    let rows: Vec<Vec<f64>> = table
        .lines()
        .filter_map(|line| line.split_whitespace().map(|n| n.parse().ok()).collect())
        .filter(|row: &Vec<f64>| row.len() == 8)
        .collect();
    assert_eq!(rows.len(), 2, "{table}");
    for row in rows {
        assert!(row[2] <= row[6] && row[3] <= row[7], "{table}");
        assert!(row[2] > 0.0, "{table}");
    }
}

#[test]
fn gaps_that_are_left_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    // Six thin plates, one above the other: gaps and necks everywhere.
    let mut mesh = "OFF\n48 36 0\n".to_owned();
    let (vertices, faces) = (
        &CUBE.lines().collect::<Vec<_>>()[2..10],
        &CUBE.lines().collect::<Vec<_>>()[10..],
    );
    for plate in 0..6 {
        for vertex in vertices {
            let (flat, z) = vertex.rsplit_once(' ').unwrap();
            let z = 0.01 * (2.0 * f64::from(plate) + z.parse::<f64>().unwrap());
            mesh += &format!("{flat} {z}\n");
        }
    }
    for plate in 0..6 {
        for face in faces {
            let corners = face.split(' ').skip(1);
            let corners = corners.map(|v| (v.parse::<u32>().unwrap() + 8 * plate).to_string());
            mesh += &format!("4 {}\n", corners.collect::<Vec<_>>().join(" "));
        }
    }
    write(folder.path(), "plates.off", &mesh);
    let mesh = folder.path().join("plates.off");
    let build = [
        "sphere-tree",
        text(&mesh),
        "--samples",
        "150",
        "--depth",
        "1",
    ];
    let table = succeeds(&build);
    assert!(table.contains("still ask for one"), "{table}");
    let table = succeeds(&[&build[..], &["--no-gaps"]].concat());
    assert!(!table.contains("still ask for one"), "{table}");
}
