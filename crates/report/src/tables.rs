//! Tables under plots, as Markdown.

mod breakdown;
mod checks;
mod points;
mod speed;
#[cfg(test)]
mod tests;

pub(crate) use breakdown::numbers;
pub(crate) use checks::{failures, verified};
pub(crate) use speed::{is_disturbed, process_spread, slow_repeats, speed};

use crate::claims::ratio;
use crate::curves::{Line, distinct, group, lines, lines_of_plot, names, table_scale};
use crate::draw::rows::positions_of;
use crate::format::{self, NOTHING, UnitScale};
use crate::page::PlotShape;
use crate::quotients::drawn;
use crate::{Page, Plot};
use points::{every_point, few_points, grid};
use records::{Row, Rows, Selection, TextTable, Unit, Value};

/// Detector that the others are divided by, if it takes part.
const REFERENCE: &str = "face-octree";

/// Maximum number of rows of a table. Longer curves are represented by a few of their points.
const LONGEST: usize = 20;

/// Returns the numbers that `plot` draws, with their intervals.
pub(crate) fn under_plot(rows: &Rows, page: &Page, plot: &Plot) -> String {
    // Each point is a job of its own: the table of jobs has the numbers.
    if plot.against.is_some() {
        return String::new();
    }
    let divided = drawn(rows, &page.id, plot);
    let lines = lines_of_plot(&divided, &page.id, plot, plot.quantity());
    let Some(first) = lines.first() else {
        return String::new();
    };
    use PlotShape::{
        BreakEven, Cumulative, Dumbbells, Exceedance, Histograms, LocalExponents, Quartiles, Steps,
    };
    match plot.shape {
        Histograms | Cumulative | Exceedance | Quartiles => return spread(rows, page, plot),
        Dumbbells => return side_by_side(rows, page, plot),
        // Those of the last position stand under "Times and work counts", and the times that
        // exponents and sums are computed from under plots of their own.
        Steps | LocalExponents | BreakEven => return String::new(),
        _ => {}
    }
    let scale = table_scale(plot, &lines);
    let table = if let Some(table) = grid(&lines, scale).filter(|_| plot.paper.is_empty()) {
        table
    } else if lines.iter().any(|line| line.rows.len() > LONGEST) {
        // The rows of all samples, if points are the worst of groups of them.
        let wholes = lines_of_plot(rows, &page.id, plot, &plot.worst_of);
        few_points((&lines, &wholes), scale, group(plot, &lines))
    } else {
        // The label of the axis says more than the rows' name.
        let x_name = format::or(&plot.x, &first.rows[0].key.x_name);
        every_point(&lines, x_name, &plot.paper, scale)
    };
    table.markdown()
}

/// Returns a sentence on the paper's numbers in a plot and its table. Empty without any.
pub(crate) fn note(plot: &Plot) -> String {
    let scaled = plot.paper.iter().find_map(|curve| curve.at);
    let scaled = scaled.map(|at| {
        let at = format::number(at);
        format!(
            "\"Scaled\": the paper's numbers, multiplied by one factor for each curve, so that they \
             meet ours at {at}. Only the shapes compare."
        )
    });
    let bound = plot.paper.iter().any(|curve| curve.bound);
    let bound = bound.then(|| "Kept: ours is at most the paper's.".to_owned());
    let divided = plot.divided_by.is_some() && !plot.paper.is_empty();
    let divided = divided.then(|| {
        "The paper's ratios are quotients of its own numbers, on the same scale as ours.".to_owned()
    });
    format::join(
        &[scaled, bound, divided].map(Option::unwrap_or_default),
        " ",
    )
}

/// Returns the quantiles of histograms: those of the quantity whose bins they draw, `quantity` for
/// `quantity/share`.
fn spread(rows: &Rows, page: &Page, plot: &Plot) -> String {
    let whole = match plot.shape {
        PlotShape::Exceedance | PlotShape::Quartiles => plot.quantity(),
        _ => plot.quantity().rsplit_once('/').map_or("", |(q, _)| q),
    };
    let lines = lines_of_plot(rows, &page.id, plot, whole);
    // One unit for all: that of the largest median.
    let medians = lines.iter().filter_map(|line| line.last().median());
    let largest = medians.fold(0.0, f64::max);
    let unit = lines.first().map_or(Unit::Ratio, |line| line.last().unit);
    let scale = UnitScale::of(largest, unit);
    let quantiles = |(line, name): (&Line<'_>, String)| {
        let row = line.last();
        let s = row.outcome.as_ref().ok()?.summary()?;
        let numbers = [s.min, s.q1, s.median, s.q3, s.max];
        let mut cells = vec![name, format::number(f64::from(s.n))];
        cells.extend(numbers.map(|v| scale.number(v)));
        Some(cells)
    };
    // Rows of bins without their samples have the median alone.
    let exact = |line: &Line<'_>| {
        let outcome = line.last().outcome.as_ref();
        outcome.is_ok_and(|value| matches!(value, Value::Exact(_)))
    };
    if lines.iter().all(exact) {
        let mut table = TextTable::new(["", "median"]);
        for (line, name) in lines.iter().zip(names(&lines)) {
            table.push([name, cell(Some(line.last()))]);
        }
        return table.markdown();
    }
    let measured = match scale.symbol {
        "" => plot.x.clone(),
        symbol => format!("in {symbol}"),
    };
    let head = [
        measured.as_str(),
        "samples",
        "least",
        "first quartile",
        "median",
        "third quartile",
        "largest",
    ];
    let mut table = TextTable::new(head);
    let named = lines.iter().zip(names(&lines));
    table.rows.extend(named.filter_map(quantiles));
    table.markdown()
}

