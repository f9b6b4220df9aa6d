use super::*;
use crate::import_error::fails;
use crate::random::SceneRng;
use geometry::topology::Topology;
use geometry::{Aabb, Vec3};
use rand::RngExt;
use std::fs;
use tempfile::TempDir;

/// Two arms of length 1 along x, which turn about z, and a gripper of two fingers.
const ARM: &str = r#"<?xml version="1.0"?>
<robot name="arm">
  <link name="base"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.5 0 0"/>
    <geometry><box size="1 0.1 0.1"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0.5 0 0" rpy="0 1.5707963267948966 0"/>
    <geometry><cylinder radius="0.05" length="1"/></geometry></collision></link>
  <link name="flange"/>
  <link name="left"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="right"><collision><geometry><capsule radius="0.1" length="0.2"/></geometry>
    </collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" velocity="1" effort="1"/></joint>
  <joint name="elbow" type="continuous"><origin xyz="1 0 0"/>
    <parent link="upper"/><child link="lower"/><axis xyz="0 0 2"/></joint>
  <joint name="wrist" type="fixed"><origin xyz="1 0 0"/>
    <parent link="lower"/><child link="flange"/></joint>
  <joint name="open" type="prismatic"><parent link="flange"/><child link="left"/>
    <axis xyz="0 1 0"/><limit lower="0" upper="1" velocity="1" effort="1"/></joint>
  <joint name="mirror" type="prismatic"><parent link="flange"/><child link="right"/>
    <axis xyz="0 1 0"/><limit lower="-9" upper="9" velocity="1" effort="1"/>
    <mimic joint="open" multiplier="-2" offset="0.25"/></joint>
</robot>"#;

const LEAF: &str = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n";

/// Folder with `robot.urdf` and other files.
fn folder(urdf: &str, files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("robot.urdf", urdf)].iter().chain(files) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn read_in(folder: &TempDir, motion: Option<&str>) -> Result<Scene, ImportError> {
    let motion = motion.map(|name| folder.path().join(name));
    let options = UrdfOptions {
        motion,
        ..UrdfOptions::default()
    };
    read(folder.path().join("robot.urdf"), &options)
}

fn moved(csv: &str) -> Result<Scene, ImportError> {
    read_in(&folder(ARM, &[("joints.csv", csv)]), Some("joints.csv"))
}

/// Returns ARM with one text replaced.
fn changed(from: &str, to: &str) -> Result<Scene, ImportError> {
    assert!(ARM.contains(from), "{from}");
    read_in(&folder(&ARM.replacen(from, to, 1), &[]), None)
}

fn named<'a>(scene: &'a Scene, name: &str) -> (usize, &'a collision::Body) {
    let bodies = scene.bodies.iter().enumerate();
    bodies.clone().find(|(_, body)| body.name == name).unwrap()
}

fn bounds(scene: &Scene, frame: usize, name: &str) -> Aabb {
    let (index, body) = named(scene, name);
    let vertices = scene.frames[frame].world_vertices(index, body);
    vertices
        .into_iter()
        .fold(Aabb::EMPTY, |b, p| b.union(Aabb::new(p, p)))
}

#[track_caller]
fn assert_near(a: Vec3, b: Vec3) {
    assert!((a - b).length() < 1e-12, "{a} is not {b}");
}

