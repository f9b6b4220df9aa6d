//! The only place that reads the clock.
#![expect(clippy::disallowed_methods, reason = "measuring is this crate's job")]

use collision::{Probe, Step};
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// Runs `work` and returns its value and the seconds that it took.
pub(crate) fn seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed().as_secs_f64())
}

/// Time since a moment, for what is shown and not measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// Returns the seconds since the start.
    pub(crate) fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

/// Returns the seconds since the first call in this process.
pub(crate) fn seconds_of_process() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Number of steps of [`calibrate`]. Some 100 µs.
const CALIBRATION_STEPS: u32 = 100_000;

/// Returns the seconds of a fixed loop of integer operations, each of which needs the one before.
///
/// Its time depends on the frequency of the processor and on what else runs on it, and on nothing
/// that detectors do. It shows the states of speed of a machine.
pub(crate) fn calibrate() -> f64 {
    let (value, time) = seconds(|| {
        let mut state = std::hint::black_box(1u64);
        for _ in 0..CALIBRATION_STEPS {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
        }
        state
    });
    std::hint::black_box(value);
    time
}

/// Number of times that [`calibration`] runs its loop.
pub(crate) const CALIBRATIONS: usize = 21;

/// Returns the seconds of the loop of [`calibrate`], several times.
pub(crate) fn calibration() -> Vec<f64> {
    (0..CALIBRATIONS).map(|_| calibrate()).collect()
}

/// Time since a start. A trait, so that tests can set the time.
pub(crate) trait Clock: Send + Sync {
    /// Returns the nanoseconds since the start. Never decreases.
    fn nanoseconds(&self) -> u64;
}

/// Clock of the machine.
#[derive(Debug)]
pub(crate) struct MonotonicClock(Instant);

impl MonotonicClock {
    /// Starts the clock.
    pub(crate) fn start() -> MonotonicClock {
        MonotonicClock(Instant::now())
    }
}

impl Clock for MonotonicClock {
    fn nanoseconds(&self) -> u64 {
        // 64 bits hold 584 years.
        self.0.elapsed().as_nanos() as u64
    }
}

/// Probe that adds up the seconds of each step of one frame, on the thread of worker 0.
///
/// The others run steps at the same time, so the sum of all workers' steps would exceed the frame.
///
/// Reading the clock at every step disturbs short frames. The time of a frame is therefore never
/// taken while a probe is attached.
#[derive(Debug, Default)]
pub(crate) struct StepClock(Mutex<StepTimes>);

#[derive(Debug, Default)]
struct StepTimes {
    running: Option<(Step, Instant)>,
    sums: BTreeMap<Step, f64>,
}

impl StepClock {
    /// Ends the running step. Returns the seconds of each announced step.
    pub(crate) fn finish(self) -> BTreeMap<Step, f64> {
        let mut times = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        times.end_step(Instant::now());
        times.sums
    }
}

impl StepTimes {
    fn end_step(&mut self, now: Instant) {
        if let Some((step, start)) = self.running.take() {
            *self.sums.entry(step).or_insert(0.0) += (now - start).as_secs_f64();
        }
    }
}

impl Probe for StepClock {
    fn begin(&self, step: Step, worker: usize) {
        // Steps of other workers run beside those of the caller's thread.
        if worker > 0 {
            return;
        }
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        times.end_step(now);
        times.running = Some((step, now));
    }
}

/// Probe that takes the time of each test of a face pair, on one thread.
#[derive(Debug)]
pub(crate) struct PairClock(Mutex<Vec<PairTime>>);

/// Test of one face pair.
#[derive(Clone, Copy, Debug)]
struct PairTime {
    begin: Instant,
    /// End of the test of a reported pair. That of another is the next pair's beginning.
    reported: Option<Instant>,
}

impl PairClock {
    /// Returns a clock for about this many pairs.
    pub(crate) fn with_capacity(pairs: usize) -> PairClock {
        PairClock(Mutex::new(Vec::with_capacity(pairs)))
    }

    /// Returns the seconds of each pair, in order, and true if the pair was reported.
    pub(crate) fn finish(self) -> Vec<(f64, bool)> {
        let end = Instant::now();
        let times = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let ends = times.iter().skip(1).map(|next| next.begin).chain([end]);
        let pairs = times.iter().zip(ends).map(|(pair, next)| {
            let end = pair.reported.unwrap_or(next);
            ((end - pair.begin).as_secs_f64(), pair.reported.is_some())
        });
        pairs.collect()
    }
}

impl Probe for PairClock {
    fn begin(&self, step: Step, _: usize) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if step == Step::FACE_PAIR {
            times.push(PairTime {
                begin: Instant::now(),
                reported: None,
            });
        } else if let (Step::FACE_PAIR_REPORTED, Some(last)) = (step, times.last_mut()) {
            last.reported = Some(Instant::now());
        }
    }

    fn follows_pairs(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_steps_add_up() {
        let clock = StepClock::default();
        for step in [Step::UPDATE, Step::FACE_PAIRS, Step::UPDATE] {
            clock.begin(step, 0);
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        // Another worker ends no step of the first.
        clock.begin(Step::OVERLAP_REGIONS, 1);
        let sums = clock.finish();
        assert_eq!(
            sums.keys().copied().collect::<Vec<_>>(),
            [Step::FACE_PAIRS, Step::UPDATE]
        );
        assert!(sums[&Step::UPDATE] >= 0.004 && sums[&Step::FACE_PAIRS] >= 0.002);
    }
}
