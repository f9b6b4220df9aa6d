//! Data of the page, as the script reads them.

use super::about::About;
use super::glossary::Term;
use crate::dumbbells::OtherRun;
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything but the scenes.
#[derive(Debug, Serialize)]
pub(super) struct SiteData<'a> {
    /// Version of this structure: [`SiteData::FORMAT`].
    pub(super) format: u32,
    pub(super) about: &'a About,
    pub(super) styles: Vec<NameStyle<'a>>,
    pub(super) recordings: Vec<RecordingEntry<'a>>,
    pub(super) papers: Vec<PaperEntry<'a>>,
    pub(super) claims: Vec<ClaimEntry<'a>>,
    pub(super) races: Vec<RaceEntry<'a>>,
    pub(super) experiments: Vec<ExperimentEntry<'a>>,
    /// Texts that lines name by their index.
    pub(super) texts: Vec<&'a str>,
    /// Series whose names for readers differ, with these: "faces=528", "528 faces".
    pub(super) series: BTreeMap<&'a str, String>,
    pub(super) glossary: Vec<Term>,
    /// Files of scenes that would have made the page too large.
    pub(super) scenes_left_out: Vec<String>,
}

impl SiteData<'_> {
    /// Version of the structure that the script reads.
    pub(super) const FORMAT: u32 = 1;
}

/// Looks of a detector with its options, or of another name of curves.
#[derive(Debug, Serialize)]
pub(super) struct NameStyle<'a> {
    pub(super) name: &'a str,
    /// Name for readers.
    pub(super) display: String,
    /// "#0072b2".
    pub(super) color: String,
    /// Index of the marker.
    pub(super) marker: usize,
    pub(super) filled: bool,
    /// Lengths of dashes and gaps in pixels; empty for a solid line.
    pub(super) dash: Vec<i32>,
}

/// A recording, and which experiments' rows come from it.
#[derive(Debug, Serialize)]
pub(super) struct RecordingEntry<'a> {
    pub(super) folder: &'a str,
    pub(super) experiments: &'a [String],
    pub(super) run: &'a records::Run,
}

/// A paper, or the laboratory's own hypotheses.
#[derive(Debug, Serialize)]
pub(super) struct PaperEntry<'a> {
    pub(super) key: &'a str,
    pub(super) title: &'a str,
    pub(super) year: Option<u32>,
    pub(super) claimed: &'a str,
    /// Number of claims that hold, in words.
    pub(super) standing: String,
    pub(super) counts: String,
}

/// A claim with its verdict.
#[derive(Debug, Serialize)]
pub(super) struct ClaimEntry<'a> {
    pub(super) id: &'a str,
    pub(super) paper: &'a str,
    pub(super) experiment: &'a str,
    pub(super) place: &'a str,
    pub(super) says: &'a str,
    /// One of few words: "reproduced".
    pub(super) verdict: &'static str,
    /// With what it depends on and its stability.
    pub(super) words: String,
    pub(super) reason: &'a str,
    /// Share of draws with the same verdict.
    pub(super) stability: Option<f64>,
    /// Number of recorded runs with the same verdict, and of all on its scenes that decide it, if
    /// there are several.
    pub(super) runs: Option<[usize; 2]>,
    /// Values in other recorded runs on the same scenes.
    pub(super) others: Vec<OtherRun>,
    /// The value of the newest run over itself with both ends of its interval, if it is positive.
    pub(super) newest: Option<[f64; 3]>,
    /// The paper's numbers, and the same free of its machine.
    pub(super) stated: [String; 2],
    /// Our numbers, and the same free of our machine.
    pub(super) found: [&'a str; 2],
    /// Numbers for a picture.
    pub(super) values: Vec<ValueEntry<'a>>,
    pub(super) rule: String,
    pub(super) changes: Vec<[&'a str; 3]>,
    pub(super) caveat: &'a str,
    pub(super) command: String,
    /// Section of the pages, relative to the page.
    pub(super) link: String,
}

/// A number of a claim that does not depend on the machine: ratio, exponent, share or count.
#[derive(Debug, Serialize)]
pub(super) struct ValueEntry<'a> {
    pub(super) name: &'a str,
    /// Value, and both ends of its interval.
    pub(super) ours: [f64; 3],
    pub(super) paper: Option<f64>,
}

/// A race, with its cells by job and detector.
#[derive(Debug, Serialize)]
pub(super) struct RaceEntry<'a> {
    pub(super) experiment: &'a str,
    pub(super) title: &'a str,
    pub(super) asks: &'a str,
    pub(super) detectors: &'a [String],
    pub(super) jobs: Vec<&'a str>,
    /// For each job, one for each detector.
    pub(super) cells: Vec<Vec<CellEntry<'a>>>,
}

