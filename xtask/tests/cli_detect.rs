//! The command `detect`: answers, and the options that change them or do not.

use crate::commands::{cubes, fails, leaves, nested, succeeds, table_fits, text, xtask};
use serde_json::{Value, json};

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

#[test]
fn a_recording_that_does_not_fit_into_memory_is_refused() {
    let folder = leaves();
    // Four terabytes, of which none is on the disk.
    let large = std::fs::File::create(folder.path().join("body-0.npy")).unwrap();
    large.set_len(1 << 42).unwrap();
    let error = fails(&["detect", text(folder.path()), "--detector", "bvh"]);
    assert!(error.contains("4096.0 GiB, more than half"), "{error}");
    assert!(error.contains("record fewer frames"), "{error}");
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
    table_fits(&summary, "frames");
    table_fits(&summary, "frame  bodies");
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
    table_fits(&summary, "frame  bodies");
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
