//! Results for programs: JSON, tables of findings, completion, colors and widths.

use crate::commands::{fails, result, succeeds, text, write, xtask};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Returns the keys of an object, sorted.
fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys
}

/// A leaf, a needle that crosses it in frame 1, and in frame 2 a second leaf on the first and a
/// needle that touches both.
fn leaves() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        "leaf.obj",
        "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n",
    );
    write(
        folder.path(),
        "needle.obj",
        "v 1 1 -1\nv 1 1 1\nv 2 1 1\nf 1 2 3\n",
    );
    let pose = |x: i32, z: i32| json!([x, 0, z, 0, 0, 0, 1]);
    let frame = |needle: Value, leaf: Value| json!([pose(0, 0), needle, leaf]);
    let scene = json!({
        "name": "leaves",
        "objects": [{"mesh": "leaf.obj"}, {"mesh": "needle.obj"}, {"mesh": "leaf.obj"}],
        "frames": [frame(pose(9, 0), pose(20, 0)), frame(pose(0, 0), pose(20, 0)),
            frame(pose(0, 1), pose(1, 0))],
    });
    write(folder.path(), "scene.json", &scene.to_string());
    folder
}

#[test]
fn list_and_detect_print_objects() {
    let listed = result(&["list"]);
    let detectors = listed["detectors"].as_array().unwrap();
    let bvh = detectors.iter().find(|d| d["name"] == "bvh").unwrap();
    assert_eq!(bvh["claim"], "exact");
    assert_eq!(bvh["accepts"]["deforming"], true);
    assert!(listed["experiments"].as_array().unwrap().len() > 10);
    assert_eq!(result(&["list", "-e", "^bvh$"])["experiments"], json!([]));

    let folder = leaves();
    let detect = ["detect", text(folder.path()), "--detector", "brute-force"];
    let found = result(&detect);
    let file: Value =
        serde_json::from_str(&succeeds(&[&detect[..], &["--out", "-"]].concat())).unwrap();
    assert_eq!(found["frames"], file["frames"]);
    let kinds = json!({"crossing": 1, "touching": 2, "coplanar-overlap": 1});
    assert_eq!(found["contacts"], kinds);
    assert_eq!(
        found["bodies"][1],
        json!({"name": "needle.obj", "faces": 1, "deforms": false})
    );
    assert!(!found["work"].as_object().unwrap().is_empty());
    assert!(found["notes"][0].as_str().unwrap().contains("leaf.obj"));
}

#[test]
fn csg_sphere_tree_and_audit_print_objects() {
    let solid = result(&["csg", "shuttle", "--points", "10"]);
    assert_eq!(solid["form"], "mesh");
    assert_eq!(solid["mesh"]["faces"], 528);
    assert!(solid["tree"]["leaves"].as_u64().unwrap() > 1);
    assert!(solid["check"]["agreed"].as_u64().unwrap() > 0);

    let tree = result(&["sphere-tree", "chair", "--octree", "--depth", "2"]);
    let levels = tree["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 3);
    let max = |level: &Value| level["solid"]["max"].as_f64().unwrap();
    assert!(max(&levels[2]) < max(&levels[0]));
    assert_eq!(tree["faces"], 146);

    let audit = result(&["audit", "--cases", "1"]);
    assert_eq!(audit["cases"], 1);
    let tallies = audit["rows"][0]["tallies"].as_array().unwrap();
    assert_eq!(tallies.len(), audit["placements"].as_array().unwrap().len());
}

#[test]
fn compare_report_and_diff_print_objects() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let name = "smith95-sec23-face-test";
    let compared = result(&["compare", name, "--quick", "--out", text(&out)]);
    assert_eq!(compared["complete"], true);
    assert_eq!(compared["failures"], json!([]));
    let recording = compared["recording"].as_str().unwrap();
    assert!(Path::new(recording).join("run.json").is_file());
    let reported = result(&["report", "--out", text(&out)]);
    for key in ["out", "files", "verdicts", "unsupported"] {
        assert_eq!(reported[key], compared[key], "{key}");
    }
    let verdicts = reported["verdicts"].as_array().unwrap();
    assert!(!verdicts.is_empty());
    assert!(
        verdicts.iter().all(|v| v["experiment"] == name),
        "{verdicts:?}"
    );
    let same = result(&["diff", recording, recording]);
    let expected = [
        "after",
        "before",
        "circumstances",
        "counts",
        "failed",
        "intervals",
        "kinds",
        "only_after",
        "only_before",
        "steadiness",
        "times",
        "verdicts",
    ];
    assert_eq!(keys(&same), expected);
    assert_eq!(same["counts"]["list"], json!([]));
    assert!(same["counts"]["compared"].as_u64().unwrap() > 0);
    assert_eq!(same["verdicts"]["compared"], verdicts.len());
}

