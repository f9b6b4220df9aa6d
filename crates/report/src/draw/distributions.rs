//! Charts of distributions, of local growth and of total times.

use super::{common_scale, shaped, with_unit};
use crate::curves::{Line, lines_of_plot};
use crate::format::or;
use crate::plot::{Chart, Curve, CurveOrigin, Point};
use crate::{Page, Plot};
use records::{Row, Rows, Unit};

/// Most points of a distribution.
const MOST_POINTS: usize = 80;

/// Numbers of frames over which total times are drawn, as powers of ten.
const FRAMES: [i32; 7] = [0, 1, 2, 3, 4, 5, 6];

/// Returns the share of samples that exceed a value, against the value: how often a frame takes
/// longer than a time. `None` without samples.
pub(super) fn exceedance(rows: &Rows, page: &Page, plot: &Plot) -> Option<Chart> {
    let lines = lines_of_plot(rows, &page.id, plot, plot.quantity());
    let first = lines.first()?.rows[0];
    let scale = common_scale(&lines, first.unit);
    let curve = |line: &Line<'_>| {
        let samples = line.rows.iter().flat_map(|row| row.samples.pooled());
        let mut samples: Vec<f64> = samples.filter(|sample| *sample > 0.0).collect();
        samples.sort_by(f64::total_cmp);
        let all = samples.len();
        let point = |i: usize| {
            // The share that is at least as large: the last sample exceeds no other.
            let share = 100.0 * (all - i) as f64 / all as f64;
            Point::exact(samples[i] * scale.factor, share)
        };
        thinned(all).into_iter().map(point).collect()
    };
    let curves = shaped(&lines, curve);
    let mut chart = chart(page, plot, curves)?;
    chart.x_label = with_unit(or(&plot.x, plot.quantity()).to_owned(), scale, first.unit);
    let whole = or(&plot.y, "share at least as long (%)");
    chart.y_label = whole.to_owned();
    (chart.log_x, chart.log_y) = (true, true);
    let mark = |target: &crate::TargetLine| target.at * scale.factor;
    chart.marks = plot.target.iter().map(mark).collect();
    chart.mark_names = plot.target.iter().map(|t| t.label.clone()).collect();
    Some(chart)
}

/// Returns ranks from the first to the last of `all` in order, close together at the end: there
/// each is a share of its own.
fn thinned(all: usize) -> Vec<usize> {
    let step = |i: usize| {
        let share = (i as f64 / MOST_POINTS as f64) * (all.max(1) as f64).ln();
        all.saturating_sub(share.exp().round() as usize)
    };
    let mut ranks: Vec<usize> = (0..=MOST_POINTS).map(step).collect();
    ranks.retain(|rank| *rank < all);
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}

/// Returns the sums of the shares of bins: the share of the cases up to a value. `None` without
/// rows.
pub(super) fn cumulative(rows: &Rows, page: &Page, plot: &Plot) -> Option<Chart> {
    let lines = lines_of_plot(rows, &page.id, plot, plot.quantity());
    let curve = |line: &Line<'_>| {
        let points = line.points();
        let mut sum = 0.0;
        let mut curve: Vec<Point> = points
            .first()
            .map(|p| Point::exact(p.0, 0.0))
            .into_iter()
            .collect();
        for (i, (x, share)) in points.iter().enumerate() {
            sum += 100.0 * share;
            // A bin ends where the next begins.
            if let Some((end, _)) = points.get(i + 1).filter(|(end, _)| end > x) {
                curve.push(Point::exact(*end, sum));
            }
        }
        curve
    };
    let curves = shaped(&lines, curve);
    let mut chart = chart(page, plot, curves)?;
    chart.y_label = or(&plot.y, "cases up to the value (%)").to_owned();
    chart.x_label = or(&plot.x, plot.quantity()).to_owned();
    chart.log_y = false;
    chart.marks = plot.target.iter().map(|target| target.at).collect();
    chart.mark_names = plot.target.iter().map(|t| t.label.clone()).collect();
    Some(chart)
}

/// Least quotient of two positions between which an exponent is drawn. Where sizes are nearer, the
/// scatter of two times is more than the growth between them.
const LEAST_SPAN: f64 = 4.0;

/// Returns the local growth exponents of each curve, and of the paper's, which have no machine's
/// factor. `None` without two points that are far enough apart.
pub(super) fn exponents(rows: &Rows, page: &Page, plot: &Plot) -> Option<Chart> {
    let lines = lines_of_plot(rows, &page.id, plot, plot.quantity());
    let mut curves = shaped(&lines, |line| local_exponents(&line.points()));
    for (i, paper) in plot.paper.iter().enumerate() {
        curves.push(Curve {
            label: paper.label.clone(),
            origin: CurveOrigin::Stated(i),
            points: local_exponents(&paper.points),
            joined: true,
        });
    }
    curves.retain(|curve| !curve.points.is_empty());
    let mut chart = chart(page, plot, curves)?;
    let x_name = lines.first().map_or("", |line| &line.rows[0].key.x_name);
    chart.x_label = or(&plot.x, x_name).to_owned();
    chart.y_label = or(&plot.y, "growth exponent over four times the size").to_owned();
    (chart.log_x, chart.log_y) = (true, false);
    Some(chart)
}

