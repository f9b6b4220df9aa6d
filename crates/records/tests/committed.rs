//! Format of the rows that are committed with the project.

use records::{Recording, Rows};
use std::path::Path;

#[test]
fn committed_rows_are_as_they_are_written_today() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    let recordings = Recording::read_all(&reports).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let mut files = 0;
    for path in recordings
        .iter()
        .flat_map(|r| records::files(&r.folder, "csv").unwrap())
    {
        let copy = scratch.path().join("rows.csv");
        Rows::read_file(&path).unwrap().write_file(&copy).unwrap();
        let [committed, written] = [&path, &copy].map(|path| std::fs::read(path).unwrap());
        assert!(committed == written, "{}", path.display());
        files += 1;
    }
    assert!(files >= 10, "{files}");
}
