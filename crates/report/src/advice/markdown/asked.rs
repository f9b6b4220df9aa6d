//! Section of a question: all detectors with their times, and how to call the recommended one.

use crate::advice::line::{StandingUnits, line};
use crate::advice::tables::TableForm;
use crate::advice::{Advice, EntrantFacts, QuestionAdvice};
use crate::escape::fenced;
use crate::format;
use crate::names::command;
use records::{Columns, TextTable};

impl Advice {
    pub(super) fn question(&self, question: &QuestionAdvice, form: TableForm) -> String {
        if question.standings.is_empty() {
            return String::new();
        }
        let units = StandingUnits::of(&question.standings);
        let mut table = TextTable::new(units.head());
        for standing in &question.standings {
            let facts = self.facts(&standing.detector);
            let until_next = facts.is_some_and(|facts| facts.until_next);
            table.push(line(standing, until_next, &units));
        }
        let heading = format::capital(&question.question);
        let table = form.table(&table, Columns::Texts(&[]));
        let mut text = format!("## {heading}\n\n{table}");
        if !question.faster_without_proof.is_empty() {
            let names = question.faster_without_proof.iter();
            let names: Vec<String> = names.map(|name| format!("`{}`", command(name))).collect();
            text += &format!(
                "\nFaster, without a wrong answer in the frames that were checked, but without a \
                 proof: {}.\n",
                names.join(", ")
            );
        }
        text += &in_total(question);
        if let Some(take) = &question.take {
            if take.solids {
                text += "\nIt answers for solids: a body inside another one collides with it.\n";
            }
            text += &call(take);
        }
        text
    }
}

/// Returns which detector takes the least time with its preparation, from which frame on. Empty if
/// preparations are not known.
fn in_total(question: &QuestionAdvice) -> String {
    let [first, later @ ..] = &question.in_total[..] else {
        return String::new();
    };
    let mut words = format!("`{}` from the first frame on", command(&first.detector));
    for one in later {
        let (name, frames) = (command(&one.detector), format::number(one.frames as f64));
        words += &format!(", `{name}` from {frames} frames on");
    }
    format!("\nThe least time in total, with preparation: {words}.\n")
}

/// Returns how to call a detector, on the command line and from Rust.
pub(super) fn call(facts: &EntrantFacts) -> String {
    format!(
        "\nOn the command line, and from Rust:\n\n{}\n{}",
        fenced("sh", &facts.command),
        fenced("rust", &with_dependency(facts, &facts.rust))
    )
}

/// Returns a Rust program below the line of the `Cargo.toml` that it needs.
pub(super) fn with_dependency(facts: &EntrantFacts, program: &str) -> String {
    format!("// {}\n{program}", facts.dependency)
}
