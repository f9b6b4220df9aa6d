//! Measurements: keys, units and values of rows.

use crate::statistics::{Estimate, summarize, summarize_many};
use crate::table::natural_order;
use crate::{Samples, Summary, statistics};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Quantity, and detector, of a fixed loop that is timed in each repeat. It shows the speed of the
/// machine.
pub const CALIBRATION: &str = "calibration";

/// Identification of a measurement, except for its quantity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Key {
    /// Name of the experiment and of its definition file: "smith95-fig6".
    pub experiment: String,
    /// Scene with its parameters: "two-spheres faces=528 seed=1995".
    pub scene: String,
    /// Name of the detector with the options that differ from its defaults:
    /// "face-octree", "face-octree level=5".
    pub detector: String,
    /// Curve, if an experiment draws several per detector: "faces=528". May be empty.
    pub series: String,
    /// Quantity of the horizontal axis: "faces", "bodies", "cycle", "level".
    pub x_name: String,
    /// Position on the horizontal axis.
    pub x: f64,
    /// Frame, counted from 1; `None` for the whole scene.
    pub frame: Option<u32>,
    /// Revision of the measured sources.
    pub revision: String,
}

impl Key {
    /// Returns this key at a position on an axis of this name.
    #[must_use]
    pub fn at(&self, x_name: &str, x: f64) -> Key {
        Key {
            x_name: x_name.to_owned(),
            x,
            ..self.clone()
        }
    }

    /// Returns true if both rows were measured together, repeat by repeat: in one process, on one
    /// scene, and at one point of a sweep. The frames of a scene are timed in the same repeats.
    pub fn is_measured_with(&self, other: &Key) -> bool {
        let is_frame =
            |key: &Key| key.frame.is_some() && key.x == f64::from(key.frame.unwrap_or(0));
        self.experiment == other.experiment
            && self.scene == other.scene
            && self.series == other.series
            && self.x_name == other.x_name
            && (self.x == other.x || is_frame(self) && is_frame(other))
    }

    /// Returns this key with another series.
    #[must_use]
    pub fn in_series(&self, series: String) -> Key {
        Key {
            series,
            ..self.clone()
        }
    }
}

/// Unit of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Seconds.
    #[serde(rename = "s")]
    Seconds,
    /// A count: exact, and the same on every machine.
    #[serde(rename = "count")]
    Count,
    /// Bytes.
    #[serde(rename = "byte")]
    Bytes,
    /// A dimensionless number: a share, a quotient, a length in multiples of another.
    #[serde(rename = "ratio")]
    Ratio,
}

impl Unit {
    /// Returns the symbol in rows and pages.
    pub const fn symbol(self) -> &'static str {
        match self {
            Unit::Seconds => "s",
            Unit::Count => "count",
            Unit::Bytes => "byte",
            Unit::Ratio => "ratio",
        }
    }
}

/// Numbers of a row, by the meaning of their spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Repeated measurements of one case.
    Samples(Summary),
    /// Measurements of different cases. The spread is that of the cases.
    Distribution(Summary),
    /// Number with proved bounds.
    Enclosure {
        /// Estimate of the number.
        value: f64,
        /// Lower end.
        low: f64,
        /// Upper end.
        high: f64,
    },
    /// Number without spread: a count, a share, a mean.
    Exact(f64),
}

impl Value {
    /// Returns the representative number: the median of samples, or the number itself.
    pub const fn number(&self) -> f64 {
        match self {
            Value::Samples(summary) | Value::Distribution(summary) => summary.median,
            Value::Enclosure { value, .. } | Value::Exact(value) => *value,
        }
    }

    /// Returns the number with its interval: the 95 % interval of a median, or the proved ends.
    pub const fn estimate(&self) -> Estimate {
        let (low, high) = match self {
            Value::Samples(summary) | Value::Distribution(summary) => {
                (summary.ci_low, summary.ci_high)
            }
            Value::Enclosure { low, high, .. } => (*low, *high),
            Value::Exact(value) => (*value, *value),
        };
        let value = self.number();
        Estimate { value, low, high }
    }

