//! Results of commands: text for people, or one JSON object for programs.

use crate::terminal;
use anyhow::{Context, Result};
use serde::Serialize;

/// Version of the objects. A key that is added keeps it; one that changes or goes away raises it.
const VERSION: u32 = 1;

/// Form of a command's result, by `--json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Text and tables, with colors on a terminal.
    Text,
    /// One object on standard output.
    Json,
}

/// The object of `--json`. Programs check `format` and `version` first.
#[derive(Serialize)]
struct Envelope<'a, T> {
    format: &'static str,
    version: u32,
    command: &'a str,
    result: T,
}

impl Form {
    /// Returns true if standard output is for the object alone.
    pub(crate) fn is_json(self) -> bool {
        self == Form::Json
    }

    /// Prints the text, or the object of a command.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub(crate) fn print<T: Serialize>(
        self,
        command: &str,
        text: impl FnOnce() -> String,
        result: impl FnOnce() -> T,
    ) -> Result<()> {
        if self == Form::Text {
            return terminal::print(&text());
        }
        let envelope = Envelope {
            format: "collision-lab",
            version: VERSION,
            command,
            result: result(),
        };
        let json = serde_json::to_string(&envelope).context("a result as JSON")?;
        terminal::print_data((json + "\n").as_bytes())
    }
}
