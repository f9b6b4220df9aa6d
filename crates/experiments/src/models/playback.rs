//! Playback files of scenes, for the page that plays them.

use crate::model::{Model, PictureFile, Results, Session, non_empty};
use crate::participant::{DetectorSpec, Participant};
use crate::playback::{PlaybackLimits, PlaybackRun, PlaybackSettings, record, some_frames};
use crate::recorder::Recorder;
use crate::scene_spec::SceneSpec;
use anyhow::{Context, Result, ensure};
use records::Unit;
use scenes::Scene;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::Range;

/// Playback files of scenes. Each is written beside the rows, `NAME.playback.json`.
///
/// ```toml
/// model     = "playback"
/// detectors = [{ name = "bvh" }, { name = "face-octree" }]
/// repeats   = 5
/// scenes    = [
///     { file = "two", title = "2 spheres", scene = { generator = "two-spheres" }, octree = true },
/// ]
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlaybackFiles {
    /// The scenes.
    #[serde(deserialize_with = "non_empty")]
    pub scenes: Vec<PlaybackScene>,
    /// Detectors with times. One may refuse the bodies of a scene.
    #[serde(deserialize_with = "non_empty")]
    pub detectors: Vec<DetectorSpec>,
    /// Detector with sphere-trees, for scenes with `steps`.
    pub time_critical: Option<Participant>,
    /// Number of times that each frame is timed.
    pub repeats: NonZeroUsize,
    /// Names of the scenes to record; all if empty.
    #[serde(default)]
    pub only: Vec<String>,
}

/// One scene.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlaybackScene {
    /// Name of the file: small letters, digits and dashes. Not `name`, which tables of detectors
    /// have.
    pub file: String,
    /// Heading.
    pub title: String,
    /// The scene.
    pub scene: SceneSpec,
    /// First frame, counted from 0.
    #[serde(default)]
    pub first: usize,
    /// Number of frames from the first one on; all that follow if absent.
    pub frames: Option<NonZeroUsize>,
    /// Step from one frame that is kept to the next.
    #[serde(default = "one")]
    pub every: NonZeroUsize,
    /// True to keep the cubes that the published face octree splits.
    #[serde(default)]
    pub octree: bool,
    /// Budgets of certificates, in steps. None without them.
    #[serde(default)]
    pub steps: Vec<u64>,
    /// Maximum number of face pairs in contact that are kept.
    pub face_pairs: Option<usize>,
    /// Maximum number of cubes that are kept.
    pub cubes: Option<usize>,
}

fn one() -> NonZeroUsize {
    NonZeroUsize::MIN
}

impl Model for PlaybackFiles {
    fn check(&self) -> Result<()> {
        let mut names = BTreeSet::new();
        for scene in &self.scenes {
            let PlaybackScene {
                file: name, steps, ..
            } = scene;
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            ensure!(
                !name.is_empty() && name.chars().all(is_plain),
                "`{name}` names a file: use small letters, digits and dashes"
            );
            ensure!(names.insert(name), "two scenes are named `{name}`");
            ensure!(
                steps.is_empty() || self.time_critical.is_some(),
                "`{name}` has `steps`, and there is no detector `time-critical` for them"
            );
            scene.scene.check()?;
        }
        if let Some(unknown) = self.only.iter().find(|name| !names.contains(name)) {
            anyhow::bail!("`only` names `{unknown}`, which is no scene");
        }
        if let Some(detector) = &self.time_critical {
            ensure!(
                detector.supports_budgets,
                "`time-critical` is {}, which does not support budgets",
                detector.label
            );
        }
        self.participants().map(drop)
    }

    fn steps(&self) -> usize {
        self.chosen().count()
    }

