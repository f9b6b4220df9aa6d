//! From rows to charts.

mod distributions;
mod phases;
pub(crate) mod rows;

use crate::curves::{self, Line, distinct, group, lines_of_plot, table_scale};
use crate::format::{self, UnitScale, or};
use crate::names;
use crate::page::{PlotShape, TargetLine};
use crate::plot::{Chart, Curve, CurveOrigin, Point};
use crate::quotients::drawn;
use crate::{Page, PaperCurve, Plot};
use records::{Row, Rows, Unit};

/// Returns the chart of `plot`, `None` if no row has numbers for it.
pub(crate) fn chart(rows: &Rows, page: &Page, plot: &Plot) -> Option<Chart> {
    let draw = match plot.shape {
        PlotShape::Exceedance => distributions::exceedance,
        PlotShape::Cumulative => distributions::cumulative,
        PlotShape::LocalExponents => distributions::exponents,
        PlotShape::BreakEven => distributions::break_even,
        PlotShape::Steps => rows::steps,
        PlotShape::Quartiles => rows::quartiles,
        PlotShape::Dumbbells => rows::dumbbells,
        _ => chart_of_curves,
    };
    draw(rows, page, plot)
}

/// Returns the chart of a plot of curves, points, a grid or histograms.
fn chart_of_curves(rows: &Rows, page: &Page, plot: &Plot) -> Option<Chart> {
    let recorded = rows;
    let rows = drawn(rows, &page.id, plot);
    let lines = lines_of_plot(&rows, &page.id, plot, plot.quantity());
    let first = lines.first()?.rows[0];
    let scale = if plot.log.of_y() || plot.percent {
        table_scale(plot, &lines)
    } else {
        common_scale(&lines, first.unit)
    };
    let mut curves = measured(&lines, scale, plot);
    for (i, paper) in plot.paper.iter().enumerate() {
        curves.extend(stated(paper, CurveOrigin::Stated(i), &lines, scale));
    }
    let mut y_label = y_label(plot, &lines);
    for curve in &mut curves {
        curve.joined = plot.shape != PlotShape::Points;
    }
    if plot.log.of_y() && without_zeros(&mut curves) {
        y_label += "; zeros are left out";
    }
    let histograms = plot.shape == PlotShape::Histograms;
    // Histograms have marks of their targets, other charts lines across.
    let marks: Vec<f64> = if histograms {
        plot.target.iter().map(|target| target.at).collect()
    } else {
        add_targets(&mut curves, plot, scale);
        Vec::new()
    };
    let mut chart = Chart {
        heading: format::with_one_separator(plot.heading(page)),
        x_label: or(&plot.x, &first.key.x_name).to_owned(),
        y_label: with_unit(y_label, scale, first.unit),
        log_x: plot.log.of_x(),
        log_y: plot.log.of_y(),
        curves,
        histograms,
        marks,
        reach: plot.reach.map(|height| height * scale.factor),
        ..Chart::default()
    };
    phases::shade(&mut chart, recorded, page, plot);
    Some(if histograms {
        chart
    } else {
        as_grid_or_limited(chart, plot, &lines)
    })
}

