//! Solids as formulas: CSG trees in files `.csg.json`.
//!
//! Authors nest operations. `union` and `intersection` take two nodes or more. `difference` is the
//! first node minus all others:
//! ```json
//! {"version": 1, "csg": {"difference": [
//!   {"box": {"size": [4, 2, 1]}},
//!   {"cylinder": {"radius": 0.5, "height": 2, "segments": 32}, "name": "left hole",
//!    "at": {"translation": [-1, 0, 0]}},
//!   {"union": [
//!     {"sphere": {"radius": 0.5, "segments": 24, "bands": 12}},
//!     {"wedge": {"size": [1, 1, 1]}, "at": {"rotation": [0, 0, 0.6, 0.8]}}]}]}}
//! ```
//! Programs list the nodes, children before their parents. The last node is the root, children are
//! indices from 0, and the number of levels is not limited:
//! ```json
//! {"version": 1, "nodes": [
//!   {"box": {"size": [1, 1, 1]}}, {"half-space": {"normal": [1, 1, 0], "offset": 0.25}},
//!   {"intersection": [0, 1]}]}
//! ```
//!
//! A leaf is one primitive with its parameters, named as in [`geometry::csg::Primitive`]. `at`
//! places it: the exact rotation of the direction of the quaternion x, y, z, w, then the
//! translation. A missing part of a pose is that of the identity. A `name` appears in messages.
//! Unknown and repeated keys are errors.
//!
//! | limit | |
//! |---|---|
//! | operations inside each other, nested form | [`MAX_NESTED`] |
//! | leaves | [`MAX_LEAVES`] |
//! | corners and planes of all leaves together | [`MAX_CORNERS`] |

mod assemble;
mod node;
mod places;
mod write;

use crate::mesh_file::without_mark;
use crate::regular_file;
use assemble::assemble;
use geometry::csg::{CsgError, CsgFault, CsgSolid, CsgTree};
use node::{Nested, Node};
use places::Places;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use thiserror::Error;

pub(crate) use node::Nested as NestedCsg;
pub use write::to_json;

/// Version of the format.
const VERSION: u32 = 1;

/// Most operations inside each other in the nested form. The form `nodes` has no such limit.
pub const MAX_NESTED: usize = 48;

/// Most leaves of a tree in a file.
pub const MAX_LEAVES: usize = 100_000;

/// Most corners and planes of all leaves of a file together.
pub const MAX_CORNERS: usize = 250_000;

/// CSG tree read from a file, with the place of each node in the file.
#[derive(Clone, Debug)]
pub struct CsgFile {
    /// Tree in the order of the file, children before their operation.
    pub tree: CsgTree,
    path: PathBuf,
    places: Places,
}

