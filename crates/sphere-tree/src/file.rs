//! File format of trees: JSON with a format name, a version, and the digest of the mesh.
//!
//! ```text
//! { "format": "collision-lab sphere-tree", "version": 2, "certificates": 2,
//!   "mesh": { "vertices": …, "faces": …, "sha256": "…" }, "sha256": "…",
//!   "options": { … }, "tree": { "centers": [[x, y, z], …], "radii": […], … } }
//! ```
//! Numbers keep all their bits. The second digest covers options and tree, and detects damaged
//! files. A reader does not trust the tree. It proves the tree again ([`verify`]).

use crate::build::{BuildOptions, verify};
use crate::tree::SphereTree;
use geometry::Mesh;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Value of the first field.
pub const FORMAT: &str = "collision-lab sphere-tree";
/// Version that this program writes, and the only one that it reads.
pub const VERSION: u32 = 2;
/// Version of the proofs behind a tree. Every change of a proof of coverage or of a bound raises
/// it, so that trees with weaker proofs are built again.
pub const CERTIFICATES: u32 = 2;

/// Content of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stored {
    format: String,
    version: u32,
    certificates: u32,
    pub(crate) mesh: MeshKey,
    /// Digest of `options` and `tree`.
    sha256: String,
    /// Options of the build.
    pub options: BuildOptions,
    /// Tree of the mesh. Its structure is checked, and the digest covers its numbers.
    pub tree: SphereTree,
}

/// Fields of every version of the format.
#[derive(Deserialize)]
struct Header {
    format: Option<String>,
    version: Option<u64>,
    #[serde(default)]
    certificates: u64,
}

/// Identity of the mesh of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeshKey {
    vertices: usize,
    faces: usize,
    sha256: String,
}

/// Reason why a tree was not read.
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
        /// Error of the operating system.
        source: io::Error,
    },
    /// The file is not a sphere-tree, or is cut off.
    #[error(
        "{path} is not a stored sphere-tree: {reason}; build it again with `cargo xtask sphere-tree`"
    )]
    NotATree {
        /// The file.
        path: PathBuf,
        /// Position and fault.
        reason: String,
    },
    /// Another version of the format, or of the proofs.
    #[error(
        "{path} has format version {} and proofs of version {}, and this program reads {VERSION} and \
         {CERTIFICATES}; build the tree again with `cargo xtask sphere-tree`", found[0], found[1]
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version, and that of its proofs.
        found: [u64; 2],
    },
    /// The tree does not keep what it promises.
    #[error(
        "{path} is not a proved sphere-tree of this mesh: {reason}; build it again with `cargo xtask \
         sphere-tree`"
    )]
    NotProved {
        /// The file.
        path: PathBuf,
        /// First claim that does not hold.
        reason: String,
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
    /// The tree of a mesh that no body has.
    #[error(
        "{path} is the tree of a mesh of {their_faces} faces with digest {theirs:.12}…, which no body \
         of the scene has; leave it out, or build the tree of a body's mesh with `cargo xtask \
         sphere-tree`"
    )]
    NoSuchMesh {
        /// The file.
        path: PathBuf,
        /// Faces of the mesh that the tree was built for.
        their_faces: usize,
        /// Its digest.
        theirs: String,
    },
}

impl Stored {
    /// Returns the content of a file for the tree of `mesh`.
    pub fn new(mesh: &Mesh, options: &BuildOptions, tree: SphereTree) -> Stored {
        Stored {
            format: FORMAT.to_owned(),
            version: VERSION,
            certificates: CERTIFICATES,
            mesh: MeshKey::of(mesh),
            sha256: digest_of(options, &tree),
            options: options.clone(),
            tree,
        }
    }

    /// Returns the text of the file.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string(self).expect("numbers and names have a form in JSON");
        text + "\n"
    }

    /// Reads a file and proves that it is a sound tree of `mesh`.
    ///
    /// # Cost
    /// Most of the cost of building it ([`verify`]).
    ///
    /// # Errors
    /// [`FileError`].
    pub fn read(path: &Path, mesh: &Mesh) -> Result<Stored, FileError> {
        let stored = Stored::parse(path)?;
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
        stored.proved(path, mesh)
    }

    /// Proves that the content of `path` is a sound tree of `mesh`, which its key names.
    pub(crate) fn proved(self, path: &Path, mesh: &Mesh) -> Result<Stored, FileError> {
        self.tree.check(mesh).map_err(|e| not_a_tree(path, e))?;
        if self.sha256 != digest_of(&self.options, &self.tree) {
            let reason = "its digest is not that of its options and tree".to_owned();
            return Err(not_a_tree(path, reason));
        }
        match verify(mesh, &self.options, &self.tree) {
            Ok(()) => Ok(self),
            Err(reason) => Err(FileError::NotProved {
                path: path.to_owned(),
                reason,
            }),
        }
    }

    /// Returns the error of a tree whose mesh no body has.
    pub(crate) fn of_no_mesh(self, path: &Path) -> FileError {
        FileError::NoSuchMesh {
            path: path.to_owned(),
            their_faces: self.mesh.faces,
            theirs: self.mesh.sha256,
        }
    }

    /// Reads a file, the header first, so that another version is not called a broken file. The
    /// tree is not proved.
    pub(crate) fn parse(path: &Path) -> Result<Stored, FileError> {
        let text = read_regular(path).map_err(|source| FileError::Io {
            path: path.to_owned(),
            source,
        })?;
        let broken = |e: serde_json::Error| not_a_tree(path, e.to_string());
        let header: Header = serde_json::from_slice(&text).map_err(broken)?;
        if header.format.as_deref() != Some(FORMAT) {
            return Err(not_a_tree(path, format!("its `format` is not `{FORMAT}`")));
        }
        let Some(version) = header.version else {
            return Err(not_a_tree(path, "it has no `version`".to_owned()));
        };
        let found = [version, header.certificates];
        if found != [VERSION, CERTIFICATES].map(u64::from) {
            return Err(FileError::Version {
                path: path.to_owned(),
                found,
            });
        }
        serde_json::from_slice(&text).map_err(broken)
    }
}

/// Reads a whole file. Refuses a device or a pipe: these may have no end, and fill the memory.
fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    // The error for a folder is that of the operating system.
    let kind = fs::metadata(path)?.file_type();
    if !kind.is_file() && !kind.is_dir() {
        let reason = "it is a device or a pipe; name a file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    }
    fs::read(path)
}

fn not_a_tree(path: &Path, reason: String) -> FileError {
    FileError::NotATree {
        path: path.to_owned(),
        reason,
    }
}

fn digest_of(options: &BuildOptions, tree: &SphereTree) -> String {
    let text = serde_json::to_vec(&(options, tree)).expect("numbers and names have a form in JSON");
    hex(Sha256::digest(text).as_slice())
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl MeshKey {
    pub(crate) fn of(mesh: &Mesh) -> MeshKey {
        let mut digest = Sha256::new();
        for v in mesh.vertices() {
            for x in v.to_array() {
                digest.update(x.to_le_bytes());
            }
        }
        for corner in mesh.triangles().iter().flatten() {
            digest.update(corner.to_le_bytes());
        }
        MeshKey {
            vertices: mesh.vertices().len(),
            faces: mesh.face_count(),
            sha256: hex(digest.finalize().as_slice()),
        }
    }
}
