//! Processes that a comparison starts: one that fails, one that is left alone.

use crate::commands::text;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Returns the command of the only process of an experiment, as a comparison starts it.
fn measure(folder: &Path, definition: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command
        .arg("measure")
        .args(["--process=1/1", "--revision=abc", "--workers=1"])
        .args(["--definition", text(definition)])
        .stdin(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null());
    for (option, name) in [
        ("--rows", "rows.csv"),
        ("--outcome", "outcome.json"),
        ("--calls", "calls"),
    ] {
        command.arg(option).arg(folder.join(name));
    }
    command
}

#[test]
fn a_detector_that_ended_the_process_fails_alone() {
    let folder = tempfile::tempdir().unwrap();
    let definitions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/experiments");
    let definition = definitions.join("smith95-sec23-face-test.toml");
    // Returns the detectors of all rows with the errors of these, and the failures.
    let measured = |ended: &[&str]| {
        let mut measure = measure(folder.path(), &definition);
        measure.arg("--quick");
        measure.args(ended.iter().map(|call| format!("--ended={call}")));
        let mut process = measure.spawn().unwrap();
        // It ends with its input, which waiting would close.
        let _input = process.stdin.take();
        assert!(process.wait().unwrap().success());
        assert_eq!(experiments::last_call(&folder.path().join("calls")), None);
        let rows = records::Rows::read_file(&folder.path().join("rows.csv")).unwrap();
        let rows = rows.iter().map(|row| {
            (
                row.key.detector.clone(),
                row.error().unwrap_or_default().to_owned(),
            )
        });
        let outcome = std::fs::read_to_string(folder.path().join("outcome.json")).unwrap();
        let outcome: Value = serde_json::from_str(&outcome).unwrap();
        let failures = outcome["failures"].as_array().unwrap().clone();
        (rows.collect::<std::collections::BTreeSet<_>>(), failures)
    };
    let (all, failures) = measured(&[]);
    assert!(failures.is_empty(), "{failures:?}");
    let (rows, failures) = measured(&["1=signal: 6 (SIGABRT)"]);
    let [failure] = &failures[..] else {
        panic!("{failures:?}");
    };
    let words = "it ended the process (signal: 6 (SIGABRT))";
    assert!(failure.as_str().unwrap().contains(words), "{failure}");
    let is_failure = |error: &str| error.contains(words);
    let of = |wanted: bool| {
        let rows = rows.iter().filter(|(_, error)| is_failure(error) == wanted);
        rows.map(|(detector, _)| detector).collect::<Vec<_>>()
    };
    assert_eq!(of(true).len(), 1);
    let names = |rows: &std::collections::BTreeSet<(String, String)>| {
        let names: std::collections::BTreeSet<_> = rows.iter().map(|r| r.0.clone()).collect();
        names
    };
    assert_eq!(names(&rows), names(&all), "each detector has rows");
    assert!(of(false).len() + 1 >= all.len());
}

#[test]
fn a_process_ends_when_the_comparison_that_started_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let definitions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/experiments");
    // It takes minutes.
    let definition = definitions.join("hubbard96-fig15.toml");
    let [rows, outcome] = ["rows.csv", "outcome.json"].map(|name| folder.path().join(name));
    let mut measure = measure(folder.path(), &definition);
    let mut process = measure.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(process.try_wait().unwrap(), None);
    // As the system does when the other end is gone.
    drop(process.stdin.take());
    let mut waited = 0;
    while process.try_wait().unwrap().is_none() {
        assert!(waited < 1000, "it goes on");
        std::thread::sleep(std::time::Duration::from_millis(20));
        waited += 1;
    }
    assert!(!rows.exists() && !outcome.exists());
}
