//! Playback of a scene: its motion, its contacts and what the detectors did, frame by frame.
//!
//! The answers are checked and timed by [`replay`](mod@crate::timing), as those of
//! every replay. Of each frame the least time of all repeats counts: what a frame takes if nothing
//! disturbs it. It is for looking at, and no claim rests on it.
//!
//! | module | content |
//! |---|---|
//! | `drawing` | meshes, motion and boxes |
//! | `findings` | contacts, split cubes |
//! | `budgets` | spheres, and certificates under budgets |

mod budgets;
mod drawing;
mod findings;

use crate::machine;
use crate::participant::Participant;
use crate::progress::RunProgress;
use crate::timing::{Measured, Outcome, Plan, replay};
use anyhow::{Result, bail, ensure};
use collision::Detail;
use findings::Contacts;
use records::playback::{Playback, PlaybackDetector, PlaybackTimes};
use scenes::Scene;
use scenes::random::SceneRng;
use std::num::NonZeroUsize;
use std::ops::Range;

/// Content of a playback beside the motion.
#[derive(Clone, Debug)]
pub struct PlaybackSettings {
    /// Name of the file.
    pub name: String,
    /// Heading.
    pub title: String,
    /// Generator or file of the scene.
    pub source: String,
    /// Revision of the sources.
    pub revision: String,
    /// Detectors with times and work counts.
    pub detectors: Vec<Participant>,
    /// Number of times that each frame is timed.
    pub repeats: NonZeroUsize,
    /// True to keep the cubes that the published face octree splits.
    pub octree: bool,
    /// Detector with sphere-trees, for spheres and certificates.
    pub time_critical: Option<Participant>,
    /// Budgets of certificates, in refinement steps of a frame.
    pub steps: Vec<u64>,
    /// Limits of what is kept.
    pub limits: PlaybackLimits,
    /// Sentences under the title.
    pub notes: Vec<String>,
}

/// Limits of what a playback keeps. Pages say what was left out.
#[derive(Clone, Copy, Debug)]
pub struct PlaybackLimits {
    /// Maximum number of face pairs of two bodies in a frame.
    pub face_pairs: usize,
    /// Maximum number of face pairs in all frames.
    pub all_face_pairs: usize,
    /// Maximum number of cubes in all frames.
    pub cubes: usize,
    /// Number of levels of spheres, the bounding sphere included.
    pub sphere_levels: u8,
}

impl Default for PlaybackLimits {
    fn default() -> PlaybackLimits {
        PlaybackLimits {
            face_pairs: 2000,
            all_face_pairs: 100_000,
            cubes: 50_000,
            sphere_levels: 4,
        }
    }
}

/// A playback, and what went wrong.
#[derive(Clone, Debug)]
pub struct PlaybackRun {
    /// The playback, of all detectors with right answers.
    pub playback: Playback,
    /// Wrong answers, panics and faults of certificates: the detector and the reason.
    pub failures: Vec<(String, String)>,
}

/// Detector whose contacts are shown.
const CONTACTS_OF: &str = "bvh";

/// Returns some frames of a scene: of a range, every n-th. All else stays, the world cube too.
///
/// Detectors with coherence then see the motion between these frames.
///
/// # Errors
/// A range without frames of the scene.
pub fn some_frames(mut scene: Scene, range: Range<usize>, every: NonZeroUsize) -> Result<Scene> {
    let count = scene.frames.len();
    ensure!(
        range.start < range.end && range.end <= count,
        "frames {}..{} are not frames of `{}`, which are 0..{count}; name a first frame and one \
         past the last",
        range.start,
        range.end,
        scene.name
    );
    scene.frames.truncate(range.end);
    let frames = std::mem::take(&mut scene.frames).into_iter();
    scene.frames = frames.skip(range.start).step_by(every.get()).collect();
    Ok(scene)
}

/// Returns about the bytes of the file that a scene makes, without contacts, cubes and spheres.
pub fn estimated_bytes(scene: &Scene) -> u64 {
    let (frames, bodies) = (scene.frames.len() as u64, scene.bodies.len() as u64);
    let deforming = scene.bodies.iter().filter(|body| body.deforms);
    let vertices: u64 = deforming.map(|b| b.mesh().vertices().len() as u64).sum();
    let meshes = drawing::distinct_meshes(scene).0;
    let mesh = |body: &usize| {
        let mesh = scene.bodies[*body].mesh();
        6 * mesh.vertices().len() as u64 + 12 * mesh.face_count() as u64
    };
    let meshes: u64 = meshes.iter().map(mesh).sum();
    // Poses and boxes, deformed vertices, as base64.
    (frames * (bodies * (28 + 24) + vertices * 6) + meshes) * 4 / 3
}