    /// Returns the maximum sample, the upper end of an enclosure, or the number itself.
    pub const fn largest(&self) -> f64 {
        match self {
            Value::Samples(summary) | Value::Distribution(summary) => summary.max,
            Value::Enclosure { high, .. } => *high,
            Value::Exact(value) => *value,
        }
    }

    /// Returns the minimum sample, the lower end of an enclosure, or the number itself.
    pub const fn least(&self) -> f64 {
        match self {
            Value::Samples(summary) | Value::Distribution(summary) => summary.min,
            Value::Enclosure { low, .. } => *low,
            Value::Exact(value) => *value,
        }
    }

    /// Returns the order statistics, if there are samples.
    pub const fn summary(&self) -> Option<&Summary> {
        match self {
            Value::Samples(summary) | Value::Distribution(summary) => Some(summary),
            Value::Enclosure { .. } | Value::Exact(_) => None,
        }
    }
}

impl Value {
    /// Checks that the numbers are in their order, and those of the samples if these are kept.
    fn check(&self, samples: &Samples) -> Result<(), String> {
        let Estimate { value, low, high } = self.estimate();
        if !(low <= value && value <= high) {
            return Err(format!(
                "value is {value}, outside of low {low} to high {high}"
            ));
        }
        let Some(s) = self.summary() else {
            return Ok(());
        };
        let all = [s.min, s.q1, s.median, s.q3, s.max];
        if !all.is_sorted() {
            return Err(format!(
                "min, q1, value, q3, max are not in this order: {all:?}"
            ));
        }
        let pooled = samples.pooled();
        let largest = pooled
            .iter()
            .fold(0.0, |largest: f64, x| largest.max(x.abs()));
        for (name, p, number) in [
            ("min", 0.0, s.min),
            ("value", 0.5, s.median),
            ("max", 1.0, s.max),
        ] {
            let of_samples = statistics::quantile(&pooled, p);
            let differs = |x: &f64| (x - number).abs() > SAMPLE_ROUNDING * largest;
            if let Some(of_samples) = of_samples.filter(differs) {
                return Err(format!(
                    "{name} is {number}, but {of_samples} of the samples"
                ));
            }
        }
        Ok(())
    }
}

/// Difference of an order statistic from that of the samples in a file, relative to the largest of
/// them: they are rounded to six digits, by half of the last one, here doubled.
const SAMPLE_ROUNDING: f64 = 1e-5;

/// Time of a frame beyond its deadline: the only one that may be negative.
const OVERRUN: &str = "overrun";

/// Checks that counts and times are not negative.
fn check_sign(quantity: &str, unit: Unit, value: &Value) -> Result<(), String> {
    let least = value.summary().map_or(value.estimate().low, |s| s.min);
    let signed = match unit {
        Unit::Seconds => quantity == OVERRUN,
        Unit::Count => false,
        Unit::Bytes | Unit::Ratio => true,
    };
    if least < 0.0 && !signed {
        return Err(format!("{quantity} is negative: {least} {}", unit.symbol()));
    }
    Ok(())
}

/// Measurement of one quantity of one detector at one point of an experiment.
///
/// A failed run is a row with its error, not a missing row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "CsvLine", into = "CsvLine")]
pub struct Row {
    /// Identification of the measurement.
    pub key: Key,
    /// Name of the quantity: "time" (of one frame), "prepare-time", "cold-time", "step-time/" with
    /// a step's name, the name of a work count, "contacts", "colliding-bodies".
    pub quantity: String,
    /// Unit of the numbers.
    pub unit: Unit,
    /// Numbers, or the error of a failed run.
    pub outcome: Result<Value, String>,
    /// Samples of each process in the order of its repeats, or its cases. Empty if they are not
    /// kept.
    ///
    /// Samples `i` of a process in two rows that were measured together ([`Key::is_measured_with`])
    /// come from the same repeat.
    pub samples: Samples,
}

