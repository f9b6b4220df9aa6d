//! Charts of named rows: quantities beside each other, quartiles, steps.

use super::common_scale;
use crate::curves::{Line, distinct, lines_of_plot, names, points};
use crate::format::{self, or, position};
use crate::names;
use crate::plot::{Chart, ChartRow, Curve, CurveOrigin, Point};
use crate::{Page, Plot};
use records::{Row, Rows, Selection, Unit};

/// Most rows of steps.
const MOST_ROWS: usize = 12;

/// Most steps that have a color of their own. Others are one part.
const MOST_STEPS: usize = 5;

/// Prefix of the quantities of steps.
const STEP: &str = "step-time/";

/// Steps in the order in which detectors take them. Others follow by name.
const ORDER: [&str; 7] = [
    "update",
    "body-pairs",
    "overlap-regions",
    "face-checklist",
    "subdivision",
    "face-pairs",
    "pair-proofs",
];

/// Returns a row for each position of each curve, with a marker for each quantity and the paper's.
/// `None` without rows.
pub(super) fn dumbbells(rows: &Rows, page: &Page, plot: &Plot) -> Option<Chart> {
    let lines = lines_of_plot(rows, &page.id, plot, plot.quantity());
    let first = lines.first()?.rows[0];
    let scale = common_scale(&lines, first.unit);
    let positions = positions_of(&lines, plot);
    let own = (plot.quantity(), or(&plot.name, plot.quantity()));
    let beside = plot
        .beside
        .iter()
        .map(|b| (b.quantity.as_str(), b.name.as_str()));
    let mut curves = Vec::new();
    for (quantity, name) in [own].into_iter().chain(beside) {
        let lines = lines_of_plot(rows, &page.id, plot, quantity);
        let points = positions.iter().enumerate().filter_map(|(i, place)| {
            let same = |line: &&Line<'_>| (line.detector, line.series) == place.of;
            let row = lines.iter().find(same)?.at(place.x)?;
            Some(Point {
                x: i as f64,
                ..super::point(row, scale)?
            })
        });
        let origin = CurveOrigin::Measured(name.to_owned(), 0);
        curves.push(curve(name, origin, points.collect()));
    }
    let stated = positions.iter().enumerate().filter_map(|(i, place)| {
        let is_beside = |line: &Line<'_>| (line.detector, line.series) == place.of;
        let line = lines.iter().find(|line| is_beside(line))?;
        let paper = plot.paper.iter().find(|paper| line.is_beside(paper))?;
        let (_, y) = paper.points.iter().find(|(x, _)| *x == place.x)?;
        Some(Point::exact(i as f64, y * scale.factor))
    });
    if let Some(paper) = plot.paper.first() {
        // The series is the row's: "Hubbard96, lamp".
        let name = paper.label.split(", ").next().unwrap_or_default();
        curves.push(curve(name, CurveOrigin::Stated(0), stated.collect()));
    }
    curves.retain(|curve| !curve.points.is_empty());
    let rows = positions
        .into_iter()
        .map(|place| row(place.name, String::new()));
    Some(Chart {
        curves,
        rows: rows.collect(),
        marks: plot.target.iter().map(|t| t.at * scale.factor).collect(),
        y_label: super::with_unit(or(&plot.y, plot.quantity()).to_owned(), scale, first.unit),
        ..in_rows(page, plot)
    })
}

/// A position of a curve.
pub(crate) struct Place<'a> {
    /// Detector and series.
    pub(crate) of: (&'a str, &'a str),
    pub(crate) x: f64,
    pub(crate) name: String,
}

/// Returns the positions of all curves: those of the paper, if it has any.
pub(crate) fn positions_of<'a>(lines: &[Line<'a>], plot: &Plot) -> Vec<Place<'a>> {
    let mut places = Vec::new();
    for (line, name) in lines.iter().zip(names(lines)) {
        let paper = plot.paper.iter().find(|paper| line.is_beside(paper));
        let is_stated = |x: f64| paper.is_none_or(|p| p.points.iter().any(|(at, _)| *at == x));
        for row in line.rows.iter().filter(|row| is_stated(row.key.x)) {
            let name = format::join(&[name.clone(), position("", row)], ", ");
            places.push(Place {
                of: (line.detector, line.series),
                x: row.key.x,
                name,
            });
        }
    }
    places
}

