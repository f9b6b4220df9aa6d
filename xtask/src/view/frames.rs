//! Frames of a scene that a page shows.

use super::Arguments;
use crate::scene_argument;
use anyhow::{Result, ensure};
use experiments::playback;
use scenes::Scene;
use scenes::recording::{self, FrameChoice};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

/// Maximum size of a recording's files, in bytes, if all frames are read into memory.
const LARGEST_RECORDING: u64 = 1 << 30;

/// Frames on the command line: `A..B`, `A..`, `..B` or `..`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FrameRange {
    first: usize,
    end: Option<usize>,
}

impl FromStr for FrameRange {
    type Err = String;

    fn from_str(text: &str) -> Result<FrameRange, String> {
        let problem = || format!("`{text}` is no range of frames: write A..B, for example 0..100");
        let (first, end) = text.split_once("..").ok_or_else(problem)?;
        let frame = |text: &str| text.parse::<usize>().map_err(|_| problem());
        let end = match end {
            "" => None,
            end => Some(frame(end)?),
        };
        let first = if first.is_empty() { 0 } else { frame(first)? };
        Ok(FrameRange { first, end })
    }
}

/// Reads or generates the scene with the chosen frames. Returns it with a sentence on them, if they
/// are not all.
///
/// Of a recording only these frames are kept in memory.
pub(super) fn chosen_frames(arguments: &Arguments) -> Result<(Scene, Vec<String>)> {
    let FrameRange { first, end } = arguments.frames;
    let path = Path::new(&arguments.scene);
    let is_json = path.extension().is_some_and(|ending| ending == "json");
    let json = if path.is_dir() {
        path.join("scene.json")
    } else {
        path.to_owned()
    };
    let range = |count: usize| first..end.unwrap_or(count);
    if json.is_file() && (path.is_dir() || is_json) {
        if first == 0 && end.is_none() && arguments.every.get() == 1 {
            ensure_readable(&json)?;
        }
        let choice = FrameChoice {
            range: range(usize::MAX),
            every: arguments.every,
        };
        let (scene, count) = recording::read_some(&json, &choice)?;
        let last = end.is_none_or(|end| end <= count);
        ensure!(
            last,
            "{} has {count} frames: `--frames` ends beyond them",
            json.display()
        );
        return Ok((scene, frames_note(&range(count), count, arguments.every)));
    }
    let scene = scene_argument::scene(&arguments.scene, &arguments.scene_options)?;
    let count = scene.frames.len();
    let notes = frames_note(&range(count), count, arguments.every);
    let scene = playback::some_frames(scene, range(count), arguments.every)?;
    Ok((scene, notes))
}

/// Fails for a recording whose frames are too large to be held in memory together.
fn ensure_readable(json: &Path) -> Result<()> {
    let size = |path: &Path| path.metadata().map_or(0, |metadata| metadata.len());
    let folder = json
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    // Vertices of deforming bodies. A folder that cannot be listed has its error from the reader.
    let vertices = records::files(folder, "npy").unwrap_or_default();
    let all: u64 = size(json) + vertices.iter().map(|path| size(path)).sum::<u64>();
    ensure!(
        all <= LARGEST_RECORDING,
        "{} and the .npy files beside it have {:.1} GB, and {:.1} GB is the limit for all frames \
         together; show some of them, with `--frames A..B` or `--every N`",
        json.display(),
        all as f64 * 1e-9,
        LARGEST_RECORDING as f64 * 1e-9
    );
    Ok(())
}

/// Returns a sentence on the frames that are shown, if not all are.
fn frames_note(range: &Range<usize>, all: usize, every: NonZeroUsize) -> Vec<String> {
    let is_all = *range == (0..all) && every.get() == 1;
    let (first, end) = (range.start, range.end);
    let of = match every.get() {
        1 => String::new(),
        n => format!(", one of {n}"),
    };
    let note = format!("Frames {first}..{end} of {all}{of}.");
    if is_all { Vec::new() } else { vec![note] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_frames_may_lack_an_end() {
        let range = |text: &str| text.parse::<FrameRange>();
        for (text, first, end) in [("3..7", 3, Some(7)), ("3..", 3, None), ("..7", 0, Some(7))] {
            assert_eq!(range(text), Ok(FrameRange { first, end }));
        }
        for text in ["7", "a..b", "-1..3", "1..2..3", ""] {
            assert!(range(text).unwrap_err().contains("write A..B"), "{text}");
        }
    }
}