#[test]
fn links_are_bodies_that_joints_move() {
    let scene = moved(
        "time,shoulder,elbow,open\n# at rest\n0,0,0,0\n\
         0.5,1.5707963267948966,-1.5707963267948966,0.5\n",
    )
    .unwrap();
    let names: Vec<&str> = scene.bodies.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names, ["base", "upper", "lower", "left", "right"]);
    assert_eq!(scene.name, "arm");
    let at =
        |frame: usize, name: &str| scene.frames[frame].poses[named(&scene, name).0].translation;
    // At rest, the arm lies along x. The right finger has its offset.
    assert_near(at(0, "lower"), Vec3::X);
    assert_near(at(0, "left"), Vec3::X * 2.0);
    assert_near(at(0, "right"), Vec3::new(2.0, 0.25, 0.0));
    // A quarter turn to the left, and one back.
    assert_near(at(1, "lower"), Vec3::Y);
    assert_near(at(1, "left"), Vec3::new(1.0, 1.5, 0.0));
    assert_near(at(1, "right"), Vec3::new(1.0, 1.0 + 0.25 - 1.0, 0.0));
    let lower = bounds(&scene, 1, "lower");
    assert_near(lower.max, Vec3::new(1.0, 1.05, 0.05));
    assert_near(lower.min, Vec3::new(0.0, 0.95, -0.05));
    let upper = bounds(&scene, 1, "upper");
    assert_near(upper.max, Vec3::new(0.05, 1.0, 0.05));
    for body in &scene.bodies {
        let topology = Topology::of(body.mesh());
        assert!(topology.is_clean(), "{}: {topology}", body.name);
    }
    let notes = scene.notes.join("\n");
    for part in [
        "joint `shoulder` is beyond its limits, -1 to 1, in 1 frames, first 1.57",
        "links without collision geometry, which are no bodies: 1, of which 0",
        "4 pairs of links that a joint connects are not tested",
    ] {
        assert!(notes.contains(part), "{notes}");
    }
    assert!(!notes.contains("elbow"), "{notes}");
}

#[test]
fn parent_and_child_are_no_candidates_unless_asked_for() {
    let file = folder(ARM, &[]);
    let scene = read_in(&file, None).unwrap();
    let pairs = |scene: &Scene| scene.query().candidates.map(<[BodyPair]>::to_vec);
    let candidates = pairs(&scene).unwrap();
    let listed: Vec<[u32; 2]> = candidates.iter().map(|p| [p.a.0, p.b.0]).collect();
    // The flange has no geometry: both fingers are children of `lower` (2), and no neighbors.
    assert_eq!(listed, [[0, 2], [0, 3], [0, 4], [1, 3], [1, 4], [3, 4]]);
    let options = UrdfOptions {
        adjacent: true,
        ..UrdfOptions::default()
    };
    let scene = read(file.path().join("robot.urdf"), &options).unwrap();
    assert_eq!(pairs(&scene), None);
}

#[test]
fn csv_and_json_give_the_same_motion() {
    let csv = "shoulder, open ,elbow\n0.5,0.125,-3e-1\n-0.5,0.25,40\n";
    let json = r#"{"joints": ["shoulder", "open", "elbow"],
        "frames": [[0.5, 0.125, -0.3], [-0.5, 0.25, 40]], "time": [0.25, 0.5]}"#;
    let file = folder(ARM, &[("a.csv", csv), ("a.json", json)]);
    let [a, b] = ["a.csv", "a.json"].map(|name| read_in(&file, Some(name)).unwrap());
    assert_eq!(a.frames, b.frames);
    assert_eq!(a.frames.len(), 2);
    assert_eq!(a.files.len(), 2);
}

#[test]
fn planar_and_floating_joints_move_as_their_columns_say() {
    let urdf = r#"<robot name="r"><link name="world"/>
        <link name="cart"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
        <link name="kite"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
        <joint name="drive" type="planar"><origin xyz="0 0 1"/><axis xyz="0 0 1"/>
          <parent link="world"/><child link="cart"/></joint>
        <joint name="fly" type="floating"><parent link="cart"/><child link="kite"/></joint>
        </robot>"#;
    let csv = "drive/x,drive/y,drive/theta,fly/trans_x,fly/rot_z,fly/rot_w\n\
        2,3,1.5707963267948966,5,1,0\n0,0,0,0,0,2\n";
    let file = folder(urdf, &[("a.csv", csv)]);
    let scene = read_in(&file, Some("a.csv")).unwrap();
    let [cart, kite] = [0, 1].map(|body| scene.frames[0].poses[body]);
    assert_near(cart.translation, Vec3::new(2.0, 3.0, 1.0));
    assert_near(cart.rotation * Vec3::X, Vec3::Y);
    assert_near(kite.translation, Vec3::new(2.0, 8.0, 1.0));
    assert_near(kite.rotation * Vec3::X, Vec3::NEG_Y);
    assert_near(scene.frames[1].poses[1].rotation * Vec3::X, Vec3::X);
    fs::write(file.path().join("a.csv"), "fly/rot_w\n0\n").unwrap();
    fails(
        read_in(&file, Some("a.csv")),
        &["line 2", "joint `fly`", "quaternion"],
    );
    fs::write(file.path().join("a.csv"), "fly\n0\n").unwrap();
    fails(
        read_in(&file, Some("a.csv")),
        &["column `fly`", "`fly/rot_w`"],
    );
    fs::write(
        file.path().join("robot.urdf"),
        urdf.replace("<axis xyz=\"0 0 1\"/>", ""),
    )
    .unwrap();
    fails(
        read_in(&file, None),
        &["joint `drive` (line 4)", "planar", "0 0 1"],
    );
    fs::write(
        file.path().join("robot.urdf"),
        urdf.replace("planar", "spherical"),
    )
    .unwrap();
    fails(
        read_in(&file, None),
        &["joint `drive`", "three revolute joints"],
    );
}

