//! Share of the guesses that are right, in a table and in words.

use super::{Guesser, LeftOut, RIGHT};
use crate::Page;
use crate::format::{self, NOTHING};
use crate::names;
use records::{Rows, TextTable};

/// Guesses of a page, in a table and in words.
pub(crate) struct GuessTable {
    /// One line for each job and question.
    pub(crate) table: String,
    /// Share of those that are right, in words.
    pub(crate) words: String,
    /// The same in a short sentence.
    pub(crate) result: String,
}

impl GuessTable {
    /// Returns the guesses that a page asks for, or `None` if there are none: no races, or no two
    /// jobs of which one is guessed from the other.
    pub(crate) fn of(rows: &Rows, page: &Page, pages: &[Page]) -> Option<GuessTable> {
        if page.guess.is_empty() {
            return None;
        }
        let left_out = Guesser::of_page(rows, page, pages)?.left_out();
        if left_out.is_empty() {
            return None;
        }
        let mut table = TextTable::new([
            "job",
            "question",
            "guess",
            "fastest",
            "guess, times the fastest",
            "nearest of several",
        ]);
        let label = |label: &str| names::name(names::command(label));
        for one in &left_out {
            let times = one.slowdown.map_or(NOTHING.to_owned(), format::number);
            table.push([
                one.job.clone(),
                one.guess.question.clone(),
                label(&one.guess.detector),
                label(&one.best),
                if one.is_right() {
                    format!("**{times}**")
                } else {
                    times
                },
                one.guess.jobs.first().cloned().unwrap_or_default(),
            ]);
        }
        Some(GuessTable {
            table: table.markdown(),
            words: words(&left_out),
            result: result(&left_out),
        })
    }
}

/// Returns how often guesses are right, in a short sentence.
fn result(left_out: &[LeftOut]) -> String {
    let right = left_out.iter().filter(|one| one.is_right()).count();
    format!(
        "{right} of {} guesses are at most {} % behind the fastest detector.",
        left_out.len(),
        format::number((RIGHT - 1.0) * 100.0)
    )
}

/// Returns how often guesses are right, and by how much they miss.
pub(super) fn words(left_out: &[LeftOut]) -> String {
    if left_out.is_empty() {
        return "No other job shows how often such a guess is right.".to_owned();
    }
    let right = left_out.iter().filter(|one| one.is_right()).count();
    let mean = |slowdowns: &[f64]| {
        if slowdowns.is_empty() {
            return NOTHING.to_owned();
        }
        let sum: f64 = slowdowns.iter().map(|slowdown| slowdown.ln()).sum();
        format::number((sum / slowdowns.len() as f64).exp())
    };
    let guessed: Vec<f64> = left_out.iter().filter_map(|one| one.slowdown).collect();
    let always: Vec<f64> = left_out.iter().filter_map(|one| one.always).collect();
    let worst = guessed.iter().copied().reduce(f64::max);
    let unanswered = match left_out.len() - guessed.len() {
        0 => String::new(),
        n => format!(" In {n} of these, the guessed detector has no right answer."),
    };
    let within = |limit: f64, slowdowns: &[f64]| slowdowns.iter().filter(|s| **s <= limit).count();
    format!(
        "Guessed from the other jobs, the detector is right, at most {} % behind the fastest, in \
         {right} of {}; it takes at most twice the time of the fastest in {}, {} times that in the \
         geometric mean, and {} times at worst.{unanswered} The detector that is best in the mean \
         of the other jobs is right in {} of {}, with a mean of {}.",
        format::number((RIGHT - 1.0) * 100.0),
        left_out.len(),
        within(2.0, &guessed),
        mean(&guessed),
        worst.map_or(NOTHING.to_owned(), format::number),
        within(RIGHT, &always),
        always.len(),
        mean(&always),
    )
}
