//! The command `csg`, and CSG trees in scenes.

use crate::commands::{fails, succeeds, text, write, xtask};
use serde_json::{Value, json};
use std::path::PathBuf;
use tempfile::TempDir;

const DRILLED: &str = r#"{"version": 1, "csg": {"difference": [{"box": {"size": [4, 2, 1]}},
    {"cylinder": {"radius": 0.5, "height": 3, "segments": 4}, "name": "hole"}]}}"#;

/// Returns a folder with a drilled plate of volume 7.5, and the path of a file in it.
fn plate() -> (TempDir, impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "plate.csg.json", DRILLED);
    let root: PathBuf = folder.path().to_owned();
    (folder, move |name: &str| text(&root.join(name)).to_owned())
}

fn volume(summary: &str) -> f64 {
    let (_, rest) = summary.split_once("volume ").unwrap();
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn a_tree_becomes_a_mesh_and_the_mesh_a_tree() {
    let (_folder, path) = plate();
    let summary = succeeds(&["csg", &path("plate.csg.json"), "--out", &path("plate.obj")]);
    for part in [
        "2 leaves, 12 half-spaces, 2 levels\n",
        " faces, closed, volume ",
        "check: formula and mesh agree at ",
    ] {
        assert!(summary.contains(part), "{part}: {summary}");
    }
    assert!((volume(&summary) - 7.5).abs() < 1e-12, "{summary}");
    for route in [&[][..], &["--route", "bsp"], &["--route", "pockets"]] {
        let [obj, tree] = ["plate.obj", "again.csg.json"].map(&path);
        let convert = [&["csg", &obj, "--out", &tree, "--force"], route].concat();
        let summary = succeeds(&convert);
        assert!((volume(&summary) - 7.5).abs() < 1e-12, "{summary}");
        assert!(
            summary.contains("tree: ") && summary.contains("mesh agree at "),
            "{summary}"
        );
        let summary = succeeds(&["csg", &tree]);
        assert!((volume(&summary) - 7.5).abs() < 1e-12, "{summary}");
    }
}

#[test]
fn data_on_standard_output_is_alone() {
    let (_folder, path) = plate();
    let output = xtask(&["csg", &path("plate.csg.json"), "--out", "-"]);
    let [data, aside] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
    assert!(
        data.lines()
            .all(|line| line.starts_with("v ") || line.starts_with("f ")),
        "{data}"
    );
    assert!(aside.contains("check: formula and mesh agree"), "{aside}");
    write(_folder.path(), "plate.obj", &data);
    let tree = succeeds(&["csg", &path("plate.obj"), "--out", "-", "--points", "10"]);
    let tree: Value = serde_json::from_str(&tree).unwrap();
    assert_eq!(tree["version"], 1);
}

#[test]
fn nothing_is_lost_by_mistake() {
    let (folder, path) = plate();
    write(folder.path(), "precious.obj", "keep me");
    let tree = path("plate.csg.json");
    let csg = |arguments: &[&str]| fails(&[&["csg"], arguments].concat());
    for (arguments, expected) in [
        (
            &[tree.as_str(), "--out", &path("precious.obj")][..],
            "precious.obj exists",
        ),
        (
            &[&tree, "--out", &tree, "--force"],
            "is read by this command",
        ),
        (&[&tree, "--out", &path("plate.stl")], "plate.stl *.obj"),
        (
            &[&path("precious.obj"), "--out", &path("a.json")],
            "a.json *.csg.json",
        ),
        (
            &[&tree, "--out", &path("gone/a.obj")],
            "does not exist; create it",
        ),
        (&[&tree, "--route", "bsp"], "is a tree; drop --route"),
        (
            &["lamp", "--route", "bsq"],
            "one of bsp, pockets (did you mean `bsp`?)",
        ),
        (&["lmap"], "no file `lmap`"),
        (&[&tree, "--force"], "--out"),
        (&[&tree, "--points=none"], "--points"),
    ] {
        let error = csg(arguments);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
    let kept = std::fs::read_to_string(folder.path().join("precious.obj")).unwrap();
    assert_eq!(kept, "keep me");
    assert_eq!(std::fs::read_to_string(&tree).unwrap(), DRILLED);
    succeeds(&["csg", &tree, "--out", &path("precious.obj"), "--force"]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn bad_trees_and_meshes_are_refused_with_place_and_remedy() {
    let (folder, path) = plate();
    let block = r#"{"box": {"size": [1, 1, 1]}}"#;
    let deep = format!(r#"{{"union": [{block}, "#).repeat(10_000);
    let far = r#"{"box": {"size": [1, 1, 1]}, "at": {"translation": [1e300, 0, 0]}}"#;
    let half_space = r#"{"half-space": {"normal": [1, 0, 0], "offset": 0}}"#;
    for (root, parts) in [
        (deep.as_str(), ["csg.union[1]", "the form `nodes`"]),
        (
            r#"{"sphere": {"radius": 0, "segments": 8, "bands": 4}}"#,
            ["csg.sphere", "radius is 0; it must be"],
        ),
        (
            r#"{"sphere": {"radius": NaN, "segments": 8, "bands": 4}}"#,
            ["csg.sphere.radius", "expected value"],
        ),
        (
            &format!(r#"{{"union": [{block}]}}"#),
            ["csg.union", "add one"],
        ),
        (
            &format!(r#"{{"difference": [{block}, {block}]}}"#),
            [", csg: ", "the solid is empty"],
        ),
        (
            half_space,
            [", csg: ", "intersect it with a bounded primitive"],
        ),
        (far, [", csg.at: ", "1e300; move the leaf"]),
    ] {
        write(
            folder.path(),
            "bad.csg.json",
            &format!(r#"{{"version": 1, "csg": {root}}}"#),
        );
        let error = fails(&["csg", &path("bad.csg.json"), "--out", &path("new.obj")]);
        assert!(error.contains("bad.csg.json, csg"), "{error}");
        for part in parts {
            assert!(error.contains(part), "{part}: {error}");
        }
    }
    let leaf = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n";
    write(folder.path(), "open.obj", leaf);
    let error = fails(&["csg", &path("open.obj"), "--out", &path("new.csg.json")]);
    assert!(
        error.contains("open.obj: edge 0–1 has only one face"),
        "{error}"
    );
    assert!(error.contains("close the hole"), "{error}");
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        3,
        "nothing was written"
    );
}

#[test]
fn long_chains_of_leaves_are_evaluated() {
    let (folder, path) = plate();
    let leaves = 1000;
    let mut nodes = vec![json!({ "box": { "size": [1, 1, 1] } })];
    for i in 1..leaves {
        let at = json!({ "translation": [2 * i, 0, 0] });
        nodes.push(json!({ "box": { "size": [1, 1, 1] }, "at": at }));
        // A list of two: as many levels as leaves.
        let left = nodes.len() - 2;
        nodes.push(json!({ "union": [left, left + 1] }));
    }
    let file = json!({ "version": 1, "nodes": nodes });
    write(folder.path(), "chain.csg.json", &file.to_string());
    let summary = succeeds(&["csg", &path("chain.csg.json"), "--points", "10"]);
    for part in [
        "1000 leaves",
        "1000 levels",
        "12000 faces, closed, volume 1000\n",
        "agree",
    ] {
        assert!(summary.contains(part), "{part}: {summary}");
    }
}

/// Far from the origin, corners are rounded by more than the distance of the points beside faces.
#[test]
fn rounding_of_corners_is_no_fault() {
    let (folder, path) = plate();
    // The ends at 1e9 ± 0.15 are rounded to multiples of 2⁻²³.
    let far = r#"{"version": 1, "csg": {"box": {"size": [0.3, 2, 1]},
        "at": {"translation": [1e9, 0, 0]}}}"#;
    write(folder.path(), "far.csg.json", far);
    let summary = succeeds(&["csg", &path("far.csg.json")]);
    assert!(summary.contains("mesh agree at "), "{summary}");
    assert!(!summary.contains("; 0 skipped"), "{summary}");
}

/// An ulp of coordinates below 2⁻¹⁰²² is the smallest number, and no fraction of them.
#[test]
fn rounding_of_the_smallest_numbers_is_no_fault() {
    let (folder, path) = plate();
    let tiny = r#"{"version": 1, "csg": {"box": {"size": [1e-322, 2e-322, 3e-322]},
        "at": {"rotation": [0.1, 0.2, 0.3, 1]}}}"#;
    write(folder.path(), "tiny.csg.json", tiny);
    let summary = succeeds(&["csg", &path("tiny.csg.json")]);
    assert!(summary.contains("mesh agree at "), "{summary}");
}

#[test]
fn volumes_of_any_size_are_short() {
    let (folder, path) = plate();
    for (size, expected) in [("1e-90", "e-271\n"), ("1e29", "e86\n"), ("2", "volume 8\n")] {
        let block =
            format!(r#"{{"version": 1, "csg": {{"box": {{"size": [{size}, {size}, {size}]}}}}}}"#);
        write(folder.path(), "block.csg.json", &block);
        let summary = succeeds(&["csg", &path("block.csg.json")]);
        assert!(summary.contains(expected), "{summary}");
    }
}

#[test]
fn csg_bodies_collide_like_their_meshes() {
    let (folder, path) = plate();
    let pin = json!({ "box": { "size": [0.3, 0.3, 9] }, "name": "pin" });
    let scene = json!({
        "name": "pin in a hole",
        "objects": [{ "csg": "plate.csg.json" }, { "csg": pin }],
        "frames": [
            [[0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 1]],
            [[0, 0, 0, 0, 0, 0, 1], [0, 0.25, 0, 0, 0, 0, 1]],
        ],
    });
    write(folder.path(), "scene.json", &scene.to_string());
    for detector in ["brute-force", "face-octree-tuned", "bsp-tree"] {
        let all = [
            "detect",
            &path("scene.json"),
            "--detector",
            detector,
            "--out",
            "-",
        ];
        let found: Value = serde_json::from_str(&succeeds(&all)).unwrap();
        let pairs = |frame: usize| found["frames"][frame]["pairs"].as_array().unwrap().len();
        assert_eq!((pairs(0), pairs(1)), (0, 1), "{detector}");
    }
    // The solid's file is read, and so it is not overwritten.
    let tree = path("plate.csg.json");
    let detect = [
        "detect",
        &path("scene.json"),
        "--detector",
        "brute-force",
        "--out",
    ];
    let error = fails(&[&detect[..], &[&tree, "--force"]].concat());
    assert!(error.contains("is read by this command"), "{error}");
}
