//! Contacts until the next frame, found by `detect`.

use crate::commands::{leaves, scene, succeeds, text};
use serde_json::{Value, json};
use tempfile::TempDir;

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
