//! Tables of made-up rows.

use super::*;
use crate::Picture;
use crate::page::{Checked, PaperCurve};
use crate::tests::samples::{around, key, rows, time};

fn page(id: &str) -> Page {
    Page {
        id: id.into(),
        ..Page::default()
    }
}

#[test]
fn one_number_for_each_detector_and_series_is_in_a_grid() {
    let number = |detector: &str, pair: &str, seconds| {
        time("e", detector, &format!("pair={pair}"), 8.0, &[seconds])
    };
    let mut rows: Rows = [
        number("a", "hand-tool", 1.0),
        number("a", "probe-tool", 2.0),
        number("b", "hand-tool", 3.0),
    ]
    .into_iter()
    .collect();
    let table = |rows: &Rows| under_plot(rows, &page("e"), &Plot::default());
    assert_eq!(
        table(&rows),
        "| 8 faces; in s | hand and tool | probe and tool |\n| :-- | --: | --: |\n\
         | a | 1 | 2 |\n| b | 3 | – |\n"
    );
    rows.push(number("c", "hand-tool", 4.0));
    assert!(table(&rows).contains("| c | 4 | – |"), "{}", table(&rows));
    rows.push(time("e", "c", "pair=hand-tool", 9.0, &[5.0]));
    assert!(
        !table(&rows).contains("8 faces"),
        "a curve needs its positions"
    );
}

#[test]
fn detectors_that_failed_for_one_reason_are_listed_together() {
    let failed = |detector: &str, reason: &str| {
        Row::failure(&key("e", detector, "", 8.0), "time", Unit::Seconds, reason)
    };
    let rows: Rows = [
        failed("a", "deforms"),
        failed("b", "deforms"),
        failed("c", "open"),
    ]
    .into_iter()
    .collect();
    assert_eq!(
        failures(&rows, &page("e")),
        ["a; b, 8 faces: deforms", "c, 8 faces: open"]
    );
}

#[test]
fn the_longer_side_of_a_table_goes_down() {
    let lines: Vec<Row> = (0..3)
        .flat_map(|d| (1..=2).map(move |x| (d, x)))
        .map(|(d, x)| time("e", &format!("d{d}"), "", f64::from(x), &[f64::from(x)]))
        .collect();
    let rows: Rows = lines.into_iter().collect();
    let table = under_plot(&rows, &page("e"), &Plot::default());
    assert!(
        table.starts_with("| faces; in s | 1 | 2 |\n| :-- | --: | --: |\n| d0 | 1 | 2 |\n"),
        "{table}"
    );
    let narrow = Plot {
        detectors: vec!["d1".into()],
        ..Plot::default()
    };
    let table = under_plot(&rows, &page("e"), &narrow);
    assert!(
        table.starts_with("| faces; in s | d1 |\n| :-- | --: |\n| 1 | 1 |"),
        "{table}"
    );
    assert_eq!(under_plot(&rows, &page("other"), &narrow), "");
}

#[test]
fn plain_numbers_of_the_paper_stand_beside_ours() {
    let rows: Rows = [1.0, 2.0]
        .map(|x| Row::exact(&key("e", "a", "", x), "fit", Unit::Ratio, 0.3))
        .into_iter()
        .collect();
    let paper = PaperCurve {
        label: "Hubbard96".into(),
        points: vec![(1.0, 0.4), (2.0, 0.2)],
        detector: "a".into(),
        series: String::new(),
        at: None,
        bound: true,
    };
    let plot = Plot {
        quantity: "fit".into(),
        paper: vec![paper],
        ..Plot::default()
    };
    let table = under_plot(&rows, &page("e"), &plot);
    assert!(table.contains("| 1 | 0.300 | 0.400 (kept) |"), "{table}");
    assert!(
        table.contains("| 2 | 0.300 | 0.200 (exceeded) |"),
        "{table}"
    );
}

