//! Check of every answer, before anything is timed.

use super::copies::Copies;
use super::expected::ExpectedTimes;
use super::{ExactAnswers, FrameMeasured, Measured, Outcome, Plan, Runner, Turns};
use crate::clock::seconds;
use crate::isolation::isolated_on_all_cores;
use crate::participant::Participant;
use crate::progress::RunProgress;
use anyhow::Result;
use collision::{BodyPair, Detail, Detector, Findings, Meaning, Query};
use oracle::Truth;
use scenes::Scene;
use std::collections::BTreeSet;

/// Checks every participant, and announces how long timing will take.
///
/// Nothing is timed for rows yet, so they share the cores.
pub(super) fn check_all<'a>(
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
    let mut expected = ExpectedTimes::default();
    for runner in runners.iter().flatten() {
        let [mut preparation, pass] = runner.seconds;
        // The first one built the trees; those after it take copies.
        if plan.cached_trees && runner.participant.has_sphere_trees() {
            preparation = 0.0;
        }
        expected.add(&runner.participant.label, plan, [preparation, pass]);
    }
    expected.announce(progress);
    runners
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
    let mut detector = if plan.preparations() == 0 || plan.cached_trees {
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

#[cfg(test)]
mod tests {
    use super::*;
    use collision::{BodyId, Reason};

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
