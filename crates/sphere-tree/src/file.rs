//! Trees in files: JSON with a format name, a version, and the digest of the mesh.
//!
//! ```text
//! { "format": "collision-lab sphere-tree", "version": 1,
//!   "mesh": { "vertices": …, "faces": …, "sha256": "…" },
//!   "options": { … }, "tree": { "centers": [[x, y, z], …], "radii": […], … } }
//! ```
//! Numbers are written so that reading gives the same bits.

use crate::build::BuildOptions;
use crate::tree::SphereTree;
use geometry::Mesh;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What the first field says.
pub const FORMAT: &str = "collision-lab sphere-tree";
/// The version that this program writes, and the only one it reads.
pub const VERSION: u32 = 1;

/// A tree as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stored {
    format: String,
    version: u32,
    mesh: MeshKey,
    /// How the tree was built.
    pub options: BuildOptions,
    /// The tree.
    pub tree: SphereTree,
}

/// Which mesh a tree belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MeshKey {
    vertices: usize,
    faces: usize,
    sha256: String,
}

/// Why a tree was not read.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error(
        "cannot read {path}: {source}; a tree is built and stored with `cargo xtask sphere-tree MESH \
         --out {path}`"
    )]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is not a sphere-tree, or is cut off.
    #[error(
        "{path} is not a stored sphere-tree: {reason}; build it again with `cargo xtask sphere-tree`"
    )]
    NotATree {
        /// The file.
        path: PathBuf,
        /// Where and why.
        reason: String,
    },
    /// Another version of the format.
    #[error(
        "{path} has format version {found}, and this program reads version {VERSION}; build the tree \
         again with `cargo xtask sphere-tree`"
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
    },
    /// The tree of another mesh.
    #[error(
        "{path} is the tree of another mesh: of {their_faces} faces with digest {theirs:.12}…, not of \
         {our_faces} faces with digest {ours:.12}…; build the tree of this mesh with `cargo xtask \
         sphere-tree`"
    )]
    OtherMesh {
        /// The file.
        path: PathBuf,
        /// Faces of the mesh that the tree was built for.
        their_faces: usize,
        /// Its digest.
        theirs: String,
        /// Faces of the mesh at hand.
        our_faces: usize,
        /// Its digest.
        ours: String,
    },
}

impl Stored {
    /// A tree with the mesh that it belongs to.
    pub fn new(mesh: &Mesh, options: &BuildOptions, tree: SphereTree) -> Stored {
        Stored {
            format: FORMAT.to_owned(),
            version: VERSION,
            mesh: MeshKey::of(mesh),
            options: options.clone(),
            tree,
        }
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string(self).expect("numbers and names have a form in JSON");
        text + "\n"
    }

    /// Reads a file and checks that it is a sound tree of `mesh`.
    ///
    /// # Errors
    /// As [`FileError`] lists them.
    pub fn read(path: &Path, mesh: &Mesh) -> Result<Stored, FileError> {
        let open = File::open(path).map_err(|source| FileError::Io {
            path: path.to_owned(),
            source,
        })?;
        let not_a_tree = |reason: String| FileError::NotATree {
            path: path.to_owned(),
            reason,
        };
        let value: serde_json::Value =
            serde_json::from_reader(BufReader::new(open)).map_err(|e| not_a_tree(e.to_string()))?;
        if value.get("format").and_then(|f| f.as_str()) != Some(FORMAT) {
            return Err(not_a_tree(format!("its `format` is not `{FORMAT}`")));
        }
        let found = value.get("version").and_then(serde_json::Value::as_u64);
        match found {
            Some(found) if found == u64::from(VERSION) => {}
            Some(found) => {
                return Err(FileError::Version {
                    path: path.to_owned(),
                    found,
                });
            }
            None => return Err(not_a_tree("it has no `version`".to_owned())),
        }
        let stored: Stored =
            serde_json::from_value(value).map_err(|e| not_a_tree(e.to_string()))?;
        let ours = MeshKey::of(mesh);
        if stored.mesh != ours {
            return Err(FileError::OtherMesh {
                path: path.to_owned(),
                their_faces: stored.mesh.faces,
                theirs: stored.mesh.sha256,
                our_faces: ours.faces,
                ours: ours.sha256,
            });
        }
        stored.tree.check(mesh).map_err(not_a_tree)?;
        Ok(stored)
    }
}

impl MeshKey {
    fn of(mesh: &Mesh) -> MeshKey {
        let mut digest = Sha256::new();
        for v in mesh.vertices() {
            for x in v.to_array() {
                digest.update(x.to_le_bytes());
            }
        }
        for corner in mesh.triangles().iter().flatten() {
            digest.update(corner.to_le_bytes());
        }
        let digest = digest.finalize();
        MeshKey {
            vertices: mesh.vertices().len(),
            faces: mesh.face_count(),
            sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}
