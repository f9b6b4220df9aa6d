//! Charts as SVG.
//!
//! A [`Chart`] has curves over two axes, bars if all points have one x, rows of dots if many curves
//! have two or three, named rows of markers or of parts of a whole, or histograms, one panel per
//! curve. [`Chart::draw`] lays it out on a canvas of 860 by 420 pixels, which is higher only if its
//! rows, panels or labels need it. So text neither leaves the picture nor overlaps other text.
//! `plotters` maps, measures and draws. A [`Matrix`] has cells in place of axes, a [`Dumbbell`] two
//! values in each row.
//!
//! Any color vision distinguishes the colors ([`Hue`](crate::names::Hue)). Curves differ in marker
//! and dash as well. [`Styles`] gives a detector the same ones in every picture. Pictures are
//! transparent, follow the page from light to dark, and have a title and a description. The same
//! chart gives the same bytes.

mod bars;
mod curves;
mod dots;
mod dumbbell;
mod histograms;
mod labels;
mod matrix;
mod rows;
mod scale;
mod stacked;
mod style;
mod svg;
mod text;

use crate::format;
pub(crate) use dumbbell::{Dumbbell, DumbbellRow};
pub(crate) use matrix::{Matrix, MatrixRow, Slowdown};
use plotters::coord::Shift;
use plotters::prelude::{
    Cartesian2d, ChartBuilder, ChartContext, DrawingArea, FontTransform, IntoDrawingArea, RGBColor,
    SVGBackend, TextStyle,
};
use plotters::style::text_anchor::HPos;
use scale::Scale;
use style::Style;
pub(crate) use style::{CurveOrigin, PlainStyle, Styles};
pub(crate) use svg::{described, height};
use text::{name_lines, widest, widest_name, wrap};

/// The whole picture, in pixels, y downwards.
type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The part with axes, in values.
type Plane<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Scale, Scale>>;

/// Size of text in pixels. At half size it is as large as a footnote.
const TEXT: i32 = 16;

/// Size of the axes' numbers.
const SMALL: i32 = 15;

/// Size of a chart's heading.
const HEADING: i32 = 19;

/// Height of a line of text.
const LINE: i32 = 22;

/// Height of a line of a curve's name, if it has several.
const NAME_LINE: i32 = 18;

/// Height of a line of the heading.
const HEADING_LINE: i32 = 24;

/// Width of a picture.
const WIDTH: i32 = 860;

/// Width of the widest picture: pages show it without shrinking its text by much.
const WIDEST: i32 = 900;

/// Height of a picture, unless its rows, panels or labels need more.
const HEIGHT: i32 = 420;

/// Least width of the part with curves or histograms.
const LEAST_PLOT_WIDTH: i32 = 300;

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

/// Most positions of a row of dots.
const MOST_DOTS: usize = 3;

/// Largest change of values, as a share of the largest, that a sentence says better than a plot.
const CONSTANT: f64 = 0.02;

/// A picture: curves, bars, dots, rows, or histograms.
#[derive(Clone, Debug, Default)]
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
    /// Names of the marks, which stand at their upper ends over two axes. May be fewer.
    pub(crate) mark_names: Vec<String>,
    /// Ranges of the horizontal axis that are shaded under curves. They may overlap.
    pub(crate) bands: Vec<(f64, f64)>,
    /// Minimum height of the vertical axis.
    pub(crate) reach: Option<f64>,
    /// Named rows, from the top down. The points of all curves have the index of their row as
    /// horizontal position, and lie along the row by their height. Empty for other forms.
    pub(crate) rows: Vec<ChartRow>,
    /// Draws the points of a row as parts of a whole, one after the other. They are percentages.
    pub(crate) stacked: bool,
}

/// Texts of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChartRow {
    /// Name to the left.
    pub(crate) name: String,
    /// Text to the right, possibly empty.
    pub(crate) remark: String,
}

/// One curve, or one bar.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// Name beside its end.
    pub(crate) label: String,
    /// Name by which it has its style.
    pub(crate) origin: CurveOrigin,
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

impl Point {
    /// Returns a point with an interval of zero width.
    pub(crate) fn exact(x: f64, y: f64) -> Point {
        Point {
            x,
            y,
            low: y,
            high: y,
        }
    }
}

impl Chart {
    /// Most curves over two axes, or bars, if they have few points. More are rows of dots.
    pub(crate) const MOST_CURVES: usize = 6;

