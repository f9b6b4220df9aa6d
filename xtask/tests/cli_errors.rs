//! Messages about wrong names and bad scenes: place, remedy, nothing that a terminal obeys.

use crate::commands::{LEAF, fails, leaves, succeeds, text, write};
use serde_json::json;

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
