//! One scene, several detectors: first verified, then timed in turns.

use crate::clock::{StepClock, seconds};
use crate::judge::Judge;
use crate::progress::Progress;
use collision::{Detector, Findings, Frame, Step};
use oracle::Truth;
use scenes::Scene;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Who takes part in a race.
pub struct Entrant {
    /// Its name in rows and messages.
    pub label: String,
    /// Builds it anew, not prepared.
    pub build: Box<dyn Fn() -> Box<dyn Detector>>,
}

impl std::fmt::Debug for Entrant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entrant")
            .field("label", &self.label)
            .finish_non_exhaustive()
    }
}

/// How a scene is raced.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The frames that are replayed, in order, in every repeat.
    pub frames: Range<usize>,
    /// How often each frame is timed.
    pub repeats: usize,
    /// Whether the steps are timed, too, in passes of their own.
    pub steps: bool,
    /// Whether preparation and the first frame after it are repeated, to be timed.
    pub prepare: bool,
}

/// What a race of one scene gave.
#[derive(Clone, Debug)]
pub struct Race {
    /// Who said what is right.
    pub judge: Judge,
    /// What is right, frame by frame of the plan.
    pub truth: Vec<Truth>,
    /// One outcome per entrant, in their order.
    pub outcomes: Vec<Outcome>,
}

/// How an entrant fared.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Every answer was right, and here are the times.
    Measured(Measured),
    /// It does not take one of the bodies, and says so.
    Refused(String),
    /// An answer was wrong, or it panicked.
    Failed(String),
}

/// The measurements of an entrant whose answers were right.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Seconds of each preparation.
    pub prepare: Vec<f64>,
    /// Seconds of the plan's first frame directly after each preparation.
    pub cold: Vec<f64>,
    /// Frame by frame of the plan.
    pub frames: Vec<FrameMeasured>,
}

/// The measurements of one frame.
#[derive(Clone, Debug, Default)]
pub struct FrameMeasured {
    /// Seconds, one sample per repeat.
    pub time: Vec<f64>,
    /// Seconds of each step that the detector announces, one sample per pass.
    pub steps: BTreeMap<Step, Vec<f64>>,
    /// What it found, with the work it took.
    pub found: Findings,
}

/// Verifies every entrant on every frame of the plan, then times those that passed, in turns.
///
/// # Panics
/// When the plan's frames are not frames of the scene.
pub fn race(scene: &Scene, entrants: &[Entrant], plan: &Plan, progress: &Progress) -> Race {
    let judge = Judge::of(scene, plan.frames.len());
    progress.say(format!("truth by {}", judge.name()));
    let truth = judge.truths(scene, plan.frames.clone());
    let mut runners = Vec::new();
    let mut outcomes = Vec::new();
    for entrant in entrants {
        progress.say(format!("verifying {}", entrant.label));
        match verified(scene, entrant, plan, &truth) {
            Ok((detector, measured)) => {
                runners.push(Runner {
                    place: outcomes.len(),
                    detector,
                    measured,
                });
                outcomes.push(Outcome::Measured(Measured::default()));
            }
            Err(outcome) => outcomes.push(outcome),
        }
    }
    if plan.prepare {
        progress.say("timing preparation".to_owned());
        time_preparation(scene, entrants, plan, &mut runners);
    }
    time_frames(scene, plan, &mut runners, progress);
    if plan.steps {
        progress.say("timing steps".to_owned());
        time_steps(scene, plan, &mut runners);
    }
    for runner in runners {
        outcomes[runner.place] = Outcome::Measured(runner.measured);
    }
    Race {
        judge,
        truth,
        outcomes,
    }
}

/// An entrant that passed.
struct Runner {
    place: usize,
    detector: Box<dyn Detector>,
    measured: Measured,
}

