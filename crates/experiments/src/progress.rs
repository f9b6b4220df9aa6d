//! Progress of a run: a line on a terminal, or lines now and then where there is none.

use crate::clock::Stopwatch;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::sync::Mutex;

/// Seconds between two lines where standard error is not a terminal.
const BETWEEN_LINES: f64 = 10.0;

/// Progress of one experiment.
///
/// On a terminal, one line shows the current activity. Into a file or a pipe, the activity is
/// written every ten seconds at most: what is done sooner leaves no line.
#[derive(Debug)]
pub struct RunProgress {
    bar: ProgressBar,
    /// Time of the last line that was written without a terminal. `None` if none is wanted.
    last: Option<Mutex<Stopwatch>>,
}

impl RunProgress {
    /// Starts a line that counts to `length`, headed by `what`.
    pub(crate) fn line(what: &str, length: usize) -> RunProgress {
        let bar = ProgressBar::new(length as u64);
        let style = ProgressStyle::with_template("{prefix} {bar:24} {pos}/{len} {wide_msg}");
        bar.set_style(style.expect("the template is a constant"));
        bar.set_prefix(what.to_owned());
        RunProgress {
            last: bar.is_hidden().then(|| Mutex::new(Stopwatch::start())),
            bar,
        }
    }

    /// Returns a progress that shows nothing.
    pub fn hidden() -> RunProgress {
        RunProgress {
            bar: ProgressBar::hidden(),
            last: None,
        }
    }

    /// Shows the current activity.
    pub(crate) fn say(&self, doing: impl Into<String>) {
        let doing = doing.into();
        if let Some(last) = &self.last {
            let mut last = last.lock().unwrap_or_else(|broken| broken.into_inner());
            if last.seconds() >= BETWEEN_LINES {
                *last = Stopwatch::start();
                self.write(&doing);
            }
        }
        self.bar.set_message(doing);
    }

    /// Writes a line that stays.
    pub(crate) fn announce(&self, what: &str) {
        match &self.last {
            Some(_) => self.write(what),
            None => self.bar.println(format!("{}: {what}", self.bar.prefix())),
        }
    }

    /// Counts one step.
    pub(crate) fn advance(&self) {
        self.bar.inc(1);
    }

    /// Removes the line.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn write(&self, what: &str) {
        let done = self.bar.position();
        let all = self.bar.length().unwrap_or(done);
        let line = format!("{}, {done} of {all}: {what}\n", self.bar.prefix());
        // A run does not end for a line that nothing shows.
        _ = std::io::stderr().lock().write_all(line.as_bytes());
    }
}
