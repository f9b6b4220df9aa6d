//! Calls of a detector, apart from those of the others: a panic costs its own rows only.

use crate::call_log::{Call, Overlap};
use crate::cores::on_all_cores;
use crate::model::Results;
use anyhow::{Result, anyhow};
use records::{Key, Row, Unit};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs what a detector does. An error and a panic are texts, and so is the end of an earlier
/// process in the same call.
///
/// The detector may be in any state afterwards: it must not be asked again.
pub(crate) fn isolated<T>(run: impl FnOnce() -> Result<T>) -> Result<T, String> {
    let _call = Call::begin()?;
    caught(run)
}

/// Runs this number of calls of detectors on all cores, each isolated from the others. Their
/// results are in order.
///
/// They are made one at a time if calls have ended an earlier process: else it would not be known
/// which of them does.
pub(crate) fn isolated_on_all_cores<T: Send>(
    calls: usize,
    run: impl Fn(usize) -> Result<T> + Sync,
) -> Vec<Result<T, String>> {
    match Overlap::begin(calls) {
        Some(overlap) => on_all_cores(calls, |i| {
            let _call = overlap.call(i);
            caught(|| run(i))
        }),
        None => (0..calls).map(|i| isolated(|| run(i))).collect(),
    }
}

/// Runs a whole model, whose calls are isolated, with its errors as those of a detector.
pub(crate) fn caught<T>(run: impl FnOnce() -> Result<T>) -> Result<T, String> {
    let outcome = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let owned = panic.downcast_ref::<String>().map(String::as_str);
        let message = owned.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(anyhow!("panicked: {}", message.unwrap_or("no message")))
    });
    outcome.map_err(|error| format!("{error:#}"))
}

impl Results {
    /// Adds the failure of a detector, and its row at each of these keys.
    pub(crate) fn fail(&mut self, keys: &[Key], quantity: &str, unit: Unit, error: &str) {
        let Some(Key {
            detector, scene, ..
        }) = keys.first()
        else {
            return;
        };
        self.failures
            .push(format!("{detector} on {scene}: {error}"));
        let rows = keys.iter();
        let rows = rows.map(|key| Row::failure(key, quantity, unit, error));
        self.rows.extend(rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_several_calls_that_panics_leaves_the_others() {
        let results = isolated_on_all_cores(9, |i| match i {
            4 => panic!("out of luck"),
            _ => Ok(i * i),
        });
        for (i, result) in results.into_iter().enumerate() {
            let failed = Err("panicked: out of luck".to_owned());
            assert_eq!(result, if i == 4 { failed } else { Ok(i * i) });
        }
    }

    #[test]
    fn calls_that_overlap_are_in_the_log() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("calls");
        crate::log_calls(&log, Vec::new()).unwrap();
        let seen = isolated_on_all_cores(9, |_| Ok(crate::calls_under_way(&log).len()));
        let all = seen.iter().all(|seen| seen.as_ref().is_ok_and(|n| *n > 0));
        assert!(all, "{seen:?}");
    }

    #[test]
    fn a_panic_is_a_text_as_an_error_is() {
        assert_eq!(isolated(|| Ok(1)), Ok(1));
        let error = isolated(|| Err::<(), _>(anyhow!("cause").context("effect")));
        assert_eq!(error, Err("effect: cause".to_owned()));
        let number = std::hint::black_box(3);
        let formatted = isolated::<()>(|| panic!("out of luck {number}"));
        assert_eq!(formatted, Err("panicked: out of luck 3".to_owned()));
        let plain = isolated::<()>(|| panic!("out of luck"));
        assert_eq!(plain, Err("panicked: out of luck".to_owned()));
    }
}
