//! The page that plays the frames of the race on a user's scene.

use crate::compare::ground::made;
use crate::redraw::USER_SCENE;
use crate::view;
use anyhow::Result;
use experiments::playback::{self, PlaybackRun};
use experiments::{Participant, RacePlan};
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

/// Race on a scene, as the page needs it.
pub(super) struct PlayedRace<'a> {
    pub(super) plan: &'a RacePlan,
    /// Detectors that the advice recommends, with their options and questions.
    pub(super) recommended: Vec<Participant>,
    /// Sentences below the scene.
    pub(super) notes: Vec<String>,
}

/// Number of times that each frame is timed for the page.
const REPEATS: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// Writes the scene's playback file into the folder of the recording, from which the interactive
/// page has it, and a page that plays it alone beside the Markdown in `out`.
///
/// Both have the frames of the race, the recommended detectors and others of the race that answer
/// with all contacts: what was left out of the race may take hours. Answers are checked again, so
/// only as many frames are played as could be checked. What keeps a scene from being played, as its
/// size, is in the words: the comparison is done.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn write(
    argument: &str,
    scene: Scene,
    race: PlayedRace<'_>,
    recording: &Path,
    out: &Path,
) -> Result<Played> {
    let without = |words: String| Played {
        words,
        failures: Vec::new(),
    };
    if race.plan.finalists.is_empty() {
        let words = "no page that plays the scene, as there was no race\n";
        return Ok(without(words.to_owned()));
    }
    if race.plan.verify == 0 {
        let words = "no page that plays the scene: the exact answers to its frames would take too \
                     long; `cargo xtask view` makes one of chosen frames\n";
        return Ok(without(words.to_owned()));
    }
    let file = made(out.join("lab"))?.join("scene.html");
    match playback_of(argument, scene, race) {
        Ok(run) => {
            let json = run.playback.to_json();
            let of_recording = recording.join(run.playback.file_name());
            records::write_atomically(&of_recording, json.as_bytes())?;
            let page = view::page(&run.playback.title, json);
            records::write_atomically(&file, page.as_bytes())?;
            Ok(Played {
                words: format!("{} plays the scene in a browser\n", file.display()),
                failures: view::failures(&run),
            })
        }
        Err(error) => {
            let words = format!("no page that plays the scene: {error:#}\n");
            Ok(without(words))
        }
    }
}

/// Returns the playback, and wrong answers.
fn playback_of(argument: &str, scene: Scene, race: PlayedRace<'_>) -> Result<PlaybackRun> {
    let plan = race.plan;
    let (window, count) = (plan.window.clone(), scene.frames.len());
    let every = window.len().div_ceil(plan.verify.max(1));
    let mut notes = Vec::new();
    if window.len() < count {
        let (first, last) = (window.start + 1, window.end);
        notes.push(format!(
            "Frames {first} to {last} of {count}: those of the race."
        ));
    }
    if every > 1 {
        notes.push(format!(
            "One of {every} frames of the race is shown: the exact answers to all would take too \
             long."
        ));
    }
    notes.extend(race.notes);
    let every = NonZeroUsize::new(every).unwrap_or(NonZeroUsize::MIN);
    let scene = playback::some_frames(scene, window, every)?;
    let detectors = detectors(&plan.finalists, race.recommended)?;
    let settings = view::ViewSettings {
        name: USER_SCENE.to_owned(),
        octree: detectors.iter().any(|one| one.label == "face-octree"),
        detectors,
        repeats: REPEATS,
        spheres: false,
        source: argument,
        notes,
    };
    view::playback_of(&scene, settings)
}

