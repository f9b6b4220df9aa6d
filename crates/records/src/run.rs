//! The circumstances of a run.

use crate::{RecordsError, write_atomically};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What holds for all rows of a run; `run.json` beside them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Run {
    /// Version of this file's form: [`Run::FORMAT`].
    pub format: u32,
    /// The revision of the sources, or "unknown".
    pub revision: String,
    /// Whether the sources differ from that revision.
    pub dirty: bool,
    /// Where it ran.
    pub machine: Machine,
    /// The build profile: "release".
    pub profile: String,
    /// The command that makes the rows again.
    pub command: String,
    /// Whether it was a quick run: fewer repeats, smaller sweeps.
    pub quick: bool,
}

/// Where a run ran; "unknown" where it would not say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// How many cores the run could use.
    pub cores: u32,
    /// Memory in bytes; 0 when unknown.
    pub memory: u64,
    /// The operating system with its version.
    pub os: String,
    /// What `rustc --version` says.
    pub rustc: String,
}

impl Run {
    /// The version of the form that this crate reads and writes.
    pub const FORMAT: u32 = 1;
    /// The file's name, beside the rows.
    pub const FILE: &'static str = "run.json";

    /// Writes `run.json` into `folder`.
    pub fn write(&self, folder: &Path) -> Result<(), RecordsError> {
        let mut text = serde_json::to_string_pretty(self).expect("text and numbers serialise");
        text.push('\n');
        write_atomically(&folder.join(Run::FILE), text.as_bytes())
    }

    /// Reads `run.json` of `folder`.
    pub fn read(folder: &Path) -> Result<Run, RecordsError> {
        let path = folder.join(Run::FILE);
        let text = std::fs::read_to_string(&path).map_err(|source| RecordsError::File {
            doing: "read",
            path: path.clone(),
            source,
        })?;
        let content = |line, problem| RecordsError::Content {
            path: path.clone(),
            line,
            problem,
        };
        let run: Run = serde_json::from_str(&text)
            .map_err(|e: serde_json::Error| content(e.line() as u64, e.to_string()))?;
        if run.format != Run::FORMAT {
            let problem = format!("format {} is not format {}", run.format, Run::FORMAT);
            return Err(content(1, problem));
        }
        Ok(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Run {
        Run {
            format: Run::FORMAT,
            revision: "dcd6bd3".into(),
            dirty: false,
            machine: Machine {
                cpu: "a processor".into(),
                cores: 2,
                memory: 1 << 33,
                os: "an operating system".into(),
                rustc: "rustc 1.95.0".into(),
            },
            profile: "release".into(),
            command: "cargo xtask compare".into(),
            quick: true,
        }
    }

    #[test]
    fn reads_what_it_wrote() {
        let folder = tempfile::tempdir().unwrap();
        run().write(folder.path()).unwrap();
        assert_eq!(Run::read(folder.path()).unwrap(), run());
    }

    #[test]
    fn another_format_and_unknown_keys_are_errors_with_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        Run { format: 9, ..run() }.write(folder.path()).unwrap();
        let error = Run::read(folder.path()).unwrap_err().to_string();
        assert!(
            error.contains("run.json") && error.contains("format 9"),
            "{error}"
        );
        std::fs::write(folder.path().join(Run::FILE), "{\n\"colour\": 1}").unwrap();
        let error = Run::read(folder.path()).unwrap_err().to_string();
        assert!(
            error.contains("line 2") && error.contains("colour"),
            "{error}"
        );
    }
}
