//! Faces in motion: how many reported pairs meet, how many do not, and how many are missed
//! [Kitamura95 §3.5].

use crate::isolation::isolated;
use crate::model::{Model, Results, Session, non_empty};
use crate::participant::Participant;
use crate::recorder::Recorder;
use crate::scene_spec::SceneSpec;
use anyhow::{Result, ensure};
use collision::{Claim, Findings, Instant};
use oracle::swept::{ReferencePath, StepContact, step_contacts};
use records::Unit;
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
        let mut scene = self.scene.load()?;
        // Backwards, so that the last frame stays.
        let kept = scene.frames.into_iter().rev().step_by(self.stride.get());
        scene.frames = kept.collect();
        scene.frames.reverse();
        let end = scene.frames.len() - 1;
        ensure!(end > 0, "{} has one frame: nothing moves", scene.name);
        let mut detectors = Vec::new();
        for participant in &self.detectors {
            let side = isolated(|| {
                let detector = session.prepared(participant, &scene.bodies)?;
                Ok((detector, Recorder::default()))
            });
            detectors.push((participant, side));
        }
        let frames = end.saturating_sub(self.frames.get())..end;
        let looked_at = frames.len() as f64;
        let mut results = Results::default();
        for index in frames {
            session.say(format!("reference for frame {}", index + 1));
            let reference = step_contacts(&scene, index, self.path);
            let meet = |m: &StepContact| matches!(m, StepContact::At(_));
            let true_pairs = reference.pairs.iter().filter(|(_, m)| meet(m)).count();
            for (participant, side) in &mut detectors {
                let Ok((detector, recorder)) = side else {
                    continue;
                };
                let mut found = Findings::default();
                let frame = scene.frame(index);
                let detected =
                    isolated(|| Ok(detector.detect(&frame, &scene.query(), &mut found)?));
                if let Err(error) = detected {
                    *side = Err(format!("frame {}: {error}", index + 1));
                    continue;
                }
                let profile = detector.profile();
                let claims =
                    profile.claim == Claim::NoMisses && profile.instant == Instant::UntilNext;
                if let (true, Err(fault)) = (claims, reference.check(&found)) {
                    let label = &participant.label;
                    let fault = format!("{label}: frame {}: {fault}", index + 1);
                    results.failures.push(fault);
                }
                let reported = reference.count(&found);
                let proved = found.evidence.swept.iter().filter(|s| {
                    let latest = s.time.and_then(|time| time.latest);
                    latest.is_some()
                });
                let counts = [
                    ("meeting-pairs", true_pairs),
                    ("reported", found.evidence.swept.len()),
                    ("reported-meeting", reported.meeting),
                    ("false-positives", reported.false_positives),
                    ("reported-undecided", reported.undecided),
                    ("missed", reference.missed(&found)),
                    ("proved", proved.count()),
                ];
                for (quantity, count) in counts {
                    recorder.count(quantity, count as u64);
                }
                recorder.count("frames", 1);
            }
            session.advance();
        }
        for (participant, side) in detectors {
            let key = session.key(&scene.name, &participant.label, "frames");
            let key = key.at("frames", looked_at);
            let mut recorder = match side {
                Ok((_, recorder)) => recorder,
                Err(error) => {
                    results.fail(&[key], "reported", Unit::Count, &error);
                    continue;
                }
            };
            let count = |quantity| recorder.cases(quantity).iter().sum::<f64>();
            let (reported, wrong) = (count("reported"), count("false-positives"));
            let share = wrong / reported.max(1.0);
            recorder.exact("false-positive-share", Unit::Ratio, share);
            results.rows.extend(recorder.rows(&key));
        }
        Ok(results)
    }
}
