//! Curves over two axes, each named at its end.

use super::labels::spread;
use super::scale::{Scale, Tick};
use super::svg::{Anchor, Font, Svg, width, wrap};
use super::{AXIS, Chart, Curve, GRID, HEADING, LINE, MARGIN, TEXT};

/// Width of the part with the curves.
const PLOT_WIDTH: f64 = 560.0;

/// Height of the part with the curves, unless more labels need more.
const PLOT_HEIGHT: f64 = 360.0;

/// From the curves' right end to a label's sample of the line.
const LEADER: f64 = 26.0;

/// Length of a label's sample of the line.
const SAMPLE: f64 = 34.0;

/// Intervals may reach so many times beyond the highest and the lowest median; they are cut there.
const INTERVAL_ROOM: f64 = 1.3;

/// Room that a tick's label needs along the horizontal axis, and along the vertical one.
const TICK_ROOM: (f64, f64) = (66.0, 24.0);

/// Nearest distance of two markers on a curve with many points.
const MARKER_GAP: f64 = 56.0;

/// From this many points on, intervals are a band instead of bars.
const BAND: usize = 21;

const TICK: Font = Font {
    size: TEXT - 1.0,
    bold: false,
    anchor: Anchor::Middle,
};

/// Where things are on the canvas.
struct Layout {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    heading: Vec<String>,
    x_label: Vec<String>,
    y_label: Vec<String>,
}

/// Draws the curves of `chart`.
pub(super) fn draw(chart: &Chart) -> String {
    let layout = Layout::of(chart);
    let (x, y) = (layout.x_scale(chart), layout.y_scale(chart));
    let mut svg = Svg::new(
        layout.canvas_width(chart),
        layout.canvas_height(),
        &chart.heading,
    );
    draw_heading(&mut svg, &layout.heading);
    draw_axes(&mut svg, &layout, &x, &y);
    for curve in &chart.curves {
        draw_interval(&mut svg, curve, &x, &y);
    }
    for curve in &chart.curves {
        draw_curve(&mut svg, curve, &x, &y);
    }
    draw_labels(&mut svg, chart, &layout, &x, &y);
    svg.finish()
}

/// Writes the heading at the top left; also of bars.
pub(super) fn draw_heading(svg: &mut Svg, lines: &[String]) {
    let font = Font {
        size: HEADING,
        bold: true,
        anchor: Anchor::Start,
    };
    for (i, line) in lines.iter().enumerate() {
        svg.text(
            line,
            (MARGIN, MARGIN + HEADING + i as f64 * (HEADING + 5.0)),
            font,
        );
    }
}

impl Layout {
    fn of(chart: &Chart) -> Layout {
        let rows = chart.curves.len() as f64;
        let height = PLOT_HEIGHT.max(rows * LINE);
        let heading = wrap(&chart.heading, HEADING, true, PLOT_WIDTH + 160.0);
        let top = MARGIN + heading.len() as f64 * (HEADING + 5.0) + 16.0;
        let y_label = wrap(&chart.y_label, TEXT, false, height);
        let mut layout = Layout {
            left: 0.0,
            top,
            right: 0.0,
            bottom: top + height,
            heading,
            x_label: wrap(&chart.x_label, TEXT, false, PLOT_WIDTH),
            y_label,
        };
        let ticks = layout.y_scale(chart).ticks(TICK_ROOM.1);
        let widest = ticks.iter().filter_map(|t| t.label.as_deref());
        let widest = widest
            .map(|l| width(l, TICK.size, false))
            .fold(0.0, f64::max);
        layout.left = MARGIN + layout.y_label.len() as f64 * LINE + 8.0 + widest + 10.0;
        layout.right = layout.left + PLOT_WIDTH;
        layout
    }

    fn x_scale(&self, chart: &Chart) -> Scale {
        let values = chart.curves.iter().flat_map(|c| &c.points).map(|p| p.x);
        Scale::new(values, chart.log_x, false, (self.left, self.right))
    }

    /// Holds every median, and intervals as far as they do not squeeze the medians: one
    /// interrupted repeat in a short run may reach a hundred times as high.
    fn y_scale(&self, chart: &Chart) -> Scale {
        let points = chart.curves.iter().flat_map(|c| &c.points);
        let heights = points.clone().map(|p| p.y);
        let highest = heights.clone().fold(0.0, f64::max) * INTERVAL_ROOM;
        let lowest = heights.clone().fold(f64::INFINITY, f64::min) / INTERVAL_ROOM;
        let ends = points.flat_map(|p| [p.low.max(lowest), p.high.min(highest)]);
        Scale::new(
            heights.chain(ends),
            chart.log_y,
            true,
            (self.bottom, self.top),
        )
    }

    fn canvas_width(&self, chart: &Chart) -> f64 {
        let labels = chart.curves.iter().map(|c| width(&c.label, TEXT, false));
        let labels = self.right + LEADER + SAMPLE + 8.0 + labels.fold(0.0, f64::max);
        let heading = self.heading.iter().map(|line| width(line, HEADING, true));
        labels.max(MARGIN + heading.fold(0.0, f64::max)) + MARGIN
    }

    fn canvas_height(&self) -> f64 {
        self.bottom + 30.0 + self.x_label.len() as f64 * LINE + MARGIN
    }
}

