//! Bars: one value for each name, if all points have the same x.

use super::scale::Scale;
use super::text::{self, name_lines, widest, widest_name, width, wrap};
use super::{
    Chart, Curve, INK, LEAST_PLOT_WIDTH, Layout, MARGIN, NAME_LINE, NUMBERS, Point, SMALL, Styles,
    TEXT, TICK, WIDTH, draw_lines, heading_lines,
};
use crate::format;
use plotters::prelude::{Color, PathElement, Rectangle};
use plotters::style::text_anchor::HPos;

/// Height of a bar with the free space around it, beside a name of one line.
const ROW: i32 = 34;

/// Half the height of a bar.
const HALF: f64 = 10.0;

/// Draws one bar for each curve of `chart`. Its length is the height of the only point. Bars start
/// at zero, so lengths are in proportion. They have no logarithmic axis.
pub(super) fn draw(chart: &Chart, styles: &Styles) -> anyhow::Result<String> {
    let bar = |curve| -> Option<(&Curve, &Point)> { Some((curve, curve.points.first()?)) };
    let bars: Vec<_> = chart.curves.iter().filter_map(bar).collect();
    let before = widest_name(bars.iter().map(|(c, _)| c.label.as_str()));
    let names: Vec<Vec<String>> = bars.iter().map(|(c, _)| name_lines(&c.label)).collect();
    let lines = names.iter().map(Vec::len).max().unwrap_or(1) as i32;
    let row_height = ROW + (lines - 1) * NAME_LINE;
    let values: Vec<String> = bars.iter().map(|(_, p)| format::number(p.y)).collect();
    let beside = 10 + widest(values.iter().map(String::as_str), TEXT, false);
    let left = MARGIN + before + 2 * TICK;
    let plot = (WIDTH - MARGIN - left - beside).max(LEAST_PLOT_WIDTH);
    let heading = heading_lines(&chart.heading);
    let x_label = wrap(&chart.y_label, TEXT, false, plot);
    let size = (plot, bars.len() as i32 * row_height);
    let layout = Layout::new([heading, x_label, Vec::new()], size, before, beside);
    let heights = bars.iter().flat_map(|(_, p)| [p.y, p.high]);
    let room = |label: &str| width(label, SMALL, false) + 20;
    let x = Scale::new(heights, false, true, plot, room);
    let y = Scale::of_rows(bars.len());
    let half = HALF / f64::from(row_height);
    layout.picture(|canvas| {
        let ends = (layout.top, layout.top + size.1);
        let mut plane = layout.plane(canvas, ends, NUMBERS, (x, y))?;
        for (i, (((curve, point), value), name)) in bars.iter().zip(&values).zip(&names).enumerate()
        {
            let row = i as f64 + 0.5;
            let bar = [(0.0, row - half), (point.y, row + half)];
            let bar = Rectangle::new(bar, styles.of(&curve.origin).color().filled());
            plane.draw_series([bar])?;
            let interval = vec![(point.low, row), (point.high, row)];
            plane.draw_series([PathElement::new(interval, INK.stroke_width(2))])?;
            let (end, center_y) = plane.backend_coord(&(point.y.max(point.high), row));
            let style = text::style(TEXT, false, HPos::Left);
            canvas.draw_text(value, &style, (end + 8, center_y))?;
            let style = text::style(TEXT, false, HPos::Right);
            let first = center_y - (name.len() as i32 - 1) * NAME_LINE / 2;
            draw_lines(
                canvas,
                name,
                &style,
                (layout.left - 2 * TICK, first),
                (0, NAME_LINE),
            )?;
        }
        layout.draw_axis_labels(canvas)
    })
}
