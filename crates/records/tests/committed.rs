//! Format of the rows that are committed with the project.

use records::Rows;
use std::path::Path;

#[test]
fn committed_rows_are_as_they_are_written_today() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/data");
    let scratch = tempfile::tempdir().unwrap();
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "csv") {
            continue;
        }
        let copy = scratch.path().join("rows.csv");
        Rows::read_file(&path).unwrap().write_file(&copy).unwrap();
        let [committed, written] = [&path, &copy].map(|path| std::fs::read(path).unwrap());
        assert!(committed == written, "{}", path.display());
        files += 1;
    }
    assert!(files >= 10, "{files}");
}
