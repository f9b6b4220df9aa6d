//! Results of commands: text for people, or one JSON object for programs.

use crate::terminal;
use anyhow::{Context, Result};
use serde::Serialize;
use std::cell::Cell;

/// Version of the objects. A key that is added keeps it; one that changes or goes away raises it.
const VERSION: u32 = 1;

/// Form of a command's result, by `--json`: text and tables with colors on a terminal, or one
/// object on standard output.
#[derive(Debug)]
pub(crate) struct OutputForm {
    command: String,
    is_json: bool,
    is_printed: Cell<bool>,
}

/// The object of `--json`. Programs check `format` and `version` first.
#[derive(Serialize)]
struct Envelope<'a, T> {
    format: &'static str,
    version: u32,
    command: &'a str,
    #[serde(flatten)]
    outcome: CommandOutcome<'a, T>,
}

/// Result of a command, or the message of one that fails without any.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum CommandOutcome<'a, T> {
    Result(T),
    Error(&'a str),
}

impl OutputForm {
    /// Returns the form of the results of a command.
    pub(crate) fn new(command: &str, is_json: bool) -> OutputForm {
        OutputForm {
            command: command.to_owned(),
            is_json,
            is_printed: Cell::new(false),
        }
    }

    /// Returns true if standard output is for the object alone.
    pub(crate) fn is_json(&self) -> bool {
        self.is_json
    }

    /// Prints the text, or the object of the command. Each command does this at most once.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub(crate) fn print<T: Serialize>(
        &self,
        text: impl FnOnce() -> String,
        result: impl FnOnce() -> T,
    ) -> Result<()> {
        if self.is_json {
            self.print_object(CommandOutcome::Result(result()))
        } else {
            terminal::print(&text())
        }
    }

    /// Prints the object of a command that fails without a result. After a result, and for people,
    /// it prints nothing: the message on standard error follows.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub(crate) fn print_error(&self, message: &str) -> Result<()> {
        if self.is_json && !self.is_printed.get() {
            self.print_object(CommandOutcome::<()>::Error(message))
        } else {
            Ok(())
        }
    }

    fn print_object<T: Serialize>(&self, outcome: CommandOutcome<'_, T>) -> Result<()> {
        let envelope = Envelope {
            format: "collision-lab",
            version: VERSION,
            command: &self.command,
            outcome,
        };
        let json = serde_json::to_string(&envelope).context("a result as JSON")?;
        self.is_printed.set(true);
        terminal::print_data((json + "\n").as_bytes())
    }
}