#[test]
fn one_object_alone_is_on_standard_output() {
    let folder = leaves();
    let detect = [
        "detect",
        text(folder.path()),
        "--detector",
        "brute-force",
        "--json",
    ];
    let error = fails(&[&detect[..], &["--out", "-"]].concat());
    assert!(error.contains("--json writes its object"), "{error}");
    let error = fails(&["csg", "chair", "--out", "-", "--json"]);
    assert!(error.contains("--json writes its object"), "{error}");
    let error = fails(&["completions", "bash", "--json"]);
    assert!(error.contains("no result as JSON; drop --json"), "{error}");
    // With a file, there are both.
    let out = folder.path().join("a.csv");
    let both = result(&[
        "detect",
        text(folder.path()),
        "--detector",
        "bvh",
        "--out",
        text(&out),
    ]);
    assert_eq!(both["scene"], "leaves");
    assert!(out.is_file());
}

#[test]
fn an_error_is_an_object_too() {
    let folder = leaves();
    let scene = text(folder.path());
    for (arguments, command, status, part) in [
        (vec!["list", "-e", "no such"], "list", 1, "no detector and"),
        (vec!["detect", "no such"], "detect", 2, "--detector <NAME>"),
        (
            vec!["detect", scene, "--detector", "x\ny"],
            "detect",
            1,
            "x",
        ),
        (vec!["frobnicate"], "", 2, "frobnicate"),
        (vec!["completions", "bash"], "completions", 1, "drop --json"),
    ] {
        let output = xtask(&[&arguments[..], &["--json"]].concat());
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.matches('\n').count(), 1, "{printed}");
        let object: Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(
            keys(&object),
            ["command", "error", "format", "version"],
            "{printed}"
        );
        assert_eq!(object["command"], command);
        let error = object["error"].as_str().unwrap();
        assert!(error.contains(part), "{error}");
        assert!(!error.starts_with("error") && !error.contains('\u{1b}'));
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "));
    }
    // For people, standard output stays empty.
    assert!(xtask(&["list", "-e", "no such"]).stdout.is_empty());
}

#[test]
fn view_and_advice_print_objects() {
    let folder = leaves();
    let page = folder.path().join("page.html");
    let viewed = result(&["view", text(folder.path()), "--out", text(&page)]);
    assert_eq!(viewed["page"], text(&page));
    assert_eq!(viewed["frames"], 3);
    assert_eq!(viewed["colliding_frames"], 2);
    assert_eq!(viewed["face_pairs"], 4);
    assert_eq!(viewed["failures"], json!([]));
    let error = fails(&["view", text(folder.path()), "--out", "-", "--json"]);
    assert!(error.contains("--json writes its object"), "{error}");

    let out = folder.path().join("advice");
    let advised = result(&[
        "compare",
        "--scene",
        text(folder.path()),
        "-e",
        "^(bvh|brute-force)",
        "--quick",
        "--out",
        text(&out),
    ]);
    assert_eq!(advised["out"], text(&out));
    assert_eq!(advised["failures"], json!([]));
    let stored = std::fs::read_to_string(out.join("advice.json")).unwrap();
    let stored: Value = serde_json::from_str(&stored).unwrap();
    assert_eq!(advised["advice"], stored);
}

#[test]
fn findings_are_written_as_rows() {
    let folder = leaves();
    let detect = [
        "detect",
        text(folder.path()),
        "--detector",
        "brute-force",
        "--out",
    ];
    let csv = folder.path().join("x.csv");
    succeeds(&[&detect[..], &[text(&csv)]].concat());
    let expected = "frame,a,b,face_a,face_b,kind\n1,0,1,0,0,crossing\n2,0,1,0,0,touching\n\
        2,0,2,0,0,coplanar-overlap\n2,1,2,0,0,touching\n";
    assert_eq!(std::fs::read_to_string(&csv).unwrap(), expected);
    let piped = succeeds(&[&detect[..], &["-", "--format", "csv"]].concat());
    assert_eq!(piped, expected);

    let npy = folder.path().join("x.npy");
    succeeds(&[&detect[..], &[text(&npy)]].concat());
    let bytes = std::fs::read(&npy).unwrap();
    let (head, data) = bytes.split_at(10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]])));
    assert_eq!(head.len() % 64, 0);
    assert!(head.starts_with(b"\x93NUMPY\x01\x00") && head.ends_with(b"\n"));
    let header = std::str::from_utf8(&head[10..]).unwrap();
    for part in [
        "'descr': [('frame', '<i8'), ('a', '<i8'), ('b', '<i8'), ('face_a', '<i8'), \
         ('face_b', '<i8'), ('kind', '<i8')]",
        "'fortran_order': False",
        "'shape': (4,)",
    ] {
        assert!(header.contains(part), "{header}");
    }
    let numbers = data
        .chunks_exact(8)
        .map(|n| i64::from_le_bytes(n.try_into().unwrap()));
    let numbers: Vec<i64> = numbers.collect();
    assert_eq!(
        numbers,
        [
            1, 0, 1, 0, 0, 0, 2, 0, 1, 0, 0, 1, 2, 0, 2, 0, 0, 2, 2, 1, 2, 0, 0, 1
        ]
    );

    let error = fails(&[&detect[..], &[text(&npy)]].concat());
    assert!(
        error.contains("x.npy") && error.contains("--force"),
        "{error}"
    );
    let error = fails(&[&detect[..], &[text(&folder.path().join("x.xlsx"))]].concat());
    assert!(
        error.contains("x.xlsx") && error.contains(".json, .csv or .npy"),
        "{error}"
    );
}

