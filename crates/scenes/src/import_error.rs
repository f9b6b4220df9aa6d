//! Faults of scenes that other programs wrote: URDF and glTF.

use crate::mesh_file::{MeshFileError, shortened_to};
use crate::{SceneError, did_you_mean, regular_file};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Fault of a URDF or glTF file, or of a file that it names.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// A file that cannot be read.
    #[error(
        "cannot read {}{}: {source}; check the path and its permissions",
        path.display(), in_place(place)
    )]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Link or buffer that names it. Empty for the scene's own file.
        place: String,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// Content that violates the format, or that is not supported.
    #[error("{}, {place}: {reason}", path.display())]
    Malformed {
        /// Path of the file.
        path: PathBuf,
        /// Link, joint, node, line or column.
        place: String,
        /// Fault, and the remedy.
        reason: String,
    },
    /// A mesh that cannot be read.
    #[error("{}, {place}: {source}", path.display())]
    Mesh {
        /// Path of the scene's file.
        path: PathBuf,
        /// Link that names the mesh.
        place: String,
        /// Fault of the mesh.
        source: Box<MeshFileError>,
    },
    /// Bodies and frames that are no valid scene.
    #[error("{}: {source}", path.display())]
    Scene {
        /// Path of the scene's file.
        path: PathBuf,
        /// Fault of the scene.
        source: Box<SceneError>,
    },
}

/// Place of a fault in a file, and the reason with a remedy.
pub(crate) type LocatedFault = (String, String);

fn in_place(place: &str) -> String {
    if place.is_empty() {
        String::new()
    } else {
        format!(" ({place})")
    }
}

/// Returns a constructor of faults in one file.
pub(crate) fn malformed(path: &Path) -> impl Fn(&str, String) -> ImportError + '_ {
    |place, reason| ImportError::Malformed {
        path: path.to_owned(),
        place: with_short_words(place),
        reason: with_short_words(&reason),
    }
}

/// Shortens the words of a message, which may quote names of any length. Its remedy stays.
fn with_short_words(text: &str) -> String {
    /// Maximum number of characters of a word: long enough for paths.
    const LONGEST_WORD: usize = 300;
    let words = text.split(' ');
    let words: Vec<String> = words.map(|word| shortened_to(word, LONGEST_WORD)).collect();
    words.join(" ")
}

/// Reads a file that `place` names.
pub(crate) fn load(path: &Path, place: &str) -> Result<Vec<u8>, ImportError> {
    regular_file::read(path).map_err(|source| ImportError::Unreadable {
        path: path.to_owned(),
        place: place.to_owned(),
        source,
    })
}

/// Returns the names for a message, at most ten, after the nearest one.
pub(crate) fn known_names<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> String {
    const SHOWN: usize = 10;
    let mut listed: Vec<&str> = known.clone().into_iter().take(SHOWN + 1).collect();
    if listed.len() > SHOWN {
        listed[SHOWN] = "…";
    }
    let hint = did_you_mean(name, known);
    if listed.is_empty() {
        format!("{hint}; there are none")
    } else {
        format!("{hint}; there are {}", listed.join(", "))
    }
}

/// Checks that a file is refused with a message that contains all parts.
#[cfg(test)]
#[track_caller]
pub(crate) fn fails(result: Result<crate::Scene, ImportError>, parts: &[&str]) {
    let error = result.map(|scene| scene.notes).unwrap_err().to_string();
    for part in parts {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
}
