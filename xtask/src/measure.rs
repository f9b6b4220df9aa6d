//! `measure`: one process of `compare`. Hidden, as `compare` starts it.

use crate::paths;
use anyhow::{Context, Result};
use experiments::{EndedCall, Experiment, PictureFile, Process, RunSettings};
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Arguments of `measure`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Definition of the experiment.
    #[arg(long)]
    definition: PathBuf,
    /// This process, of all that measure: `2/5`.
    #[arg(long)]
    process: Process,
    /// File of the rows.
    #[arg(long)]
    rows: PathBuf,
    /// File of what else is found.
    #[arg(long)]
    outcome: PathBuf,
    /// File of the call of a detector that is under way.
    #[arg(long)]
    calls: PathBuf,
    /// Folder of sphere-trees that processes share.
    #[arg(long)]
    trees: Option<PathBuf>,
    /// Calls that ended this process before: `12=how`.
    #[arg(long)]
    ended: Vec<EndedCall>,
    /// Revision of the sources.
    #[arg(long)]
    revision: String,
    /// Number of threads of each detector.
    #[arg(long)]
    workers: NonZeroUsize,
    /// Detectors to select.
    #[arg(long)]
    detectors: Option<Regex>,
    /// Fewer repeats and smaller sweeps.
    #[arg(long)]
    quick: bool,
    /// Text before the progress of the experiment.
    #[arg(long, default_value = "")]
    status: String,
}

/// Answer of a process to the one that started it, as JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ProcessAnswer {
    /// Wrong answers, panics and refused bodies.
    pub failures: Vec<String>,
    /// Reason why there are no rows.
    pub error: Option<String>,
    /// Seconds that it took.
    pub seconds: f64,
}

/// Measures the share of one process, and writes an [`ProcessAnswer`] and its rows.
///
/// # Errors
/// A definition that cannot be read, rows that cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    end_with_comparison();
    let calls = &arguments.calls;
    experiments::log_calls(calls, arguments.ended.clone())
        .with_context(|| format!("cannot write {}", calls.display()))?;
    arguments
        .trees
        .iter()
        .for_each(|folder| experiments::share_trees_in(folder));
    let experiment = Experiment::read(&arguments.definition)?;
    let settings = RunSettings {
        quick: arguments.quick,
        revision: &arguments.revision,
        workers: arguments.workers,
        process: arguments.process,
        detectors: arguments.detectors.as_ref(),
        status: &arguments.status,
    };
    let outcome = match experiment.run(&settings) {
        Ok(results) => {
            // Rows last: they mark the share as done.
            write_pictures(&results.pictures, arguments)?;
            let outcome = ProcessAnswer {
                failures: results.failures,
                error: None,
                seconds: results.seconds,
            };
            outcome.write(&arguments.outcome)?;
            return Ok(results.rows.write_file(&arguments.rows)?);
        }
        Err(error) => ProcessAnswer {
            error: Some(format!("{error:#}")),
            ..ProcessAnswer::default()
        },
    };
    outcome.write(&arguments.outcome)
}

/// Ends this process when the one that started it ends, however it ends: its end closes the
/// standard input. Else it would go on, and slow the comparison that continues.
fn end_with_comparison() {
    let mut input = std::io::stdin();
    std::thread::spawn(move || {
        // Nothing is written to it.
        while matches!(input.read(&mut [0]), Ok(1)) {}
        std::process::exit(1);
    });
}

impl ProcessAnswer {
    fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_vec(self).context("an outcome")?;
        Ok(records::write_atomically(path, &text)?)
    }

    /// Reads what a process wrote.
    ///
    /// # Errors
    /// A file that is missing or no outcome.
    pub(crate) fn read(path: &Path) -> Result<ProcessAnswer> {
        let broken = || format!("{} is broken or missing", path.display());
        let text = std::fs::read(path).with_context(broken)?;
        serde_json::from_slice(&text).with_context(broken)
    }
}

/// Writes pictures beside the rows of all processes, one folder above those of this one.
fn write_pictures(pictures: &[PictureFile], arguments: &Arguments) -> Result<()> {
    let folder = paths::folder_above(&arguments.rows);
    for picture in pictures {
        records::write_atomically(&folder.join(&picture.name), &picture.bytes)?;
    }
    Ok(())
}
