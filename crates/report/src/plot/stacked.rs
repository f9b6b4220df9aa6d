//! Rows of parts of a whole, one after the other, from zero to a hundred percent.

use super::rows::{draw_legend, draw_names, layout};
use super::scale::Scale;
use super::text::{self, width};
use super::{Chart, NUMBERS, SMALL, Styles};
use plotters::prelude::{Color, PathElement, Rectangle, WHITE};
use plotters::style::text_anchor::HPos;

/// Height of a row with the free space around it, beside a name of one line.
const ROW: i32 = 34;

/// Half the height of a part.
const HALF: f64 = 11.0;

/// Half the width of a sample in the legend.
const HALF_SAMPLE: i32 = 5;

/// Draws the parts of each row of `chart` in the order of its curves. A part has its percentage
/// where there is room, so that it is read without its color.
pub(super) fn draw(chart: &Chart, styles: &Styles) -> anyhow::Result<String> {
    let layout = layout(chart, ROW);
    let room = |label: &str| width(label, SMALL, false) + 20;
    let whole = [0.0, 100.0 / 1.05];
    let x = Scale::new(whole.into_iter(), false, true, layout.size.0, room);
    let y = Scale::of_rows(chart.rows.len());
    let half = HALF * chart.rows.len() as f64 / f64::from(layout.size.1);
    layout.picture(|canvas| {
        draw_legend(canvas, chart, |curve, (x, y)| {
            let corners = [
                (x - HALF_SAMPLE, y - HALF_SAMPLE),
                (x + HALF_SAMPLE, y + HALF_SAMPLE),
            ];
            let color = styles.of(&curve.origin).color();
            Ok(canvas.draw(&Rectangle::new(corners, color.filled()))?)
        })?;
        let ends = (layout.top, layout.top + layout.size.1);
        let mut plane = layout.plane(canvas, ends, NUMBERS, (x, y))?;
        let mut reached = vec![0.0; chart.rows.len()];
        for curve in &chart.curves {
            let color = styles.of(&curve.origin).color();
            for point in &curve.points {
                let row = point.x + 0.5;
                let from = reached[point.x as usize];
                let to = from + point.y;
                reached[point.x as usize] = to;
                let corners = [(from, row - half), (to, row + half)];
                plane.draw_series([Rectangle::new(corners, color.filled())])?;
                // Parts of similar lightness need a border.
                let border = vec![(to, row - half), (to, row + half)];
                plane.draw_series([PathElement::new(border, WHITE.stroke_width(2))])?;
                let label = format!("{:.0}", point.y);
                let [left, right] = [from, to].map(|x| plane.backend_coord(&(x, row)));
                if right.0 - left.0 >= width(&label, SMALL, true) + 8 {
                    let style = text::style(SMALL, true, HPos::Center).color(&WHITE);
                    let at = ((left.0 + right.0) / 2, left.1);
                    canvas.draw_text(&label, &style, at)?;
                }
            }
        }
        draw_names(canvas, chart, &layout, &plane)?;
        layout.draw_axis_labels(canvas)
    })
}
