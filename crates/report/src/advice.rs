//! Advice for a user's scene: which detector for which question, why, what it costs, how to call it.
//!
//! [`Advice::new`] reads the rows of a trial and of a race, and facts about the scene, and nothing
//! else. It is written as Markdown ([`Advice::markdown`]) and, as it is, as JSON. The JSON object has
//! the fields of [`Advice`] in kebab case; its `format` is [`Advice::FORMAT`], which changes with
//! their meaning. Times are in seconds.

mod certified;
mod escape;
mod line;
mod markdown;
mod nearness;
mod numbers;
#[cfg(test)]
mod tests;

use crate::guess::{Features, Guess};
use crate::names::FIRST_CONTACT;
use crate::race::is_as_fast;
pub use nearness::Nearness;
use numbers::{EntrantNumbers, deciding_count, first_from};
use records::Rows;
use records::statistics::{Estimate, Pairing, ratio_interval};
use serde::Serialize;

/// Facts about a user's scene and the detectors that were tried on it.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SceneAbout {
    /// Name of the scene.
    pub name: String,
    /// The argument of `--scene`.
    pub source: String,
    /// Number of frames of the scene.
    pub frames: usize,
    /// Facts in words, each a phrase.
    pub facts: Vec<String>,
    /// Measured properties, by name.
    pub features: Features,
    /// Faults of each mesh.
    pub meshes: Vec<BodyFaults>,
    /// Notes of the readers of its files.
    pub notes: Vec<String>,
    /// All detectors with their questions.
    #[serde(skip)]
    pub entrants: Vec<EntrantFacts>,
    /// Detectors that were guessed before anything was timed.
    pub guesses: Vec<Guess>,
    /// Share of such guesses that are right, in words. Empty without guesses.
    pub guess_quality: String,
    /// Seconds that a frame may take.
    pub deadline: f64,
    /// First frame of the race, and the one behind the last. None if there was no race.
    pub window: Option<[usize; 2]>,
    /// Machine, date and revision, in words.
    pub circumstances: String,
    /// True for a quick run.
    pub quick: bool,
    /// Experiment of the trial, by the name in its rows.
    #[serde(skip)]
    pub trial: String,
    /// Experiment of the race, by the name in its rows.
    #[serde(skip)]
    pub race: String,
}

/// Faults of a mesh, with the bodies that have it.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct BodyFaults {
    /// Names of the bodies.
    pub bodies: Vec<String>,
    /// Number of faces.
    pub faces: usize,
    /// True if the surface bounds a volume.
    pub closed: bool,
    /// Faults by name, with their numbers; those that the mesh has.
    pub faults: Vec<(String, usize)>,
}

/// Detector with its question, and how to call it.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct EntrantFacts {
    /// Name in rows.
    pub label: String,
    /// True if it answers with all contacts; false for first contacts and for bodies.
    pub asks_for_all: bool,
    /// True if its answers are proved to be those of exact arithmetic.
    pub exact: bool,
    /// True if it answers for solids: a body inside another one collides with it.
    pub solids: bool,
    /// True if it reports what may meet until the next frame, which is more than what meets now.
    pub until_next: bool,
    /// True if it can be stopped at a deadline, and certifies what it has proved until then.
    pub supports_budgets: bool,
    /// Bodies that it accepts, in words.
    pub accepts: String,
    /// Command that runs it over the scene.
    pub command: String,
    /// Line of a `Cargo.toml`.
    pub dependency: String,
    /// Rust function that calls it, with its imports.
    pub rust: String,
}

/// Advice for a user's scene.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Advice {
    /// [`Advice::FORMAT`].
    pub format: &'static str,
    /// Facts about the scene.
    pub scene: SceneAbout,
    /// Answers of how many frames of the race were checked against exact arithmetic, and by which
    /// detector that was computed. None if none was.
    pub verified: Option<(u64, String)>,
    /// All contacts, then yes or no.
    pub questions: Vec<QuestionAdvice>,
    /// Detector that answers each frame in time.
    pub deadline: Option<DeadlineAdvice>,
}

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
        /// Number of those frames.
        frames: usize,
        /// Wrong answers over the frames that were checked.
        wrong: f64,
    },
    /// It does not accept the bodies.
    Refused {
        /// Its reason.
        reason: String,
    },
    /// It took too long, ended its process, or gave a wrong answer that it claims to be right.
    Failed {
        /// The cause.
        reason: String,
    },
    /// It did not take part.
    LeftOut,
}

/// Advice for a deadline.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct DeadlineAdvice {
    /// Seconds that a frame may take.
    pub deadline: f64,
    /// Detector with a proof whose slowest frame takes the least.
    pub take: String,
    /// Its question.
    pub question: String,
    /// Seconds of its slowest frame, the median of its repeats.
    pub worst_frame: f64,
    /// Number of frames that it answers in time.
    pub in_time: usize,
    /// Number of frames of the race, or of the trial if it did not race.
    pub frames: usize,
    /// True if it raced.
    pub raced: bool,
    /// Detectors that can be stopped at the deadline, with what they have proved until then.
    pub stoppable: Vec<String>,
    /// Certificates of detectors that can be stopped, at the deadline.
    pub certified: Vec<CertifiedAtDeadline>,
    /// Detectors that can be stopped, and that failed under the deadline.
    pub failed: Vec<FailedAtDeadline>,
    /// Each detector with a proof that gave no wrong answer: those with the most frames in time
    /// first.
    pub exact: Vec<ExactAtDeadline>,
}

/// Failure of a detector under the deadline.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FailedAtDeadline {
    /// Name in rows.
    pub detector: String,
    /// The cause: a wrong certificate, a call that took too long, the end of its process.
    pub reason: String,
}

