//! Mesh files: OBJ, STL (ascii and binary), PLY and OFF.
//!
//! The reader is chosen by the extension. Polygons are cut into fans from their first corner, and
//! faces are numbered in the order of the file; nothing is dropped: zero-area, duplicate and
//! inverted faces stay, and [`Topology`] reports them. A file that is cut short, that names a
//! vertex it does not have, or that has a coordinate which is not a finite number is an error.
//!
//! OBJ, STL and OFF are read here, number by number as `f64`, and not by the crates that exist for
//! them: those parse `f32`, drop the file's order of vertices, and give no line in their errors.
//! PLY numbers have the type that the file declares.
//!
//! | file | what happens |
//! |---|---|
//! | no facets, or zero bytes | error |
//! | an STL facet with two or four vertices | error: a facet is a triangle |
//! | an ascii STL without `endsolid` | error: cut short |
//! | a binary STL whose number of facets does not fit its length | error |
//! | an ascii STL facet without a normal, or with NaN in it | read; normals are not used |
//! | a binary STL whose header begins with `solid` | read as binary, by its length |
//! | text that begins with a byte order mark | read; the mark is passed over |
//! | a closed solid with a facet missing | read; the open edges are reported |

mod obj;
mod off;
mod ply;
mod stl;

use geometry::topology::{Topology, weld};
use geometry::{MAX_COORDINATE, Mesh, MeshError, Vec3};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A mesh read from a file.
#[derive(Clone, Debug)]
pub struct MeshFile {
    /// The mesh; its faces are those of the file, in their order.
    pub mesh: Mesh,
    /// Its faults and parts.
    pub topology: Topology,
    /// What the reader left aside or repaired, one sentence each.
    pub notes: Vec<String>,
}

/// Reads a mesh for a rigid body: exactly equal vertices are welded, and vertices that no face
/// uses are left out. Faces are those of the file.
///
/// # Errors
/// [`MeshFileError`], with the file, the place and a remedy.
pub fn read(path: impl AsRef<Path>) -> Result<MeshFile, MeshFileError> {
    let path = path.as_ref();
    from_bytes(path, &load(path)?)
}

/// Reads a mesh for a body that deforms: vertices have the file's own order and number.
///
/// # Errors
/// [`MeshFileError`], with the file, the place and a remedy.
pub fn read_unwelded(path: impl AsRef<Path>) -> Result<MeshFile, MeshFileError> {
    let path = path.as_ref();
    let soup = parse(path, &load(path)?)?;
    finish(path, soup)
}

/// As [`read`], from the bytes of a file; `path` gives the extension and the name for messages.
///
/// # Errors
/// [`MeshFileError`], with the file, the place and a remedy.
pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<MeshFile, MeshFileError> {
    let soup = parse(path, bytes)?;
    finish(path, welded(soup))
}

/// The extensions that can be read.
pub const EXTENSIONS: [&str; 4] = ["obj", "stl", "ply", "off"];

/// Why a file is not a mesh.
#[derive(Debug, Error)]
pub enum MeshFileError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}; check the path and its permissions", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The extension is unknown.
    #[error(
        "{}: cannot tell the format from the extension; use one of .obj, .stl, .ply, .off",
        path.display()
    )]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// The file's text or bytes are not of its format.
    #[error("{}, {place}: {reason}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where.
        place: Place,
        /// What is wrong there, and the remedy.
        reason: String,
    },
    /// The file's vertices and faces are not a mesh.
    #[error("{}: {source}", path.display())]
    NotAMesh {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        source: MeshError,
    },
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line, counted from 1.
    Line(usize),
    /// A byte, counted from 0.
    Byte(usize),
    /// The end of the file.
    End,
    /// The file as a whole.
    Whole,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
            Place::End => f.write_str("at its end"),
            Place::Whole => f.write_str("as a whole"),
        }
    }
}

/// What a reader found, before it is checked as a mesh.
#[derive(Default)]
struct Soup {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    notes: Vec<String>,
}