    /// Draws the chart as SVG.
    ///
    /// # Errors
    /// An error of the drawing library.
    pub(crate) fn draw(&self, styles: &Styles) -> anyhow::Result<String> {
        match self.form() {
            Form::Histograms => histograms::draw(self, styles),
            Form::Bars => bars::draw(self, styles),
            Form::Dots => dots::draw(self, styles),
            Form::Rows => rows::draw(self, styles),
            Form::Stacked => stacked::draw(self, styles),
            Form::Curves => curves::draw(self, styles),
        }
    }

    /// Returns the form: rows if they have names, histograms if requested, bars if all points have
    /// the same x, dots if many curves have few positions, else curves.
    fn form(&self) -> Form {
        if !self.rows.is_empty() {
            return if self.stacked {
                Form::Stacked
            } else {
                Form::Rows
            };
        }
        let positions = self.positions();
        match (self.histograms, positions.len()) {
            (true, _) => Form::Histograms,
            (_, 0 | 1) => Form::Bars,
            (_, 2..=MOST_DOTS) if self.curves.len() > Chart::MOST_CURVES => Form::Dots,
            _ => Form::Curves,
        }
    }

    /// Leaves out the curves over two axes that are too many to be distinguished, those with the
    /// most options first, and says so in the heading.
    pub(crate) fn limited(mut self) -> Chart {
        let all = self.measured_curves();
        if all <= Chart::MOST_CURVES {
            return self;
        }
        let options = |curve: &Curve| curve.label.matches(", ").count();
        let measured = |curve: &&Curve| matches!(curve.origin, CurveOrigin::Measured(..));
        let mut counts: Vec<usize> = self.curves.iter().filter(measured).map(options).collect();
        counts.sort_unstable();
        let most = counts[Chart::MOST_CURVES - 1];
        let fewer = counts.iter().filter(|count| **count < most).count();
        let mut alike = Chart::MOST_CURVES - fewer;
        self.curves.retain(|curve| {
            let count = options(curve);
            let kept = !measured(&curve) || count < most || count == most && alike > 0;
            alike -= usize::from(kept && measured(&curve) && count == most);
            kept
        });
        let most = Chart::MOST_CURVES;
        self.heading += &format!(" ({most} of {all} curves; tables have all)");
        self
    }

    /// Returns a sentence in place of curves over two axes that hardly change: all values of ours
    /// lie within [`CONSTANT`] of the largest, or of the reach of the axis.
    pub(crate) fn constant(&self) -> Option<String> {
        let positions = self.positions();
        if self.form() != Form::Curves || positions.len() < 2 {
            return None;
        }
        let (ours, stated): (Vec<&Curve>, Vec<&Curve>) = self
            .curves
            .iter()
            .partition(|c| matches!(c.origin, CurveOrigin::Measured(..)));
        let values = || ours.iter().flat_map(|c| &c.points).map(|p| p.y);
        let least = values().fold(f64::INFINITY, f64::min);
        let most = values().fold(f64::NEG_INFINITY, f64::max);
        let size = most.abs().max(least.abs()).max(self.reach.unwrap_or(0.0));
        if ours.is_empty() || most - least > CONSTANT * size {
            return None;
        }
        let span = |a: f64, b: f64| match [a, b].map(format::number) {
            [a, b] if a == b => a,
            [a, b] => format!("{a} to {b}"),
        };
        let curves = match ours.len() {
            1 => String::new(),
            n => format!(", for all {n} curves"),
        };
        let stated = stated.iter().map(|curve| {
            let heights = curve.points.iter().map(|p| p.y);
            let low = heights.clone().fold(f64::INFINITY, f64::min);
            let high = heights.fold(f64::NEG_INFINITY, f64::max);
            format!("; {}: {}", curve.label, span(low, high))
        });
        let (first, last) = (positions[0], positions[positions.len() - 1]);
        let (label, unit) = match self.y_label.strip_suffix(" (%)") {
            Some(label) => (label, " %"),
            None => (self.y_label.as_str(), ""),
        };
        Some(format!(
            "{}: {}{unit} ({label}), at {} {}{curves}{}. No plot, as it hardly changes.",
            self.heading,
            span(least, most),
            self.x_label,
            span(first, last),
            stated.collect::<String>()
        ))
    }

