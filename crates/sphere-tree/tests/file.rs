//! Files of trees: reading returns the written tree, and rejects everything else.

use collision::{Body, BodyId, Claim, Detector};
use geometry::{Mesh, Vec3};
use scenes::bodies;
use sphere_tree::build::Unwatched;
use sphere_tree::file::{CERTIFICATES, FileError, Stored};
use sphere_tree::{
    BuildOptions, Coverage, SphereTree, StoredTrees, TimeCritical, TreeBuilder, build,
};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

struct Case {
    folder: tempfile::TempDir,
    stored: Stored,
}

impl Case {
    fn new() -> Case {
        let options = BuildOptions {
            depth: 2,
            ..BuildOptions::octree()
        };
        let mesh = bodies::chair();
        let tree = build(&mesh, &options, &Unwatched).unwrap().tree;
        Case {
            folder: tempfile::tempdir().unwrap(),
            stored: Stored::new(&mesh, &options, tree),
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("chair.json")
    }

    fn write(&self) {
        fs::write(self.path(), self.stored.to_json()).unwrap();
    }

    /// The file with one text replaced, read back.
    fn changed(&self, from: &str, to: &str) -> FileError {
        self.write();
        let text = fs::read_to_string(self.path()).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(self.path(), text.replacen(from, to, 1)).unwrap();
        Stored::read(&self.path(), &bodies::chair()).unwrap_err()
    }
}

#[test]
fn a_written_tree_is_read_bit_by_bit() {
    let case = Case::new();
    case.write();
    assert_eq!(
        Stored::read(&case.path(), &bodies::chair()).unwrap(),
        case.stored
    );
}

#[test]
fn the_tree_of_another_mesh_is_refused() {
    let case = Case::new();
    case.write();
    let error = Stored::read(&case.path(), &bodies::lamp()).unwrap_err();
    assert!(
        matches!(
            error,
            FileError::OtherMesh {
                their_faces: 146,
                our_faces: 626,
                ..
            }
        ),
        "{error}"
    );
    // The same faces, one coordinate off by one bit.
    let mut vertices = bodies::chair().vertices().to_vec();
    vertices[5].x = vertices[5].x.next_up();
    let moved = geometry::Mesh::new(vertices, bodies::chair().triangles().to_vec()).unwrap();
    let error = Stored::read(&case.path(), &moved).unwrap_err();
    assert!(matches!(error, FileError::OtherMesh { .. }), "{error}");
}

#[test]
#[cfg(unix)]
fn a_device_is_not_read() {
    let said = Stored::read(std::path::Path::new("/dev/null"), &bodies::chair());
    let said = said.unwrap_err().to_string();
    assert!(
        said.starts_with("cannot read /dev/null: it is a device"),
        "{said}"
    );
}

#[test]
fn another_version_or_format_is_refused() {
    let case = Case::new();
    let other = case.changed("\"version\":2", "\"version\":1");
    assert!(
        matches!(other, FileError::Version { found: [1, _], .. }),
        "{other}"
    );
    assert!(other.to_string().contains("build the tree again"));
    let other = case.changed("collision-lab sphere-tree", "collision-lab spheres");
    assert!(matches!(other, FileError::NotATree { .. }), "{other}");
}

#[test]
fn a_broken_tree_is_refused_with_the_reason() {
    let case = Case::new();
    for (from, to, message) in [
        ("\"levels\":[0,1", "\"levels\":[0,2", "children of sphere 0"),
        (
            "\"children\":[[1,",
            "\"children\":[[2,",
            "children of sphere 0",
        ),
        ("\"radii\":[", "\"radii\":[-", "sphere 0 has a number"),
        ("\"radii\":[", "\"radii\":[1.0,", "one entry per sphere"),
        ("\"face_start\":[0,", "\"face_start\":[9,", "lists of faces"),
        ("\"tree\":", "\"trees\":", "unknown field"),
    ] {
        let error = case.changed(from, to).to_string();
        assert!(error.contains(message), "{to}: {error}");
    }
}

/// Forged file with correct digests.
fn read_forged(forge: impl Fn(&mut SphereTree)) -> FileError {
    read_forged_from(&BuildOptions::octree(), forge)
}

fn read_forged_from(options: &BuildOptions, forge: impl Fn(&mut SphereTree)) -> FileError {
    let mesh = bodies::chair();
    let options = BuildOptions {
        depth: 2,
        samples: 100,
        ..options.clone()
    };
    let mut tree = build(&mesh, &options, &Unwatched).unwrap().tree;
    forge(&mut tree);
    let mut case = Case::new();
    case.stored = Stored::new(&mesh, &options, tree);
    case.write();
    Stored::read(&case.path(), &mesh).expect_err("it is forged")
}

/// Bounds were trusted: such a file led to false *apart* and false *interfering*.
#[test]
fn radii_at_a_thousandth_and_reaches_of_zero_were_believed() {
    let of_policy = |coverage| BuildOptions {
        coverage,
        ..BuildOptions::tuned()
    };
    for options in [
        BuildOptions::octree(),
        of_policy(Coverage::Regions),
        of_policy(Coverage::Strict),
        of_policy(Coverage::Level),
    ] {
        let with = |forge: &dyn Fn(&mut SphereTree)| {
            let error = read_forged_from(&options, forge);
            assert!(matches!(error, FileError::NotProved { .. }), "{error}");
        };
        with(&|tree| tree.radii.iter_mut().for_each(|r| *r /= 1000.0));
        with(&|tree| *tree.radii.last_mut().unwrap() = 0.0);
        with(&|tree| tree.reach.fill(0.0));
        with(&|tree| tree.surface_reach.fill(0.0));
        with(&|tree| tree.inner[3] = 9e9);
        with(&|tree| {
            tree.faces.clear();
            tree.face_start.fill(0);
        });
    }
}

#[test]
fn the_policy_of_a_tree_was_not_compared_with_that_of_its_options() {
    let error = read_forged(|tree| tree.coverage = Coverage::Strict);
    assert!(error.to_string().contains("coverage"), "{error}");
}

#[test]
fn children_beyond_the_spheres_and_centers_beyond_the_range_panicked() {
    let error = read_forged(|tree| *tree.children.last_mut().unwrap() = [9_999; 2]);
    assert!(error.to_string().contains("children of sphere"), "{error}");
    for far in [1e200, -1e40] {
        let error = read_forged(|tree| tree.centers[2].y = far);
        assert!(error.to_string().contains("out of range"), "{error}");
    }
}

/// The level after 255 was 0, or a panic.
#[test]
fn a_chain_of_257_spheres_overflowed_the_level() {
    for length in [8, 256, 257, 300] {
        let error = read_forged(|tree| {
            let [center, radius] = [tree.centers[0], Vec3::splat(tree.radii[0])];
            let last = length - 1;
            tree.centers = vec![center; length];
            tree.radii = vec![radius.x; length];
            tree.levels = (0..length).map(|i| i.min(255) as u8).collect();
            let child = |i: usize| [i as u32 + 1, i.min(last - 1) as u32 + 2];
            tree.children = (0..length).map(child).collect();
            tree.children[last] = [length as u32; 2];
            tree.reach = vec![2.0 * radius.x; length];
            tree.surface_reach = tree.reach.clone();
            tree.inner = vec![-1.0; length];
            tree.face_start = vec![0; length];
            tree.face_start.push(626);
            tree.faces = (0..626).collect();
        });
        assert!(error.to_string().contains("level"), "{length}: {error}");
    }
}

#[test]
fn a_tree_of_older_proofs_was_taken_for_proved() {
    let case = Case::new();
    let from = format!("\"certificates\":{CERTIFICATES}");
    let older = case.changed(&from, "\"certificates\":1");
    assert!(
        matches!(older, FileError::Version { found: [2, 1], .. }),
        "{older}"
    );
}

#[test]
fn a_changed_digit_of_the_tree_was_not_noticed() {
    let error = Case::new().changed("\"seed\":1996", "\"seed\":1997");
    assert!(error.to_string().contains("digest"), "{error}");
}

#[test]
fn a_cut_off_or_missing_file_says_so() {
    let case = Case::new();
    case.write();
    let text = fs::read(case.path()).unwrap();
    for length in [0, 1, text.len() / 2, text.len() - 3] {
        fs::write(case.path(), &text[..length]).unwrap();
        let error = Stored::read(&case.path(), &bodies::chair()).unwrap_err();
        assert!(matches!(error, FileError::NotATree { .. }), "{error}");
    }
    let nowhere = Stored::read(&case.folder.path().join("nowhere.json"), &bodies::chair());
    let nowhere = nowhere.unwrap_err();
    assert!(matches!(nowhere, FileError::Io { .. }));
    let message = nowhere.to_string();
    assert!(
        message.contains("cannot read") && message.contains("--out"),
        "{message}"
    );
}

#[test]
fn a_detector_takes_stored_trees_and_builds_the_others() {
    let case = Case::new();
    case.write();
    let cube = bodies::cube(2.0);
    let [chair, cube] = [bodies::chair(), cube].map(Arc::new);
    let others = BuildOptions {
        depth: 1,
        ..BuildOptions::octree()
    };
    let files = [case.path()];
    let read = |meshes: &[&Mesh]| {
        let files = files.iter().map(PathBuf::as_path);
        StoredTrees::read(files, meshes, others.clone())
    };
    let trees = read(&[&cube, &chair]).unwrap();
    let mut detector = TimeCritical::new("sphere-tree", trees).detector();
    let bodies = [
        Body::rigid("chair", chair.clone()),
        Body::rigid("cube", cube.clone()),
    ];
    detector.prepare(&bodies).unwrap();
    assert!(
        detector.model(BodyId(0)).tree == case.stored.tree,
        "depth 2, not 1"
    );
    assert!(detector.model(BodyId(1)).tree == others.clone().build(&cube));
    // The tree of no body.
    let error = read(&[&cube]).unwrap_err();
    assert!(
        matches!(
            error,
            FileError::NoSuchMesh {
                their_faces: 146,
                ..
            }
        ),
        "{error}"
    );
}

/// Spheres of each level cover the body, and a search for contacts may miss some.
#[test]
fn a_stored_tree_that_may_miss_contacts_weakens_the_claim() {
    let options = BuildOptions {
        depth: 2,
        coverage: Coverage::Level,
        ..BuildOptions::octree()
    };
    let chair = bodies::chair();
    let tree = build(&chair, &options, &Unwatched).unwrap().tree;
    let case = Case {
        folder: tempfile::tempdir().unwrap(),
        stored: Stored::new(&chair, &options, tree),
    };
    case.write();
    let trees = StoredTrees::read([&*case.path()], &[&chair], BuildOptions::octree()).unwrap();
    let claim = TimeCritical::new("sphere-tree", trees)
        .detector()
        .profile()
        .claim;
    assert_eq!(claim, Claim::WithinBound);
    let built = TimeCritical::new("sphere-tree", BuildOptions::octree());
    assert_eq!(built.detector().profile().claim, Claim::Exact);
}
