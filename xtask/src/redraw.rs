//! `report`: plots and pages from rows, without measuring.

use crate::result::Form;
use crate::{compare, places, terminal};
use anyhow::Result;
use experiments::Experiment;
use records::Newest;
use report::{ClaimVerdict, Page, Papers};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Arguments of `report`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of a comparison, with its recordings in `record`; `reports` if absent.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Draws all plots and pages from the recorded rows.
///
/// # Errors
/// Rows or definitions that cannot be read, pages that cannot be written.
pub(crate) fn run(arguments: &Arguments, form: Form) -> Result<()> {
    let out = arguments.out.clone().unwrap_or_else(places::reports);
    let progress = terminal::spinner("drawing pages");
    let drawn = draw(&out);
    progress.finish_and_clear();
    let drawn = drawn?;
    form.print("report", || drawn.text(), || &drawn)
}

/// Pages that were drawn: the result of `report`.
#[derive(Serialize)]
pub(crate) struct Drawn {
    /// Folder of the pages.
    pub(crate) out: PathBuf,
    /// Files that were written.
    pub(crate) files: Vec<PathBuf>,
    /// Verdict on each claim with rows.
    pub(crate) verdicts: Vec<VerdictOutput>,
    /// Sentences that rows do not support, and that pages leave out.
    pub(crate) unsupported: Vec<String>,
    #[serde(skip)]
    terminal: String,
}

/// Verdict on a claim.
#[derive(Serialize)]
pub(crate) struct VerdictOutput {
    paper: String,
    claim: String,
    experiment: String,
    verdict: String,
}

impl Drawn {
    /// Returns the table for the terminal.
    pub(crate) fn text(&self) -> String {
        let count = self.files.len();
        format!(
            "{}\n{count} files written to {}\n",
            self.terminal,
            self.out.display()
        )
    }
}

/// Rows of an output folder, and what is needed to draw them.
struct Drawable {
    newest: Newest,
    papers: Papers,
    pages: Vec<Page>,
}

impl Drawable {
    fn read(out: &Path) -> Result<Drawable> {
        let mut definitions = Experiment::read_folder(&places::definitions())?;
        let newest = compare::recorded(out)?;
        if let Some(recording) = newest.of(compare::USER_SCENE) {
            let definition = format!("{}/{}.toml", recording.folder, compare::USER_SCENE);
            definitions.push(Experiment::read(&out.join(definition))?);
        }
        let papers = papers()?;
        Ok(Drawable {
            newest,
            pages: pages(&definitions, &papers)?,
            papers,
        })
    }
}

/// Reads the papers' numbers and claims.
///
/// # Errors
/// A file that cannot be read.
pub(crate) fn papers() -> Result<Papers> {
    Papers::read(&places::papers(), &experiments::label)
}

/// Returns the page parts of definitions.
///
/// # Errors
/// A page with an unknown key, detector, parameter or figure.
pub(crate) fn pages(definitions: &[Experiment], papers: &Papers) -> Result<Vec<Page>> {
    let page = |d: &Experiment| Page::parse(&d.id, &d.page, papers, &experiments::label);
    definitions.iter().map(page).collect()
}

/// Draws the pages of all rows in `out`.
///
/// # Errors
/// As [`run`].
pub(crate) fn draw(out: &Path) -> Result<Drawn> {
    let Drawable {
        newest,
        papers,
        pages,
    } = Drawable::read(out)?;
    let written = report::write_all(&newest, &papers, &pages, out)?;
    for message in &written.unsupported {
        terminal::print_aside(&format!("{message}\n"))?;
    }
    let verdicts = report::verdicts(&newest.rows, &papers, &pages);
    let has_rows = |v: &ClaimVerdict| newest.rows.of_experiment(&v.experiment).next().is_some();
    let verdicts = verdicts
        .into_iter()
        .filter(has_rows)
        .map(|v| VerdictOutput {
            paper: v.paper,
            claim: v.claim,
            experiment: v.experiment,
            verdict: v.verdict,
        });
    Ok(Drawn {
        out: out.to_owned(),
        files: written.files,
        verdicts: verdicts.collect(),
        unsupported: written.unsupported,
        terminal: written.terminal,
    })
}

/// Returns which detector to take for the user's scene.
///
/// # Errors
/// As [`run`].
pub(crate) fn recommendation(out: &Path) -> Result<String> {
    let drawable = Drawable::read(out)?;
    let page = drawable
        .pages
        .iter()
        .find(|page| page.id == compare::USER_SCENE);
    let words = page.map(|page| report::recommendation(&drawable.newest.rows, page));
    Ok(words.unwrap_or_default())
}
