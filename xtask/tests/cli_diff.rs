//! The command `diff`.

use crate::commands::{recording, succeeds, table_fits, text, write};

#[test]
fn a_recording_does_not_differ_from_itself() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let compare = ["compare", "smith95-sec23-face-test", "--quick"];
    succeeds(&[&compare[..], &["--out", text(&out)]].concat());
    let folder = recording(&out);
    let rows = folder.join("smith95-sec23-face-test.csv");
    // A count with proved bounds.
    let written = std::fs::read_to_string(&rows).unwrap();
    let (exact, proved) = (
        "count,exact,,,,4.0,,,,,",
        "count,enclosure,,,,4.0,,,3.0,5.0,",
    );
    assert!(written.contains(exact));
    std::fs::write(&rows, written.replacen(exact, proved, 1)).unwrap();
    let diff = succeeds(&["diff", text(&folder), text(&folder)]);
    for line in [
        "times: the intervals of 0 (0.0 %) do not overlap",
        "numbers without samples: 0 differ",
        "the verdicts of 0 changed",
        "0 flipped",
        "rows with intervals: those of 0 (0.0 %) do not overlap",
        "0 and 0): they do.",
    ] {
        assert!(diff.contains(line), "{diff}");
    }
    assert!(
        !diff.contains("in one of both") && !diff.contains("before, "),
        "{diff}"
    );
    // Other bounds are another number.
    let other = parent.path().join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::copy(folder.join("run.json"), other.join("run.json")).unwrap();
    let wider = written.replacen(exact, &proved.replace("3.0", "2.0"), 1);
    write(&other, "smith95-sec23-face-test.csv", &wider);
    let diff = succeeds(&["diff", text(&folder), text(&other)]);
    assert!(
        diff.contains("1 differ") && diff.contains("4 in 2 to 5"),
        "{diff}"
    );
    // The detector's name and its options alone take more than a third of the width.
    table_fits(&diff, "experiment");
}
