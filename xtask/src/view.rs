//! `view`: one offline page that plays a scene with its findings.

mod frames;

use crate::output::Output;
use crate::result::OutputForm;
use crate::scene_argument::SceneOptions;
use crate::{paths, scene_argument, terminal};
use anyhow::{Context, Result, bail, ensure};
use catalog::Options;
use experiments::playback::{self, PlaybackLimits, PlaybackRun, PlaybackSettings};
use experiments::{DetectorSpec, Participant, RunProgress};
use frames::{FrameRange, chosen_frames};
use scenes::Scene;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Arguments of `view`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[arg(help = scene_argument::HELP)]
    scene: String,
    /// Write the page to this new file; `-` is standard output. Without it, a file in the folder
    /// `view` beside the build.
    #[arg(long, value_name = "FILE")]
    out: Option<Output>,
    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
    /// Detector with times and work counts; may be repeated. Without it, some of the fastest.
    #[arg(long = "detector", value_name = "NAME")]
    detectors: Vec<String>,
    /// Frames to show: the first, and one past the last, counted from 0. One of both may be absent.
    #[arg(long, value_name = "A..B", default_value = "..")]
    frames: FrameRange,
    /// Show every N-th of these frames only.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number)]
    every: NonZeroUsize,
    /// Number of times that each frame is timed.
    #[arg(long, value_name = "N", default_value = "3", value_parser = number)]
    repeats: NonZeroUsize,
    /// Also find bodies that lie wholly inside closed bodies.
    #[arg(long)]
    contained: bool,
    /// Also show sphere-trees, and what they certify under budgets. Building one takes seconds for
    /// each mesh.
    #[arg(long)]
    spheres: bool,
    #[command(flatten)]
    scene_options: SceneOptions,
}

/// Maximum number of repeats, and of frames from one to the next.
const MOST: usize = 1_000_000;

/// Reads a number above zero.
fn number(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|n| *n <= MOST);
    let number = number.and_then(NonZeroUsize::new);
    number.ok_or_else(|| format!("give a number from 1 to {MOST}"))
}

/// Detectors with times, if none is named.
pub(crate) const DETECTORS: [&str; 4] = ["bvh", "face-octree-tuned", "face-octree", "parry3d"];

/// Maximum size of a page, in bytes: browsers open larger ones after many seconds.
const LARGEST_PAGE: u64 = 60_000_000;

/// Budgets of certificates, in steps.
const STEPS: [u64; 7] = [1, 3, 10, 30, 100, 300, 1000];

/// Checks the detectors on the scene, and writes the page.
///
/// # Errors
/// Bad arguments, a scene that cannot be read or is too large, a file that cannot be written, and,
/// after the page is written, any answer that was wrong.
pub(crate) fn run(arguments: &Arguments, form: &OutputForm) -> Result<()> {
    // Errors in the arguments are found before any work is done.
    let detectors = participants(&arguments.detectors)?;
    if let Some(out) = &arguments.out {
        out.ensure_apart_from(form)?;
        out.ensure_new(arguments.force)?;
    }
    let (mut scene, notes) = chosen_frames(arguments)?;
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => default_output(&scene.name, arguments.force)?,
    };
    out.ensure_not_read(&scene.files)?;
    scene.containment |= arguments.contained;
    let settings = ViewSettings {
        name: file_name(&scene.name),
        detectors,
        repeats: arguments.repeats,
        octree: true,
        spheres: arguments.spheres,
        source: &arguments.scene,
        notes,
    };
    let run = playback_of(&scene, settings)?;
    out.write(page(&run.playback.title, run.playback.to_json()))?;
    if !out.is_stdout() {
        let result = PageResult::of(&run, &out);
        form.print(|| result.text(), || &result)?;
    }
    none_failed(&run)
}

/// Content of a page of a scene.
pub(crate) struct ViewSettings<'a> {
    /// Name of the playback file: small letters, digits and dashes.
    pub(crate) name: String,
    pub(crate) detectors: Vec<Participant>,
    pub(crate) repeats: NonZeroUsize,
    /// True to show the cubes that the published face octree splits.
    pub(crate) octree: bool,
    /// True to show sphere-trees and certificates.
    pub(crate) spheres: bool,
    /// The scene's argument.
    pub(crate) source: &'a str,
    pub(crate) notes: Vec<String>,
}

/// Returns the page that plays a scene, from the text of its playback file.
pub(crate) fn page(title: &str, playback: String) -> String {
    report::site::playback_page(title, &[playback])
}

/// Checks the detectors on a scene, and returns what its page shows.
///
/// # Errors
/// A scene whose page would be too large, a detector without which nothing can be shown.
pub(crate) fn playback_of(scene: &Scene, settings: ViewSettings<'_>) -> Result<PlaybackRun> {
    ensure_small(scene)?;
    let time_critical = settings.spheres.then(|| participant("sphere-tree"));
    let mut notes = settings.notes;
    notes.extend(scene.notes.iter().cloned());
    let settings = PlaybackSettings {
        name: settings.name,
        title: scene.name.clone(),
        source: settings.source.to_owned(),
        revision: experiments::circumstances(&paths::root(), "", true).revision,
        detectors: settings.detectors,
        repeats: settings.repeats,
        octree: settings.octree,
        time_critical: time_critical.transpose()?,
        steps: STEPS.to_vec(),
        limits: PlaybackLimits::default(),
        notes,
    };
    let progress = RunProgress::line(&terminal::shown(&scene.name), 1);
    let run = playback::record(scene, &settings, &progress);
    progress.finish();
    run
}

