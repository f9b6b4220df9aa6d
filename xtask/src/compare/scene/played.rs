//! The page that plays the frames of the race on a user's scene.

use crate::compare::ground::made;
use crate::view;
use anyhow::Result;
use experiments::{RacePlan, playback};
use scenes::Scene;
use std::num::NonZeroUsize;
use std::path::Path;

/// Outcome of writing the page.
pub(super) struct Played {
    /// A line on the page, or on the reason why there is none.
    pub(super) words: String,
    /// Wrong answers, which the page does not show.
    pub(super) failures: Vec<String>,
}

/// Number of times that each frame is timed for the page.
const REPEATS: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// Writes a page that plays the scene beside the Markdown, with `notes` below it.
///
/// It has the frames of the race and those of its detectors that answer with all contacts: what
/// was left out of the race may take hours. Answers are checked again, so there is no page where
/// only a part of them could be. What keeps a scene from being played, as its size, is in the
/// words: the comparison is done.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn write(
    argument: &str,
    scene: Scene,
    race: &RacePlan,
    notes: Vec<String>,
    out: &Path,
) -> Result<Played> {
    let without = |words: String| Played {
        words,
        failures: Vec::new(),
    };
    if race.finalists.is_empty() {
        let words = "no page that plays the scene, as there was no race\n";
        return Ok(without(words.to_owned()));
    }
    if race.verify != race.window.len() {
        let words = "no page that plays the scene: the exact answers to its frames would take too \
                     long; `cargo xtask view` makes one of chosen frames\n";
        return Ok(without(words.to_owned()));
    }
    let file = made(out.join("lab"))?.join("scene.html");
    match page(argument, scene, race, notes) {
        Ok((page, failures)) => {
            records::write_atomically(&file, page.as_bytes())?;
            let words = format!("{} plays the scene in a browser\n", file.display());
            Ok(Played { words, failures })
        }
        Err(error) => {
            let words = format!("no page that plays the scene: {error:#}\n");
            Ok(without(words))
        }
    }
}

/// Returns the page, and wrong answers.
fn page(
    argument: &str,
    scene: Scene,
    race: &RacePlan,
    mut notes: Vec<String>,
) -> Result<(String, Vec<String>)> {
    let (window, count) = (race.window.clone(), scene.frames.len());
    if window.len() < count {
        let (first, last) = (window.start + 1, window.end);
        notes.insert(
            0,
            format!("Frames {first} to {last} of {count}: those of the race."),
        );
    }
    let scene = playback::some_frames(scene, window, NonZeroUsize::MIN)?;
    let names = detectors(&race.finalists);
    let settings = view::ViewSettings {
        octree: names.iter().any(|name| name == "face-octree"),
        detectors: view::participants(&names)?,
        repeats: REPEATS,
        spheres: false,
        source: argument,
        notes,
    };
    let (page, run) = view::page(&scene, settings)?;
    Ok((page, view::failures(&run)))
}

/// Returns the detectors of the page that raced for all contacts, by their names in the catalog. If
/// none did, the one whose contacts it shows.
fn detectors(finalists: &[String]) -> Vec<String> {
    let raced = |name: &&str| {
        let mut labels = finalists.iter().filter(|l| !l.ends_with(" first-contact"));
        labels.any(|label| label.split(' ').next() == Some(*name))
    };
    let raced = view::DETECTORS.into_iter().filter(raced);
    let names: Vec<String> = raced.map(str::to_owned).collect();
    if names.is_empty() {
        vec!["bvh".to_owned()]
    } else {
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes red if a detector is played that was too slow for the race.
    #[test]
    fn the_page_has_detectors_of_the_race() {
        let names = |labels: &[&str]| {
            let labels: Vec<String> = labels.iter().map(|l| (*l).to_owned()).collect();
            detectors(&labels)
        };
        let raced = ["face-octree-tuned", "bvh broad-phase=aabb-tree", "obb-tree"];
        assert_eq!(names(&raced), ["bvh", "face-octree-tuned"]);
        assert_eq!(names(&["parry3d first-contact"]), ["bvh"]);
    }

    /// Goes red if a scene of more frames than the race is not played, or that is not said.
    #[test]
    fn a_long_scene_is_played_in_the_frames_of_the_race() {
        let generator: scenes::Generator = "two-spheres:faces=48,seed=7".parse().unwrap();
        let out = tempfile::tempdir().unwrap();
        let write = |verify: usize, finalists: &[&str]| {
            let race = RacePlan {
                window: 66..72,
                finalists: finalists.iter().map(|label| (*label).to_owned()).collect(),
                verify,
                preparations: false,
            };
            let notes = vec!["A note.".to_owned()];
            let scene = generator.generate().unwrap();
            write("two-spheres", scene, &race, notes, out.path()).unwrap()
        };
        let played = write(6, &["bvh"]);
        assert_eq!(played.failures, [""; 0]);
        assert!(played.words.contains("plays the scene"), "{}", played.words);
        let page = std::fs::read_to_string(out.path().join("lab/scene.html")).unwrap();
        let notes = "\"notes\":[\"Frames 67 to 72 of 72: those of the race.\",\"A note.\"";
        assert!(page.contains(notes), "no note");
        assert!(page.contains("\"frames\":6,"), "other frames");
        assert!(write(5, &["bvh"]).words.contains("would take too long"));
        // Nothing is slow where all refuse the bodies.
        assert!(write(6, &[]).words.contains("no race"));
    }
}
