//! Trial of detectors on a scene: each for a moment, before a race.
//!
//! A scene of a user's own may take any detector seconds, or hours. So each is tried in a process
//! of its own, which its parent ends when a call takes too long. The times are those of a few
//! passes, enough to choose who takes part in the race, and to state how far the others are behind.

mod certified;

use crate::call_log::is_of_time;
use crate::clock::{Stopwatch, seconds};
use crate::ground_truth::{GroundTruth, face_pairs};
use crate::isolation::isolated;
use crate::model::{Model, Results, Session, non_empty, positive};
use crate::participant::{DetectorSpec, Participant};
use crate::scene_features::spread;
use crate::scene_spec::SceneSpec;
use crate::timing::collision_errors;
use anyhow::{Result, anyhow, ensure};
use certified::Deadlines;
use collision::{Detail, Detector, Findings};
use oracle::Truth;
use records::names::{DEADLINE_FAULT, DEADLINE_TIME};
use records::{Key, Row, Unit};
use scenes::Scene;
use serde::Deserialize;
use std::num::NonZeroUsize;

/// Trial of detectors on a scene.
///
/// ```toml
/// model      = "trial"
/// scene      = { recording = "folder" }
/// window     = [0, 64]     # first frame, and the one behind the last
/// seconds    = 1.0         # passes over these frames begin until then
/// deadline   = 0.016       # seconds of a frame, for what is certified until then
/// call-limit = 10.0        # seconds after which the process of a call is ended
/// detectors  = [{ name = "bvh" }, { name = "bvh", first-contact = true }]
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Trial {
    /// The scene.
    pub scene: SceneSpec,
    /// First frame, and the one behind the last.
    pub window: [usize; 2],
    /// Seconds after which a detector's trial ends, once the frame under way is answered.
    #[serde(deserialize_with = "positive")]
    pub seconds: f64,
    /// Seconds that a frame may take. Detectors that support budgets are then stopped at it, too,
    /// and what they have proved is counted.
    #[serde(default)]
    pub deadline: Option<f64>,
    /// Seconds after which the process of a call is ended: no frame under a deadline is answered
    /// for longer. None if no call is ended.
    #[serde(default)]
    pub call_limit: Option<f64>,
    /// The detectors. Those that differ in the question only are prepared once.
    #[serde(deserialize_with = "non_empty")]
    pub detectors: Vec<DetectorSpec>,
}

/// Quantity of the smallest time of a frame in a trial.
pub const TRIED_TIME: &str = "tried-time";

/// Quantity of the time of the only preparation in a trial.
pub const TRIED_PREPARATION: &str = "tried-preparation";

/// Quantity that is 0 for a detector that refuses the bodies.
pub const ACCEPTS: &str = "accepts";

/// Beginning of the quantity that counts checked frames.
const VERIFIED: &str = "frames-verified/";

/// Maximum number of passes over the frames.
const MAX_PASSES: usize = 4;

/// Maximum number of frames whose answers are checked.
const MAX_CHECKED: usize = 3;

/// Maximum number of face pairs of these frames together: a fraction of a second, as each process
/// computes them again.
const MAX_CHECKED_PAIRS: u64 = 300_000_000;

impl Model for Trial {
    fn check(&self) -> Result<()> {
        let [first, behind] = self.window;
        ensure!(
            first < behind,
            "`window` is {first} to {behind}, which has no frame"
        );
        let is_positive = |seconds: f64| seconds > 0.0 && seconds.is_finite();
        ensure!(
            self.deadline.is_none_or(is_positive),
            "`deadline` is not more than 0 s"
        );
        ensure!(
            self.call_limit.is_none_or(is_positive),
            "`call-limit` is not more than 0 s"
        );
        self.scene.check()?;
        self.groups().map(drop)
    }

    fn steps(&self) -> usize {
        1
    }

    /// One for each detector with its options.
    fn max_processes(&self) -> NonZeroUsize {
        let groups = self.groups().map_or(1, |groups| groups.len());
        NonZeroUsize::new(groups).unwrap_or(NonZeroUsize::MIN)
    }

    fn labels(&self) -> Vec<String> {
        let groups = self.groups().unwrap_or_default();
        let labels = groups.into_iter().flatten();
        labels.map(|participant| participant.label).collect()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        let (number, count) = (session.process.number(), session.process.count().get());
        let mut groups = self.groups()?;
        for group in &mut groups {
            group.retain(|participant| session.selects(&participant.label));
        }
        groups.retain(|group| !group.is_empty());
        let mut mine = groups.iter().skip(number - 1).step_by(count).peekable();
        if mine.peek().is_none() {
            return Ok(results);
        }
        let scene = self.scene.load()?;
        let [first, behind] = self.window;
        let (frames, name) = (scene.frames.len(), &scene.name);
        ensure!(
            behind <= frames,
            "`window` ends at {behind}, and {name} has {frames} frames"
        );
        let truth = truth(&scene, first..behind);
        for group in mine {
            self.try_group(group, &scene, &truth, session, &mut results);
        }
        session.advance();
        Ok(results)
    }
}

