//! Tables as Markdown and as aligned text.

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
        let limit = |i: usize| match columns {
            Columns::Texts(widths) => widths.get(i).copied().unwrap_or(usize::MAX),
            Columns::Numbers => usize::MAX,
        };
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

/// Escapes text for one cell of a Markdown table.
pub fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
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
    fn markdown_escapes_bars() {
        let mut table = TextTable::new(["a", "b"]);
        assert_eq!(table.markdown(), "");
        table.push(["x|y", "1"]);
        assert_eq!(
            table.markdown(),
            "| a | b |\n| :-- | --: |\n| x\\|y | 1 |\n"
        );
    }
}
