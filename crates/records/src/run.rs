//! Circumstances of a run.

use crate::{RecordsError, write_atomically};
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::path::Path;

/// Circumstances shared by all rows of a run, stored in `run.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Run {
    /// Version of the format: [`Run::FORMAT`].
    pub format: u32,
    /// Revision of the sources, or "unknown".
    pub revision: String,
    /// True if the sources differ from that revision.
    pub dirty: bool,
    /// Machine of the run.
    pub machine: Machine,
    /// Build profile: "release".
    pub profile: String,
    /// Command that reproduces the rows.
    pub command: String,
    /// True for a quick run, with fewer repeats and smaller sweeps.
    pub quick: bool,
    /// Number of threads that each detector may use. Absent from the file if it is 1.
    #[serde(default = "one_worker", skip_serializing_if = "is_one")]
    pub workers: NonZeroUsize,
}

fn one_worker() -> NonZeroUsize {
    NonZeroUsize::MIN
}

fn is_one(workers: &NonZeroUsize) -> bool {
    *workers == one_worker()
}

/// Machine of a run. Properties that it does not report are "unknown".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Machine {
    /// Name of the processor.
    pub cpu: String,
    /// Number of cores available to the run.
    pub cores: u32,
    /// Memory in bytes; 0 if unknown.
    pub memory: u64,
    /// Operating system with its version.
    pub os: String,
    /// Output of `rustc --version`.
    pub rustc: String,
}

impl Run {
    /// Version of the format that this crate reads and writes.
    pub const FORMAT: u32 = 1;
    /// Name of the file, in the folder of the rows.
    pub const FILE: &'static str = "run.json";

    /// Writes `run.json` into `folder`.
    pub fn write(&self, folder: &Path) -> Result<(), RecordsError> {
        let mut text = serde_json::to_string_pretty(self).expect("text and numbers serialize");
        text.push('\n');
        write_atomically(&folder.join(Run::FILE), text.as_bytes())
    }

    /// Reads `run.json` of `folder`.
    pub fn read(folder: &Path) -> Result<Run, RecordsError> {
        let path = folder.join(Run::FILE);
        let text = std::fs::read_to_string(&path).map_err(RecordsError::file("read", &path))?;
        let run: Run = serde_json::from_str(&text)
            .map_err(|e| RecordsError::content(&path, e.line() as u64, e.to_string()))?;
        if run.format != Run::FORMAT {
            let problem = format!("format {} is not format {}", run.format, Run::FORMAT);
            return Err(RecordsError::content(&path, 1, problem));
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
            workers: NonZeroUsize::MIN,
        }
    }

    #[test]
    fn a_written_run_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        run().write(folder.path()).unwrap();
        assert_eq!(Run::read(folder.path()).unwrap(), run());
    }

    #[test]
    fn one_worker_is_the_default_and_more_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(Run::FILE);
        run().write(folder.path()).unwrap();
        assert!(!std::fs::read_to_string(&file).unwrap().contains("workers"));
        let two = Run {
            workers: NonZeroUsize::new(2).unwrap(),
            ..run()
        };
        two.write(folder.path()).unwrap();
        assert_eq!(Run::read(folder.path()).unwrap(), two);
        let none = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, none.replace("\"workers\": 2", "\"workers\": 0")).unwrap();
        assert!(Run::read(folder.path()).is_err());
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
        std::fs::write(folder.path().join(Run::FILE), "{\n\"colors\": 1}").unwrap();
        let error = Run::read(folder.path()).unwrap_err().to_string();
        assert!(
            error.contains("line 2") && error.contains("colors"),
            "{error}"
        );
    }
}
