//! The command `sphere-tree`, and stored trees in `detect`.

use crate::commands::{CUBE, fails, nested, stderr, succeeds, text, write, xtask};
use std::path::Path;
use std::process::Output;

/// Runs `sphere-tree` with few levels.
fn sphere_tree(arguments: &[&str]) -> Output {
    xtask(&[&["sphere-tree"], arguments, &["--depth", "1", "--octree"]].concat())
}

#[test]
fn a_tree_is_stored_and_read_and_described_beside_the_data() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = folder.path().join("cube.off");
    write(folder.path(), "cube.off", CUBE);
    let (tree, spheres) = (
        folder.path().join("tree.json"),
        folder.path().join("s.json"),
    );
    let files = ["--out", text(&tree), "--spheres", text(&spheres)];
    let first = sphere_tree(&[&[text(&mesh)], &files[..]].concat());
    assert!(first.status.success(), "{}", stderr(&first));
    let table = String::from_utf8(first.stdout).unwrap();
    assert!(
        table.contains("closed") && table.contains("solid: mean"),
        "{table}"
    );
    let stored = std::fs::read_to_string(&tree).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |file: &Path| file.metadata().unwrap().permissions().mode();
        assert_eq!(mode(&tree), mode(&spheres));
        assert_eq!(mode(&tree), mode(&mesh), "as any file that a program makes");
    }
    // The same to standard output: data alone, and the rest to standard error.
    for (option, file) in [("--out", &tree), ("--spheres", &spheres)] {
        let piped = sphere_tree(&[text(&mesh), option, "-"]);
        assert!(piped.status.success(), "{}", stderr(&piped));
        assert_eq!(piped.stdout, std::fs::read(file).unwrap());
        let aside = stderr(&piped);
        assert!(
            aside.contains("closed") && aside.contains("solid: mean"),
            "{aside}"
        );
    }
    assert!(!Path::new("-").exists());
    let read = succeeds(&["sphere-tree", text(&mesh), "--from", text(&tree)]);
    assert!(read.contains("tree read from"), "{read}");

    let nowhere = folder.path().join("nowhere.json");
    let error = fails(&["sphere-tree", text(&mesh), "--from", text(&nowhere)]);
    assert!(
        error.contains("nowhere.json") && error.contains("--out"),
        "{error}"
    );
    assert_eq!(std::fs::read_to_string(&tree).unwrap(), stored);
}

#[test]
fn detect_takes_stored_sphere_trees() {
    let scene = nested();
    let path = |name: &str| text(&scene.path().join(name)).to_owned();
    let (mesh, tree) = (path("small.off"), path("small.json"));
    assert!(sphere_tree(&[&mesh, "--out", &tree]).status.success());
    let detect = |detector, tree| {
        [
            "detect",
            text(scene.path()),
            "--detector",
            detector,
            "--tree",
            tree,
        ]
    };
    // The stored tree has one level only: the same answer by other tests.
    let built = succeeds(&detect("sphere-tree-octree", &tree)[..4]);
    let read = succeeds(&detect("sphere-tree-octree", &tree));
    let answers = [&built, &read].map(|text| text.split_once("work,").unwrap());
    assert_eq!(answers[0].0, answers[1].0);
    assert_ne!(answers[0].1, answers[1].1);
    let error = fails(&detect("bvh", &tree));
    assert!(
        error.contains("has no sphere-trees; drop --tree"),
        "{error}"
    );
    // A tree of no body, and a file that is no tree.
    write(
        scene.path(),
        "corner.off",
        "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
    );
    let (other, corner) = (path("corner.off"), path("corner.json"));
    assert!(sphere_tree(&[&other, "--out", &corner]).status.success());
    let error = fails(&detect("sphere-tree-octree", &corner));
    assert!(
        error.contains("1 faces") && error.contains("no body of the scene"),
        "{error}"
    );
    let error = fails(&detect("sphere-tree", &mesh));
    assert!(error.contains("not a stored sphere-tree"), "{error}");
}