/// Checks the detectors on every frame, times those with right answers, and returns the playback.
///
/// # Errors
/// The contacts cannot be found, a scene is too small to be drawn, the detector with sphere-trees
/// fails.
pub fn record(
    scene: &Scene,
    settings: &PlaybackSettings,
    progress: &RunProgress,
) -> Result<PlaybackRun> {
    let drawing = drawing::Drawing::of(scene)?;
    let mut participants = settings.detectors.clone();
    let is_source = |p: &Participant| p.label == CONTACTS_OF;
    let source = participants.iter().position(is_source);
    let source = source.unwrap_or_else(|| {
        participants.push(findings::source(CONTACTS_OF));
        participants.len() - 1
    });
    let plan = Plan::of_frames(0..scene.frames.len(), settings.repeats.get());
    let mut random = SceneRng::new(records::seed(&[&settings.name], 0));
    let replayed = replay(scene, &participants, &plan, &mut random, progress)?;
    let contacts = match &replayed.outcomes[source] {
        Outcome::Measured(measured) => Contacts::of(measured, &settings.limits),
        Outcome::Refused(reason) | Outcome::Failed(reason) => {
            bail!("{CONTACTS_OF}, whose contacts are shown, fails: {reason}")
        }
    };
    let mut run = PlaybackRun {
        playback: drawing.playback(settings),
        failures: Vec::new(),
    };
    let playback = &mut run.playback;
    playback.notes.extend(replayed.checked.map(|checked| {
        let by = checked.ground_truth.name();
        format!("Contacts by {CONTACTS_OF}, and all answers, are checked with {by}.")
    }));
    playback.notes.extend(contacts.note.clone());
    playback.contacts = contacts.by_frame;
    playback.times = PlaybackTimes {
        unit: "ns".into(),
        note: format!("The least of {} repeats of each frame.", settings.repeats),
        detectors: Vec::new(),
    };
    for (participant, outcome) in settings.detectors.iter().zip(replayed.outcomes) {
        run.add(participant, outcome);
    }
    if settings.octree {
        progress.say("listing the cubes of the face octree");
        let (cubes, note) = findings::split_cubes(scene, &drawing, settings.limits.cubes)?;
        run.playback.octree = Some(cubes);
        run.playback.notes.extend(note);
    }
    budgets::add(scene, settings, progress, &mut run)?;
    Ok(run)
}

impl PlaybackRun {
    /// Adds the times of a detector with right answers, or why there are none.
    fn add(&mut self, participant: &Participant, outcome: Outcome) {
        let playback = &mut self.playback;
        let label = participant.label.clone();
        match outcome {
            Outcome::Measured(measured) => {
                let times = times(participant, &measured);
                playback.times.detectors.push(times);
            }
            Outcome::Refused(reason) => {
                playback.notes.push(format!("Without {label}: {reason}."));
            }
            Outcome::Failed(reason) => {
                let note = format!("Without {label}, which failed: {reason}.");
                playback.notes.push(note);
                self.failures.push((label, reason));
            }
        }
    }
}

/// Returns the machine of this process in words, and the day.
fn place_and_day() -> (String, String) {
    let (machine, date) = machine::machine_and_date();
    let day = date.split('T').next().unwrap_or_default();
    let words = format!(
        "{} ({}), {} cores",
        machine.cpu, machine.model, machine.cores
    );
    (words, day.to_owned())
}

/// Returns the least time of each frame, and the work counts that are not always zero.
fn times(participant: &Participant, measured: &Measured) -> PlaybackDetector {
    let frames = &measured.frames;
    let least = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
    let ns = frames.iter().map(|frame| (1e9 * least(&frame.time)) as f32);
    let mut names: Vec<&str> = frames
        .iter()
        .flat_map(|frame| frame.found.work.entries().map(|(name, _)| name))
        .collect();
    names.sort_unstable();
    names.dedup();
    let count = |name: &str| {
        let of_frame = |n: u64| n.min(u32::MAX.into()) as u32;
        let counts = frames.iter().map(|f| of_frame(f.found.work.count(name)));
        (name.to_owned(), counts.collect::<Vec<u32>>().into())
    };
    PlaybackDetector {
        name: participant.label.clone(),
        query: match participant.detail {
            Detail::FirstContact => "first contacts".into(),
            _ => "all contacts".into(),
        },
        ns: ns.collect::<Vec<f32>>().into(),
        counts: names.into_iter().map(count).collect(),
    }
}
