//! Charts as SVG.
//!
//! [`Chart`] is what is drawn: curves over two axes, or bars where nothing spreads along an axis.
//! [`Chart::draw`] lays it out on a canvas that grows with its labels, so that text neither leaves
//! the picture nor meets other text; widths come from the font itself.
//!
//! Colours are those of Okabe and Ito, told apart with any colour vision; curves differ in marker
//! and dash as well. The same chart gives the same bytes.

mod bars;
mod curves;
mod labels;
mod scale;
mod style;
mod svg;

pub(crate) use style::{Style, Styles};

/// Size of text in pixels: at half size it is still that of a footnote.
const TEXT: f64 = 16.0;

/// Size of a chart's heading.
const HEADING: f64 = 19.0;

/// Height of a line of text.
const LINE: f64 = 22.0;

/// Width of free space around everything.
const MARGIN: f64 = 14.0;

/// Colour of text.
const INK: &str = "#222222";

/// Colour of axes and ticks.
const AXIS: &str = "#666666";

/// Colour of the grid.
const GRID: &str = "#e4e4e4";

/// A picture: curves, or bars.
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
    /// Draws the chart as SVG: bars when all points stand above one place, else curves.
    pub(crate) fn draw(&self) -> String {
        let mut places = self.curves.iter().flat_map(|c| &c.points).map(|p| p.x);
        let first = places.next();
        if places.all(|x| Some(x) == first) {
            bars::draw(self)
        } else {
            curves::draw(self)
        }
    }
}

#[cfg(test)]
mod tests;
