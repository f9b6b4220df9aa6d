//! Rows in, SVG plots and Markdown pages out.
//!
//! [`write_all`] draws every page of a run: `README.md`, the ledger of claims with their verdicts,
//! and one folder for each paper with its plots, tables and rules. It reads rows and the page part
//! of the experiments' definitions ([`Page`]), and nothing else: no detector, no scene, no clock.
//! The same rows give the same bytes.
//!
//! | module | content |
//! |---|---|
//! | `page` | the page part of a definition: question, statement of the paper, analysis, plots |
//! | `analysis` | the text of a page, with numbers and sentences that follow from rows |
//! | `curves` | rows gathered into curves |
//! | `quotients` | curves divided by that of one detector |
//! | `against` | curves over another quantity of the same rows |
//! | `draw`, `plot` | curves and steps to charts, charts to SVG |
//! | `names` | name, color and marker of each detector |
//! | `tables` | the numbers under the plots, ratios, steps and work counts |
//! | `accuracy` | who answers right, by class of input |
//! | `detectors`, `scenes`, `glossary` | the pages of detectors, scenes and terms |
//! | `dumbbells` | the claims of a paper as one picture |
//! | `budgets` | which detector to take where a frame has a budget |
//! | `race` | several detectors on several jobs: which one to take |
//! | `advice` | which detector to take for a user's scene, why, and how to call it |
//! | `guess` | the detector to expect, from jobs that are like a scene |
//! | `papers` | citation, numbers and claims of each paper |
//! | `chosen` | the claims on some experiments or detectors |
//! | `inventory` | the sections of each paper, and what becomes of their sentences |
//! | `claims` | one evaluator of all claims: measures, conditions, verdicts, rules in words |
//! | `markdown` | the pages' templates |
//! | `escape` | texts of any origin for Markdown |
//! | [`site`] | the interactive page |
//! | `terminal` | the ledger on a terminal |
//!
//! A new experiment, claim or paper needs no code here: definitions list the plots, and papers are
//! data.

mod accuracy;
mod advice;
mod against;
mod analysis;
mod budgets;
mod chosen;
mod claims;
mod curves;
mod detectors;
mod draw;
mod dumbbells;
mod escape;
mod format;
mod glossary;
mod guess;
mod inventory;
mod markdown;
mod names;
mod page;
mod papers;
mod plot;
mod quotients;
mod race;
mod scenes;
pub mod site;
mod tables;
mod terminal;

pub use advice::{
    Advice, AdviceOutcome, BodyFaults, CertifiedAtDeadline, CertifiedPairs, DeadlineAdvice,
    EntrantFacts, ExactAtDeadline, FailedAtDeadline, FirstFrom, Nearness, QuestionAdvice,
    SceneAbout, Standing, TakeAtDeadline, WorkReason,
};
pub use chosen::{Chosen, chosen_verdicts};
pub use detectors::{DetectorFacts, OptionFacts};
pub use guess::{Features, Guess, Guesser, LeftOut};
pub use page::{
    Beside, Checked, Intervals, Log, Page, PaperCurve, Picture, Plot, PlotShape, TargetLine,
};
pub use papers::{Label, Papers};

