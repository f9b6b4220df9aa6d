//! Rounds of a comparison: in each, every experiment is measured by a process of its own.
//!
//! The processes of an experiment are rounds apart, so that a machine that is slow for some minutes
//! does not slow all of them. Each writes its rows to a file of its own. Once the last one is
//! there, all are merged. A run that was stopped continues with the missing ones.

use super::remaining::Remaining;
use crate::measure::ProcessAnswer;
use crate::terminal;
use anyhow::{Context, Result, bail, ensure};
use experiments::{EndedCall, Experiment, Process};
use records::{CALIBRATION, Recording, Row, Rows};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// Experiment to be measured, with the file of its definition.
pub(super) struct ChosenExperiment<'a> {
    pub(super) experiment: &'a Experiment,
    pub(super) definition: PathBuf,
}

/// Seconds that a call of a detector may take. Its process is ended then, and the call is left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallLimit(pub(super) u64);

/// Tries the detectors of an experiment, each in a process of its own, and writes the rows of all.
/// Returns wrong answers, and processes that failed.
///
/// # Errors
/// A process that cannot be started, rows that cannot be written.
pub(super) fn try_each(
    recording: &mut Recording,
    chosen: &ChosenExperiment<'_>,
    limit: CallLimit,
) -> Result<Vec<String>> {
    let id = &chosen.experiment.id;
    let (mut rows, mut failures, mut seconds) = (Rows::default(), Vec::new(), 0.0);
    let many = NonZeroUsize::new(super::MAX_PROCESSES).unwrap_or(NonZeroUsize::MIN);
    let all = chosen.experiment.processes(recording.run.quick, many);
    for process in Process::all(all) {
        let number = process.number();
        let status = format!("{number}/{all}: ");
        let of = RunOfProcess {
            process,
            status: &status,
            // Preparation is timed.
            trees: None,
        };
        let outcome = start(recording, chosen, &of, Some(limit))?;
        seconds += outcome.seconds;
        match outcome.error {
            Some(error) => failures.push(error),
            None => {
                let (part, outcome) = read_part(recording, id, number)?;
                // The speed of the machine is stated once.
                let is_new = |row: &Row| number == 1 || row.quantity != CALIBRATION;
                rows.extend(part.into_iter().filter(is_new));
                failures.extend(outcome.failures);
            }
        }
    }
    recording.run.failures.extend(failures.iter().cloned());
    recording.run.experiments.insert(id.clone(), seconds);
    recording.write_run()?;
    rows.write_file(&recording.rows_file(id))?;
    recording.remove_parts(id)?;
    Ok(failures)
}

