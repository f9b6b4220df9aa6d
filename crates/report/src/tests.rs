//! Whole pages of made-up runs.

pub(crate) mod samples;

use super::*;
use crate::tests::samples::{label, newest, pages, papers, rows};
use records::Rows;
use std::fs;

fn write_run(rows: &Rows, out: &Path) -> Vec<PathBuf> {
    write_all(&newest(rows), &papers(), &pages(), out)
        .unwrap()
        .files
}

#[test]
fn the_pages_of_a_run() {
    let out = tempfile::tempdir().unwrap();
    let written = write_run(&rows(), out.path());
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
            "made/made-fig10-1.svg",
            "made/made-fig11-1.svg",
            "made/made-fig7-1.svg",
            "made/README.md",
            "lab/lab-modern-1.svg",
            "lab/README.md",
            "README.md",
        ]
    );
    insta::assert_snapshot!(
        "summary",
        fs::read_to_string(out.path().join("README.md")).unwrap()
    );
    let paper = fs::read_to_string(out.path().join("made/README.md")).unwrap();
    insta::assert_snapshot!("paper", paper);
}

#[test]
fn drawing_again_gives_the_same_bytes_and_removes_stale_pictures() {
    let out = tempfile::tempdir().unwrap();
    let written = write_run(&rows(), out.path());
    let read = || {
        written
            .iter()
            .map(|path| fs::read(path).unwrap())
            .collect::<Vec<_>>()
    };
    let before = read();
    let stale = out.path().join("made/made-fig10-2.svg");
    let note = out.path().join("made/note.txt");
    for path in [&stale, &note] {
        fs::write(path, "x").unwrap();
    }
    let again = write_run(&rows(), out.path());
    assert_eq!((again, read()), (written.clone(), before));
    assert!(!stale.exists() && note.exists());
}

#[test]
fn hardly_any_rows_still_make_pages() {
    let out = tempfile::tempdir().unwrap();
    write_run(&Rows::default(), out.path());
    let summary = fs::read_to_string(out.path().join("README.md")).unwrap();
    assert!(summary.contains("2 not testable"), "{summary}");
    let first = |row: &&records::Row| row.key.experiment == "made-fig10" && row.key.x == 10.0;
    let few: Rows = rows().iter().filter(first).cloned().collect();
    write_run(&few, out.path());
    let paper = fs::read_to_string(out.path().join("made/README.md")).unwrap();
    assert!(
        paper.contains("made-fig10-1.svg") && !paper.contains("Figure 11"),
        "{paper}"
    );
}

#[test]
fn pictures_of_one_page_have_different_titles() {
    let (papers, pages, _) = samples::committed();
    for paper in &papers.0 {
        let of_paper = pages.iter().filter(|page| paper.owns(&page.id));
        let titles = of_paper.flat_map(|page| {
            let plots = page.plots().into_iter();
            plots.map(|plot| plot.heading(page).to_owned())
        });
        let mut titles: Vec<String> = titles.collect();
        titles.sort();
        let twice: Vec<_> = titles.windows(2).filter(|two| two[0] == two[1]).collect();
        assert!(twice.is_empty(), "{}: {twice:?}", paper.key);
    }
}

#[test]
fn an_experiment_of_no_paper_is_an_error() {
    let out = tempfile::tempdir().unwrap();
    let stray = Page::parse("jones99-fig1", "question = \"?\"", &papers(), &label).unwrap();
    let none = Newest::default();
    let error = write_all(&none, &papers(), &[stray], out.path()).unwrap_err();
    assert!(error.to_string().contains("jones99-fig1"), "{error}");
}
