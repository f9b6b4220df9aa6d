//! Faults of scenes, of their files, and of the parameters of generators.

use crate::csg_file::{CsgFileError, after_comma};
use crate::mesh_file::MeshFileError;
use collision::Rejected;
use geometry::MeshError;
use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;
use thiserror::Error;

/// Fault of a scene, its files, or the parameters of its generator.
#[derive(Debug, Error)]
pub enum SceneError {
    /// A scene without a body.
    #[error("the scene has no body; it needs at least one object")]
    NoBodies,
    /// A scene without a frame.
    #[error("the scene has no frame; it needs at least one instant with a pose for each object")]
    NoFrames,
    /// A recording without one of the frames that are asked for.
    #[error(
        "{path} has no frame in {first}..{end}: its frames are 0..{count}; name the first one and \
         one past the last",
        path = path.display(),
        first = range.start,
        end = range.end
    )]
    NoChosenFrame {
        /// The `scene.json`.
        path: PathBuf,
        /// Frames that are asked for.
        range: Range<usize>,
        /// Number of frames.
        count: usize,
    },
    /// A frame that no detector accepts: it does not fit the bodies, or has a bad pose or vertex.
    #[error("frame {frame}{}: {source}", of_body(body))]
    Frame {
        /// Index of the frame.
        frame: usize,
        /// Index and name of the body at fault, if it is one.
        body: Option<(usize, String)>,
        /// Fault of the frame.
        source: Rejected,
    },
    /// A body with an invalid mesh.
    #[error("body {body} (`{name}`): {source}")]
    BadBody {
        /// Index of the body.
        body: usize,
        /// Name of the body.
        name: String,
        /// Fault of the mesh.
        source: MeshError,
    },
    /// A number of faces that no sphere of the family has.
    #[error(
        "no latitude-longitude sphere has {faces} faces; the nearest counts are {below} and {above} \
         (4m(m − 1), and the paper's 10 and 54)"
    )]
    NoSuchSphere {
        /// Requested number of faces.
        faces: u32,
        /// Next smaller number of faces.
        below: u32,
        /// Next larger number of faces.
        above: u32,
    },
    /// An odd number of faces. The hull of points in general position has an even number.
    #[error(
        "{generator}: faces = {faces} is odd, but the hull of n random points has 2n − 4 faces; \
         the nearest counts are {} and {}",
        faces - 1, faces + 1
    )]
    OddFaces {
        /// Name of the generator.
        generator: &'static str,
        /// Requested number of faces.
        faces: u32,
    },
    /// A generator's parameter that is out of range.
    #[error(
        "{generator}: {parameter} = {value} is out of range; it must be {} to {}",
        range.start(), range.end()
    )]
    Parameter {
        /// Name of the generator.
        generator: &'static str,
        /// Name of the parameter.
        parameter: &'static str,
        /// Value of the parameter.
        value: u32,
        /// Accepted range.
        range: RangeInclusive<u32>,
    },
    /// A seed without a motion that has the promised properties.
    #[error(
        "{generator}: no motion with the scene's properties found for seed {seed}; try another seed"
    )]
    NoMotion {
        /// Name of the generator.
        generator: &'static str,
        /// Seed of the motion.
        seed: u64,
    },
    /// A text that does not name a generated scene.
    #[error("`{text}` does not name a generated scene: {reason}. Write NAME or NAME:KEY=VALUE,KEY=VALUE with a NAME out of {}", crate::GENERATOR_NAMES.join(", "))]
    UnknownGenerator {
        /// Text as given.
        text: String,
        /// Fault of the text.
        reason: String,
    },
    /// A file that cannot be read or written.
    #[error("cannot {action} {}: {source}; check the path and its permissions", path.display())]
    File {
        /// `read` or `write`.
        action: &'static str,
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// A recording with a malformed `scene.json`.
    #[error(
        "{}{}: {source}; expected {{\"name\", \"objects\": [{{\"mesh\": FILE}} or {{\"csg\": FILE}}], \
         \"frames\": [[[tx, ty, tz, qx, qy, qz, qw], one per object]]}}",
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
    /// A recording with an invalid scene.
    #[error("{}: {source}", path.display())]
    Recording {
        /// Path of the `scene.json`.
        path: PathBuf,
        /// Fault of the scene.
        source: Box<SceneError>,
    },
    /// An object with an invalid mesh file.
    #[error("object {object}: {source}")]
    MeshFile {
        /// Index of the object.
        object: usize,
        /// Fault of the mesh file.
        source: Box<MeshFileError>,
    },
    /// An object with an invalid CSG tree.
    #[error("object {object}: {source}")]
    CsgFile {
        /// Index of the object.
        object: usize,
        /// Fault of the tree.
        source: Box<CsgFileError>,
    },
    /// An object with keys that do not go together.
    #[error("object {object}: {reason}")]
    Object {
        /// Index of the object.
        object: usize,
        /// Fault, and the remedy.
        reason: &'static str,
    },
    /// An object with an invalid `frame_vertices` file.
    #[error("object {object}, frame_vertices {}: {reason}", path.display())]
    FrameVertices {
        /// Index of the object.
        object: usize,
        /// Path of the `.npy` file.
        path: PathBuf,
        /// Fault of the file, and the remedy.
        reason: String,
    },
    /// A recording that already exists. It is not overwritten.
    #[error("{} already exists; nothing was written: choose another folder or remove it", path.display())]
    Exists {
        /// Path of the file or folder.
        path: PathBuf,
    },
}

/// Returns `, body 1 (`name`)` for the message about a frame.
fn of_body(body: &Option<(usize, String)>) -> String {
    let text = body
        .as_ref()
        .map(|(i, name)| format!(", body {i} (`{name}`)"));
    text.unwrap_or_default()
}