/// Returns median and quartiles of what bins hold, a row for each detector in each series. `None`
/// without bins.
pub(super) fn quartiles(rows: &Rows, page: &Page, plot: &Plot) -> Option<Chart> {
    let bins = format!("{}/share", plot.quantity());
    let mut lines = lines_of_plot(rows, &page.id, plot, &bins);
    lines.sort_by(|a, b| a.series.cmp(b.series));
    let series = lines.first()?.series;
    let medians = lines_of_plot(rows, &page.id, plot, plot.quantity());
    let mut curves: Vec<Curve> = Vec::new();
    let mut named = Vec::new();
    let mut last = None;
    for line in &lines {
        let bins = points(&line.rows);
        let [low, y, high] = [0.25, 0.5, 0.75].map(|share| quantile(&bins, share));
        let point = Point {
            x: named.len() as f64,
            y,
            low,
            high,
        };
        let label = names::name(line.detector);
        match curves.iter_mut().find(|curve| curve.label == label) {
            Some(curve) => curve.points.push(point),
            None => {
                let origin = CurveOrigin::Measured(line.detector.to_owned(), 0);
                curves.push(curve(&label, origin, vec![point]));
            }
        }
        let is_new = last.replace(line.series) != Some(line.series);
        let name = if is_new || series.is_empty() {
            format::series(line.series)
        } else {
            String::new()
        };
        // That of the samples may be below the first bin.
        let of_line = |l: &&Line<'_>| (l.detector, l.series) == (line.detector, line.series);
        let median = medians.iter().find(of_line).and_then(|l| l.last().median());
        named.push(row(name, format::number(median.unwrap_or(y))));
    }
    Some(Chart {
        curves,
        rows: named,
        y_label: plot.y.clone(),
        ..in_rows(page, plot)
    })
}

/// Returns the value up to which bins hold a share of the whole. A bin ends where the next begins,
/// and the last is as wide as the one before. Within a bin values are taken as evenly spread over
/// their logarithms.
fn quantile(bins: &[(f64, f64)], share: f64) -> f64 {
    let whole: f64 = bins.iter().map(|(_, s)| s).sum();
    let mut before = 0.0;
    for (i, (low, part)) in bins.iter().enumerate() {
        let after = before + part / whole;
        if after >= share && *part > 0.0 {
            let step = match (bins.get(i + 1), i) {
                (Some((next, _)), _) => next / low,
                (None, 0) => 1.0,
                (None, i) => low / bins[i - 1].0,
            };
            return low * step.powf((share - before) / (after - before));
        }
        before = after;
    }
    bins.last().map_or(0.0, |(low, _)| *low)
}

/// Returns the shares of the steps in the time of a frame, with the whole time beside each row.
/// `None` if no row has two steps.
pub(super) fn steps(rows: &Rows, page: &Page, plot: &Plot) -> Option<Chart> {
    let lines = lines_of_plot(rows, &page.id, plot, Plot::TIME);
    let all = rows.select(&Selection::of(&page.id));
    let of_frame = |frame: &Row| of_frame(&all, frame);
    let mut frames = Vec::new();
    for line in &lines {
        let has_steps = |row: &&&Row| of_frame(row).len() > 1;
        let of_line: Vec<&Row> = line.rows.iter().filter(has_steps).copied().collect();
        frames.extend(some_of(&of_line, (MOST_ROWS / lines.len()).max(2)));
    }
    frames.truncate(MOST_ROWS);
    let steps: Vec<Vec<(&str, f64)>> = frames.iter().map(|frame| of_frame(frame)).collect();
    let names = distinct(steps.iter().flatten().map(|(step, _)| *step));
    let rank = |step: &str| ORDER.iter().position(|known| *known == step);
    let mut kept = largest(&names, &steps);
    kept.sort_by_key(|step| (rank(step).unwrap_or(ORDER.len()), *step));
    let mut curves: Vec<Curve> = kept
        .iter()
        .map(|step| {
            let part = |name: &str| name == *step;
            curve(
                &step.replace('-', " "),
                step_origin(step),
                shares(&steps, part),
            )
        })
        .collect();
    if kept.len() < names.len() {
        let part = |name: &str| !kept.contains(&name);
        curves.push(curve(
            "other steps",
            step_origin("other steps"),
            shares(&steps, part),
        ));
    }
    (!curves.is_empty()).then(|| Chart {
        curves,
        rows: frames.iter().map(|frame| of_steps(frame)).collect(),
        stacked: true,
        y_label: or(&plot.y, "share of all steps (%)").to_owned(),
        ..in_rows(page, plot)
    })
}

