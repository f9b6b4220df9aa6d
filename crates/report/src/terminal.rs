//! The claims as a table on a terminal.

use crate::claims::{Assessed, counted, ledger, words};
use crate::format::NOTHING;
use crate::{Page, Papers};
use records::{Columns, Query, Rows, TextTable};

/// Widths of the columns: claim, paper, ours; the verdict ends the line.
const WIDTHS: [usize; 3] = [22, 26, 40];

/// The claims whose experiments have rows, each with the paper's normalised value, ours and the
/// verdict.
///
/// Plain text, at most 104 columns wide, no colors; ends with a count of the verdicts.
pub fn terminal_summary(rows: &Rows, papers: &Papers, pages: &[Page]) -> String {
    let measured = |a: &Assessed<'_>| !rows.select(&Query::of(&a.claim.experiment)).is_empty();
    let ledger = ledger(rows, papers, pages);
    let (shown, others): (Vec<_>, Vec<_>) = ledger.into_iter().partition(measured);
    let mut table = TextTable::new(["claim", "paper", "ours", "verdict"]);
    for Assessed {
        paper,
        claim,
        assessment,
    } in &shown
    {
        let ours = match assessment.normalised.as_str() {
            // The reason stands where there is no number.
            NOTHING => &assessment.ours,
            normalised => normalised,
        };
        let (_, theirs) = words::paper(claim, paper);
        table.push([&claim.id, &theirs, ours, assessment.verdict.words()]);
    }
    let mut text = table.text(Columns::Texts(&WIDTHS));
    text += &format!("\n{}", counted(shown.iter()));
    if !others.is_empty() {
        text += &format!("; {} claims have no rows here", others.len());
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::as_in_the_paper;

    #[test]
    fn the_table_of_a_run_as_in_the_paper() {
        insta::assert_snapshot!(terminal_summary(&as_in_the_paper()));
    }

    #[test]
    fn claims_without_rows_are_only_counted() {
        let fig8 = as_in_the_paper();
        let fig8: Rows = fig8
            .iter()
            .filter(|r| r.key.experiment == "smith95-fig8")
            .cloned()
            .collect();
        let text = terminal_summary(&fig8);
        assert!(
            text.contains("fig8-shuttles") && !text.contains("fig6"),
            "{text}"
        );
        assert!(
            text.contains("1 reproduced; 35 claims have no rows here"),
            "{text}"
        );
        assert!(terminal_summary(&Rows::default()).contains("no claims"));
    }

    #[test]
    fn long_cells_break_at_spaces() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert!(
            terminal_summary(&as_in_the_paper())
                .lines()
                .all(|l| l.chars().count() <= 104)
        );
    }
}