fn draw_axes(svg: &mut Svg, layout: &Layout, x: &Scale, y: &Scale) {
    let Layout {
        left,
        top,
        right,
        bottom,
        ..
    } = *layout;
    let grid = format!("stroke=\"{GRID}\"");
    let axis = format!("stroke=\"{AXIS}\"");
    for Tick { at, label } in y.ticks(TICK_ROOM.1) {
        let height = y.place(at);
        if let Some(label) = label {
            svg.line((left, height), (right, height), &grid);
            let font = Font {
                anchor: Anchor::End,
                ..TICK
            };
            svg.text(&label, (left - 10.0, height + 0.36 * TICK.size), font);
        }
        svg.line((left - 5.0, height), (left, height), &axis);
    }
    let mut free_from = f64::NEG_INFINITY;
    for Tick { at, label } in x.ticks(TICK_ROOM.0) {
        let place = x.place(at);
        svg.line((place, bottom), (place, bottom + 5.0), &axis);
        let Some(label) = label else { continue };
        svg.line((place, top), (place, bottom), &grid);
        let half = width(&label, TICK.size, false) / 2.0;
        if place - half > free_from {
            svg.text(&label, (place, bottom + 8.0 + TICK.size), TICK);
            free_from = place + half + 8.0;
        }
    }
    svg.path(
        &[(left, top), (left, bottom), (right, bottom)],
        false,
        &axis,
    );
    let font = Font { size: TEXT, ..TICK };
    for (i, line) in layout.x_label.iter().enumerate() {
        let height = bottom + 30.0 + TEXT + i as f64 * LINE;
        svg.text(line, ((left + right) / 2.0, height), font);
    }
    let middle = MARGIN + layout.y_label.len() as f64 * LINE / 2.0;
    svg.upward_text(&layout.y_label, (middle, (top + bottom) / 2.0), TEXT);
}

/// The 95 % intervals: a band under many points, bars at few.
fn draw_interval(svg: &mut Svg, curve: &Curve, x: &Scale, y: &Scale) {
    let colour = curve.style.colour();
    if curve.points.len() >= BAND {
        let upper = curve.points.iter().map(|p| (x.place(p.x), y.place(p.high)));
        let lower = curve
            .points
            .iter()
            .rev()
            .map(|p| (x.place(p.x), y.place(p.low)));
        let outline: Vec<_> = upper.chain(lower).collect();
        return svg.path(
            &outline,
            true,
            &format!("fill=\"{colour}\" fill-opacity=\"0.18\""),
        );
    }
    for p in &curve.points {
        let (place, low, high) = (x.place(p.x), y.place(p.low), y.place(p.high));
        // Hidden behind the marker otherwise.
        if low - high > 10.0 {
            let looks = format!("stroke=\"{colour}\" stroke-width=\"1.5\"");
            svg.line((place, low), (place, high), &looks);
            // An end that is cut off has no cap.
            for (end, value) in [(low, p.low), (high, p.high)] {
                if y.holds(value) {
                    svg.line((place - 5.0, end), (place + 5.0, end), &looks);
                }
            }
        }
    }
}

fn draw_curve(svg: &mut Svg, curve: &Curve, x: &Scale, y: &Scale) {
    let places: Vec<_> = curve
        .points
        .iter()
        .map(|p| (x.place(p.x), y.place(p.y)))
        .collect();
    if places.len() > 1 {
        svg.path(&places, false, &curve.style.line());
    }
    // On a crowded curve only some points are marked, from its end, which its label names.
    let gap = if places.len() >= BAND {
        MARKER_GAP
    } else {
        0.0
    };
    let mut last = f64::INFINITY;
    for place in places.into_iter().rev() {
        if last - place.0 >= gap {
            curve.style.marker(svg, place);
            last = place.0;
        }
    }
}

/// Names every curve to the right of its end, with a sample of its line.
fn draw_labels(svg: &mut Svg, chart: &Chart, layout: &Layout, x: &Scale, y: &Scale) {
    let end = |curve: &Curve| {
        let last = curve.points.last().expect("a curve has points");
        (x.place(last.x), y.place(last.y))
    };
    let mut named: Vec<(&Curve, (f64, f64))> = chart.curves.iter().map(|c| (c, end(c))).collect();
    named.sort_by(|a, b| a.1.1.total_cmp(&b.1.1));
    let wanted: Vec<f64> = named.iter().map(|(_, end)| end.1).collect();
    let heights = spread(
        &wanted,
        LINE,
        layout.top + LINE / 2.0,
        layout.bottom - LINE / 2.0,
    );
    let font = Font {
        size: TEXT,
        bold: false,
        anchor: Anchor::Start,
    };
    for ((curve, end), height) in named.into_iter().zip(heights) {
        let sample = layout.right + LEADER;
        let leader = format!(
            "stroke=\"{}\" stroke-opacity=\"0.55\" stroke-dasharray=\"1.5 3\"",
            curve.style.colour()
        );
        let bend = (layout.right + 6.0).max(end.0 + 6.0);
        let path = [(end.0 + 6.0, end.1), (bend, end.1), (sample - 2.0, height)];
        svg.path(&path, false, &leader);
        svg.line(
            (sample, height),
            (sample + SAMPLE, height),
            &curve.style.line(),
        );
        curve.style.marker(svg, (sample + SAMPLE / 2.0, height));
        svg.text(
            &curve.label,
            (sample + SAMPLE + 8.0, height + 0.36 * TEXT),
            font,
        );
    }
}