/// Returns detectors of these names, or some of the fastest if there is none.
///
/// # Errors
/// An unknown name, or one that is given twice.
pub(crate) fn participants(names: &[String]) -> Result<Vec<Participant>> {
    if names.is_empty() {
        return DETECTORS.into_iter().map(participant).collect();
    }
    let repeated = names
        .iter()
        .enumerate()
        .find(|(i, name)| names[..*i].contains(name));
    if let Some((_, name)) = repeated {
        bail!("`--detector {name}` is given twice; drop one");
    }
    names.iter().map(|name| participant(name)).collect()
}

fn participant(name: &str) -> Result<Participant> {
    let spec = DetectorSpec {
        name: name.to_owned(),
        first_contact: false,
        threads: None,
        copies: None,
        options: Options::none(),
    };
    Ok(spec.resolve(&[])?)
}

/// Fails for a scene whose page would be too large for a browser, and states what helps.
fn ensure_small(scene: &Scene) -> Result<()> {
    let bytes = playback::estimated_bytes(scene);
    let frames = scene.frames.len() as u64;
    if bytes <= LARGEST_PAGE {
        return Ok(());
    }
    let every = bytes.div_ceil(LARGEST_PAGE);
    let (first, megabytes) = (frames / every, 1e-6 * bytes as f64);
    let limit = 1e-6 * LARGEST_PAGE as f64;
    ensure!(
        first > 0,
        "the meshes of `{}` make a page of {megabytes:.0} MB, and {limit:.0} MB is the limit; \
         simplify them",
        scene.name
    );
    bail!(
        "the {frames} frames of `{}` make a page of {megabytes:.0} MB, and {limit:.0} MB is the \
         limit; show some of them, with `--every {every}` or `--frames 0..{first}`",
        scene.name
    )
}

/// Returns a name for files: small letters, digits and dashes of a scene's name.
fn file_name(name: &str) -> String {
    /// Maximum length: systems allow some 250 bytes.
    const LONGEST: usize = 60;
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(LONGEST).collect();
    if name.is_empty() {
        "scene".to_owned()
    } else {
        name
    }
}

/// Returns the file of a scene's page beside the build.
fn default_output(name: &str, force: bool) -> Result<Output> {
    let folder = paths::scratch("view");
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    let file: PathBuf = folder.join(format!("{}.html", file_name(name)));
    let out = Output::File(file);
    out.ensure_new(force)?;
    Ok(out)
}

/// Result of `view`: what the page shows.
#[derive(Serialize)]
struct PageResult<'a> {
    /// File of the page.
    page: String,
    scene: &'a str,
    bodies: usize,
    frames: usize,
    /// Number of frames in which bodies collide.
    colliding_frames: usize,
    /// Number of face pairs in contact, in all frames.
    face_pairs: usize,
    notes: &'a [String],
    /// Detectors with wrong answers, and these.
    failures: &'a [(String, String)],
}

impl PageResult<'_> {
    fn of<'a>(run: &'a PlaybackRun, out: &Output) -> PageResult<'a> {
        let playback = &run.playback;
        let colliding = playback.contacts.iter().filter(|found| !found.is_empty());
        PageResult {
            page: out.to_string(),
            scene: &playback.title,
            bodies: playback.bodies.len(),
            frames: playback.frames,
            colliding_frames: colliding.count(),
            face_pairs: playback.contacts.iter().flatten().map(|c| c.total).sum(),
            notes: &playback.notes,
            failures: &run.failures,
        }
    }

    fn text(&self) -> String {
        let mut text = format!(
            "{}: {} bodies, {} frames; bodies collide in {}, with {} face pairs\n",
            self.scene, self.bodies, self.frames, self.colliding_frames, self.face_pairs
        );
        for note in self.notes {
            text += &format!("note: {note}\n");
        }
        text + &format!("{}: open it in a browser; it needs no network\n", self.page)
    }
}

/// Returns the detectors with wrong answers, and these.
pub(crate) fn failures(run: &PlaybackRun) -> Vec<String> {
    let failures = run.failures.iter();
    failures
        .map(|(label, why)| format!("{label}: {why}"))
        .collect()
}

/// Fails if an answer was wrong.
fn none_failed(run: &PlaybackRun) -> Result<()> {
    let failures = failures(run);
    ensure!(
        failures.is_empty(),
        "verification failed: {}",
        failures.join("; ")
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_for_files_is_plain_and_short() {
        assert_eq!(
            file_name("two-spheres:faces=528, <b>"),
            "two-spheres-faces-528-b"
        );
        assert_eq!(file_name("../…/\u{1b}"), "scene");
        assert_eq!(file_name(&"x".repeat(500)).len(), 60);
    }

    #[test]
    fn a_page_that_is_too_large_names_what_helps() {
        let cube = std::sync::Arc::new(scenes::bodies::cube(1.0));
        let bodies = vec![catalog::Body::rigid("cube", cube); 100];
        let poses = vec![catalog::Pose::IDENTITY; 100];
        let frames = vec![scenes::SceneFrame::rigid(poses); 20_000];
        let scene = Scene::new("<long>", bodies, frames).unwrap();
        let error = ensure_small(&scene).unwrap_err().to_string();
        assert!(
            error.contains("`--every 3` or `--frames 0..6666`"),
            "{error}"
        );
        assert!(
            error.contains("139 MB") && error.contains("<long>"),
            "{error}"
        );
    }
}
