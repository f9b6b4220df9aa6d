//! The command `view`.

use crate::commands::{fails, succeeds, text, write};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

const LEAF: &str = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n";
const NEEDLE: &str = "v 1 1 -1\nv 1 1 1\nv 2 1 1\nf 1 2 3\n";
const NAME: &str = "<img src=x onerror=alert(1)></script>";

/// Writes a scene of bodies that are moved, never turned.
fn scene(objects: &Value, translations: &Value) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "leaf.obj", LEAF);
    write(folder.path(), "needle.obj", NEEDLE);
    let pose = |t: &Value| json!([t[0], t[1], t[2], 0, 0, 0, 1]);
    let of_frame =
        |frame: &Value| -> Value { frame.as_array().unwrap().iter().map(pose).collect() };
    let frames: Value = translations
        .as_array()
        .unwrap()
        .iter()
        .map(of_frame)
        .collect();
    let scene = json!({ "name": NAME, "objects": objects, "frames": frames });
    write(folder.path(), "scene.json", &scene.to_string());
    folder
}

/// Two leaves: apart, crossing, touching.
fn leaves() -> TempDir {
    scene(
        &json!([{ "mesh": "leaf.obj" }, { "mesh": "needle.obj" }]),
        &json!([
            [[0, 0, 0], [9, 0, 0]],
            [[0, 0, 0], [0, 0, 0]],
            [[0, 0, 0], [0, 0, 1]]
        ]),
    )
}

/// Returns the playback in a page.
fn playback(page: &Path) -> Value {
    let page = std::fs::read_to_string(page).unwrap();
    assert!(!page.contains("<img src=x"), "a name is part of the page");
    let (_, rest) = page.split_once("class=\"playback\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

#[test]
fn a_page_has_the_scene_and_its_contacts() {
    let folder = leaves();
    let out = folder.path().join("page.html");
    let view = ["view", text(folder.path()), "--out", text(&out)];
    let summary = succeeds(&view);
    assert!(
        summary.contains("2 bodies, 3 frames; bodies collide in 2, with 2 face"),
        "{summary}"
    );
    let playback = playback(&out);
    assert_eq!(playback["title"], NAME);
    let contacts = playback["contacts"].as_array().unwrap().iter();
    let counts: Vec<usize> = contacts
        .map(|frame| frame.as_array().unwrap().len())
        .collect();
    assert_eq!(counts, [0, 1, 1]);
    let detectors = playback["times"]["detectors"].as_array().unwrap();
    let names: Vec<&Value> = detectors.iter().map(|d| &d["name"]).collect();
    assert_eq!(
        names,
        ["bvh", "face-octree-tuned", "face-octree", "parry3d"]
    );
    // Nothing is overwritten without --force, and what is read never.
    let before = std::fs::read(&out).unwrap();
    assert!(fails(&view).contains("replace it with --force"));
    assert_eq!(std::fs::read(&out).unwrap(), before);
    succeeds(&[&view[..], &["--force"]].concat());
    let scene = folder.path().join("scene.json");
    let error = fails(&[
        "view",
        text(folder.path()),
        "--force",
        "--out",
        text(&scene),
    ]);
    assert!(error.contains("is read by this command"), "{error}");
}

#[test]
fn frames_and_detectors_are_selected() {
    let folder = leaves();
    let out = folder.path().join("page.html");
    let view = ["view", text(folder.path()), "--force", "--out", text(&out)];
    let run = |more: &[&str]| {
        succeeds(&[&view[..], more].concat());
        playback(&out)
    };
    let part = run(&[
        "--frames",
        "1..",
        "--every",
        "2",
        "--detector",
        "brute-force",
    ]);
    assert_eq!(part["frames"], 1);
    assert_eq!(part["notes"][0], "Frames 1..3 of 3, one of 2.");
    assert_eq!(part["times"]["detectors"].as_array().unwrap().len(), 1);
    let detectors = ["--detector", "i-collide", "--detector", "bvh"];
    let refused = run(&detectors);
    let notes = refused["notes"].to_string();
    assert!(notes.contains("Without i-collide: "), "{notes}");
    for (more, problem) in [
        (
            &["--frames", "2..9"][..],
            "has 3 frames: `--frames` ends beyond them",
        ),
        (&["--frames", "5.."], "has no frame in 5.."),
        (&["--frames", "3"], "write A..B"),
        (&["--every", "0"], "give a number from 1"),
        (&["--detector", "face-octre"], "did you mean `face-octree`?"),
        (&["--detector", "bvh", "--detector", "bvh"], "given twice"),
    ] {
        let error = fails(&[&view[..], more].concat());
        assert!(error.contains(problem), "{error}");
    }
    let help = succeeds(&["view", "--help"]);
    assert!(
        help.contains("--frames <A..B>") && help.contains("no network") || help.contains("page")
    );
}

#[test]
fn odd_scenes_are_played_or_refused_with_the_reason() {
    let one = scene(&json!([{ "mesh": "leaf.obj" }]), &json!([[[0, 0, 0]]]));
    // Faces without area, of one point, and twice the same.
    write(
        one.path(),
        "leaf.obj",
        "v 0 0 0\nv 1 0 0\nf 1 2 1\nf 1 1 1\nf 1 2 1\n",
    );
    let out = one.path().join("page.html");
    let summary = succeeds(&["view", text(one.path()), "--out", text(&out)]);
    assert!(
        summary.contains("1 bodies, 1 frames; bodies collide in 0"),
        "{summary}"
    );
    assert!(summary.contains("leaf.obj: "), "{summary}");
    let deforming = tempfile::tempdir().unwrap();
    let generator: scenes::Generator = "waving-spheres:faces=48".parse().unwrap();
    scenes::recording::write(&generator.generate().unwrap(), deforming.path()).unwrap();
    let out = deforming.path().join("page.html");
    let range = ["--frames", "20..24", "--spheres"];
    let view = ["view", text(deforming.path()), "--out", text(&out)];
    let summary = succeeds(&[&view[..], &range].concat());
    assert!(
        summary.contains("sphere-tree needs rigid bodies"),
        "{summary}"
    );
    assert!(playback(&out)["bodies"][0]["deformed"].is_string());
    let missing = fails(&["view", "no-such-folder"]);
    assert!(
        missing.contains("no file or folder `no-such-folder`"),
        "{missing}"
    );
    // A recording of 10 GB, whose file has no data on the disk.
    let large = std::fs::File::create(deforming.path().join("body-0.npy")).unwrap();
    large.set_len(10_000_000_000).unwrap();
    let error = fails(&["view", text(deforming.path())]);
    assert!(
        error.contains("10.0 GB, and 1.1 GB is the limit"),
        "{error}"
    );
}

#[test]
fn spheres_and_certificates_are_shown_when_asked() {
    let folder = leaves();
    let out = folder.path().join("page.html");
    let view = [
        "view",
        text(folder.path()),
        "--out",
        text(&out),
        "--spheres",
    ];
    succeeds(&view);
    let playback = playback(&out);
    assert_eq!(playback["budgets"]["unit"], "steps");
    assert_eq!(playback["spheres"].as_array().unwrap().len(), 2);
}
