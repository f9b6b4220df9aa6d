//! Charts as SVG.
//!
//! A [`Chart`] has curves over two axes, bars if all points have one x, or histograms, one panel
//! per curve. [`Chart::draw`] lays it out on a canvas that grows with its labels, so text neither
//! leaves the picture nor overlaps other text. `plotters` maps, measures and draws.
//!
//! Colors are those of Okabe and Ito, which any color vision distinguishes. Curves differ in marker
//! and dash as well. The same chart gives the same bytes.

mod bars;
mod curves;
mod histograms;
mod labels;
mod scale;
mod style;
mod text;

use plotters::coord::Shift;
use plotters::prelude::{
    Cartesian2d, ChartContext, DrawingArea, IntoDrawingArea, RGBColor, SVGBackend, WHITE,
};
use scale::Scale;
pub(crate) use style::{Style, Styles};
use text::Align;

/// The whole picture, in pixels, y downwards.
type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The part with axes, in values.
type Plane<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Scale, Scale>>;

/// Size of text in pixels. At half size it is as large as a footnote.
const TEXT: i32 = 16;

/// Size of the axes' numbers.
const SMALL: i32 = 15;

/// Size of a chart's heading.
const HEADING: i32 = 19;

/// Height of a line of text.
const LINE: i32 = 22;

/// Height of a line of the heading.
const HEADING_LINE: i32 = 24;

/// Width of free space around everything.
const MARGIN: i32 = 14;

/// Height of the numbers under a plane, with the ticks.
const NUMBERS: i32 = 32;

/// Length of a tick.
const TICK: i32 = 5;

/// Color of text.
const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);

/// Color of axes and ticks.
const AXIS: RGBColor = RGBColor(0x66, 0x66, 0x66);

/// Color of the grid, at labels and between them.
const GRID: [RGBColor; 2] = [RGBColor(0xdc, 0xdc, 0xdc), RGBColor(0xf2, 0xf2, 0xf2)];

/// A picture: curves, bars, or histograms.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// Text above the picture.
    pub(crate) heading: String,
    /// Label of the horizontal axis, with its unit.
    pub(crate) x_label: String,
    /// Label of the vertical axis, with its unit.
    pub(crate) y_label: String,
    /// Makes the horizontal axis logarithmic, unless a value is not positive.
    pub(crate) log_x: bool,
    /// Makes the vertical axis logarithmic, unless a value is not positive.
    pub(crate) log_y: bool,
    /// Curves, of which none is empty.
    pub(crate) curves: Vec<Curve>,
    /// Draws each curve as a panel of bars of its own. A point is the lower end of a bin, and the
    /// bin's share.
    pub(crate) histograms: bool,
    /// Positions on the horizontal axis that are marked in every panel.
    pub(crate) marks: Vec<f64>,
    /// Minimum height of the vertical axis.
    pub(crate) reach: Option<f64>,
}

/// One curve, or one bar.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// Name beside its end.
    pub(crate) label: String,
    /// Color, marker and dash.
    pub(crate) style: Style,
    /// Points, from left to right.
    pub(crate) points: Vec<Point>,
    /// Joins the points by a line.
    pub(crate) joined: bool,
}

/// A point with the interval of its height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    /// Position along the horizontal axis.
    pub(crate) x: f64,
    /// Height.
    pub(crate) y: f64,
    /// Lower end of the interval.
    pub(crate) low: f64,
    /// Upper end of the interval.
    pub(crate) high: f64,
}

impl Chart {
    /// Draws the chart as SVG: histograms if requested, bars if all points have the same x, else
    /// curves.
    ///
    /// # Errors
    /// An error of the drawing library.
    pub(crate) fn draw(&self) -> anyhow::Result<String> {
        if self.histograms {
            return histograms::draw(self);
        }
        let mut positions = self.curves.iter().flat_map(|c| &c.points).map(|p| p.x);
        let first = positions.next();
        if positions.all(|x| Some(x) == first) {
            bars::draw(self)
        } else {
            curves::draw(self)
        }
    }
}

/// Returns the SVG that `paint` draws on a white canvas.
fn picture(
    (width, height): (i32, i32),
    paint: impl FnOnce(&Canvas<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<String> {
    let mut svg = String::new();
    let size = (u32::try_from(width)?, u32::try_from(height)?);
    let canvas = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    canvas.fill(&WHITE)?;
    paint(&canvas)?;
    canvas.present()?;
    drop(canvas);
    Ok(svg)
}

/// Writes the heading at the top left.
fn draw_heading(canvas: &Canvas<'_>, lines: &[String]) -> anyhow::Result<()> {
    let style = text::style(HEADING, true, Align::Left);
    for (line, i) in lines.iter().zip(0..) {
        let center_y = MARGIN + HEADING / 2 + i * HEADING_LINE;
        canvas.draw_text(line, &style, (MARGIN, center_y))?;
    }
    Ok(())
}

/// Draws grid, axes and numbers. With `rows` there are names beside bars, without grid and ticks.
fn draw_mesh(plane: &mut Plane<'_>, rows: bool) -> anyhow::Result<()> {
    let numbers = text::style(SMALL, false, Align::Center);
    let names = text::style(if rows { TEXT } else { SMALL }, false, Align::Center);
    let mut mesh = plane.configure_mesh();
    mesh.axis_style(AXIS)
        .bold_line_style(GRID[0])
        .light_line_style(GRID[1])
        .x_label_style(numbers)
        .y_label_style(names)
        .set_all_tick_mark_size(TICK);
    if rows {
        mesh.disable_y_mesh();
    }
    Ok(mesh.draw()?)
}

#[cfg(test)]
mod tests;