/// Certificates of a detector that is stopped at the deadline, in frames of the trial.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CertifiedAtDeadline {
    /// Name in rows.
    pub detector: String,
    /// Number of frames.
    pub frames: usize,
    /// Number of frames that end within the deadline.
    pub in_time: usize,
    /// Seconds of the slowest frame: a step that has begun is ended after the deadline.
    pub worst_time: f64,
    /// Means of a frame.
    pub mean: CertifiedPairs,
    /// Frame with the most undecided pairs, and of several the one with the largest bound. Counted
    /// from 1.
    pub worst_frame: u32,
    /// Numbers of that frame.
    pub worst: CertifiedPairs,
    /// Largest bound in any frame, in scene units.
    pub largest_bound: f64,
    /// Largest bound in any frame, in bounding radii of the smaller body of its pair. That may be
    /// another pair than the one of the largest bound in scene units. 0 if no pair has one.
    pub largest_bound_in_radii: f64,
}

/// Proofs on the active pairs of bodies: those whose bounding spheres overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CertifiedPairs {
    /// Pairs that are proved apart.
    pub apart: f64,
    /// Pairs that are proved to interfere.
    pub interfering: f64,
    /// Pairs that may be either.
    pub undecided: f64,
    /// Largest proved bound on the separation of an undecided pair, in scene units; 0 without one.
    pub bound: f64,
    /// Largest bound in bounding radii of the smaller body, maybe that of another pair; 0 without one.
    pub bound_in_radii: f64,
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
    /// Seconds of its slowest frame.
    pub worst_frame: f64,
}

impl Advice {
    /// Name and version of the format.
    pub const FORMAT: &'static str = "collision-lab advice 1";

    /// Derives the advice from the rows of trial and race.
    pub fn new(rows: &Rows, scene: SceneAbout) -> Advice {
        let all: Vec<EntrantNumbers<'_>> = scene
            .entrants
            .iter()
            .map(|e| EntrantNumbers::of(rows, &scene, e))
            .collect();
        let of_question = |asks_for_all: bool, question: &str| {
            let asked = all.iter().filter(|e| e.facts.asks_for_all == asks_for_all);
            question_advice(rows, &scene, question, asked.collect())
        };
        let questions = vec![
            of_question(true, "all contacts"),
            of_question(false, "yes or no"),
        ];
        Advice {
            format: Advice::FORMAT,
            verified: numbers::verified(rows, &scene.race),
            deadline: deadline(rows, &scene, &all),
            questions,
            scene,
        }
    }
}

fn ends(e: Estimate) -> [f64; 3] {
    [e.value, e.low, e.high]
}

fn question_advice(
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
    let ratio = |e: &EntrantNumbers<'_>| {
        let (above, below) = (&e.time.as_ref()?.samples, &best?.time.as_ref()?.samples);
        Some(ratio_interval(above, below, Pairing::Repeats)?.0)
    };
    let to_next = next.and_then(|next| Some((next, ratio(next)?)));
    let tied = to_next.as_ref().is_some_and(|(_, ratio)| is_as_fast(ratio));
    let why = to_next.as_ref().filter(|_| !tied).and_then(|(next, _)| {
        deciding_count(rows, &scene.race, [&best?.facts.label, &next.facts.label])
    });
    let is_faster =
        |e: &&&EntrantNumbers<'_>| !e.facts.exact && ratio(e).is_some_and(|ratio| ratio.high < 1.0);
    let standing = |e: &&EntrantNumbers<'_>| Standing {
        detector: e.facts.label.clone(),
        outcome: e.outcome(best, ratio(e).map(ends)),
        preparation: e.preparation,
        memory: e.memory,
        worst_frame: e.worst_frame(),
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
        standings: asked.iter().map(standing).collect(),
    }
}

/// Returns the detector with a proof whose slowest frame takes the least: for all contacts if each of
/// its frames is in time, else for any question.
fn deadline(rows: &Rows, scene: &SceneAbout, all: &[EntrantNumbers<'_>]) -> Option<DeadlineAdvice> {
    let proved = || all.iter().filter(|e| e.facts.exact && e.is_right());
    let least = |asks_for_all: bool| {
        let asked = proved().filter(|e| e.facts.asks_for_all == asks_for_all);
        let worst = asked.filter_map(|e| Some((e, e.worst_frame()?)));
        worst.min_by(|a, b| a.1.total_cmp(&b.1))
    };
    let of_all = least(true);
    let is_in_time = |found: &(&EntrantNumbers<'_>, f64)| found.1 <= scene.deadline;
    let (take, worst_frame) = match of_all.filter(is_in_time) {
        Some(found) => found,
        None => [of_all, least(false)]
            .into_iter()
            .flatten()
            .min_by(|a, b| a.1.total_cmp(&b.1))?,
    };
    let frames = take.known_times();
    let stoppable = all.iter().filter(|e| {
        // The certificates of both questions are the same.
        let is_asked = !e.facts.label.ends_with(FIRST_CONTACT);
        e.facts.supports_budgets && is_asked && e.refusal.is_none()
    });
    Some(DeadlineAdvice {
        deadline: scene.deadline,
        take: take.facts.label.clone(),
        question: question_of(take.facts).to_owned(),
        worst_frame,
        in_time: frames
            .iter()
            .filter(|time| **time <= scene.deadline)
            .count(),
        frames: frames.len(),
        raced: take.raced(),
        stoppable: stoppable.map(|e| e.facts.label.clone()).collect(),
        certified: certified::certified(rows, scene, all),
        failed: certified::failed(rows, scene, all),
        exact: certified::exact(scene, all),
    })
}

/// Returns the question of a detector.
const fn question_of(facts: &EntrantFacts) -> &'static str {
    if facts.asks_for_all {
        "all contacts"
    } else {
        "yes or no"
    }
}