/// Result of one detector in one job.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum CellEntry<'a> {
    /// It takes no part.
    Absent,
    /// It does not accept the bodies, or failed.
    Refused { why: &'a str },
    /// Measured.
    Measured {
        /// Wrong answers over all frames.
        wrong: f64,
        /// Time over that of the best one, and both ends of its interval.
        ratio: Option<[f64; 3]>,
        /// True for the fastest, and for those that are as fast. Absent if it is false.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        fastest: bool,
        /// Samples of the time in seconds, by process.
        samples: Vec<Vec<f64>>,
        /// Number of frames that were checked, and the detector that they were checked against.
        scene: &'a str,
    },
}

/// An experiment with all its rows.
#[derive(Debug, Serialize)]
pub(super) struct ExperimentEntry<'a> {
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    pub(super) question: &'a str,
    pub(super) says: &'a str,
    pub(super) link: String,
    pub(super) command: String,
    /// True if intervals are proved bounds.
    pub(super) proved: bool,
    pub(super) plots: Vec<PlotEntry<'a>>,
    pub(super) lines: Vec<LineEntry>,
    pub(super) errors: Vec<ErrorEntry<'a>>,
}

/// A plot of the pages: what the page of curves offers first.
#[derive(Debug, Serialize)]
pub(super) struct PlotEntry<'a> {
    pub(super) title: &'a str,
    pub(super) quantity: &'a str,
    pub(super) x: &'a str,
    pub(super) y: &'a str,
    /// Logarithmic axes, x and y.
    pub(super) log: [bool; 2],
    pub(super) detectors: &'a [String],
    pub(super) series: &'a [String],
    /// Detector and series of each curve that is drawn; empty if each point is a curve's whole.
    pub(super) lines: Vec<[String; 2]>,
    /// Ratios are shown in percent.
    pub(super) percent: bool,
    pub(super) divided_by: Option<&'a str>,
    /// Quantity on the horizontal axis, instead of the rows' own.
    pub(super) against: Option<&'a str>,
    pub(super) paper: Vec<PaperCurveEntry<'a>>,
    /// The picture of the pages, without the curves that the script makes of the lines.
    pub(super) chart: ChartEntry<'a>,
}

/// A picture of the pages.
#[derive(Debug, Serialize)]
pub(super) struct ChartEntry<'a> {
    /// Labels of the axes, with their units.
    pub(super) x: &'a str,
    pub(super) y: &'a str,
    /// Logarithmic axes, x and y.
    pub(super) log: [bool; 2],
    /// Distributions, exponents and sums, which the lines do not have. Else empty.
    pub(super) curves: Vec<CurveEntry<'a>>,
    /// Positions that are marked, with their names.
    pub(super) marks: Vec<(f64, &'a str)>,
    /// Ranges of the horizontal axis that are shaded under curves.
    pub(super) bands: &'a [(f64, f64)],
}

/// A curve of a picture.
#[derive(Debug, Serialize)]
pub(super) struct CurveEntry<'a> {
    pub(super) label: &'a str,
    /// Name by which it has its look; empty for numbers that are not measured.
    pub(super) name: &'a str,
    /// Rank among the curves of this name.
    pub(super) rank: usize,
    pub(super) points: Vec<[f64; 2]>,
}

/// Numbers of a paper.
#[derive(Debug, Serialize)]
pub(super) struct PaperCurveEntry<'a> {
    pub(super) label: &'a str,
    pub(super) detector: &'a str,
    pub(super) series: &'a str,
    pub(super) points: &'a [(f64, f64)],
    /// Position at which they are scaled to meet ours.
    pub(super) meets: Option<f64>,
}

/// Rows of one detector, series and quantity from left to right. Texts are indices.
#[derive(Debug, Serialize)]
pub(super) struct LineEntry {
    /// Detector.
    pub(super) d: usize,
    /// Series.
    pub(super) s: usize,
    /// Quantity.
    pub(super) q: usize,
    /// Name of the horizontal axis.
    pub(super) x: usize,
    /// Unit: "s", "count", "byte", "ratio".
    pub(super) u: &'static str,
    /// Numbers of each point: two (position, value), four (and both ends of the interval), or six
    /// (and the largest sample, and the number of samples).
    pub(super) n: usize,
    pub(super) p: Vec<f64>,
}

/// A run that failed.
#[derive(Debug, Serialize)]
pub(super) struct ErrorEntry<'a> {
    pub(super) detector: &'a str,
    pub(super) series: &'a str,
    pub(super) quantity: &'a str,
    pub(super) error: &'a str,
}

/// Returns a number with six significant digits: pages round to three, and a number that was
/// rounded to fewer before could differ from them. Counts keep theirs up to seven.
pub(super) fn short(value: f64) -> f64 {
    if !value.is_finite() || value.fract() == 0.0 && value.abs() < 1e7 {
        return value;
    }
    format!("{value:.5e}").parse().unwrap_or(value)
}
