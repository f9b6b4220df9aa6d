//! `report`: plots and pages from rows, without measuring.

use crate::{compare, places, terminal};
use anyhow::Result;
use experiments::Experiment;
use report::{Page, Papers};
use std::path::{Path, PathBuf};

/// What `report` can be told.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder of a comparison, with its rows under `data`; `reports` when not given.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Draws again.
///
/// # Errors
/// Rows or definitions that cannot be read, pages that cannot be written.
pub fn run(arguments: &Arguments) -> Result<()> {
    let out = arguments.out.clone().unwrap_or_else(places::reports);
    terminal::print(&draw(
        &out,
        &Experiment::read_folder(&places::definitions())?,
    )?)
}

/// Draws the pages of all rows in `out`; the table for the terminal.
///
/// # Errors
/// As [`run`].
pub fn draw(out: &Path, definitions: &[Experiment]) -> Result<String> {
    let (rows, run) = compare::recorded(out)?;
    let papers = Papers::read(&places::papers(), &experiments::label)?;
    let pages = definitions
        .iter()
        .map(|d| Page::parse(&d.id, &d.page, &papers, &experiments::label))
        .collect::<Result<Vec<_>>>()?;
    let written = report::write_all(&rows, &run, &papers, &pages, out)?;
    let summary = report::terminal_summary(&rows, &papers, &pages);
    Ok(format!(
        "{summary}\n{} files written to {}\n",
        written.len(),
        out.display()
    ))
}
