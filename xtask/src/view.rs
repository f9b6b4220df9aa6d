//! `view`: one offline page that plays a scene with its findings.

use crate::output::Output;
use crate::scene_argument::SceneOptions;
use crate::{places, scene_argument, terminal};
use anyhow::{Context, Result, bail, ensure};
use catalog::Options;
use experiments::playback::{self, PlaybackLimits, PlaybackRun, PlaybackSettings};
use experiments::{DetectorSpec, Participant, RunProgress};
use scenes::Scene;
use scenes::recording::{self, FrameChoice};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

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

/// Frames on the command line: `A..B`, `A..`, `..B` or `..`.
#[derive(Clone, Debug, PartialEq)]
struct FrameRange {
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

/// Maximum size of a recording's files, in bytes, if all frames are read into memory.
const LARGEST_RECORDING: u64 = 1 << 30;

/// Budgets of certificates, in steps.
const STEPS: [u64; 7] = [1, 3, 10, 30, 100, 300, 1000];

/// Checks the detectors on the scene, and writes the page.
///
/// # Errors
/// Bad arguments, a scene that cannot be read or is too large, a file that cannot be written, and,
/// after the page is written, any answer that was wrong.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    // Errors in the arguments are found before any work is done.
    let detectors = participants(&arguments.detectors)?;
    if let Some(out) = &arguments.out {
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
        detectors,
        repeats: arguments.repeats,
        spheres: arguments.spheres,
        source: &arguments.scene,
        notes,
    };
    let (page, run) = page(&scene, settings)?;
    out.write(&page)?;
    if !out.is_stdout() {
        terminal::print(&summary(&run, &out))?;
    }
    none_failed(&run)
}

/// What a page of a scene shows.
pub(crate) struct ViewSettings<'a> {
    pub(crate) detectors: Vec<Participant>,
    pub(crate) repeats: NonZeroUsize,
    /// True to show sphere-trees and certificates.
    pub(crate) spheres: bool,
    /// The scene's argument.
    pub(crate) source: &'a str,
    pub(crate) notes: Vec<String>,
}

/// Returns the page of a scene, and what it shows.
///
/// # Errors
/// A scene whose page would be too large, a detector without which nothing can be shown.
pub(crate) fn page(scene: &Scene, settings: ViewSettings<'_>) -> Result<(String, PlaybackRun)> {
    ensure_small(scene)?;
    let time_critical = settings.spheres.then(|| participant("sphere-tree"));
    let mut notes = settings.notes;
    notes.extend(scene.notes.iter().cloned());
    let settings = PlaybackSettings {
        name: file_name(&scene.name),
        title: scene.name.clone(),
        source: settings.source.to_owned(),
        revision: experiments::circumstances(&places::root(), "", true).revision,
        detectors: settings.detectors,
        repeats: settings.repeats,
        octree: true,
        time_critical: time_critical.transpose()?,
        steps: STEPS.to_vec(),
        limits: PlaybackLimits::default(),
        notes,
    };
    let progress = RunProgress::line(&terminal::shown(&scene.name), 1);
    let run = playback::record(scene, &settings, &progress);
    progress.finish();
    let run = run?;
    let page = report::site::playback_page(&scene.name, &[run.playback.to_json()]);
    Ok((page, run))
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
        options: Options::none(),
    };
    Ok(spec.resolve(&[])?)
}

/// Reads or generates the scene with the chosen frames. Returns it with a sentence on them, if they
/// are not all.
///
/// Of a recording only these frames are kept in memory.
fn chosen_frames(arguments: &Arguments) -> Result<(Scene, Vec<String>)> {
    let FrameRange { first, end } = arguments.frames;
    let path = Path::new(&arguments.scene);
    let is_json = path.extension().is_some_and(|ending| ending == "json");
    let json = match path.is_dir() {
        true => path.join("scene.json"),
        false => path.to_owned(),
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
    let folder = places::scratch("view");
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    let file: PathBuf = folder.join(format!("{}.html", file_name(name)));
    let out = Output::File(file);
    out.ensure_new(force)?;
    Ok(out)
}

/// Returns what the page shows, for the terminal.
fn summary(run: &PlaybackRun, out: &Output) -> String {
    let playback = &run.playback;
    let colliding = playback
        .contacts
        .iter()
        .filter(|of_frame| !of_frame.is_empty())
        .count();
    let contacts: usize = playback.contacts.iter().flatten().map(|c| c.total).sum();
    let mut text = format!(
        "{}: {} bodies, {} frames; bodies collide in {colliding}, with {contacts} face pairs\n",
        playback.title,
        playback.bodies.len(),
        playback.frames
    );
    for note in &playback.notes {
        text += &format!("note: {note}\n");
    }
    text + &format!("{out}: open it in a browser; it needs no network\n")
}

/// Fails if an answer was wrong.
pub(crate) fn none_failed(run: &PlaybackRun) -> Result<()> {
    let failures = run.failures.iter();
    let failures: Vec<String> = failures
        .map(|(label, why)| format!("{label}: {why}"))
        .collect();
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
    fn ranges_of_frames_may_lack_an_end() {
        let range = |text: &str| text.parse::<FrameRange>();
        for (text, first, end) in [("3..7", 3, Some(7)), ("3..", 3, None), ("..7", 0, Some(7))] {
            assert_eq!(range(text), Ok(FrameRange { first, end }));
        }
        for text in ["7", "a..b", "-1..3", "1..2..3", ""] {
            assert!(range(text).unwrap_err().contains("write A..B"), "{text}");
        }
    }

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
