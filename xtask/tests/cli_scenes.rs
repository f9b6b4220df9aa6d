//! Scenes of other programs: robots and glTF, run as a user runs them.

use crate::commands::{fails, succeeds, text, write};
use serde_json::{Value, json};
use std::path::PathBuf;
use tempfile::TempDir;

/// A base, an arm of length 2 that slides up from it, and a post beside the arm.
const ROBOT: &str = r#"<robot name="lift">
  <link name="base"><collision><geometry><box size="2 2 2"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="0.5 0 0"/><geometry>
    <mesh filename="package://lift/cube.off" scale="4 1 1"/></geometry></collision></link>
  <link name="post"><collision><geometry><cylinder radius="0.25" length="2"/></geometry>
    </collision></link>
  <joint name="raise" type="prismatic"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="2" velocity="1" effort="1"/></joint>
  <joint name="stand" type="fixed"><origin xyz="3 0.5 0"/><parent link="base"/>
    <child link="post"/></joint>
</robot>"#;

const CUBE: &str = "OFF\n8 6 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n\
    4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";

fn robot() -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("lift");
    std::fs::create_dir(&package).unwrap();
    write(&package, "cube.off", CUBE);
    write(&package, "robot.urdf", ROBOT);
    write(&package, "joints.csv", "time,raise\n0,0\n1,1\n2,3\n");
    let (urdf, csv) = (package.join("robot.urdf"), package.join("joints.csv"));
    (folder, urdf, csv)
}

/// Returns pairs of bodies in each frame.
fn pairs(arguments: &[&str]) -> Vec<Vec<[u64; 2]>> {
    let output = succeeds(&[arguments, &["--out", "-"]].concat());
    let output: Value = serde_json::from_str(&output).unwrap();
    let frame = |frame: &Value| {
        let pairs = frame["pairs"].as_array().unwrap().iter();
        pairs
            .map(|p| ["a", "b"].map(|key| p[key].as_u64().unwrap()))
            .collect()
    };
    output["frames"]
        .as_array()
        .unwrap()
        .iter()
        .map(frame)
        .collect()
}

#[test]
fn a_robot_moves_along_its_trajectory() {
    let (_folder, urdf, csv) = robot();
    let motion = ["detect", text(&urdf), "--motion", text(&csv), "--detector"];
    for detector in [
        "brute-force",
        "bvh",
        "face-octree-tuned",
        "sphere-tree",
        "parry3d",
    ] {
        let detect = [&motion[..], &[detector]].concat();
        // The arm meets the post until it is above it. It always meets the base, its parent.
        assert_eq!(
            pairs(&detect),
            [vec![[1, 2]], vec![[1, 2]], vec![]],
            "{detector}"
        );
        let all = pairs(&[&detect[..], &["--adjacent"]].concat());
        assert_eq!(
            all,
            [vec![[0, 1], [1, 2]], vec![[0, 1], [1, 2]], vec![]],
            "{detector}"
        );
    }
    let summary = succeeds(&[&motion[..], &["bvh"]].concat());
    for part in [
        "bvh on lift: 3 bodies",
        "note: joint `raise` is beyond its limits, 0 to 2, in 1 frames, first 3 in frame 2",
        "note: 2 pairs of links that a joint connects are not tested",
    ] {
        assert!(summary.contains(part), "{summary}");
    }
    // Without a trajectory, one frame.
    assert_eq!(
        pairs(&["detect", text(&urdf), "--detector", "bvh"]),
        [vec![[1, 2]]]
    );
}

