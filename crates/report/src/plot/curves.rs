//! Curves over two axes, each named at its end.

use super::labels::spread;
use super::scale::Scale;
use super::text::{self, name_lines, width};
use super::{
    AXIS, Canvas, Chart, Curve, CurveOrigin, LINE, Layout, NAME_LINE, NUMBERS, Plane, Point, SMALL,
    Style, Styles, draw_name, plane_height,
};
use plotters::prelude::{Color, EmptyElement, PathElement, Polygon, RGBColor, Rectangle};
use plotters::style::text_anchor::HPos;
use std::iter::repeat;

/// Distance from the curves' right end to a label's sample of the line.
const LEADER: i32 = 26;

/// Distance from the end of a curve to its leader: half a marker, and some air.
const END_GAP: i32 = 8;

/// Color of leaders. Grid lines are lighter.
const LEADER_GRAY: RGBColor = RGBColor(0x9a, 0x9a, 0x9a);

/// Color of shaded ranges, mixed in so that the grid stays visible.
const BAND_GRAY: RGBColor = RGBColor(0x9a, 0xa4, 0xb0);

/// Length of a label's sample of the line. A gap of every dash is visible beside its marker.
const SAMPLE: i32 = 46;

/// Factors by which intervals may extend beyond the highest and the lowest median, on a linear and
/// on a logarithmic axis. They are cut there.
///
/// Intervals of full runs reach three times as far. In a quick run one interrupted repeat may be a
/// hundred times as high, and would flatten the curves on a linear axis.
const INTERVAL_ROOM: [f64; 2] = [4.0, 100.0];

/// Length of the arrow at the end of an interval that is cut.
const ARROW: i32 = 8;

/// Minimum distance of two markers on a curve with many points.
const MARKER_GAP: i32 = 56;

/// Minimum number of points for which intervals are a band instead of bars.
const BAND: usize = 21;

/// Draws the curves of `chart`.
pub(super) fn draw(chart: &Chart, styles: &Styles) -> anyhow::Result<String> {
    let names = chart
        .curves
        .iter()
        .map(|curve| size(&name_lines(&curve.label)));
    let height = plane_height(&chart.heading).max(names.sum());
    let y = y_scale(chart, height);
    let explained;
    let chart = if chart.curves.iter().any(|curve| is_cut(curve, &y)) {
        let x_label = format!("{}; arrow: the interval goes on", chart.x_label);
        explained = Chart {
            x_label,
            ..chart.clone()
        };
        &explained
    } else {
        chart
    };
    let layout = Layout::of_axes(chart, height, &y, LEADER + SAMPLE + 8);
    let x = x_scale(chart, layout.size.0);
    layout.picture(|canvas| {
        layout.draw_axis_labels(canvas)?;
        let ends = (layout.top, layout.top + height);
        let mut plane = layout.plane(canvas, ends, NUMBERS, (x, y))?;
        draw_bands(canvas, &chart.bands, &layout, &plane)?;
        let labels = labels(chart, &layout, &plane);
        draw_marks(canvas, chart, &layout, &plane, &labels)?;
        for curve in &chart.curves {
            draw_interval(&mut plane, curve, styles.of(&curve.origin))?;
        }
        for curve in &chart.curves {
            draw_curve(&mut plane, curve, styles.of(&curve.origin))?;
        }
        draw_labels(canvas, &labels, styles, layout.left + layout.size.0)
    })
}

fn x_scale(chart: &Chart, length: i32) -> Scale {
    let values = chart.curves.iter().flat_map(|c| &c.points).map(|p| p.x);
    let values = values.chain(chart.marks.iter().copied());
    let room = |label: &str| (width(label, SMALL, false) + 14).max(50);
    Scale::new(values, chart.log_x, false, length, room)
}

/// Returns the vertical scale. It shows every median and every interval, up to [`INTERVAL_ROOM`].
pub(super) fn y_scale(chart: &Chart, height: i32) -> Scale {
    let points = chart.curves.iter().flat_map(|c| &c.points);
    let heights = points.clone().map(|p| p.y);
    let room = INTERVAL_ROOM[usize::from(chart.log_y)];
    let highest = heights.clone().fold(0.0, f64::max) * room;
    let lowest = heights.clone().fold(f64::INFINITY, f64::min) / room;
    let ends = points.flat_map(|p| [p.low.max(lowest), p.high.min(highest)]);
    let shown = heights.chain(ends).chain(chart.reach);
    Scale::new(shown, chart.log_y, true, height, |_| LINE + 2)
}

