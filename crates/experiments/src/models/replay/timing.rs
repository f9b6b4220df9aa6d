//! Replay of one scene by several detectors: check of every answer, then timing in turns.

use super::copies::Copies;
use super::expected::Expected;
use super::memory::{self, Memory};
use crate::clock::{StepClock, calibrate, seconds};
use crate::ground_truth::GroundTruth;
use crate::isolation::{isolated, isolated_on_all_cores};
use crate::participant::Participant;
use crate::process::shuffle;
use crate::progress::RunProgress;
use crate::scene_features::spread;
use anyhow::Result;
use collision::{BodyPair, Detail, Detector, Findings, Meaning, Query, Step};
use oracle::Truth;
use scenes::Scene;
use scenes::random::SceneRng;
use std::collections::{BTreeMap, BTreeSet};
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

/// Checks every participant, and announces how long timing will take.
///
/// Nothing is timed for rows yet, so they share the cores.
fn check_all<'a>(
    scene: &Scene,
    participants: &'a [Participant],
    plan: &Plan,
    checked: Option<&ExactAnswers>,
    progress: &RunProgress,
) -> Vec<Turns<'a>> {
    let runners = isolated_on_all_cores(participants.len(), |i| {
        let participant = &participants[i];
        progress.say(format!("checking {}", participant.label));
        Ok(checked_runner(scene, participant, plan, checked))
    });
    let runners = runners.into_iter().map(|runner| {
        let failed = |panic| Err(Outcome::Failed(panic));
        runner.unwrap_or_else(failed)
    });
    let runners: Vec<Turns<'_>> = runners.collect();
    let mut expected = Expected::default();
    for runner in runners.iter().flatten() {
        expected.add(&runner.participant.label, plan, runner.seconds);
    }
    expected.announce(progress);
    runners
}

