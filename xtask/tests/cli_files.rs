//! Files and pipes of the command `detect`, and what it does not overwrite.

use crate::commands::{fails, leaves, succeeds, text, write};
use serde_json::{Value, json};
use std::process::Command;

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
