//! Text stays inside the picture, and texts do not meet.

use super::*;

fn chart(curves: &[(&str, &[(f64, f64)])], log: bool) -> Chart {
    let curve = |(label, points): &(&str, &[(f64, f64)])| Curve {
        label: (*label).to_owned(),
        look: Look::Measured((*label).to_owned(), 0),
        points: points.iter().map(|(x, y)| point(*x, *y)).collect(),
        joined: true,
    };
    Chart {
        heading: "Time of the last cycle, in a heading that is long enough to need a second line"
            .into(),
        x_label: "faces".into(),
        y_label: "time of the last cycle, in a label of such length that it has to be broken (ms)"
            .into(),
        log_x: log,
        log_y: log,
        curves: curves.iter().map(curve).collect(),
        histograms: false,
        marks: Vec::new(),
        mark_names: Vec::new(),
        reach: None,
    }
}

impl Chart {
    /// Draws the chart with styles of its own names.
    fn drawn(&self) -> anyhow::Result<String> {
        self.draw(&Styles::new(&self.names()))
    }
}

fn point(x: f64, y: f64) -> Point {
    Point {
        x,
        y,
        low: 0.8 * y,
        high: 1.3 * y,
    }
}

/// Returns the texts of a picture with their boxes: left, top, right, bottom.
fn texts(svg: &str) -> Vec<(&str, [f64; 4])> {
    let parts = svg.split("<text ").skip(1);
    parts
        .map(|part| filled(part.split_once("</text>").unwrap().0))
        .collect()
}

fn filled(element: &str) -> (&str, [f64; 4]) {
    let (attributes, text) = element.split_once('>').unwrap();
    let text = text.trim_matches('\n');
    let attribute = |name: &str| {
        let (_, rest) = attributes.split_once(&format!("{name}=\""))?;
        rest.split('"').next()
    };
    let number = |name: &str| attribute(name).unwrap().parse::<f64>().unwrap();
    let (x, y, size) = (number("x"), number("y"), number("font-size"));
    let bold = attribute("font-weight").is_some();
    let wide = f64::from(text::width(text, size.round() as i32, bold));
    // From the anchor of the text, along it and upwards.
    let from = match attribute("text-anchor").unwrap() {
        "start" => 0.0,
        "middle" => -wide / 2.0,
        _ => -wide,
    };
    let down = match attribute("dy").unwrap() {
        "0.76em" => 0.76 * size,
        "0.5ex" => 0.27 * size,
        other => panic!("{other}"),
    };
    let (above, below) = (down - 0.76 * size, down + 0.24 * size);
    let filled = if attribute("transform").is_some_and(|t| t.starts_with("rotate(270")) {
        [x + above, y - from - wide, x + below, y - from]
    } else {
        [x + from, y + above, x + from + wide, y + below]
    };
    (text, filled)
}

