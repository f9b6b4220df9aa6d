//! Progress of a run on a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// Progress line on the terminal. Silent if standard error is not a terminal.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Shows a line that counts to `length`, headed by `what`.
    pub fn new(what: &str, length: usize) -> Progress {
        let bar = ProgressBar::new(length as u64);
        let style = ProgressStyle::with_template("{prefix} {bar:24} {pos}/{len} {wide_msg}");
        bar.set_style(style.expect("the template is a constant"));
        bar.set_prefix(what.to_owned());
        Progress { bar }
    }

    /// Creates a progress line that stays hidden.
    pub fn silent() -> Progress {
        Progress {
            bar: ProgressBar::hidden(),
        }
    }

    /// Shows the current activity of the run.
    pub fn say(&self, what: impl Into<String>) {
        self.bar.set_message(what.into());
    }

    /// Counts one step.
    pub fn advance(&self) {
        self.bar.inc(1);
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
