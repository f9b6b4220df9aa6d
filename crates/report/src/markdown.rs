//! The pages, from templates.

use crate::claims::{self, Assessed, words};
use crate::page::Intervals;
use crate::papers::Paper;
use crate::{Page, Plot, tables};
use anyhow::{Context, Result};
use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior, context, syntax::SyntaxConfig};
use records::{Rows, Run};

/// Returns `README.md`: every claim with its verdict. `by_hand` is true if the pages that are
/// written by hand are beside it.
pub(crate) fn summary(
    rows: &Rows,
    run: &Run,
    papers: &[&Paper],
    ledger: &[Assessed<'_>],
    by_hand: bool,
) -> Result<String> {
    let chapter = |paper: &&Paper| {
        let claims = ledger.iter().filter(|a| a.paper.key == paper.key);
        context! {
            key => paper.key.as_str(),
            title => paper.paper.title.as_str(),
            claims => claims.clone().map(|a| entry(a, run)).collect::<Vec<_>>(),
            changed => claims.clone().any(|a| !a.claim.changed.is_empty()),
        }
    };
    // A paper without a year is the laboratory's own: its hypotheses are counted apart, so that
    // they do not improve the count of reproduced claims.
    let counts = |papers: bool| claims::counted(claims::of_papers(ledger, papers));
    let changed = ledger.iter().filter(|a| !a.claim.changed.is_empty());
    let content = context! {
        counts => counts(true),
        own_counts => counts(false),
        rules => ledger.len(),
        changed => changed.count(),
        chapters => papers.iter().map(chapter).collect::<Vec<_>>(),
        run => circumstances(rows, run),
        by_hand,
    };
    let template = include_str!("../templates/summary.md");
    render("summary.md", template, content)
}

/// Returns a paper's page: its experiments with plots, tables and verdicts. `pictures` has, for
/// each page, the plots that were drawn with their file names. `rendered` returns true for a file
/// that is beside the rows.
pub(crate) fn paper(
    rows: &Rows,
    run: &Run,
    paper: &Paper,
    pages: &[(&Page, Vec<(Plot, String)>)],
    rendered: &dyn Fn(&str) -> bool,
    ledger: &[Assessed<'_>],
) -> Result<String> {
    let section = |(page, pictures): &(&Page, Vec<(Plot, String)>)| {
        // Without its file, a picture is omitted: a link to it would show nothing.
        let there = page.pictures.iter().filter(|p| rendered(&p.file));
        let claims = ledger.iter().filter(|a| a.claim.experiment == page.id);
        let picture = |(plot, file): &(Plot, String)| {
            context! {
                title => plot.heading(page),
                file => file.as_str(),
                table => tables::under_plot(rows, page, plot),
                note => tables::note(plot),
            }
        };
        context! {
            id => page.id.as_str(),
            heading => page.heading(),
            question => page.question.as_str(),
            paper_says => page.paper_says.as_str(),
            analysis => page.analysis.trim(),
            rendered => Serde(there.collect::<Vec<_>>()),
            pictures => pictures.iter().map(picture).collect::<Vec<_>>(),
            ratios => tables::ratios(rows, page),
            pairing => tables::pairing(rows, page),
            numbers => tables::numbers(rows, page),
            breakdowns => Serde(tables::breakdowns(rows, page)),
            failures => tables::failures(rows, page),
            verified => tables::verified(rows, page),
            // Intervals are proved bounds, not confidence intervals.
            proved => page.intervals == Intervals::Proved,
            claims => claims.map(|a| entry(a, run)).collect::<Vec<_>>(),
            command => command(&page.id, run),
        }
    };
    let of_paper = ledger.iter().filter(|a| a.paper.key == paper.key);
    let changed = of_paper.filter(|a| !a.claim.changed.is_empty());
    let content = context! {
        title => paper.paper.title.as_str(),
        changed => changed.map(|a| entry(a, run)).collect::<Vec<_>>(),
        sections => pages.iter().map(section).collect::<Vec<_>>(),
        run => circumstances(rows, run),
    };
    render("paper.md", include_str!("../templates/paper.md"), content)
}

/// Fills a template. A misspelled name in the template is an error, not an empty text.
fn render(name: &str, template: &str, content: Value) -> Result<String> {
    let mut syntax = SyntaxConfig::builder();
    let syntax = syntax
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true);
    let mut environment = Environment::new();
    environment.set_syntax(syntax.build().context("blocks without delimiters")?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // A `|` in a claim would end its cell of the table.
    environment.add_filter("cell", |text: String| records::escape(&text));
    environment
        .render_named_str(name, template, content)
        .with_context(|| format!("the template {name} cannot be filled"))
}

/// Returns the environment and the circumstances of a run, in words.
fn circumstances(rows: &Rows, run: &Run) -> Value {
    // A run that was continued after a commit has rows of several revisions.
    let mut revisions: Vec<&str> = rows.iter().map(|row| row.key.revision.as_str()).collect();
    revisions.sort();
    revisions.dedup();
    let memory = match run.machine.memory {
        0 => "unknown".to_owned(),
        bytes => format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)),
    };
    let workers = run.workers.get();
    let words = context! { revisions => revisions.join(", "), memory, workers };
    // The first of equal names wins, so the memory in words replaces the number of bytes.
    context! { ..words, ..Serde(&run.machine), ..Serde(run) }
}

/// Returns the command that measures an experiment again. Only the command of the run knows a scene
/// of the user's own.
fn command(experiment: &str, run: &Run) -> String {
    if run.command.contains("--scene") {
        return run.command.clone();
    }
    match run.workers.get() {
        1 => format!("cargo xtask compare {experiment}"),
        n => format!("cargo xtask compare {experiment} --workers {n} --out DIR"),
    }
}

/// Returns an earlier form of a rule, in words.
fn change(change: &claims::Change) -> Value {
    let claims::Change { date, was, why } = change;
    context! { date, was, why }
}

/// Returns a claim with its verdict, in words.
fn entry(assessed: &Assessed<'_>, run: &Run) -> Value {
    let claim = assessed.claim;
    let (paper, paper_normalized) = words::paper(claim, assessed.paper);
    // The page of the experiment: the laboratory's claims refer to experiments of papers, too.
    let paper_key = claim.experiment.split('-').next();
    context! {
        id => claim.id.as_str(),
        experiment => claim.experiment.as_str(),
        paper_key,
        place => claim.place.as_str(),
        says => claim.says.as_str(),
        paper,
        paper_normalized,
        ours => assessed.ours.as_str(),
        normalized => assessed.normalized.as_str(),
        verdict => assessed.words(),
        reason => assessed.reason.as_str(),
        changes => claim.changed.iter().map(change).collect::<Vec<_>>(),
        rule => words::rule(claim, assessed.paper),
        caveat => claim.caveat.as_str(),
        command => command(&claim.experiment, run),
    }
}
