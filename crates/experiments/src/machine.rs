//! Circumstances of a run, as far as the machine reports them.

use records::{Machine, Run};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

/// Fact that the machine does not report.
pub const UNKNOWN: &str = "unknown";

/// Returns the circumstances of a run that `command` starts now in `repository`. It has one thread,
/// one process, all detectors and no experiment yet.
pub fn circumstances(repository: &Path, command: &str, quick: bool) -> Run {
    let git =
        |arguments: &[&str]| output(Command::new("git").args(arguments).current_dir(repository));
    let revision = git(&["rev-parse", "--short=12", "HEAD"]);
    Run {
        format: Run::FORMAT,
        date: now(),
        revision: revision.unwrap_or_else(unknown),
        // Rows and pages of earlier runs are in the repository but do not affect measurements.
        dirty: git(&["status", "--porcelain", "--", ".", ":!reports"])
            .is_some_and(|s| !s.is_empty()),
        machine: machine(),
        profile: if cfg!(debug_assertions) {
            "dev".to_owned()
        } else {
            "release".to_owned()
        },
        command: command.to_owned(),
        quick,
        workers: NonZeroUsize::MIN,
        processes: NonZeroUsize::MIN,
        selected: false,
        detectors: None,
        experiments: BTreeMap::new(),
        failures: Vec::new(),
    }
}

/// Returns the time of the machine's calendar, in UTC.
#[expect(
    clippy::disallowed_methods,
    reason = "the date of a recording is no measurement"
)]
fn now() -> String {
    let now = jiff::Timestamp::try_from(SystemTime::now());
    let now = now.map(|t| t.strftime("%Y-%m-%dT%H:%M:%SZ").to_string());
    now.unwrap_or_else(|_| unknown())
}

/// Returns the machine, and the time in UTC.
pub(crate) fn machine_and_date() -> (Machine, String) {
    (machine(), now())
}

fn machine() -> Machine {
    let cores = std::thread::available_parallelism().map_or(0, |n| n.get() as u32);
    let rustc = output(Command::new("rustc").arg("--version"));
    let cpu = |key| field("/proc/cpuinfo", key);
    let numbers = [
        ("family", cpu("cpu family")),
        ("model", cpu("model")),
        ("stepping", cpu("stepping")),
    ];
    let numbers = numbers.map(|(key, n)| n.map(|n| format!("{key} {n}")));
    let numbers: Vec<String> = numbers.into_iter().flatten().collect();
    Machine {
        cpu: cpu("model name").unwrap_or_else(unknown),
        model: known(numbers.join(", ")),
        caches: known(caches(Path::new("/sys/devices/system/cpu/cpu0/cache"))),
        hypervisor: hypervisor(),
        cores,
        memory: memory().unwrap_or(0),
        os: os(),
        rustc: rustc.unwrap_or_else(unknown),
        flags: flags(),
        load: load().unwrap_or_else(unknown),
        clock: setting("clocksource/clocksource0/current_clocksource"),
        governor: setting("cpu/cpu0/cpufreq/scaling_governor"),
    }
}

/// Returns a setting of the system's devices in one line.
fn setting(path: &str) -> String {
    let path = Path::new("/sys/devices/system").join(path);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    known(text.trim().to_owned())
}

/// Returns the caches of a core, "L1d 48 KiB, L2 1 MiB", from its folder.
fn caches(folder: &Path) -> String {
    let cache = |index: u32| {
        let folder = folder.join(format!("index{index}"));
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
        let [level, kind, size] = ["level", "type", "size"].map(read);
        let kibibytes: u64 = size?.trim().strip_suffix('K')?.parse().ok()?;
        let kind = match kind?.trim() {
            "Data" => "d",
            "Instruction" => "i",
            _ => "",
        };
        let size = match kibibytes % 1024 {
            0 => format!("{} MiB", kibibytes / 1024),
            _ => format!("{kibibytes} KiB"),
        };
        Some(format!("L{}{kind} {size}", level?.trim()))
    };
    (0..8).map_while(cache).collect::<Vec<_>>().join(", ")
}

/// Returns the virtual machine that this is, "none" for a real one.
fn hypervisor() -> String {
    let vendor = std::fs::read_to_string("/sys/class/dmi/id/sys_vendor");
    let flags = field("/proc/cpuinfo", "flags");
    match flags.map(|flags| flags.split(' ').any(|flag| flag == "hypervisor")) {
        Some(true) => vendor.map_or("yes, unnamed".to_owned(), |name| name.trim().to_owned()),
        Some(false) => "none".to_owned(),
        None => unknown(),
    }
}

/// Returns the flags that the compiler was given, the instruction sets that it may use, and the one
/// that is chosen at run time.
fn flags() -> String {
    let chosen = geometry::lanes::chosen();
    format!(
        "{}; kernels of `geometry::lanes` run with {chosen}",
        compiled()
    )
}

/// Returns the flags and instruction sets of the build.
fn compiled() -> String {
    let given = option_env!("RUSTFLAGS").filter(|flags| !flags.is_empty());
    let sets = [
        ("sse4.2", cfg!(target_feature = "sse4.2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("fma", cfg!(target_feature = "fma")),
        ("neon", cfg!(target_feature = "neon")),
    ];
    let sets: Vec<&str> = sets.iter().filter(|s| s.1).map(|s| s.0).collect();
    let given = given.unwrap_or("none");
    if sets.is_empty() {
        format!(
            "{given}; the instructions of every {}",
            std::env::consts::ARCH
        )
    } else {
        format!("{given}; with {}", sets.join(", "))
    }
}

/// Returns the mean number of running processes in the last minute.
fn load() -> Option<String> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next().map(str::to_owned)
}

/// Returns the bytes of memory.
pub fn memory() -> Option<u64> {
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

/// Returns a text, or "unknown" for an empty one.
fn known(text: String) -> String {
    if text.is_empty() { unknown() } else { text }
}

fn unknown() -> String {
    UNKNOWN.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caches_are_read_with_level_kind_and_size() {
        let folder = tempfile::tempdir().unwrap();
        let write = |index: u32, level: &str, kind: &str, size: &str| {
            let cache = folder.path().join(format!("index{index}"));
            std::fs::create_dir(&cache).unwrap();
            for (name, text) in [("level", level), ("type", kind), ("size", size)] {
                std::fs::write(cache.join(name), format!("{text}\n")).unwrap();
            }
        };
        write(0, "1", "Data", "48K");
        write(1, "2", "Unified", "1024K");
        assert_eq!(caches(folder.path()), "L1d 48 KiB, L2 1 MiB");
        assert_eq!(caches(&folder.path().join("none")), "");
    }

    #[test]
    fn flags_name_the_instructions_of_the_build_and_those_chosen_at_run_time() {
        let flags = flags();
        let (build, chosen) = flags.split_once("; kernels of ").unwrap();
        assert!(!build.is_empty(), "{flags}");
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = std::arch::is_x86_feature_detected!("avx2");
            let expected = if has_avx2 { "with AVX2" } else { "with SSE2" };
            assert!(chosen.ends_with(expected), "{flags}");
        }
        #[cfg(not(target_arch = "x86_64"))]
        assert!(chosen.ends_with("no vector instructions"), "{flags}");
    }

    #[test]
    fn a_date_is_that_of_the_calendar() {
        let date = now();
        assert!(
            date.len() == 20 && date.starts_with("20") && date.ends_with('Z'),
            "{date}"
        );
    }
}
