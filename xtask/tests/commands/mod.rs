//! Runs commands for tests, writes their scenes, and finds their recordings.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

pub(crate) const LEAF: &str = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n";
pub(crate) const CUBE: &str = "OFF\n8 6 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n\
    4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";

pub(crate) fn xtask(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments).output().unwrap()
}

pub(crate) fn succeeds(arguments: &[&str]) -> String {
    let output = xtask(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that has to fail, and returns its message: one paragraph, no panic. Errors in
/// arguments also refer to `--help`.
pub(crate) fn fails(arguments: &[&str]) -> String {
    let output = xtask(arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{arguments:?} succeeded");
    assert!(!error.contains("panicked"), "{arguments:?}: {error}");
    assert!(error.starts_with("error: "), "{arguments:?}: {error}");
    assert!(
        !error.trim_end().contains("\n\n") || error.contains("--help"),
        "{error}"
    );
    error
}

/// Runs a command with `--json`, and returns its result.
pub(crate) fn result(arguments: &[&str]) -> Value {
    let output = succeeds(&[arguments, &["--json"]].concat());
    assert_eq!(output.matches('\n').count(), 1, "{arguments:?}: one line");
    let mut object: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(object["format"], "collision-lab");
    assert_eq!(object["version"], 1);
    assert_eq!(object["command"], arguments[0]);
    object["result"].take()
}

/// Checks that the table whose heading starts so fits the width of a terminal.
pub(crate) fn table_fits(printed: &str, heading: &str) {
    let lines = printed
        .lines()
        .skip_while(|line| !line.starts_with(heading));
    let table: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    assert!(table.len() > 1, "no table `{heading}`: {printed}");
    for line in table {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Writes `scene.json` of bodies that are moved, never turned.
pub(crate) fn scene(folder: &Path, translations: &Value, meshes: &[&str]) {
    let pose = |t: &Value| json!([t[0], t[1], t[2], 0, 0, 0, 1]);
    let frames = translations.as_array().unwrap().iter();
    let frames: Vec<Vec<Value>> = frames
        .map(|f| f.as_array().unwrap().iter().map(pose).collect())
        .collect();
    let objects: Vec<Value> = meshes.iter().map(|m| json!({ "mesh": m })).collect();
    let scene = json!({ "name": "test", "objects": objects, "frames": frames });
    write(folder, "scene.json", &scene.to_string());
}

/// Writes a scene of two leaves: apart, then crossing, then touching in a point.
pub(crate) fn leaves() -> TempDir {
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
pub(crate) fn nested() -> TempDir {
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

/// Two cubes of side 1, side by side, and then far apart.
pub(crate) fn cubes(gap: f64) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "cube.off", CUBE);
    scene(
        folder.path(),
        &json!([[[0, 0, 0], [1.0 + gap, 0.3, 0.2]], [[0, 0, 0], [9, 0, 0]]]),
        &["cube.off", "cube.off"],
    );
    folder
}

/// Returns the folders of recordings in an output folder, sorted.
pub(crate) fn recordings(out: &Path) -> Vec<PathBuf> {
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
pub(crate) fn recording(out: &Path) -> PathBuf {
    let all = recordings(out);
    assert_eq!(all.len(), 1, "{all:?}");
    all[0].clone()
}
