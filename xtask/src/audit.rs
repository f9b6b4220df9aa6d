//! `audit`: how often each detector differs from exact arithmetic.

use crate::result::OutputForm;
use crate::terminal;
use anyhow::{Result, ensure};
use catalog::{Detector, Entry, Options};
use oracle::audit::{AuditReport, Class, Placement, Tally};
use records::{Columns, TextTable};

/// Arguments of `audit`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Pairs of bodies per class of input and scale.
    #[arg(long, value_name = "N", default_value_t = 200)]
    cases: u32,
    /// Seed of the inputs.
    #[arg(long, default_value_t = 1995)]
    seed: u64,
}

/// Audits every detector of the catalog, and prints a table per class of input.
///
/// # Errors
/// No cases, or standard output cannot be written.
pub(crate) fn run(arguments: &Arguments, form: &OutputForm) -> Result<()> {
    ensure!(
        arguments.cases > 0,
        "--cases 0 leaves nothing to audit; give at least 1"
    );
    let detectors = catalog::entries().iter().map(built);
    let detectors = detectors.collect::<Result<Vec<_>>>()?;
    let config = oracle::audit::Config {
        cases: arguments.cases,
        seed: arguments.seed,
        ..oracle::audit::Config::default()
    };
    let progress = terminal::progress("preparing");
    progress.set_length(Class::ALL.len() as u64 + 1);
    let report = oracle::audit::audit_watched(detectors, &config, |stage| {
        progress.set_position(stage.number() as u64);
        progress.set_message(stage.title());
    });
    progress.finish_and_clear();
    form.print(|| text(&report), || &report)
}

/// Builds a detector, and returns it with its label.
fn built(entry: &Entry) -> Result<(String, Box<dyn Detector>)> {
    /// Points on a surface. The audit's bodies have a few faces, and each is prepared again: medial
    /// axes of thousands of points would take hours without changing an answer.
    const POINTS: i64 = 12;
    let mut options = Options::none();
    if entry.options.iter().any(|doc| doc.name == "samples") {
        options = options.with("samples", POINTS);
    }
    Ok((entry.label(&options), entry.build(&options)?))
}

/// Formats a table per class, one line per participant and one column per scale and offset, then
/// the examples.
fn text(report: &AuditReport) -> String {
    let mut text = format!(
        "{} pairs of bodies for each class and placement, seed {}, against exact\n\
         arithmetic. −n: pairs missed in n cases; +n: pairs invented in n cases; ~n:\n\
         touching, crossing and overlapping mixed up in n cases; ?n: gave up in n cases;\n\
         ok: no difference; -: such bodies are not accepted.\n",
        report.cases, report.seed
    );
    for class in Class::ALL {
        text += &of_class(report, class);
    }
    for example in &report.examples {
        text += &format!(
            "\nThe simplest input found for which {} {} {}:\n\n{}",
            example.audited,
            example.error.verb(),
            example.class.title(),
            example.test
        );
    }
    text
}

fn of_class(report: &AuditReport, class: Class) -> String {
    let rows = report.rows.iter().filter(|row| row.class == class);
    let first = rows
        .clone()
        .find_map(|row| row.tallies.iter().flatten().next());
    let interfering = first.map_or(0, |tally| tally.interfering);
    let heads = report.placements.iter().map(head);
    let mut table = TextTable::new(std::iter::once(String::new()).chain(heads));
    for row in rows {
        let cells = row.tallies.iter().map(cell);
        table.push(std::iter::once(row.audited.clone()).chain(cells));
    }
    let table = table.text_within(Columns::Numbers, terminal::WIDTH - 2);
    let indented: String = table.lines().map(|line| format!("  {line}\n")).collect();
    let (title, cases) = (class.title(), report.cases);
    format!("\n{title} ({interfering} of {cases} interfere)\n{indented}")
}

fn head(at: &Placement) -> String {
    let size = match at.exponent {
        0 => "size 1".to_owned(),
        exponent => format!("size 2^{exponent}"),
    };
    match at.offset {
        0.0 => size,
        offset => format!("{size} at 2^{}", offset.log2()),
    }
}

fn cell(tally: &Option<Tally>) -> String {
    let Some(tally) = tally else {
        return "-".to_string();
    };
    let parts = [
        ('−', tally.false_negatives),
        ('+', tally.false_positives),
        ('~', tally.wrong_kinds),
        ('?', tally.undecided),
    ];
    let found = parts.iter().filter(|(_, n)| *n > 0);
    let found: Vec<String> = found.map(|(sign, n)| format!("{sign}{n}")).collect();
    if found.is_empty() {
        "ok".to_owned()
    } else {
        found.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_that_are_not_accepted_are_dashes() {
        let counted = Tally {
            false_negatives: 2,
            undecided: 1,
            ..Tally::default()
        };
        assert_eq!(cell(&None), "-");
        assert_eq!(cell(&Some(counted)), "−2 ?1");
        assert_eq!(cell(&Some(Tally::default())), "ok");
    }
}
