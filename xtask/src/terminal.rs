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

/// Lines up columns: the first to the left, the others to the right, two spaces between.
pub(crate) fn table(lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |line: &[String], i: usize| line.get(i).map_or(0, |c| c.chars().count());
    let widths: Vec<usize> = (0..columns)
        .map(|i| lines.iter().map(|l| cell(l, i)).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for line in lines {
        let mut row = String::new();
        for (i, value) in line.iter().enumerate() {
            let width = widths[i];
            match i {
                0 => row.push_str(&format!("{value:<width$}")),
                _ => row.push_str(&format!("  {value:>width$}")),
            }
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let line = |cells: &[&str]| cells.iter().map(|c| (*c).to_owned()).collect::<Vec<_>>();
        let text = table(&[line(&["name", "µs"]), line(&["a", "1000"]), line(&["b"])]);
        assert_eq!(text, "name    µs\na     1000\nb\n");
    }
}
