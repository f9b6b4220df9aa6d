//! Rows of an experiment as lines of numbers.

use super::data::{ErrorEntry, LineEntry, short};
use records::{CALIBRATION, Row, Rows, Selection, Value};
use std::collections::BTreeMap;

/// Texts, each once.
#[derive(Default)]
pub(super) struct Texts<'a> {
    pub(super) all: Vec<&'a str>,
    index: BTreeMap<&'a str, usize>,
}

impl<'a> Texts<'a> {
    fn index(&mut self, text: &'a str) -> usize {
        let all = &mut self.all;
        *self.index.entry(text).or_insert_with(|| {
            all.push(text);
            all.len() - 1
        })
    }
}

/// Returns the rows of an experiment, without those of the calibration.
pub(super) fn lines<'a>(
    rows: &'a Rows,
    experiment: &str,
    texts: &mut Texts<'a>,
) -> (Vec<LineEntry>, Vec<ErrorEntry<'a>>) {
    let mut lines: Vec<LineEntry> = Vec::new();
    let mut places: BTreeMap<[usize; 5], usize> = BTreeMap::new();
    let mut errors = Vec::new();
    let selected = rows.select(&Selection::of(experiment));
    for row in selected.into_iter().filter(|r| r.quantity != CALIBRATION) {
        let value = match &row.outcome {
            Ok(value) => value,
            Err(error) => {
                errors.push(failed(row, error));
                continue;
            }
        };
        let point = point(row.key.x, value);
        let key = &row.key;
        let names = [&key.detector, &key.series, &row.quantity, &key.x_name];
        let [d, s, q, x] = names.map(|text| texts.index(text));
        let n = point.len();
        let place = *places.entry([d, s, q, x, n]).or_insert(lines.len());
        if place == lines.len() {
            let (u, p) = (row.unit.symbol(), Vec::new());
            lines.push(LineEntry {
                d,
                s,
                q,
                x,
                u,
                n,
                p,
            });
        }
        lines[place].p.extend(point);
    }
    (lines, errors)
}

fn failed<'a>(row: &'a Row, error: &'a str) -> ErrorEntry<'a> {
    ErrorEntry {
        detector: &row.key.detector,
        series: &row.key.series,
        quantity: &row.quantity,
        error,
    }
}

/// Returns the numbers of a point.
fn point(x: f64, value: &Value) -> Vec<f64> {
    let e = value.estimate();
    let numbers = match value {
        Value::Exact(value) => vec![x, *value],
        Value::Enclosure { .. } => vec![x, e.value, e.low, e.high],
        Value::Samples(s) | Value::Distribution(s) => {
            vec![x, e.value, e.low, e.high, s.max, f64::from(s.n)]
        }
    };
    numbers.into_iter().map(short).collect()
}
