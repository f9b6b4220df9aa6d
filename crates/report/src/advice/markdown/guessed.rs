//! Guess before anything was timed, beside what was measured then.

use crate::advice::{Advice, AdviceOutcome, Nearness, QuestionAdvice};
use crate::format;
use crate::guess::Guess;
use crate::names::command;

impl Advice {
    /// Returns what was guessed before anything was timed, as a paragraph. Empty without a guess.
    pub fn guess_words(guesses: &[Guess], quality: &str) -> String {
        let Some(first) = guesses.first() else {
            return String::new();
        };
        let guessed = guesses
            .iter()
            .map(|guess| format!("`{}` for {}", command(&guess.detector), guess.question));
        let guessed = format::join(&guessed.collect::<Vec<_>>(), ", ");
        let jobs = format::join(&first.jobs, "; ");
        format!(
            "Before anything is timed, the guess is {guessed}: these are fast in the recorded jobs \
             that are most like this scene ({jobs}). {quality}\n"
        )
    }

    pub(super) fn guessed(&self) -> String {
        let scene = &self.scene;
        let mut words = Advice::guess_words(&scene.guesses, &scene.guess_quality);
        for guess in &scene.guesses {
            let mut questions = self.questions.iter();
            let same = questions.find(|q| q.question == guess.question);
            let found = same.map_or(NO_PART.to_owned(), |same| found(guess, same));
            words += &format!("For {} it {found}.\n", guess.question);
        }
        words
    }
}

/// Words for a detector without a measurement.
const NO_PART: &str = "did not take part";

/// Returns what was measured of a guess, as the end of a sentence about it.
fn found(guess: &Guess, question: &QuestionAdvice) -> String {
    let mut standings = question.standings.iter();
    let standing = standings.find(|standing| standing.detector == guess.detector);
    let left_out = AdviceOutcome::LeftOut;
    let outcome = standing.map_or(&left_out, |standing| &standing.outcome);
    let nothing_else = || "has no recommended one beside it".to_owned();
    match outcome {
        AdviceOutcome::LeftOut => NO_PART.to_owned(),
        AdviceOutcome::Refused { .. } => "refuses the bodies".to_owned(),
        AdviceOutcome::Failed { .. } => "failed".to_owned(),
        AdviceOutcome::Raced { wrong, .. } | AdviceOutcome::Tried { wrong, .. } if *wrong > 0.0 => {
            "gave wrong answers".to_owned()
        }
        AdviceOutcome::Raced { times, .. } => times.map_or_else(nothing_else, |times| {
            let taken = question.take.as_ref();
            let is_taken = taken.is_some_and(|take| take.label == guess.detector);
            raced(times, is_taken)
        }),
        AdviceOutcome::Tried { times, .. } => times.map_or_else(nothing_else, |times| {
            let times = format::number(times);
            format!("was too slow for the race: {times} times the recommended one in the trial")
        }),
    }
}

/// Returns how a guess did in the race. `times` is its time over that of the recommended one.
fn raced(times: [f64; 3], is_taken: bool) -> String {
    let [value, _, high] = times;
    if is_taken {
        return "is the one that the race recommends".to_owned();
    }
    if high < 1.0 {
        return "is faster than the recommended one, but has no proof".to_owned();
    }
    let times = format::number(value);
    let near = if value <= Nearness::NEAR {
        "nearly as fast as the recommended one"
    } else {
        "slower than the recommended one"
    };
    format!("is {near}: {times} times its time")
}
