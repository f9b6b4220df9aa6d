//! Advice for a question: all contacts, or yes or no.

use super::numbers::{EntrantNumbers, deciding_count, first_from};
use super::{EntrantFacts, SceneAbout};
use crate::race::is_as_fast;
use records::Rows;
use records::statistics::{Estimate, Pairing, ratio_interval};
use serde::Serialize;

/// Advice for a question.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct QuestionAdvice {
    /// "all contacts" or "yes or no".
    pub question: String,
    /// The fastest detector with a proof that answers right. None if there is none.
    pub take: Option<EntrantFacts>,
    /// The next one, with how many times longer it takes: value and 95 % interval.
    pub next: Option<(String, [f64; 3])>,
    /// True if the times of both are equal within the interval, and their medians at most a factor
    /// of 1.5 apart.
    pub tied: bool,
    /// Work count that decides between them.
    pub why: Option<WorkReason>,
    /// Detectors without a proof that are faster, and gave no wrong answer.
    pub faster_without_proof: Vec<String>,
    /// Detector with the least time in total, preparation included, from a number of frames on.
    pub in_total: Vec<FirstFrom>,
    /// All detectors, the fastest first.
    pub standings: Vec<Standing>,
}

/// Work count by which the faster of two detectors does less: means of a frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct WorkReason {
    /// Name of the count.
    pub count: String,
    /// Count of the faster one.
    pub own: f64,
    /// Count of the next one.
    pub other: f64,
}

/// Detector that takes the least time in total from a number of frames on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FirstFrom {
    /// Number of frames.
    pub frames: u64,
    /// Name in rows.
    pub detector: String,
}

/// Result of a detector.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Standing {
    /// Name in rows.
    pub detector: String,
    /// True if its answers are proved to be those of exact arithmetic: it may be recommended.
    pub exact: bool,
    /// Its outcome.
    #[serde(flatten)]
    pub outcome: AdviceOutcome,
    /// Seconds of its preparation.
    pub preparation: Option<f64>,
    /// Bytes that it holds once warm.
    pub memory: Option<f64>,
    /// Seconds of the frame that takes it longest.
    pub worst_frame: Option<f64>,
}

/// Outcome of a detector.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "outcome")]
pub enum AdviceOutcome {
    /// It took part in the race.
    Raced {
        /// Mean seconds of a frame: value and 95 % interval.
        time: [f64; 3],
        /// Its time over that of the recommended one.
        times: Option<[f64; 3]>,
        /// Wrong answers over the frames that were checked.
        wrong: f64,
    },
    /// It was tried for a moment, and was too slow for the race.
    Tried {
        /// Mean seconds of a frame.
        time: f64,
        /// Its time over that of the recommended one, on the same frames of the trial.
        times: Option<f64>,
        /// Number of frames that it answered in the trial.
        frames: usize,
        /// Wrong answers over the frames that were checked.
        wrong: f64,
    },
    /// It does not accept the bodies.
    Refused {
        /// Its reason.
        reason: String,
    },
    /// It took too long, ended its process, or gave a wrong answer or certificate that it claims to
    /// be right.
    Failed {
        /// The cause.
        reason: String,
    },
    /// It did not take part.
    LeftOut,
}

impl QuestionAdvice {
    /// Derives the advice on a question from the numbers of the detectors that answer it.
    pub(super) fn of(
        rows: &Rows,
        scene: &SceneAbout,
        question: &str,
        mut asked: Vec<&EntrantNumbers<'_>>,
    ) -> QuestionAdvice {
        asked.sort_by(|a, b| a.rank().total_cmp(&b.rank()));
        let right: Vec<&EntrantNumbers<'_>> = asked
            .iter()
            .copied()
            .filter(|e| e.is_right() && e.time.is_some())
            .collect();
        let mut proved = right.iter().copied().filter(|e| e.facts.exact);
        let best = proved.next();
        let next = proved.next();
        let to_next = next.and_then(|next| Some((next, ratio(next, best)?)));
        let tied = to_next.as_ref().is_some_and(|(_, ratio)| is_as_fast(ratio));
        let why = to_next.as_ref().filter(|_| !tied).and_then(|(next, _)| {
            deciding_count(rows, &scene.race, [&best?.facts.label, &next.facts.label])
        });
        let is_faster = |e: &&&EntrantNumbers<'_>| {
            !e.facts.exact && ratio(e, best).is_some_and(|ratio| ratio.high < 1.0)
        };
        QuestionAdvice {
            question: question.to_owned(),
            take: best.map(|best| best.facts.clone()),
            next: to_next.map(|(next, ratio)| (next.facts.label.clone(), ends(ratio))),
            tied,
            why,
            faster_without_proof: right
                .iter()
                .filter(is_faster)
                .map(|e| e.facts.label.clone())
                .collect(),
            in_total: first_from(right.iter().copied().filter(|e| e.facts.exact)),
            standings: asked.iter().map(|e| standing(e, best)).collect(),
        }
    }
}

/// Returns the question of a detector.
pub(super) const fn question_of(facts: &EntrantFacts) -> &'static str {
    if facts.asks_for_all {
        "all contacts"
    } else {
        "yes or no"
    }
}

/// Returns the time of a detector over that of the recommended one, in the race.
fn ratio(of: &EntrantNumbers<'_>, best: Option<&EntrantNumbers<'_>>) -> Option<Estimate> {
    let (above, below) = (&of.time.as_ref()?.samples, &best?.time.as_ref()?.samples);
    Some(ratio_interval(above, below, Pairing::Repeats)?.0)
}

fn ends(e: Estimate) -> [f64; 3] {
    [e.value, e.low, e.high]
}

fn standing(entrant: &EntrantNumbers<'_>, best: Option<&EntrantNumbers<'_>>) -> Standing {
    Standing {
        detector: entrant.facts.label.clone(),
        exact: entrant.facts.exact,
        outcome: entrant.outcome(best, ratio(entrant, best).map(ends)),
        preparation: entrant.preparation,
        memory: entrant.memory,
        worst_frame: entrant.worst_frame(),
    }
}