#[test]
fn meshes_are_scaled_mirrored_and_found_in_packages() {
    let urdf = |file: &str, scale: &str| {
        format!(
            r#"<robot name="r"><link name="leaf"><collision><geometry>
            <mesh filename="{file}"{scale}/></geometry></collision></link></robot>"#
        )
    };
    let files = [
        ("pack/meshes/leaf.obj", LEAF),
        (
            "pack/urdf/robot.urdf",
            &urdf("package://pack/meshes/leaf.obj", r#" scale="-1 2 1""#),
        ),
        (
            "other/robot.urdf",
            &urdf("package://pack/meshes/leaf.obj", ""),
        ),
    ];
    let file = folder(&urdf("pack/meshes/leaf.obj", ""), &files);
    let area = |scene: &Scene| {
        let t = scene.bodies[0].mesh().triangle(0);
        (t.b - t.a).cross(t.c - t.a)
    };
    assert_near(area(&read_in(&file, None).unwrap()), Vec3::Z * 16.0);
    let read = |name: &str| read(file.path().join(name), &UrdfOptions::default());
    // Mirrored, and turned over again: it still faces up.
    let mirrored = read("pack/urdf/robot.urdf").unwrap();
    assert_near(area(&mirrored), Vec3::Z * 32.0);
    assert!(mirrored.bodies[0].mesh().aabb().min.x == -4.0);
    assert!(read("other/robot.urdf").is_ok());
    assert!(
        mirrored
            .files
            .iter()
            .any(|f| f.ends_with("pack/meshes/leaf.obj"))
    );
    let rename = |name: &str| {
        fs::write(file.path().join("robot.urdf"), urdf(name, "")).unwrap();
        read("robot.urdf")
    };
    fails(
        rename("package://lost/a.obj"),
        &["link `leaf` (line 1)", "--package lost=FOLDER"],
    );
    fails(
        rename("gone.obj"),
        &["link `leaf`", "gone.obj", "cannot read"],
    );
    fails(
        rename("http://x/a.obj"),
        &["link `leaf`", "nothing is downloaded"],
    );
    fails(rename("a.dae"), &["link `leaf`", "COLLADA", "assimp"]);
    fs::write(
        file.path().join("robot.urdf"),
        urdf("pack/meshes/leaf.obj", r#" scale="1 0 1""#),
    )
    .unwrap();
    fails(read("robot.urdf"), &["link `leaf`", "scaled by zero"]);
    let mut options = UrdfOptions::default();
    let given = file.path().join("pack");
    options.packages.insert("lost".into(), given);
    fs::write(
        file.path().join("robot.urdf"),
        urdf("package://lost/meshes/leaf.obj", ""),
    )
    .unwrap();
    assert!(super::read(file.path().join("robot.urdf"), &options).is_ok());
}

#[test]
fn what_is_no_tree_is_named() {
    fails(
        changed("<child link=\"right\"/>", "<child link=\"left\"/>"),
        &[
            "link `left` (line 9)",
            "`open` and joint `mirror`",
            "remove one joint",
        ],
    );
    fails(
        changed(
            "<link name=\"flange\"/>",
            "<link name=\"flange\"/><link name=\"lone\"/>",
        ),
        &[
            "link `lone` (line 8)",
            "neither it nor link `base`",
            "fixed joint",
        ],
    );
    fails(
        changed("<parent link=\"base\"/>", "<parent link=\"lower\"/>"),
        &["link `upper` (line 4)", "loop", "`shoulder`"],
    );
    // `base` hangs below its own child.
    let looped = ARM.replace(
        "</robot>",
        r#"<joint name="back" type="fixed"><parent link="left"/><child link="base"/></joint>
        </robot>"#,
    );
    fails(
        read_in(&folder(&looped, &[]), None),
        &["link `base`", "loop", "`back`"],
    );
    fails(
        changed("<child link=\"lower\"/>", "<child link=\"lowr\"/>"),
        &["joint `elbow` (line 14)", "`lowr`", "did you mean `lower`?"],
    );
    fails(
        changed("<link name=\"left\">", "<link name=\"right\">"),
        &["link `right` (line 10)", "line 9"],
    );
}

#[test]
fn faulty_elements_are_named_with_their_line() {
    for (from, to, parts) in [
        (
            "radius=\"0.05\" ",
            "",
            &["link `lower` (line 6)", "radius"][..],
        ),
        (
            "size=\"0.2 0.2 0.2\"",
            "size=\"0.2 x 0.2 0.2\"",
            &["link `base` (line 3)", "`x`"],
        ),
        (
            "size=\"0.2 0.2 0.2\"",
            "size=\"0.2 0.2\"",
            &["link `base` (line 3)", "expected 3"],
        ),
        (
            "size=\"0.2 0.2 0.2\"",
            "size=\"0.2 0 0.2\"",
            &["link `base`", "must be positive"],
        ),
        (
            "xyz=\"0 0 1\"",
            "xyz=\"0 0 0\"",
            &["joint `shoulder` (line 12)", "no direction"],
        ),
        (
            "xyz=\"0 0 2\"",
            "xyz=\"0 0 inf\"",
            &["joint `elbow`", "`inf`"],
        ),
        (
            "joint=\"open\"",
            "joint=\"opem\"",
            &["joint `mirror`", "did you mean `open`?"],
        ),
        (
            "joint=\"open\"",
            "joint=\"mirror\"",
            &["joint `mirror`", "circle"],
        ),
        (
            "joint=\"open\"",
            "joint=\"wrist\"",
            &["joint `mirror`", "no value of its own"],
        ),
        (
            "type=\"fixed\"",
            "type=\"stiff\"",
            &["joint `wrist` (line 16)", "stiff"],
        ),
        ("<robot", "<model", &["line ", "well-formed"]),
        ("</robot>", "", &["line ", "well-formed"]),
    ] {
        fails(changed(from, to), &[parts, &["robot.urdf"]].concat());
    }
    let text = |text: &str| read_in(&folder(text, &[]), None);
    fails(text("<model/>"), &["line 1", "`model`", "`robot`"]);
    fails(text("<robot name=\"a\"/>"), &["no `link`"]);
    let xacro = r#"<robot xmlns:xacro="http://ros.org/wiki/xacro"><xacro:a/></robot>"#;
    fails(text(xacro), &["line 1", "xacro FILE"]);
    let deep = format!("<robot>{}{}</robot>", "<a>".repeat(70), "</a>".repeat(70));
    fails(text(&deep), &["elements inside each other"]);
    let bare = r#"<robot name="r"><link name="a"><visual><geometry><box size="1 1 1"/></geometry>
        </visual></link></robot>"#;
    fails(text(bare), &["no link has a `collision`", "copy"]);
}

#[test]
fn faulty_trajectories_are_named_with_line_and_column() {
    for (csv, parts) in [
        (
            "sholder\n0\n",
            &["column `sholder`", "did you mean `shoulder`?"][..],
        ),
        (
            "shoulder,elbow\n0,1\n0,x\n",
            &["line 3, column `elbow`", "`x`"],
        ),
        ("shoulder\nNaN\n", &["line 2, column `shoulder`", "finite"]),
        ("shoulder,elbow\n0,1\n0\n", &["line 3"]),
        ("shoulder\n", &["no frame"]),
        ("", &["line 1", "names no joint"]),
        ("shoulder,shoulder\n0,1\n", &["column `shoulder`", "twice"]),
        ("wrist\n0\n", &["column `wrist`", "fixed"]),
        ("time,elbow\n0,0\n0,0\n", &["line 3", "not later"]),
    ] {
        fails(moved(csv), &[parts, &["joints.csv"]].concat());
    }
    let ignored = moved("mirror\n1\n").unwrap().notes.join("\n");
    assert!(
        ignored.contains("joint `mirror` follows another one"),
        "{ignored}"
    );
    assert!(
        ignored.contains("stay at 0: `shoulder`, `elbow`, `open`"),
        "{ignored}"
    );
    let json = |text: &str| read_in(&folder(ARM, &[("a.json", text)]), Some("a.json"));
    fails(
        json(r#"{"joints": ["elbow"], "frames": [[0], [1, 2]]}"#),
        &["frames[1]", "2 values"],
    );
    fails(
        json(r#"{"joints": ["elbow"], "frames": [[0]], "time": []}"#),
        &["time", "0 values"],
    );
    fails(
        json(r#"{"joints": ["elbow"], "frames": [["a"]]}"#),
        &["frames[0][0]", "expected"],
    );
    fails(
        json(r#"{"joints": ["elbow"], "frame": []}"#),
        &["unknown field `frame`"],
    );
    let file = folder(ARM, &[("a.txt", "")]);
    fails(read_in(&file, Some("a.txt")), &["a.txt", ".csv or a .json"]);
    fails(read_in(&file, Some("b.csv")), &["b.csv", "cannot read"]);
}

#[test]
fn damaged_files_are_errors_or_scenes_and_never_panics() {
    const TOKENS: [&str; 14] = [
        "<",
        ">",
        "\"",
        "</link>",
        "<link name=\"x\">",
        "&lt;",
        "1e400",
        "-",
        "nan",
        "0",
        "99999",
        "\u{feff}",
        "<!--",
        ",",
    ];
    let csv = "time,shoulder,elbow,open\n0,0,0,0\n1,1,1,1\n";
    let json = r#"{"joints": ["shoulder", "open"], "frames": [[0.5, 0.125]], "time": [0.25]}"#;
    let file = folder(ARM, &[]);
    let mut rng = SceneRng::new(1995);
    let (mut read_well, mut refused) = (0, 0);
    for case in 0..600 {
        let mut texts = [ARM, csv, json].map(|text| text.as_bytes().to_vec());
        let text = &mut texts[if case % 4 < 2 { 0 } else { 1 + case % 2 }];
        for _ in 0..=case % 3 {
            let at = rng.random_range(0..text.len());
            match rng.random_range(0..4) {
                0 => text.truncate(at.max(1)),
                1 => text[at] = rng.random_range(0..=255),
                2 => drop(text.drain(at..(at + 9).min(text.len()))),
                _ => {
                    let token = TOKENS[rng.random_range(0..TOKENS.len())];
                    drop(text.splice(at..at, token.bytes()));
                }
            }
            if text.is_empty() {
                text.push(b'<');
            }
        }
        for (name, text) in ["robot.urdf", "a.csv", "a.json"].iter().zip(&texts) {
            fs::write(file.path().join(name), text).unwrap();
        }
        for motion in [None, Some("a.csv"), Some("a.json")] {
            match read_in(&file, motion) {
                Ok(_) => read_well += 1,
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().len() < 5000, "{error}");
                }
            }
        }
    }
    assert!(read_well > 100 && refused > 100, "{read_well} {refused}");
}

/// Found by the fuzz target `robots`: such a name made a message of 40,000 bytes.
#[test]
fn a_message_with_a_long_name_is_short() {
    let long = format!("name=\"{}\"", "x".repeat(10_000));
    let urdf = ARM.replacen("name=\"lower\"", &long, 1);
    let error = read_in(&folder(&urdf, &[]), None).unwrap_err().to_string();
    assert!(error.contains("lower") && error.contains("xxx…"), "{error}");
    assert!(error.len() < 2000, "{} bytes", error.len());
}
