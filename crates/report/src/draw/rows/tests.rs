//! Charts of made-up rows, line by line.

use super::*;
use crate::page::{Beside, PlotShape};
use crate::tests::samples::{key, time};
use crate::{PaperCurve, draw};

fn page(shape: PlotShape, quantity: &str) -> (Page, Plot) {
    let plot = Plot {
        shape,
        quantity: quantity.into(),
        ..Plot::default()
    };
    let page = Page {
        id: "e".into(),
        ..Page::default()
    };
    (page, plot)
}

fn heights(curve: &Curve) -> Vec<(f64, f64)> {
    curve.points.iter().map(|p| (p.x, p.y)).collect()
}

#[test]
fn dumbbells_have_a_row_for_each_position_of_the_paper() {
    let at = |body: &str, x, quantity: &str, value| {
        let key = key("e", "medial", &format!("body={body}"), x);
        Row::exact(&key, quantity, Unit::Ratio, value)
    };
    let rows: Rows = [
        at("lamp", 1.0, "mean", 0.4),
        at("lamp", 2.0, "mean", 0.3),
        at("lamp", 4.0, "mean", 0.2),
        at("truck", 1.0, "mean", 0.1),
        at("truck", 1.0, "largest", 0.5),
    ]
    .into_iter()
    .collect();
    let paper = |body: &str| PaperCurve {
        label: format!("Hubbard96, {body}"),
        points: vec![(1.0, 0.7), (2.0, 0.6)],
        detector: "medial".into(),
        series: format!("body={body}"),
        at: None,
        bound: false,
    };
    let (page, mut plot) = page(PlotShape::Dumbbells, "mean");
    plot.paper = vec![paper("lamp"), paper("truck")];
    plot.name = "on the average".into();
    plot.beside = vec![Beside {
        quantity: "largest".into(),
        name: "at most".into(),
    }];
    let drawn = draw::chart(&rows, &page, &plot).unwrap();
    let names: Vec<&str> = drawn.rows.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names.len(), 3, "the paper has no position 4: {names:?}");
    assert!(names[2].contains("truck"), "{names:?}");
    let labels: Vec<&str> = drawn.curves.iter().map(|c| c.label.as_str()).collect();
    assert_eq!(labels, ["on the average", "at most", "Hubbard96"]);
    assert_eq!(
        heights(&drawn.curves[0]),
        [(0.0, 0.4), (1.0, 0.3), (2.0, 0.1)]
    );
    assert_eq!(heights(&drawn.curves[1]), [(2.0, 0.5)]);
    assert_eq!(
        heights(&drawn.curves[2]),
        [(0.0, 0.7), (1.0, 0.6), (2.0, 0.7)]
    );
    let table = crate::tables::under_plot(&rows, &page, &plot);
    let head = table.lines().next().unwrap();
    assert!(
        head.ends_with("| on the average | at most | Hubbard96 |"),
        "{table}"
    );
    assert!(table.contains("| 0.100 | 0.500 | 0.700 |"), "{table}");
    assert!(table.contains("| 0.300 | – | 0.600 |"), "{table}");
}

#[test]
fn quartiles_of_bins_lie_within_the_bins_that_reach_them() {
    let bins = [(1.0, 0.25), (10.0, 0.5), (100.0, 0.25)];
    assert!((quantile(&bins, 0.25) - 10.0).abs() < 1e-9);
    let middle = quantile(&bins, 0.5);
    assert!((middle - 10.0 * 10f64.sqrt()).abs() < 1e-9, "{middle}");
    assert!((quantile(&bins, 1.0) - 1000.0).abs() < 1e-9);
    // Shares of a part of all cases, and empty bins.
    let part = [(1.0, 0.0), (2.0, 0.1), (4.0, 0.0)];
    assert!((quantile(&part, 0.5) - 2.0 * 2f64.sqrt()).abs() < 1e-9);
    let rows: Rows = bins
        .iter()
        .map(|(x, share)| {
            let key = key("e", "a", "level=1", *x);
            Row::exact(&key, "bound/share", Unit::Ratio, *share)
        })
        .chain([Row::exact(
            &key("e", "a", "level=1", 1.0),
            "bound",
            Unit::Ratio,
            -3.0,
        )])
        .collect();
    let (page, plot) = page(PlotShape::Quartiles, "bound");
    let drawn = draw::chart(&rows, &page, &plot).unwrap();
    let point = drawn.curves[0].points[0];
    assert!((point.low - 10.0).abs() < 1e-9 && (point.high - 100.0).abs() < 1e-9);
    assert_eq!(drawn.rows[0].remark, "−3", "the median of the samples");
}

#[test]
fn steps_are_shares_in_the_order_in_which_they_are_taken() {
    let step = |detector: &str, x, name: &str, seconds: f64| {
        let key = time("e", detector, "", x, &[1.0]).key;
        Row::exact(&key, &format!("{STEP}{name}"), Unit::Seconds, seconds)
    };
    let mut all = Vec::new();
    for x in [8.0, 16.0] {
        all.push(time("e", "a", "", x, &[0.004]));
        all.push(step("a", x, "face-pairs", 0.003));
        all.push(step("a", x, "update", 0.001));
    }
    // A frame of one step is not divided.
    all.push(time("e", "b", "", 8.0, &[0.004]));
    all.push(step("b", 8.0, "update", 0.004));
    let rows: Rows = all.into_iter().collect();
    let (page, plot) = page(PlotShape::Steps, "");
    let drawn = draw::chart(&rows, &page, &plot).unwrap();
    let labels: Vec<&str> = drawn.curves.iter().map(|c| c.label.as_str()).collect();
    assert_eq!(labels, ["update", "face pairs"]);
    assert_eq!(heights(&drawn.curves[0]), [(0.0, 25.0), (1.0, 25.0)]);
    assert_eq!(heights(&drawn.curves[1]), [(0.0, 75.0), (1.0, 75.0)]);
    let row = &drawn.rows[0];
    assert_eq!(
        (row.name.as_str(), row.remark.as_str()),
        ("a, 8 faces", "4 ms")
    );
    let (page, plot) = self::page(PlotShape::Steps, "");
    assert!(draw::chart(&Rows::default(), &page, &plot).is_none());
}

#[test]
fn steps_beyond_the_largest_are_one_part() {
    let frames: Vec<Vec<(&str, f64)>> = vec![
        ["a", "b", "c", "d", "e", "f", "g"]
            .into_iter()
            .zip([7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0])
            .collect(),
    ];
    let names: Vec<&str> = frames[0].iter().map(|(name, _)| *name).collect();
    assert_eq!(largest(&names, &frames), ["a", "b", "c", "d", "e"]);
    assert_eq!(largest(&names[..6], &frames).len(), 6);
}

#[test]
fn many_bars_of_detectors_and_series_are_rows() {
    let of = |detectors: usize, series: usize| {
        let rows: Rows = (0..detectors)
            .flat_map(|d| (0..series).map(move |s| (d, s)))
            .map(|(d, s)| {
                let (detector, series) = (format!("d{d}"), format!("pair=p{s}"));
                time("e", &detector, &series, 8.0, &[1.0 + d as f64])
            })
            .collect();
        let (page, plot) = page(PlotShape::Curves, "");
        draw::chart(&rows, &page, &plot).unwrap()
    };
    let many = of(4, 3);
    assert_eq!((many.rows.len(), many.curves.len()), (3, 4));
    assert_eq!(many.curves[2].points.len(), 3);
    assert!(of(2, 2).rows.is_empty(), "bars");
    assert!(
        of(7, 2).rows.is_empty(),
        "more markers than can be distinguished"
    );
}