use accuracy::Accuracy;
use analysis::Filled;
use anyhow::Context;
use budgets::Budgets;
use claims::{Assessed, settled_ledger};
use dumbbells::RunLedger;
use guess::GuessTable;
use minijinja::Value;
use papers::Paper;
use plot::{Chart, Styles, described};
use race::Race;
use rayon::prelude::*;
use records::{Newest, Rows, Run, Selection, write_atomically};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Writes the pages of the newest rows into the existing folder `out`, and returns the files that
/// it wrote, with the ledger for a terminal. Rows, and pictures that experiments rendered, are
/// linked in their recordings.
///
/// `README.md` has the ledger, `index.html` is the interactive page, and each paper that has rows
/// gets a folder. Those folders are
/// generated as a whole: pictures in them that this call did not draw are removed. Experiments
/// without rows are left out of the pages. Claims without rows are not testable, with the reason.
///
/// # Errors
/// A definition whose name begins with no paper's key, a claim that refers to an experiment,
/// detector, series or parameter that does not exist, a file or folder that cannot be written.
pub fn write_all<'a>(
    newest: &Newest,
    papers: &'a Papers,
    pages: &[Page],
    about: &site::About,
    out: &Path,
) -> anyhow::Result<Written> {
    check(papers, pages)?;
    let ledgers = Ledgers::of(newest, papers, pages);
    let ledger = &ledgers.newest;
    let drawings = Drawings::of(&newest.rows, pages);
    let (mut written, mut unsupported) = (Vec::new(), Vec::new());
    let mut shown = Vec::new();
    let write_one = |paper: &'a Paper| {
        let sections = sections(newest, paper, (papers, pages), ledger)?;
        let failed = |s: &Section<'_>| no_longer_holding(newest, s.page, &s.analysis);
        let failed: Vec<String> = sections.iter().flat_map(failed).collect();
        let has_rows = !sections.is_empty();
        let files = if has_rows {
            write_paper(newest, paper, sections, &drawings, &ledgers, out)?
        } else {
            Vec::new()
        };
        anyhow::Ok((has_rows.then_some(paper), files, failed))
    };
    let papers_written: anyhow::Result<Vec<_>> = papers.0.par_iter().map(write_one).collect();
    for (paper, files, failed) in papers_written? {
        shown.extend(paper);
        written.extend(files);
        unsupported.extend(failed);
    }
    let exists = |file: &str| out.join(file).is_file();
    let choice = Choice::of(newest, pages, &about.detectors, &exists);
    if let Some(accuracy) = &choice.accuracy {
        let picture = described(&accuracy.picture().draw()?, &accuracy.result());
        written.push(write(&out.join("accuracy.svg"), &picture)?);
    }
    for page in markdown::root_pages(newest, &shown, ledger, &choice, &exists)? {
        written.push(write(&out.join(page.file), &page.text)?);
    }
    let input = site::SiteInput {
        newest,
        papers,
        pages,
        ledger,
        runs: &ledgers.runs,
        drawings: &drawings,
        about,
    };
    written.push(write(&out.join(site::PAGE), &site::page(&input, out)?)?);
    Ok(Written {
        files: written,
        verdicts: ClaimVerdict::with_rows(&newest.rows, &ledgers.newest),
        terminal: terminal::table(&newest.rows, ledgers.newest),
        unsupported,
    })
}

/// Returns the sections of a paper's page, without pictures: its experiments that have rows.
fn sections<'a>(
    newest: &'a Newest,
    paper: &Paper,
    (papers, pages): (&Papers, &'a [Page]),
    ledger: &[Assessed<'_>],
) -> anyhow::Result<Vec<Section<'a>>> {
    let rows = &newest.rows;
    let measured =
        |page: &&Page| paper.owns(&page.id) && !rows.select(&Selection::of(&page.id)).is_empty();
    let mut of_paper: Vec<&Page> = pages.iter().filter(measured).collect();
    of_paper.sort_by_key(|page| rank(page, ledger));
    let section = |page| {
        Ok(Section {
            page,
            pictures: Vec::new(),
            analysis: page.analyzed(rows, papers, pages)?,
            guess: GuessTable::of(rows, page, pages),
        })
    };
    of_paper.into_iter().map(section).collect()
}

/// Writes a page for each detector into the folder `detectors` of `out`, and returns the files.
///
/// # Errors
/// A file or folder that cannot be written.
pub fn write_detectors(
    newest: &Newest,
    pages: &[Page],
    facts: &[DetectorFacts],
    out: &Path,
) -> anyhow::Result<Vec<PathBuf>> {
    let folder = out.join("detectors");
    let create = || format!("cannot create the folder {}", folder.display());
    std::fs::create_dir_all(&folder).with_context(create)?;
    let races = pages.iter().filter_map(|page| Race::of(&newest.rows, page));
    let races: Vec<Race<'_>> = races.collect();
    let written = detectors::pages(newest, &races, pages, facts)?;
    let file = |(name, text): &(String, String)| write(&folder.join(name), text);
    written.iter().map(file).collect()
}