/// Returns the exact answers to some frames, as many as brute force finds in a moment.
fn truth(scene: &Scene, window: std::ops::Range<usize>) -> Vec<Truth> {
    let of_one = face_pairs(scene, 1).max(1);
    let count = (MAX_CHECKED_PAIRS / of_one).min(MAX_CHECKED as u64) as usize;
    GroundTruth::BruteForce.compute(scene, spread(&window, count))
}

/// Times of a participant, and wrong answers in the frames that are checked.
struct Tried {
    frames: Vec<f64>,
    errors: [u64; 2],
}

impl Trial {
    /// Returns the participants. Those of a group differ in the question only.
    fn groups(&self) -> Result<Vec<Vec<Participant>>> {
        let mut groups: Vec<(&DetectorSpec, Vec<Participant>)> = Vec::new();
        for spec in &self.detectors {
            let participant = spec.resolve(&[])?;
            let same = |(other, _): &&mut (&DetectorSpec, _)| {
                other.name == spec.name && other.options == spec.options
            };
            match groups.iter_mut().find(same) {
                Some((_, group)) => group.push(participant),
                None => groups.push((spec, vec![participant])),
            }
        }
        Ok(groups.into_iter().map(|(_, group)| group).collect())
    }

    /// Tries the participants of a group with one detector, which is prepared again only after a
    /// failure.
    fn try_group(
        &self,
        group: &[Participant],
        scene: &Scene,
        truth: &[Truth],
        session: &Session<'_>,
        results: &mut Results,
    ) {
        let deadlines = self.deadlines(scene, truth, session);
        let mut ready: Option<(Box<dyn Detector>, f64)> = None;
        for participant in group {
            session.say(format!("trying {}", participant.label));
            let whole = session.key(&scene.name, &participant.label, "cycle");
            let whole = Key {
                x: f64::from(self.window[1] as u32),
                ..whole
            };
            let before = ready.take();
            let Some((mut detector, preparation)) =
                before.or_else(|| prepared_or_row(participant, scene, &whole, results))
            else {
                continue;
            };
            let row = Row::exact(&whole, TRIED_PREPARATION, Unit::Seconds, preparation);
            results.rows.push(row);
            // A call that ended an earlier process is not made, and leaves the detector as it is.
            let mut asked = false;
            let tried = isolated(|| {
                asked = true;
                self.tried(detector.as_mut(), participant, scene, truth, session)
            });
            match tried {
                Ok(tried) => self.add_rows(&whole, &tried, truth, results),
                Err(error) => fail(&whole, &error, &error, results),
            }
            let last = results.rows.iter().last();
            let is_whole = !asked || last.is_some_and(|row| row.error().is_none());
            let is_whole = is_whole
                && self.add_certified(detector.as_mut(), participant, &whole, &deadlines, results);
            ready = is_whole.then_some((detector, preparation));
        }
    }