impl Row {
    /// Creates the row of repeated measurements, one finite sample per repeat.
    ///
    /// Returns an error row if there is no sample.
    pub fn from_samples(key: &Key, quantity: &str, unit: Unit, samples: impl Into<Samples>) -> Row {
        let samples = samples.into();
        let summary = summarize(&samples).ok_or("no samples".to_owned());
        Row {
            samples,
            ..Row::new(key, quantity, unit, summary.map(Value::Samples))
        }
    }

    /// Creates the row of many samples, which are different cases, not repeats of one.
    ///
    /// Returns an error row if there is no sample.
    pub fn distribution(key: &Key, quantity: &str, unit: Unit, samples: impl Into<Samples>) -> Row {
        let samples = samples.into();
        let summary = summarize_many(&samples).ok_or("no samples".to_owned());
        Row {
            samples,
            ..Row::new(key, quantity, unit, summary.map(Value::Distribution))
        }
    }

    /// Creates the row of one number without spread: a share, a mean or a bound.
    ///
    /// Returns an error row if it is not finite.
    pub fn exact(key: &Key, quantity: &str, unit: Unit, value: f64) -> Row {
        let outcome = if value.is_finite() {
            Ok(Value::Exact(value))
        } else {
            Err(format!("{value} is not a finite number"))
        };
        Row::new(key, quantity, unit, outcome)
    }

    /// Creates the row of a number that is proved to lie between two `ends`, with its estimate.
    ///
    /// Returns an error row if a number is not finite.
    pub fn enclosure(key: &Key, quantity: &str, unit: Unit, value: f64, ends: [f64; 2]) -> Row {
        let [low, high] = ends;
        let outcome = if value.is_finite() && low.is_finite() && high.is_finite() {
            Ok(Value::Enclosure { value, low, high })
        } else {
            Err(format!("{value} in {low} to {high} is not finite"))
        };
        Row::new(key, quantity, unit, outcome)
    }

    /// Creates the row of a deterministic count, with one sample.
    pub fn count(key: &Key, quantity: &str, count: u64) -> Row {
        Row::exact(key, quantity, Unit::Count, count as f64)
    }

    /// Creates the row of a failed run. An empty `error` is still an error.
    pub fn failure(key: &Key, quantity: &str, unit: Unit, error: &str) -> Row {
        let unknown = Some("unknown error").filter(|_| error.is_empty());
        let error = unknown.unwrap_or(error);
        Row::new(key, quantity, unit, Err(error.to_owned()))
    }

    /// Compares rows in the order of selections and files.
    pub(crate) fn order(&self, other: &Row) -> Ordering {
        let (a, b) = (&self.key, &other.key);
        natural_order(&a.experiment, &b.experiment)
            .then_with(|| natural_order(&a.series, &b.series))
            .then_with(|| natural_order(&a.detector, &b.detector))
            .then(a.x.total_cmp(&b.x))
            .then(a.frame.cmp(&b.frame))
            .then_with(|| self.quantity.cmp(&other.quantity))
            .then_with(|| a.scene.cmp(&b.scene))
    }

    /// Drops the samples, for thousands of rows that need only quantiles.
    #[must_use]
    pub fn without_samples(mut self) -> Row {
        self.samples = Samples::default();
        self
    }

    /// Returns the representative number, [`Value::number`], unless the run failed.
    pub fn median(&self) -> Option<f64> {
        self.outcome.as_ref().ok().map(Value::number)
    }

    /// Returns the error of a failed run.
    pub fn error(&self) -> Option<&str> {
        self.outcome.as_ref().err().map(String::as_str)
    }

    /// Creates a row without samples.
    fn new(key: &Key, quantity: &str, unit: Unit, outcome: Result<Value, String>) -> Row {
        Row {
            key: key.clone(),
            quantity: quantity.to_owned(),
            unit,
            outcome,
            samples: Samples::default(),
        }
    }
}

