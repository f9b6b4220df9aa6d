//! Claims, races, plots and styles as data of the page.

use super::data::{
    CellEntry, ChartEntry, ClaimEntry, CurveEntry, ExperimentEntry, NameStyle, PaperCurveEntry,
    PaperEntry, PlotEntry, RaceEntry, ValueEntry, short,
};
use super::lines::{Texts, lines};
use super::{SiteInput, command};
use crate::claims::compared::followed;
use crate::claims::{self, words};
use crate::curves::{self, lines_of_plot};
use crate::dumbbells::other_runs;
use crate::format;
use crate::names::{self, FIRST_CONTACT};
use crate::page::{Intervals, PlotShape};
use crate::papers::key_of;
use crate::plot::{Chart, Curve, CurveOrigin, PlainStyle, Styles};
use crate::quotients::drawn;
use crate::race::{Cell, Race};
use crate::{Page, Plot};
use records::statistics::Estimate;
use records::{Row, Selection};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the section of an experiment in the pages, relative to the page.
fn link(experiment: &str) -> String {
    format!("{}/README.md#{experiment}", key_of(experiment))
}

fn ends(e: &Estimate) -> [f64; 3] {
    [e.value, e.low, e.high].map(short)
}

/// Returns the styles of names, with the names for readers.
pub(super) fn styles(styles: &Styles) -> Vec<NameStyle<'_>> {
    let style = |(name, plain): (_, PlainStyle)| NameStyle {
        name,
        display: names::name(name),
        color: plain.color,
        marker: plain.marker,
        filled: plain.filled,
        dash: plain.dash,
    };
    styles.plain().map(style).collect()
}

/// Returns the looks of all detectors of the rows, each with and without the question that it is
/// asked. Those that no plot draws look as they would alone.
pub(super) fn all_styles<'a>(input: &SiteInput<'a>) -> Vec<NameStyle<'a>> {
    let rows = input.newest.rows.iter();
    let labels: BTreeSet<&str> = rows.map(|row| row.key.detector.as_str()).collect();
    let unasked = labels.iter().filter_map(|l| l.strip_suffix(FIRST_CONTACT));
    let labels: BTreeSet<&str> = labels.iter().copied().chain(unasked).collect();
    let drawn = styles(&input.drawings.styles);
    let is_drawn = |label: &str| drawn.iter().any(|style| style.name == label);
    let others: Vec<&str> = labels.into_iter().filter(|l| !is_drawn(l)).collect();
    let alone = others.into_iter().filter_map(|name| {
        let alone = Styles::new(&[vec![name]]);
        let style = styles(&alone).pop()?;
        Some(NameStyle { name, ..style })
    });
    let alone: Vec<NameStyle<'a>> = alone.collect();
    drawn.into_iter().chain(alone).collect()
}

/// Returns the names for readers of the series among the texts of lines, where they differ.
pub(super) fn series<'a>(texts: &[&'a str]) -> BTreeMap<&'a str, String> {
    let settings = texts.iter().filter(|text| text.contains('='));
    let series = settings.filter(|text| names::look_of(text).is_none());
    series.map(|text| (*text, format::series(text))).collect()
}

pub(super) fn papers<'a>(input: &SiteInput<'a>) -> Vec<PaperEntry<'a>> {
    let papers = input.papers.0.iter();
    let papers = papers.map(|paper| {
        let of_paper = || input.ledger.iter().filter(|a| a.paper.key == paper.key);
        PaperEntry {
            key: &paper.key,
            title: &paper.paper.title,
            year: paper.paper.year,
            claimed: &paper.paper.claimed,
            standing: claims::standing(of_paper()),
            counts: claims::counted(of_paper(), paper.not_testable.len()),
        }
    });
    papers.collect()
}

/// Returns claim `i` of the ledger.
pub(super) fn claim<'a>(input: &SiteInput<'a>, i: usize) -> ClaimEntry<'a> {
    let assessed = &input.ledger[i];
    let claim = assessed.claim;
    let mut others = other_runs((i, assessed), &input.newest.rows, input.runs);
    others
        .iter_mut()
        .for_each(|run| run.times = short(run.times));
    let now = followed(&assessed.compared).map(|last| &last.ours);
    let now = now.filter(|now| now.value > 0.0 && now.value.is_finite());
    let (stated, normalized) = words::paper(assessed);
    let values = assessed.values.iter().map(|value| ValueEntry {
        name: &value.name,
        ours: ends(&value.ours),
        paper: value.paper.map(short),
    });
    let changes = claim.changed.iter();
    ClaimEntry {
        id: &claim.id,
        paper: &assessed.paper.key,
        experiment: &claim.experiment,
        place: &claim.place,
        says: &claim.says,
        verdict: assessed.verdict.words(),
        words: assessed.words(),
        reason: &assessed.reason,
        stability: assessed.stability,
        runs: assessed.runs,
        others,
        newest: now.map(|e| [1.0, e.low / e.value, e.high / e.value].map(short)),
        stated: [stated, normalized],
        found: [&assessed.ours, &assessed.normalized],
        values: values.collect(),
        rule: words::rule(assessed),
        changes: changes.map(|c| [c.date.as_str(), &c.was, &c.why]).collect(),
        caveat: &claim.caveat,
        command: command(&claim.experiment, input.newest),
        link: link(&claim.experiment),
    }
}