/// Checks that all claims and pages refer to what exists.
fn check(papers: &Papers, pages: &[Page]) -> anyhow::Result<()> {
    for page in pages {
        papers.of_page(&page.id)?;
    }
    papers.check(pages)?;
    for page in pages {
        let context = || format!("{}.toml, the analysis", page.id);
        page.check(papers, pages).with_context(context)?;
    }
    Ok(())
}

/// Returns a message for each sentence of an analysis that the rows of a full run do not support.
/// Those of a quick or partial run need not support all.
fn no_longer_holding(newest: &Newest, page: &Page, analysis: &Filled) -> Vec<String> {
    let full = |run: &Run| !run.quick && run.detectors.is_none();
    if !newest
        .of(&page.id)
        .is_some_and(|recording| full(&recording.run))
    {
        return Vec::new();
    }
    let message = |sentence| {
        let id = &page.id;
        format!("analysis of {id}: this sentence no longer holds: {sentence}")
    };
    analysis.left_out.iter().map(message).collect()
}

/// Charts of all pages, with one style for each name in them.
struct Drawings<'a> {
    /// Page, file, plot and chart of each.
    charts: Vec<(&'a Page, String, Plot, Chart)>,
    styles: Styles,
}

/// Returns the file of the plot at this position on its page.
fn plot_file(page: &Page, position: usize) -> String {
    format!("{}-{}.svg", page.id, position + 1)
}

impl<'a> Drawings<'a> {
    fn of(rows: &Rows, pages: &'a [Page]) -> Drawings<'a> {
        let of_page = |page: &'a Page| {
            let plots = page.plots().into_iter().enumerate();
            plots.filter_map(move |(i, plot)| {
                let chart = draw::chart(rows, page, &plot)?;
                Some((page, plot_file(page, i), plot, chart))
            })
        };
        let charts: Vec<_> = pages.par_iter().flat_map_iter(of_page).collect();
        let is_drawn = |(_, _, plot, chart): &&(&Page, String, Plot, Chart)| {
            plot.shape != PlotShape::Table && chart.constant().is_none()
        };
        let drawn = charts.iter().filter(is_drawn);
        let names: Vec<Vec<&str>> = drawn.flat_map(|(.., chart)| chart.names()).collect();
        let styles = Styles::new(&names);
        Drawings { charts, styles }
    }

    /// Returns the chart of the plot at this position on `page`; `None` without rows.
    fn chart(&self, page: &Page, position: usize) -> Option<&Chart> {
        let file = plot_file(page, position);
        let chart = self.of_page(page).find(|(drawn, ..)| **drawn == file);
        chart.map(|(.., chart)| chart)
    }

    /// Returns file, plot and chart of each plot of `page`.
    fn of_page(&self, page: &Page) -> impl Iterator<Item = (&String, &Plot, &Chart)> {
        let charts = self.charts.iter().filter(move |(of, ..)| of.id == page.id);
        charts.map(|(_, file, plot, chart)| (file, plot, chart))
    }
}

/// Claims by the newest rows, and by other recorded runs.
struct Ledgers<'a> {
    newest: Vec<Assessed<'a>>,
    runs: Vec<RunLedger<'a>>,
}

impl<'a> Ledgers<'a> {
    fn of(newest: &'a Newest, papers: &'a Papers, pages: &'a [Page]) -> Ledgers<'a> {
        let of_run = |rows, here| RunLedger {
            rows,
            ledger: claims::ledger(rows, papers, pages),
            here,
        };
        let here = newest.earlier.iter().map(|rows| of_run(rows, true));
        let others = newest.others.iter().map(|rows| of_run(rows, false));
        Ledgers {
            newest: settled_ledger(&newest.rows, &newest.earlier, papers, pages),
            runs: here.chain(others).collect(),
        }
    }
}

/// Rows by which the summary chooses detectors.
struct Choice<'a> {
    races: Vec<Race<'a>>,
    budgets: Vec<Budgets<'a>>,
    accuracy: Option<Accuracy<'a>>,
    scenes: Vec<Value>,
    /// Facts on the detectors.
    facts: &'a [DetectorFacts],
}

