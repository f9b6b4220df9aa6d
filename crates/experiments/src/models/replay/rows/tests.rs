use super::*;

/// Means of these quantities over all frames.
fn mean_of(record: &[String]) -> Naming<'_> {
    Naming {
        key: Key::default(),
        x: None,
        frames: Frames::Mean,
        record,
        first_frame: 0,
        settle: 0,
        cold: 0,
        faces: 1.0,
    }
}

/// Returns the rows of the means of these quantities over all frames.
fn mean_rows(frames: &[FrameMeasured], record: &[String]) -> Vec<Row> {
    let mut recorder = Recorder::default();
    mean_of(record).mean(frames, &mut recorder);
    recorder.rows(&Key::default())
}

/// Replay of this number of frames, without what is not asked here.
fn replayed(frames: usize) -> Replayed {
    Replayed {
        frames,
        checked: None,
        calibration: Vec::new(),
        outcomes: Vec::new(),
    }
}

#[test]
fn counts_that_frames_lack_are_zero_in_the_mean() {
    let mut frames = vec![FrameMeasured::default(), FrameMeasured::default()];
    let counted = |frame: &mut FrameMeasured, name, n| {
        frame.found.work.add(collision::Counter::new(name), n);
    };
    counted(&mut frames[0], "face-pair-tests", 4);
    counted(&mut frames[1], "face-box-tests", 6);
    let record = ["work".to_owned(), "vertices-moved".to_owned()];
    let rows = mean_rows(&frames, &record);
    let seen: Vec<_> = rows
        .iter()
        .map(|r| (r.quantity.as_str(), r.median()))
        .collect();
    let expected = [
        ("face-box-tests", Some(3.0)),
        ("face-pair-tests", Some(2.0)),
        ("vertices-moved", Some(0.0)),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn a_quotient_is_that_of_sums_and_needs_a_divisor() {
    let mut frames = vec![FrameMeasured::default(), FrameMeasured::default()];
    let mut counted = |frame: usize, name, n| {
        let work = &mut frames[frame].found.work;
        work.add(collision::Counter::new(name), n);
    };
    counted(0, "feature-steps", 30);
    counted(0, "feature-searches", 1);
    counted(1, "feature-searches", 9);
    let record = [
        "feature-steps/feature-searches".to_owned(),
        "feature-steps/plane-tests".to_owned(),
    ];
    let rows = mean_rows(&frames, &record);
    let seen: Vec<_> = rows.iter().map(|r| (&r.quantity, r.median())).collect();
    assert_eq!(seen, [(&record[0], Some(3.0))]);
}

#[test]
fn frames_that_settle_are_left_out_of_the_mean() {
    let mut measured = Measured::default();
    for seconds in [100.0, 2.0, 4.0] {
        let frame = FrameMeasured {
            time: vec![seconds],
            ..FrameMeasured::default()
        };
        measured.frames.push(frame);
    }
    let replayed = replayed(0);
    let record = ["time".to_owned()];
    let naming = Naming {
        settle: 1,
        ..mean_of(&record)
    };
    let rows = naming.measured(&replayed, &measured);
    let time = rows.iter().find(|row| row.quantity == "time").unwrap();
    assert_eq!(time.median(), Some(3.0));
}

#[test]
fn a_total_has_preparation_the_cold_frame_and_warm_ones() {
    let frame = |seconds: &[f64]| FrameMeasured {
        time: seconds.to_vec(),
        ..FrameMeasured::default()
    };
    let measured = Measured {
        prepare: vec![100.0, 200.0],
        cold: vec![10.0, 20.0],
        evicted: vec![7.0],
        // The first frame is left out. The third repeat has no preparation.
        frames: vec![frame(&[5e3; 3]), frame(&[1.0, 2.0, 3.0]), frame(&[3.0; 3])],
        ..Measured::default()
    };
    let replayed = replayed(3);
    let record = [EVICTED_TIME.to_owned(), TOTAL_TIME.to_owned()];
    let naming = Naming {
        settle: 1,
        cold: 1,
        ..mean_of(&record)
    };
    let rows = naming.measured(&replayed, &measured);
    let totals = rows.iter().filter(|row| row.quantity == TOTAL_TIME);
    let seen: Vec<_> = totals
        .map(|row| (row.key.x, row.samples.pooled()))
        .take(2)
        .collect();
    // Means of the warm frames: 2 and 2.5.
    let expected = [(1.0, vec![110.0, 220.0]), (3.0, vec![114.0, 225.0])];
    assert_eq!(seen, expected);
    let evicted = rows.iter().find(|row| row.quantity == EVICTED_TIME);
    assert_eq!(evicted.unwrap().median(), Some(7.0));
    assert!(rows.iter().all(|row| row.quantity != "cold-time"));
}

#[test]
fn a_step_that_one_frame_lacks_is_in_the_mean_of_all() {
    let mut frames = vec![FrameMeasured::default(), FrameMeasured::default()];
    frames[0].steps.insert(Step::UPDATE, vec![1.0, 2.0]);
    frames[1].steps.insert(Step::UPDATE, vec![3.0, 4.0]);
    frames[1].steps.insert(Step::FACE_PAIRS, vec![6.0, 8.0]);
    let record = ["step-time".to_owned()];
    let rows = mean_rows(&frames, &record);
    let seen: Vec<_> = rows
        .iter()
        .map(|r| (r.quantity.as_str(), r.samples.pooled()))
        .collect();
    let expected = [
        ("step-time/face-pairs", vec![3.0, 4.0]),
        ("step-time/update", vec![2.0, 3.0]),
    ];
    assert_eq!(seen, expected);
}
