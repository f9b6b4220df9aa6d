//! Format of the rows that are committed with the project.

use records::{Recording, Rows};
use std::path::{Path, PathBuf};

#[test]
fn committed_rows_are_as_they_are_written_today() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    let recordings = Recording::read_all(&reports).unwrap();
    let files = recordings
        .iter()
        .flat_map(|r| records::files(&r.folder, "csv").unwrap());
    let files: Vec<PathBuf> = files.collect();
    assert!(files.len() >= 10, "{}", files.len());
    // Reading and writing them takes seconds, so two threads share them.
    std::thread::scope(|scope| {
        for part in files.chunks(files.len().div_ceil(2)) {
            scope.spawn(|| part.iter().for_each(|file| check(file)));
        }
    });
}

fn check(file: &Path) {
    let scratch = tempfile::tempdir().unwrap();
    let copy = scratch.path().join("rows.csv");
    Rows::read_file(file).unwrap().write_file(&copy).unwrap();
    let [committed, written] = [file, &copy].map(|path| std::fs::read(path).unwrap());
    assert!(committed == written, "{}", file.display());
}
