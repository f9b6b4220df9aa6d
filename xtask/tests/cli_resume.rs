//! Comparisons that were stopped: `compare --resume`.

use crate::commands::{fails, recording, recordings, stderr, succeeds, text, write, xtask};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes a recording as if it had been stopped before its rows were merged: those of its only
/// process are there, with this outcome. Returns the file of its rows.
fn stopped_before_merging(recording: &Path, name: &str, outcome: &str) -> PathBuf {
    let rows = recording.join(format!("{name}.csv"));
    let parts = recording.join("parts");
    std::fs::create_dir_all(&parts).unwrap();
    std::fs::rename(&rows, parts.join(format!("{name}.1.csv"))).unwrap();
    write(&parts, &format!("{name}.1.json"), outcome);
    rows
}

#[test]
fn a_process_whose_files_are_broken_measures_again() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let name = "smith95-sec23-face-test";
    succeeds(&["compare", name, "--quick", "--out", text(&out)]);
    let folder = recording(&out);
    let resume = ["compare", "--resume", "--out", text(&out)];
    let good = r#"{"failures":[],"error":null,"seconds":1.5}"#;
    for (outcome, is_again) in [(good, false), (&good[..20], true), ("", true)] {
        let rows = stopped_before_merging(&folder, name, outcome);
        let before = std::fs::read(folder.join(format!("parts/{name}.1.csv"))).unwrap();
        // Sphere-trees of the run that was stopped.
        let trees = folder.join("parts/trees");
        std::fs::create_dir(&trees).unwrap();
        write(&trees, "0123456789abcdef.json", "{}");
        let output = xtask(&resume);
        assert!(output.status.success(), "{}", stderr(&output));
        let said = stderr(&output).contains("process 1 of 1 measures again");
        assert_eq!(said, is_again, "{}", stderr(&output));
        let is_same = std::fs::read(&rows).unwrap() == before;
        assert_eq!(is_same, !is_again);
        assert!(!folder.join("parts").exists());
    }
    // A row that is cut off.
    let rows = stopped_before_merging(&folder, name, good);
    let part = folder.join(format!("parts/{name}.1.csv"));
    let text_of_part = std::fs::read_to_string(&part).unwrap();
    std::fs::write(&part, &text_of_part[..text_of_part.len() - 300]).unwrap();
    let output = xtask(&resume);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains("measures again") && rows.is_file());
}

#[test]
fn a_comparison_continues_with_the_same_build_and_settings_and_loses_no_process() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let name = "smith95-sec23-face-test";
    succeeds(&["compare", name, "--quick", "--out", text(&out)]);
    let folder = recording(&out);
    let good = r#"{"failures":[],"error":null,"seconds":1.5}"#;
    stopped_before_merging(&folder, name, good);
    let run = folder.join("run.json");
    let before = std::fs::read_to_string(&run).unwrap();
    let profile = if cfg!(debug_assertions) {
        "dev"
    } else {
        "release"
    };
    for (is, was, word) in [
        (
            &*format!("\"{profile}\""),
            "\"other\"",
            "the profile `other`",
        ),
        ("\"dirty\": false", "\"dirty\": true", "not committed"),
        (
            "\"clock\": \"",
            "\"clock\": \"other-",
            "the clock source `other-",
        ),
        (
            "\"governor\": \"",
            "\"governor\": \"other-",
            "the frequency governor `other-",
        ),
    ] {
        let changed = before.replace(is, was);
        assert_ne!(changed, before);
        std::fs::write(&run, changed).unwrap();
        let error = fails(&["compare", "--resume", "--out", text(&out)]);
        assert!(error.contains(word), "{error}");
        assert!(error.contains("without --resume"), "{error}");
    }
    std::fs::write(&run, before).unwrap();
    let part = |number: u32| folder.join(format!("parts/{name}.{number}.csv"));
    std::fs::copy(part(1), part(3)).unwrap();
    let error = fails(&["compare", "--resume", "--out", text(&out)]);
    assert!(
        error.contains(".3.csv would be lost") && error.contains("--processes 3"),
        "{error}"
    );
    assert!(part(1).is_file() && part(3).is_file());
}

#[test]
fn a_comparison_that_was_stopped_leaves_a_folder_for_the_next() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let compare = |name| {
        let out = text(&out);
        ["compare", name, "--quick", "--workers", "2", "--out", out]
    };
    let mut first = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let first = first.args(compare("smith95-sec23-face-test"));
    let mut first = first.stderr(std::process::Stdio::null()).spawn().unwrap();
    // The folder is marked before anything is measured.
    while !out.join("record").is_dir() || recordings(&out).is_empty() {
        assert_eq!(first.try_wait().unwrap(), None, "it ended without a mark");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let error = fails(&compare("smith95-fig11"));
    assert!(
        error.contains("another comparison is writing to"),
        "{error}"
    );
    first.kill().unwrap();
    first.wait().unwrap();
    let stopped = recording(&out);
    let rows = stopped.join("smith95-sec23-face-test.csv");
    assert!(!rows.exists(), "it was stopped too late");
    // Not with the message about other content.
    // A wrong answer before it was stopped still fails the command, after everything is measured.
    let run = stopped.join("run.json");
    let text_of_run = std::fs::read_to_string(&run).unwrap();
    let with_failure = text_of_run.replacen('{', "{\"failures\": [\"a wrong answer\"],", 1);
    std::fs::write(&run, with_failure).unwrap();
    let error = fails(&["compare", "--resume", "--out", text(&out)]);
    assert!(
        error.contains("verification failed: a wrong answer"),
        "{error}"
    );
    assert!(rows.is_file());
    let error = fails(&["compare", "--resume", "--out", text(&out)]);
    assert!(
        error.contains("is complete, so there is nothing"),
        "{error}"
    );
    let empty = out.with_file_name("empty");
    let error = fails(&["compare", "--resume", "--out", text(&empty)]);
    assert!(
        error.contains("has no recording of this machine"),
        "{error}"
    );
}
