//! Named rows with a marker for each curve: values that are compared, or quartiles.

use super::scale::Scale;
use super::text::{self, name_lines, widest, widest_name, width, wrap};
use super::{
    AXIS, Canvas, Chart, Curve, CurveOrigin, GRID, HEADING_LINE, LEAST_PLOT_WIDTH, Layout, MARGIN,
    NAME_LINE, NUMBERS, Plane, SMALL, Style, Styles, TEXT, TICK, WIDTH, draw_lines, heading_lines,
};
use plotters::prelude::{Circle, Color, EmptyElement, PathElement};
use plotters::style::text_anchor::HPos;

/// Height of a row beside a name of one line.
const ROW: i32 = 28;

/// Free space between the entries of the legend.
const LEGEND_GAP: i32 = 24;

/// Width of a sample in the legend, with the free space before its name.
pub(super) const SAMPLE: i32 = 16;

/// Radius of the ring around a number of the paper. It surrounds the marker of an equal one.
const RING: i32 = 8;

/// Draws the rows of `chart`. Intervals are thick lines, and a thin one joins all values of a row.
pub(super) fn draw(chart: &Chart, styles: &Styles) -> anyhow::Result<String> {
    let layout = layout(chart, ROW);
    let points = chart.curves.iter().flat_map(|c| &c.points);
    let values = points.flat_map(|p| [p.low, p.y, p.high]);
    let values = values.chain(chart.marks.iter().copied()).chain(chart.reach);
    let room = |label: &str| width(label, SMALL, false) + 20;
    let x = Scale::new(values, chart.log_y, !chart.log_y, layout.size.0, room);
    let y = Scale::of_rows(chart.rows.len());
    let styles = styles.of_points(chart.curves.iter().map(|curve| &curve.origin));
    layout.picture(|canvas| {
        let mut of_legend = styles.iter();
        draw_legend(canvas, chart, |curve, at| {
            let style = *of_legend.next().expect("a style for each curve");
            match curve.origin {
                CurveOrigin::Stated(_) | CurveOrigin::Target(_) => {
                    canvas.draw(&Circle::new(at, RING - 2, ring(style)))?
                }
                CurveOrigin::Measured(..) => canvas.draw(&style.marker(at))?,
            }
            Ok(())
        })?;
        let ends = (layout.top, layout.top + layout.size.1);
        let mut plane = layout.plane(canvas, ends, NUMBERS, (x, y))?;
        for mark in &chart.marks {
            let (x, _) = plane.backend_coord(&(*mark, 0.0));
            let line = vec![(x, ends.0), (x, ends.1)];
            canvas.draw(&PathElement::new(line, AXIS.stroke_width(2)))?;
        }
        draw_values(&mut plane, chart, &styles)?;
        draw_names(canvas, chart, &layout, &plane)?;
        layout.draw_axis_labels(canvas)
    })
}

fn ring(style: Style) -> plotters::prelude::ShapeStyle {
    style.color().stroke_width(2)
}

/// Draws for each row the line through its values, the intervals, and the markers.
fn draw_values(plane: &mut Plane<'_, '_>, chart: &Chart, styles: &[Style]) -> anyhow::Result<()> {
    for row in 0..chart.rows.len() {
        let points = chart.curves.iter().flat_map(|c| &c.points);
        let here = points.filter(|p| p.x == row as f64).map(|p| p.y);
        let ends = [
            here.clone().fold(f64::INFINITY, f64::min),
            here.fold(f64::NEG_INFINITY, f64::max),
        ];
        if ends[0] < ends[1] {
            let line = ends.map(|x| (x, row as f64 + 0.5)).to_vec();
            plane.draw_series([PathElement::new(line, GRID[0].stroke_width(2))])?;
        }
    }
    for (curve, style) in chart.curves.iter().zip(styles) {
        let style = *style;
        for point in &curve.points {
            let row = point.x + 0.5;
            if point.low < point.high {
                let interval = vec![(point.low, row), (point.high, row)];
                let thick = style.color().mix(0.45).stroke_width(6);
                plane.draw_series([PathElement::new(interval, thick)])?;
            }
            let at = (point.y, row);
            match curve.origin {
                CurveOrigin::Stated(_) | CurveOrigin::Target(_) => {
                    let ring = EmptyElement::at(at) + Circle::new((0, 0), RING, ring(style));
                    plane.plotting_area().draw(&ring)?;
                }
                CurveOrigin::Measured(..) => plane.plotting_area().draw(&style.marker(at))?,
            }
        }
    }
    Ok(())
}