#[test]
fn no_result_of_sphere_tree_replaces_another_or_what_is_read() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "cube.off", CUBE);
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let (mesh, both) = (path("cube.off"), path("both.json"));
    let again = path("./both.json");
    for (arguments, expected) in [
        (["--out", &both, "--spheres", &again], "both go to"),
        (
            ["--out", "-", "--spheres", "-"],
            "both go to standard output",
        ),
    ] {
        let error = stderr(&sphere_tree(&[&[mesh.as_str()], &arguments[..]].concat()));
        assert!(
            error.starts_with("error: ") && error.contains(expected),
            "{error}"
        );
    }
    for option in ["--out", "--spheres"] {
        let output = sphere_tree(&[&mesh, "--force", option, &mesh]);
        let error = stderr(&output);
        assert!(
            !output.status.success() && error.contains("is read by"),
            "{error}"
        );
    }
    assert_eq!(std::fs::read_to_string(&mesh).unwrap(), CUBE);
    let left = std::fs::read_dir(folder.path()).unwrap();
    assert_eq!(left.count(), 1, "nothing was written");
    // The spheres must not replace the tree that is read.
    assert!(sphere_tree(&[&mesh, "--out", &both]).status.success());
    let from = ["sphere-tree", &mesh, "--from", &both, "--force"];
    let error = fails(&[&from[..], &["--spheres", &both]].concat());
    assert!(error.contains("is read by"), "{error}");
}

#[test]
fn octants_refuse_the_options_of_the_medial_axis() {
    for given in [
        &["--published"][..],
        &["--balls", "ritter"],
        &["--branching", "4"],
        &["--samples", "100"],
        &["--seed", "7"],
        &["--no-gaps"],
        &["--remove-redundant"],
    ] {
        let octree = ["sphere-tree", "lamp", "--octree"];
        let error = fails(&[&octree[..], given].concat());
        assert!(
            error.contains(given[0]) && error.contains("--octree"),
            "{error}"
        );
    }
}

#[test]
fn a_tree_that_is_read_has_no_options_of_building() {
    for given in [
        &["--octree"][..],
        &["--depth", "2"],
        &["--seed", "7"],
        &["--out", "x.json"],
    ] {
        let error = fails(&[&["sphere-tree", "lamp", "--from", "tree.json"], given].concat());
        assert!(
            error.contains(given[0]) && error.contains("--from"),
            "{error}"
        );
    }
    let error = stderr(&xtask(&["sphere-tree", "lamp", "--coverage", "levels"]));
    assert!(error.contains("did you mean `level`?"), "{error}");
}

#[test]
fn the_fit_table_has_no_bound_looser_than_the_certified_one() {
    let folder = tempfile::tempdir().unwrap();
    // A cube with sides of a millionth, so lengths need exponents.
    let (head, faces) = CUBE.split_at(CUBE.find("4 0 3").unwrap());
    write(
        folder.path(),
        "cube.off",
        &(head.replace('1', "1e-6") + faces),
    );
    let mesh = folder.path().join("cube.off");
    let output = sphere_tree(&[text(&mesh)]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("(8.6603e-7)"), "{table}");
    let rows: Vec<Vec<f64>> = table
        .lines()
        .filter_map(|line| line.split_whitespace().map(|n| n.parse().ok()).collect())
        .filter(|row: &Vec<f64>| row.len() == 8)
        .collect();
    assert_eq!(rows.len(), 2, "{table}");
    for row in rows {
        assert!(row[2] <= row[6] && row[3] <= row[7], "{table}");
        assert!(row[2] > 0.0, "{table}");
    }
}

#[test]
fn gaps_that_are_left_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    // Six thin plates, one above the other: gaps and necks everywhere.
    let mut mesh = "OFF\n48 36 0\n".to_owned();
    let (vertices, faces) = (
        &CUBE.lines().collect::<Vec<_>>()[2..10],
        &CUBE.lines().collect::<Vec<_>>()[10..],
    );
    for plate in 0..6 {
        for vertex in vertices {
            let (flat, z) = vertex.rsplit_once(' ').unwrap();
            let z = 0.01 * (2.0 * f64::from(plate) + z.parse::<f64>().unwrap());
            mesh += &format!("{flat} {z}\n");
        }
    }
    for plate in 0..6 {
        for face in faces {
            let corners = face.split(' ').skip(1);
            let corners = corners.map(|v| (v.parse::<u32>().unwrap() + 8 * plate).to_string());
            mesh += &format!("4 {}\n", corners.collect::<Vec<_>>().join(" "));
        }
    }
    write(folder.path(), "plates.off", &mesh);
    let mesh = folder.path().join("plates.off");
    let build = [
        "sphere-tree",
        text(&mesh),
        "--samples",
        "150",
        "--depth",
        "1",
    ];
    let table = succeeds(&build);
    assert!(table.contains("still ask for one"), "{table}");
    let table = succeeds(&[&build[..], &["--no-gaps"]].concat());
    assert!(!table.contains("still ask for one"), "{table}");
}
