//! Whole pages of made-up runs.

use super::*;
use crate::testing::{as_in_the_paper, run};
use std::fs;

const FIG11: &str = r#"
    question = "Is building again faster than updating?"
    [page]
    title = "Figure 11: against octree update"
    paper-says = "11 ms against 161 ms."
    analysis = "Each node brings *all* its faces."
    [[page.plot]]
    x = "cycle"
    y = "time per cycle"
    log = "y"
"#;

const FIG10: &str = r#"
    question = "Does it overtake?"
    [[page.plot]]
    log = "xy"
    paper = [{ label = "Smith95", points = [[10, 16], [40, 41]], detector = "face-octree", at = 10 }]
    [[page.plot]]
    quantity = "plane-tests"
"#;

fn pages() -> Vec<Page> {
    let parse = |(id, text)| Page::parse(id, text).unwrap();
    [
        ("smith95-fig10", FIG10),
        ("smith95-fig11", FIG11),
        ("smith95-fig6", "question = \"How does it grow?\""),
        ("lab-modern", "question = \"And today?\""),
    ]
    .map(parse)
    .to_vec()
}

#[test]
fn the_pages_of_a_run_as_in_the_paper() {
    let out = tempfile::tempdir().unwrap();
    let written = write_all(&as_in_the_paper(), &run(), &pages(), out.path()).unwrap();
    let names: Vec<_> = written
        .iter()
        .map(|p| p.strip_prefix(out.path()).unwrap())
        .collect();
    assert_eq!(
        names
            .iter()
            .map(|p| p.to_str().unwrap())
            .collect::<Vec<_>>(),
        [
            "smith95/smith95-fig6-1.svg",
            "smith95/smith95-fig10-1.svg",
            "smith95/smith95-fig11-1.svg",
            "smith95/README.md",
            "lab/lab-modern-1.svg",
            "lab/README.md",
            "README.md",
        ]
    );
    insta::assert_snapshot!(
        "summary",
        fs::read_to_string(out.path().join("README.md")).unwrap()
    );
    let paper = fs::read_to_string(out.path().join("smith95/README.md")).unwrap();
    insta::assert_snapshot!("paper", paper);
}

#[test]
fn drawing_again_gives_the_same_bytes_and_removes_stale_pictures() {
    let out = tempfile::tempdir().unwrap();
    let written = write_all(&as_in_the_paper(), &run(), &pages(), out.path()).unwrap();
    let read = || {
        written
            .iter()
            .map(|path| fs::read(path).unwrap())
            .collect::<Vec<_>>()
    };
    let before = read();
    let stale = out.path().join("smith95/smith95-fig10-2.svg");
    let note = out.path().join("smith95/note.txt");
    for path in [&stale, &note] {
        fs::write(path, "x").unwrap();
    }
    let again = write_all(&as_in_the_paper(), &run(), &pages(), out.path()).unwrap();
    assert_eq!((again, read()), (written.clone(), before));
    assert!(!stale.exists() && note.exists());
}

#[test]
fn hardly_any_rows_still_make_pages() {
    let out = tempfile::tempdir().unwrap();
    write_all(&Rows::default(), &run(), &pages(), out.path()).unwrap();
    let summary = fs::read_to_string(out.path().join("README.md")).unwrap();
    assert!(summary.contains("36 not testable."), "{summary}");
    let first = |row: &&records::Row| row.key.experiment == "smith95-fig10" && row.key.x == 10.0;
    let few: Rows = as_in_the_paper().iter().filter(first).cloned().collect();
    write_all(&few, &run(), &pages(), out.path()).unwrap();
    let paper = fs::read_to_string(out.path().join("smith95/README.md")).unwrap();
    assert!(
        paper.contains("smith95-fig10-1.svg") && !paper.contains("Figure 11"),
        "{paper}"
    );
}

#[test]
fn an_experiment_of_no_paper_is_an_error() {
    let out = tempfile::tempdir().unwrap();
    let stray = Page::parse("jones99-fig1", "question = \"?\"").unwrap();
    let error = write_all(&Rows::default(), &run(), &[stray], out.path()).unwrap_err();
    assert!(error.to_string().contains("jones99-fig1"), "{error}");
}