    /// Returns its axes in words, and which direction is better, if that is known.
    pub(crate) fn words(&self) -> String {
        let labels = [&self.y_label, &self.x_label].map(Clone::clone);
        let labels = format::capital(&format::join(&labels, ", by "));
        let labels = format::or(&labels, "No axes").to_owned();
        format::join(
            &[format::sentence(&labels), self.direction().to_owned()],
            " ",
        )
    }

    /// Returns which direction is better in a chart of times. Empty for others.
    pub(crate) fn direction(&self) -> &'static str {
        let units = ["(ns)", "(µs)", "(ms)", "(s)"];
        if units.iter().any(|unit| self.y_label.contains(unit)) {
            "Less is faster."
        } else {
            ""
        }
    }

    /// Returns the number of our own curves over two axes.
    pub(crate) fn measured_curves(&self) -> usize {
        let measured = |c: &&Curve| matches!(c.origin, CurveOrigin::Measured(..));
        match self.form() {
            Form::Curves => self.curves.iter().filter(measured).count(),
            _ => 0,
        }
    }

    /// Returns the distinct positions on the horizontal axis, in order.
    fn positions(&self) -> Vec<f64> {
        let points = self.curves.iter().flat_map(|c| &c.points);
        let mut positions: Vec<f64> = points.map(|p| p.x).collect();
        positions.sort_by(f64::total_cmp);
        positions.dedup();
        positions
    }

    /// Returns the names whose styles have to differ: those of curves over the same axes, or each
    /// alone where it has a row or a panel.
    pub(crate) fn names(&self) -> Vec<Vec<&str>> {
        let names = self.curves.iter().filter_map(|curve| match &curve.origin {
            CurveOrigin::Measured(name, _) => Some(name.as_str()),
            CurveOrigin::Stated(_) | CurveOrigin::Target(_) => None,
        });
        match self.form() {
            Form::Curves | Form::Rows | Form::Stacked => vec![names.collect()],
            _ => names.map(|name| vec![name]).collect(),
        }
    }
}

/// Form of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Curves,
    Bars,
    Dots,
    Rows,
    Stacked,
    Histograms,
}

/// Positions and texts on the canvas, in pixels.
struct Layout {
    /// Left end of the numbers or names of the vertical axis.
    numbers: i32,
    left: i32,
    top: i32,
    /// Width and height of the part with all planes.
    size: (i32, i32),
    canvas: (i32, i32),
    heading: Vec<String>,
    x_label: Vec<String>,
    /// Empty for bars, whose vertical axis has names instead of numbers.
    y_label: Vec<String>,
}

impl Layout {
    /// Returns the layout of curves or histograms of this `height`. `beside` is the free space
    /// between them and their names.
    fn of_axes(chart: &Chart, height: i32, y: &Scale, beside: i32) -> Layout {
        let y_label = wrap(&chart.y_label, TEXT, false, height);
        let names = beside + widest_name(chart.curves.iter().map(|curve| curve.label.as_str()));
        let numbers = widest(y.labels(), SMALL, false);
        let left = MARGIN + y_label.len() as i32 * LINE + 6 + numbers + 2 * TICK;
        let plot = (WIDTH - MARGIN - left - names).max(LEAST_PLOT_WIDTH);
        let x_label = wrap(&chart.x_label, TEXT, false, plot);
        let texts = [heading_lines(&chart.heading), x_label, y_label];
        Layout::new(texts, (plot, height), numbers, names)
    }

    /// Returns the layout of a part of this `size`, with heading and labels of the axes in `texts`,
    /// and other texts of these widths to the left and to the right.
    fn new(texts: [Vec<String>; 3], size: (i32, i32), before: i32, beside: i32) -> Layout {
        let [heading, x_label, y_label] = texts;
        let (label_gap, heading_gap) = if y_label.is_empty() { (0, 8) } else { (6, 12) };
        let numbers = MARGIN + y_label.len() as i32 * LINE + label_gap;
        let left = numbers + before + 2 * TICK;
        let top = MARGIN + heading.len() as i32 * HEADING_LINE + heading_gap;
        let heading_width = widest(heading.iter().map(String::as_str), HEADING, true);
        let right = (left + size.0 + beside).max(MARGIN + heading_width);
        let bottom = top + size.1 + NUMBERS + x_label.len() as i32 * LINE;
        Layout {
            numbers,
            left,
            top,
            size,
            canvas: (right + MARGIN, bottom + MARGIN),
            heading,
            x_label,
            y_label,
        }
    }

