//! Collections of rows: CSV files and selections.

use crate::{RecordsError, Row, files, write_atomically};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::Path;

mod index;

use index::Index;

/// First line of a file of rows.
const FIRST_LINE: &str = "# collision-lab rows, format 4";

/// First lines of older formats that are read, too: without a last line, and with the samples of
/// one process only.
const OLDER_FIRST_LINES: [&str; 2] = [
    "# collision-lab rows, format 3",
    "# collision-lab rows, format 2",
];

/// Collection of rows in any order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    rows: Vec<Row>,
    index: Index,
}

/// Selection of rows. A row must match every field that is not `None`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Selection<'a> {
    /// Name of the experiment.
    pub experiment: Option<&'a str>,
    /// Exact name of the detector with its options.
    pub detector: Option<&'a str>,
    /// Exact series. `Some("")` selects rows without a series.
    pub series: Option<&'a str>,
    /// Name of the quantity.
    pub quantity: Option<&'a str>,
    /// Position on the horizontal axis.
    pub x: Option<f64>,
    /// Frame. `Some(None)` selects rows of whole scenes.
    pub frame: Option<Option<u32>>,
}

impl<'a> Selection<'a> {
    /// Selects all rows of an experiment.
    pub fn of(experiment: &'a str) -> Selection<'a> {
        Selection {
            experiment: Some(experiment),
            ..Selection::default()
        }
    }

    fn selects(&self, row: &Row) -> bool {
        let key = &row.key;
        let agrees = |wanted: Option<&str>, is: &str| wanted.is_none_or(|w| w == is);
        agrees(self.experiment, &key.experiment)
            && agrees(self.detector, &key.detector)
            && agrees(self.series, &key.series)
            && agrees(self.quantity, &row.quantity)
            && self.x.is_none_or(|x| x == key.x)
            && self.frame.is_none_or(|frame| frame == key.frame)
    }
}

impl Rows {
    /// Adds a row.
    pub fn push(&mut self, row: Row) {
        self.index.add(&row, self.rows.len());
        self.rows.push(row);
    }

    /// Returns all rows in the order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter()
    }

    /// Returns the rows of an experiment in the order of insertion.
    pub fn of_experiment(&self, experiment: &str) -> impl Iterator<Item = &Row> {
        let found = self.index.of_experiment(experiment).iter();
        found.map(|i| &self.rows[*i])
    }

    /// Returns true if there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the selected rows, sorted by experiment, series, detector, x, frame and quantity.
    ///
    /// # Cost
    /// One comparison with each row of the selected experiment and quantity, or else detector.
    /// Rows that were added in order, as a file has them, are sorted by one pass.
    pub fn select(&self, selection: &Selection<'_>) -> Vec<&Row> {
        let mut picked: Vec<&Row> = match self.index.candidates(selection) {
            Some(candidates) => {
                let candidates = candidates.iter().map(|i| &self.rows[*i]);
                candidates.filter(|r| selection.selects(r)).collect()
            }
            None => self.rows.iter().filter(|r| selection.selects(r)).collect(),
        };
        picked.sort_by(|a, b| a.order(b));
        picked
    }

    /// Writes all rows, sorted, to one CSV file. The write is atomic.
    pub fn write_file(&self, path: &Path) -> Result<(), RecordsError> {
        let mut bytes = format!("{FIRST_LINE}\n").into_bytes();
        let mut csv = csv::Writer::from_writer(&mut bytes);
        for row in self.select(&Selection::default()) {
            csv.serialize(row)
                .expect("rows are flat, and memory does not fail");
        }
        csv.flush().expect("memory does not fail");
        drop(csv);
        bytes.extend(last_line(self.len()).into_bytes());
        write_atomically(path, &bytes)
    }

    /// Reads the rows of one CSV file.
    pub fn read_file(path: &Path) -> Result<Rows, RecordsError> {
        let text = std::fs::read(path).map_err(RecordsError::file("read", path))?;
        let mut rows = Rows::default();
        rows.parse(path, &text)?;
        Ok(rows)
    }

    /// Reads every `*.csv` file directly in `folder`.
    ///
    /// An empty folder has no rows. A missing folder is an error.
    pub fn read_folder(folder: &Path) -> Result<Rows, RecordsError> {
        let mut all = Rows::default();
        for file in files(folder, "csv")? {
            all.extend(Rows::read_file(&file)?);
        }
        Ok(all)
    }

