//! The only place that reads the clock.
#![expect(clippy::disallowed_methods, reason = "measuring is this crate's job")]

use detector::{Deadline, Probe, Step};
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

/// A deadline, and what is to be learned from a detector's asking for it: it asks before each
/// further step, so that two questions are one step apart.
#[derive(Debug)]
pub(crate) struct Alarm {
    start: Instant,
    /// Seconds from the start.
    budget: f64,
    /// When it was last asked.
    asked: Cell<Option<f64>>,
    longest_step: Cell<f64>,
    stopped: Cell<bool>,
}

/// How a frame under a deadline ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// Seconds from the start to the end of the frame.
    pub(crate) used: f64,
    /// The longest time between two questions: a step, with the question itself.
    pub(crate) longest_step: f64,
    /// Whether the detector was told to stop.
    pub(crate) stopped: bool,
}

impl Alarm {
    /// The time runs from now.
    pub(crate) fn after(budget: f64) -> Alarm {
        Alarm {
            start: Instant::now(),
            budget,
            asked: Cell::new(None),
            longest_step: Cell::new(0.0),
            stopped: Cell::new(false),
        }
    }

    /// The frame is over.
    pub(crate) fn finish(self) -> Stop {
        Stop {
            used: self.start.elapsed().as_secs_f64(),
            longest_step: self.longest_step.get(),
            stopped: self.stopped.get(),
        }
    }
}

impl Deadline for Alarm {
    fn passed(&self) -> bool {
        let now = self.start.elapsed().as_secs_f64();
        if let Some(before) = self.asked.replace(Some(now)) {
            self.longest_step
                .set(self.longest_step.get().max(now - before));
        }
        self.stopped.set(now >= self.budget);
        self.stopped.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_knows_the_longest_step_and_whether_it_rang() {
        let pause = |ms| std::thread::sleep(std::time::Duration::from_millis(ms));
        let early = Alarm::after(60.0);
        assert!(!early.passed());
        pause(3);
        assert!(!early.passed());
        let stop = early.finish();
        assert!(!stop.stopped && stop.longest_step >= 0.003 && stop.used >= stop.longest_step);
        let late = Alarm::after(0.0);
        assert!(late.passed());
        assert!(late.finish().stopped);
    }

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
