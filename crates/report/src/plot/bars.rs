//! Bars: one value for each name, where nothing spreads along an axis.

use super::curves::draw_heading;
use super::scale::Scale;
use super::svg::{Anchor, Font, Svg, width, wrap};
use super::{AXIS, Chart, GRID, HEADING, LINE, MARGIN, TEXT};
use crate::format;

/// Width of the longest bar.
const PLOT_WIDTH: f64 = 460.0;

/// Height of a bar with the free space below it.
const ROW: f64 = 34.0;

/// Height of a bar.
const BAR: f64 = 20.0;

const NAME: Font = Font {
    size: TEXT,
    bold: false,
    anchor: Anchor::End,
};

/// Draws one bar for each curve of `chart`, as long as its only point is high. Bars start at
/// nought, so that lengths compare; a logarithmic axis is not for bars.
pub(super) fn draw(chart: &Chart) -> String {
    let bars: Vec<_> = chart
        .curves
        .iter()
        .filter_map(|c| Some((c, c.points.first()?)))
        .collect();
    let widest = |texts: &mut dyn Iterator<Item = f64>| texts.fold(0.0, f64::max);
    let names = widest(&mut bars.iter().map(|(c, _)| width(&c.label, TEXT, false)));
    let says = |value: f64| format::number(value);
    let values = widest(&mut bars.iter().map(|(_, p)| width(&says(p.y), TEXT, false)));
    let left = MARGIN + names + 12.0;
    let heading = wrap(&chart.heading, HEADING, true, left + PLOT_WIDTH);
    let top = MARGIN + heading.len() as f64 * (HEADING + 5.0) + 12.0;
    let bottom = top + bars.len() as f64 * ROW;
    let heights = bars.iter().flat_map(|(_, p)| [p.y, p.high]);
    let scale = Scale::new(heights, false, true, (left, left + PLOT_WIDTH));

    let right = left + PLOT_WIDTH + 10.0 + values + MARGIN;
    let mut svg = Svg::new(right, bottom + 30.0 + LINE + MARGIN, &chart.heading);
    draw_heading(&mut svg, &heading);
    draw_axis(&mut svg, &scale, &chart.y_label, (left, top), bottom);
    for (i, (curve, point)) in bars.iter().enumerate() {
        let middle = top + (i as f64 + 0.5) * ROW;
        let baseline = middle + 0.36 * TEXT;
        svg.text(&curve.label, (left - 12.0, baseline), NAME);
        let colour = curve.style.colour();
        let end = scale.place(point.y);
        let fill = format!("fill=\"{colour}\"");
        svg.rectangle((left, middle - BAR / 2.0), (end, middle + BAR / 2.0), &fill);
        let (low, high) = (scale.place(point.low), scale.place(point.high));
        svg.line(
            (low, middle),
            (high, middle),
            "stroke=\"#222222\" stroke-width=\"1.5\"",
        );
        let font = Font {
            anchor: Anchor::Start,
            ..NAME
        };
        svg.text(&says(point.y), (end.max(high) + 8.0, baseline), font);
    }
    svg.finish()
}

fn draw_axis(svg: &mut Svg, scale: &Scale, label: &str, (left, top): (f64, f64), bottom: f64) {
    let font = Font {
        size: TEXT - 1.0,
        bold: false,
        anchor: Anchor::Middle,
    };
    for tick in scale.ticks(66.0) {
        let place = scale.place(tick.at);
        svg.line((place, top), (place, bottom), &format!("stroke=\"{GRID}\""));
        if let Some(text) = tick.label {
            svg.text(&text, (place, bottom + 8.0 + font.size), font);
        }
    }
    svg.line((left, top), (left, bottom), &format!("stroke=\"{AXIS}\""));
    let place = (left + PLOT_WIDTH / 2.0, bottom + 30.0 + TEXT);
    svg.text(label, place, Font { size: TEXT, ..font });
}
