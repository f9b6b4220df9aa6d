//! Histograms: one panel of bars for each curve, above each other over one axis.

use super::scale::Scale;
use super::text::width;
use super::{AXIS, Canvas, Chart, Curve, LINE, Layout, NUMBERS, SMALL, Styles, draw_name};
use plotters::element::DashedPathElement;
use plotters::prelude::{Color, RGBColor, Rectangle};

/// Height of a panel.
const PANEL: i32 = 84;

/// Free space between panels.
const GAP: i32 = 12;

/// Free space between the panels and their names.
const NAME_GAP: i32 = 12;

/// Draws one panel for each curve of `chart`, all to the same scales. Bars start at zero.
pub(super) fn draw(chart: &Chart, styles: &Styles) -> anyhow::Result<String> {
    let ends: Vec<f64> = chart.curves.iter().flat_map(|c| bins(chart, c)).collect();
    let height = chart.curves.len() as i32 * (PANEL + GAP) - GAP;
    let layout = Layout::of_axes(chart, height, &y_scale(chart), NAME_GAP);
    layout.picture(|canvas| {
        for (i, curve) in chart.curves.iter().enumerate() {
            let color = styles.of(&curve.origin).color();
            draw_panel(canvas, chart, &layout, (i, curve, color), &ends)?;
        }
        layout.draw_axis_labels(canvas)
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

fn x_scale(chart: &Chart, ends: &[f64], length: i32) -> Scale {
    let room = |label: &str| (width(label, SMALL, false) + 14).max(50);
    let shown = ends.iter().chain(&chart.marks).copied();
    Scale::new(shown, chart.log_x, false, length, room)
}

fn y_scale(chart: &Chart) -> Scale {
    let heights = chart.curves.iter().flat_map(|c| &c.points).map(|p| p.y);
    Scale::new(heights, false, true, PANEL, |_| 2 * LINE)
}

fn draw_panel(
    canvas: &Canvas<'_>,
    chart: &Chart,
    layout: &Layout,
    (i, curve, color): (usize, &Curve, RGBColor),
    ends: &[f64],
) -> anyhow::Result<()> {
    let last = i + 1 == chart.curves.len();
    let numbers = if last { NUMBERS } else { 0 };
    let top = layout.top + i as i32 * (PANEL + GAP);
    let scales = (x_scale(chart, ends, layout.size.0), y_scale(chart));
    let mut plane = layout.plane(canvas, (top, top + PANEL), numbers, scales)?;
    let upper_ends = bins(chart, curve).into_iter().skip(1);
    let bars = curve.points.iter().zip(upper_ends);
    let bars = bars.filter(|(point, _)| point.y > 0.0);
    plane.draw_series(bars.map(|(point, end)| {
        Rectangle::new([(point.x, 0.0), (end, point.y)], color.mix(0.75).filled())
    }))?;
    for mark in &chart.marks {
        let (x, _) = plane.backend_coord(&(*mark, 0.0));
        let line = vec![(x, top), (x, top + PANEL)];
        canvas.draw(&DashedPathElement::new(line, 5, 4, AXIS.stroke_width(2)))?;
    }
    let left_end = (layout.left + layout.size.0 + NAME_GAP, top + PANEL / 2);
    draw_name(canvas, curve, left_end)
}