#[test]
fn a_comparison_takes_a_robot_and_its_arguments() {
    let (folder, urdf, csv) = robot();
    let out = folder.path().join("out");
    let package = format!("lift={}", urdf.parent().unwrap().display());
    let scene = ["compare", "--scene", text(&urdf), "--motion", text(&csv)];
    let more = [
        "--package",
        &package,
        "--quick",
        "-e",
        "^(bvh|brute-force|obb-tree)",
        "--out",
    ];
    let compared = succeeds(&[&scene[..], &more, &[text(&out)]].concat());
    assert!(
        compared.contains("bvh") && compared.contains("obb-tree"),
        "{compared}"
    );
    let record = out.join("record");
    let run = std::fs::read_dir(&record).unwrap().next().unwrap().unwrap();
    let run = std::fs::read_dir(run.path())
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    let run = std::fs::read_to_string(run.path().join("run.json")).unwrap();
    let run: Value = serde_json::from_str(&run).unwrap();
    let command = run["command"].as_str().unwrap();
    assert!(
        command.contains("--motion ") && command.contains("--package "),
        "{command}"
    );
}

#[test]
fn each_scene_of_a_folder_gets_the_arguments_that_it_takes() {
    let (folder, urdf, csv) = robot();
    let scenes = folder.path().join("scenes");
    std::fs::create_dir(&scenes).unwrap();
    let package = format!("lift={}", urdf.parent().unwrap().display());
    std::fs::copy(&urdf, scenes.join("robot.urdf")).unwrap();
    let generator: scenes::Generator = "two-spheres:faces=24".parse().unwrap();
    let recorded = scenes.join("spheres");
    std::fs::create_dir(&recorded).unwrap();
    scenes::recording::write(&generator.generate().unwrap(), &recorded).unwrap();
    let out = folder.path().join("out");
    let compare = ["compare", "--scenes", text(&scenes), "--out", text(&out)];
    let few = ["--quick", "-e", "^(bvh|brute-force|obb-tree)"];
    let compare = [&compare[..], &few].concat();
    let error = fails(&[&compare[..], &["--rate", "5"]].concat());
    assert!(error.contains("--rate is for glTF scenes"), "{error}");
    let motion = ["--motion", text(&csv), "--package", &package];
    let more = ["--deadline", "5", "--broad-phase", "all-pairs"];
    succeeds(&[&compare[..], &motion, &more].concat());
    let command = |name: &str| -> String {
        let only = |folder: &std::path::Path| {
            let entry = std::fs::read_dir(folder).unwrap().next();
            entry.unwrap().unwrap().path()
        };
        let run = only(&only(&out.join(name).join("record"))).join("run.json");
        let run: Value = serde_json::from_str(&std::fs::read_to_string(run).unwrap()).unwrap();
        run["command"].as_str().unwrap().to_owned()
    };
    for word in ["--deadline 5", "--broad-phase all-pairs"] {
        assert!(command("robot").contains(word), "{}", command("robot"));
        assert!(command("spheres").contains(word), "{}", command("spheres"));
    }
    for word in motion {
        assert!(command("robot").contains(word), "{}", command("robot"));
        assert!(!command("spheres").contains(word), "{}", command("spheres"));
    }
}

#[test]
fn arguments_of_another_kind_of_scene_are_refused() {
    let (folder, urdf, csv) = robot();
    let detect = |scene: &str, more: &[&str]| {
        fails(&[&["detect", scene, "--detector", "bvh"], more].concat())
    };
    let error = detect("two-spheres:faces=48", &["--motion", text(&csv)]);
    assert!(error.contains("--motion is for robots (.urdf)"), "{error}");
    let error = detect(text(&urdf), &["--rate", "5"]);
    assert!(error.contains("--rate is for glTF scenes"), "{error}");
    let error = detect(text(&urdf), &["--package", "lift"]);
    assert!(error.contains("write NAME=FOLDER"), "{error}");
    let out = ["--out", text(&csv), "--force", "--motion", text(&csv)];
    let error = detect(text(&urdf), &out);
    assert!(
        error.contains("joints.csv is read by this command"),
        "{error}"
    );
    let error = fails(&["compare", "--quick", "--motion", "a.csv"]);
    assert!(error.contains("--scene"), "{error}");
    // Faults name the file and the link, joint or column.
    std::fs::remove_file(urdf.with_file_name("cube.off")).unwrap();
    let error = detect(text(&urdf), &[]);
    assert!(
        error.contains("link `arm` (line 3)") && error.contains("--package lift="),
        "{error}"
    );
    write(folder.path(), "a.csv", "rise\n0\n");
    let columns = folder.path().join("a.csv");
    let error = detect(text(&urdf), &["--motion", text(&columns)]);
    assert!(
        error.contains("a.csv, column `rise`") && error.contains("`raise`"),
        "{error}"
    );
    write(folder.path(), "a.urdf", "<robot><link></robot>");
    let error = detect(text(&folder.path().join("a.urdf")), &[]);
    assert!(error.contains("a.urdf, line 1, column"), "{error}");
}