    fn labels(&self) -> Vec<String> {
        let participants = self.participants().unwrap_or_default();
        participants.into_iter().map(|p| p.label).collect()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        for chosen in self.chosen() {
            session.say(format!("loading {}", chosen.scene));
            let scene = chosen.load()?;
            let settings = self.settings(chosen, &scene, session)?;
            let run = record(&scene, &settings, session.progress)
                .with_context(|| format!("{}, {}", session.id, chosen.file))?;
            self.add_rows(chosen, &run, session, &mut results);
            results.pictures.push(PictureFile {
                name: run.playback.file_name(),
                bytes: run.playback.to_json().into_bytes(),
            });
            session.advance();
        }
        Ok(results)
    }
}

impl PlaybackFiles {
    fn chosen(&self) -> impl Iterator<Item = &PlaybackScene> {
        let is_chosen =
            |scene: &&PlaybackScene| self.only.is_empty() || self.only.contains(&scene.file);
        self.scenes.iter().filter(is_chosen)
    }

    fn participants(&self) -> Result<Vec<Participant>> {
        let specs = self.detectors.iter();
        Ok(specs
            .map(|spec| spec.resolve(&[]))
            .collect::<Result<_, _>>()?)
    }

    fn settings(
        &self,
        of: &PlaybackScene,
        scene: &Scene,
        session: &Session<'_>,
    ) -> Result<PlaybackSettings> {
        let mut detectors = self.participants()?;
        detectors.retain(|detector| session.selects(&detector.label));
        let limits = PlaybackLimits::default();
        Ok(PlaybackSettings {
            name: of.file.clone(),
            title: of.title.clone(),
            source: of.scene.to_string(),
            revision: session.revision.to_owned(),
            detectors,
            repeats: self.repeats,
            octree: of.octree,
            time_critical: self.time_critical.clone().filter(|_| !of.steps.is_empty()),
            steps: of.steps.clone(),
            limits: PlaybackLimits {
                all_face_pairs: of.face_pairs.unwrap_or(limits.all_face_pairs),
                cubes: of.cubes.unwrap_or(limits.cubes),
                ..limits
            },
            notes: of.note(scene.frames.len()).into_iter().collect(),
        })
    }

    /// Adds the rows of a scene: its contacts and file, and of each detector the mean over frames.
    fn add_rows(
        &self,
        of: &PlaybackScene,
        run: &PlaybackRun,
        session: &Session<'_>,
        results: &mut Results,
    ) {
        let playback = &run.playback;
        let key = |detector: &str| {
            let key = session.key(&of.scene.to_string(), detector, "");
            key.in_series(of.title.clone())
        };
        let mut scene = Recorder::default();
        scene.count("frames", playback.frames as u64);
        let contacts = playback.contacts.iter().flatten();
        scene.count(
            "contacts",
            contacts.map(|contact| contact.total as u64).sum(),
        );
        scene.count("file-bytes", playback.to_json().len() as u64);
        results.rows.extend(scene.rows(&key("scene")));
        for detector in &playback.times.detectors {
            let mut recorder = Recorder::default();
            let ns = detector.ns.iter().map(|ns| f64::from(*ns) * 1e-9);
            let mean = ns.sum::<f64>() / playback.frames as f64;
            recorder.exact("least-time", Unit::Seconds, mean);
            results.rows.extend(recorder.rows(&key(&detector.name)));
        }
        for (label, reason) in &run.failures {
            results.fail(&[key(label)], "least-time", Unit::Seconds, reason);
        }
    }
}

impl PlaybackScene {
    fn load(&self) -> Result<Scene> {
        let scene = self.scene.load()?;
        let range = self.range(scene.frames.len());
        some_frames(scene, range, self.every).with_context(|| format!("`{}`", self.file))
    }

    fn range(&self, all: usize) -> Range<usize> {
        let end = self.frames.map_or(all, |frames| self.first + frames.get());
        self.first..end
    }

    /// Returns a sentence on the frames, if not all are kept.
    fn note(&self, kept: usize) -> Option<String> {
        let is_part = self.first > 0 || self.frames.is_some() || self.every.get() > 1;
        is_part.then(|| match self.every.get() {
            1 => format!("{kept} frames, from frame {} on.", self.first + 1),
            every => format!(
                "{kept} frames: one of {every}, from frame {} on.",
                self.first + 1
            ),
        })
    }
}
