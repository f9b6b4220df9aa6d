//! Rounds of a comparison: in each, every experiment is measured by a process of its own.
//!
//! The processes of an experiment are rounds apart, so that a machine that is slow for some minutes
//! does not slow all of them. Each writes its rows to a file of its own. Once the last one is there,
//! all are merged. A run that was stopped continues with the missing ones.

use super::remaining::Remaining;
use crate::measure::Outcome;
use crate::terminal;
use anyhow::{Context, Result, bail, ensure};
use experiments::{Experiment, Process};
use records::{Recording, Rows};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Experiment to be measured, with the file of its definition.
pub(super) struct Chosen<'a> {
    pub(super) experiment: &'a Experiment,
    pub(super) definition: PathBuf,
}

/// Measures all experiments of a recording whose rows are missing. Returns wrong answers, and the
/// experiments that could not be measured.
///
/// # Errors
/// A process that cannot be started, rows that cannot be written.
pub(super) fn measure(
    recording: &mut Recording,
    chosen: &[Chosen<'_>],
    mut remaining: Remaining,
) -> Result<Vec<String>> {
    let quick = recording.run.quick;
    let wanted = recording.run.processes;
    let processes = |c: &Chosen<'_>| c.experiment.processes(quick, wanted);
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
                let outcome = start(recording, chosen, process, &status)?;
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
    for chosen in chosen {
        let id = &chosen.experiment.id;
        if recording.rows_file(id).is_file() {
            // Left by a run that was stopped after its rows were written.
            recording.remove_parts(id)?;
        }
    }
    Ok([&recording.run.failures[..], &errors].concat())
}

/// Runs one process of an experiment to its end.
fn start(
    recording: &Recording,
    chosen: &Chosen<'_>,
    process: Process,
    status: &str,
) -> Result<Outcome> {
    let id = &chosen.experiment.id;
    let run = &recording.run;
    // Removed with the last rows of single processes.
    let parts = recording.parts();
    std::fs::create_dir_all(&parts)
        .with_context(|| format!("cannot create {}", parts.display()))?;
    let outcome = recording.outcome_file(id, process.number());
    let this = std::env::current_exe().context("cannot find the running program")?;
    let mut command = Command::new(this);
    command
        .arg("measure")
        .arg(option("definition", &chosen.definition))
        .arg(option("process", process.to_string()))
        .arg(option("rows", recording.part_file(id, process.number())))
        .arg(option("outcome", &outcome))
        .arg(option("revision", &run.revision))
        .arg(option("workers", run.workers.to_string()))
        .arg(option("status", status));
    if run.quick {
        command.arg("--quick");
    }
    if let Some(detectors) = &run.detectors {
        command.arg(option("detectors", detectors));
    }
    let child = command.stdin(Stdio::piped()).spawn();
    let mut child = child.context("cannot start a process")?;
    // Held until it has ended, as it ends with it.
    let input = child.stdin.take();
    let status = child.wait().context("cannot wait for a process")?;
    drop(input);
    if !status.success() {
        let error = format!("{id}: process {process} failed ({status})");
        return Ok(Outcome {
            error: Some(error),
            ..Outcome::default()
        });
    }
    Outcome::read(&outcome)
}

/// Returns `--name=value`. A value of its own could begin with a dash.
fn option(name: &str, value: impl AsRef<OsStr>) -> OsString {
    let mut option = OsString::from(format!("--{name}="));
    option.push(value);
    option
}

/// Reads what a process wrote: its rows, and what else it found.
fn read_part(recording: &Recording, id: &str, number: usize) -> Result<(Rows, Outcome)> {
    let rows = Rows::read_file(&recording.part_file(id, number))?;
    Ok((rows, Outcome::read(&recording.outcome_file(id, number))?))
}

/// Checks what the processes of a stopped comparison have left. Files that cannot be read are
/// removed, so that their processes measure again.
///
/// # Errors
/// Rows of a process that would have no place among the others.
pub(super) fn check_parts(recording: &Recording, chosen: &[Chosen<'_>]) -> Result<()> {
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
fn merge(recording: &mut Recording, chosen: &Chosen<'_>, processes: usize) -> Result<()> {
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
    let merged = records::merge(&parts);
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
