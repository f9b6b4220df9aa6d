//! Text stays inside the picture, and texts do not meet.

use super::*;

fn chart(curves: &[(&str, &[(f64, f64)])], log: bool) -> Chart {
    let curve = |(label, points): &(&str, &[(f64, f64)])| Curve {
        label: (*label).to_owned(),
        origin: CurveOrigin::Measured((*label).to_owned(), 0),
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
        ..Chart::default()
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

/// Returns the leaders: thin gray lines from the end of a curve to its name.
fn leaders(svg: &str) -> Vec<Vec<(f64, f64)>> {
    let gray = svg.lines().filter(|line| line.contains("#9A9A9A"));
    let gray = gray.filter(|line| line.starts_with("<polyline"));
    gray.map(|line| {
        let (_, points) = line.split_once("points=\"").unwrap();
        let points = points.split('"').next().unwrap().split_whitespace();
        let point = |point: &str| {
            let (x, y) = point.split_once(',').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        };
        points.map(point).collect()
    })
    .collect()
}

/// All leaders of `hubbard96-fig17-1` ran along one line to one point.
#[test]
fn leaders_of_curves_that_end_at_one_height_stay_apart() {
    for border in [0.05, 90.0] {
        let ends = [20.0, 100.0, 400.0, 420.0];
        let points: Vec<[(f64, f64); 2]> =
            ends.iter().map(|x| [(1.0, 30.0), (*x, border)]).collect();
        let names = ["a", "b", "c", "d"];
        let mut curves: Vec<(&str, &[(f64, f64)])> = Vec::new();
        curves.extend(names.into_iter().zip(points.iter().map(|p| &p[..])));
        let drawing = chart(&curves, true).drawn().unwrap();
        check(&drawing);
        let leaders = leaders(&drawing);
        assert_eq!(leaders.len(), 4);
        for (i, a) in leaders.iter().enumerate() {
            assert_eq!(a.len(), 2, "a straight line: {a:?}");
            for b in &leaders[..i] {
                assert!((a[0].0 - b[0].0).abs() >= 2.0, "{a:?} and {b:?}");
                // At the left end of the shorter one and at the names in the same order.
                let at = |l: &[(f64, f64)], x: f64| {
                    l[0].1 + (l[1].1 - l[0].1) * (x - l[0].0) / (l[1].0 - l[0].0)
                };
                let x = a[0].0.max(b[0].0);
                let before = at(a, x) - at(b, x);
                assert!(before * (a[1].1 - b[1].1) > 0.0, "{a:?} and {b:?}");
            }
        }
    }
    // Ends at the right border have a bend there, beside their own curves.
    let points = [(1.0, 2.0), (2.0, 3.0)];
    let drawing = chart(&[("one", &points), ("two", &points)], false)
        .drawn()
        .unwrap();
    assert!(leaders(&drawing).iter().all(|leader| leader.len() == 3));
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

/// A marker would say that something was measured there.
#[test]
fn a_line_of_reference_has_no_markers() {
    let points = [(1.0, 2.0), (2.0, 3.0)];
    let circles = |origin: CurveOrigin| {
        let mut two = chart(&[("one", &points), ("as fast", &points)], false);
        two.curves[1].origin = origin;
        let drawing = two.drawn().unwrap();
        check(&drawing);
        assert!(drawing.contains("as fast"));
        drawing.matches("<circle").count()
    };
    // The measured curve has markers of another shape.
    assert_eq!(circles(CurveOrigin::Target(0)), 0);
    // Two points and the sample beside the name.
    assert!(circles(CurveOrigin::Stated(0)) >= 3);
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

/// Returns a chart of named rows. Each curve has a value in each row.
fn in_rows(names: &[&str], curves: &[(&str, &[(f64, f64)])], log: bool) -> Chart {
    let row = |name: &&str| ChartRow {
        name: (*name).to_owned(),
        remark: "12 ms".to_owned(),
    };
    Chart {
        rows: names.iter().map(row).collect(),
        ..chart(curves, log)
    }
}

#[test]
fn named_rows_have_a_marker_for_each_curve_and_rings_for_the_paper() {
    let names = [
        "lamp, level 1",
        "a body with a name that needs two lines, level 2",
    ];
    let values = [(0.0, 0.5), (1.0, 0.01)];
    for log in [false, true] {
        let mut rows = in_rows(
            &names,
            &[("to the solid", &values), ("paper", &values)],
            log,
        );
        rows.curves[1].origin = CurveOrigin::Stated(0);
        rows.marks = vec![1.0];
        assert_eq!(rows.names(), [["to the solid"]], "over the same axis");
        let drawing = rows.drawn().unwrap();
        check(&drawing);
        // Two circles a marker in each row and in the legend, and a ring for each of the paper's.
        let circles = drawing.matches("<circle ").count();
        assert!(circles == 3 || circles == 9, "{circles}");
        assert_eq!(drawing.matches("r=\"8\"").count(), 2);
        for text in ["to the solid", "paper", "lamp, level 1", "12 ms"] {
            assert!(drawing.contains(text), "{text}");
        }
    }
}

#[test]
fn parts_of_a_whole_lie_one_after_the_other_and_have_their_shares() {
    let first = [(0.0, 75.0), (1.0, 2.0)];
    let second = [(0.0, 25.0), (1.0, 98.0)];
    let curves = [("update", &first[..]), ("face pairs", &second)];
    let mut parts = in_rows(&["a", "b"], &curves, false);
    parts.stacked = true;
    let drawing = parts.drawn().unwrap();
    check(&drawing);
    let shares: Vec<&str> = texts(&drawing).into_iter().map(|(text, _)| text).collect();
    let count = |share: &str| shares.iter().filter(|t| **t == share).count();
    assert_eq!([count("75"), count("25"), count("98")], [1, 1, 1]);
    assert_eq!(count("2"), 0, "a part that is too narrow has none");
    let parts = drawing.lines().filter(|line| line.starts_with("<rect"));
    let number = |line: &str, name: &str| -> f64 {
        let (_, rest) = line.split_once(&format!("{name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let parts: Vec<_> = parts
        .map(|line| {
            (
                number(line, "x"),
                number(line, "width"),
                number(line, "height"),
            )
        })
        .filter(|(_, _, height)| *height > 15.0)
        .collect();
    assert_eq!(parts.len(), 4);
    let end = |i: usize| parts[i].0 + parts[i].1;
    assert!((end(0) - parts[2].0).abs() <= 1.0 && (end(1) - parts[3].0).abs() <= 1.0);
    assert!(parts[0].1 > 2.9 * parts[2].1 && parts[3].1 > 45.0 * parts[1].1);
}

#[test]
fn a_sentence_stands_for_curves_that_hardly_change() {
    let flat = chart(
        &[("a", &[(1.0, 0.99), (5.0, 1.0)]), ("b", &[(1.0, 0.985)])],
        false,
    );
    let sentence = flat.constant().unwrap();
    assert!(sentence.contains("0.985 to 1 ("), "{sentence}");
    assert!(
        sentence.contains("at faces 1 to 5, for all 2 curves. No plot"),
        "{sentence}"
    );
    let changing = chart(&[("a", &[(1.0, 0.95), (5.0, 1.0)])], false);
    assert_eq!(changing.constant(), None);
    let mut small = chart(&[("a", &[(1.0, 0.0), (5.0, 0.001)])], false);
    assert_eq!(small.constant(), None);
    small.reach = Some(0.06);
    assert!(small.constant().unwrap().contains("0 to 0.001"));
    let bar = chart(&[("a", &[(1.0, 1.0)])], false);
    assert_eq!(bar.constant(), None);
    let mut stated = chart(
        &[("a", &[(1.0, 1.0), (2.0, 1.0)]), ("paper", &[(1.0, 0.7)])],
        false,
    );
    stated.curves[1].origin = CurveOrigin::Stated(0);
    assert!(stated.constant().unwrap().contains(": 1 ("));
    assert!(stated.constant().unwrap().contains("; paper: 0.700"));
}
