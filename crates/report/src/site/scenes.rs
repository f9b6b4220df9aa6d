//! Playback files of recordings.

use anyhow::{Context, Result};
use records::{Recording, files};
use std::collections::BTreeMap;
use std::path::Path;

/// End of the names of playback files, before ".json".
const PLAYBACK: &str = ".playback";

/// A playback file.
pub(super) struct SceneFile {
    /// Name of the file.
    pub(super) name: String,
    /// Its content.
    pub(super) text: String,
}

/// Returns the playback files of all recordings of an output folder, by name. Of files with the same
/// name, that of the newest recording counts.
pub(super) fn of(out: &Path) -> Result<Vec<SceneFile>> {
    let mut newest = BTreeMap::new();
    for recording in Recording::read_all(out)? {
        for path in files(&recording.folder, "json")? {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            if let Some(name) = stem.strip_suffix(PLAYBACK) {
                newest.insert(name.to_owned(), path);
            }
        }
    }
    let read = |(name, path): (String, std::path::PathBuf)| {
        let text = std::fs::read_to_string(&path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        Ok(SceneFile { name, text })
    };
    newest.into_iter().map(read).collect()
}

/// Returns the texts that fit into a number of bytes together, the smallest first, and the names of
/// the others with their sizes.
pub(super) fn fitting(mut scenes: Vec<SceneFile>, room: usize) -> (Vec<String>, Vec<String>) {
    scenes.sort_by_key(|scene| scene.text.len());
    let (mut fitting, mut left_out) = (Vec::new(), Vec::new());
    let mut left = room;
    for scene in scenes {
        // Its frame in the page, and what is written longer there.
        let size = scene.text.len() + 5 * scene.text.matches('<').count() + 100;
        match left.checked_sub(size) {
            Some(rest) => {
                left = rest;
                fitting.push(scene.text);
            }
            None => left_out.push(format!("{}, {:.1} MB", scene.name, size as f64 * 1e-6)),
        }
    }
    (fitting, left_out)
}
