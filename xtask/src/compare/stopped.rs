//! Recordings that were stopped, and that `--resume` continues.

use anyhow::{Context, Result, ensure};
use records::{Recording, Run};
use std::path::Path;

/// Returns the newest recording, which was stopped.
///
/// # Errors
/// None was stopped, or this program, its sources, its machine or the machine's settings are not
/// those that it measures.
pub(super) fn stopped(out: &Path, earlier: &[Recording], run: &Run) -> Result<Recording> {
    let of_machine = |r: &&Recording| r.run.machine.name() == run.machine.name();
    let shown = out.display();
    let stopped = earlier.iter().rfind(of_machine).with_context(|| {
        format!(
            "{shown} has no recording of this machine, so there is nothing to continue; start \
             without --resume, or name the folder of the stopped run by --out"
        )
    })?;
    ensure!(
        !stopped.is_complete(),
        "the newest recording of this machine in {shown} is complete, so there is nothing to \
         continue"
    );
    ensure!(
        !run.dirty,
        "the sources have changes that are not committed, which may not be those that {} measures; \
         start again without --resume",
        stopped.folder.display()
    );
    ensure!(
        run.revision != experiments::machine::UNKNOWN,
        "the revision of the sources is not known, so they may not be those that {} measures; run \
         where `git rev-parse HEAD` works, or start again without --resume",
        stopped.folder.display()
    );
    ensure!(
        !stopped.run.dirty,
        "{} measures sources with changes that were not committed, and they are gone; start again \
         without --resume",
        stopped.folder.display()
    );
    ensure_same_build(stopped, run)?;
    ensure_same_settings(stopped, run)?;
    ensure!(
        stopped.run.revision == run.revision,
        "{} measures revision {}, and the sources are at {}; check that out to continue, or start \
         again without --resume",
        stopped.folder.display(),
        stopped.run.revision,
        run.revision
    );
    Ok(stopped.clone())
}

/// Fails if this program was built otherwise than the one that was stopped.
fn ensure_same_build(stopped: &Recording, run: &Run) -> Result<()> {
    for (what, before, now) in [
        ("profile", &stopped.run.profile, &run.profile),
        ("compiler", &stopped.run.machine.rustc, &run.machine.rustc),
        ("flags", &stopped.run.machine.flags, &run.machine.flags),
    ] {
        ensure!(
            before == now,
            "{} measures a build with the {what} `{before}`, and this one has `{now}`; build as \
             before to continue, or start again without --resume",
            stopped.folder.display()
        );
    }
    Ok(())
}

/// Fails if the clock is read, or the frequency chosen, otherwise than before: the processes of one
/// experiment would not be alike.
fn ensure_same_settings(stopped: &Recording, run: &Run) -> Result<()> {
    let (before, now) = (&stopped.run.machine, &run.machine);
    for (what, before, now) in [
        ("clock source", &before.clock, &now.clock),
        ("frequency governor", &before.governor, &now.governor),
    ] {
        ensure!(
            before == now,
            "{} measures a machine with the {what} `{before}`, which has `{now}` now; set it back \
             to continue, or start again without --resume",
            stopped.folder.display()
        );
    }
    Ok(())
}
