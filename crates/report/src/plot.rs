//! Charts as SVG.
//!
//! [`Chart`] is what is drawn: curves over two axes, bars where nothing spreads along an axis, or
//! histograms, one panel for each curve.
//! [`Chart::draw`] lays it out on a canvas that grows with its labels, so that text neither leaves
//! the picture nor meets other text; `plotters` maps, measures and draws.
//!
//! Colours are those of Okabe and Ito, told apart with any colour vision; curves differ in marker
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

/// Size of text in pixels: at half size it is still that of a footnote.
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

/// Colour of text.
const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);

/// Colour of axes and ticks.
const AXIS: RGBColor = RGBColor(0x66, 0x66, 0x66);

/// Colour of the grid, at labels and between them.
const GRID: [RGBColor; 2] = [RGBColor(0xdc, 0xdc, 0xdc), RGBColor(0xf2, 0xf2, 0xf2)];

/// A picture: curves, bars, or histograms.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// Above the picture.
    pub(crate) heading: String,
    /// What lies along the horizontal axis, with its unit.
    pub(crate) x_label: String,
    /// What lies along the vertical axis, with its unit.
    pub(crate) y_label: String,
    /// Whether the horizontal axis is logarithmic; ignored where a value is not positive.
    pub(crate) log_x: bool,
    /// Whether the vertical axis is logarithmic; ignored where a value is not positive.
    pub(crate) log_y: bool,
    /// The curves; none is empty.
    pub(crate) curves: Vec<Curve>,
    /// Whether each curve is a panel of bars of its own: a point is the lower end of a bin, and the
    /// bin's share.
    pub(crate) histograms: bool,
    /// Places on the horizontal axis that are marked in every panel.
    pub(crate) marks: Vec<f64>,
    /// A height that the vertical axis reaches at least.
    pub(crate) reach: Option<f64>,
}

/// One curve, or one bar.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// What it is called.
    pub(crate) label: String,
    /// How it looks.
    pub(crate) style: Style,
    /// Its points, from left to right.
    pub(crate) points: Vec<Point>,
    /// Whether a line joins them.
    pub(crate) joined: bool,
}

/// A point with the interval of its height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    /// Its place along the horizontal axis.
    pub(crate) x: f64,
    /// Its height.
    pub(crate) y: f64,
    /// Lower end of the interval.
    pub(crate) low: f64,
    /// Upper end of the interval.
    pub(crate) high: f64,
}

impl Chart {
    /// Draws the chart as SVG: histograms if asked for, bars when all points stand above one place,
    /// else curves.
    ///
    /// # Errors
    /// What the drawing library reports.
    pub(crate) fn draw(&self) -> anyhow::Result<String> {
        if self.histograms {
            return histograms::draw(self);
        }
        let mut places = self.curves.iter().flat_map(|c| &c.points).map(|p| p.x);
        let first = places.next();
        if places.all(|x| Some(x) == first) {
            bars::draw(self)
        } else {
            curves::draw(self)
        }
    }
}

/// The SVG of what `paint` draws on a white canvas.
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
        let middle = MARGIN + HEADING / 2 + i * HEADING_LINE;
        canvas.draw_text(line, &style, (MARGIN, middle))?;
    }
    Ok(())
}

/// Draws grid, axes and numbers; `rows` are names beside bars, without grid and ticks.
fn draw_mesh(plane: &mut Plane<'_>, rows: bool) -> anyhow::Result<()> {
    let numbers = text::style(SMALL, false, Align::Middle);
    let names = text::style(if rows { TEXT } else { SMALL }, false, Align::Middle);
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