/// Variants of [`Value`], with their names in the column `kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ValueKind {
    Samples,
    Distribution,
    Enclosure,
    Exact,
}

/// Line of the CSV file, with its columns in order.
///
/// Columns that a kind does not use are empty. A row with an error has no numbers.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct CsvLine {
    experiment: String,
    scene: String,
    detector: String,
    series: String,
    x_name: String,
    x: f64,
    frame: Option<u32>,
    quantity: String,
    unit: Unit,
    kind: Option<ValueKind>,
    n: Option<u32>,
    min: Option<f64>,
    q1: Option<f64>,
    value: Option<f64>,
    q3: Option<f64>,
    max: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    revision: String,
    error: String,
    samples: String,
}

impl From<Row> for CsvLine {
    fn from(row: Row) -> CsvLine {
        let value = row.outcome.as_ref().ok();
        let s = value.and_then(Value::summary);
        // An exact number has no interval.
        let interval = value.filter(|value| !matches!(value, Value::Exact(_)));
        let interval = interval.map(Value::estimate);
        CsvLine {
            kind: value.map(|value| match value {
                Value::Samples(_) => ValueKind::Samples,
                Value::Distribution(_) => ValueKind::Distribution,
                Value::Enclosure { .. } => ValueKind::Enclosure,
                Value::Exact(_) => ValueKind::Exact,
            }),
            n: s.map(|s| s.n),
            min: s.map(|s| s.min),
            q1: s.map(|s| s.q1),
            value: value.map(Value::number),
            q3: s.map(|s| s.q3),
            max: s.map(|s| s.max),
            low: interval.map(|i| i.low),
            high: interval.map(|i| i.high),
            error: row.outcome.err().unwrap_or_default(),
            samples: row.samples.to_string(),
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

impl TryFrom<CsvLine> for Row {
    type Error = String;

    fn try_from(line: CsvLine) -> Result<Row, String> {
        let outcome = outcome(&line)?;
        let samples: Samples = line.samples.parse()?;
        if let Some(n) = line.n
            && !samples.is_empty()
            && samples.len() != n as usize
        {
            return Err(format!("n is {n}, but there are {} samples", samples.len()));
        }
        if !line.x.is_finite() {
            return Err(format!("x is {}, not a finite number", line.x));
        }
        if let Ok(value) = &outcome {
            value.check(&samples)?;
            check_sign(&line.quantity, line.unit, value)?;
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

/// Returns the numbers of a line or its error. The line must have exactly one of them.
fn outcome(line: &CsvLine) -> Result<Result<Value, String>, String> {
    let number = |name: &str, column: Option<f64>| {
        let finite = column.filter(|v| v.is_finite());
        finite.ok_or_else(|| format!("{name} is not a finite number, and there is no error"))
    };
    let summary = || {
        let n = line.n.filter(|n| *n > 0);
        Ok::<_, String>(Summary {
            n: n.ok_or("numbers without samples: n is not above 0")?,
            min: number("min", line.min)?,
            q1: number("q1", line.q1)?,
            median: number("value", line.value)?,
            q3: number("q3", line.q3)?,
            max: number("max", line.max)?,
            ci_low: number("low", line.low)?,
            ci_high: number("high", line.high)?,
        })
    };
    let kind = match (line.kind, line.error.is_empty()) {
        (Some(kind), true) => kind,
        (None, true) => return Err("kind and error are both empty".to_owned()),
        (None, false) if line.value.is_none() => return Ok(Err(line.error.clone())),
        (_, false) => return Err("a row with an error has no numbers".to_owned()),
    };
    Ok(Ok(match kind {
        ValueKind::Samples => Value::Samples(summary()?),
        ValueKind::Distribution => Value::Distribution(summary()?),
        ValueKind::Enclosure => Value::Enclosure {
            value: number("value", line.value)?,
            low: number("low", line.low)?,
            high: number("high", line.high)?,
        },
        ValueKind::Exact => Value::Exact(number("value", line.value)?),
    }))
}

#[cfg(test)]
mod tests;
