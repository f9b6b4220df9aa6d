//! Text for people, and for pipes.

use anyhow::{Context, Result};
use std::io::{ErrorKind, Write};

/// Writes to standard output. A reader that has gone away is no error: it has seen enough.
///
/// # Errors
/// Standard output cannot be written for another reason.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}

/// Writes to standard error, for people: standard output belongs to data.
///
/// # Errors
/// Standard error cannot be written.
pub(crate) fn print_aside(text: &str) -> Result<()> {
    let written = std::io::stderr().lock().write_all(text.as_bytes());
    written.context("cannot write to standard error")
}
