//! Advice for a deadline: which exact detector answers in time, and what else can be stopped there.

use super::certified::{self, CertifiedAtDeadline, FailedAtDeadline};
use super::numbers::{EntrantNumbers, deciding_count};
use super::question::question_of;
use super::{EntrantFacts, SceneAbout, WorkReason};
use crate::names::FIRST_CONTACT;
use records::Rows;
use serde::Serialize;

/// Advice for a deadline.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct DeadlineAdvice {
    /// Seconds that a frame may take.
    pub deadline: f64,
    /// Detector with a proof whose slowest frame takes the least. None if none has a right answer
    /// to a whole frame.
    pub take: Option<TakeAtDeadline>,
    /// Detectors that can be stopped at the deadline, with what they have proved until then.
    pub stoppable: Vec<String>,
    /// Certificates of detectors that can be stopped, at the deadline.
    pub certified: Vec<CertifiedAtDeadline>,
    /// Detectors that can be stopped, and that failed under the deadline.
    pub failed: Vec<FailedAtDeadline>,
    /// Each detector with a proof that gave no wrong answer. Those of the race come first, then
    /// those with the most frames in time.
    pub exact: Vec<ExactAtDeadline>,
}

/// Detector for a deadline.
///
/// Slowest frames are compared within one replay: those of the race, in which all detectors answer
/// the same frames. If no detector with a proof raced, those of the trial are, and of two detectors
/// only the frames that both have answered.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TakeAtDeadline {
    /// Frames that it answers in time.
    #[serde(flatten)]
    pub answers: ExactAtDeadline,
    /// The next one for its question, with the time of its slowest frame over that of this one.
    pub next: Option<(String, f64)>,
    /// Work count by which it does less than the next one, if both raced.
    pub why: Option<WorkReason>,
    /// Seconds of its preparation.
    pub preparation: Option<f64>,
    /// Way to call it.
    pub call: EntrantFacts,
}

/// Frames that a detector with a proof answers within the deadline.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ExactAtDeadline {
    /// Name in rows.
    pub detector: String,
    /// "all contacts" or "yes or no".
    pub question: String,
    /// Number of frames of the race, or of the trial if it was too slow for the race.
    pub frames: usize,
    /// True if it raced.
    pub raced: bool,
    /// Number of these that it answers in time.
    pub in_time: usize,
    /// The same as a share.
    pub share: f64,
    /// Seconds of its slowest frame: the median of its repeats in the race, the least of its passes
    /// in the trial.
    pub worst_frame: f64,
}

impl DeadlineAdvice {
    pub(super) fn of(
        rows: &Rows,
        scene: &SceneAbout,
        all: &[EntrantNumbers<'_>],
    ) -> DeadlineAdvice {
        let failed = certified::failed(rows, scene);
        let is_wrong = |label: &String| failed.iter().any(|f| f.fault && f.detector == *label);
        let stoppable = all.iter().filter(|e| {
            // The certificates of both questions are the same.
            let is_asked = !e.facts.label.ends_with(FIRST_CONTACT);
            let takes_part = e.facts.supports_budgets && is_asked && e.refusal.is_none();
            takes_part && !is_wrong(&e.facts.label)
        });
        let stoppable: Vec<String> = stoppable.map(|e| e.facts.label.clone()).collect();
        DeadlineAdvice {
            deadline: scene.deadline,
            take: take(rows, scene, all),
            stoppable,
            certified: certified::certified(rows, scene),
            failed,
            exact: exact(scene, all),
        }
    }
}

/// Returns the detector with a proof whose slowest frame takes the least: for all contacts if each
/// of its frames is in time, else for any question.
fn take(rows: &Rows, scene: &SceneAbout, all: &[EntrantNumbers<'_>]) -> Option<TakeAtDeadline> {
    let compared = compared(all);
    let of_question = |asks_for_all: bool| {
        let all = compared.iter().copied();
        all.filter(move |e| e.facts.asks_for_all == asks_for_all)
    };
    let in_time = quickest(of_question(true)).filter(|found| {
        let worst = found.worst_frame();
        worst.is_some_and(|worst| worst <= scene.deadline)
    });
    let take = in_time.or_else(|| quickest(compared.iter().copied()))?;
    let others = of_question(take.facts.asks_for_all);
    let next = quickest(others.filter(|other| other.facts.label != take.facts.label));
    let next = next.and_then(|next| {
        let [own, other] = take.worst_of_common(next)?;
        (own > 0.0).then(|| (next.facts.label.clone(), other / own))
    });
    let slower = next.as_ref().filter(|(_, times)| *times > 1.0);
    let why = slower.filter(|_| take.raced()).and_then(|(next, _)| {
        let both = [take.facts.label.as_str(), next.as_str()];
        deciding_count(rows, &scene.race, both)
    });
    Some(TakeAtDeadline {
        answers: answers(scene, take)?,
        why,
        next,
        preparation: take.preparation,
        call: take.facts.clone(),
    })
}

/// Returns the detectors with a proof that are compared with each other: see [`TakeAtDeadline`].
fn compared<'e, 'a>(all: &'e [EntrantNumbers<'a>]) -> Vec<&'e EntrantNumbers<'a>> {
    let proved = || all.iter().filter(|e| e.facts.exact && e.is_right());
    let raced: Vec<&EntrantNumbers<'a>> = proved().filter(|e| e.raced()).collect();
    if raced.is_empty() {
        proved().filter(|e| e.worst_frame().is_some()).collect()
    } else {
        raced
    }
}

/// Returns the detector whose slowest frame takes the least. Of equal ones, the first.
fn quickest<'e, 'a: 'e>(
    entrants: impl Iterator<Item = &'e EntrantNumbers<'a>>,
) -> Option<&'e EntrantNumbers<'a>> {
    entrants.reduce(|best, other| {
        let worst = best.worst_of_common(other);
        if worst.is_some_and(|[best, other]| other < best) {
            other
        } else {
            best
        }
    })
}

/// Returns the detectors with a proof and the numbers of frames that they answer in time: those of
/// the race first, then the most frames. Of equal numbers, the larger share comes first, then the
/// faster one.
fn exact(scene: &SceneAbout, all: &[EntrantNumbers<'_>]) -> Vec<ExactAtDeadline> {
    let proved = all.iter().filter(|e| e.facts.exact && e.is_right());
    let mut exact: Vec<ExactAtDeadline> = proved.filter_map(|e| answers(scene, e)).collect();
    exact.sort_by(|a, b| {
        let share = b.share.total_cmp(&a.share);
        let slower = a.worst_frame.total_cmp(&b.worst_frame);
        let raced = b.raced.cmp(&a.raced).then(b.in_time.cmp(&a.in_time));
        raced.then(share).then(slower)
    });
    exact
}

/// Returns how many frames a detector answers in time. None if it has answered none.
fn answers(scene: &SceneAbout, entrant: &EntrantNumbers<'_>) -> Option<ExactAtDeadline> {
    let worst_frame = entrant.worst_frame()?;
    let times = || entrant.known_frames().values();
    let in_time = times().filter(|time| **time <= scene.deadline).count();
    Some(ExactAtDeadline {
        detector: entrant.facts.label.clone(),
        question: question_of(entrant.facts).to_owned(),
        frames: times().len(),
        raced: entrant.raced(),
        in_time,
        share: in_time as f64 / times().len() as f64,
        worst_frame,
    })
}
