use super::*;
use crate::run::tests::run;
use crate::{Key, Row, Unit};

fn rows(experiment: &str, time: f64) -> Rows {
    let key = Key {
        experiment: experiment.into(),
        ..Key::default()
    };
    [Row::from_samples(&key, "time", Unit::Seconds, &[time])]
        .into_iter()
        .collect()
}

/// Creates a recording of these experiments with one time for all.
fn recorded(out: &Path, run: Run, names: &[&str], time: f64) -> Recording {
    let experiments = names.iter().map(|name| (name.to_string(), 1.0));
    let run = Run {
        experiments: experiments.collect(),
        ..run
    };
    let recording = Recording::create(out, run).unwrap();
    for name in names {
        let file = recording.rows_file(name);
        rows(name, time).write_file(&file).unwrap();
    }
    recording
}

fn on(day: u32) -> Run {
    Run {
        date: format!("2026-11-{day:02}T06:20:00Z"),
        quick: false,
        ..run()
    }
}

fn time(newest: &Newest, experiment: &str) -> f64 {
    let of = |row: &&Row| row.key.experiment == experiment;
    newest.rows.iter().find(of).unwrap().median().unwrap()
}

/// Recordings of a few experiments took the runs of all others.
#[test]
fn earlier_recordings_are_the_last_three_of_each_experiment() {
    let out = tempfile::tempdir().unwrap();
    let out = out.path();
    recorded(out, on(10), &["a", "b"], 1.0);
    for day in 11..17 {
        recorded(out, on(day), &["b"], f64::from(day));
    }
    recorded(out, on(17), &["a"], 17.0);
    let newest = Newest::read(out).unwrap();
    let of = |experiment: &str| -> Vec<f64> {
        let rows = newest.earlier.iter().flat_map(|rows| rows.iter());
        let rows = rows.filter(|row| row.key.experiment == experiment);
        rows.filter_map(Row::median).collect()
    };
    assert_eq!(of("a"), [1.0]);
    assert_eq!(
        of("b"),
        [13.0, 14.0, 15.0],
        "oldest first, without the newest"
    );
}

#[test]
fn the_newest_rows_of_each_experiment_count() {
    let out = tempfile::tempdir().unwrap();
    let out = out.path();
    assert_eq!(Newest::read(out).unwrap(), Newest::default());
    let full = recorded(out, on(20), &["a", "b"], 1.0);
    assert!(full.is_complete());
    let name = full.folder.strip_prefix(out).unwrap();
    assert_eq!(
        name,
        Path::new("record/a-processor-r-7-family-26-model-2-stepping-1-2-cores/2026-11-20-dcd6bd3")
    );
    recorded(out, on(21), &["b"], 2.0);
    // Twice on a day.
    let again = recorded(out, on(21), &["b"], 3.0);
    assert!(again.folder.ends_with("2026-11-21-dcd6bd3-2"));
    let newest = Newest::read(out).unwrap();
    assert_eq!((time(&newest, "a"), time(&newest, "b")), (1.0, 3.0));
    assert_eq!(newest.recordings.len(), 2);
    // Once for each earlier recording, and only what a later one has, too.
    let earlier = |i: usize| {
        newest.earlier[i]
            .iter()
            .map(|row| row.key.experiment.as_str())
    };
    assert_eq!(newest.earlier.len(), 2);
    assert!((0..2).all(|i| earlier(i).eq(["b"])));
    assert_eq!(newest.of("a").unwrap().run.date, on(20).date);
    assert_eq!(newest.of("b").unwrap().folder, newest.recordings[1].folder);
    assert_eq!(newest.of("c"), None);
}

#[test]
fn a_run_that_was_stopped_before_it_had_rows_hides_no_others() {
    let out = tempfile::tempdir().unwrap();
    let out = out.path();
    let quick = Run {
        quick: true,
        ..on(19)
    };
    recorded(out, quick, &["a"], 1.0);
    recorded(out, on(20), &[], 2.0);
    assert_eq!(time(&Newest::read(out).unwrap(), "a"), 1.0);
    recorded(out, on(21), &["a"], 3.0);
    let mut other = on(22);
    other.machine.cores = 64;
    recorded(out, other, &[], 4.0);
    assert_eq!(time(&Newest::read(out).unwrap(), "a"), 3.0);
}

/// Returns circumstances of another machine.
fn elsewhere(day: u32) -> Run {
    let mut run = on(day);
    run.machine.cores = 64;
    run
}

#[test]
fn a_few_experiments_of_another_machine_replace_no_rows() {
    let out = tempfile::tempdir().unwrap();
    let out = out.path();
    recorded(out, on(20), &["a", "b"], 1.0);
    let few = Run {
        selected: true,
        ..elsewhere(21)
    };
    recorded(out, few.clone(), &["b", "c"], 2.0);
    let (date, newer) = ("2026-11-22T06:20:00Z".to_owned(), few.clone());
    recorded(out, Run { date, ..newer }, &["c"], 3.0);
    let newest = Newest::read(out).unwrap();
    let times = ["a", "b", "c"].map(|name| time(&newest, name));
    assert_eq!(times, [1.0, 1.0, 3.0]);
    assert_eq!(newest.recordings.len(), 1);
    assert_eq!(newest.recordings[0].experiments, ["a", "b"]);
    assert_eq!(newest.elsewhere.len(), 1);
    assert_eq!(newest.of("c").unwrap(), &newest.elsewhere[0]);
    assert_eq!(newest.other_machine("c"), Some(&few.machine));
    assert_eq!(newest.other_machine("b"), None);
    assert!(newest.earlier.is_empty());
    // Once the pages' machine has it, it is taken from there, although it is older.
    let here = Run {
        selected: true,
        ..on(21)
    };
    recorded(out, here, &["c"], 4.0);
    let newest = Newest::read(out).unwrap();
    assert_eq!(time(&newest, "c"), 4.0);
    assert!(newest.elsewhere.is_empty());
}

