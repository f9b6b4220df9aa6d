//! Mesh files: OBJ, STL (ascii and binary), PLY and OFF. OBJ is also written ([`to_obj`]).
//!
//! The extension selects the reader. Polygons are split into fans from their first corner. Faces
//! are numbered in the order of the file. Zero-area, duplicate and inverted faces are kept, and
//! [`Topology`] reports them. A truncated file, an index of a missing vertex, or a non-finite
//! coordinate is an error.
//!
//! This module reads OBJ, STL and OFF itself, with numbers as `f64`, and reports a fault with its
//! line. The crates `tobj` and `stl_io` report it without. `tobj` also numbers the vertices of each
//! object in the order of their first use, not of the file. `stl_io` rounds coordinates in text to
//! `f32`, refuses a normal that is NaN, and reads a binary file whose header begins with `solid` as
//! text. PLY numbers have the type that the file declares.
//!
//! | file | result |
//! |---|---|
//! | no facets, or zero bytes | error |
//! | an STL facet with two or four vertices | error |
//! | an ascii STL without `endsolid` | error: truncated |
//! | a binary STL whose number of facets does not fit its length | error |
//! | an ascii STL facet without a normal, or with NaN in it | read; normals are not used |
//! | a binary STL whose header begins with `solid` | read as binary, by its length |
//! | text that begins with a byte order mark | read; the mark is skipped |
//! | a closed solid with a facet missing | read; the open edges are reported |

mod obj;
mod off;
mod ply;
mod stl;

pub use obj::to_obj;

use crate::regular_file;
use geometry::topology::{Topology, weld};
use geometry::{MAX_COORDINATE, Mesh, MeshError, Vec3};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Mesh read from a file.
#[derive(Clone, Debug)]
pub struct MeshFile {
    /// Mesh with the faces of the file, in their order.
    pub mesh: Mesh,
    /// Topology of the mesh, with its faults and parts.
    pub topology: Topology,
    /// Notes on ignored or repaired elements, one sentence each.
    pub notes: Vec<String>,
}

/// Reads a mesh for a rigid body.
///
/// Merges exactly equal vertices and omits vertices that no face uses. Keeps all faces.
///
/// # Errors
/// Returns [`MeshFileError`] with the file, the position and a remedy.
pub fn read(path: impl AsRef<Path>) -> Result<MeshFile, MeshFileError> {
    let path = path.as_ref();
    let soup = parse_file(path)?;
    finish(path, welded(soup))
}

/// Reads a mesh for a deforming body, with the order and number of vertices of the file.
///
/// # Errors
/// Returns [`MeshFileError`] with the file, the position and a remedy.
pub fn read_unwelded(path: impl AsRef<Path>) -> Result<MeshFile, MeshFileError> {
    let path = path.as_ref();
    let soup = parse_file(path)?;
    finish(path, soup)
}

/// Reads like [`read`] from the bytes of a file.
///
/// `path` gives the extension and the name in messages.
///
/// # Errors
/// Returns [`MeshFileError`] with the file, the position and a remedy.
pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<MeshFile, MeshFileError> {
    let soup = parse(path, Format::of(path)?, bytes)?;
    finish(path, welded(soup))
}

/// Fault of a mesh file.
#[derive(Debug, Error)]
pub enum MeshFileError {
    /// A file that cannot be read.
    #[error("cannot read {}: {source}; check the path and its permissions", path.display())]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// An unknown extension.
    #[error(
        "{}: the extension does not name a supported format; use one of .obj, .stl, .ply, .off",
        path.display()
    )]
    UnknownFormat {
        /// Path of the file.
        path: PathBuf,
    },
    /// Text or bytes that violate the format.
    #[error("{}, {place}: {reason}", path.display())]
    Malformed {
        /// Path of the file.
        path: PathBuf,
        /// Position in the file.
        place: Place,
        /// Fault, and the remedy.
        reason: String,
    },
    /// Vertices and faces that are not a valid mesh.
    #[error("{}: {source}", path.display())]
    NotAMesh {
        /// Path of the file.
        path: PathBuf,
        /// Fault of the mesh.
        source: MeshError,
    },
}

/// Position in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Line, counted from 1.
    Line(usize),
    /// Byte, counted from 0.
    Byte(usize),
    /// End of the file.
    End,
    /// Whole file.
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

/// Unchecked result of a reader.
#[derive(Default)]
struct Soup {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    notes: Vec<String>,
}

/// Fault at a position. [`parse`] adds the file's name.
struct ParseFault {
    place: Place,
    reason: String,
}

impl ParseFault {
    fn new(place: Place, reason: impl Into<String>) -> ParseFault {
        let reason = reason.into();
        ParseFault { place, reason }
    }

