//! The claims as a table on a terminal.

use crate::claims::{Judged, Verdict, ledger};
use crate::format::NOTHING;
use records::{Query, Rows};
use std::fmt::Write;

/// Widths of the columns: claim, paper, ours; the verdict ends the line.
const WIDTHS: [usize; 3] = [22, 26, 40];

/// The claims that `rows` speak to, each with the paper's normalised value, ours and the verdict.
///
/// Plain text, at most 104 columns wide, no colours; ends with a count of the verdicts.
pub fn terminal_summary(rows: &Rows) -> String {
    let measured = |judged: &Judged| !rows.select(&Query::of(judged.claim.experiment)).is_empty();
    let (told, untold): (Vec<_>, Vec<_>) = ledger(rows).into_iter().partition(measured);
    let mut text = String::new();
    line(&mut text, ["claim", "paper", "ours"], "verdict");
    for judged in &told {
        let (claim, judgement) = (judged.claim, &judged.judgement);
        // What is missing is told where there is no number.
        let ours = match judgement.normalised.as_str() {
            NOTHING => &judgement.ours,
            normalised => normalised,
        };
        let cells = [claim.id, claim.paper_normalised, ours];
        line(&mut text, cells, judgement.verdict.words());
    }
    let _ = write!(text, "\n{}", counted(&told));
    if !untold.is_empty() {
        let _ = write!(text, "; {} claims have no rows here", untold.len());
    }
    text.push('\n');
    text
}

/// One row of the table, over as many lines as its longest cell needs.
fn line(text: &mut String, cells: [&str; 3], verdict: &str) {
    let columns: Vec<Vec<String>> = cells
        .iter()
        .zip(WIDTHS)
        .map(|(cell, width)| wrapped(cell, width))
        .collect();
    let height = columns.iter().map(Vec::len).max().unwrap_or(1);
    for i in 0..height {
        let mut row = String::new();
        for (column, width) in columns.iter().zip(WIDTHS) {
            let cell = column.get(i).map_or("", String::as_str);
            let _ = write!(row, "{cell:width$}  ");
        }
        if i == 0 {
            row.push_str(verdict);
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
}

/// Lines of at most `width` characters, broken at spaces; a longer word has a line of its own.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn counted(judged: &[Judged]) -> String {
    let verdicts = [
        Verdict::Reproduced,
        Verdict::TrendOnly,
        Verdict::Contradicted,
        Verdict::NotTestable,
    ];
    let count = |v: &Verdict| judged.iter().filter(|j| j.judgement.verdict == *v).count();
    let told = verdicts.iter().filter(|v| count(v) > 0);
    let told: Vec<String> = told
        .map(|v| format!("{} {}", count(v), v.words()))
        .collect();
    if told.is_empty() {
        "no claims".to_owned()
    } else {
        told.join(", ")
    }
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