/// Returns the exponents between points that are far enough apart, at the geometric means of their
/// positions: from each point to the next one at [`LEAST_SPAN`] times its position.
fn local_exponents(points: &[(f64, f64)]) -> Vec<Point> {
    let positive = |point: &&(f64, f64)| point.0 > 0.0 && point.1 > 0.0;
    let points: Vec<(f64, f64)> = points.iter().filter(positive).copied().collect();
    let exponent = |(i, &(x1, y1)): (usize, &(f64, f64))| {
        let mut larger = points[i..].iter();
        let (x2, y2) = larger.find(|(x, _)| *x >= LEAST_SPAN * x1)?;
        Some(Point::exact(
            (x1 * x2).sqrt(),
            (y2 / y1).ln() / (x2 / x1).ln(),
        ))
    };
    points.iter().enumerate().filter_map(exponent).collect()
}

/// Returns the total time of preparation and some frames, against the number of frames: where two
/// curves cross, the longer preparation is earned back. `None` without both times.
pub(super) fn break_even(rows: &Rows, page: &Page, plot: &Plot) -> Option<Chart> {
    let lines = lines_of_plot(rows, &page.id, plot, Plot::TIME);
    let prepared = lines_of_plot(rows, &page.id, plot, "prepare-time");
    let curve = |line: &Line<'_>| {
        let same = |l: &&Line<'_>| l.detector == line.detector && l.series == line.series;
        let frame: &Row = line.last();
        let prepare = prepared
            .iter()
            .find(same)
            .and_then(|l| l.at(frame.key.x)?.median());
        let (Some(prepare), Some(time)) = (prepare, frame.median()) else {
            return Vec::new();
        };
        let total = |power: &i32| {
            let frames = 10_f64.powi(*power);
            Point::exact(frames, 1e3 * (prepare + frames * time))
        };
        FRAMES.iter().map(total).collect()
    };
    let mut curves = shaped(&lines, curve);
    curves.retain(|curve| !curve.points.is_empty());
    let mut chart = chart(page, plot, curves)?;
    chart.x_label = or(&plot.x, "frames").to_owned();
    chart.y_label = with_unit(
        or(&plot.y, "preparation and frames").to_owned(),
        crate::format::UnitScale::of(1e-3, Unit::Seconds),
        Unit::Seconds,
    );
    (chart.log_x, chart.log_y) = (true, true);
    Some(chart)
}

fn chart(page: &Page, plot: &Plot, curves: Vec<Curve>) -> Option<Chart> {
    (!curves.is_empty()).then(|| Chart {
        heading: plot.heading(page).to_owned(),
        log_x: plot.log.of_x(),
        log_y: plot.log.of_y(),
        curves,
        ..Chart::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::PlotShape;
    use crate::tests::samples::{key, time};

    fn page(shape: PlotShape) -> (Page, Plot) {
        let plot = Plot {
            shape,
            ..Plot::default()
        };
        let page = Page {
            id: "e".into(),
            ..Page::default()
        };
        (page, plot)
    }

    #[test]
    fn an_exceedance_falls_from_all_samples_to_one() {
        let seconds: Vec<f64> = (1..=1000).map(|i| f64::from(i) * 1e-6).collect();
        let rows: Rows = [time("e", "bvh", "", 0.0, &seconds)].into_iter().collect();
        let (page, plot) = page(PlotShape::Exceedance);
        let chart = exceedance(&rows, &page, &plot).unwrap();
        let points = &chart.curves[0].points;
        assert_eq!((points[0].x, points[0].y), (1.0, 100.0));
        let last = points[points.len() - 1];
        assert_eq!((last.x, last.y), (1000.0, 0.1));
        assert!(
            points
                .windows(2)
                .all(|p| p[0].x < p[1].x && p[0].y > p[1].y)
        );
        assert!(points.len() <= MOST_POINTS + 1);
    }

    #[test]
    fn exponents_of_a_square_are_two() {
        // A pair of sizes that are near each other is passed over: its times scatter.
        let rows: Rows = [(1.0, 1.0), (1.2, 9.0), (4.0, 16.0), (16.0, 256.0)]
            .map(|(x, y)| time("e", "bvh", "", x, &[y]))
            .into_iter()
            .collect();
        let (page, plot) = page(PlotShape::LocalExponents);
        let chart = exponents(&rows, &page, &plot).unwrap();
        let points = &chart.curves[0].points;
        let at = |i: usize| (points[i].x, points[i].y);
        assert_eq!(points.len(), 3, "{points:?}");
        assert_eq!(at(0), (2.0, 2.0));
        assert_eq!(points[1].x, (1.2_f64 * 16.0).sqrt());
        assert_eq!(at(2), (8.0, 2.0));
    }

    #[test]
    fn shares_add_up_and_preparation_is_earned_back() {
        let share = |x, share| Row::exact(&key("e", "bvh", "", x), "time", Unit::Ratio, share);
        let rows: Rows = [share(1.0, 0.25), share(2.0, 0.5), share(4.0, 0.25)]
            .into_iter()
            .collect();
        let (page, plot) = page(PlotShape::Cumulative);
        let chart = cumulative(&rows, &page, &plot).unwrap();
        let points: Vec<_> = chart.curves[0].points.iter().map(|p| (p.x, p.y)).collect();
        assert_eq!(points, [(1.0, 0.0), (2.0, 25.0), (4.0, 75.0)]);

        let prepare = Row::from_samples(
            &key("e", "bvh", "", 0.0),
            "prepare-time",
            Unit::Seconds,
            &[0.5],
        );
        let rows: Rows = [time("e", "bvh", "", 0.0, &[1e-3]), prepare]
            .into_iter()
            .collect();
        let chart = break_even(&rows, &page, &plot).unwrap();
        let points = &chart.curves[0].points;
        assert!((points[0].y - 501.0).abs() < 1e-9, "{points:?}");
        assert!((points[6].y - 1_000_500.0).abs() < 1e-6, "{points:?}");
    }
}