#[test]
fn histograms_are_reported_by_quantiles() {
    let first = key("e", "a", "", 1.0);
    let rows: Rows = [
        Row::exact(&first, "speed-up/share", Unit::Ratio, 1.0),
        Row::distribution(&first, "speed-up", Unit::Ratio, &[1.0, 2.0, 3.0, 4.0, 5.0]),
    ]
    .into_iter()
    .collect();
    let plot = Plot {
        quantity: "speed-up/share".into(),
        shape: PlotShape::Histograms,
        ..Plot::default()
    };
    let table = under_plot(&rows, &page("e"), &plot);
    assert!(table.contains("| 5 | 1 | 2 | 3 | 4 | 5 |"), "{table}");
    let at = |level| key("e", "a", &format!("level={level}"), 1.0);
    let medians = [(1, 0.7), (2, 0.25)]
        .map(|(level, median)| Row::exact(&at(level), "speed-up", Unit::Ratio, median));
    let bins = [1, 2].map(|level| Row::exact(&at(level), "speed-up/share", Unit::Ratio, 1.0));
    let rows: Rows = medians.into_iter().chain(bins).collect();
    assert_eq!(
        under_plot(&rows, &page("e"), &plot),
        "|  | median |\n| :-- | --: |\n| level 1 | 0.700 |\n| level 2 | 0.250 |\n"
    );
}

#[test]
fn ratios_are_to_the_face_octree() {
    let rows = rows();
    let table = ratios(&rows, &page("made-fig10"));
    assert!(
        table.starts_with("| divided by face octree (1995) | separating planes |"),
        "{table}"
    );
    assert!(table.contains("| 10 faces | 0.625"), "{table}");
    assert_eq!(ratios(&rows, &page("made-fig7")), "");
}

#[test]
fn a_breakdown_has_shares_and_growth() {
    let rows = rows();
    let (heading, table) = breakdowns(&rows, &page("made-fig11")).remove(0);
    assert_eq!(heading, "40 faces");
    assert!(
        table.contains("| step-time: subdivision | 6 (55 %) | – |"),
        "{table}"
    );
    assert!(table.starts_with("| in ms | face octree"), "{table}");
    assert!(table.contains("| prepare-time | – | 900 ["), "{table}");
    let counts =
        [8.0, 16.0, 32.0].map(|x| Row::count(&key("e", "a", "", x), "voxels", (x * x) as u64));
    let times = [8.0, 16.0, 32.0].map(|x| time("e", "a", "", x, &[x]));
    let rows: Rows = counts.into_iter().chain(times).collect();
    let (_, table) = breakdowns(&rows, &page("e")).remove(0);
    let apart = "| in s | a |\n| :-- | --: |\n| time | 32 |\n\n\
                 |  | a |\n| :-- | --: |\n| voxels | 1024 (~faces^2.00) |\n";
    assert_eq!(table, apart, "no column mixes times and counts");
}

#[test]
fn numbers_stand_for_plots_where_nothing_is_timed() {
    let count = |detector, quantity, n| Row::count(&key("e", detector, "", 6.0), quantity, n);
    let counts = [count("a", "missed", 0), count("b", "missed", 7)];
    let untimed: Rows = counts.iter().cloned().collect();
    assert_eq!(
        numbers(&untimed, &page("e")),
        "|  | a | b |\n| :-- | --: | --: |\n| missed | 0 | 7 |\n"
    );
    let timed: Rows = counts
        .into_iter()
        .chain([time("e", "a", "", 6.0, &[1.0])])
        .collect();
    assert_eq!(numbers(&timed, &page("e")), "");
    let mut rendered = page("e");
    rendered.pictures.push(Picture {
        file: "e.png".into(),
        title: "A body".into(),
    });
    assert!(numbers(&untimed, &rendered).contains("| missed | 0 | 7 |"));
    let mut drawn = page("e");
    drawn.plots.push(Plot::default());
    assert_eq!(numbers(&untimed, &drawn), "");
    // The cases of one class would stand for all: an audit has a page of its own.
    let mut audit = page("e");
    audit
        .measure
        .insert("model".into(), toml::Value::String("audit".into()));
    assert_eq!(numbers(&untimed, &audit), "");
}