/// Writes the name of each row to the left and its remark to the right.
pub(super) fn draw_names(
    canvas: &Canvas<'_>,
    chart: &Chart,
    layout: &Layout,
    plane: &Plane<'_, '_>,
) -> anyhow::Result<()> {
    for (i, row) in chart.rows.iter().enumerate() {
        let (_, middle) = plane.backend_coord(&(0.0, i as f64 + 0.5));
        let lines = name_lines(&row.name);
        let style = text::style(TEXT, false, HPos::Right);
        let first = middle - (lines.len() as i32 - 1) * NAME_LINE / 2;
        let at = (layout.left - 2 * TICK, first);
        draw_lines(canvas, &lines, &style, at, (0, NAME_LINE))?;
        if !row.remark.is_empty() {
            let style = text::style(TEXT, false, HPos::Left);
            let at = (layout.left + layout.size.0 + 10, middle);
            canvas.draw_text(&row.remark, &style, at)?;
        }
    }
    Ok(())
}

/// Returns the layout of rows of this height, whose heading ends with free lines for the legend.
pub(super) fn layout(chart: &Chart, row: i32) -> Layout {
    let before = widest_name(chart.rows.iter().map(|row| row.name.as_str()));
    let lines = chart.rows.iter().map(|row| name_lines(&row.name).len());
    let row = row + (lines.max().unwrap_or(1) as i32 - 1) * NAME_LINE;
    let remarks = chart.rows.iter().map(|row| row.remark.as_str());
    let beside = 10 + widest(remarks, TEXT, false);
    let left = MARGIN + before + 2 * TICK;
    let plot = (WIDTH - MARGIN - left - beside).max(LEAST_PLOT_WIDTH);
    let mut heading = heading_lines(&chart.heading);
    let legend = legend(chart).last().map_or(0, |(line, _)| line + 1);
    heading.extend((0..legend).map(|_| String::new()));
    let x_label = wrap(&chart.y_label, TEXT, false, plot);
    let size = (plot, chart.rows.len() as i32 * row);
    let heads = legend_width(chart).max(0) - left - plot;
    Layout::new(
        [heading, x_label, Vec::new()],
        size,
        before,
        beside.max(heads),
    )
}

/// Returns line and left end of each curve's entry in the legend. None if there is one curve alone.
fn legend(chart: &Chart) -> Vec<(i32, i32)> {
    let (mut line, mut x) = (0, MARGIN);
    let mut places = Vec::new();
    if chart.curves.len() < 2 {
        return places;
    }
    for curve in &chart.curves {
        let wide = SAMPLE + width(&curve.label, TEXT, false);
        if x > MARGIN && x + wide > WIDTH - MARGIN {
            (line, x) = (line + 1, MARGIN);
        }
        places.push((line, x));
        x += wide + LEGEND_GAP;
    }
    places
}

/// Returns the right end of the legend.
fn legend_width(chart: &Chart) -> i32 {
    let ends = legend(chart).into_iter().zip(&chart.curves);
    let ends = ends.map(|((_, x), curve)| x + SAMPLE + width(&curve.label, TEXT, false));
    ends.max().unwrap_or(0)
}

/// Writes the legend under the heading. `sample` draws the sample of a curve around a point.
pub(super) fn draw_legend(
    canvas: &Canvas<'_>,
    chart: &Chart,
    mut sample: impl FnMut(&Curve, (i32, i32)) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let style = text::style(TEXT, false, HPos::Left);
    let above = heading_lines(&chart.heading).len() as i32;
    for ((line, x), curve) in legend(chart).into_iter().zip(&chart.curves) {
        let middle = MARGIN + (above + line) * HEADING_LINE + super::HEADING / 2;
        sample(curve, (x + SAMPLE / 2 - 2, middle))?;
        canvas.draw_text(&curve.label, &style, (x + SAMPLE, middle))?;
    }
    Ok(())
}
