//! The commands `compare` and `report`: what they write, and to which folders.

use crate::commands::{fails, recording, recordings, succeeds, table_fits, text, write};
use serde_json::Value;

#[test]
fn compare_verifies_measures_and_draws_into_a_folder_of_its_own() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let compare = [
        "compare",
        "smith95-sec23-face-test",
        "--quick",
        "--out",
        text(&out),
    ];
    let table = succeeds(&compare);
    assert!(
        table.contains("sec2.3") && table.contains("files written"),
        "{table}"
    );
    table_fits(&table, "claim");
    let recording = recording(&out);
    let rows = recording.join("smith95-sec23-face-test.csv");
    let rows = std::fs::read_to_string(rows).unwrap();
    assert!(rows.contains("face-octree face-test=box") && rows.contains("frames-verified"));
    assert!(!recording.join("parts").exists());
    let page = std::fs::read_to_string(out.join("smith95/README.md")).unwrap();
    assert!(page.contains("Section 2.3"));
    // A second run into the same folder, and a report without measuring.
    succeeds(&["report", "--out", text(&out)]);
    assert_eq!(
        std::fs::read_to_string(out.join("smith95/README.md")).unwrap(),
        page
    );
    // Some verdicts, without a page.
    std::fs::remove_file(out.join("smith95/README.md")).unwrap();
    let selected = [
        "report",
        "--out",
        text(&out),
        "-f",
        "sec23",
        "-e",
        "^face-octree checklist=all$",
    ];
    let verdicts = succeeds(&selected);
    assert!(verdicts.contains("sec2.3") && !verdicts.contains("files written"));
    let error = fails(&[&selected[..5], &["-e", "face-test=sat"]].concat());
    assert!(error.contains("no claim is on such"), "{error}");
    assert!(!out.join("smith95/README.md").exists());
    let error = fails(&["report", "--out", text(&out), "-f", "no-such"]);
    assert!(
        error.contains("no claim is on such an experiment"),
        "{error}"
    );
    // A folder with other content, or without a parent, is rejected.
    write(parent.path(), "letter.txt", "dear");
    let error = fails(&[
        "compare",
        "smith95-fig11",
        "--quick",
        "--out",
        text(parent.path()),
    ]);
    assert!(error.contains("left as it is"), "{error}");
    let orphan = parent.path().join("no/such");
    let error = fails(&[
        "compare",
        "smith95-fig11",
        "--quick",
        "--out",
        text(&orphan),
    ]);
    assert!(error.contains("does not exist"), "{error}");
    let error = fails(&["report", "--out", text(&orphan)]);
    assert!(
        error.contains("such") && error.contains("not the folder of a comparison"),
        "{error}"
    );
}

#[test]
fn experiments_and_detectors_are_selected_and_processes_share_the_repeats() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let compare = |arguments: &[&str]| {
        let quick = ["compare", "--quick", "--out", text(&out)];
        succeeds(&[&quick, arguments].concat())
    };
    let selected = [
        "-f",
        "^smith95-sec23",
        "-e",
        "face-test=box$",
        "--processes",
        "2",
    ];
    compare(&selected);
    let first = recording(&out);
    let rows = std::fs::read_to_string(first.join("smith95-sec23-face-test.csv")).unwrap();
    assert!(rows.contains("face-octree face-test=box") && !rows.contains("face-test=sat"));
    // The samples of both processes, 6 and 5.
    let time = rows.lines().find(|line| line.contains(",time,s,")).unwrap();
    let samples = time.rsplit(',').next().unwrap();
    let lengths = samples.split('|').map(|p| p.split_whitespace().count());
    assert_eq!(lengths.collect::<Vec<_>>(), [6, 5], "{time}");
    // A second run is another recording, with two experiments, and leaves the first as it is.
    let before = std::fs::read(first.join("smith95-sec23-face-test.csv")).unwrap();
    compare(&["smith95-sec23-face-test", "hubbard96-sec3-cubes"]);
    let all = recordings(&out);
    assert_eq!(all.len(), 2, "{all:?}");
    let after = std::fs::read(first.join("smith95-sec23-face-test.csv")).unwrap();
    assert!(before == after);
    let other = all.iter().find(|folder| **folder != first).unwrap();
    let diff = succeeds(&["diff", text(&first), text(other)]);
    assert!(diff.contains("times: the intervals of"), "{diff}");
    assert!(diff.contains("a fixed loop takes"), "{diff}");
    assert!(diff.contains("numbers without samples: 0 differ"), "{diff}");
    assert!(diff.contains("only after"), "{diff}");
    for line in [
        "processes: 2 before, 1 after",
        "detectors: face-test=box$ before, all after",
    ] {
        assert!(diff.contains(line), "{diff}");
    }
    // The calibration stays, whatever is selected.
    let diff = succeeds(&["diff", text(&first), text(other), "-e", "face-test=box$"]);
    assert!(diff.contains("a fixed loop takes"), "{diff}");
    let error = fails(&["diff", text(&first), text(other), "-e", "^nothing"]);
    assert!(error.contains("no measurement in common"), "{error}");
    // A value may begin with a dash.
    compare(&["-f=23-face-test$", "-e=-octree face-test=box$"]);
    let error = fails(&["diff", text(&first), text(parent.path())]);
    assert!(
        error.contains("is no recording: it has no run.json"),
        "{error}"
    );
    let error = fails(&["diff", text(&first), "nowhere"]);
    assert!(error.contains("nowhere is no recording; the"), "{error}");
    let error = fails(&["compare", "--quick", "-f", "^nothing"]);
    assert!(error.contains("no experiment has a name"), "{error}");
    let error = fails(&["compare", "--quick", "-e", "^nothing"]);
    assert!(
        error.contains("none of these experiments has a detector"),
        "{error}"
    );
    let error = fails(&["compare", "--quick", "-e", "("]);
    assert!(error.contains("regex"), "{error}");
}

