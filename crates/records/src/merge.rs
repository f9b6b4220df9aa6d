//! Rows of several processes that measured the same experiment, as one row each.

use crate::{Key, Row, Rows, Samples, Selection, Unit, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Rows of several processes as one.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// One row for each measurement.
    pub rows: Rows,
    /// Counts that are not the same in all processes: the measurement, and its numbers.
    pub differing_counts: Vec<String>,
}

/// Maximum number of cases of a distribution whose samples are kept: a file of rows has some tens
/// of distributions.
const MAX_CASES: usize = 10_000;

/// End of the names of histograms, whose rows are the shares of bins that are not empty.
pub const SHARE: &str = "/share";

/// Merges the rows of processes that measured the same. [`merge_shares`] without shares.
pub fn merge(processes: &[Rows]) -> Merged {
    merge_shares(processes, &[])
}

/// Merges the rows of processes, in their order. Each process has a measurement once.
///
/// - A count of this name is the sum over the processes, which share its cases out.
/// - Samples and distributions are pooled, and remember their process.
/// - Samples of more cases than `MAX_CASES`, and of those whose histogram is recorded, are dropped.
/// - A number without spread stays one if all processes agree. Otherwise it becomes samples, one of
///   each process.
/// - The share of a bin of a histogram is that of all cases. Processes give cases of bins.
/// - An error in one process is the error of the row, which keeps the samples of the others. So is
///   a process without samples that others have. A number without spread may be of some processes
///   only: the first one checks answers for all.
/// - A distribution may lack a process that measured the detector without an error: it had no such
///   case, as no frame that reached its deadline.
pub fn merge_shares(processes: &[Rows], counts: &[&str]) -> Merged {
    // Sorted, as the order of measuring differs between processes.
    let sorted: Vec<Vec<&Row>> = processes
        .iter()
        .map(|rows| rows.select(&Selection::default()))
        .collect();
    let bins = sorted
        .iter()
        .flatten()
        .filter_map(|row| row.quantity.strip_suffix(SHARE));
    let histograms: BTreeSet<String> = bins.map(str::to_owned).collect();
    let measured: Vec<BTreeSet<[&str; 2]>> = sorted.iter().map(|rows| faultless(rows)).collect();
    let mut next = vec![0; sorted.len()];
    let mut merged = Merged::default();
    loop {
        let heads = next
            .iter()
            .zip(&sorted)
            .filter_map(|(i, rows)| rows.get(*i));
        let Some(first) = heads.copied().min_by(|a, b| a.order(b)) else {
            merged.rows = with_shares(merged.rows);
            return merged;
        };
        let mut same: Vec<Option<&Row>> = Vec::with_capacity(sorted.len());
        for (next, rows) in next.iter_mut().zip(&sorted) {
            let row = rows.get(*next).copied();
            let row = row.filter(|row| row.order(first).is_eq() && row.key == first.key);
            *next += usize::from(row.is_some());
            same.push(row);
        }
        if matches!(first.outcome, Ok(Value::Distribution(_))) {
            let mut measured = measured.iter();
            same.retain(|row| {
                let measured = measured.next().expect("a set for each process");
                row.is_some() || !measured.contains(&detector_of(first))
            });
        }
        let is_shared = counts.contains(&&*first.quantity);
        if let Some(difference) = differing_count(first, &same).filter(|_| !is_shared) {
            merged.differing_counts.push(difference);
        }
        let row = match sum(first, &same).filter(|_| is_shared) {
            Some(row) => row,
            None => merged_row(first, &same),
        };
        let is_distribution = matches!(row.outcome, Ok(Value::Distribution(_)));
        let has_histogram = histograms.contains(&row.quantity);
        let is_summarized = has_histogram || row.samples.len() > MAX_CASES;
        merged.rows.push(if is_distribution && is_summarized {
            row.without_samples()
        } else {
            row
        });
    }
}

/// Returns the scene and the detector of a row.
fn detector_of(row: &Row) -> [&str; 2] {
    [&row.key.scene, &row.key.detector]
}