#[test]
fn pairs_without_faces_have_rows_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let cube = "OFF\n8 6 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n\
        4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";
    write(folder.path(), "small.off", cube);
    let (head, faces) = cube.split_at(cube.find("4 0 3").unwrap());
    write(
        folder.path(),
        "large.off",
        &(head.replace('1', "9") + faces),
    );
    let scene = json!({"name": "nested", "objects": [{"mesh": "small.off"}, {"mesh": "large.off"}],
        "frames": [[[4, 4, 4, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 1]]]});
    write(folder.path(), "scene.json", &scene.to_string());
    let rows = |more: &[&str]| {
        let detect = [
            "detect",
            text(folder.path()),
            "--out",
            "-",
            "--format",
            "csv",
            "--detector",
        ];
        succeeds(&[&detect[..], more].concat())
    };
    let head = "frame,a,b,face_a,face_b,kind\n";
    assert_eq!(rows(&["bvh"]), head);
    assert_eq!(
        rows(&["bvh", "--contained"]),
        format!("{head}0,0,1,,,a-in-b\n")
    );
    assert_eq!(rows(&["i-collide"]), format!("{head}0,0,1,,,solids\n"));
}

#[test]
fn tables_fit_eighty_columns() {
    for line in succeeds(&["list"]).lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let audit = succeeds(&["audit", "--cases", "1"]);
    let tables = audit.split("\nThe simplest input").next().unwrap();
    assert!(tables.contains("brute-force"), "{tables}");
    for line in tables.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let tree = succeeds(&["sphere-tree", "chair", "--octree", "--depth", "2"]);
    for line in tree.lines().skip(2) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn colors_are_for_terminals_that_want_them() {
    let error = |variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.args(["audit", "--cases", "0"]);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        command.envs(variables.iter().copied());
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    // A pipe is no terminal.
    assert!(error(&[]).starts_with("error: "));
    assert!(error(&[("CLICOLOR_FORCE", "1")]).starts_with("\u{1b}["));
    assert!(error(&[("NO_COLOR", "1")]).starts_with("error: "));
}

/// Arguments that are wrong are refused before they are parsed to the end.
#[test]
fn colors_of_wrong_arguments_are_chosen_too() {
    let error = |arguments: &[&str], force: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.args(arguments);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        command.envs(force.then_some(("CLICOLOR_FORCE", "1")));
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    for always in [
        &["audit", "--wrong", "--color", "always"][..],
        &["--color=always", "audit", "--wrong"],
        &["--color", "always", "nothing-of-this-name"],
    ] {
        assert!(error(always, false).starts_with("\u{1b}["), "{always:?}");
    }
    for never in [
        &["audit", "--wrong", "--color", "never"][..],
        &["audit", "--wrong", "--color=never"],
    ] {
        assert!(error(never, true).starts_with("error: "), "{never:?}");
    }
    assert!(error(&["audit", "--wrong"], true).starts_with("\u{1b}["));
    let unknown = error(&["audit", "--color", "green"], false);
    assert!(
        unknown.starts_with("error: ") && unknown.contains("always"),
        "{unknown}"
    );
}

#[test]
fn a_closed_standard_error_is_quiet_too() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["csg", "chair", "--points", "10", "--out", "-"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn shells_complete_commands_arguments_and_names() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = succeeds(&["completions", shell]);
        for word in ["sphere-tree", "detector"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert!(
            !script.contains("revision"),
            "{shell}: hidden commands are not completed"
        );
    }
    // Scripts of the other shells have fewer values of arguments.
    for (shell, word) in [
        ("bash", "smith95-fig10"),
        ("zsh", "smith95-fig10"),
        ("bash", "face-octree-tuned"),
        ("zsh", "face-octree-tuned"),
        ("fish", "face-octree-tuned"),
    ] {
        assert!(succeeds(&["completions", shell]).contains(word), "{shell}");
    }
    let script = succeeds(&["completions", "bash", "--name", "lab"]);
    let complete = |words: &str, index: usize| {
        let run = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD={index}; _lab lab \
             \"${{COMP_WORDS[{index}]}}\" \"${{COMP_WORDS[{}]}}\"; echo \"${{COMPREPLY[@]}}\"",
            index - 1
        );
        let output = Command::new("bash").args(["--norc", "-c", &run]).output();
        // Without that shell, its script is not run.
        output
            .ok()
            .map(|output| String::from_utf8(output.stdout).unwrap())
    };
    if let Some(found) = complete("lab sph", 1) {
        assert_eq!(found.trim(), "sphere-tree");
        let found = complete("lab detect --detector bv", 3).unwrap();
        assert_eq!(found.trim(), "bvh");
    }
}
