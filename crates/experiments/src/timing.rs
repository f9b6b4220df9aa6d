//! Replay of one scene by several detectors: check of every answer, then timing in turns.
//!
//! | module | step |
//! |---|---|
//! | `check` | answers to all frames, compared with the exact ones |
//! | `expected` | time that is left, from the time of the check |
//! | [`memory`] | what a detector holds on the heap |
//! | `passes` | preparation, frames, and steps, by a clock |
//! | `copies` | copies of a detector that answer at once: the ceiling of threads |

mod check;
mod copies;
mod expected;
pub mod memory;
mod passes;

use crate::ground_truth::GroundTruth;
use crate::isolation::isolated;
use crate::participant::Participant;
use crate::process::shuffle;
use crate::progress::RunProgress;
use crate::scene_features::spread;
use anyhow::Result;
use check::check_all;
pub(crate) use check::collision_errors;
use collision::{Detector, Findings, Step};
use copies::Copies;
use memory::Memory;
use oracle::Truth;
use passes::{time_evicted, time_frames, time_preparation, time_steps};
use scenes::Scene;
use scenes::random::SceneRng;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;

/// Work of one replay.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Frames that every repeat replays, in order.
    pub frames: Range<usize>,
    /// Number of times that each frame is timed.
    pub repeats: usize,
    /// True to check the answers against the ground truth.
    pub check: bool,
    /// Maximum number of frames whose answers are checked, spread over all. All if absent.
    pub verify: Option<usize>,
    /// Position, in `frames`, of the frame that is timed after each preparation.
    pub cold: usize,
    /// Number of threads that a detector may use.
    pub workers: NonZeroUsize,
    /// True to time the steps in separate passes.
    pub steps: bool,
    /// True to time preparation and the first frame after it.
    pub prepare: bool,
    /// True to take sphere-trees from the cache of this run: the preparation of such a detector is
    /// not timed, but its first frame is.
    pub cached_trees: bool,
    /// True to time a frame with caches that hold other data.
    pub evicted: bool,
    /// True to measure memory. Only the process that checks the answers does.
    pub memory: bool,
}

/// Maximum number of times that long and steady measurements are repeated: more would not narrow
/// the interval much.
const MAX_LONG_REPEATS: usize = 7;

impl Plan {
    /// Returns the plan to check these frames and to time them on one thread, and nothing else.
    pub fn of_frames(frames: Range<usize>, repeats: usize) -> Plan {
        Plan {
            frames,
            repeats,
            check: true,
            verify: None,
            cold: 0,
            workers: NonZeroUsize::MIN,
            steps: false,
            prepare: false,
            cached_trees: false,
            evicted: false,
            memory: false,
        }
    }

    /// Returns the frames whose answers are checked, in order.
    fn verified(&self) -> Vec<usize> {
        let most = self.verify.unwrap_or(self.frames.len());
        spread(&self.frames, most).collect()
    }

    /// Returns the number of timed preparations.
    pub(super) fn preparations(&self) -> usize {
        self.long_repeats(self.prepare)
    }

    /// Returns the number of passes in which steps are timed. Their breakdown needs no narrow
    /// interval.
    pub(super) fn step_passes(&self) -> usize {
        self.long_repeats(self.steps)
    }

    /// Returns the number of times that a frame is timed with caches that hold other data. One call
    /// takes milliseconds, and all of them wait for memory alike.
    pub(super) fn evicted_repeats(&self) -> usize {
        self.long_repeats(self.evicted)
    }

    fn long_repeats(&self, wanted: bool) -> usize {
        if wanted {
            self.repeats.min(MAX_LONG_REPEATS)
        } else {
            0
        }
    }
}

/// Exact answers.
#[derive(Clone, Debug)]
pub struct ExactAnswers {
    /// Their source.
    pub ground_truth: GroundTruth,
    /// One answer per frame that is checked, in order.
    pub truth: Vec<Truth>,
}

impl ExactAnswers {
    /// Returns the answer to a frame of the scene, if it is checked.
    fn of(&self, frame: usize) -> Option<&Truth> {
        let found = self.truth.binary_search_by_key(&frame, |truth| truth.frame);
        Some(&self.truth[found.ok()?])
    }
}

/// Result of a replay.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// Number of frames.
    pub frames: usize,
    /// Exact answers, if the plan asks for a check.
    pub checked: Option<ExactAnswers>,
    /// Times of a fixed loop, one per repeat, in seconds.
    pub calibration: Vec<f64>,
    /// One outcome per participant, in their order.
    pub outcomes: Vec<Outcome>,
}

/// Result of one participant.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Correct answers to all frames.
    Measured(Measured),
    /// Reason for which the detector refuses a body.
    Refused(String),
    /// Description of a wrong answer, of a panic or of an error.
    Failed(String),
}

