//! The pages, from templates.

use crate::claims::{self, Assessed, words};
use crate::page::Intervals;
use crate::papers::Paper;
use crate::{Page, Plot, tables};
use anyhow::Context;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, syntax::SyntaxConfig};
use records::{Rows, Run};
use serde::Serialize;

/// Content of the summary.
#[derive(Serialize)]
struct Summary {
    counts: String,
    own_counts: String,
    chapters: Vec<Chapter>,
    run: Circumstances,
    by_hand: bool,
}

/// Content of a paper's page.
#[derive(Serialize)]
struct PaperPage {
    title: String,
    sections: Vec<Section>,
    run: Circumstances,
}

/// Environment and circumstances of a run, in words.
#[derive(Serialize)]
struct Circumstances {
    revisions: String,
    dirty: bool,
    quick: bool,
    cpu: String,
    cores: u32,
    memory: String,
    os: String,
    rustc: String,
    profile: String,
    command: String,
}

/// Claim with its verdict, in words.
#[derive(Serialize)]
struct Entry {
    id: String,
    experiment: String,
    paper_key: String,
    place: String,
    says: String,
    paper: String,
    paper_normalized: String,
    ours: String,
    normalized: String,
    verdict: &'static str,
    rule: String,
    caveat: String,
}

/// Paper in the summary.
#[derive(Serialize)]
struct Chapter {
    key: String,
    title: String,
    claims: Vec<Entry>,
}

/// Experiment on its paper's page.
#[derive(Serialize)]
struct Section {
    id: String,
    heading: String,
    question: String,
    paper_says: String,
    analysis: String,
    rendered: Vec<Rendered>,
    pictures: Vec<Picture>,
    ratios: String,
    pairing: &'static str,
    breakdowns: Vec<(String, String)>,
    failures: Vec<String>,
    verified: String,
    /// Intervals are proved bounds, not confidence intervals.
    proved: bool,
    claims: Vec<Entry>,
}

/// Picture that the experiment rendered.
#[derive(Serialize)]
struct Rendered {
    title: String,
    file: String,
}

/// Plot with its table.
#[derive(Serialize)]
struct Picture {
    title: String,
    file: String,
    table: String,
}

/// Returns `README.md`: every claim with its verdict. `by_hand` is true if the pages that are
/// written by hand are beside it.
pub(crate) fn summary(
    rows: &Rows,
    run: &Run,
    papers: &[&Paper],
    ledger: &[Assessed<'_>],
    by_hand: bool,
) -> anyhow::Result<String> {
    let chapter = |paper: &&Paper| Chapter {
        key: paper.key.clone(),
        title: paper.paper.title.clone(),
        claims: ledger
            .iter()
            .filter(|assessed| assessed.paper.key == paper.key)
            .map(Entry::of)
            .collect(),
    };
    let own = |own: bool| {
        let counted = ledger
            .iter()
            .filter(|a| a.paper.paper.year.is_none() == own);
        claims::counted(counted)
    };
    let summary = Summary {
        counts: own(false),
        own_counts: own(true),
        chapters: papers.iter().map(chapter).collect(),
        run: Circumstances::of(rows, run),
        by_hand,
    };
    render(
        "summary.md",
        include_str!("../templates/summary.md"),
        &summary,
    )
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
) -> anyhow::Result<String> {
    let sections = pages
        .iter()
        .map(|(page, pictures)| Section::of(rows, page, pictures, rendered, ledger));
    let page = PaperPage {
        title: paper.paper.title.clone(),
        sections: sections.collect(),
        run: Circumstances::of(rows, run),
    };
    render("paper.md", include_str!("../templates/paper.md"), &page)
}

/// Fills a template. A misspelled name in the template is an error, not an empty text.
fn render(name: &str, template: &str, content: &impl Serialize) -> anyhow::Result<String> {
    let mut syntax = SyntaxConfig::builder();
    let syntax = syntax
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true);
    let mut environment = Environment::new();
    environment.set_syntax(syntax.build().context("blocks without delimiters")?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_filter("cell", |text: String| records::escape(&text));
    environment
        .render_named_str(name, template, Serde(content))
        .with_context(|| format!("the template {name} cannot be filled"))
}

impl Circumstances {
    fn of(rows: &Rows, run: &Run) -> Circumstances {
        let mut revisions: Vec<&str> = rows.iter().map(|row| row.key.revision.as_str()).collect();
        revisions.sort();
        revisions.dedup();
        let memory = match run.machine.memory {
            0 => "unknown".to_owned(),
            bytes => format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)),
        };
        Circumstances {
            revisions: revisions.join(", "),
            dirty: run.dirty,
            quick: run.quick,
            cpu: run.machine.cpu.clone(),
            cores: run.machine.cores,
            memory,
            os: run.machine.os.clone(),
            rustc: run.machine.rustc.clone(),
            profile: run.profile.clone(),
            command: run.command.clone(),
        }
    }
}

impl Entry {
    fn of(assessed: &Assessed<'_>) -> Entry {
        let Assessed {
            paper,
            claim,
            assessment,
        } = assessed;
        let (numbers, free) = words::paper(claim, paper);
        Entry {
            id: claim.id.clone(),
            experiment: claim.experiment.clone(),
            paper_key: claim
                .experiment
                .split('-')
                .next()
                .unwrap_or_default()
                .to_owned(),
            place: claim.place.clone(),
            says: claim.says.clone(),
            paper: numbers,
            paper_normalized: free,
            ours: assessment.ours.clone(),
            normalized: assessment.normalized.clone(),
            verdict: assessment.verdict.words(),
            rule: words::rule(claim, paper),
            caveat: claim.caveat.clone(),
        }
    }
}

impl Section {
    fn of(
        rows: &Rows,
        page: &Page,
        pictures: &[(Plot, String)],
        rendered: &dyn Fn(&str) -> bool,
        ledger: &[Assessed<'_>],
    ) -> Section {
        let there = page.pictures.iter().filter(|p| rendered(&p.file));
        let there = there.map(|p| Rendered {
            title: p.title.clone(),
            file: p.file.clone(),
        });
        let picture = |(plot, file): &(Plot, String)| Picture {
            title: plot.heading(page).to_owned(),
            file: file.clone(),
            table: tables::under_plot(rows, page, plot),
        };
        Section {
            id: page.id.clone(),
            heading: page.heading().to_owned(),
            question: page.question.clone(),
            paper_says: page.paper_says.clone(),
            analysis: page.analysis.trim().to_owned(),
            rendered: there.collect(),
            pictures: pictures.iter().map(picture).collect(),
            ratios: tables::ratios(rows, page),
            pairing: tables::pairing(rows, page),
            breakdowns: tables::breakdowns(rows, page),
            failures: tables::failures(rows, page),
            verified: tables::verified(rows, page),
            proved: page.intervals == Intervals::Proved,
            claims: ledger
                .iter()
                .filter(|assessed| assessed.claim.experiment == page.id)
                .map(Entry::of)
                .collect(),
        }
    }
}
