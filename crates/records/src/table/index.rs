//! Rows by experiment, detector and quantity, for selections that name them.

use super::Selection;
use crate::Row;
use std::collections::BTreeMap;

/// Indices of rows, each list in the order of insertion.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Index {
    experiments: BTreeMap<String, ExperimentRows>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct ExperimentRows {
    all: Vec<usize>,
    detectors: BTreeMap<String, Vec<usize>>,
    quantities: BTreeMap<String, Vec<usize>>,
}

impl Index {
    /// Adds the row at index `i`.
    pub(super) fn add(&mut self, row: &Row, i: usize) {
        let experiment = entry(&mut self.experiments, &row.key.experiment);
        experiment.all.push(i);
        entry(&mut experiment.detectors, &row.key.detector).push(i);
        entry(&mut experiment.quantities, &row.quantity).push(i);
    }

    /// Returns the rows of an experiment.
    pub(super) fn of_experiment(&self, experiment: &str) -> &[usize] {
        let of_experiment = self.experiments.get(experiment);
        of_experiment.map_or(&[], |found| &found.all)
    }

    /// Returns rows of the selected experiment, among them the selected ones. `None` if the
    /// selection names no experiment.
    pub(super) fn candidates(&self, selection: &Selection<'_>) -> Option<&[usize]> {
        let Some(experiment) = self.experiments.get(selection.experiment?) else {
            return Some(&[]);
        };
        let list = match (selection.quantity, selection.detector) {
            (Some(quantity), _) => experiment.quantities.get(quantity),
            (None, Some(detector)) => experiment.detectors.get(detector),
            (None, None) => Some(&experiment.all),
        };
        Some(list.map_or(&[], Vec::as_slice))
    }
}

/// Returns the entry of a name, which is copied only if it is new.
fn entry<'a, T: Default>(map: &'a mut BTreeMap<String, T>, name: &str) -> &'a mut T {
    if !map.contains_key(name) {
        map.insert(name.to_owned(), T::default());
    }
    map.get_mut(name).expect("it has just been added")
}