    /// Returns the frames of the trial as they are answered under the deadline.
    fn deadlines<'a>(
        &self,
        scene: &'a Scene,
        truth: &'a [Truth],
        session: &Session<'_>,
    ) -> Deadlines<'a> {
        Deadlines {
            scene,
            truth,
            window: self.window[0]..self.window[1],
            seconds: self.seconds,
            deadline: self.deadline.unwrap_or(f64::INFINITY),
            call_limit: self.call_limit.unwrap_or(f64::INFINITY),
            workers: session.workers,
        }
    }

    /// Adds what a detector certifies within the deadline, if there is one and it can be stopped.
    /// Returns false for a detector that must not be asked again.
    fn add_certified(
        &self,
        detector: &mut dyn Detector,
        participant: &Participant,
        whole: &Key,
        deadlines: &Deadlines<'_>,
        results: &mut Results,
    ) -> bool {
        // The certificates of both questions are the same.
        let is_asked = participant.supports_budgets && participant.detail == Detail::AllContacts;
        if self.deadline.is_none() || !is_asked {
            return true;
        }
        let mut asked = false;
        let certified = isolated(|| {
            asked = true;
            deadlines.certified(detector, participant)
        });
        match certified {
            Ok(frames) => {
                let rows = frames.iter().flat_map(|frame| frame.rows(whole));
                results.rows.extend(rows);
                true
            }
            Err(error) => {
                fail_in(DEADLINE_TIME, whole, &error, &error, results);
                if !is_of_time(&error) {
                    results.rows.push(Row::count(whole, DEADLINE_FAULT, 1));
                }
                !asked
            }
        }
    }

    /// Times the frames, and checks the answers to some of them.
    fn tried(
        &self,
        detector: &mut dyn Detector,
        participant: &Participant,
        scene: &Scene,
        truth: &[Truth],
        session: &Session<'_>,
    ) -> Result<Tried> {
        let query = participant.query(scene, session.workers);
        let mut found = Findings::default();
        let mut frames: Vec<f64> = Vec::new();
        let watch = Stopwatch::start();
        let [first, behind] = self.window;
        'passes: for _ in 0..MAX_PASSES {
            for (i, frame) in (first..behind).enumerate() {
                let frame = scene.frame(frame);
                let (result, time) = seconds(|| detector.detect(&frame, &query, &mut found));
                result?;
                match frames.get_mut(i) {
                    Some(least) => *least = least.min(time),
                    None => frames.push(time),
                }
                if watch.seconds() > self.seconds {
                    break 'passes;
                }
            }
        }
        let profile = detector.profile();
        let compare = match participant.detail {
            Detail::FirstContact => oracle::compare_first_contact,
            _ => oracle::compare,
        };
        let mut errors = [0; 2];
        for truth in truth {
            detector.detect(&scene.frame(truth.frame), &query, &mut found)?;
            compare(&profile, truth, &found).map_err(|error| anyhow!("{error}"))?;
            let (one, answer) = (std::slice::from_ref(truth), std::slice::from_ref(&found));
            let wrong = collision_errors(profile.meaning, one, truth.frame, answer);
            errors = [errors[0] + wrong[0], errors[1] + wrong[1]];
        }
        Ok(Tried { frames, errors })
    }

    fn add_rows(&self, whole: &Key, tried: &Tried, truth: &[Truth], results: &mut Results) {
        for (i, time) in tried.frames.iter().enumerate() {
            let cycle = (self.window[0] + i + 1) as u32;
            let key = Key {
                frame: Some(cycle),
                x: f64::from(cycle),
                ..whole.clone()
            };
            let row = Row::exact(&key, TRIED_TIME, Unit::Seconds, *time);
            results.rows.push(row);
        }
        let verified = format!("{VERIFIED}{}", GroundTruth::BruteForce.name());
        for (quantity, count) in [
            (&*verified, truth.len() as u64),
            ("false-collisions", tried.errors[0]),
            ("missed-collisions", tried.errors[1]),
        ] {
            results.rows.push(Row::count(whole, quantity, count));
        }
    }
}

/// Adds the row of a detector that fails, and the failure unless its time was over: that is no
/// wrong answer.
fn fail(whole: &Key, error: &str, cause: &str, results: &mut Results) {
    fail_in(TRIED_TIME, whole, error, cause, results);
}

/// As [`fail`], for a quantity in seconds.
fn fail_in(quantity: &str, whole: &Key, error: &str, cause: &str, results: &mut Results) {
    let row = Row::failure(whole, quantity, Unit::Seconds, error);
    results.rows.push(row);
    if !is_of_time(cause) {
        let Key {
            detector, scene, ..
        } = whole;
        results
            .failures
            .push(format!("{detector} on {scene}: {error}"));
    }
}

/// Detector that is prepared, with the seconds that it took, or the reason why it refuses the
/// bodies.
type Prepared = Result<(Box<dyn Detector>, f64), String>;

/// Returns a prepared detector with its time in seconds, or adds the row of a refusal or failure.
fn prepared_or_row(
    participant: &Participant,
    scene: &Scene,
    whole: &Key,
    results: &mut Results,
) -> Option<(Box<dyn Detector>, f64)> {
    match prepared(participant, scene) {
        Ok(Ok(prepared)) => Some(prepared),
        Ok(Err(refusal)) => {
            results.rows.push(Row::count(whole, ACCEPTS, 0));
            let row = Row::failure(whole, TRIED_TIME, Unit::Seconds, &refusal);
            results.rows.push(row);
            None
        }
        Err(error) => {
            let fault = format!("while preparing: {error}");
            fail(whole, &fault, &error, results);
            None
        }
    }
}

fn prepared(participant: &Participant, scene: &Scene) -> Result<Prepared, String> {
    isolated(|| {
        let mut detector = participant.build();
        let (prepared, time) = seconds(|| detector.prepare(&scene.bodies));
        Ok(match prepared {
            Ok(()) => Ok((detector, time)),
            Err(refusal) => Err(refusal.to_string()),
        })
    })
}

#[cfg(test)]
mod tests;
