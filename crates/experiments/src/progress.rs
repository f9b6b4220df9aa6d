//! What a run is doing, on a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress line on the terminal; silent where standard error is not one.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A line that counts to `length` scenes, headed by `what`.
    pub fn new(what: &str, length: usize) -> Progress {
        let bar = ProgressBar::new(length as u64);
        let style = ProgressStyle::with_template("{prefix} {bar:24} {pos}/{len} {wide_msg}");
        bar.set_style(style.expect("the template is a constant"));
        bar.set_prefix(what.to_owned());
        Progress { bar }
    }

    /// Counts to `length` from now on.
    pub fn count_to(&self, length: usize) {
        self.bar.set_length(length as u64);
    }

    /// Nobody watches.
    pub fn silent() -> Progress {
        Progress {
            bar: ProgressBar::hidden(),
        }
    }

    /// What happens now.
    pub fn say(&self, what: String) {
        self.bar.set_message(what);
    }

    /// One scene is done.
    pub fn advance(&self) {
        self.bar.inc(1);
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