/// Reads a tree.
///
/// # Errors
/// Returns [`CsgFileError`] with the file, the node and a remedy.
///
/// # Cost
/// Time and memory are linear in the number of nodes, however deep the tree is. Each leaf takes the
/// time of its convex hull.
pub fn read(path: impl AsRef<Path>) -> Result<CsgFile, CsgFileError> {
    let path = path.as_ref();
    let bytes = regular_file::read(path).map_err(|source| CsgFileError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    from_bytes(path, &bytes)
}

/// Reads like [`read`] from the bytes of a file. `path` is its name in messages.
///
/// # Errors
/// Returns [`CsgFileError`] with the file, the node and a remedy.
pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<CsgFile, CsgFileError> {
    let bytes = without_mark(bytes);
    let malformed = |place: &str, reason: String| CsgFileError::Malformed {
        path: path.to_owned(),
        place: place.to_owned(),
        reason,
    };
    // Another version may have other keys.
    if let Ok(CsgVersion { version }) = serde_json::from_slice(bytes)
        && version != VERSION
    {
        let reason = format!("is {version}, and this program reads version {VERSION}");
        return Err(malformed("version", reason));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let document: CsgDocument =
        serde_path_to_error::deserialize(&mut json).map_err(|e| json_error(path, e))?;
    json.end().map_err(|source| CsgFileError::Json {
        path: path.to_owned(),
        place: String::new(),
        source,
    })?;
    match (document.csg, document.nodes) {
        (Some(root), None) => nested(path, "csg".into(), root),
        (None, Some(nodes)) => {
            let nodes = nodes.into_iter().map(Node::indexed).collect();
            finish(path, nodes, Places::flat())
        }
        (None, None) => Err(malformed(
            "as a whole",
            "there is neither `csg` nor `nodes`; give the tree as one of them".into(),
        )),
        _ => Err(malformed(
            "as a whole",
            "there are both `csg` and `nodes`; a file has one tree".into(),
        )),
    }
}

/// Reads the nested form inside another file. `root` is the place of the tree.
pub(crate) fn nested(path: &Path, root: String, tree: Nested) -> Result<CsgFile, CsgFileError> {
    match tree.flattened(root) {
        Ok((nodes, places)) => finish(path, nodes, places),
        Err(place) => Err(too_deep(path.to_owned(), &place)),
    }
}

impl CsgFile {
    /// Returns the place of a node of the tree in the file, for example `csg.difference[1]`.
    pub fn place(&self, node: usize) -> String {
        self.places.of_tree_node(node)
    }

    /// Evaluates the solid.
    ///
    /// # Errors
    /// As [`CsgSolid::new`], with file and place in the file.
    pub fn solid(&self) -> Result<CsgSolid, CsgFileError> {
        CsgSolid::new(self.tree.clone()).map_err(|error| self.located(error))
    }

    /// Returns the error of a step after reading, with file and place in the file.
    pub fn located(&self, error: CsgError) -> CsgFileError {
        CsgFileError::Node {
            path: self.path.clone(),
            place: self.place(error.node),
            fault: error.fault,
        }
    }
}

/// Fault of a CSG file.
#[derive(Debug, Error)]
pub enum CsgFileError {
    /// A file that cannot be read.
    #[error("cannot read {}: {source}; check the path and its permissions", path.display())]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// Text that is not JSON, or has other keys or types than the format.
    #[error(
        "{}{}: {source}; expected {{\"version\": 1, \"csg\": NODE}} with a NODE such as \
         {{\"box\": {{\"size\": [1, 2, 3]}}}} or {{\"difference\": [NODE, NODE]}}",
        path.display(), after_comma(place)
    )]
    Json {
        /// Path of the file.
        path: PathBuf,
        /// Keys and indices from the root, empty if unknown.
        place: String,
        /// Fault, with line and column.
        source: serde_json::Error,
    },
    /// Nodes that violate the format.
    #[error("{}, {place}: {reason}", path.display())]
    Malformed {
        /// Path of the file.
        path: PathBuf,
        /// Keys and indices from the root.
        place: String,
        /// Fault, and the remedy.
        reason: String,
    },
    /// A node without a solid.
    #[error("{}, {place}: {fault}", path.display())]
    Node {
        /// Path of the file.
        path: PathBuf,
        /// Keys and indices from the root.
        place: String,
        /// Fault, and the remedy.
        fault: CsgFault,
    },
    /// A tree that no file can hold.
    #[error("the tree cannot be written: {reason}")]
    Unwritable {
        /// Fault with its node, and the remedy.
        reason: String,
    },
}

/// Returns `, csg.union[0]` for a message about a place.
pub(crate) fn after_comma(place: &str) -> String {
    match place {
        "" | "." => String::new(),
        place => format!(", {place}"),
    }
}

/// Contents of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CsgDocument {
    // Checked first, as `CsgVersion`.
    #[serde(rename = "version")]
    _version: u32,
    csg: Option<Nested>,
    nodes: Option<Vec<Node<node::NodeIndex>>>,
}

/// Version of a file of any version.
#[derive(Deserialize)]
struct CsgVersion {
    version: u32,
}

fn json_error(path: &Path, error: serde_path_to_error::Error<serde_json::Error>) -> CsgFileError {
    let (place, path) = (error.path().to_string(), path.to_owned());
    if exceeds_depth(error.inner()) {
        too_deep(path, &place)
    } else {
        CsgFileError::Json {
            path,
            place: shortened(&place),
            source: error.into_inner(),
        }
    }
}

/// Returns true for the parser's own limit of levels, which is beyond that of this format. The
/// parser has no kind of error for it.
pub(crate) fn exceeds_depth(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("recursion limit exceeded")
}

/// Shortens the place of a node below many others.
pub(crate) fn shortened(place: &str) -> String {
    match place.char_indices().nth(80) {
        None => place.to_owned(),
        Some((end, _)) => format!("{}…", &place[..end]),
    }
}

/// Returns the error of a node with too many operations around it.
pub(crate) fn too_deep(path: PathBuf, place: &str) -> CsgFileError {
    CsgFileError::Malformed {
        path,
        place: shortened(place),
        reason: format!(
            "more than {MAX_NESTED} operations lie inside each other; list the nodes in the form \
             `nodes` of a .csg.json file, children before their parents, which has no such limit"
        ),
    }
}

fn finish(path: &Path, nodes: Vec<Node<u32>>, places: Places) -> Result<CsgFile, CsgFileError> {
    let mut places = places;
    match assemble(nodes, &mut places) {
        Ok(tree) => Ok(CsgFile {
            tree,
            path: path.to_owned(),
            places,
        }),
        Err(problem) => Err(problem.in_file(path)),
    }
}

#[cfg(test)]
mod tests;
