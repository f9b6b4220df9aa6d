//! Collections of rows: CSV files and selections.

use crate::{RecordsError, Row, files, write_atomically};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::Path;

mod index;

use index::Index;

/// First line of a file of rows.
const FIRST_LINE: &str = "# collision-lab rows, format 4";

/// First lines of older formats that are read, too: without a last line, and with the samples of one
/// process only.
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
mod tests {
    use super::*;
    use crate::{Key, Unit};

    fn key(detector: &str, series: &str, x: f64) -> Key {
        Key {
            experiment: "fig6".into(),
            scene: "two-spheres, \"quoted\"".into(),
            detector: detector.into(),
            series: series.into(),
            x_name: "cycle".into(),
            x,
            frame: Some(x as u32),
            revision: "dcd6bd3".into(),
        }
    }

    fn rows() -> Rows {
        [
            Row::from_samples(
                &key("b", "faces=3968", 1.0),
                "time",
                Unit::Seconds,
                &[0.3, 0.1],
            ),
            Row::from_samples(&key("a", "faces=528", 2.0), "time", Unit::Seconds, &[1e-9]),
            Row::count(&key("a", "faces=528", 1.0), "voxels", 12),
            Row::failure(
                &key("c", "", 1.0),
                "time",
                Unit::Seconds,
                "body 3,\nnot convex",
            ),
        ]
        .into_iter()
        .collect()
    }