impl<'a> Choice<'a> {
    /// `exists` is true for a file of the output folder.
    fn of(
        newest: &'a Newest,
        pages: &'a [Page],
        facts: &'a [DetectorFacts],
        exists: &dyn Fn(&str) -> bool,
    ) -> Choice<'a> {
        let rows = &newest.rows;
        let races = pages.iter().filter_map(|page| Race::of(rows, page));
        let budgets = pages.iter().filter_map(|page| Budgets::of(rows, page));
        Choice {
            races: races.collect(),
            budgets: budgets.collect(),
            accuracy: pages.iter().find_map(|page| Accuracy::of(rows, page)),
            scenes: scenes::listed(newest, pages, exists),
            facts,
        }
    }
}

/// Section of a paper's page.
struct Section<'a> {
    page: &'a Page,
    /// Its plots.
    pictures: Vec<Shown>,
    analysis: Filled,
    /// Guesses at detectors, if the page asks for them.
    guess: Option<GuessTable>,
}

/// A plot on a page.
struct Shown {
    plot: Plot,
    /// File of the picture. Empty for a table or a sentence without one.
    file: String,
    /// Sentence in place of a picture and its table, if nothing changes in it. Else empty.
    sentence: String,
    /// Text in place of the picture where that cannot be seen: its title, and what it shows.
    alt: String,
    /// Height of the picture in pixels.
    height: usize,
}

/// Figure of a whole paper.
#[derive(Serialize)]
struct Figure {
    file: String,
    title: String,
    /// As that of [`Shown`].
    alt: String,
    /// Height in pixels.
    height: usize,
}

/// Result of [`write_all`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Files that it wrote.
    pub files: Vec<PathBuf>,
    /// The ledger for a terminal: plain text, at most 80 columns wide, without colors.
    pub terminal: String,
    /// Verdict on each claim whose experiment has rows, in the order of the ledger.
    pub verdicts: Vec<ClaimVerdict>,
    /// Messages on sentences of analyses that the rows of a full run do not support, and which the
    /// pages therefore leave out.
    pub unsupported: Vec<String>,
}

/// Verdict on a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClaimVerdict {
    /// Key of the paper: "smith95".
    pub paper: String,
    /// Name of the claim.
    pub claim: String,
    /// Experiment whose rows it reads.
    pub experiment: String,
    /// Verdict in words.
    pub verdict: String,
}

impl ClaimVerdict {
    fn of(assessed: &Assessed<'_>) -> ClaimVerdict {
        ClaimVerdict {
            paper: assessed.paper.key.clone(),
            claim: assessed.claim.id.clone(),
            experiment: assessed.claim.experiment.clone(),
            verdict: assessed.verdict.words().to_owned(),
        }
    }