#[test]
fn a_full_recording_that_is_complete_decides_the_machine() {
    let out = tempfile::tempdir().unwrap();
    let out = out.path();
    recorded(out, on(20), &["a", "b"], 1.0);
    let unfinished = recorded(out, elsewhere(21), &["a", "b"], 2.0);
    std::fs::remove_file(unfinished.rows_file("b")).unwrap();
    assert_eq!(time(&Newest::read(out).unwrap(), "a"), 1.0);
    // The experiment that failed is measured later.
    let later = Run {
        selected: true,
        ..elsewhere(22)
    };
    let later = recorded(out, later, &["b"], 3.0);
    let newest = Newest::read(out).unwrap();
    assert_eq!((time(&newest, "a"), time(&newest, "b")), (2.0, 3.0));
    std::fs::remove_dir_all(&later.folder).unwrap();
    rows("b", 2.0)
        .write_file(&unfinished.rows_file("b"))
        .unwrap();
    let newest = Newest::read(out).unwrap();
    assert_eq!((time(&newest, "a"), time(&newest, "b")), (2.0, 2.0));
    assert!(newest.elsewhere.is_empty());
}

#[test]
fn without_a_full_recording_the_newest_one_decides_the_machine() {
    let out = tempfile::tempdir().unwrap();
    let out = out.path();
    let selected = |run: Run| Run {
        selected: true,
        ..run
    };
    recorded(out, selected(on(20)), &["a", "b"], 1.0);
    recorded(out, selected(elsewhere(21)), &["a"], 2.0);
    let newest = Newest::read(out).unwrap();
    assert_eq!((time(&newest, "a"), time(&newest, "b")), (2.0, 1.0));
    assert_eq!(newest.other_machine("b"), Some(&on(20).machine));
}

#[test]
fn rows_of_another_experiment_are_an_error() {
    let out = tempfile::tempdir().unwrap();
    let recording = recorded(out.path(), on(20), &["a", "b"], 1.0);
    std::fs::copy(recording.rows_file("a"), recording.rows_file("b")).unwrap();
    for error in [
        recording.rows().unwrap_err(),
        Newest::read(out.path()).unwrap_err(),
    ] {
        let error = error.to_string();
        assert!(
            error.contains("b.csv") && error.contains("rows of a in the file of b"),
            "{error}"
        );
    }
}

#[test]
fn selected_detectors_other_machines_and_unfinished_runs_do_not_replace_rows() {
    let out = tempfile::tempdir().unwrap();
    let out = out.path();
    let mut other = on(19);
    other.machine.cores = 64;
    recorded(out, other, &["a", "b"], 9.0);
    recorded(out, on(20), &["a"], 1.0);
    let selected = Run {
        detectors: Some("parry".into()),
        ..on(22)
    };
    recorded(out, selected, &["a"], 2.0);
    let quick = Run {
        quick: true,
        ..on(22)
    };
    recorded(out, quick, &["a"], 4.0);
    let unfinished = recorded(out, on(23), &[], 3.0);
    let part = unfinished.part_file("a", 1);
    std::fs::create_dir(unfinished.parts()).unwrap();
    rows("a", 3.0).write_file(&part).unwrap();
    let newest = Newest::read(out).unwrap();
    // Of "b" there are no rows on this machine.
    assert_eq!((newest.rows.len(), time(&newest, "a")), (2, 1.0));
    assert_eq!(newest.elsewhere[0].experiments, ["b"]);
    unfinished.remove_parts("b").unwrap();
    assert!(part.is_file());
    unfinished.remove_parts("a").unwrap();
    assert!(!unfinished.parts().exists());
}

#[test]
fn full_recordings_of_other_machines_are_read_apart() {
    let out = tempfile::tempdir().unwrap();
    let out = out.path();
    for day in 10..16 {
        recorded(out, elsewhere(day), &["a", "b"], f64::from(day));
    }
    let few = Run {
        selected: true,
        ..elsewhere(16)
    };
    recorded(out, few, &["a"], 16.0);
    recorded(out, on(20), &["a", "b"], 1.0);
    let newest = Newest::read(out).unwrap();
    assert_eq!(time(&newest, "a"), 1.0);
    let of = |rows: &Rows| rows.iter().next().unwrap().median().unwrap();
    let others: Vec<f64> = newest.others.iter().map(of).collect();
    assert_eq!(
        others,
        [12.0, 13.0, 14.0, 15.0],
        "the last four, oldest first"
    );
    assert!(newest.others.iter().all(|rows| rows.iter().count() == 2));
}