/// A fault at a place; the file's name is added by [`parse`].
struct Fault {
    place: Place,
    reason: String,
}

impl Fault {
    fn at_line(line: usize, reason: impl Into<String>) -> Fault {
        Fault {
            place: Place::Line(line),
            reason: reason.into(),
        }
    }

    fn at_end(reason: impl Into<String>) -> Fault {
        Fault {
            place: Place::End,
            reason: reason.into(),
        }
    }
}

fn load(path: &Path) -> Result<Vec<u8>, MeshFileError> {
    let unreadable = |source| MeshFileError::Unreadable {
        path: path.to_owned(),
        source,
    };
    std::fs::read(path).map_err(unreadable)
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Soup, MeshFileError> {
    let extension = path
        .extension()
        .and_then(|e| e.to_str())
        .unwrap_or_default();
    let text = without_mark(bytes);
    let soup = match extension.to_ascii_lowercase().as_str() {
        "obj" => obj::parse(text),
        "stl" => stl::parse(bytes),
        "ply" => ply::parse(text),
        "off" => off::parse(text),
        _ => {
            return Err(MeshFileError::UnknownFormat {
                path: path.to_owned(),
            });
        }
    };
    soup.map_err(|Fault { place, reason }| MeshFileError::Malformed {
        path: path.to_owned(),
        place,
        reason,
    })
}

/// The bytes without the byte order mark that some editors put before UTF-8 text.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

fn finish(path: &Path, soup: Soup) -> Result<MeshFile, MeshFileError> {
    let Soup {
        vertices,
        triangles,
        notes,
    } = soup;
    let mesh = Mesh::new(vertices, triangles).map_err(|source| MeshFileError::NotAMesh {
        path: path.to_owned(),
        source,
    })?;
    Ok(MeshFile {
        topology: Topology::of(&mesh),
        mesh,
        notes,
    })
}

/// Joins exactly equal vertices and leaves out those that no face uses; the others keep their
/// order. Indices are in range.
fn welded(soup: Soup) -> Soup {
    let Soup {
        vertices,
        triangles,
        mut notes,
    } = soup;
    let same_as = weld(&vertices);
    let mut used = vec![false; vertices.len()];
    for &corner in triangles.as_flattened() {
        used[same_as[corner as usize] as usize] = true;
    }
    let mut kept = Vec::new();
    let mut new_index = vec![0; vertices.len()];
    for (i, p) in vertices.iter().enumerate() {
        if used[i] {
            new_index[i] = kept.len() as u32;
            kept.push(*p);
        }
    }
    let unused = (0..vertices.len())
        .filter(|i| !used[same_as[*i] as usize])
        .count();
    if unused > 0 {
        notes.push(format!("vertices that no face uses, left out: {unused}"));
    }
    let renamed = |corner: u32| new_index[same_as[corner as usize] as usize];
    let triangles = triangles.iter().map(|t| t.map(renamed)).collect();
    Soup {
        vertices: kept,
        triangles,
        notes,
    }
}

/// A coordinate from text: a finite number in range.
fn coordinate(token: &str, line: usize) -> Result<f64, Fault> {
    let value: f64 = token
        .parse()
        .map_err(|_| Fault::at_line(line, format!("`{}` is not a number", shortened(token))))?;
    in_range(value).map_err(|reason| Fault::at_line(line, reason))
}

/// Whether a coordinate is one.
fn in_range(value: f64) -> Result<f64, String> {
    // NaN fails the comparison too.
    if value.abs() <= MAX_COORDINATE {
        return Ok(value);
    }
    Err(format!(
        "the coordinate {value} is not finite or larger than 2^100 (about 1.27e30); repair or \
         rescale the mesh"
    ))
}

/// The triangles of a polygon: a fan from its first corner.
fn fan(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    corners.windows(2).skip(1).map(|w| [corners[0], w[0], w[1]])
}

/// A token short enough for a message.
fn shortened(token: &str) -> String {
    shortened_to(token, 40)
}

fn shortened_to(text: &str, limit: usize) -> String {
    let mut short: String = text.chars().take(limit).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests;