/// Measures the memory of every participant that is timed.
fn measure_memory(scene: &Scene, plan: &Plan, runners: &mut [Turns<'_>]) -> Result<()> {
    memory::check_counts()?;
    for runner in runners {
        turn(runner, "counting memory", |runner| {
            let memory = memory::measure(scene, runner.participant, &plan.frames)?;
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

/// Prepares a participant and takes its answer to every frame of the plan, in order. Compares them
/// with the exact answers, if there are some.
fn checked_runner<'a>(
    scene: &Scene,
    participant: &'a Participant,
    plan: &Plan,
    checked: Option<&ExactAnswers>,
) -> Turns<'a> {
    // Preparation is timed, and memory counted, on detectors of their own.
    let mut detector = if plan.preparations() == 0 {
        participant.build_with_cached_trees()
    } else {
        participant.build()
    };
    let (prepared, preparing) = seconds(|| detector.prepare(&scene.bodies));
    prepared.map_err(|reason| Outcome::Refused(reason.to_string()))?;
    // Twice, as in the timing: the second pass jumps from the last frame to the first.
    let query = participant.query(scene, plan.workers);
    let mut pass = || seconds(|| answers(scene, detector.as_mut(), &query, plan, checked));
    let (answers, mut passing) = pass();
    let answers = answers?;
    let mut errors = [0; 2];
    if let Some(checked) = checked {
        let (again, time) = pass();
        again?;
        passing = time;
        let first = plan.frames.start;
        errors = collision_errors(detector.profile().meaning, &checked.truth, first, &answers);
    }
    let frame = |found| FrameMeasured {
        found,
        ..FrameMeasured::default()
    };
    let [false_collisions, missed_collisions] = errors;
    let measured = Measured {
        frames: answers.into_iter().map(frame).collect(),
        false_collisions,
        missed_collisions,
        ..Measured::default()
    };
    let copies = Copies::new(participant, scene);
    Ok(Runner {
        participant,
        detector,
        copies: copies.map_err(|error| Outcome::Refused(error.to_string()))?,
        measured,
        seconds: [preparing, passing],
    })
}

/// Returns the numbers of body pairs that are wrongly reported and that are missing, over all
/// frames that are checked. The first answer is to the frame `first`.
///
/// Both are zero for a detector with the claim `Exact`: another answer fails it.
pub(crate) fn collision_errors(
    meaning: Meaning,
    truth: &[Truth],
    first: usize,
    answers: &[Findings],
) -> [u64; 2] {
    let mut errors = [0; 2];
    for truth in truth {
        let found = &answers[truth.frame - first];
        let truth: BTreeSet<BodyPair> = truth.bodies(meaning).map(|b| b.pair).collect();
        let found: BTreeSet<BodyPair> = found.bodies.iter().map(|b| b.pair).collect();
        errors[0] += found.difference(&truth).count() as u64;
        errors[1] += truth.difference(&found).count() as u64;
    }
    errors
}

/// Returns the answers to every frame of the plan, or the first wrong one.
fn answers(
    scene: &Scene,
    detector: &mut dyn Detector,
    query: &Query<'_>,
    plan: &Plan,
    checked: Option<&ExactAnswers>,
) -> Result<Vec<Findings>, Outcome> {
    let profile = detector.profile();
    let compare = match query.detail {
        Detail::FirstContact => oracle::compare_first_contact,
        _ => oracle::compare,
    };
    let answer = |frame: usize| {
        let mut found = Findings::default();
        let rejected = |error: collision::Rejected| Outcome::Failed(error.to_string());
        let detected = detector.detect(&scene.frame(frame), query, &mut found);
        detected.map_err(rejected)?;
        let exact = checked.and_then(|checked| checked.of(frame));
        let compared = exact.map(|truth| compare(&profile, truth, &found));
        match compared.unwrap_or(Ok(())) {
            Ok(()) => Ok(found),
            Err(disagreement) => Err(Outcome::Failed(disagreement.to_string())),
        }
    };
    plan.frames.clone().map(answer).collect()
}

/// Times `prepare`, and one frame after it, on fresh detectors that take turns.
fn time_preparation(scene: &Scene, plan: &Plan, random: &mut SceneRng, runners: &mut [Turns<'_>]) {
    let first = scene.frame(plan.frames.start + plan.cold);
    for _ in 0..plan.preparations() {
        for runner in in_turns(runners, random) {
            turn(runner, "timing preparation", |runner| {
                let mut fresh = runner.participant.build();
                let (result, time) = seconds(|| fresh.prepare(&scene.bodies));
                result?;
                runner.measured.prepare.push(time);
                let mut found = Findings::default();
                let query = runner.participant.query(scene, plan.workers);
                let (result, time) = seconds(|| fresh.detect(&first, &query, &mut found));
                result?;
                runner.measured.cold.push(time);
                Ok(())
            });
        }
    }
}

/// Bytes that are read before a frame is timed with other data in the caches: more than any cache
/// of a machine of today holds for a core.
const EVICTING_BYTES: usize = 128 << 20;

/// Times the plan's cold frame after the processor has read other data, until its caches hold none
/// of the detector's data. The frames before were replayed, so all buffers have grown.
fn time_evicted(scene: &Scene, plan: &Plan, random: &mut SceneRng, runners: &mut [Turns<'_>]) {
    let cold = plan.frames.start + plan.cold;
    let before = if plan.cold > 0 {
        cold - 1
    } else {
        plan.frames.end - 1
    };
    // Not zeros: the system would map one page of zeros many times.
    let other: Vec<u64> = (0..(EVICTING_BYTES / 8) as u64).collect();
    let mut found = Findings::default();
    for _ in 0..plan.evicted_repeats() {
        for runner in in_turns(runners, random) {
            turn(runner, "timing with other data in the caches", |runner| {
                let query = runner.participant.query(scene, plan.workers);
                let detector = &mut runner.detector;
                detector.detect(&scene.frame(before), &query, &mut found)?;
                std::hint::black_box(other.iter().fold(0, |sum: u64, x| sum ^ *x));
                let frame = scene.frame(cold);
                let (result, time) = seconds(|| detector.detect(&frame, &query, &mut found));
                result?;
                runner.measured.evicted.push(time);
                Ok(())
            });
        }
    }
}

/// Returns the participants that are timed, in a random order.
fn in_turns<'r, 'a>(runners: &'r mut [Turns<'a>], random: &mut SceneRng) -> Vec<&'r mut Turns<'a>> {
    let mut all: Vec<_> = runners.iter_mut().filter(|r| r.is_ok()).collect();
    shuffle(&mut all, random);
    all
}

/// Maximum number of untimed calls at the beginning of each turn. They fill the caches of the
/// processor, which the detectors before have used.
const MAX_WARM_UP_CALLS: usize = 4;

/// Returns the number of untimed calls of a turn that replays this number of frames: a quarter of
/// them, at least one, and at most four.
///
/// It is the same for all detectors, and no time decides it. One call reads all that a detector
/// needs for a frame. More of them train predictors, as long as they cost little beside what is
/// timed.
pub(super) fn warm_up_calls(frames: usize) -> usize {
    (frames / 4).clamp(1, MAX_WARM_UP_CALLS)
}

/// Replays and times the frames, and returns the times of the calibration.
///
/// In each repeat the detectors take turns, in an order of its own. A turn begins with untimed
/// calls of the last frames, from which the replay jumps to its first one.
fn time_frames(
    scene: &Scene,
    plan: &Plan,
    random: &mut SceneRng,
    runners: &mut [Turns<'_>],
    progress: &RunProgress,
) -> Vec<f64> {
    let mut found = Findings::default();
    let mut calibration = Vec::new();
    let count = plan.frames.len();
    let warm_up = warm_up_calls(count);
    // The last frame is 1 before the first.
    let before = |k: usize| plan.frames.end - 1 - (k - 1) % count;
    for repeat in 1..=plan.repeats {
        progress.say(format!("timing, repeat {repeat} of {}", plan.repeats));
        calibration.push(calibrate());
        for runner in in_turns(runners, random) {
            turn(runner, "timing frames", |runner| {
                let query = runner.participant.query(scene, plan.workers);
                let mut call = |frame: usize| {
                    let frame = scene.frame(frame);
                    if let Some(copies) = &mut runner.copies {
                        return copies.time(&frame, &query);
                    }
                    let detector = &mut runner.detector;
                    let (result, time) = seconds(|| detector.detect(&frame, &query, &mut found));
                    result?;
                    Ok(time)
                };
                for k in (1..=warm_up).rev() {
                    call(before(k))?;
                }
                for (i, frame) in plan.frames.clone().enumerate() {
                    let time = call(frame)?;
                    runner.measured.frames[i].time.push(time);
                }
                Ok(())
            });
        }
    }
    calibration
}

/// Replays the frames with a clock at the steps, apart from [`time_frames`].
fn time_steps(scene: &Scene, plan: &Plan, runners: &mut [Turns<'_>]) {
    let mut found = Findings::default();
    for _ in 0..plan.step_passes() {
        for runner in &mut *runners {
            turn(runner, "timing steps", |runner| {
                for (i, frame) in plan.frames.clone().enumerate() {
                    let clock = StepClock::default();
                    let query = runner.participant.query(scene, plan.workers);
                    let query = query.with_probe(&clock);
                    let frame = scene.frame(frame);
                    runner.detector.detect(&frame, &query, &mut found)?;
                    let steps = &mut runner.measured.frames[i].steps;
                    for (step, time) in clock.finish() {
                        steps.entry(step).or_default().push(time);
                    }
                }
                Ok(())
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use collision::{BodyId, Reason};

    #[test]
    fn the_frames_alone_decide_how_many_calls_are_untimed() {
        let calls = [1, 2, 7, 8, 12, 16, 17, 120].map(warm_up_calls);
        assert_eq!(calls, [1, 1, 1, 2, 3, 4, 4, 4]);
    }

    #[test]
    fn body_pairs_that_differ_from_the_truth_are_counted_over_all_frames() {
        let found = |others: &[u32]| {
            let mut found = Findings::default();
            for other in others {
                let pair = BodyPair::new(BodyId(0), BodyId(*other));
                found.add_bodies(pair, Reason::Solids);
            }
            found
        };
        let truth = |frame, others: &[u32]| Truth::from_findings("s", frame, false, found(others));
        // Frame 6 is not checked.
        let truths = [truth(4, &[1, 2]), truth(5, &[]), truth(7, &[3])];
        let answers = [found(&[2]), found(&[1, 2]), found(&[9]), found(&[3])];
        let errors = collision_errors(Meaning::Solids, &truths, 4, &answers);
        assert_eq!(errors, [2, 1]);
    }
}
