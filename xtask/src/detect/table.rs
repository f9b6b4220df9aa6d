//! Tables of `detect --out`: one row for each pair of faces, as CSV or for NumPy.

use super::DetectRun;
use crate::output::Output;
use anyhow::{Result, bail};
use catalog::{Contained, Findings, Interference, Reason};
use scenes::npy_header;
use std::fmt::Write;

/// Format of the findings in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum FindingsFormat {
    /// Pairs of faces and of bodies, times, distances and certificates, as one object. It has no
    /// kinds of contacts.
    Json,
    /// Rows with the columns frame, a, b, face_a, face_b, kind.
    Csv,
    /// The same rows as a structured array of 64-bit integers.
    Npy,
}

impl FindingsFormat {
    /// Returns the format of an output: as asked for, else by the extension.
    ///
    /// # Errors
    /// An extension of another format.
    pub(super) fn of(asked: Option<FindingsFormat>, out: &Output) -> Result<FindingsFormat> {
        let (None, Output::File(file)) = (asked, out) else {
            return Ok(asked.unwrap_or(FindingsFormat::Json));
        };
        let extension = file.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str().unwrap_or_default() {
            "json" | "" => Ok(FindingsFormat::Json),
            "csv" => Ok(FindingsFormat::Csv),
            "npy" => Ok(FindingsFormat::Npy),
            _ => bail!(
                "{out}: the extension names no format of findings; use .json, .csv or .npy, or add \
                 --format"
            ),
        }
    }
}

/// Kinds of rows. Their values are the codes in arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TableRowKind {
    Crossing,
    Touching,
    CoplanarOverlap,
    /// The faces may meet until the next frame.
    Swept,
    /// Body a lies inside body b.
    AInB,
    BInA,
    /// The bodies collide as solids, without named faces.
    Solids,
    /// The detector has not proved the bodies apart.
    Undecided,
}

impl TableRowKind {
    fn name(self) -> &'static str {
        match self {
            TableRowKind::Crossing => "crossing",
            TableRowKind::Touching => "touching",
            TableRowKind::CoplanarOverlap => "coplanar-overlap",
            TableRowKind::Swept => "swept",
            TableRowKind::AInB => "a-in-b",
            TableRowKind::BInA => "b-in-a",
            TableRowKind::Solids => "solids",
            TableRowKind::Undecided => "undecided",
        }
    }
}

/// Face of a row without faces, in arrays.
const NO_FACE: i64 = -1;

/// Names of the columns.
const COLUMNS: [&str; 6] = ["frame", "a", "b", "face_a", "face_b", "kind"];

/// Two faces, or two bodies without faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FindingsRow {
    frame: usize,
    bodies: [u32; 2],
    faces: Option<[u32; 2]>,
    kind: TableRowKind,
}

impl DetectRun<'_> {
    /// Returns the findings as CSV.
    pub(super) fn csv(&self) -> String {
        let mut text = COLUMNS.join(",") + "\n";
        for row in self.rows() {
            let [a, b] = row.bodies;
            let faces = row
                .faces
                .map_or_else(|| ",".into(), |[a, b]| format!("{a},{b}"));
            _ = writeln!(text, "{},{a},{b},{faces},{}", row.frame, row.kind.name());
        }
        text
    }

    /// Returns the findings as an array of NumPy, version 1 of its format.
    pub(super) fn npy(&self) -> Vec<u8> {
        let rows = self.rows();
        let fields: Vec<String> = COLUMNS
            .iter()
            .map(|name| format!("('{name}', '<i8')"))
            .collect();
        let (descr, shape) = (fields.join(", "), format!("({},)", rows.len()));
        let mut bytes = npy_header(&format!("[{descr}]"), &shape);
        for row in rows {
            let faces = row.faces.map_or([NO_FACE; 2], |faces| faces.map(i64::from));
            let [a, b] = row.bodies.map(i64::from);
            let numbers = [row.frame as i64, a, b, faces[0], faces[1], row.kind as i64];
            bytes.extend(numbers.into_iter().flat_map(i64::to_le_bytes));
        }
        bytes
    }

    /// Returns all rows, sorted by frame, bodies, faces and kind. Those without faces come first.
    fn rows(&self) -> Vec<FindingsRow> {
        let answers = self.answers.iter().enumerate();
        let mut rows: Vec<FindingsRow> =
            answers.flat_map(|(i, found)| of_frame(i, found)).collect();
        rows.sort_unstable();
        rows
    }
}

fn of_frame(frame: usize, found: &Findings) -> Vec<FindingsRow> {
    let row = |a: u32, b: u32, faces, kind| FindingsRow {
        frame,
        bodies: [a, b],
        faces,
        kind,
    };
    let contacts = found.contacts.iter().map(|contact| {
        let pair = contact.pair;
        let kind = match contact.kind {
            Interference::Touching => TableRowKind::Touching,
            Interference::CoplanarOverlap => TableRowKind::CoplanarOverlap,
            Interference::Crossing => TableRowKind::Crossing,
            Interference::Apart => unreachable!("faces that are apart are no contact"),
        };
        let faces = Some([pair.face_a, pair.face_b]);
        row(pair.bodies.a.0, pair.bodies.b.0, faces, kind)
    });
    let swept = found.evidence.swept.iter().map(|swept| {
        let pair = swept.pair;
        let faces = Some([pair.face_a, pair.face_b]);
        row(pair.bodies.a.0, pair.bodies.b.0, faces, TableRowKind::Swept)
    });
    let bodies = found.bodies.iter().filter_map(|body| {
        let kind = match (body.contained(), body.reason) {
            (Some(Contained::AInB), _) => TableRowKind::AInB,
            (Some(Contained::BInA), _) => TableRowKind::BInA,
            (None, Reason::Solids) => TableRowKind::Solids,
            _ => return None,
        };
        Some(row(body.pair.a.0, body.pair.b.0, None, kind))
    });
    let undecided = found.undecided.iter();
    let undecided = undecided.map(|pair| row(pair.a.0, pair.b.0, None, TableRowKind::Undecided));
    contacts
        .chain(swept)
        .chain(bodies)
        .chain(undecided)
        .collect()
}