/// Turns the chart of a grid, or of too many curves, into a grid if its lines fit one. Another with
/// too many curves loses some.
fn as_grid_or_limited(chart: Chart, plot: &Plot, lines: &[Line<'_>]) -> Chart {
    let most = match plot.shape {
        PlotShape::Grid => 0,
        _ => Chart::MOST_CURVES,
    };
    let chart = self::rows::of_grid(chart, lines, most);
    // A sentence stands for it, and names no curves.
    if chart.constant().is_some() {
        chart
    } else {
        chart.limited()
    }
}

/// Adds a line across all curves for each target of a plot.
fn add_targets(curves: &mut Vec<Curve>, plot: &Plot, scale: UnitScale) {
    for (i, target) in plot.target.iter().enumerate() {
        let origin = CurveOrigin::Target(plot.paper.len() + i);
        let line = across(target, origin, curves, scale);
        curves.push(line);
    }
}

/// Returns the label of the vertical axis, without its unit.
fn y_label(plot: &Plot, lines: &[Line<'_>]) -> String {
    let mut label = or(&plot.y, plot.quantity()).to_owned();
    if let Some(divisor) = &plot.divided_by {
        label += &format!(", divided by that of {}", names::name(divisor));
    }
    if let Some(group) = group(plot, lines) {
        let axis = &lines[0].rows[0].key.x_name;
        label += &format!(", worst of each {} {axis}s", format::number(group));
    }
    label
}

/// Removes the points at or below zero, which a logarithmic axis cannot show, and returns true if
/// there were any. Keeps them if there are no others.
fn without_zeros(curves: &mut Vec<Curve>) -> bool {
    let points = || curves.iter().flat_map(|c| &c.points);
    let zeros = points().filter(|p| p.y <= 0.0).count();
    if zeros == 0 || zeros == points().count() {
        return false;
    }
    for curve in curves.iter_mut() {
        curve.points.retain(|p| p.y > 0.0);
    }
    curves.retain(|curve| !curve.points.is_empty());
    true
}

/// Returns one unit for the whole axis: the one that fits its largest median, or for bytes the
/// middle one.
fn common_scale(lines: &[Line<'_>], unit: Unit) -> UnitScale {
    let medians = lines.iter().flat_map(|l| l.points()).map(|(_, y)| y);
    let mut medians: Vec<f64> = medians.collect();
    medians.sort_by(f64::total_cmp);
    // Bytes differ by powers of ten, and few digits after the point are read more easily.
    let which = match unit {
        Unit::Bytes => medians.len() / 2,
        _ => medians.len().saturating_sub(1),
    };
    UnitScale::of(medians.get(which).copied().unwrap_or(0.0).max(0.0), unit)
}

/// Returns our own curves. Several over the same axes that are all of one detector look different
/// by series, all others by detector.
fn measured<'a>(lines: &[Line<'a>], scale: UnitScale, plot: &Plot) -> Vec<Curve> {
    let mut positions = lines.iter().flat_map(|l| &l.rows).map(|row| row.key.x);
    let first = positions.next();
    let over_axes = plot.shape != PlotShape::Histograms && positions.any(|x| Some(x) != first);
    curves_of(lines, over_axes, |line| {
        let points = line.rows.iter().filter_map(|row| point(row, scale));
        points.collect()
    })
}

/// Returns curves whose points another shape makes of the lines.
fn shaped<'a>(lines: &[Line<'a>], points: impl Fn(&Line<'a>) -> Vec<Point>) -> Vec<Curve> {
    let mut curves = curves_of(lines, true, points);
    curves.retain(|curve| !curve.points.is_empty());
    curves
}

