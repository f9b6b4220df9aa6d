//! The only place that reads the clock.
#![expect(clippy::disallowed_methods, reason = "measuring is this crate's job")]

use collision::{Deadline, Probe, Step};
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

/// A deadline that also listens to the steps of a frame, to tell how far it was missed, and how long
/// a step is.
///
/// It reads the clock at every step and at every question: some tens of nanoseconds each.
#[derive(Debug)]
pub(crate) struct Alarm {
    start: Instant,
    /// Seconds from the start, without the reserve.
    budget: f64,
    /// When the running step began.
    step: Cell<Option<f64>>,
    longest_step: Cell<f64>,
    /// Whether anybody has asked.
    asked: Cell<bool>,
    /// When the answer was yes.
    rang: Cell<Option<f64>>,
    /// Whether the first answer was yes.
    overdue: Cell<bool>,
}

/// What is kept back of a budget for what comes after the last step: telling what was found. As the paper
/// predicts rendering, "the average rendering time over some number of previous frames" [Hubbard96
/// §4.2], but by their longest, as the average is exceeded half of the time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reserve {
    /// Of the last frames that were told to stop, the times from then on.
    last: [f64; 8],
    next: usize,
}

impl Reserve {
    /// Never more than this part of the budget: a frame that was interrupted says nothing of the
    /// next one.
    const AT_MOST: f64 = 0.1;

    /// Seconds of this budget.
    pub(crate) fn of(&self, budget: f64) -> f64 {
        let longest = self.last.iter().copied().fold(0.0, f64::max);
        longest.min(Reserve::AT_MOST * budget)
    }

    /// Learns from a frame.
    pub(crate) fn learn(&mut self, stop: &Stop) {
        if let Some(told) = stop.told {
            self.last[self.next] = stop.used - told;
            self.next = (self.next + 1) % self.last.len();
        }
    }
}

/// How a frame under a deadline ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// Seconds from the start to the end of the frame.
    pub(crate) used: f64,
    /// The longest refinement step.
    pub(crate) longest_step: f64,
    /// When the detector was told to stop, if it was; what follows is the report of its findings.
    pub(crate) told: Option<f64>,
    /// Whether the time was over when the detector first asked: what it does whatever the budget took
    /// longer.
    pub(crate) overdue: bool,
}

impl Alarm {
    /// The time runs from now; the detector is told to stop when no more than `reserve` seconds of the
    /// budget are left.
    pub(crate) fn after(budget: f64, reserve: f64) -> Alarm {
        Alarm {
            start: Instant::now(),
            budget: budget - reserve,
            step: Cell::new(None),
            longest_step: Cell::new(0.0),
            asked: Cell::new(false),
            rang: Cell::new(None),
            overdue: Cell::new(false),
        }
    }

    /// The frame is over.
    pub(crate) fn finish(self) -> Stop {
        Stop {
            used: self.start.elapsed().as_secs_f64(),
            longest_step: self.longest_step.get(),
            told: self.rang.get(),
            overdue: self.overdue.get(),
        }
    }

    /// Ends the running step.
    fn end_step(&self, now: f64) {
        if let Some(begun) = self.step.take() {
            self.longest_step
                .set(self.longest_step.get().max(now - begun));
        }
    }
}

impl Deadline for Alarm {
    fn passed(&self) -> bool {
        let now = self.start.elapsed().as_secs_f64();
        if now >= self.budget && self.rang.get().is_none() {
            self.end_step(now);
            self.rang.set(Some(now));
            self.overdue.set(!self.asked.get());
        }
        self.asked.set(true);
        self.rang.get().is_some()
    }
}

impl Probe for Alarm {
    fn begin(&self, step: Step) {
        let now = self.start.elapsed().as_secs_f64();
        self.end_step(now);
        let refines = matches!(step, Step::Refinement | Step::FacePairs | Step::Containment);
        self.step.set(refines.then_some(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_knows_the_longest_step_and_when_it_rang() {
        let pause = |ms| std::thread::sleep(std::time::Duration::from_millis(ms));
        let early = Alarm::after(60.0, 0.0);
        early.begin(Step::Update);
        pause(9);
        early.begin(Step::Refinement);
        pause(3);
        assert!(!early.passed());
        pause(1);
        assert!(!early.passed(), "a question ends no step");
        early.begin(Step::Update);
        let stop = early.finish();
        assert!(
            stop.told.is_none() && (0.003..0.009).contains(&stop.longest_step),
            "{stop:?}"
        );
        let late = Alarm::after(0.0, 0.0);
        assert!(late.passed());
        let stop = late.finish();
        assert!(stop.overdue && stop.told.is_some_and(|told| told <= stop.used));
        let in_time = Alarm::after(0.004, 0.002);
        assert!(!in_time.passed());
        in_time.begin(Step::Refinement);
        pause(3);
        assert!(in_time.passed());
        let stop = in_time.finish();
        assert!(!stop.overdue && stop.longest_step >= 0.003, "{stop:?}");
    }

    #[test]
    fn a_reserve_is_the_longest_of_the_last_frames_within_limits() {
        let mut reserve = Reserve::default();
        assert_eq!(reserve.of(1.0), 0.0);
        let stop = |used: f64, told| Stop {
            used,
            longest_step: 0.0,
            told,
            overdue: false,
        };
        reserve.learn(&stop(5.0, None));
        assert_eq!(reserve.of(1.0), 0.0);
        for report in [0.0625, 0.03125, 0.015625] {
            reserve.learn(&stop(1.0 + report, Some(1.0)));
        }
        assert_eq!((reserve.of(1.0), reserve.of(0.25)), (0.0625, 0.025));
        (0..8).for_each(|_| reserve.learn(&stop(1.5, Some(1.5 - 0.03125))));
        assert_eq!(reserve.of(1.0), 0.03125);
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
