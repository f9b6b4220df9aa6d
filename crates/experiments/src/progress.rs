//! Progress of a run on a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// Shows a line that counts to `length`, headed by `what`. Silent if standard error is not a
/// terminal.
pub(crate) fn line(what: &str, length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    let style = ProgressStyle::with_template("{prefix} {bar:24} {pos}/{len} {wide_msg}");
    bar.set_style(style.expect("the template is a constant"));
    bar.set_prefix(what.to_owned());
    bar
}
