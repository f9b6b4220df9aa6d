//! `report`: plots, pages and the interactive page from rows, without measuring.

use crate::result::OutputForm;
use crate::selection::matches;
use crate::{about, paths, terminal};
use anyhow::{Result, ensure};
use experiments::Experiment;
use records::Newest;
use regex::Regex;
use report::site::About;
use report::{Chosen, ClaimVerdict, Page, Papers};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Name of the experiment on a user's scene. Its page is that of the lab's own experiments, and its
/// definition is stored beside its rows.
pub(crate) const USER_SCENE: &str = "lab-user-scene";

/// Arguments of `report`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of a comparison, with its recordings in `record`; `reports` if absent.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Only print the verdicts on experiments whose name matches. The pages stay as they are.
    #[arg(short, long, value_name = "REGEX")]
    filter: Option<Regex>,
    /// Only print the verdicts that rows of detectors whose name matches decide. The pages stay as
    /// they are.
    #[arg(short = 'e', long, value_name = "REGEX")]
    detectors: Option<Regex>,
}

/// Draws all plots and pages from the recorded rows, or prints the chosen verdicts.
///
/// # Errors
/// Rows or definitions that cannot be read, pages that cannot be written; arguments that select no
/// claim.
pub(crate) fn run(arguments: &Arguments, form: &OutputForm) -> Result<()> {
    let out = arguments.out.clone().unwrap_or_else(paths::reports);
    let (filter, detectors) = (&arguments.filter, &arguments.detectors);
    if filter.is_none() && detectors.is_none() {
        let progress = terminal::spinner("drawing pages");
        let drawn = draw(&out);
        let seconds = progress.elapsed().as_secs_f64();
        progress.finish_and_clear();
        let drawn = drawn?;
        let text = || format!("{}drawn in {seconds:.1} s\n", drawn.text());
        return form.print(text, || &drawn);
    }
    let Drawable {
        newest,
        papers,
        pages,
        definitions: _,
    } = Drawable::read(&out)?;
    let named = |name: &str| matches(detectors, name);
    let chosen = Chosen {
        experiment: &|name| matches(filter, name),
        detector: detectors.is_some().then_some(&named),
    };
    let chosen = report::chosen_verdicts(&newest, &papers, &pages, &chosen)?;
    let drawn = Drawn {
        out: out.display().to_string(),
        files: Vec::new(),
        verdicts: chosen.verdicts,
        unsupported: Vec::new(),
        terminal: chosen.terminal,
    };
    form.print(|| drawn.terminal.clone(), || &drawn)
}

/// Pages that were drawn: the result of `report`.
#[derive(Serialize)]
pub(crate) struct Drawn {
    /// Folder of the pages.
    out: String,
    /// Files that were written.
    files: Vec<String>,
    /// Verdict on each claim with rows.
    verdicts: Vec<ClaimVerdict>,
    /// Sentences that rows do not support, and that pages leave out.
    unsupported: Vec<String>,
    #[serde(skip)]
    terminal: String,
}

impl Drawn {
    /// Returns the table for the terminal.
    pub(crate) fn text(&self) -> String {
        let Drawn {
            terminal,
            files,
            out,
            ..
        } = self;
        format!("{terminal}\n{} files written to {out}\n", files.len())
    }
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
        let mut definitions = Experiment::read_folder(&paths::definitions())?;
        let newest = recorded(out)?;
        if let Some(recording) = newest.of(USER_SCENE) {
            let definition = format!("{}/{}.toml", recording.folder, USER_SCENE);
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
    Papers::read(&paths::papers(), &experiments::label)
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
        definitions,
    } = Drawable::read(out)?;
    let about: About = about::about(&definitions, &newest.rows)?;
    let detectors = report::write_detectors(&newest, &pages, &about.detectors, out)?;
    let written = report::write_all(&newest, &papers, &pages, &about, out)?;
    for message in &written.unsupported {
        terminal::print_aside(&format!("{message}\n"))?;
    }
    let files = detectors.iter().chain(&written.files);
    Ok(Drawn {
        out: out.display().to_string(),
        files: files.map(|file| file.display().to_string()).collect(),
        verdicts: written.verdicts,
        unsupported: written.unsupported,
        terminal: written.terminal,
    })
}

/// Reads the newest rows of an output folder.
///
/// # Errors
/// Missing or unreadable rows.
fn recorded(out: &Path) -> Result<Newest> {
    let record = out.join(records::RECORD);
    ensure!(
        record.is_dir(),
        "{} is not the folder of a comparison: it has no folder `{}`; name another, or run \
         `cargo xtask compare` first",
        out.display(),
        records::RECORD
    );
    let newest = Newest::read(out)?;
    ensure!(
        !newest.rows.is_empty(),
        "{} holds no rows; run `cargo xtask compare` first",
        record.display()
    );
    Ok(newest)
}
