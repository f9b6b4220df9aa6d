//! Deadline of a frame, and how the frame ended under it [Hubbard96 §4.2].

use crate::clock::{Clock, MonotonicClock};
use crate::recorder::Recorder;
use collision::{Deadline, Probe, Step};
use records::Unit;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Time of an event that has not happened: more nanoseconds than any frame takes.
const NEVER: u64 = u64::MAX;

/// Deadline that is also a probe: it measures the overrun of a frame and its longest step.
///
/// It reads the clock at every step and every poll. Each read takes some tens of nanoseconds.
/// Workers may share it. All workers then belong to one sequence of steps.
#[derive(Debug)]
pub(crate) struct FrameDeadline<C = MonotonicClock> {
    clock: C,
    /// Seconds of the frame, the reserve included.
    budget: f64,
    /// Nanoseconds from the start to the deadline, the reserve excluded.
    limit: u64,
    /// Start of the running refinement step; `NEVER` outside of one.
    step_start: AtomicU64,
    longest_step: AtomicU64,
    /// True once the detector has polled the deadline.
    asked: AtomicBool,
    /// Time of the first poll after the limit.
    expired_at: AtomicU64,
    /// True if that poll was the first of the frame.
    overdue: AtomicBool,
}

/// End of a frame under a deadline. Times are in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// Time that the frame was allowed.
    pub(crate) budget: f64,
    /// Time from the start to the end of the frame.
    pub(crate) used: f64,
    /// Longest refinement step.
    pub(crate) longest_step: f64,
    /// Time at which the detector was stopped, if it was. It then reports its findings.
    pub(crate) stopped_at: Option<f64>,
    /// True if mandatory work exceeded the time before the first poll.
    pub(crate) overdue: bool,
}

impl FrameDeadline {
    /// Starts the frame. The detector is stopped when `reserve` seconds of the budget are left.
    pub(crate) fn start(budget: f64, reserve: f64) -> FrameDeadline {
        FrameDeadline::start_until(budget, budget, reserve)
    }

    /// Starts a frame in which the detector sees another end than that of its budget: `reserve`
    /// seconds before `end` seconds. Overruns are counted from the budget.
    pub(crate) fn start_until(end: f64, budget: f64, reserve: f64) -> FrameDeadline {
        let clock = MonotonicClock::start();
        FrameDeadline {
            budget,
            ..FrameDeadline::with_clock(clock, end, reserve)
        }
    }
}

impl<C: Clock> FrameDeadline<C> {
    fn with_clock(clock: C, budget: f64, reserve: f64) -> FrameDeadline<C> {
        FrameDeadline {
            clock,
            budget,
            limit: ((budget - reserve) * 1e9) as u64,
            step_start: AtomicU64::new(NEVER),
            longest_step: AtomicU64::new(0),
            asked: AtomicBool::new(false),
            expired_at: AtomicU64::new(NEVER),
            overdue: AtomicBool::new(false),
        }
    }

    /// Ends the frame.
    pub(crate) fn finish(self) -> Stop {
        let seconds = |nanoseconds: u64| nanoseconds as f64 * 1e-9;
        let now = self.clock.nanoseconds();
        let expired_at = self.expired_at.load(Relaxed);
        let used = seconds(now);
        // The last piece of work may pass the deadline after the last poll. Then the running step
        // ends with the frame.
        let missed = expired_at == NEVER && used > self.budget;
        if missed {
            self.end_step(now);
        }
        Stop {
            budget: self.budget,
            used,
            longest_step: seconds(self.longest_step.load(Relaxed)),
            stopped_at: (expired_at != NEVER).then(|| seconds(expired_at)),
            overdue: self.overdue.load(Relaxed) || (missed && !self.asked.load(Relaxed)),
        }
    }

    /// Ends the running step.
    fn end_step(&self, now: u64) {
        let start = self.step_start.swap(NEVER, Relaxed);
        if start != NEVER {
            self.longest_step
                .fetch_max(now.saturating_sub(start), Relaxed);
        }
    }
}

impl<C: Clock> Deadline for FrameDeadline<C> {
    fn passed(&self) -> bool {
        let now = self.clock.nanoseconds();
        let first_question = !self.asked.swap(true, Relaxed);
        // Only the first poll after the limit stores its time.
        let expire = || {
            self.expired_at
                .compare_exchange(NEVER, now, Relaxed, Relaxed)
        };
        if now >= self.limit && expire().is_ok() {
            self.end_step(now);
            self.overdue.store(first_question, Relaxed);
        }
        self.expired_at.load(Relaxed) != NEVER
    }
}

impl<C: Clock> Probe for FrameDeadline<C> {
    fn begin(&self, step: Step, _: usize) {
        let now = self.clock.nanoseconds();
        self.end_step(now);
        // A deadline cannot end the setup before the first refinement step.
        let refines = step != Step::UPDATE && step != Step::OVERLAP_REGIONS;
        self.step_start
            .store(if refines { now } else { NEVER }, Relaxed);
    }
}

impl Stop {
    /// Returns true if the frame belongs to the deadline statistics.
    ///
    /// The frame was stopped, or it was late without a poll in time to stop it.
    pub(crate) fn reached_deadline(&self) -> bool {
        self.stopped_at.is_some() || self.used > self.budget
    }

    /// Returns the seconds beyond the budget. Negative if the reserve exceeded the report.
    pub(crate) fn overrun(&self) -> f64 {
        self.used - self.budget
    }

    /// Records the overrun and the longest step of a frame that reached its deadline.
    pub(crate) fn record(&self, recorder: &mut Recorder) {
        if self.reached_deadline() {
            recorder.push("overrun", Unit::Seconds, self.overrun());
            recorder.push("longest-step", Unit::Seconds, self.longest_step);
        }
    }
}

