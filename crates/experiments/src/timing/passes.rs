//! Passes over the frames in which detectors take turns and are timed.

use super::{Plan, Turns, in_turns, turn};
use crate::clock::{StepClock, calibrate, seconds};
use crate::progress::RunProgress;
use collision::Findings;
use scenes::Scene;
use scenes::random::SceneRng;

/// Times `prepare`, and one frame after it, on fresh detectors that take turns.
pub(super) fn time_preparation(
    scene: &Scene,
    plan: &Plan,
    random: &mut SceneRng,
    runners: &mut [Turns<'_>],
) {
    let first = scene.frame(plan.frames.start + plan.cold);
    for _ in 0..plan.preparations() {
        for runner in in_turns(runners, random) {
            turn(runner, "timing preparation", |runner| {
                let participant = runner.participant;
                let untimed = plan.cached_trees && participant.has_sphere_trees();
                let mut fresh = if untimed {
                    participant.build_with_cached_trees()
                } else {
                    participant.build()
                };
                let (result, time) = seconds(|| fresh.prepare(&scene.bodies));
                result?;
                if !untimed {
                    runner.measured.prepare.push(time);
                }
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
pub(super) fn time_evicted(
    scene: &Scene,
    plan: &Plan,
    random: &mut SceneRng,
    runners: &mut [Turns<'_>],
) {
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

/// Maximum number of untimed calls at the beginning of each turn. They fill the caches of the
/// processor, which the detectors before have used.
const MAX_WARM_UP_CALLS: usize = 4;

/// Returns the number of untimed calls of a turn that replays this number of frames: one for each
/// of them, and at most four.
///
/// It is the same for all detectors, and no time decides it. A call reads what a detector needs for
/// its own pose only: one that stops at the first contact reads another part of its data in the
/// next pose. So a replay of at most four frames is played whole before it is timed. In a longer
/// one only the last four are: a call costs what a timed one does.
pub(super) fn warm_up_calls(frames: usize) -> usize {
    frames.min(MAX_WARM_UP_CALLS)
}

/// Replays and times the frames, and returns the times of the calibration.
///
/// In each repeat the detectors take turns, in an order of its own. A turn begins with untimed
/// calls of the last frames, in their order, from which the replay jumps to its first one.
pub(super) fn time_frames(
    scene: &Scene,
    plan: &Plan,
    random: &mut SceneRng,
    runners: &mut [Turns<'_>],
    progress: &RunProgress,
) -> Vec<f64> {
    let mut found = Findings::default();
    let mut calibration = Vec::new();
    let end = plan.frames.end;
    let warm_up = end - warm_up_calls(plan.frames.len())..end;
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
                for frame in warm_up.clone() {
                    call(frame)?;
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
pub(super) fn time_steps(scene: &Scene, plan: &Plan, runners: &mut [Turns<'_>]) {
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

    #[test]
    fn the_frames_alone_decide_how_many_calls_are_untimed() {
        // A replay of at most four frames is played whole.
        let calls = [1, 2, 3, 4, 5, 8, 120].map(warm_up_calls);
        assert_eq!(calls, [1, 2, 3, 4, 4, 4, 4]);
    }
}