/// Measures all experiments of a recording whose rows are missing. Returns wrong answers, and the
/// experiments that could not be measured.
///
/// With a limit, a detector fails whose call takes longer.
///
/// # Errors
/// A process that cannot be started, rows that cannot be written.
pub(super) fn measure(
    recording: &mut Recording,
    chosen: &[ChosenExperiment<'_>],
    mut remaining: Remaining,
    limit: Option<CallLimit>,
) -> Result<Vec<String>> {
    let quick = recording.run.quick;
    let wanted = recording.run.processes;
    let processes = |c: &ChosenExperiment<'_>| c.experiment.processes(quick, wanted);
    let trees = recording.trees();
    std::fs::create_dir_all(&trees)
        .with_context(|| format!("cannot create {}", trees.display()))?;
    let mut errors = Vec::new();
    let mut abandoned: Vec<&str> = Vec::new();
    for round in 1..=wanted.get() {
        remaining.announce(round, wanted.get());
        for (i, chosen) in chosen.iter().enumerate() {
            let id = &chosen.experiment.id;
            let all = processes(chosen);
            let process = Process::all(all).find(|process| process.number() == round);
            let Some(process) = process else { continue };
            let is_known = recording.rows_file(id).is_file() || abandoned.contains(&id.as_str());
            if !is_known && !recording.part_file(id, round).is_file() {
                let status = remaining.status(i + 1, round, wanted.get());
                let run_of_process = RunOfProcess {
                    process,
                    status: &status,
                    trees: Some(&trees),
                };
                let outcome = start(recording, chosen, &run_of_process, limit)?;
                remaining.took(id, outcome.seconds);
                if let Some(error) = outcome.error {
                    errors.push(error);
                    abandoned.push(id);
                }
            }
            let is_last = round == all.get();
            if is_last && !recording.rows_file(id).is_file() && !abandoned.contains(&id.as_str()) {
                merge(recording, chosen, all.get())?;
            }
        }
    }
    remove_merged_parts(recording, chosen)?;
    recording.remove_trees()?;
    Ok([&recording.run.failures[..], &errors].concat())
}

/// Removes files of single processes whose rows are merged: a run that was stopped after its rows
/// were written has left them.
fn remove_merged_parts(recording: &Recording, chosen: &[ChosenExperiment<'_>]) -> Result<()> {
    for chosen in chosen {
        let id = &chosen.experiment.id;
        if recording.rows_file(id).is_file() {
            recording.remove_parts(id)?;
        }
    }
    Ok(())
}

/// Arguments of a process.
struct RunOfProcess<'a> {
    process: Process,
    /// Text before its progress.
    status: &'a str,
    /// Folder of sphere-trees that processes share.
    trees: Option<&'a Path>,
}

/// Runs one process of an experiment to its end. If a call of a detector ends it, starts it again
/// without that call: the detector fails, and the others have rows.
fn start(
    recording: &Recording,
    chosen: &ChosenExperiment<'_>,
    of: &RunOfProcess<'_>,
    limit: Option<CallLimit>,
) -> Result<ProcessAnswer> {
    let process = of.process;
    // Removed with the last rows of single processes.
    let parts = recording.parts();
    std::fs::create_dir_all(&parts)
        .with_context(|| format!("cannot create {}", parts.display()))?;
    let this = std::env::current_exe().context("cannot find the running program")?;
    let id = &chosen.experiment.id;
    let calls = recording.calls_file(id, process.number());
    let end = run_to_end(&calls, limit, |ended| {
        let mut command = Command::new(&this);
        add_arguments(&mut command, recording, chosen, of);
        command.args(ended.iter().map(|call| option("ended", call.to_string())));
        command
    })?;
    if calls.exists() {
        let remove = || format!("cannot remove {}", calls.display());
        std::fs::remove_file(&calls).with_context(remove)?;
    }
    if end.success() {
        return ProcessAnswer::read(&recording.outcome_file(id, process.number()));
    }
    Ok(ProcessAnswer {
        error: Some(format!("{id}: process {process} failed ({end})")),
        ..ProcessAnswer::default()
    })
}

/// Adds the arguments of [`crate::measure`].
fn add_arguments(
    command: &mut Command,
    recording: &Recording,
    chosen: &ChosenExperiment<'_>,
    of: &RunOfProcess<'_>,
) {
    let id = &chosen.experiment.id;
    let number = of.process.number();
    let run = &recording.run;
    command
        .arg("measure")
        .arg(option("definition", &chosen.definition))
        .arg(option("process", of.process.to_string()))
        .arg(option("rows", recording.part_file(id, number)))
        .arg(option("outcome", recording.outcome_file(id, number)))
        .arg(option("calls", recording.calls_file(id, number)))
        .arg(option("revision", &run.revision))
        .arg(option("workers", run.workers.to_string()))
        .arg(option("status", of.status));
    if let Some(trees) = of.trees {
        command.arg(option("trees", trees));
    }
    if run.quick {
        command.arg("--quick");
    }
    if let Some(detectors) = &run.detectors {
        command.arg(option("detectors", detectors));
    }
}

/// Maximum number of calls that may end a process. A program that fails more often has another
/// fault.
const MOST_ENDED_CALLS: usize = 16;

/// Runs a process until no call of a detector ends it, or takes too long. `command` gets the calls
/// to leave out.
fn run_to_end(
    calls: &Path,
    limit: Option<CallLimit>,
    command: impl Fn(&[EndedCall]) -> Command,
) -> Result<ExitStatus> {
    let mut ended: Vec<EndedCall> = Vec::new();
    loop {
        let child = command(&ended).stdin(Stdio::piped()).spawn();
        let mut child = child.context("cannot start a process")?;
        // Held until it has ended, as it ends with it.
        let input = child.stdin.take();
        let (end, slow) = wait(&mut child, calls, limit).context("cannot wait for a process")?;
        drop(input);
        let last = experiments::last_call(calls).filter(|_| !end.success());
        let is_new = |number: &NonZeroU64| ended.iter().all(|call| call.number != *number);
        let Some(number) = slow.or(last).filter(is_new) else {
            return Ok(end);
        };
        if ended.len() == MOST_ENDED_CALLS {
            return Ok(end);
        }
        if let (Some(_), Some(CallLimit(seconds))) = (slow, limit) {
            // Its row says so.
            ended.push(EndedCall::gave_up(number, seconds));
            continue;
        }
        let end = end.to_string();
        let again = "measured again without the call of the detector that ended it";
        terminal::print_aside(&format!("a process ended ({end}): {again}\n"))?;
        ended.push(EndedCall { number, end });
    }
}

/// Waits for the end of a process. Ends it when a call takes longer than the limit, and returns
/// that call. Each of several calls that overlap has its own time.
///
/// The time is counted in pauses between looks at the file of calls, so that a machine that is busy
/// or asleep gives a call more time, not less.
fn wait(
    child: &mut Child,
    calls: &Path,
    limit: Option<CallLimit>,
) -> std::io::Result<(ExitStatus, Option<NonZeroU64>)> {
    const PAUSE: Duration = Duration::from_millis(10);
    let Some(CallLimit(seconds)) = limit else {
        return Ok((child.wait()?, None));
    };
    let pauses = u128::from(seconds) * 1000 / PAUSE.as_millis();
    let mut counts: BTreeMap<NonZeroU64, u128> = BTreeMap::new();
    loop {
        if let Some(end) = child.try_wait()? {
            return Ok((end, None));
        }
        std::thread::sleep(PAUSE);
        let under_way = experiments::calls_under_way(calls).into_iter();
        counts = under_way
            .map(|call| (call, counts.get(&call).map_or(0, |count| count + 1)))
            .collect();
        let slow = counts.iter().find(|(_, count)| **count >= pauses);
        if let Some((call, _)) = slow {
            // It may have ended by itself since.
            let _ = child.kill();
            return Ok((child.wait()?, Some(*call)));
        }
    }
}

/// Returns `--name=value`. A value of its own could begin with a dash.
fn option(name: &str, value: impl AsRef<OsStr>) -> OsString {
    let mut option = OsString::from(format!("--{name}="));
    option.push(value);
    option
}

/// Reads what a process wrote: its rows, and what else it found.
fn read_part(recording: &Recording, id: &str, number: usize) -> Result<(Rows, ProcessAnswer)> {
    let rows = Rows::read_file(&recording.part_file(id, number))?;
    Ok((
        rows,
        ProcessAnswer::read(&recording.outcome_file(id, number))?,
    ))
}

/// Checks what the processes of a stopped comparison have left. Files that cannot be read are
/// removed, so that their processes measure again.
///
/// # Errors
/// Rows of a process that would have no place among the others.
pub(super) fn check_parts(recording: &Recording, chosen: &[ChosenExperiment<'_>]) -> Result<()> {
    /// Maximum number of processes of any comparison.
    const MOST: usize = super::MAX_PROCESSES;
    for chosen in chosen {
        let id = &chosen.experiment.id;
        if recording.rows_file(id).is_file() {
            continue;
        }
        let run = &recording.run;
        let all = chosen.experiment.processes(run.quick, run.processes).get();
        for number in 1..=MOST {
            let file = recording.part_file(id, number);
            if !file.is_file() {
                continue;
            }
            ensure!(
                number <= all,
                "{} would be lost with {all} processes; continue with --processes {number} or more",
                file.display()
            );
            let Err(error) = read_part(recording, id, number) else {
                continue;
            };
            let process = format!("{id}: process {number} of {all} measures again");
            terminal::print_aside(&format!("{process}, as its files are broken: {error:#}\n"))?;
            for file in [file, recording.outcome_file(id, number)] {
                if file.exists() {
                    let remove = || format!("cannot remove {}", file.display());
                    std::fs::remove_file(&file).with_context(remove)?;
                }
            }
        }
    }
    Ok(())
}

/// Merges the rows of all processes of an experiment, and adds what is wrong with them to the
/// failures of the run.
///
/// Failures are stored before the rows, and the files of the processes are removed last: a run that
/// is stopped in between merges again, and loses nothing.
fn merge(recording: &mut Recording, chosen: &ChosenExperiment<'_>, processes: usize) -> Result<()> {
    let id = &chosen.experiment.id;
    let mut parts = Vec::new();
    let (mut failures, mut seconds) = (Vec::new(), 0.0);
    for number in 1..=processes {
        let (rows, outcome) = read_part(recording, id, number).with_context(
            || "the files of a process are broken; continue with --resume, which measures it again",
        )?;
        parts.push(rows);
        failures.extend(outcome.failures);
        seconds += outcome.seconds;
    }
    let shared_out = chosen.experiment.shared_counts(recording.run.quick);
    let merged = records::merge_shares(&parts, shared_out);
    if merged.rows.is_empty() {
        bail!("{id}: there are no rows");
    }
    let repeatable = chosen.experiment.counts_are_repeatable(recording.run.quick);
    let differing = merged.differing_counts.iter().filter(|_| repeatable);
    failures
        .extend(differing.map(|count| format!("{id}: a count differs between processes: {count}")));
    failures.retain(|failure| !recording.run.failures.contains(failure));
    recording.run.failures.extend(failures);
    recording.run.experiments.insert(id.clone(), seconds);
    recording.write_run()?;
    merged.rows.write_file(&recording.rows_file(id))?;
    Ok(recording.remove_parts(id)?)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Runs a shell script to its end. `$@` are the options of the calls that ended it before.
    fn run(folder: &Path, script: &str) -> ExitStatus {
        run_limited(folder, script, None)
    }

    fn run_limited(folder: &Path, script: &str, limit: Option<CallLimit>) -> ExitStatus {
        run_to_end(&folder.join("calls"), limit, |ended| {
            let mut command = Command::new("sh");
            command.current_dir(folder).args(["-c", script, "sh"]);
            command.args(ended.iter().map(EndedCall::to_string));
            command
        })
        .unwrap()
    }

    fn read(folder: &Path, name: &str) -> String {
        std::fs::read_to_string(folder.join(name)).unwrap()
    }

    #[test]
    fn a_process_that_a_call_ended_is_started_again_without_it() {
        let folder = tempfile::tempdir().unwrap();
        let script = r#"
            echo "$#: $*" >> runs
            case $# in
                0) echo 00007 > calls; kill -9 $$ ;;
                1) echo 00012 > calls; exit 3 ;;
                *) echo 00000 > calls ;;
            esac"#;
        assert!(run(folder.path(), script).success());
        let runs = read(folder.path(), "runs");
        let runs: Vec<&str> = runs.lines().collect();
        assert_eq!(runs.len(), 3);
        assert_eq!(runs[0], "0: ");
        assert!(runs[1].starts_with("1: 7=signal: 9"), "{}", runs[1]);
        assert!(runs[2].ends_with(" 12=exit status: 3"), "{}", runs[2]);
    }

    #[test]
    fn a_call_that_takes_too_long_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let script = r#"
            echo "$#: $*" >> runs
            case $# in
                0) echo 00007 > calls; exec sleep 600 ;;
                *) echo 00000 > calls ;;
            esac"#;
        assert!(run_limited(folder.path(), script, Some(CallLimit(1))).success());
        assert_eq!(read(folder.path(), "runs"), "0: \n1: 7=gave up after 1 s\n");
        // Calls that follow each other are within the limit, as is what is no call.
        let other = tempfile::tempdir().unwrap();
        let script = r#"
            echo x >> runs
            for call in 1 2 3 4 0; do echo $call > calls; sleep 0.4; done; sleep 1.5"#;
        assert!(run_limited(other.path(), script, Some(CallLimit(1))).success());
        assert_eq!(read(other.path(), "runs"), "x\n");
    }

    /// The calls that overlap take longer than the limit together.
    #[test]
    fn each_of_several_calls_that_overlap_has_its_own_time() {
        let overlap = u64::MAX;
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            r#"
            echo x >> runs
            for two in "1 2" "3 2" "3 4" "5 4"; do
                printf '%s\n' {overlap} $two > calls.new; mv calls.new calls; sleep 0.6
            done
            echo 0 > calls"#
        );
        assert!(run_limited(folder.path(), &script, Some(CallLimit(2))).success());
        assert_eq!(read(folder.path(), "runs"), "x\n");
        // One of them takes too long.
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            r#"
            echo "$*" >> runs
            [ $# = 0 ] || exit 0
            printf '%s\n' {overlap} 7 8 > calls.new; mv calls.new calls; sleep 0.7
            printf '%s\n' {overlap} 9 8 > calls.new; mv calls.new calls; exec sleep 600"#
        );
        assert!(run_limited(folder.path(), &script, Some(CallLimit(1))).success());
        assert_eq!(read(folder.path(), "runs"), "\n8=gave up after 1 s\n");
    }

    #[test]
    fn a_process_that_no_call_ended_is_started_once() {
        for last in ["echo 00000 > calls", "rm -f calls", "echo broken > calls"] {
            let folder = tempfile::tempdir().unwrap();
            let end = run(folder.path(), &format!("echo x >> runs; {last}; exit 2"));
            assert_eq!(end.code(), Some(2));
            assert_eq!(read(folder.path(), "runs"), "x\n", "{last}");
        }
    }

    #[test]
    fn a_process_that_always_ends_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        // In the call that is already left out, and in another one each time.
        let same = "echo x >> same; echo 00007 > calls; exit 2";
        assert_eq!(run(folder.path(), same).code(), Some(2));
        assert_eq!(read(folder.path(), "same").lines().count(), 2);
        let others = "echo x >> others; wc -l < others > calls; exit 2";
        assert_eq!(run(folder.path(), others).code(), Some(2));
        let count = read(folder.path(), "others").lines().count();
        assert_eq!(count, MOST_ENDED_CALLS + 1);
    }
}