#[test]
fn broken_rows_are_named_and_nothing_else_is_lost() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let compare = ["compare", "smith95-sec23-face-test", "--quick"];
    succeeds(&[&compare[..], &["--out", text(&out)]].concat());
    let rows = recording(&out).join("smith95-sec23-face-test.csv");
    let good = std::fs::read_to_string(&rows).unwrap();
    std::fs::write(&rows, &good[..good.len() - 300]).unwrap();
    let error = fails(&["report", "--out", text(&out)]);
    assert!(
        error.contains("smith95-sec23-face-test.csv, line"),
        "{error}"
    );
    std::fs::write(&rows, good.replace("format 4", "format 9")).unwrap();
    let error = fails(&["report", "--out", text(&out)]);
    assert!(error.contains("another version"), "{error}");
    let run = recording(&out).join("run.json");
    let text_of_run = std::fs::read_to_string(&run).unwrap();
    // The clock stepped back since.
    let (before, date) = text_of_run.split_once("\"date\": \"20").unwrap();
    std::fs::write(&run, [before, "\"date\": \"90", date].concat()).unwrap();
    let error = fails(&[
        "compare",
        "hubbard96-sec3-cubes",
        "--quick",
        "--out",
        text(&out),
    ]);
    assert!(
        error.contains("the clock reads 20") && error.contains("--out"),
        "{error}"
    );
    std::fs::write(&run, text_of_run.replace("\"format\": 2", "\"format\": 7")).unwrap();
    let error = fails(&["report", "--out", text(&out)]);
    assert!(
        error.contains("run.json") && error.contains("format 7"),
        "{error}"
    );
}

#[test]
fn a_quick_run_never_replaces_the_reports() {
    let reports = concat!(env!("CARGO_MANIFEST_DIR"), "/../reports");
    let error = fails(&["compare", "--quick", "--out", reports]);
    assert!(error.contains("holds full runs"), "{error}");
    let error = fails(&["compare", "-e", "parry3d", "--out", reports]);
    assert!(error.contains("holds full runs"), "{error}");
}

#[test]
fn rows_of_several_workers_are_not_mixed_with_those_of_one() {
    // In full, so the refusal comes before anything is measured.
    let error = fails(&["compare", "--workers", "2"]);
    assert!(
        error.contains("measured with --workers 1") && error.contains("another folder with --out"),
        "{error}"
    );
    let reports = concat!(env!("CARGO_MANIFEST_DIR"), "/../reports");
    let error = fails(&["compare", "--workers", "2", "--out", reports]);
    assert!(error.contains("another folder with --out"), "{error}");

    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let compare = |workers| {
        let experiment = ["compare", "smith95-sec23-face-test", "--quick"];
        [
            &experiment[..],
            &["--out", text(&out), "--workers", workers],
        ]
        .concat()
    };
    succeeds(&compare("2"));
    let run = std::fs::read_to_string(recording(&out).join("run.json")).unwrap();
    let run: Value = serde_json::from_str(&run).unwrap();
    assert_eq!(run["workers"], 2);
    let command = run["command"].as_str().unwrap();
    assert!(command.ends_with("--workers 2"), "{command}");
    let page = std::fs::read_to_string(out.join("README.md")).unwrap();
    assert!(page.contains("detectors may use 2 threads"), "{page}");
    let error = fails(&compare("1"));
    assert!(
        error.contains("measured with --workers 2") && error.contains("pass --workers 2"),
        "{error}"
    );
}