/// Shades ranges of the horizontal axis, from the bottom to the top.
fn draw_bands(
    canvas: &Canvas<'_>,
    bands: &[(f64, f64)],
    layout: &Layout,
    plane: &Plane<'_, '_>,
) -> anyhow::Result<()> {
    let bottom = layout.top + layout.size.1;
    for (from, to) in bands {
        let [left, right] = [from, to].map(|x| plane.backend_coord(&(*x, f64::NAN)).0);
        if left < right {
            let corners = [(left, layout.top), (right, bottom)];
            canvas.draw(&Rectangle::new(corners, BAND_GRAY.mix(0.25).filled()))?;
        }
    }
    Ok(())
}

/// Draws lines at the marked positions, with their names where they cover little.
fn draw_marks(
    canvas: &Canvas<'_>,
    chart: &Chart,
    layout: &Layout,
    plane: &Plane<'_, '_>,
    labels: &[Label<'_>],
) -> anyhow::Result<()> {
    let names = chart.mark_names.iter().map(String::as_str);
    let at = |p: &Point| plane.backend_coord(&(p.x, p.y));
    let curves = chart.curves.iter();
    let curves = curves.map(|curve| curve.points.iter().map(at).collect());
    let leaders = labels.iter().map(|label| label.leader.clone());
    let mut drawn = along(curves.chain(leaders));
    let bottom = layout.top + layout.size.1;
    for mark in &chart.marks {
        let (x, _) = plane.backend_coord(&(*mark, f64::NAN));
        drawn.extend((layout.top..bottom).step_by(4).map(|y| (x, y)));
    }
    for (mark, name) in chart.marks.iter().zip(names.chain(repeat(""))) {
        let (x, _) = plane.backend_coord(&(*mark, f64::NAN));
        canvas.draw(&PathElement::new(
            vec![(x, layout.top), (x, bottom)],
            AXIS.stroke_width(2),
        ))?;
        let width = width(name, SMALL, false);
        let (side, at) = free_place(&drawn, layout, x, width);
        let style = text::style(SMALL, false, side);
        canvas.draw_text(name, &style, at)?;
        // The names after it keep away from this one, more than from a curve.
        let left = left_of(side, at.0, width);
        drawn.extend((left..=left + width).map(|x| (x, at.1)));
    }
    Ok(())
}

/// Returns points along all lines, about two pixels apart.
fn along(lines: impl Iterator<Item = Vec<(i32, i32)>>) -> Vec<(i32, i32)> {
    const STEP: i32 = 2;
    let mut points = Vec::new();
    for line in lines {
        points.extend(line.first());
        for pair in line.windows(2) {
            let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            let parts = (dx.abs().max(dy.abs()) / STEP).max(1);
            let between = |a: i32, b: i32, part| a + (b - a) * part / parts;
            let part = |part| {
                (
                    between(pair[0].0, pair[1].0, part),
                    between(pair[0].1, pair[1].1, part),
                )
            };
            points.extend((1..=parts).map(part));
        }
    }
    points
}

/// Returns where the name of a mark at `x` covers the least of what is drawn, right or left of its
/// line: the place nearest to an end of the line, the upper one first.
fn free_place(drawn: &[(i32, i32)], layout: &Layout, x: i32, width: i32) -> (HPos, (i32, i32)) {
    let bottom = layout.top + layout.size.1;
    let rows = (layout.size.1 / LINE).max(1);
    let heights = (0..rows).flat_map(|row| {
        let from_end = LINE / 2 + row * LINE;
        [layout.top + from_end, bottom - from_end]
    });
    let places = heights.flat_map(|y| [(HPos::Left, (x + 5, y)), (HPos::Right, (x - 5, y))]);
    let covered = |(side, (at, y)): &(HPos, (i32, i32))| {
        let left = left_of(*side, *at, width);
        let inside = |p: &&(i32, i32)| {
            (left..=left + width).contains(&p.0) && (p.1 - y).abs() <= LINE / 2 + 3
        };
        let outside = left < layout.left || left + width > layout.left + layout.size.0;
        // Beyond the axes a name meets others.
        drawn.iter().filter(inside).count() + if outside { drawn.len() + 1 } else { 0 }
    };
    places.min_by_key(covered).expect("there is a row")
}

/// Returns the left end of a text at `at`, of which that is the given side.
fn left_of(side: HPos, at: i32, width: i32) -> i32 {
    match side {
        HPos::Right => at - width,
        _ => at,
    }
}

/// Returns true if an interval of a curve has an end beyond the axis `y`, which is drawn as an
/// arrow.
fn is_cut(curve: &Curve, y: &Scale) -> bool {
    let ends = || curve.points.iter().flat_map(|p| [p.low, p.high]);
    curve.points.len() < BAND && ends().any(|end| !y.holds(end))
}

/// Draws the 95 % intervals: a band for many points, bars for few.
fn draw_interval(plane: &mut Plane<'_, '_>, curve: &Curve, style: Style) -> anyhow::Result<()> {
    let color = style.color();
    if curve.points.len() >= BAND {
        let upper = curve.points.iter().map(|p| (p.x, p.high));
        let lower = curve.points.iter().rev().map(|p| (p.x, p.low));
        let outline: Vec<_> = upper.chain(lower).collect();
        plane.draw_series([Polygon::new(outline, color.mix(0.18).filled())])?;
        return Ok(());
    }
    for p in &curve.points {
        let ends = [p.low, p.high].map(|y| plane.backend_coord(&(p.x, y)).1);
        // A shorter interval is hidden behind the marker.
        if ends[0] - ends[1] <= 12 {
            continue;
        }
        let bar = vec![(p.x, p.low), (p.x, p.high)];
        plane.draw_series([PathElement::new(bar, color)])?;
        // An end that is cut off has an arrow in place of a cap.
        for (y, outward) in [(p.low, 1), (p.high, -1)] {
            let holds = plane.plotting_area().as_coord_spec().y_spec().holds(y);
            let end = EmptyElement::at((p.x, y));
            if holds {
                let cap = PathElement::new([(-5, 0), (6, 0)], color);
                plane.draw_series([end + cap])?;
            } else {
                let tail = -ARROW * outward;
                let corners = [(0, 0), (-ARROW / 2, tail), (ARROW / 2, tail)];
                let arrow = Polygon::new(corners, color.filled());
                plane.draw_series([end + arrow])?;
            }
        }
    }
    Ok(())
}

fn draw_curve(plane: &mut Plane<'_, '_>, curve: &Curve, style: Style) -> anyhow::Result<()> {
    let points: Vec<(f64, f64)> = curve.points.iter().map(|p| (p.x, p.y)).collect();
    if points.len() > 1 && curve.joined {
        plane.draw_series([style.line(points.clone())])?;
    }
    if !has_markers(curve) {
        return Ok(());
    }
    // On a crowded curve only some points are marked, counted from the labeled end.
    let gap = if points.len() >= BAND { MARKER_GAP } else { 0 };
    let mut last = i32::MAX;
    for point in points.into_iter().rev() {
        let (x, _) = plane.backend_coord(&point);
        if last - x >= gap {
            plane.plotting_area().draw(&style.marker(point))?;
            last = x;
        }
    }
    Ok(())
}

/// Returns true for a curve whose points are numbers of cases. A line of reference has none,
/// neither in the plane nor beside its name.
const fn has_markers(curve: &Curve) -> bool {
    !matches!(curve.origin, CurveOrigin::Target(_))
}

/// Name of a curve at the right of the plane.
struct Label<'a> {
    curve: &'a Curve,
    height: i32,
    /// From the end of the curve to the sample of its line.
    leader: Vec<(i32, i32)>,
}

