//! One measurement.

use crate::Summary;
use crate::statistics::{summarise, summarise_many};
use serde::{Deserialize, Serialize};

/// What was measured: everything that names a row, but the quantity and its numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Key {
    /// The experiment, as its definition file is called: "smith95-fig6".
    pub experiment: String,
    /// The scene with its parameters: "two-spheres faces=528 seed=1995".
    pub scene: String,
    /// The detector's name with the options that differ from its own defaults:
    /// "face-octree", "face-octree level=5".
    pub detector: String,
    /// The curve, where an experiment draws several per detector: "faces=528". May be empty.
    pub series: String,
    /// What `x` counts: "faces", "bodies", "cycle", "level".
    pub x_name: String,
    /// Where on the horizontal axis the row stands.
    pub x: f64,
    /// The frame, counted from 1; `None` for the scene as a whole.
    pub frame: Option<u32>,
    /// The revision of the sources that were measured.
    pub revision: String,
}

/// What a quantity is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Seconds.
    #[serde(rename = "s")]
    Seconds,
    /// A number of things; exact, and the same on every machine.
    #[serde(rename = "count")]
    Count,
    /// Bytes.
    #[serde(rename = "byte")]
    Bytes,
    /// A plain number: a share, a quotient, a length in multiples of another.
    #[serde(rename = "ratio")]
    Ratio,
}

impl Unit {
    /// How rows and pages write it.
    pub const fn symbol(self) -> &'static str {
        match self {
            Unit::Seconds => "s",
            Unit::Count => "count",
            Unit::Bytes => "byte",
            Unit::Ratio => "ratio",
        }
    }
}

/// One measurement: one quantity, of one detector, at one point of an experiment.
///
/// A run that failed is a row that holds its error, not a missing row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Line", into = "Line")]
pub struct Row {
    /// What was measured.
    pub key: Key,
    /// "time" (one frame's answer), "prepare-time", "cold-time", "step-time/" and a step's name,
    /// a work count's name, "contacts", "colliding-bodies".
    pub quantity: String,
    /// What the numbers are counted in.
    pub unit: Unit,
    /// The numbers, or why there are none.
    pub outcome: Result<Summary, String>,
    /// The samples behind the numbers, in the order of the repeats: sample `i` of two rows that
    /// were measured together comes from the same repeat. Empty when they were not kept.
    pub samples: Vec<f64>,
}

impl Row {
    /// The row of repeated measurements, one sample per repeat, all finite; an error row when
    /// there is none.
    pub fn from_samples(key: &Key, quantity: &str, unit: Unit, samples: &[f64]) -> Row {
        let outcome = summarise(samples).ok_or_else(|| "no samples".to_owned());
        Row::new(key, quantity, unit, outcome, samples.to_vec())
    }

    /// The row of many samples, of which only the order statistics are kept; an error row when
    /// there is none. What is spread here are the cases themselves, not repeats of one.
    pub fn distribution(key: &Key, quantity: &str, unit: Unit, samples: &[f64]) -> Row {
        let outcome = summarise_many(samples).ok_or_else(|| "no samples".to_owned());
        Row::new(key, quantity, unit, outcome, Vec::new())
    }

    /// The row of one number that is what it is: a share, a mean, a bound; an error row when it is
    /// not finite.
    pub fn exact(key: &Key, quantity: &str, unit: Unit, value: f64) -> Row {
        let outcome = if value.is_finite() {
            Ok(Summary::exact(value))
        } else {
            Err(format!("{value} is not a finite number"))
        };
        Row::new(key, quantity, unit, outcome, Vec::new())
    }

