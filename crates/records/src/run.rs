//! Circumstances of a run.

use crate::{RecordsError, write_atomically};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;

/// Circumstances shared by all rows of a run, stored in `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Run {
    /// Version of the format: [`Run::FORMAT`].
    pub format: u32,
    /// Start of the run in UTC, to the second: "2026-11-23T06:20:00Z".
    pub date: String,
    /// Revision of the sources, or "unknown".
    pub revision: String,
    /// True if the sources differ from that revision. False if it is unknown.
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
    /// Maximum number of processes that measured an experiment.
    pub processes: NonZeroUsize,
    /// True if the command selected some of the experiments. Absent from the file if it is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub selected: bool,
    /// Expression that selected the detectors. Absent from the file if all took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detectors: Option<String>,
    /// Experiments of the run, with the seconds that their processes have taken so far.
    pub experiments: BTreeMap<String, f64>,
    /// Wrong answers, panics and refused bodies so far. Absent from the file if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<String>,
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
    /// Family, model and stepping of the processor.
    pub model: String,
    /// Caches of the first core: "L1d 48 KiB, L1i 32 KiB, L2 1 MiB, L3 32 MiB".
    pub caches: String,
    /// Virtual machine that it is, or "none".
    pub hypervisor: String,
    /// Number of cores available to the run; 0 if unknown.
    pub cores: u32,
    /// Memory in bytes; 0 if unknown.
    pub memory: u64,
    /// Operating system with its version.
    pub os: String,
    /// Output of `rustc --version`.
    pub rustc: String,
    /// Flags of the compiler beyond the profile, and the instruction sets that they allow.
    pub flags: String,
    /// Mean number of running processes in the minute before the run.
    pub load: String,
    /// Source of the system's clock, "tsc". Empty in recordings until 2026-11-26.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub clock: String,
    /// Governor of the frequency of the first core, "performance". Empty in recordings until
    /// 2026-11-26.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub governor: String,
}

impl Machine {
    /// Returns a name for files: the processor, its model, and the number of cores,
    /// "amd-epyc-family-26-model-2-stepping-1-2-cores".
    pub fn name(&self) -> String {
        let lower = format!("{} {}", self.cpu, self.model).to_lowercase();
        let words = lower.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        match self.cores {
            1 => format!("{}-1-core", words.join("-")),
            n => format!("{}-{n}-cores", words.join("-")),
        }
    }
}

impl Run {
    /// Version of the format that this crate reads and writes.
    pub const FORMAT: u32 = 2;
    /// Name of the file, in the folder of the rows.
    pub const FILE: &'static str = "run.json";

    /// Returns true if the run measures everything: all experiments and detectors, all repeats.
    pub fn is_full(&self) -> bool {
        !self.quick && !self.selected && self.detectors.is_none()
    }

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
        let content = |line: usize, problem| RecordsError::content(&path, line as u64, problem);
        // The version first: another one has other keys.
        let versioned: RunVersion =
            serde_json::from_str(&text).map_err(|e| content(e.line(), e.to_string()))?;
        if versioned.format != Run::FORMAT {
            let (found, known) = (versioned.format, Run::FORMAT);
            let problem = format!(
                "format {found} is not format {known}; move the folder of this recording elsewhere, \
                 or read it with the version that wrote it"
            );
            return Err(content(1, problem));
        }
        serde_json::from_str(&text).map_err(|e| content(e.line(), e.to_string()))
    }
}

/// Version of a file, whatever else it has.
#[derive(Deserialize)]
struct RunVersion {
    format: u32,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the circumstances of a run of one experiment.
    pub(crate) fn run() -> Run {
        Run {
            format: Run::FORMAT,
            date: "2026-11-23T06:20:00Z".into(),
            revision: "dcd6bd3".into(),
            dirty: false,
            machine: Machine {
                cpu: "A Processor (R) 7".into(),
                model: "family 26, model 2, stepping 1".into(),
                caches: "L1d 48 KiB".into(),
                hypervisor: "none".into(),
                cores: 2,
                memory: 1 << 33,
                os: "an operating system".into(),
                rustc: "rustc 1.95.0".into(),
                flags: "none".into(),
                load: "0.25".into(),
                clock: "tsc".into(),
                governor: "performance".into(),
            },
            profile: "release".into(),
            command: "cargo xtask compare".into(),
            quick: true,
            workers: NonZeroUsize::MIN,
            processes: NonZeroUsize::MIN,
            selected: false,
            detectors: None,
            experiments: BTreeMap::from([("fig6".to_owned(), 1.5)]),
            failures: vec!["face-octree: a wrong answer".to_owned()],
        }
    }

    #[test]
    fn a_machine_has_a_name_for_files() {
        let machine = run().machine;
        assert_eq!(
            machine.name(),
            "a-processor-r-7-family-26-model-2-stepping-1-2-cores"
        );
        let small = Machine {
            cores: 1,
            ..machine
        };
        assert_eq!(
            small.name(),
            "a-processor-r-7-family-26-model-2-stepping-1-1-core"
        );
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
        let file = folder.path().join(Run::FILE);
        std::fs::write(&file, "{\"format\": 2,\n\"colors\": 1}").unwrap();
        let error = Run::read(folder.path()).unwrap_err().to_string();
        assert!(
            error.contains("line 2") && error.contains("colors"),
            "{error}"
        );
    }
}
