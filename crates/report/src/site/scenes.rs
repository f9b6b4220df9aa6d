//! Playback files of recordings.

use super::html;
use anyhow::{Context, Result};
use records::{Newest, Recording, files};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// End of the names of playback files, before ".json".
const PLAYBACK: &str = ".playback";

/// Scene of the page.
pub(super) struct SceneBlock {
    /// Name of its file.
    pub(super) name: String,
    /// Its block in the page.
    pub(super) block: String,
}

/// Facts that the page needs of a scene before it unpacks it.
#[derive(Deserialize)]
struct Heading {
    #[serde(default)]
    title: String,
}

/// The part of a playback file that names detectors.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Timed {
    times: Times,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Times {
    detectors: Vec<NamedDetector>,
}

#[derive(Deserialize)]
struct NamedDetector {
    name: String,
}

/// Returns the detectors that a playback file times; none if it is no playback file.
pub(super) fn detectors(playback: &str) -> Vec<String> {
    let timed: Timed = serde_json::from_str(playback).unwrap_or_default();
    timed.times.detectors.into_iter().map(|d| d.name).collect()
}

/// Returns the playback files of all recordings of an output folder, by name. Of files with the
/// same name, that of the newest recording counts. A scene that was drawn has its picture.
///
/// # Errors
/// A file that cannot be read, or that is no JSON.
pub(super) fn of(out: &Path, pictures: &Newest) -> Result<Vec<SceneBlock>> {
    let mut newest = BTreeMap::new();
    for recording in Recording::read_all(out)? {
        for path in files(&recording.folder, "json")? {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            if let Some(name) = stem.strip_suffix(PLAYBACK) {
                newest.insert(name.to_owned(), path);
            }
        }
    }
    let blocks = newest.into_iter().map(|(name, path)| {
        let picture = crate::scenes::picture(pictures, &name);
        let picture = picture.map(|file| out.join(file)).filter(|p| p.is_file());
        let block = block(&name, &path, picture.as_deref())
            .with_context(|| format!("cannot use {}", path.display()))?;
        Ok(SceneBlock { name, block })
    });
    blocks.collect()
}

fn block(name: &str, path: &Path, picture: Option<&Path>) -> Result<String> {
    let text = std::fs::read_to_string(path)?;
    let heading: Heading = serde_json::from_str(&text).context(
        "it is no playback file; record it again with `cargo xtask compare -f playback`",
    )?;
    let picture = picture.map(std::fs::read).transpose()?;
    let picture = picture.map(|png| html::picture(&png)).unwrap_or_default();
    let labels = [
        ("name", name),
        ("title", &heading.title),
        ("picture", &picture),
    ];
    html::packed("playback", &text, &labels)
}

/// Returns the scenes that fit into a number of bytes together, the smallest first, in the order of
/// their names, and the names of the others with their sizes.
pub(super) fn fitting(mut scenes: Vec<SceneBlock>, room: usize) -> (Vec<String>, Vec<String>) {
    scenes.sort_by_key(|scene| scene.block.len());
    let (mut fitting, mut left_out) = (Vec::new(), Vec::new());
    let mut left = room;
    for scene in scenes {
        let size = scene.block.len();
        match left.checked_sub(size) {
            Some(rest) => {
                left = rest;
                fitting.push(scene);
            }
            None => left_out.push(format!("{}, {:.1} MB", scene.name, size as f64 * 1e-6)),
        }
    }
    fitting.sort_by(|a, b| a.name.cmp(&b.name));
    (fitting.into_iter().map(|s| s.block).collect(), left_out)
}
