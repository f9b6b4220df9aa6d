use super::*;

#[test]
fn samples_counts_and_failures_make_rows() {
    let key = Key::default();
    let row = Row::from_samples(&key, "time", Unit::Seconds, &[2.0, 1.0, 4.0]);
    assert_eq!(row.median(), Some(2.0));
    assert_eq!(
        row.samples.pooled(),
        [2.0, 1.0, 4.0],
        "the order of the repeats is kept"
    );
    let count = Row::count(&key, "voxels", 7);
    assert_eq!((count.median(), count.unit), (Some(7.0), Unit::Count));
    let many = Row::distribution(&key, "bound", Unit::Ratio, &[2.0, 1.0, 4.0]);
    assert!(many.clone().without_samples().samples.is_empty());
    assert_eq!((many.median(), many.samples.len()), (Some(2.0), 3));
    let enclosed = Row::enclosure(&key, "fit", Unit::Ratio, 1.25, [1.0, 2.0]);
    let estimate = enclosed.outcome.unwrap().estimate();
    assert_eq!(
        (estimate.low, estimate.value, estimate.high),
        (1.0, 1.25, 2.0)
    );
    assert_eq!(
        Row::exact(&key, "share", Unit::Ratio, 0.5).median(),
        Some(0.5)
    );
    assert!(
        Row::exact(&key, "share", Unit::Ratio, f64::NAN)
            .error()
            .is_some()
    );
    let failed = Row::failure(&key, "time", Unit::Seconds, "");
    assert_eq!(
        (failed.median(), failed.error()),
        (None, Some("unknown error"))
    );
    assert_eq!(
        Row::from_samples(&key, "time", Unit::Seconds, &[]).error(),
        Some("no samples")
    );
}

#[test]
fn a_line_is_either_numbers_or_an_error() {
    let key = Key::default();
    let count = CsvLine::from(Row::count(&key, "voxels", 7));
    let good = CsvLine::from(Row::from_samples(&key, "time", Unit::Seconds, &[1.0, 2.0]));
    let proved = CsvLine::from(Row::enclosure(&key, "fit", Unit::Ratio, 1.0, [0.5, 2.0]));
    for line in [&count, &good, &proved] {
        assert!(Row::try_from(line.clone()).is_ok());
    }
    assert_eq!(
        (count.n, count.low, proved.n, proved.low),
        (None, None, None, Some(0.5))
    );
    let both = CsvLine {
        error: "broken".into(),
        ..good.clone()
    };
    assert!(Row::try_from(both).unwrap_err().contains("no numbers"));
    let neither = CsvLine {
        value: None,
        ..good.clone()
    };
    assert!(Row::try_from(neither).unwrap_err().contains("value"));
    let infinite = CsvLine {
        max: Some(f64::INFINITY),
        ..good.clone()
    };
    assert!(Row::try_from(infinite).unwrap_err().contains("max"));
    let no_kind = CsvLine {
        kind: None,
        ..good.clone()
    };
    assert!(Row::try_from(no_kind).unwrap_err().contains("kind"));
    let odd = CsvLine {
        samples: "1 two".into(),
        ..good
    };
    assert!(Row::try_from(odd).unwrap_err().contains("\"two\""));
}

#[test]
fn numbers_that_cannot_be_are_errors() {
    let key = Key::default();
    let time = Row::from_samples(&key, "time", Unit::Seconds, &[1.0, 2.0, 4.0]);
    let good = CsvLine::from(time.clone());
    let summarized = CsvLine::from(time.without_samples());
    assert!(Row::try_from(summarized.clone()).is_ok());
    let proved = CsvLine::from(Row::enclosure(&key, "fit", Unit::Ratio, 1.0, [0.5, 2.0]));
    let count = CsvLine::from(Row::count(&key, "voxels", 7));
    let changed = |line: &CsvLine, change: fn(&mut CsvLine)| {
        let mut line = line.clone();
        change(&mut line);
        Row::try_from(line).unwrap_err()
    };
    for (error, word) in [
        (
            changed(&good, |l| std::mem::swap(&mut l.min, &mut l.max)),
            "order",
        ),
        (changed(&good, |l| l.max = Some(5.0)), "max is 5, but 4"),
        (
            changed(&good, |l| l.samples = "1 3 4".into()),
            "value is 2, but 3",
        ),
        (
            changed(&summarized, |l| l.low = Some(3.0)),
            "outside of low 3",
        ),
        (
            changed(&summarized, |l| l.min = Some(-1.0)),
            "negative: -1 s",
        ),
        (changed(&proved, |l| l.high = Some(0.75)), "outside of low"),
        (
            changed(&count, |l| l.value = Some(-7.0)),
            "negative: -7 count",
        ),
    ] {
        assert!(error.contains(word), "{error}");
    }
    // A frame may end before its deadline.
    let early = Row::from_samples(&key, "overrun", Unit::Seconds, &[-1.0, 2.0]);
    assert!(Row::try_from(CsvLine::from(early)).is_ok());
    // Six digits of samples are enough.
    let long = Row::from_samples(&key, "time", Unit::Seconds, &[1.23456789e-6, 1.0 / 3.0]);
    let mut line = CsvLine::from(long);
    line.samples = line.samples.parse::<Samples>().unwrap().to_string();
    assert!(Row::try_from(line).is_ok());
}