    /// Returns the SVG that `paint` draws on a transparent canvas under the heading.
    fn picture(
        &self,
        paint: impl FnOnce(&Canvas<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<String> {
        let mut svg = String::new();
        let size = (u32::try_from(self.canvas.0)?, u32::try_from(self.canvas.1)?);
        let canvas = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let style = text::style(HEADING, true, HPos::Left);
        let first = (MARGIN, MARGIN + HEADING / 2);
        draw_lines(&canvas, &self.heading, &style, first, (0, HEADING_LINE))?;
        paint(&canvas)?;
        canvas.present()?;
        drop(canvas);
        let texts = [&self.heading, &self.x_label, &self.y_label].map(|lines| lines.join(" "));
        Ok(svg::finished(&svg, &texts))
    }

    /// Writes the labels of the axes.
    fn draw_axis_labels(&self, canvas: &Canvas<'_>) -> anyhow::Result<()> {
        let style = text::style(TEXT, false, HPos::Center);
        let below = self.top + self.size.1 + NUMBERS + LINE / 2;
        let first = (self.left + self.size.0 / 2, below);
        draw_lines(canvas, &self.x_label, &style, first, (0, LINE))?;
        let upwards = style.transform(FontTransform::Rotate270);
        let first = (MARGIN + LINE / 2, self.top + self.size.1 / 2);
        draw_lines(canvas, &self.y_label, &upwards, first, (LINE, 0))
    }

    /// Returns a plane with grid, axes and numbers, at these heights of the canvas. `numbers` is
    /// the height of those under it.
    fn plane<'a, 'b>(
        &self,
        canvas: &'a Canvas<'b>,
        (top, bottom): (i32, i32),
        numbers: i32,
        (x, y): (Scale, Scale),
    ) -> anyhow::Result<Plane<'a, 'b>> {
        let mut plane = ChartBuilder::on(canvas)
            .margin_top(top)
            .margin_left(self.numbers)
            .margin_right(self.canvas.0 - self.left - self.size.0)
            .margin_bottom(self.canvas.1 - bottom - numbers)
            .x_label_area_size(numbers)
            .y_label_area_size(self.left - self.numbers)
            .build_cartesian_2d(x, y)?;
        // Names beside bars have neither grid nor ticks.
        let rows = self.y_label.is_empty();
        let names = if rows { TEXT } else { SMALL };
        let mut mesh = plane.configure_mesh();
        mesh.axis_style(AXIS)
            .bold_line_style(GRID[0])
            .light_line_style(GRID[1])
            .x_label_style(text::style(SMALL, false, HPos::Center))
            .y_label_style(text::style(names, false, HPos::Center))
            .set_all_tick_mark_size(TICK);
        if rows {
            mesh.disable_y_mesh();
        }
        mesh.draw()?;
        Ok(plane)
    }
}

/// Breaks a heading into lines as wide as a picture.
fn heading_lines(heading: &str) -> Vec<String> {
    wrap(heading, HEADING, true, WIDTH - 2 * MARGIN)
}

/// Returns the height that is left for a plane under this heading.
fn plane_height(heading: &str) -> i32 {
    let above = MARGIN + heading_lines(heading).len() as i32 * HEADING_LINE + 12;
    HEIGHT - above - NUMBERS - LINE - MARGIN
}

/// Writes the name of a curve, the middle of its left end at `at`.
fn draw_name(canvas: &Canvas<'_>, curve: &Curve, at: (i32, i32)) -> anyhow::Result<()> {
    let lines = name_lines(&curve.label);
    let style = text::style(TEXT, false, HPos::Left);
    let above = (lines.len() as i32 - 1) * NAME_LINE / 2;
    draw_lines(canvas, &lines, &style, (at.0, at.1 - above), (0, NAME_LINE))
}

/// Writes lines of text, the first at `first` and each `step` from the one before.
fn draw_lines(
    canvas: &Canvas<'_>,
    lines: &[String],
    style: &TextStyle<'_>,
    first: (i32, i32),
    step: (i32, i32),
) -> anyhow::Result<()> {
    let lines = lines.iter().zip(0..);
    for (line, i) in lines.filter(|(line, _)| !line.is_empty()) {
        canvas.draw_text(line, style, (first.0 + i * step.0, first.1 + i * step.1))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