    /// Returns the verdicts on the claims whose experiments have rows.
    fn with_rows(rows: &Rows, ledger: &[Assessed<'_>]) -> Vec<ClaimVerdict> {
        let measured = ledger
            .iter()
            .filter(|assessed| terminal::has_rows(rows, assessed));
        measured.map(ClaimVerdict::of).collect()
    }
}

/// Returns the verdict on each claim, in the order of papers and their sections.
pub fn verdicts(rows: &Rows, papers: &Papers, pages: &[Page]) -> Vec<ClaimVerdict> {
    let ledger = settled_ledger(rows, &[], papers, pages);
    ledger.iter().map(ClaimVerdict::of).collect()
}

/// Returns the rank of an experiment on its page: that of its first claim in the paper, else last.
fn rank(page: &Page, ledger: &[Assessed<'_>]) -> usize {
    let first = ledger
        .iter()
        .position(|assessed| assessed.claim.experiment == page.id);
    first.unwrap_or(ledger.len())
}

/// Writes a paper's folder.
fn write_paper(
    newest: &Newest,
    paper: &Paper,
    mut sections: Vec<Section<'_>>,
    drawings: &Drawings<'_>,
    ledgers: &Ledgers<'_>,
    out: &Path,
) -> anyhow::Result<Vec<PathBuf>> {
    let ledger = &ledgers.newest;
    let folder = out.join(&paper.key);
    let create = || format!("cannot create the folder {}", folder.display());
    std::fs::create_dir_all(&folder).with_context(create)?;
    let mut written = Vec::new();
    for section in &mut sections {
        written.extend(draw_section(&newest.rows, section, drawings, &folder)?);
    }
    let mut figures = Vec::new();
    let of_paper = ledger.iter().filter(|a| a.paper.key == paper.key);
    let standing = claims::standing(of_paper);
    let both = [
        ("claims", dumbbells::of_paper(paper, ledger), standing),
        (
            "stability",
            dumbbells::stability(paper, (ledger, &newest.rows), &ledgers.runs),
            String::new(),
        ),
    ];
    for (name, picture, words) in both {
        let Some(picture) = picture else { continue };
        let file = format!("{}-{name}.svg", paper.key);
        let words = format::sentence(&format::capital(format::or(&words, &picture.x_label)));
        let svg = described(&picture.draw()?, &words);
        written.push(write(&folder.join(&file), &svg)?);
        let title = picture.heading.clone();
        figures.push(Figure {
            file,
            alt: format!("{} {words}", format::sentence(&title)),
            title,
            height: plot::height(&svg),
        });
    }
    remove_stale(&folder, &written)?;
    let rendered = |file: &str| out.join(file).is_file();
    let text = markdown::paper(newest, paper, &sections, &rendered, (ledger, &figures))?;
    written.push(write(&folder.join("README.md"), &text)?);
    Ok(written)
}

/// Draws the plots of a section into its paper's folder, and returns the files.
fn draw_section(
    rows: &Rows,
    section: &mut Section<'_>,
    drawings: &Drawings<'_>,
    folder: &Path,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    let page = section.page;
    for (file, plot, chart) in drawings.of_page(page) {
        let mut shown = Shown {
            plot: plot.clone(),
            file: String::new(),
            sentence: String::new(),
            alt: String::new(),
            height: 0,
        };
        if let Some(sentence) = chart.constant().filter(|_| plot.shape != PlotShape::Table) {
            shown.sentence = sentence;
        } else if plot.shape != PlotShape::Table {
            let words = picture_words(section, chart);
            let svg = described(&chart.draw(&drawings.styles)?, &words);
            written.push(write(&folder.join(file), &svg)?);
            shown.file.clone_from(file);
            shown.alt = format!("{} {words}", format::sentence(plot.heading(page)));
            shown.height = plot::height(&svg);
        }
        section.pictures.push(shown);
    }
    if let Some(race) = Race::of(rows, page) {
        let svg = described(&race.picture().draw()?, &race.picture_words());
        written.push(write(&folder.join(race.file()), &svg)?);
    }
    Ok(written)
}

/// Returns what the next picture of a section shows: the section's result for the first, which
/// stands for it, and the axes for the others.
fn picture_words(section: &Section<'_>, chart: &Chart) -> String {
    let is_first = section.pictures.iter().all(|shown| shown.file.is_empty());
    let result = section.analysis.result.as_str();
    if is_first && !result.is_empty() {
        format::join(&[result.to_owned(), chart.direction().to_owned()], " ")
    } else {
        chart.words()
    }
}

/// Removes pictures that no longer belong to any plot.
fn remove_stale(folder: &Path, drawn: &[PathBuf]) -> anyhow::Result<()> {
    for path in records::files(folder, "svg")? {
        if !drawn.contains(&path) {
            let remove = || format!("cannot remove {}", path.display());
            std::fs::remove_file(&path).with_context(remove)?;
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> anyhow::Result<PathBuf> {
    write_atomically(path, text.as_bytes())?;
    Ok(path.to_owned())
}

#[cfg(test)]
mod tests;