/// Returns the names of all curves to the right of the plane, from the top down.
///
/// A leader goes level to the right border and bends there. Where a level leader would run through
/// the end of another curve, as at the last share of an exceedance, the leaders of both are
/// straight, and do not cross.
fn labels<'a>(chart: &'a Chart, layout: &Layout, plane: &Plane<'_, '_>) -> Vec<Label<'a>> {
    let (right, top) = (layout.left + layout.size.0, layout.top);
    let bottom = top + layout.size.1;
    let end = |curve: &Curve| {
        let last = curve.points.last().expect("a curve has points");
        plane.backend_coord(&(last.x, last.y))
    };
    let mut named: Vec<(&Curve, (i32, i32))> = chart.curves.iter().map(|c| (c, end(c))).collect();
    // Names of ends at one height move away from the border, the leftmost farthest.
    let outward = |at: (i32, i32)| if at.1 * 2 > top + bottom { at.0 } else { -at.0 };
    named.sort_by_key(|(_, end)| (end.1, outward(*end)));
    let wanted: Vec<f64> = named.iter().map(|(_, end)| f64::from(end.1)).collect();
    let sizes = named
        .iter()
        .map(|(curve, _)| size(&name_lines(&curve.label)));
    let sizes: Vec<f64> = sizes.map(f64::from).collect();
    let heights = spread(&wanted, &sizes, top.into(), bottom.into());
    let ends: Vec<(i32, i32)> = named.iter().map(|(_, end)| *end).collect();
    let label = |((curve, end), height): ((&'a Curve, (i32, i32)), f64)| {
        let height = height.floor() as i32;
        let to = (right + LEADER - 3, height);
        let leader = if shares_height(end, &ends) {
            straight(end, to)
        } else {
            let from = end.0 + END_GAP;
            vec![(from, end.1), (from.max(right + 6), end.1), to]
        };
        Label {
            curve,
            height,
            leader,
        }
    };
    named.into_iter().zip(heights).map(label).collect()
}

