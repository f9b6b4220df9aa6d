//! Measurements gathered under the names of their rows.

use crate::histogram;
use records::{Key, Row, Unit};
use std::collections::BTreeMap;

/// Measurements with one key. Each quantity becomes one row, of the kind of its first call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder {
    entries: BTreeMap<String, Entry>,
}

/// Measurements of one quantity.
#[derive(Clone, Debug)]
enum Entry {
    /// Different cases: the row has their order statistics.
    Cases(Unit, Vec<f64>),
    /// Cases as above, and the shares of bins, with the bins per factor of ten.
    Histogram(i32, Vec<f64>),
    /// Cases of which only the mean is of interest.
    Mean(Unit, Vec<f64>),
    /// Repeats of one case: the row keeps the samples.
    Repeats(Unit, Vec<f64>),
    Exact(Unit, f64),
    Enclosure(Unit, f64, [f64; 2]),
    Count(u64),
    Share {
        yes: u64,
        of: u64,
    },
}

impl Recorder {
    /// Adds a case to a distribution.
    pub(crate) fn push(&mut self, quantity: &str, unit: Unit, value: f64) {
        match self.entry(quantity, || Entry::Cases(unit, Vec::new())) {
            Entry::Cases(_, all) => all.push(value),
            other => mixed(quantity, other),
        }
    }

    /// Adds a case to a distribution of ratios whose histogram is recorded, too.
    pub(crate) fn push_histogram(&mut self, quantity: &str, per_decade: i32, value: f64) {
        match self.entry(quantity, || Entry::Histogram(per_decade, Vec::new())) {
            Entry::Histogram(_, all) => all.push(value),
            other => mixed(quantity, other),
        }
    }

    /// Adds a case to a mean.
    pub(crate) fn mean(&mut self, quantity: &str, unit: Unit, value: f64) {
        match self.entry(quantity, || Entry::Mean(unit, Vec::new())) {
            Entry::Mean(_, all) => all.push(value),
            other => mixed(quantity, other),
        }
    }

    /// Adds to a count. Zero records the quantity, too.
    pub(crate) fn count(&mut self, quantity: &str, more: u64) {
        match self.entry(quantity, || Entry::Count(0)) {
            Entry::Count(sum) => *sum += more,
            other => mixed(quantity, other),
        }
    }

    /// Adds a case to the share of cases for which something holds.
    pub(crate) fn share(&mut self, quantity: &str, holds: bool) {
        match self.entry(quantity, || Entry::Share { yes: 0, of: 0 }) {
            Entry::Share { yes, of } => {
                *yes += u64::from(holds);
                *of += 1;
            }
            other => mixed(quantity, other),
        }
    }

    /// Sets a number without spread.
    pub(crate) fn exact(&mut self, quantity: &str, unit: Unit, value: f64) {
        self.set(quantity, Entry::Exact(unit, value));
    }

    /// Sets a number that is proved to lie between two `ends`, with an estimate of it.
    pub(crate) fn enclosure(&mut self, quantity: &str, unit: Unit, estimate: f64, ends: [f64; 2]) {
        self.set(quantity, Entry::Enclosure(unit, estimate, ends));
    }

    /// Sets repeated measurements of one case, one sample per repeat.
    pub(crate) fn repeats(&mut self, quantity: &str, unit: Unit, samples: &[f64]) {
        self.set(quantity, Entry::Repeats(unit, samples.to_vec()));
    }

    /// Returns the cases of a distribution so far.
    pub(crate) fn cases(&self, quantity: &str) -> &[f64] {
        match self.entries.get(quantity) {
            Some(Entry::Cases(_, all) | Entry::Histogram(_, all) | Entry::Mean(_, all)) => all,
            _ => &[],
        }
    }

    /// Returns one row per quantity, and one per bin of each histogram.
    pub(crate) fn rows(&self, key: &Key) -> Vec<Row> {
        let mut rows = Vec::new();
        for (quantity, entry) in &self.entries {
            let row = match entry {
                Entry::Cases(unit, all) => Row::distribution(key, quantity, *unit, all),
                Entry::Histogram(per_decade, all) => {
                    rows.extend(histogram::bins(key, quantity, *per_decade, all));
                    Row::distribution(key, quantity, Unit::Ratio, all)
                }
                Entry::Mean(unit, all) => {
                    // From zero: the sum of no samples is -0.
                    let sum = all.iter().fold(0.0, |sum, x| sum + x);
                    Row::exact(key, quantity, *unit, sum / all.len() as f64)
                }
                Entry::Repeats(unit, samples) => Row::from_samples(key, quantity, *unit, samples),
                Entry::Exact(unit, value) => Row::exact(key, quantity, *unit, *value),
                Entry::Enclosure(unit, estimate, ends) => {
                    Row::enclosure(key, quantity, *unit, *estimate, *ends)
                }
                Entry::Count(sum) => Row::count(key, quantity, *sum),
                Entry::Share { yes, of } => {
                    Row::exact(key, quantity, Unit::Ratio, *yes as f64 / *of as f64)
                }
            };
            rows.push(row);
        }
        rows
    }

    fn set(&mut self, quantity: &str, entry: Entry) {
        let before = self.entries.insert(quantity.to_owned(), entry);
        assert!(before.is_none(), "`{quantity}` is set once");
    }

    fn entry(&mut self, quantity: &str, new: impl FnOnce() -> Entry) -> &mut Entry {
        // Two searches, because the entry API would allocate the name on each call.
        if !self.entries.contains_key(quantity) {
            self.entries.insert(quantity.to_owned(), new());
        }
        self.entries.get_mut(quantity).expect("it was inserted")
    }
}

/// Panics because a quantity is recorded in two ways.
fn mixed(quantity: &str, entry: &Entry) -> ! {
    panic!("`{quantity}` is recorded as {entry:?} already")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_quantity_becomes_one_row_of_its_sort() {
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
        assert_eq!((value("large"), value("speed-up/share")), (2.0 / 3.0, 1.0));
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