    /// The row of a number that is proved to lie between two ends, with an estimate of it. An error
    /// row when they are not finite.
    pub fn enclosure(key: &Key, quantity: &str, unit: Unit, value: f64, ends: [f64; 2]) -> Row {
        let [low, high] = ends;
        let mut row = Row::exact(key, quantity, unit, value);
        if !(low.is_finite() && high.is_finite()) {
            row.outcome = Err(format!("{low} and {high} are not both finite numbers"));
        } else if let Ok(summary) = &mut row.outcome
            && low < high
        {
            summary.n = 2;
            (summary.min, summary.q1, summary.ci_low) = (low, low, low);
            (summary.max, summary.q3, summary.ci_high) = (high, high, high);
        }
        row
    }

    /// The row of a deterministic count: one sample.
    pub fn count(key: &Key, quantity: &str, count: u64) -> Row {
        let exact = Summary::exact(count as f64);
        Row::new(key, quantity, Unit::Count, Ok(exact), Vec::new())
    }

    /// The row of a run that failed. An empty `error` is still an error.
    pub fn failure(key: &Key, quantity: &str, unit: Unit, error: &str) -> Row {
        let error = if error.is_empty() {
            "unknown error"
        } else {
            error
        };
        Row::new(key, quantity, unit, Err(error.to_owned()), Vec::new())
    }

    /// The same row without its samples, for where thousands of rows need only quantiles.
    pub fn without_samples(mut self) -> Row {
        self.samples.clear();
        self
    }

    /// The median, unless the run failed.
    pub fn median(&self) -> Option<f64> {
        self.outcome.as_ref().ok().map(|s| s.median)
    }

    /// Why there are no numbers.
    pub fn error(&self) -> Option<&str> {
        self.outcome.as_ref().err().map(String::as_str)
    }

    fn new(
        key: &Key,
        quantity: &str,
        unit: Unit,
        outcome: Result<Summary, String>,
        samples: Vec<f64>,
    ) -> Row {
        Row {
            key: key.clone(),
            quantity: quantity.to_owned(),
            unit,
            outcome,
            samples,
        }
    }
}

/// A line of the CSV file: its columns, in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    experiment: String,
    scene: String,
    detector: String,
    series: String,
    x_name: String,
    x: f64,
    frame: Option<u32>,
    quantity: String,
    unit: Unit,
    n: u32,
    min: Option<f64>,
    q1: Option<f64>,
    median: Option<f64>,
    q3: Option<f64>,
    max: Option<f64>,
    ci_low: Option<f64>,
    ci_high: Option<f64>,
    revision: String,
    error: String,
    samples: String,
}

impl From<Row> for Line {
    fn from(row: Row) -> Line {
        let s = row.outcome.as_ref().ok();
        let samples: Vec<String> = row.samples.iter().map(f64::to_string).collect();
        Line {
            n: s.map_or(0, |s| s.n),
            min: s.map(|s| s.min),
            q1: s.map(|s| s.q1),
            median: s.map(|s| s.median),
            q3: s.map(|s| s.q3),
            max: s.map(|s| s.max),
            ci_low: s.map(|s| s.ci_low),
            ci_high: s.map(|s| s.ci_high),
            error: row.outcome.err().unwrap_or_default(),
            samples: samples.join(" "),
            experiment: row.key.experiment,
            scene: row.key.scene,
            detector: row.key.detector,
            series: row.key.series,
            x_name: row.key.x_name,
            x: row.key.x,
            frame: row.key.frame,
            quantity: row.quantity,
            unit: row.unit,
            revision: row.key.revision,
        }
    }
}

impl TryFrom<Line> for Row {
    type Error = String;

    fn try_from(line: Line) -> Result<Row, String> {
        let outcome = outcome(&line)?;
        let samples = line
            .samples
            .split_whitespace()
            .map(sample)
            .collect::<Result<_, _>>()?;
        if !line.x.is_finite() {
            return Err(format!("x is {}, not a finite number", line.x));
        }
        Ok(Row {
            key: Key {
                experiment: line.experiment,
                scene: line.scene,
                detector: line.detector,
                series: line.series,
                x_name: line.x_name,
                x: line.x,
                frame: line.frame,
                revision: line.revision,
            },
            quantity: line.quantity,
            unit: line.unit,
            outcome,
            samples,
        })
    }
}

