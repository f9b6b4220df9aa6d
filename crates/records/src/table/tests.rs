use super::*;
use crate::{Key, Unit};

fn key(detector: &str, series: &str, x: f64) -> Key {
    Key {
        experiment: "fig6".into(),
        scene: "two-spheres, \"quoted\"".into(),
        detector: detector.into(),
        series: series.into(),
        x_name: "cycle".into(),
        x,
        frame: Some(x as u32),
        revision: "dcd6bd3".into(),
    }
}

fn rows() -> Rows {
    [
        Row::from_samples(
            &key("b", "faces=3968", 1.0),
            "time",
            Unit::Seconds,
            &[0.3, 0.1],
        ),
        Row::from_samples(&key("a", "faces=528", 2.0), "time", Unit::Seconds, &[1e-9]),
        Row::count(&key("a", "faces=528", 1.0), "voxels", 12),
        Row::failure(
            &key("c", "", 1.0),
            "time",
            Unit::Seconds,
            "body 3,\nnot convex",
        ),
    ]
    .into_iter()
    .collect()
}

#[test]
fn written_rows_are_read_back_in_sorted_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fig6.csv");
    rows().write_file(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("# collision-lab rows, format 4\nexperiment,scene,detector,"));
    let read = Rows::read_folder(folder.path()).unwrap();
    let written = rows();
    let sorted: Vec<&Row> = written.select(&Selection::default());
    assert_eq!(read.iter().collect::<Vec<_>>(), sorted);
    let order: Vec<_> = read
        .iter()
        .map(|r| (r.key.series.as_str(), r.key.x))
        .collect();
    assert_eq!(
        order,
        [
            ("", 1.0),
            ("faces=528", 1.0),
            ("faces=528", 2.0),
            ("faces=3968", 1.0)
        ]
    );
}

#[test]
fn the_order_of_insertion_does_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let written = |rows: &[Row]| {
        let path = folder.path().join("fig6.csv");
        rows.iter()
            .cloned()
            .collect::<Rows>()
            .write_file(&path)
            .unwrap();
        std::fs::read(&path).unwrap()
    };
    let mut all: Vec<Row> = rows().iter().cloned().collect();
    all.push(Row::count(&key("a", "faces=528", 1.0), "cubes-split", 3));
    let forward = written(&all);
    all.reverse();
    assert_eq!(written(&all), forward);
}

#[test]
fn a_selection_has_rows_that_match_all_its_fields() {
    let rows = rows();
    let count = |selection: Selection<'_>| rows.select(&selection).len();
    let all = Selection::of("fig6");
    assert_eq!(count(all), 4);
    assert_eq!(count(Selection::of("fig7")), 0);
    assert_eq!(
        count(Selection {
            detector: Some("a"),
            ..all
        }),
        2
    );
    assert_eq!(
        count(Selection {
            series: Some(""),
            ..all
        }),
        1
    );
    assert_eq!(
        count(Selection {
            quantity: Some("time"),
            ..all
        }),
        3
    );
    assert_eq!(
        count(Selection {
            x: Some(2.0),
            ..all
        }),
        1
    );
    assert_eq!(
        count(Selection {
            frame: Some(None),
            ..all
        }),
        0
    );
    assert_eq!(
        count(Selection {
            frame: Some(Some(1)),
            detector: Some("a"),
            ..all
        }),
        1
    );
}

#[test]
fn rows_of_several_experiments_are_selected_as_if_each_row_was_looked_at() {
    let mut all: Vec<Row> = Vec::new();
    for i in 0..24 {
        let mut key = key(["a", "b", ""][i % 3], "", f64::from(23 - i as u32));
        key.experiment = ["fig6", "fig7"][i / 2 % 2].into();
        all.push(Row::count(&key, ["voxels", "cubes"][i / 4 % 2], i as u64));
    }
    let rows: Rows = all.iter().cloned().collect();
    for experiment in [None, Some("fig6"), Some("fig7"), Some("fig8")] {
        for detector in [None, Some("a"), Some(""), Some("c")] {
            for quantity in [None, Some("voxels"), Some("time")] {
                let selection = Selection {
                    experiment,
                    detector,
                    quantity,
                    ..Selection::default()
                };
                let expected = all.iter().filter(|row| selection.selects(row));
                let mut expected: Vec<&Row> = expected.collect();
                expected.sort_by(|a, b| a.order(b));
                assert_eq!(rows.select(&selection), expected, "{selection:?}");
            }
        }
    }
}

#[test]
fn a_broken_file_is_an_error_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fig6.csv");
    rows().write_file(&path).unwrap();
    let good = std::fs::read_to_string(&path).unwrap();
    let error_of = |text: &str| {
        std::fs::write(&path, text).unwrap();
        Rows::read_file(&path).unwrap_err().to_string()
    };
    // Cut off between two lines, within a sample, and without a sample.
    let lines: Vec<&str> = good.lines().collect();
    for cut in [
        lines[..lines.len() - 2].join("\n") + "\n",
        lines[..lines.len() - 1].join("\n"),
        good[..good.len() - 3].to_owned(),
        String::new(),
    ] {
        let error = error_of(&cut);
        assert!(error.contains("fig6.csv, line"), "{error}");
    }
    let fewer = error_of(&good.replace("0.3 0.1", "0.3"));
    assert!(fewer.contains("n is 2, but there are 1 samples"), "{fewer}");
    let old = error_of(&good.replace("format 4", "format 1"));
    assert!(
        old.contains("fig6.csv, line 1") && old.contains("format 1"),
        "{old}"
    );
    assert!(error_of("").contains("line 1"));
    // The row of the failed run spans lines 3 and 4.
    let number = error_of(&good.replace("1e-9", "many"));
    assert!(number.contains("line 6"), "{number}");
    let cut = error_of(&good[..good.len() - 40]);
    assert!(cut.contains("fig6.csv, line 7"), "{cut}");
    // Twice, although the number of rows is right.
    let count = good.lines().find(|line| line.contains("voxels")).unwrap();
    let twice = good.replace(count, &format!("{count}\n{count}"));
    let twice = error_of(&twice.replace("# 4 rows", "# 5 rows"));
    assert!(
        twice.contains("line 6") && twice.contains("second row of voxels of a"),
        "{twice}"
    );
    let missing = Rows::read_folder(&folder.path().join("gone"))
        .unwrap_err()
        .to_string();
    assert!(
        missing.contains("cannot list") && missing.contains("gone"),
        "{missing}"
    );
}

#[test]
fn other_line_ends_and_no_rows_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fig6.csv");
    let without = |quantity: &str| -> Rows {
        let rows = rows().into_iter();
        rows.filter(|row| row.quantity != quantity).collect()
    };
    let written = without("time");
    written.write_file(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    for text in [text.replace('\n', "\r\n"), text.trim_end().to_owned()] {
        std::fs::write(&path, text).unwrap();
        assert_eq!(Rows::read_file(&path).unwrap(), written);
    }
    Rows::default().write_file(&path).unwrap();
    assert_eq!(Rows::read_file(&path).unwrap(), Rows::default());
}

#[test]
fn digits_sort_by_value() {
    let mut words = [
        "faces=3968",
        "faces=528",
        "faces=528 n=2",
        "level=10",
        "",
        "level=02",
    ];
    words.sort_by(|a, b| natural_order(a, b));
    assert_eq!(
        words,
        [
            "",
            "faces=528",
            "faces=528 n=2",
            "faces=3968",
            "level=02",
            "level=10"
        ]
    );
}
