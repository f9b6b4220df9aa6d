//! Measurements gathered under the names of their rows.

use crate::histogram;
use collision::Work;
use records::{Key, Row, Unit};
use std::collections::BTreeMap;

/// Measurements with one key. Each quantity becomes one row, of the kind of its first call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder {
    entries: BTreeMap<String, QuantitySamples>,
}

/// Measurements of one quantity.
#[derive(Clone, Debug)]
struct QuantitySamples {
    kind: RowKind,
    unit: Unit,
    values: Vec<f64>,
}

/// Kind of row that measurements become.
#[derive(Clone, Copy, Debug, PartialEq)]
enum RowKind {
    /// Different cases: the row has their order statistics.
    Cases,
    /// Cases as above, and the shares of bins, with the bins per factor of ten.
    Histogram(i32),
    /// Cases of which only the mean is of interest.
    Mean,
    /// Cases of which only the sum is of interest.
    Count,
    /// Repeats of one case: the row keeps the samples.
    Repeats,
    Exact,
    Enclosure([f64; 2]),
}

impl Recorder {
    /// Adds a case to a distribution.
    pub(crate) fn push(&mut self, quantity: &str, unit: Unit, value: f64) {
        self.add(quantity, RowKind::Cases, unit, value);
    }

    /// Adds a case to a distribution of ratios whose histogram is recorded, too.
    pub(crate) fn push_histogram(&mut self, quantity: &str, per_decade: i32, value: f64) {
        self.add(quantity, RowKind::Histogram(per_decade), Unit::Ratio, value);
    }

    /// Adds a case to a mean.
    pub(crate) fn mean(&mut self, quantity: &str, unit: Unit, value: f64) {
        self.add(quantity, RowKind::Mean, unit, value);
    }

    /// Adds to a count. Zero records the quantity, too.
    pub(crate) fn count(&mut self, quantity: &str, more: u64) {
        self.add(quantity, RowKind::Count, Unit::Count, more as f64);
    }

    /// Adds a case to the share of cases for which something holds.
    pub(crate) fn share(&mut self, quantity: &str, holds: bool) {
        self.mean(quantity, Unit::Ratio, f64::from(u8::from(holds)));
    }

    /// Sets a number without spread.
    pub(crate) fn exact(&mut self, quantity: &str, unit: Unit, value: f64) {
        self.set(quantity, RowKind::Exact, unit, &[value]);
    }

    /// Sets the work counts of some frames: means of a frame, under the names of the counters.
    pub(crate) fn work(&mut self, total: &Work, frames: usize) {
        for (name, n) in total.entries() {
            self.exact(name, Unit::Count, n as f64 / frames as f64);
        }
    }

    /// Sets a number that is proved to lie between two `ends`, with an estimate of it.
    pub(crate) fn enclosure(&mut self, quantity: &str, unit: Unit, estimate: f64, ends: [f64; 2]) {
        self.set(quantity, RowKind::Enclosure(ends), unit, &[estimate]);
    }

    /// Sets repeated measurements of one case, one sample per repeat.
    pub(crate) fn repeats(&mut self, quantity: &str, unit: Unit, samples: &[f64]) {
        self.set(quantity, RowKind::Repeats, unit, samples);
    }

    /// Returns the cases of a distribution so far.
    pub(crate) fn cases(&self, quantity: &str) -> &[f64] {
        self.entries
            .get(quantity)
            .map_or(&[], |entry| &entry.values)
    }

    /// Returns one row per quantity, and one per bin of each histogram.
    pub(crate) fn rows(&self, key: &Key) -> Vec<Row> {
        let mut rows = Vec::new();
        for (quantity, entry) in &self.entries {
            let (unit, values) = (entry.unit, &entry.values);
            // From zero: the sum of no samples is -0.
            let sum = values.iter().fold(0.0, |sum, x| sum + x);
            let row = match entry.kind {
                RowKind::Cases => Row::distribution(key, quantity, unit, &values[..]),
                RowKind::Histogram(per_decade) => {
                    rows.extend(histogram::bins(key, quantity, per_decade, values));
                    Row::distribution(key, quantity, unit, &values[..])
                }
                RowKind::Mean => Row::exact(key, quantity, unit, sum / values.len() as f64),
                RowKind::Count => Row::exact(key, quantity, unit, sum),
                RowKind::Repeats => Row::from_samples(key, quantity, unit, &values[..]),
                RowKind::Exact => Row::exact(key, quantity, unit, values[0]),
                RowKind::Enclosure(ends) => Row::enclosure(key, quantity, unit, values[0], ends),
            };
            rows.push(row);
        }
        rows
    }

    fn set(&mut self, quantity: &str, kind: RowKind, unit: Unit, values: &[f64]) {
        let values = values.to_vec();
        let entry = QuantitySamples { kind, unit, values };
        let before = self.entries.insert(quantity.to_owned(), entry);
        assert!(before.is_none(), "`{quantity}` is set once");
    }

    /// Adds a case to a quantity, which becomes rows of one kind.
    fn add(&mut self, quantity: &str, kind: RowKind, unit: Unit, value: f64) {
        // Two searches, because the entry API would allocate the name on each call.
        match self.entries.get_mut(quantity) {
            Some(entry) => {
                assert!(
                    entry.kind == kind,
                    "`{quantity}` is recorded as {entry:?} already"
                );
                entry.values.push(value);
            }
            None => self.set(quantity, kind, unit, &[value]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_quantity_becomes_one_row_of_its_kind() {
        let mut recorder = Recorder::default();
        for x in [3.0, 1.0, 2.0] {
            recorder.push("time", Unit::Seconds, x);
            recorder.mean("steps", Unit::Ratio, x);
            recorder.share("large", x > 1.5);
            recorder.push_histogram("speed-up", 1, x);
        }
        recorder.count("calls", 2);
        recorder.count("calls", 3);
        recorder.count("faults", 0);
        recorder.enclosure("bound", Unit::Ratio, 1.5, [1.0, 2.0]);
        let rows = recorder.rows(&Key::default());
        let value = |quantity: &str| {
            let row = rows.iter().find(|row| row.quantity == quantity).unwrap();
            row.median().unwrap()
        };
        assert_eq!((value("time"), value("steps")), (2.0, 2.0));
        assert_eq!((value("large"), value("speed-up/share")), (2.0 / 3.0, 3.0));
        assert_eq!((value("calls"), value("faults")), (5.0, 0.0));
        assert_eq!(value("bound"), 1.5);
        assert_eq!(recorder.cases("time"), [3.0, 1.0, 2.0]);
    }

    #[test]
    #[should_panic(expected = "`time` is recorded as")]
    fn a_quantity_is_not_recorded_in_two_ways() {
        let mut recorder = Recorder::default();
        recorder.push("time", Unit::Seconds, 1.0);
        recorder.count("time", 1);
    }
}