    #[test]
    fn written_rows_are_read_back_in_sorted_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fig6.csv");
        rows().write_file(&path).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# collision-lab rows, format 4\nexperiment,scene,detector,"));
        let read = Rows::read_folder(folder.path()).unwrap();
        let written = rows();
        let sorted: Vec<&Row> = written.select(&Selection::default());
        assert_eq!(read.iter().collect::<Vec<_>>(), sorted);
        let order: Vec<_> = read
            .iter()
            .map(|r| (r.key.series.as_str(), r.key.x))
            .collect();
        assert_eq!(
            order,
            [
                ("", 1.0),
                ("faces=528", 1.0),
                ("faces=528", 2.0),
                ("faces=3968", 1.0)
            ]
        );
    }

    #[test]
    fn the_order_of_insertion_does_not_matter() {
        let folder = tempfile::tempdir().unwrap();
        let written = |rows: &[Row]| {
            let path = folder.path().join("fig6.csv");
            rows.iter()
                .cloned()
                .collect::<Rows>()
                .write_file(&path)
                .unwrap();
            std::fs::read(&path).unwrap()
        };
        let mut all: Vec<Row> = rows().iter().cloned().collect();
        all.push(Row::count(&key("a", "faces=528", 1.0), "cubes-split", 3));
        let forward = written(&all);
        all.reverse();
        assert_eq!(written(&all), forward);
    }

    #[test]
    fn a_selection_has_rows_that_match_all_its_fields() {
        let rows = rows();
        let count = |selection: Selection<'_>| rows.select(&selection).len();
        let all = Selection::of("fig6");
        assert_eq!(count(all), 4);
        assert_eq!(count(Selection::of("fig7")), 0);
        assert_eq!(
            count(Selection {
                detector: Some("a"),
                ..all
            }),
            2
        );
        assert_eq!(
            count(Selection {
                series: Some(""),
                ..all
            }),
            1
        );
        assert_eq!(
            count(Selection {
                quantity: Some("time"),
                ..all
            }),
            3
        );
        assert_eq!(
            count(Selection {
                x: Some(2.0),
                ..all
            }),
            1
        );
        assert_eq!(
            count(Selection {
                frame: Some(None),
                ..all
            }),
            0
        );
        assert_eq!(
            count(Selection {
                frame: Some(Some(1)),
                detector: Some("a"),
                ..all
            }),
            1
        );
    }

    #[test]
    fn rows_of_several_experiments_are_selected_as_if_each_row_was_looked_at() {
        let mut all: Vec<Row> = Vec::new();
        for i in 0..24 {
            let mut key = key(["a", "b", ""][i % 3], "", f64::from(23 - i as u32));
            key.experiment = ["fig6", "fig7"][i / 2 % 2].into();
            all.push(Row::count(&key, ["voxels", "cubes"][i / 4 % 2], i as u64));
        }
        let rows: Rows = all.iter().cloned().collect();
        for experiment in [None, Some("fig6"), Some("fig7"), Some("fig8")] {
            for detector in [None, Some("a"), Some(""), Some("c")] {
                for quantity in [None, Some("voxels"), Some("time")] {
                    let selection = Selection {
                        experiment,
                        detector,
                        quantity,
                        ..Selection::default()
                    };
                    let expected = all.iter().filter(|row| selection.selects(row));
                    let mut expected: Vec<&Row> = expected.collect();
                    expected.sort_by(|a, b| a.order(b));
                    assert_eq!(rows.select(&selection), expected, "{selection:?}");
                }
            }
        }
    }

    #[test]
    fn a_broken_file_is_an_error_with_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fig6.csv");
        rows().write_file(&path).unwrap();
        let good = std::fs::read_to_string(&path).unwrap();
        let error_of = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Rows::read_file(&path).unwrap_err().to_string()
        };
        // Cut off between two lines, within a sample, and without a sample.
        let lines: Vec<&str> = good.lines().collect();
        for cut in [
            lines[..lines.len() - 2].join("\n") + "\n",
            lines[..lines.len() - 1].join("\n"),
            good[..good.len() - 3].to_owned(),
            String::new(),
        ] {
            let error = error_of(&cut);
            assert!(error.contains("fig6.csv, line"), "{error}");
        }
        let fewer = error_of(&good.replace("0.3 0.1", "0.3"));
        assert!(fewer.contains("n is 2, but there are 1 samples"), "{fewer}");
        let old = error_of(&good.replace("format 4", "format 1"));
        assert!(
            old.contains("fig6.csv, line 1") && old.contains("format 1"),
            "{old}"
        );
        assert!(error_of("").contains("line 1"));
        // The row of the failed run spans lines 3 and 4.
        let number = error_of(&good.replace("1e-9", "many"));
        assert!(number.contains("line 6"), "{number}");
        let cut = error_of(&good[..good.len() - 40]);
        assert!(cut.contains("fig6.csv, line 7"), "{cut}");
        // Twice, although the number of rows is right.
        let count = good.lines().find(|line| line.contains("voxels")).unwrap();
        let twice = good.replace(count, &format!("{count}\n{count}"));
        let twice = error_of(&twice.replace("# 4 rows", "# 5 rows"));
        assert!(
            twice.contains("line 6") && twice.contains("second row of voxels of a"),
            "{twice}"
        );
        let missing = Rows::read_folder(&folder.path().join("gone"))
            .unwrap_err()
            .to_string();
        assert!(
            missing.contains("cannot list") && missing.contains("gone"),
            "{missing}"
        );
    }

    #[test]
    fn other_line_ends_and_no_rows_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fig6.csv");
        let without = |quantity: &str| -> Rows {
            let rows = rows().into_iter();
            rows.filter(|row| row.quantity != quantity).collect()
        };
        let written = without("time");
        written.write_file(&path).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        for text in [text.replace('\n', "\r\n"), text.trim_end().to_owned()] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(Rows::read_file(&path).unwrap(), written);
        }
        Rows::default().write_file(&path).unwrap();
        assert_eq!(Rows::read_file(&path).unwrap(), Rows::default());
    }

    #[test]
    fn digits_sort_by_value() {
        let mut words = [
            "faces=3968",
            "faces=528",
            "faces=528 n=2",
            "level=10",
            "",
            "level=02",
        ];
        words.sort_by(|a, b| natural_order(a, b));
        assert_eq!(
            words,
            [
                "",
                "faces=528",
                "faces=528 n=2",
                "faces=3968",
                "level=02",
                "level=10"
            ]
        );
    }
}
