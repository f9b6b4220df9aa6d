//! Bars: one value for each name, if all points have the same x.

use super::scale::Scale;
use super::text::{self, Align, widest, width, wrap};
use super::{
    Canvas, Chart, Curve, HEADING, HEADING_LINE, INK, LINE, MARGIN, NUMBERS, Point, SMALL, TEXT,
    TICK, draw_heading, draw_mesh, picture,
};
use crate::format;
use plotters::prelude::{ChartBuilder, Color, PathElement, Rectangle};

/// Width of the longest bar.
const PLOT_WIDTH: i32 = 460;

/// Height of a bar with the free space around it.
const ROW: i32 = 34;

/// Half the height of a bar, in rows.
const HALF: f64 = 0.3;

/// Positions on the canvas, in pixels.
struct Layout {
    left: i32,
    top: i32,
    bottom: i32,
    canvas: (i32, i32),
    heading: Vec<String>,
    x_label: Vec<String>,
}

/// Draws one bar for each curve of `chart`. Its length is the height of the only point. Bars start
/// at zero, so lengths are in proportion. They have no logarithmic axis.
pub(super) fn draw(chart: &Chart) -> anyhow::Result<String> {
    let bars: Vec<(&Curve, &Point)> = chart
        .curves
        .iter()
        .filter_map(|c| Some((c, c.points.first()?)))
        .collect();
    let layout = Layout::of(chart, &bars);
    picture(layout.canvas, |canvas| {
        draw_heading(canvas, &layout.heading)?;
        draw_bars(canvas, &layout, &bars)?;
        let style = text::style(TEXT, false, Align::Center);
        for (line, i) in layout.x_label.iter().zip(0..) {
            let center_y = layout.bottom + NUMBERS + LINE / 2 + i * LINE;
            canvas.draw_text(line, &style, (layout.left + PLOT_WIDTH / 2, center_y))?;
        }
        Ok(())
    })
}

impl Layout {
    fn of(chart: &Chart, bars: &[(&Curve, &Point)]) -> Layout {
        let names = widest(bars.iter().map(|(c, _)| c.label.as_str()), TEXT, false);
        let values: Vec<String> = bars.iter().map(|(_, p)| format::number(p.y)).collect();
        let values = widest(values.iter().map(String::as_str), TEXT, false);
        let left = MARGIN + names + 2 * TICK;
        let heading = wrap(&chart.heading, HEADING, true, left + PLOT_WIDTH);
        let x_label = wrap(&chart.y_label, TEXT, false, PLOT_WIDTH);
        let top = MARGIN + heading.len() as i32 * HEADING_LINE + 8;
        let bottom = top + bars.len() as i32 * ROW;
        let right = left + PLOT_WIDTH + 10 + values + MARGIN;
        let below = NUMBERS + x_label.len() as i32 * LINE + MARGIN;
        Layout {
            left,
            top,
            bottom,
            canvas: (right, bottom + below),
            heading,
            x_label,
        }
    }
}

fn draw_bars(
    canvas: &Canvas<'_>,
    layout: &Layout,
    bars: &[(&Curve, &Point)],
) -> anyhow::Result<()> {
    let heights = bars.iter().flat_map(|(_, p)| [p.y, p.high]);
    let room = |label: &str| width(label, SMALL, false) + 20;
    let x = Scale::new(heights, false, true, PLOT_WIDTH, room);
    let y = Scale::of_rows(bars.iter().map(|(c, _)| c.label.as_str()));
    let mut plane = ChartBuilder::on(canvas)
        .margin_top(layout.top)
        .margin_left(MARGIN)
        .margin_right(layout.canvas.0 - layout.left - PLOT_WIDTH)
        .margin_bottom(layout.canvas.1 - layout.bottom - NUMBERS)
        .x_label_area_size(NUMBERS)
        .y_label_area_size(layout.left - MARGIN)
        .build_cartesian_2d(x, y)?;
    draw_mesh(&mut plane, true)?;
    for (i, (curve, point)) in bars.iter().enumerate() {
        let row = i as f64 + 0.5;
        let bar = [(0.0, row - HALF), (point.y, row + HALF)];
        let bar = Rectangle::new(bar, curve.style.color().filled());
        plane.draw_series([bar])?;
        let interval = vec![(point.low, row), (point.high, row)];
        plane.draw_series([PathElement::new(interval, INK.stroke_width(2))])?;
        let (end, center_y) = plane.backend_coord(&(point.y.max(point.high), row));
        let style = text::style(TEXT, false, Align::Left);
        canvas.draw_text(&format::number(point.y), &style, (end + 8, center_y))?;
    }
    Ok(())
}