    fn at_line(line: usize, reason: impl Into<String>) -> ParseFault {
        ParseFault::new(Place::Line(line), reason)
    }
}

/// Format of a file.
#[derive(Clone, Copy)]
enum Format {
    Obj,
    Stl,
    Ply,
    Off,
}

impl Format {
    /// Returns the format that the extension names.
    fn of(path: &Path) -> Result<Format, MeshFileError> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str().unwrap_or_default() {
            "obj" => Ok(Format::Obj),
            "stl" => Ok(Format::Stl),
            "ply" => Ok(Format::Ply),
            "off" => Ok(Format::Off),
            _ => {
                let path = path.to_owned();
                Err(MeshFileError::UnknownFormat { path })
            }
        }
    }
}

/// Parses a file. One of an unknown format is not read.
fn parse_file(path: &Path) -> Result<Soup, MeshFileError> {
    let format = Format::of(path)?;
    let bytes = regular_file::read(path).map_err(|source| MeshFileError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    parse(path, format, &bytes)
}

fn parse(path: &Path, format: Format, bytes: &[u8]) -> Result<Soup, MeshFileError> {
    let text = without_mark(bytes);
    let soup = match format {
        Format::Obj => obj::parse(text),
        Format::Stl => stl::parse(bytes),
        Format::Ply => ply::parse(text),
        Format::Off => off::parse(text),
    };
    soup.map_err(|ParseFault { place, reason }| {
        let path = path.to_owned();
        MeshFileError::Malformed {
            path,
            place,
            reason,
        }
    })
}

/// Removes the byte order mark that some editors put before UTF-8 text.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

fn finish(path: &Path, soup: Soup) -> Result<MeshFile, MeshFileError> {
    let not_a_mesh = |source| MeshFileError::NotAMesh {
        path: path.to_owned(),
        source,
    };
    let mesh = Mesh::new(soup.vertices, soup.triangles).map_err(not_a_mesh)?;
    Ok(MeshFile {
        topology: Topology::of(&mesh),
        mesh,
        notes: soup.notes,
    })
}

/// Merges exactly equal vertices and omits those that no face uses.
///
/// The other vertices keep their order. Indices must be in range.
fn welded(mut soup: Soup) -> Soup {
    let same_as = weld(&soup.vertices);
    let mut used = vec![false; same_as.len()];
    for &corner in soup.triangles.as_flattened() {
        used[same_as[corner as usize] as usize] = true;
    }
    let mut kept = Vec::new();
    let mut new_index = vec![0; same_as.len()];
    for (i, p) in soup.vertices.iter().enumerate().filter(|(i, _)| used[*i]) {
        new_index[i] = kept.len() as u32;
        kept.push(*p);
    }
    let unused = same_as.iter().filter(|i| !used[**i as usize]).count();
    if unused > 0 {
        let note = format!("vertices that no face uses, left out: {unused}");
        soup.notes.push(note);
    }
    for corner in soup.triangles.as_flattened_mut() {
        *corner = new_index[same_as[*corner as usize] as usize];
    }
    soup.vertices = kept;
    soup
}

/// Parses three coordinates, which must be finite and in range. Other tokens may follow.
fn vertex<'a>(line: usize, mut tokens: impl Iterator<Item = &'a str>) -> Result<Vec3, ParseFault> {
    let mut p = Vec3::ZERO;
    for axis in 0..3 {
        let Some(token) = tokens.next() else {
            let reason = "a vertex has 3 coordinates, this one";
            let reason = format!("{reason} {axis}; is the file cut short?");
            return Err(ParseFault::at_line(line, reason));
        };
        let no_number = || format!("`{}` is not a number", shortened(token));
        let number = token.parse().map_err(|_| no_number()).and_then(in_range);
        p[axis] = number.map_err(|reason| ParseFault::at_line(line, reason))?;
    }
    Ok(p)
}

/// Returns the coordinate if it is finite and in range.
fn in_range(value: f64) -> Result<f64, String> {
    // NaN also fails the comparison.
    if value.abs() <= MAX_COORDINATE {
        return Ok(value);
    }
    Err(format!(
        "the coordinate {value} is not finite or larger than 2^100 (about 1.27e30); repair or \
         rescale the mesh"
    ))
}

/// Splits a polygon into a fan of triangles from its first corner.
fn fan(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    corners.windows(2).skip(1).map(|w| [corners[0], w[0], w[1]])
}

/// Shortens a token for a message.
fn shortened(token: &str) -> String {
    shortened_to(token, 40)
}

/// Returns the text, or its first `limit` characters.
pub(crate) fn shortened_to(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests;