/// Returns the detectors, each with a scene, of which no row is an error.
fn faultless<'a>(rows: &[&'a Row]) -> BTreeSet<[&'a str; 2]> {
    let mut detectors: BTreeSet<_> = rows.iter().map(|row| detector_of(row)).collect();
    for row in rows.iter().filter(|row| row.error().is_some()) {
        detectors.remove(&detector_of(row));
    }
    detectors
}

/// Replaces the cases in each bin of a histogram by their share of all its cases.
fn with_shares(rows: Rows) -> Rows {
    let histogram = |row: &Row| format!("{:?} {}", row.key.at("", 0.0), row.quantity);
    let cases = |row: &Row| match row.outcome {
        Ok(Value::Exact(cases)) if row.quantity.ends_with(SHARE) => Some(cases),
        _ => None,
    };
    let mut totals: BTreeMap<String, f64> = BTreeMap::new();
    for row in rows.iter() {
        if let Some(cases) = cases(row) {
            *totals.entry(histogram(row)).or_default() += cases;
        }
    }
    let share = |row: Row| match cases(&row) {
        Some(cases) => {
            let all = totals[&histogram(&row)].max(f64::MIN_POSITIVE);
            Row::exact(&row.key, &row.quantity, row.unit, cases / all)
        }
        None => row,
    };
    rows.into_iter().map(share).collect()
}

/// Returns the row of a measurement, of which each process has a row or not.
fn merged_row(first: &Row, processes: &[Option<&Row>]) -> Row {
    let (key, quantity, unit) = (&first.key, &*first.quantity, first.unit);
    let rows: Vec<&Row> = processes.iter().copied().flatten().collect();
    let samples = Samples::of_processes(rows.iter().flat_map(|r| r.samples.processes().to_vec()));
    if let Some(error) = error(processes) {
        return Row {
            samples,
            ..Row::failure(key, quantity, unit, &error)
        };
    }
    let values: Vec<Value> = rows.iter().flat_map(|row| row.outcome.clone()).collect();
    match values[0] {
        Value::Samples(_) => Row::from_samples(key, quantity, unit, samples),
        Value::Distribution(_) if processes.len() > 1 => {
            Row::distribution(key, quantity, unit, samples)
        }
        Value::Exact(_) if quantity.ends_with(SHARE) => {
            let cases: f64 = rows.iter().filter_map(|row| row.median()).sum();
            Row::exact(key, quantity, unit, cases)
        }
        _ if values.iter().all(|value| *value == values[0]) => first.clone(),
        Value::Exact(_) => {
            let numbers = values.iter().map(|value| vec![value.number()]);
            Row::from_samples(key, quantity, unit, Samples::of_processes(numbers))
        }
        _ => {
            let error = "the processes differ in a number that has no spread";
            Row::failure(key, quantity, unit, error)
        }
    }
}

/// Returns the sum of a count over the processes. None if one of them lacks it.
fn sum(first: &Row, processes: &[Option<&Row>]) -> Option<Row> {
    let count = |row: &Option<&Row>| match row.as_ref()?.outcome {
        Ok(Value::Exact(count)) => Some(count),
        _ => None,
    };
    let sum = processes.iter().map(count).sum::<Option<f64>>()?;
    Some(Row::exact(&first.key, &first.quantity, first.unit, sum))
}

/// Returns the error of the first process that failed or lacks the measurement.
fn error(processes: &[Option<&Row>]) -> Option<String> {
    let count = processes.len();
    let mut values = processes
        .iter()
        .flatten()
        .filter_map(|row| row.outcome.as_ref().ok());
    let has_samples = values.any(|value| value.summary().is_some());
    let of_process = |(i, row): (usize, &Option<&Row>)| {
        let error = match row {
            Some(row) => row.error()?,
            None if has_samples => "not measured, but in another process",
            None => return None,
        };
        // If each process fails in the same way, it is no matter of the process.
        let all = processes
            .iter()
            .all(|row| row.and_then(Row::error) == Some(error));
        Some(if all {
            error.to_owned()
        } else {
            format!("process {} of {count}: {error}", i + 1)
        })
    };
    processes.iter().enumerate().find_map(of_process)
}