/// Checks an entrant on every frame of the plan, in order; a panic is a failure like another.
fn verified(
    scene: &Scene,
    entrant: &Entrant,
    plan: &Plan,
    truth: &[Truth],
) -> Result<(Box<dyn Detector>, Measured), Outcome> {
    let check = || {
        let mut detector = prepared(scene, entrant).map_err(Outcome::Refused)?;
        // Twice, as when it is timed: the second pass jumps from the last frame to the first.
        let answers = checked(scene, detector.as_mut(), plan, truth)?;
        checked(scene, detector.as_mut(), plan, truth)?;
        let frame = |found| FrameMeasured {
            found,
            ..FrameMeasured::default()
        };
        let frames = answers.into_iter().map(frame).collect();
        Ok((
            detector,
            Measured {
                frames,
                ..Measured::default()
            },
        ))
    };
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        Err(Outcome::Failed(format!("panicked: {text}")))
    })
}

/// The answers to every frame of the plan, in order, or what is wrong with the first wrong one.
fn checked(
    scene: &Scene,
    detector: &mut dyn Detector,
    plan: &Plan,
    truth: &[Truth],
) -> Result<Vec<Findings>, Outcome> {
    let profile = detector.profile();
    let answer = |(frame, truth)| {
        let mut found = Findings::default();
        detector.detect(&scene.frame(frame), &mut found);
        match oracle::compare(&profile, truth, &found) {
            Ok(()) => Ok(found),
            Err(disagreement) => Err(Outcome::Failed(disagreement.to_string())),
        }
    };
    plan.frames.clone().zip(truth).map(answer).collect()
}

fn prepared(scene: &Scene, entrant: &Entrant) -> Result<Box<dyn Detector>, String> {
    let mut detector = (entrant.build)();
    detector.prepare(&scene.bodies).map_err(|e| e.to_string())?;
    Ok(detector)
}

/// Times `prepare`, and the first frame after it, on fresh detectors that take turns.
fn time_preparation(scene: &Scene, entrants: &[Entrant], plan: &Plan, runners: &mut [Runner]) {
    /// Preparation is long and steady: more repeats would buy little.
    const MOST_REPEATS: usize = 7;
    let first = scene.frame(plan.frames.start);
    for _ in 0..plan.repeats.min(MOST_REPEATS) {
        for runner in runners.iter_mut() {
            let mut fresh = (entrants[runner.place].build)();
            let (result, time) = seconds(|| fresh.prepare(&scene.bodies));
            result.expect("prepared before");
            runner.measured.prepare.push(time);
            let mut found = Findings::default();
            runner
                .measured
                .cold
                .push(seconds(|| fresh.detect(&first, &mut found)).1);
        }
    }
}

/// Replays the frames: in each repeat the detectors take turns, each warm from the passes that
/// verified it and from an untimed one.
fn time_frames(scene: &Scene, plan: &Plan, runners: &mut [Runner], progress: &Progress) {
    let mut found = Findings::default();
    for repeat in 0..=plan.repeats {
        progress.say(format!("timing, repeat {repeat} of {}", plan.repeats));
        for runner in runners.iter_mut() {
            for (i, frame) in plan.frames.clone().enumerate() {
                let frame = scene.frame(frame);
                let ((), time) = seconds(|| runner.detector.detect(&frame, &mut found));
                // Repeat 0 warms the caches, and grows the buffers of `found`.
                if repeat > 0 {
                    runner.measured.frames[i].time.push(time);
                }
            }
        }
    }
}

/// Replays the frames with a clock at the steps, apart from [`time_frames`].
fn time_steps(scene: &Scene, plan: &Plan, runners: &mut [Runner]) {
    /// A breakdown needs no fine interval.
    const MOST_PASSES: usize = 7;
    let mut found = Findings::default();
    for _ in 0..plan.repeats.min(MOST_PASSES) {
        for runner in runners.iter_mut() {
            for (i, frame) in plan.frames.clone().enumerate() {
                let clock = StepClock::default();
                let frame = Frame {
                    probe: &clock,
                    ..scene.frame(frame)
                };
                runner.detector.detect(&frame, &mut found);
                for (step, time) in clock.finish() {
                    runner.measured.frames[i]
                        .steps
                        .entry(step)
                        .or_default()
                        .push(time);
                }
            }
        }
    }
}
