//! Faces in motion: how many reported pairs meet, how many do not, and how many are missed
//! [Kitamura95 §3.5].

use crate::isolation::isolated;
use crate::model::{Model, Results, Session, non_empty};
use crate::participant::Participant;
use crate::recorder::Recorder;
use crate::scene_spec::SceneSpec;
use anyhow::{Result, ensure};
use collision::{Claim, Detector, Findings, Instant, SweptContact};
use oracle::swept::{ReferencePath, StepContact, StepContacts, step_contacts};
use records::{Key, Unit};
use scenes::Scene;
use serde::Deserialize;
use std::num::NonZeroUsize;

/// Detectors of swept faces against a reference that subdivides time.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SweptAccuracy {
    /// The scene.
    pub scene: SceneSpec,
    /// Number of last frames with a next instant that are looked at.
    pub frames: NonZeroUsize,
    /// Number of the scene's frames from one instant to the next: faster motion on the same paths.
    #[serde(default = "one")]
    pub stride: NonZeroUsize,
    /// Motion of the reference: `linear` or `turning`.
    pub path: ReferencePath,
    /// Detectors that report swept contacts. One that claims to miss nothing until the next
    /// instant fails if it does.
    #[serde(deserialize_with = "non_empty")]
    pub detectors: Vec<Participant>,
}

fn one() -> NonZeroUsize {
    NonZeroUsize::MIN
}

impl Model for SweptAccuracy {
    fn steps(&self) -> usize {
        self.frames.get()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        session.say(format!("loading {}", self.scene));
        let scene = self.strided_scene()?;
        let end = scene.frames.len() - 1;
        let mut results = Results::default();
        let mut sides: Vec<SweptSide<'_>> = Vec::new();
        for participant in &self.detectors {
            let side = isolated(|| {
                let detector = session.prepared(participant, &scene.bodies)?;
                Ok((detector, Recorder::default()))
            });
            sides.push(SweptSide { participant, side });
        }
        let frames = end.saturating_sub(self.frames.get())..end;
        let key = session.key(&scene.name, "", "frames");
        let key = key.at("frames", frames.len() as f64);
        for index in frames {
            session.say(format!("reference for frame {}", index + 1));
            let reference = step_contacts(&scene, index, self.path);
            for side in &mut sides {
                let checked = side.compare(&scene, index, &reference);
                results.failures.extend(checked.err());
            }
            session.advance();
        }
        for side in sides {
            side.report(&key, &mut results);
        }
        Ok(results)
    }
}

impl SweptAccuracy {
    /// Returns the scene with one of `stride` frames, counted from the last, which stays.
    fn strided_scene(&self) -> Result<Scene> {
        let mut scene = self.scene.load()?;
        let kept = scene.frames.into_iter().rev().step_by(self.stride.get());
        scene.frames = kept.collect();
        scene.frames.reverse();
        ensure!(
            scene.frames.len() > 1,
            "{} has one frame: nothing moves",
            scene.name
        );
        Ok(scene)
    }
}

/// Detector with its counts over all frames.
struct SweptSide<'a> {
    participant: &'a Participant,
    /// The error of one that has failed: it is asked no more.
    side: Result<(Box<dyn Detector>, Recorder), String>,
}

impl SweptSide<'_> {
    /// Counts what the detector reports in one frame, unless it has failed.
    ///
    /// Returns a fault if it claims to miss nothing until the next instant, and does.
    fn compare(
        &mut self,
        scene: &Scene,
        index: usize,
        reference: &StepContacts,
    ) -> Result<(), String> {
        let Ok((detector, recorder)) = &mut self.side else {
            return Ok(());
        };
        let mut found = Findings::default();
        let frame = scene.frame(index);
        let detected = isolated(|| Ok(detector.detect(&frame, &scene.query(), &mut found)?));
        if let Err(error) = detected {
            self.side = Err(format!("frame {}: {error}", index + 1));
            return Ok(());
        }
        count(reference, &found, recorder);
        let profile = detector.profile();
        let claims = profile.claim == Claim::NoMisses && profile.instant == Instant::UntilNext;
        if claims {
            let label = &self.participant.label;
            let in_frame = |fault| format!("{label}: frame {}: {fault}", index + 1);
            reference.check(&found).map_err(in_frame)?;
        }
        Ok(())
    }

    /// Adds the counts over all frames, and the share of false positives.
    fn report(self, key: &Key, results: &mut Results) {
        let key = Key {
            detector: self.participant.label.clone(),
            ..key.clone()
        };
        let mut recorder = match self.side {
            Ok((_, recorder)) => recorder,
            Err(error) => {
                results.fail(&[key], "reported", Unit::Count, &error);
                return;
            }
        };
        let count = |quantity| recorder.cases(quantity).iter().sum::<f64>();
        let (reported, wrong) = (count("reported"), count("false-positives"));
        let share = wrong / reported.max(1.0);
        recorder.exact("false-positive-share", Unit::Ratio, share);
        results.rows.extend(recorder.rows(&key));
    }
}

/// Counts pairs of faces that meet until the next instant, and those that are reported.
fn count(reference: &StepContacts, found: &Findings, recorder: &mut Recorder) {
    let meets = |contact: &StepContact| matches!(contact, StepContact::At(_));
    let meeting = reference.pairs.iter().filter(|(_, c)| meets(c)).count();
    let reported = reference.count(found);
    let is_proved = |s: &&SweptContact| s.time.and_then(|time| time.latest).is_some();
    let proved = found.evidence.swept.iter().filter(is_proved).count();
    for (quantity, count) in [
        ("meeting-pairs", meeting),
        ("reported", found.evidence.swept.len()),
        ("reported-meeting", reported.meeting),
        ("false-positives", reported.false_positives),
        ("reported-undecided", reported.undecided),
        ("missed", reference.missed(found)),
        ("proved", proved),
        ("frames", 1),
    ] {
        recorder.count(quantity, count as u64);
    }
}