/// Returns a measurement whose count differs between processes, with its numbers.
fn differing_count(first: &Row, processes: &[Option<&Row>]) -> Option<String> {
    let exact = |row: &&Row| matches!(row.outcome, Ok(Value::Exact(_)));
    let rows = processes.iter().copied().flatten().filter(exact);
    let numbers: Vec<f64> = rows.filter_map(Row::median).collect();
    let differs = numbers.iter().any(|n| *n != numbers[0]);
    (first.unit == Unit::Count && differs).then(|| {
        let Key {
            detector,
            scene,
            series,
            x_name,
            x,
            ..
        } = &first.key;
        let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
        let (quantity, numbers) = (&first.quantity, numbers.join(", "));
        format!("{quantity} of {detector} on {scene} {series} at {x_name} {x}: {numbers}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(detector: &str) -> Key {
        Key {
            experiment: "fig6".into(),
            detector: detector.into(),
            ..Key::default()
        }
    }

    /// Rows of one process: times of a detector, one of its counts, and a share.
    fn process(times: &[f64], count: u64, share: f64) -> Rows {
        let times = Row::from_samples(&key("a"), "time", Unit::Seconds, times);
        let count = Row::count(&key("a"), "voxels", count);
        let share = Row::exact(&key("a"), "late", Unit::Ratio, share);
        [times, count, share].into_iter().collect()
    }

    fn find<'a>(merged: &'a Merged, quantity: &str) -> &'a Row {
        let found = merged.rows.iter().filter(|row| row.quantity == quantity);
        let rows: Vec<&Row> = found.collect();
        assert_eq!(rows.len(), 1, "{quantity}");
        rows[0]
    }

    #[test]
    fn samples_are_pooled_by_process_and_equal_numbers_stay_exact() {
        let merged = merge(&[process(&[1.0, 2.0], 7, 0.5), process(&[3.0], 7, 0.25)]);
        assert!(merged.differing_counts.is_empty());
        assert_eq!(merged.rows.len(), 3);
        let time = find(&merged, "time");
        assert_eq!(time.samples.to_string(), "1 2 | 3");
        assert_eq!(time.median(), Some(2.0));
        assert_eq!(find(&merged, "voxels").outcome, Ok(Value::Exact(7.0)));
        // A share that differs has a spread.
        let late = find(&merged, "late");
        assert_eq!(late.samples.to_string(), "0.5 | 0.25");
        assert_eq!(late.median(), Some(0.375));
    }

    #[test]
    fn a_count_of_cases_that_processes_share_out_is_the_sum() {
        let parts = [process(&[1.0], 7, 0.5), process(&[1.0], 8, 0.5)];
        let merged = merge_shares(&parts, &["voxels"]);
        assert_eq!(find(&merged, "voxels").outcome, Ok(Value::Exact(15.0)));
        assert!(merged.differing_counts.is_empty());
        // Not without one of them: the sum would be that of fewer cases.
        let [one, _] = &parts;
        let failed = Row::failure(&key("a"), "voxels", Unit::Count, "panicked");
        let other: Rows = [failed].into_iter().collect();
        let merged = merge_shares(&[one.clone(), other], &["voxels"]);
        let error = find(&merged, "voxels").error();
        assert_eq!(error, Some("process 2 of 2: panicked"));
    }

    #[test]
    fn a_count_that_differs_is_named_with_its_numbers() {
        let merged = merge(&[process(&[1.0], 7, 0.5), process(&[1.0], 8, 0.5)]);
        let [difference] = &merged.differing_counts[..] else {
            panic!("{merged:?}");
        };
        assert!(difference.contains("voxels of a") && difference.ends_with("7, 8"));
    }

    #[test]
    fn an_error_of_one_process_keeps_the_samples_of_the_others() {
        let failed = |error: &str| -> Rows {
            let row = Row::failure(&key("a"), "time", Unit::Seconds, error);
            [row].into_iter().collect()
        };
        let good: Rows = [Row::from_samples(
            &key("a"),
            "time",
            Unit::Seconds,
            &[1.0, 2.0],
        )]
        .into_iter()
        .collect();
        let merged = merge(&[good.clone(), failed("panicked"), good.clone()]);
        let time = find(&merged, "time");
        assert_eq!(time.error(), Some("process 2 of 3: panicked"));
        assert_eq!(time.samples.to_string(), "1 2 | 1 2");
        let all = merge(&[failed("not convex"), failed("not convex")]);
        assert_eq!(find(&all, "time").error(), Some("not convex"));
        let lacking = merge(&[good, Rows::default()]);
        let checked: Rows = [Row::count(&key("a"), "checked", 3)].into_iter().collect();
        let of_first = merge(&[checked, Rows::default()]);
        assert_eq!(find(&of_first, "checked").median(), Some(3.0));
        let error = find(&lacking, "time").error();
        assert_eq!(
            error,
            Some("process 2 of 2: not measured, but in another process")
        );
    }

    #[test]
    fn cases_of_a_distribution_are_pooled_and_bounds_must_agree() {
        let cases = |cases: &[f64], low: f64| -> Rows {
            let cases = Row::distribution(&key("a"), "call-time", Unit::Seconds, cases);
            let bound = Row::enclosure(&key("a"), "fit", Unit::Ratio, 1.0, [low, 2.0]);
            [cases, bound].into_iter().collect()
        };
        let merged = merge(&[cases(&[1.0, 2.0], 0.5), cases(&[3.0, 4.0], 0.5)]);
        let row = find(&merged, "call-time");
        assert_eq!((row.median(), row.samples.len()), (Some(2.5), 4));
        assert!(matches!(row.outcome, Ok(Value::Distribution(_))));
        assert_eq!(find(&merged, "fit").median(), Some(1.0));
        let other = merge(&[cases(&[1.0], 0.5), cases(&[1.0], 0.25)]);
        assert!(find(&other, "fit").error().unwrap().contains("differ"));
    }

    /// Goes red if a process without cases is an error, or if one that failed is none.
    #[test]
    fn a_process_that_measured_the_detector_may_have_no_case() {
        let late = Row::distribution(&key("a"), "overrun", Unit::Seconds, vec![1.0, 2.0]);
        let late: Rows = [late, Row::count(&key("a"), "frames", 9)]
            .into_iter()
            .collect();
        let none: Rows = [Row::count(&key("a"), "frames", 9)].into_iter().collect();
        let merged = merge(&[none.clone(), late.clone()]);
        assert_eq!(find(&merged, "overrun").median(), Some(1.5));
        let failed = Row::failure(&key("a"), "time", Unit::Seconds, "panicked");
        let failed: Rows = none.into_iter().chain([failed]).collect();
        for without in [failed, Rows::default()] {
            let merged = merge(&[late.clone(), without]);
            let error = find(&merged, "overrun").error();
            assert_eq!(
                error,
                Some("process 2 of 2: not measured, but in another process")
            );
        }
    }

    #[test]
    fn many_cases_are_summarized_only() {
        let many = vec![1.0; MAX_CASES + 1];
        let rows = Row::distribution(&key("a"), "call-time", Unit::Seconds, many);
        let merged = merge(&[[rows].into_iter().collect()]);
        let row = find(&merged, "call-time");
        assert_eq!((row.median(), row.samples.is_empty()), (Some(1.0), true));
    }

    #[test]
    fn a_bin_that_a_process_lacks_is_empty_there() {
        let bins = |cases: &[(f64, f64)]| -> Rows {
            let row = |(x, cases): &(f64, f64)| {
                let key = key("a").at("speed-up", *x);
                Row::exact(&key, "speed-up/share", Unit::Ratio, *cases)
            };
            cases.iter().map(row).collect()
        };
        // Of sixteen cases: the process with more of them weighs more.
        let merged = merge(&[bins(&[(1.0, 10.0)]), bins(&[(1.0, 2.0), (2.0, 4.0)])]);
        let shares = merged.rows.iter().map(|row| row.outcome.clone());
        let shares: Vec<_> = shares.collect();
        assert_eq!(shares, [Ok(Value::Exact(0.75)), Ok(Value::Exact(0.25))]);
    }

    #[test]
    fn one_process_stays_as_it_is() {
        let rows = process(&[1.0, 2.0], 7, 0.5);
        let merged = merge(std::slice::from_ref(&rows));
        let sorted = rows.select(&Selection::default());
        assert_eq!(merged.rows.iter().collect::<Vec<_>>(), sorted);
        assert!(merge(&[]).rows.is_empty());
    }
}