    fn parse(&mut self, path: &Path, text: &[u8]) -> Result<(), RecordsError> {
        let FileParts {
            lines,
            last,
            is_older,
        } = split_file(path, text)?;
        let before = self.rows.len();
        let mut seen = BTreeSet::new();
        let mut csv = csv::Reader::from_reader(lines);
        let mut rows = csv.deserialize();
        loop {
            // Of the next row; the first line is not counted.
            let line = rows.reader().position().line() + 1;
            let Some(row) = rows.next() else { break };
            let row: Row = row.map_err(|e| csv_error(path, &e))?;
            if !seen.insert(measurement(&row)) {
                let (quantity, detector) = (&row.quantity, &row.key.detector);
                let problem = format!("a second row of {quantity} of {detector} at this position");
                return Err(RecordsError::content(path, line, problem));
            }
            self.push(row);
        }
        let count = self.rows.len() - before;
        // Line ends may have been changed.
        if !is_older && last.trim_ascii_end() != last_line(count).trim_end().as_bytes() {
            let lines = text.split(|b| *b == b'\n').count() as u64;
            let problem = format!(
                "the last line is not `{}`, although there are {count} rows: a part of the file is \
                 missing; measure again to replace it",
                last_line(count).trim_end()
            );
            return Err(RecordsError::content(path, lines, problem));
        }
        Ok(())
    }
}

/// Parts of a file of rows below its first line.
struct FileParts<'a> {
    /// Header and rows.
    lines: &'a [u8],
    /// Number of rows. Empty in older formats, and in a file that is cut off.
    last: &'a [u8],
    /// True if the format has no last line.
    is_older: bool,
}

/// Splits a file, once its first line is checked.
fn split_file<'a>(path: &Path, text: &'a [u8]) -> Result<FileParts<'a>, RecordsError> {
    let (first, rest) = match text.iter().position(|b| *b == b'\n') {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, &text[text.len()..]),
    };
    let is = |line: &str| first.trim_ascii_end() == line.as_bytes();
    let is_older = OLDER_FIRST_LINES.into_iter().any(is);
    if !is(FIRST_LINE) && !is_older {
        let found = String::from_utf8_lossy(&first[..first.len().min(60)]);
        let problem = format!(
            "the first line is {found:?} where {FIRST_LINE:?} should be: \
             not a file of rows, or one of another version; measure again to replace it"
        );
        return Err(RecordsError::content(path, 1, problem));
    }
    // The line of numbers is the only one that begins so: no experiment has such a name.
    let end = rest.windows(2).rposition(|two| two == b"\n#");
    let (lines, last) = match end.filter(|_| !is_older) {
        Some(end) => rest.split_at(end + 1),
        // No row, and no header.
        None if !is_older && rest.starts_with(b"#") => (&[][..], rest),
        None => (rest, &[][..]),
    };
    Ok(FileParts {
        lines,
        last,
        is_older,
    })
}

impl FromIterator<Row> for Rows {
    fn from_iter<I: IntoIterator<Item = Row>>(rows: I) -> Rows {
        let mut all = Rows::default();
        all.extend(rows);
        all
    }
}

impl IntoIterator for Rows {
    type Item = Row;
    type IntoIter = std::vec::IntoIter<Row>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.into_iter()
    }
}

impl Extend<Row> for Rows {
    fn extend<I: IntoIterator<Item = Row>>(&mut self, rows: I) {
        rows.into_iter().for_each(|row| self.push(row));
    }
}

/// Returns what no two rows of a file have in common.
fn measurement(row: &Row) -> ([String; 6], u64, Option<u32>) {
    let key = &row.key;
    let texts = [
        &key.experiment,
        &key.scene,
        &key.detector,
        &key.series,
        &key.x_name,
        &row.quantity,
    ];
    (texts.map(Clone::clone), key.x.to_bits(), key.frame)
}

/// Returns the last line of a file, which a file that is cut off does not have.
fn last_line(rows: usize) -> String {
    format!("# {rows} rows\n")
}

/// Compares texts, with digits by their value: "faces=528" comes before "faces=3968".
pub(crate) fn natural_order(a: &str, b: &str) -> Ordering {
    // Most names of neighboring rows are equal.
    if a == b {
        return Ordering::Equal;
    }
    let (mut x, mut y) = (a, b);
    loop {
        let (dx, dy) = (leading_digits(x), leading_digits(y));
        if dx > 0 && dy > 0 {
            let (nx, ny) = (
                x[..dx].trim_start_matches('0'),
                y[..dy].trim_start_matches('0'),
            );
            let by_value = nx.len().cmp(&ny.len()).then(nx.cmp(ny));
            if by_value.is_ne() {
                return by_value;
            }
            (x, y) = (&x[dx..], &y[dy..]);
            continue;
        }
        let (mut rest_x, mut rest_y) = (x.chars(), y.chars());
        match (rest_x.next(), rest_y.next()) {
            (None, None) => return a.cmp(b),
            (cx, cy) if cx != cy => return cx.cmp(&cy),
            _ => (x, y) = (rest_x.as_str(), rest_y.as_str()),
        }
    }
}

fn leading_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Converts an error of the CSV reader, whose line numbers do not count the first line.
fn csv_error(path: &Path, error: &csv::Error) -> RecordsError {
    let line = error.position().map_or(1, csv::Position::line) + 1;
    let problem = match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
        _ => error.to_string(),
    };
    RecordsError::content(path, line, problem)
}

#[cfg(test)]
mod tests;
