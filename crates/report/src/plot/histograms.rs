//! Histograms: one panel of bars for each curve, above each other over one axis.

use super::scale::Scale;
use super::text::{self, Align, widest, width, wrap};
use super::{
    AXIS, Canvas, Chart, Curve, HEADING, HEADING_LINE, LINE, MARGIN, NUMBERS, SMALL, TEXT, TICK,
    draw_heading, draw_mesh, picture,
};
use plotters::element::DashedPathElement;
use plotters::prelude::{ChartBuilder, Color, FontTransform, Rectangle};

/// Width of the panels.
const PLOT_WIDTH: i32 = 560;

/// Height of a panel.
const PANEL: i32 = 84;

/// Free space between panels.
const GAP: i32 = 12;

/// Positions on the canvas, in pixels.
struct Layout {
    left: i32,
    top: i32,
    canvas: (i32, i32),
    heading: Vec<String>,
    x_label: Vec<String>,
    y_label: Vec<String>,
}

/// Draws one panel for each curve of `chart`, all to the same scales. Bars start at zero.
pub(super) fn draw(chart: &Chart) -> anyhow::Result<String> {
    let ends: Vec<f64> = chart.curves.iter().flat_map(|c| bins(chart, c)).collect();
    let layout = Layout::of(chart, &y_scale(chart));
    picture(layout.canvas, |canvas| {
        draw_heading(canvas, &layout.heading)?;
        for (i, curve) in chart.curves.iter().enumerate() {
            draw_panel(canvas, chart, &layout, curve, i, &ends)?;
        }
        draw_axis_labels(canvas, chart, &layout)
    })
}

/// Returns the ends of a curve's bins: all lower ends, and the last upper end.
fn bins(chart: &Chart, curve: &Curve) -> Vec<f64> {
    let mut ends: Vec<f64> = curve.points.iter().map(|p| p.x).collect();
    if let [.., a, b] = ends[..] {
        ends.push(if chart.log_x { b * b / a } else { 2.0 * b - a });
    } else {
        ends.push(ends[0] + 1.0);
    }
    ends
}

fn x_scale(chart: &Chart, ends: &[f64]) -> Scale {
    let room = |label: &str| (width(label, SMALL, false) + 14).max(50);
    let shown = ends.iter().chain(&chart.marks).copied();
    Scale::new(shown, chart.log_x, false, PLOT_WIDTH, room)
}

fn y_scale(chart: &Chart) -> Scale {
    let heights = chart.curves.iter().flat_map(|c| &c.points).map(|p| p.y);
    Scale::new(heights, false, true, PANEL, |_| 2 * LINE)
}

impl Layout {
    fn of(chart: &Chart, y: &Scale) -> Layout {
        let heading = wrap(&chart.heading, HEADING, true, PLOT_WIDTH + 160);
        let height = chart.curves.len() as i32 * (PANEL + GAP) - GAP;
        let x_label = wrap(&chart.x_label, TEXT, false, PLOT_WIDTH);
        let y_label = wrap(&chart.y_label, TEXT, false, height);
        let top = MARGIN + heading.len() as i32 * HEADING_LINE + 12;
        let numbers = widest(y.labels(), SMALL, false) + 2 * TICK;
        let left = MARGIN + y_label.len() as i32 * LINE + 6 + numbers;
        let names = widest(chart.curves.iter().map(|c| c.label.as_str()), TEXT, false);
        let heading_width = widest(heading.iter().map(String::as_str), HEADING, true);
        let canvas = (
            (left + PLOT_WIDTH + 12 + names).max(MARGIN + heading_width) + MARGIN,
            top + height + NUMBERS + x_label.len() as i32 * LINE + MARGIN,
        );
        Layout {
            left,
            top,
            canvas,
            heading,
            x_label,
            y_label,
        }
    }

    /// Returns the top of panel `i`.
    fn panel(&self, i: usize) -> i32 {
        self.top + i as i32 * (PANEL + GAP)
    }
}

fn draw_panel(
    canvas: &Canvas<'_>,
    chart: &Chart,
    layout: &Layout,
    curve: &Curve,
    i: usize,
    ends: &[f64],
) -> anyhow::Result<()> {
    let last = i + 1 == chart.curves.len();
    let numbers = if last { NUMBERS } else { 0 };
    let numbers_from = MARGIN + layout.y_label.len() as i32 * LINE + 6;
    let top = layout.panel(i);
    let mut plane = ChartBuilder::on(canvas)
        .margin_top(top)
        .margin_left(numbers_from)
        .margin_right(layout.canvas.0 - layout.left - PLOT_WIDTH)
        .margin_bottom(layout.canvas.1 - top - PANEL - numbers)
        .x_label_area_size(numbers)
        .y_label_area_size(layout.left - numbers_from)
        .build_cartesian_2d(x_scale(chart, ends), y_scale(chart))?;
    draw_mesh(&mut plane, false)?;
    let color = curve.style.color();
    let bars = curve
        .points
        .iter()
        .zip(bins(chart, curve).into_iter().skip(1));
    let bars = bars.filter(|(point, _)| point.y > 0.0);
    plane.draw_series(bars.map(|(point, end)| {
        Rectangle::new([(point.x, 0.0), (end, point.y)], color.mix(0.75).filled())
    }))?;
    for mark in &chart.marks {
        let (x, _) = plane.backend_coord(&(*mark, 0.0));
        let line = vec![(x, top), (x, top + PANEL)];
        canvas.draw(&DashedPathElement::new(line, 5, 4, AXIS.stroke_width(2)))?;
    }
    let style = text::style(TEXT, false, Align::Left);
    let left_end = (layout.left + PLOT_WIDTH + 12, top + PANEL / 2);
    Ok(canvas.draw_text(&curve.label, &style, left_end)?)
}

fn draw_axis_labels(canvas: &Canvas<'_>, chart: &Chart, layout: &Layout) -> anyhow::Result<()> {
    let style = text::style(TEXT, false, Align::Center);
    let bottom = layout.panel(chart.curves.len()) - GAP;
    for (line, i) in layout.x_label.iter().zip(0..) {
        let center_y = bottom + NUMBERS + LINE / 2 + i * LINE;
        canvas.draw_text(line, &style, (layout.left + PLOT_WIDTH / 2, center_y))?;
    }
    let upwards = style.transform(FontTransform::Rotate270);
    for (line, i) in layout.y_label.iter().zip(0..) {
        let center_x = MARGIN + LINE / 2 + i * LINE;
        canvas.draw_text(line, &upwards, (center_x, (layout.top + bottom) / 2))?;
    }
    Ok(())
}
