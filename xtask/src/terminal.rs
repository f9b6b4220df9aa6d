//! Output to terminals and pipes.

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{ErrorKind, Write};

/// Longest word in characters. It may be a path. Longer words are shortened in the middle.
const LONGEST_WORD: usize = 300;

/// Longest line in characters. Longer lines are shortened in the middle.
const LONGEST_LINE: usize = 2000;

/// Makes a text of any origin safe for a terminal. Control characters other than line ends are
/// escaped, as names in files may contain commands for the terminal. Overlong words
/// and lines are shortened in the middle.
pub(crate) fn shown(text: &str) -> String {
    let escaped = text.chars().fold(String::new(), |mut line, c| {
        if c.is_control() && c != '\n' {
            line.extend(c.escape_default())
        } else {
            line.push(c)
        }
        line
    });
    let words = |line: &str| {
        let words = line.split(' ').map(|word| shortened(word, LONGEST_WORD));
        words.collect::<Vec<_>>().join(" ")
    };
    let lines = escaped
        .split('\n')
        .map(|line| shortened(&words(line), LONGEST_LINE));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the text, or if it is longer than `limit`, its first and its last `limit / 3`
/// characters.
fn shortened(text: &str, limit: usize) -> String {
    let length = text.chars().count();
    if length <= limit {
        return text.to_owned();
    }
    let third = limit / 3;
    let start: String = text.chars().take(third).collect();
    let end: String = text.chars().skip(length - third).collect();
    format!(
        "{start}… ({} characters left out) …{end}",
        length - 2 * third
    )
}

/// Writes to standard output, as [`shown`].
///
/// # Errors
/// As [`print_data`].
pub(crate) fn print(text: &str) -> Result<()> {
    print_data(&shown(text))
}

/// Writes to standard output, unchanged. A closed pipe is no error.
///
/// # Errors
/// Standard output cannot be written for another reason.
pub(crate) fn print_data(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}

/// Writes to standard error, as [`shown`]. Standard output is for data.
///
/// # Errors
/// Standard error cannot be written.
pub(crate) fn print_aside(text: &str) -> Result<()> {
    let written = std::io::stderr().lock().write_all(shown(text).as_bytes());
    written.context("cannot write to standard error")
}

/// Shows a line of progress without a length yet, with what is done now. Silent if standard error is
/// not a terminal.
pub(crate) fn progress(doing: &str) -> ProgressBar {
    let bar = ProgressBar::new(1);
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {wide_msg}");
    bar.set_style(style.expect("the template is a constant"));
    bar.set_message(doing.to_owned());
    bar.tick();
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_for_the_terminal_are_escaped_and_overlong_names_cut() {
        assert_eq!(
            shown("a\u{1b}[31m\u{9b}2J\u{7}\r\nµ\n"),
            "a\\u{1b}[31m\\u{9b}2J\\u{7}\\r\nµ\n"
        );
        let long = shown(&format!("{} is {}", "x".repeat(5000), "y ".repeat(5000)));
        assert!(long.contains("4800 characters left out"), "{long}");
        assert!(long.chars().count() < 2000, "{}", long.len());
        let usual = "word ".repeat(100);
        assert_eq!(shown(&usual), usual);
    }
}
