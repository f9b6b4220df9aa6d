//! Dots: one row for each of many curves that have two or three positions each.

use super::scale::Scale;
use super::text::{self, name_lines, widest, widest_name, width, wrap};
use super::{
    Canvas, Chart, Curve, HEADING, HEADING_LINE, LEAST_PLOT_WIDTH, Layout, MARGIN, NAME_LINE,
    NUMBERS, SMALL, Style, Styles, TEXT, TICK, WIDTH, draw_lines, heading_lines,
};
use crate::format;
use plotters::prelude::{Color, PathElement};
use plotters::style::text_anchor::HPos;

/// Height of a row with the free space around it, beside a name of one line.
const ROW: i32 = 26;

/// Free space between the entries of the legend.
const LEGEND_GAP: i32 = 28;

/// Draws a row for each curve of `chart`, sorted by its value at the last position. Each position
/// has a marker, which the legend names.
pub(super) fn draw(chart: &Chart, styles: &Styles) -> anyhow::Result<String> {
    let mut rows: Vec<&Curve> = chart.curves.iter().collect();
    let last = |curve: &Curve| curve.points.last().map_or(0.0, |p| p.y);
    rows.sort_by(|a, b| last(a).total_cmp(&last(b)));
    let layout = layout(chart, &rows);
    let values = rows.iter().flat_map(|c| &c.points).map(|p| p.y);
    let room = |label: &str| width(label, SMALL, false) + 20;
    let x = Scale::new(values, chart.log_y, !chart.log_y, layout.size.0, room);
    let y = Scale::of_rows(rows.len());
    layout.picture(|canvas| {
        draw_legend(canvas, chart, &layout)?;
        let ends = (layout.top, layout.top + layout.size.1);
        let mut plane = layout.plane(canvas, ends, NUMBERS, (x, y))?;
        for (i, curve) in rows.iter().enumerate() {
            let row = i as f64 + 0.5;
            let style = styles.of(&curve.origin);
            let line: Vec<_> = curve.points.iter().map(|p| (p.y, row)).collect();
            let thin = style.color().mix(0.5).stroke_width(1);
            plane.draw_series([PathElement::new(line, thin)])?;
            for point in &curve.points {
                let marker = marker(style, chart, point.x).marker((point.y, row));
                plane.plotting_area().draw(&marker)?;
            }
            let (_, middle) = plane.backend_coord(&(0.0, row));
            draw_row_name(canvas, &layout, &curve.label, middle)?;
        }
        layout.draw_axis_labels(canvas)
    })
}

/// Returns the layout, whose heading ends with a free line for the legend.
fn layout(chart: &Chart, rows: &[&Curve]) -> Layout {
    let before = widest_name(rows.iter().map(|c| c.label.as_str()));
    let lines = rows.iter().map(|c| name_lines(&c.label).len());
    let row_height = ROW + (lines.max().unwrap_or(1) as i32 - 1) * NAME_LINE;
    let left = MARGIN + before + 2 * TICK;
    let plot = (WIDTH - 2 * MARGIN - left).max(LEAST_PLOT_WIDTH);
    let mut heading = heading_lines(&chart.heading);
    heading.push(String::new());
    let x_label = wrap(&chart.y_label, TEXT, false, plot);
    let size = (plot, rows.len() as i32 * row_height);
    let legend = legend(chart);
    let width_of_legend = widest([legend.0.as_str()].into_iter(), TEXT, false)
        + legend
            .1
            .iter()
            .map(|label| width(label, TEXT, false) + LEGEND_GAP + 14)
            .sum::<i32>();
    let beside = (width_of_legend - left - plot + MARGIN).max(MARGIN);
    Layout::new([heading, x_label, Vec::new()], size, before, beside)
}

/// Returns the label of the horizontal axis, and the positions.
fn legend(chart: &Chart) -> (String, Vec<String>) {
    let positions = chart.positions().into_iter().map(format::number);
    (format!("{}:", chart.x_label), positions.collect())
}

fn draw_legend(canvas: &Canvas<'_>, chart: &Chart, layout: &Layout) -> anyhow::Result<()> {
    let (label, positions) = legend(chart);
    let lines = layout.heading.len() as i32;
    let middle = MARGIN + (lines - 1) * HEADING_LINE + HEADING / 2;
    let style = text::style(TEXT, false, HPos::Left);
    canvas.draw_text(&label, &style, (MARGIN, middle))?;
    let mut x = MARGIN + width(&label, TEXT, false) + LEGEND_GAP / 2;
    for (at, label) in chart.positions().into_iter().zip(positions) {
        canvas.draw(&marker(Style::PLAIN, chart, at).marker((x, middle)))?;
        canvas.draw_text(&label, &style, (x + 14, middle))?;
        x += 14 + width(&label, TEXT, false) + LEGEND_GAP;
    }
    Ok(())
}

/// Returns the style of the dot at a position.
fn marker(style: Style, chart: &Chart, x: f64) -> Style {
    let rank = chart.positions().iter().position(|at| *at == x);
    style.with_marker(rank.unwrap_or_default())
}

/// Writes the name of a row to the left of it.
fn draw_row_name(
    canvas: &Canvas<'_>,
    layout: &Layout,
    name: &str,
    middle: i32,
) -> anyhow::Result<()> {
    let lines = name_lines(name);
    let style = text::style(TEXT, false, HPos::Right);
    let first = middle - (lines.len() as i32 - 1) * NAME_LINE / 2;
    let at = (layout.left - 2 * TICK, first);
    draw_lines(canvas, &lines, &style, at, (0, NAME_LINE))
}