/// Part of a budget that is reserved for the report of findings after the last step.
///
/// The paper predicts rendering by "the average rendering time over some number of previous frames"
/// [Hubbard96 §4.2]. We use the longest time, because an average is exceeded half of the time.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReportingReserve {
    /// Seconds of the last reports after a stop.
    last: [f64; 8],
    next: usize,
}

impl ReportingReserve {
    /// Largest reserve as a share of the budget: an interrupted frame does not predict the next.
    const MAX_SHARE: f64 = 0.1;

    /// Returns the seconds to keep of `budget` seconds.
    pub(crate) fn of(&self, budget: f64) -> f64 {
        let longest = self.last.iter().copied().fold(0.0, f64::max);
        longest.min(ReportingReserve::MAX_SHARE * budget)
    }

    /// Updates the prediction from a frame.
    pub(crate) fn update(&mut self, stop: &Stop) {
        if let Some(stopped_at) = stop.stopped_at {
            self.last[self.next] = stop.used - stopped_at;
            self.next = (self.next + 1) % self.last.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::Key;

    /// Clock that a test sets, in milliseconds.
    #[derive(Default)]
    struct FakeClock(AtomicU64);

    impl Clock for &FakeClock {
        fn nanoseconds(&self) -> u64 {
            self.0.load(Relaxed)
        }
    }

    impl FakeClock {
        fn set(&self, milliseconds: u64) {
            self.0.store(milliseconds * 1_000_000, Relaxed);
        }
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    /// The control of what is said of deadlines.
    #[test]
    fn a_detector_that_sees_a_later_end_exceeds_its_budget_by_more_than_a_step() {
        let clock = FakeClock::default();
        let later = FrameDeadline {
            budget: 0.020,
            ..FrameDeadline::with_clock(&clock, 0.040, 0.0)
        };
        later.begin(Step::BODY_PAIRS, 0);
        for milliseconds in [10, 20, 30] {
            clock.set(milliseconds);
            assert!(!later.passed());
            later.begin(Step::BODY_PAIRS, 0);
        }
        clock.set(40);
        assert!(later.passed());
        let stop = later.finish();
        assert!(stop.reached_deadline() && !stop.overdue, "{stop:?}");
        assert!(near(stop.longest_step, 0.010) && near(stop.overrun(), 0.020));
    }

    #[test]
    fn a_deadline_measures_the_longest_step_and_when_it_expired() {
        let clock = FakeClock::default();
        let early = FrameDeadline::with_clock(&clock, 60.0, 0.0);
        early.begin(Step::UPDATE, 0);
        clock.set(9);
        early.begin(Step::BODY_PAIRS, 0);
        clock.set(12);
        assert!(!early.passed());
        clock.set(13);
        assert!(!early.passed(), "a question ends no step");
        early.begin(Step::UPDATE, 0);
        let stop = early.finish();
        assert!(
            stop.stopped_at.is_none() && near(stop.longest_step, 0.004),
            "{stop:?}"
        );
        let late = FrameDeadline::with_clock(&clock, 0.0, 0.0);
        assert!(late.passed());
        assert!(late.finish().overdue);
        let in_time = FrameDeadline::with_clock(&clock, 0.020, 0.002);
        assert!(!in_time.passed());
        in_time.begin(Step::BODY_PAIRS, 0);
        clock.set(18);
        assert!(in_time.passed());
        clock.set(19);
        let stop = in_time.finish();
        assert!(!stop.overdue && near(stop.longest_step, 0.005), "{stop:?}");
        assert!(near(stop.stopped_at.unwrap(), 0.018) && near(stop.overrun(), -0.001));
    }

    #[test]
    fn a_frame_that_passes_its_deadline_without_asking_is_in_the_statistics() {
        let clock = FakeClock::default();
        let deadline = FrameDeadline::with_clock(&clock, 0.010, 0.0);
        assert!(!deadline.passed());
        deadline.begin(Step::FACE_PAIRS, 0);
        clock.set(14);
        let stop = deadline.finish();
        let mut recorder = Recorder::default();
        stop.record(&mut recorder);
        let value = |quantity: &str| {
            let rows = recorder.rows(&Key::default());
            let row = rows.iter().find(|row| row.quantity == quantity);
            row.and_then(|row| row.median())
        };
        assert!(value("overrun").is_some_and(|x| near(x, 0.004)), "{stop:?}");
        assert!(
            value("longest-step").is_some_and(|x| near(x, 0.014)),
            "{stop:?}"
        );
        assert!(!stop.overdue && stop.stopped_at.is_none());
        // Without any poll, the mandatory work alone took longer.
        let unasked = FrameDeadline::with_clock(&clock, 0.010, 0.0).finish();
        assert!(unasked.overdue && unasked.reached_deadline());
    }

    #[test]
    fn a_reserve_is_the_longest_of_the_last_frames_within_limits() {
        let mut reserve = ReportingReserve::default();
        assert_eq!(reserve.of(1.0), 0.0);
        let stop = |used: f64, stopped_at| Stop {
            budget: 1.0,
            used,
            longest_step: 0.0,
            stopped_at,
            overdue: false,
        };
        reserve.update(&stop(5.0, None));
        assert_eq!(reserve.of(1.0), 0.0);
        for report in [0.0625, 0.03125, 0.015625] {
            reserve.update(&stop(1.0 + report, Some(1.0)));
        }
        assert_eq!((reserve.of(1.0), reserve.of(0.25)), (0.0625, 0.025));
        (0..8).for_each(|_| reserve.update(&stop(1.5, Some(1.5 - 0.03125))));
        assert_eq!(reserve.of(1.0), 0.03125);
    }
}