fn check(svg: &str) {
    let size = svg
        .split("viewBox=\"0 0 ")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let (width, height) = size.split_once(' ').unwrap();
    let (width, height): (f64, f64) = (width.parse().unwrap(), height.parse().unwrap());
    let texts = texts(svg);
    assert!(texts.len() > 4, "{svg}");
    for (i, (text, [left, top, right, bottom])) in texts.iter().enumerate() {
        assert!(
            *left >= 0.0 && *top >= 0.0 && *right <= width && *bottom <= height,
            "{text}"
        );
        for (other, [l, t, r, b]) in &texts[..i] {
            let apart = right < l || r < left || bottom < t || b < top;
            assert!(apart, "{text:?} meets {other:?}");
        }
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn text_stays_inside_and_apart_on_every_kind_of_chart() {
    let long: Vec<(f64, f64)> = (1..=72)
        .map(|i| (f64::from(i), 1.0 + f64::from(i) / 9.0))
        .collect();
    let wide = [(8.0, 0.0021), (960.0, 0.31), (100_000.0, 812.0)];
    let close = [(8.0, 0.002), (960.0, 0.3), (100_000.0, 811.0)];
    let early = [(8.0, 0.002), (960.0, 0.3)];
    let bar = [(0.0, 3.2)];
    let other_bar = [(0.0, 0.01)];
    for log in [false, true] {
        check(&chart(&[("face-octree", &long)], log).drawn().unwrap());
        let three = [
            ("face-octree", &wide[..]),
            ("parry3d, 3 968 faces", &close),
            ("c", &early),
        ];
        check(&chart(&three, log).drawn().unwrap());
        check(
            &chart(
                &[("face-octree face-test=box", &bar), ("b", &other_bar)],
                log,
            )
            .drawn()
            .unwrap(),
        );
        check(
            &chart(&[("zero", &[(1.0, 0.0), (2.0, 0.0)])], log)
                .drawn()
                .unwrap(),
        );
    }
    let crowded = [(1e8, 1.0), (5e8, 2.0)];
    check(
        &chart(&[("less than a decade", &crowded)], true)
            .drawn()
            .unwrap(),
    );
    let long_name = "sphere-tree balls=ritter coverage=level inner=off last-level=leaves";
    for points in [&wide[..], &bar] {
        let drawing = chart(&[(long_name, points), ("b", points)], false)
            .drawn()
            .unwrap();
        check(&drawing);
        let name = |text: &&str| text.starts_with("sphere-tree") || text.contains("leaves");
        let lines = texts(&drawing).into_iter().map(|(text, _)| text);
        assert_eq!(lines.filter(name).count(), 2, "a long name has two lines");
    }
    let names: Vec<String> = (0..30).map(|i| format!("curve {i}")).collect();
    let many: Vec<(&str, &[(f64, f64)])> = names.iter().map(|n| (n.as_str(), &wide[..])).collect();
    check(&chart(&many, true).drawn().unwrap());
}

#[test]
fn many_curves_of_few_positions_are_rows_of_dots() {
    let names: Vec<String> = (0..13).map(|i| format!("detector {i}")).collect();
    let points: Vec<[(f64, f64); 2]> = (0..13)
        .map(|i| [(528.0, f64::from(20 - i)), (3968.0, f64::from(30 - i))])
        .collect();
    let curves: Vec<(&str, &[(f64, f64)])> = names
        .iter()
        .map(String::as_str)
        .zip(points.iter().map(|p| &p[..]))
        .collect();
    for log in [false, true] {
        let many = chart(&curves, log);
        assert_eq!(many.form(), Form::Dots);
        assert!(many.names().iter().all(|names| names.len() == 1));
        let drawing = many.drawn().unwrap();
        check(&drawing);
        let texts: Vec<&str> = texts(&drawing).into_iter().map(|(text, _)| text).collect();
        for text in ["faces:", "528", "3968"] {
            assert_eq!(texts.iter().filter(|t| **t == text).count(), 1, "{text}");
        }
        // From the least value at the last position down.
        let rows: Vec<&str> = texts
            .into_iter()
            .filter(|t| t.starts_with("detector"))
            .collect();
        let mut sorted: Vec<&str> = names.iter().map(String::as_str).collect();
        sorted.reverse();
        assert_eq!(rows, sorted);
        // A circle twice, filled and as an outline, for the first position of each and the legend.
        assert_eq!(drawing.matches("<circle ").count(), 2 * 14);
    }
    assert_eq!(chart(&curves[..6], true).form(), Form::Curves);
}

/// Returns the curves and their samples in the legend: lines of full width through two points.
fn lines(svg: &str) -> Vec<&str> {
    let thick = svg
        .lines()
        .filter(|line| line.contains("stroke-width=\"2\""));
    thick
        .filter(|line| line.starts_with("<polyline") && line.matches(',').count() == 2)
        .collect()
}

#[test]
fn every_curve_is_drawn_and_named() {
    let points = [(1.0, 2.0), (2.0, 3.0)];
    let both = chart(&[("one & only", &points), ("two", &points)], false);
    let drawing = both.drawn().unwrap();
    assert!(drawing.contains("one &amp; only"));
    assert_eq!(lines(&drawing).len(), 4);
    assert_eq!(drawing, both.drawn().unwrap());
}

#[test]
fn the_axis_takes_in_the_ends_of_intervals() {
    for log in [false, true] {
        let mut noisy = chart(&[("a", &[(1.0, 1.0), (2.0, 2.0)])], log);
        noisy.curves[0].points[1].high = 7.0;
        noisy.curves[0].points[0].low = 0.3;
        let scale = curves::y_scale(&noisy, 360);
        assert!(scale.holds(7.0) && scale.holds(0.3), "log: {log}");
        check(&noisy.drawn().unwrap());
    }
}

/// One interrupted repeat must not squeeze what is to be seen.
#[test]
fn an_interval_far_beyond_the_medians_is_cut() {
    let mut noisy = chart(&[("a", &[(1.0, 1.0), (2.0, 2.0)])], false);
    noisy.curves[0].points[1].high = 1e6;
    let scale = curves::y_scale(&noisy, 360);
    assert!(scale.holds(2.0 * 4.0) && !scale.holds(2.0 * 4.5));
    check(&noisy.drawn().unwrap());
}

#[test]
fn points_that_nothing_joins_have_markers_alone() {
    let points = [(1.0, 2.0), (2.0, 3.0)];
    let mut apart = chart(&[("one", &points), ("target", &points)], false);
    apart.curves[0].joined = false;
    let drawing = apart.drawn().unwrap();
    assert_eq!(lines(&drawing).len(), 2, "those of the target");
    assert!(drawing.contains("one"));
    check(&drawing);
}

/// Differences that are small against the reach look small.
#[test]
fn the_vertical_axis_reaches_as_high_as_is_asked() {
    let mut flat = chart(&[("a", &[(1.0, 1e-5), (2.0, 1e-4)])], false);
    let highest = |chart: &Chart| {
        let svg = chart.drawn().unwrap();
        let labels = texts(&svg).into_iter().map(|(text, _)| text.parse::<f64>());
        let small = labels.filter_map(Result::ok).filter(|label| *label < 1.0);
        small.fold(0.0, f64::max)
    };
    assert!(highest(&flat) < 1e-3);
    flat.reach = Some(0.2);
    assert!(highest(&flat) >= 0.2);
}

#[test]
fn histograms_have_a_panel_for_each_curve_and_bars_where_something_is() {
    let bins = |shift: f64| -> Vec<(f64, f64)> {
        let share = |i: i32| (0.3 - 0.1 * (f64::from(i) - shift).abs()).max(0.0);
        (0..12).map(|i| (2f64.powi(i - 3), share(i))).collect()
    };
    let (near, far) = (bins(4.0), bins(7.0));
    for log in [false, true] {
        let mut both = chart(&[("level 1", &near), ("level 2", &far)], log);
        (both.histograms, both.marks) = (true, vec![1.0]);
        let drawing = both.drawn().unwrap();
        check(&drawing);
        // The bins of each panel that are not empty.
        assert_eq!(drawing.matches("<rect ").count(), 5 + 5);
        assert_eq!(drawing, both.drawn().unwrap());
        both.marks.clear();
        assert_ne!(drawing, both.drawn().unwrap());
    }
}
