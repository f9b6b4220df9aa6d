//! `report`: plots, pages and the interactive page from rows, without measuring.

use crate::{about, compare, list, places, terminal};
use anyhow::Result;
use experiments::Experiment;
use records::Newest;
use report::site::About;
use report::{Page, Papers};
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
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let out = arguments.out.clone().unwrap_or_else(places::reports);
    terminal::print(&draw(&out)?)
}

/// Rows of an output folder, and what is needed to draw them.
struct Drawable {
    newest: Newest,
    papers: Papers,
    pages: Vec<Page>,
    definitions: Vec<Experiment>,
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
            definitions,
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

/// Draws the pages of all rows in `out`, and returns the table for the terminal.
///
/// # Errors
/// As [`run`].
pub(crate) fn draw(out: &Path) -> Result<String> {
    let Drawable {
        newest,
        papers,
        pages,
        definitions,
    } = Drawable::read(out)?;
    let detectors = report::write_detectors(&newest, &pages, &list::facts(), out)?;
    let about: About = about::about(&definitions)?;
    let written = report::write_all(&newest, &papers, &pages, &about, out)?;
    for message in &written.unsupported {
        terminal::print_aside(&format!("{message}\n"))?;
    }
    Ok(format!(
        "{}\n{} files written to {}\n",
        written.terminal,
        detectors.len() + written.files.len(),
        out.display()
    ))
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