/// Returns the steps of a frame, with their times.
fn of_frame<'a>(all: &[&'a Row], frame: &Row) -> Vec<(&'a str, f64)> {
    let of_same = |row: &&Row| row.key == frame.key;
    let same = all.iter().copied().filter(of_same);
    same.filter_map(|row| Some((row.quantity.strip_prefix(STEP)?, row.median()?)))
        .collect()
}

fn step_origin(step: &str) -> CurveOrigin {
    CurveOrigin::Measured(format!("{STEP}{step}"), 0)
}

/// Returns the steps with the largest share in any frame.
fn largest<'a>(names: &[&'a str], frames: &[Vec<(&str, f64)>]) -> Vec<&'a str> {
    let most = |step: &str| {
        let points = shares(frames, |name| name == step);
        points.iter().map(|p| p.y).fold(0.0, f64::max)
    };
    let mut names = names.to_vec();
    names.sort_by(|a, b| most(b).total_cmp(&most(a)));
    // A single other step has its own name.
    if names.len() > MOST_STEPS + 1 {
        names.truncate(MOST_STEPS);
    }
    names
}

/// Returns the percentage of some steps in each frame.
fn shares(frames: &[Vec<(&str, f64)>], part: impl Fn(&str) -> bool) -> Vec<Point> {
    let share = |(i, steps): (usize, &Vec<(&str, f64)>)| {
        let whole: f64 = steps.iter().map(|(_, time)| time).sum();
        let part = steps.iter().filter(|(name, _)| part(name));
        let part: f64 = part.map(|(_, time)| time).sum();
        (whole > 0.0).then(|| Point::exact(i as f64, 100.0 * part / whole))
    };
    frames.iter().enumerate().filter_map(share).collect()
}

/// Returns the row of a frame: its detector and position, and its whole time.
fn of_steps(frame: &Row) -> ChartRow {
    let name = names::name(&frame.key.detector);
    let name = format::join(&[name, position(&frame.key.series, frame)], ", ");
    let time = format::value(frame.median().unwrap_or(0.0), Unit::Seconds);
    row(name, time)
}

/// Returns at most `most` elements, the first and the last among them, evenly spaced.
fn some_of<'a>(all: &[&'a Row], most: usize) -> Vec<&'a Row> {
    if all.len() <= most {
        return all.to_vec();
    }
    let at = |i: usize| all[i * (all.len() - 1) / (most - 1)];
    (0..most).map(at).collect()
}

/// Returns more than `most` bars of several detectors in several series as rows, a row for each
/// series and a marker for each detector, if the markers are few enough. Other charts as they are.
pub(super) fn of_grid(chart: Chart, lines: &[Line<'_>], most: usize) -> Chart {
    let detectors = distinct(lines.iter().map(|line| line.detector));
    let series = distinct(lines.iter().map(|line| line.series));
    let is_measured = chart.curves.len() == lines.len();
    let is_grid = detectors.len() > 1 && series.len() > 1 && is_measured && lines.len() > most;
    let single = lines.iter().all(|line| line.rows.len() == 1);
    if !is_grid || !single || detectors.len() > Chart::MOST_CURVES {
        return chart;
    }
    let of = |detector: &&str| {
        let points = lines.iter().zip(&chart.curves).filter_map(|(line, curve)| {
            let row = series.iter().position(|s| *s == line.series)?;
            let point = curve
                .points
                .first()
                .filter(|_| line.detector == *detector)?;
            Some(Point {
                x: row as f64,
                ..*point
            })
        });
        let origin = CurveOrigin::Measured((*detector).to_owned(), 0);
        curve(&names::name(detector), origin, points.collect())
    };
    Chart {
        x_label: String::new(),
        curves: detectors.iter().map(of).collect(),
        rows: series
            .iter()
            .map(|s| row(format::series(s), String::new()))
            .collect(),
        ..chart
    }
}

fn curve(label: &str, origin: CurveOrigin, points: Vec<Point>) -> Curve {
    Curve {
        label: label.to_owned(),
        origin,
        points,
        joined: false,
    }
}

const fn row(name: String, remark: String) -> ChartRow {
    ChartRow { name, remark }
}

/// Returns what all charts of rows have: the heading, and the axis along the rows.
fn in_rows(page: &Page, plot: &Plot) -> Chart {
    Chart {
        heading: plot.heading(page).to_owned(),
        log_y: plot.log.of_y(),
        ..Chart::default()
    }
}

#[cfg(test)]
mod tests;