#[test]
fn failures_and_checks_are_listed() {
    let mut rows = rows();
    let failed = failures(&rows, &page("made-fig11"));
    assert_eq!(
        failed,
        ["separating planes, 40 faces: body 1 (shuttle) is not convex"]
    );
    let tag = "body 0 (`a` <img src=x> [y](javascript:z) `b`) is open";
    rows.push(Row::failure(
        &key("tags", "a", "", 1.0),
        "time",
        Unit::Seconds,
        tag,
    ));
    let failed = failures(&rows, &page("tags"));
    assert!(
        failed[0].ends_with("('a' &lt;img src=x&gt; \\[y\\](javascript:z) 'b') is open"),
        "{failed:?}"
    );
    for x in [1.0, 2.0] {
        rows.push(Row::count(
            &key("e", "a", "", x),
            "frames-verified/brute-force",
            4,
        ));
    }
    let text = |checked| {
        let page = Page {
            checked,
            ..page("e")
        };
        verified(&rows, &page)
    };
    let race = text(Checked::BeforeTiming);
    assert_eq!(
        race,
        "Answers checked before anything was timed: 8 against brute-force (every detector and \
         frame)."
    );
    for checked in [
        Checked::SomeFrames,
        Checked::SomeInstants,
        Checked::InPassing,
    ] {
        let text = text(checked);
        assert!(
            text.contains("8 against brute-force") && !text.contains("before"),
            "{text}"
        );
    }
    assert_eq!(verified(&rows, &page("other")), "");
}

#[test]
fn repeats_are_compared_only_where_they_were_kept() {
    let row = time("e", "a", "", 1.0, &around(1.0));
    let pairing = |row: Row| super::pairing(&[row].into_iter().collect(), &page("e"));
    assert!(pairing(row.clone()).contains("same repeat"));
    assert!(!pairing(row.without_samples()).contains("repeat"));
}

/// 22 frames in groups of two: half of all frames take 1 s, the worst of each group 3 s.
#[test]
fn the_median_is_that_of_all_frames_where_points_are_the_worst_of_groups() {
    let at = |x: f64| {
        let mut key = key("e", "a", "", x);
        key.x_name = "frame".into();
        key
    };
    let worst = |i: i32| {
        let x = (2.0 * f64::from(i)).min(43.0);
        Row::exact(&at(x), "frame-time", Unit::Seconds, 3.0)
    };
    let mut rows: Rows = (1..=22).map(worst).collect();
    rows.push(Row::distribution(
        &at(0.0),
        "detection-time",
        Unit::Seconds,
        &[1.0, 1.0, 3.0],
    ));
    let plot = |worst_of: &str| Plot {
        quantity: "frame-time".into(),
        worst_of: worst_of.into(),
        ..Plot::default()
    };
    let table = under_plot(&rows, &page("e"), &plot("detection-time"));
    assert!(
        table.contains("| first, worst of 2 frames | median of all |"),
        "{table}"
    );
    assert!(table.contains("| 3 | 1 ["), "{table}");
    assert!(table.contains("3 (frames 43 to 43)"), "{table}");
    let alone = under_plot(&rows, &page("e"), &plot(""));
    assert!(alone.contains("| 3 | 3 | 3 (frame"), "{alone}");
}

#[test]
fn what_stands_for_the_whole_scene_is_reported_without_a_place() {
    let row = |detector: &str, n| Row::count(&key("e", detector, "", 0.0), "responses", n);
    let rows: Rows = [row("a", 3), row("b", 5)].into_iter().collect();
    let plot = Plot {
        quantity: "responses".into(),
        ..Plot::default()
    };
    let table = under_plot(&rows, &page("e"), &plot);
    assert_eq!(
        table,
        "|  | responses |\n| :-- | --: |\n| a | 3 |\n| b | 5 |\n"
    );
}
