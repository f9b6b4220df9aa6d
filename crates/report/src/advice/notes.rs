//! Advice as sentences without marks, for the page that plays the scene.

use super::{Advice, AdviceOutcome};
use crate::format;
use crate::names::{FIRST_CONTACT, command};
use records::Unit;

impl Advice {
    /// Returns what is certified at the deadline, and which detectors failed or refuse the bodies:
    /// sentences of plain text.
    pub fn notes(&self) -> Vec<String> {
        // Their only marks are those around names of detectors.
        let certified = self.certified_words().into_iter();
        let certified = certified.map(|words| words.replace('`', ""));
        let failed = self.deadline_failure_notes().chain(self.failure_notes());
        certified
            .chain(failed)
            .chain(self.refusal_notes())
            .collect()
    }

    fn deadline_failure_notes(&self) -> impl Iterator<Item = String> {
        let limit = format::value(self.deadline.deadline, Unit::Seconds);
        self.deadline.failed.iter().map(move |one| {
            let (name, reason) = (command(&one.detector), &one.reason);
            let words = format!("{name} failed under the deadline of {limit}: {reason}");
            format::sentence(&words)
        })
    }

    /// Returns the detectors that failed for a question, except for those of which
    /// [`Advice::deadline_failure_notes`] has the reason.
    fn failure_notes(&self) -> impl Iterator<Item = String> {
        let is_known = move |name: &str, reason: &str| {
            let mut failed = self.deadline.failed.iter();
            failed.any(|one| {
                one.fault && one.detector == name && reason.ends_with(one.reason.as_str())
            })
        };
        let of_questions = self.questions.iter().flat_map(|question| {
            let standings = question.standings.iter();
            standings.map(move |standing| (question.question.as_str(), standing))
        });
        of_questions.filter_map(move |(question, standing)| {
            let name = command(&standing.detector);
            match &standing.outcome {
                AdviceOutcome::Failed { reason } if !is_known(name, reason) => {
                    let words = format!("{name} failed for {question}: {reason}");
                    Some(format::sentence(&words))
                }
                _ => None,
            }
        })
    }

    /// Returns the detectors that refuse the bodies, those with the same reason together.
    fn refusal_notes(&self) -> Vec<String> {
        let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
        for standing in self.questions.iter().flat_map(|q| &q.standings) {
            let AdviceOutcome::Refused { reason } = &standing.outcome else {
                continue;
            };
            // The bodies are the same for each question.
            if standing.detector.ends_with(FIRST_CONTACT) {
                continue;
            }
            let name = command(&standing.detector).to_owned();
            match reasons.iter_mut().find(|(known, _)| known == reason) {
                Some((_, names)) => names.push(name),
                None => reasons.push((reason.as_str(), vec![name])),
            }
        }
        let words = |(reason, names): (&str, Vec<String>)| {
            let verb = if names.len() == 1 {
                "refuses"
            } else {
                "refuse"
            };
            let names = format::join(&names, ", ");
            format::sentence(&format!("{names} {verb} these bodies: {reason}"))
        };
        reasons.into_iter().map(words).collect()
    }
}