/// Measurements of a participant with correct answers. Times are in seconds.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Times of preparation, one for each timed preparation, at most seven.
    pub prepare: Vec<f64>,
    /// Times of the plan's first frame directly after each preparation.
    pub cold: Vec<f64>,
    /// Times of the same frame, warm but with caches that hold other data, at most seven.
    pub evicted: Vec<f64>,
    /// One entry per frame of the plan.
    pub frames: Vec<FrameMeasured>,
    /// Memory, if the plan asks for it.
    pub memory: Option<Box<Memory>>,
    /// Number of body pairs, over all frames, that are reported and do not collide.
    pub false_collisions: u64,
    /// Number of body pairs, over all frames, that collide and are not reported.
    pub missed_collisions: u64,
}

/// Measurements of one frame. Times are in seconds.
#[derive(Clone, Debug, Default)]
pub struct FrameMeasured {
    /// Times of the frame, one per repeat.
    pub time: Vec<f64>,
    /// Times of each announced step, one per pass.
    pub steps: BTreeMap<Step, Vec<f64>>,
    /// The answer, with its work counts.
    pub found: Findings,
}

/// Checks every participant on every frame of the plan, then times those that passed, in turns.
///
/// Without a check, as in all processes but the first, the answers give the work counts, which are
/// compared with those of the first process.
///
/// # Errors
/// The plan asks for memory in a program that does not count it.
///
/// # Panics
/// Panics if the plan's frames are out of range.
pub fn replay(
    scene: &Scene,
    participants: &[Participant],
    plan: &Plan,
    random: &mut SceneRng,
    progress: &RunProgress,
) -> Result<Replayed> {
    let checked = plan.check.then(|| compute_truth(scene, plan, progress));
    let mut runners = check_all(scene, participants, plan, checked.as_ref(), progress);
    if plan.memory && plan.check {
        progress.say("counting memory");
        measure_memory(scene, plan, &mut runners)?;
    }
    if plan.preparations() > 0 {
        progress.say("timing preparation");
        time_preparation(scene, plan, random, &mut runners);
    }
    let calibration = time_frames(scene, plan, random, &mut runners, progress);
    if plan.evicted_repeats() > 0 {
        progress.say("timing with other data in the caches");
        time_evicted(scene, plan, random, &mut runners);
    }
    if plan.step_passes() > 0 {
        progress.say("timing steps");
        time_steps(scene, plan, &mut runners);
    }
    let outcome = |runner: Turns<'_>| match runner {
        Ok(runner) => Outcome::Measured(runner.measured),
        Err(outcome) => outcome,
    };
    Ok(Replayed {
        frames: plan.frames.len(),
        checked,
        calibration,
        outcomes: runners.into_iter().map(outcome).collect(),
    })
}

/// Returns the exact answers to the frames of the plan.
fn compute_truth(scene: &Scene, plan: &Plan, progress: &RunProgress) -> ExactAnswers {
    let frames = plan.verified();
    let ground_truth = GroundTruth::for_scene(scene, frames.len());
    progress.say(format!("ground truth by {}", ground_truth.name()));
    let truth = ground_truth.compute(scene, frames);
    ExactAnswers {
        ground_truth,
        truth,
    }
}

/// Measures the memory of every participant that is timed.
fn measure_memory(scene: &Scene, plan: &Plan, runners: &mut [Turns<'_>]) -> Result<()> {
    memory::check_counts()?;
    for runner in runners {
        turn(runner, "counting memory", |runner| {
            let memory =
                memory::measure(scene, runner.participant, &plan.frames, plan.cached_trees)?;
            runner.measured.memory = Some(Box::new(memory));
            Ok(())
        });
    }
    Ok(())
}

/// Participant with correct answers.
struct Runner<'a> {
    participant: &'a Participant,
    detector: Box<dyn Detector>,
    /// Copies whose frames are timed instead.
    copies: Option<Copies>,
    measured: Measured,
    /// Seconds of the preparation and of one pass over all frames, when it was checked: for what is
    /// said of the time that is left, and nothing else.
    seconds: [f64; 2],
}

/// Participant that is timed, or the reason why it is not.
type Turns<'a> = Result<Runner<'a>, Outcome>;

/// Runs the turn of a participant, if it is timed. One that fails is timed no more.
fn turn<'a>(runner: &mut Turns<'a>, doing: &str, run: impl FnOnce(&mut Runner<'a>) -> Result<()>) {
    let failed = match runner {
        Ok(runner) => isolated(|| run(runner)).err(),
        Err(_) => None,
    };
    if let Some(error) = failed {
        *runner = Err(Outcome::Failed(format!("while {doing}: {error}")));
    }
}

/// Returns the participants that are timed, in a random order.
fn in_turns<'r, 'a>(runners: &'r mut [Turns<'a>], random: &mut SceneRng) -> Vec<&'r mut Turns<'a>> {
    let mut all: Vec<_> = runners.iter_mut().filter(|r| r.is_ok()).collect();
    shuffle(&mut all, random);
    all
}