/// Returns the positions of dumbbells against their quantities and the paper's numbers.
fn side_by_side(rows: &Rows, page: &Page, plot: &Plot) -> String {
    let lines = lines_of_plot(rows, &page.id, plot, plot.quantity());
    let scale = table_scale(plot, &lines);
    let own = (plot.quantity(), format::or(&plot.name, plot.quantity()));
    let beside = plot
        .beside
        .iter()
        .map(|b| (b.quantity.as_str(), b.name.as_str()));
    let quantities: Vec<_> = [own].into_iter().chain(beside).collect();
    let mut table = TextTable::new([corner("", scale)]);
    table
        .head
        .extend(quantities.iter().map(|(_, name)| (*name).to_owned()));
    let paper = plot.paper.first();
    let label = paper.and_then(|paper| paper.label.split(", ").next());
    table.head.extend(label.map(str::to_owned));
    for place in positions_of(&lines, plot) {
        let mut cells = vec![place.name.clone()];
        let of = |quantity: &str| {
            let lines = lines_of_plot(rows, &page.id, plot, quantity);
            let line = lines
                .into_iter()
                .find(|line| (line.detector, line.series) == place.of);
            line.and_then(|line| line.at(place.x))
        };
        cells.extend(
            quantities
                .iter()
                .map(|(quantity, _)| cell_in(of(quantity), scale)),
        );
        if paper.is_some() {
            let line = lines
                .iter()
                .find(|line| (line.detector, line.series) == place.of);
            let stated = line.and_then(|line| plot.paper.iter().find(|p| line.is_beside(p)));
            // The row shows which quantity agrees with it.
            let stated = stated.and_then(|p| p.points.iter().find(|(x, _)| *x == place.x));
            let text = stated.map(|(_, y)| format::number(*y));
            cells.push(text.unwrap_or_else(|| NOTHING.to_owned()));
        }
        table.push(cells);
    }
    table.markdown()
}

/// Returns times divided by those of the detector that the experiment is about, with paired
/// intervals: at the last point of long curves, else at every point. Empty without other detectors
/// at these points.
pub(crate) fn ratios(rows: &Rows, page: &Page) -> String {
    let all = lines(rows, &page.id, "time");
    let detectors = distinct(all.iter().map(|line| line.detector));
    let usual = detectors.iter().find(|d| **d == REFERENCE);
    let Some(reference) = usual.or(detectors.first()).copied() else {
        return String::new();
    };
    let others: Vec<&str> = detectors.into_iter().filter(|d| *d != reference).collect();
    if others.is_empty() {
        return String::new();
    }
    let mut table = TextTable::new([format!("divided by {}", crate::names::name(reference))]);
    let mut is_empty = true;
    table
        .head
        .extend(others.iter().map(|d| crate::names::name(d)));
    for base in all.iter().filter(|line| line.detector == reference) {
        let shown = if base.rows.len() > LONGEST {
            &base.rows[base.rows.len() - 1..]
        } else {
            &base.rows[..]
        };
        for below in shown {
            let cell = |detector: &&str| {
                let mut same_series = all.iter().filter(|line| line.series == base.series);
                let line = same_series.find(|line| line.detector == *detector)?;
                let ratio = ratio(line.at(below.key.x)?, below).ok()?;
                Some(format::estimate(&ratio))
            };
            let cells: Vec<Option<String>> = others.iter().map(cell).collect();
            is_empty &= cells.iter().all(Option::is_none);
            let cells = cells.into_iter();
            let cells = cells.map(|cell| cell.unwrap_or_else(|| NOTHING.to_owned()));
            let position = format::position(base.series, below);
            table.push([position].into_iter().chain(cells));
        }
    }
    if is_empty {
        return String::new();
    }
    table.markdown()
}

/// Returns the derivation of the intervals of [`ratios`]: repeat by repeat, if the samples of
/// repeats were kept.
pub(crate) fn pairing(rows: &Rows, page: &Page) -> &'static str {
    let all = lines(rows, &page.id, "time");
    let kept = |row: &&Row| row.samples.len() > 1;
    if all.iter().flat_map(|line| &line.rows).any(kept) {
        "samples of the same repeat are drawn together"
    } else {
        "medians over frames are compared, and the intervals are as wide as the ends of both allow"
    }
}

/// Returns the times of steps and the work counts at the last point of each series: one table for
/// each, with a heading. Counts of a sweep include their growth exponent.
pub(crate) fn breakdowns(rows: &Rows, page: &Page) -> Vec<(String, String)> {
    let selection = Selection::of(&page.id);
    let picked = rows.select(&selection);
    let series = distinct(picked.iter().map(|row| row.key.series.as_str()));
    series
        .into_iter()
        .filter_map(|series| breakdown::breakdown(rows, page, series))
        .collect()
}

fn cell(row: Option<&Row>) -> String {
    match row.map(|row| (&row.outcome, row.unit)) {
        Some((Ok(value), unit)) => format::summary(value, unit),
        _ => NOTHING.to_owned(),
    }
}

/// Returns a number with its interval in the unit of a table, which its corner names.
fn cell_in(row: Option<&Row>, scale: UnitScale) -> String {
    match row.map(|row| &row.outcome) {
        Some(Ok(value)) => format::summary_in(value, scale),
        _ => NOTHING.to_owned(),
    }
}

/// Adds the unit of a table to the text in its corner.
fn corner(text: &str, scale: UnitScale) -> String {
    match (text, scale.symbol) {
        (text, "") => text.to_owned(),
        ("", symbol) => format!("in {symbol}"),
        (text, symbol) => format!("{text}; in {symbol}"),
    }
}
