//! The claims as a table on a terminal.

use crate::claims::{Assessed, counted, of_papers, words};
use crate::format::{NOTHING, join, or};
use records::{Columns, Rows, Selection, TextTable};

/// Maximum width of the table, in characters.
const WIDTH: usize = 80;

/// Maximum widths of the columns claim, paper and ours, in characters. The verdict ends the line.
const WIDTHS: [usize; 3] = [18, 18, 20];

/// Returns the claims of a ledger whose experiments have rows, each with the paper's normalized
/// value, ours and the verdict.
///
/// Plain text, at most 80 columns wide, no colors; ends with a count of the verdicts.
pub(crate) fn table(rows: &Rows, ledger: Vec<Assessed<'_>>) -> String {
    let (shown, others): (Vec<_>, Vec<_>) = ledger.into_iter().partition(|a| has_rows(rows, a));
    let mut table = TextTable::new(["claim", "paper", "ours", "verdict"]);
    for shown in &shown {
        let verdict = shown.short_words();
        let ours = match shown.normalized.as_str() {
            // The reason replaces a missing number.
            NOTHING => &shown.ours,
            normalized => normalized,
        };
        let (_, theirs) = words::paper(shown);
        table.push([&shown.claim.id, &theirs, ours, &verdict]);
    }
    let mut text = table.text_within(Columns::Texts(&WIDTHS), WIDTH);
    let counts = [("papers' claims", true), ("own hypotheses", false)].map(|(name, papers)| {
        let some = of_papers(&shown, papers).next().is_some();
        let counts = || format!("{name}: {}", counted(of_papers(&shown, papers), 0));
        some.then(counts).unwrap_or_default()
    });
    let counts = join(&counts, "; ");
    text += &format!("\n{}", or(&counts, "no claims"));
    if !others.is_empty() {
        text += &format!("; {} claims have no rows here", others.len());
    }
    text + "\n"
}

/// Returns true if the experiment of the claim has rows.
pub(crate) fn has_rows(rows: &Rows, assessed: &Assessed<'_>) -> bool {
    let experiment = Selection::of(&assessed.claim.experiment);
    !rows.select(&experiment).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::settled_ledger;
    use crate::tests::samples::{committed, pages, papers, rows};

    #[test]
    fn the_table_of_a_run() {
        let (rows, papers, pages) = (rows(), papers(), pages());
        let text = table(&rows, settled_ledger(&rows, &[], &papers, &pages));
        insta::assert_snapshot!(text);
        assert!(text.lines().all(|l| l.chars().count() <= WIDTH));
    }

    #[test]
    fn the_longest_verdict_fits_into_the_table() {
        let (papers, pages, rows) = committed();
        let text = table(rows, settled_ledger(rows, &[], papers, pages));
        let (table, _) = text.split_once("\n\n").unwrap();
        let longest = table.lines().map(|l| l.chars().count()).max().unwrap();
        assert!(longest <= WIDTH, "{longest} columns");
    }

    #[test]
    fn claims_without_rows_are_only_counted() {
        let (papers, pages) = (papers(), pages());
        let few = rows()
            .into_iter()
            .filter(|r| r.key.experiment == "lab-modern");
        let few: Rows = few.collect();
        let text = table(&few, settled_ledger(&few, &[], &papers, &pages));
        assert!(
            text.contains("lab-faster") && !text.contains("overtakes"),
            "{text}"
        );
        assert!(
            text.contains("1 held; 2 claims have no rows here"),
            "{text}"
        );
        let none = Rows::default();
        let none = table(&none, settled_ledger(&none, &[], &papers, &pages));
        assert!(none.contains("no claims"));
    }
}