/// Returns the detectors of the page: those that are recommended, and some others that raced for
/// all contacts. If there are none, the one whose contacts it shows.
fn detectors(finalists: &[String], recommended: Vec<Participant>) -> Result<Vec<Participant>> {
    let raced = |name: &&str| {
        let mut labels = finalists.iter().filter(|l| !l.ends_with(" first-contact"));
        labels.any(|label| label.split(' ').next() == Some(*name))
    };
    // Without a race of exact detectors, one of the trial may be recommended.
    let recommended = recommended.into_iter();
    let recommended = recommended.filter(|one| finalists.contains(&one.label));
    let mut shown: Vec<Participant> = recommended.collect();
    let others = view::DETECTORS.into_iter().filter(raced);
    let is_shown = |name: &str| shown.iter().any(|one| one.label == name);
    let mut others: Vec<String> = others
        .filter(|name| !is_shown(name))
        .map(str::to_owned)
        .collect();
    if shown.is_empty() && others.is_empty() {
        others.push("bvh".to_owned());
    }
    if !others.is_empty() {
        shown.extend(view::participants(&others)?);
    }
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Options;
    use experiments::DetectorSpec;

    fn participant(name: &str, first_contact: bool) -> Participant {
        let spec = DetectorSpec {
            name: name.to_owned(),
            first_contact,
            threads: None,
            copies: None,
            options: Options::none(),
        };
        spec.resolve(&[]).unwrap()
    }

    fn labels(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// Goes red if a detector is played that was too slow for the race, or a recommended one is
    /// not.
    #[test]
    fn the_page_has_detectors_of_the_race() {
        let names = |finalists: &[&str], recommended: &[(&str, bool)]| {
            let recommended = recommended.iter();
            let recommended = recommended.map(|(name, first)| participant(name, *first));
            let shown = detectors(&labels(finalists), recommended.collect()).unwrap();
            shown.into_iter().map(|one| one.label).collect::<Vec<_>>()
        };
        let raced = ["face-octree-tuned", "bvh broad-phase=aabb-tree", "obb-tree"];
        assert_eq!(names(&raced, &[]), ["bvh", "face-octree-tuned"]);
        assert_eq!(
            names(&raced, &[("obb-tree", false), ("octree-update", false)]),
            ["obb-tree", "bvh", "face-octree-tuned"]
        );
        let first = "parry3d first-contact";
        assert_eq!(names(&[first], &[]), ["bvh"]);
        assert_eq!(names(&[first], &[("parry3d", true)]), [first]);
    }

    /// Goes red if a scene of more frames than the race, or than could be checked, is not played,
    /// or that is not said.
    #[test]
    fn a_long_scene_is_played_in_the_frames_of_the_race() {
        let generator: scenes::Generator = "two-spheres:faces=48,seed=7".parse().unwrap();
        let out = tempfile::tempdir().unwrap();
        let write = |verify: usize, finalists: &[&str]| {
            let plan = RacePlan {
                window: 66..72,
                finalists: labels(finalists),
                verify,
                preparations: false,
            };
            let race = PlayedRace {
                plan: &plan,
                recommended: vec![participant("bvh", false)],
                notes: labels(&["A note."]),
            };
            let scene = generator.generate().unwrap();
            write("two-spheres", scene, race, out.path(), out.path()).unwrap()
        };
        let page = || std::fs::read_to_string(out.path().join("lab/scene.html")).unwrap();
        let of_race = "\"notes\":[\"Frames 67 to 72 of 72: those of the race.\",\"";
        let played = write(6, &["bvh"]);
        assert_eq!(played.failures, [""; 0]);
        assert!(played.words.contains("plays the scene"), "{}", played.words);
        assert!(page().contains(&format!("{of_race}A note.\"")), "no note");
        assert!(page().contains("\"frames\":6,"), "other frames");
        let file = out.path().join("lab-user-scene.playback.json");
        let file = std::fs::read_to_string(file).unwrap();
        assert!(file.contains("\"frames\":6,"), "no playback file");
        // Frames 67, 69 and 71.
        let played = write(4, &["bvh"]);
        assert!(played.words.contains("plays the scene"), "{}", played.words);
        assert!(
            page().contains(&format!("{of_race}One of 2 frames")),
            "no note"
        );
        assert!(page().contains("\"frames\":3,"), "other frames");
        assert!(write(0, &["bvh"]).words.contains("would take too long"));
        // Nothing is slow where all refuse the bodies.
        assert!(write(6, &[]).words.contains("no race"));
    }
}
