//! Time that a replay will take, from that of its check.

use super::timing::Plan;
use crate::progress::RunProgress;
use std::fmt;

/// Expected time of what follows the check of each detector.
///
/// A pass of the check also compares the answers with the exact ones, so a timed pass takes less.
#[derive(Debug, Default)]
pub(super) struct Expected {
    /// Of all detectors.
    seconds: f64,
    /// The longest of one, with its name.
    longest: (f64, String),
}

/// Seconds from which they are worth a line.
const WORTH_SAYING: f64 = 10.0;

impl Expected {
    /// Adds a detector that took these seconds to prepare, and to answer all frames once.
    pub(super) fn add(&mut self, label: &str, plan: &Plan, [preparation, pass]: [f64; 2]) {
        let frames = plan.frames.len() as f64;
        // Memory is measured by two detectors that are prepared and answer all frames twice.
        let memory = if plan.memory && plan.check { 2.0 } else { 0.0 };
        let preparations = plan.preparations() as f64;
        let passes = (plan.repeats + plan.step_passes()) as f64 + 2.0 * memory;
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

impl fmt::Display for Expected {
    /// Writes the time to follow: nothing if it is short.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seconds > WORTH_SAYING {
            true => write!(
                f,
                "; timing those before takes about {}",
                duration(self.seconds)
            ),
            false => Ok(()),
        }
    }
}

/// Returns a time in words.
fn duration(seconds: f64) -> String {
    match seconds < 90.0 {
        true => format!("{seconds:.0} s"),
        false => format!("{:.0} min", seconds / 60.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_time_counts_repeats_steps_memory_and_preparations() {
        let mut plan = Plan::of_frames(0..10, 11);
        let mut expected = Expected::default();
        expected.add("face-octree", &plan, [100.0, 1.0]);
        assert_eq!(
            (expected.seconds, expected.to_string().is_empty()),
            (11.0, false)
        );
        (plan.prepare, plan.steps, plan.memory) = (true, true, true);
        expected.add("bsp-tree", &plan, [2.0, 1.0]);
        // 7 + 2 preparations; 11 repeats, 7 passes of steps, 4 of memory; 7 frames that are cold.
        let second = 9.0 * 2.0 + 22.0 + 0.7;
        assert_eq!(expected.seconds, 11.0 + second);
        assert_eq!(expected.longest, (second, "bsp-tree".to_owned()));
        assert_eq!(
            expected.to_string(),
            "; timing those before takes about 52 s"
        );
        assert_eq!(duration(150.0), "2 min");
    }
}
