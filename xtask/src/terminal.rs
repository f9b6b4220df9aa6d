//! Output to terminals and pipes.

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result};
use clap::ValueEnum as _;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use records::is_bidi_control;
use std::ffi::OsString;
use std::fmt;
use std::io::{ErrorKind, Write};

/// Maximum width of tables, in characters.
pub(crate) const WIDTH: usize = 80;

/// Longest word in characters. It may be a path. Longer words are shortened in the middle.
const LONGEST_WORD: usize = 300;

/// Longest line in characters. Longer lines are shortened in the middle.
const LONGEST_LINE: usize = 2000;

/// Makes a text of any origin safe for a terminal. Control characters other than line ends are
/// escaped, as names in files may contain commands for the terminal, and characters that change the
/// order of letters. Overlong words and lines are shortened in the middle.
pub(crate) fn shown(text: &str) -> String {
    let escaped = text.chars().fold(String::new(), |mut line, c| {
        if c.is_control() && c != '\n' || is_bidi_control(c) {
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

/// Colors of text, by `--color`.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum ColorUse {
    /// On terminals, unless `NO_COLOR` is set.
    Auto,
    /// Always, also into pipes.
    Always,
    /// Never.
    Never,
}

impl ColorUse {
    /// Returns the choice in arguments that are not parsed yet, because errors of parsing have
    /// colors, too. [`ColorUse::Auto`] without a choice, or with one that does not exist.
    pub(crate) fn asked(arguments: impl Iterator<Item = OsString>) -> ColorUse {
        let mut words = arguments.take_while(|word| word != "--");
        let mut asked = ColorUse::Auto;
        while let Some(word) = words.next() {
            let word = word.to_string_lossy();
            let value = match word.strip_prefix("--color=") {
                Some(value) => Some(value.to_owned()),
                None if word == "--color" => words.next().map(|w| w.to_string_lossy().into_owned()),
                None => None,
            };
            let color = value.map(|value| ColorUse::from_str(&value, false));
            if let Some(Ok(color)) = color {
                asked = color;
            }
        }
        asked
    }

    /// Returns the choice for errors and help of clap.
    pub(crate) const fn of_clap(self) -> clap::ColorChoice {
        match self {
            ColorUse::Auto => clap::ColorChoice::Auto,
            ColorUse::Always => clap::ColorChoice::Always,
            ColorUse::Never => clap::ColorChoice::Never,
        }
    }

    /// Sets the choice for this process.
    pub(crate) fn set(self) {
        let choice = match self {
            ColorUse::Auto => ColorChoice::Auto,
            ColorUse::Always => ColorChoice::Always,
            ColorUse::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// Beginnings and ends of lines that have a color on terminals.
const COLORED: [(&str, AnsiColor); 6] = [
    ("error:", AnsiColor::Red),
    ("note:", AnsiColor::Yellow),
    ("reproduced", AnsiColor::Green),
    ("held", AnsiColor::Green),
    ("contradicted", AnsiColor::Red),
    ("undecided", AnsiColor::Yellow),
];

/// Returns the text with colors. Without them it is the same text.
fn colored(text: &str) -> String {
    let line = |line: &str| {
        let found = COLORED.iter().find_map(|(word, color)| {
            let at = if word.ends_with(':') {
                line.starts_with(word).then_some(0)
            } else {
                // In tables, a verdict is the last column, with its percentage or without.
                let at = line.rfind(&format!("  {word}")).map(|at| at + 2);
                at.filter(|at| {
                    let after = &line[at + word.len()..];
                    after.is_empty() || after.starts_with(" (")
                })
            };
            Some((
                at?,
                word.len(),
                Style::new().fg_color(Some((*color).into())).bold(),
            ))
        });
        match found {
            None => line.to_owned(),
            Some((at, length, style)) => {
                let (before, rest) = line.split_at(at);
                let (word, after) = rest.split_at(length);
                format!("{before}{style}{word}{style:#}{after}")
            }
        }
    };
    let lines: Vec<String> = text.split('\n').map(line).collect();
    lines.join("\n")
}

/// Writes to standard output, as [`shown`], with colors on a terminal that wants them.
///
/// # Errors
/// As [`print_data`].
pub(crate) fn print(text: &str) -> Result<()> {
    let text = colored(&shown(text));
    let mut out = AutoStream::auto(std::io::stdout().lock());
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    unless_closed(written).context("cannot write to standard output")
}

/// Writes to standard output, unchanged. A closed pipe is no error.
///
/// # Errors
/// Standard output cannot be written for another reason.
pub(crate) fn print_data(data: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(data).and_then(|()| out.flush());
    unless_closed(written).context("cannot write to standard output")
}

/// Writes to standard error, as [`shown`], with colors on a terminal that wants them. Standard
/// output is for results. A closed pipe is no error.
///
/// # Errors
/// Standard error cannot be written for another reason.
pub(crate) fn print_aside(text: &str) -> Result<()> {
    let text = colored(&shown(text));
    let mut out = AutoStream::auto(std::io::stderr().lock());
    let written = out.write_all(text.as_bytes());
    unless_closed(written).context("cannot write to standard error")
}

fn unless_closed(written: std::io::Result<()>) -> std::io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Shows a line of progress without a length yet, with what is done now and, once parts are done,
/// the time left. Silent if standard error is not a terminal.
pub(crate) fn progress(doing: &str) -> ProgressBar {
    let bar = ProgressBar::new(1);
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {wide_msg} {left}");
    let style = style.expect("the template is a constant");
    bar.set_style(style.with_key(
        "left",
        |state: &ProgressState, line: &mut dyn fmt::Write| {
            let all = state.len().unwrap_or_default();
            // Before the first part is done, nothing is known.
            if (1..all).contains(&state.pos()) {
                _ = write!(line, "{:#} left", HumanDuration(state.eta()));
            }
        },
    ));
    bar.set_message(doing.to_owned());
    bar.tick();
    bar
}

/// Shows that one long step is under way. Silent if standard error is not a terminal.
pub(crate) fn spinner(doing: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(std::time::Duration::from_millis(100));
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
    bar.set_style(style.expect("the template is a constant"));
    bar.set_message(doing.to_owned());
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
        assert_eq!(shown("a\u{202e}b"), "a\\u{202e}b");
        let long = shown(&format!("{} is {}", "x".repeat(5000), "y ".repeat(5000)));
        assert!(long.contains("4800 characters left out"), "{long}");
        assert!(long.chars().count() < 2000, "{}", long.len());
        let usual = "word ".repeat(100);
        assert_eq!(shown(&usual), usual);
    }

    #[test]
    fn colors_change_no_letter_and_mark_notes_and_verdicts() {
        let text = "error: x\nclaim  1.5  contradicted (100 %)\na note: no\nis undecided\nnote: b";
        let colored = colored(text);
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), text);
        let lines: Vec<&str> = colored.lines().collect();
        let is_colored = lines.iter().map(|line| line.contains('\u{1b}'));
        assert_eq!(
            is_colored.collect::<Vec<_>>(),
            [true, true, false, false, true]
        );
        assert!(lines[1].starts_with("claim  1.5  \u{1b}"), "{colored:?}");
    }
}
