//! Time that a replay will take, from that of its check.

use super::Plan;
use super::passes::warm_up_calls;
use crate::progress::RunProgress;

/// Expected time of what follows the check of each detector.
///
/// A pass of the check also compares the answers with the exact ones, so a timed pass takes less.
#[derive(Debug, Default)]
pub(super) struct ExpectedTimes {
    /// Of all detectors.
    seconds: f64,
    /// The longest of one, with its name.
    longest: (f64, String),
}

/// Seconds from which they are worth a line.
const WORTH_SAYING: f64 = 10.0;

impl ExpectedTimes {
    /// Adds a detector that took these seconds to prepare, and to answer all frames once.
    pub(super) fn add(&mut self, label: &str, plan: &Plan, [preparation, pass]: [f64; 2]) {
        let frames = plan.frames.len() as f64;
        // Memory is measured by two detectors that are prepared and answer all frames twice.
        let memory = if plan.memory && plan.check { 2.0 } else { 0.0 };
        let preparations = plan.preparations() as f64;
        let warm_ups = (plan.repeats * warm_up_calls(plan.frames.len())) as f64 / frames;
        // Each evicted frame comes after the one before it.
        let evicted = (2 * plan.evicted_repeats()) as f64 / frames;
        let passes = (plan.repeats + plan.step_passes()) as f64 + 2.0 * memory + warm_ups + evicted;
        let seconds =
            preparation * (preparations + memory) + pass * (passes + preparations / frames);
        self.seconds += seconds;
        if seconds > self.longest.0 {
            self.longest = (seconds, label.to_owned());
        }
    }

    /// Writes a line if timing will take long.
    pub(super) fn announce(&self, progress: &RunProgress) {
        if self.seconds > WORTH_SAYING {
            let (longest, label) = &self.longest;
            let [all, longest] = [self.seconds, *longest].map(duration);
            let words = format!("timing takes about {all}, {longest} of it for {label}");
            progress.announce(&words);
        }
    }
}

/// Returns a time in words.
fn duration(seconds: f64) -> String {
    if seconds < 90.0 {
        format!("{seconds:.0} s")
    } else {
        format!("{:.0} min", seconds / 60.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_time_counts_all_calls_and_preparations() {
        let near = |x: f64, y: f64| (x - y).abs() < 1e-9;
        let mut plan = Plan::of_frames(0..10, 11);
        let mut expected = ExpectedTimes::default();
        expected.add("face-octree", &plan, [100.0, 0.5]);
        // 11 repeats of four frames to warm up and 10 that are timed.
        let first = 0.5 * 15.4;
        assert!(near(expected.seconds, first), "{expected:?}");
        (plan.prepare, plan.steps, plan.memory) = (true, true, true);
        plan.evicted = true;
        expected.add("bsp-tree", &plan, [2.0, 1.0]);
        // 7 + 2 preparations; as many repeats, 7 passes of steps, 4 of memory; 7 times two frames
        // for the evicted one; 7 frames that are cold.
        let second = 9.0 * 2.0 + 15.4 + 7.0 + 4.0 + 1.4 + 0.7;
        assert!(near(expected.seconds, first + second), "{expected:?}");
        let (longest, label) = &expected.longest;
        assert!(near(*longest, second) && label == "bsp-tree");
        assert_eq!([54.2, 150.0].map(duration), ["54 s", "2 min"]);
    }
}
