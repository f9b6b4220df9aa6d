//! Circumstances of a run, as far as the machine reports them.

use records::{Machine, Run};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;

/// Returns the circumstances of a run that `command` started in `repository`, in which each
/// detector may use `workers` threads.
pub fn circumstances(repository: &Path, command: &str, quick: bool, workers: NonZeroUsize) -> Run {
    let git =
        |arguments: &[&str]| output(Command::new("git").args(arguments).current_dir(repository));
    let revision = git(&["rev-parse", "--short=12", "HEAD"]);
    Run {
        format: Run::FORMAT,
        revision: revision.unwrap_or_else(unknown),
        // Rows and pages of earlier runs are in the repository but do not affect measurements.
        dirty: git(&["status", "--porcelain", "--", ".", ":!reports"])
            .is_some_and(|s| !s.is_empty()),
        machine: machine(),
        profile: match cfg!(debug_assertions) {
            true => "dev".to_owned(),
            false => "release".to_owned(),
        },
        command: command.to_owned(),
        quick,
        workers,
    }
}

fn machine() -> Machine {
    let cores = std::thread::available_parallelism().map_or(0, |n| n.get() as u32);
    let rustc = output(Command::new("rustc").arg("--version"));
    Machine {
        cpu: field("/proc/cpuinfo", "model name").unwrap_or_else(unknown),
        cores,
        memory: memory().unwrap_or(0),
        os: os(),
        rustc: rustc.unwrap_or_else(unknown),
    }
}

/// Returns the bytes of memory.
fn memory() -> Option<u64> {
    let text = field("/proc/meminfo", "MemTotal")?;
    let kibibytes: u64 = text.strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

fn os() -> String {
    let name = field("/etc/os-release", "PRETTY_NAME").map(|s| s.trim_matches('"').to_owned());
    let name = name.unwrap_or_else(|| std::env::consts::OS.to_owned());
    format!("{name}, {}", std::env::consts::ARCH)
}

/// Returns the value of the first line `key : value` or `key=value`.
fn field(path: &str, key: &str) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let value = |line: &str| {
        let rest = line.strip_prefix(key)?.trim_start();
        Some(rest.strip_prefix([':', '='])?.trim().to_owned())
    };
    text.lines().find_map(value)
}

/// Returns the output of a command, if it succeeds.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn unknown() -> String {
    "unknown".to_owned()
}