pub(super) fn race<'a>(input: &SiteInput<'a>, page: &'a Page) -> Option<RaceEntry<'a>> {
    let race = Race::of(&input.newest.rows, page)?;
    let job = |job: &crate::race::JobResults<'a>| {
        let cells = page.detectors.iter().zip(&job.cells);
        cells
            .map(|(detector, cell)| entry(input, page, job.title, detector, cell))
            .collect()
    };
    Some(RaceEntry {
        experiment: &page.id,
        title: page.heading(),
        asks: &page.race,
        detectors: &page.detectors,
        jobs: race.jobs.iter().map(|job| job.title).collect(),
        cells: race.jobs.iter().map(job).collect(),
    })
}

fn entry<'a>(
    input: &SiteInput<'a>,
    page: &Page,
    job: &str,
    detector: &str,
    cell: &Cell<'a>,
) -> CellEntry<'a> {
    match cell {
        Cell::Absent => CellEntry::Absent,
        Cell::Refused => {
            let selection = Selection {
                detector: Some(detector),
                series: Some(job),
                quantity: Some(Plot::TIME),
                ..Selection::of(&page.id)
            };
            let rows = input.newest.rows.select(&selection);
            let why = rows.first().and_then(|row| row.error());
            CellEntry::Refused {
                why: why.unwrap_or_default(),
            }
        }
        Cell::Measured { time, ratio, wrong } => CellEntry::Measured {
            wrong: *wrong,
            ratio: ratio.as_ref().map(ends),
            fastest: cell.is_fastest(),
            samples: samples(time),
            scene: &time.key.scene,
        },
    }
}

/// Returns the samples of a row by process.
fn samples(row: &Row) -> Vec<Vec<f64>> {
    let of_process = |process: &Vec<f64>| process.iter().map(|x| short(*x)).collect();
    row.samples.processes().iter().map(of_process).collect()
}

pub(super) fn experiment<'a>(
    input: &SiteInput<'a>,
    page: &'a Page,
    texts: &mut Texts<'a>,
) -> ExperimentEntry<'a> {
    let (lines, errors) = lines(&input.newest.rows, &page.id, texts);
    let plots = page.plots.iter().enumerate().filter_map(|(i, plot)| {
        let chart = input.drawings.chart(page, i)?;
        // Rows and panels of bars are no curves.
        let is_curves =
            chart.rows.is_empty() && !chart.histograms && plot.shape != PlotShape::Table;
        is_curves.then(|| plot_entry(input, page, plot, chart))
    });
    ExperimentEntry {
        id: &page.id,
        title: page.heading(),
        question: &page.question,
        says: &page.paper_says,
        link: link(&page.id),
        command: command(&page.id, input.newest),
        proved: page.intervals == Intervals::Proved,
        plots: plots.collect(),
        lines,
        errors,
    }
}

fn plot_entry<'a>(
    input: &SiteInput<'a>,
    page: &'a Page,
    plot: &'a Plot,
    chart: &'a Chart,
) -> PlotEntry<'a> {
    let paper = plot.paper.iter().map(|curve| PaperCurveEntry {
        label: &curve.label,
        detector: &curve.detector,
        series: &curve.series,
        points: &curve.points,
        meets: curve.at,
    });
    PlotEntry {
        title: plot.heading(page),
        quantity: plot.quantity(),
        x: &plot.x,
        y: &plot.y,
        log: [plot.log.of_x(), plot.log.of_y()],
        detectors: &plot.detectors,
        series: &plot.series,
        lines: drawn_lines(input, page, plot, chart),
        percent: plot.percent,
        divided_by: plot.divided_by.as_deref(),
        against: plot.against.as_deref(),
        paper: paper.collect(),
        chart: chart_entry(plot, chart),
    }
}

/// Returns detector and series of the curves of a chart that the script makes of lines.
fn drawn_lines(input: &SiteInput<'_>, page: &Page, plot: &Plot, chart: &Chart) -> Vec<[String; 2]> {
    if plot.against.is_some() {
        return Vec::new();
    }
    let rows = drawn(&input.newest.rows, &page.id, plot);
    let lines = lines_of_plot(&rows, &page.id, plot, plot.quantity());
    let names = curves::names(&lines);
    let is_drawn = |name: &String| chart.curves.iter().any(|curve| curve.label == *name);
    let lines = lines.iter().zip(&names).filter(|(_, name)| is_drawn(name));
    lines
        .map(|(line, _)| [line.detector.to_owned(), line.series.to_owned()])
        .collect()
}

fn chart_entry<'a>(plot: &Plot, chart: &'a Chart) -> ChartEntry<'a> {
    let is_computed = matches!(
        plot.shape,
        PlotShape::Exceedance
            | PlotShape::Cumulative
            | PlotShape::LocalExponents
            | PlotShape::BreakEven
    );
    let curve = |curve: &'a Curve| {
        let (name, rank) = match &curve.origin {
            CurveOrigin::Measured(name, rank) => (name.as_str(), *rank),
            CurveOrigin::Stated(rank) | CurveOrigin::Target(rank) => ("", *rank),
        };
        CurveEntry {
            label: &curve.label,
            name,
            rank,
            points: curve
                .points
                .iter()
                .map(|p| [short(p.x), short(p.y)])
                .collect(),
        }
    };
    let names = chart.mark_names.iter().map(String::as_str);
    let names = names.chain(std::iter::repeat(""));
    ChartEntry {
        x: &chart.x_label,
        y: &chart.y_label,
        log: [chart.log_x, chart.log_y],
        curves: chart
            .curves
            .iter()
            .filter(|_| is_computed)
            .map(curve)
            .collect(),
        marks: chart.marks.iter().copied().zip(names).collect(),
        bands: &chart.bands,
    }
}
