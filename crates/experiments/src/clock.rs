//! The only place that reads the clock.
#![expect(clippy::disallowed_methods, reason = "measuring is this crate's job")]

use detector::{Probe, Step};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::Instant;

/// Runs `work`, and says how many seconds it took.
pub(crate) fn seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed().as_secs_f64())
}

/// Listens to the steps of one frame, and adds up the seconds of each.
///
/// Reading the clock at every step disturbs short frames, so that a frame's own time is never
/// taken while a probe listens.
#[derive(Debug, Default)]
pub(crate) struct StepClock {
    running: Cell<Option<(Step, Instant)>>,
    sums: RefCell<BTreeMap<Step, f64>>,
}

impl StepClock {
    /// Ends the last step; the seconds of each step that was announced.
    pub(crate) fn finish(self) -> BTreeMap<Step, f64> {
        self.close();
        self.sums.into_inner()
    }

    fn close(&self) {
        if let Some((step, start)) = self.running.take() {
            *self.sums.borrow_mut().entry(step).or_insert(0.0) += start.elapsed().as_secs_f64();
        }
    }
}

impl Probe for StepClock {
    fn begin(&self, step: Step) {
        self.close();
        self.running.set(Some((step, Instant::now())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_that_come_back_add_up() {
        let clock = StepClock::default();
        for step in [Step::Update, Step::FacePairs, Step::Update] {
            clock.begin(step);
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let sums = clock.finish();
        assert_eq!(
            sums.keys().copied().collect::<Vec<_>>(),
            [Step::Update, Step::FacePairs]
        );
        assert!(sums[&Step::Update] >= 0.004 && sums[&Step::FacePairs] >= 0.002);
    }
}
