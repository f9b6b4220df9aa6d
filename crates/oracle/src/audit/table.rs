//! The report as text.

use super::{AuditReport, Class, Placement, Row, Tally};
use std::fmt;

/// A table for each class, one line per judge and one column per placement, then the examples.
impl fmt::Display for AuditReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} pairs of bodies for each class and placement, seed {}, against exact arithmetic.\n\
             −n: pairs missed in n cases; +n: pairs invented in n cases; ~n: touching, crossing and\n\
             overlapping mixed up in n cases; ?n: gave up in n cases; ok: no difference; -: such\n\
             bodies are not accepted.",
            self.cases, self.seed
        )?;
        for class in Class::ALL {
            self.fmt_class(class, f)?;
        }
        for example in &self.examples {
            writeln!(
                f,
                "\nThe simplest input found for which {} {} {}:\n",
                example.judge,
                example.error.verb(),
                example.class.title()
            )?;
            f.write_str(&example.test)?;
        }
        Ok(())
    }
}

impl AuditReport {
    fn fmt_class(&self, class: Class, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<&Row> = self.rows.iter().filter(|row| row.class == class).collect();
        let width = rows
            .iter()
            .map(|row| row.judge.chars().count())
            .max()
            .unwrap_or(0);
        let cells = |row: &Row| row.tallies.iter().map(cell).collect::<Vec<_>>();
        let first = rows
            .iter()
            .find_map(|row| row.tallies.iter().flatten().next());
        let interfering = first.map_or(0, |tally| tally.interfering);
        writeln!(
            f,
            "\n{} ({interfering} of {} interfere)",
            class.title(),
            self.cases
        )?;
        let heads: Vec<String> = self.placements.iter().map(head).collect();
        write_line(f, width, "", &heads)?;
        for row in rows {
            write_line(f, width, &row.judge, &cells(row))?;
        }
        Ok(())
    }
}

const COLUMN: usize = 14;

fn write_line(
    f: &mut fmt::Formatter<'_>,
    width: usize,
    first: &str,
    cells: &[String],
) -> fmt::Result {
    write!(f, "  {first:width$}")?;
    for cell in cells {
        write!(f, "  {cell:>COLUMN$}")?;
    }
    writeln!(f)
}

fn head(at: &Placement) -> String {
    let size = if at.exponent == 0 {
        "size 1".into()
    } else {
        format!("size 2^{}", at.exponent)
    };
    if at.offset == 0.0 {
        size
    } else {
        format!("{size} at 2^{}", at.offset.log2())
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
    let parts: Vec<String> = parts
        .iter()
        .filter(|(_, n)| *n > 0)
        .map(|(sign, n)| format!("{sign}{n}"))
        .collect();
    if parts.is_empty() {
        "ok".to_string()
    } else {
        parts.join(" ")
    }
}