#[test]
fn a_gltf_scene_is_sampled_at_the_rate() {
    let folder = tempfile::tempdir().unwrap();
    // A triangle, times 0 and 1, and a way of 4 along z.
    let numbers: [f32; 17] = [
        0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 1., 0., 0., -2., 0., 0., 2.,
    ];
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    std::fs::write(folder.path().join("a.bin"), bytes).unwrap();
    let view = |at: u32, length: u32| json!({"buffer": 0, "byteOffset": at, "byteLength": length});
    let accessor = |view: u32, kind: &str, count: u32| {
        json!({"bufferView": view, "componentType": 5126, "type": kind, "count": count,
            "min": [0, 0, 0], "max": [1, 1, 1]})
    };
    let document = json!({
        "asset": {"version": "2.0"},
        "nodes": [{"name": "still", "mesh": 0}, {"name": "moving", "mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "animations": [{"name": "pass",
            "channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}],
            "samplers": [{"input": 1, "output": 2}]}],
        "accessors": [accessor(0, "VEC3", 3), accessor(1, "SCALAR", 2), accessor(2, "VEC3", 2)],
        "bufferViews": [view(0, 36), view(36, 8), view(44, 24)],
        "buffers": [{"byteLength": 68, "uri": "a.bin"}],
    });
    write(folder.path(), "a.gltf", &document.to_string());
    let scene = folder.path().join("a.gltf");
    let detect = ["detect", text(&scene), "--detector", "bvh"];
    let met = pairs(&[&detect[..], &["--rate", "4"]].concat());
    assert_eq!(met, [vec![], vec![], vec![[0, 1]], vec![], vec![]]);
    let named = ["--rate", "2", "--animation", "pass"];
    assert_eq!(pairs(&[&detect[..], &named].concat()).len(), 3);
    let error = fails(&[&detect[..], &["--animation", "pas"]].concat());
    assert!(
        error.contains("a.gltf, animations") && error.contains("`pass`"),
        "{error}"
    );
    let error = fails(&[&detect[..], &["--motion", "a.csv"]].concat());
    assert!(error.contains("--motion is for robots"), "{error}");
}

/// Goes red if a file of terabytes is read before its size is compared with the memory.
#[test]
fn trajectories_and_buffers_that_do_not_fit_into_memory_are_refused() {
    let (folder, urdf, csv) = robot();
    // Four terabytes, of which none is on the disk.
    let enlarge = |file: &PathBuf| {
        let file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(file);
        file.unwrap().set_len(1 << 42).unwrap();
    };
    let detect = |scene: &PathBuf, more: &[&str]| {
        fails(&[&["detect", text(scene), "--detector", "bvh"], more].concat())
    };
    enlarge(&csv);
    let error = detect(&urdf, &["--motion", text(&csv)]);
    assert!(
        error.contains("joints.csv have 4096.0 GiB, more than half"),
        "{error}"
    );
    let [gltf, buffer, binary] = ["a.gltf", "a.bin", "b.glb"].map(|name| folder.path().join(name));
    let document =
        json!({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 8, "uri": "a.bin"}]});
    write(folder.path(), "a.gltf", &document.to_string());
    enlarge(&buffer);
    let error = detect(&gltf, &[]);
    assert!(
        error.contains("buffers of") && error.contains("4096.0 GiB, more than half"),
        "{error}"
    );
    for scene in [&binary, &gltf] {
        enlarge(scene);
        let error = detect(scene, &[]);
        assert!(error.contains("4096.0 GiB, more than half"), "{error}");
    }
}
