//! Advice for a user's scene: which detector for which question, why, at what cost, and its call.
//!
//! [`Advice::new`] reads the rows of a trial and of a race, and facts about the scene, and nothing
//! else. It is written as Markdown ([`Advice::markdown`]), for terminals ([`Advice::text`]) and, as
//! it is, as JSON. The JSON object
//! has the fields of [`Advice`] in kebab case; its `format` is [`Advice::FORMAT`]. Times are in
//! seconds.
//!
//! | module | content |
//! |---|---|
//! | `about` | facts about the scene and its detectors |
//! | `question` | advice for all contacts, and for yes or no |
//! | `deadline` | advice for a deadline |
//! | `certified` | proofs of detectors that are stopped at the deadline |
//! | `numbers` | numbers of a detector, from rows |
//! | `markdown` | the page |
//! | `line` | line of a detector in the table of a question |
//! | `tables` | form of the tables, units of their columns |
//! | `notes` | sentences for the page that plays the scene |
//! | `nearness` | advice beside what another run measured |
//! | `scene_names` | names of scenes and bodies |

mod about;
mod certified;
mod deadline;
mod line;
mod markdown;
mod nearness;
mod notes;
mod numbers;
mod question;
mod scene_names;
mod tables;
#[cfg(test)]
mod tests;

pub use about::{BodyFaults, EntrantFacts, SceneAbout};
pub use certified::{CertifiedAtDeadline, CertifiedPairs, FailedAtDeadline};
pub use deadline::{DeadlineAdvice, ExactAtDeadline, TakeAtDeadline};
pub use nearness::Nearness;
pub use question::{AdviceOutcome, FirstFrom, QuestionAdvice, Standing, WorkReason};

use numbers::EntrantNumbers;
use records::Rows;
use serde::Serialize;

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
    /// Detectors that answer in time, and what others prove until then.
    pub deadline: DeadlineAdvice,
}

impl Advice {
    /// Name and version of the format. A field that is added, goes away or changes its meaning
    /// raises the version.
    pub const FORMAT: &'static str = "collision-lab advice 2";

    /// Derives the advice from the rows of trial and race.
    pub fn new(rows: &Rows, scene: SceneAbout) -> Advice {
        let all: Vec<EntrantNumbers<'_>> = scene
            .entrants
            .iter()
            .map(|e| EntrantNumbers::of(rows, &scene, e))
            .collect();
        let of_question = |asks_for_all: bool, question: &str| {
            let asked = all.iter().filter(|e| e.facts.asks_for_all == asks_for_all);
            QuestionAdvice::of(rows, &scene, question, asked.collect())
        };
        let questions = vec![
            of_question(true, "all contacts"),
            of_question(false, "yes or no"),
        ];
        Advice {
            format: Advice::FORMAT,
            verified: numbers::verified(rows, &scene.race),
            deadline: DeadlineAdvice::of(rows, &scene, &all),
            questions,
            scene,
        }
    }
}