/// The numbers of a line, or its error: exactly one of the two.
fn outcome(line: &Line) -> Result<Result<Summary, String>, String> {
    let columns = [
        ("min", line.min),
        ("q1", line.q1),
        ("median", line.median),
        ("q3", line.q3),
        ("max", line.max),
        ("ci_low", line.ci_low),
        ("ci_high", line.ci_high),
    ];
    if !line.error.is_empty() {
        return match columns.iter().find(|(_, value)| value.is_some()) {
            None if line.n == 0 => Ok(Err(line.error.clone())),
            _ => Err("a row with an error has no numbers".to_owned()),
        };
    }
    let mut numbers = [0.0; 7];
    for (number, (name, value)) in numbers.iter_mut().zip(columns) {
        *number = value
            .filter(|v| v.is_finite())
            .ok_or_else(|| format!("{name} is not a finite number, and there is no error"))?;
    }
    if line.n == 0 {
        return Err("numbers without samples: n is 0".to_owned());
    }
    let [min, q1, median, q3, max, ci_low, ci_high] = numbers;
    Ok(Ok(Summary {
        n: line.n,
        min,
        q1,
        median,
        q3,
        max,
        ci_low,
        ci_high,
    }))
}

fn sample(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|v: &f64| v.is_finite())
        .ok_or_else(|| format!("the sample {text:?} is not a finite number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_counts_and_failures_make_rows() {
        let key = Key::default();
        let row = Row::from_samples(&key, "time", Unit::Seconds, &[2.0, 1.0, 4.0]);
        assert_eq!(row.median(), Some(2.0));
        assert_eq!(
            row.samples,
            [2.0, 1.0, 4.0],
            "the order of the repeats is kept"
        );
        let count = Row::count(&key, "voxels", 7);
        assert_eq!((count.median(), count.unit), (Some(7.0), Unit::Count));
        let many = Row::distribution(&key, "bound", Unit::Ratio, &[2.0, 1.0, 4.0]);
        assert_eq!((many.median(), many.samples.len()), (Some(2.0), 0));
        let enclosed = Row::enclosure(&key, "fit", Unit::Ratio, 1.5, [1.0, 2.0]);
        let summary = enclosed.outcome.unwrap();
        assert_eq!(
            (summary.ci_low, summary.median, summary.ci_high),
            (1.0, 1.5, 2.0)
        );
        assert_eq!(
            Row::exact(&key, "share", Unit::Ratio, 0.5).median(),
            Some(0.5)
        );
        assert!(
            Row::exact(&key, "share", Unit::Ratio, f64::NAN)
                .error()
                .is_some()
        );
        let failed = Row::failure(&key, "time", Unit::Seconds, "");
        assert_eq!(
            (failed.median(), failed.error()),
            (None, Some("unknown error"))
        );
        assert_eq!(
            Row::from_samples(&key, "time", Unit::Seconds, &[]).error(),
            Some("no samples")
        );
    }

    #[test]
    fn a_line_is_either_numbers_or_an_error() {
        let good = Line::from(Row::count(&Key::default(), "voxels", 7));
        assert!(Row::try_from(good.clone()).is_ok());
        let both = Line {
            error: "broken".into(),
            ..good.clone()
        };
        assert!(Row::try_from(both).unwrap_err().contains("no numbers"));
        let neither = Line {
            median: None,
            ..good.clone()
        };
        assert!(Row::try_from(neither).unwrap_err().contains("median"));
        let infinite = Line {
            max: Some(f64::INFINITY),
            ..good.clone()
        };
        assert!(Row::try_from(infinite).unwrap_err().contains("max"));
        let odd = Line {
            samples: "1 two".into(),
            ..good
        };
        assert!(Row::try_from(odd).unwrap_err().contains("\"two\""));
    }
}