/// Returns true if level leaders from `end` and from another of `ends` would be one line.
fn shares_height(end: (i32, i32), ends: &[(i32, i32)]) -> bool {
    let shares = |other: &&(i32, i32)| (other.1 - end.1).abs() <= 3 && other.0 != end.0;
    ends.iter().any(|other| shares(&other))
}

/// Returns a line from beside the marker at `end` to `to`.
fn straight(end: (i32, i32), to: (i32, i32)) -> Vec<(i32, i32)> {
    let [dx, dy] = [to.0 - end.0, to.1 - end.1].map(f64::from);
    let part = f64::from(END_GAP) / dx.hypot(dy).max(1.0);
    let along = |from: i32, by: f64| from + (by * part).round() as i32;
    vec![(along(end.0, dx), along(end.1, dy)), to]
}

/// Writes the names, with a leader and a sample of the line of each curve.
fn draw_labels(
    canvas: &Canvas<'_>,
    labels: &[Label<'_>],
    styles: &Styles,
    right: i32,
) -> anyhow::Result<()> {
    let sample = right + LEADER;
    for label in labels {
        let (curve, height) = (label.curve, label.height);
        let style = styles.of(&curve.origin);
        // Solid, thin and gray: a dotted line would look like data.
        // Points that nothing joins have no end.
        if curve.joined {
            let leader = PathElement::new(label.leader.clone(), LEADER_GRAY.stroke_width(1));
            canvas.draw(&leader)?;
            canvas.draw(&style.line(vec![(sample, height), (sample + SAMPLE, height)]))?;
        }
        if has_markers(curve) {
            canvas.draw(&style.marker((sample + SAMPLE / 2, height)))?;
        }
        draw_name(canvas, curve, (sample + SAMPLE + 8, height))?;
    }
    Ok(())
}

/// Returns the height of a name of these lines, with the free space around it.
fn size(lines: &[String]) -> i32 {
    LINE + (lines.len() as i32 - 1) * NAME_LINE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_lies_where_no_curve_does() {
        let layout = Layout {
            numbers: 0,
            left: 0,
            top: 0,
            size: (400, 300),
            canvas: (500, 400),
            heading: Vec::new(),
            x_label: Vec::new(),
            y_label: Vec::new(),
        };
        let place = |drawn: &[(i32, i32)]| free_place(drawn, &layout, 200, 100).1;
        let above = place(&[]);
        assert_eq!(above, (205, LINE / 2));
        // A curve along the upper border, as of an exceedance that stays at 100 %.
        let along: Vec<(i32, i32)> = (0..400).map(|x| (x, 5)).collect();
        assert_eq!(place(&along), (205, 300 - LINE / 2));
        // With one at the right of the lower border as well, the left is free.
        let both: Vec<(i32, i32)> = along
            .iter()
            .copied()
            .chain((200..400).map(|x| (x, 295)))
            .collect();
        assert_eq!(place(&both), (195, 300 - LINE / 2));
        // With curves along both borders, the next row is free.
        let lower: Vec<_> = (0..400).map(|x| (x, 295)).collect();
        assert_eq!(place(&[along, lower].concat()), (205, LINE / 2 + LINE));
    }
}
