//! Tables as Markdown and as aligned text.

use crate::escape_bidi;

/// Table of texts.
///
/// The first column is aligned to the left, the others to the right, unless [`Columns`] states
/// otherwise.
#[derive(Clone, Debug, Default)]
pub struct TextTable {
    /// Headings of the columns.
    pub head: Vec<String>,
    /// Cells of each row. Missing cells at the end are empty.
    pub rows: Vec<Vec<String>>,
}

/// Layout of the columns of aligned text.
#[derive(Clone, Copy, Debug)]
pub enum Columns<'a> {
    /// Columns as wide as their cells. The first is aligned to the left, the others to the right.
    Numbers,
    /// Columns aligned to the left, with cells wrapped at spaces to these widths. Columns beyond
    /// the list are as wide as their cells.
    Texts(&'a [usize]),
}

impl Columns<'_> {
    /// Returns the width at which the cells of a column wrap.
    fn limit(self, column: usize) -> usize {
        match self {
            Columns::Texts(widths) => widths.get(column).copied().unwrap_or(usize::MAX),
            Columns::Numbers => usize::MAX,
        }
    }
}

impl TextTable {
    /// Creates a table without rows.
    pub fn new(head: impl IntoIterator<Item = impl Into<String>>) -> TextTable {
        TextTable {
            head: head.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    /// Returns the table as Markdown. Empty without rows.
    pub fn markdown(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|c| escape(c)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let numbers = " --: |".repeat(self.head.len() - 1);
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}| :-- |{numbers}\n{rows}", line(&self.head))
    }

    /// Returns the table as lines of text with two spaces between columns.
    ///
    /// An empty heading adds no line.
    pub fn text(&self, columns: Columns<'_>) -> String {
        self.aligned(columns, |i| columns.limit(i))
    }

    /// Returns the table as [`TextTable::text`], in lines of at most `width` characters.
    ///
    /// The widest columns get narrower until the table fits, down to 6 characters each. Their
    /// cells break at spaces, and words that are longer within.
    pub fn text_within(&self, columns: Columns<'_>, width: usize) -> String {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let count = lines().map(Vec::len).max().unwrap_or(0);
        let natural = |i: usize| {
            let cells = lines().filter_map(|row| row.get(i));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let limited = |i| natural(i).min(columns.limit(i));
        let mut widths: Vec<usize> = (0..count).map(limited).collect();
        let gaps = 2 * count.saturating_sub(1);
        while widths.iter().sum::<usize>() + gaps > width {
            let widest = widths.iter_mut().max_by_key(|width| **width);
            match widest.filter(|width| **width > LEAST_WIDTH) {
                Some(widest) => *widest -= 1,
                None => break,
            }
        }
        let broken = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths);
            cells
                .map(|(cell, width)| with_breaks(cell, *width))
                .collect()
        };
        let table = TextTable {
            head: broken(&self.head),
            rows: self.rows.iter().map(broken).collect(),
        };
        table.aligned(columns, |i| widths.get(i).copied().unwrap_or(usize::MAX))
    }

    /// Returns aligned lines, with cells wrapped at spaces to the limits of their columns.
    fn aligned(&self, columns: Columns<'_>, limit: impl Fn(usize) -> usize) -> String {
        let lines = std::iter::once(&self.head).chain(&self.rows);
        let broken: Vec<Vec<Vec<String>>> = lines
            .filter(|row| !row.is_empty())
            .map(|row| {
                (0..)
                    .zip(row)
                    .map(|(i, cell)| wrapped(cell, |line| line.chars().count() <= limit(i)))
                    .collect()
            })
            .collect();
        let cells = |i: usize| broken.iter().filter_map(move |row| row.get(i)).flatten();
        let width = |i: usize| cells(i).map(|c| c.chars().count()).max().unwrap_or(0);
        let count = broken.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..count).map(width).collect();
        let mut text = String::new();
        for row in &broken {
            for k in 0..row.iter().map(Vec::len).max().unwrap_or(1) {
                let mut line = String::new();
                for (i, (lines, width)) in row.iter().zip(&widths).enumerate() {
                    let cell = lines.get(k).map_or("", String::as_str);
                    line += &match (i, columns) {
                        (0, _) => format!("{cell:width$}"),
                        (_, Columns::Numbers) => format!("  {cell:>width$}"),
                        (_, Columns::Texts(_)) => format!("  {cell:width$}"),
                    };
                }
                text += line.trim_end();
                text.push('\n');
            }
        }
        text
    }
}

/// Least width of a column that gets narrower, in characters.
const LEAST_WIDTH: usize = 6;

/// Returns the text with spaces in words that are longer than `width`: behind the last sign before
/// it, or at it.
fn with_breaks(text: &str, width: usize) -> String {
    let mut words = Vec::new();
    for word in text.split(' ') {
        let mut rest: Vec<char> = word.chars().collect();
        while rest.len() > width.max(1) {
            let is_sign = |c: &char| "-_/=,:;.".contains(*c);
            let end = rest[..width.max(1)].iter().rposition(is_sign);
            let end = end.map_or(width.max(1), |sign| sign + 1);
            words.push(rest.drain(..end).collect::<String>());
        }
        words.push(rest.into_iter().collect());
    }
    words.join(" ")
}

/// Escapes text for one cell of a Markdown table, and what changes the order of its letters.
pub fn escape(text: &str) -> String {
    escape_bidi(text).replace('|', "\\|").replace('\n', " ")
}

/// Wraps text at spaces to lines that fit. A word that does not fit has its own line.
pub fn wrapped(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_line_up_to_the_right() {
        let mut table = TextTable::new(["name", "µs"]);
        table.push(["a", "1000"]);
        table.push(["b"]);
        assert_eq!(table.text(Columns::Numbers), "name    µs\na     1000\nb\n");
    }

    #[test]
    fn texts_break_at_spaces() {
        let mut table = TextTable::default();
        table.push(["one two three", "x"]);
        assert_eq!(table.text(Columns::Texts(&[7])), "one two  x\nthree\n");
        assert_eq!(
            wrapped("one two three", |line| line.len() <= 7),
            ["one two", "three"]
        );
    }

    #[test]
    fn the_widest_columns_break_until_the_table_fits() {
        let mut table = TextTable::new(["name of the row", "n"]);
        table.push(["sphere-tree-octree last-level=leaves", "12"]);
        table.push(["a", "3"]);
        let text = table.text_within(Columns::Numbers, 22);
        let expected = "name of the row      n\nsphere-tree-octree  12\nlast-level=leaves\n\
            a                    3\n";
        assert_eq!(text, expected);
        assert_eq!(
            table.text_within(Columns::Numbers, 80),
            table.text(Columns::Numbers)
        );
        let narrow = table.text_within(Columns::Texts(&[]), 14);
        assert!(
            narrow.lines().all(|line| line.chars().count() <= 14),
            "{narrow}"
        );
        assert!(narrow.contains("tree-\noctree"), "{narrow}");
        // Letters without any sign break anywhere, and no letter is lost.
        assert_eq!(with_breaks("abcdefgh µµ", 3), "abc def gh µµ");
    }

    #[test]
    fn markdown_escapes_bars() {
        let mut table = TextTable::new(["a", "b"]);
        assert_eq!(table.markdown(), "");
        table.push(["x|y", "\u{202e}1"]);
        assert_eq!(
            table.markdown(),
            "| a | b |\n| :-- | --: |\n| x\\|y | \\u{202e}1 |\n"
        );
    }
}