/// Returns a curve for each line, with the style of its series if all are of one detector and
/// `over_axes`, else of its detector.
fn curves_of<'a>(
    lines: &[Line<'a>],
    over_axes: bool,
    points: impl Fn(&Line<'a>) -> Vec<Point>,
) -> Vec<Curve> {
    let by_series = over_axes
        && distinct(lines.iter().map(|l| l.detector)).len() == 1
        && distinct(lines.iter().map(|l| l.series)).len() > 1;
    let styled_by = |line: &Line<'a>| {
        if by_series {
            line.series
        } else {
            line.detector
        }
    };
    let styled: Vec<&str> = lines.iter().map(styled_by).collect();
    let curve = |(i, (line, label)): (usize, (&Line<'a>, String))| {
        let rank = styled[..i].iter().filter(|s| **s == styled[i]).count();
        Curve {
            label,
            origin: CurveOrigin::Measured(styled[i].to_owned(), rank),
            points: points(line),
            joined: true,
        }
    };
    let named = lines.iter().zip(curves::names(lines));
    named.enumerate().map(curve).collect()
}

fn point(row: &Row, scale: UnitScale) -> Option<Point> {
    let estimate = row.outcome.as_ref().ok()?.estimate();
    Some(Point {
        x: row.key.x,
        y: estimate.value * scale.factor,
        low: estimate.low * scale.factor,
        high: estimate.high * scale.factor,
    })
}

/// Returns the paper's curve, scaled to meet ours at the position in its definition. `None` if we
/// have no point there.
fn stated(
    paper: &PaperCurve,
    origin: CurveOrigin,
    lines: &[Line<'_>],
    scale: UnitScale,
) -> Option<Curve> {
    let ours = lines.iter().find(|l| l.is_beside(paper))?;
    let (label, factor) = match paper.at {
        Some(at) => {
            let theirs = paper.points.iter().find(|(x, _)| *x == at)?.1;
            let factor = ours.at(at)?.median()? * scale.factor / theirs;
            (format!("{}, scaled", paper.label), factor)
        }
        None => (paper.label.clone(), scale.factor),
    };
    let point = |(x, y): &(f64, f64)| Point::exact(*x, y * factor);
    Some(Curve {
        label,
        origin,
        points: paper.points.iter().map(point).collect(),
        joined: true,
    })
}

/// Returns a line from the left end of all curves to their right end.
fn across(target: &TargetLine, origin: CurveOrigin, curves: &[Curve], scale: UnitScale) -> Curve {
    let positions = || curves.iter().flat_map(|c| &c.points).map(|p| p.x);
    let left = positions().fold(f64::INFINITY, f64::min);
    let right = positions().fold(f64::NEG_INFINITY, f64::max);
    let point = |x| Point::exact(x, target.at * scale.factor);
    Curve {
        label: target.label.clone(),
        origin,
        points: [left, right].map(point).to_vec(),
        joined: true,
    }
}

fn with_unit(label: String, scale: UnitScale, unit: Unit) -> String {
    match (unit, scale.symbol) {
        (Unit::Count, _) => format!("{label} (count)"),
        (Unit::Ratio, "") => label,
        (_, symbol) => format!("{label} ({symbol})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{around, key, time};

    fn page() -> (Page, Plot) {
        let paper = PaperCurve {
            label: "Smith95".into(),
            points: vec![(168.0, 11.0), (3968.0, 70.0)],
            detector: "face-octree".into(),
            series: String::new(),
            at: Some(168.0),
            bound: false,
        };
        let plot = Plot {
            paper: vec![paper],
            ..Plot::default()
        };
        let page = Page {
            id: "smith95-fig7".into(),
            title: "Figure 7".into(),
            ..Page::default()
        };
        (page, plot)
    }

    #[test]
    fn a_chart_has_one_unit_and_the_papers_curve_meets_ours() {
        let rows: Rows = [
            time("smith95-fig7", "face-octree", "", 168.0, &around(0.11)),
            time("smith95-fig7", "face-octree", "", 3968.0, &around(1.4)),
        ]
        .into_iter()
        .collect();
        let (page, plot) = page();
        let chart = chart(&rows, &page, &plot).unwrap();
        assert_eq!(
            (chart.x_label.as_str(), chart.y_label.as_str()),
            ("faces", "time (ms)")
        );
        let heights: Vec<Vec<f64>> = chart
            .curves
            .iter()
            .map(|c| c.points.iter().map(|p| p.y).collect())
            .collect();
        assert!((heights[0][0] - 0.11).abs() < 1e-9);
        assert!((heights[1][0] - 0.11).abs() < 1e-9 && (heights[1][1] - 0.7).abs() < 1e-9);
        assert_eq!(chart.curves[1].label, "Smith95, scaled");
    }

    #[test]
    fn a_logarithmic_axis_has_the_unit_of_the_table_below() {
        let rows: Rows = [
            time("smith95-fig7", "face-octree", "", 168.0, &around(2e-3)),
            time("smith95-fig7", "face-octree", "", 528.0, &around(2e-2)),
            time("smith95-fig7", "face-octree", "", 3968.0, &around(2.0)),
        ]
        .into_iter()
        .collect();
        let (page, mut plot) = page();
        plot.log = crate::Log::Y;
        let drawn = chart(&rows, &page, &plot).unwrap();
        let table = crate::tables::under_plot(&rows, &page, &plot);
        assert_eq!(drawn.y_label, "time (µs)");
        assert!(table.contains("in µs"), "{table}");
    }

    #[test]
    fn a_target_lies_across_and_plain_numbers_are_not_scaled() {
        let rows: Rows = [
            time("smith95-fig7", "face-octree", "", 168.0, &around(0.11)),
            time("smith95-fig7", "face-octree", "", 3968.0, &around(1.4)),
        ]
        .into_iter()
        .collect();
        let (page, mut plot) = page();
        plot.paper[0].at = None;
        let target = |label: &str, at| TargetLine {
            label: label.into(),
            at,
        };
        plot.target = vec![target("frame", 0.1), target("budget", 0.2)];
        let drawn = chart(&rows, &page, &plot).unwrap();
        assert_eq!(drawn.curves[1].label, "Smith95");
        assert_eq!(
            drawn.curves[1].points[1].y, 70_000.0,
            "seconds in milliseconds"
        );
        let target: Vec<_> = drawn.curves[2].points.iter().map(|p| (p.x, p.y)).collect();
        assert_eq!(target, [(168.0, 100.0), (3968.0, 100.0)]);
        assert_eq!(drawn.curves[3].points[0].y, 200.0);
        assert!(matches!(drawn.curves[2].origin, CurveOrigin::Target(_)));
        plot.shape = PlotShape::Histograms;
        let histograms = chart(&rows, &page, &plot).unwrap();
        assert_eq!(
            (histograms.marks, histograms.curves.len()),
            (vec![0.1, 0.2], 2)
        );
    }

    #[test]
    fn a_chart_of_ratios_has_the_papers_ratio_on_the_same_scale() {
        let rows: Rows = [
            time("smith95-fig7", "face-octree", "", 168.0, &around(0.11)),
            time("smith95-fig7", "separating-plane", "", 168.0, &around(0.22)),
        ]
        .into_iter()
        .collect();
        let (page, mut plot) = page();
        plot.divided_by = Some("face-octree".into());
        plot.paper[0].detector = "separating-plane".into();
        (plot.paper[0].at, plot.paper[0].points) = (None, vec![(168.0, 0.5)]);
        let drawn = chart(&rows, &page, &plot).unwrap();
        assert_eq!(drawn.y_label, "time, divided by that of face octree (1995)");
        let heights: Vec<f64> = drawn.curves.iter().map(|c| c.points[0].y).collect();
        assert!((heights[0] - 2.0).abs() < 1e-12, "{heights:?}");
        assert_eq!((drawn.curves.len(), heights[1]), (2, 0.5));
        let table = crate::tables::under_plot(&rows, &page, &plot);
        assert!(table.contains("| 168 | 2 [2, 2] | 0.500 |"), "{table}");
    }

    #[test]
    fn shares_are_drawn_and_listed_in_percent() {
        let share = |x, value| {
            let key = key("smith95-fig7", "face-octree", "", x);
            Row::exact(&key, "certified", Unit::Ratio, value)
        };
        let rows: Rows = [share(168.0, 0.25), share(528.0, 1.0)]
            .into_iter()
            .collect();
        let (page, mut plot) = page();
        (plot.quantity, plot.percent) = ("certified".into(), true);
        (plot.paper[0].at, plot.paper[0].points) = (None, vec![(168.0, 0.5)]);
        let drawn = chart(&rows, &page, &plot).unwrap();
        assert_eq!(drawn.y_label, "certified (%)");
        let heights =
            |curve: usize| -> Vec<f64> { drawn.curves[curve].points.iter().map(|p| p.y).collect() };
        assert_eq!((heights(0), heights(1)), (vec![25.0, 100.0], vec![50.0]));
        let table = crate::tables::under_plot(&rows, &page, &plot);
        assert!(table.contains("faces; in %"), "{table}");
        assert!(table.contains("| 168 | 25 | 50 |"), "{table}");
    }

    #[test]
    fn a_logarithmic_axis_leaves_zeros_out_and_says_so() {
        let bound = |detector: &str, x: f64, value: f64| {
            Row::exact(&key("e", detector, "", x), "bound", Unit::Ratio, value)
        };
        let plot = Plot {
            quantity: "bound".into(),
            log: crate::Log::Y,
            ..Plot::default()
        };
        let drawn = |rows: Vec<Row>| {
            let page = Page {
                id: "e".into(),
                ..Page::default()
            };
            chart(&rows.into_iter().collect(), &page, &plot).unwrap()
        };
        let some = drawn(vec![
            bound("a", 1.0, 0.5),
            bound("a", 2.0, 0.0),
            bound("b", 1.0, 0.0),
        ]);
        let positions: Vec<_> = some
            .curves
            .iter()
            .flat_map(|c| &c.points)
            .map(|p| p.x)
            .collect();
        assert_eq!((some.curves.len(), positions), (1, vec![1.0]));
        assert_eq!(some.y_label, "bound; zeros are left out");
        let none = drawn(vec![bound("a", 1.0, 0.5)]);
        assert_eq!(none.y_label, "bound");
        let all = drawn(vec![bound("a", 1.0, 0.0)]);
        assert_eq!((all.curves.len(), all.y_label.as_str()), (1, "bound"));
    }

    #[test]
    fn worst_frames_are_labeled_with_the_size_of_their_groups() {
        let frame = |x: f64| {
            let mut key = key("e", "a", "", x);
            key.x_name = "frame".into();
            Row::exact(&key, "frame-time", Unit::Seconds, 0.01)
        };
        let plot = Plot {
            quantity: "frame-time".into(),
            y: "detection".into(),
            worst_of: "detection-time".into(),
            ..Plot::default()
        };
        let page = Page {
            id: "e".into(),
            ..Page::default()
        };
        let label = |positions: &[f64]| {
            let rows: Rows = positions.iter().copied().map(frame).collect();
            chart(&rows, &page, &plot).unwrap().y_label
        };
        assert_eq!(
            label(&[4.0, 8.0, 10.0]),
            "detection, worst of each 4 frames (ms)"
        );
        assert_eq!(label(&[1.0, 2.0, 3.0]), "detection (ms)");
    }

    #[test]
    fn a_missing_point_drops_the_papers_curve_and_no_rows_the_chart() {
        let row = time("smith95-fig7", "face-octree", "", 528.0, &around(0.2));
        let rows: Rows = [row].into_iter().collect();
        let (page, plot) = page();
        assert_eq!(chart(&rows, &page, &plot).unwrap().curves.len(), 1);
        assert!(chart(&Rows::default(), &page, &plot).is_none());
    }
}
