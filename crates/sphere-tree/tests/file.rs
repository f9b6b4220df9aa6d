//! Trees in files: what is written is read, and nothing else is taken for it.

use scenes::bodies;
use sphere_tree::build::Unwatched;
use sphere_tree::file::{FileError, Stored};
use sphere_tree::{BuildOptions, build};
use std::fs;
use std::path::PathBuf;

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
fn what_is_written_is_read_bit_by_bit() {
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
fn another_version_or_format_is_refused() {
    let case = Case::new();
    let newer = case.changed("\"version\":1", "\"version\":2");
    assert!(
        matches!(newer, FileError::Version { found: 2, .. }),
        "{newer}"
    );
    assert!(newer.to_string().contains("build the tree again"));
    let other = case.changed("collision-lab sphere-tree", "collision-lab spheres");
    assert!(matches!(other, FileError::NotATree { .. }), "{other}");
}

#[test]
fn a_broken_tree_is_refused_with_the_reason() {
    let case = Case::new();
    for (from, to, told) in [
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
        assert!(error.contains(told), "{to}: {error}");
    }
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
    let told = nowhere.to_string();
    assert!(
        told.contains("cannot read") && told.contains("--out"),
        "{told}"
    );
}
